package explain_test

import (
	"io"
	"runtime"
	"testing"

	"github.com/astrolabe-search/astrolabe/explain"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/trace"
)

// repeating is a trace in which one cell is improved and reopened over and over.
type repeating struct{ at, n int64 }

func (r *repeating) Header() trace.Header {
	return trace.Header{
		Algorithm: "astar", Start: []int64{0}, Goals: []int64{1},
		Map: trace.Map{Width: 2, Height: 1, Kinds: []trace.CellKind{{Symbol: '.', Weight: "1"}}, Cells: []uint8{0, 0}},
	}
}

func (r *repeating) Next() (trace.Event, error) {
	if r.at == r.n {
		return trace.Event{}, io.EOF
	}
	r.at++
	return trace.Event{Kind: trace.Improve, State: 0, Parent: trace.NoState, G: r.at, F: r.at}, nil
}

func (r *repeating) Outcome() trace.Outcome { return trace.Outcome{} }
func (r *repeating) Totals() trace.Totals   { return trace.Totals{} }

// TestLongStories keeps the beginning and the end of what happened to a cell, says how
// much is left out in between, and takes no more memory for more events.
func TestLongStories(t *testing.T) {
	const half = explain.MaxMoments / 2
	for _, n := range []int64{1, explain.MaxMoments, explain.MaxMoments + 1, 2*explain.MaxMoments + 7, 200_000} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		story, err := explain.Cell(t.Context(), &repeating{n: n}, grid.Cell{}, -1)
		runtime.ReadMemStats(&after)
		if err != nil {
			t.Fatal(err)
		}
		if taken := after.TotalAlloc - before.TotalAlloc; taken > 1<<20 {
			t.Errorf("%d events take %d bytes", n, taken)
		}
		side := story.Sides[0]
		if got := int64(len(side.Moments)) + side.LeftOut; got != n || len(side.Moments) > explain.MaxMoments {
			t.Fatalf("%d events: %d moments and %d left out", n, len(side.Moments), side.LeftOut)
		}
		if d := story.Document(); d.LeftOut != side.LeftOut || len(d.Moments) != len(side.Moments) {
			t.Errorf("%d events: the document has %d moments and leaves %d out", n, len(d.Moments), d.LeftOut)
		}
		for i, m := range side.Moments {
			want := int64(i) + 1
			if i >= half {
				want += side.LeftOut
			}
			if int64(m.G) != want {
				t.Fatalf("%d events: moment %d is number %d; want %d", n, i, m.G, want)
			}
		}
	}
}
