package verify

import (
	"cmp"
	"slices"

	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/trace"
)

// depthFirst is what IDA* and branch and bound share: the current path, and of each
// state on it the children that are still to be looked at.
type depthFirst struct {
	*history
	path      []visit
	round     int32   // what is known of a state counts if it was written in this one
	nearDepth int     // length of the path to the nearest state, while it is on the path
	nearPath  []int64 // else the path to it
	goalPath  []int64
}

// visit is a state of the current path.
type visit struct {
	state    int64
	g, h     int64
	children []child
}

// child is a successor that is still to be looked at.
type child struct{ to, cost, h int64 }

func newDepthFirst(h *history) depthFirst { return depthFirst{history: h, round: 1} }

func (d *depthFirst) begin() {}

// first returns the start as a child.
func (d *depthFirst) first() child { return child{to: d.start, h: d.hOf(d.start, search.Forward)} }

// enters tells whether a path to a state is cheaper than those that were followed.
func (d *depthFirst) enters(state, g int64) bool {
	n := &d.nodes[search.Forward][state]
	return n.round != d.round || g < n.g
}

// visit expands a state, and tells whether it is the goal, whose children are not
// looked at.
func (d *depthFirst) visit(c child, g, f int64) (isGoal bool) {
	parent := trace.NoState
	if len(d.path) > 0 {
		parent = d.path[len(d.path)-1].state
	}
	n := &d.nodes[search.Forward][c.to]
	*n = node{g: g, h: c.h, parent: parent, round: d.round, place: placeClosed}
	d.path = append(d.path, visit{state: c.to, g: g, h: c.h})
	d.counts.PeakOpen = max(d.counts.PeakOpen, int64(len(d.path)))
	if d.nearest == trace.NoState || c.h < d.nearestH || c.h == d.nearestH && g < d.nearestG {
		d.nearest, d.nearestH, d.nearestG = c.to, c.h, g
		d.nearDepth = len(d.path)
	}
	if d.counts.Expanded == 1 {
		d.tell(trace.Start, search.Forward, c.to, f)
		d.due[len(d.due)-1].Step = 0
	}
	d.tell(trace.Expand, search.Forward, c.to, f)
	if c.to == d.goal {
		d.goalPath = d.states(len(d.path))
		d.tell(trace.Goal, search.Forward, c.to, f)
		return true
	}
	var children []child
	for _, a := range d.arcsOf(c.to, search.Forward) {
		d.counts.Generated++
		if d.inRange(search.Forward, g, a.cost) {
			children = append(children, child{a.to, a.cost, d.hOf(a.to, search.Forward)})
		}
	}
	d.path[len(d.path)-1].children = children
	return false
}

// leave goes back from the last state of the path.
func (d *depthFirst) leave() {
	if d.nearDepth == len(d.path) {
		d.nearPath, d.nearDepth = d.states(d.nearDepth), 0
	}
	d.path = d.path[:len(d.path)-1]
}

// states returns the states of the path down to a depth.
func (d *depthFirst) states(depth int) []int64 {
	states := make([]int64, depth)
	for i := range states {
		states[i] = d.path[i].state
	}
	return states
}

// prune tells that a child of the last state of the path is not followed.
func (d *depthFirst) prune(c child, g, f int64) {
	d.tellOf(trace.Prune, trace.Event{State: c.to, Parent: d.path[len(d.path)-1].state, G: g, H: c.h, F: f})
}

// withNear adds the path to the nearest state, since what is known of states is
// overwritten as the search goes on.
func (d *depthFirst) withNear(o trace.Outcome) trace.Outcome {
	if d.nearest == trace.NoState {
		return o
	}
	o.Nearest, o.NearestCost = d.nearPath, d.nearestG
	if d.nearDepth > 0 {
		o.Nearest = d.states(d.nearDepth)
	}
	return o
}

// exhausted ends a search that has nothing left to follow.
func (d *depthFirst) exhausted() {
	if d.dropped[search.Forward] && !d.reachedAll(search.Forward, d.round) {
		d.fail()
		return
	}
	d.end(d.withNear(trace.Outcome{Status: search.NoPath}))
}

// idaStar is IDA* with a table: depth-first searches under a threshold for f, which
// rises to the least f that was cut off.
type idaStar struct {
	depthFirst
	threshold int64
	next      int64 // the least f cut off in this iteration,
	cutOff    bool  // if any was
}

func newIDAStar(h *history) algorithm {
	a := &idaStar{depthFirst: newDepthFirst(h), cutOff: true}
	a.next = a.first().h
	return a
}

func (a *idaStar) ready() {
	for len(a.path) > 0 {
		top := &a.path[len(a.path)-1]
		if len(top.children) == 0 {
			a.leave()
			continue
		}
		c := top.children[0]
		g := top.g + c.cost
		f := a.fOf(g, c.h)
		if f <= a.threshold && a.enters(c.to, g) {
			return
		}
		if f > a.threshold {
			if !a.cutOff || f < a.next {
				a.cutOff, a.next = true, f
			}
			a.prune(c, g, f)
		}
		top.children = top.children[1:]
	}
	if !a.cutOff {
		a.exhausted()
		return
	}
	a.threshold = max(a.threshold, a.next)
}

func (a *idaStar) expand(*trace.Event) {
	var isGoal bool
	if len(a.path) == 0 {
		a.cutOff = false
		a.round++
		c := a.first()
		isGoal = a.visit(c, 0, a.fOf(0, c.h))
	} else {
		top := &a.path[len(a.path)-1]
		c := top.children[0]
		top.children = top.children[1:]
		g := top.g + c.cost
		isGoal = a.visit(c, g, a.fOf(g, c.h))
	}
	if isGoal {
		a.end(a.proven(a.goalPath, a.path[len(a.path)-1].g))
	}
}

func (a *idaStar) stopped() trace.Outcome {
	o := trace.Outcome{Status: search.Limit}
	if a.claimed {
		o.LowerBound = max(a.threshold, a.first().h)
	}
	return a.withNear(o)
}

// branchAndBound is depth-first branch and bound with a table: it follows the most
// promising child first and cuts off what cannot beat the best path so far.
type branchAndBound struct {
	depthFirst
	started bool
	hasBest bool
	best    int64 // the cost of the best path so far
}

func newBranchAndBound(h *history) algorithm { return &branchAndBound{depthFirst: newDepthFirst(h)} }

// hopeless tells whether a path cannot beat the best one.
func (b *branchAndBound) hopeless(g, h int64) bool {
	bound := g
	if b.claimed {
		bound = b.fOf(g, h)
	}
	return b.hasBest && bound >= b.best
}

func (b *branchAndBound) ready() {
	if !b.started {
		return
	}
	for len(b.path) > 0 {
		top := &b.path[len(b.path)-1]
		if len(top.children) == 0 {
			b.leave()
			continue
		}
		c := top.children[0]
		g := top.g + c.cost
		hopeless := b.hopeless(g, c.h)
		if !hopeless && b.enters(c.to, g) {
			return
		}
		if hopeless {
			b.prune(c, g, b.fOf(g, c.h))
		}
		top.children = top.children[1:]
	}
	if !b.hasBest {
		b.exhausted()
		return
	}
	b.end(b.answer())
}

// answer returns the best path, which nothing that is left can beat.
func (b *branchAndBound) answer() trace.Outcome {
	return trace.Outcome{Status: search.Found, Path: b.goalPath, Cost: b.best, Certificate: search.Optimal, LowerBound: b.best}
}

func (b *branchAndBound) expand(*trace.Event) {
	c, g := b.first(), int64(0)
	if b.started {
		top := &b.path[len(b.path)-1]
		c = top.children[0]
		top.children = top.children[1:]
		g = top.g + c.cost
	}
	b.started = true
	if b.visit(c, g, b.fOf(g, c.h)) {
		b.hasBest, b.best = true, g
		b.leave()
		return
	}
	slices.SortStableFunc(b.path[len(b.path)-1].children, func(x, y child) int {
		return cmp.Compare(b.fOf(x.cost, x.h), b.fOf(y.cost, y.h))
	})
}

func (b *branchAndBound) stopped() trace.Outcome {
	o := trace.Outcome{Status: search.Limit}
	if b.claimed {
		if o.LowerBound = b.lowerBound(); b.hasBest && o.LowerBound >= b.best {
			return b.answer()
		}
	}
	if b.hasBest {
		o.Path, o.Cost = b.goalPath, b.best
		o = incumbent(o)
	}
	return b.withNear(o)
}

// lowerBound returns the least f of all children still to be looked at, through one of
// which every path leads that was not followed, and of the best path.
func (b *branchAndBound) lowerBound() int64 {
	atStart := b.first().h
	if !b.started {
		return atStart
	}
	least, any := b.best, b.hasBest
	for _, v := range b.path {
		for _, c := range v.children {
			if f := b.fOf(v.g+c.cost, c.h); !any || f < least {
				least, any = f, true
			}
		}
	}
	return max(least, atStart)
}
