package game_test

import (
	"fmt"

	"github.com/astrolabe-search/astrolabe/game"
)

// spot is a position of a random game.
type spot struct{ level, slot int16 }

// dag is a game made up from a seed: small, with few different scores, so that
// many moves are equally good, and with many ways to the same position, of
// different lengths too. Slots that differ in the lowest bit are mirror images: their moves
// m and 3-m are alike.
// On its own it implements no optional interface.
type dag struct {
	seed   uint64
	height int16 // no line is longer
	width  int16 // slots on a level
	scores uint64
	loops  bool // lines may come back to any position but the first: no dag any more
}

// mix is a hash of what follows from the seed, by the finalizer of SplitMix64.
func (g dag) mix(values ...int) uint64 {
	x := g.seed
	for _, v := range values {
		x += uint64(v) + 0x9e3779b97f4a7c15
		x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
		x = (x ^ x>>27) * 0x94d049bb133111eb
		x ^= x >> 31
	}
	return x
}

func (g dag) about(s spot, what int) uint64 { return g.mix(what, int(s.level), int(s.slot>>1)) }

func (g dag) score(s spot, what int) int {
	return int(g.about(s, what)%(2*g.scores+1)) - int(g.scores)
}

func (g dag) Start() spot { return spot{level: g.height} }

func (g dag) Score(s spot) (int, bool) {
	ends := uint64(6)
	if g.loops {
		ends = 3
	}
	return g.score(s, 1), s.level <= 0 || s.level < g.height && g.about(s, 2)%ends == 0
}

// AppendMoves appends one to four moves, not in the order of their numbers.
func (g dag) AppendMoves(dst []uint8, s spot) []uint8 {
	n := 1 + g.about(s, 3)%4
	turn := g.about(s, 4) % 4
	for i := range n {
		dst = append(dst, mirrored(s, uint8((i+turn)%4)))
	}
	return dst
}

func mirrored(s spot, m uint8) uint8 {
	if s.slot&1 != 0 {
		return 3 - m
	}
	return m
}

func (g dag) Play(s spot, m uint8) spot {
	h := g.mix(5, int(s.level), int(s.slot>>1), int(mirrored(s, m)))
	down := int16(1 + h>>32%2)
	slot := int16(h % uint64(g.width))
	if g.loops {
		return spot{level: int16(h>>32%uint64(g.height)) + 1, slot: slot ^ s.slot&1}
	}
	return spot{level: max(0, s.level-down), slot: slot ^ s.slot&1}
}

// The optional abilities, each to be embedded next to a dag.
type (
	estimating struct{ g dag }
	hashing    struct{ g dag }
	colliding  struct{}
	mirroring  struct{}
	ordering   struct{ g dag }
	numbering  struct{}
	turning    struct{ g dag }
)

func (e estimating) Evaluate(s spot) int { return e.g.score(s, 6) }
func (h hashing) Hash(s spot) uint64     { return h.g.mix(7, int(s.level), int(s.slot)) }
func (colliding) Hash(spot) uint64       { return 3 }
func (mirroring) Canonical(s spot) spot  { return spot{s.level, s.slot &^ 1} }
func (t turning) Turn(s spot) int        { return int(t.g.about(s, 9) % 2) }
func (numbering) NumMoves() int          { return 4 }
func (numbering) MoveNumber(m uint8) int { return int(m) }
func (o ordering) OrderMoves(moves []uint8, s spot) {
	for i := range moves {
		k := i + int(o.g.mix(8, int(s.level), int(s.slot), i)%uint64(len(moves)-i))
		moves[i], moves[k] = moves[k], moves[i]
	}
}

type rules = game.Game[spot, uint8]

// withAbilities returns the game with every set of optional interfaces that
// makes a difference to some search.
func withAbilities(g dag) map[string]rules {
	e, h, o, t := estimating{g}, hashing{g}, ordering{g}, turning{g}
	return map[string]rules{
		"plain": g,
		"estimating": struct {
			dag
			estimating
		}{g, e},
		"hashing": struct {
			dag
			estimating
			hashing
			numbering
		}{g, e, h, numbering{}},
		"colliding": struct {
			dag
			estimating
			colliding
			numbering
		}{g, e, colliding{}, numbering{}},
		"mirroring": struct {
			dag
			estimating
			hashing
			mirroring
		}{g, e, h, mirroring{}},
		"ordering": struct {
			dag
			estimating
			hashing
			mirroring
			ordering
			numbering
		}{g, e, h, mirroring{}, o, numbering{}},
		"turning": struct {
			dag
			turning
		}{g, t},
		"turning with all": struct {
			dag
			estimating
			hashing
			mirroring
			numbering
			turning
		}{g, e, h, mirroring{}, numbering{}, t},
	}
}

// value is minimax in its simplest form, the oracle of every search: the score
// of s for whom it is to move.
func value(g rules, s spot, depth int) int {
	if score, over := g.Score(s); over {
		return score
	}
	if depth == 0 {
		if e, ok := g.(game.Evaluator[spot]); ok {
			return e.Evaluate(s)
		}
		return 0
	}
	best := -game.MaxScore
	for _, m := range g.AppendMoves(nil, s) {
		best = max(best, afterMove(g, s, m, depth))
	}
	return best
}

// afterMove is the value of a move for the player who makes it.
func afterMove(g rules, s spot, m uint8, depth int) int {
	next := g.Play(s, m)
	v := value(g, next, depth-1)
	if again(g, s, next) {
		return v
	}
	return -v
}

// again tells whether the player who moved from s to next moves there, too.
func again(g rules, s, next spot) bool {
	t, ok := g.(interface{ Turn(s spot) int })
	return ok && t.Turn(s) == t.Turn(next)
}

// firstBest returns the first move that attains the value.
func firstBest(g rules, s spot, depth int) uint8 {
	v := value(g, s, depth)
	for _, m := range g.AppendMoves(nil, s) {
		if afterMove(g, s, m, depth) == v {
			return m
		}
	}
	panic(fmt.Sprintf("no move of %v has the value %d", s, v))
}
