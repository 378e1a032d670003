package connectfour

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strconv"

	"github.com/astrolabe-search/astrolabe/game"
)

// Unit is what one point of a [Solver]'s score counts in the scores of [Game]:
// a won position scores at least Unit, and every estimate is less.
const Unit = 1000

// Game is Connect Four for the general searches of package game, and implements
// every optional interface there is. Scores are those of [Solver] times [Unit],
// so that the quickest win and the slowest loss are the best. For exact scores
// the Solver is faster by orders of magnitude.
type Game struct{}

var _ interface {
	game.Game[Position, Column]
	game.Evaluator[Position]
	game.Hasher[Position]
	game.Symmetric[Position]
	game.Orderer[Position, Column]
	game.Numberer[Column]
	game.Notation[Position, Column]
} = Game{}

// Start returns the empty board.
func (Game) Start() Position { return Position{} }

// Score tells whether somebody has four in a row or the board is full.
func (Game) Score(p Position) (int, bool) {
	score, over := p.Over()
	return score * Unit, over
}

// AppendMoves appends the columns that are not full, from the left.
func (Game) AppendMoves(dst []Column, p Position) []Column { return p.appendOpen(dst) }

// Play drops a stone into a column.
func (Game) Play(p Position, c Column) Position { return p.play(c) }

// Evaluate counts, for the player whose turn it is less the same for the
// opponent, the fours that the stones could be part of on an empty board, and 16
// for each empty cell that completes a four, 48 if its row is one in which
// parity favors the player: the odd ones for the first, the even ones for the
// second (see Allis, "A Knowledge-based Approach of Connect-Four", 1988). The
// weights are a guess.
func (Game) Evaluate(p Position) int {
	mine, theirs := uint64(evenRows), uint64(oddRows)
	if p.Plies()%2 == 0 {
		mine, theirs = theirs, mine
	}
	estimate := value(p.mine, p.taken, mine) - value(p.theirs(), p.taken, theirs)
	return max(1-Unit, min(Unit-1, estimate))
}

func value(stones, taken, favored uint64) int {
	threats := completions(stones) & board &^ taken
	total := 16*bits.OnesCount64(threats) + 32*bits.OnesCount64(threats&favored)
	for cells := stones; cells != 0; cells &= cells - 1 {
		total += foursThrough[bits.TrailingZeros64(cells)]
	}
	return total
}

// foursThrough holds the number of fours that each cell is part of, 3 to 13.
var foursThrough = func() (count [Columns * stride]int) {
	for first := range count {
		for _, d := range [...]int{vertical, horizontal, rising, falling} {
			line := uint64(1)<<first | 1<<(first+d) | 1<<(first+2*d) | 1<<(first+3*d)
			if first+3*d >= Columns*stride || line&^board != 0 {
				continue
			}
			for ; line != 0; line &= line - 1 {
				count[bits.TrailingZeros64(line)]++
			}
		}
	}
	return count
}()

// Hash mixes the position's code, which is different for every position.
func (Game) Hash(p Position) uint64 {
	high, low := bits.Mul64(p.mine+p.taken, 0x9e3779b97f4a7c15) // 2⁶⁴ by the golden ratio
	return high ^ low
}

// Canonical returns p or its mirror image, the same for both.
func (Game) Canonical(p Position) Position {
	if m := p.Mirror(); m.mine+m.taken < p.mine+p.taken {
		return m
	}
	return p
}

// OrderMoves puts winning moves first, then those that meet a threat, then
// the others from the center, and moves below a threat last.
func (Game) OrderMoves(moves []Column, p Position) {
	wins := completions(p.mine)
	dangers := completions(p.theirs())
	key := func(c Column) uint32 {
		cell := playable(p.taken) & c.cells()
		key := rank[bits.TrailingZeros64(cell)&63]
		switch {
		case cell&wins != 0:
			key += 1 << 6
		case cell&dangers != 0:
			key += 1 << 5
		case cell<<1&dangers == 0:
			key += 1 << 4
		}
		return key
	}
	slices.SortStableFunc(moves, func(a, b Column) int { return int(key(b)) - int(key(a)) })
}

// NumMoves returns the number of columns.
func (Game) NumMoves() int { return Columns }

// MoveNumber returns the number of a column, from 0.
func (Game) MoveNumber(c Column) int { return int(c) }

// FormatState returns the position as [Position.String] does.
func (Game) FormatState(p Position) string { return p.String() }

// ParseState reads a position as [Parse] does.
func (Game) ParseState(text string) (Position, error) { return Parse(text) }

// FormatMove returns the column as [Column.String] does.
func (Game) FormatMove(c Column) string { return c.String() }

// ParseMove reads a column, a number from 1 to 7, and checks that a stone can be
// dropped there. The error wraps [ErrColumn], [ErrColumnFull] or [ErrGameOver].
func (Game) ParseMove(p Position, text string) (Column, error) {
	number, err := strconv.Atoi(text)
	if err != nil || number < 1 || number > Columns {
		return 0, fmt.Errorf("connectfour: move %q: %w; want one of %s", text, ErrColumn, p.openColumns())
	}
	c := Column(number - 1)
	if _, err := p.Play(c); err != nil {
		return 0, err
	}
	return c, nil
}

// Board draws the position as [Position.Board] does.
func (Game) Board(p Position) string { return p.Board() }

// Player returns a player who makes perfect moves, or with MaxNodes the best that
// [Solver.Solve] can prove. Its error is that of ctx, or wraps [ErrGameOver]. The
// solver should keep its table from move to move.
func (s *Solver) Player() game.Player[Position, Column] {
	return game.PlayerFunc[Position, Column](func(ctx context.Context, p Position, _ game.Source) (game.Choice[Column], error) {
		r := s.Solve(ctx, p)
		if err := ctx.Err(); err != nil {
			return game.Choice[Column]{}, err
		}
		if !r.HasBest {
			return game.Choice[Column]{}, fmt.Errorf("connectfour: %w: %s", ErrGameOver, p.standing())
		}
		return game.Choice[Column]{Move: r.Best, Nodes: r.Nodes}, nil
	})
}
