package verify_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/trace"
	"github.com/astrolabe-search/astrolabe/verify"
)

// forgery changes a genuine trace; it tells whether there was anything to change.
type forgery struct {
	name  string
	forge func(t *traced, rng *rand.Rand) bool
}

// pick returns the place of an event for which ok holds, at random, or −1.
func pick(t *traced, rng *rand.Rand, ok func(i int, e trace.Event) bool) int {
	var places []int
	for i, e := range t.events {
		if ok(i, e) {
			places = append(places, i)
		}
	}
	if len(places) == 0 {
		return -1
	}
	return places[rng.IntN(len(places))]
}

// recount makes the steps of events right again.
func recount(t *traced) {
	steps := int64(0)
	for i := range t.events {
		if t.events[i].Kind == trace.Expand {
			steps++
		}
		t.events[i].Step = steps
	}
	t.outcome.Counts.Expanded = steps
}

func anyEvent(int, trace.Event) bool { return true }

func changeEvent(name string, change func(*trace.Event)) forgery {
	return forgery{name, func(t *traced, rng *rand.Rand) bool {
		i := pick(t, rng, anyEvent)
		before := t.events[i]
		change(&t.events[i])
		return t.events[i] != before
	}}
}

func changeOutcome(name string, change func(*trace.Outcome) bool) forgery {
	return forgery{name, func(t *traced, _ *rand.Rand) bool { return change(&t.outcome) }}
}

// changeOption gives an option another value out of several.
func changeOption(key string, values ...string) forgery {
	return forgery{"another " + key, func(t *traced, rng *rand.Rand) bool {
		old, given := t.header.Option(key)
		others := slices.DeleteFunc(slices.Clone(values), func(v string) bool { return v == old })
		setOption(t, key, others[rng.IntN(len(others))])
		return given
	}}
}

// trail sets the end to what the outcome says.
func trail(t *traced) {
	end := &t.events[len(t.events)-1]
	*end = trace.Event{Kind: trace.End, Step: end.Step, State: trace.NoState, Parent: trace.NoState}
	if path := t.outcome.Path; len(path) > 0 {
		end.State, end.G, end.F = path[len(path)-1], t.outcome.Cost, t.outcome.Cost
		if len(path) > 1 {
			end.Parent = path[len(path)-2]
		}
	}
}

func forgeries() []forgery {
	all := []forgery{
		{"an event deleted", func(t *traced, rng *rand.Rand) bool {
			i := pick(t, rng, func(_ int, e trace.Event) bool { return e.Kind != trace.Expand })
			t.events = slices.Delete(t.events, i, i+1)
			return true
		}},
		{"an expansion deleted", func(t *traced, rng *rand.Rand) bool {
			i := pick(t, rng, func(_ int, e trace.Event) bool { return e.Kind == trace.Expand })
			if i >= 0 {
				t.events = slices.Delete(t.events, i, i+1)
				recount(t)
			}
			return i >= 0
		}},
		{"an expansion and all it led to deleted", func(t *traced, rng *rand.Rand) bool {
			i := pick(t, rng, func(_ int, e trace.Event) bool { return e.Kind == trace.Expand })
			if i < 0 {
				return false
			}
			j := i + 1
			for j < len(t.events)-1 && t.events[j].Kind != trace.Expand {
				j++
			}
			t.events = slices.Delete(t.events, i, j)
			recount(t)
			return true
		}},
		{"an event doubled", func(t *traced, rng *rand.Rand) bool {
			i := pick(t, rng, anyEvent)
			t.events = slices.Insert(t.events, i, t.events[i])
			recount(t)
			return true
		}},
		{"two events swapped", func(t *traced, rng *rand.Rand) bool {
			i := pick(t, rng, func(i int, e trace.Event) bool { return i > 0 && e != t.events[i-1] })
			t.events[i-1], t.events[i] = t.events[i], t.events[i-1]
			recount(t)
			return true
		}},
		{"successors reversed", func(t *traced, rng *rand.Rand) bool {
			follows := func(i int) bool {
				return t.events[i].Kind == trace.Generate && t.events[i].Parent != trace.NoState
			}
			i := pick(t, rng, func(i int, _ trace.Event) bool { return i > 0 && follows(i-1) && follows(i) })
			if i < 0 {
				return false
			}
			from, to := i-1, i+1
			for to < len(t.events) && follows(to) {
				to++
			}
			slices.Reverse(t.events[from:to])
			return true
		}},
		{"cut short, with all else as it was", func(t *traced, rng *rand.Rand) bool {
			i := pick(t, rng, func(i int, _ trace.Event) bool { return i < len(t.events)-1 })
			if i < 0 {
				return false
			}
			t.events = append(t.events[:i], t.events[len(t.events)-1])
			recount(t)
			return true
		}},
		changeEvent("another g", func(e *trace.Event) { e.G++ }),
		changeEvent("another h", func(e *trace.Event) { e.H-- }),
		changeEvent("another f", func(e *trace.Event) { e.F++ }),
		changeEvent("another side", func(e *trace.Event) { e.Side = 1 - e.Side }),
		changeEvent("another state", func(e *trace.Event) { e.State = max(0, e.State-1) }),
		changeEvent("another parent", func(e *trace.Event) { e.Parent = max(0, e.Parent-1) }),
		changeEvent("another kind", func(e *trace.Event) { e.Kind = (e.Kind + 1) % 10 }),
		changeEvent("another step", func(e *trace.Event) { e.Step++ }),
		changeOption("tie", "low-h-lifo", "low-h", "fifo", "lifo", "parent-g"),
		changeOption("order", "E,W,S,N,SE,NE,SW,NW", "N,S,W,E,NW,NE,SW,SE", "W,E,S,N,SE,NE,SW,NW"),
		changeOption("reopen", "true", "false"),
		changeOption("weight", "1", "1.5", "2"),
		changeOption("heuristic", "zero", "manhattan", "chebyshev", "octile", "euclidean"),
		changeOption("moves", "4", "8"),
		changeOption("cut_corners", "never", "one", "always"),
		changeOption("cost", "uniform", "add", "mul", "mean"),
		changeOption("scale", "1", "10", "2"),
		{"an option more", func(t *traced, _ *rand.Rand) bool {
			t.header.Options = append(slices.Clone(t.header.Options), trace.Option{Key: "luck", Value: "good"})
			return true
		}},
		{"an option less", func(t *traced, rng *rand.Rand) bool {
			i := rng.IntN(len(t.header.Options))
			if strings.HasPrefix(t.header.Options[i].Key, "max_") {
				return false
			}
			t.header.Options = slices.Delete(slices.Clone(t.header.Options), i, i+1)
			return true
		}},
		{"a limit that was not kept", func(t *traced, _ *rand.Rand) bool {
			if _, given := t.header.Option("max_expanded"); given || t.outcome.Counts.Expanded < 2 {
				return false
			}
			t.header.Options = append(slices.Clone(t.header.Options), trace.Option{Key: "max_expanded", Value: fmt.Sprint(t.outcome.Counts.Expanded - 1)})
			return true
		}},
		{"another algorithm", func(t *traced, rng *rand.Rand) bool {
			for {
				if e := catalog.Entries()[rng.IntN(len(catalog.Entries()))]; e.Name != t.header.Algorithm {
					t.header.Algorithm = e.Name
					return true
				}
			}
		}},
		{"another start", func(t *traced, rng *rand.Rand) bool {
			if len(t.header.Start) == 0 || len(t.header.Map.Cells) == 1 {
				return false
			}
			t.header.Start = []int64{(t.header.Start[0] + 1) % int64(len(t.header.Map.Cells))}
			return true
		}},
		{"another goal", func(t *traced, rng *rand.Rand) bool {
			if len(t.header.Goals) == 0 || len(t.header.Map.Cells) == 1 {
				return false
			}
			t.header.Goals = []int64{(t.header.Goals[0] + 1) % int64(len(t.header.Map.Cells))}
			return true
		}},
		{"two cells of the path swapped", func(t *traced, rng *rand.Rand) bool {
			path := slices.Clone(t.outcome.Path)
			if len(path) < 3 {
				return false
			}
			path[1], path[len(path)-2] = path[len(path)-2], path[1]
			t.outcome.Path = path
			return len(path) > 3
		}},
		{"the path cut short", func(t *traced, _ *rand.Rand) bool {
			if len(t.outcome.Path) > 0 {
				t.outcome.Path = t.outcome.Path[:len(t.outcome.Path)-1]
				trail(t)
				return true
			}
			return false
		}},
		{"another cost of the path", func(t *traced, _ *rand.Rand) bool {
			t.outcome.Cost++
			trail(t)
			return len(t.outcome.Path) > 0
		}},
		{"no path, after all", func(t *traced, _ *rand.Rand) bool {
			if t.outcome.Status != search.Found {
				return false
			}
			t.outcome = trace.Outcome{Status: search.NoPath, Counts: t.outcome.Counts}
			trail(t)
			return true
		}},
		{"stopped, after all", func(t *traced, _ *rand.Rand) bool {
			if t.outcome.Status == search.Limit {
				return false
			}
			t.outcome = trace.Outcome{Status: search.Limit, Counts: t.outcome.Counts, LowerBound: t.outcome.LowerBound, Nearest: t.outcome.Nearest, NearestCost: t.outcome.NearestCost}
			trail(t)
			return true
		}},
		{"given up, after all", func(t *traced, _ *rand.Rand) bool {
			t.outcome = trace.Outcome{Reason: "it failed"}
			trail(t)
			return true
		}},
		changeOutcome("a higher lower bound", func(o *trace.Outcome) bool { o.LowerBound++; return true }),
		changeOutcome("a lower lower bound", func(o *trace.Outcome) bool { o.LowerBound--; return o.LowerBound >= 0 }),
		changeOutcome("another certificate", func(o *trace.Outcome) bool {
			o.Certificate, o.Bound = (o.Certificate+1)%4, search.Ratio{Num: 2, Den: 1}
			return true
		}),
		changeOutcome("another bound", func(o *trace.Outcome) bool { o.Bound.Num++; return o.Certificate == search.Bounded }),
		changeOutcome("another way to the nearest cell", func(o *trace.Outcome) bool {
			if len(o.Nearest) < 2 {
				return false
			}
			o.Nearest = o.Nearest[:len(o.Nearest)-1]
			return true
		}),
		changeOutcome("another cost to the nearest cell", func(o *trace.Outcome) bool { o.NearestCost++; return len(o.Nearest) > 0 }),
		changeOutcome("one expansion more", func(o *trace.Outcome) bool { o.Counts.Expanded++; return true }),
		changeOutcome("one successor more", func(o *trace.Outcome) bool { o.Counts.Generated++; return true }),
		changeOutcome("one successor less", func(o *trace.Outcome) bool { o.Counts.Generated--; return o.Counts.Generated >= 0 }),
		changeOutcome("one state reopened more", func(o *trace.Outcome) bool { o.Counts.Reopened++; return true }),
		changeOutcome("a larger OPEN", func(o *trace.Outcome) bool { o.Counts.PeakOpen++; return true }),
	}
	for status := search.Found; status <= search.OutOfBounds; status++ {
		all = append(all, changeOutcome("the status "+status.String(), func(o *trace.Outcome) bool {
			changed := o.Status != status
			o.Status = status
			return changed
		}))
	}
	return all
}

// isTrue tells whether a trace is what the search of its header tells, or would tell had it
// been stopped after as many expansions: a history that there is.
func isTrue(t *testing.T, forged *traced, costs *grid.Costs) bool {
	entry, err := catalog.Lookup(forged.header.Algorithm)
	if err != nil || len(forged.header.Start) == 0 || len(forged.header.Goals) == 0 {
		return false
	}
	value := func(key string) string { v, _ := forged.header.Option(key); return v }
	cell := func(state int64) grid.Cell {
		return grid.Cell{X: int32(state % int64(costs.Map().Width())), Y: int32(state / int64(costs.Map().Width()))}
	}
	q := catalog.Query{Costs: costs, From: cell(forged.header.Start[0]), To: cell(forged.header.Goals[0]), NoReopen: value("reopen") == "false"}
	rule := costs.Rule()
	if rule.Moves, err = grid.ParseMoves(value("moves")); err == nil && rule.Moves == grid.Moves8 {
		rule.Corners, err = grid.ParseCornerRule(value("cut_corners"))
	}
	model, err2 := grid.ParseModel(value("cost"))
	if err != nil || err2 != nil {
		return false
	}
	if q.Costs, err = grid.NewCostsWith(costs.Map(), rule, model, grid.CostOptions{AllowFree: true}); err != nil {
		return false
	}
	if q.Metric, err = grid.ParseMetric(value("heuristic")); err != nil {
		return false
	}
	if v := value("tie"); v != "" {
		q.Tie, _ = search.ParseTie(v)
	}
	if v := value("weight"); v != "" {
		q.Weight, _ = search.ParseRatio(v)
	}
	if v := value("order"); v != "" {
		q.Order, _ = grid.ParseOrder(v)
	}
	if forged.outcome.Status == search.Limit {
		q.MaxExpanded = forged.outcome.Counts.Expanded
	}
	if entry.Applies(q) != "" && entry.Fast() {
		return false
	}
	genuine := traceOf(t, entry.Name, q)
	a, b := genuine.outcome, forged.outcome
	return slices.Equal(genuine.events, forged.events) && a.Status == b.Status && slices.Equal(a.Path, b.Path) && a.Cost == b.Cost &&
		a.Certificate == b.Certificate && (a.Certificate != search.Bounded || a.Bound == b.Bound) && a.LowerBound == b.LowerBound && a.Counts == b.Counts &&
		slices.Equal(a.Nearest, b.Nearest) && a.NearestCost == b.NearestCost
}

// TestForgedTraces alters genuine traces in every way of a table. Whatever is accepted must
// be a history that there is: that of another option which makes no difference here.
func TestForgedTraces(t *testing.T) {
	refused, tried := 0, 0
	accepted := map[string]int{}
	for number := range fewer(120) {
		for _, entry := range catalog.Entries() {
			q := traceQuery(t, number)
			right := traceOf(t, entry.Name, q)
			for k, f := range forgeries() {
				forged := right.changed()
				if !f.forge(forged, rand.New(rand.NewPCG(number, uint64(k)))) {
					continue
				}
				tried++
				report, err := verify.CheckTrace(q.Costs.Map(), forged)
				if err != nil || !report.OK() {
					refused++
					continue
				}
				// Of two halves that are equal by f, h and cell no rule says which comes first.
				tie, _ := forged.header.Option("tie")
				open := entry.Name == "bidirectional-first-meeting" && f.name == "another tie" && tie == "low-h"
				if !open && !isTrue(t, forged, q.Costs) {
					t.Errorf("query %d, %s: %s is accepted:\n%v%s", number, entry.Name, f.name, report, picture(q.Costs, nil))
				}
				accepted[f.name]++
			}
		}
	}
	t.Logf("%d of %d alterations refused; the others are true histories:", refused, tried)
	for _, name := range slices.Sorted(maps.Keys(accepted)) {
		t.Logf("%6d %s", accepted[name], name)
	}
	if tried < int(fewer(30_000)) {
		t.Errorf("only %d alterations were tried", tried)
	}
}
