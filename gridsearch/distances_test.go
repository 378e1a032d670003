package gridsearch_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/internal/asciigrid"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

// Distances from a cell are the lengths of the paths to each, for every rule, cost
// model and engine.
func TestDistancesAreThoseOfPaths(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 4))
	rules := []grid.Rule{{Moves: grid.Moves4}, {}, {Corners: grid.CornersOne}, {Corners: grid.CornersAlways}}
	for i := range uint64(mapCount(t, 200)) {
		costs := randomCosts(t, i, rules[i%4], grid.Models()[i/4%4])
		m := costs.Map()
		all := finders(t, costs)
		from := grid.Cell{X: int32(r.IntN(m.Width())), Y: int32(r.IntN(m.Height()))}
		if !m.Open(from) {
			continue
		}
		var some []grid.Cell
		for range r.IntN(5) {
			some = append(some, grid.Cell{X: int32(r.IntN(m.Width())), Y: int32(r.IntN(m.Height()))})
		}
		for _, f := range all {
			lengths, _, status, err := f.DistancesFrom(nil, from)
			if err != nil || status != search.Found || len(lengths) != m.Width()*m.Height() {
				t.Fatalf("%v: %d lengths, %v, %v", f.Engine(), len(lengths), status, err)
			}
			for _, c := range cells(m) {
				want := gridsearch.Unreachable
				if m.Open(c) {
					length, _, status, err := all[0].FindLength(from, c)
					if err != nil {
						t.Fatal(err)
					}
					if status == search.Found {
						want = length
					}
				}
				if got := lengths[int(c.Y)*m.Width()+int(c.X)]; got != want {
					t.Fatalf("%v, %v, %v: from %v to %v: %v, want %v\n%s", f.Engine(), costs.Rule(), costs.Model(), from, c, got, want, asciigrid.Render(m, nil))
				}
			}
			found, _, status, err := f.FindLengths(nil, from, some)
			if err != nil || status != search.Found || len(found) != len(some) {
				t.Fatalf("%v: %d lengths, %v, %v", f.Engine(), len(found), status, err)
			}
			for j, to := range some {
				if want := lengths[int(to.Y)*m.Width()+int(to.X)]; found[j] != want {
					t.Fatalf("%v, %v, %v: from %v to the target %v: %v, want %v", f.Engine(), costs.Rule(), costs.Model(), from, to, found[j], want)
				}
			}
		}
	}
}

// A corridor of 60,000 cells leads out of the range of 32-bit lengths.
func TestDistancesBeyond32Bits(t *testing.T) {
	const length = 60_000
	m := openAndWalls(t, length, 1, func(x, _ int) bool { return false })
	f, err := gridsearch.New(uniform(t, m, grid.Rule{}), gridsearch.EngineAuto)
	if err != nil {
		t.Fatal(err)
	}
	lengths, stats, _, err := f.DistancesFrom(nil, grid.Cell{})
	if err != nil || stats.Expanded != length {
		t.Fatalf("%d expansions, %v", stats.Expanded, err)
	}
	for x, got := range lengths {
		if want := root2.Length(x) * root2.Q; got != want {
			t.Fatalf("to %d: %v, want %v", x, got, want)
		}
	}
	far := grid.Cell{X: length - 1}
	if got, _, _, err := f.FindLengths(nil, grid.Cell{}, []grid.Cell{{X: 3}, far}); err != nil || got[0] != 3*root2.Q || got[1] != lengths[length-1] {
		t.Errorf("to targets: %v, %v", got, err)
	}
}

func TestDistancesRefuse(t *testing.T) {
	picture := asciigrid.Parse(t, "S.#", "...")
	f, err := gridsearch.New(uniform(t, picture.Map, grid.Rule{}), gridsearch.EngineJumpPoint)
	if err != nil {
		t.Fatal(err)
	}
	wall, outside := grid.Cell{X: 2}, grid.Cell{X: 3}
	for _, test := range []struct {
		from    grid.Cell
		targets []grid.Cell
		want    search.Status
	}{
		{wall, nil, search.StartBlocked},
		{outside, nil, search.OutOfBounds},
		{picture.Start, []grid.Cell{outside}, search.OutOfBounds},
		{wall, []grid.Cell{picture.Start}, search.StartBlocked},
		{picture.Start, []grid.Cell{wall}, search.Found},
	} {
		_, _, status, err := f.FindLengths(nil, test.from, test.targets)
		if test.targets == nil {
			_, _, status, err = f.DistancesFrom(nil, test.from)
		}
		if err != nil || status != test.want {
			t.Errorf("from %v to %v: %v, %v; want %v", test.from, test.targets, status, err, test.want)
		}
	}
	if got, _, _, err := f.FindLengths(nil, picture.Start, []grid.Cell{wall, {X: 1}}); err != nil || got[0] != gridsearch.Unreachable || got[1] != root2.Q {
		t.Errorf("to a wall and a neighbor: %v, %v", got, err)
	}
}

// The search stops when the last target is reached, and takes no new memory the
// second time.
func TestFindLengthsAffords(t *testing.T) {
	m := openAndWalls(t, 300, 300, func(_, _ int) bool { return false })
	costs := uniform(t, m, grid.Rule{})
	for _, engine := range gridsearch.Engines() {
		if engine == gridsearch.EngineGeneric {
			continue // its buckets are everybody's
		}
		f, err := gridsearch.New(costs, engine)
		if err != nil {
			t.Fatal(err)
		}
		from, targets := grid.Cell{X: 150, Y: 150}, []grid.Cell{{X: 155, Y: 150}, {X: 149, Y: 152}}
		var lengths []root2.Length
		var stats gridsearch.Stats
		find := func() { lengths, stats, _, _ = f.FindLengths(lengths, from, targets) }
		find()
		if stats.Expanded > 150 {
			t.Errorf("%v: %d expansions for targets 5 cells away", engine, stats.Expanded)
		}
		if n := testing.AllocsPerRun(10, find); n != 0 {
			t.Errorf("%v: %v allocations", engine, n)
		}
		before := f.Bytes()
		if before < 8*302*302 {
			t.Errorf("%v: %d bytes do not count the nodes", engine, before)
		}
	}
}

func ExampleFinder_DistancesFrom() {
	kinds := []grid.Kind{{Symbol: '.'}, {Symbol: '#', Blocked: true}}
	m, err := grid.FromKinds(3, 2, kinds, []uint8{0, 1, 0, 0, 0, 0})
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
	lengths, _, _, err := finder.DistancesFrom(nil, grid.Cell{X: 0, Y: 0})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, length := range lengths {
		if length == gridsearch.Unreachable {
			fmt.Println(i, "unreachable")
			continue
		}
		fmt.Println(i, length)
	}
	// Output:
	// 0 0
	// 1 unreachable
	// 2 4
	// 3 1
	// 4 2
	// 5 3
}
