package catalog_test

import (
	"fmt"
	"math"
	"math/big"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/search"
)

// The reference that everything here is compared with. It shares nothing with
// the packages under test but the names of rules and models: it has its own
// table of weights, its own rule of legal steps, its own costs, its own
// comparison of lengths, and it finds distances by relaxing every step of the
// map until nothing changes, without a queue and without a heuristic.

// pair is the length (a + b√2)/unit.
type pair struct{ a, b int64 }

// unit is what lengths of the reference are counted in: half a millionth, so
// that the mean of two weights is whole.
const unit = 2_000_000

func (p pair) plus(q pair) pair { return pair{p.a + q.a, p.b + q.b} }

func (p pair) times(n int64) pair { return pair{n * p.a, n * p.b} }

// compare returns the sign of p − q.
func (p pair) compare(q pair) int {
	a, b := p.a-q.a, p.b-q.b
	switch {
	case a >= 0 && b >= 0:
		if a == 0 && b == 0 {
			return 0
		}
		return 1
	case a <= 0 && b <= 0:
		return -1
	}
	// a and b differ in sign, so the one with the larger square decides, and
	// the squares cannot be equal since √2 is irrational.
	return signOfMixed(big.NewInt(a), big.NewInt(b))
}

// signOfMixed returns the sign of a + b√2 where a and b differ in sign.
func signOfMixed(a, b *big.Int) int {
	square, twice := new(big.Int).Mul(a, a), new(big.Int).Mul(b, b)
	twice.Lsh(twice, 1)
	if square.Cmp(twice) > 0 {
		return a.Sign()
	}
	return b.Sign()
}

// within tells whether cost <= ratio·optimum.
func within(cost pair, ratio search.Ratio, optimum pair) bool {
	difference := func(cost, optimum int64) *big.Int {
		x := new(big.Int).Mul(big.NewInt(ratio.Num), big.NewInt(optimum))
		return x.Sub(x, new(big.Int).Mul(big.NewInt(ratio.Den), big.NewInt(cost)))
	}
	a, b := difference(cost.a, optimum.a), difference(cost.b, optimum.b)
	if a.Sign()*b.Sign() < 0 {
		return signOfMixed(a, b) >= 0
	}
	return a.Sign() >= 0 && b.Sign() >= 0
}

func (p pair) String() string {
	return fmt.Sprintf("%v+%v√2", float64(p.a)/unit, float64(p.b)/unit)
}

// float64 returns about the length, for ratios that are shown.
func (p pair) float64() float64 {
	diagonal := float64(float64(p.b) * math.Sqrt2)
	return (float64(p.a) + diagonal) / unit
}

// board is a map as the reference sees it: a weight in millionths for each
// cell, row by row, or blockedCell.
type board struct {
	width, height int32
	weight        []int64
}

const blockedCell int64 = -1

func (b *board) in(c grid.Cell) bool {
	return c.X >= 0 && c.X < b.width && c.Y >= 0 && c.Y < b.height
}

func (b *board) index(c grid.Cell) int { return int(c.Y)*int(b.width) + int(c.X) }

func (b *board) open(c grid.Cell) bool { return b.in(c) && b.weight[b.index(c)] != blockedCell }

// step returns the cost of a step by dx and dy, and false if it is not legal.
func (b *board) step(from grid.Cell, dx, dy int32, rule grid.Rule, model grid.Model) (pair, bool) {
	to := grid.Cell{X: from.X + dx, Y: from.Y + dy}
	if !b.open(from) || !b.open(to) || dx == 0 && dy == 0 {
		return pair{}, false
	}
	diagonal := dx != 0 && dy != 0
	if diagonal {
		openSides := 0
		for _, side := range []grid.Cell{{X: from.X + dx, Y: from.Y}, {X: from.X, Y: from.Y + dy}} {
			if b.open(side) {
				openSides++
			}
		}
		switch {
		case rule.Moves == grid.Moves4,
			rule.Corners == grid.CornersNever && openSides < 2,
			rule.Corners == grid.CornersOne && openSides < 1:
			return pair{}, false
		}
	}
	entered, left := b.weight[b.index(to)], b.weight[b.index(from)]
	length, added := int64(unit), int64(0)
	switch model {
	case grid.Add:
		added = entered * (unit / 1_000_000)
	case grid.Mul:
		length = entered * (unit / 1_000_000)
	case grid.Mean:
		length = (entered + left) * (unit / 1_000_000) / 2
	}
	if diagonal {
		return pair{added, length}, true
	}
	return pair{length + added, 0}, true
}

// distances returns the cheapest cost from a cell to every cell, and whether
// there is a way.
func (b *board) distances(from grid.Cell, rule grid.Rule, model grid.Model) (cost []pair, reached []bool) {
	cost, reached = make([]pair, len(b.weight)), make([]bool, len(b.weight))
	if !b.open(from) {
		return cost, reached
	}
	reached[b.index(from)] = true
	for changed := true; changed; {
		changed = false
		for y := range b.height {
			for x := range b.width {
				c := grid.Cell{X: x, Y: y}
				if !reached[b.index(c)] {
					continue
				}
				for dy := int32(-1); dy <= 1; dy++ {
					for dx := int32(-1); dx <= 1; dx++ {
						step, legal := b.step(c, dx, dy, rule, model)
						if !legal {
							continue
						}
						to := b.index(grid.Cell{X: x + dx, Y: y + dy})
						if sum := cost[b.index(c)].plus(step); !reached[to] || sum.compare(cost[to]) < 0 {
							cost[to], reached[to], changed = sum, true, true
						}
					}
				}
			}
		}
	}
	return cost, reached
}
