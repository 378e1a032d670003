package explain

import (
	"fmt"

	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/trace"
	"github.com/astrolabe-search/astrolabe/trace/gridtrace"
)

// judge says what became of the cell, and why.
func (t *teller) judge() {
	s := t.story
	for _, side := range t.sides {
		if len(side.Moments) > 0 {
			side.straighten()
			s.Sides = append(s.Sides, side)
		}
	}
	forward, backward := t.last[search.Forward], t.last[search.Backward]
	metForward, metBackward := t.met[search.Forward], t.met[search.Backward]
	switch {
	case !s.costs.Map().Open(s.Cell):
		s.Fate, s.Why = Blocked, "the cell is blocked"
	case metForward && forward.Kind == trace.Expand:
		s.Fate, s.Why = Expanded, t.whyExpanded(forward)
	case metBackward && backward.Kind == trace.Expand:
		s.Fate, s.Why = Expanded, t.whyExpanded(backward)
	case metForward:
		s.Fate, s.Why = Open, t.whyOpen(forward)
	case metBackward:
		s.Fate, s.Why = Open, t.whyOpen(backward)
	case s.Measured && s.FromStart == gridsearch.Unreachable:
		s.Fate, s.Why = Cut, "no path leads from the start to it"
	case t.passes:
		s.Fate, s.Why = PassedBy, fmt.Sprintf("the scan from %v to %v at step %d covered it, and it is no place where paths have to branch",
			gridtrace.Cell(t.width, t.passed.Parent), gridtrace.Cell(t.width, t.passed.State), t.passed.Step)
	default:
		s.Fate, s.Why = Unmet, t.whyUnmet()
	}
}

func (t *teller) format(l root2.Length) string { return t.story.Format(l) }

func (t *teller) whyExpanded(m Moment) string {
	s := t.story
	exact := ""
	switch {
	case !s.Measured:
	case t.sidesMet() == 1 && t.sides[search.Forward].Moments != nil && m.G == s.FromStart:
		exact = ", which is its exact distance from the start"
	case t.sidesMet() == 1 && t.sides[search.Forward].Moments != nil && m.G > s.FromStart:
		exact = fmt.Sprintf(", though %s would be its exact distance from the start", t.format(s.FromStart))
	}
	return fmt.Sprintf("at step %d it had the least priority on OPEN, %s, with g = %s%s", m.Step, t.format(m.F), t.format(m.G), exact)
}

func (t *teller) sidesMet() int {
	met := 0
	for _, side := range t.sides {
		if len(side.Moments) > 0 {
			met++
		}
	}
	return met
}

func (t *teller) whyOpen(m Moment) string {
	switch {
	case !t.story.Ended:
		return fmt.Sprintf("it waits on OPEN with f = %s; the last expansion had f = %s", t.format(m.F), t.format(root2.Length(t.rival.F)))
	case t.outcome.Status == search.Limit:
		return fmt.Sprintf("the search reached a limit while it was on OPEN with f = %s", t.format(m.F))
	case t.outcome.Status == search.Found && m.F > root2.Length(t.outcome.Cost):
		return fmt.Sprintf("its f = %s exceeds %s, the cost of the path, so nothing better could come of it", t.format(m.F), t.format(root2.Length(t.outcome.Cost)))
	case t.rivalAt.Kind == trace.Expand:
		rival := gridtrace.Cell(t.width, t.rivalAt.State)
		return fmt.Sprintf("its f = %s ties with %v, which was expanded at step %d by the tie policy, and the search ended first", t.format(m.F), rival, t.rivalAt.Step)
	}
	return fmt.Sprintf("it was on OPEN with f = %s when the search ended", t.format(m.F))
}

func (t *teller) whyUnmet() string {
	s := t.story
	switch {
	case !s.Ended:
		return "no cell that leads to it has been expanded yet"
	case t.outcome.Status == search.Limit:
		return "the search reached a limit before any cell that leads to it was expanded"
	case s.Measured && t.outcome.Status == search.Found && s.FromStart+s.Estimate > root2.Length(t.outcome.Cost):
		return fmt.Sprintf("even by the shortest way its f would be %s + %s = %s, above %s, the cost of the path", t.format(s.FromStart),
			t.format(s.Estimate), t.format(s.FromStart+s.Estimate), t.format(root2.Length(t.outcome.Cost)))
	}
	return "no cell that leads to it was expanded before the search ended"
}
