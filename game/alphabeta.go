package game

import "context"

// AlphaBeta returns what [Minimax] returns, and skips every position that
// cannot matter: once one reply refutes a move, the other replies are not
// looked at. With the best moves first it visits about the square root of
// what Minimax does. Bounds are fail-soft. With Options.Table it remembers the
// positions that it has searched and tries first what was best there.
//
// Knuth and Moore, "An analysis of alpha-beta pruning", Artificial Intelligence
// 6(4), 1975; fail-soft by Fishburn, "Another optimization of alpha-beta
// search", SIGART Bulletin 84, 1983.
func AlphaBeta[S, M comparable](ctx context.Context, g Game[S, M], s S, depth int, opts Options[S, M]) (Result[M], error) {
	if err := checkDepth(depth); err != nil {
		return Result[M]{}, err
	}
	alpha, beta, err := opts.window()
	if err != nil {
		return Result[M]{}, err
	}
	r := newRun(ctx, g, &opts)
	return r.fixedDepth(s, depth, alpha, beta, false, r.alphaBeta)
}

func (r *run[S, M]) alphaBeta(s S, ply, alpha, beta int) (best int, on grounds) {
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
	known := r.recall(s, ply)
	if known.decides(alpha, beta) {
		r.tableCount.Cutoffs++
		return known.score, grounds{estimated: known.estimated}
	}

	best = -infinity
	var bestMove M
	lower, before, first := alpha, r.nodes, len(r.moves)
	moves := r.expand(s, ply)
	r.order(moves, s, ply, &known)
	for _, m := range moves {
		child := r.game.Play(s, m)
		side := r.side(s, child)
		low, high := side.window(lower, beta)
		score, from := r.alphaBeta(child, ply+1, low, high)
		if r.stopped {
			return 0, on
		}
		score *= int(side)
		on = on.and(from)
		if score <= best {
			continue
		}
		best, bestMove = score, m
		if best > lower {
			lower = best
			if best < beta || r.turner != nil { // else no line goes through here
				r.extend(ply, m)
			}
		}
		if best >= beta {
			on = from // the other moves have no part in this bound
			r.refuted(m, s, ply)
			break
		}
	}
	r.moves = r.moves[:first]
	on = on.within(ply)
	r.remember(&known, ply, before, bestMove, best, on, boundOf(best, alpha, beta))
	return best, on
}

// boundOf says what a fail-soft score says of the value it is about.
func boundOf(score, alpha, beta int) Bound {
	switch {
	case score <= alpha:
		return Upper
	case score >= beta:
		return Lower
	}
	return Exact
}
