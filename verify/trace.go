package verify

import (
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/astrolabe-search/astrolabe/grid"
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

// CheckTrace replays a trace and checks it against a map: is the trace's own map that
// map, was each event legal where it stands, and does what the trace says of its
// answer follow? The trace must be of an algorithm of package catalog, as package
// gridtrace records them, and is read from where it stands to its end. The report lists
// what holds, up to the first thing that does not:
//
//   - The maps have the same size, and the same cells are blocked; where weights
//     count, they are the same too.
//   - Each event tells of a cell that is open; it comes from the cell expanded last, by a
//     legal step (jump point search: by legal steps), with a g that is the parent's plus what the step costs; h is what the
//     heuristic estimates, and f what the algorithm makes of the two.
//   - What is expanded was on OPEN and is told of as it was put there; what is
//     improved or reopened was on OPEN or CLOSED at a higher cost.
//   - After an expansion, no successor is unknown, or known at a higher cost than by
//     way of the state expanded; but the fast engines leave out what other paths cover.
//   - For Dijkstra's algorithm, and for A* with a consistent heuristic, the f of
//     expansions never falls. IDA* keeps to its thresholds; what branch and bound and
//     the bidirectional algorithms cut off cannot beat the path that they have.
//   - Expansions, successors, reopened states and the largest size of OPEN are counted
//     right, where an engine counts them; the path is the one along the parents.
//   - What [Check] checks of the answer.
//
// For what is checked of single events see [Failure.Reason], which names event (from
// 0), step and cell. The time is O(1) for each event and that of Check; memory is O(n) for
// a map of n cells.
//
// An error means that the trace could not be checked: it cannot be read, or a cost
// is over the limit ([root2.ErrOverflow]).
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
	outcome trace.Outcome
	m       *grid.Map
	costs   *grid.Costs
	ground  ground
	report  Report

	rules    traceRules
	weight   search.Ratio
	reopens  bool
	estimate [2]estimator
	replay
}

func (c *traceChecker) pass(format string, args ...any) {
	c.report.Passed = append(c.report.Passed, fmt.Sprintf(format, args...))
}

// begin checks the header.
func (c *traceChecker) begin() error {
	if err := c.readOptions(); err != nil {
		return err
	}
	if err := c.checkMap(); err != nil {
		return err
	}
	c.pass("the trace is of this map of %d×%d, and of %s", c.m.Width(), c.m.Height(), c.header.Algorithm)
	for _, ends := range [][]int64{c.header.Start, c.header.Goals} {
		if len(ends) > 1 {
			return wrong(SubjectHeader, "has %d starts and %d goals; want at most one of each", len(c.header.Start), len(c.header.Goals))
		}
	}
	c.replay.begin(c.m)
	return nil
}

// readOptions finds out what was asked.
func (c *traceChecker) readOptions() error {
	rules, known := rulesOf[c.header.Algorithm]
	if !known {
		return wrong(SubjectHeader, "names the algorithm %q, whose rules are not known; want one of the catalog", c.header.Algorithm)
	}
	c.rules, c.reopens = rules, rules.reopens
	var rule grid.Rule
	var model grid.Model
	var metric grid.Metric
	for _, o := range []struct {
		key      string
		required bool
		parse    func(string) error
	}{
		{"moves", true, func(s string) (err error) { rule.Moves, err = grid.ParseMoves(s); return err }},
		{"cut_corners", rule.Moves == grid.Moves8, func(s string) (err error) { rule.Corners, err = grid.ParseCornerRule(s); return err }},
		{"cost", true, func(s string) (err error) { model, err = grid.ParseModel(s); return err }},
		{"heuristic", true, func(s string) (err error) { metric, err = grid.ParseMetric(s); return err }},
		{"weight", false, func(s string) (err error) { c.weight, err = search.ParseRatio(s); return err }},
		{"reopen", false, func(s string) (err error) { c.reopens, err = strconv.ParseBool(s); return err }},
	} {
		value, given := c.header.Option(o.key)
		if !given && o.required && (o.key != "cut_corners" || rule.Moves == grid.Moves8) {
			return wrong(SubjectHeader, "has no option %s", o.key)
		}
		if !given {
			continue
		}
		if err := o.parse(value); err != nil {
			return wrong(SubjectHeader, "has a bad option %s: %v", o.key, err)
		}
	}
	if metric == grid.Auto {
		return wrong(SubjectHeader, "has the heuristic auto; want the one that it stood for")
	}
	costs, err := grid.NewCostsWith(c.m, rule, model, grid.CostOptions{AllowFree: true})
	if err != nil {
		return err
	}
	c.costs, c.ground = costs, newGround(costs)
	if scale, _ := c.header.Option("scale"); scale != strconv.FormatInt(costs.Scale(), 10) {
		return wrong(SubjectHeader, "has the scale %q; want %d on this map", scale, costs.Scale())
	}
	c.estimate = [2]estimator{newEstimator(&c.ground, metric), newEstimator(&c.ground, metric)}
	return nil
}

// checkMap compares the map of the trace with the one given, cell by cell.
func (c *traceChecker) checkMap() error {
	of := &c.header.Map
	if of.Width != c.m.Width() || of.Height != c.m.Height() {
		return wrong(SubjectMap, "of the trace is %d×%d; the one given is %d×%d", of.Width, of.Height, c.m.Width(), c.m.Height())
	}
	weights := make([]grid.Weight, len(of.Kinds))
	for i, k := range of.Kinds {
		var err error
		if weights[i], _, err = grid.ParseWeight(k.Weight); err != nil && !k.Blocked {
			return wrong(SubjectMap, "of the trace has a kind %q with a bad weight: %v", k.Symbol, err)
		}
	}
	openOrNot := map[bool]string{true: "open", false: "blocked"}
	for i, kind := range of.Cells {
		cell := grid.Cell{X: int32(i % of.Width), Y: int32(i / of.Width)}
		open, isOpen := !of.Kinds[kind].Blocked, c.m.Open(cell)
		if open != isOpen {
			return wrong(SubjectMap, "of the trace has the cell %v %s; in the one given it is %s", cell, openOrNot[open], openOrNot[isOpen])
		}
		if !open || c.costs.Model() == grid.Uniform {
			continue
		}
		weight := weights[kind]
		if of.Weights != nil {
			weight = grid.Millionths(of.Weights[i])
		}
		if given := c.m.Weight(cell); weight != given {
			return wrong(SubjectMap, "of the trace has the weight %v in the cell %v; in the one given it is %v", weight, cell, given)
		}
	}
	return nil
}

// cell returns the cell of a state.
func (c *traceChecker) cell(state int64) grid.Cell {
	width := int64(c.m.Width())
	return grid.Cell{X: int32(state % width), Y: int32(state / width)}
}

// wrongEvent returns what is wrong with the event at hand.
func (c *traceChecker) wrongEvent(e *trace.Event, format string, args ...any) error {
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
	return wrong(SubjectEvent, "%d (step %d: %s%v %s%s) %s", c.number, e.Step, side, e.Kind, state, from, fmt.Sprintf(format, args...))
}
