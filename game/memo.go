package game

import (
	"hash/maphash"
	"unsafe"
)

// memo is a growing hash table from positions to scores, by linear probing. No
// result depends on the order of its slots, which the process's hash seed may
// decide.
type memo[S comparable] struct {
	slots  []memoSlot[S] // a power of two of them
	used   int
	memory *memory
	hasher Hasher[S]
	seed   maphash.Seed
}

type memoSlot[S comparable] struct {
	state S
	score int32
	mark  memoMark
}

type memoMark uint8

const (
	memoEmpty memoMark = iota
	memoOpen           // entered, not scored
	memoDone
)

// firstMemoSlots is the number of slots of a new memo.
const firstMemoSlots = 256

func newMemo[S comparable](hasher Hasher[S], budget *memory) *memo[S] {
	return &memo[S]{hasher: hasher, memory: budget, seed: maphash.MakeSeed()}
}

// slot returns the slot that holds the position, or the empty one where it
// belongs. The next call of reserve may move it.
func (m *memo[S]) slot(s S) *memoSlot[S] {
	var hash uint64
	if m.hasher != nil {
		hash = m.hasher.Hash(s)
	} else {
		hash = maphash.Comparable(m.seed, s)
	}
	mask := uint64(len(m.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		if slot := &m.slots[i]; slot.mark == memoEmpty || slot.state == s {
			return slot
		}
	}
}

// lookup returns the slot of a position, or nil if it has none.
func (m *memo[S]) lookup(s S) *memoSlot[S] {
	if len(m.slots) == 0 {
		return nil
	}
	if slot := m.slot(s); slot.mark != memoEmpty {
		return slot
	}
	return nil
}

// enter marks the empty slot of a position.
func (m *memo[S]) enter(slot *memoSlot[S], s S, mark memoMark, score int) {
	*slot = memoSlot[S]{state: s, score: int32(score), mark: mark}
	m.used++
}

// reserve makes room for one more position: at most three slots in four are
// used. It returns false if that exceeds the budget; while it grows, the old
// slots count too.
func (m *memo[S]) reserve() bool {
	if m.used < len(m.slots)/4*3 {
		return true
	}
	old := m.slots
	size := int64(unsafe.Sizeof(memoSlot[S]{}))
	grown := max(firstMemoSlots, 2*len(old))
	if !m.memory.take(int64(grown) * size) {
		return false
	}
	m.slots = make([]memoSlot[S], grown)
	for i := range old {
		if old[i].mark != memoEmpty {
			*m.slot(old[i].state) = old[i]
		}
	}
	m.memory.release(int64(len(old)) * size)
	return true
}
