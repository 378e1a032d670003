package main

import (
	"math/bits"

	"codeberg.org/anaseto/gruid"
	"codeberg.org/anaseto/gruid/paths"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
)

// gruidAStar runs PathRange.AstarPath of gruid, whose costs are integers: it
// gets those of root2.Small, with which it is exact. The range is kept, so the
// library's node table is reused. Its paths are new slices.
type gruidAStar struct {
	search *paths.PathRange
	rules  gruidRules
	points []gruid.Point
}

func newGruidAStar(b *board) (pathfinder, error) {
	rules := gruidRules{masks: b.m.MoveMasks(b.rule), stride: b.m.Stride(), near: make([]gruid.Point, 0, 8)}
	for d := grid.E; d <= grid.NW; d++ {
		rules.step[d] = gruid.Point{X: int(d.DX()), Y: int(d.DY())}
	}
	return &gruidAStar{search: paths.NewPathRange(gruidRange(b)), rules: rules}, nil
}

func (p *gruidAStar) find(from, to grid.Cell) (bool, error) {
	p.points = p.search.AstarPath(&p.rules, gruidPoint(from), gruidPoint(to))
	return len(p.points) > 0, nil
}

func (p *gruidAStar) path() ([]grid.Cell, float64) {
	var length root2.Small
	for i := 1; i < len(p.points); i++ {
		length += root2.Small(p.rules.Cost(p.points[i-1], p.points[i]))
	}
	return gruidCells(p.points), length.Length().Float64()
}

// gruidRules tells gruid's A* the legal moves, from the byte a cell that
// Astrolabe reads too, their costs and the octile distance.
type gruidRules struct {
	masks  []uint8
	stride int
	step   [8]gruid.Point
	near   []gruid.Point
}

// Neighbors returns the cells that one step leads to, in a slice that the next
// call overwrites.
func (r *gruidRules) Neighbors(p gruid.Point) []gruid.Point {
	r.near = r.near[:0]
	for mask := r.masks[(p.Y+1)*r.stride+p.X+1]; mask != 0; mask &= mask - 1 {
		r.near = append(r.near, p.Add(r.step[bits.TrailingZeros8(mask)]))
	}
	return r.near
}

// Cost returns the length of a step, as a root2.Small.
func (r *gruidRules) Cost(p, q gruid.Point) int {
	if p.X != q.X && p.Y != q.Y {
		return root2.SmallP
	}
	return root2.SmallQ
}

// Estimation returns the octile distance, as a root2.Small.
func (r *gruidRules) Estimation(p, q gruid.Point) int {
	dx, dy := p.X-q.X, p.Y-q.Y
	dx, dy = max(dx, -dx), max(dy, -dy)
	return root2.SmallQ*max(dx, dy) + (root2.SmallP-root2.SmallQ)*min(dx, dy)
}

// gruidJPS runs PathRange.JPSPath of gruid. Its rules are its own: with
// diagonal moves each step costs 1 and any corner may be cut; without, it has
// the four straight moves. The range and the path's buffer are kept.
type gruidJPS struct {
	search    *paths.PathRange
	open      []bool
	width     int
	diagonals bool
	points    []gruid.Point
}

func newGruidJPS(b *board) (pathfinder, error) {
	p := &gruidJPS{
		search: paths.NewPathRange(gruidRange(b)), open: make([]bool, b.m.Width()*b.m.Height()),
		width: b.m.Width(), diagonals: b.rule.Moves == grid.Moves8,
	}
	for i := range p.open {
		p.open[i] = b.m.Open(grid.Cell{X: int32(i % p.width), Y: int32(i / p.width)})
	}
	return p, nil
}

func (p *gruidJPS) find(from, to grid.Cell) (bool, error) {
	points := p.search.JPSPath(p.points, gruidPoint(from), gruidPoint(to), p.passable, p.diagonals)
	if points == nil {
		return false, nil
	}
	p.points = points
	return true, nil
}

func (p *gruidJPS) passable(q gruid.Point) bool { return p.open[q.Y*p.width+q.X] }

func (p *gruidJPS) path() ([]grid.Cell, float64) {
	return gruidCells(p.points), float64(len(p.points) - 1)
}

func gruidRange(b *board) gruid.Range { return gruid.NewRange(0, 0, b.m.Width(), b.m.Height()) }

func gruidPoint(c grid.Cell) gruid.Point { return gruid.Point{X: int(c.X), Y: int(c.Y)} }

func gruidCells(points []gruid.Point) []grid.Cell {
	cells := make([]grid.Cell, len(points))
	for i, p := range points {
		cells[i] = grid.Cell{X: int32(p.X), Y: int32(p.Y)}
	}
	return cells
}
