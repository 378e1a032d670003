package connectfour

import (
	"context"
	"errors"
	"fmt"
)

// ErrSize reports a board that [CountPositions] cannot hold.
var ErrSize = errors.New("connectfour: bad board size")

// CountOptions limit a count. The zero value is no limit.
type CountOptions struct {
	// MaxPlies, if > 0, is how many plies to count to.
	MaxPlies int
	// MaxBytes, if > 0, is the most memory, in bytes, to remember positions in.
	MaxBytes int64
}

// Count is the number of positions that games on some board can come to.
type Count struct {
	// Plies has an element for each number of stones, from 0.
	Plies []int64
	// Complete tells that the count is not cut short; Reason says why it is, or
	// else is empty. Then only whole plies are in it.
	Complete bool
	Reason   string
}

// Total returns the number of positions with any number of stones.
func (c *Count) Total() int64 {
	var total int64
	for _, n := range c.Plies {
		total += n
	}
	return total
}

// CountPositions counts the positions that games of four in a row can come to on
// a board of some width and height: from the empty board, ended games included.
// Mirror images count as two. (Edelkamp and Kissmann, 2008, counted
// 4,531,985,219,092 for the 7×6 board, with decision diagrams; here every
// position of two consecutive plies is in memory, half of each pair of mirror
// images, 8 to 24 bytes each, which is practical up to some 10⁹ positions.)
//
// Width and height must be at least 1, and width·(height+1) at most 63; else the
// error wraps [ErrSize]. Once ctx is done the count is cut short.
func CountPositions(ctx context.Context, width, height int, o CountOptions) (Count, error) {
	if width < 1 || height < 1 || width > 63 || height > 62 || width*(height+1) > 63 {
		return Count{}, fmt.Errorf("%w: %d×%d; want at least 1×1 and width·(height+1) at most 63", ErrSize, width, height)
	}
	if o.MaxPlies < 0 || o.MaxBytes < 0 {
		return Count{}, fmt.Errorf("%w: MaxPlies %d, MaxBytes %d; want 0 for no limit or more", ErrOptions, o.MaxPlies, o.MaxBytes)
	}
	b := newSizedBoard(width, height)
	count := Count{Plies: []int64{1}, Complete: true}
	level := []uint64{0} // codes of positions, of mirror images the smaller one
	for ply := 1; ply <= width*height && (o.MaxPlies == 0 || ply <= o.MaxPlies); ply++ {
		next := codeSet{limit: o.MaxBytes, taken: 8 * int64(cap(level))}
		for i, code := range level {
			if i%pollInterval == 0 && ctx.Err() != nil {
				count.Complete, count.Reason = false, fmt.Sprintf("the count was stopped: %v", context.Cause(ctx))
				return count, nil
			}
			if !b.addReplies(&next, code) {
				count.Complete, count.Reason = false, fmt.Sprintf("the budget of %d bytes leaves no room for more positions", o.MaxBytes)
				return count, nil
			}
		}
		level = next.codes()
		if len(level) == 0 {
			break
		}
		var positions int64
		for _, code := range level {
			positions++
			if b.mirror(code) != code {
				positions++
			}
		}
		count.Plies = append(count.Plies, positions)
	}
	return count, nil
}

// sizedBoard is a board of another size, with cells in the same order as on the
// usual one.
type sizedBoard struct {
	width, stride int
	bottom, cells uint64
}

func newSizedBoard(width, height int) *sizedBoard {
	b := &sizedBoard{width: width, stride: height + 1}
	for c := range width {
		b.bottom |= 1 << (c * b.stride)
	}
	b.cells = b.bottom * (1<<height - 1)
	return b
}

// addReplies adds the positions that one move leads to from a code, mine + taken.
// It returns false if the set may not grow that much.
func (b *sizedBoard) addReplies(set *codeSet, code uint64) bool {
	// With bottom added, the highest bit of each column is above its stones.
	marked := code + b.bottom
	filled := marked
	for range b.stride {
		filled |= filled >> 1 & b.cells
	}
	taken := filled >> 1 & b.cells
	mine := marked & taken
	theirs := mine ^ taken
	if b.hasFour(theirs) {
		return true
	}
	for low := (taken + b.bottom) & b.cells; low != 0; low &= low - 1 {
		after := theirs + (taken | low&-low)
		if !set.add(min(after, b.mirror(after))) {
			return false
		}
	}
	return true
}

func (b *sizedBoard) hasFour(s uint64) bool {
	for _, d := range [...]int{1, b.stride, b.stride + 1, b.stride - 1} {
		if pairs := s & (s >> d); pairs&(pairs>>(2*d)) != 0 {
			return true
		}
	}
	return false
}

// mirror swaps the columns of a code or of a set of cells.
func (b *sizedBoard) mirror(s uint64) uint64 {
	var m uint64
	for range b.width {
		m = m<<b.stride | s&(1<<b.stride-1)
		s >>= b.stride
	}
	return m
}

// codeSet is a set of codes above 0: a hash table with linear probing, at most
// half full.
type codeSet struct {
	slots []uint64
	count int
	taken int64 // bytes taken elsewhere that count toward the limit
	limit int64
}

// add enters a code. It returns false if the set would exceed its limit.
func (s *codeSet) add(code uint64) bool {
	if 2*s.count >= len(s.slots) && !s.grow() {
		return false
	}
	if s.enter(code) {
		s.count++
	}
	return true
}

func (s *codeSet) enter(code uint64) bool {
	mask := uint64(len(s.slots) - 1)
	for i := code * 0x9e3779b97f4a7c15 >> 20 & mask; ; i = (i + 1) & mask {
		switch s.slots[i] {
		case 0:
			s.slots[i] = code
			return true
		case code:
			return false
		}
	}
}

func (s *codeSet) grow() bool {
	size := max(1024, 2*len(s.slots))
	if s.limit > 0 && s.taken+8*int64(len(s.slots)+size) > s.limit {
		return false
	}
	old := s.slots
	s.slots = make([]uint64, size)
	for _, code := range old {
		if code != 0 {
			s.enter(code)
		}
	}
	return true
}

// codes returns the codes in the memory of the set, which is empty afterward.
func (s *codeSet) codes() []uint64 {
	codes := s.slots[:0]
	for _, code := range s.slots {
		if code != 0 {
			codes = append(codes, code)
		}
	}
	s.slots = nil
	return codes
}
