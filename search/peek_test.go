package search_test

import (
	"context"
	"reflect"
	"testing"

	"github.com/astrolabe-search/astrolabe/search"
)

// TestPeek asks every algorithm before each of its steps what it would answer now,
// and compares that with a search that has no more expansions to spend. That it was
// asked changes neither its events nor its answer.
func TestPeek(t *testing.T) {
	peeks, graphs := 0, uint64(120)
	if testing.Short() {
		graphs = 30
	}
	someSettings(graphs, 31, func(g *graph, p hashed[int64], a algorithm[string, int64], s setting) {
		opts := options(a, g, s)
		start := g.names[g.start]
		var undisturbed, disturbed []search.Event[string, int64]
		opts.Observer.Expand = func(e search.Event[string, int64]) { undisturbed = append(undisturbed, e) }
		whole, err := a.run(context.Background(), p, start, opts)
		if err != nil {
			t.Fatalf("%s: %v\n%v%v", a.name, err, g, s)
		}
		opts.Observer.Expand = func(e search.Event[string, int64]) { disturbed = append(disturbed, e) }
		stepper, err := a.stepper(p, start, opts)
		if err != nil {
			t.Fatal(err)
		}
		for more := true; more; _, more = stepper.Step() {
			limited := opts
			limited.Observer.Expand = nil
			limited.MaxExpanded = stepper.Counts().Expanded
			got, err := stepper.Peek()
			if err != nil {
				t.Fatalf("%s after %d expansions: %v\n%v%v", a.name, limited.MaxExpanded, err, g, s)
			}
			if limited.MaxExpanded == 0 { // which would be no limit
				if !stepper.Done() && (got.Status != search.Limit || len(got.Path) > 0) {
					t.Fatalf("%s before its first expansion: %+v", a.name, got)
				}
				continue
			}
			peeks++
			want, err := a.run(context.Background(), p, start, limited)
			if err != nil {
				t.Fatal(err)
			}
			if !stepper.Done() {
				want.Path, want.NearestCost = nil, 0
				want.Nearest = want.Nearest[max(0, len(want.Nearest)-1):]
				if len(want.Nearest) == 0 {
					want.Nearest = nil
				}
			}
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%s after %d expansions: %+v\nwith that budget: %+v\n%v%v", a.name, limited.MaxExpanded, got, want, g, s)
			}
		}
		got, err := stepper.Result()
		if err != nil || !reflect.DeepEqual(got, whole) {
			t.Fatalf("%s: %+v (%v)\nwithout a look in between: %+v\n%v%v", a.name, got, err, whole, g, s)
		}
		if !reflect.DeepEqual(undisturbed, disturbed) {
			t.Fatalf("%s: the looks in between changed its expansions\n%v%v", a.name, g, s)
		}
	})
	if peeks < 5000*int(graphs)/120 {
		t.Errorf("only %d looks were taken", peeks)
	}
}

// TestPeekBeforeTheEnd looks at a search that a budget then ends.
func TestPeekBeforeTheEnd(t *testing.T) {
	m := openMap(9, place{8, 8})
	for _, a := range algorithms[place, int64]() {
		opts := m.options(a)
		opts.MaxExpanded = 5
		stepper, err := a.stepper(m, place{}, opts)
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			stepper.Step()
		}
		early, err := stepper.Peek()
		if err != nil || early.Status != search.Limit || early.Expanded != 3 || stepper.Done() {
			t.Errorf("%s: %+v after 3 expansions (%v), done: %v", a.name, early, err, stepper.Done())
		}
		late, err := stepper.Run(t.Context())
		if err != nil || late.Status != search.Limit || late.Expanded != 5 {
			t.Errorf("%s: %+v in the end (%v)", a.name, late, err)
		}
		if again, err := stepper.Peek(); err != nil || !reflect.DeepEqual(again, late) {
			t.Errorf("%s: a look at the end says %+v (%v), and the end %+v", a.name, again, err, late)
		}
	}
}
