package verify

import (
	"container/list"

	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/trace"
)

// fringe is fringe search: a list of states is worked through under rising thresholds
// for f, and successors come into it right behind their parent.
type fringe struct {
	*history
	list      *list.List
	places    []*list.Element // of the states on the list
	now       *list.Element   // looked at next; nil: the iteration is over
	threshold int64
	next      int64 // the least f beyond the threshold in this iteration,
	beyond    bool  // if there was any
}

func newFringe(h *history) algorithm {
	return &fringe{history: h, list: list.New(), places: make([]*list.Element, h.ground.cells())}
}

func (s *fringe) begin() {
	n := s.root(search.Forward, s.start)
	s.near(s.start, 0, n.h)
	s.threshold = n.h
	s.now = s.list.PushBack(s.start)
	s.places[s.start] = s.now
	s.counts.PeakOpen = 1
}

func (s *fringe) ready() {
	for {
		if s.now == nil {
			if s.list.Len() == 0 {
				s.exhausted(search.Forward)
				return
			}
			s.threshold, s.beyond = max(s.threshold, s.next), false
			s.now = s.list.Front()
		}
		n := &s.nodes[search.Forward][s.now.Value.(int64)]
		f := s.fOf(n.g, n.h)
		if f <= s.threshold {
			return
		}
		if !s.beyond || f < s.next {
			s.beyond, s.next = true, f
		}
		s.now = s.now.Next()
	}
}

func (s *fringe) expand(*trace.Event) {
	state := s.now.Value.(int64)
	nodes := s.nodes[search.Forward]
	at := &nodes[state]
	at.place = placeClosed
	f := s.fOf(at.g, at.h)
	s.tell(trace.Expand, search.Forward, state, f)
	if state == s.goal {
		s.tell(trace.Goal, search.Forward, state, f)
		s.end(s.proven(s.pathTo(search.Forward, s.goal), s.costTo(search.Forward, s.goal)))
		return
	}
	arcs := s.arcsOf(state, search.Forward)
	for i := len(arcs) - 1; i >= 0; i-- { // so that the first comes first in the list
		a := arcs[i]
		s.counts.Generated++
		if !s.inRange(search.Forward, at.g, a.cost) {
			continue
		}
		n, g := &nodes[a.to], at.g+a.cost
		before := n.place
		if before == placeUnknown {
			n.h = s.hOf(a.to, search.Forward)
		} else if g >= n.g {
			continue
		}
		if before == placeOpen {
			s.list.Remove(s.places[a.to])
		}
		n.g, n.parent, n.place = g, state, placeOpen
		s.places[a.to] = s.list.InsertAfter(a.to, s.now)
		s.near(a.to, g, n.h)
		s.tell(s.putKind(before), search.Forward, a.to, s.fOf(g, n.h))
	}
	done := s.now
	s.now = done.Next()
	s.list.Remove(done)
	s.counts.PeakOpen = max(s.counts.PeakOpen, int64(s.list.Len()))
}

func (s *fringe) stopped() trace.Outcome {
	o := trace.Outcome{Status: search.Limit}
	if s.claimed {
		o.LowerBound = s.threshold
	}
	return o
}
