package search_test

import (
	"context"

	"github.com/astrolabe-search/astrolabe/search"
)

// guarantee is what an algorithm's documentation promises of its answers.
type guarantee int

const (
	feasible guarantee = iota
	fewestEdges
	bounded
	optimalIfConsistentOrReopening // and admissible
	optimalIfAdmissible
	optimal
)

// algorithm is one row of the conformance tests.
type algorithm[S comparable, C search.Cost] struct {
	name      string
	stepper   func(search.Problem[S, C], S, search.Options[S, C]) (*search.Stepper[S, C], error)
	run       func(context.Context, search.Problem[S, C], S, search.Options[S, C]) (search.Result[S, C], error)
	guarantee guarantee
	pathOnly  bool // runs with Options.PathOnly
	noOpen    bool // has no OPEN: it tells of expansions and goals only
	bothEnds  bool // needs Predecessors and GoalLister
	guided    bool // orders or prunes by the heuristic
	ties      bool // the tie policy and NoReopen have a meaning
	rising    bool // LowerBound never falls as the budget grows
}

// algorithms returns every algorithm of the package.
func algorithms[S comparable, C search.Cost]() []algorithm[S, C] {
	return []algorithm[S, C]{
		{
			name: "Dijkstra", stepper: search.NewDijkstra[S, C], run: search.Dijkstra[S, C],
			guarantee: optimal, ties: true, rising: true,
		},
		{
			name: "AStar", stepper: search.NewAStar[S, C], run: search.AStar[S, C],
			guarantee: optimalIfConsistentOrReopening, guided: true, ties: true, rising: true,
		},
		{
			name: "WeightedAStar", stepper: search.NewWeightedAStar[S, C], run: search.WeightedAStar[S, C],
			guarantee: bounded, guided: true, ties: true, rising: true,
		},
		{
			name: "GreedyBestFirst", stepper: search.NewGreedyBestFirst[S, C], run: search.GreedyBestFirst[S, C],
			guarantee: feasible, guided: true, ties: true,
		},
		{
			name: "BreadthFirst", stepper: search.NewBreadthFirst[S, C], run: search.BreadthFirst[S, C],
			guarantee: fewestEdges,
		},
		{
			name: "IDAStar", stepper: search.NewIDAStar[S, C], run: search.IDAStar[S, C],
			guarantee: optimalIfAdmissible, guided: true, noOpen: true, rising: true,
		},
		{
			name: "IDAStar, path only", stepper: search.NewIDAStar[S, C], run: search.IDAStar[S, C],
			guarantee: optimalIfAdmissible, guided: true, noOpen: true, pathOnly: true, rising: true,
		},
		{
			name: "Fringe", stepper: search.NewFringe[S, C], run: search.Fringe[S, C],
			guarantee: optimalIfAdmissible, guided: true, rising: true,
		},
		{
			name: "DepthFirstBranchAndBound", stepper: search.NewDepthFirstBranchAndBound[S, C], run: search.DepthFirstBranchAndBound[S, C],
			guarantee: optimal, guided: true, noOpen: true,
		},
		{
			name: "DepthFirstBranchAndBound, path only", stepper: search.NewDepthFirstBranchAndBound[S, C], run: search.DepthFirstBranchAndBound[S, C],
			guarantee: optimal, guided: true, noOpen: true, pathOnly: true,
		},
		{
			name: "Bidirectional", stepper: search.NewBidirectional[S, C], run: search.Bidirectional[S, C],
			guarantee: optimalIfConsistentOrReopening, bothEnds: true, guided: true, ties: true, rising: true,
		},
		{
			name: "BidirectionalDijkstra", stepper: search.NewBidirectionalDijkstra[S, C], run: search.BidirectionalDijkstra[S, C],
			guarantee: optimal, bothEnds: true, ties: true, rising: true,
		},
		{
			name: "BidirectionalFirstMeeting", stepper: search.NewBidirectionalFirstMeeting[S, C], run: search.BidirectionalFirstMeeting[S, C],
			guarantee: feasible, bothEnds: true, guided: true, ties: true,
		},
	}
}

// claimCounts tells whether the certificate rests on the caller's claim.
func (a algorithm[S, C]) claimCounts() bool {
	return a.guided && a.guarantee != feasible
}

// setting is one way to run an algorithm on a graph.
type setting struct {
	tie      search.Tie
	noReopen bool
	weight   search.Ratio
	estimates
}

// options returns the setting as the engines want it.
func options[C search.Cost](a algorithm[string, C], g *graph, s setting) search.Options[string, C] {
	return search.Options[string, C]{
		Heuristic: heuristic[C](g, s.forward), BackwardHeuristic: heuristic[C](g, s.backward), Claim: s.claim,
		Tie: s.tie, NoReopen: s.noReopen, Weight: s.weight, PathOnly: a.pathOnly,
	}
}
