package search_test

import (
	"context"
	"testing"

	"github.com/astrolabe-search/astrolabe/search"
)

// TestInterruptedAtItsEnd cancels a search while it expands its last state. Wherever
// that falls between two looks at the context, it is proved that there is no path, and
// the answer says so.
func TestInterruptedAtItsEnd(t *testing.T) {
	for _, m := range search.Methods[int, int]() {
		if m.Order == search.ByDepth || m.Order == search.ByThreshold || m.Halves == 2 {
			continue // the state that they expand last is not known beforehand
		}
		for states := 1; states <= 200; states++ {
			ctx, cancel := context.WithCancel(context.Background())
			opts := search.Options[int, int]{}
			opts.Observer.Expand = func(e search.Event[int, int]) {
				if e.State == states-1 {
					cancel()
				}
			}
			chain := search.Func(
				func(s int, edge func(int, int)) {
					if s+1 < states {
						edge(s+1, 1)
					}
				},
				func(int) bool { return false },
			)
			s, err := m.New(chain, 0, opts)
			if err != nil {
				t.Fatal(err)
			}
			if r, err := s.Run(ctx); err != nil || r.Status != search.NoPath {
				t.Fatalf("%s with %d states: %v, %v; want no-path", m.Name, states, r.Status, err)
			}
		}
	}
}

// TestInterruptedBefore: a context that is done before the search begins lets nothing
// be expanded.
func TestInterruptedBefore(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	l := meshBothWays{mesh{side: 2, cost: []int{1, 1, 1, 1}, goal: 3}}
	for _, m := range search.Methods[int, int]() {
		s, err := m.New(l, 0, search.Options[int, int]{})
		if err != nil {
			t.Fatal(err)
		}
		if r, err := s.Run(ctx); err != nil || r.Status != search.Limit || r.Expanded != 0 {
			t.Errorf("%s: %v after %d expansions, %v", m.Name, r.Status, r.Expanded, err)
		}
	}
}
