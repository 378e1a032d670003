package search

import "math"

// Workspace is the memory of a search, kept for the next one: a search in a
// used workspace allocates nothing per state and takes time in proportion to
// what it touches, not to the size of the space. A Workspace belongs to one
// search at a time. The zero value is ready for use.
//
// For a [Dense] problem with 64-bit costs it holds 24 bytes a state (48 for
// the bidirectional algorithms) and 24 bytes for each entry of OPEN; see
// [Workspace.Bytes]. For any other problem it holds the state itself and
// 24 to 48 bytes of hash table on top.
type Workspace[S comparable, C Cost] struct {
	halves   [2]half[C]
	interned interner[S]
	edges    []Edge[S, C]
	arcs     []Arc[C]
	frames   []frame[S, C]
	children []child[S, C]
	links    []link
}

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
	return total + sliceBytes(w.edges) + sliceBytes(w.arcs) + sliceBytes(w.frames) + sliceBytes(w.children) + sliceBytes(w.links)
}

// bytesAfterGrowth returns what the workspace would hold once every array with
// room for fewer than slack more elements had doubled.
func (w *Workspace[S, C]) bytesAfterGrowth(dense bool, slack int) int64 {
	total := w.Bytes()
	for i := range w.halves {
		h := &w.halves[i]
		for _, q := range []*openHeap[C]{&h.open, &h.byG} {
			if q.entries != nil && cap(q.entries)-len(q.entries) < slack {
				total += q.bytes()
			}
		}
		if cap(h.queue)-len(h.queue) < slack {
			total += sliceBytes(h.queue)
		}
		if !dense && cap(h.table.nodes)-len(h.table.nodes) < slack {
			total += h.table.bytes()
		}
	}
	if cap(w.frames)-len(w.frames) < slack {
		total += sliceBytes(w.frames)
	}
	if cap(w.children)-len(w.children) < slack {
		total += sliceBytes(w.children)
	}
	if !dense && cap(w.links)-len(w.links) < slack {
		total += sliceBytes(w.links)
	}
	if !dense {
		if n := len(w.interned.states); cap(w.interned.states)-n < slack || len(w.interned.slots) < 2*(n+slack) {
			total += w.interned.bytes()
		}
	}
	return total
}

// full tells whether the numbers by which states and OPEN entries are told
// apart are about to run out.
func (w *Workspace[S, C]) full(slack int) bool {
	return len(w.interned.states) > math.MaxInt32-slack ||
		w.halves[0].open.pushes > uint32(maxPushes-slack) || w.halves[1].open.pushes > uint32(maxPushes-slack)
}
