package search

import (
	"context"
	"fmt"
)

// BreadthFirst expands states in the order in which they were first met, so it
// finds a path with the fewest edges. It ignores the tie policy, which could
// only undo that order.
//
// States farther than the largest cost are expanded too, and counted with that
// cost; a search ends with [ErrOverflow] only if the path that it found costs more.
//
// Guarantee: no path to a goal has fewer edges. The path is certified [Optimal]
// if every edge that was met cost the same: then k edges, the least possible,
// cost no more than any other path, since every path to a goal begins with k
// edges that were met. Else it is certified [Feasible]. O(n + m) time.
//
// Papers: E. F. Moore, "The shortest path through a maze", 1959; C. Y. Lee,
// "An algorithm for path connections and its applications", 1961.
func BreadthFirst[S comparable, C Cost](ctx context.Context, problem Problem[S, C], start S, opts Options[S, C]) (Result[S, C], error) {
	s, err := NewBreadthFirst(problem, start, opts)
	return runToEnd(ctx, s, err)
}

// NewBreadthFirst returns [BreadthFirst] as a [Stepper].
func NewBreadthFirst[S comparable, C Cost](problem Problem[S, C], start S, opts Options[S, C]) (*Stepper[S, C], error) {
	r, err := newRun("breadth-first", problem, start, opts, 1)
	if err != nil {
		return nil, err
	}
	defer r.release()
	b := &breadthFirst[S, C]{run: r, sameCost: true}
	if !r.done {
		b.table = &r.ws.halves[0].table
		h := r.estimate(r.heuristic, r.start)
		b.table.nodes[r.start] = node[C]{h: h, parent: noParent, mark: b.table.number | onOpen}
		b.queue = append(withRoom(r.ws.halves[0].queue, 1), r.start)
		r.ws.halves[0].queue = b.queue
		b.counts.PeakOpen = 1
		b.near(r.start, 0, h)
		b.tell(b.opts.Observer.Generate, b.table, r.start, 0, Forward)
	}
	return &Stepper[S, C]{r, b}, nil
}

type breadthFirst[S comparable, C Cost] struct {
	*run[S, C]
	table    *nodeTable[C]
	queue    []int32 // every state met, in order; OPEN is queue[head:]
	head     int
	anyEdge  bool
	edgeCost C // of the edges met so far,
	sameCost bool
	beyond   bool // some g stands for a larger cost than the limit
}

func (b *breadthFirst[S, C]) step() {
	if b.head == len(b.queue) {
		b.end(Result[S, C]{Status: NoPath, Reason: "every state that can be reached was expanded"})
		return
	}
	if reason := b.overBudget(); reason != "" {
		b.stop(reason)
		return
	}
	id := b.queue[b.head]
	b.head++
	n := &b.table.nodes[id]
	n.mark = b.table.number | onClosed
	g := n.g
	b.expanded(b.table, id, g, Forward)
	if b.space.problem.IsGoal(b.space.state(id)) {
		b.tell(b.opts.Observer.Goal, b.table, id, g, Forward)
		b.found(id)
		return
	}
	arcs := b.arcsOf(id, Forward)
	b.table.grow(b.space.size())
	b.counts.Generated += int64(len(arcs))
	for _, arc := range arcs {
		if !(arc.Cost >= 0) || arc.Cost > b.limit-g {
			if b.badArc(id, arc.To, arc.Cost, Forward) {
				return
			}
			if b.blocked(arc.Cost) {
				continue
			}
			b.beyond = true
		}
		if !b.anyEdge {
			b.anyEdge, b.edgeCost = true, arc.Cost
		}
		b.sameCost = b.sameCost && arc.Cost == b.edgeCost
		t := &b.table.nodes[arc.To]
		if b.table.seen(t) {
			continue
		}
		h := b.estimate(b.heuristic, arc.To)
		if b.done {
			return
		}
		newG := b.plus(g, arc.Cost)
		*t = node[C]{newG, h, id, b.table.number | onOpen}
		b.queue = append(withRoom(b.queue, 1), arc.To)
		if newG < b.limit || !b.beyond { // else it may stand for more
			b.near(arc.To, newG, h)
		}
		b.tell(b.opts.Observer.Generate, b.table, arc.To, newG, Forward)
	}
	b.ws.halves[0].queue = b.queue
	b.counts.PeakOpen = max(b.counts.PeakOpen, int64(len(b.queue)-b.head))
}

func (b *breadthFirst[S, C]) found(goal int32) {
	result := Result[S, C]{Status: Found, Cost: b.table.nodes[goal].g}
	result.Path = b.pathTo(b.opts.PathBuffer[:0], b.table, goal)
	edges := len(result.Path) - 1
	if b.beyond {
		if err := b.tooDear(result.Path); err != nil {
			b.fail(err)
			return
		}
	}
	if b.sameCost {
		result.Certificate, result.LowerBound = Optimal, result.Cost
		result.Reason = fmt.Sprintf("no path has fewer than %d edges, and every edge met costs the same", edges)
	} else {
		result.Cost = b.costOf(b.table, goal, Forward) // the state may have been met by the dearer of parallel edges
		result.Certificate = Feasible
		result.Reason = fmt.Sprintf("no path has fewer than %d edges, but edges differ in cost", edges)
		if edges == 0 {
			result.Certificate = Optimal
		}
	}
	b.end(result)
}

// tooDear returns an error at the edge by which the path exceeds the limit, if
// it does.
func (b *breadthFirst[S, C]) tooDear(path []S) error {
	var total C
	for i := 1; i < len(path); i++ {
		from, to := b.space.id(path[i-1]), b.space.id(path[i])
		cost := b.cheapestArc(from, to, Forward)
		if cost > b.limit-total {
			return &EdgeError[S, C]{path[i-1], path[i], cost, ErrOverflow}
		}
		total += cost
	}
	return nil
}

func (b *breadthFirst[S, C]) stop(reason string) {
	b.end(Result[S, C]{Status: Limit, Reason: reason})
}

func (b *breadthFirst[S, C]) lookup(id int32) (Node[S, C], bool) { return nodeOf(b.run, b.table, id) }
