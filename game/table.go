package game

import (
	"fmt"
	"math"
	"math/bits"
	"unsafe"
)

// Table is a transposition table: what searches found out about positions, for
// the next time that one is reached. It has a fixed size and belongs to one
// search at a time, of one game and one way to estimate. It holds whole
// positions, so that two that share a hash are never taken for each other.
//
// A place has two entries. A new one takes the first if it is of a later search
// or took at least as many nodes as the one there, which moves to the second;
// else it takes the second: the scheme TwoBig1, the best of those compared by
// Breuker, Uiterwijk and van den Herik, "Replacement schemes and two-level
// tables", ICCA Journal 19(3), 1996. A position may have both entries, one for a
// score that rests on estimates and one for a score that does not.
type Table[S, M comparable] struct {
	places     [][2]entry[S, M] // a power of two of them
	generation uint16           // of the current search
	draws      bool             // repetition is a draw to the searches that filled it
	used       int              // entries that are not empty
	most       int              // places that it may grow to
}

// entry is what is known of a position. Its zero value is an empty one.
type entry[S, M comparable] struct {
	state      S
	score      int32
	depth      int32  // how far ahead the search looked
	work       uint32 // nodes that the search visited
	generation uint16 // of the search that found it out
	bound      Bound
	flags      uint8
	move       M // the best one, or the one that refuted
}

const (
	flagMove      = 1 << iota // the entry has a move
	flagEstimated             // an estimate took part in the score, or the score is left out
)

// NewTable returns an empty table of the largest size that takes no more than
// the given number of bytes and has a power of two of places.
func NewTable[S, M comparable](bytes int64) (*Table[S, M], error) {
	place := int64(unsafe.Sizeof([2]entry[S, M]{}))
	if bytes < place {
		return nil, fmt.Errorf("game: a transposition table of %d bytes; a place takes %d", bytes, place)
	}
	places := 1 << (bits.Len64(uint64(bytes/place)) - 1)
	return &Table[S, M]{places: make([][2]entry[S, M], places), most: places}, nil
}

// ownPlaces is the number of places with which a search's own table begins.
const ownPlaces = 256

// ownTable returns a table that begins small and grows with use up to a number
// of bytes, or nil if they are too few for one place.
func ownTable[S, M comparable](bytes int64) *Table[S, M] {
	place := int64(unsafe.Sizeof([2]entry[S, M]{}))
	// While it grows, the table is there one and a half times.
	most := 1 << bits.Len64(uint64(bytes/place*2/3)) >> 1
	if most == 0 {
		return nil
	}
	return &Table[S, M]{places: make([][2]entry[S, M], min(most, ownPlaces)), most: most}
}

// grow doubles a table that may grow and is half full. The entries of a place
// go to two places, so that none is lost.
func (t *Table[S, M]) grow(hasher Hasher[S]) {
	if t.used < len(t.places) || len(t.places) == t.most {
		return
	}
	old := t.places
	t.places = make([][2]entry[S, M], 2*len(old))
	for i := range old {
		for k := range old[i] {
			e := &old[i][k]
			if e.bound == None {
				continue
			}
			place := t.at(hasher.Hash(e.state))
			if place[0].bound == None {
				place[0] = *e
			} else {
				place[1] = *e
			}
		}
	}
}

// Bytes returns the memory that the table holds.
func (t *Table[S, M]) Bytes() int64 {
	return int64(len(t.places)) * int64(unsafe.Sizeof([2]entry[S, M]{}))
}

// Clear empties the table.
func (t *Table[S, M]) Clear() {
	clear(t.places)
	t.generation, t.used = 0, 0
}

// Used returns the number of positions in the table.
func (t *Table[S, M]) Used() int { return t.used }

func (t *Table[S, M]) at(hash uint64) *[2]entry[S, M] {
	return &t.places[hash&uint64(len(t.places)-1)]
}

// put enters what was found out about a position. It tells whether it took the
// place of another one's. New knowledge of a position takes the place of the
// old, but what rests on estimates and what does not are kept apart: a search
// to a small depth needs the former, one to the end the latter.
func (t *Table[S, M]) put(hash uint64, e *entry[S, M]) (replaced bool) {
	e.generation = t.generation
	place := t.at(hash)
	for k := range place {
		if old := &place[k]; old.bound != None && old.state == e.state && (old.flags^e.flags)&flagEstimated == 0 {
			*old = *e
			return false
		}
	}
	big := &place[0]
	if big.bound == None {
		*big = *e
		t.used++
		return false
	}
	if replaced = place[1].bound != None; !replaced {
		t.used++
	}
	if big.generation != e.generation || e.work >= big.work {
		place[1] = *big
		*big = *e
	} else {
		place[1] = *e
	}
	return replaced
}

// knowledge is what a search knows of a position before it looks at its moves.
type knowledge[S, M comparable] struct {
	state     S // in the form in which the table holds it
	hash      uint64
	found     bool // it is in the table
	mirrored  bool // that is not the position itself: its moves are others
	hasMove   bool
	move      M
	bound     Bound // of a score as deep as the search is to look; else None
	score     int
	estimated bool
}

// recall looks a position up.
func (r *run[S, M]) recall(s S, ply int) (k knowledge[S, M]) {
	if r.table == nil {
		return k
	}
	k.state = s
	if r.symmetric != nil {
		k.state = r.symmetric.Canonical(s)
		k.mirrored = k.state != s
	}
	k.hash = r.hasher.Hash(k.state)
	r.tableCount.Probes++
	depth := r.depthAt(ply)
	place := r.table.at(k.hash)
	for i := range place {
		e := &place[i]
		if e.bound == None || e.state != k.state {
			continue
		}
		// A score found without estimates is that of any search that looks at
		// least as deep: both see the game to its end.
		estimated := e.flags&flagEstimated != 0
		use := !(estimated && r.draws) && (e.depth == depth || e.depth < depth && !estimated) && k.bound != Exact
		if use {
			k.bound, k.score, k.estimated = e.bound, int(e.score), estimated
		}
		if use || k.bound != Exact && !k.hasMove { // the move of an exact score is its own
			k.move, k.hasMove = e.move, e.flags&flagMove != 0 && !k.mirrored
		}
		k.found = true
	}
	if k.found {
		r.tableCount.Hits++
	}
	return k
}

// depthAt returns how far a search looks ahead of a ply.
func (r *run[S, M]) depthAt(ply int) int32 {
	if r.horizon == Full {
		return Full
	}
	return int32(r.horizon - ply)
}

// decides tells whether the score known is all that a search with this window
// would find out.
func (k *knowledge[S, M]) decides(alpha, beta int) bool {
	return k.bound == Exact || k.bound == Lower && k.score >= beta || k.bound == Upper && k.score <= alpha
}

// remember enters what a search found out about a position that it had looked
// up before. Where repetition is a draw, a score that is not the position's own
// is left out, and so is an estimated one, since it may hide such a score; the
// move is entered in any case.
func (r *run[S, M]) remember(k *knowledge[S, M], ply int, before int64, move M, score int, on grounds, bound Bound) {
	if r.table == nil {
		return
	}
	e := entry[S, M]{
		state: k.state, score: int32(score), bound: bound, depth: r.depthAt(ply),
		work: uint32(min(r.nodes-before, math.MaxUint32)),
	}
	if on.estimated || on.above != 0 {
		e.flags = flagEstimated
		if r.draws {
			e.score = 0
		}
	}
	if !k.mirrored {
		e.move = move
		e.flags |= flagMove
	}
	r.tableCount.Stores++
	r.table.grow(r.hasher)
	if r.table.put(k.hash, &e) {
		r.tableCount.Replaced++
	}
}

// prolong continues the line of a result by the best moves in the table.
func (r *run[S, M]) prolong(s S, result Result[M]) []M {
	line := result.PrincipalVariation
	if r.table == nil || result.Bound != Exact {
		return line
	}
	seen := map[S]bool{s: true}
	for _, m := range line {
		if s = r.game.Play(s, m); seen[s] {
			return line
		}
		seen[s] = true
	}
	for len(line) < r.horizon {
		if _, over := r.game.Score(s); over {
			break
		}
		k := r.recall(s, len(line))
		if k.bound != Exact || !k.hasMove {
			break
		}
		next := r.game.Play(s, k.move)
		if seen[next] {
			break
		}
		seen[next] = true
		line, s = append(line, k.move), next
	}
	return line
}
