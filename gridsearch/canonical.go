package gridsearch

import (
	"math"
	"math/bits"
	"sync"

	"github.com/astrolabe-search/astrolabe/grid"
)

// canonTable says which moves from a cell need to be followed, given the
// direction of the step that led to it (noDir at the start) and its mask of
// legal moves. Bit d of canonTable[arrived][mask] is set if the move d is legal
// and is not covered by another path.
//
// A move from cell x to n, after the step from p to x, is covered if n can be
// reached from p around x, through cells next to x alone, and that path is
// cheaper, or as cheap and to be preferred. Of equally cheap paths the
// diagonal-first one is preferred with eight moves, the vertical-first one with
// four. Every state is still reached at its right cost: replacing covered pieces
// turns any optimal path into a preferred one of the same cost.
//
// Papers: D. Harabor, A. Grastien, "Online graph pruning for pathfinding on grid
// maps", 2011 (the rule); N. R. Sturtevant, S. Rabin, "Canonical orderings on
// grids", 2016 (without jumps); J. Baum, "Jump point search pathfinding in
// 4-connected grids", 2025.
type canonTable [16][256]uint8

// noDir is the direction in which a search's start was reached.
const noDir = 8

var moveTables [4]struct {
	once             sync.Once
	canonical, plain canonTable
}

// canonFor returns the table of a rule. It is derived from the rule by looking
// at every arrangement of open cells around a cell, not written by hand.
func canonFor(rule grid.Rule) *canonTable {
	canonical, _ := movesOf(rule)
	return canonical
}

// plainFor returns the table of a rule that leaves out only the moves for which
// there is a cheaper way around. A state that was reached at its right cost never
// needs one: the way around would reach the move's end at less than that end's
// right cost. So A* with this table is plain A*, ties and all.
func plainFor(rule grid.Rule) *canonTable {
	_, plain := movesOf(rule)
	return plain
}

var weightedMoveTables [4][grid.Mean + 1]struct {
	once  sync.Once
	table canonTable
}

// weightedFor returns the table of a rule for a cost model with weights. It leaves out
// the moves whose end the cell before could step to at no more than the two steps
// cost, whatever the weights: that cell was expanded, so the end was reached already
// at no more, and the search is the same without a look at it.
//
// With s the step before, m the move and d the direct step, all lengths, and x the cell
// between them: adding terrain, d <= s + m is enough, which always holds, since x is
// paid for besides. Multiplying, the end's weight counts d times against m times, so d <= m
// is. With mean weights d <= s is needed too, for the weight of the cell before.
//
// Backward, where steps are followed from where they lead to, the cell before is what is
// entered last: multiplying, d <= s is what is needed. Both are asked for, so that one
// table serves: three cells next to each other have two straight sides and a diagonal
// one, so a direct step is no longer than both others or longer than both.
func weightedFor(rule grid.Rule, model grid.Model) *canonTable {
	t := &weightedMoveTables[ruleIndex(rule)][model]
	t.once.Do(func() {
		t.table.fill(rule, func(b *block, arrived grid.Dir) uint8 { return b.unreached(arrived, model) })
	})
	return &t.table
}

// unreached returns the moves from the center whose ends the cell that it was entered
// from does not reach directly at no more.
func (b *block) unreached(arrived grid.Dir, model grid.Model) uint8 {
	from := neighborOf(center, arrived.Opposite())
	kept := b.masks[center] &^ (1 << arrived.Opposite())
	for m := b.masks[from]; m != 0; m &= m - 1 {
		direct := grid.Dir(bits.TrailingZeros8(m))
		end := neighborOf(from, direct)
		for d := grid.E; d <= grid.NW; d++ {
			if end != neighborOf(center, d) {
				continue
			}
			if model == grid.Add || stepSmall[direct] <= stepSmall[d] && stepSmall[direct] <= stepSmall[arrived] {
				kept &^= 1 << d
			}
		}
	}
	return kept
}

func ruleIndex(rule grid.Rule) int {
	if rule.Moves == grid.Moves4 {
		return 0
	}
	return 1 + int(rule.Corners)
}

func movesOf(rule grid.Rule) (canonical, plain *canonTable) {
	t := &moveTables[ruleIndex(rule)]
	t.once.Do(func() {
		t.canonical.derive(rule, true)
		t.plain.derive(rule, false)
	})
	return &t.canonical, &t.plain
}

func (t *canonTable) derive(rule grid.Rule, ordered bool) {
	t.fill(rule, func(b *block, arrived grid.Dir) uint8 { return b.uncovered(arrived, rule, ordered) })
}

// fill sets every entry from the arrangements of open cells around a cell.
func (t *canonTable) fill(rule grid.Rule, uncovered func(*block, grid.Dir) uint8) {
	for mask := range t[noDir] {
		t[noDir][mask] = uint8(mask)
	}
	for around := range 256 {
		var b block
		b.place(uint8(around), rule)
		mask := b.masks[center]
		for arrived := grid.E; arrived <= grid.NW; arrived++ {
			if back := arrived.Opposite(); mask>>back&1 != 0 {
				// Cells that the mask does not tell apart share an entry, which then
				// keeps the moves that any of them needs.
				t[arrived][mask] |= uncovered(&b, arrived)
			}
		}
	}
}

// block is a cell and its eight neighbors, numbered by row from the top left.
type block struct {
	masks [9]uint8 // legal moves within the block
}

const center = 4

// place opens the center and the neighbors whose direction's bit is set.
func (b *block) place(around uint8, rule grid.Rule) {
	kinds := []grid.Kind{{Symbol: '.'}, {Symbol: '@', Blocked: true}}
	cells := make([]uint8, 9)
	for d := grid.E; d <= grid.NW; d++ {
		if around>>d&1 == 0 {
			cells[neighborOf(center, d)] = 1
		}
	}
	m, err := grid.FromKinds(3, 3, kinds, cells)
	if err != nil {
		panic("gridsearch: " + err.Error()) // 3×3 is a possible size
	}
	masks := m.MoveMasks(rule)
	for i := range b.masks {
		b.masks[i] = masks[m.ID(grid.Cell{X: int32(i % 3), Y: int32(i / 3)})]
	}
}

func neighborOf(i int, d grid.Dir) int { return i + int(d.DY())*3 + int(d.DX()) }

// uncovered returns the moves from the center that are not covered by a path
// around it from the cell it was entered from; ordered says whether a path that
// is only to be preferred covers them too.
func (b *block) uncovered(arrived grid.Dir, rule grid.Rule, ordered bool) uint8 {
	from := neighborOf(center, arrived.Opposite())
	around := b.distancesAround(from)
	// Straight arrivals yield to equally cheap ways around, so that a diagonal
	// comes first; with four moves horizontal ones do, so that a vertical step
	// comes first.
	yields := !arrived.Diagonal()
	if rule.Moves == grid.Moves4 {
		yields = arrived == grid.E || arrived == grid.W
	}
	var kept uint8
	for m := b.masks[center]; m != 0; m &= m - 1 {
		d := grid.Dir(bits.TrailingZeros8(m))
		to := neighborOf(center, d)
		through := stepSmall[arrived] + stepSmall[d]
		if to != from && (around[to] > through || around[to] == through && !(ordered && yields)) {
			kept |= 1 << d
		}
	}
	return kept
}

// distancesAround returns the cost from one cell of the block to every other
// without the center.
func (b *block) distancesAround(from int) [9]uint32 {
	var cost [9]uint32
	for i := range cost {
		cost[i] = math.MaxUint32
	}
	cost[from] = 0
	for range 8 { // Bellman–Ford: no path without repetition has more steps
		for i := range cost {
			if i == center || cost[i] == math.MaxUint32 {
				continue
			}
			for m := b.masks[i]; m != 0; m &= m - 1 {
				d := grid.Dir(bits.TrailingZeros8(m))
				if to := neighborOf(i, d); to != center {
					cost[to] = min(cost[to], cost[i]+stepSmall[d])
				}
			}
		}
	}
	return cost
}
