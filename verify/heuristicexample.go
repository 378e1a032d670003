package verify

import (
	"errors"
	"fmt"
	"slices"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
)

// HeuristicExample is a small part of a map on which a heuristic, made for that part,
// fails as it does on the map: it is not admissible or, if on the map it is, not
// consistent. The rule and the cost model are those of the map.
type HeuristicExample struct {
	Map    *grid.Map
	Corner grid.Cell // where on the whole map the part's cell 0,0 lies

	// From is the cell of the part whose estimate is the most too high or, if none is, at
	// which the worst step begins. To is the goal, perhaps not the same as on the map.
	From, To grid.Cell
}

const (
	// maxExampleCells bounds the size of an example: 20×20 cells are as much as one takes
	// in at a glance.
	maxExampleCells = 400
	// maxExamples bounds how many parts of a map are tried. The first to be tried nearly
	// always fails as it should. It does not if the heuristic is another one for the part
	// than for the map.
	maxExamples = 64
)

// findExample looks for the smallest example among two kinds of parts. One reaches from
// a failure to the goal, along the cheapest way. The other is a mere step that lowers the
// estimate too much, with the goal moved to its end: if moving goal and cell together
// does not change estimates, and they obey the triangle inequality, the estimate from
// one end to the other is already too high. So a metric that fails has an example of at
// most 2×2 cells.
func (c *heuristicCheck) findExample() error {
	parts := c.jumps
	if c.report.Above > 0 {
		parts = c.above
	}
	parts = slices.Concat(parts, c.steps)
	slices.SortStableFunc(parts, func(a, b candidate) int { return a.box.area() - b.box.area() })
	for _, part := range parts {
		example, err := c.try(part)
		if err != nil && !errors.Is(err, root2.ErrOverflow) {
			return err
		}
		if example != nil {
			c.report.Example = example
			return nil
		}
	}
	return nil
}

// try returns a part of the map if the heuristic fails on it as it should, else nil.
func (c *heuristicCheck) try(part candidate) (*HeuristicExample, error) {
	corner := part.box.least
	m, err := c.cut(part.box)
	if err != nil {
		return nil, fmt.Errorf("verify: cutting out an example: %w", err)
	}
	costs, err := grid.NewCostsWith(m, c.costs.Rule(), c.costs.Model(), grid.CostOptions{AllowFree: true})
	if err != nil {
		return nil, fmt.Errorf("verify: cutting out an example: %w", err)
	}
	goal := grid.Cell{X: part.goal.X - corner.X, Y: part.goal.Y - corner.Y}
	there, err := checkHeuristic(c.end.ctx, costs, c.estimator, goal)
	if err != nil {
		return nil, err
	}
	switch r := there.report; {
	case r.Overestimate != nil:
		return &HeuristicExample{m, corner, r.Overestimate.Cell, goal}, nil
	case r.Jump != nil && c.report.Above == 0:
		return &HeuristicExample{m, corner, r.Jump.From, goal}, nil
	}
	return nil, nil
}

// cut returns a part of the map as a map of its own, with the same kinds of cell.
func (c *heuristicCheck) cut(b box) (*grid.Map, error) {
	m := c.ground.m
	width, height := b.size()
	kinds := make([]uint8, 0, b.area())
	weights := make([]grid.Weight, 0, b.area())
	for y := b.least.Y; y <= b.most.Y; y++ {
		for x := b.least.X; x <= b.most.X; x++ {
			cell := grid.Cell{X: x, Y: y}
			kinds = append(kinds, uint8(m.Kind(cell)))
			if m.Open(cell) {
				weights = append(weights, m.Weight(cell))
			} else {
				weights = append(weights, grid.Blocked)
			}
		}
	}
	if m.HasWeightTable() {
		return grid.FromWeights(width, height, weights)
	}
	return grid.FromKinds(width, height, m.Kinds(), kinds)
}

// box is the part of a map between two corners, both included.
type box struct{ least, most grid.Cell }

func boxOf(a, b grid.Cell) box { return box{a, a}.with(b) }

// with returns the box widened to hold a cell.
func (b box) with(c grid.Cell) box {
	return box{
		grid.Cell{X: min(b.least.X, c.X), Y: min(b.least.Y, c.Y)},
		grid.Cell{X: max(b.most.X, c.X), Y: max(b.most.Y, c.Y)},
	}
}

func (b box) size() (width, height int) {
	return int(b.most.X-b.least.X) + 1, int(b.most.Y-b.least.Y) + 1
}

func (b box) area() int {
	width, height := b.size()
	return width * height
}

// candidate is a part of the map that may show a failure, and the goal there.
type candidate struct {
	box  box
	goal grid.Cell
}

// shortlist holds the smallest candidates, by area and then in order of arrival: at most
// maxExamples of at most maxExampleCells cells.
type shortlist []candidate

// bound returns the area that a candidate must not exceed to be listed.
func (s shortlist) bound() int {
	if len(s) < maxExamples {
		return maxExampleCells
	}
	return s[len(s)-1].box.area() - 1
}

func (s *shortlist) add(k candidate) {
	if k.box.area() > s.bound() {
		return
	}
	place := len(*s)
	for place > 0 && (*s)[place-1].box.area() > k.box.area() {
		place--
	}
	*s = slices.Insert(*s, place, k)
	if len(*s) > maxExamples {
		*s = (*s)[:maxExamples]
	}
}

// addWay adds the box around some cells and the cheapest way from the first of them to
// the goal. It gives up as soon as the box is too large, so it takes no more than
// maxExampleCells steps.
func (s *shortlist) addWay(c *heuristicCheck, from grid.Cell, more ...grid.Cell) {
	b := boxOf(from, c.goal)
	for _, cell := range more {
		b = b.with(cell)
	}
	for at := from; at != c.goal && b.area() <= s.bound(); {
		at = c.towards[c.ground.index(at)].next
		b = b.with(at)
	}
	s.add(candidate{b, c.goal})
}
