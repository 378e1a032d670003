package gridsearch

import (
	"context"
	"fmt"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

// fieldProblem is the problem of getting from one more state, which lies next to each
// root of a field at no cost, to everywhere.
type fieldProblem struct {
	p        *Problem
	roots    []uint32 // positions
	backward bool     // steps are followed from where they lead to
}

// beyond is the state next to the roots. Its id is that of a cell of the border.
var beyond = grid.Cell{X: -1, Y: -1}

func (f fieldProblem) IsGoal(grid.Cell) bool    { return false }
func (f fieldProblem) NumIDs() int              { return f.p.NumIDs() }
func (f fieldProblem) ID(c grid.Cell) int32     { return f.p.ID(c) }
func (f fieldProblem) State(id int32) grid.Cell { return f.p.State(id) }
func (f fieldProblem) CostLimit() root2.Length  { return f.p.CostLimit() }

func (f fieldProblem) AppendArcs(dst []search.Arc[root2.Length], id int32) []search.Arc[root2.Length] {
	switch {
	case f.State(id) == beyond:
		for _, root := range f.roots {
			dst = append(dst, search.Arc[root2.Length]{To: f.ID(cellAt(root))})
		}
		return dst
	case f.backward:
		return f.p.AppendBackwardArcs(dst, id)
	}
	return f.p.AppendArcs(dst, id)
}

func (f fieldProblem) AppendSuccessors(dst []search.Edge[grid.Cell, root2.Length], c grid.Cell) []search.Edge[grid.Cell, root2.Length] {
	return f.p.appendEdges(dst, f.AppendArcs(nil, f.ID(c)))
}

// mapLengths are lengths by the ids of a map's cells.
type mapLengths struct {
	m       *grid.Map
	lengths []root2.Length
}

func (l *mapLengths) lengthAt(position uint32) root2.Length {
	return l.lengths[l.m.ID(cellAt(position))]
}

func (l *mapLengths) settled(position uint32) root2.Length {
	if length := l.lengthAt(position); length != Unreachable {
		return length
	}
	return Unknown
}

// genericFlood is [Finder.flood] with package search's Dijkstra, within the limits that
// are left. before is what the finder's own engine did to no avail.
func (f *Finder) genericFlood(ctx context.Context, limits meter, before Field, backward bool) (Field, flooded, error) {
	m := f.costs.Map()
	p, err := NewProblem(f.costs, cellAt(f.starts[0]))
	if err != nil {
		return Field{}, nil, err
	}
	reached := &mapLengths{m, make([]root2.Length, m.Len())}
	for i := range reached.lengths {
		reached.lengths[i] = Unreachable
	}
	field := Field{Status: search.Found, Stats: before.Stats}
	opts := Options{Workspace: &f.generic.workspace}
	if opts.MaxExpanded, opts.MaxBytes = f.generic.limits(limits); opts.MaxExpanded < 0 {
		return Field{Status: search.Limit, Limit: LimitExpanded, Stats: before.Stats}, reached, nil
	}
	if opts.MaxExpanded > 0 {
		opts.MaxExpanded++ // for the state beyond
	}
	if opts.MaxBytes > 0 {
		opts.MaxBytes = max(opts.MaxBytes-bytesOf(reached.lengths), 1)
	}
	stepper, err := search.NewDijkstra(fieldProblem{p, f.starts, backward}, beyond, opts)
	if err != nil {
		return Field{}, nil, err
	}
	targets := f.targets
	for steps := 0; ; steps++ {
		if steps%pollInterval == 0 && ctx.Err() != nil {
			break
		}
		e, ok := stepper.Step()
		if !ok {
			break
		}
		reached.lengths[m.ID(e.State)] = e.G
		for len(targets) > 0 && reached.lengthAt(targets[0]) != Unreachable {
			if targets = targets[1:]; len(targets) == 0 {
				field.count(stepper.Counts())
				return field, reached, nil
			}
		}
	}
	result, err := stepper.Result()
	if err != nil {
		return Field{}, nil, fmt.Errorf("gridsearch: from %v to every cell: %w: %w", cellAt(f.starts[0]), root2.ErrOverflow, err)
	}
	field.count(result.Counts)
	if result.Status == search.Limit {
		field.Status, field.LowerBound = search.Limit, result.LowerBound
		field.Limit = limits.whichOf(ctx, field.Expanded-before.Expanded)
	}
	return field, reached, nil
}

// count adds what package search counted, without the state beyond the roots.
func (f *Field) count(c search.Counts) {
	f.Stats = f.plus(Stats{max(int(c.Expanded)-1, 0), int(c.Generated)})
}
