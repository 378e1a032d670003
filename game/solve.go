package game

import (
	"context"
	"errors"
	"fmt"
)

// ErrCycle reports a position that occurs twice in one line of play.
var ErrCycle = errors.New("the position repeats; the game can go on forever")

// Solution is what [Solve] found: a [Result] for the position that was asked
// about, and the score of every position that can be reached from it. It
// belongs to one goroutine at a time.
type Solution[S, M comparable] struct {
	Result[M]
	// Positions is the number of positions scored; of those that are alike, if
	// the game is [Symmetric], one.
	Positions int

	run  *run[S, M]
	memo *memo[S]
}

// Solve finds the exact score of s and of every position that can be reached
// from it, each once, by minimax with a memo. It takes time and memory in
// proportion to the number of positions, so it is for small games. The game
// must not be able to repeat a position; if it does, Solve returns [ErrCycle].
//
// At a limit the solution holds what has been scored so far, and the result may
// be a lower bound.
func Solve[S, M comparable](ctx context.Context, g Game[S, M], s S, opts Options[S, M]) (*Solution[S, M], error) {
	r := newRun(ctx, g, &opts)
	r.use(nil)
	d := &Solution[S, M]{run: r, memo: newMemo(r.hasher, &memory{limit: opts.MaxBytes})}
	score := d.solve(s)
	if r.err != nil {
		return nil, r.err
	}
	d.Complete, d.Reason, d.Nodes, d.Depth = !r.stopped, r.reason, r.nodes, Full
	if d.Complete {
		d.Score, d.Bound, d.Solved = score, Exact, true
	}
	if _, over := g.Score(s); over {
		return d, nil
	}
	d.HasBest = true
	moves := g.AppendMoves(nil, s)
	d.Best = moves[0]
	for _, m := range moves {
		reply, ok := d.Lookup(g.Play(s, m))
		if ok && (d.Bound == None || d.Bound == Lower && -reply > d.Score) {
			d.Best, d.Score, d.Bound, d.Solved = m, -reply, Lower, true
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

// solve returns the score of a position, out of the memo if it is there.
func (d *Solution[S, M]) solve(s S) int {
	r := d.run
	key := r.canonical(s)
	if slot := d.memo.lookup(key); slot != nil {
		if slot.mark == memoOpen {
			r.fail(fmt.Errorf("game: %v: %w", s, ErrCycle))
		}
		return int(slot.score)
	}
	if r.nodes == r.pause && !r.resume() {
		return 0
	}
	if !d.memo.reserve() {
		r.stop(d.memo.memory.spent())
		return 0
	}
	r.nodes++
	d.memo.enter(d.memo.slot(key), key, memoOpen, 0)
	score, over := r.game.Score(s)
	if over {
		score, _ = r.final(s, score)
	} else {
		score = -infinity
		first := len(r.moves)
		for _, m := range r.expand(s, 0) {
			reply := d.solve(r.game.Play(s, m))
			if r.stopped {
				return 0
			}
			score = max(score, -reply)
		}
		r.moves = r.moves[:first]
	}
	slot := d.memo.slot(key)
	slot.mark, slot.score = memoDone, int32(score)
	d.Positions++
	return score
}

// Lookup returns the score of a position for the player whose turn it is there,
// and false if it has none: it cannot be reached from the position that was
// solved, or the limit came before.
func (d *Solution[S, M]) Lookup(s S) (score int, ok bool) {
	slot := d.memo.lookup(d.run.canonical(s))
	if slot == nil || slot.mark != memoDone {
		return 0, false
	}
	return int(slot.score), true
}

// AppendBest appends to dst every move in s that enforces its score, and
// returns it: none if the game is over or [Solution.Lookup] knows no score.
func (d *Solution[S, M]) AppendBest(dst []M, s S) []M {
	score, ok := d.Lookup(s)
	if _, over := d.run.game.Score(s); over || !ok {
		return dst
	}
	for _, m := range d.run.game.AppendMoves(nil, s) {
		if reply, _ := d.Lookup(d.run.game.Play(s, m)); reply == -score {
			dst = append(dst, m)
		}
	}
	return dst
}

// line returns the best play from a position with a score, by the first best
// move in each position.
func (d *Solution[S, M]) line(s S) (line []M) {
	var best []M
	for {
		if best = d.AppendBest(best[:0], s); len(best) == 0 {
			return line
		}
		line = append(line, best[0])
		s = d.run.game.Play(s, best[0])
	}
}
