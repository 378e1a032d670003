package connectfour

import "math/bits"

// Follow-up proves bounds without search. A player follows up if he answers each
// move in the same column. That gives him the upper cell of every pair of cells
// in a column, and the opponent the lower one: "claimeven", if the pairs are
// (1,2), (3,4) and (5,6). Odd cells left over at the bottom, singles, he takes in
// turns with the opponent ("baseinverse"). These are rules of Allis, "A
// Knowledge-based Approach of Connect-Four" (1988). What the opponent can ever
// get is then known; if there is no four in it, he cannot win, and if besides he
// must in the end play below a threat of the follower, he loses.
//
// The second player can follow up everywhere. On his opponent's turn the number
// of empty cells is even, and so is the number of columns in which it is odd.
// The lowest empty cells of these are singles, in even rows; the pairs above
// them, and those of the other columns, have their upper cells in even rows. So
// the first player gets cells in odd rows and, to be on the safe side, all
// singles. (On the second player's turn there is one single more, and he takes
// it.) If the second player threatens an empty cell in an even row that is not a
// single, it is the upper one of a pair: the game ends there, so that the cells
// above it do not matter.
//
// The first player can follow up everywhere but in a column where he threatens a
// cell in an odd row, not the lowest empty one. He leaves that column, answering
// there too only when asked; its lowest empty cell is a single if it lies in an
// odd row, and above that cells pair as (2,3) and (4,5). Parity makes the second
// player the one who runs out of moves elsewhere, and who must in the end play
// below the threat. He gets cells in odd rows elsewhere, cells in even rows
// below the threat, and, to be on the safe side, all singles.
//
// How late such a win can come bounds its score. The loser can put it off until
// every column without a threat is full, and every column with threats up to two
// cells below the lowest. What is then left above is one to the score for each
// cell, at or above that threat, in rows of its parity.
//
// Tried besides, and left out since it took longer than the nodes it saved (2%):
// sharing out singles exactly, one to each player.

// noBound is returned by [followUp] if it proves nothing.
const noBound = Cells

// followUp tries to prove that the score is at most limit or that it is above
// limit, seen by the first player in a position in which nobody has four in a
// row. It returns a bound that does, an upper or a lower one, or noBound.
//
// The stones are those of both players; wins and dangers are the empty cells
// where the first, respectively the second player would complete four; low are
// the lowest empty cells. Whose turn it is does not matter, as long as he cannot
// win at once.
func followUp(first, second, wins, dangers, low uint64, limit int) int {
	empty := board &^ (first | second)
	singles := low & evenRows

	ends := endingPairs(dangers &^ low)
	if bound := -bits.OnesCount64(ends); bound <= limit {
		if !hasFour(first | empty&oddRows&^(ends<<1) | singles) {
			return bound
		}
	}
	if limit < 0 && !hasFour(second|empty) {
		return 0
	}
	threats := wins & oddRows &^ low
	if threats == 0 {
		return noBound
	}
	ends = endingPairs(wins &^ low)
	for threats != 0 {
		threat := threats & -threats // the lowest of its column
		column := columnOf(threat).cells()
		threats &^= column
		below := (threat - 1) & column
		elsewhere := ends &^ column
		bound := bits.OnesCount64(elsewhere) + bits.OnesCount64(column&^below&oddRows)
		if bound <= limit {
			continue
		}
		lower := empty & (oddRows&^(elsewhere<<1)&^column | evenRows&below)
		if !hasFour(second | lower | singles&^column | low&column) {
			return bound
		}
	}
	return noBound
}

// endingPairs returns the cells in even rows at or above a threat in an even
// row.
func endingPairs(threats uint64) uint64 {
	t := threats & evenRows
	return (t | t<<2 | t<<4) & evenRows
}
