package domain

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/astrolabe-search/astrolabe/search"
)

// Definition describes a space whose states are S and whose costs are C. The fields
// without a comment that says otherwise must be set.
type Definition[S comparable, C search.Cost] struct {
	Domain string // the kind of space, such as "tiles"
	Title  string // which one it is
	Facts  []Fact // may be empty

	// Start and Goal are the space's own, as text; either may be "".
	Start, Goal string

	// ParseState reads a state. Its error says which character is wrong and what
	// would be right.
	ParseState func(text string) (S, error)
	// FormatState writes a state so that ParseState reads it back.
	FormatState func(S) string
	// ParseGoals reads a set of goals. Without it, a goal is one state.
	ParseGoals func(text string) ([]S, error)
	// Label names the step between two states that follow each other on a path. It
	// may be nil.
	Label func(from, to S) string

	// FormatCost writes a cost exactly, so that ParseCost reads it back; Float64 is
	// the nearest number, for show.
	FormatCost func(C) string
	ParseCost  func(text string) (C, error)
	Float64    func(C) float64

	// Problem is the task of reaching the nearest of some goals, of which there is at
	// least one.
	Problem func(goals []S) (search.Problem[S, C], error)
	// Heuristics are estimates, the default first. There must be at least one.
	Heuristics []HeuristicOf[S, C]

	// StepCost tells whether one step leads from a state to another, and what the
	// cheapest one costs. It judges answers, so it must not be made of the
	// successors of Problem.
	StepCost func(from, to S) (C, bool)
}

// HeuristicOf is an estimate. The claim is of what Toward and From return, whatever
// they are given.
type HeuristicOf[S comparable, C search.Cost] struct {
	Heuristic
	// Toward makes the estimate of the cost from a state to the nearest of some goals.
	// It is an error if it does not fit the space.
	Toward func(goals []S) (func(S) C, error)
	// From makes the estimate of the cost from a start to a state, for searches from
	// both ends. Without it, their backward half has no estimate.
	From func(start S) (func(S) C, error)
}

// Bind returns the space of a definition. The error names a field that is missing.
func Bind[S comparable, C search.Cost](d Definition[S, C]) (Space, error) {
	for _, field := range []struct {
		name string
		set  bool
	}{
		{"Domain", d.Domain != ""},
		{"Title", d.Title != ""},
		{"ParseState", d.ParseState != nil},
		{"FormatState", d.FormatState != nil},
		{"FormatCost", d.FormatCost != nil},
		{"ParseCost", d.ParseCost != nil},
		{"Float64", d.Float64 != nil},
		{"Problem", d.Problem != nil},
		{"Heuristics", len(d.Heuristics) > 0},
		{"StepCost", d.StepCost != nil},
	} {
		if !field.set {
			return nil, fmt.Errorf("domain: the definition of %q has no %s", d.Domain, field.name)
		}
	}
	return &bound[S, C]{d}, nil
}

// bound is a definition as a [Space].
type bound[S comparable, C search.Cost] struct{ d Definition[S, C] }

func (b *bound[S, C]) Domain() string             { return b.d.Domain }
func (b *bound[S, C]) Title() string              { return b.d.Title }
func (b *bound[S, C]) Facts() []Fact              { return b.d.Facts }
func (b *bound[S, C]) Defaults() (string, string) { return b.d.Start, b.d.Goal }

func (b *bound[S, C]) Heuristics() []Heuristic {
	var all []Heuristic
	for _, h := range b.d.Heuristics {
		all = append(all, h.Heuristic)
	}
	return all
}

func (b *bound[S, C]) Methods() []search.Description {
	var all []search.Description
	for _, m := range search.Methods[S, C]() {
		all = append(all, m.Description)
	}
	return all
}

// asked is a question in the terms of the space.
type asked[S comparable, C search.Cost] struct {
	Question
	from      S
	goals     []S
	method    search.Method[S, C]
	heuristic HeuristicOf[S, C]
}

// read fills in a question's defaults and reads its states and names.
func (b *bound[S, C]) read(q Question) (asked[S, C], error) {
	a := asked[S, C]{Question: q}
	var err error
	if a.from, a.From, err = b.start(q.From); err != nil {
		return a, err
	}
	if a.goals, a.To, err = b.goal(q.To); err != nil {
		return a, err
	}
	if a.Method == "" {
		a.Method = "astar"
	}
	methods := search.Methods[S, C]()
	i := slices.IndexFunc(methods, func(m search.Method[S, C]) bool {
		name := strings.ToLower(a.Method)
		return m.Name == name || slices.Contains(m.Aliases, name)
	})
	if i < 0 {
		var names []string
		for _, m := range methods {
			names = append(names, m.Name)
		}
		return a, &QuestionError{fmt.Sprintf("%q is no algorithm for %s", a.Method, b.d.Domain), "want one of " + strings.Join(names, ", ")}
	}
	a.method = methods[i]
	a.Method = a.method.Name
	if a.heuristic, err = b.heuristic(q.Heuristic); err != nil {
		return a, err
	}
	a.Heuristic = a.heuristic.Name
	return a, nil
}

// start reads the start of a question, and returns it also as it is written.
func (b *bound[S, C]) start(text string) (S, string, error) {
	if text == "" {
		text = b.d.Start
	}
	if text == "" {
		var none S
		return none, "", &QuestionError{"there is no start: " + b.d.Title + " has none of its own", "give one with --from"}
	}
	s, err := b.d.ParseState(text)
	if err != nil {
		return s, "", &QuestionError{fmt.Sprintf("the start %q: %v", text, err), ""}
	}
	return s, b.d.FormatState(s), nil
}

// goal reads the goals of a question. The text stands for them if they are several.
func (b *bound[S, C]) goal(text string) ([]S, string, error) {
	if text == "" {
		text = b.d.Goal
	}
	if text == "" {
		return nil, "", &QuestionError{"there is no goal: " + b.d.Title + " has none of its own", "give one with --to"}
	}
	parse := b.d.ParseGoals
	if parse == nil {
		parse = func(text string) ([]S, error) {
			s, err := b.d.ParseState(text)
			return []S{s}, err
		}
	}
	goals, err := parse(text)
	if err != nil {
		return nil, "", &QuestionError{fmt.Sprintf("the goal %q: %v", text, err), ""}
	}
	if len(goals) == 1 {
		text = b.d.FormatState(goals[0])
	}
	return goals, text, nil
}

func (b *bound[S, C]) heuristic(name string) (HeuristicOf[S, C], error) {
	if name == "" {
		return b.d.Heuristics[0], nil
	}
	var names []string
	for _, h := range b.d.Heuristics {
		if h.Name == name {
			return h, nil
		}
		names = append(names, h.Name)
	}
	return HeuristicOf[S, C]{}, &QuestionError{fmt.Sprintf("%q is no heuristic for %s", name, b.d.Domain), "want one of " + strings.Join(names, ", ")}
}

// Solve asks the algorithm.
func (b *bound[S, C]) Solve(ctx context.Context, q Question) (Answer, error) {
	a, err := b.read(q)
	if err != nil {
		return Answer{}, err
	}
	problem, err := b.d.Problem(a.goals)
	if err != nil {
		return Answer{}, &QuestionError{err.Error(), ""}
	}
	opts, err := a.options()
	if err != nil {
		return Answer{}, err
	}
	if q.MaxTime > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, q.MaxTime, fmt.Errorf("the time limit of %v is over", q.MaxTime))
		defer cancel()
	}
	begin := time.Now()
	stepper, err := a.method.New(problem, a.from, opts)
	var needs *search.RequirementError
	if errors.As(err, &needs) {
		return Answer{}, &QuestionError{fmt.Sprintf("%s cannot search %s: %v", a.method.Name, b.d.Title, needs), ""}
	}
	if err != nil {
		return Answer{}, err
	}
	result, err := stepper.Run(ctx)
	elapsed := time.Since(begin)
	if err != nil {
		return Answer{}, fmt.Errorf("%s: %w", a.method.Name, err)
	}
	return b.answer(&a, result, elapsed), nil
}

// options returns the options of a search.
func (a *asked[S, C]) options() (search.Options[S, C], error) {
	opts := search.Options[S, C]{
		Weight: a.Weight, Tie: a.Tie, NoReopen: a.NoReopen, PathOnly: a.PathOnly,
		MaxExpanded: a.MaxExpanded, MaxBytes: a.MaxBytes,
		Claim: a.heuristic.Claim, ClaimReason: a.heuristic.Reason,
	}
	var err error
	if opts.Heuristic, err = a.heuristic.Toward(a.goals); err != nil {
		return opts, &QuestionError{err.Error(), ""}
	}
	if a.method.Halves == 2 && a.heuristic.From != nil {
		if opts.BackwardHeuristic, err = a.heuristic.From(a.from); err != nil {
			return opts, &QuestionError{err.Error(), ""}
		}
	}
	return opts, nil
}

// answer puts a result into words.
func (b *bound[S, C]) answer(a *asked[S, C], r search.Result[S, C], elapsed time.Duration) Answer {
	out := Answer{
		Question: a.Question, Method: a.method.Description, Domain: b.d.Domain,
		Status: r.Status, Certificate: r.Certificate, Bound: r.Bound, Reason: r.Reason,
		Path: b.steps(r.Path), Nearest: b.steps(r.Nearest), Counts: r.Counts, Elapsed: elapsed,
	}
	if len(r.Path) > 0 {
		cost := b.cost(r.Cost)
		out.Cost = &cost
	}
	if r.Status == search.Found || r.Status == search.Limit {
		bound := b.cost(r.LowerBound)
		out.LowerBound = &bound
	}
	return out
}

func (b *bound[S, C]) cost(c C) Cost { return Cost{b.d.FormatCost(c), b.d.Float64(c)} }

// steps puts a path into words. Its costs are those of the space's own rule.
func (b *bound[S, C]) steps(path []S) []Step {
	var steps []Step
	var sum C
	for i, s := range path {
		step := Step{State: b.d.FormatState(s)}
		if i > 0 {
			cost, _ := b.d.StepCost(path[i-1], s)
			sum += cost
			if b.d.Label != nil {
				step.Label = b.d.Label(path[i-1], s)
			}
		}
		step.Cost = b.cost(sum)
		steps = append(steps, step)
	}
	return steps
}
