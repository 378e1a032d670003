package verify

import (
	"errors"
	"fmt"
	"io"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/trace"
)

// The parts of a trace.
const (
	SubjectMap    Subject = "map"
	SubjectHeader Subject = "header"
	SubjectEvent  Subject = "event"
	SubjectCounts Subject = "counts"
)

// CheckTrace checks a trace against a map: is the trace's own map that map, is its
// history the one that the algorithm has on it, and does what the trace says of its
// answer follow? The trace must be of an algorithm of package catalog, as package
// gridtrace records them, and is read from where it stands to its end. The report lists
// what holds, up to the first thing that does not:
//
//   - The maps have the same size, and the same cells are blocked; where weights
//     count, they are the same too. The header has the options that the algorithm takes.
//   - The search is made once more, by the algorithm's rules and the header's options,
//     without any code of the engines: which state is due by f and tie policy, which
//     successors it has in which order, what becomes of each. Every event must be the
//     one that follows. The trace may end where the search does or where a limit, or
//     somebody, can have stopped it. Two things are left open: which half comes first where
//     both are equal by every rule, and when a search was stopped from outside.
//   - The outcome is what that search comes to: status, path, cost, certificate, bounds,
//     the way to the nearest cell, and all counts. Reasons are not looked at.
//   - The fast engines have an order of their own. Of them each event is checked for itself:
//     a legal step, jump or scan with the right g, h and f, from the state expanded
//     last; what is expanded was on OPEN, as it was put there. In the end nothing may be
//     on OPEN that could lead to a better path.
//   - What [Check] checks of the answer.
//
// For what is wrong with an event see [Failure.Reason], which names event (from
// 0), step and cell, and what should be in its place. The time is that of the search, made
// plainly, and that of Check; memory is O(n) for a map of n cells.
//
// An error means that the trace could not be checked: it or one of its options cannot be
// read, or a cost is over the limit ([root2.ErrOverflow]).
func CheckTrace(m *grid.Map, source trace.Source) (Report, error) {
	if m == nil {
		return Report{}, errors.New("verify: no map given; want the one that the trace is of")
	}
	c := traceChecker{header: source.Header(), m: m}
	err := c.begin()
	for err == nil {
		var e trace.Event
		if e, err = source.Next(); err == io.EOF {
			c.outcome = source.Outcome()
			err = c.finish()
			break
		} else if err != nil {
			return Report{}, fmt.Errorf("verify: the trace cannot be read: %w", err)
		}
		err = c.event(&e)
		c.number++
	}
	if errors.As(err, &c.report.Failure) || err == nil {
		return c.report, nil
	}
	return Report{}, err
}

// traceChecker is one check of a trace.
type traceChecker struct {
	header  trace.Header
	options traceOptions
	outcome trace.Outcome
	m       *grid.Map
	costs   *grid.Costs
	ground  ground
	report  Report
	rules   traceRules

	number int64 // of the event at hand, from 0
	steps  int64 // expansions told of
	ended  bool
	end    trace.Event

	history *history     // what must be told; nil: it is not known,
	engine  *engineCheck // but this is; nil, too: the query makes no sense
}

func (c *traceChecker) pass(format string, args ...any) {
	c.report.Passed = append(c.report.Passed, fmt.Sprintf(format, args...))
}

// begin checks the header.
func (c *traceChecker) begin() error {
	if err := c.readOptions(); err != nil {
		return err
	}
	costs, err := grid.NewCostsWith(c.m, c.options.rule, c.options.model, grid.CostOptions{AllowFree: true})
	if err != nil {
		return err
	}
	c.costs, c.ground = costs, newGround(costs)
	if c.options.scale != costs.Scale() {
		return wrong(SubjectHeader, "has the scale %d; want %d on this map", c.options.scale, costs.Scale())
	}
	if err := c.checkMap(); err != nil {
		return err
	}
	if len(c.header.Start) > 1 || len(c.header.Goals) > 1 {
		return wrong(SubjectHeader, "has %d starts and %d goals; want at most one of each", len(c.header.Start), len(c.header.Goals))
	}
	c.pass("the trace is of this map of %d×%d, and of %s", c.m.Width(), c.m.Height(), c.header.Algorithm)
	switch {
	case !c.makesSense():
	case c.rules.again != nil:
		c.history = newHistory(c)
	default:
		c.engine = newEngineCheck(c)
	}
	return nil
}

// makesSense tells whether the query has open ends.
func (c *traceChecker) makesSense() bool {
	return len(c.header.Start) == 1 && len(c.header.Goals) == 1 &&
		c.m.Open(c.cell(c.header.Start[0])) && c.m.Open(c.cell(c.header.Goals[0]))
}

// event checks one event and takes it in.
func (c *traceChecker) event(e *trace.Event) error {
	if e.Kind == trace.Expand {
		c.steps++
	}
	switch {
	case c.ended:
		return c.wrongEvent(e, "comes after the end")
	case e.Step != c.steps:
		return c.wrongEvent(e, "has the step %d; want %d, the expansions told of", e.Step, c.steps)
	case e.Kind == trace.End:
		c.ended, c.end = true, *e
		return nil
	case !c.m.Open(c.cell(e.State)):
		return c.wrongEvent(e, "is about a blocked cell")
	case e.Side == search.Backward && !c.rules.twoHalves:
		return c.wrongEvent(e, "is of a half that %s does not have", c.header.Algorithm)
	case c.history != nil:
		return c.compare(e)
	case c.engine != nil:
		return c.engine.event(e)
	}
	return c.wrongEvent(e, "is told, but the query makes no sense on this map, and nothing is searched")
}

// compare checks that an event is the one that must follow.
func (c *traceChecker) compare(e *trace.Event) error {
	want := c.history.next(e)
	if want == nil {
		return c.wrongEvent(e, "comes when the search is over: it ended with the status %v", c.history.outcome.Status)
	}
	if *e == *want {
		c.history.told++
		return nil
	}
	if e.Kind == want.Kind && e.Side == want.Side && e.State == want.State && e.Parent == want.Parent {
		for _, v := range []struct {
			name       string
			says, want int64
		}{{"g", e.G, want.G}, {"h", e.H, want.H}, {"f", e.F, want.F}} {
			if v.says != v.want {
				return c.wrongEvent(e, "has %s = %s; want %s", v.name, c.text(v.says), c.text(v.want))
			}
		}
	}
	if reason := c.illegal(e); reason != "" {
		return c.wrongEvent(e, "%s", reason)
	}
	return c.wrongEvent(e, "is not what follows; want %s", c.describe(want))
}

// illegal returns why there is no such step as an event's, or "".
func (c *traceChecker) illegal(e *trace.Event) string {
	if e.Parent == trace.NoState {
		return ""
	}
	from, to := c.cell(e.Parent), c.cell(e.State)
	if e.Side == search.Backward {
		from, to = to, from
	}
	_, reason := c.ground.step(from, to)
	if reason == cutsCorner {
		reason += fmt.Sprintf(" (rule: %v)", c.costs.Rule())
	}
	return reason
}

// describe names an event that should be told.
func (c *traceChecker) describe(e *trace.Event) string {
	text := fmt.Sprintf("%s with g = %s, h = %s and f = %s", c.name(e), c.text(e.G), c.text(e.H), c.text(e.F))
	if e.Kind == trace.Expand {
		text += ", which is due by the rules of " + c.header.Algorithm
	}
	return text
}

func (c *traceChecker) text(l int64) string { return c.costs.Format(root2.Length(l)) }

// cell returns the cell of a state.
func (c *traceChecker) cell(state int64) grid.Cell {
	width := int64(c.m.Width())
	return grid.Cell{X: int32(state % width), Y: int32(state / width)}
}

func (c *traceChecker) stateText(state int64) string {
	if state == trace.NoState {
		return "nowhere"
	}
	return c.cell(state).String()
}

// name names an event by kind, side, state and parent.
func (c *traceChecker) name(e *trace.Event) string {
	side, state, from := "", "no state", ""
	if e.Side == search.Backward {
		side = "backward "
	}
	if e.State != trace.NoState {
		state = c.cell(e.State).String()
	}
	if e.Parent != trace.NoState {
		from = fmt.Sprintf(" from %v", c.cell(e.Parent))
	}
	return fmt.Sprintf("%s%v %s%s", side, e.Kind, state, from)
}

// wrongEvent returns what is wrong with the event at hand.
func (c *traceChecker) wrongEvent(e *trace.Event, format string, args ...any) error {
	return wrong(SubjectEvent, "%d (step %d: %s) %s", c.number, e.Step, c.name(e), fmt.Sprintf(format, args...))
}
