package gridsearch

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

// Problem is the task of getting to one of some goal cells of a map, at the
// costs of a [grid.Costs]. States are cells; their dense ids are [grid.ID]s.
// A Problem is immutable and may be shared between goroutines.
//
// It implements every optional interface of package search: Dense,
// Predecessors, GoalLister, CheapestEdge, CostLimiter and Checker.
//
// To change its edges, do not embed it: hold it in a field with a name and give
// the new type AppendSuccessors and IsGoal (see the example), so that it offers
// nothing that no longer fits. A search of a type that embeds a Problem compares
// both forms of every state's edges and ends with a [*search.FormsError] where
// they differ; the bidirectional ones refuse it with a [*search.EmbeddedError].
type Problem struct {
	costs *grid.Costs
	goals []grid.Cell
	goal  grid.Cell // goals[0], for the common case of one

	order         [8]grid.Dir
	customOrder   bool
	offset        [8]int32
	stride        int32
	masks         []uint8
	base, factor  [2]root2.Length
	weight        []int64
	both          bool
	diagonalClass [8]uint8
}

// NewProblem returns the problem of reaching the nearest of the goals, of which
// there must be at least one. Goals may be blocked or lie outside the map: the
// search then answers so at once.
func NewProblem(costs *grid.Costs, goals ...grid.Cell) (*Problem, error) {
	if len(goals) == 0 {
		return nil, errors.New("gridsearch: no goal given; a problem needs at least one")
	}
	p := &Problem{costs: costs, goal: goals[0], order: grid.DefaultOrder, stride: int32(costs.Map().Stride())}
	p.goals = append(p.goals, goals...)
	p.masks = costs.Masks()
	p.base, p.factor, p.weight, p.both = costs.StepTables()
	for d := grid.E; d <= grid.NW; d++ {
		p.offset[d] = int32(costs.Map().Offset(d))
		if d.Diagonal() {
			p.diagonalClass[d] = 1
		}
	}
	return p, nil
}

// WithOrder returns a copy of the problem that generates successors in another
// order of directions. It is an error if the order does not name each of the
// eight directions once.
func (p *Problem) WithOrder(order [8]grid.Dir) (*Problem, error) {
	var seen uint8
	for _, d := range order {
		if d > grid.NW || seen>>d&1 != 0 {
			return nil, fmt.Errorf("gridsearch: %v is not an order of the eight directions", order)
		}
		seen |= 1 << d
	}
	reordered := *p
	reordered.order = order
	reordered.customOrder = order != grid.DefaultOrder
	return &reordered, nil
}

// FormsAgreeFor tells package search that the forms of the problem agree, for the
// problem itself but not for a type that embeds it; see [search.AgreeingForms].
func (p *Problem) FormsAgreeFor() any { return p }

// covers tells whether what is proved of p's heuristics holds for a problem too:
// one with the same costs and no other goals.
func (p *Problem) covers(other search.Problem[grid.Cell, root2.Length]) bool {
	o, ok := other.(*Problem)
	if !ok || o.costs != p.costs {
		return false
	}
	for _, goal := range o.goals {
		if !p.IsGoal(goal) {
			return false
		}
	}
	return true
}

// Costs returns the costs that the problem was made with.
func (p *Problem) Costs() *grid.Costs { return p.costs }

// Goals returns the goals. The caller must not change them.
func (p *Problem) Goals() []grid.Cell { return p.goals }

// IsGoal tells whether c is a goal.
func (p *Problem) IsGoal(c grid.Cell) bool {
	if c == p.goal {
		return true
	}
	for _, goal := range p.goals[1:] {
		if c == goal {
			return true
		}
	}
	return false
}

// Check answers queries that make no sense: a start or a goal outside the map,
// a blocked start, or goals that are all blocked.
func (p *Problem) Check(start grid.Cell) search.Status {
	m := p.costs.Map()
	if !m.In(start) {
		return search.OutOfBounds
	}
	anyOpen := false
	for _, goal := range p.goals {
		if !m.In(goal) {
			return search.OutOfBounds
		}
		anyOpen = anyOpen || m.Open(goal)
	}
	switch {
	case !m.Open(start):
		return search.StartBlocked
	case !anyOpen:
		return search.GoalBlocked
	}
	return 0
}

// CheapestEdge returns a lower bound on the cost of any step.
func (p *Problem) CheapestEdge() root2.Length {
	straight, diagonal := p.costs.Cheapest()
	if p.costs.Rule().Moves == grid.Moves4 {
		return straight
	}
	return min(straight, diagonal)
}

// CostLimit returns [grid.Costs.Limit].
func (p *Problem) CostLimit() root2.Length { return p.costs.Limit() }

// NumIDs returns the number of ids, those of the border included.
func (p *Problem) NumIDs() int { return len(p.masks) }

// ID returns the id of c, which must lie on the map.
func (p *Problem) ID(c grid.Cell) int32 { return int32(p.costs.Map().ID(c)) }

// State returns the cell with the given id.
func (p *Problem) State(id int32) grid.Cell {
	row := uint32(id) / uint32(p.stride)
	return grid.Cell{X: id - int32(row)*p.stride - 1, Y: int32(row) - 1}
}

// AppendArcs appends the legal steps from the cell with the given id.
func (p *Problem) AppendArcs(dst []search.Arc[root2.Length], id int32) []search.Arc[root2.Length] {
	mask := p.masks[id]
	if p.customOrder {
		for _, d := range p.order {
			if mask>>d&1 != 0 {
				dst = append(dst, search.Arc[root2.Length]{Cost: p.step(id, d), To: id + p.offset[d]})
			}
		}
		return dst
	}
	if p.weight == nil {
		for ; mask != 0; mask &= mask - 1 {
			d := bits.TrailingZeros8(mask) & 7
			dst = append(dst, search.Arc[root2.Length]{Cost: p.base[p.diagonalClass[d]&1], To: id + p.offset[d]})
		}
		return dst
	}
	for ; mask != 0; mask &= mask - 1 {
		d := grid.Dir(bits.TrailingZeros8(mask) & 7)
		dst = append(dst, search.Arc[root2.Length]{Cost: p.step(id, d), To: id + p.offset[d]})
	}
	return dst
}

// AppendBackwardArcs appends the legal steps that lead to the cell with the
// given id, in the order of the directions in which they are walked back. The
// rules are symmetric, so a step is legal exactly if its reverse is.
func (p *Problem) AppendBackwardArcs(dst []search.Arc[root2.Length], id int32) []search.Arc[root2.Length] {
	mask := p.masks[id]
	for _, d := range p.order {
		if mask>>d&1 != 0 {
			from := id + p.offset[d]
			dst = append(dst, search.Arc[root2.Length]{Cost: p.step(from, d.Opposite()), To: from})
		}
	}
	return dst
}

// step is [grid.Costs.Step] without the call.
func (p *Problem) step(from int32, d grid.Dir) root2.Length {
	kind := p.diagonalClass[d] & 1
	if p.weight == nil {
		return p.base[kind]
	}
	w := p.weight[from+p.offset[d]]
	if p.both {
		w += p.weight[from]
	}
	return p.base[kind] + p.factor[kind]*root2.Length(w)
}

// AppendSuccessors appends the legal steps from c, which must lie on the map.
func (p *Problem) AppendSuccessors(dst []search.Edge[grid.Cell, root2.Length], c grid.Cell) []search.Edge[grid.Cell, root2.Length] {
	var arcs [8]search.Arc[root2.Length]
	return p.appendEdges(dst, p.AppendArcs(arcs[:0], p.ID(c)))
}

// AppendPredecessors appends the legal steps that lead to c, which must lie on
// the map.
func (p *Problem) AppendPredecessors(dst []search.Edge[grid.Cell, root2.Length], c grid.Cell) []search.Edge[grid.Cell, root2.Length] {
	var arcs [8]search.Arc[root2.Length]
	return p.appendEdges(dst, p.AppendBackwardArcs(arcs[:0], p.ID(c)))
}

func (p *Problem) appendEdges(dst []search.Edge[grid.Cell, root2.Length], arcs []search.Arc[root2.Length]) []search.Edge[grid.Cell, root2.Length] {
	for _, arc := range arcs {
		dst = append(dst, search.Edge[grid.Cell, root2.Length]{To: p.State(arc.To), Cost: arc.Cost})
	}
	return dst
}
