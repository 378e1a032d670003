package search_test

import (
	"context"
	"testing"

	"github.com/astrolabe-search/astrolabe/search"
)

// TestBidirectionalStopsAtTheProof follows both OPENs by what the observer is told:
// nothing is expanded once U <= max(fF, fB, gF + gB + e). Each of the three terms
// must be the one that ends some searches.
func TestBidirectionalStopsAtTheProof(t *testing.T) {
	type values struct{ g, f int64 }
	last := map[string]int{}
	someSettings(400, 7, func(g *graph, p hashed[int64], a algorithm[string, int64], s setting) {
		if !a.bothEnds || a.guarantee == feasible {
			return
		}
		var open [2]map[string]values
		for side := range open {
			open[side] = map[string]values{}
		}
		u, met := int64(0), false
		// proof returns which term proves U, or "".
		proof := func() string {
			var leastG, leastF [2]int64
			for side := range open {
				first := true
				for _, v := range open[side] {
					if first || v.g < leastG[side] {
						leastG[side] = v.g
					}
					if first || v.f < leastF[side] {
						leastF[side] = v.f
					}
					first = false
				}
			}
			switch {
			case !met || len(open[0]) == 0 || len(open[1]) == 0:
				return ""
			case u <= leastF[0]:
				return "forward f"
			case u <= leastF[1]:
				return "backward f"
			case u <= leastG[0]+leastG[1]:
				return "both g"
			case u <= leastG[0]+leastG[1]+g.cheapest:
				return "both g and the cheapest edge"
			}
			return ""
		}
		put := func(e search.Event[string, int64]) { open[e.Side][e.State] = values{e.G, e.F} }
		opts := options(a, g, s)
		opts.Observer = search.Observer[string, int64]{
			Generate: put, Improve: put, Reopen: put,
			Meet: func(e search.Event[string, int64]) { u, met = e.F, true },
			Expand: func(e search.Event[string, int64]) {
				if why := proof(); why != "" {
					t.Fatalf("%s expands %s though %s proves U = %d\n%v%v", a.name, e.State, why, u, g, s)
				}
				delete(open[e.Side], e.State)
			},
		}
		r, err := a.run(context.Background(), p, g.names[g.start], opts)
		if err != nil {
			t.Fatal(err)
		}
		if r.Status == search.Found {
			last[proof()]++
		}
	})
	for _, term := range []string{"forward f", "backward f", "both g", "both g and the cheapest edge"} {
		if last[term] < 5 {
			t.Errorf("%q ends %d searches only: %v", term, last[term], last)
		}
	}
}
