package game_test

import (
	"math/bits"
	"testing"

	"github.com/astrolabe-search/astrolabe/game"
)

// reversi is Reversi on 4×4 cells, in which a player who can turn no disk must
// pass.
type reversi struct{}

// discs holds a bit for each cell of black and of white.
type discs struct {
	of    [2]uint16
	white bool
}

const passes = 16

func (p discs) turn() int {
	if p.white {
		return 1
	}
	return 0
}

// turned returns the disks that a disk of the player to move turns on a cell.
func (p discs) turned(cell int) (all uint16) {
	mine, theirs := p.of[p.turn()], p.of[1-p.turn()]
	if (mine|theirs)>>cell&1 != 0 {
		return 0
	}
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			line := uint16(0)
			for x, y := cell%4+dx, cell/4+dy; (dx != 0 || dy != 0) && x >= 0 && x < 4 && y >= 0 && y < 4; x, y = x+dx, y+dy {
				bit := uint16(1) << (4*y + x)
				if mine&bit != 0 {
					all |= line
				}
				if theirs&bit == 0 {
					break
				}
				line |= bit
			}
		}
	}
	return all
}

func (p discs) canMove() bool {
	for cell := range 16 {
		if p.turned(cell) != 0 {
			return true
		}
	}
	return false
}

func (p discs) opponent() discs {
	p.white = !p.white
	return p
}

func (reversi) Start() discs {
	return discs{of: [2]uint16{1<<6 | 1<<9, 1<<5 | 1<<10}}
}

func (reversi) Score(p discs) (int, bool) {
	score := bits.OnesCount16(p.of[p.turn()]) - bits.OnesCount16(p.of[1-p.turn()])
	return score, !p.canMove() && !p.opponent().canMove()
}

func (reversi) AppendMoves(dst []int8, p discs) []int8 {
	if !p.canMove() {
		return append(dst, passes)
	}
	for cell := range 16 {
		if p.turned(cell) != 0 {
			dst = append(dst, int8(cell))
		}
	}
	return dst
}

func (reversi) Play(p discs, m int8) discs {
	if m != passes {
		turned := p.turned(int(m))
		p.of[p.turn()] |= turned | 1<<m
		p.of[1-p.turn()] &^= turned
	}
	return p.opponent()
}

func (reversi) Hash(p discs) uint64 {
	return (uint64(p.of[0])<<17 | uint64(p.of[1])<<1 | uint64(p.turn())) * 0x9e3779b97f4a7c15 >> 20
}

// passedOver is reversi without passes: where a player cannot move, the turn stays
// with the other.
type passedOver struct{ reversi }

func (passedOver) Turn(p discs) int { return p.turn() }

func (g passedOver) Play(p discs, m int8) discs {
	if p = g.reversi.Play(p, m); !p.canMove() && p.opponent().canMove() {
		return p.opponent()
	}
	return p
}

// TestPasses plays both forms to the end: the player who begins loses by 8, as is
// known, whether passes are moves or not.
func TestPasses(t *testing.T) {
	for name, g := range map[string]game.Game[discs, int8]{"passes": reversi{}, "passed over": passedOver{}} {
		table, err := game.NewTable[discs, int8](1 << 22)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range game.Algorithms[discs, int8]()[1:] {
			table.Clear()
			r, err := a.Search(t.Context(), g, g.Start(), game.Full, game.Options[discs, int8]{Table: table})
			if err != nil || !r.Solved || r.Bound != game.Exact || r.Score != -8 {
				t.Errorf("%s: %s: %v, %+v", name, a.Name, err, r)
			}
		}
		d, err := game.Solve(t.Context(), g, g.Start(), game.Options[discs, int8]{})
		if err != nil || d.Score != -8 {
			t.Errorf("%s: solve: %v, %+v", name, err, d.Result)
		}
	}
}
