package search

import (
	"math"
	"sync/atomic"
	"unsafe"
)

// Workspace is the memory of a search, kept for the next one: a search in a
// used workspace allocates nothing per state and takes time in proportion to
// what it touches, not to the size of the space. The zero value is ready for use.
//
// A Workspace belongs to the search that began in it last: to go on with an
// earlier one panics, and so does to begin one while another is at work, in
// another goroutine or in a callback of the first.
//
// For a [Dense] problem with 64-bit costs it holds 24 bytes a state (32 for
// [Fringe], 48 for the bidirectional algorithms) and 24 bytes for each entry of
// OPEN (for [BreadthFirst], 4 for each state it met); see [Workspace.Bytes].
// For any other problem it holds the state itself and 24 to 48 bytes of hash
// table on top. Arrays that grow have room for up to half as many elements
// again as are in them.
type Workspace[S comparable, C Cost] struct {
	halves   [2]half[C]
	interned interner[S]
	edges    []Edge[S, C]
	arcs     []Arc[C]
	frames   []frame[S, C]
	children []child[S, C]
	links    []link
	nearPath []S
	goalPath []S

	busy     atomic.Bool // a search is at work here
	searches uint64      // how many have begun

	checks    []Edge[S, C] // to compare the forms of a problem
	embedding embedding    // of the last problem that was looked at
}

// take makes the run the one that its workspace belongs to, and marks it as busy.
func (r *run[S, C]) take() {
	if !r.ws.busy.CompareAndSwap(false, true) {
		panic(workspaceBusy)
	}
	r.working = true
	r.ws.searches++
	r.search = r.ws.searches
}

// hold marks the workspace as busy while the run works on.
func (r *run[S, C]) hold() {
	if !r.ws.busy.CompareAndSwap(false, true) {
		panic(workspaceBusy)
	}
	r.working = true
	if r.ws.searches != r.search {
		r.release()
		r.mustOwn()
	}
}

// release undoes take or hold, if there was one.
func (r *run[S, C]) release() {
	if r.working {
		r.working = false
		r.ws.busy.Store(false)
	}
}

// mustOwn panics if the workspace belongs to a later search.
func (r *run[S, C]) mustOwn() {
	if r.ws.searches != r.search {
		panic("search: another search has begun in this search's Workspace, so it cannot go on; give each its own")
	}
}

const workspaceBusy = "search: a Workspace is used by two searches at once; give each goroutine its own"

// half is the memory of one direction of a search.
type half[C Cost] struct {
	table nodeTable[C]
	open  openHeap[C]
	byG   openHeap[C]
	queue []int32
}

// Bytes returns the memory that the workspace holds, in bytes.
func (w *Workspace[S, C]) Bytes() int64 {
	total := w.interned.bytes()
	for i := range w.halves {
		h := &w.halves[i]
		total += h.table.bytes() + h.open.bytes() + h.byG.bytes() + sliceBytes(h.queue)
	}
	return total + sliceBytes(w.edges) + sliceBytes(w.arcs) + sliceBytes(w.frames) + sliceBytes(w.children) + sliceBytes(w.links) +
		sliceBytes(w.nearPath) + sliceBytes(w.goalPath) + sliceBytes(w.checks)
}

// reset empties every array, so that what is in them is the current search's.
// Nodes and hash slots are left alone: they carry the number of their search.
func (w *Workspace[S, C]) reset(tie Tie) {
	for i := range w.halves {
		h := &w.halves[i]
		h.open.begin(tie)
		h.byG.begin(TieFIFO)
		h.queue = h.queue[:0]
	}
	w.interned.states = w.interned.states[:0]
	w.frames, w.children, w.links = w.frames[:0], w.children[:0], w.links[:0]
}

// uses says which of its arrays a search puts elements into, besides those
// that every search does.
type uses struct {
	backward      bool // the second half: its nodes
	backwardOpen  bool // and its OPEN
	byG           [2]bool
	stack         bool // frames, children and the two paths
	checks        bool // the sides of a problem are compared
	internsStates bool // the problem is not dense, so that nodes grow
}

// bytesAfter returns what the workspace would hold once slack more elements had
// been put into every array in use.
func (w *Workspace[S, C]) bytesAfter(u uses, slack int) int64 {
	total := w.Bytes() + growth(w.arcs[:0], slack) + growth(w.edges[:0], slack) + growth(w.halves[0].open.entries, slack)
	if u.backwardOpen {
		total += growth(w.halves[1].open.entries, slack)
	}
	for i := range w.halves {
		h := &w.halves[i]
		if u.byG[i] {
			total += growth(h.byG.entries, slack)
		}
		if u.internsStates && (i == 0 || u.backward) {
			total += growth(h.table.nodes[:min(len(w.interned.states), len(h.table.nodes))], slack)
		}
	}
	if w.halves[0].queue != nil {
		total += growth(w.halves[0].queue, slack)
	}
	if u.checks {
		total += growth(w.checks[:0], slack)
	}
	if u.stack {
		depth := len(w.frames) + 1
		total += growth(w.frames, slack) + growth(w.children, slack) + growth(w.nearPath[:0], depth) + growth(w.goalPath[:0], depth)
	}
	if u.internsStates {
		total += w.interned.growth(slack)
		if w.links != nil {
			total += growth(w.links, slack)
		}
	}
	return total
}

// full tells whether the numbers by which states and OPEN entries are told
// apart are about to run out.
func (w *Workspace[S, C]) full(slack int) bool {
	return len(w.interned.states) > math.MaxInt32-slack ||
		w.halves[0].open.pushes > maxPushes-uint32(slack) || w.halves[1].open.pushes > maxPushes-uint32(slack)
}

// capacity returns the size to which an array of the given size is grown so as
// to hold n elements. It is the same whether they come singly or at once.
func capacity(size, n int) int {
	for size < n {
		size += size/2 + 8
	}
	return size
}

// withRoom returns s with room for n more elements. Unlike append it takes no
// more memory than [growth] says.
func withRoom[T any](s []T, n int) []T {
	if cap(s)-len(s) >= n {
		return s
	}
	grown := make([]T, len(s), capacity(cap(s), len(s)+n))
	copy(grown, s)
	return grown
}

// growth returns the bytes by which an array grows to hold n more elements.
func growth[T any](s []T, n int) int64 {
	var element T
	return int64(capacity(cap(s), len(s)+n)-cap(s)) * int64(unsafe.Sizeof(element))
}

// sliceBytes returns the memory behind a slice.
func sliceBytes[T any](s []T) int64 {
	var element T
	return int64(cap(s)) * int64(unsafe.Sizeof(element))
}
