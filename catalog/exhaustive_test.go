package catalog_test

import (
	"context"
	"testing"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/search"
)

// terrainQuery returns a query under the terrain article's rules: its moves,
// costs, heuristic, ties and order of neighbors, (row, column) (0,−1) (1,0)
// (0,1) (−1,0) (1,−1) (1,1) (−1,1) (−1,−1).
func terrainQuery(tb testing.TB, m *grid.Map, from, to grid.Cell) catalog.Query {
	tb.Helper()
	costs, err := grid.NewCosts(m, grid.Rule{Moves: grid.Moves8, Corners: grid.CornersAlways}, grid.Add)
	if err != nil {
		tb.Fatal(err)
	}
	return catalog.Query{
		Costs: costs, From: from, To: to, Metric: grid.Octile, Tie: search.TieParentG,
		Order: [8]grid.Dir{grid.W, grid.S, grid.E, grid.N, grid.SW, grid.SE, grid.NE, grid.NW},
	}
}

func entry(tb testing.TB, name string) *catalog.Entry {
	tb.Helper()
	e, err := catalog.Lookup(name)
	if err != nil {
		tb.Fatal(err)
	}
	return e
}

func TestExhaustiveX(t *testing.T) {
	first, proved := entry(t, "bidirectional-first-meeting"), entry(t, "bidirectional")
	for _, shape := range [][2]int32{{3, 2}, {2, 3}} {
		var ws gridsearch.Workspace
		var ordered, solvable, same, wrong, wrongDistinct int
		for code := range 4096 {
			b := &board{width: shape[0], height: shape[1]}
			for rest, i := code, 0; i < 6; i, rest = i+1, rest/4 {
				b.weight = append(b.weight, []int64{blockedCell, 0, 2_000_000, 4_000_000}[rest%4])
			}
			m := b.grid(t, true)
			for s := range 6 {
				from := grid.Cell{X: int32(s) % b.width, Y: int32(s) / b.width}
				if !b.open(from) {
					continue
				}
				q := terrainQuery(t, m, from, from)
				dist, reached := b.distances(from, q.Costs.Rule(), q.Costs.Model())
				for g := range 6 {
					q.To = grid.Cell{X: int32(g) % b.width, Y: int32(g) / b.width}
					if !b.open(q.To) {
						continue
					}
					ordered++
					if !reached[g] {
						continue
					}
					solvable++
					if s == g {
						same++
					}
					a, err := proved.Solve(context.Background(), q, &ws)
					if err != nil || (&oracleCase{costs: q.Costs}).pairOf(a.Result.Cost) != dist[g] {
						t.Fatal("bidir")
					}
					p, _ := q.Problem()
					opts := q.Options(p)
					u, _ := grid.NewCosts(m, q.Costs.Rule(), grid.Uniform)
					opts.Heuristic = u.Heuristic(grid.Octile, q.To).At
					opts.BackwardHeuristic = u.Heuristic(grid.Octile, q.From).At
					st, err := first.New(p, q.From, opts)
					if err != nil {
						t.Fatal("bidir")
					}
					r, err := st.Run(context.Background())
					if err != nil {
						t.Fatal("bidir")
					}
					if (&oracleCase{costs: q.Costs}).pairOf(r.Cost) != dist[g] {
						wrong++
						if s != g {
							wrongDistinct++
						}
					}
				}
			}
		}
		t.Log(shape, "ordered", ordered, "solvable", solvable, "same", same, "wrong", wrong, wrongDistinct)
	}
}
