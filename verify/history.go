package verify

import (
	"math/big"
	"math/bits"
	"slices"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/trace"
)

// history is a search made once more, to know what its trace must tell. It is as plain
// as can be and shares nothing with package search: steps come from the ground, OPEN is
// a heap of its own. What algorithms have in common stands here; what they differ in is
// an algorithm.
//
// A trace is taken event by event. Between two expansions the algorithm gets ready for
// the next one; what it tells is due before anything else.
type history struct {
	algorithm
	rules    traceRules
	options  traceOptions
	ground   ground
	estimate estimator
	claimed  bool // the heuristic is consistent, and so claimed; else nothing is claimed of it
	limit    int64
	width    int64
	start    int64
	goal     int64

	nodes    [2][]node // by side, then by state
	counts   search.Counts
	due      []trace.Event // what must be told next, from told on
	told     int
	isReady  bool // for the next expansion
	over     bool
	outcome  trace.Outcome // if it is over; Status 0: no cost in range is left
	dropped  [2]bool       // of each half: a path beyond the range of costs was not followed
	nearest  int64         // NoState: none yet
	nearestH int64
	nearestG int64
	arcs     [8]arc
}

// algorithm is what one does where it differs from others.
type algorithm interface {
	// begin tells of what comes before the first expansion.
	begin()
	// ready goes on to where a state is to be expanded, or ends the search.
	ready()
	// expand expands that state. Where two are equal by every rule, it is the one that
	// the event tells of.
	expand(told *trace.Event)
	// stopped returns how the search ends if it is stopped before the next expansion.
	stopped() trace.Outcome
}

// node is what the search knows of a state.
type node struct {
	g, h   int64
	parent int64
	round  int32 // the iteration that wrote it, for depth-first searches
	place  place
}

type place uint8

const (
	placeUnknown place = iota
	placeOpen          // on OPEN
	placeClosed        // CLOSED
	placeLeftOut       // reached, and not followed
)

// arc is a legal step to or from a state.
type arc struct{ to, cost int64 }

// newHistory returns the history of a query that makes sense.
func newHistory(c *traceChecker) *history {
	h := &history{
		rules: c.rules, options: c.options, ground: c.ground, estimate: newEstimator(&c.ground, c.options.metric),
		limit: int64(c.costs.Limit()), width: int64(c.m.Width()),
		start: c.header.Start[0], goal: c.header.Goals[0], nearest: trace.NoState,
	}
	h.claimed = h.estimate.consistent || h.rules.noH
	h.nodes[search.Forward] = make([]node, h.ground.cells())
	if h.rules.twoHalves {
		h.nodes[search.Backward] = make([]node, h.ground.cells())
	}
	h.algorithm = h.rules.again(h)
	h.begin()
	return h
}

// next returns the event that must follow, or nil if the search is over. told is
// the one that does.
func (h *history) next(told *trace.Event) *trace.Event {
	for h.told == len(h.due) {
		h.due, h.told = h.due[:0], 0
		switch {
		case h.over:
			return nil
		case h.isReady:
			h.isReady = false
			h.counts.Expanded++
			h.expand(told)
		default:
			h.getReady()
		}
	}
	return &h.due[h.told]
}

// getReady goes on to the next expansion, if there is to be one.
func (h *history) getReady() {
	if h.ready(); !h.over && h.options.maxExpanded > 0 && h.counts.Expanded >= h.options.maxExpanded {
		h.end(h.stopped())
	}
	h.isReady = !h.over
}

// unsaid returns what should still have been told if the search came to its end with
// that status, and nil if nothing or if it was stopped.
func (h *history) unsaid(end *trace.Event, status search.Status) *trace.Event {
	if status == search.Limit {
		return nil
	}
	return h.next(end)
}

// endings returns the ways in which the search can have ended where its trace does.
// It can have been stopped before an expansion only, from outside perhaps before it was
// ready for that. unsaid, if not nil, is an event that should have been told.
func (h *history) endings() (ways []trace.Outcome, unsaid *trace.Event) {
	if h.told < len(h.due) {
		return nil, &h.due[h.told]
	}
	if !h.over && !h.isReady {
		h.due, h.told = h.due[:0], 0
		early := h.withNearest(h.stopped())
		h.getReady()
		switch {
		case len(h.due) > 0 && (h.over || !h.rules.early):
			return nil, &h.due[0]
		case len(h.due) > 0:
			return []trace.Outcome{early}, nil
		case h.rules.early && !h.over:
			ways = append(ways, early)
		}
	}
	if !h.over {
		h.end(h.stopped())
	}
	return append(ways, h.outcome), nil
}

// end ends the search.
func (h *history) end(o trace.Outcome) {
	h.over, h.outcome = true, h.withNearest(o)
}

// fail ends the search without an answer: it would cost more than costs can be.
func (h *history) fail() { h.over, h.outcome = true, trace.Outcome{} }

// withNearest adds the path to the state nearest to the goal to a search without answer.
func (h *history) withNearest(o trace.Outcome) trace.Outcome {
	if o.Status != search.Found && h.nearest != trace.NoState && o.Nearest == nil {
		o.Nearest = h.pathTo(search.Forward, h.nearest)
		o.NearestCost = h.costTo(search.Forward, h.nearest)
	}
	return o
}

// exhausted ends a search that has nothing left to expand in any of the halves given.
// One half is enough to prove that there is no path, if it dropped nothing that it
// did not reach in another way.
func (h *history) exhausted(halves ...search.Side) {
	for _, side := range halves {
		if !h.dropped[side] || h.reachedAll(side, 0) {
			h.end(trace.Outcome{Status: search.NoPath})
			return
		}
	}
	h.fail()
}

// reachedAll tells whether a half has met, in one round, every neighbor of what it has
// met.
func (h *history) reachedAll(side search.Side, round int32) bool {
	met := func(state int64) bool {
		n := &h.nodes[side][state]
		return n.place != placeUnknown && n.round == round
	}
	for state := range int64(len(h.nodes[side])) {
		if !met(state) {
			continue
		}
		for _, a := range h.arcsOf(state, side) {
			if !met(a.to) {
				return false
			}
		}
	}
	return true
}

func (h *history) cell(state int64) grid.Cell {
	return grid.Cell{X: int32(state % h.width), Y: int32(state / h.width)}
}

// arcsOf returns the legal steps from a state or, backward, to it, in the order of the
// header. The slice is valid until the next call.
func (h *history) arcsOf(state int64, side search.Side) []arc {
	at := h.cell(state)
	n := 0
	for _, d := range h.options.order {
		other := at.Step(d)
		from, to := at, other
		if side == search.Backward {
			if !h.ground.m.In(other) || !h.ground.m.Open(other) {
				continue
			}
			from, to = other, at
		}
		if cost, reason := h.ground.step(from, to); reason == "" {
			h.arcs[n] = arc{int64(other.Y)*h.width + int64(other.X), lengthOf(cost)}
			n++
		}
	}
	return h.arcs[:n]
}

// lengthOf returns what a step costs as a length, which it is in the range of.
func lengthOf(s sum) int64 { return s.straight*root2.Q + s.diagonal*root2.P }

// hOf returns what the algorithm estimates for a state.
func (h *history) hOf(state int64, side search.Side) int64 {
	to := h.goal
	if side == search.Backward {
		to = h.start
	}
	if h.rules.noH {
		return 0
	}
	return h.estimate.between(h.cell(state), h.cell(to))
}

// fOf returns the priority that the algorithm makes of g and h.
func (h *history) fOf(g, estimate int64) int64 {
	switch h.rules.f {
	case gAlone:
		return g
	case hAlone:
		return estimate
	}
	return cappedSum(g, h.weighed(estimate), h.limit)
}

// weighed returns ⌊w·h⌋, at most the limit.
func (h *history) weighed(estimate int64) int64 {
	w := h.options.weight
	if h.rules.f != gAndWeightedH || w.Num == w.Den {
		return estimate
	}
	hi, lo := bits.Mul64(uint64(estimate), uint64(w.Num))
	if hi >= uint64(w.Den) {
		return h.limit
	}
	quotient, _ := bits.Div64(hi, lo, uint64(w.Den))
	return int64(min(quotient, uint64(h.limit)))
}

// tell makes an event due, of a state as it is known now.
func (h *history) tell(kind trace.Kind, side search.Side, state, f int64) {
	n := &h.nodes[side][state]
	h.tellOf(kind, trace.Event{Side: side, State: state, Parent: n.parent, G: n.g, H: n.h, F: f})
}

// tellOf makes an event due.
func (h *history) tellOf(kind trace.Kind, e trace.Event) {
	e.Kind, e.Step = kind, h.counts.Expanded
	h.due = append(h.due, e)
}

// root makes a state known as one that the search sets out from, and tells so.
func (h *history) root(side search.Side, state int64) *node {
	n := &h.nodes[side][state]
	*n = node{h: h.hOf(state, side), parent: trace.NoState, place: placeOpen}
	f := h.fOf(0, n.h)
	h.tell(trace.Start, side, state, f)
	h.tell(trace.Generate, side, state, f)
	return n
}

// putKind returns as what a state is told of that is put on OPEN from a place.
func (h *history) putKind(from place) trace.Kind {
	switch from {
	case placeOpen:
		return trace.Improve
	case placeClosed:
		h.counts.Reopened++
		return trace.Reopen
	}
	return trace.Generate
}

// near remembers the state nearest to the goal: least h, then least g, then first met.
func (h *history) near(state, g, estimate int64) {
	if h.nearest == trace.NoState || estimate < h.nearestH || estimate == h.nearestH && g < h.nearestG {
		h.nearest, h.nearestG, h.nearestH = state, g, estimate
	}
}

// inRange tells whether g + cost is one that costs can be, and notes it if not.
func (h *history) inRange(side search.Side, g, cost int64) bool {
	if cost <= h.limit-g {
		return true
	}
	h.dropped[side] = true
	return false
}

// pathTo returns the states along the parents, the one given last.
func (h *history) pathTo(side search.Side, state int64) []int64 {
	var path []int64
	for ; state != trace.NoState; state = h.nodes[side][state].parent {
		path = append(path, state)
	}
	slices.Reverse(path)
	return path
}

// costTo returns what the steps along the parents cost. That is less than g where a
// state before was reopened and not yet expanded again.
func (h *history) costTo(side search.Side, state int64) int64 {
	total := sum{}
	for parent := h.nodes[side][state].parent; parent != trace.NoState; state, parent = parent, h.nodes[side][parent].parent {
		from, to := h.cell(parent), h.cell(state)
		if side == search.Backward {
			from, to = to, from
		}
		cost, _ := h.ground.step(from, to)
		total = total.plus(cost)
	}
	return lengthOf(total)
}

// incumbent returns how a search ends that is stopped with a path of some cost and a
// lower bound, which prove a ratio: the next millionth above theirs.
func incumbent(o trace.Outcome) trace.Outcome {
	const den = 1_000_000
	o.Certificate = search.Feasible
	if o.LowerBound <= 0 {
		return o
	}
	num := new(big.Int).Mul(big.NewInt(o.Cost), big.NewInt(den))
	num.Div(num, big.NewInt(o.LowerBound))
	if num.BitLen() > 62 {
		return o
	}
	o.Certificate, o.Bound = search.Bounded, search.Ratio{Num: num.Int64() + 1, Den: den}
	return o
}

// proven returns a found path with the certificate of an algorithm that is optimal if
// its heuristic is.
func (h *history) proven(path []int64, cost int64) trace.Outcome {
	o := trace.Outcome{Status: search.Found, Path: path, Cost: cost, Certificate: search.Feasible}
	if h.claimed {
		o.Certificate, o.LowerBound = search.Optimal, cost
	}
	return o
}
