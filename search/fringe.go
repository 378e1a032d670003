package search

import (
	"context"
	"fmt"
	"unsafe"
)

// Fringe finds a cheapest path by fringe search: like IDA* it works through
// rising thresholds for f, but it keeps the border of the explored region in a
// linked list, so an iteration goes on where the last one stopped. The list
// needs no order, which saves the priority queue of A*.
//
// A state may be expanded before its cheapest path is known; it is expanded again
// when that is found, whatever the heuristic, so NoReopen has no meaning here, nor
// has the tie policy.
//
// Guarantee: optimal if the heuristic is admissible. PeakOpen is the largest
// size of the list.
//
// Paper: Y. Björnsson, M. Enzenberger, R. C. Holte, J. Schaeffer, "Fringe search:
// beating A* at pathfinding on game maps", 2005, figure 2. Departures: the goal is a
// predicate; the list is doubly linked by id in an array.
func Fringe[S comparable, C Cost](ctx context.Context, problem Problem[S, C], start S, opts Options[S, C]) (Result[S, C], error) {
	s, err := NewFringe(problem, start, opts)
	return runToEnd(ctx, s, err)
}

// NewFringe returns [Fringe] as a [Stepper].
func NewFringe[S comparable, C Cost](problem Problem[S, C], start S, opts Options[S, C]) (*Stepper[S, C], error) {
	r, err := newRun("fringe search", problem, start, opts, 1)
	if err != nil {
		return nil, err
	}
	defer r.release()
	s := &fringe[S, C]{run: r, table: &r.ws.halves[0].table}
	if !r.done && s.roomForLinks() {
		s.begin()
	}
	return &Stepper[S, C]{r, s}, nil
}

// link is an element of the list; element id+1 stands for the state id and
// element 0 is both ends of the list.
type link struct{ before, after int32 }

type fringe[S comparable, C Cost] struct {
	*run[S, C]
	table     *nodeTable[C]
	cursor    int32 // the element looked at next; 0: the iteration is over
	size      int64
	threshold C
	least     C // the least f beyond the threshold in this iteration,
	beyond    bool
}

// roomForLinks makes room for one element per state of a dense problem. It
// returns false, and the run is done, if that takes too much memory.
func (s *fringe[S, C]) roomForLinks() bool {
	n := s.space.size() + 1
	if s.space.dense == nil || n <= cap(s.ws.links) {
		return true
	}
	need := s.ws.bytesAfter(s.uses, s.slack) - sliceBytes(s.ws.links) + int64(n)*int64(unsafe.Sizeof(link{}))
	if s.opts.MaxBytes > 0 && need > s.opts.MaxBytes {
		s.refuse(need)
		return false
	}
	s.ws.links = make([]link, 0, n)
	return true
}

func (s *fringe[S, C]) begin() {
	h := s.estimate(s.heuristic, s.start)
	if s.done {
		return
	}
	s.ws.links = append(s.ws.links, link{})
	s.table.nodes[s.start] = node[C]{h: h, parent: noParent, mark: s.table.number | onOpen}
	s.near(s.start, 0, h)
	s.threshold = h
	s.insert(s.start, 0)
	s.counts.PeakOpen = 1
	s.cursor = s.ws.links[0].after
	s.tell(s.opts.Observer.Generate, s.table, s.start, h, Forward)
}

// insert puts a state into the list behind an element.
func (s *fringe[S, C]) insert(id, behind int32) {
	for int(id)+1 >= len(s.ws.links) {
		s.ws.links = append(withRoom(s.ws.links, 1), link{})
	}
	links, e := s.ws.links, id+1
	after := links[behind].after
	links[e] = link{behind, after}
	links[behind].after = e
	links[after].before = e
	s.size++
}

// remove takes a state out of the list.
func (s *fringe[S, C]) remove(id int32) {
	l := s.ws.links[id+1]
	s.ws.links[l.before].after = l.after
	s.ws.links[l.after].before = l.before
	s.size--
}

func (s *fringe[S, C]) step() {
	for {
		if s.cursor == 0 {
			if s.size == 0 {
				s.exhausted(s.table)
				return
			}
			s.threshold, s.beyond = max(s.threshold, s.least), false
			s.cursor = s.ws.links[0].after
		}
		id := s.cursor - 1
		n := &s.table.nodes[id]
		f := s.plus(n.g, n.h)
		if f > s.threshold {
			if !s.beyond || f < s.least {
				s.beyond, s.least = true, f
			}
			s.cursor = s.ws.links[s.cursor].after
			continue
		}
		if reason := s.overBudget(); reason != "" {
			s.stop(reason)
			return
		}
		s.expand(id, f)
		return
	}
}

func (s *fringe[S, C]) expand(id int32, f C) {
	n := &s.table.nodes[id]
	n.mark = s.table.number | onClosed
	g, h := n.g, n.h
	s.expanded(s.table, id, f, Forward)
	if s.space.problem.IsGoal(s.space.state(id)) {
		s.tell(s.opts.Observer.Goal, s.table, id, f, Forward)
		s.found(id)
		return
	}
	arcs := s.arcsOf(id, Forward)
	s.table.grow(s.space.size())
	s.counts.Generated += int64(len(arcs))
	for i := len(arcs) - 1; i >= 0; i-- { // so that the first one comes first in the list
		arc := arcs[i]
		if !(arc.Cost >= 0) || arc.Cost > s.limit-g {
			if s.badArc(id, arc.To, arc.Cost, Forward) {
				return
			}
			continue
		}
		newG := g + arc.Cost
		t := &s.table.nodes[arc.To]
		known := s.table.seen(t)
		if !known {
			th := s.estimate(s.heuristic, arc.To)
			if s.done {
				return
			}
			t.h, t.mark = th, 0
		}
		if s.consistent && h > arc.Cost && h-arc.Cost > t.h {
			s.breached(id, arc.To, h, arc.Cost, t.h)
		}
		if known && newG >= t.g {
			continue
		}
		place := t.mark & 3
		if place == onOpen {
			s.remove(arc.To)
		}
		*t = node[C]{newG, t.h, id, s.table.number | onOpen}
		s.insert(arc.To, id+1)
		s.near(arc.To, newG, t.h)
		priority := s.plus(newG, t.h)
		switch place {
		case onOpen:
			s.tell(s.opts.Observer.Improve, s.table, arc.To, priority, Forward)
		case onClosed:
			s.counts.Reopened++
			s.tell(s.opts.Observer.Reopen, s.table, arc.To, priority, Forward)
		default:
			s.tell(s.opts.Observer.Generate, s.table, arc.To, priority, Forward)
		}
	}
	s.cursor = s.ws.links[id+1].after
	s.remove(id)
	s.counts.PeakOpen = max(s.counts.PeakOpen, s.size)
}

// unproved returns why the heuristic does not make a result optimal, or "".
func (s *fringe[S, C]) unproved() string {
	if s.breach != "" {
		return s.breach
	}
	if s.opts.Claim == Unknown {
		return s.unclaimed()
	}
	return ""
}

func (s *fringe[S, C]) found(goal int32) {
	result := Result[S, C]{Status: Found, Certificate: Feasible}
	result.Path = s.pathTo(s.opts.PathBuffer[:0], s.table, goal)
	result.Cost = s.costOf(s.table, goal, Forward)
	s.checkTarget(s.table.nodes[goal].h, s.space.state(goal), "goal")
	s.contradict(s.threshold, result.Cost)
	result.Reason = s.unproved()
	if result.Reason == "" {
		result.Certificate, result.LowerBound = Optimal, result.Cost
		result.Reason = because(fmt.Sprintf("the heuristic is %v", s.opts.Claim), s.opts.ClaimReason) + "; no path stays within a lower threshold"
	}
	s.end(result)
}

func (s *fringe[S, C]) stop(reason string) {
	result := Result[S, C]{Status: Limit, Reason: reason}
	if s.unproved() == "" {
		result.LowerBound = s.threshold
	}
	s.end(result)
}

func (s *fringe[S, C]) lookup(id int32) (Node[S, C], bool) { return nodeOf(s.run, s.table, id) }
