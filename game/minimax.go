package game

import "context"

// Minimax searches every line of play from s to the given depth in moves, or to
// the end of the game with [Full], and returns what the player whose turn it is
// can enforce: the oldest algorithm, and the measure of all others, which
// return the same score and the same move. It visits each position once for
// each way that leads to it.
//
// The depth must be at least 1. Time is in proportion to the number of lines,
// memory to the depth. Shannon, "Programming a computer for playing chess",
// Philosophical Magazine 41(314), 1950, describes it with depth and estimates.
func Minimax[S, M comparable](ctx context.Context, g Game[S, M], s S, depth int, opts Options[S, M]) (Result[M], error) {
	if err := checkDepth(depth); err != nil {
		return Result[M]{}, err
	}
	r := newRun(ctx, g, &opts)
	r.use(nil)
	descend := func(s S, ply, _, _ int) (int, grounds) { return r.minimax(s, ply) }
	return r.fixedDepth(s, depth, -infinity, infinity, false, descend)
}

func (r *run[S, M]) minimax(s S, ply int) (best int, on grounds) {
	if r.nodes == r.pause && !r.resume() {
		return 0, on
	}
	r.nodes++
	r.lines[ply] = r.lines[ply][:0]
	if score, over := r.game.Score(s); over {
		return r.final(s, score)
	}
	if ply >= r.watched {
		if from, ends := r.follow(s, ply); ends {
			return 0, from
		}
	}
	if ply == r.horizon {
		return r.estimate(s)
	}
	best = -infinity
	first := len(r.moves)
	for _, m := range r.expand(s, ply) {
		child := r.game.Play(s, m)
		score, from := r.minimax(child, ply+1)
		if r.stopped {
			return 0, on
		}
		score *= int(r.side(s, child))
		on = on.and(from)
		if score > best {
			best = score
			r.extend(ply, m)
		}
	}
	r.moves = r.moves[:first]
	return best, on.within(ply)
}
