package gridtrace

import (
	"context"
	"io"
	"strconv"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/trace"
)

// Options of a header, in the order in which they are written. Those that an
// algorithm does not take are left out; cost is the cost model, scale what lengths
// are to be divided by, heuristic what h was computed with.
const (
	OptionMoves       = "moves"
	OptionCutCorners  = "cut_corners"
	OptionCost        = "cost"
	OptionScale       = "scale"
	OptionOrder       = "order"
	OptionHeuristic   = "heuristic"
	OptionWeight      = "weight"
	OptionTie         = "tie"
	OptionReopen      = "reopen"
	OptionMaxExpanded = "max_expanded"
	OptionMaxBytes    = "max_bytes"
)

// Header returns the header of a trace of the algorithm on the query. name is
// that of the map, for show. It takes time and memory in proportion to the map.
func Header(e *catalog.Entry, q *catalog.Query, name string) trace.Header {
	costs := q.Costs
	m := costs.Map()
	h := trace.Header{Algorithm: e.Name, Map: FromGrid(m, name)}
	if m.In(q.From) {
		h.Start = []int64{State(m.Width(), q.From)}
	}
	if m.In(q.To) {
		h.Goals = []int64{State(m.Width(), q.To)}
	}
	set := func(key, value string) { h.Options = append(h.Options, trace.Option{Key: key, Value: value}) }
	set(OptionMoves, costs.Rule().Moves.String())
	if costs.Rule().Moves == grid.Moves8 {
		set(OptionCutCorners, costs.Rule().Corners.String())
	}
	set(OptionCost, costs.Model().String())
	set(OptionScale, strconv.FormatInt(costs.Scale(), 10))
	metric := q.Metric
	if e.Fast() { // it takes none of the options below
		metric = grid.Auto
		if e.Engine == gridsearch.EngineBucketDijkstra {
			metric = grid.Zero
		}
	} else {
		order := q.Order
		if order == [8]grid.Dir{} {
			order = grid.DefaultOrder
		}
		set(OptionOrder, grid.FormatOrder(order))
	}
	set(OptionHeuristic, costs.Heuristic(metric).Metric().String())
	if e.Weight {
		set(OptionWeight, q.Weight.String())
	}
	if e.Tie {
		set(OptionTie, q.Tie.String())
	}
	if e.Reopens {
		set(OptionReopen, strconv.FormatBool(!q.NoReopen))
	}
	if q.MaxExpanded > 0 {
		set(OptionMaxExpanded, strconv.FormatInt(q.MaxExpanded, 10))
	}
	if q.MaxBytes > 0 {
		set(OptionMaxBytes, strconv.FormatInt(q.MaxBytes, 10))
	}
	return h
}

// Record asks the algorithm the query, as [catalog.Entry.Solve] does, and writes the
// trace of the search to w. name is that of the map, for show. The workspace may be
// nil. The error is that of the search, of whose trace no more than its beginning
// is then of use, or that of w.
//
// Engines tell of a state that they reach again as generated; in the trace it is
// improved or reopened, as in any other search. Their scans are events too. A query
// that an engine hands on to the generic one, being too long for it, cannot be
// recorded: ask astar in its place.
func Record(ctx context.Context, e *catalog.Entry, q catalog.Query, name string, w io.Writer, ws *gridsearch.Workspace) (catalog.Answer, error) {
	out, err := trace.NewWriter(w, Header(e, &q, name))
	if err != nil {
		return catalog.Answer{}, err
	}
	m := q.Costs.Map()
	state := func(c grid.Cell) int64 { return State(m.Width(), c) }
	observer := trace.Observe[root2.Length](out, state)
	if e.Fast() {
		observer = metBefore(observer, m)
	}
	recorded := q
	recorded.Watcher = &gridsearch.Watcher{Observer: observer, Scan: func(from, to grid.Cell) {
		// What is wrong with an event, Close tells.
		_ = out.Add(trace.Event{Kind: trace.Scan, State: state(to), Parent: state(from)})
	}}
	answer, err := e.Solve(ctx, recorded, ws)
	if err != nil {
		// The search's error is the one that counts.
		_ = out.Close(trace.Outcome{Reason: err.Error()})
		return catalog.Answer{}, err
	}
	answer.Query = q
	if err := out.Close(trace.OutcomeOf(answer.Result, state)); err != nil {
		return catalog.Answer{}, err
	}
	return answer, nil
}

// metBefore tells apart what an engine tells as generated: states met for the first
// time, on OPEN, and CLOSED.
func metBefore(o gridsearch.Observer, m *grid.Map) gridsearch.Observer {
	const (
		unmet = iota
		open
		closed
	)
	met := make([]uint8, m.Len())
	told := o
	told.Generate = func(e gridsearch.Event) {
		id := m.ID(e.State)
		before := met[id]
		met[id] = open
		switch before {
		case unmet:
			o.Generate(e)
		case open:
			o.Improve(e)
		case closed:
			o.Reopen(e)
		}
	}
	told.Expand = func(e gridsearch.Event) {
		met[m.ID(e.State)] = closed
		o.Expand(e)
	}
	return told
}
