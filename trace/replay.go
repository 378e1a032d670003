package trace

import (
	"fmt"
	"iter"
	"unsafe"

	"github.com/astrolabe-search/astrolabe/search"
)

// Known is what a search knew of a state at some moment, by the last event that
// changed it.
type Known struct {
	State, Parent int64 // Parent is [NoState] where there is none
	G, H, F       int64
	Side          search.Side
	Closed        bool // CLOSED, else on OPEN
}

// State is what a search knew of all states at some moment. [Generate], [Improve]
// and [Reopen] put a state on OPEN, [Expand] makes it CLOSED; nothing else changes
// it. A search without OPEN has CLOSED states only.
type State struct {
	// Events and Step say when: after so many events, of which so many were
	// expansions.
	Events, Step int64

	known  *table[replayNode]
	counts [2][2]int64 // states by side, then OPEN or CLOSED
}

// MaxStateBytes bounds what a [State] takes: some 40 bytes for each state known,
// where states are dense numbers.
const MaxStateBytes = 2 << 30

// NewState returns the state before the first event.
func NewState() *State {
	return &State{known: &table[replayNode]{room: MaxStateBytes / replayPageBytes}}
}

// Apply takes the next event in. The error is [ErrTooLarge] if that takes more
// memory than [MaxStateBytes].
func (s *State) Apply(e *Event) error {
	s.Events++
	s.Step = e.Step
	return s.see(e)
}

func (s *State) see(e *Event) error {
	place := placeAfter[e.Kind]
	if place == unknown {
		return nil
	}
	n := s.known.at(e.State, e.Side)
	if n == nil {
		return fmt.Errorf("%w: the states known take over %d bytes", ErrTooLarge, int64(MaxStateBytes))
	}
	if n.place != unknown {
		s.counts[e.Side][n.place-onOpen]--
	}
	s.counts[e.Side][place-onOpen]++
	n.parent, n.g, n.h, n.f, n.place = e.Parent, e.G, e.H, e.F, place
	return nil
}

// Open returns the number of states on OPEN on a side.
func (s *State) Open(side search.Side) int64 { return s.counts[side][0] }

// Closed returns the number of CLOSED states on a side.
func (s *State) Closed(side search.Side) int64 { return s.counts[side][1] }

// Find returns what is known of a state on a side, and false if that is nothing.
func (s *State) Find(state int64, side search.Side) (Known, bool) {
	if state < 0 || side > search.Backward {
		return Known{}, false
	}
	n := s.known.find(state, side)
	if n == nil || n.place == unknown {
		return Known{}, false
	}
	return n.known(state, side), true
}

// All returns everything that is known, forward before backward and each side in
// the order of the states.
func (s *State) All() iter.Seq[Known] {
	return func(yield func(Known) bool) {
		for page, key := range s.known.pages() {
			for i := range page {
				if n := &page[i]; n.place != unknown && !yield(n.known(key.number*pageStates+int64(i), key.side)) {
					return
				}
			}
		}
	}
}

// replayNode is what is known of a state on one side.
type replayNode struct {
	parent, g, h, f int64
	place           uint32
}

func (n *replayNode) known(state int64, side search.Side) Known {
	return Known{State: state, Parent: n.parent, G: n.g, H: n.h, F: n.f, Side: side, Closed: n.place == onClosed}
}

const replayPageBytes = int64(unsafe.Sizeof([pageStates]replayNode{}))
