package search

import "context"

// BidirectionalFirstMeeting is A* from both ends that stops at the first state
// expanded by one half that the other half has expanded already. Both halves
// share one OPEN.
//
// That stop is wrong, and popular. It is here so that results obtained with it
// can be reproduced; use [Bidirectional] for answers. On the terrain map
//
//	···      (· = 0, : = 4, moves to 8 neighbors, a step costs its
//	·::       length plus the terrain of the cell entered)
//
// it goes from the lower row's left end to its right end for 10 where 4+2√2
// is optimal.
//
// Guarantee: a legal path if there is one (in a finite space), certified
// [Feasible]. CLOSED states are never reopened. It needs a problem that
// implements [Predecessors] and [GoalLister]; else it returns a [*RequirementError].
func BidirectionalFirstMeeting[S comparable, C Cost](ctx context.Context, problem Problem[S, C], start S, opts Options[S, C]) (Result[S, C], error) {
	s, err := NewBidirectionalFirstMeeting(problem, start, opts)
	return runToEnd(ctx, s, err)
}

// NewBidirectionalFirstMeeting returns [BidirectionalFirstMeeting] as a [Stepper].
func NewBidirectionalFirstMeeting[S comparable, C Cost](problem Problem[S, C], start S, opts Options[S, C]) (*Stepper[S, C], error) {
	const name = "bidirectional first-meeting"
	goals, err := bidirectionalGoals(name, problem)
	if err != nil {
		return nil, err
	}
	r, err := newRun(name, problem, start, opts, 2)
	if err != nil {
		return nil, err
	}
	defer r.release()
	m := &firstMeeting[S, C]{run: r, open: &r.ws.halves[Forward].open}
	m.table = [2]*nodeTable[C]{&r.ws.halves[Forward].table, &r.ws.halves[Backward].table}
	m.heuristic = [2]func(S) C{opts.Heuristic, opts.BackwardHeuristic}
	s := &Stepper[S, C]{r, m}
	if r.done || !r.roomForGoals(len(goals)) {
		return s, nil
	}
	m.put(Forward, r.start, node[C]{parent: noParent}, 0)
	for _, goal := range goals {
		id := r.space.id(goal)
		r.grow()
		if !m.done && !m.table[Backward].seen(&m.table[Backward].nodes[id]) {
			m.put(Backward, id, node[C]{parent: noParent}, 0)
		}
	}
	m.counts.PeakOpen = m.size
	return s, nil
}

// firstMeeting keeps both halves in one heap: an entry's id is the state's id,
// or its bitwise complement for the backward half.
type firstMeeting[S comparable, C Cost] struct {
	*run[S, C]
	open      *openHeap[C]
	table     [2]*nodeTable[C]
	heuristic [2]func(S) C
	size      int64
}

// put writes a node that is new or better, and pushes it onto OPEN.
func (m *firstMeeting[S, C]) put(side Side, id int32, n node[C], parentG C) {
	t := &m.table[side].nodes[id]
	known := m.table[side].seen(t)
	if known {
		n.h = t.h
	} else {
		if n.h = m.estimate(m.heuristic[side], id); m.done {
			return
		}
		m.size++
	}
	n.mark = m.table[side].number | onOpen
	*t = n
	entry := id
	if side == Backward {
		entry = ^id
	} else {
		m.near(id, n.g, n.h)
	}
	f := m.plus(n.g, n.h)
	m.open.push(entry, f, n.h, parentG)
	if known {
		m.tell(m.opts.Observer.Improve, m.table[side], id, f, side)
	} else {
		m.tell(m.opts.Observer.Generate, m.table[side], id, f, side)
	}
}

func (m *firstMeeting[S, C]) step() {
	for len(m.open.entries) > 0 {
		e := m.open.entries[0]
		side, id := Forward, e.id
		if id < 0 {
			side, id = Backward, ^id
		}
		n := &m.table[side].nodes[id]
		if n.mark&3 != onOpen || e.f != m.plus(n.g, n.h) {
			m.open.pop()
			continue
		}
		if reason := m.overBudget(); reason != "" {
			m.stop(reason)
			return
		}
		m.open.pop()
		m.expand(side, id, e.f)
		return
	}
	err := m.unreached(m.table[Forward], Forward)
	if err != nil {
		err = m.unreached(m.table[Backward], Backward) // one half is enough
	}
	if err != nil {
		m.fail(err)
		return
	}
	m.end(Result[S, C]{Status: NoPath, Reason: "every state that can be reached from either end was expanded"})
}

func (m *firstMeeting[S, C]) expand(side Side, id int32, f C) {
	n := &m.table[side].nodes[id]
	n.mark = m.table[side].number | onClosed
	m.size--
	g := n.g
	m.expanded(m.table[side], id, f, side)
	if o := &m.table[1-side].nodes[id]; m.table[1-side].seen(o) && o.mark&3 == onClosed {
		m.met(side, id)
		return
	}
	arcs := m.arcsOf(id, side)
	m.grow()
	m.counts.Generated += int64(len(arcs))
	for _, arc := range arcs {
		if !(arc.Cost >= 0) || arc.Cost > m.limit-g {
			if m.badArc(id, arc.To, arc.Cost, side) {
				return
			}
			continue
		}
		newG := g + arc.Cost
		t := &m.table[side].nodes[arc.To]
		if m.table[side].seen(t) && (t.mark&3 == onClosed || newG >= t.g) {
			continue
		}
		if m.put(side, arc.To, node[C]{g: newG, parent: id}, g); m.done {
			return
		}
	}
	m.counts.PeakOpen = max(m.counts.PeakOpen, m.size)
}

// met ends the search with the path through a state that both halves closed.
func (m *firstMeeting[S, C]) met(side Side, id int32) {
	forward, backward := &m.table[Forward].nodes[id], &m.table[Backward].nodes[id]
	if forward.g > m.limit-backward.g {
		m.fail(m.meetingError(id))
		return
	}
	total := forward.g + backward.g
	m.tell(m.opts.Observer.Meet, m.table[side], id, total, side)
	m.tell(m.opts.Observer.Goal, m.table[side], id, total, side)
	path := m.pathTo(m.opts.PathBuffer[:0], m.table[Forward], id)
	m.end(Result[S, C]{
		Status: Found, Cost: total, Certificate: Feasible,
		Path:   m.appendBackward(path, m.table[Backward], id),
		Reason: "the search stops at the first meeting of its halves, which need not lie on a cheapest path",
	})
}

func (m *firstMeeting[S, C]) stop(reason string) {
	m.end(Result[S, C]{Status: Limit, Reason: reason})
}

func (m *firstMeeting[S, C]) lookup(id int32) (Node[S, C], bool) {
	return nodeOf(m.run, m.table[Forward], id)
}
