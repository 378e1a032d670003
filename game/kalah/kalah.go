// Package kalah is Kalah, a game of sowing seeds in which a player who ends a move
// in his store moves again.
//
// Each player has a row of pits and a store. He takes the seeds of one of his pits
// and sows them, one each, into the next pits against the clock: his own, his
// store, the opponent's pits, not the opponent's store, and around. If the last
// seed falls into his store he moves again. If it falls into an empty pit of his
// and the pit across holds seeds, these and it go to his store. When a player has no
// seeds in his pits after a move, the opponent puts his own into his store, and the game
// is over. Whoever has more seeds wins.
package kalah

import (
	"fmt"
	"math/bits"

	"github.com/astrolabe-search/astrolabe/game"
)

// MaxPits is the largest number of pits of a player, MaxSeeds that of seeds in
// each pit at the start.
const (
	MaxPits  = 6
	MaxSeeds = 6
)

// Position is a position. The zero value is not one; [Game.Start] and
// [Game.ParseState] make them.
type Position struct {
	// Pits holds the seeds of each player's pits, in the order in which he sows
	// them; unused places are 0.
	Pits   [2][MaxPits]uint8
	Stores [2]uint8
	// Second tells that it is the second player's turn.
	Second bool
}

// turn returns the number of the player whose turn it is.
func (p *Position) turn() int {
	if p.Second {
		return 1
	}
	return 0
}

// Pit is a player's pit, from 0, and the move that sows it.
type Pit uint8

// Game is Kalah, and implements every optional interface of package game but
// [game.Symmetric] and [game.Orderer]. The zero value has no pits; make one with
// [New]. Scores are the seeds of the player whose turn it is less those of the
// opponent.
type Game struct{ pits, seeds int }

var _ interface {
	game.Game[Position, Pit]
	game.Turner[Position]
	game.Evaluator[Position]
	game.Hasher[Position]
	game.Numberer[Pit]
	game.Notation[Position, Pit]
} = Game{}

// New returns the game with so many pits a player, 1 to [MaxPits], and seeds a
// pit, 1 to [MaxSeeds].
func New(pits, seeds int) (Game, error) {
	switch {
	case pits < 1 || pits > MaxPits:
		return Game{}, fmt.Errorf("kalah: %d pits; want 1 to %d", pits, MaxPits)
	case seeds < 1 || seeds > MaxSeeds:
		return Game{}, fmt.Errorf("kalah: %d seeds a pit; want 1 to %d", seeds, MaxSeeds)
	}
	return Game{pits, seeds}, nil
}

// Start returns the position with all pits equal.
func (g Game) Start() Position {
	var p Position
	for i := range g.pits {
		p.Pits[0][i], p.Pits[1][i] = uint8(g.seeds), uint8(g.seeds)
	}
	return p
}

// Turn tells whose turn it is.
func (Game) Turn(p Position) int { return p.turn() }

// Score tells whether no seeds are left in the pits.
func (g Game) Score(p Position) (int, bool) {
	return g.Evaluate(p), p.Pits == [2][MaxPits]uint8{}
}

// Evaluate counts the seeds in the stores.
func (Game) Evaluate(p Position) int {
	me := p.turn()
	return int(p.Stores[me]) - int(p.Stores[1-me])
}

// AppendMoves appends the pits with seeds, in the order in which they are sown.
func (g Game) AppendMoves(dst []Pit, p Position) []Pit {
	for pit, seeds := range p.Pits[p.turn()] {
		if seeds > 0 {
			dst = append(dst, Pit(pit))
		}
	}
	return dst
}

// Play sows a pit.
func (g Game) Play(p Position, pit Pit) Position {
	me := p.turn()
	seeds := p.Pits[me][pit]
	p.Pits[me][pit] = 0
	side, place := me, int(pit) // of the last seed; place g.pits is the store
	for ; seeds > 0; seeds-- {
		place++
		switch {
		case place < g.pits || place == g.pits && side == me:
		default:
			side, place = 1-side, 0
		}
		if place == g.pits {
			p.Stores[me]++
		} else {
			p.Pits[side][place]++
		}
	}
	again := place == g.pits
	if !again && side == me && p.Pits[me][place] == 1 {
		if across := &p.Pits[1-me][g.pits-1-place]; *across > 0 {
			p.Stores[me] += *across + 1
			p.Pits[me][place], *across = 0, 0
		}
	}
	if !again {
		p.Second = !p.Second
	}
	return p.swept()
}

// swept returns the position after the end of the game, if a player has no seeds
// in his pits.
func (p Position) swept() Position {
	none := [MaxPits]uint8{}
	if p.Pits[0] != none && p.Pits[1] != none {
		return p
	}
	for side := range p.Pits {
		for _, seeds := range p.Pits[side] {
			p.Stores[side] += seeds
		}
		p.Pits[side] = none
	}
	return p
}

// Hash mixes pits, stores and turn.
func (Game) Hash(p Position) uint64 {
	var words [2]uint64
	for side := range p.Pits {
		for _, seeds := range p.Pits[side] {
			words[side] = words[side]<<8 | uint64(seeds)
		}
		words[side] = words[side]<<8 | uint64(p.Stores[side])
	}
	words[0] = words[0]<<1 | uint64(p.turn())
	high, low := bits.Mul64(words[0]^0x9e3779b97f4a7c15, 0xd6e8feb86659fd93)
	more, less := bits.Mul64(words[1]^high^low, 0x9e3779b97f4a7c15)
	return more ^ less
}

// NumMoves returns the largest number of pits.
func (Game) NumMoves() int { return MaxPits }

// MoveNumber returns the number of a pit.
func (Game) MoveNumber(pit Pit) int { return int(pit) }
