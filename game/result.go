package game

import "fmt"

// Result is what a search found out about a position.
type Result[M comparable] struct {
	// Complete tells that the search was not cut short. Reason says why it was,
	// in one sentence, or else is empty.
	Complete bool
	Reason   string

	// Best is the move to make. If Bound is Exact it is, among the moves of the
	// best score, the first in the game's order, whatever the algorithm. If it
	// is Lower, Best enforces Score; else it is a legal move and no more.
	// HasBest is false if the game is over.
	Best    M
	HasBest bool

	// Score is what the player whose turn it is can enforce at Depth: the
	// minimax value of the tree cut off there, with estimates at the cut, to
	// which Bound says how it stands.
	Score int
	Bound Bound
	// Depth is how far ahead Score looks, in moves.
	Depth int
	// Solved tells that Score with its Bound holds for the game itself, since
	// no estimate took part in it.
	Solved bool
	// PrincipalVariation is a line of best play that begins with Best. For the
	// player who makes its first move, the position it ends in is worth Score,
	// or that at least if Bound is Lower. It may end before the game or Depth
	// does, where a transposition table knew the rest, or where a position comes
	// again. It is empty if Bound is Upper or None.
	PrincipalVariation []M

	Counts
}

// Bound says how a score stands to the value it is about.
type Bound uint8

const (
	// None: nothing is known.
	None Bound = iota
	// Lower: the value is the score or more.
	Lower
	// Upper: the value is the score or less.
	Upper
	// Exact: the value is the score.
	Exact
)

var boundNames = [...]string{"none", "lower", "upper", "exact"}

// String returns "none", "lower", "upper" or "exact".
func (b Bound) String() string {
	if int(b) < len(boundNames) {
		return boundNames[b]
	}
	return fmt.Sprintf("Bound(%d)", b)
}

// Counts measure a search's effort.
type Counts struct {
	Nodes int64 // positions visited, the first and the last of each line included
	// Cutoffs is the number of positions below the first whose search ended with a move
	// that refuted the one before, so that what moves were left did not matter. Minimax
	// has none.
	Cutoffs int64
	Table   TableCounts
}

// TableCounts measure how a transposition table was used.
type TableCounts struct {
	Probes   int64 // positions looked up
	Hits     int64 // of them found
	Cutoffs  int64 // of the hits, those that spared the search below
	Stores   int64 // positions entered
	Replaced int64 // of the stores, those that another position had to make way for
}
