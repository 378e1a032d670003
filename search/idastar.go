package search

import (
	"context"
	"fmt"
)

// IDAStar finds a cheapest path by iterative deepening: depth-first searches
// that do not go beyond a threshold for f = g + h, which starts at h(start) and
// rises to the least f that was cut off.
//
// By default a table of the states met in the current iteration, with the g
// they were met at, cuts off paths that are no cheaper; in spaces where many
// paths lead to a state, such as grids, nothing else is feasible. With
// opts.PathOnly the search keeps only its current path, as in the original
// paper: memory in proportion to its length, fit for sliding-tile puzzles, but
// time that can be exponential in it, above all where no goal can be reached.
// The tie policy and NoReopen have no meaning here.
//
// Guarantee: optimal if the heuristic is admissible. A state counts as expanded
// once per visit. PeakOpen is the length of the longest path.
//
// Papers: R. E. Korf, "Depth-first iterative-deepening: an optimal admissible
// tree search", 1985; the table: A. Reinefeld, T. A. Marsland, "Enhanced
// iterative-deepening search", 1994.
func IDAStar[S comparable, C Cost](ctx context.Context, problem Problem[S, C], start S, opts Options[S, C]) (Result[S, C], error) {
	s, err := NewIDAStar(problem, start, opts)
	return runToEnd(ctx, s, err)
}

// NewIDAStar returns [IDAStar] as a [Stepper].
func NewIDAStar[S comparable, C Cost](problem Problem[S, C], start S, opts Options[S, C]) (*Stepper[S, C], error) {
	d, err := newDepthFirst("IDA*", problem, start, opts)
	if err != nil {
		return nil, err
	}
	defer d.release()
	a := &idaStar[S, C]{depthFirst: d}
	if !d.done {
		a.root = d.first(start)
		a.next, a.cutOff = a.root.h, true
	}
	return &Stepper[S, C]{d.run, a}, nil
}

type idaStar[S comparable, C Cost] struct {
	*depthFirst[S, C]
	root      child[S, C]
	threshold C
	next      C    // the least f cut off in this iteration,
	cutOff    bool // if any was
}

func (a *idaStar[S, C]) step() {
	for {
		if len(a.ws.frames) == 0 {
			if !a.cutOff {
				a.exhausted("nothing was cut off by the last threshold")
				return
			}
			a.threshold = max(a.threshold, a.next)
			if reason := a.overBudget(); reason != "" {
				a.stop(reason)
				return
			}
			a.cutOff = false
			if a.table != nil {
				a.table.begin(a.space.size())
			}
			id, _ := a.enter(a.root.to, 0)
			a.visit(a.root, 0, a.plus(0, a.root.h), id)
			return
		}
		top := &a.ws.frames[len(a.ws.frames)-1]
		if top.next == top.end {
			a.leave()
			continue
		}
		c := a.ws.children[top.next]
		g := top.g + c.cost
		f := a.plus(g, c.h)
		if f > a.threshold {
			if !a.cutOff || f < a.next {
				a.cutOff, a.next = true, f
			}
			a.prune(c, g, f)
			top.next++
			continue
		}
		id, ok := a.enter(c.to, g)
		if ok {
			if reason := a.overBudget(); reason != "" {
				a.stop(reason)
				return
			}
		}
		top.next++
		if ok {
			a.visit(c, g, f, id)
			return
		}
	}
}

// visit expands a state and ends the search if it is a goal.
func (a *idaStar[S, C]) visit(c child[S, C], g, f C, id int32) {
	if !a.expand(c, g, f, id) || a.done {
		return
	}
	a.checkTarget(c.h, c.to, "goal")
	result := Result[S, C]{Status: Found, Path: a.goalPath(), Cost: a.pathCost(a.ws.goalPath), Certificate: Feasible}
	a.contradict(a.threshold, result.Cost)
	if result.Reason = a.unproved(); result.Reason == "" {
		result.Certificate, result.LowerBound = Optimal, result.Cost
		result.Reason = because(fmt.Sprintf("the heuristic is %v", a.opts.Claim), a.opts.ClaimReason) + "; no path stays within a lower threshold"
	}
	a.finish(result)
}

func (a *idaStar[S, C]) stop(reason string) {
	result := Result[S, C]{Status: Limit, Reason: reason}
	if a.unproved() == "" {
		result.LowerBound = max(a.threshold, a.root.h)
	}
	a.finish(result)
}
