package scenario

import (
	"context"
	"fmt"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/mapfile"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

// Wrong is an answer that cannot be right.
type Wrong struct {
	Map       string
	Algorithm string
	Source    string // the scenario's name
	Line      int    // of the query in it, from 1; 0 if it was not read from a file
	Query     int    // its number, from 1
	Published string // the optimum as the scenario has it; "" where it does not hold
	Ours      string // the length found, or the status
	Reason    string // what is wrong
}

// String returns "SOURCE:LINE: map MAP, query N: ALGORITHM's answer is OURS, ..." with
// the reason.
func (w Wrong) String() string {
	published := ""
	if w.Published != "" {
		published = fmt.Sprintf(", the published optimum is %s", w.Published)
	}
	return fmt.Sprintf("%s: map %s, query %d: %s's answer is %s%s: %s", where(w.Source, w.Line), w.Map, w.Query, w.Algorithm, w.Ours, published, w.Reason)
}

// Note is what should be known of a query, beside the answers to it.
type Note struct {
	Map    string
	Source string // the scenario's name
	Line   int    // of the query in it, from 1; 0 if it was not read from a file
	Query  int    // its number, from 1
	Text   string // "start-blocked: the cell 1,7 is blocked ('@')"
}

// String returns "SOURCE:LINE: map MAP, query N: TEXT".
func (n Note) String() string {
	return fmt.Sprintf("%s: map %s, query %d: %s", where(n.Source, n.Line), n.Map, n.Query, n.Text)
}

func where(source string, line int) string {
	if line > 0 {
		return fmt.Sprintf("%s:%d", source, line)
	}
	return source
}

// checker judges the answers to the queries of one map.
type checker struct {
	costs     *grid.Costs
	published bool               // the scenario's optima hold here
	reference *gridsearch.Finder // where they do not
}

func newChecker(ctx context.Context, costs *grid.Costs, optima Optima) (*checker, error) {
	c := &checker{costs: costs}
	switch optima {
	case OptimaAuto:
		c.published = costs.Rule() == grid.Rule{} && costs.Model() == grid.Uniform
	case OptimaCheck:
		c.published = true
	}
	if c.published {
		return c, nil
	}
	var err error
	c.reference, err = gridsearch.NewContext(ctx, costs, gridsearch.EngineAuto)
	return c, err
}

// verdict is what the checker says of an answer.
type verdict struct {
	optimal bool
	reason  string // what is wrong, or ""
}

// judge returns the verdict on each answer to a query, and the length of the
// shortest path, or −1 if there is none. The paths are those of the answers.
func (c *checker) judge(ctx context.Context, q mapfile.Query, answers []Answer) (verdicts []verdict, length float64, err error) {
	verdicts = make([]verdict, len(answers))
	shortest, known := root2.Length(0), false
	meet := func(l root2.Length) {
		if !known || l < shortest {
			shortest, known = l, true
		}
	}
	if c.reference != nil {
		found, err := c.reference.Find(ctx, gridsearch.Query{From: q.Start, To: q.Goal, Form: gridsearch.LengthOnly})
		if err != nil {
			return nil, 0, err
		}
		if found.Status == search.Found {
			meet(found.Length)
		}
	}
	for i, a := range answers {
		if a.Status != search.Found {
			continue
		}
		verdicts[i].reason = c.faultOfPath(q, a)
		if verdicts[i].reason == "" {
			meet(a.Length)
		}
	}
	noPath := c.saysNoPath(q)
	for i, a := range answers {
		v := &verdicts[i]
		switch {
		case v.reason != "":
		case a.Status == search.Found && noPath && a.Length > 0:
			v.reason = "the scenario says that there is no path (it has 0 between different cells)"
		case a.Status == search.Found:
			v.optimal = a.Length == shortest && (!c.published || q.Agrees(c.costs.Float64(a.Length)))
			v.reason = c.faultOfLength(q, a, shortest)
		case c.published && !noPath:
			v.reason = "the scenario has a path"
		case known:
			v.reason = "there is a path of " + c.text(shortest)
		case a.Status != search.NoPath && a.Status != search.StartBlocked && a.Status != search.GoalBlocked:
			v.reason = "that is no answer"
		default:
			v.optimal = true // there is no path, and it says so
		}
	}
	switch {
	case c.published && !noPath:
		return verdicts, q.OptimalFloat(), nil
	case known:
		return verdicts, c.costs.Float64(shortest), nil
	}
	return verdicts, -1, nil
}

// saysNoPath tells whether the scenario claims that there is no path: it has the length
// 0 between different cells, or where the one that it names is blocked.
func (c *checker) saysNoPath(q mapfile.Query) bool {
	return c.published && q.OptimalFloat() == 0 && (q.Start != q.Goal || !c.costs.Map().Open(q.Start))
}

// faultOfPath returns what is wrong with a path, or "".
func (c *checker) faultOfPath(q mapfile.Query, a Answer) string {
	length, err := c.costs.PathCost(a.Path)
	switch {
	case err != nil:
		return err.Error()
	case a.Path[0] != q.Start || a.Path[len(a.Path)-1] != q.Goal:
		return fmt.Sprintf("its path leads from %v to %v, not from %v to %v", a.Path[0], a.Path[len(a.Path)-1], q.Start, q.Goal)
	case length != a.Length:
		return fmt.Sprintf("its path is %s long", c.text(length))
	}
	return ""
}

// faultOfLength returns what is wrong with the length of a legal path, or "".
func (c *checker) faultOfLength(q mapfile.Query, a Answer, shortest root2.Length) string {
	value := c.costs.Float64(a.Length)
	bound := 1.0
	if a.Certificate == search.Bounded {
		bound = a.Bound.Float64()
	}
	certified := a.Certificate == search.Optimal || a.Certificate == search.Bounded
	switch {
	case c.published && !q.Agrees(value) && value < q.OptimalFloat():
		return "a legal path is shorter than the published optimum"
	case c.published && certified && value > bound*q.OptimalFloat() && !q.Agrees(value/bound):
		return fmt.Sprintf("it is certified %v, and is too long", a.Certificate)
	case a.Certificate == search.Optimal && a.Length != shortest,
		a.Certificate == search.Bounded && value > bound*c.costs.Float64(shortest)*(1+floatSlack):
		return fmt.Sprintf("it is certified %v, and there is a path of %s", a.Certificate, c.text(shortest))
	}
	return ""
}

// floatSlack is for the rounding of a product of two float64: a few units of
// 2^−53.
const floatSlack = 1e-15

// text prints a length exactly and as a decimal.
func (c *checker) text(l root2.Length) string {
	return fmt.Sprintf("%s ≈ %.8g", c.costs.Format(l), c.costs.Float64(l))
}

// saying returns an answer in words.
func (c *checker) saying(a Answer) string {
	if a.Status != search.Found {
		return a.Status.String()
	}
	return c.text(a.Length)
}

// gist is what must be the same each time an algorithm answers a query.
type gist struct {
	status   search.Status
	length   root2.Length
	expanded int64
}

func (a Answer) gist() gist { return gist{a.Status, a.Length, a.Expanded} }
