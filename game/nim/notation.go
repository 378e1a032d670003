package nim

import (
	"fmt"
	"strconv"
	"strings"
)

// String returns the sizes with commas between them, such as "3,4,5". Empty
// heaps at the end are left out.
func (p Position) String() string {
	used := MaxHeaps
	for used > 1 && p[used-1] == 0 {
		used--
	}
	var b strings.Builder
	for i, size := range p[:used] {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Itoa(int(size)))
	}
	return b.String()
}

// String returns the heap, counted from 1, and the number of objects with a
// colon between them, such as "2:3".
func (m Move) String() string { return fmt.Sprintf("%d:%d", m.Heap+1, m.Take) }

// FormatState returns the position as [Position.String] does.
func (Game) FormatState(p Position) string { return p.String() }

// FormatMove returns the move as [Move.String] does.
func (Game) FormatMove(m Move) string { return m.String() }

// ParseState reads sizes with commas between them, such as "3,4,5".
func (Game) ParseState(text string) (Position, error) {
	var p Position
	for number, symbol := range []rune(text) {
		if symbol != ',' && (symbol < '0' || symbol > '9') {
			return Position{}, fmt.Errorf("nim: character %d is %q; want digits and commas, such as 3,4,5", number+1, symbol)
		}
	}
	heaps := strings.Split(text, ",")
	if len(heaps) > MaxHeaps {
		return Position{}, fmt.Errorf("nim: %q has %d heaps; want at most %d", text, len(heaps), MaxHeaps)
	}
	for i, digits := range heaps {
		size, err := strconv.ParseUint(digits, 10, 8)
		if err != nil {
			return Position{}, fmt.Errorf("nim: heap %d has the size %q; want 0 to %d", i+1, digits, MaxSize)
		}
		p[i] = uint8(size)
	}
	return p, nil
}

// ParseMove reads a heap, counted from 1, and how many objects to take from it,
// such as "2:3".
func (Game) ParseMove(p Position, text string) (Move, error) {
	left, right, ok := strings.Cut(text, ":")
	heap, err1 := strconv.Atoi(left)
	take, err2 := strconv.Atoi(right)
	switch {
	case p == Position{}:
		return Move{}, fmt.Errorf("nim: move %q: the game is over", text)
	case !ok || err1 != nil || err2 != nil:
		return Move{}, fmt.Errorf("nim: move %q; want HEAP:OBJECTS, such as 2:3", text)
	case heap < 1 || heap > MaxHeaps || p[heap-1] == 0:
		return Move{}, fmt.Errorf("nim: move %q: there is nothing in heap %d; the heaps are %v", text, heap, p)
	case take < 1 || take > int(p[heap-1]):
		return Move{}, fmt.Errorf("nim: move %q takes %d; want 1 to %d from heap %d", text, take, p[heap-1], heap)
	}
	return Move{uint8(heap - 1), uint8(take)}, nil
}

// Board draws a line for each heap, with its number, its objects and their
// count.
func (Game) Board(p Position) string {
	var b strings.Builder
	for i, size := range p {
		if size > 0 {
			fmt.Fprintf(&b, "%d: %s %d\n", i+1, strings.Repeat("|", int(size)), size)
		}
	}
	if b.Len() == 0 {
		return "nothing is left\n"
	}
	return b.String()
}
