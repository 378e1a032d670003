package game

import (
	"fmt"
	"hash/maphash"
)

// This file is about games that can come to a position a second time.
//
// Where repetition is a draw, the score of a position seems to depend on the way
// to it: a move back to a position of the current line is a draw here and not
// elsewhere (the graph-history interaction problem). The score of the position
// that was asked about does not. It is the one of the game in which play without
// end is a draw, which depends on the position alone, and in which each player has
// a best move for every position, whatever came before (Washburn, "Deterministic
// graphical games", Journal of Mathematical Analysis and Applications 153, 1990):
// who plays these moves repeats no position while he is to get more than a draw,
// and does not mind if he is not. Call it the true score.
//
// A search finds bounds of true scores, of two kinds. One that rests on no
// position above its own holds wherever the position occurs; such bounds alone
// enter a table, and a search may use them on any line: where play reaches the
// position, go on by the moves that the true score stands for. One that rests on
// a position above, since some line below returns to it, holds on that line only,
// and is passed up to where the position is its own. There nothing is above any
// more: if the line that returns is part of a bound, a draw is within it, and so
// is play that goes round.

// watchedPly is the ply from which on the positions of a line are kept where
// repetition is no draw: only lines of [MaxPlies] are looked through for one.
const watchedPly = MaxPlies / 4

// grounds are what a score rests on, but for the rules of the game. The zero
// value is nothing: it is the position's own.
type grounds struct {
	estimated bool
	// above, if not 0, tells that it rests on a position of the current line that
	// a line of play returned to: MaxPlies + 1 less the ply of the first such.
	above int32
}

// and returns what both rest on together.
func (g grounds) and(other grounds) grounds {
	return grounds{g.estimated || other.estimated, max(g.above, other.above)}
}

// within returns what the score of a position at a ply rests on, out of what its
// moves do: a position at that ply or below is its own affair.
func (g grounds) within(ply int) grounds {
	if g.above <= int32(MaxPlies+1-ply) {
		g.above = 0
	}
	return g
}

// settle returns the score of a move, and what it rests on, that was found to be
// at least score and then searched again. Where bounds depend on the line, the
// second search may say that it is less; then the score is that, and the
// first one is the reason why it is not still less.
func settle(score int, on grounds, again int, also grounds) (int, grounds) {
	if again < score {
		also = also.and(on)
	}
	return again, also
}

// follow makes s the position of the current line at its ply. It tells whether the
// line ends there: with a draw, whose grounds it returns, or with the search.
func (r *run[S, M]) follow(s S, ply int) (on grounds, ends bool) {
	r.line.cut(ply - r.watched)
	if r.draws {
		if first := r.line.find(s, ply); first >= 0 {
			return grounds{above: int32(MaxPlies + 1 - first)}, true
		}
	}
	if ply == MaxPlies && r.horizon > MaxPlies {
		if repeated, ok := r.line.twice(); ok {
			r.fail(fmt.Errorf("game: %v: %w", repeated, ErrCycle))
		} else {
			r.stop(fmt.Sprintf("a line of play is longer than %d moves", MaxPlies))
		}
		return on, true
	}
	r.line.push(s, r.draws)
	return on, false
}

// line holds the positions of a line of play, and finds the place of one. Its
// zero value is empty. Where the players move in turn, a position may leave open
// whose turn it is: then it is the same again only after an even number of moves.
type line[S comparable] struct {
	states []S
	turns  bool // positions tell whose turn it is
	hasher Hasher[S]
	seed   maphash.Seed
	// slots are a hash table of indices of states, plus 1, by linear probing: a
	// power of two of them, at most half in use. The last position to enter is the
	// first to leave, and leaves the table as it found it.
	slots []int32
}

// few is the number of positions that are compared one after another.
const few = 16

// find returns the index of a position that is now to be at index n, or −1.
func (l *line[S]) find(s S, n int) int {
	if len(l.slots) == 0 {
		for i := range l.states {
			if l.is(i, s, n) {
				return i
			}
		}
		return -1
	}
	return int(l.slots[l.slot(s, n)]) - 1
}

// is tells whether the position at index i is s, with the same turn at index n.
func (l *line[S]) is(i int, s S, n int) bool {
	return l.states[i] == s && (l.turns || (i^n)&1 == 0)
}

// slot returns the slot of a position, or the empty one where it belongs.
func (l *line[S]) slot(s S, n int) uint64 {
	mask := uint64(len(l.slots) - 1)
	for i := l.hash(s) & mask; ; i = (i + 1) & mask {
		if k := int(l.slots[i]); k == 0 || l.is(k-1, s, n) {
			return i
		}
	}
}

func (l *line[S]) hash(s S) uint64 {
	if l.hasher != nil {
		return l.hasher.Hash(s)
	}
	return maphash.Comparable(l.seed, s)
}

// push adds a position, which is not there yet if it is to be found.
func (l *line[S]) push(s S, toFind bool) {
	l.states = append(l.states, s)
	if !toFind || len(l.slots) == 0 && len(l.states) <= few {
		return
	}
	if n := len(l.states); 2*n <= len(l.slots) {
		l.slots[l.slot(s, n-1)] = int32(n)
		return
	}
	if len(l.slots) == 0 {
		l.seed = maphash.MakeSeed()
	}
	l.slots = make([]int32, max(4*few, 2*len(l.slots)))
	for i := range l.states {
		l.slots[l.slot(l.states[i], i)] = int32(i + 1)
	}
}

// cut leaves the first n positions.
func (l *line[S]) cut(n int) {
	for len(l.states) > n {
		last := len(l.states) - 1
		if len(l.slots) > 0 {
			l.slots[l.slot(l.states[last], last)] = 0
		}
		l.states = l.states[:last]
	}
}

// twice returns the first position that occurs for a second time, if there is one.
func (l *line[S]) twice() (s S, ok bool) {
	type turn struct {
		state S
		odd   bool
	}
	seen := make(map[turn]bool, len(l.states))
	for i, s := range l.states {
		at := turn{s, !l.turns && i&1 != 0}
		if seen[at] {
			return s, true
		}
		seen[at] = true
	}
	return s, false
}
