package domain

import (
	"container/heap"
	"context"
	"fmt"
	"math/big"
	"slices"

	"github.com/astrolabe-search/astrolabe/search"
)

// DefaultMaxStates is how many states a check of an optimum looks at unless it is
// told otherwise.
const DefaultMaxStates = 1_000_000

// VerifyOptions bound what a check may take. The zero value is sensible.
type VerifyOptions struct {
	// MaxStates is the number of states after which the optimum is not rechecked any
	// more; 0 is [DefaultMaxStates].
	MaxStates int
}

func (o VerifyOptions) states() int {
	if o.MaxStates > 0 {
		return o.MaxStates
	}
	return DefaultMaxStates
}

// Report says what a check found: what holds, line by line, what was not rechecked
// and why, and the first thing that does not hold, or "".
type Report struct {
	Passed     []string
	NotChecked []string
	Failure    string
}

// OK tells whether nothing was wrong.
func (r *Report) OK() bool { return r.Failure == "" }

func (r *Report) pass(format string, args ...any) {
	r.Passed = append(r.Passed, fmt.Sprintf(format, args...))
}

// Verify rechecks an answer. The error is that of a context that ends.
func (b *bound[S, C]) Verify(ctx context.Context, d Document, opts VerifyOptions) (Report, error) {
	v := verifier[S, C]{bound: b, d: d}
	failure, err := v.run(ctx, opts)
	if err != nil {
		return Report{}, err
	}
	v.report.Failure = failure
	return v.report, nil
}

// verifier is one check of an answer.
type verifier[S comparable, C search.Cost] struct {
	*bound[S, C]
	d           Document
	report      Report
	asked       asked[S, C]
	status      search.Status
	certificate search.Certificate
	path        []S
	cost, lower C
}

// run returns the first thing that is wrong, or "".
func (v *verifier[S, C]) run(ctx context.Context, opts VerifyOptions) (string, error) {
	for _, check := range []func() string{v.question, v.outcome, v.pathIsLegal, v.costs, v.counts} {
		if failure := check(); failure != "" {
			return failure, nil
		}
	}
	return v.optimum(ctx, opts)
}

// question reads what was asked.
func (v *verifier[S, C]) question() string {
	d := &v.d
	if d.Domain != v.bound.d.Domain {
		return fmt.Sprintf("the answer is of the domain %q; this is %s", d.Domain, v.bound.d.Domain)
	}
	if d.Algorithm == "" || d.From == "" || d.To == "" {
		return "the answer does not say what was asked; want algorithm, from and to"
	}
	var err error
	if v.asked, err = v.read(Question{From: d.From, To: d.To, Method: d.Algorithm, Heuristic: d.Options.Heuristic}); err != nil {
		return err.Error()
	}
	m := v.asked.method
	for _, o := range []struct {
		name         string
		given, taken bool
	}{
		{"heuristic", d.Options.Heuristic != "", m.Heuristic},
		{"weight", d.Options.Weight != "", m.Weight},
		{"tie", d.Options.Tie != "", m.Tie},
		{"reopen", d.Options.Reopen != nil, m.Reopens},
		{"path_only", d.Options.PathOnly, m.PathOnly},
	} {
		if o.given && !o.taken {
			return fmt.Sprintf("%s does not take the option %s", m.Name, o.name)
		}
	}
	if d.Options.Tie != "" {
		if _, err := search.ParseTie(d.Options.Tie); err != nil {
			return "the option tie: " + err.Error()
		}
	}
	if d.Options.Weight != "" {
		if _, err := search.ParseRatio(d.Options.Weight); err != nil {
			return "the option weight: " + err.Error()
		}
	}
	v.report.pass("the question can be asked: %s from %s to %s", m.Name, v.asked.From, v.asked.To)
	return ""
}

// outcome reads how the search ended, and whether the parts of the answer fit that.
func (v *verifier[S, C]) outcome() string {
	var err error
	if v.status, err = search.ParseStatus(v.d.Status); err != nil {
		return err.Error()
	}
	if v.certificate, err = search.ParseCertificate(v.d.Certificate); err != nil {
		return err.Error()
	}
	hasPath := len(v.d.Path) > 0
	switch {
	case v.status == search.Found && !hasPath:
		return "the status is found, but there is no path"
	case v.status != search.Found && v.status != search.Limit && hasPath:
		return fmt.Sprintf("the status is %v, but there is a path", v.status)
	case hasPath == (v.certificate == search.None):
		return fmt.Sprintf("the certificate is %v with a path of %d states", v.certificate, len(v.d.Path))
	case hasPath != (v.d.Cost != nil):
		return "a path has a cost, and nothing else has"
	case v.status == search.Limit && v.certificate == search.Optimal:
		return "the status is limit, but the path is certified optimal"
	case (v.certificate == search.Bounded) != (v.d.Bound != ""):
		return fmt.Sprintf("the certificate is %v with the bound %q", v.certificate, v.d.Bound)
	}
	return ""
}

// pathIsLegal checks the ends and every step.
func (v *verifier[S, C]) pathIsLegal() string {
	if len(v.d.Path) == 0 {
		return ""
	}
	for i, text := range v.d.Path {
		s, err := v.bound.d.ParseState(text)
		if err != nil {
			return fmt.Sprintf("state %d of the path, %q: %v", i, text, err)
		}
		if i > 0 {
			cost, legal := v.bound.d.StepCost(v.path[i-1], s)
			if !legal {
				return fmt.Sprintf("no step leads from %s to %s, states %d and %d of the path", v.d.Path[i-1], text, i-1, i)
			}
			if v.cost+cost < v.cost {
				return fmt.Sprintf("the cost overflows at state %d of the path", i)
			}
			v.cost += cost
		}
		v.path = append(v.path, s)
	}
	if v.path[0] != v.asked.from {
		return fmt.Sprintf("the path begins at %s; the question at %s", v.d.Path[0], v.asked.From)
	}
	if !slices.Contains(v.asked.goals, v.path[len(v.path)-1]) {
		return fmt.Sprintf("the path ends at %s, which is not the goal %s", v.d.Path[len(v.path)-1], v.asked.To)
	}
	v.report.pass("the path leads from the start to the goal in %d legal steps", len(v.path)-1)
	return ""
}

// costs compares what the answer says of costs with the sum of the steps.
func (v *verifier[S, C]) costs() string {
	if v.d.Cost != nil {
		if want := v.bound.cost(v.cost); *v.d.Cost != want {
			return fmt.Sprintf("the path costs %s (%v); the answer says %s (%v)", want.Text, want.Value, v.d.Cost.Text, v.d.Cost.Value)
		}
		v.report.pass("its cost is the sum of its steps, %s", v.d.Cost.Text)
	}
	if v.d.LowerBound == nil {
		if v.status == search.Found {
			return "the answer has no lower bound"
		}
		return ""
	}
	var err error
	if v.lower, err = v.bound.d.ParseCost(v.d.LowerBound.Text); err != nil {
		return fmt.Sprintf("the lower bound %q: %v", v.d.LowerBound.Text, err)
	}
	if want := v.bound.cost(v.lower); *v.d.LowerBound != want {
		return fmt.Sprintf("the lower bound is %s (%v), written %s (%v)", want.Text, want.Value, v.d.LowerBound.Text, v.d.LowerBound.Value)
	}
	switch {
	case v.d.Cost == nil:
	case v.lower > v.cost:
		return fmt.Sprintf("the lower bound %s is above the cost %s", v.d.LowerBound.Text, v.d.Cost.Text)
	case v.certificate == search.Optimal && v.lower != v.cost:
		return fmt.Sprintf("the path is certified optimal, but the lower bound %s is below its cost %s", v.d.LowerBound.Text, v.d.Cost.Text)
	}
	return ""
}

// counts looks for counts that no search can have.
func (v *verifier[S, C]) counts() string {
	d := &v.d
	for _, n := range []int64{d.Expanded, d.Generated, d.Reopened, d.PeakOpen, d.TimeNS} {
		if n < 0 {
			return "a count is negative"
		}
	}
	if v.status == search.Found && d.Expanded == 0 {
		return "a path was found without an expansion"
	}
	return ""
}

// optimum searches again, plainly, for what can be proved of the answer.
func (v *verifier[S, C]) optimum(ctx context.Context, opts VerifyOptions) (string, error) {
	switch v.status {
	case search.Found, search.NoPath, search.Limit:
	default:
		return "", nil
	}
	plain, err := v.dijkstra(ctx, opts.states())
	if err != nil {
		return "", err
	}
	if plain.illegal != "" {
		return plain.illegal, nil
	}
	if !plain.known {
		v.report.NotChecked = append(v.report.NotChecked, fmt.Sprintf("the optimum: more than %d states cost no more than %s from the start", opts.states(), v.bound.d.FormatCost(plain.cost)))
		if v.d.LowerBound != nil && v.certificate < search.Optimal && v.lower > plain.cost {
			v.report.NotChecked = append(v.report.NotChecked, "the lower bound")
		}
		if v.d.Cost != nil && v.cost < plain.cost {
			return fmt.Sprintf("the path costs %s, but no goal is nearer than %s", v.d.Cost.Text, v.bound.d.FormatCost(plain.cost)), nil
		}
		return "", nil
	}
	if !plain.found {
		if v.status == search.Found {
			return "a plain search finds no path at all", nil
		}
		if v.status == search.NoPath {
			v.report.pass("no path: a plain search met all %d states that can be reached, and no goal", plain.states)
		}
		return "", nil
	}
	optimum := v.bound.d.FormatCost(plain.cost)
	switch {
	case v.status == search.NoPath:
		return fmt.Sprintf("the answer says that there is no path; a plain search finds one of cost %s", optimum), nil
	case v.d.LowerBound != nil && v.lower > plain.cost:
		return fmt.Sprintf("the lower bound %s is above the optimum %s", v.d.LowerBound.Text, optimum), nil
	case v.certificate == search.Optimal && v.cost != plain.cost:
		return fmt.Sprintf("the path costs %s; the optimum is %s", v.d.Cost.Text, optimum), nil
	case v.certificate == search.Bounded:
		return v.withinBound(plain.cost), nil
	case v.certificate == search.Optimal:
		v.report.pass("the path is optimal: a plain search over %d states finds nothing cheaper than %s", plain.states, optimum)
	default:
		v.report.pass("the lower bound holds: the optimum is %s", optimum)
	}
	return "", nil
}

// withinBound compares the cost with the bound times the optimum.
func (v *verifier[S, C]) withinBound(optimum C) string {
	bound, err := search.ParseRatio(v.d.Bound)
	if err != nil {
		return "the bound: " + err.Error()
	}
	left := new(big.Rat).Mul(rational(v.cost), new(big.Rat).SetInt64(bound.Den))
	right := new(big.Rat).Mul(rational(optimum), new(big.Rat).SetInt64(bound.Num))
	if left.Cmp(right) > 0 {
		return fmt.Sprintf("the path costs %s, which is more than %s times the optimum %s", v.d.Cost.Text, v.d.Bound, v.bound.d.FormatCost(optimum))
	}
	v.report.pass("the path costs no more than %s times the optimum %s", v.d.Bound, v.bound.d.FormatCost(optimum))
	return ""
}

// rational returns a finite cost exactly.
func rational[C search.Cost](c C) *big.Rat {
	if one := C(1); one/2 != 0 {
		return new(big.Rat).SetFloat64(float64(c))
	}
	if c < 0 {
		return new(big.Rat).SetInt64(int64(c))
	}
	return new(big.Rat).SetInt(new(big.Int).SetUint64(uint64(c)))
}

// plainResult is what a plain search found. Where it is not known, cost is what all
// that is left costs at least.
type plainResult[C search.Cost] struct {
	known, found bool
	cost         C
	states       int
	illegal      string // a successor that the rule of the space refuses
}

// dijkstra searches by the successors of the problem, each of which must be a step by
// the space's own rule, over at most so many states.
func (v *verifier[S, C]) dijkstra(ctx context.Context, most int) (plainResult[C], error) {
	problem, err := v.bound.d.Problem(v.asked.goals)
	if err != nil {
		return plainResult[C]{}, err
	}
	known := map[S]C{v.asked.from: 0}
	closed := map[S]bool{}
	open := queue[S, C]{{state: v.asked.from}}
	var edges []search.Edge[S, C]
	for open.Len() > 0 {
		e := heap.Pop(&open).(queued[S, C])
		if closed[e.state] {
			continue
		}
		if slices.Contains(v.asked.goals, e.state) {
			return plainResult[C]{known: true, found: true, cost: e.cost, states: len(closed) + 1}, nil
		}
		if len(closed) == most {
			return plainResult[C]{cost: e.cost, states: most}, nil
		}
		closed[e.state] = true
		if len(closed)%4096 == 0 && ctx.Err() != nil {
			return plainResult[C]{}, context.Cause(ctx)
		}
		edges = problem.AppendSuccessors(edges[:0], e.state)
		for _, edge := range edges {
			if cost, legal := v.bound.d.StepCost(e.state, edge.To); !legal || cost > edge.Cost {
				return plainResult[C]{illegal: fmt.Sprintf("the space is not sound: it has a step from %s to %s at cost %s that its own rule refuses",
					v.bound.d.FormatState(e.state), v.bound.d.FormatState(edge.To), v.bound.d.FormatCost(edge.Cost))}, nil
			}
			through := e.cost + edge.Cost
			if before, met := known[edge.To]; (!met || through < before) && through >= e.cost {
				known[edge.To] = through
				heap.Push(&open, queued[S, C]{edge.To, through})
			}
		}
	}
	return plainResult[C]{known: true, states: len(closed)}, nil
}

// queue is a heap of states by cost.
type queue[S comparable, C search.Cost] []queued[S, C]

type queued[S comparable, C search.Cost] struct {
	state S
	cost  C
}

func (q queue[S, C]) Len() int           { return len(q) }
func (q queue[S, C]) Less(i, j int) bool { return q[i].cost < q[j].cost }
func (q queue[S, C]) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue[S, C]) Push(x any)        { *q = append(*q, x.(queued[S, C])) }
func (q *queue[S, C]) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}
