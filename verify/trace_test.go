package verify_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
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

// traced is a trace in memory.
type traced struct {
	header  trace.Header
	events  []trace.Event
	outcome trace.Outcome
	next    int
}

func (t *traced) Header() trace.Header   { return t.header }
func (t *traced) Outcome() trace.Outcome { return t.outcome }
func (t *traced) Totals() trace.Totals   { return trace.Totals{} }

func (t *traced) Next() (trace.Event, error) {
	if t.next == len(t.events) {
		return trace.Event{}, io.EOF
	}
	t.next++
	return t.events[t.next-1], nil
}

// changed returns a copy of which some part may be changed.
func (t *traced) changed() *traced {
	return &traced{header: t.header, events: slices.Clone(t.events), outcome: t.outcome}
}

// traceOf records a search.
func traceOf(t testing.TB, algorithm string, q catalog.Query) *traced {
	t.Helper()
	entry, err := catalog.Lookup(algorithm)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if _, err := gridtrace.Record(context.Background(), entry, q, "map", &out, nil); err != nil {
		t.Fatal(err)
	}
	return read(t, &out)
}

// read returns the trace in a file.
func read(t testing.TB, file *bytes.Buffer) *traced {
	t.Helper()
	r, err := trace.NewReader(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		t.Fatal(err)
	}
	all := &traced{header: r.Header(), outcome: r.Outcome()}
	for {
		e, err := r.Next()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all.events = append(all.events, e)
	}
}

// fewer returns a tenth of a number in short tests.
func fewer(n uint64) uint64 {
	if testing.Short() {
		return n / 10
	}
	return n
}

// traceQuery returns a random query; the same number gives the same one.
func traceQuery(t testing.TB, number uint64) catalog.Query {
	t.Helper()
	rng := rand.New(rand.NewPCG(number, 11))
	width, height := 3+rng.IntN(12), 3+rng.IntN(12)
	m, err := mapgen.Random(mapgen.Options{Width: width, Height: height, Seed: int64(number)})
	if err != nil {
		t.Fatal(err)
	}
	if rng.IntN(2) == 0 {
		weights := make([]grid.Weight, width*height)
		palette := [][]grid.Weight{{grid.WholeWeight(0), grid.WholeWeight(1), grid.WholeWeight(2)}, {grid.Millionths(250_000), grid.Millionths(1_500_000), grid.WholeWeight(7)}}[rng.IntN(2)]
		for i := range weights {
			if weights[i] = palette[rng.IntN(len(palette))]; rng.IntN(4) == 0 {
				weights[i] = grid.Blocked
			}
		}
		if m, err = grid.FromWeights(width, height, weights); err != nil {
			t.Fatal(err)
		}
	}
	rules, models, metrics := grid.Rules(), grid.Models(), grid.Metrics()
	costs, err := grid.NewCostsWith(m, rules[rng.IntN(len(rules))], models[rng.IntN(len(models))], grid.CostOptions{AllowFree: true})
	if err != nil {
		t.Fatal(err)
	}
	cell := func() grid.Cell { return grid.Cell{X: rng.Int32N(int32(width)), Y: rng.Int32N(int32(height))} }
	q := catalog.Query{Costs: costs, From: cell(), To: cell(), Metric: metrics[rng.IntN(len(metrics))], MaxExpanded: 400}
	for try := 0; try < 30 && !m.Open(q.From); try++ {
		q.From = cell()
	}
	for try := 0; try < 30 && !m.Open(q.To); try++ {
		q.To = cell()
	}
	q.Tie = search.Ties()[rng.IntN(len(search.Ties()))]
	q.Weight = []search.Ratio{{}, {Num: 3, Den: 2}, {Num: 10, Den: 7}}[rng.IntN(3)]
	q.NoReopen = rng.IntN(3) == 0
	if rng.IntN(4) == 0 {
		q.MaxExpanded = 1 + rng.Int64N(20)
	}
	return q
}

// TestTracesOfSearchesPass checks the traces of every algorithm on random queries.
func TestTracesOfSearchesPass(t *testing.T) {
	for number := range fewer(150) {
		q := traceQuery(t, number)
		for _, entry := range catalog.Entries() {
			right := traceOf(t, entry.Name, q)
			report, err := verify.CheckTrace(q.Costs.Map(), right)
			if err != nil || !report.OK() {
				t.Fatalf("query %d, %s: %v\n%v%s", number, entry.Name, err, report, picture(q.Costs, nil))
			}
		}
	}
}

// TestTracesOfEnginesPass is the same for the fast engines, whose jumps and scans are
// events too.
func TestTracesOfEnginesPass(t *testing.T) {
	checked := map[string]int{}
	for number := range fewer(250) {
		q := traceQuery(t, number)
		rng := rand.New(rand.NewPCG(number, 17))
		for _, entry := range catalog.Engines() {
			if entry.Applies(q) != "" {
				continue
			}
			right := traceOf(t, entry.Name, q)
			report, err := verify.CheckTrace(q.Costs.Map(), right)
			if err != nil || !report.OK() {
				t.Fatalf("query %d, %s: %v\n%v%s", number, entry.Name, err, report, picture(q.Costs, nil))
			}
			checked[entry.Name]++
			changed := right.changed()
			i := rng.IntN(len(changed.events))
			if changed.events[i].Kind == trace.Scan {
				continue // of a line nothing is known but that it is one
			}
			changed.events[i].G++
			changed.events[i].F++
			wantTraceFailure(t, entry.Name+": another g", q.Costs.Map(), changed)
		}
	}
	for _, entry := range catalog.Engines() {
		if checked[entry.Name] < int(fewer(50))/2+1 {
			t.Errorf("only %d traces of %s were checked", checked[entry.Name], entry.Name)
		}
	}
}

func wantTraceFailure(t *testing.T, name string, m *grid.Map, changed *traced, want ...string) {
	t.Helper()
	report, err := verify.CheckTrace(m, changed)
	if err != nil || report.OK() {
		t.Errorf("%s: no failure: %v\n%v", name, err, report)
		return
	}
	text := report.Failure.Error()
	for _, part := range want {
		if !strings.Contains(text, part) {
			t.Errorf("%s: %s; want %s", name, text, part)
		}
	}
}

// roomTrace returns a trace of an algorithm around a wall, and its map.
func roomTrace(t testing.TB, algorithm string) (*grid.Map, *traced) {
	t.Helper()
	costs := costsOf(t, grid.Rule{}, grid.Uniform,
		"........",
		"..@@@@..",
		"..@..@..",
		"........",
		"...@@...")
	q := catalog.Query{Costs: costs, From: grid.Cell{X: 3, Y: 2}, To: grid.Cell{X: 7, Y: 0}}
	return costs.Map(), traceOf(t, algorithm, q)
}

// find returns the place of the n-th event of a kind that has a parent.
func find(t *testing.T, of *traced, kind trace.Kind, n int) int {
	t.Helper()
	for i, e := range of.events {
		if e.Kind == kind && (e.Parent != trace.NoState || kind == trace.End) {
			if n--; n < 0 {
				return i
			}
		}
	}
	t.Fatalf("the trace has too few events of kind %v", kind)
	return 0
}

// TestTraceMutants changes one thing in the trace of A*: each is caught, by a message that
// names event and step where there is one.
func TestTraceMutants(t *testing.T) {
	m, right := roomTrace(t, "astar")
	if report, err := verify.CheckTrace(m, right); err != nil || !report.OK() {
		t.Fatalf("%v, %v", report, err)
	}
	generate, expand := find(t, right, trace.Generate, 5), find(t, right, trace.Expand, 4)
	where := func(i int) string { return fmt.Sprintf("event %d (step %d: ", i, right.events[i].Step) }
	for _, c := range []struct {
		name   string
		change func(*traced)
		want   []string
	}{
		{"g too large", func(t *traced) { t.events[generate].G += root2.Q; t.events[generate].F += root2.Q }, []string{where(generate), "has g ="}},
		{"g off by one unit", func(t *traced) { t.events[generate].G++; t.events[generate].F++ }, []string{where(generate), "has g ="}},
		{"h too small", func(t *traced) { t.events[generate].H--; t.events[generate].F-- }, []string{where(generate), "has h ="}},
		{"f is not g + h", func(t *traced) { t.events[generate].F++ }, []string{where(generate), "has f ="}},
		{"another parent", func(t *traced) { t.events[generate].Parent = 0 }, []string{where(generate), "does not lead to a neighbor"}},
		{"no parent", func(t *traced) { t.events[generate].Parent = trace.NoState }, []string{where(generate), "want generate 5,4 from 5,3"}},
		{"expanded from another parent", func(t *traced) { t.events[expand].Parent = right.events[expand].State }, []string{where(expand), "does not lead to a neighbor"}},
		{"expanded at another g", func(t *traced) { t.events[expand].G -= root2.Q; t.events[expand].F -= root2.Q }, []string{where(expand), "has g ="}},
		{"a blocked cell", func(t *traced) { t.events[generate].State = 2 + 8 }, []string{where(generate), "is about a blocked cell"}},
		{"expanded twice", func(t *traced) {
			next := find2(t, expand+1)
			t.events[next] = t.events[expand]
			t.events[next].Step++
		}, []string{"want expand 7,2 from 6,3", "which is due by the rules of astar"}},
		{"generated twice", func(t *traced) { t.events = slices.Insert(t.events, generate+1, t.events[generate]) }, []string{fmt.Sprintf("event %d", generate+1), "want generate 6,4 from 5,3"}},
		{"a successor forgotten", func(t *traced) { t.events = slices.Delete(t.events, generate, generate+1) }, []string{where(generate), "want generate 5,4 from 5,3"}},
		{"an improvement that is none", func(t *traced) {
			e := t.events[generate]
			e.Kind = trace.Improve
			t.events = slices.Insert(t.events, generate+1, e)
		}, []string{"want generate 6,4 from 5,3"}},
		{"reopened, but on OPEN", func(t *traced) { t.events[generate].Kind = trace.Reopen }, []string{where(generate), "want generate 5,4"}},
		{"improved, but unknown", func(t *traced) { t.events[generate].Kind = trace.Improve }, []string{where(generate), "want generate 5,4"}},
		{"a scan", func(t *traced) { t.events[generate].Kind = trace.Scan }, []string{where(generate), "want generate 5,4"}},
		{"a pruning", func(t *traced) { t.events[generate].Kind = trace.Prune }, []string{where(generate), "want generate 5,4"}},
		{"a backward half", func(t *traced) { t.events[generate].Side = search.Backward }, []string{where(generate), "is of a half that astar does not have"}},
		{"a second start", func(t *traced) { t.events = slices.Insert(t.events, 1, t.events[0]) }, []string{"event 1 (step 0: start", "want generate 3,2 with g = 0"}},
		{"started elsewhere", func(t *traced) { t.events[0].State, t.events[0].H, t.events[0].F = 7, 0, 0 }, []string{"event 0 (step 0: start 7,0)", "want start 3,2 with g = 0"}},
		{"no goal", func(t *traced) { t.header.Goals = []int64{3 + 8*3} }, []string{"has h ="}},
		{"another end", func(t *traced) { t.events[len(t.events)-1].State-- }, []string{"is not the end of the path"}},
		{"another step", func(t *traced) { t.events[generate].Step++ }, []string{"has the step 5; want 4"}},
		{"after the end", func(t *traced) { t.events = append(t.events, t.events[len(t.events)-1]) }, []string{"comes after the end"}},
		{"no end", func(t *traced) { t.events = t.events[:len(t.events)-1] }, []string{"is not there; want the end"}},
		{"one expansion more", func(t *traced) { t.outcome.Counts.Expanded++ }, []string{"counts say expanded ="}},
		{"one successor less", func(t *traced) { t.outcome.Counts.Generated-- }, []string{"counts say generated ="}},
		{"a reopened state", func(t *traced) { t.outcome.Counts.Reopened++ }, []string{"counts say reopened = 1, but the events make it 0"}},
		{"a larger OPEN", func(t *traced) { t.outcome.Counts.PeakOpen++ }, []string{"counts say peak_open ="}},
		{"another path", func(t *traced) {
			t.outcome.Path = slices.Clone(t.outcome.Path)
			t.outcome.Path[2]++
		}, []string{"path is not the one along the parents", "it goes over"}},
		{"no path", func(t *traced) { t.outcome.Path = nil }, []string{"path is not the one along the parents: it has 0 states, theirs 7"}},
		{"a cheaper path", func(t *traced) { t.outcome.Cost -= root2.Q }, []string{"cost is 3+2√2, but the path costs 4+2√2"}},
		{"a lower bound too high", func(t *traced) { t.outcome.LowerBound++ }, []string{"lower bound is"}},
		{"no proof", func(t *traced) { t.outcome.Status = search.NoPath }, []string{"status is no-path, but the search ends with found"}},
		{"an unknown algorithm", func(t *traced) { t.header.Algorithm = "dowsing" }, []string{`header names the algorithm "dowsing"`}},
		{"no heuristic", func(t *traced) { setOption(t, "heuristic", "auto") }, []string{"header has the heuristic auto"}},
		{"another heuristic", func(t *traced) { setOption(t, "heuristic", "chebyshev") }, []string{"event 0 (step 0: start 3,2)", "has h ="}},
		{"another scale", func(t *traced) { setOption(t, "scale", "10") }, []string{"header has the scale 10; want 1"}},
	} {
		changed := right.changed()
		c.change(changed)
		wantTraceFailure(t, c.name, m, changed, c.want...)
	}
}

// find2 returns the place of the next expansion.
func find2(t *traced, from int) int {
	return from + slices.IndexFunc(t.events[from:], func(e trace.Event) bool { return e.Kind == trace.Expand })
}

func setOption(t *traced, key, value string) {
	t.header.Options = slices.Clone(t.header.Options)
	for i := range t.header.Options {
		if t.header.Options[i].Key == key {
			t.header.Options[i].Value = value
		}
	}
}

// TestOrderOfF swaps two expansions of A* so that f falls.
func TestOrderOfF(t *testing.T) {
	m, right := roomTrace(t, "astar")
	for i, e := range right.events {
		if e.Kind != trace.Generate || e.Parent == trace.NoState || e.F <= right.events[0].F {
			continue
		}
		// Expand a state of larger f at once, then go on.
		changed := right.changed()
		next := find2(changed, i)
		early := e
		early.Kind, early.Step = trace.Expand, changed.events[next].Step
		changed.events = slices.Insert(changed.events, next, early)
		report, err := verify.CheckTrace(m, changed)
		if err != nil || report.OK() {
			t.Fatalf("a state expanded too early passes: %v, %v", report, err)
		}
		return
	}
	t.Fatal("no state has a larger f")
}

// TestBidirectionalMutants changes what only searches from both ends tell of.
func TestBidirectionalMutants(t *testing.T) {
	costs := costsOf(t, grid.Rule{}, grid.Uniform,
		"..........",
		".@@@@@@@@.",
		"..........",
		".@.@@@@@..",
		"...@......")
	m := costs.Map()
	right := traceOf(t, "bidirectional", catalog.Query{Costs: costs, From: grid.Cell{X: 4, Y: 0}, To: grid.Cell{X: 5, Y: 4}})
	if report, err := verify.CheckTrace(m, right); err != nil || !report.OK() {
		t.Fatalf("%v, %v", report, err)
	}
	meet, nip, generate := find(t, right, trace.Meet, 0), find(t, right, trace.Prune, 0), find(t, right, trace.Generate, 3)
	if e := right.events[nip]; e.State != right.events[nip-1].State {
		t.Fatalf("%v is not about the state expanded", e)
	}
	goal := slices.IndexFunc(right.events, func(e trace.Event) bool { return e.Kind == trace.Goal })
	where := func(i int) string { return fmt.Sprintf("event %d (step %d: ", i, right.events[i].Step) }
	for _, c := range []struct {
		name   string
		change func(*traced)
		want   []string
	}{
		{"a cheaper meeting", func(t *traced) { t.events[meet].F-- }, []string{where(meet), "want 11+√2"}},
		{"met too early", func(t *traced) {
			t.events[1].Kind = trace.Meet
		}, []string{"event 1 (step 0: meet 4,0)", "want generate 4,0"}},
		{"not followed at another g", func(t *traced) { t.events[nip].G++; t.events[nip].F++ }, []string{where(nip), "has g ="}},
		{"followed after all", func(t *traced) { t.events = slices.Delete(t.events, nip, nip+1) }, []string{"want prune 8,3 from 9,2"}},
		{"pruned in place of generated", func(t *traced) { t.events[generate].Kind = trace.Prune }, []string{where(generate), "want backward generate 4,4"}},
		{"another goal", func(t *traced) { t.events[goal].State++ }, []string{where(goal)}},
	} {
		changed := right.changed()
		c.change(changed)
		wantTraceFailure(t, c.name, m, changed, c.want...)
	}
}

// TestDepthFirstMutants changes traces of searches without OPEN.
func TestDepthFirstMutants(t *testing.T) {
	for _, algorithm := range []string{"ida-star", "branch-and-bound"} {
		m, right := roomTrace(t, algorithm)
		if report, err := verify.CheckTrace(m, right); err != nil || !report.OK() {
			t.Fatalf("%s: %v, %v", algorithm, report, err)
		}
		expand, prune := find(t, right, trace.Expand, 2), find(t, right, trace.Prune, 0)
		for _, c := range []struct {
			name   string
			change func(*traced)
			want   []string
		}{
			{"expanded from a state that was not", func(t *traced) { t.events[expand].Parent = 39 }, []string{"does not lead to a neighbor"}},
			{"expanded at another g", func(t *traced) { t.events[expand].G++; t.events[expand].F++ }, []string{"has g ="}},
			{"cut off at another g", func(t *traced) { t.events[prune].G++; t.events[prune].F++ }, []string{"has g ="}},
			{"generated", func(t *traced) { t.events[prune].Kind = trace.Generate }, []string{"is not what follows; want prune"}},
			{"a longer path", func(t *traced) { t.outcome.Counts.PeakOpen++ }, []string{"counts say peak_open ="}},
		} {
			changed := right.changed()
			c.change(changed)
			wantTraceFailure(t, algorithm+": "+c.name, m, changed, c.want...)
		}
	}
	m, right := roomTrace(t, "ida-star")
	prune := find(t, right, trace.Prune, 0)
	over := right.changed()
	over.events[prune].Kind = trace.Expand
	for i := prune; i < len(over.events); i++ {
		over.events[i].Step++
	}
	wantTraceFailure(t, "over the threshold", m, over, "want prune 3,2 from 4,2")
}

// TestTraceOfAnotherMap says which cell disagrees.
func TestTraceOfAnotherMap(t *testing.T) {
	m, right := roomTrace(t, "dijkstra")
	other := costsOf(t, grid.Rule{}, grid.Uniform,
		"........",
		"..@@@@..",
		"..@..@..",
		".......@",
		"...@@...").Map()
	wantTraceFailure(t, "a wall more", other, right.changed(), "map of the trace has the cell 7,3 open; in the one given it is blocked")
	small := costsOf(t, grid.Rule{}, grid.Uniform, "........").Map()
	wantTraceFailure(t, "another size", small, right.changed(), "map of the trace is 8×5; the one given is 8×1")
	unplaced := right.changed()
	unplaced.header.Map = trace.Map{}
	wantTraceFailure(t, "no map", m, unplaced, "map of the trace is 0×0")

	weights := []grid.Weight{grid.WholeWeight(1), grid.WholeWeight(2), grid.WholeWeight(3), grid.WholeWeight(1)}
	heavy, err := grid.FromWeights(2, 2, weights)
	if err != nil {
		t.Fatal(err)
	}
	costs, err := grid.NewCosts(heavy, grid.Rule{}, grid.Mul)
	if err != nil {
		t.Fatal(err)
	}
	weighed := traceOf(t, "astar", catalog.Query{Costs: costs, To: grid.Cell{X: 1, Y: 1}})
	weights[2] = grid.WholeWeight(4)
	heavier, err := grid.FromWeights(2, 2, weights)
	if err != nil {
		t.Fatal(err)
	}
	wantTraceFailure(t, "another weight", heavier, weighed, "map of the trace has the weight 3 in the cell 0,1; in the one given it is 4")
}

func ExampleCheckTrace() {
	m, err := twoRooms()
	if err != nil {
		fmt.Println(err)
		return
	}
	costs, err := grid.NewCosts(m, grid.Rule{}, grid.Uniform)
	if err != nil {
		fmt.Println(err)
		return
	}
	entry, err := catalog.Lookup("astar")
	if err != nil {
		fmt.Println(err)
		return
	}
	var file bytes.Buffer
	q := catalog.Query{Costs: costs, To: grid.Cell{X: 4, Y: 2}}
	if _, err := gridtrace.Record(context.Background(), entry, q, "rooms", &file, nil); err != nil {
		fmt.Println(err)
		return
	}
	source, err := trace.NewStream(&file)
	if err != nil {
		fmt.Println(err)
		return
	}
	report, err := verify.CheckTrace(m, source)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(report)
	// Output:
	// ok: the trace is of this map of 5×3, and of astar
	// ok: 21 events legal, of which 5 expansions
	// ok: counts right
	// ok: path follows the parents
	// ok: 0,0 and 4,2 are open
	// ok: path legal (4 steps)
	// ok: cost 2+2√2 recomputed
	// ok: lower bound 2+2√2 does not exceed the optimum 2+2√2 (plain Dijkstra over 13 cells)
	// ok: no path is cheaper (plain Dijkstra over 13 cells)
}

// broken is a source that fails.
type broken struct{ traced }

func (*broken) Next() (trace.Event, error) { return trace.Event{}, errors.New("the disk is gone") }

// TestTracesThatCannotBeChecked gives errors, not failures.
func TestTracesThatCannotBeChecked(t *testing.T) {
	m, right := roomTrace(t, "astar")
	if _, err := verify.CheckTrace(nil, right); err == nil {
		t.Error("no map is no error")
	}
	if _, err := verify.CheckTrace(m, &broken{*right.changed()}); err == nil || !strings.Contains(err.Error(), "the disk is gone") {
		t.Errorf("a source that fails: %v", err)
	}
}

// TestRandomMutants changes one field of one event, at random: it is caught.
func TestRandomMutants(t *testing.T) {
	met := map[string]int{}
	for number := range fewer(150) {
		q := traceQuery(t, number)
		m := q.Costs.Map()
		rng := rand.New(rand.NewPCG(number, 13))
		for _, entry := range catalog.Entries() {
			right := traceOf(t, entry.Name, q)
			changed := right.changed()
			i := rng.IntN(len(changed.events))
			e := &changed.events[i]
			other := func(state int64) int64 {
				return (state + 1 + rng.Int64N(int64(m.Width()*m.Height()-1))) % int64(m.Width()*m.Height())
			}
			name := ""
			switch rng.IntN(7) {
			case 0:
				name, e.G = "g", e.G+1
			case 1:
				name, e.H = "h", e.H+1
			case 2:
				name, e.F = "f", e.F-1
			case 3:
				name, e.State = "state", other(max(0, e.State))
			case 4:
				name, e.Parent = "parent", other(max(0, e.Parent))
			case 5:
				name, e.Kind = "kind", trace.Kind((int(e.Kind)+1+rng.IntN(9))%10)
			default:
				name, e.Side = "side", 1-e.Side
			}
			report, err := verify.CheckTrace(m, changed)
			if err != nil || report.OK() {
				t.Errorf("query %d, %s: another %s passes, %v: event %d is %v in place of %v", number, entry.Name, name, err, i, *e, right.events[i])
			}
			met[name]++
		}
	}
	for name, n := range met {
		if n < int(fewer(100)) {
			t.Errorf("%s was changed only %d times", name, n)
		}
	}
}

// TestPruningMutants changes what Bidirectional tells of states that it leaves out of
// OPEN, of which there are few on small maps.
func TestPruningMutants(t *testing.T) {
	found := 0
	for number := uint64(0); number < 400 && found < 5; number++ {
		q := traceQuery(t, number)
		right := traceOf(t, "bidirectional", q)
		last := int64(trace.NoState)
		for i, e := range right.events {
			if e.Kind == trace.Expand {
				last = e.State
			}
			if e.Kind != trace.Prune || e.State == last {
				continue
			}
			found++
			changed := right.changed()
			changed.events[i].G++
			changed.events[i].F++
			wantTraceFailure(t, "left out at another g", q.Costs.Map(), changed, fmt.Sprintf("event %d (step %d: ", i, e.Step), "has g =")
			changed = right.changed()
			changed.events = slices.Delete(changed.events, i, i+1)
			wantTraceFailure(t, "not told of", q.Costs.Map(), changed)
			break
		}
	}
	if found < 5 {
		t.Errorf("only %d traces have a state left out", found)
	}
}
