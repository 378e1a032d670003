package connectfour

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// The size of the board.
const (
	Columns = 7
	Rows    = 6
	Cells   = Columns * Rows
)

// MaxScore is the largest score: a win by the first player's fourth stone.
const MaxScore = 18

var (
	// ErrColumn reports a column that the board does not have.
	ErrColumn = errors.New("no such column")
	// ErrColumnFull reports a move in a column without an empty cell.
	ErrColumnFull = errors.New("the column is full")
	// ErrGameOver reports a move after the end of the game.
	ErrGameOver = errors.New("the game is over")
)

// Column is a column and the move that drops a stone into it: 0 to 6 from the
// left. It prints, and is read, as 1 to 7.
type Column uint8

// String returns the column as a number from 1 to 7.
func (c Column) String() string { return strconv.Itoa(int(c) + 1) }

// cells returns the cells of the column.
func (c Column) cells() uint64 { return columnSet << (stride * uint(c)) }

// columnOf returns the column of a cell given as a set.
func columnOf(cell uint64) Column { return Column(bits.TrailingZeros64(cell) / stride) }

// Position is a position that can come up in a game. The zero value is the empty
// board. The first player's stones print as X, the second's as O. Positions are
// equal if and only if the same stones lie on the board.
type Position struct {
	mine  uint64 // stones of the player whose turn it is
	taken uint64 // all stones
}

// theirs returns the stones of the player whose turn it is not.
func (p Position) theirs() uint64 { return p.mine ^ p.taken }

// Plies returns the number of stones on the board, 0 to 42. The first player's
// turn is at even ones.
func (p Position) Plies() int { return bits.OnesCount64(p.taken) }

// At returns the stone in a column and a row from 0 at the bottom: 'X' for the
// first player's, 'O' for the second's, '.' for none or a cell that the board
// does not have.
func (p Position) At(c Column, row int) byte {
	if c >= Columns || row < 0 || row >= Rows {
		return '.'
	}
	cell := uint64(1) << (stride*uint(c) + uint(row))
	switch {
	case p.taken&cell == 0:
		return '.'
	case (p.mine&cell != 0) == (p.Plies()%2 == 0):
		return 'X'
	}
	return 'O'
}

// Over tells whether the game is over, and its score for the player whose turn
// it would be: 0 for a full board, or a loss by the score that [Solver] gives.
// The score is 0 while the game is not over.
func (p Position) Over() (score int, over bool) {
	switch {
	case hasFour(p.theirs()):
		return -winScore(p.Plies() - 1), true
	case p.taken == board:
		return 0, true
	}
	return 0, false
}

// winScore returns the score of a win by the stone played after that many.
func winScore(plies int) int { return (Cells + 1 - plies) / 2 }

// Play drops a stone into a column. The error wraps [ErrColumn], [ErrColumnFull]
// or [ErrGameOver]; then the position is p.
func (p Position) Play(c Column) (Position, error) {
	if c >= Columns {
		return p, fmt.Errorf("connectfour: column %v: %w; want 1 to 7", c, ErrColumn)
	}
	if _, over := p.Over(); over {
		return p, fmt.Errorf("connectfour: column %v: %w: %s", c, ErrGameOver, p.standing())
	}
	if p.taken&c.cells() == c.cells() {
		return p, fmt.Errorf("connectfour: column %v: %w; want one of %s", c, ErrColumnFull, p.openColumns())
	}
	return p.play(c), nil
}

// play drops a stone into a column that has room.
func (p Position) play(c Column) Position { return p.put(playable(p.taken) & c.cells()) }

// put adds a stone of the player whose turn it is.
func (p Position) put(cell uint64) Position { return Position{p.mine ^ p.taken, p.taken | cell} }

// AppendMoves appends the columns that are not full to dst, from the left, or
// nothing if the game is over.
func (p Position) AppendMoves(dst []Column) []Column {
	if _, over := p.Over(); over {
		return dst
	}
	return p.appendOpen(dst)
}

func (p Position) appendOpen(dst []Column) []Column {
	for cells := playable(p.taken); cells != 0; cells &= cells - 1 {
		dst = append(dst, columnOf(cells))
	}
	return dst
}

// Mirror returns the position with left and right swapped. It has the same score.
func (p Position) Mirror() Position { return Position{mirror(p.mine), mirror(p.taken)} }

func (p Position) openColumns() string {
	var names []string
	for _, c := range p.appendOpen(nil) {
		names = append(names, c.String())
	}
	return strings.Join(names, " ")
}

// standing says whose turn it is or how the game has ended.
func (p Position) standing() string {
	mover, other := "X", "O"
	if p.Plies()%2 == 1 {
		mover, other = other, mover
	}
	switch {
	case hasFour(p.theirs()):
		return other + " has won"
	case p.taken == board:
		return "a draw"
	}
	return mover + " to move"
}
