package verify_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/mapgen"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/verify"
)

// largeQuery returns a query on a map so large that rays are suspended, OPEN has
// stale entries and stacks come round; the same number gives the same one.
func largeQuery(t testing.TB, number uint64) catalog.Query {
	t.Helper()
	rng := rand.New(rand.NewPCG(number, 5))
	kinds := []func(mapgen.Options) (*grid.Map, error){mapgen.Random, mapgen.Rooms, mapgen.Maze}
	o := mapgen.Options{Width: 100 + rng.IntN(150), Height: 100 + rng.IntN(100), Seed: int64(number)}
	m, err := kinds[number%3](o)
	if err != nil {
		t.Fatal(err)
	}
	costs, err := grid.NewCosts(m, grid.Rules()[rng.IntN(4)], grid.Models()[rng.IntN(2)])
	if err != nil {
		t.Fatal(err)
	}
	open := func() grid.Cell {
		for {
			if c := (grid.Cell{X: rng.Int32N(int32(o.Width)), Y: rng.Int32N(int32(o.Height))}); m.Open(c) {
				return c
			}
		}
	}
	return catalog.Query{Costs: costs, From: open(), To: open(), Tie: search.Ties()[rng.IntN(len(search.Ties()))]}
}

// TestTracesOnLargeMapsPass checks genuine traces of every algorithm and engine.
func TestTracesOnLargeMapsPass(t *testing.T) {
	queries := uint64(24)
	if testing.Short() {
		queries = 3
	}
	for number := range queries {
		for _, entry := range slices.Concat(catalog.Engines(), catalog.Entries()) {
			q := largeQuery(t, number)
			if !entry.Fast() {
				q.MaxExpanded = 15_000
			}
			if entry.Applies(q) != "" {
				continue
			}
			report, err := verify.CheckTrace(q.Costs.Map(), traceOf(t, entry.Name, q))
			if err != nil || !report.OK() {
				t.Errorf("query %d, %s: %v\n%v", number, entry.Name, err, report)
			}
		}
	}
}
