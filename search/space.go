package search

import (
	"hash/maphash"
	"unsafe"
)

// firstSlots is the number of slots of a new hash table; a power of two.
const firstSlots = 64

// space turns a problem's states into dense ids. A problem that is [Dense]
// numbers its states itself; the states of any other are numbered in the order
// in which the search meets them.
type space[S comparable, C Cost] struct {
	problem       Problem[S, C]
	dense         Dense[S, C]
	backward      Predecessors[S, C]
	denseBackward DensePredecessors[C]
	interned      *interner[S]
	edges         []Edge[S, C]
}

func (sp *space[S, C]) begin(problem Problem[S, C], interned *interner[S]) {
	sp.problem, sp.interned = problem, interned
	sp.dense, _ = problem.(Dense[S, C])
	sp.backward, _ = problem.(Predecessors[S, C])
	sp.denseBackward, _ = problem.(DensePredecessors[C])
	if sp.dense == nil {
		sp.denseBackward = nil
		interned.begin()
	}
}

// size returns the number of ids in use: all of a dense problem's.
func (sp *space[S, C]) size() int {
	if sp.dense != nil {
		return sp.dense.NumIDs()
	}
	return len(sp.interned.states)
}

func (sp *space[S, C]) id(s S) int32 {
	if sp.dense != nil {
		return sp.dense.ID(s)
	}
	return sp.interned.id(s)
}

func (sp *space[S, C]) state(id int32) S {
	if sp.dense != nil {
		return sp.dense.State(id)
	}
	return sp.interned.states[id]
}

func (sp *space[S, C]) successors(dst []Arc[C], id int32) []Arc[C] {
	if sp.dense != nil {
		return sp.dense.AppendArcs(dst, id)
	}
	sp.edges = sp.problem.AppendSuccessors(withRoom(sp.edges[:0], firstSlack), sp.interned.states[id])
	return sp.arcs(dst)
}

func (sp *space[S, C]) predecessors(dst []Arc[C], id int32) []Arc[C] {
	if sp.denseBackward != nil {
		return sp.denseBackward.AppendBackwardArcs(dst, id)
	}
	sp.edges = sp.backward.AppendPredecessors(withRoom(sp.edges[:0], firstSlack), sp.state(id))
	return sp.arcs(dst)
}

func (sp *space[S, C]) arcs(dst []Arc[C]) []Arc[C] {
	for i := range sp.edges {
		dst = append(dst, Arc[C]{sp.edges[i].Cost, sp.id(sp.edges[i].To)})
	}
	return dst
}

// interner numbers states from 0 in the order in which they are first asked
// for. It is a hash table with linear probing whose slots carry the number of
// the search that wrote them, so that beginning anew takes no time. (The
// built-in map was tried: with many states it is about as fast, but a search
// that meets 10 states took ten times as long in one that was once large; see
// BenchmarkIntern.)
type interner[S comparable] struct {
	states []S
	slots  []internSlot
	number uint32
	seed   maphash.Seed
}

type internSlot struct {
	number uint32 // of the search that wrote the slot
	hash   uint32
	id     int32
}

func (t *interner[S]) begin() {
	if t.slots == nil {
		t.seed = maphash.MakeSeed()
		t.slots = make([]internSlot, firstSlots)
	}
	t.states = t.states[:0]
	t.number++
	if t.number == 0 {
		clear(t.slots)
		t.number = 1
	}
}

func (t *interner[S]) id(s S) int32 {
	hash := uint32(maphash.Comparable(t.seed, s))
	mask := uint32(len(t.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		slot := &t.slots[i]
		if slot.number != t.number {
			id := int32(len(t.states))
			*slot = internSlot{t.number, hash, id}
			t.states = append(withRoom(t.states, 1), s)
			if 2*len(t.states) > len(t.slots) {
				t.double()
			}
			return id
		}
		if slot.hash == hash && t.states[slot.id] == s {
			return slot.id
		}
	}
}

// find returns the number of s if it has one.
func (t *interner[S]) find(s S) (int32, bool) {
	hash := uint32(maphash.Comparable(t.seed, s))
	mask := uint32(len(t.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		slot := &t.slots[i]
		if slot.number != t.number {
			return 0, false
		}
		if slot.hash == hash && t.states[slot.id] == s {
			return slot.id, true
		}
	}
}

func (t *interner[S]) double() {
	old := t.slots
	t.slots = make([]internSlot, 2*len(old))
	mask := uint32(len(t.slots) - 1)
	for _, slot := range old {
		if slot.number != t.number {
			continue
		}
		i := slot.hash & mask
		for t.slots[i].number == t.number {
			i = (i + 1) & mask
		}
		t.slots[i] = slot
	}
}

func (t *interner[S]) bytes() int64 {
	return sliceBytes(t.states) + sliceBytes(t.slots)
}

// growth returns the bytes by which the table grows to hold n more states.
func (t *interner[S]) growth(n int) int64 {
	slots := max(len(t.slots), firstSlots)
	for 2*(len(t.states)+n) > slots {
		slots *= 2
	}
	return growth(t.states, n) + int64(slots-len(t.slots))*int64(unsafe.Sizeof(internSlot{}))
}
