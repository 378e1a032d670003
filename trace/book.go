package trace

import (
	"iter"
	"maps"
	"math"
	"slices"
	"unsafe"

	"github.com/astrolabe-search/astrolabe/search"
)

// Where a state is, after some events.
const (
	unknown  = 0
	onOpen   = 1
	onClosed = 2
)

// placeAfter says where an event puts its state; unknown: it stays.
var placeAfter = [kinds]uint32{Generate: onOpen, Improve: onOpen, Reopen: onOpen, Expand: onClosed}

// pageStates is the number of states for which memory is taken at once. States are
// dense numbers, and those of neighboring ones are often needed together.
const pageStates = 1 << 9

// table holds a node for each state and side that it was asked for, up to a number
// of pages. New nodes are zero.
type table[N any] struct {
	sides [2]pages[N]
	room  int64 // pages that may still be taken
}

// pages finds a page by its number. Low numbers are in a list; of the others, dense
// states have none before there are 64 million.
type pages[N any] struct {
	low  []*[pageStates]N
	high map[int64]*[pageStates]N
}

const lowPages = 1 << 17

// at returns the node of a state, or nil if there is no room for it.
func (t *table[N]) at(state int64, side search.Side) *N {
	p := &t.sides[side]
	number := state / pageStates
	if number < int64(len(p.low)) && p.low[number] != nil {
		return &p.low[number][state%pageStates]
	}
	page := t.take(p, number)
	if page == nil {
		return nil
	}
	return &page[state%pageStates]
}

// take returns a page that is new, or among the high ones.
func (t *table[N]) take(p *pages[N], number int64) *[pageStates]N {
	if page := p.high[number]; page != nil || t.room == 0 {
		return page
	}
	t.room--
	page := new([pageStates]N)
	if number < lowPages {
		if n := int(number) + 1; n > len(p.low) {
			p.low = slices.Grow(p.low, n-len(p.low))[:n]
		}
		p.low[number] = page
		return page
	}
	if p.high == nil {
		p.high = map[int64]*[pageStates]N{}
	}
	p.high[number] = page
	return page
}

// find returns the node of a state, or nil if there is none.
func (t *table[N]) find(state int64, side search.Side) *N {
	p := &t.sides[side]
	number := state / pageStates
	page := (*[pageStates]N)(nil)
	if number < int64(len(p.low)) {
		page = p.low[number]
	} else {
		page = p.high[number]
	}
	if page == nil {
		return nil
	}
	return &page[state%pageStates]
}

// pageKey says which states a page is for: from number·pageStates on.
type pageKey struct {
	number int64
	side   search.Side
}

// pages returns the pages, by side, then by number.
func (t *table[N]) pages() iter.Seq2[*[pageStates]N, pageKey] {
	return func(yield func(*[pageStates]N, pageKey) bool) {
		for side := range t.sides {
			p := &t.sides[side]
			for number, page := range p.low {
				if page != nil && !yield(page, pageKey{int64(number), search.Side(side)}) {
					return
				}
			}
			for _, number := range slices.Sorted(maps.Keys(p.high)) {
				if !yield(p.high[number], pageKey{number, search.Side(side)}) {
					return
				}
			}
		}
	}
}

// node is the last record of a state on one side, as an encoder needs it. It takes
// 32 bytes, half a line of a processor's cache.
type node struct {
	g, h, f int64
	parent  int32 // the parent less the state, or noParent
	// mark is where the state is, in two bits; then the place of the record in its
	// block, in 16 bits; then the block's number modulo blockNumbers. A mark of 0 says
	// that nothing is known.
	mark uint32
}

const (
	noParent     = math.MinInt32
	blockNumbers = 1 << 14
)

// at returns the place of the record in its block.
func (n *node) at() int { return int(n.mark >> 2 & (maxRecords - 1)) }

// base makes the record, of a state, a base.
func (n *node) base(b *base, state int64) {
	parent := NoState
	if n.parent != noParent {
		parent = state + int64(n.parent)
	}
	b.set(state, parent, n.g, n.h, n.f)
}

// write overwrites a node, without looking at it, with the record that is at a
// place in a block. It returns false, and the node is as new, if the parent is too
// far from the state for a node to hold.
func (n *node) write(e *Event, place, block, at uint32) bool {
	parent := e.Parent - e.State
	switch {
	case e.Parent == NoState:
		parent = noParent
	case parent != int64(int32(parent)) || parent == noParent:
		*n = node{}
		return false
	}
	n.g, n.h, n.f = e.G, e.H, e.F
	n.parent, n.mark = int32(parent), block<<18|at<<2|place
	return true
}

// book knows the last record of every state that a search told of, within a
// limit of memory.
type book struct {
	table[node]
	size  int64 // states known, if each Generate is of a new one
	bytes int64 // the limit
}

// newBook returns a book that takes at most about that many bytes, but room for a
// state and its parent.
func newBook(bytes int64) *book {
	b := &book{bytes: bytes}
	b.room = max(2, bytes/int64(unsafe.Sizeof([pageStates]node{})))
	return b
}

// empty forgets everything.
func (b *book) empty() { *b = *newBook(b.bytes) }

// age makes every record one of block 0, which no block is.
func (b *book) age() {
	for page := range b.pages() {
		for i := range page {
			page[i].mark &= 3
		}
	}
}

// all returns what is known as events, by side, then by state: [Generate] for a
// state on OPEN, [Expand] for a CLOSED one.
func (b *book) all() iter.Seq[Event] {
	return func(yield func(Event) bool) {
		for page, key := range b.pages() {
			for i := range page {
				n := &page[i]
				if n.mark == 0 {
					continue
				}
				var known base
				n.base(&known, key.number*pageStates+int64(i))
				e := Event{State: known.state, Parent: known.parent, G: n.g, H: n.h, F: n.f, Kind: Expand, Side: key.side}
				if n.mark&3 == onOpen {
					e.Kind = Generate
				}
				if !yield(e) {
					return
				}
			}
		}
	}
}
