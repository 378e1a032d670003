package verify

import (
	"math/bits"
	"slices"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/trace"
)

// finish checks what the trace says at its end.
func (c *traceChecker) finish() error {
	if !c.ended {
		return wrong(SubjectEvent, "%d is not there; want the end", c.number)
	}
	c.pass("%d events legal, of which %d expansions", c.number, c.steps)
	var err error
	switch {
	case c.history != nil:
		err = c.finishHistory()
	case c.engine != nil:
		err = c.engine.finish()
	case c.outcome.Status < search.StartBlocked:
		err = wrong(SubjectStatus, "is %v, but the query makes no sense on this map", c.outcome.Status)
	case c.outcome.Counts != search.Counts{}:
		err = wrong(SubjectCounts, "are not 0, but the query makes no sense on this map")
	}
	if err != nil {
		return err
	}
	if err := c.checkEnd(); err != nil {
		return err
	}
	if c.outcome.Status == 0 {
		c.pass("the search did not come to an end: %s", c.outcome.Reason)
		return nil
	}
	return c.checkAnswer()
}

// finishHistory compares the outcome with what the search comes to.
func (c *traceChecker) finishHistory() error {
	o := &c.outcome
	if c.steps == 0 && c.number == 1 && o.Status == search.Limit && c.options.maxBytes > 0 {
		c.history.nearest = trace.NoState
		return c.compareOutcome(&trace.Outcome{Status: search.Limit}) // there was no memory to begin with
	}
	var ways []trace.Outcome
	unsaid := c.history.unsaid(&c.end, o.Status)
	if unsaid == nil {
		ways, unsaid = c.history.endings()
	}
	if unsaid != nil {
		c.number-- // of the end
		return c.wrongEvent(&c.end, "comes too early; want %s", c.describe(unsaid))
	}
	if err := c.checkCounts(c.history.counts); err != nil {
		return err
	}
	var err error
	for i := range ways {
		if err = c.compareOutcome(&ways[i]); err == nil {
			c.passOutcome()
			return nil
		}
	}
	return err
}

func (c *traceChecker) passOutcome() {
	c.pass("counts right")
	if len(c.outcome.Path) > 0 {
		c.pass("path follows the parents")
	}
}

// claimsNothing checks the outcome of a search that did not come to an end.
func (c *traceChecker) claimsNothing() error {
	o := c.outcome
	o.Reason = ""
	if o.Path != nil || o.Nearest != nil || o.Certificate != search.None || o.Cost != 0 || o.LowerBound != 0 || o.NearestCost != 0 || o.Counts != (search.Counts{}) {
		return wrong(SubjectStatus, "says that the search did not come to an end, but there is an answer")
	}
	return nil
}

func (c *traceChecker) checkCounts(found search.Counts) error {
	says := c.outcome.Counts
	if c.rules.engine { // which counts no more
		found.Reopened, found.PeakOpen = 0, 0
	}
	for _, count := range []struct {
		name        string
		says, found int64
	}{
		{"expanded", says.Expanded, found.Expanded},
		{"generated", says.Generated, found.Generated},
		{"reopened", says.Reopened, found.Reopened},
		{"peak_open", says.PeakOpen, found.PeakOpen},
	} {
		if count.says != count.found && c.outcome.Status != 0 {
			return wrong(SubjectCounts, "say %s = %d, but the events make it %d", count.name, count.says, count.found)
		}
	}
	return nil
}

// compareOutcome checks the outcome against one that the search can have.
func (c *traceChecker) compareOutcome(want *trace.Outcome) error {
	o := &c.outcome
	switch {
	case o.Status != want.Status:
		return wrong(SubjectStatus, "is %v, but the search ends with %v", o.Status, want.Status)
	case o.Status == 0:
		return c.claimsNothing()
	case !slices.Equal(o.Path, want.Path):
		return wrong(SubjectPath, "is not the one along the parents: it has %d states, theirs %d%s", len(o.Path), len(want.Path), c.firstDifference(o.Path, want.Path))
	case o.Cost != want.Cost:
		return wrong(SubjectCost, "is %s, but the path costs %s", c.text(o.Cost), c.text(want.Cost))
	case o.Certificate != want.Certificate:
		return wrong(SubjectCertificate, "is %v, but the search comes to %v", o.Certificate, want.Certificate)
	case o.Certificate == search.Bounded && !sameRatio(o.Bound, want.Bound):
		return wrong(SubjectCertificate, "is %v by %v, but the search comes to %v", o.Certificate, o.Bound, want.Bound)
	case o.LowerBound != want.LowerBound:
		return wrong(SubjectLowerBound, "is %s, but the search comes to %s", c.text(o.LowerBound), c.text(want.LowerBound))
	case c.rules.engine: // which names no nearest cell
		return nil
	case !slices.Equal(o.Nearest, want.Nearest):
		return wrong(SubjectNearest, "is not the one along the parents: it has %d states, theirs %d%s", len(o.Nearest), len(want.Nearest), c.firstDifference(o.Nearest, want.Nearest))
	case o.NearestCost != want.NearestCost:
		return wrong(SubjectNearestCost, "is %s, but the path costs %s", c.text(o.NearestCost), c.text(want.NearestCost))
	}
	return nil
}

// sameRatio tells whether two ratios, of numbers from 1, are equal.
func sameRatio(a, b search.Ratio) bool {
	hi1, lo1 := bits.Mul64(uint64(a.Num), uint64(b.Den))
	hi2, lo2 := bits.Mul64(uint64(b.Num), uint64(a.Den))
	return hi1 == hi2 && lo1 == lo2
}

// checkEnd compares the last event with the path.
func (c *traceChecker) checkEnd() error {
	want := trace.Event{Kind: trace.End, Step: c.steps, State: trace.NoState, Parent: trace.NoState}
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
