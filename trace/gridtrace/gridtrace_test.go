package gridtrace_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/trace"
	"github.com/astrolabe-search/astrolabe/trace/gridtrace"
)

// randomMap returns a map of kinds, some of which share a symbol or have one that
// cannot be shown, or a map with a weight for each cell.
func randomMap(t *testing.T, rng *rand.Rand) *grid.Map {
	t.Helper()
	width, height := 1+rng.IntN(9), 1+rng.IntN(9)
	if rng.IntN(3) == 0 {
		weights := make([]grid.Weight, width*height)
		for i := range weights {
			if weights[i] = grid.Millionths(rng.Int64N(5_000_000)); rng.IntN(4) == 0 {
				weights[i] = grid.Blocked
			}
		}
		m, err := grid.FromWeights(width, height, weights)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	kinds := make([]grid.Kind, 1+rng.IntN(6))
	for i := range kinds {
		kinds[i] = grid.Kind{Symbol: []rune{'.', '@', 'a', 'b', '·', 0, '"', '<', 0xFFFD, 0xD800}[rng.IntN(10)], Blocked: rng.IntN(3) == 0, Weight: grid.Millionths(rng.Int64N(3_000_000))}
	}
	cells := make([]uint8, width*height)
	for i := range cells {
		cells[i] = uint8(rng.IntN(len(kinds)))
	}
	m, err := grid.FromKinds(width, height, kinds, cells)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestMapsComeBack puts maps into the terms of a trace, into a file, and back: every cell is
// as it was.
func TestMapsComeBack(t *testing.T) {
	maps := uint64(300)
	if testing.Short() {
		maps /= 10
	}
	for number := range maps {
		m := randomMap(t, rand.New(rand.NewPCG(number, 3)))
		var out bytes.Buffer
		w, err := trace.NewWriter(&out, trace.Header{Algorithm: "none", Map: gridtrace.FromGrid(m, "<a&b>")})
		if err == nil {
			err = w.Close(trace.Outcome{})
		}
		if err != nil {
			t.Fatalf("map %d: %v", number, err)
		}
		r, err := trace.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
		if err != nil {
			t.Fatalf("map %d: %v", number, err)
		}
		if name := r.Header().Map.Name; name != "<a&b>" {
			t.Fatalf("the name became %q", name)
		}
		back, err := gridtrace.ToGrid(r.Header().Map)
		if err != nil {
			t.Fatalf("map %d: %v", number, err)
		}
		if back.Width() != m.Width() || back.Height() != m.Height() {
			t.Fatalf("map %d: %d×%d became %d×%d", number, m.Width(), m.Height(), back.Width(), back.Height())
		}
		for y := range int32(m.Height()) {
			for x := range int32(m.Width()) {
				c := grid.Cell{X: x, Y: y}
				if m.Open(c) != back.Open(c) || m.Open(c) && m.Weight(c) != back.Weight(c) {
					t.Fatalf("map %d: the cell %v changes", number, c)
				}
				if state := gridtrace.State(m.Width(), c); gridtrace.Cell(m.Width(), state) != c {
					t.Fatalf("the cell %v has the state %d", c, state)
				}
			}
		}
	}
}

// TestHeadersSayWhatWasAsked reads the options of headers back.
func TestHeadersSayWhatWasAsked(t *testing.T) {
	m, err := grid.FromWeights(3, 2, []grid.Weight{grid.WholeWeight(1), grid.Millionths(500_000), grid.WholeWeight(0), grid.WholeWeight(1), grid.Blocked, grid.WholeWeight(2)})
	if err != nil {
		t.Fatal(err)
	}
	costs, err := grid.NewCosts(m, grid.Rule{Corners: grid.CornersOne}, grid.Mean)
	if err != nil {
		t.Fatal(err)
	}
	q := catalog.Query{
		Costs: costs, From: grid.Cell{X: 2, Y: 1}, To: grid.Cell{X: 9, Y: 9}, Metric: grid.Chebyshev,
		Weight: search.Ratio{Num: 3, Den: 2}, Tie: search.TieFIFO, NoReopen: true, MaxExpanded: 7, MaxBytes: 1 << 20,
	}
	for _, c := range []struct{ algorithm, want string }{
		{"weighted-astar", "moves 8 cut_corners one cost mean scale 20 order E,W,S,N,SE,NE,SW,NW heuristic chebyshev weight 1.5 tie fifo reopen false max_expanded 7 max_bytes 1048576"},
		{"dijkstra", "moves 8 cut_corners one cost mean scale 20 order E,W,S,N,SE,NE,SW,NW heuristic chebyshev tie fifo max_expanded 7 max_bytes 1048576"},
		{"bucket-astar", "moves 8 cut_corners one cost mean scale 20 heuristic octile max_expanded 7 max_bytes 1048576"},
		{"bucket-dijkstra", "moves 8 cut_corners one cost mean scale 20 heuristic zero max_expanded 7 max_bytes 1048576"},
	} {
		entry, err := catalog.Lookup(c.algorithm)
		if err != nil {
			t.Fatal(err)
		}
		header := gridtrace.Header(entry, &q, "m")
		var words []string
		for _, o := range header.Options {
			words = append(words, o.Key, o.Value)
		}
		if got := strings.Join(words, " "); got != c.want {
			t.Errorf("%s: options %s\nwant %s", c.algorithm, got, c.want)
		}
		if len(header.Start) != 1 || header.Start[0] != 5 || len(header.Goals) != 0 {
			t.Errorf("%s: from %v to %v", c.algorithm, header.Start, header.Goals)
		}
		again, err := gridtrace.CostsOf(header)
		if err != nil {
			t.Fatal(err)
		}
		if again.Rule() != costs.Rule() || again.Model() != costs.Model() || again.Scale() != costs.Scale() {
			t.Errorf("%s: costs %v, %v", c.algorithm, again.Rule(), again.Model())
		}
	}
}

// TestSameBytes records the same search twice, in another workspace.
func TestSameBytes(t *testing.T) {
	m := randomMap(t, rand.New(rand.NewPCG(5, 5)))
	costs, err := grid.NewCosts(m, grid.Rule{}, grid.Uniform)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range append(catalog.Entries(), catalog.Engines()...) {
		q := catalog.Query{Costs: costs, To: grid.Cell{X: int32(m.Width()) - 1, Y: int32(m.Height()) - 1}}
		var first, second bytes.Buffer
		if _, err := gridtrace.Record(context.Background(), entry, q, "m", &first, nil); err != nil {
			t.Fatal(err)
		}
		if _, err := gridtrace.Record(context.Background(), entry, q, "m", &second, nil); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Errorf("%s: two records of one search differ", entry.Name)
		}
	}
}

// TestNoGrid refuses maps that no grid can be.
func TestNoGrid(t *testing.T) {
	for _, m := range []trace.Map{
		{},
		{Width: 1, Height: 1, Kinds: []trace.CellKind{{Symbol: '.', Weight: "heavy"}}, Cells: []uint8{0}},
		{Width: 1, Height: 1, Kinds: []trace.CellKind{{Symbol: '.', Weight: "inf"}}, Cells: []uint8{0}},
	} {
		if _, err := gridtrace.ToGrid(m); err == nil {
			t.Errorf("%+v became a grid", m)
		}
	}
}
