package verify

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/trace"
)

// replay is what the events so far have told.
type replay struct {
	number int64         // of the event at hand, from 0
	known  [2][]replayed // by side, then by state

	latest      trace.Event // expansion
	isExpanding bool        // latest is one, and its successors are told of
	ended       bool
	end         trace.Event
	started     [2]bool
	open        int64 // states on OPEN, of both sides
	highest     int64 // f expanded so far

	threshold, next int64 // of IDA*: the current one, and the least f over it
	meeting         trace.Event
	hasMeeting      bool // or, for branch and bound, an incumbent
	reached         bool // a goal
	path            []int64

	counts search.Counts // as the events say
}

// replayed is what is known of a state.
type replayed struct {
	g, h   int64
	parent int64
	depth  int32
	place  place
}

type place uint8

const (
	placeUnknown place = iota
	placeOpen          // on OPEN
	placeClosed        // CLOSED
	placeLeftOut       // reached, and not followed
)

func (r *replay) begin(m *grid.Map) {
	for side := range r.known {
		r.known[side] = make([]replayed, m.Width()*m.Height())
	}
}

func (c *traceChecker) at(e *trace.Event) *replayed { return &c.known[e.Side][e.State] }

// event checks one event and takes it in.
func (c *traceChecker) event(e *trace.Event) error {
	if c.ended {
		return c.wrongEvent(e, "comes after the end")
	}
	steps := c.counts.Expanded
	if e.Kind == trace.Expand {
		steps++
	}
	if e.Step != steps {
		return c.wrongEvent(e, "comes when there were %d expansions", steps)
	}
	if e.Kind == trace.End {
		c.ended, c.end = true, *e
		return c.closeExpansion(e)
	}
	if e.Side == search.Backward && !c.rules.twoHalves {
		return c.wrongEvent(e, "is of a half that %s does not have", c.header.Algorithm)
	}
	if !c.m.Open(c.cell(e.State)) {
		return c.wrongEvent(e, "is about a blocked cell")
	}
	if e.Kind == trace.Scan && c.rules.jumps {
		return c.scan(e)
	}
	if h := c.hOf(c.cell(e.State), e.Side); e.H != h {
		return c.wrongEvent(e, "has h = %s; want %s", c.text(e.H), c.text(h))
	}
	if f := c.fOf(e); e.F != f && e.Kind != trace.Meet && (e.Kind != trace.Goal || !c.rules.twoHalves) {
		return c.wrongEvent(e, "has f = %s; want %s", c.text(e.F), c.text(f))
	}
	switch e.Kind {
	case trace.Start:
		return c.start(e)
	case trace.Expand:
		if c.rules.noOpen {
			return c.visit(e)
		}
		return c.expand(e)
	case trace.Generate, trace.Improve, trace.Reopen:
		if c.rules.noOpen {
			break
		}
		return c.put(e)
	case trace.Prune:
		return c.prune(e)
	case trace.Meet:
		if !c.rules.twoHalves {
			break
		}
		return c.meet(e)
	case trace.Goal:
		return c.goal(e)
	}
	return c.wrongEvent(e, "is of a kind that %s does not tell of", c.header.Algorithm)
}

func (c *traceChecker) text(l int64) string { return c.costs.Format(root2.Length(l)) }

// root checks an event of a state that has no parent.
func (c *traceChecker) root(e *trace.Event) error {
	ends := c.header.Start
	if e.Side == search.Backward {
		ends = c.header.Goals
	}
	switch {
	case !slices.Contains(ends, e.State):
		return c.wrongEvent(e, "has no parent and is not where the query begins or ends")
	case e.G != 0:
		return c.wrongEvent(e, "has g = %s; want 0, as it has no parent", c.text(e.G))
	}
	return nil
}

func (c *traceChecker) start(e *trace.Event) error {
	if e.Parent != trace.NoState {
		return c.wrongEvent(e, "has a parent; a start has none")
	}
	if e.Step != 0 || c.started[e.Side] {
		return c.wrongEvent(e, "is not the first of its half")
	}
	c.started[e.Side] = true
	return c.root(e)
}

// step checks the step by which an event's state was reached and returns the g that
// it makes.
func (c *traceChecker) step(e *trace.Event, parentG int64) error {
	from, to := c.cell(e.Parent), c.cell(e.State)
	if e.Side == search.Backward {
		from, to = to, from
	}
	cost, reason := c.ground.step(from, to)
	if reason == cutsCorner {
		reason += fmt.Sprintf(" (rule: %v)", c.costs.Rule())
	}
	if reason != "" {
		return c.wrongEvent(e, "%s", reason)
	}
	length, err := root2.New(cost.straight, cost.diagonal)
	if err != nil {
		return fmt.Errorf("verify: event %d: %w", c.number, err)
	}
	if want := parentG + int64(length); e.G != want {
		return c.wrongEvent(e, "has g = %s; want %s, the parent's %s and %s for the step", c.text(e.G), c.text(want), c.text(parentG), c.text(int64(length)))
	}
	return nil
}

// child checks that an event tells of a successor of the state expanded last.
func (c *traceChecker) child(e *trace.Event) error {
	if !c.isExpanding || e.Side != c.latest.Side || e.Parent != c.latest.State {
		return c.wrongEvent(e, "does not come from the state expanded last")
	}
	if c.rules.jumps {
		return c.jump(e)
	}
	return c.step(e, c.latest.G)
}

// jump checks the way by which a jumping engine came from the state expanded last.
func (c *traceChecker) jump(e *trace.Event) error {
	at, g := *e, c.latest.G
	at.State = e.Parent
	for at.State != e.State {
		at.Parent, at.State = at.State, c.onward(at.State, e.State)
		from, to := c.cell(at.Parent), c.cell(at.State)
		cost, reason := c.ground.step(from, to)
		if reason != "" {
			return c.wrongEvent(e, "jumps over the step from %v to %v, which %s", from, to, reason)
		}
		length, err := root2.New(cost.straight, cost.diagonal)
		if err != nil {
			return fmt.Errorf("verify: event %d: %w", c.number, err)
		}
		g += int64(length)
	}
	if e.State == e.Parent || e.G != g {
		return c.wrongEvent(e, "has g = %s; want %s, the parent's %s and the steps between", c.text(e.G), c.text(g), c.text(c.latest.G))
	}
	return nil
}

// onward returns the next state on a jump, which must not be at its end: diagonal steps
// come first, then straight ones; with four moves, vertical ones before horizontal ones.
func (c *traceChecker) onward(from, to int64) int64 {
	a, b := c.cell(from), c.cell(to)
	step := grid.Cell{X: int32(cmp.Compare(b.X, a.X)), Y: int32(cmp.Compare(b.Y, a.Y))}
	if c.costs.Rule().Moves == grid.Moves4 && step.Y != 0 {
		step.X = 0
	}
	return int64(c.ground.index(grid.Cell{X: a.X + step.X, Y: a.Y + step.Y}))
}

// scan checks that a jumping engine looked along a line. It may set out from a cell
// that it passed.
func (c *traceChecker) scan(e *trace.Event) error {
	if e.Parent == trace.NoState {
		return c.wrongEvent(e, "sets out from nowhere")
	}
	from, to := c.cell(e.Parent), c.cell(e.State)
	dx, dy := to.X-from.X, to.Y-from.Y
	if !c.m.Open(from) || dx != 0 && dy != 0 && dx != dy && dx != -dy {
		return c.wrongEvent(e, "is no line from an open cell")
	}
	return nil
}

// put checks that a state is put on OPEN.
func (c *traceChecker) put(e *trace.Event) error {
	n := c.at(e)
	if e.Parent == trace.NoState {
		if !c.started[e.Side] || e.Step != 0 {
			return c.wrongEvent(e, "has no parent and comes before the start of its half, or after an expansion")
		}
		if err := c.root(e); err != nil {
			return err
		}
	} else if err := c.child(e); err != nil {
		return err
	}
	switch e.Kind {
	case trace.Generate:
		if n.place != placeUnknown && n.place != placeLeftOut {
			return c.wrongEvent(e, "was generated before")
		}
	case trace.Improve:
		if n.place != placeOpen {
			return c.wrongEvent(e, "is not on OPEN")
		}
	case trace.Reopen:
		if n.place != placeClosed {
			return c.wrongEvent(e, "is not CLOSED")
		}
		if !c.reopens {
			return c.wrongEvent(e, "is CLOSED, and closed states are not reopened here")
		}
		c.counts.Reopened++
	}
	if n.place != placeUnknown && e.G >= n.g {
		return c.wrongEvent(e, "has g = %s, which is no better than %s", c.text(e.G), c.text(n.g))
	}
	if c.rules.engine && e.Parent != trace.NoState {
		c.counts.Generated++
	}
	mayCut := c.rules.twoHalves && !c.rules.firstMeet && (c.rules.noH || c.estimate[e.Side].admissible)
	if mayCut && n.place != placeOpen && c.hasMeeting && e.F >= c.meeting.F {
		return c.wrongEvent(e, "is put on OPEN with f = %s, though a path of %s is known", c.text(e.F), c.text(c.meeting.F))
	}
	if n.place != placeOpen {
		c.open++
	}
	*n = replayed{g: e.G, h: e.H, parent: e.Parent, place: placeOpen}
	if e.Step == 0 {
		c.counts.PeakOpen = max(c.counts.PeakOpen, c.open)
	}
	return nil
}

// expand checks that a state is taken from OPEN.
func (c *traceChecker) expand(e *trace.Event) error {
	if err := c.closeExpansion(e); err != nil {
		return err
	}
	n := c.at(e)
	switch {
	case n.place != placeOpen:
		return c.wrongEvent(e, "is not on OPEN")
	case e.G != n.g || e.Parent != n.parent:
		return c.wrongEvent(e, "has g = %s; OPEN has it with g = %s from %s", c.text(e.G), c.text(n.g), c.stateText(n.parent))
	case c.rules.steady && c.estimate[0].consistent && e.F < c.highest:
		return c.wrongEvent(e, "has f = %s, below the %s that was expanded before", c.text(e.F), c.text(c.highest))
	}
	c.highest = max(c.highest, e.F)
	n.place = placeClosed
	c.open--
	c.counts.Expanded++
	c.latest, c.isExpanding = *e, true
	return nil
}

func (c *traceChecker) stateText(state int64) string {
	if state == trace.NoState {
		return "nowhere"
	}
	return c.cell(state).String()
}

// visit checks an expansion of a search without OPEN.
func (c *traceChecker) visit(e *trace.Event) error {
	if err := c.closeExpansion(e); err != nil {
		return err
	}
	depth := int32(1)
	if e.Parent == trace.NoState {
		if err := c.root(e); err != nil {
			return err
		}
		c.threshold, c.next = max(c.threshold, c.next), -1
		if c.counts.Expanded == 0 {
			c.threshold = e.F
		}
	} else {
		parent := &c.known[e.Side][e.Parent]
		if parent.place != placeClosed {
			return c.wrongEvent(e, "comes from a state that was not expanded")
		}
		if err := c.step(e, parent.g); err != nil {
			return err
		}
		depth = parent.depth + 1
	}
	if c.header.Algorithm == "ida-star" && e.F > c.threshold {
		return c.wrongEvent(e, "has f = %s, over the threshold %s", c.text(e.F), c.text(c.threshold))
	}
	*c.at(e) = replayed{g: e.G, h: e.H, parent: e.Parent, depth: depth, place: placeClosed}
	c.counts.PeakOpen = max(c.counts.PeakOpen, int64(depth))
	c.counts.Expanded++
	c.latest, c.isExpanding = *e, true
	return nil
}

// prune checks that what is not followed cannot lead to anything better.
func (c *traceChecker) prune(e *trace.Event) error {
	if c.rules.noOpen {
		return c.cutOff(e)
	}
	if !c.rules.twoHalves || c.rules.firstMeet {
		return c.wrongEvent(e, "is of a kind that %s does not tell of", c.header.Algorithm)
	}
	if c.isExpanding && e.State == c.latest.State && e.Side == c.latest.Side {
		c.isExpanding = false // its successors are not looked at
		if c.known[1-e.Side][e.State].place != placeClosed || e.G != c.latest.G || e.Parent != c.latest.Parent {
			return c.wrongEvent(e, "is not followed, though the other half has not closed it")
		}
		return nil
	}
	if err := c.child(e); err != nil {
		return err
	}
	if !c.hasMeeting || e.F < c.meeting.F {
		return c.wrongEvent(e, "is left out with f = %s, but no path is known that costs no more", c.text(e.F))
	}
	n := c.at(e)
	if n.place == placeOpen || n.place != placeUnknown && e.G >= n.g {
		return c.wrongEvent(e, "is on OPEN, or was reached as cheaply before")
	}
	n.g, n.h, n.parent = e.G, e.H, e.Parent
	if n.place == placeUnknown {
		n.place = placeLeftOut
	}
	return nil
}

// cutOff is prune for a search without OPEN.
func (c *traceChecker) cutOff(e *trace.Event) error {
	if e.Parent == trace.NoState || c.known[e.Side][e.Parent].place != placeClosed {
		return c.wrongEvent(e, "comes from a state that was not expanded")
	}
	if err := c.step(e, c.known[e.Side][e.Parent].g); err != nil {
		return err
	}
	if c.header.Algorithm == "ida-star" {
		if e.F <= c.threshold {
			return c.wrongEvent(e, "is cut off with f = %s, which is not over the threshold %s", c.text(e.F), c.text(c.threshold))
		}
		if c.next < 0 || e.F < c.next {
			c.next = e.F
		}
		return nil
	}
	bound := e.G
	if c.estimate[0].admissible {
		bound = e.F
	}
	if !c.hasMeeting || bound < c.meeting.G {
		return c.wrongEvent(e, "is cut off at %s, but no path is known that costs no more", c.text(bound))
	}
	return nil
}

// meet checks that a path through both halves was found.
func (c *traceChecker) meet(e *trace.Event) error {
	n, other := c.at(e), &c.known[1-e.Side][e.State]
	if n.place == placeUnknown || n.g != e.G || n.parent != e.Parent {
		// The state has just been reached; what becomes of it is told next.
		if err := c.child(e); err != nil {
			return err
		}
		if n.place != placeUnknown && e.G >= n.g {
			return c.wrongEvent(e, "has g = %s, which is no better than %s", c.text(e.G), c.text(n.g))
		}
	}
	if other.place == placeUnknown {
		return c.wrongEvent(e, "was not reached by the other half")
	}
	if want := e.G + other.g; e.F != want {
		return c.wrongEvent(e, "has f = %s; want %s, the g of both halves", c.text(e.F), c.text(want))
	}
	if c.hasMeeting && e.F >= c.meeting.F {
		return c.wrongEvent(e, "has f = %s, which is no better than the path of %s", c.text(e.F), c.text(c.meeting.F))
	}
	if c.rules.firstMeet && (n.place != placeClosed || other.place != placeClosed) {
		return c.wrongEvent(e, "was not expanded by both halves")
	}
	c.meeting, c.hasMeeting = *e, true
	return nil
}

// goal checks that a goal was reached, and takes the path to it.
func (c *traceChecker) goal(e *trace.Event) error {
	if c.rules.twoHalves {
		want := c.meeting
		if !c.rules.firstMeet { // else it is told of just as it was met
			n := &c.known[search.Forward][want.State]
			want.Side, want.G, want.H, want.Parent, want.Step = search.Forward, n.g, n.h, n.parent, e.Step
		}
		want.Kind = trace.Goal
		if !c.hasMeeting || *e != want {
			return c.wrongEvent(e, "is not where the two halves met best")
		}
		c.isExpanding = c.isExpanding && !c.rules.firstMeet // whose successors are not looked at
		c.path = c.pathThrough(e.State)
		c.reached = true
		return nil
	}
	same := c.latest
	same.Kind = trace.Goal
	expanded := c.isExpanding && *e == same
	if n := c.at(e); c.rules.engine && n.place == placeClosed && n.g == e.G && n.parent == e.Parent {
		expanded = true // it may be told of when the search is over
	}
	if c.rules.jumps && !expanded { // a jump that ends at the goal is not put on OPEN
		if err := c.child(e); err != nil {
			return err
		}
		c.counts.Generated++
		c.known[e.Side][e.State] = replayed{g: e.G, parent: e.Parent, place: placeLeftOut}
	}
	switch {
	case !c.rules.jumps && !expanded:
		return c.wrongEvent(e, "is not the state expanded last")
	case !slices.Contains(c.header.Goals, e.State):
		return c.wrongEvent(e, "is no goal of the query")
	case c.hasMeeting && e.G >= c.meeting.G:
		return c.wrongEvent(e, "has g = %s, which is no better than %s", c.text(e.G), c.text(c.meeting.G))
	}
	c.meeting, c.hasMeeting = *e, true
	c.isExpanding = c.isExpanding && !expanded // a goal has no successors here
	c.path = c.chain(nil, e.State, search.Forward)
	slices.Reverse(c.path)
	c.reached = true
	return nil
}

// chain appends the states from one to where its half began.
func (c *traceChecker) chain(path []int64, state int64, side search.Side) []int64 {
	for most := len(c.known[side]); state != trace.NoState && most > 0; most-- {
		path = append(path, state)
		parent := c.known[side][state].parent
		if c.rules.jumps && parent != trace.NoState {
			path = c.between(path, parent, state)
		}
		state = parent
	}
	return path
}

// between appends the states between the two ends of a jump, the last first.
func (c *traceChecker) between(path []int64, from, to int64) []int64 {
	first := len(path)
	for at := c.onward(from, to); at != to; at = c.onward(at, to) {
		path = append(path, at)
	}
	slices.Reverse(path[first:])
	return path
}

// pathThrough returns the path through a state that both halves have reached.
func (c *traceChecker) pathThrough(state int64) []int64 {
	path := c.chain(nil, state, search.Forward)
	slices.Reverse(path)
	return c.chain(path, c.known[search.Backward][state].parent, search.Backward)
}
