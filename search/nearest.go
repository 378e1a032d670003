package search

import "context"

// NearestReachable looks for a path to a goal and, if there is none, finds the
// place to stop instead: among all states that can be reached the one with the
// least distance, and among several of those the one that is cheapest to reach.
// The result is then NoPath with Nearest and NearestCost set, and both are
// proved: the least distance there is, by a cheapest path. It also answers where
// the problem's [Checker] says [GoalBlocked], which other searches take as the
// end.
//
// distance says how far a state is from a goal; it need be neither admissible
// nor consistent, and it does not steer the search, which is [Dijkstra]'s.
func NearestReachable[S comparable, C Cost](ctx context.Context, problem Problem[S, C], start S, distance func(S) C, opts Options[S, C]) (Result[S, C], error) {
	opts.Heuristic = distance
	opts.throughBlockedGoal = true
	return Dijkstra(ctx, problem, start, opts)
}
