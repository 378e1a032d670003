package game

import (
	"context"
	"fmt"
)

// Solution is what [Solve] found: a [Result] for the position that was asked
// about, and the score of every position that can be reached from it. It
// belongs to one goroutine at a time.
type Solution[S, M comparable] struct {
	Result[M]
	// Positions is the number of positions scored; of those that are alike, if
	// the game is [Symmetric], one.
	Positions int

	run    *run[S, M]
	memo   *memo[S]
	ending *endings[S] // nil unless repetition is a draw: then the memo holds indices of it
}

// Solve finds the exact score of s and of every position that can be reached
// from it, each once. It takes time and memory in proportion to the number of
// positions and moves, so it is for small games.
//
// Without DrawByRepetition it is minimax with a memo, and the game must not be
// able to repeat a position; if it does, Solve returns [ErrCycle]. At a limit the
// solution holds what has been scored so far, and the result may be a lower bound.
//
// With DrawByRepetition it is retrograde analysis: all positions first, then, from
// the ends of the game back, who can force which score, the largest first; what
// nobody can force is a draw. At a limit nothing is scored.
func Solve[S, M comparable](ctx context.Context, g Game[S, M], s S, opts Options[S, M]) (*Solution[S, M], error) {
	r := newRun(ctx, g, &opts)
	r.use(nil)
	d := &Solution[S, M]{run: r, memo: newMemo(r.hasher, &memory{limit: opts.MaxBytes})}
	if r.draws {
		d.analyze(s)
	} else {
		d.solve(s)
	}
	if r.err != nil {
		return nil, r.err
	}
	d.Complete, d.Reason, d.Nodes, d.Depth = !r.stopped, r.reason, r.nodes, Full
	if d.Complete {
		d.Score, _ = d.Lookup(s)
		d.Bound, d.Solved = Exact, true
	}
	if _, over := g.Score(s); over {
		return d, nil
	}
	d.HasBest = true
	moves := g.AppendMoves(nil, s)
	d.Best = moves[0]
	for _, m := range moves {
		score, ok := d.scoreOf(s, m)
		if ok && (d.Bound == None || d.Bound == Lower && score > d.Score) {
			d.Best, d.Score, d.Bound, d.Solved = m, score, Lower, true
		}
	}
	switch d.Bound {
	case Exact:
		d.PrincipalVariation = d.line(s)
		d.Best = d.PrincipalVariation[0]
	case Lower:
		d.PrincipalVariation = append([]M{d.Best}, d.line(g.Play(s, d.Best))...)
	}
	return d, nil
}

// entered is a position that is being solved: some of its moves are.
type entered[S comparable] struct {
	state S
	first int // index of its first move among the run's
	next  int // of its next one
	best  int
}

// solve scores s and every position below it, depth first. It holds the positions
// of the current line itself, since lines may be long.
func (d *Solution[S, M]) solve(s S) {
	r := d.run
	var line []entered[S]
	score, known := d.meet(s, &line)
	for !r.stopped && len(line) > 0 {
		top := &line[len(line)-1]
		if known {
			// It is the score of the position after the move before next.
			score *= int(r.side(top.state, r.game.Play(top.state, r.moves[top.next-1])))
			top.best = max(top.best, score)
		}
		if top.next < len(r.moves) {
			top.next++
			score, known = d.meet(r.game.Play(top.state, r.moves[top.next-1]), &line)
			continue
		}
		score, known = top.best, true
		d.score(top.state, score)
		r.moves = r.moves[:top.first]
		line = line[:len(line)-1]
	}
}

// meet returns the score of a position, if it is known or the game is over; else
// it enters the position.
func (d *Solution[S, M]) meet(s S, line *[]entered[S]) (score int, known bool) {
	r := d.run
	key := r.canonical(s)
	if slot := d.memo.lookup(key); slot != nil {
		if slot.mark == memoOpen {
			r.fail(fmt.Errorf("game: %v: %w", s, ErrCycle))
		}
		return int(slot.score), true
	}
	if !d.visit(key, 0) {
		return 0, false
	}
	if score, over := r.game.Score(s); over {
		r.final(s, score)
		d.score(s, score)
		return score, true
	}
	var ok bool
	if *line, ok = withRoom(d.memo.memory, *line, 1); !ok {
		r.stop(d.memo.memory.spent())
		return 0, false
	}
	first := len(r.moves)
	r.expand(s, 0)
	*line = append(*line, entered[S]{state: s, first: first, next: first, best: -infinity})
	return 0, false
}

// visit enters a position in the memo, unless that exceeds a limit.
func (d *Solution[S, M]) visit(key S, score int) bool {
	r := d.run
	if r.nodes == r.pause && !r.resume() {
		return false
	}
	if !d.memo.reserve() {
		return r.stop(d.memo.memory.spent())
	}
	r.nodes++
	d.memo.enter(d.memo.slot(key), key, memoOpen, score)
	return true
}

// score completes a position of the memo.
func (d *Solution[S, M]) score(s S, score int) {
	if d.run.stopped {
		return
	}
	slot := d.memo.slot(d.run.canonical(s))
	slot.mark, slot.score = memoDone, int32(score)
	d.Positions++
}

// Lookup returns the score of a position for the player whose turn it is there,
// and false if it has none: it cannot be reached from the position that was
// solved, or the limit came before.
func (d *Solution[S, M]) Lookup(s S) (score int, ok bool) {
	slot := d.memo.lookup(d.run.canonical(s))
	switch {
	case slot == nil || slot.mark != memoDone:
		return 0, false
	case d.ending != nil:
		return int(d.ending.scores[slot.score]), true
	}
	return int(slot.score), true
}

// scoreOf returns the score of a move in s for the player who makes it.
func (d *Solution[S, M]) scoreOf(s S, m M) (score int, ok bool) {
	next := d.run.game.Play(s, m)
	score, ok = d.Lookup(next)
	return score * int(d.run.side(s, next)), ok
}

// AppendBest appends to dst every move in s that enforces its score, and
// returns it: none if the game is over or [Solution.Lookup] knows no score. With
// DrawByRepetition and a score above 0, these are the moves that also bring the
// end nearer, so that whoever keeps to them wins.
func (d *Solution[S, M]) AppendBest(dst []M, s S) []M {
	score, ok := d.Lookup(s)
	if _, over := d.run.game.Score(s); over || !ok {
		return dst
	}
	for _, m := range d.run.game.AppendMoves(nil, s) {
		if reply, ok := d.scoreOf(s, m); ok && reply == score && (d.ending == nil || score <= 0 || d.nearer(s, m)) {
			dst = append(dst, m)
		}
	}
	return dst
}

// line returns the best play from a position with a score, by the first best
// move in each position, up to where the first position comes again.
func (d *Solution[S, M]) line(s S) (line []M) {
	var best []M
	seen := map[S]bool{}
	for {
		seen[s] = true
		if best = d.AppendBest(best[:0], s); len(best) == 0 {
			return line
		}
		line = append(line, best[0])
		if s = d.run.game.Play(s, best[0]); seen[s] {
			return line
		}
	}
}
