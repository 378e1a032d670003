package scenario

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/internal/asciigrid"
	"github.com/astrolabe-search/astrolabe/mapfile"
)

// lengths returns those of the queries.
func lengths(queries []QueryResult) []float64 {
	var list []float64
	for _, q := range queries {
		list = append(list, q.Length)
	}
	return list
}

// The queries told of one by one are all there are, in their order and with numbers
// that add up to those of the results, whoever ran them.
func TestDetailsAreThoseOfTheResults(t *testing.T) {
	for _, opts := range []Options{{Detail: 100}, {Detail: 15, Repeat: 3}, {Detail: 1000, Workers: 3}} {
		opts.Algorithms = lookup(t, "auto", "astar")
		report, err := Run(t.Context(), []Case{wall(t), wall(t), wall(t)}, opts)
		if err != nil {
			t.Fatal(err)
		}
		if len(report.Details) != 2 {
			t.Fatalf("details of %d algorithms", len(report.Details))
		}
		for i, d := range report.Details {
			if d.Algorithm != opts.Algorithms[i].Name {
				t.Errorf("details %d are of %s", i, d.Algorithm)
			}
			five := []float64{0, 3.41421, 5, 5.41421, 7}
			if diff := cmp.Diff(slices.Concat(five, five, five), lengths(d.Queries)); diff != "" {
				t.Errorf("%s: -want +got:\n%s", d.Algorithm, diff)
			}
			expanded, us := int64(0), 0.0
			for _, q := range d.Queries {
				expanded += q.Expanded
				us += q.US
				if !q.Found || q.US <= 0 {
					t.Errorf("%s: %+v", d.Algorithm, q)
				}
			}
			for _, r := range report.Results {
				if r.Algorithm == d.Algorithm {
					expanded -= r.Expanded
					us -= r.MeanUS * float64(r.Queries)
				}
			}
			if expanded != 0 || us < -0.1 || us > 0.1 { // each time is rounded to a nanosecond
				t.Errorf("%s: the details have %d expansions and %g µs more than the results", d.Algorithm, expanded, us)
			}
		}
	}
}

// With fewer than all queries they are spread over all cases.
func TestDetailsAreSpread(t *testing.T) {
	for most, want := range map[int][]float64{
		0: nil, 1: {0}, 2: {0, 5.41421}, 4: {0, 7, 5.41421, 5}, 5: {0, 5.41421, 3.41421, 7, 5}, 14: {0, 5, 7, 3.41421, 5.41421, 0, 5, 7},
	} {
		report, err := Run(t.Context(), []Case{wall(t), wall(t), wall(t)}, Options{Algorithms: lookup(t, "auto"), Detail: most})
		if err != nil {
			t.Fatal(err)
		}
		if most == 0 {
			if report.Details != nil {
				t.Errorf("%d details, want none", len(report.Details))
			}
			continue
		}
		if diff := cmp.Diff(want, lengths(report.Details[0].Queries)); diff != "" {
			t.Errorf("at most %d: -want +got:\n%s", most, diff)
		}
	}
	if _, err := Run(t.Context(), nil, Options{Algorithms: lookup(t, "auto"), Detail: -1}); err == nil {
		t.Error("a detail of -1 is no error")
	}
}

// Where the published optima do not hold, the shortest path found counts, and there
// may be none.
func TestDetailsOfOtherRules(t *testing.T) {
	m := asciigrid.Parse(t, "..#.").Map
	c := Case{Map: "gap.map", Source: "gap.scen", Load: func() (*grid.Map, error) { return m, nil }, Scenario: &mapfile.Scenario{
		Version: "1", Queries: []mapfile.Query{
			{Width: 4, Height: 1, Goal: grid.Cell{X: 1}, Optimal: "9", Line: 2},
			{Width: 4, Height: 1, Goal: grid.Cell{X: 3}, Optimal: "9", Line: 3},
		},
	}}
	report, err := Run(t.Context(), []Case{c}, Options{Algorithms: lookup(t, "astar"), Rule: grid.Rule{Moves: grid.Moves4}, Detail: 10})
	if err != nil {
		t.Fatal(err)
	}
	got := report.Details[0].Queries
	for i := range got {
		got[i].US = 0
	}
	want := []QueryResult{{Length: 1, Found: true, Expanded: 2}, {Expanded: 2}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// A run that was stopped tells of the queries that all algorithms answered.
func TestDetailsOfAStoppedRun(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	stopper := fake(t, "stopper", func(n int, _ *Answer) {
		if n == 3 { // the third query, after the warm-up
			cancel(errors.New("enough"))
		}
	})
	report, err := Run(ctx, []Case{wall(t), wall(t)}, Options{Algorithms: append(lookup(t, "auto"), stopper), Detail: 10})
	if err != nil || report.Stopped == nil {
		t.Fatal(err, report.Stopped)
	}
	for _, d := range report.Details {
		if diff := cmp.Diff([]float64{0, 3.41421}, lengths(d.Queries)); diff != "" {
			t.Errorf("%s: -want +got:\n%s", d.Algorithm, diff)
		}
	}
}
