package game

import (
	"fmt"
	"unsafe"
)

// memory is a budget of bytes. Its zero value has no limit.
type memory struct{ limit, held int64 }

// take takes a number of bytes out of the budget, or returns false and takes
// nothing.
func (m *memory) take(bytes int64) bool {
	if m.limit > 0 && bytes > m.limit-m.held {
		return false
	}
	m.held += bytes
	return true
}

func (m *memory) release(bytes int64) { m.held -= bytes }

// spent says why a search that needed more has ended.
func (m *memory) spent() string {
	return fmt.Sprintf("the budget of %d bytes leaves no room for more positions", m.limit)
}

// withRoom returns the slice with room for n more elements, at least twice its
// size if it has to grow; false if that exceeds the budget, in which old and
// new count together while one is copied to the other.
func withRoom[T any](m *memory, s []T, n int) ([]T, bool) {
	if cap(s)-len(s) >= n {
		return s, true
	}
	var element T
	size := int64(unsafe.Sizeof(element))
	capacity := max(len(s)+n, 2*cap(s))
	if !m.take(int64(capacity) * size) {
		return s, false
	}
	grown := make([]T, len(s), capacity)
	copy(grown, s)
	m.release(int64(cap(s)) * size)
	return grown, true
}
