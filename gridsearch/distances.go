package gridsearch

import (
	"context"
	"slices"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

// Unreachable stands for the length of a path that there is not, or none so far.
const Unreachable root2.Length = -1

// Unknown stands in a [Field] for a length that was not found within the limits.
const Unknown root2.Length = -2

// FieldOptions set how a search for the distances of many cells runs. The zero value
// is one without limits.
type FieldOptions struct {
	// Lengths, if not nil, is where the lengths are written, from index 0; it grows
	// if it is too short. Hand in those of the last field to find one without
	// allocating.
	Lengths []root2.Length

	MaxExpanded int64 // as in [Query]
	MaxBytes    int64 // as in [Query]; the memory of Lengths does not count
}

// Field holds the lengths of shortest paths to, or from, many cells.
type Field struct {
	// Status is Found, also where cells are unreachable, Limit, StartBlocked,
	// GoalBlocked or OutOfBounds.
	Status search.Status
	// Lengths are exact. A cell without a path is [Unreachable]; with Limit one that
	// the search had not come to is [Unknown].
	Lengths []root2.Length
	// LowerBound is, with Limit, a lower bound on every length that is Unknown.
	LowerBound root2.Length
	// Limit says which limit was reached where the status is Limit.
	Limit Limit

	Stats
}

// DistancesFrom returns the length of a shortest path to every cell of the map from
// the nearest of the starts: that to (x, y) at index y·Width + x. Starts that are
// blocked do not count; the status is StartBlocked if all are, or there is none.
//
// A step costs what it costs in the direction in which it is walked: with weights the
// way to a cell pays for that cell and not, in the models add and mul, for the start.
// The distances to a goal are those of [Finder.DistancesTo]. On uniform costs, and
// with mean weights, both are the same.
//
// It searches with bucket Dijkstra, in time in proportion to the map, and with package
// search's Dijkstra where lengths leave the range of the buckets and, on weights,
// where the finder's engine is generic. A finder of another engine than those of
// buckets takes 8 bytes a cell on the first call. Limits and the error are those of
// [Finder.Find]; but since it takes long to write down what is known of every cell,
// there are no lengths if the context is done.
func (f *Finder) DistancesFrom(ctx context.Context, starts []grid.Cell, opts FieldOptions) (Field, error) {
	return f.field(ctx, starts, opts, false)
}

// DistancesTo returns the length of a shortest path from every cell of the map to the
// nearest of the goals: what a unit on (x, y) has yet to walk at index y·Width + x.
// Goals that are blocked do not count; the status is GoalBlocked if all are, or there
// is none. All else is as in [Finder.DistancesFrom], and a step costs what it costs when
// it is walked toward the goal: the goal's weight is paid for, that of the cell not.
func (f *Finder) DistancesTo(ctx context.Context, goals []grid.Cell, opts FieldOptions) (Field, error) {
	return f.field(ctx, goals, opts, true)
}

// field is [Finder.DistancesFrom], or backward [Finder.DistancesTo].
func (f *Finder) field(ctx context.Context, roots []grid.Cell, opts FieldOptions, backward bool) (Field, error) {
	f.acquire()
	defer f.release()
	blocked := search.StartBlocked
	if backward {
		blocked = search.GoalBlocked
	}
	if status := f.setRoots(roots, blocked); status != 0 {
		return Field{Status: status, Lengths: opts.Lengths[:0]}, nil
	}
	f.targets = f.targets[:0]
	field, flooded, err := f.flood(ctx, opts, backward)
	if err != nil {
		return Field{}, err
	}
	m := f.costs.Map()
	field.Lengths = opts.Lengths[:0]
	if ctx.Err() == nil {
		field.Lengths = slices.Grow(field.Lengths, m.Width()*m.Height())
	}
	for y := range int32(m.Height()) {
		if ctx.Err() != nil {
			field.Status, field.Limit, field.Lengths = search.Limit, LimitContext, field.Lengths[:0]
			break
		}
		for x := range int32(m.Width()) {
			field.Lengths = append(field.Lengths, f.lengthIn(&field, flooded, grid.Cell{X: x, Y: y}))
		}
	}
	return field, nil
}

// FindLengths returns the length of a shortest path from one cell to each of some
// others, in their order, with one search that ends when the last of them is
// reached. A blocked target is [Unreachable]; a target outside the map makes the
// status OutOfBounds. All else is as in [Finder.DistancesFrom].
func (f *Finder) FindLengths(ctx context.Context, from grid.Cell, targets []grid.Cell, opts FieldOptions) (Field, error) {
	f.acquire()
	defer f.release()
	m := f.costs.Map()
	f.targets = f.targets[:0]
	for _, to := range targets {
		if !m.In(to) {
			return Field{Status: search.OutOfBounds, Lengths: opts.Lengths[:0]}, nil
		}
		if m.Open(to) {
			f.targets = append(f.targets, positionOf(to))
		}
	}
	switch {
	case !m.In(from):
		return Field{Status: search.OutOfBounds, Lengths: opts.Lengths[:0]}, nil
	case !m.Open(from):
		return Field{Status: search.StartBlocked, Lengths: opts.Lengths[:0]}, nil
	}
	f.starts = append(f.starts[:0], positionOf(from))
	if len(f.targets) == 0 {
		f.targets = append(f.targets, positionOf(from)) // ends at once
	}
	field, flooded, err := f.flood(ctx, opts, false)
	if err != nil {
		return Field{}, err
	}
	field.Lengths = slices.Grow(opts.Lengths[:0], len(targets))
	for _, to := range targets {
		field.Lengths = append(field.Lengths, f.lengthIn(&field, flooded, to))
	}
	return field, nil
}

// setRoots sets the starts of a flood: the cells that are open. It returns why there is
// nothing to search for, or 0.
func (f *Finder) setRoots(cells []grid.Cell, blocked search.Status) search.Status {
	m := f.costs.Map()
	f.starts = f.starts[:0]
	for _, c := range cells {
		switch {
		case !m.In(c):
			return search.OutOfBounds
		case m.Open(c):
			f.starts = append(f.starts, positionOf(c))
		}
	}
	if len(f.starts) == 0 {
		return blocked
	}
	return 0
}

// lengthIn returns what a field has to say of a cell.
func (f *Finder) lengthIn(field *Field, flooded flooded, c grid.Cell) root2.Length {
	if !f.costs.Map().Open(c) {
		return Unreachable
	}
	if field.Status == search.Limit {
		return flooded.settled(positionOf(c))
	}
	return flooded.lengthAt(positionOf(c))
}

// flooded tells at what cost the last search to many cells reached a position, and,
// if that ended at a limit, at what cost if no less is possible.
type flooded interface {
	lengthAt(position uint32) root2.Length
	settled(position uint32) root2.Length
}

// flood searches from the starts until all targets are reached, or everywhere if
// there are no targets.
func (f *Finder) flood(ctx context.Context, opts FieldOptions, backward bool) (Field, flooded, error) {
	limits := f.newMeter(ctx, opts.MaxExpanded, opts.MaxBytes)
	field := Field{Status: search.Found}
	how := outcomeTooFar
	var reached flooded
	switch {
	case f.weights != nil:
		b := f.weights
		b.meter = limits
		how = b.flood(f.starts, f.targets, backward)
		field.Stats, field.LowerBound, field.Limit, reached = b.stats, b.lowerBound, b.ended, b
	case f.costs.Model() == grid.Uniform && EngineBucketDijkstra.Supports(f.costs) == "":
		if f.floods == nil {
			floods := f.newFloods(ctx)
			if ctx.Err() != nil {
				return Field{Status: search.Limit, Limit: LimitContext}, floods, nil
			}
			f.floods = floods
		}
		b := f.floods
		b.meter = limits
		how = b.flood(f.starts, f.targets)
		field.Stats, field.LowerBound, field.Limit, reached = b.stats, b.lowerBound, b.ended, b
	}
	switch how {
	case outcomeTooFar:
		return f.genericFlood(ctx, limits.without(field.Expanded), field, backward)
	case outcomeLimit:
		field.Status = search.Limit
	}
	return field, reached, nil
}

// newFloods returns what bucket Dijkstra works on: the engine's own structure if it
// is of that kind.
func (f *Finder) newFloods(ctx context.Context) *bucketAStar {
	switch {
	case f.bucket != nil:
		return f.bucket
	case f.jump != nil:
		return newBucketAStar(ctx, f.jump.gridTables, canonFor(f.costs.Rule()))
	}
	return newBucketAStar(ctx, newGridTables(f.costs.Map(), f.costs.Rule()), canonFor(f.costs.Rule()))
}
