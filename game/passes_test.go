package game_test

import (
	"context"
	"math/bits"
	"testing"

	"github.com/astrolabe-search/astrolabe/game"
)

// discs is Reversi on 4×4 cells, of which the bits of a word are one each.
type discs struct{ mine, theirs uint16 }

// pass is the move of a player who has no other.
const pass = -1

// reversi is a game in which a player may have to pass; it is over when neither can move.
type reversi struct{}

// turned returns the discs that a disc on a cell turns over.
func (s discs) turned(cell int) (all uint16) {
	x, y := cell%4, cell/4
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			line := uint16(0)
			for cx, cy := x+dx, y+dy; cx >= 0 && cx < 4 && cy >= 0 && cy < 4; cx, cy = cx+dx, cy+dy {
				bit := uint16(1) << (4*cy + cx)
				if s.theirs&bit != 0 {
					line |= bit
					continue
				}
				if s.mine&bit != 0 {
					all |= line
				}
				break
			}
		}
	}
	return all
}

func (s discs) moves(dst []int) []int {
	for cell := range 16 {
		if (s.mine|s.theirs)>>cell&1 == 0 && s.turned(cell) != 0 {
			dst = append(dst, cell)
		}
	}
	return dst
}

func (reversi) Start() discs { return discs{mine: 1<<6 | 1<<9, theirs: 1<<5 | 1<<10} }

func (reversi) Score(s discs) (int, bool) {
	score := bits.OnesCount16(s.mine) - bits.OnesCount16(s.theirs)
	return score, len(s.moves(nil)) == 0 && len(discs{s.theirs, s.mine}.moves(nil)) == 0
}

func (reversi) AppendMoves(dst []int, s discs) []int {
	if with := s.moves(dst); len(with) > len(dst) {
		return with
	}
	return append(dst, pass)
}

func (reversi) Play(s discs, cell int) discs {
	if cell == pass {
		return discs{s.theirs, s.mine}
	}
	turned := s.turned(cell)
	return discs{s.theirs &^ turned, s.mine | turned | 1<<cell}
}

// TestPassesAreMoves: other programs took a player without a move for the end of the game. By best
// play the second player of this one wins by 8 discs.
func TestPassesAreMoves(t *testing.T) {
	g := reversi{}
	for name, search := range map[string]game.SearchFunc[discs, int]{
		"alpha-beta": game.AlphaBeta[discs, int], "pvs": game.PVS[discs, int], "deepening": game.Deepening[discs, int],
	} {
		table, err := game.NewTable[discs, int](1 << 20)
		if err != nil {
			t.Fatal(err)
		}
		r, err := search(context.Background(), g, g.Start(), game.Full, game.Options[discs, int]{Table: table})
		if err != nil || r.Score != -8 || !r.Solved {
			t.Errorf("%s: the score is %d, %v; want -8", name, r.Score, err)
		}
	}
}
