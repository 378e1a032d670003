package verify

import (
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/trace"
)

// bidirectional is the algorithm of search.Bidirectional, with and without heuristics:
// the half with the smaller OPEN expands its best state, until the best meeting costs
// no more than what both halves prove.
type bidirectional struct {
	*history
	open     [2]openList
	byG      [2]openList // the same states by g
	size     [2]int64
	cheapest int64 // step
	meeting  int64 // the state where the halves met best, or NoState
	best     int64 // the cost there
	beyond   bool  // a meeting had a cost beyond the range
	proved   int64 // the largest lower bound so far
}

func newBidirectional(h *history) algorithm {
	b := &bidirectional{history: h, meeting: trace.NoState, cheapest: min(h.estimate.straight, h.estimate.diagonal)}
	for side := range b.open {
		b.open[side].tie = h.options.tie
	}
	return b
}

func (b *bidirectional) begin() {
	for side, state := range []int64{b.start, b.goal} {
		side := search.Side(side)
		n := b.root(side, state)
		b.put(side, state, n, 0)
		b.meet(side, state)
	}
	b.counts.PeakOpen = b.size[search.Forward] + b.size[search.Backward]
}

func (b *bidirectional) put(side search.Side, state int64, n *node, parentG int64) {
	if side == search.Forward {
		b.near(state, n.g, b.estimate.between(b.cell(state), b.cell(b.goal)))
	}
	b.open[side].push(side, state, b.fOf(n.g, n.h), n.h, parentG)
	b.byG[side].push(side, state, n.g, 0, 0)
	b.size[side]++
}

// meet takes the path through a state that both halves have reached, if it is the best.
func (b *bidirectional) meet(side search.Side, state int64) {
	n, other := &b.nodes[side][state], &b.nodes[1-side][state]
	if other.place == placeUnknown {
		return
	}
	if n.g > b.limit-other.g {
		b.beyond = true
		return
	}
	if total := n.g + other.g; b.meeting == trace.NoState || total < b.best {
		b.meeting, b.best = state, total
		b.tell(trace.Meet, side, state, total)
	}
}

// leastG returns the least g on a half's OPEN, which must not be empty.
func (b *bidirectional) leastG(side search.Side) int64 {
	q := &b.byG[side]
	for {
		e := &q.entries[0]
		if n := &b.nodes[side][e.state]; n.place == placeOpen && n.g == e.f {
			return e.f
		}
		q.pop()
	}
}

func (b *bidirectional) ready() {
	var ended []search.Side
	for side := range b.open {
		if !b.open[side].passStale(b.history) {
			ended = append(ended, search.Side(side))
		}
	}
	switch {
	case len(ended) > 0 && b.meeting != trace.NoState:
		b.found()
		return
	case len(ended) > 0 && b.beyond:
		b.fail()
		return
	case len(ended) > 0:
		b.exhausted(ended...)
		return
	}
	both := cappedSum(cappedSum(b.leastG(search.Forward), b.leastG(search.Backward), b.limit), b.cheapest, b.limit)
	b.proved = max(b.proved, b.open[search.Forward].entries[0].f, b.open[search.Backward].entries[0].f, both)
	if b.meeting != trace.NoState && b.best <= b.proved {
		b.found()
	}
}

func (b *bidirectional) expand(*trace.Event) {
	side := search.Forward
	if b.size[search.Backward] < b.size[search.Forward] {
		side = search.Backward
	}
	e := b.open[side].pop()
	at := &b.nodes[side][e.state]
	at.place = placeClosed
	b.size[side]--
	b.tell(trace.Expand, side, e.state, e.f)
	if b.claimed && b.nodes[1-side][e.state].place == placeClosed {
		// Its best completion is known.
		b.tell(trace.Prune, side, e.state, e.f)
		return
	}
	for _, a := range b.arcsOf(e.state, side) {
		b.counts.Generated++
		if !b.inRange(side, at.g, a.cost) {
			continue
		}
		n, g := &b.nodes[side][a.to], at.g+a.cost
		before := n.place
		switch {
		case before == placeUnknown:
			n.h = b.hOf(a.to, side)
		case g >= n.g || before == placeClosed && b.options.noReopen:
			continue
		}
		n.g, n.parent = g, e.state
		if before == placeUnknown {
			n.place = placeLeftOut
		}
		b.meet(side, a.to)
		f := b.fOf(g, n.h)
		if before != placeOpen && b.meeting != trace.NoState && f >= b.best && b.claimed {
			b.tell(trace.Prune, side, a.to, f)
			continue
		}
		n.place = placeOpen
		if before == placeOpen {
			b.size[side]-- // it is there once
		}
		b.put(side, a.to, n, at.g)
		b.tell(b.putKind(before), side, a.to, f)
	}
	b.counts.PeakOpen = max(b.counts.PeakOpen, b.size[search.Forward]+b.size[search.Backward])
}

// throughMeeting returns the path through a state that both halves have reached.
func (h *history) throughMeeting(state int64) []int64 {
	path := h.pathTo(search.Forward, state)
	for state = h.nodes[search.Backward][state].parent; state != trace.NoState; state = h.nodes[search.Backward][state].parent {
		path = append(path, state)
	}
	return path
}

// bestPath returns the path through the best meeting, and its cost.
func (b *bidirectional) bestPath() (path []int64, cost int64) {
	return b.throughMeeting(b.meeting), b.costTo(search.Forward, b.meeting) + b.costTo(search.Backward, b.meeting)
}

func (b *bidirectional) found() {
	b.tell(trace.Goal, search.Forward, b.meeting, b.best)
	b.end(b.proven(b.bestPath()))
}

func (b *bidirectional) stopped() trace.Outcome {
	o := trace.Outcome{Status: search.Limit}
	if b.claimed {
		o.LowerBound = b.proved
	}
	if b.meeting == trace.NoState {
		return o
	}
	o.Path, o.Cost = b.bestPath()
	return incumbent(o)
}

// firstMeeting is A* from both ends on one OPEN, which ends at the first state that both
// halves have expanded.
type firstMeeting struct {
	*history
	open openList
	size int64
}

func newFirstMeeting(h *history) algorithm {
	return &firstMeeting{history: h, open: openList{tie: h.options.tie}}
}

func (m *firstMeeting) begin() {
	for side, state := range []int64{m.start, m.goal} {
		m.put(search.Side(side), state, m.root(search.Side(side), state), 0)
		m.size++
	}
	m.counts.PeakOpen = m.size
}

func (m *firstMeeting) put(side search.Side, state int64, n *node, parentG int64) {
	if side == search.Forward {
		m.near(state, n.g, n.h)
	}
	m.open.push(side, state, m.fOf(n.g, n.h), n.h, parentG)
}

func (m *firstMeeting) ready() {
	if !m.open.passStale(m.history) {
		m.exhausted(search.Forward, search.Backward)
	}
}

func (m *firstMeeting) expand(told *trace.Event) {
	e := m.open.pop()
	if told.Side != e.side && m.open.passStale(m.history) && !e.before(&m.open.entries[0]) {
		// One state is due for both halves, and no rule says for which first.
		other := m.open.pop()
		m.open.add(e)
		e = other
	}
	at := &m.nodes[e.side][e.state]
	at.place = placeClosed
	m.size--
	m.tell(trace.Expand, e.side, e.state, e.f)
	if m.nodes[1-e.side][e.state].place == placeClosed {
		m.met(e.side, e.state)
		return
	}
	for _, a := range m.arcsOf(e.state, e.side) {
		m.counts.Generated++
		if !m.inRange(e.side, at.g, a.cost) {
			continue
		}
		n, g := &m.nodes[e.side][a.to], at.g+a.cost
		before := n.place
		if before == placeClosed || before == placeOpen && g >= n.g {
			continue
		}
		if before == placeUnknown {
			n.h = m.hOf(a.to, e.side)
			m.size++
		}
		n.g, n.parent, n.place = g, e.state, placeOpen
		m.put(e.side, a.to, n, at.g)
		m.tell(m.putKind(before), e.side, a.to, m.fOf(g, n.h))
	}
	m.counts.PeakOpen = max(m.counts.PeakOpen, m.size)
}

func (m *firstMeeting) met(side search.Side, state int64) {
	forward, backward := m.nodes[search.Forward][state].g, m.nodes[search.Backward][state].g
	if forward > m.limit-backward {
		m.fail()
		return
	}
	cost := forward + backward
	m.tell(trace.Meet, side, state, cost)
	m.tell(trace.Goal, side, state, cost)
	m.end(trace.Outcome{Status: search.Found, Path: m.throughMeeting(state), Cost: cost, Certificate: search.Feasible})
}

func (m *firstMeeting) stopped() trace.Outcome { return trace.Outcome{Status: search.Limit} }
