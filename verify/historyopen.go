package verify

import "github.com/astrolabe-search/astrolabe/search"

// openEntry is a state on OPEN with what decides when it is due.
type openEntry struct {
	f, first, then int64 // the least f is due, of equal ones the least first, then the least then
	state          int64
	side           search.Side
}

func (a *openEntry) before(b *openEntry) bool {
	switch {
	case a.f != b.f:
		return a.f < b.f
	case a.first != b.first:
		return a.first < b.first
	}
	return a.then < b.then
}

// openList is OPEN: a binary heap in which an entry comes no sooner than the one at
// half its place. A state that improves gets another entry; those that no longer say
// what is known of their state have to be passed over.
type openList struct {
	entries []openEntry
	tie     search.Tie
	pushed  int64
}

// push puts a state on OPEN: with f, its h, and the g of the state that it was reached
// from.
func (q *openList) push(side search.Side, state, f, h, parentG int64) {
	e := openEntry{f: f, state: state, side: side}
	q.pushed++
	switch q.tie {
	case search.TieLowHLIFO:
		e.first, e.then = h, -q.pushed
	case search.TieLowH:
		e.first, e.then = h, state
	case search.TieFIFO:
		e.then = q.pushed
	case search.TieLIFO:
		e.then = -q.pushed
	case search.TieParentG:
		e.first, e.then = -parentG, q.pushed
	}
	q.add(e)
}

func (q *openList) add(e openEntry) {
	q.entries = append(q.entries, e)
	at := q.entries
	for child := len(at) - 1; child > 0; {
		parent := (child - 1) / 2
		if !at[child].before(&at[parent]) {
			return
		}
		at[parent], at[child] = at[child], at[parent]
		child = parent
	}
}

// pop removes and returns the entry that is due; there must be one.
func (q *openList) pop() openEntry {
	at := q.entries
	due := at[0]
	last := len(at) - 1
	at[0] = at[last]
	at = at[:last]
	q.entries = at
	for parent := 0; ; {
		child := 2*parent + 1
		if child >= last {
			return due
		}
		if right := child + 1; right < last && at[right].before(&at[child]) {
			child = right
		}
		if !at[child].before(&at[parent]) {
			return due
		}
		at[parent], at[child] = at[child], at[parent]
		parent = child
	}
}

// passStale removes entries until the first one is of a state that is on OPEN with that
// f, and tells whether there is one.
func (q *openList) passStale(h *history) bool {
	for len(q.entries) > 0 {
		e := &q.entries[0]
		if n := &h.nodes[e.side][e.state]; n.place == placeOpen && e.f == h.fOf(n.g, n.h) {
			return true
		}
		q.pop()
	}
	return false
}
