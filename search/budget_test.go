package search_test

import (
	"context"
	"reflect"
	"testing"

	"github.com/astrolabe-search/astrolabe/search"
)

// TestBudget gives every algorithm every number of expansions, from 1 to what
// it needs (in growing strides above 50): what it says is true at each, and no
// worse than with less.
func TestBudget(t *testing.T) {
	limits := 0
	var ws search.Workspace[string, int64]
	someSettings(300, 83, func(g *graph, p hashed[int64], a algorithm[string, int64], s setting) {
		opts := options(a, g, s)
		opts.Workspace = &ws
		whole, err := a.run(context.Background(), p, g.names[g.start], opts)
		if err != nil {
			t.Fatalf("%s: %v\n%v%v", a.name, err, g, s)
		}
		holds := s.holds(g, a.bothEnds)
		var lowerBound int64
		incumbent := int64(unreachable)
		for opts.MaxExpanded = 1; opts.MaxExpanded <= whole.Expanded+1; opts.MaxExpanded += 1 + opts.MaxExpanded/50 {
			result, err := a.run(context.Background(), p, g.names[g.start], opts)
			if err == nil {
				err = check(g, a, s, answerOf(result))
			}
			if err != nil {
				t.Fatalf("%s with %d expansions: %v\n%v%vanswer %+v", a.name, opts.MaxExpanded, err, g, s, result)
			}
			if opts.MaxExpanded >= whole.Expanded {
				if !reflect.DeepEqual(result, whole) {
					t.Fatalf("%s with %d expansions: %+v\nwithout limit: %+v\n%v%v", a.name, opts.MaxExpanded, result, whole, g, s)
				}
				continue
			}
			limits++
			if result.Status != search.Limit || result.Expanded != opts.MaxExpanded {
				t.Fatalf("%s with %d of %d expansions: status %v after %d\n%v%v",
					a.name, opts.MaxExpanded, whole.Expanded, result.Status, result.Expanded, g, s)
			}
			if a.rising && holds && result.LowerBound < lowerBound {
				t.Fatalf("%s with %d expansions: the lower bound fell from %d to %d\n%v%v",
					a.name, opts.MaxExpanded, lowerBound, result.LowerBound, g, s)
			}
			lowerBound = result.LowerBound
			if len(result.Path) > 0 {
				if result.Cost > incumbent {
					t.Fatalf("%s with %d expansions: the incumbent's cost rose from %d to %d\n%v%v",
						a.name, opts.MaxExpanded, incumbent, result.Cost, g, s)
				}
				incumbent = result.Cost
			}
			checkStopped(t, a, p, s, opts, result)
		}
	})
	if limits < 5000 {
		t.Errorf("only %d searches ran into their limit", limits)
	}
}

// checkStopped checks that a stepper that is asked for its result after as many
// steps says the same, but for the reason. Its lower bound may be lower: it has
// not looked for a state to expand next.
func checkStopped(t *testing.T, a algorithm[string, int64], p hashed[int64], s setting, opts search.Options[string, int64], want search.Result[string, int64]) {
	t.Helper()
	steps := opts.MaxExpanded
	opts.MaxExpanded = 0
	stepper, err := a.stepper(p, p.names[p.start], opts)
	if err != nil {
		t.Fatal(err)
	}
	for range steps {
		if _, more := stepper.Step(); !more {
			t.Fatalf("%s ended before its step %d\n%v%v", a.name, steps, p.graph, s)
		}
	}
	got, err := stepper.Result()
	if err != nil {
		t.Fatal(err)
	}
	if err := check(p.graph, a, s, answerOf(got)); err != nil {
		t.Fatalf("%s stopped after %d steps: %v\n%v%v", a.name, steps, err, p.graph, s)
	}
	got.Reason = want.Reason
	if got.LowerBound < want.LowerBound {
		got.LowerBound, got.Certificate, got.Bound = want.LowerBound, want.Certificate, want.Bound
	}
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%s stopped after %d steps: %+v\nwith that budget: %+v\n%v%v", a.name, steps, got, want, p.graph, s)
	}
}
