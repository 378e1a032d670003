// Package nim is the game of Nim, whose theory has been known since 1901, which
// makes it a check on any game search.
//
// The players in turn take one object or more from one heap. Who takes the last
// one wins, or in misère play loses.
package nim

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/astrolabe-search/astrolabe/game"
)

// MaxHeaps is the largest number of heaps, MaxSize that of objects in one.
const (
	MaxHeaps = 8
	MaxSize  = 255
)

// Position holds the size of each heap; unused places are 0. Every value is a
// position.
type Position [MaxHeaps]uint8

// Move takes objects from a heap, counted from 0.
type Move struct{ Heap, Take uint8 }

// Game is Nim from given heaps, and implements every optional interface of
// package game but [game.Evaluator] and [game.Orderer]. The zero value has no
// heaps; make one with [New].
type Game struct {
	start Position
	// Misere makes the player who takes the last object lose.
	Misere bool
}

var _ interface {
	game.Game[Position, Move]
	game.Hasher[Position]
	game.Symmetric[Position]
	game.Numberer[Move]
	game.Notation[Position, Move]
} = Game{}

// New returns the game that starts from heaps of these sizes: up to [MaxHeaps],
// each from 0 to [MaxSize].
func New(heaps ...int) (Game, error) {
	if len(heaps) > MaxHeaps {
		return Game{}, fmt.Errorf("nim: %d heaps; want at most %d", len(heaps), MaxHeaps)
	}
	var g Game
	for i, size := range heaps {
		if size < 0 || size > MaxSize {
			return Game{}, fmt.Errorf("nim: heap %d has the size %d; want 0 to %d", i+1, size, MaxSize)
		}
		g.start[i] = uint8(size)
	}
	return g, nil
}

// Start returns the heaps at the start.
func (g Game) Start() Position { return g.start }

// Score tells whether there is nothing left: a loss for the player whose turn it
// would be, or in misère play a win.
func (g Game) Score(p Position) (int, bool) {
	switch {
	case p != Position{}:
		return 0, false
	case g.Misere:
		return 1, true
	}
	return -1, true
}

// AppendMoves appends the moves heap by heap, the smallest first.
func (Game) AppendMoves(dst []Move, p Position) []Move {
	for heap, size := range p {
		for take := 1; take <= int(size); take++ {
			dst = append(dst, Move{uint8(heap), uint8(take)})
		}
	}
	return dst
}

// Play takes the objects away.
func (Game) Play(p Position, m Move) Position {
	p[m.Heap] -= m.Take
	return p
}

// Hash mixes the sizes.
func (Game) Hash(p Position) uint64 {
	var word uint64
	for _, size := range p {
		word = word<<8 | uint64(size)
	}
	high, low := bits.Mul64(word^0x9e3779b97f4a7c15, 0xd6e8feb86659fd93)
	return high ^ low
}

// Canonical returns the heaps from the largest to the smallest.
func (Game) Canonical(p Position) Position {
	slices.Sort(p[:])
	slices.Reverse(p[:])
	return p
}

// NumMoves returns the number of different moves from the largest heaps.
func (Game) NumMoves() int { return MaxHeaps * MaxSize }

// MoveNumber numbers the moves heap by heap.
func (Game) MoveNumber(m Move) int { return int(m.Heap)*MaxSize + int(m.Take) - 1 }

// Sum returns the nim-sum: the sizes added in binary without carry.
func Sum(p Position) uint8 {
	var sum uint8
	for _, size := range p {
		sum ^= size
	}
	return sum
}

// Won tells by theory, without search, whether the player whose turn it is can
// win: if the nim-sum is not 0; in misère play, while no heap has more than one
// object, if the number of objects is even. Bouton, "Nim, a game with a complete
// mathematical theory", Annals of Mathematics 3, 1901.
func (g Game) Won(p Position) bool {
	if g.Misere && slices.Max(p[:]) <= 1 {
		return Sum(p) == 0
	}
	return Sum(p) != 0
}
