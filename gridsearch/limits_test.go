package gridsearch_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/internal/asciigrid"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

func TestLimitsHaveWords(t *testing.T) {
	for limit, want := range map[gridsearch.Limit]string{
		gridsearch.NoLimit: "none", gridsearch.LimitExpanded: "expansions", gridsearch.LimitBytes: "bytes",
		gridsearch.LimitContext: "context", gridsearch.LimitContext + 1: "Limit(4)",
	} {
		if got := limit.String(); got != want {
			t.Errorf("Limit %d is %q, want %q", uint8(limit), got, want)
		}
	}
}

// At every limit of expansions an engine says what is true: a bound that no path is
// below and that never falls, a legal way to the nearest cell, a legal path if it has
// one. A limit that suffices changes nothing.
func TestAnswersAtLimits(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 11))
	ctx := t.Context()
	limited, withPath, raised := 0, 0, 0
	for i := range uint64(mapCount(t, 1500)) {
		costs := randomCosts(t, i, grid.Rules()[i%4], grid.Models()[i/4%4])
		m := costs.Map()
		from := grid.Cell{X: int32(r.IntN(m.Width())), Y: int32(r.IntN(m.Height()))}
		to := grid.Cell{X: int32(r.IntN(m.Width())), Y: int32(r.IntN(m.Height()))}
		all := finders(t, costs)
		optimum := find(t, all[0], from, to)
		if optimum.Status != search.Found && optimum.Status != search.NoPath {
			continue
		}
		estimate := costs.Heuristic(grid.Auto, to).At
		for _, f := range all {
			whole := find(t, f, from, to)
			bound, near := root2.Length(0), estimate(from)
			for most := int64(1); most <= int64(whole.Expanded)+1; most++ {
				a, err := f.Find(ctx, gridsearch.Query{From: from, To: to, MaxExpanded: most})
				fail := func(what string) {
					t.Helper()
					t.Fatalf("%v, %v, cost %v, from %v to %v, at most %d expansions: %s: %+v; want %+v\n%s", f.Engine(), costs.Rule(), costs.Model(), from, to, most, what, a, whole, asciigrid.Render(m, whole.Path))
				}
				if err != nil {
					t.Fatal(err)
				}
				if int(most) >= whole.Expanded {
					if a.Status != whole.Status || a.Length != whole.Length || !slices.Equal(a.Path, whole.Path) || a.Stats != whole.Stats {
						fail("a limit that suffices")
					}
					continue
				}
				limited++
				if a.Status != search.Limit || a.Limit != gridsearch.LimitExpanded || a.Expanded != int(most) {
					fail("no limit")
				}
				if optimum.Status == search.Found && a.LowerBound > optimum.Length || a.LowerBound < bound || a.LowerBound < estimate(from) {
					fail("the lower bound")
				}
				if a.LowerBound > bound && bound > 0 {
					raised++
				}
				bound = a.LowerBound
				walked, err := costs.PathCost(a.Nearest)
				if err != nil || walked != a.NearestLength || a.Nearest[0] != from {
					fail("the way to the nearest cell")
				}
				if h := estimate(a.Nearest[len(a.Nearest)-1]); h > near {
					fail("the nearest cell is further off than before")
				} else {
					near = h
				}
				if a.Length == gridsearch.Unreachable {
					if len(a.Path) > 0 {
						fail("a path without a length")
					}
					continue
				}
				withPath++
				if walked, err := costs.PathCost(a.Path); err != nil || walked != a.Length || a.Path[len(a.Path)-1] != to || a.LowerBound > a.Length || !slices.Equal(a.Path, a.Nearest) {
					fail("the path so far")
				}
			}
		}
	}
	if limited == 0 || withPath == 0 || raised == 0 {
		t.Errorf("%d answers at limits, %d with a path, %d with a bound that rose", limited, withPath, raised)
	}
}

// serpentine is a map with one way through it, as long as there are cells.
func serpentine(t testing.TB, side int) *grid.Map {
	return openAndWalls(t, side, side, func(x, y int) bool {
		gap := side - 1
		if y%4 == 3 {
			gap = 0
		}
		return y%2 == 1 && x != gap
	})
}

// A context that ends while an engine searches ends the search a few expansions later,
// in searches for a path and in floods, and says so.
func TestContextsEndSearches(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	m := openAndWalls(t, 300, 300, func(x, y int) bool { return x > 0 && y > 0 && x < 299 && y < 299 && rng.IntN(100) < 35 })
	errLeft := errors.New("the user left")
	for _, model := range []grid.Model{grid.Uniform, grid.Add} {
		costs, err := grid.NewCosts(m, grid.Rule{}, model)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range finders(t, costs) {
			whole := find(t, f, grid.Cell{}, grid.Cell{X: 299, Y: 299})
			ctx, cancel := context.WithCancelCause(t.Context())
			expanded, at := 0, 0
			f.Watch(&gridsearch.Watcher{Observer: gridsearch.Observer{Expand: func(gridsearch.Event) {
				if expanded++; expanded == whole.Expanded/4 {
					at = expanded
					cancel(errLeft)
				}
			}}})
			a, err := f.Find(ctx, gridsearch.Query{From: grid.Cell{}, To: grid.Cell{X: 299, Y: 299}})
			f.Watch(nil)
			if err != nil || a.Status != search.Limit || a.Limit != gridsearch.LimitContext || a.Expanded > at+1024 || whole.Expanded < at+3000 {
				t.Errorf("%v, cost %v: %v by limit %d, %d expansions after the end at %d of %d, %v", f.Engine(), model, a.Status, a.Limit, a.Expanded-at, at, whole.Expanded, err)
			}
			if a.LowerBound > whole.Length || a.LowerBound <= 0 || len(a.Nearest) == 0 {
				t.Errorf("%v, cost %v: a lower bound of %v, nearest %v", f.Engine(), model, a.LowerBound, a.Nearest)
			}
			// That context has ended, and floods look at it before they begin.
			field, err := f.DistancesTo(ctx, []grid.Cell{{}}, gridsearch.FieldOptions{})
			if err != nil || field.Status != search.Limit || field.Limit != gridsearch.LimitContext || field.Expanded > 0 || len(field.Lengths) > 0 {
				t.Errorf("%v, cost %v: a field of an ended context: %v after %d expansions, %v", f.Engine(), model, field.Status, field.Expanded, err)
			}
			if again := find(t, f, grid.Cell{}, grid.Cell{X: 299, Y: 299}); again.Length != whole.Length || again.Stats != whole.Stats {
				t.Errorf("%v, cost %v: after a search that was stopped %v, before %v", f.Engine(), model, again.Stats, whole.Stats)
			}
		}
	}
}

// Memory is limited before it is taken.
func TestFindersKeepToBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	m := openAndWalls(t, 300, 300, func(x, y int) bool { return x > 0 && y > 0 && x < 299 && y < 299 && rng.IntN(100) < 35 })
	for _, model := range []grid.Model{grid.Uniform, grid.Add} {
		costs, err := grid.NewCosts(m, grid.Rule{}, model)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range gridsearch.Engines() {
			if e.Supports(costs) != "" {
				continue
			}
			limited := 0
			for _, more := range []int64{-1, 5_000, 30_000, 100_000, 10_000_000} {
				f, err := gridsearch.New(costs, e)
				if err != nil {
					t.Fatal(err)
				}
				most := f.Bytes() + more
				a, err := f.Find(t.Context(), gridsearch.Query{From: grid.Cell{}, To: grid.Cell{X: 299, Y: 299}, MaxBytes: max(most, 1)})
				if err != nil || a.Status != search.Found && (a.Status != search.Limit || a.Limit != gridsearch.LimitBytes) {
					t.Fatalf("%v, cost %v, %d bytes: %v by limit %d, %v", e, model, most, a.Status, a.Limit, err)
				}
				if a.Status == search.Limit {
					limited++
				}
				if more > 0 && f.Bytes() > most {
					t.Errorf("%v, cost %v: %d bytes of at most %d", e, model, f.Bytes(), most)
				}
			}
			if limited == 0 || limited == 5 {
				t.Errorf("%v, cost %v: %d of 5 limits of memory were reached", e, model, limited)
			}
		}
	}
}

// What the engine expanded before it handed a query on counts, and so does its bound.
func TestHandedOnQueriesKeepLimits(t *testing.T) {
	costs := uniform(t, serpentine(t, 401), grid.Rule{Moves: grid.Moves4})
	to := grid.Cell{X: 400, Y: 400}
	for _, f := range finders(t, costs)[1:] {
		whole := find(t, f, grid.Cell{}, to)
		if whole.Status != search.Found || whole.Length != root2.One*root2.Length(len(whole.Path)-1) || len(whole.Path) < 47_321 {
			t.Fatalf("%v: %v, %v", f.Engine(), whole.Status, whole.Length)
		}
		own := whole.Expanded - find(t, finders(t, costs)[0], grid.Cell{}, to).Expanded
		if own <= 0 {
			t.Fatalf("%v: %d expansions before the query was handed on", f.Engine(), own)
		}
		for _, most := range []int{own - 1, own, own + 1, own + 1000, whole.Expanded - 1, whole.Expanded} {
			a, err := f.Find(t.Context(), gridsearch.Query{From: grid.Cell{}, To: to, MaxExpanded: int64(most), Form: gridsearch.LengthOnly})
			if most == whole.Expanded {
				if err != nil || a.Status != search.Found || a.Stats != whole.Stats {
					t.Errorf("%v: %+v, %v; the limit suffices", f.Engine(), a, err)
				}
				continue
			}
			if err != nil || a.Status != search.Limit || a.Expanded != most || a.LowerBound > whole.Length || len(a.Nearest) != 1 {
				t.Errorf("%v: at most %d expansions, of which %d by the engine: %+v, %v", f.Engine(), most, own, a, err)
			}
		}
	}
}

// A finder that is asked while it searches says so and is none the worse.
func TestFindersAreForOneGoroutine(t *testing.T) {
	costs := uniform(t, openAndWalls(t, 5, 5, func(x, y int) bool { return false }), grid.Rule{})
	cells := []grid.Cell{{X: 1, Y: 1}}
	for _, f := range finders(t, costs) {
		questions := map[string]func(){
			"Find":          func() { _, _ = f.Find(context.Background(), gridsearch.Query{}) },
			"DistancesFrom": func() { _, _ = f.DistancesFrom(context.Background(), cells, gridsearch.FieldOptions{}) },
			"DistancesTo":   func() { _, _ = f.DistancesTo(context.Background(), cells, gridsearch.FieldOptions{}) },
			"FindLengths":   func() { _, _ = f.FindLengths(context.Background(), cells[0], cells, gridsearch.FieldOptions{}) },
		}
		for name, ask := range questions {
			said := ""
			f.Watch(&gridsearch.Watcher{Observer: gridsearch.Observer{Expand: func(gridsearch.Event) {
				done := make(chan string)
				go func() {
					defer func() {
						text, _ := recover().(string)
						done <- text
					}()
					ask()
				}()
				said = <-done
			}}})
			a := find(t, f, grid.Cell{}, grid.Cell{X: 4, Y: 2})
			if !strings.HasPrefix(said, "gridsearch: a Finder was asked something while it searches") || a.Status != search.Found {
				t.Errorf("%v, %s: %q; %v", f.Engine(), name, said, a.Status)
			}
			f.Watch(nil)
			ask()
		}
	}
}
