package trace_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/mapgen"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/trace"
	"github.com/astrolabe-search/astrolabe/trace/gridtrace"
)

// randomQuery returns a query on a small random map; the same number gives the same
// one. Rules, cost models, heuristics, ties, orders and budgets all occur.
func randomQuery(tb testing.TB, number uint64) catalog.Query {
	tb.Helper()
	rng := rand.New(rand.NewPCG(number, 7))
	m := randomMap(tb, rng, number)
	rules, models, metrics := grid.Rules(), grid.Models(), grid.Metrics()
	costs, err := grid.NewCostsWith(m, rules[rng.IntN(len(rules))], models[rng.IntN(len(models))], grid.CostOptions{AllowFree: true})
	if err != nil {
		tb.Fatal(err)
	}
	cell := func() grid.Cell { return grid.Cell{X: rng.Int32N(int32(m.Width())), Y: rng.Int32N(int32(m.Height()))} }
	q := catalog.Query{Costs: costs, From: cell(), To: cell(), Metric: metrics[rng.IntN(len(metrics))]}
	for try := 0; try < 20 && !m.Open(q.From); try++ {
		q.From = cell()
	}
	for try := 0; try < 20 && !m.Open(q.To); try++ {
		q.To = cell()
	}
	if rng.IntN(60) == 0 {
		q.To = grid.Cell{X: -1, Y: 0}
	}
	q.Tie = search.Ties()[rng.IntN(len(search.Ties()))]
	q.Weight = []search.Ratio{{}, {Num: 3, Den: 2}, {Num: 5, Den: 1}, {Num: 10, Den: 7}}[rng.IntN(4)]
	q.NoReopen = rng.IntN(3) == 0
	if rng.IntN(3) == 0 {
		q.Order = grid.DefaultOrder
		rng.Shuffle(8, func(i, j int) { q.Order[i], q.Order[j] = q.Order[j], q.Order[i] })
	}
	q.MaxExpanded = 500 // depth-first searches can take millions
	if rng.IntN(5) == 0 {
		q.MaxExpanded = 1 + rng.Int64N(30)
	}
	return q
}

func randomMap(tb testing.TB, rng *rand.Rand, number uint64) *grid.Map {
	tb.Helper()
	width, height := 2+rng.IntN(12), 2+rng.IntN(12)
	if rng.IntN(2) == 0 {
		kinds := mapgen.Kinds()
		kind := kinds[rng.IntN(len(kinds))].Name
		m, err := mapgen.Generate(kind, mapgen.Options{Width: width + 4, Height: height + 4, Seed: int64(number)})
		if err == nil {
			return m
		}
	}
	weights := make([]grid.Weight, width*height)
	palette := [][]grid.Weight{{grid.WholeWeight(0), grid.WholeWeight(1), grid.WholeWeight(2)}, {grid.Millionths(250_000), grid.Millionths(1_500_000)}, {grid.WholeWeight(1)}, {grid.Millionths(1), grid.Millionths(7_654_321), grid.Millionths(999_999)}}[rng.IntN(4)]
	for i := range weights {
		weights[i] = palette[rng.IntN(len(palette))]
		if rng.IntN(4) == 0 {
			weights[i] = grid.Blocked
		}
	}
	m, err := grid.FromWeights(width, height, weights)
	if err != nil {
		tb.Fatal(err)
	}
	return m
}

// live collects the events of a search as the search tells them.
type live struct {
	events []trace.Event
	width  int
}

func (l *live) note(kind trace.Kind) func(gridsearch.Event) {
	return func(e gridsearch.Event) {
		event := trace.Event{
			Step: e.Step, State: gridtrace.State(l.width, e.State), Parent: trace.NoState,
			G: int64(e.G), H: int64(e.H), F: int64(e.F), Kind: kind, Side: e.Side,
		}
		if e.HasParent {
			event.Parent = gridtrace.State(l.width, e.Parent)
		}
		l.events = append(l.events, event)
	}
}

// observer tells both an observer and the collection.
func (l *live) observer(o gridsearch.Observer) gridsearch.Observer {
	both := func(kind trace.Kind, f func(gridsearch.Event)) func(gridsearch.Event) {
		note := l.note(kind)
		return func(e gridsearch.Event) {
			note(e)
			f(e)
		}
	}
	return gridsearch.Observer{
		Expand: both(trace.Expand, o.Expand), Generate: both(trace.Generate, o.Generate), Improve: both(trace.Improve, o.Improve),
		Reopen: both(trace.Reopen, o.Reopen), Meet: both(trace.Meet, o.Meet), Goal: both(trace.Goal, o.Goal), Prune: both(trace.Prune, o.Prune),
	}
}

// recorded is a search and its trace.
type recorded struct {
	entry  *catalog.Entry
	query  catalog.Query
	result gridsearch.Result
	live   []trace.Event
	data   []byte
}

func (r *recorded) String() string {
	return fmt.Sprintf("%s from %v to %v, %v, cost %v, heuristic %v", r.entry.Name, r.query.From, r.query.To, r.query.Costs.Rule(), r.query.Costs.Model(), r.query.Metric)
}

// newWriter makes the Writers of a test.
type newWriter func(io.Writer, trace.Header) (*trace.Writer, error)

// record runs a search and records it.
func record(tb testing.TB, entry *catalog.Entry, q catalog.Query, create newWriter) *recorded {
	tb.Helper()
	r := &recorded{entry: entry, query: q}
	p, err := q.Problem()
	if err != nil {
		tb.Fatal(err)
	}
	var out bytes.Buffer
	w, err := create(&out, gridtrace.Header(entry, &q, "random"))
	if err != nil {
		tb.Fatal(err)
	}
	width := q.Costs.Map().Width()
	state := func(c grid.Cell) int64 { return gridtrace.State(width, c) }
	l := &live{width: width}
	opts := q.Options(p)
	opts.Observer = l.observer(trace.Observe[root2.Length](w, state))
	stepper, err := entry.New(p, q.From, opts)
	if err == nil {
		r.result, err = stepper.Run(context.Background())
	}
	if err != nil {
		tb.Fatalf("%v: %v", r, err)
	}
	if err := w.Close(trace.OutcomeOf(r.result, state)); err != nil {
		tb.Fatalf("%v: %v", r, err)
	}
	r.live, r.data = l.events, out.Bytes()
	return r
}

// small makes Writers with so little room that short searches have many blocks
// and checkpoints.
func small(w io.Writer, h trace.Header) (*trace.Writer, error) {
	return trace.NewSmallWriter(w, h, 16, 40, 1<<20)
}

// eachSearch records every algorithm on many random queries, or a tenth of them in
// short tests.
func eachSearch(t *testing.T, queries uint64, create newWriter, f func(*recorded)) {
	if testing.Short() {
		queries /= 10
	}
	for number := range queries {
		q := randomQuery(t, number)
		for _, entry := range catalog.Entries() {
			f(record(t, entry, q, create))
		}
	}
}

func open(tb testing.TB, data []byte) *trace.Reader {
	tb.Helper()
	r, err := trace.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// readAll returns the events that a source still has.
func readAll(tb testing.TB, source trace.Source) []trace.Event {
	tb.Helper()
	var events []trace.Event
	for {
		e, err := source.Next()
		if err == io.EOF {
			return events
		}
		if err != nil {
			tb.Fatal(err)
		}
		events = append(events, e)
	}
}

func (r *recorded) state(c grid.Cell) int64 { return gridtrace.State(r.query.Costs.Map().Width(), c) }
