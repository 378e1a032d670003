package verify_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/mapgen"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/trace"
	"github.com/astrolabe-search/astrolabe/trace/gridtrace"
	"github.com/astrolabe-search/astrolabe/verify"
)

// TestForgottenReopening leaves out that a CLOSED state was reopened, of every algorithm
// that reopens any.
func TestForgottenReopening(t *testing.T) {
	for _, algorithm := range []string{"astar", "weighted-astar", "bidirectional", "fringe"} {
		found := 0
		for number := uint64(0); number < 400 && found < 2; number++ {
			q := traceQuery(t, number)
			q.NoReopen = false
			right := traceOf(t, algorithm, q)
			i := slices.IndexFunc(right.events, func(e trace.Event) bool { return e.Kind == trace.Reopen })
			if i < 0 {
				continue
			}
			found++
			e := right.events[i]
			changed := right.changed()
			changed.events = slices.Delete(changed.events, i, i+1)
			cell := gridtrace.Cell(q.Costs.Map().Width(), e.State)
			wantTraceFailure(t, algorithm, q.Costs.Map(), changed, fmt.Sprintf("event %d ", i), fmt.Sprintf("reopen %v from", cell))
		}
		if found < 2 {
			t.Errorf("%s: only %d traces reopen a state", algorithm, found)
		}
	}
}

// TestNipWithoutCounterpart makes a state that the other half has not closed one that is
// not followed.
func TestNipWithoutCounterpart(t *testing.T) {
	found := 0
	for number := uint64(0); number < 60; number++ {
		q := traceQuery(t, number)
		right := traceOf(t, "bidirectional", q)
		for i, e := range right.events {
			if e.Kind != trace.Expand || right.events[i+1].Kind == trace.Prune || right.events[i+1].Kind == trace.Goal {
				continue
			}
			found++
			changed := right.changed()
			nip := e
			nip.Kind = trace.Prune
			last := i + 1
			for last < len(changed.events)-1 && changed.events[last].Kind != trace.Expand && changed.events[last].Kind != trace.Goal {
				last++
			}
			changed.events = slices.Replace(changed.events, i+1, last, nip)
			wantTraceFailure(t, "a nip", q.Costs.Map(), changed, fmt.Sprintf("event %d ", i+1))
			break
		}
	}
	if found < 20 {
		t.Errorf("only %d traces have a state that is followed", found)
	}
}

// TestOptionsOfTraces gives headers options that cannot be read, which is an error, and
// some that are not taken, or missing, which is a failure.
func TestOptionsOfTraces(t *testing.T) {
	m, right := roomTrace(t, "astar")
	for _, o := range []trace.Option{
		{Key: "tie", Value: "no-such-tie"},
		{Key: "order", Value: "nonsense"},
		{Key: "reopen", Value: "1"},
		{Key: "scale", Value: "0"},
		{Key: "cut_corners", Value: "sometimes"},
		{Key: "moves", Value: "6"},
		{Key: "cost", Value: "free"},
		{Key: "heuristic", Value: "guess"},
	} {
		changed := right.changed()
		setOption(changed, o.Key, o.Value)
		if report, err := verify.CheckTrace(m, changed); err == nil {
			t.Errorf("%s = %s: no error\n%v", o.Key, o.Value, report)
		}
		changed = right.changed()
		changed.header.Options = slices.DeleteFunc(slices.Clone(changed.header.Options), func(given trace.Option) bool { return given.Key == o.Key })
		wantTraceFailure(t, "without "+o.Key, m, changed, "header has no option "+o.Key)
	}
	for _, o := range []trace.Option{{Key: "max_expanded", Value: "many"}, {Key: "max_expanded", Value: "0"}, {Key: "max_bytes", Value: "-1"}} {
		changed := right.changed()
		changed.header.Options = append(slices.Clone(changed.header.Options), o)
		if report, err := verify.CheckTrace(m, changed); err == nil {
			t.Errorf("%s = %s: no error\n%v", o.Key, o.Value, report)
		}
	}
	for _, key := range []string{"weight", "luck"} {
		changed := right.changed()
		changed.header.Options = append(slices.Clone(changed.header.Options), trace.Option{Key: key, Value: "2"})
		wantTraceFailure(t, key, m, changed, "header has the option")
	}
	_, jump := roomTrace(t, "jump-point")
	setOption(jump, "heuristic", "zero")
	wantTraceFailure(t, "an engine's heuristic", m, jump, "has its own, octile")
}

// TestQueriesThatMakeNoSense have a trace of their end alone.
func TestQueriesThatMakeNoSense(t *testing.T) {
	costs := costsOf(t, grid.Rule{}, grid.Uniform, ".@.")
	for _, c := range []struct {
		to   grid.Cell
		want search.Status
	}{{grid.Cell{X: 1}, search.GoalBlocked}, {grid.Cell{X: 7}, search.OutOfBounds}} {
		for _, algorithm := range []string{"astar", "jump-point"} {
			right := traceOf(t, algorithm, catalog.Query{Costs: costs, To: c.to})
			if report, err := verify.CheckTrace(costs.Map(), right); err != nil || !report.OK() || right.outcome.Status != c.want {
				t.Errorf("%s to %v: %v, %v", algorithm, c.to, report, err)
			}
			counted := right.changed()
			counted.outcome.Counts.Expanded = 1
			wantTraceFailure(t, "counts", costs.Map(), counted, "counts are not 0")
			searched := right.changed()
			searched.outcome.Status = search.NoPath
			wantTraceFailure(t, "searched", costs.Map(), searched, "status is no-path, but the query makes no sense")
			told := right.changed()
			told.events = slices.Insert(told.events, 0, trace.Event{Kind: trace.Start, Parent: trace.NoState})
			wantTraceFailure(t, "told", costs.Map(), told, "nothing is searched")
		}
	}
}

// TestSeveralEnds has headers with more starts or goals than a query has.
func TestSeveralEnds(t *testing.T) {
	m, right := roomTrace(t, "astar")
	starts := right.changed()
	starts.header.Start = append(slices.Clone(starts.header.Start), 0)
	wantTraceFailure(t, "two starts", m, starts, "has 2 starts and 1 goals; want at most one of each")
	goals := right.changed()
	goals.header.Goals = append(slices.Clone(goals.header.Goals), 0)
	wantTraceFailure(t, "two goals", m, goals, "has 1 starts and 2 goals; want at most one of each")
}

// TestRayAcrossTheGoalsColumn has a ray that looks towards the goal, which is walled off,
// and then goes on, to where it is suspended: in the row of the one obstacle.
func TestRayAcrossTheGoalsColumn(t *testing.T) {
	const side = 200
	rows := slices.Repeat([]string{strings.Repeat(".", side)}, side)
	rows[1] = strings.Repeat("@", side)
	rows[50] = strings.Repeat(".", 190) + "@........."
	for _, rule := range grid.Rules() {
		costs := costsOf(t, rule, grid.Uniform, rows...)
		from, goal := grid.Cell{Y: 150}, grid.Cell{X: 3}
		right := traceOf(t, "jump-point", catalog.Query{Costs: costs, From: from, To: goal})
		report, err := verify.CheckTrace(costs.Map(), right)
		if err != nil || !report.OK() || right.outcome.Status != search.NoPath {
			t.Errorf("%v: %v, %v", rule, report, err)
		}
		suspended := slices.IndexFunc(right.events, func(e trace.Event) bool {
			at := gridtrace.Cell(side, e.State)
			return e.Kind == trace.Generate && at.X > goal.X && at.X == from.Y-at.Y
		})
		if rule.Moves == grid.Moves8 && (suspended < 1 || gridtrace.Cell(side, right.events[suspended-1].Parent).X != goal.X) {
			t.Errorf("%v: no ray is suspended after a look towards the goal", rule)
		}
	}
}

// TestMemoryLimits have traces that end anywhere, even before anything was searched.
func TestMemoryLimits(t *testing.T) {
	m, err := mapgen.Random(mapgen.Options{Width: 60, Height: 60, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	costs, err := grid.NewCosts(m, grid.Rule{}, grid.Uniform)
	if err != nil {
		t.Fatal(err)
	}
	start, goal, ok := mapgen.Ends(m, grid.Rule{})
	if !ok {
		t.Fatal("no ends")
	}
	stopped := 0
	for _, limit := range []int64{1, 90_000, 110_000, 140_000, 180_000, 230_000} {
		for _, entry := range catalog.Entries() {
			right := traceOf(t, entry.Name, catalog.Query{Costs: costs, From: start, To: goal, MaxBytes: limit, MaxExpanded: 20_000})
			if report, err := verify.CheckTrace(m, right); err != nil || !report.OK() {
				t.Errorf("%s, %d bytes: %v, %v", entry.Name, limit, report, err)
			}
			if right.outcome.Status == search.Limit {
				stopped++
			}
		}
	}
	if stopped < 20 {
		t.Errorf("only %d searches were stopped", stopped)
	}
}

// TestTraceWithoutAnswer checks the trace of a search that an overflow ended: no more may
// be claimed than that.
func TestTraceWithoutAnswer(t *testing.T) {
	heavy := grid.WholeWeight(8_000_000_000)
	m, err := grid.FromWeights(4, 1, []grid.Weight{heavy, heavy, heavy, heavy})
	if err != nil {
		t.Fatal(err)
	}
	costs, err := grid.NewCosts(m, grid.Rule{Moves: grid.Moves4}, grid.Mul)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range catalog.Entries() {
		var file bytes.Buffer
		q := catalog.Query{Costs: costs, To: grid.Cell{X: 3}, Metric: grid.Zero}
		if _, err := gridtrace.Record(context.Background(), entry, q, "map", &file, nil); !errors.Is(err, root2.ErrOverflow) {
			t.Fatalf("%s: %v; want ErrOverflow", entry.Name, err)
		}
		right := read(t, &file)
		if report, err := verify.CheckTrace(m, right); err != nil || !report.OK() {
			t.Errorf("%s: %v, %v", entry.Name, report, err)
		}
		for name, claim := range map[string]func(*trace.Outcome){
			"a path":           func(o *trace.Outcome) { o.Path = []int64{0, 1, 2, 3} },
			"a nearest cell":   func(o *trace.Outcome) { o.Nearest = []int64{0, 1} },
			"a certificate":    func(o *trace.Outcome) { o.Certificate = search.Optimal },
			"a cost":           func(o *trace.Outcome) { o.Cost = 1 },
			"a lower bound":    func(o *trace.Outcome) { o.LowerBound = 1 },
			"a nearest cost":   func(o *trace.Outcome) { o.NearestCost = 1 },
			"counts":           func(o *trace.Outcome) { o.Counts.Generated = 1 },
			"that all is done": func(o *trace.Outcome) { o.Status = search.NoPath },
		} {
			changed := right.changed()
			claim(&changed.outcome)
			wantTraceFailure(t, entry.Name+": "+name, m, changed)
		}
	}
}

// TestEngineParents gives what an engine reached another parent beside it.
func TestEngineParents(t *testing.T) {
	for _, engine := range []string{"bucket-astar", "canonical-astar", "bucket-dijkstra"} {
		m, right := roomTrace(t, engine)
		tried := 0
		for i, e := range right.events {
			other := e.Parent + 1
			if e.Kind != trace.Generate || e.Parent == trace.NoState || other == e.State || !m.Open(gridtrace.Cell(m.Width(), other)) {
				continue
			}
			tried++
			changed := right.changed()
			changed.events[i].Parent = other
			wantTraceFailure(t, engine, m, changed, "does not come from the state expanded last")
		}
		if tried < 5 {
			t.Errorf("%s: only %d parents were changed", engine, tried)
		}
	}
}

// TestCornerCutInTrace names the rule that a step breaks.
func TestCornerCutInTrace(t *testing.T) {
	costs := costsOf(t, grid.Rule{}, grid.Uniform, "..", "@.", "..")
	right := traceOf(t, "astar", catalog.Query{Costs: costs, To: grid.Cell{Y: 2}})
	changed := right.changed()
	i := slices.IndexFunc(changed.events, func(e trace.Event) bool { return e.Kind == trace.Generate && e.State == 3 })
	changed.events[i].Parent = 0
	wantTraceFailure(t, "a corner cut", costs.Map(), changed, "cuts a corner (rule: 8 moves, corners never cut)")
}

// BenchmarkCheckTrace checks a trace of about a million events.
func BenchmarkCheckTrace(b *testing.B) {
	for _, algorithm := range []string{"dijkstra", "astar"} {
		b.Run(algorithm, func(b *testing.B) {
			const side = 720
			m, err := mapgen.Random(mapgen.Options{Width: side, Height: side, Seed: 2})
			if err != nil {
				b.Fatal(err)
			}
			costs, err := grid.NewCosts(m, grid.Rule{}, grid.Uniform)
			if err != nil {
				b.Fatal(err)
			}
			start, goal, ok := mapgen.Ends(m, grid.Rule{})
			if !ok {
				b.Fatal("no ends")
			}
			entry, err := catalog.Lookup(algorithm)
			if err != nil {
				b.Fatal(err)
			}
			var file bytes.Buffer
			q := catalog.Query{Costs: costs, From: start, To: goal, Metric: grid.Zero}
			if _, err := gridtrace.Record(context.Background(), entry, q, "map", &file, nil); err != nil {
				b.Fatal(err)
			}
			events := int64(0)
			for b.Loop() {
				source, err := trace.NewStream(bytes.NewReader(file.Bytes()))
				if err != nil {
					b.Fatal(err)
				}
				report, err := verify.CheckTrace(m, source)
				if err != nil || !report.OK() {
					b.Fatal(report, err)
				}
				if _, err := source.Next(); err != io.EOF {
					b.Fatal(err)
				}
				totals := source.Totals()
				events = totals.Sum()
			}
			b.ReportMetric(float64(events), "events")
		})
	}
}
