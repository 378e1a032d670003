package search

import (
	"errors"
	"fmt"
)

// Status says how a search ended.
type Status uint8

const (
	_ Status = iota
	// Found: the result holds a path to a goal.
	Found
	// NoPath: it is proved that no goal can be reached.
	NoPath
	// Limit: a budget ran out, or the context was done, before either was
	// known. The result still holds a lower bound and the best path so far.
	Limit
	// StartBlocked: the start is no state that can be left or entered.
	StartBlocked
	// GoalBlocked: every goal is a state that cannot be entered.
	GoalBlocked
	// OutOfBounds: the start or a goal lies outside the space.
	OutOfBounds
)

var statusNames = [...]string{"unfinished", "found", "no-path", "limit", "start-blocked", "goal-blocked", "out-of-bounds"}

// String returns the status's name, such as "no-path".
func (s Status) String() string {
	if int(s) < len(statusNames) {
		return statusNames[s]
	}
	return fmt.Sprintf("Status(%d)", s)
}

// ParseStatus reads a status by its name.
func ParseStatus(s string) (Status, error) {
	for i, name := range statusNames[1:] {
		if s == name {
			return Status(i + 1), nil
		}
	}
	return 0, fmt.Errorf("%q is not a status", s)
}

// Certificate says what is proved of a result's path.
type Certificate uint8

const (
	// None: there is no path to certify.
	None Certificate = iota
	// Feasible: the path is legal; nothing is proved of its cost.
	Feasible
	// Bounded: its cost is at most Result.Bound times the optimum.
	Bounded
	// Optimal: no path to a goal is cheaper.
	Optimal
)

var certificateNames = [...]string{"none", "feasible", "bounded", "optimal"}

// String returns "none", "feasible", "bounded" or "optimal".
func (c Certificate) String() string {
	if int(c) < len(certificateNames) {
		return certificateNames[c]
	}
	return fmt.Sprintf("Certificate(%d)", c)
}

// ParseCertificate reads a certificate by its name.
func ParseCertificate(s string) (Certificate, error) {
	for i, name := range certificateNames {
		if s == name {
			return Certificate(i), nil
		}
	}
	return 0, fmt.Errorf("%q is not a certificate", s)
}

// Counts measure a search's effort.
type Counts struct {
	Expanded  int64 // states taken from OPEN and not thrown away as stale, the goal included
	Generated int64 // successors produced, whether or not they improved anything
	Reopened  int64 // CLOSED states put back on OPEN
	PeakOpen  int64 // largest number of states on OPEN
}

// Result is a search's answer.
type Result[S comparable, C Cost] struct {
	Status Status
	// Path leads from the start to a goal, both included. It is empty unless
	// the status is Found, or Limit with a path that is not yet proved.
	Path []S
	// Cost is the cost of Path.
	Cost C
	// Certificate, with Bound for [Bounded], says what is proved of Cost;
	// Reason says why, or why not more, in one sentence.
	Certificate Certificate
	Bound       Ratio
	Reason      string
	// LowerBound is a proved lower bound on the cost of every path to a goal:
	// Cost where that is optimal. It has no meaning for NoPath.
	LowerBound C
	// Nearest leads from the start to the state nearest to a goal among those
	// the search met (least h, then least g, then first met), at NearestCost;
	// IDAStar and DepthFirstBranchAndBound choose among those they expanded. It
	// is set for NoPath and Limit, unless there was not even the memory to begin.
	// After a NoPath of an algorithm that proves optimality and is not
	// bidirectional, no state that can be reached is nearer and NearestCost is
	// the cheapest to it; the bidirectional ones end as soon as either half has
	// nothing left.
	Nearest     []S
	NearestCost C

	Counts
}

var (
	// ErrOverflow reports that no path was found whose cost the cost type, or
	// the problem's [CostLimiter], holds exactly, and that there may be others.
	ErrOverflow = errors.New("cost overflows its exact range")
	// ErrNegativeEdge reports an edge with a cost below zero.
	ErrNegativeEdge = errors.New("edge has a negative cost; costs must be at least 0")
	// ErrNaN reports a cost or an estimate that is not a number.
	ErrNaN = errors.New("cost is not a number; costs must be at least 0")
	// ErrCheapestEdge reports an edge that costs less than the problem's
	// [CheapestEdge] says.
	ErrCheapestEdge = errors.New("edge costs less than the CheapestEdge of its problem")
	// ErrHeuristic reports a heuristic that is negative or not a number.
	ErrHeuristic = errors.New("heuristic must be at least 0")
)

// EdgeError says at which edge a search had to give up. It wraps
// [ErrNegativeEdge], [ErrNaN], [ErrOverflow] or [ErrCheapestEdge].
type EdgeError[S comparable, C Cost] struct {
	From, To S
	Cost     C
	Err      error
}

func (e *EdgeError[S, C]) Error() string {
	return fmt.Sprintf("search: edge from %v to %v with cost %v: %v", e.From, e.To, e.Cost, e.Err)
}

func (e *EdgeError[S, C]) Unwrap() error { return e.Err }

// RequirementError says what an algorithm needs that a problem does not offer.
type RequirementError struct {
	Algorithm string // published name
	Needs     string // what the problem would have to implement
}

func (e *RequirementError) Error() string {
	return fmt.Sprintf("search: %s needs a problem that implements %s", e.Algorithm, e.Needs)
}
