package search

// Edge leads to a successor (or predecessor) at a cost >= 0. An edge of a
// float type may cost +Inf, which blocks it.
type Edge[S comparable, C Cost] struct {
	To   S
	Cost C
}

// Problem is a state space with goals. Its methods must be pure: the same
// state gives the same edges in the same order, every time, and any number of
// goroutines may ask at once.
type Problem[S comparable, C Cost] interface {
	// AppendSuccessors appends the edges that leave s to dst and returns it.
	// Their order is part of the semantics wherever costs tie.
	AppendSuccessors(dst []Edge[S, C], s S) []Edge[S, C]
	// IsGoal tells whether s is a goal.
	IsGoal(s S) bool
}

// Predecessors is implemented by problems whose edges can be followed
// backward. The bidirectional algorithms need it.
type Predecessors[S comparable, C Cost] interface {
	// AppendPredecessors appends an edge {p, c} for each edge of cost c that
	// leads from a state p to s.
	//
	// It must agree with AppendSuccessors, as far as edges do not leave a goal;
	// the engines compare the two on some states (see [AgreeingForms]).
	AppendPredecessors(dst []Edge[S, C], s S) []Edge[S, C]
}

// GoalLister is implemented by problems that can name their goals. The
// bidirectional algorithms need it.
type GoalLister[S comparable] interface {
	// Goals returns every state for which IsGoal is true.
	Goals() []S
}

// CheapestEdge is implemented by problems that know a lower bound on the cost
// of any edge. It lets the bidirectional algorithms stop sooner; without it
// the bound is 0.
type CheapestEdge[C Cost] interface {
	CheapestEdge() C
}

// CostLimiter is implemented by problems whose costs are exact up to a limit
// below the largest value of their type. Paths beyond it are not followed; a
// search that finds no other ends with [ErrOverflow].
type CostLimiter[C Cost] interface {
	CostLimit() C
}

// Checker is implemented by problems that can tell at once that a query makes
// no sense, or that it has no answer. Check returns 0 if the search from start
// should run, else [StartBlocked], [GoalBlocked], [OutOfBounds], or [NoPath] where
// the problem can prove that no goal can be reached.
type Checker[S comparable] interface {
	Check(start S) Status
}

// Arc is an edge between dense ids.
type Arc[C Cost] struct {
	Cost C
	To   int32
}

// Dense is implemented by problems whose states are numbered 0 to NumIDs()−1.
// The engines then keep what they know of a state in flat arrays and never
// hash one; the edges of a state come as ids, so that a successor costs no
// call. AppendArcs must agree with AppendSuccessors, edge by edge. The engines
// compare the two on some states, and end with a [*FormsError] where they differ;
// a problem that implements [AgreeingForms] saves them that.
type Dense[S comparable, C Cost] interface {
	NumIDs() int
	ID(s S) int32
	State(id int32) S
	AppendArcs(dst []Arc[C], id int32) []Arc[C]
}

// DensePredecessors is the backward counterpart of [Dense], for problems that
// implement both it and [Predecessors].
type DensePredecessors[C Cost] interface {
	AppendBackwardArcs(dst []Arc[C], id int32) []Arc[C]
}
