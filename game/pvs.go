package game

import "context"

// PVS is principal variation search, also known as NegaScout: it returns what
// [AlphaBeta] returns, in the belief that the first move searched is the best.
// Every other one is only tested for being better, with an empty window, and
// searched again if it is. With good move ordering that visits fewer positions.
//
// Marsland and Campbell, "Parallel search of strongly ordered game trees", ACM
// Computing Surveys 14(4), 1982; Reinefeld, "An improvement to the Scout
// tree-search algorithm", ICCA Journal 6(4), 1983. The second search of a move
// begins where the first one's fail-soft bound lies, less 1 so that the best
// line comes out.
func PVS[S, M comparable](ctx context.Context, g Game[S, M], s S, depth int, opts Options[S, M]) (Result[M], error) {
	if err := checkDepth(depth); err != nil {
		return Result[M]{}, err
	}
	alpha, beta, err := opts.window()
	if err != nil {
		return Result[M]{}, err
	}
	r := newRun(ctx, g, &opts)
	return r.fixedDepth(s, depth, alpha, beta, true, r.pvs)
}

func (r *run[S, M]) pvs(s S, ply, alpha, beta int) (best int, on grounds) {
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
	for i, m := range moves {
		child := r.game.Play(s, m)
		upper := beta
		if i > 0 {
			upper = lower + 1
		}
		side := r.side(s, child)
		low, high := side.window(lower, upper)
		score, from := r.pvs(child, ply+1, low, high)
		score *= int(side)
		if !r.stopped && i > 0 && score > lower && score < beta {
			low, high = side.window(score-1, beta)
			again, also := r.pvs(child, ply+1, low, high)
			score, from = settle(score, from, again*int(side), also)
		}
		if r.stopped {
			return 0, on
		}
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
