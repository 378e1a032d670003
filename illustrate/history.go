package illustrate

import (
	"context"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/trace/gridtrace"
)

// MaxSteps bounds the expansions that a [History] remembers one by one. Of a longer
// search [History.Sequence] shows the first ones and its end.
const MaxSteps = 2_000_000

// History is what a search did: in the end to each cell, and step by step if that
// was asked for.
type History struct {
	Answer catalog.Answer

	cells    []cell // by [grid.ID]
	expanded int64
	keep     int // steps, at most
	unit     gridtrace.Unit
	steps    []step
	openings []opening // of all steps, one after another
}

// cell is what the search made of a cell.
type cell struct {
	g, f   root2.Length
	parent [2]parent // by side
	state  state
}

// parent is the id of a cell, and 1 more, so that 0 is none.
type parent int32

type state uint8

const (
	untouched state = iota
	onOpen
	closed
)

// step is an expansion. Its openings begin where those of the step before end.
type step struct {
	expanded grid.Cell
	f        root2.Length
	end      int
}

type opening struct {
	cell grid.Cell
	f    root2.Length
}

// Watch asks the algorithm and remembers all that it does: [WatchSteps] with
// [MaxSteps].
func Watch(ctx context.Context, e *catalog.Entry, q catalog.Query) (*History, error) {
	return WatchSteps(ctx, e, q, MaxSteps)
}

// WatchSteps asks the algorithm and remembers what it makes of each cell, and so many
// of its expansions one by one, at most [MaxSteps]. The error is that of
// [catalog.Entry.Solve]. It takes 32 bytes a cell of the map, 24 a remembered expansion,
// and 16 each time that one of these puts a state on OPEN.
func WatchSteps(ctx context.Context, e *catalog.Entry, q catalog.Query, steps int) (*History, error) {
	h := newHistory(q, min(steps, MaxSteps))
	answer, err := e.Solve(ctx, h.watched(q), nil)
	if err != nil {
		return nil, err
	}
	answer.Query.Watcher = q.Watcher
	h.Answer = answer
	return h, nil
}

// Replay runs a search that has been answered once more, up to the expansion at which
// it ended then, and remembers what it does: watched the first time, it would have
// seemed slower than it is. The history's answer is the given one. Steps says how many
// expansions to remember one by one, for [History.Sequence]; 0 for a picture of the
// end. Costs in time and memory and the error are those of [Watch].
func Replay(ctx context.Context, answer catalog.Answer, steps int) (*History, error) {
	ctx, q := answer.Again(ctx)
	h := newHistory(q, min(steps, MaxSteps))
	h.Answer = answer
	if answer.Result.Expanded == 0 {
		return h, nil
	}
	_, err := answer.Entry.Solve(ctx, h.watched(q), nil)
	return h, err
}

func newHistory(q catalog.Query, steps int) *History {
	return &History{cells: make([]cell, q.Costs.Map().Len()), keep: steps, unit: gridtrace.LengthsOf(q.Costs)}
}

// watched returns the query with h as the one that is told.
func (h *History) watched(q catalog.Query) catalog.Query {
	m := q.Costs.Map()
	met := func(e gridsearch.Event) { h.open(m, e, false) }
	q.Watcher = &gridsearch.Watcher{Observer: gridsearch.Observer{
		Expand:   func(e gridsearch.Event) { h.expand(m, e) },
		Generate: met, Improve: met,
		Reopen: func(e gridsearch.Event) { h.open(m, e, true) },
	}}
	return q
}

func (h *History) expand(m *grid.Map, e gridsearch.Event) {
	if e.Step == 1 && h.expanded > 0 {
		// A finder hands the query on to another engine, which begins anew.
		clear(h.cells)
		h.expanded, h.steps, h.openings = 0, h.steps[:0], h.openings[:0]
	}
	h.expanded++
	h.meet(m, e).state = closed
	if len(h.steps) < h.keep {
		h.steps = append(h.steps, step{e.State, e.F, len(h.openings)})
	}
}

// open is told of a state that is put on OPEN. In a search from both ends one that
// the other half has closed stays so.
func (h *History) open(m *grid.Map, e gridsearch.Event, reopened bool) {
	c := h.meet(m, e)
	if c.state == closed && !reopened {
		return
	}
	c.state = onOpen
	if n := len(h.steps); n > 0 && int64(n) == h.expanded {
		h.openings = append(h.openings, opening{e.State, e.F})
		h.steps[n-1].end = len(h.openings)
	}
}

// meet notes what an event says of its cell.
func (h *History) meet(m *grid.Map, e gridsearch.Event) *cell {
	c := &h.cells[m.ID(e.State)]
	c.g, c.f = e.G, e.F
	if e.HasParent && e.Parent != e.State {
		side := 0
		if e.Side == search.Backward {
			side = 1
		}
		c.parent[side] = parent(m.ID(e.Parent)) + 1
	}
	return c
}
