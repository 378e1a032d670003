package domain

import (
	"context"
	"time"

	"github.com/astrolabe-search/astrolabe/search"
)

// Space is a state space of some domain. It is immutable and may be shared between
// goroutines.
type Space interface {
	// Domain is the name of the kind of space, such as "tiles".
	Domain() string
	// Title says which space it is, such as "15-puzzle".
	Title() string
	// Facts describe it, in the order in which they are shown.
	Facts() []Fact
	// Defaults are the start and the goal that come with the space; either may be "".
	Defaults() (from, to string)
	// Heuristics are the estimates that can be asked for, the default first.
	Heuristics() []Heuristic
	// Methods are the algorithms that the space allows.
	Methods() []search.Description

	// Solve asks a question. The error is a [*QuestionError] for a question that
	// cannot be asked, or that of the search.
	Solve(ctx context.Context, q Question) (Answer, error)
	// Verify rechecks an answer without trusting the search: each step by the
	// space's own rule, the costs as sums, and the optimum by a plain search as far
	// as [VerifyOptions] allows.
	Verify(ctx context.Context, a Document, opts VerifyOptions) (Report, error)
	// CheckHeuristic compares estimates with exact distances.
	CheckHeuristic(ctx context.Context, q HeuristicQuestion) (HeuristicReport, error)
}

// Fact is a thing to know about a space.
type Fact struct{ Name, Text string }

// Heuristic describes an estimate of a space, and what is claimed of it.
type Heuristic struct {
	Name   string
	Title  string
	Paper  string // authors and year, or ""
	Claim  search.Claim
	Reason string // why the claim holds
}

// Question is what a search is asked. The zero value asks A* from the space's own
// start to its own goal, with its default heuristic.
type Question struct {
	From, To  string // states as text; "" is the space's default
	Method    string // a name or an alias; "" is astar
	Heuristic string // "" is the space's default
	Weight    search.Ratio
	Tie       search.Tie
	NoReopen  bool
	PathOnly  bool

	MaxExpanded int64         // 0: no limit
	MaxBytes    int64         // 0: no limit
	MaxTime     time.Duration // 0: no limit
}

// QuestionError says what cannot be asked.
type QuestionError struct {
	What string // what is wrong
	Want string // what would be right; may be ""
}

func (e *QuestionError) Error() string {
	if e.Want == "" {
		return e.What
	}
	return e.What + "; " + e.Want
}

// Cost is an exact cost as text, and rounded for show.
type Cost struct {
	Text  string  `json:"text"`
	Value float64 `json:"value"`
}

// Step is a state on a path.
type Step struct {
	State string // as text
	Label string // what the step to it is called, such as the tile that moves; "" for the first
	Cost  Cost   // from the first state to it
}

// Answer is what a search said.
type Answer struct {
	Question Question           // with all defaults filled in
	Method   search.Description // that was asked
	Domain   string

	Status      search.Status
	Certificate search.Certificate
	Bound       search.Ratio // for [search.Bounded]
	Reason      string
	Path        []Step
	Cost        *Cost // of Path; nil where there is none
	LowerBound  *Cost // nil where there is nothing to bound
	Nearest     []Step
	Counts      search.Counts
	Elapsed     time.Duration // of the search
}
