package verify

import (
	"cmp"
	"slices"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/trace"
)

// engineCheck checks the trace of a fast engine, event by event: its order is its own.
type engineCheck struct {
	*traceChecker
	estimate    estimator
	nodes       []node      // by state
	generated   int64       // states put on OPEN
	successors  int64       // of the states expanded, without the goal
	latest      trace.Event // expansion
	isExpanding bool        // there was one, and its successors are told of
	started     bool
	path        []int64 // to the goal, the best so far; empty: none
	best        int64   // its cost

	// For engines that jump: in which expansion a cell was last seen, the last scan and
	// the last ray, and what they count and do not tell, or tell and may not count.
	seen       []int64
	scanned    trace.Event
	ray        trace.Event
	hasScanned bool
	arrivals   int64 // scans that passed the goal
	rays       int64 // at most so many of the states put on OPEN are suspended moves
}

func newEngineCheck(c *traceChecker) *engineCheck {
	k := &engineCheck{traceChecker: c, estimate: newEstimator(&c.ground, c.options.metric), nodes: make([]node, c.ground.cells())}
	if c.rules.jumps {
		k.seen = make([]int64, c.ground.cells())
	}
	return k
}

func (k *engineCheck) start() int64 { return k.header.Start[0] }
func (k *engineCheck) goal() int64  { return k.header.Goals[0] }

func (k *engineCheck) event(e *trace.Event) error {
	if e.Kind == trace.Scan && k.rules.jumps {
		return k.scan(e)
	}
	h := int64(0)
	if !k.rules.noH {
		h = k.estimate.between(k.cell(e.State), k.cell(k.goal()))
	}
	if e.H != h {
		return k.wrongEvent(e, "has h = %s; want %s", k.text(e.H), k.text(h))
	}
	if f := cappedSum(e.G, e.H, int64(k.costs.Limit())); e.F != f {
		return k.wrongEvent(e, "has f = %s; want %s", k.text(e.F), k.text(f))
	}
	switch e.Kind {
	case trace.Start:
		if k.started || e.Parent != trace.NoState || e.State != k.start() || e.G != 0 {
			return k.wrongEvent(e, "is not the start, or not the first one")
		}
		k.started = true
		return nil
	case trace.Generate, trace.Improve, trace.Reopen:
		return k.put(e)
	case trace.Expand:
		return k.expand(e)
	case trace.Goal:
		return k.reach(e)
	}
	return k.wrongEvent(e, "is of a kind that %s does not tell of", k.header.Algorithm)
}

// child checks that an event tells of a successor of the state expanded last, reached
// by a step or, where the engine jumps, by a jump to a cell that it has seen.
func (k *engineCheck) child(e *trace.Event) error {
	if !k.isExpanding || e.Parent == trace.NoState || !k.isParent(e.Parent) {
		return k.wrongEvent(e, "does not come from the state expanded last")
	}
	if !k.rules.jumps {
		if reason := k.illegal(e); reason != "" {
			return k.wrongEvent(e, "%s", reason)
		}
	}
	g := k.nodes[e.Parent].g
	for at := e.Parent; at != e.State; {
		next := k.onward(at, e.State)
		cost, reason := k.ground.step(k.cell(at), k.cell(next))
		if reason != "" {
			return k.wrongEvent(e, "jumps over the step from %v to %v, which %s", k.cell(at), k.cell(next), reason)
		}
		g += lengthOf(cost)
		at = next
	}
	if e.State == e.Parent || e.G != g {
		return k.wrongEvent(e, "has g = %s; want %s, the parent's %s and the steps between", k.text(e.G), k.text(g), k.text(k.nodes[e.Parent].g))
	}
	return nil
}

// isParent tells whether what is reached in the expansion at hand has that parent: it is
// the state expanded or, where that is a suspended move of a jumping engine, its parent.
func (k *engineCheck) isParent(state int64) bool {
	return state == k.latest.State || k.rules.jumps && state == k.latest.Parent
}

// onward returns the next state on a jump, which must not be at its end: diagonal steps
// come first, then straight ones; with four moves, vertical ones before horizontal ones.
func (k *engineCheck) onward(from, to int64) int64 {
	a, b := k.cell(from), k.cell(to)
	step := grid.Cell{X: int32(cmp.Compare(b.X, a.X)), Y: int32(cmp.Compare(b.Y, a.Y))}
	if k.costs.Rule().Moves == grid.Moves4 && step.Y != 0 {
		step.X = 0
	}
	return int64(k.ground.index(grid.Cell{X: a.X + step.X, Y: a.Y + step.Y}))
}

// scan checks that an engine looked along a line of legal steps, from the cell expanded
// or one that was seen in the same expansion.
func (k *engineCheck) scan(e *trace.Event) error {
	if !k.isExpanding || e.Parent == trace.NoState || e.Parent != k.latest.State && k.seen[e.Parent] != k.steps {
		return k.wrongEvent(e, "does not set out from the cell expanded last, or one seen from there")
	}
	from, to := k.cell(e.Parent), k.cell(e.State)
	dx, dy := to.X-from.X, to.Y-from.Y
	if e.Parent == e.State || dx != 0 && dy != 0 && dx != dy && dx != -dy {
		return k.wrongEvent(e, "is not along a line")
	}
	d := grid.Cell{X: int32(cmp.Compare(to.X, from.X)), Y: int32(cmp.Compare(to.Y, from.Y))}
	for at := from; at != to; {
		next := grid.Cell{X: at.X + d.X, Y: at.Y + d.Y}
		if _, reason := k.ground.step(at, next); reason != "" {
			return k.wrongEvent(e, "looks along the step from %v to %v, which %s", at, next, reason)
		}
		at = next
		state := int64(k.ground.index(at))
		k.seen[state] = k.steps
		if state == k.goal() {
			k.arrivals++
		}
	}
	k.scanned, k.hasScanned = *e, true
	if k.isRay(e) {
		k.ray = *e
	}
	if e.G != 0 || e.H != 0 || e.F != 0 {
		return k.wrongEvent(e, "has g = %s, h = %s and f = %s; want 0", k.text(e.G), k.text(e.H), k.text(e.F))
	}
	return nil
}

// mustBeSeen tells whether a state is reached by a scan. What auto stands for, its
// events show.
func (k *engineCheck) mustBeSeen() bool { return k.rules.jumps && (k.rules.scans || k.hasScanned) }

// isRay tells whether a scan is along the direction in which an engine looks to both
// sides: diagonal or, with four moves, vertical.
func (k *engineCheck) isRay(scan *trace.Event) bool {
	from, to := k.cell(scan.Parent), k.cell(scan.State)
	return from.Y != to.Y && (from.X != to.X || k.costs.Rule().Moves == grid.Moves4)
}

// looksToGoal tells whether a scan sets out from the goal's row or column.
func (k *engineCheck) looksToGoal(scan *trace.Event) bool {
	from, to := k.cell(scan.Parent), k.cell(k.goal())
	return from.X == to.X || from.Y == to.Y
}

// put checks that a state is put on OPEN.
func (k *engineCheck) put(e *trace.Event) error {
	n := &k.nodes[e.State]
	if e.Parent == trace.NoState {
		if !k.started || e.Step != 0 || e.State != k.start() || e.G != 0 {
			return k.wrongEvent(e, "has no parent and is not the start, or comes after an expansion")
		}
	} else {
		if err := k.child(e); err != nil {
			return err
		}
		if k.mustBeSeen() {
			// A ray that crosses the goal's row or column looks there, and then goes on.
			ofRay := k.ray.Step == k.steps && k.ray.State == e.State && (k.scanned == k.ray || k.looksToGoal(&k.scanned))
			if ofRay {
				k.rays++
			} else if k.scanned.Step != k.steps || k.scanned.State != e.State {
				return k.wrongEvent(e, "is not where the scan before it ended")
			}
		}
		k.generated++
	}
	want := trace.Generate
	switch n.place {
	case placeOpen:
		want = trace.Improve
	case placeClosed:
		want = trace.Reopen
	}
	switch {
	case e.Kind != want:
		return k.wrongEvent(e, "is of the wrong kind; want %v", want)
	case n.place != placeUnknown && e.G >= n.g:
		return k.wrongEvent(e, "has g = %s, which is no better than %s", k.text(e.G), k.text(n.g))
	case len(k.path) > 0 && e.F >= k.best:
		return k.wrongEvent(e, "is put on OPEN with f = %s, though a path of %s is known", k.text(e.F), k.text(k.best))
	}
	*n = node{g: e.G, h: e.H, parent: e.Parent, place: placeOpen}
	return nil
}

// expand checks that a state is taken from OPEN.
func (k *engineCheck) expand(e *trace.Event) error {
	n := &k.nodes[e.State]
	switch {
	case n.place != placeOpen:
		return k.wrongEvent(e, "is not on OPEN")
	case e.G != n.g || e.Parent != n.parent:
		return k.wrongEvent(e, "has g = %s; OPEN has it with g = %s from %s", k.text(e.G), k.text(n.g), k.stateText(n.parent))
	case len(k.path) > 0 && e.F >= k.best:
		return k.wrongEvent(e, "has f = %s, though a path of %s is known", k.text(e.F), k.text(k.best))
	}
	n.place = placeClosed
	k.latest, k.isExpanding = *e, true
	if e.State != k.goal() {
		k.ground.eachStep(k.cell(e.State), func(grid.Cell, sum) { k.successors++ })
	}
	return nil
}

// reach checks that the goal was reached, and takes the path to it.
func (k *engineCheck) reach(e *trace.Event) error {
	n := &k.nodes[e.State]
	expanded := n.place == placeClosed && n.g == e.G && n.parent == e.Parent
	switch {
	case e.State != k.goal():
		return k.wrongEvent(e, "is no goal of the query")
	case len(k.path) > 0 && e.G >= k.best:
		return k.wrongEvent(e, "has g = %s, which is no better than %s", k.text(e.G), k.text(k.best))
	case !expanded && !k.rules.jumps:
		return k.wrongEvent(e, "was not expanded")
	}
	if !expanded { // a jump that ends at the goal is not put on OPEN
		if k.mustBeSeen() && k.seen[e.State] != k.steps {
			return k.wrongEvent(e, "was not seen from the state expanded last")
		}
		if err := k.child(e); err != nil {
			return err
		}
		if !k.mustBeSeen() {
			k.arrivals++
		}
		*n = node{g: e.G, parent: e.Parent, place: placeLeftOut}
	}
	k.best = e.G
	k.path = k.chain(e.State)
	return nil
}

// chain returns the states from the start to one, those that jumps passed over included.
func (k *engineCheck) chain(state int64) []int64 {
	var path []int64
	for most := len(k.nodes); state != trace.NoState && most > 0; most-- {
		path = append(path, state)
		parent := k.nodes[state].parent
		if k.rules.jumps && parent != trace.NoState {
			first := len(path)
			for at := k.onward(parent, state); at != state; at = k.onward(at, state) {
				path = append(path, at)
			}
			slices.Reverse(path[first:])
		}
		state = parent
	}
	slices.Reverse(path)
	return path
}

// finish checks that nothing better was left, and the outcome.
func (k *engineCheck) finish() error {
	o := &k.outcome
	if o.Status == 0 {
		return k.claimsNothing()
	}
	counts := search.Counts{Expanded: k.steps, Generated: k.generated + k.arrivals}
	switch says := o.Counts.Generated; {
	case says < counts.Generated && says >= counts.Generated-k.rays:
		counts.Generated = says
	case k.rules.jumps && !k.mustBeSeen() && says == k.successors:
		counts.Generated = says // auto stood for an engine that counts like this
	}
	if err := k.checkCounts(counts); err != nil {
		return err
	}
	want := trace.Outcome{Status: search.NoPath}
	if k.start() == k.goal() && k.steps == 0 {
		k.path = k.header.Start // such a query an engine may answer without a search
	} else if o.Status != search.Limit {
		if err := k.checkNothingLeft(); err != nil {
			return err
		}
	}
	if len(k.path) > 0 {
		want = trace.Outcome{Status: search.Found, Path: k.path, Cost: k.best, Certificate: search.Optimal, LowerBound: k.best}
	} else if o.Status == search.Limit {
		want = *o // how far the search came is for Check to say
	}
	if err := k.compareOutcome(&want); err != nil {
		return err
	}
	k.passOutcome()
	return nil
}

// least returns the f that no state left on OPEN may be below. Dijkstra's algorithm over
// buckets ends in the midst of one, which holds what differs by less than 2¹⁴ in units
// of which a straight step has 33,461.
func (k *engineCheck) least() int64 {
	if k.rules.noH && k.costs.Model() == grid.Uniform {
		const width = root2.Q * (1 << 14) / root2.SmallQ
		return k.best - width
	}
	return k.best
}

// checkNothingLeft checks that no state on OPEN could lead to a path that is better
// than the one found.
func (k *engineCheck) checkNothingLeft() error {
	if !k.started {
		return k.wrongEvent(&k.end, "comes before anything was searched")
	}
	for state := range k.nodes {
		n := &k.nodes[state]
		f := cappedSum(n.g, n.h, int64(k.costs.Limit()))
		if n.place != placeOpen || len(k.path) > 0 && f >= k.least() {
			continue
		}
		k.number-- // of the end
		return k.wrongEvent(&k.end, "comes though %v is on OPEN with f = %s", k.cell(int64(state)), k.text(f))
	}
	return nil
}
