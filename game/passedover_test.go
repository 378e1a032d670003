package game_test

import (
	"math/bits"
	"testing"

	"github.com/astrolabe-search/astrolabe/game"
)

// turningDisks is Reversi on 4×4 cells, in which a player who can turn no disk must
// pass.
type turningDisks struct{}

// disks holds a bit for each cell of black and of white.
type disks struct {
	of    [2]uint16
	white bool
}

const skip = 16

func (p disks) turn() int {
	if p.white {
		return 1
	}
	return 0
}

// turned returns the disks that a disk of the player to move turns on a cell.
func (p disks) turned(cell int) (all uint16) {
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

func (p disks) canMove() bool {
	for cell := range 16 {
		if p.turned(cell) != 0 {
			return true
		}
	}
	return false
}

func (p disks) opponent() disks {
	p.white = !p.white
	return p
}

func (turningDisks) Start() disks {
	return disks{of: [2]uint16{1<<6 | 1<<9, 1<<5 | 1<<10}}
}

func (turningDisks) Score(p disks) (int, bool) {
	score := bits.OnesCount16(p.of[p.turn()]) - bits.OnesCount16(p.of[1-p.turn()])
	return score, !p.canMove() && !p.opponent().canMove()
}

func (turningDisks) AppendMoves(dst []int8, p disks) []int8 {
	if !p.canMove() {
		return append(dst, skip)
	}
	for cell := range 16 {
		if p.turned(cell) != 0 {
			dst = append(dst, int8(cell))
		}
	}
	return dst
}

func (turningDisks) Play(p disks, m int8) disks {
	if m != skip {
		turned := p.turned(int(m))
		p.of[p.turn()] |= turned | 1<<m
		p.of[1-p.turn()] &^= turned
	}
	return p.opponent()
}

func (turningDisks) Hash(p disks) uint64 {
	return (uint64(p.of[0])<<17 | uint64(p.of[1])<<1 | uint64(p.turn())) * 0x9e3779b97f4a7c15 >> 20
}

// passedOver is turningDisks without passes: where a player cannot move, the turn stays
// with the other.
type passedOver struct{ turningDisks }

func (passedOver) Turn(p disks) int { return p.turn() }

func (g passedOver) Play(p disks, m int8) disks {
	if p = g.turningDisks.Play(p, m); !p.canMove() && p.opponent().canMove() {
		return p.opponent()
	}
	return p
}

// TestPasses plays both forms to the end: the player who begins loses by 8, as is
// known, whether passes are moves or not.
func TestPassedOver(t *testing.T) {
	for name, g := range map[string]game.Game[disks, int8]{"passes": turningDisks{}, "passed over": passedOver{}} {
		table, err := game.NewTable[disks, int8](1 << 22)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range game.Algorithms[disks, int8]()[1:] {
			table.Clear()
			r, err := a.Search(t.Context(), g, g.Start(), game.Full, game.Options[disks, int8]{Table: table})
			if err != nil || !r.Solved || r.Bound != game.Exact || r.Score != -8 {
				t.Errorf("%s: %s: %v, %+v", name, a.Name, err, r)
			}
		}
		d, err := game.Solve(t.Context(), g, g.Start(), game.Options[disks, int8]{})
		if err != nil || d.Score != -8 {
			t.Errorf("%s: solve: %v, %+v", name, err, d.Result)
		}
	}
}
