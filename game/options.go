package game

import (
	"errors"
	"fmt"
)

// Options set how a search runs. The zero value is a search without limits.
type Options[S, M comparable] struct {
	// MaxNodes, if > 0, ends the search before it would visit more positions.
	MaxNodes int64
	// MaxBytes, if > 0, is the most memory, in bytes, that the search takes to
	// remember positions: the transposition table that [Deepening] makes, the
	// memo of [Solve] and [Positions], the tree of [MCTS].
	MaxBytes int64

	// Alpha and Beta, unless both are 0, say which scores matter: those between
	// them. A score at or below Alpha, or at or above Beta, is reported as an
	// [Upper] or a [Lower] bound that lies there too, for less work. [Minimax]
	// looks at everything and ignores them, as do the functions that prove no
	// score.
	Alpha, Beta int

	// DrawByRepetition makes a line of play a draw as soon as it comes to a
	// position for the second time, counted from the position that is asked about:
	// equal positions, not those that are merely alike, with the same player to
	// move. Without it, searches to a
	// depth take no notice, and those to the end of a game return [ErrCycle] where
	// play goes round.
	//
	// A score that is Solved is that of the game in which play without end is a
	// draw, which is the same whatever came before; that holds for the searches of
	// this package with or without a table. To a depth, with a table, a position
	// whose true score the table holds counts as that even where the line to it
	// leaves only a draw. Then, and at the full depth with a table, Best enforces
	// the score but need not be the first such move. A player who wins should be
	// scored higher for doing it sooner; else nothing keeps him from going round.
	DrawByRepetition bool

	// Table, if not nil, is the transposition table for [AlphaBeta], [PVS] and
	// [Deepening], if the game is a [Hasher]. What it holds from earlier
	// searches is used, so these must have been of the same game with the same
	// estimates, and of the same DrawByRepetition. Deepening makes one of its own if it is nil, of
	// [DefaultTableBytes] or MaxBytes, whichever is less.
	Table *Table[S, M]

	// AfterDepth, if not nil, is told by [Deepening] of each depth that it has
	// finished.
	AfterDepth func(Result[M])
}

// DefaultTableBytes is the most memory of a table that [Deepening] makes.
const DefaultTableBytes = 16 << 20

// tableBytes returns how large a table may be that a search makes.
func (o *Options[S, M]) tableBytes() int64 {
	if o.MaxBytes > 0 {
		return min(o.MaxBytes, DefaultTableBytes)
	}
	return DefaultTableBytes
}

// window returns the bounds that alpha-beta begins with.
func (o *Options[S, M]) window() (alpha, beta int, err error) {
	switch {
	case o.Table != nil && o.Table.used > 0 && o.Table.draws != o.DrawByRepetition:
		return 0, 0, errors.New("game: the table holds scores of another DrawByRepetition; want an empty table, or one of the same")
	case o.Alpha == 0 && o.Beta == 0:
		return -infinity, infinity, nil
	case o.Alpha >= o.Beta:
		return 0, 0, fmt.Errorf("game: Alpha %d and Beta %d: Alpha must be less than Beta", o.Alpha, o.Beta)
	}
	return max(o.Alpha, -infinity), min(o.Beta, infinity), nil
}
