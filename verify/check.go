package verify

import (
	"errors"
	"fmt"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

// Check checks an answer against the map, the rule and the cost model of
// costs. Its report lists what holds, in this order, up to the first thing
// that does not:
//
//   - The status is true of the map: for [search.OutOfBounds],
//     [search.StartBlocked] and [search.GoalBlocked] the query makes no sense
//     in just that way, for the others it does make sense.
//   - The parts of the answer go together: a found answer has a path, a path
//     has a certificate, and nothing is stated of a path that is not there.
//   - The path leads from From to To by legal steps, and costs what is stated.
//   - [search.NoPath] is proved by flooding: no legal steps lead to To.
//   - The lower bound does not exceed the optimum. Where there is no path at
//     all every bound holds.
//   - [search.Optimal]: no path is cheaper; and the lower bound, if stated, is
//     the cost itself. [search.Bounded]: the cost is at most Bound times the
//     optimum. [search.Feasible]: nothing more.
//   - The path to the nearest cell is legal, begins at From and costs what is stated.
//
// All comparisons are exact. The time is O(p) for paths of p steps and, if a
// claim about the optimum is to be checked, O(n log n) for a map of n cells,
// with O(n) memory.
//
// What is wrong with the answer is in the report. An error means that it could
// not be checked: costs is nil, or ([root2.ErrOverflow]) the path or the optimum
// costs more than [grid.Costs.Limit].
func Check(costs *grid.Costs, a Answer) (Report, error) {
	if costs == nil {
		return Report{}, errors.New("verify: no costs given; want those of the map that the answer is for")
	}
	c := checker{Answer: a, costs: costs, ground: newGround(costs)}
	for _, check := range []func(*checker) error{
		(*checker).checkStatus, (*checker).checkParts, (*checker).checkPath, (*checker).checkNoPath,
		(*checker).checkLowerBound, (*checker).checkCertificate, (*checker).checkNearest,
	} {
		err := check(&c)
		if errors.As(err, &c.report.Failure) {
			break
		}
		if err != nil {
			return Report{}, err
		}
	}
	return c.report, nil
}

// checker is one check of an answer.
type checker struct {
	Answer
	costs  *grid.Costs
	ground ground
	report Report

	cost     sum      // of Path, recomputed; from checkPath on, Answer.Cost is the same
	best     *optimum // nil: not yet known
	bestText string
}

func (c *checker) pass(format string, args ...any) {
	c.report.Passed = append(c.report.Passed, fmt.Sprintf(format, args...))
}

func (c *checker) checkStatus() error {
	m := c.costs.Map()
	var trouble search.Status // what is wrong with the query; 0: nothing
	switch {
	case !m.In(c.From) || !m.In(c.To):
		trouble = search.OutOfBounds
	case !m.Open(c.From):
		trouble = search.StartBlocked
	case !m.Open(c.To):
		trouble = search.GoalBlocked
	}
	switch c.Status {
	case search.OutOfBounds:
		if trouble != search.OutOfBounds {
			return wrong(SubjectStatus, "is %v, but both %v and %v lie on the map", c.Status, c.From, c.To)
		}
		outside := c.From
		if m.In(c.From) {
			outside = c.To
		}
		c.pass("%v lies outside the map of %d×%d", outside, m.Width(), m.Height())
	case search.StartBlocked, search.GoalBlocked:
		cell := c.From
		if c.Status == search.GoalBlocked {
			cell = c.To
		}
		switch {
		case !m.In(cell):
			return wrong(SubjectStatus, "is %v, but %v lies outside the map; want %v", c.Status, cell, search.OutOfBounds)
		case m.Open(cell):
			return wrong(SubjectStatus, "is %v, but %v is open", c.Status, cell)
		}
		c.pass("%v is blocked", cell)
	case search.Found, search.NoPath, search.Limit:
		if trouble != 0 {
			return wrong(SubjectStatus, "is %v, but the query from %v to %v makes no sense on this map; want %v", c.Status, c.From, c.To, trouble)
		}
		c.pass("%v and %v are open", c.From, c.To)
	default:
		return wrong(SubjectStatus, "is %v, which is none that an answer can have", c.Status)
	}
	return nil
}

func (c *checker) checkParts() error {
	hasPath := len(c.Path) > 0
	switch {
	case !hasPath && c.Status == search.Found:
		return wrong(SubjectPath, "is missing, but the status is %v", c.Status)
	case hasPath && c.Status != search.Found && c.Status != search.Limit:
		return wrong(SubjectPath, "is given, but the status is %v", c.Status)
	case c.HasCost && !hasPath:
		return wrong(SubjectCost, "is stated, but no path")
	case c.Certificate > search.Optimal:
		return wrong(SubjectCertificate, "is %v, which is none that an answer can have", c.Certificate)
	case hasPath && c.Certificate == search.None:
		return wrong(SubjectCertificate, "is %v, but there is a path; want at least %v", c.Certificate, search.Feasible)
	case !hasPath && c.Certificate != search.None:
		return wrong(SubjectCertificate, "is %v, but there is no path; want %v", c.Certificate, search.None)
	}
	return nil
}

func (c *checker) checkPath() error {
	if len(c.Path) == 0 {
		return nil
	}
	cost, length, err := c.walk(SubjectPath, c.Path)
	if err != nil {
		return err
	}
	if last := c.Path[len(c.Path)-1]; last != c.To {
		return wrong(SubjectPath, "ends at %v, but the query is for %v", last, c.To)
	}
	c.cost = cost
	c.pass("path legal (%s)", steps(c.Path))
	if !c.HasCost {
		c.Cost = length
		return nil
	}
	if c.Cost != length {
		return wrong(SubjectCost, "is %s, but the path costs %s", c.costs.Format(c.Cost), c.costs.Format(length))
	}
	c.pass("cost %s recomputed", c.costs.Format(length))
	return nil
}

// walk follows a path that must begin at From and returns what it costs.
func (c *checker) walk(subject Subject, path []grid.Cell) (sum, root2.Length, error) {
	if path[0] != c.From {
		return sum{}, 0, wrong(subject, "begins at %v, but the query is from %v", path[0], c.From)
	}
	if !c.costs.Map().Open(path[0]) {
		return sum{}, 0, wrong(subject, "begins at %v, which is not an open cell of the map", path[0])
	}
	var total sum
	for i, to := range path[1:] {
		from := path[i]
		cost, reason := c.ground.step(from, to)
		if reason == cutsCorner {
			reason += fmt.Sprintf(" (rule: %v)", c.costs.Rule())
		}
		if reason != "" {
			return sum{}, 0, &Failure{subject, i + 1, from, to, reason}
		}
		if total = total.plus(cost); !c.ground.fits(total) {
			return sum{}, 0, fmt.Errorf("verify: %s: at step %d: %w", subject, i+1, root2.ErrOverflow)
		}
	}
	length, err := c.length(total)
	if err != nil {
		return sum{}, 0, fmt.Errorf("verify: %s: %w", subject, err)
	}
	return total, length, nil
}

// length returns a sum as a length, or [root2.ErrOverflow] if it is over the
// limit.
func (c *checker) length(s sum) (root2.Length, error) {
	length, err := root2.New(s.straight, s.diagonal)
	if err == nil && length > c.costs.Limit() {
		err = fmt.Errorf("%w: %d+%d√2", root2.ErrOverflow, s.straight, s.diagonal)
	}
	return length, err
}

func steps(path []grid.Cell) string {
	if len(path) == 2 {
		return "1 step"
	}
	return fmt.Sprintf("%d steps", len(path)-1)
}

func (c *checker) checkNearest() error {
	if len(c.Nearest) == 0 {
		return nil
	}
	_, length, err := c.walk(SubjectNearest, c.Nearest)
	if err != nil {
		return err
	}
	nearest := c.Nearest[len(c.Nearest)-1]
	if c.NearestCost != length {
		return wrong(SubjectNearestCost, "is %s, but the path to %v costs %s", c.costs.Format(c.NearestCost), nearest, c.costs.Format(length))
	}
	c.pass("path to the nearest cell %v legal (%s), cost %s recomputed", nearest, steps(c.Nearest), c.costs.Format(length))
	return nil
}
