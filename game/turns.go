package game

// side says how the score of the position after a move counts for the player who
// made it: as it is if the turn stays with him, else negated.
type side int

const (
	opposite side = -1
	same     side = 1
)

// side compares the turns of a position and of the one after a move. It is apart
// from sideByTurns so that it is inlined: most games have no turner.
func (r *run[S, M]) side(s, next S) side {
	if r.turner == nil {
		return opposite
	}
	return sideByTurns(r.turner, s, next)
}

func sideByTurns[S comparable](t Turner[S], s, next S) side {
	if t.Turn(s) == t.Turn(next) {
		return same
	}
	return opposite
}

// window returns alpha and beta of the position after a move, for scores that
// matter between lower and upper before it.
func (d side) window(lower, upper int) (alpha, beta int) {
	if d == same {
		return lower, upper
	}
	return -upper, -lower
}

// turnAt tells whose turn it is in a position at a ply, 0 or 1.
func (r *run[S, M]) turnAt(s S, ply int) int {
	if r.turner != nil {
		return r.turner.Turn(s) & 1
	}
	return ply & 1
}
