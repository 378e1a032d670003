package verify

import (
	"math"
	"math/big"
	"math/bits"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/trace"
)

// traceRules say how an algorithm is to behave.
type traceRules struct {
	f         priority
	noOpen    bool // depth first: it has a path in place of OPEN
	twoHalves bool
	firstMeet bool // ends at the first state closed by both halves
	noH       bool // all estimates are 0
	steady    bool // the f of expansions never falls if h is consistent
	onceOnly  bool // a state that is known is not looked at again
	reopens   bool // unless the header says otherwise
	engine    bool // it leaves moves out that other paths cover, and counts what is put on OPEN
	jumps     bool // a successor may be many steps away
	fewCounts bool // only expanded and generated are counted
	silent    bool // not every successor that is counted as generated is told of
}

// priority is how f comes of g and h.
type priority uint8

const (
	sumOfGH priority = iota
	gAlone
	hAlone
	gAndWeightedH
)

// rulesOf has the rules of the algorithms and engines of package catalog.
var rulesOf = map[string]traceRules{
	"breadth-first":               {f: gAlone, onceOnly: true},
	"dijkstra":                    {f: gAlone, steady: true, reopens: true},
	"greedy":                      {f: hAlone},
	"astar":                       {f: sumOfGH, steady: true, reopens: true},
	"weighted-astar":              {f: gAndWeightedH, reopens: true},
	"bidirectional-first-meeting": {f: sumOfGH, twoHalves: true, firstMeet: true},
	"bidirectional":               {f: sumOfGH, twoHalves: true, reopens: true},
	"bidirectional-dijkstra":      {f: sumOfGH, twoHalves: true, noH: true, reopens: true},
	"ida-star":                    {f: sumOfGH, noOpen: true},
	"branch-and-bound":            {f: sumOfGH, noOpen: true},
	"fringe":                      {f: sumOfGH, reopens: true},

	"auto":            {f: sumOfGH, reopens: true, engine: true, jumps: true, fewCounts: true, silent: true},
	"bucket-astar":    {f: sumOfGH, reopens: true, engine: true, fewCounts: true},
	"canonical-astar": {f: sumOfGH, reopens: true, engine: true, fewCounts: true},
	"jump-point":      {f: sumOfGH, reopens: true, engine: true, jumps: true, fewCounts: true, silent: true},
	"bucket-dijkstra": {f: sumOfGH, reopens: true, engine: true, noH: true, fewCounts: true},
	"generic":         {f: sumOfGH, reopens: true, steady: true, fewCounts: true},
}

// fOf returns the f that the algorithm makes of g and h.
func (c *traceChecker) fOf(e *trace.Event) int64 {
	limit := int64(c.costs.Limit())
	switch c.rules.f {
	case gAlone:
		return e.G
	case hAlone:
		return e.H
	case gAndWeightedH:
		h := e.H
		if c.weight != (search.Ratio{}) {
			product := new(big.Int).Mul(big.NewInt(e.H), big.NewInt(c.weight.Num))
			if product.Div(product, big.NewInt(c.weight.Den)); product.IsInt64() {
				h = min(product.Int64(), limit)
			} else {
				h = limit
			}
		}
		return cappedSum(e.G, h, limit)
	default:
		return cappedSum(e.G, e.H, limit)
	}
}

// cappedSum returns g + h, at most limit, for numbers from 0.
func cappedSum(g, h, limit int64) int64 {
	if h > limit-g {
		return limit
	}
	return g + h
}

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
	lengthOf := func(s sum) int64 { return s.straight*root2.Q + s.diagonal*root2.P } // a step's is in range
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

// hOf returns what the algorithm estimates for a cell.
func (c *traceChecker) hOf(cell grid.Cell, side search.Side) int64 {
	to := c.header.Goals
	if side == search.Backward {
		to = c.header.Start
	}
	if c.rules.noH || len(to) == 0 {
		return 0
	}
	return c.estimate[side].between(cell, c.cell(to[0]))
}
