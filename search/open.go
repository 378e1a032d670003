package search

// openEntry is an element of OPEN. Entries are ordered by f, then k, then t;
// the tie policy decides what k and t are (see openHeap.push), so that one
// comparison serves them all.
type openEntry[C Cost] struct {
	f, k C
	t    uint32
	id   int32
}

func (a *openEntry[C]) before(b *openEntry[C]) bool {
	if a.f != b.f {
		return a.f < b.f
	}
	if a.k != b.k {
		return a.k < b.k
	}
	return a.t < b.t
}

// openHeap is a 4-ary heap of entries, which halves the depth of a binary one
// and keeps a node's children in one or two cache lines. A state whose priority
// improves is pushed again; the old entry is recognized as stale by its f when
// it comes up. (Decreasing keys in place was rejected: it writes a position
// into a node at every move of an entry.)
type openHeap[C Cost] struct {
	entries []openEntry[C]
	tie     Tie
	pushes  uint32
	signed  bool
}

// maxPushes is how many entries a search may push: their numbers break ties
// and must not wrap around.
const maxPushes = 1<<32 - 1

func (q *openHeap[C]) begin(tie Tie) {
	q.entries = q.entries[:0]
	q.tie = tie
	q.pushes = 0
	q.signed = isSigned[C]() // floats are signed too
}

// push puts a state on OPEN: its priority f, its h, and the g of its parent. A
// negative id is the complement of one, for a second set of states.
func (q *openHeap[C]) push(id int32, f, h, parentG C) {
	e := openEntry[C]{f: f, id: id}
	q.pushes++
	switch q.tie {
	case TieLowHLIFO:
		e.k, e.t = h, ^q.pushes
	case TieLowH:
		e.k, e.t = h, uint32(max(id, ^id))
	case TieFIFO:
		e.t = q.pushes
	case TieLIFO:
		e.t = ^q.pushes
	case TieParentG:
		// Larger g first: both forms reverse the order of their operand.
		if q.signed {
			e.k = -parentG
		} else {
			e.k = largest[C]() - parentG
		}
		e.t = q.pushes
	}
	q.entries = append(withRoom(q.entries, 1), e)
	q.up(len(q.entries)-1, e)
}

func (q *openHeap[C]) up(i int, e openEntry[C]) {
	entries := q.entries
	for i > 0 {
		parent := (i - 1) / 4
		if !e.before(&entries[parent]) {
			break
		}
		entries[i] = entries[parent]
		i = parent
	}
	entries[i] = e
}

// pop removes and returns the first entry; the heap must not be empty.
func (q *openHeap[C]) pop() openEntry[C] {
	entries := q.entries
	first := entries[0]
	last := len(entries) - 1
	e := entries[last]
	entries = entries[:last]
	q.entries = entries
	i := 0
	for {
		child := 4*i + 1
		if child >= len(entries) {
			break
		}
		least := child
		for c := child + 1; c < min(child+4, len(entries)); c++ {
			if entries[c].before(&entries[least]) {
				least = c
			}
		}
		if !entries[least].before(&e) {
			break
		}
		entries[i] = entries[least]
		i = least
	}
	if last > 0 {
		entries[i] = e
	}
	return first
}

func (q *openHeap[C]) bytes() int64 { return sliceBytes(q.entries) }
