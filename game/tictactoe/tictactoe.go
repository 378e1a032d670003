// Package tictactoe is the game of three in a row on nine cells, on two words
// of bits, with an evaluation that counts lines.
package tictactoe

import (
	"math/bits"

	"github.com/astrolabe-search/astrolabe/game"
)

// Cell is a cell of the board and the move that marks it: 0 to 8, row by row
// from the upper left.
type Cell uint8

// Cells is the number of cells.
const Cells = 9

const full = 1<<Cells - 1

// Position is a position: the cells of the player whose turn it is, and those
// of the opponent, a bit each. X begins, so that the number of marks tells who
// is who. The zero value is the empty board. Positions with overlapping or
// uneven marks are invalid; [Game.ParseState] makes none.
type Position struct{ Mine, Theirs uint16 }

// Game is tic-tac-toe, and implements every optional interface of package game
// but [game.Orderer]. The zero value is the game with scores of ±[Win] for a
// win and moves in the order of the cells.
type Game struct {
	// Quick makes a win worth 1 more for each cell that is left empty, so that
	// the quickest win and the slowest loss are the best.
	Quick bool
	// FromLast lists the moves from the last cell to the first, so that among
	// equals the last one is chosen.
	FromLast bool
}

var _ interface {
	game.Game[Position, Cell]
	game.Evaluator[Position]
	game.Hasher[Position]
	game.Symmetric[Position]
	game.Numberer[Cell]
	game.Notation[Position, Cell]
} = Game{}

// Win is the score of a win. No evaluation comes near: eight lines of at most
// two marks each.
const Win = 100

// lines are the cells of the rows, the columns and the diagonals.
var lines = [8]uint16{0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124}

// won tells for each set of cells whether there is a line among them.
var won = func() (table [full + 1]bool) {
	for cells := range table {
		for _, line := range lines {
			if uint16(cells)&line == line {
				table[cells] = true
			}
		}
	}
	return table
}()

// Start returns the empty board.
func (Game) Start() Position { return Position{} }

// Score tells whether somebody has three in a row or the board is full.
func (g Game) Score(p Position) (int, bool) {
	switch {
	case won[p.Theirs&full]: // only who has just moved can have won
		if g.Quick {
			return -Win - Cells + bits.OnesCount16(p.Mine|p.Theirs), true
		}
		return -Win, true
	case p.Mine|p.Theirs == full:
		return 0, true
	}
	return 0, false
}

// AppendMoves appends the empty cells.
func (g Game) AppendMoves(dst []Cell, p Position) []Cell {
	empty := full &^ (p.Mine | p.Theirs)
	if g.FromLast {
		for ; empty != 0; empty &^= 1 << (bits.Len16(empty) - 1) {
			dst = append(dst, Cell(bits.Len16(empty)-1))
		}
		return dst
	}
	for ; empty != 0; empty &= empty - 1 {
		dst = append(dst, Cell(bits.TrailingZeros16(empty)))
	}
	return dst
}

// Play marks a cell.
func (Game) Play(p Position, c Cell) Position {
	return Position{Mine: p.Theirs, Theirs: p.Mine | 1<<c}
}

// Evaluate counts lines: for each that the opponent has no mark on, the marks
// that the player has there, less the same for the opponent.
func (Game) Evaluate(p Position) int {
	total := 0
	for _, line := range lines {
		mine, theirs := p.Mine&line, p.Theirs&line
		switch {
		case theirs == 0:
			total += bits.OnesCount16(mine)
		case mine == 0:
			total -= bits.OnesCount16(theirs)
		}
	}
	return total
}

// Hash numbers the positions.
func (Game) Hash(p Position) uint64 {
	return (uint64(p.Mine)<<16 | uint64(p.Theirs)) * 0x9e3779b97f4a7c15 >> 32 // 2⁶⁴ by the golden ratio
}

// NumMoves returns the number of cells.
func (Game) NumMoves() int { return Cells }

// MoveNumber returns the number of a cell.
func (Game) MoveNumber(c Cell) int { return int(c) }
