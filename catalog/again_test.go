package catalog_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/internal/asciigrid"
	"github.com/astrolabe-search/astrolabe/search"
)

// TestAgainEndsWhereTheSearchEnded: a search that is made again expands as much as the
// first time, whatever ended it, and nothing where that was nothing.
func TestAgainEndsWhereTheSearchEnded(t *testing.T) {
	picture := asciigrid.Parse(t, "S...#....", "..#.#.##.", "..#.#.#..", "..#...#.G")
	costs, err := grid.NewCosts(picture.Map, grid.Rule{}, grid.Uniform)
	if err != nil {
		t.Fatal(err)
	}
	stopped, stop := context.WithCancelCause(context.Background())
	stop(errors.New("the user went away"))
	for _, e := range slices.Concat(catalog.Entries(), catalog.Engines()) {
		q := catalog.Query{Costs: costs, From: picture.Start, To: picture.Goal}
		limited, little := q, q
		limited.MaxExpanded, little.MaxBytes = 3, 1
		for _, tc := range []struct {
			name string
			ctx  context.Context
			q    catalog.Query
		}{
			{"to its end", context.Background(), q},
			{"after 3 expansions", context.Background(), limited},
			{"for want of memory", context.Background(), little},
			{"at once", stopped, q},
		} {
			first, err := e.Solve(tc.ctx, tc.q, nil)
			if err != nil {
				t.Fatalf("%s, %s: %v", e.Name, tc.name, err)
			}
			first.Query.MaxTime = 1 // which sufficed the first time
			ctx, q := first.Again(context.Background())
			told := int64(0)
			q.Watcher = &gridsearch.Watcher{Observer: gridsearch.Observer{Expand: func(gridsearch.Event) { told++ }}}
			second, err := e.Solve(ctx, q, nil)
			if err != nil {
				t.Fatalf("%s, %s: %v", e.Name, tc.name, err)
			}
			a, b := first.Result, second.Result
			if a.Status != b.Status || a.Expanded != b.Expanded || a.Cost != b.Cost || told != a.Expanded {
				t.Errorf("%s, ended %s: first %v after %d, then %v after %d expansions, %d told", e.Name, tc.name, a.Status, a.Expanded, b.Status, b.Expanded, told)
			}
			if tc.name == "at once" && (b.Status != search.Limit || b.Expanded != 0) {
				t.Errorf("%s, stopped at once: %v after %d expansions", e.Name, b.Status, b.Expanded)
			}
		}
	}
}
