package search

import "context"

// AStar finds a cheapest path from start to a goal by A*: it expands the state
// on OPEN with the least f = g + h.
//
// Guarantee: the path is optimal if the heuristic is admissible; with
// opts.NoReopen, if it is consistent. The certificate is [Optimal] exactly if
// opts.Claim warrants that, else [Feasible]. Among paths of equal cost the tie
// policy decides.
//
// With a consistent heuristic each state is expanded at most once, in
// O((n + m) log m) for n states and m edges with f up to the optimum. An
// admissible but inconsistent one can make it reopen states, exponentially
// often in the worst case (Martelli 1977).
//
// Paper: P. E. Hart, N. J. Nilsson, B. Raphael, "A formal basis for the
// heuristic determination of minimum cost paths", 1968.
func AStar[S comparable, C Cost](ctx context.Context, problem Problem[S, C], start S, opts Options[S, C]) (Result[S, C], error) {
	s, err := NewAStar(problem, start, opts)
	return runToEnd(ctx, s, err)
}

// NewAStar returns [AStar] as a [Stepper].
func NewAStar[S comparable, C Cost](problem Problem[S, C], start S, opts Options[S, C]) (*Stepper[S, C], error) {
	s, b, err := newBestFirst("A*", problem, start, opts, byGH)
	if err != nil {
		return nil, err
	}
	defer b.release()
	b.begin()
	return s, nil
}
