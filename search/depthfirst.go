package search

import "slices"

// depthFirst is the stack that IDA* and depth-first branch and bound share. It
// holds the states of the current path and, for each, the children that are
// still to be looked at.
type depthFirst[S comparable, C Cost] struct {
	*run[S, C]
	table     *nodeTable[C] // nil with Options.PathOnly
	nearDepth int           // length of the path to the state nearest to a goal so far, while it is on the stack
}

// frame is a state of the current path; its children not yet looked at are
// children[next:end], and end is the top of the stack of children while the
// frame is the last one.
type frame[S comparable, C Cost] struct {
	state            S
	g, h             C
	id               int32
	first, next, end int
}

// child is a successor with its estimate.
type child[S comparable, C Cost] struct {
	to      S
	cost, h C
}

func newDepthFirst[S comparable, C Cost](name string, problem Problem[S, C], start S, opts Options[S, C]) (*depthFirst[S, C], error) {
	r, err := newRun(name, problem, start, opts, 1)
	if err != nil {
		return nil, err
	}
	d := &depthFirst[S, C]{run: r}
	r.uses.stack = true
	if !opts.PathOnly {
		d.table = &r.ws.halves[0].table
	}
	return d, nil
}

// first returns the start as a child, from which the search sets out.
func (d *depthFirst[S, C]) first(start S) child[S, C] {
	h := C(0)
	if d.heuristic != nil {
		if h = d.heuristic(start); !(h >= 0) {
			d.badEstimate(start, h)
		}
	}
	return child[S, C]{to: start, h: h}
}

// enter tells whether the path to a state may be followed: it does not return
// to a state of its own and, with a table, no path as cheap was followed before.
func (d *depthFirst[S, C]) enter(to S, g C) (id int32, ok bool) {
	if d.table == nil {
		for i := range d.ws.frames {
			if d.ws.frames[i].state == to {
				return 0, false
			}
		}
		return 0, true
	}
	id = d.space.id(to)
	d.table.grow(d.space.size())
	n := &d.table.nodes[id]
	return id, !d.table.seen(n) || g < n.g
}

// expand pushes a state onto the path and its children onto their stack. It
// returns true if the state is a goal (which has no children here) or the
// search has ended with an error.
func (d *depthFirst[S, C]) expand(c child[S, C], g, f C, id int32) (goal bool) {
	if d.table != nil {
		parent := noParent
		if depth := len(d.ws.frames); depth > 0 {
			parent = d.ws.frames[depth-1].id
		}
		d.table.nodes[id] = node[C]{g, c.h, parent, d.table.number | onClosed}
	}
	top := len(d.ws.children)
	fr := frame[S, C]{state: c.to, g: g, h: c.h, id: id, first: top, next: top, end: top}
	d.ws.frames = append(withRoom(d.ws.frames, 1), fr)
	d.counts.PeakOpen = max(d.counts.PeakOpen, int64(len(d.ws.frames)))
	d.counts.Expanded++
	if d.nearest < 0 || c.h < d.nearestH || c.h == d.nearestH && g < d.nearestG {
		d.nearest, d.nearestH, d.nearestG = 0, c.h, g
		d.nearDepth = len(d.ws.frames)
	}
	if d.opts.Observer.Expand != nil || d.keepEvents {
		d.last = d.eventOf(c.to, g, c.h, f)
		if d.opts.Observer.Expand != nil {
			d.opts.Observer.Expand(d.last)
		}
	}
	if d.space.problem.IsGoal(c.to) {
		d.ws.goalPath = d.stackPath(d.ws.goalPath, len(d.ws.frames))
		if d.opts.Observer.Goal != nil {
			d.opts.Observer.Goal(d.eventOf(c.to, g, c.h, f))
		}
		return true
	}
	d.ws.edges = d.space.problem.AppendSuccessors(withRoom(d.ws.edges[:0], firstSlack), c.to)
	d.slack = max(d.slack, 2*len(d.ws.edges))
	if d.forms.countdown--; d.forms.countdown == 0 {
		d.forms.next()
		if d.compareArcs(d.space.id(c.to)); d.err != nil {
			return true
		}
	}
	d.counts.Generated += int64(len(d.ws.edges))
	d.ws.children = withRoom(d.ws.children, len(d.ws.edges))
	for _, e := range d.ws.edges {
		if !(e.Cost >= 0) || e.Cost > d.limit-g {
			if d.badEdge(c.to, e.To, e.Cost, Forward) {
				return true
			}
			continue
		}
		var h C
		if d.heuristic != nil {
			if h = d.heuristic(e.To); !(h >= 0) {
				d.badEstimate(e.To, h)
				return true
			}
		}
		if d.consistent && c.h > e.Cost && c.h-e.Cost > h && !d.rounding(c.h, c.h-e.Cost-h) {
			d.breachedAt(c.to, e.To, c.h, e.Cost, h)
		}
		d.ws.children = append(d.ws.children, child[S, C]{e.To, e.Cost, h})
	}
	d.ws.frames[len(d.ws.frames)-1].end = len(d.ws.children)
	return false
}

// leave removes the last state of the path and what is left of its children.
func (d *depthFirst[S, C]) leave() {
	d.keepNearPath(len(d.ws.frames))
	last := len(d.ws.frames) - 1
	d.ws.children = d.ws.children[:d.ws.frames[last].first]
	d.ws.frames = d.ws.frames[:last]
}

// eventOf describes the last state of the path.
func (d *depthFirst[S, C]) eventOf(state S, g, h, f C) Event[S, C] {
	e := Event[S, C]{Step: d.counts.Expanded, State: state, G: g, H: h, F: f}
	if last := len(d.ws.frames) - 1; last > 0 {
		e.Parent, e.HasParent = d.ws.frames[last-1].state, true
	}
	return e
}

// prune tells that a child of the last state of the path is not followed.
func (d *depthFirst[S, C]) prune(c child[S, C], g, f C) {
	if d.opts.Observer.Prune != nil {
		parent := d.ws.frames[len(d.ws.frames)-1].state
		d.opts.Observer.Prune(Event[S, C]{Step: d.counts.Expanded, State: c.to, Parent: parent, HasParent: true, G: g, H: c.h, F: f})
	}
}

// keepNearPath copies the path to the nearest state if that lies on the stack
// at the given depth or below: when it leaves the stack, not at every step nearer.
func (d *depthFirst[S, C]) keepNearPath(depth int) {
	if d.nearDepth >= depth {
		d.ws.nearPath = d.stackPath(d.ws.nearPath, d.nearDepth)
		d.nearDepth = 0
	}
}

// stackPath overwrites dst with the states of the stack down to a depth.
func (d *depthFirst[S, C]) stackPath(dst []S, depth int) []S {
	dst = withRoom(dst[:0], depth)
	for i := range d.ws.frames[:depth] {
		dst = append(dst, d.ws.frames[i].state)
	}
	return dst
}

// exhausted is run.exhausted with the path to the nearest state.
func (d *depthFirst[S, C]) exhausted(reason string) {
	if err := d.unreached(d.table, Forward); err != nil {
		d.fail(err)
		return
	}
	d.finish(Result[S, C]{Status: NoPath, Reason: reason})
}

// finish ends the run; the path to the nearest state is kept on the side, since
// nodes are overwritten as the search goes on.
func (d *depthFirst[S, C]) finish(result Result[S, C]) {
	found := d.nearest >= 0
	d.nearest = noParent
	d.end(result)
	if !found || d.err != nil {
		return
	}
	d.nearest = 0 // Peek goes on from here
	switch {
	case result.Status == Found:
	case d.refused:
		d.result.Nearest = []S{d.nearState()}
	default:
		d.keepNearPath(1)
		d.result.Nearest, d.result.NearestCost = slices.Clone(d.ws.nearPath), d.pathCost(d.ws.nearPath)
	}
}

// nearState returns the state nearest to a goal so far.
func (d *depthFirst[S, C]) nearState() S {
	if d.nearDepth > 0 {
		return d.ws.frames[d.nearDepth-1].state
	}
	return d.ws.nearPath[len(d.ws.nearPath)-1]
}

// pathCost returns the cost of a path, which is less than its g on the stack if
// a state was entered by the dearer of parallel edges.
func (d *depthFirst[S, C]) pathCost(path []S) C {
	var total C
	for i := 1; i < len(path); i++ {
		d.ws.edges = d.space.problem.AppendSuccessors(d.ws.edges[:0], path[i-1])
		cheapest := d.limit
		for _, e := range d.ws.edges {
			if e.To == path[i] && e.Cost < cheapest {
				cheapest = e.Cost
			}
		}
		total += cheapest
	}
	return total
}

// goalPath returns the path to the best goal so far, in the caller's buffer.
func (d *depthFirst[S, C]) goalPath() []S { return append(d.opts.PathBuffer[:0], d.ws.goalPath...) }

// unproved returns why the heuristic does not make a result optimal, or "".
func (d *depthFirst[S, C]) unproved() string {
	if d.breach != "" {
		return d.breach
	}
	if d.opts.Claim == Unknown {
		return d.unclaimed()
	}
	return ""
}

func (d *depthFirst[S, C]) lookup(id int32) (Node[S, C], bool) { return nodeOf(d.run, d.table, id) }
