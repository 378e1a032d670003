package game

import "context"

// Deepening searches to depth 1, 2, 3 and so on, by [PVS], until it has reached
// the given depth, or solved the game, or spent its budget. What it learns at
// one depth orders the moves at the next: a transposition table (if the game is
// a [Hasher]) holds the best moves, killers and history rank the others. A
// search that ends at a limit has a result all the same, which makes this the
// one to play with.
//
// At a limit the result is that of the last depth, as a lower bound, if the
// best move of the depth before was searched; else that of the depth before.
// With Options.Alpha or Beta it goes on while the score lies beyond them, since
// the next depth may say otherwise, until that is proved.
//
// The depth must be at least 1; [Full] leaves the end to the budget, or to the
// game. Slate and Atkin, "CHESS 4.5: the Northwestern University chess program",
// in Chess Skill in Man and Machine, 1977.
func Deepening[S, M comparable](ctx context.Context, g Game[S, M], s S, depth int, opts Options[S, M]) (Result[M], error) {
	if err := checkDepth(depth); err != nil {
		return Result[M]{}, err
	}
	alpha, beta, err := opts.window()
	if err != nil {
		return Result[M]{}, err
	}
	r := newRun(ctx, g, &opts)
	if r.hasher != nil && r.table == nil {
		r.use(ownTable[S, M](opts.tableBytes()))
	}
	r.heuristics = newHeuristics(g)

	r.horizon = 1
	result, over := r.enter(s)
	if over {
		return r.finish(s, result)
	}
	moves := r.rootMoves(s)
	for r.err == nil {
		next := r.root(s, moves, alpha, beta, true, r.pvs)
		if next.Bound == None && r.horizon > 1 {
			result.Complete, result.Reason = false, next.Reason
			break
		}
		if result, err = r.finish(s, next); err != nil {
			return result, err
		}
		if opts.AfterDepth != nil && result.Complete {
			opts.AfterDepth(result)
		}
		if !result.Complete || result.Solved || r.horizon == depth {
			break
		}
		toFront(moves, result.Best)
		r.horizon++
	}
	if r.err != nil {
		return Result[M]{}, r.err
	}
	result.Counts = Counts{Nodes: r.nodes, Cutoffs: r.cutoffs, Table: r.tableCount}
	return result, nil
}

// toFront moves a root move to the front and leaves the others in their order.
func toFront[M comparable](moves []rootMove[M], best M) {
	for i, m := range moves {
		if m.move == best {
			copy(moves[1:i+1], moves[:i])
			moves[0] = m
			return
		}
	}
}
