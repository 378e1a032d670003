package verify

import (
	"slices"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/trace"
)

// closeExpansion checks, at the event that follows an expansion with all it led to,
// that no successor was forgotten, and counts them.
func (c *traceChecker) closeExpansion(next *trace.Event) error {
	if !c.isExpanding {
		return nil
	}
	c.isExpanding = false
	if c.rules.engine {
		return nil
	}
	of, side := c.latest.State, c.latest.Side
	cell := c.cell(of)
	var trouble error
	c.ground.eachStep(cell, func(to grid.Cell, cost sum) {
		c.counts.Generated++
		n := &c.known[side][c.ground.index(to)]
		if trouble != nil || c.rules.noOpen {
			return
		}
		if n.place == placeUnknown {
			trouble = c.wrongEvent(next, "comes though the successor %v of %v, which was expanded in step %d, is unknown", to, cell, c.latest.Step)
			return
		}
		if c.rules.onceOnly || n.place == placeClosed && !c.reopens {
			return
		}
		if side == search.Backward {
			cost, _ = c.ground.step(to, cell)
		}
		length, err := root2.New(cost.straight, cost.diagonal)
		if err != nil {
			trouble = err
			return
		}
		if by := c.latest.G + int64(length); n.g > by {
			trouble = c.wrongEvent(next, "comes though %v has g = %s; by way of %v, which was expanded in step %d, it is %s", to, c.text(n.g), cell, c.latest.Step, c.text(by))
		}
	})
	if !c.rules.noOpen {
		c.counts.PeakOpen = max(c.counts.PeakOpen, c.open)
	}
	return trouble
}

// finish checks what the trace says at its end.
func (c *traceChecker) finish() error {
	if !c.ended {
		return wrong(SubjectEvent, "%d is not there; want the end", c.number)
	}
	c.pass("%d events legal, of which %d expansions", c.number, c.counts.Expanded)
	o := &c.outcome
	for _, count := range []struct {
		name        string
		says, found int64
	}{
		{"expanded", o.Counts.Expanded, c.counts.Expanded},
		{"generated", o.Counts.Generated, c.counts.Generated},
		{"reopened", o.Counts.Reopened, c.counts.Reopened},
		{"peak_open", o.Counts.PeakOpen, c.counts.PeakOpen},
	} {
		if c.rules.fewCounts && count.name != "expanded" && (c.rules.silent || count.name != "generated") {
			continue
		}
		if count.says != count.found && o.Status != 0 {
			return wrong(SubjectCounts, "say %s = %d, but the events make it %d", count.name, count.says, count.found)
		}
	}
	if o.Status == 0 {
		c.pass("the search did not come to an end: %s", o.Reason)
		return nil
	}
	c.pass("counts right")
	if err := c.checkTracePath(); err != nil {
		return err
	}
	if err := c.checkEnd(); err != nil {
		return err
	}
	return c.checkAnswer()
}

// checkTracePath compares the path with the parents that the events told of.
func (c *traceChecker) checkTracePath() error {
	o := &c.outcome
	if len(o.Path) == 0 {
		if c.reached && o.Status == search.Found {
			return wrong(SubjectPath, "is missing, but a goal was reached")
		}
		return nil
	}
	path := c.path
	if !c.reached && c.rules.twoHalves && c.hasMeeting {
		path = c.pathThrough(c.meeting.State) // stopped by a budget
	}
	if c.rules.engine && c.counts.Expanded == 0 && len(o.Path) == 1 {
		path = c.header.Start // such a query an engine answers without a search
	}
	if !slices.Equal(o.Path, path) {
		return wrong(SubjectPath, "is not the one along the parents: it has %d states, theirs %d%s", len(o.Path), len(path), c.firstDifference(o.Path, path))
	}
	c.pass("path follows the parents")
	return nil
}

// checkEnd compares the last event with the path.
func (c *traceChecker) checkEnd() error {
	want := trace.Event{Kind: trace.End, Step: c.counts.Expanded, State: trace.NoState, Parent: trace.NoState}
	if path := c.outcome.Path; len(path) > 0 {
		want.State, want.G, want.F = path[len(path)-1], c.outcome.Cost, c.outcome.Cost
		if len(path) > 1 {
			want.Parent = path[len(path)-2]
		}
	}
	if c.end != want {
		c.number-- // of the end
		return c.wrongEvent(&c.end, "with g = %s and f = %s is not the end of the path, which costs %s", c.text(c.end.G), c.text(c.end.F), c.text(c.outcome.Cost))
	}
	return nil
}

func (c *traceChecker) firstDifference(a, b []int64) string {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return "; it goes over " + c.stateText(a[i]) + ", theirs over " + c.stateText(b[i])
		}
	}
	return ""
}

// checkAnswer checks the outcome as an answer to the query.
func (c *traceChecker) checkAnswer() error {
	o := &c.outcome
	if len(c.header.Start) == 0 || len(c.header.Goals) == 0 {
		if o.Status != search.OutOfBounds {
			return wrong(SubjectStatus, "is %v, but the query leads out of the map", o.Status)
		}
		c.pass("the query leads out of the map")
		return nil
	}
	answer := Answer{
		Status: o.Status, From: c.cell(c.header.Start[0]), To: c.cell(c.header.Goals[0]),
		Path: c.cells(o.Path), Cost: root2.Length(o.Cost), HasCost: len(o.Path) > 0,
		Certificate: o.Certificate, Bound: o.Bound,
		LowerBound: root2.Length(o.LowerBound), HasLowerBound: o.Status == search.Found || o.Status == search.Limit,
		Nearest: c.cells(o.Nearest), NearestCost: root2.Length(o.NearestCost),
	}
	report, err := Check(c.costs, answer)
	if err != nil {
		return err
	}
	c.report.Passed = append(c.report.Passed, report.Passed...)
	if report.Failure != nil {
		return report.Failure
	}
	return nil
}

func (c *traceChecker) cells(path []int64) []grid.Cell {
	if len(path) == 0 {
		return nil
	}
	cells := make([]grid.Cell, len(path))
	for i, state := range path {
		cells[i] = c.cell(state)
	}
	return cells
}
