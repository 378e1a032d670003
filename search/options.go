package search

import "fmt"

// Claim is what the caller warrants of a heuristic. Certificates rest on it.
type Claim uint8

const (
	// Unknown warrants nothing: answers found with such a heuristic are certified
	// [Feasible] only. A search without a heuristic needs no claim.
	Unknown Claim = iota
	// Admissible: h(s) never exceeds the cost of the cheapest path from s to a goal.
	Admissible
	// Consistent: h(s) <= c(s, t) + h(t) for every edge, and h(goal) = 0. It
	// implies Admissible. The engines compare both sides for every edge that
	// they meet; a breach voids the claim and the certificate says where. Float
	// estimates may differ by what rounding makes of equal values.
	Consistent
)

// String returns "unknown", "admissible" or "consistent".
func (c Claim) String() string {
	switch c {
	case Unknown:
		return "unknown"
	case Admissible:
		return "admissible"
	case Consistent:
		return "consistent"
	}
	return fmt.Sprintf("Claim(%d)", c)
}

// Tie says which of several states with the same priority is expanded first.
type Tie uint8

const (
	// TieLowHLIFO prefers the smaller h, then the state put on OPEN last. It
	// is the default: it heads for the goal.
	TieLowHLIFO Tie = iota
	// TieLowH prefers the smaller h, then the smaller id: for [Dense] problems
	// their own (on a grid the order of cells by row, then column), for others
	// the order in which the search first met the states.
	TieLowH
	// TieFIFO prefers the state put on OPEN first.
	TieFIFO
	// TieLIFO prefers the state put on OPEN last.
	TieLIFO
	// TieParentG prefers the state whose parent has the larger g, then the one
	// put on OPEN first.
	TieParentG
)

var tieNames = [...]string{"low-h-lifo", "low-h", "fifo", "lifo", "parent-g"}

// String returns the policy's name, such as "low-h".
func (t Tie) String() string {
	if int(t) < len(tieNames) {
		return tieNames[t]
	}
	return fmt.Sprintf("Tie(%d)", t)
}

// Ties returns every tie policy, the default first.
func Ties() []Tie { return []Tie{TieLowHLIFO, TieLowH, TieFIFO, TieLIFO, TieParentG} }

// ParseTie reads a tie policy by its name.
func ParseTie(s string) (Tie, error) {
	for i, name := range tieNames {
		if s == name {
			return Tie(i), nil
		}
	}
	return 0, fmt.Errorf("%q is not a tie policy; want low-h-lifo, low-h, fifo, lifo or parent-g", s)
}

// Options set how a search runs. The zero value is a search without heuristic
// and without limits.
type Options[S comparable, C Cost] struct {
	// Heuristic estimates the cost from a state to the nearest goal, >= 0; nil
	// estimates 0. Algorithms that order OPEN without it (Dijkstra, BreadthFirst)
	// use it to find the state nearest to a goal when they fail to reach one, and
	// Dijkstra for ties, under the policies that look at h.
	Heuristic func(S) C
	// BackwardHeuristic estimates the cost from the start to a state; the
	// bidirectional algorithms use it for their backward half. nil estimates 0.
	BackwardHeuristic func(S) C
	// Claim is what is warranted of the heuristics; ClaimReason says why, in
	// words for the certificate, and may be empty.
	Claim       Claim
	ClaimReason string
	// ClaimedFor, if not nil, tells whether the claim was made for a problem.
	// Where it was not, as for a problem that wraps or embeds another, the claim
	// counts as [Unknown], and the certificate says that it was claimed for
	// another problem. With nil the caller claims it for whatever is searched.
	ClaimedFor func(Problem[S, C]) bool
	// ClaimedFrom, if not nil, is the start for which BackwardHeuristic was made;
	// the claim counts as Unknown for a bidirectional search from another one.
	ClaimedFrom *S

	// Weight is what WeightedAStar multiplies h with, at least 1; the zero value is 1.
	Weight Ratio
	// Tie orders states of equal priority.
	Tie Tie
	// NoReopen leaves CLOSED states closed when a cheaper path to them is
	// found. A* is then optimal for consistent heuristics only.
	NoReopen bool
	// PathOnly makes IDAStar and DepthFirstBranchAndBound remember nothing but
	// the current path, as their papers do: memory in proportion to its
	// length, but every path to a state is followed anew.
	PathOnly bool

	// MaxExpanded, if > 0, ends the search with [Limit] before it would expand
	// more states than that.
	MaxExpanded int64
	// MaxBytes, if > 0, ends the search with [Limit] before the workspace
	// would take more memory than that, in bytes. It counts what [Workspace.Bytes]
	// does: not the problem, such as a map, nor the result, nor arrays that were
	// outgrown and wait for the garbage collector, which can be as much again as
	// the largest array. Room for 64 successors, or twice as many as any state has
	// had so far, is kept in reserve; a state with more of them can exceed the
	// limit by what they take.
	MaxBytes int64

	// Observer is told what happens, in order; its nil functions cost nothing.
	Observer Observer[S, C]
	// Workspace, if not nil, provides the memory and is reused by one search
	// after another. A result does not refer to it.
	Workspace *Workspace[S, C]
	// PathBuffer, if not nil, is where Result.Path is written, from index 0;
	// it grows if it is too short.
	PathBuffer []S

	// throughBlockedGoal lets NearestReachable search although goals are blocked.
	throughBlockedGoal bool
}
