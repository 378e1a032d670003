package gridsearch_test

import (
	"math/rand/v2"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/internal/asciigrid"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

// TestNearestIsOfAllExpanded: of all cells that bucket Dijkstra expanded, which a watcher
// is told, none has a less estimate than the nearest, nor the same at less cost.
func TestNearestIsOfAllExpanded(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 3))
	checked := 0
	check := func(costs *grid.Costs, most int64) {
		m := costs.Map()
		from := grid.Cell{X: int32(r.IntN(m.Width())), Y: int32(r.IntN(m.Height()))}
		to := grid.Cell{X: int32(r.IntN(m.Width())), Y: int32(r.IntN(m.Height()))}
		if gridsearch.EngineBucketDijkstra.Supports(costs) != "" {
			return
		}
		f, err := gridsearch.New(costs, gridsearch.EngineBucketDijkstra)
		if err != nil {
			t.Fatal(err)
		}
		expanded := map[grid.Cell]root2.Length{}
		f.Watch(&gridsearch.Watcher{Observer: gridsearch.Observer{
			Expand:   func(e gridsearch.Event) { expanded[e.State] = e.G },
			Generate: func(e gridsearch.Event) { delete(expanded, e.State) }, // to be expanded again
		}})
		a, err := f.Find(t.Context(), gridsearch.Query{From: from, To: to, MaxExpanded: most})
		if err != nil {
			t.Fatal(err)
		}
		if a.Status != search.Limit && a.Status != search.NoPath || a.Length != gridsearch.Unreachable && a.Status == search.Limit {
			return
		}
		checked++
		estimate := costs.Heuristic(grid.Auto, to).At
		best, length := estimate(from), root2.Length(0)
		for c, g := range expanded {
			if h := estimate(c); h < best || h == best && g < length {
				best, length = h, g
			}
		}
		last := a.Nearest[len(a.Nearest)-1]
		if h := estimate(last); h != best || a.NearestLength != length {
			t.Fatalf("%v, cost %v, from %v to %v, after %d expansions: the nearest is %v, %v from the goal, at %v; want one %v from it, at %v\n%s",
				costs.Rule(), costs.Model(), from, to, a.Expanded, last, h, a.NearestLength, best, length, asciigrid.Render(m, a.Nearest))
		}
	}
	for i := range uint64(mapCount(t, 30000)) {
		costs := randomCosts(t, i, grid.Rules()[i%4], grid.Models()[i/4%4])
		check(costs, int64(r.IntN(20)))
	}
	for i := range 300 {
		m := openAndWalls(t, 40+r.IntN(30), 40+r.IntN(30), func(int, int) bool { return r.IntN(100) < 38 })
		check(uniform(t, m, grid.Rules()[i%4]), int64(r.IntN(1000)))
	}
	if checked < 100 {
		t.Errorf("%d answers were checked", checked)
	}
}
