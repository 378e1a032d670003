package game

import (
	"cmp"
	"math"
	"slices"
)

// endings are the positions of a game with draws by repetition, and what they are
// worth by retrograde analysis.
//
// Let t be the largest size of a score at an end of the game. A position is worth
// t if it is such an end or some move leads to a position that is worth as much
// to the same player; it is worth −t if it is such an end or all moves
// lead there. Once nothing more follows for t, the next smaller size has
// its turn, in which the positions settled before count as worth more than that.
// What is left at 0 is a draw: each player can avoid every end that is worse.
// Every move is looked at a fixed number of times. See Washburn, "Deterministic
// graphical games", Journal of Mathematical Analysis and Applications 153, 1990.
type endings[S comparable] struct {
	states []S
	scores []int32 // 0 if it is a draw or not settled yet
	ranks  []int32 // when it was settled, from 1; 0: not settled
	// before are the positions that have a move to each, in rows: those of
	// position i begin at starts[i].
	starts []int32
	before []predecessor
	left   []int32 // moves that are not known to lose
}

// predecessor is a position by its index, shifted to the left by 1, plus 1 if the
// player who moves from it has the turn in the next one, too.
type predecessor int32

func predecessorOf(i int32, d side) predecessor {
	if d == same {
		return predecessor(i<<1 | 1)
	}
	return predecessor(i << 1)
}

func (p predecessor) index() int32 { return int32(p >> 1) }

func (p predecessor) side() side {
	if p&1 != 0 {
		return same
	}
	return opposite
}

// analyze scores s and every position that can be reached from it.
func (d *Solution[S, M]) analyze(s S) {
	r := d.run
	e := &endings[S]{}
	var edges []edge
	if e.index(d.memo, r.canonical(s), d.visit) < 0 {
		r.stop(d.spent())
		return
	}
	for i := int32(0); int(i) < len(e.states) && !r.stopped; i++ {
		s := e.states[i]
		if score, over := r.game.Score(s); over {
			r.final(s, score)
			e.scores[i] = int32(score)
			e.left[i] = gameOver
			continue
		}
		for _, m := range r.expand(s, 0) {
			next := r.game.Play(s, m)
			n := e.index(d.memo, r.canonical(next), d.visit)
			room := false
			if n >= 0 && len(edges) < math.MaxInt32 {
				edges, room = withRoom(d.memo.memory, edges, 1)
			}
			if !room {
				r.stop(d.spent())
				return
			}
			edges = append(edges, edge{predecessorOf(i, r.side(s, next)), n})
			e.left[i]++
		}
		r.moves = r.moves[:0]
	}
	if !r.stopped && !e.link(d.memo.memory, edges) {
		r.stop(d.spent())
	}
	if r.stopped {
		return
	}
	e.settle()
	d.ending, d.Positions = e, len(e.states)
	for i := range e.states {
		d.memo.slot(e.states[i]).mark = memoDone
	}
}

// spent says which limit ended the search.
func (d *Solution[S, M]) spent() string {
	if d.run.stopped {
		return d.run.reason
	}
	return d.memo.memory.spent()
}

// edge is a move from a position to another.
type edge struct {
	from predecessor
	to   int32
}

// gameOver marks, among the numbers of moves left, a position in which the game is
// over.
const gameOver = -1

// index returns the index of a position, a new one if it is new; below 0 at a
// limit.
func (e *endings[S]) index(known *memo[S], key S, visit func(S, int) bool) int32 {
	if slot := known.lookup(key); slot != nil {
		return slot.score
	}
	n := len(e.states)
	if n > math.MaxInt32/2 || !e.grow(known.memory) || !visit(key, n) {
		return -1
	}
	e.states = append(e.states, key)
	e.scores = append(e.scores, 0)
	e.ranks = append(e.ranks, 0)
	e.left = append(e.left, 0)
	return int32(n)
}

func (e *endings[S]) grow(budget *memory) bool {
	var ok [4]bool
	e.states, ok[0] = withRoom(budget, e.states, 1)
	e.scores, ok[1] = withRoom(budget, e.scores, 1)
	e.ranks, ok[2] = withRoom(budget, e.ranks, 1)
	e.left, ok[3] = withRoom(budget, e.left, 1)
	return ok == [4]bool{true, true, true, true}
}

// link sorts the edges by where they lead. It returns false if that exceeds the
// budget.
func (e *endings[S]) link(budget *memory, edges []edge) bool {
	n := len(e.states)
	// Besides what remains: a copy of starts, and two lists of positions to settle.
	if !budget.take(4 * (4*int64(n+1) + int64(len(edges)))) {
		return false
	}
	e.starts = make([]int32, n+1)
	e.before = make([]predecessor, len(edges))
	for _, m := range edges {
		e.starts[m.to+1]++
	}
	for i := range n {
		e.starts[i+1] += e.starts[i]
	}
	next := slices.Clone(e.starts)
	for _, m := range edges {
		e.before[next[m.to]] = m.from
		next[m.to]++
	}
	return true
}

// settle scores all positions.
func (e *endings[S]) settle() {
	var ends []int32
	for i, left := range e.left {
		if left == gameOver && e.scores[i] != 0 {
			ends = append(ends, int32(i))
		}
	}
	slices.SortStableFunc(ends, func(a, b int32) int {
		return cmp.Compare(magnitude(e.scores[b]), magnitude(e.scores[a]))
	})
	rank := int32(0)
	var queue []int32
	put := func(i, score int32) {
		rank++
		e.scores[i], e.ranks[i] = score, rank
		queue = append(queue, i)
	}
	for len(ends) > 0 {
		size := magnitude(e.scores[ends[0]])
		queue = queue[:0]
		for len(ends) > 0 && magnitude(e.scores[ends[0]]) == size {
			put(ends[0], e.scores[ends[0]])
			ends = ends[1:]
		}
		for head := 0; head < len(queue); head++ {
			i := queue[head]
			for _, p := range e.before[e.starts[i]:e.starts[i+1]] {
				from := p.index()
				if e.ranks[from] != 0 {
					continue
				}
				if won := (e.scores[i] > 0) == (p.side() == same); won {
					put(from, size)
				} else if e.left[from]--; e.left[from] == 0 {
					put(from, -size)
				}
			}
		}
	}
}

func magnitude(n int32) int32 { return max(n, -n) }

// nearer tells whether the position after m was settled before s, whose score is
// above 0: a line of such moves comes to an end.
func (d *Solution[S, M]) nearer(s S, m M) bool {
	rank := func(s S) int32 { return d.ending.ranks[d.memo.lookup(d.run.canonical(s)).score] }
	return rank(d.run.game.Play(s, m)) < rank(s)
}
