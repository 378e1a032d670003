package search_test

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"testing"

	"github.com/astrolabe-search/astrolabe/search"
)

// allCheapest returns every cheapest path that visits no state twice and ends at
// the first goal it reaches, by trying all ways there are.
func allCheapest(g *graph) map[string]bool {
	found := map[string]bool{}
	onPath := make([]bool, len(g.names))
	var walk func(at int, path string, cost int64)
	walk = func(at int, path string, cost int64) {
		if cost > g.optimum() {
			return
		}
		if g.isGoal[at] {
			if cost == g.optimum() {
				found[path] = true
			}
			return
		}
		onPath[at] = true
		for _, e := range g.arcs {
			if e.from == at && !onPath[e.to] && g.toGoal[e.to] != unreachable {
				walk(e.to, path+" "+g.names[e.to], cost+e.cost)
			}
		}
		onPath[at] = false
	}
	if g.optimum() != unreachable {
		walk(g.start, g.names[g.start], 0)
	}
	return found
}

func TestAllOptimalPathsAreAllThereAre(t *testing.T) {
	ctx := context.Background()
	several := 0
	for seed := range uint64(8000) {
		g := randomGraph(seed)
		want := allCheapest(g)
		if len(want) > 5000 {
			continue
		}
		p := newHashed[int64](g)
		for _, opts := range []search.Options[string, int64]{
			{},
			{Heuristic: heuristic[int64](g, g.toGoal), Claim: search.Consistent},
			{Heuristic: func(string) int64 { return 1000 }}, // nothing is claimed of it: it must not steer
		} {
			all, err := search.AllOptimal(ctx, p, g.names[g.start], opts)
			if err != nil {
				t.Fatalf("%v: %v", g, err)
			}
			got := map[string]bool{}
			var first []string
			for path := range all.Paths() {
				if first == nil {
					first = path
				}
				text := fmt.Sprint(path)
				text = text[1 : len(text)-1]
				if got[text] {
					t.Fatalf("%v: %q is listed twice", g, text)
				}
				if !want[text] {
					t.Fatalf("%v: %q is no cheapest path", g, text)
				}
				got[text] = true
			}
			if len(got) != len(want) {
				t.Fatalf("%v: %d paths listed, want %d", g, len(got), len(want))
			}
			count, err := all.Count(ctx)
			if err != nil || count.Int64() != int64(len(want)) {
				t.Fatalf("%v: %v paths counted (%v), want %d", g, count, err, len(want))
			}
			switch {
			case len(want) == 0:
				if all.Result.Status != search.NoPath {
					t.Fatalf("%v: status %v, want no-path", g, all.Result.Status)
				}
			case all.Result.Status != search.Found || all.Result.Cost != g.optimum() || !slices.Equal(all.Result.Path, first) || all.Result.Certificate != search.Optimal:
				t.Fatalf("%v: %+v; want the first path, at a cost of %d", g, all.Result, g.optimum())
			}
		}
		if len(want) > 1 {
			several++
		}
	}
	if several < 200 {
		t.Errorf("only %d graphs with several cheapest paths were looked at", several)
	}
}

// Free edges in a circle: there are infinitely many walks of the same cost, but
// just one path.
func TestFreeCyclesAddNoPaths(t *testing.T) {
	for name, g := range map[string]*graph{
		"loop":  namedGraph("s", []string{"t"}, namedEdge{"s", "a", 1}, namedEdge{"a", "a", 0}, namedEdge{"a", "t", 1}),
		"cycle": namedGraph("s", []string{"t"}, namedEdge{"s", "a", 0}, namedEdge{"a", "s", 0}, namedEdge{"a", "t", 0}),
	} {
		all, err := search.AllOptimal(context.Background(), newHashed[int64](g), "s", search.Options[string, int64]{})
		if err != nil {
			t.Fatal(err)
		}
		paths := slices.Collect(all.Paths())
		if len(paths) != 1 || !slices.Equal(paths[0], []string{"s", "a", "t"}) {
			t.Errorf("%s: %v, want s a t alone", name, paths)
		}
	}
}

// clique is n states, each connected with each at no cost: about e·(n−2)! cheapest paths.
type clique int

func (n clique) IsGoal(s int) bool { return s == int(n)-1 }

func (n clique) AppendSuccessors(dst []search.Edge[int, int], _ int) []search.Edge[int, int] {
	for to := range int(n) {
		dst = append(dst, search.Edge[int, int]{To: to})
	}
	return dst
}

func TestListingAndCountingCanBeStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	all, err := search.AllOptimal(ctx, clique(30), 0, search.Options[int, int]{})
	if err != nil {
		t.Fatal(err)
	}
	next, stop := iter.Pull(all.Paths())
	defer stop()
	for range 1000 {
		if path, ok := next(); !ok || path[0] != 0 || path[len(path)-1] != 29 {
			t.Fatalf("got %v", path)
		}
	}
	cancel()
	if count, err := all.Count(ctx); err == nil {
		t.Errorf("counted %v paths although the context was done", count)
	}
}

// lattice is an n×n grid of streets, one way east and south.
type lattice int

func (n lattice) IsGoal(s [2]int) bool { return s == [2]int{int(n), int(n)} }

func (n lattice) AppendSuccessors(dst []search.Edge[[2]int, int], s [2]int) []search.Edge[[2]int, int] {
	for i := range s {
		if to := s; to[i] < int(n) {
			to[i]++
			dst = append(dst, search.Edge[[2]int, int]{To: to, Cost: 1})
		}
	}
	return dst
}

// There are far more paths than could be listed: (2n over n).
func TestCountNeedsNoListing(t *testing.T) {
	all, err := search.AllOptimal(context.Background(), lattice(50), [2]int{}, search.Options[[2]int, int]{})
	if err != nil {
		t.Fatal(err)
	}
	count, err := all.Count(context.Background())
	if err != nil || count.String() != "100891344545564193334812497256" {
		t.Errorf("%v (%v), want 100 over 50 = 100891344545564193334812497256", count, err)
	}
}

func TestAllOptimalKeepsToItsBudget(t *testing.T) {
	all, err := search.AllOptimal(context.Background(), lattice(50), [2]int{}, search.Options[[2]int, int]{MaxExpanded: 100})
	if err != nil {
		t.Fatal(err)
	}
	if all.Result.Status != search.Limit || all.Result.Expanded > 100 || len(slices.Collect(all.Paths())) != 0 {
		t.Errorf("%v after %d expansions", all.Result.Status, all.Result.Expanded)
	}
}

func TestNearestReachable(t *testing.T) {
	unreached := 0
	for seed := range uint64(4000) {
		g := randomGraph(seed)
		distance := func(name string) int64 { return int64(g.number(name) * 7 % 5) }
		result, err := search.NearestReachable(context.Background(), newHashed[int64](g), g.names[g.start], distance, search.Options[string, int64]{})
		if err != nil {
			t.Fatalf("%v: %v", g, err)
		}
		if g.optimum() != unreachable {
			if result.Status != search.Found || result.Cost != g.optimum() {
				t.Fatalf("%v: %v at %d, want the goal at %d", g, result.Status, result.Cost, g.optimum())
			}
			continue
		}
		unreached++
		least, cost := int64(unreachable), int64(unreachable)
		for i, name := range g.names {
			if d := distance(name); g.fromHere[i] != unreachable && (d < least || d == least && g.fromHere[i] < cost) {
				least, cost = d, g.fromHere[i]
			}
		}
		last := result.Nearest[len(result.Nearest)-1]
		walked, err := g.pathCost(result.Nearest)
		if result.Status != search.NoPath || err != nil || distance(last) != least || result.NearestCost != cost || walked != cost {
			t.Fatalf("%v: %v %v at %d (%v), want a state at distance %d for %d", g, result.Status, result.Nearest, result.NearestCost, err, least, cost)
		}
	}
	if unreached < 200 {
		t.Errorf("only %d graphs had no path to a goal", unreached)
	}
}

func ExampleAllOptimal() {
	all, err := search.AllOptimal(context.Background(), lattice(2), [2]int{}, search.Options[[2]int, int]{})
	if err != nil {
		fmt.Println(err)
		return
	}
	count, err := all.Count(context.Background())
	fmt.Println(count, err)
	for path := range all.Paths() {
		fmt.Println(path)
		break
	}
	// Output:
	// 6 <nil>
	// [[0 0] [1 0] [2 0] [2 1] [2 2]]
}
