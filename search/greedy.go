package search

import "context"

// GreedyBestFirst expands the state with the least estimate h, whatever it cost
// to get there. It is often quick and its paths are often poor. CLOSED states
// are never reopened.
//
// Guarantee: if a goal can be reached (in a finite space) a legal path is
// found; the certificate is [Feasible].
//
// Paper: J. E. Doran, D. Michie, "Experiments with the graph traverser
// program", 1966.
func GreedyBestFirst[S comparable, C Cost](ctx context.Context, problem Problem[S, C], start S, opts Options[S, C]) (Result[S, C], error) {
	s, err := NewGreedyBestFirst(problem, start, opts)
	return runToEnd(ctx, s, err)
}

// NewGreedyBestFirst returns [GreedyBestFirst] as a [Stepper].
func NewGreedyBestFirst[S comparable, C Cost](problem Problem[S, C], start S, opts Options[S, C]) (*Stepper[S, C], error) {
	s, b, err := newBestFirst("greedy best-first", problem, start, opts, byH)
	if err != nil {
		return nil, err
	}
	defer b.release()
	b.reopen = false
	b.begin()
	return s, nil
}
