package search_test

import (
	"context"
	"fmt"
	"log"
	"reflect"
	"sync"
	"testing"

	"github.com/astrolabe-search/astrolabe/search"
)

// Two jugs hold 3 and 5 liters; 4 are to be measured. A state is what is in them,
// and an edge fills one, empties one, or pours one into the other.
func ExampleFunc() {
	type jugs struct{ small, large int }
	problem := search.Func(
		func(j jugs, edge func(jugs, int)) {
			edge(jugs{3, j.large}, 1)
			edge(jugs{j.small, 5}, 1)
			edge(jugs{0, j.large}, 1)
			edge(jugs{j.small, 0}, 1)
			poured := min(j.small, 5-j.large)
			edge(jugs{j.small - poured, j.large + poured}, 1)
			poured = min(j.large, 3-j.small)
			edge(jugs{j.small + poured, j.large - poured}, 1)
		},
		func(j jugs) bool { return j.large == 4 },
	)
	result, err := search.Dijkstra(context.Background(), problem, jugs{}, search.Options[jugs, int]{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Cost, "steps:", result.Path)
	// Output: 6 steps: [{0 0} {0 5} {3 2} {0 2} {2 0} {2 5} {3 4}]
}

// asFunc is a graph as two functions.
func asFunc(p hashed[int64]) search.Problem[string, int64] {
	return search.Func(func(s string, edge func(string, int64)) {
		for _, e := range p.out[p.number(s)] {
			edge(e.To, e.Cost)
		}
	}, p.IsGoal)
}

// TestFunc compares problems made of functions with the same ones as types.
func TestFunc(t *testing.T) {
	someSettings(60, 31, func(g *graph, p hashed[int64], a algorithm[string, int64], s setting) {
		if a.bothEnds {
			return
		}
		want, wantErr := a.run(context.Background(), p, g.names[g.start], options(a, g, s))
		got, err := a.run(context.Background(), asFunc(p), g.names[g.start], options(a, g, s))
		if !reflect.DeepEqual(got, want) || err != nil || wantErr != nil {
			t.Fatalf("%s: %+v, %v; as a type %+v, %v\n%v%v", a.name, got, err, want, wantErr, g, s)
		}
	})
}

// TestFuncByMany asks one problem from many goroutines, each within another's call.
func TestFuncByMany(t *testing.T) {
	var p search.Problem[int, int]
	p = search.Func(func(s int, edge func(int, int)) {
		edge(s+1, s)
		if s > 0 {
			p.AppendSuccessors(nil, s-1)
		}
		edge(s+2, s)
	}, func(int) bool { return false })
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for s := range 50 {
				if got := fmt.Sprint(p.AppendSuccessors(nil, s)); got != fmt.Sprintf("[{%d %d} {%d %d}]", s+1, s, s+2, s) {
					t.Errorf("the successors of %d are %s", s, got)
				}
			}
		})
	}
	group.Wait()
}

// TestFuncAllocatesNothing counts what an expansion allocates.
func TestFuncAllocatesNothing(t *testing.T) {
	p := search.Func(func(s int, edge func(int, int)) { edge(s+1, 1) }, func(int) bool { return false })
	buffer := make([]search.Edge[int, int], 0, 4)
	if n := testing.AllocsPerRun(1000, func() { buffer = p.AppendSuccessors(buffer[:0], 1) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
