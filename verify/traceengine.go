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
	suspended  map[int64][]suspension
	lastWay    int // where in the order of directions the last successor lay; −1: none yet
}

// suspension is what a jumping engine put on OPEN at the end of a ray: the ray itself,
// to go on later, or the jump point there.
type suspension struct {
	g, parent int64
	jumpPoint bool // it may be one, and a better way to it was found
	taken     bool
}

func newEngineCheck(c *traceChecker) *engineCheck {
	k := &engineCheck{traceChecker: c, estimate: newEstimator(&c.ground, c.options.metric), nodes: make([]node, c.ground.cells())}
	if c.rules.jumps {
		k.seen = make([]int64, c.ground.cells())
		k.suspended = map[int64][]suspension{}
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
	g := k.latest.G
	for at := k.latest.State; at != e.State; {
		next := k.onward(at, e.State)
		cost, reason := k.ground.step(k.cell(at), k.cell(next))
		if reason != "" {
			return k.wrongEvent(e, "jumps over the step from %v to %v, which %s", k.cell(at), k.cell(next), reason)
		}
		g += lengthOf(cost)
		at = next
	}
	if e.State == k.latest.State || e.G != g {
		return k.wrongEvent(e, "has g = %s; want %s, the %s of %v and the steps between", k.text(e.G), k.text(g), k.text(k.latest.G), k.cell(k.latest.State))
	}
	if e.Parent == k.latest.State && k.nodes[e.Parent].g != k.latest.G { // a jump point at the end of a ray
		k.nodes[e.Parent].g, k.nodes[e.Parent].parent = k.latest.G, k.latest.Parent
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
	ofRay := false
	if e.Parent == trace.NoState {
		if !k.started || e.Step != 0 || e.State != k.start() || e.G != 0 {
			return k.wrongEvent(e, "has no parent and is not the start, or comes after an expansion")
		}
	} else {
		if err := k.child(e); err != nil {
			return err
		}
		if err := k.inOrder(e); err != nil {
			return err
		}
		if k.mustBeSeen() {
			// A ray that crosses the goal's row or column looks there, and then goes on.
			ofRay = k.ray.Step == k.steps && k.ray.State == e.State && (k.scanned == k.ray || k.looksToGoal(&k.scanned))
			if !ofRay && (k.scanned.Step != k.steps || k.scanned.State != e.State) {
				return k.wrongEvent(e, "is not where the scan before it ended")
			}
		}
		k.generated++
	}
	n := &k.nodes[e.State]
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
	case len(k.path) > 0 && e.F >= k.best:
		return k.wrongEvent(e, "is put on OPEN with f = %s, though a path of %s is known", k.text(e.F), k.text(k.best))
	}
	n.place = placeOpen
	for i := range k.suspended[e.State] {
		s := &k.suspended[e.State][i]
		s.jumpPoint = s.jumpPoint || e.G < s.g && k.jumpsDiagonally()
	}
	if ofRay {
		k.rays++
		k.suspended[e.State] = append(k.suspended[e.State], suspension{g: e.G, parent: e.Parent})
		if n.round == onStacks && e.G < n.g && k.jumpsDiagonally() {
			n.round = perhaps
		}
		return nil
	}
	if n.round > 0 && e.G >= n.g {
		return k.wrongEvent(e, "has g = %s, which is no better than %s", k.text(e.G), k.text(n.g))
	}
	*n = node{g: e.G, h: e.H, parent: e.Parent, place: placeOpen, round: onStacks}
	return nil
}

// Whether an engine has a state on its stacks, in the round of a node; 0: it was not met.
const (
	onStacks = 1
	offThem  = 2
	perhaps  = 3 // unless what was put on OPEN at the end of a ray stands in its place
)

// jumpsDiagonally tells whether there can be jump points at the end of rays.
func (k *engineCheck) jumpsDiagonally() bool {
	rule := k.costs.Rule()
	return rule.Moves == grid.Moves8 && rule.Corners != grid.CornersNever
}

// inOrder checks that the successors of a state come in the order of their directions.
// Jumps are told in the order of scans.
func (k *engineCheck) inOrder(e *trace.Event) error {
	d, isStep := grid.DirBetween(k.cell(k.latest.State), k.cell(e.State))
	if !isStep || k.mustBeSeen() {
		return nil
	}
	way := slices.Index(grid.DefaultOrder[:], d)
	if way <= k.lastWay {
		return k.wrongEvent(e, "comes too late; engines look at successors in the order %s", grid.FormatOrder(grid.DefaultOrder))
	}
	k.lastWay = way
	return nil
}

// expand checks that a state is taken from OPEN.
func (k *engineCheck) expand(e *trace.Event) error {
	n := &k.nodes[e.State]
	if limit := k.options.maxExpanded; limit > 0 && k.steps > limit {
		return k.wrongEvent(e, "goes beyond the limit of %d expansions", limit)
	}
	if len(k.path) > 0 && e.F >= k.best {
		return k.wrongEvent(e, "has f = %s, though a path of %s is known", k.text(e.F), k.text(k.best))
	}
	k.latest, k.isExpanding, k.lastWay = *e, true, -1
	if e.State != k.goal() {
		k.ground.eachStep(k.cell(e.State), func(grid.Cell, sum) { k.successors++ })
	}
	for i := range k.suspended[e.State] {
		if s := &k.suspended[e.State][i]; !s.taken && s.g == e.G && s.parent == e.Parent {
			s.taken = true
			n.place = placeClosed
			return nil
		}
	}
	switch {
	case n.round != onStacks && n.round != perhaps:
		return k.wrongEvent(e, "is not on OPEN")
	case e.G != n.g || e.Parent != n.parent:
		return k.wrongEvent(e, "has g = %s; OPEN has it with g = %s from %s", k.text(e.G), k.text(n.g), k.stateText(n.parent))
	}
	n.place, n.round = placeClosed, offThem
	return nil
}

// reach checks that the goal was reached, and takes the path to it.
func (k *engineCheck) reach(e *trace.Event) error {
	n := &k.nodes[e.State]
	expanded := n.round == offThem && n.g == e.G && n.parent == e.Parent
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
		*n = node{g: e.G, parent: e.Parent, place: placeLeftOut, round: offThem}
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
		return wrong(SubjectStatus, "says that the search did not come to an end, which only an error can do")
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
	left := k.somethingLeft()
	switch {
	case k.start() == k.goal() && k.steps == 0 && o.Status == search.Found:
		k.path = k.header.Start // such a query an engine may answer without a search
	case o.Status == search.Limit && left == nil && k.started:
		return wrong(SubjectStatus, "is %v, but nothing was left that the search could have been kept from", o.Status)
	case o.Status != search.Limit && left != nil:
		return left
	case o.Status != search.Limit && !k.mustBeSeen():
		if err := k.checkAllReached(); err != nil {
			return err
		}
	}
	if len(k.path) > 0 {
		want = trace.Outcome{Status: search.Found, Path: k.path, Cost: k.best, Certificate: search.Optimal, LowerBound: k.best}
	}
	if o.Status == search.Limit { // how far the search came is for Check to say
		want = *o
		switch {
		case len(o.Path) == 0:
		case len(k.path) > 0:
			want.Path = k.path
		case k.nodes[k.goal()].round > 0:
			want.Path = k.chain(k.goal()) // it was expanded, and not yet told of as reached
		default:
			want.Path = nil
		}
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

// somethingLeft returns a failure that names a state on OPEN which could lead to a path
// that is better than the one found, or says that nothing was searched; else nil.
func (k *engineCheck) somethingLeft() error {
	if !k.started {
		return k.wrongEvent(&k.end, "comes before anything was searched")
	}
	isLeft := func(state, g, h int64) error {
		f := cappedSum(g, h, int64(k.costs.Limit()))
		if len(k.path) > 0 && f >= k.least() {
			return nil
		}
		return wrong(SubjectEvent, "%d (step %d: %s) comes though %v is on OPEN with f = %s", k.number-1, k.end.Step, k.name(&k.end), k.cell(state), k.text(f))
	}
	for state := range int64(len(k.nodes)) {
		n := &k.nodes[state]
		if n.round == onStacks {
			if err := isLeft(state, n.g, n.h); err != nil {
				return err
			}
		}
		for _, s := range k.suspended[state] {
			if s.taken || s.jumpPoint {
				continue
			}
			if err := isLeft(state, s.g, k.estimate.between(k.cell(state), k.cell(k.goal()))); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkAllReached checks, for an engine that does not jump, that no step from a state that
// was expanded leads to a better way to its end than the one known, unless that is no
// better than the path found. Which steps an engine looks at is its own business.
func (k *engineCheck) checkAllReached() error {
	for state := range k.nodes {
		n := &k.nodes[state]
		if n.round != offThem || int64(state) == k.goal() {
			continue
		}
		from := k.cell(int64(state))
		var missed error
		k.ground.eachStep(from, func(to grid.Cell, cost sum) {
			t := &k.nodes[k.ground.index(to)]
			g := n.g + lengthOf(cost)
			f := g
			if !k.rules.noH {
				f = cappedSum(g, k.estimate.between(to, k.cell(k.goal())), int64(k.costs.Limit()))
			}
			beyond := len(k.path) > 0 && f >= k.least() || g > int64(k.costs.Limit())
			if missed == nil && !beyond && (t.round == 0 || t.g > g) {
				missed = wrong(SubjectEvent, "%d (step %d: %s) comes though %v was not reached by way of %v, with g = %s", k.number-1, k.end.Step, k.name(&k.end), to, from, k.text(g))
			}
		})
		if missed != nil {
			return missed
		}
	}
	return nil
}
