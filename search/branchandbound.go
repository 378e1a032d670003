package search

import (
	"cmp"
	"context"
	"fmt"
	"slices"
)

// DepthFirstBranchAndBound dives for a goal, most promising successor first,
// keeps the cheapest path found so far as incumbent, and cuts off every path
// that cannot beat it, until nothing is left. Stopped by a budget it returns the
// incumbent, with a bound.
//
// By default a table of the g at which states were met cuts off paths that are
// no cheaper; with opts.PathOnly only the current path is remembered (see
// [IDAStar]). In infinite spaces a dive need not end. The tie policy and NoReopen
// have no meaning here.
//
// Guarantee: optimal. Where the heuristic is claimed admissible, f = g + h is
// what is cut off by; where nothing is claimed, h only orders the successors
// and g is. A state counts as expanded once per visit. PeakOpen is the length of
// the longest path.
//
// Papers: E. L. Lawler, D. E. Wood, "Branch-and-bound methods: a survey", 1966;
// N. R. Vempaty, V. Kumar, R. E. Korf, "Depth-first vs best-first search", 1991.
func DepthFirstBranchAndBound[S comparable, C Cost](ctx context.Context, problem Problem[S, C], start S, opts Options[S, C]) (Result[S, C], error) {
	s, err := NewDepthFirstBranchAndBound(problem, start, opts)
	return runToEnd(ctx, s, err)
}

// NewDepthFirstBranchAndBound returns [DepthFirstBranchAndBound] as a [Stepper].
func NewDepthFirstBranchAndBound[S comparable, C Cost](problem Problem[S, C], start S, opts Options[S, C]) (*Stepper[S, C], error) {
	d, err := newDepthFirst("depth-first branch and bound", problem, start, opts)
	if err != nil {
		return nil, err
	}
	defer d.release()
	b := &branchAndBound[S, C]{depthFirst: d}
	if !d.done {
		b.root = d.first(start)
	}
	return &Stepper[S, C]{d.run, b}, nil
}

type branchAndBound[S comparable, C Cost] struct {
	*depthFirst[S, C]
	root      child[S, C]
	started   bool
	incumbent bool
	best      C // the incumbent's cost
}

// hopeless tells whether a path with these values cannot beat the incumbent.
func (b *branchAndBound[S, C]) hopeless(g, h C) bool {
	if !b.incumbent {
		return false
	}
	if b.opts.Claim >= Admissible {
		return b.plus(g, h) >= b.best
	}
	return g >= b.best
}

func (b *branchAndBound[S, C]) step() {
	if !b.started {
		if reason := b.overBudget(); reason != "" {
			b.stop(reason)
			return
		}
		b.started = true
		id, _ := b.enter(b.root.to, 0)
		b.visit(b.root, 0, id)
		return
	}
	for len(b.ws.frames) > 0 {
		top := &b.ws.frames[len(b.ws.frames)-1]
		if top.next == top.end {
			b.leave()
			continue
		}
		c := b.ws.children[top.next]
		g := top.g + c.cost
		if b.hopeless(g, c.h) {
			b.prune(c, g, b.plus(g, c.h))
			top.next++
			continue
		}
		id, ok := b.enter(c.to, g)
		if ok {
			if reason := b.overBudget(); reason != "" {
				b.stop(reason)
				return
			}
		}
		top.next++
		if ok {
			b.visit(c, g, id)
			return
		}
	}
	if !b.incumbent {
		b.exhausted("every state that can be reached was expanded")
		return
	}
	b.found()
}

// found ends the search with the incumbent, which nothing that is left can beat.
func (b *branchAndBound[S, C]) found() {
	result := Result[S, C]{Status: Found, Cost: b.best}
	if !b.refused {
		result.Path = b.goalPath()
	}
	if b.breach != "" {
		result.Certificate, result.Reason = Feasible, b.breach
	} else {
		result.Certificate, result.LowerBound = Optimal, b.best
		result.Reason = "every path that might be cheaper was followed or cut off"
		if b.opts.Claim >= Admissible {
			result.Reason += because(fmt.Sprintf(" by a heuristic that is %v", b.opts.Claim), b.opts.ClaimReason)
		}
	}
	b.finish(result)
}

// visit expands a state; a goal becomes the incumbent.
func (b *branchAndBound[S, C]) visit(c child[S, C], g C, id int32) {
	if b.expand(c, g, b.plus(g, c.h), id) {
		if !b.done {
			b.checkTarget(c.h, c.to, "goal")
			b.incumbent, b.best = true, b.pathCost(b.ws.goalPath)
			b.contradict(b.root.h, b.best)
			b.leave()
		}
		return
	}
	// Most promising first; stable, so that equals keep the problem's order.
	fr := b.ws.frames[len(b.ws.frames)-1]
	slices.SortStableFunc(b.ws.children[fr.first:fr.end], func(x, y child[S, C]) int {
		return cmp.Compare(b.plus(x.cost, x.h), b.plus(y.cost, y.h))
	})
}

func (b *branchAndBound[S, C]) stop(reason string) {
	result := Result[S, C]{Status: Limit, Reason: reason}
	if b.opts.Claim >= Admissible && b.breach == "" {
		result.LowerBound = b.lowerBound()
		if b.incumbent && result.LowerBound >= b.best {
			b.found()
			return
		}
	}
	if b.incumbent {
		if result.Cost = b.best; !b.refused {
			result.Path = b.goalPath()
		}
		result.certifyIncumbent()
	}
	b.finish(result)
}

// lowerBound returns the least f among the incumbent and all children that are
// still to be looked at: every path not yet followed leads through one of them.
func (b *branchAndBound[S, C]) lowerBound() C {
	if !b.started {
		return b.root.h
	}
	least, any := b.best, b.incumbent
	for i := range b.ws.frames {
		fr := &b.ws.frames[i]
		end := fr.end
		for _, c := range b.ws.children[fr.next:end] {
			if f := b.plus(fr.g+c.cost, c.h); !any || f < least {
				least, any = f, true
			}
		}
	}
	return max(least, b.root.h)
}
