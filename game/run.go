package game

import (
	"context"
	"fmt"
	"slices"
)

// infinity is beyond every score.
const infinity = MaxScore + 1

// pollInterval is the number of positions between two looks at the context: few
// enough to stop within a millisecond, enough not to be felt.
const pollInterval = 4096

// run is one search at work, whatever the algorithm: what it knows of the game,
// its budget, and the memory that its recursion shares, so that a position
// costs no allocation.
//
// Each search function returns the score of a position for the player whose
// turn it is, and what it rests on. A function that finds stopped set after a
// recursive call returns at once, and its results mean nothing.
type run[S, M comparable] struct {
	game      Game[S, M]
	evaluator Evaluator[S]
	orderer   Orderer[S, M]
	turner    Turner[S] // nil: the players move in turn
	horizon   int       // the ply at which estimates are taken

	ctx      context.Context
	nodes    int64
	pause    int64 // the number of nodes at which to look at budget and context
	maxNodes int64
	stopped  bool
	reason   string
	err      error

	moves []M   // stack of the moves of every position on the current line
	lines [][]M // by ply, the best line found from there, the last move first

	draws   bool    // a position that repeats is a draw
	watched int     // the ply from which on the positions of the current line are kept
	line    line[S] // these positions

	table      *Table[S, M]
	hasher     Hasher[S]
	symmetric  Symmetric[S]
	cutoffs    int64
	tableCount TableCounts

	heuristics *heuristics[M] // nil: moves are searched in the game's order
}

func newRun[S, M comparable](ctx context.Context, g Game[S, M], opts *Options[S, M]) *run[S, M] {
	r := &run[S, M]{game: g, ctx: ctx, maxNodes: opts.MaxNodes, lines: make([][]M, 1), draws: opts.DrawByRepetition}
	if !r.draws {
		r.watched = watchedPly
	}
	r.evaluator, _ = g.(Evaluator[S])
	r.turner, _ = g.(Turner[S])
	r.orderer, _ = g.(Orderer[S, M])
	r.symmetric, _ = g.(Symmetric[S])
	r.hasher, _ = g.(Hasher[S])
	r.line.hasher, r.line.turns = r.hasher, r.turner != nil
	if r.hasher != nil {
		r.use(opts.Table)
	}
	return r
}

// use makes the run remember positions in a table, which may be nil.
func (r *run[S, M]) use(t *Table[S, M]) {
	if r.table = t; t != nil {
		t.draws = r.draws
		t.generation++
	}
}

// canonical returns the position that stands for all that are like s.
func (r *run[S, M]) canonical(s S) S {
	if r.symmetric == nil {
		return s
	}
	return r.symmetric.Canonical(s)
}

// resume is called when the count of nodes has come to the next pause. It tells
// whether one more may be visited.
func (r *run[S, M]) resume() bool {
	switch {
	case r.stopped:
		return false
	case r.maxNodes > 0 && r.nodes >= r.maxNodes:
		return r.stop(fmt.Sprintf("the budget of %d nodes is spent", r.maxNodes))
	case r.ctx.Err() != nil:
		return r.stop(fmt.Sprintf("the search was stopped: %v", context.Cause(r.ctx)))
	}
	r.pause += pollInterval
	if r.maxNodes > 0 {
		r.pause = min(r.pause, r.maxNodes)
	}
	return true
}

// stop ends the search. It returns false.
func (r *run[S, M]) stop(reason string) bool {
	r.stopped = true
	r.reason = reason
	r.pause = r.nodes
	return false
}

func (r *run[S, M]) fail(err error) {
	r.stop("")
	r.err = err
}

// final returns the score of a position in which the game is over.
func (r *run[S, M]) final(s S, score int) (int, grounds) {
	if score < -MaxScore || score > MaxScore {
		r.fail(fmt.Errorf("game: score %d of %v: %w", score, s, ErrScore))
	}
	return score, grounds{}
}

// estimate returns what a position at the horizon is taken to be worth.
func (r *run[S, M]) estimate(s S) (int, grounds) {
	if r.evaluator == nil {
		return 0, grounds{estimated: true}
	}
	score := r.evaluator.Evaluate(s)
	if score < -MaxScore || score > MaxScore {
		r.fail(fmt.Errorf("game: estimate %d of %v: %w", score, s, ErrScore))
	}
	return score, grounds{estimated: true}
}

// expand pushes the moves of s. The caller pops them by cutting the stack back
// to where it was.
func (r *run[S, M]) expand(s S, ply int) (moves []M) {
	first := len(r.moves)
	r.moves = r.game.AppendMoves(r.moves, s)
	if len(r.moves) == first {
		r.fail(noMoves(s))
	}
	if len(r.lines) <= ply+1 {
		r.lines = append(r.lines, nil)
	}
	return r.moves[first:]
}

func noMoves[S comparable](s S) error { return fmt.Errorf("game: %v: %w", s, ErrNoMoves) }

// extend makes m, and what the next ply found to follow it, the best line from
// this ply on. It takes that line over, so that a long one is not copied at every
// ply.
func (r *run[S, M]) extend(ply int, m M) {
	r.lines[ply], r.lines[ply+1] = append(r.lines[ply+1], m), r.lines[ply][:0]
}

// rootMove is a move of the position that was asked about, with its place in
// the game's order.
type rootMove[M comparable] struct {
	move  M
	place int
}

// rootMoves returns the moves of s.
func (r *run[S, M]) rootMoves(s S) []rootMove[M] {
	moves := make([]rootMove[M], 0, 16)
	for place, m := range r.expand(s, 0) {
		moves = append(moves, rootMove[M]{m, place})
	}
	r.moves = r.moves[:0]
	return moves
}

// descent is one algorithm: it searches a position whose score matters between
// alpha and beta. What it returns at or below alpha is an upper bound, at or
// above beta a lower bound (fail-soft).
type descent[S comparable] func(s S, ply, alpha, beta int) (score int, on grounds)

// root searches the moves of s one after another. With scout, every move but
// the first is only tested for being better, and searched again if it is.
//
// Whatever the order in which the moves are searched, the best one that comes
// first in the game's order is found: to a move that precedes the best so far in
// that order, an equal score is better.
func (r *run[S, M]) root(s S, moves []rootMove[M], alpha, beta int, scout bool, descend descent[S]) Result[M] {
	best, bestPlace := -infinity, -1
	var bestMove M
	var onBest, onAll grounds
	if r.watched == 0 {
		r.follow(s, 0)
	}
	for i, m := range moves {
		floor := max(alpha, best) // a score up to here is no better
		if bestPlace > m.place && best > alpha {
			floor = best - 1
		}
		child := r.game.Play(s, m.move)
		side := r.side(s, child)
		upper := beta
		if scout && i > 0 {
			upper = floor + 1
		}
		low, high := side.window(floor, upper)
		score, on := descend(child, 1, low, high)
		score *= int(side)
		if scout && !r.stopped && i > 0 && score > floor && score < beta {
			low, high = side.window(score-1, beta)
			again, also := descend(child, 1, low, high)
			score, on = settle(score, on, again*int(side), also)
		}
		if r.stopped {
			break
		}
		onAll = onAll.and(on)
		if score > floor || bestPlace < 0 {
			best, bestPlace, bestMove, onBest = score, m.place, m.move, on
			r.extend(0, m.move)
			if score >= beta {
				break
			}
		} else if best <= alpha {
			best = max(best, score)
		}
	}

	result := Result[M]{Complete: !r.stopped, Reason: r.reason, HasBest: true, Depth: r.horizon}
	if bestPlace < 0 {
		result.Best = moves[0].move
		return result
	}
	result.Best, result.Score = bestMove, best
	switch {
	case best > alpha && (r.stopped || best >= beta):
		result.Bound, result.Solved = Lower, !onBest.estimated
	case best > alpha:
		result.Bound, result.Solved = Exact, !onAll.estimated
	case !r.stopped:
		result.Bound, result.Solved = Upper, !onAll.estimated
	default:
		result.Score = 0
	}
	return result
}

// fixedDepth runs an algorithm that searches to one depth.
func (r *run[S, M]) fixedDepth(s S, depth, alpha, beta int, scout bool, descend descent[S]) (Result[M], error) {
	r.horizon = depth
	result, over := r.enter(s)
	if !over {
		if moves := r.rootMoves(s); r.err == nil {
			result = r.root(s, moves, alpha, beta, scout, descend)
		}
	}
	return r.finish(s, result)
}

// enter visits the position that was asked about. It returns true, and the
// result, if that is the end of it. A search that may not visit even one
// position still names a legal move.
func (r *run[S, M]) enter(s S) (Result[M], bool) {
	if score, over := r.game.Score(s); over {
		score, _ = r.final(s, score)
		r.nodes++
		return Result[M]{Complete: true, Score: score, Bound: Exact, Depth: r.horizon, Solved: true}, true
	}
	if r.resume() {
		r.nodes++
	}
	return Result[M]{}, false
}

// finish completes a result with the counts and the line.
func (r *run[S, M]) finish(s S, result Result[M]) (Result[M], error) {
	if r.err != nil {
		return Result[M]{}, r.err
	}
	if result.HasBest && (result.Bound == Exact || result.Bound == Lower) {
		result.PrincipalVariation = slices.Clone(r.lines[0])
		slices.Reverse(result.PrincipalVariation)
		result.PrincipalVariation = r.prolong(s, result)
	}
	result.Nodes, result.Cutoffs = r.nodes, r.cutoffs
	result.Table = r.tableCount
	return result, nil
}
