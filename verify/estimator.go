package verify

import (
	"math"
	"math/big"
	"math/bits"

	"github.com/astrolabe-search/astrolabe/grid"
)

// estimator works a heuristic out anew, from the distance in columns and rows and the
// cheapest step on the map.
type estimator struct {
	metric             grid.Metric
	fourMoves          bool
	straight, diagonal int64 // lengths: of the cheapest step, and of the cheapest way to go one column and one row
	half               *big.Int
	consistent         bool
	admissible         bool
}

func newEstimator(g *ground, metric grid.Metric) estimator {
	least, found := grid.MaxWeight, false
	for y := range int32(g.m.Height()) {
		for x := range int32(g.m.Width()) {
			if c := (grid.Cell{X: x, Y: y}); g.m.Open(c) {
				found = true
				if w := g.m.Weight(c); w.Compare(least) < 0 {
					least = w
				}
			}
		}
	}
	if !found {
		least = grid.WholeWeight(1)
	}
	e := estimator{metric: metric, fourMoves: g.rule.Moves == grid.Moves4}
	e.straight = lengthOf(g.cheapest(least, false))
	e.diagonal = 2 * e.straight
	if d := lengthOf(g.cheapest(least, true)); !e.fourMoves && d < e.diagonal {
		e.diagonal = d
	}
	// Euclidean: the largest unit u with u <= straight and √2·u <= diagonal; half is u²,
	// times 2 so as to be whole.
	s := new(big.Int).Mul(big.NewInt(e.straight), big.NewInt(e.straight))
	e.half = s.Lsh(s, 1)
	if d := new(big.Int).Mul(big.NewInt(e.diagonal), big.NewInt(e.diagonal)); !e.fourMoves && d.Cmp(e.half) < 0 {
		e.half = d
	}
	e.admissible = metric != grid.Manhattan || e.fourMoves || e.straight == 0
	e.consistent = e.admissible
	return e
}

// cheapest returns what a step costs where every weight is the least.
func (g *ground) cheapest(least grid.Weight, diagonal bool) sum {
	w := least.Millionths() / g.digit
	switch g.model {
	case grid.Add:
		return stretch(g.scale, diagonal).plus(sum{straight: w})
	case grid.Mul:
		return stretch(w, diagonal)
	case grid.Mean:
		return stretch(2*w, diagonal)
	default:
		return stretch(g.scale, diagonal)
	}
}

// between returns the estimate from one cell to another.
func (e *estimator) between(a, b grid.Cell) int64 {
	dx, dy := int64(a.X)-int64(b.X), int64(a.Y)-int64(b.Y)
	dx, dy = max(dx, -dx), max(dy, -dy)
	long, short := max(dx, dy), min(dx, dy)
	switch e.metric {
	case grid.Manhattan:
		return multiple(e.straight, long+short)
	case grid.Chebyshev:
		return multiple(e.straight, long)
	case grid.Octile:
		return cappedSum(multiple(e.straight, long-short), multiple(e.diagonal, short), math.MaxInt64)
	case grid.Euclidean:
		square := new(big.Int).Mul(big.NewInt(dx*dx+dy*dy), e.half)
		root := square.Sqrt(square.Rsh(square, 1))
		if !root.IsInt64() {
			return math.MaxInt64
		}
		return root.Int64()
	}
	return 0
}

// multiple returns n·unit for numbers from 0, or the largest int64 if that is less.
func multiple(unit, n int64) int64 {
	hi, lo := bits.Mul64(uint64(unit), uint64(n))
	if hi != 0 || lo > math.MaxInt64 {
		return math.MaxInt64
	}
	return int64(lo)
}

// cappedSum returns g + h, at most limit, for numbers from 0.
func cappedSum(g, h, limit int64) int64 {
	if h > limit-g {
		return limit
	}
	return g + h
}
