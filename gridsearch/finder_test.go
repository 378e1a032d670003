package gridsearch_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/internal/asciigrid"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

// ASTROLABE_FINDER_MAPS sets how many random maps TestEnginesAgree looks at.
func mapCount(t *testing.T, fallback int) int {
	text := os.Getenv("ASTROLABE_FINDER_MAPS")
	if text == "" {
		if testing.Short() {
			return fallback / 10
		}
		return fallback
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("ASTROLABE_FINDER_MAPS: %v", err)
	}
	return n
}

func openAndWalls(t testing.TB, width, height int, blocked func(x, y int) bool) *grid.Map {
	t.Helper()
	cells := make([]uint8, width*height)
	for y := range height {
		for x := range width {
			if blocked(x, y) {
				cells[y*width+x] = 1
			}
		}
	}
	m, err := grid.FromKinds(width, height, []grid.Kind{{Symbol: '.'}, {Symbol: '#', Blocked: true}}, cells)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func uniform(t testing.TB, m *grid.Map, rule grid.Rule) *grid.Costs {
	t.Helper()
	costs, err := grid.NewCosts(m, rule, grid.Uniform)
	if err != nil {
		t.Fatal(err)
	}
	return costs
}

// finders returns a finder for every engine that supports the costs, the generic
// one first.
func finders(t testing.TB, costs *grid.Costs) []*gridsearch.Finder {
	t.Helper()
	var all []*gridsearch.Finder
	for _, e := range gridsearch.Engines() {
		if e.Supports(costs) != "" {
			continue
		}
		f, err := gridsearch.New(costs, e)
		if err != nil {
			t.Fatal(err)
		}
		if e == gridsearch.EngineGeneric {
			all = slices.Insert(all, 0, f)
		} else {
			all = append(all, f)
		}
	}
	return all
}

// compareEngines asks every finder the same question and checks the answers: the
// status and the exact length of the first, a legal path of that length between
// the ends, and turning points that expand to it.
func compareEngines(t *testing.T, all []*gridsearch.Finder, from, to grid.Cell) {
	t.Helper()
	costs := all[0].Costs()
	ctx := context.Background()
	oracle, err := all[0].Find(ctx, gridsearch.Query{From: from, To: to, Form: gridsearch.LengthOnly})
	if err != nil || len(oracle.Path) > 0 {
		t.Fatal(oracle.Path, err)
	}
	want := oracle.Length
	for _, f := range all {
		a, err := f.Find(ctx, gridsearch.Query{From: from, To: to})
		path := a.Path
		picture := func() string { return asciigrid.Render(costs.Map(), path) }
		if err != nil || a.Status != oracle.Status || a.Length != want {
			t.Fatalf("%v, %v, from %v to %v: %v %v (%v), want %v %v\n%s", f.Engine(), costs.Rule(), from, to, a.Status, a.Length, err, oracle.Status, want, picture())
		}
		if a.Status == search.NoPath {
			checkNearest(t, f, oracle, a, from, to)
		}
		if a.Status != search.Found {
			continue
		}
		if a.LowerBound != want || a.Limit != gridsearch.NoLimit || a.Nearest != nil {
			t.Fatalf("%v: found with the lower bound %v of %v, limit %v, nearest %v", f.Engine(), a.LowerBound, want, a.Limit, a.Nearest)
		}
		walked, err := costs.PathCost(path)
		if err != nil || walked != want || path[0] != from || path[len(path)-1] != to {
			t.Fatalf("%v, %v, from %v to %v: the path costs %v (%v), want %v\n%s", f.Engine(), costs.Rule(), from, to, walked, err, want, picture())
		}
		turns, err := f.Find(ctx, gridsearch.Query{From: from, To: to, Form: gridsearch.TurningPoints})
		if err != nil || turns.Length != want {
			t.Fatalf("%v: turning points with length %v (%v), want %v", f.Engine(), turns.Length, err, want)
		}
		expanded, err := grid.ExpandPath(turns.Path)
		if err != nil || !slices.Equal(expanded, path) || !slices.Equal(turns.Path, grid.CompressPath(path)) {
			t.Fatalf("%v: turning points %v (%v) of the path %v", f.Engine(), turns.Path, err, path)
		}
	}
}

// checkNearest holds the nearest cell of a proof that there is no path against that of
// the generic engine, which is the nearest that can be reached. Jump point search
// names one that it stopped at.
func checkNearest(t *testing.T, f *gridsearch.Finder, oracle, a gridsearch.Answer, from, to grid.Cell) {
	t.Helper()
	walked, err := f.Costs().PathCost(a.Nearest)
	if err != nil || walked != a.NearestLength || a.Nearest[0] != from || len(a.Path) > 0 {
		t.Fatalf("%v, from %v to %v: the way to the nearest cell %v costs %v (%v), not %v", f.Engine(), from, to, a.Nearest, walked, err, a.NearestLength)
	}
	estimate := f.Costs().Heuristic(grid.Auto, to).At
	got, best := estimate(a.Nearest[len(a.Nearest)-1]), estimate(oracle.Nearest[0])
	exact := f.Engine() != gridsearch.EngineJumpPoint
	if got < best || exact && (got != best || a.NearestLength != oracle.NearestLength) {
		t.Fatalf("%v, from %v to %v: nearest %v at %v, want %v at %v", f.Engine(), from, to, a.Nearest, a.NearestLength, oracle.Nearest, oracle.NearestLength)
	}
}

// find is Find without limits.
func find(t testing.TB, f *gridsearch.Finder, from, to grid.Cell) gridsearch.Answer {
	t.Helper()
	a, err := f.Find(context.Background(), gridsearch.Query{From: from, To: to})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// The oracle of the fast engines is the generic one, on maps of many shapes.
func TestEnginesAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(20, 26))
	for i := range mapCount(t, 20000) {
		width, height := 1+rng.IntN(12), 1+rng.IntN(12)
		switch rng.IntN(20) {
		case 0:
			width = 1 + rng.IntN(150) // crosses word borders
		case 1:
			height = 1 + rng.IntN(150)
		case 2:
			width, height = 1, 1+rng.IntN(200)
		case 3:
			width, height = 1+rng.IntN(200), 1
		}
		density := rng.IntN(60)
		m := openAndWalls(t, width, height, func(x, y int) bool { return rng.IntN(100) < density })
		all := finders(t, uniform(t, m, grid.Rules()[i%4]))
		for range 4 {
			from := grid.Cell{X: int32(rng.IntN(width)), Y: int32(rng.IntN(height))}
			to := grid.Cell{X: int32(rng.IntN(width)), Y: int32(rng.IntN(height))}
			compareEngines(t, all, from, to)
		}
	}
}

// The same with weights: zero, whole and fractional, near and far apart.
func TestEnginesAgreeOnWeights(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 26))
	palettes := [][]grid.Weight{
		{grid.WholeWeight(1)},
		{grid.WholeWeight(0), grid.WholeWeight(1)},
		{grid.WholeWeight(0), grid.WholeWeight(2), grid.WholeWeight(4)},
		{grid.Millionths(500000), grid.Millionths(250000), grid.WholeWeight(3)},
		{grid.Millionths(1), grid.Millionths(999_999), grid.WholeWeight(20)},
		{grid.WholeWeight(1), grid.WholeWeight(1000)},
		{grid.Millionths(100000), grid.WholeWeight(1000)},
	}
	byBuckets := 0
	for i := range mapCount(t, 10000) {
		width, height := 1+rng.IntN(10), 1+rng.IntN(10)
		palette := palettes[rng.IntN(len(palettes))]
		density := rng.IntN(50)
		weights := make([]grid.Weight, width*height)
		for i := range weights {
			weights[i] = palette[rng.IntN(len(palette))]
			if rng.IntN(100) < density {
				weights[i] = grid.Blocked
			}
		}
		m, err := grid.FromWeights(width, height, weights)
		if err != nil {
			t.Fatal(err)
		}
		model := []grid.Model{grid.Add, grid.Mul, grid.Mean}[rng.IntN(3)]
		costs, err := grid.NewCostsWith(m, grid.Rules()[i%4], model, grid.CostOptions{AllowFree: true})
		if err != nil {
			t.Fatal(err)
		}
		all := finders(t, costs)
		byBuckets += len(all) - 1
		for range 4 {
			from := grid.Cell{X: int32(rng.IntN(width)), Y: int32(rng.IntN(height))}
			to := grid.Cell{X: int32(rng.IntN(width)), Y: int32(rng.IntN(height))}
			compareEngines(t, all, from, to)
		}
	}
	if byBuckets == 0 {
		t.Error("no map was searched with buckets")
	}
}

// Special shapes, each shifted so that its features meet the borders of 64-bit
// words at every offset.
func TestEnginesAgreeOnSpecialShapes(t *testing.T) {
	shapes := []struct {
		name    string
		blocked func(x, y int) bool
	}{
		{"open", func(x, y int) bool { return false }},
		{"full", func(x, y int) bool { return true }},
		{"checkerboard", func(x, y int) bool { return (x+y)%2 == 1 }},
		{"dots", func(x, y int) bool { return x%3 == 1 && y%3 == 1 }},
		{"diagonal walls", func(x, y int) bool { return (x+y)%7 == 0 && x%11 != 3 }},
		{"slits", func(x, y int) bool { return x%5 == 2 && y%9 != 4 }},
		{"serpentine", func(x, y int) bool { return y%2 == 1 && (y%4 == 1) != (x < 2) && (y%4 == 1 || x > 1) }},
		{"spiral", func(x, y int) bool {
			r := max(max(x-40, 40-x), max(y-12, 12-y))
			return r%2 == 1 && !(x == 40+r && y == 12)
		}},
		{"walls with one gap", func(x, y int) bool { return x%16 == 8 && y != x%10 }},
	}
	rng := rand.New(rand.NewPCG(7, 11))
	for _, shape := range shapes {
		for shift := range 64 {
			if testing.Short() && shift%8 != 0 {
				continue
			}
			const height = 25
			width := 80 + shift
			m := openAndWalls(t, width, height, func(x, y int) bool { return x >= shift && shape.blocked(x-shift, y) })
			rule := grid.Rules()[shift%4]
			all := finders(t, uniform(t, m, rule))
			for range 6 {
				from := grid.Cell{X: int32(rng.IntN(width)), Y: int32(rng.IntN(height))}
				to := grid.Cell{X: int32(rng.IntN(width)), Y: int32(rng.IntN(height))}
				compareEngines(t, all, from, to)
				transposed := openAndWalls(t, height, width, func(x, y int) bool { return !m.Open(grid.Cell{X: int32(y), Y: int32(x)}) })
				compareEngines(t, finders(t, uniform(t, transposed, rule)), grid.Cell{X: from.Y, Y: from.X}, grid.Cell{X: to.Y, Y: to.X})
			}
		}
	}
}

// Queries that make no sense are answered by all engines alike.
func TestEnginesRefuseAlike(t *testing.T) {
	picture := asciigrid.Parse(t, "..#", "...")
	for _, f := range finders(t, uniform(t, picture.Map, grid.Rule{})) {
		for _, tc := range []struct {
			from, to grid.Cell
			want     search.Status
		}{
			{grid.Cell{X: -1}, grid.Cell{}, search.OutOfBounds},
			{grid.Cell{}, grid.Cell{Y: 2}, search.OutOfBounds},
			{grid.Cell{X: 2}, grid.Cell{}, search.StartBlocked},
			{grid.Cell{}, grid.Cell{X: 2}, search.GoalBlocked},
			{grid.Cell{X: 1}, grid.Cell{X: 1}, search.Found},
		} {
			a := find(t, f, tc.from, tc.to)
			if a.Status != tc.want || a.Length != 0 || len(a.Path) != 0 != (a.Status == search.Found) {
				t.Errorf("%v, from %v to %v: %+v, want %v", f.Engine(), tc.from, tc.to, a, tc.want)
			}
		}
	}
}

// A serpentine makes paths as long as one likes: just below the limit of 32-bit
// lengths, at it and beyond, where the generic engine must take over.
func TestPathsAtTheEdgeOf32Bits(t *testing.T) {
	const width, height = 401, 401
	m := openAndWalls(t, width, height, func(x, y int) bool {
		gap := width - 1
		if y%4 == 3 {
			gap = 0
		}
		return y%2 == 1 && x != gap
	})
	rules := grid.Rules()
	if testing.Short() {
		rules = rules[:2]
	}
	for _, rule := range rules {
		all := finders(t, uniform(t, m, rule))
		for _, steps := range []int{47300, 47312, 47315, 47316, 47317, 47318, 47320, 47321, 47330, 80800} {
			// 402 steps lead from one row to the next but one.
			row, column := steps/402*2, steps%402
			to := grid.Cell{X: int32(column), Y: int32(row)}
			if row/2%2 == 1 {
				to.X = int32(width - 1 - column)
			}
			if column > 400 {
				continue
			}
			compareEngines(t, all, grid.Cell{}, to)
			a := find(t, all[0], grid.Cell{}, to)
			if rule.Moves == grid.Moves4 && (a.Status != search.Found || a.Length != root2.One*root2.Length(steps)) {
				t.Errorf("%d steps: %v %v", steps, a.Status, a.Length)
			}
		}
	}
}

func TestLargeMaps(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped for time: -short")
	}
	t.Run("4096×4096", func(t *testing.T) {
		m := openAndWalls(t, 4096, 4096, func(x, y int) bool { return x%64 == 32 && y%128 != x%100 })
		costs := uniform(t, m, grid.Rule{})
		var want root2.Length
		for i, e := range []gridsearch.Engine{gridsearch.EngineCanonicalAStar, gridsearch.EngineJumpPoint} {
			f, err := gridsearch.New(costs, e)
			if err != nil {
				t.Fatal(err)
			}
			a := find(t, f, grid.Cell{}, grid.Cell{X: 4095, Y: 4095})
			if a.Status != search.Found {
				t.Fatalf("%v: %v", e, a.Status)
			}
			if walked, err := costs.PathCost(a.Path); err != nil || walked != a.Length {
				t.Errorf("%v: the path costs %v (%v), not %v", e, walked, err, a.Length)
			}
			if i == 0 {
				want = a.Length
			} else if a.Length != want {
				t.Errorf("%v: %v, want %v", e, a.Length, want)
			}
		}
	})
	for _, size := range [][2]int{{1_000_000, 1}, {1, 1_000_000}} {
		t.Run(fmt.Sprintf("%d×%d", size[0], size[1]), func(t *testing.T) {
			m := openAndWalls(t, size[0], size[1], func(x, y int) bool { return false })
			f, err := gridsearch.New(uniform(t, m, grid.Rule{}), gridsearch.EngineAuto)
			if err != nil {
				t.Fatal(err)
			}
			a := find(t, f, grid.Cell{}, grid.Cell{X: int32(size[0] - 1), Y: int32(size[1] - 1)})
			if a.Status != search.Found || a.Length != 999_999*root2.One {
				t.Errorf("%v %v", a.Status, a.Length)
			}
		})
	}
}

func TestFindersDoNotAllocate(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	m := openAndWalls(t, 100, 100, func(x, y int) bool { return x > 2 && x < 97 && rng.IntN(100) < 20 })
	costs := uniform(t, m, grid.Rule{})
	for _, f := range finders(t, costs)[1:] {
		ctx, cancel := context.WithCancel(t.Context())
		there := gridsearch.Query{From: grid.Cell{X: 1, Y: 2}, To: grid.Cell{X: 97, Y: 95}, MaxBytes: 1 << 30}
		back := gridsearch.Query{From: grid.Cell{X: 97, Y: 1}, To: grid.Cell{X: 2, Y: 95}, Form: gridsearch.TurningPoints}
		limited := gridsearch.Query{From: there.From, To: there.To, MaxExpanded: 20}
		var expanded [3]int
		query := func() {
			for i, q := range []*gridsearch.Query{&there, &back, &limited} {
				a, err := f.Find(ctx, *q)
				if err != nil || a.Status != search.Found && i < 2 {
					t.Fatal(a.Status, err)
				}
				q.Path, expanded[i] = a.Path, a.Expanded
			}
		}
		query()
		if allocs := testing.AllocsPerRun(20, query); allocs != 0 {
			t.Errorf("%v: %v allocations in three queries", f.Engine(), allocs)
		}
		if expanded[2] != 20 {
			t.Errorf("%v: %d expansions of 20", f.Engine(), expanded[2])
		}
		cancel()
	}
}

func TestForksSearchAtTheSameTime(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 13))
	m := openAndWalls(t, 90, 70, func(x, y int) bool { return rng.IntN(100) < 25 })
	for _, f := range finders(t, uniform(t, m, grid.Rule{})) {
		var wait sync.WaitGroup
		for worker := range 4 {
			fork := f.Fork()
			wait.Go(func() {
				rng := rand.New(rand.NewPCG(uint64(worker), 1))
				for range 50 {
					from := grid.Cell{X: int32(rng.IntN(90)), Y: int32(rng.IntN(70))}
					to := grid.Cell{X: int32(rng.IntN(90)), Y: int32(rng.IntN(70))}
					a, err := fork.Find(context.Background(), gridsearch.Query{From: from, To: to})
					if err != nil {
						t.Error(err)
					}
					if a.Status == search.Found {
						if walked, err := f.Costs().PathCost(a.Path); err != nil || walked != a.Length {
							t.Errorf("%v: from %v to %v: %v, but the path costs %v (%v)", f.Engine(), from, to, a.Length, walked, err)
						}
					}
				}
			})
		}
		wait.Wait()
	}
}

func TestEnginesSayWhatTheyDoNotSupport(t *testing.T) {
	picture := asciigrid.Parse(t, "12", "34")
	mul, err := grid.NewCosts(picture.Map, grid.Rule{}, grid.Mul)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := gridsearch.New(mul, gridsearch.EngineJumpPoint); err == nil || !strings.Contains(err.Error(), "uniform costs only") {
		t.Errorf("jump point search on weights: %v", err)
	}
	if _, err := gridsearch.New(mul, gridsearch.EngineCanonicalAStar); err == nil || !strings.Contains(err.Error(), "uniform costs only") {
		t.Errorf("canonical A* on weights: %v", err)
	}
	f, err := gridsearch.New(mul, gridsearch.EngineAuto)
	if err != nil || f.Engine() != gridsearch.EngineBucketAStar {
		t.Errorf("auto on weights: %v", err)
	}
}

func TestParseEngine(t *testing.T) {
	for _, e := range append(gridsearch.Engines(), gridsearch.EngineAuto) {
		if got, err := gridsearch.ParseEngine(e.String()); err != nil || got != e {
			t.Errorf("ParseEngine(%q) = %v, %v", e, got, err)
		}
	}
	if _, err := gridsearch.ParseEngine("quantum"); err == nil {
		t.Error("an unknown engine was accepted")
	}
}

func FuzzEnginesAgree(f *testing.F) {
	f.Add(uint8(7), uint8(0), []byte("\x00\x18\x24"))
	f.Add(uint8(70), uint8(3), []byte("\xff\x00\x0f\xf0\x55"))
	f.Fuzz(func(t *testing.T, width, rule uint8, walls []byte) {
		if width == 0 || len(walls) == 0 || len(walls) > 200 {
			return
		}
		w := int(width)
		h := (len(walls)*8 + w - 1) / w
		m := openAndWalls(t, w, h, func(x, y int) bool {
			bit := y*w + x
			return bit/8 < len(walls) && walls[bit/8]>>(bit%8)&1 != 0
		})
		all := finders(t, uniform(t, m, grid.Rules()[rule%4]))
		last := w*h - 1
		for _, from := range []int{0, last / 3, last} {
			to := last - from/2
			compareEngines(t, all, grid.Cell{X: int32(from % w), Y: int32(from / w)}, grid.Cell{X: int32(to % w), Y: int32(to / w)})
		}
	})
}

func ExampleFinder() {
	// A map of 8×4 cells, one of them blocked.
	cells := make([]uint8, 8*4)
	cells[1*8+3] = 1
	m, err := grid.FromKinds(8, 4, []grid.Kind{{Symbol: '.'}, {Symbol: '#', Blocked: true}}, cells)
	if err != nil {
		fmt.Println(err)
		return
	}
	costs, err := grid.NewCosts(m, grid.Rule{}, grid.Uniform)
	if err != nil {
		fmt.Println(err)
		return
	}
	finder, err := gridsearch.New(costs, gridsearch.EngineAuto)
	if err != nil {
		fmt.Println(err)
		return
	}
	answer, err := finder.Find(context.Background(), gridsearch.Query{
		From: grid.Cell{X: 1, Y: 1}, To: grid.Cell{X: 6, Y: 1}, Form: gridsearch.TurningPoints,
	})
	fmt.Println(answer.Status, answer.Length, answer.Path, err)
	// Output: found 3+2√2 [1,1 2,0 4,0 5,1 6,1] <nil>
}

// The choice must not depend on anything but the map.
func TestAutoChooses(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for _, tc := range []struct {
		name    string
		blocked func(x, y int) bool
		want    gridsearch.Engine
	}{
		{"open", func(x, y int) bool { return false }, gridsearch.EngineJumpPoint},
		{"rooms", func(x, y int) bool { return x%16 == 0 && y%16 != 8 || y%16 == 0 && x%16 != 8 }, gridsearch.EngineJumpPoint},
		{"random obstacles", func(x, y int) bool { return rng.IntN(100) < 25 }, gridsearch.EngineCanonicalAStar},
		{"full", func(x, y int) bool { return true }, gridsearch.EngineJumpPoint},
	} {
		costs := uniform(t, openAndWalls(t, 200, 200, tc.blocked), grid.Rule{})
		for range 2 {
			f, err := gridsearch.New(costs, gridsearch.EngineAuto)
			if err != nil || f.Engine() != tc.want {
				t.Errorf("%s: %v (%v), want %v", tc.name, f.Engine(), err, tc.want)
			}
		}
	}
}
