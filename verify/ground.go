package verify

import (
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
)

// sum is the cost straight + diagonal·√2, in units of 1/scale.
type sum struct{ straight, diagonal int64 }

func (s sum) plus(t sum) sum { return sum{s.straight + t.straight, s.diagonal + t.diagonal} }

// compare returns the sign of s − t, exactly.
func (s sum) compare(t sum) int {
	return root2.Sign(s.straight-t.straight, s.diagonal-t.diagonal)
}

// ground works out, from nothing but cells and weights, which steps of a map
// are legal and what they cost.
type ground struct {
	m     *grid.Map
	rule  grid.Rule
	model grid.Model
	scale int64 // costs are in units of 1/scale
	// digit is how many millionths ([grid.Weight.Millionths]) make one unit
	// of a weight in a cost: 10⁶ where weights are whole, 10⁴ where they
	// have two digits after the point.
	digit int64
	// most bounds either number of a sum whose length is exact.
	most int64
}

func newGround(costs *grid.Costs) ground {
	g := ground{m: costs.Map(), rule: costs.Rule(), model: costs.Model(), scale: costs.Scale()}
	power := g.scale // of ten
	if g.model == grid.Mean {
		power /= 2
	}
	g.digit = grid.WholeWeight(1).Millionths() / power
	g.most = int64(costs.Limit() / root2.One)
	return g
}

// Why a step is not legal, for the end of a sentence.
const (
	notNeighbor = "does not lead to a neighbor"
	leavesMap   = "leaves the map"
	isBlocked   = "enters a blocked cell"
	isDiagonal  = "is diagonal, but only 4 moves are allowed"
	cutsCorner  = "cuts a corner"
)

// step returns what the step from an open cell to another costs, and why it is
// not legal, or "".
func (g ground) step(from, to grid.Cell) (cost sum, reason string) {
	dx, dy := int64(to.X)-int64(from.X), int64(to.Y)-int64(from.Y)
	diagonal := dx != 0 && dy != 0
	switch {
	case dx < -1 || dx > 1 || dy < -1 || dy > 1 || dx == 0 && dy == 0:
		return sum{}, notNeighbor
	case !g.m.In(to):
		return sum{}, leavesMap
	case !g.m.Open(to):
		return sum{}, isBlocked
	case diagonal && g.rule.Moves == grid.Moves4:
		return sum{}, isDiagonal
	}
	if diagonal {
		blocked := 0 // of the two cells beside the step
		if !g.m.Open(grid.Cell{X: to.X, Y: from.Y}) {
			blocked++
		}
		if !g.m.Open(grid.Cell{X: from.X, Y: to.Y}) {
			blocked++
		}
		if blocked > g.mayBeBlocked() {
			return sum{}, cutsCorner
		}
	}
	return g.price(from, to, diagonal), ""
}

// mayBeBlocked returns how many of the two cells beside a diagonal step may be
// blocked.
func (g ground) mayBeBlocked() int {
	switch g.rule.Corners {
	case grid.CornersNever:
		return 0
	case grid.CornersOne:
		return 1
	default:
		return 2
	}
}

// price returns what the cost model asks for a step.
func (g ground) price(from, to grid.Cell, diagonal bool) sum {
	entered := g.m.Weight(to).Millionths() / g.digit
	switch g.model {
	case grid.Add:
		return stretch(g.scale, diagonal).plus(sum{straight: entered})
	case grid.Mul:
		return stretch(entered, diagonal)
	case grid.Mean:
		left := g.m.Weight(from).Millionths() / g.digit
		return stretch(left+entered, diagonal) // halved by the scale, which is twice a power of ten
	default:
		return stretch(g.scale, diagonal)
	}
}

// stretch returns n times the length of a step.
func stretch(n int64, diagonal bool) sum {
	if diagonal {
		return sum{diagonal: n}
	}
	return sum{straight: n}
}

// fits tells whether the sum is small enough to be added to and compared
// without overflow. Every sum that is an exact length does.
func (g ground) fits(s sum) bool { return s.straight <= g.most && s.diagonal <= g.most }

// eachStep calls visit with each cell that one legal step from an open cell
// leads to, and what the step costs.
func (g ground) eachStep(from grid.Cell, visit func(to grid.Cell, cost sum)) {
	for dy := int32(-1); dy <= 1; dy++ {
		for dx := int32(-1); dx <= 1; dx++ {
			to := grid.Cell{X: from.X + dx, Y: from.Y + dy}
			if cost, reason := g.step(from, to); reason == "" {
				visit(to, cost)
			}
		}
	}
}

// index numbers the cells of the map row by row.
func (g ground) index(c grid.Cell) int { return int(c.Y)*g.m.Width() + int(c.X) }

func (g ground) cells() int { return g.m.Width() * g.m.Height() }
