package search

import "context"

// Dijkstra finds a cheapest path from start to a goal by uniform-cost search:
// it expands states in the order of their cost g. A heuristic, if given, does
// not steer it; it only decides which state is nearest to an unreachable goal.
//
// Guarantee: the path is optimal, always. O((n + m) log m) for the n states
// that cost no more than the goal and their m edges.
//
// Papers: E. W. Dijkstra, "A note on two problems in connexion with graphs",
// 1959; A. Felner, "Position paper: Dijkstra's algorithm versus uniform cost
// search", 2011.
func Dijkstra[S comparable, C Cost](ctx context.Context, problem Problem[S, C], start S, opts Options[S, C]) (Result[S, C], error) {
	s, err := NewDijkstra(problem, start, opts)
	return runToEnd(ctx, s, err)
}

// NewDijkstra returns [Dijkstra] as a [Stepper].
func NewDijkstra[S comparable, C Cost](problem Problem[S, C], start S, opts Options[S, C]) (*Stepper[S, C], error) {
	s, b, err := newBestFirst("Dijkstra", problem, start, opts, byG)
	if err != nil {
		return nil, err
	}
	defer b.release()
	b.consistent = false
	b.begin()
	return s, nil
}
