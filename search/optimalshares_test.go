package search_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/search"
)

// TestSharesAreThoseOfTheList counts the paths through each state one by one.
func TestSharesAreThoseOfTheList(t *testing.T) {
	several := 0
	for seed := range uint64(3000) {
		g := randomGraph(seed)
		want := allCheapest(g)
		if len(want) > 500 {
			continue
		}
		through := map[string]int{}
		for path := range want {
			for name := range strings.SplitSeq(path, " ") {
				through[name]++
			}
		}
		all, err := search.AllOptimal(t.Context(), newHashed[int64](g), g.names[g.start], search.Options[string, int64]{})
		if err != nil {
			t.Fatalf("%v: %v", g, err)
		}
		shares, err := all.Shares(t.Context())
		if err != nil {
			t.Fatalf("%v: %v", g, err)
		}
		told := 0
		for name, share := range shares {
			told++
			if got := share * float64(len(want)); math.Abs(got-float64(through[name])) > 1e-9 {
				t.Fatalf("%v: %v of %d paths lead through %s, want %d", g, got, len(want), name, through[name])
			}
		}
		if told != len(through) {
			t.Fatalf("%v: %d states have a share, want %d", g, told, len(through))
		}
		if len(want) > 1 {
			several++
		}
	}
	if several < 100 {
		t.Errorf("only %d graphs with several cheapest paths were looked at", several)
	}
}

// TestSharesBeyondFloats has numbers of paths that no float64 can hold: (1200 over
// 600) is about 10^360. Each diagonal of a lattice is crossed once by each path.
func TestSharesBeyondFloats(t *testing.T) {
	const n = 600
	all, err := search.AllOptimal(t.Context(), lattice(n), [2]int{}, search.Options[[2]int, int]{})
	if err != nil {
		t.Fatal(err)
	}
	shares, err := all.Shares(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	diagonal := make([]float64, 2*n+1)
	middle := 0.0
	for s, share := range shares {
		diagonal[s[0]+s[1]] += share
		if s == [2]int{n / 2, n / 2} {
			middle = share
		}
	}
	for i, sum := range diagonal {
		if math.Abs(sum-1) > 1e-9 {
			t.Fatalf("the shares of diagonal %d add up to %v", i, sum)
		}
	}
	// By Stirling, (n over n/2)² / (2n over n) is near 2/√(πn).
	if want := 2 / math.Sqrt(math.Pi*n); math.Abs(middle-want) > 1e-3*want {
		t.Errorf("the middle has the share %v, want about %v", middle, want)
	}
}

func TestSharesCanBeStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, shares := range map[string]func() error{
		"listed": func() error {
			all, err := search.AllOptimal(t.Context(), clique(30), 0, search.Options[int, int]{})
			if err == nil {
				_, err = all.Shares(ctx)
			}
			return err
		},
		"counted": func() error {
			all, err := search.AllOptimal(t.Context(), lattice(20), [2]int{}, search.Options[[2]int, int]{})
			if err == nil {
				_, err = all.Shares(ctx)
			}
			return err
		},
	} {
		if err := shares(); err == nil {
			t.Errorf("%s: shares although the context was done", name)
		}
	}
}

// TestAllOptimalCanBeStoppedAtItsFirstPath has a context that ends while the first path
// is being looked for among free edges.
func TestAllOptimalCanBeStoppedAtItsFirstPath(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	looked := 0
	p := watchedClique{12, func() {
		if looked++; looked == 20 { // all 12 have been expanded, and their edges are looked at again
			cancel()
		}
	}}
	all, err := search.AllOptimal(ctx, p, 0, search.Options[int, int]{})
	if err != nil {
		t.Fatal(err)
	}
	if all.Result.Status != search.Limit || len(all.Result.Path) > 0 || len(slices.Collect(all.Paths())) > 0 {
		t.Errorf("%+v", all.Result)
	}
}

// watchedClique tells each time its successors are asked for.
type watchedClique struct {
	clique
	asked func()
}

func (w watchedClique) AppendSuccessors(dst []search.Edge[int, int], s int) []search.Edge[int, int] {
	w.asked()
	return w.clique.AppendSuccessors(dst, s)
}
