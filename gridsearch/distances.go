package gridsearch

import (
	"context"
	"fmt"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

// Unreachable stands for the length of a path that there is not.
const Unreachable root2.Length = -1

// DistancesFrom returns the length of a shortest path from one cell to every cell
// of the map: that of (x, y) at index y·Width + x, or [Unreachable]. It writes them
// to lengths from index 0, which grows if it is too short. The status is Found,
// StartBlocked or OutOfBounds; the error is that of [Finder.FindLength].
//
// It searches with bucket Dijkstra, in time in proportion to the map, and with package
// search's Dijkstra where lengths leave the range of the buckets and, on weights,
// where the finder's engine is generic. A finder of another engine than those of
// buckets takes 8 bytes a cell on the first call.
func (f *Finder) DistancesFrom(lengths []root2.Length, from grid.Cell) ([]root2.Length, Stats, search.Status, error) {
	lengths = lengths[:0]
	m := f.costs.Map()
	switch {
	case !m.In(from):
		return lengths, Stats{}, search.OutOfBounds, nil
	case !m.Open(from):
		return lengths, Stats{}, search.StartBlocked, nil
	}
	flooded, stats, err := f.flood(from, nil)
	if err != nil {
		return lengths, Stats{}, 0, err
	}
	for y := range int32(m.Height()) {
		for x := range int32(m.Width()) {
			lengths = append(lengths, flooded.lengthAt(grid.Cell{X: x, Y: y}))
		}
	}
	return lengths, stats, search.Found, nil
}

// FindLengths returns the length of a shortest path from one cell to each of some
// others, in their order, with one search that ends when the last of them is
// reached. A blocked target is [Unreachable]; a target outside the map makes the
// status OutOfBounds. All else is as in [Finder.DistancesFrom].
func (f *Finder) FindLengths(lengths []root2.Length, from grid.Cell, targets []grid.Cell) ([]root2.Length, Stats, search.Status, error) {
	lengths = lengths[:0]
	m := f.costs.Map()
	for _, to := range targets {
		if !m.In(to) {
			return lengths, Stats{}, search.OutOfBounds, nil
		}
	}
	switch {
	case !m.In(from):
		return lengths, Stats{}, search.OutOfBounds, nil
	case !m.Open(from):
		return lengths, Stats{}, search.StartBlocked, nil
	case len(targets) == 0:
		return lengths, Stats{}, search.Found, nil
	}
	flooded, stats, err := f.flood(from, targets)
	if err != nil {
		return lengths, Stats{}, 0, err
	}
	for _, to := range targets {
		lengths = append(lengths, flooded.lengthAt(to))
	}
	return lengths, stats, search.Found, nil
}

// flooded tells at what cost the last search to many cells reached one.
type flooded interface{ lengthAt(grid.Cell) root2.Length }

// flood searches from one cell until all targets that are open are reached, or
// everywhere if there are no targets.
func (f *Finder) flood(from grid.Cell, targets []grid.Cell) (flooded, Stats, error) {
	f.targets = f.targets[:0]
	for _, to := range targets {
		if f.costs.Map().Open(to) {
			f.targets = append(f.targets, positionOf(to))
		}
	}
	if len(f.targets) == 0 && len(targets) > 0 {
		f.targets = append(f.targets, positionOf(from)) // ends at once
	}
	switch {
	case f.weights != nil:
		if f.weights.flood(positionOf(from), f.targets) != outcomeTooFar {
			return f.weights, f.weights.stats, nil
		}
	case f.costs.Model() == grid.Uniform && EngineBucketDijkstra.Supports(f.costs) == "":
		if f.floods == nil {
			f.floods = f.newFloods()
		}
		if f.floods.flood(positionOf(from), f.targets) != outcomeTooFar {
			return f.floods, f.floods.stats, nil
		}
	}
	return f.generic.flood(f.costs, from)
}

// newFloods returns what bucket Dijkstra works on: the engine's own structure if it
// is of that kind.
func (f *Finder) newFloods() *bucketAStar {
	switch {
	case f.bucket != nil:
		return f.bucket
	case f.jump != nil:
		return newBucketAStar(f.jump.gridTables, canonFor(f.costs.Rule()))
	}
	return newBucketAStar(newGridTables(f.costs.Map(), f.costs.Rule()), canonFor(f.costs.Rule()))
}

// everywhere is a problem without a goal.
type everywhere struct{ *Problem }

func (everywhere) IsGoal(grid.Cell) bool { return false }

// mapLengths are lengths by the ids of a map's cells.
type mapLengths struct {
	m       *grid.Map
	lengths []root2.Length
}

func (l *mapLengths) lengthAt(c grid.Cell) root2.Length { return l.lengths[l.m.ID(c)] }

// flood expands every cell that can be reached with package search's Dijkstra.
func (g *genericEngine) flood(costs *grid.Costs, from grid.Cell) (flooded, Stats, error) {
	p, err := NewProblem(costs, from)
	if err != nil {
		return nil, Stats{}, err
	}
	m := costs.Map()
	reached := &mapLengths{m, make([]root2.Length, m.Len())}
	for i := range reached.lengths {
		reached.lengths[i] = Unreachable
	}
	opts := Options{Workspace: &g.workspace, Observer: Observer{
		Expand: func(e Event) { reached.lengths[m.ID(e.State)] = e.G },
	}}
	result, err := search.Dijkstra(context.Background(), everywhere{p}, from, opts)
	if err != nil {
		return nil, Stats{}, fmt.Errorf("gridsearch: from %v to every cell: %w: %w", from, root2.ErrOverflow, err)
	}
	return reached, Stats{int(result.Expanded), int(result.Generated)}, nil
}
