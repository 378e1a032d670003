package search

import "context"

// WeightedAStar is A* with f = g + w·h, w = opts.Weight >= 1. The larger w is,
// the more it hurries to the goal and the fewer states it expands, as a rule.
//
// Guarantee: the cost is at most w times the optimum if the heuristic is
// admissible (with opts.NoReopen: consistent); the certificate is then
// [Bounded] with Bound = w, or [Optimal] where the bound proves it. For integer
// costs f is g + ⌊w·h⌋, which keeps the guarantee: the state on OPEN that lies
// on an optimal path of cost C has f <= g + w·h <= w·C. With opts.NoReopen that
// argument fails, for integer costs and a fractional w, once a closed state is
// reached by a cheaper path; the bound is then ⌈w⌉.
//
// Papers: I. Pohl, "Heuristic search viewed as path finding in a graph", 1970;
// without reopening: M. Likhachev, G. Gordon, S. Thrun, "ARA*", 2003.
func WeightedAStar[S comparable, C Cost](ctx context.Context, problem Problem[S, C], start S, opts Options[S, C]) (Result[S, C], error) {
	s, err := NewWeightedAStar(problem, start, opts)
	return runToEnd(ctx, s, err)
}

// NewWeightedAStar returns [WeightedAStar] as a [Stepper].
func NewWeightedAStar[S comparable, C Cost](problem Problem[S, C], start S, opts Options[S, C]) (*Stepper[S, C], error) {
	s, b, err := newBestFirst("weighted A*", problem, start, opts, byGH)
	if err != nil {
		return nil, err
	}
	defer b.release()
	b.weight = opts.Weight.normal()
	b.weighted = b.weight.Num != b.weight.Den
	b.begin()
	return s, nil
}
