package search

import (
	"context"
	"iter"
	"math"
)

// Shares tells on which share of the optimal paths each state lies, up to 1; a share
// below the least float64 is 0. States that lie on none are left out; the others come
// in an order that is the same each time, the start first.
//
// A state lies on as many paths as there are ways to it times ways on from it. Such
// numbers have up to as many digits as the path has steps, so to hold the exact ones
// of all states could take memory without bound. They are kept with a mantissa of 53
// bits and an exponent instead, 32 bytes a state for both: a share is exact within
// 1e-15 times the number of steps and parts in the ways to choose from. It takes time
// in proportion to the number of optimal edges.
//
// Where edges of cost 0 form a cycle the paths are counted one by one, as [Count]
// does. Once the context is done, its error is returned.
//
// [Count]: OptimalPaths.Count
func (all *OptimalPaths[S, C]) Shares(ctx context.Context) (iter.Seq2[S, float64], error) {
	shares := make([]float64, len(all.states))
	share := all.shareByFlow
	if all.order == nil {
		share = all.shareByListing
	}
	if err := share(ctx, shares); err != nil {
		return nil, err
	}
	return func(yield func(S, float64) bool) {
		for i, s := range all.states {
			onNone := all.order == nil && shares[i] == 0 // but led to by free edges
			if !onNone && !yield(s, shares[i]) {
				return
			}
		}
	}, nil
}

// shareByFlow multiplies the ways to each state with the ways on from it.
func (all *OptimalPaths[S, C]) shareByFlow(ctx context.Context, shares []float64) error {
	to, on := make([]scaled, len(all.states)), make([]scaled, len(all.states))
	to[all.order[0]] = scaledOne
	for i, u := range all.order {
		if i%pollInterval == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		for _, v := range all.next[all.first[u]:all.first[u+1]] {
			to[v] = to[v].plus(to[u])
		}
	}
	for i := len(all.order) - 1; i >= 0; i-- {
		if i%pollInterval == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		u := all.order[i]
		if all.goal[u] {
			on[u] = scaledOne
		}
		for _, v := range all.next[all.first[u]:all.first[u+1]] {
			on[u] = on[u].plus(on[v])
		}
	}
	total := on[all.order[0]]
	for u := range shares {
		mantissa := to[u].mantissa * on[u].mantissa / total.mantissa
		shares[u] = min(1, math.Ldexp(mantissa, int(to[u].exponent+on[u].exponent-total.exponent)))
	}
	return nil
}

// shareByListing looks at each path.
func (all *OptimalPaths[S, C]) shareByListing(ctx context.Context, shares []float64) error {
	number := make(map[S]int, len(all.states))
	for i, s := range all.states {
		number[s] = i
	}
	total := 0.0
	for path := range all.paths(ctx) {
		total++
		for _, s := range path {
			shares[number[s]]++
		}
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	for i := range shares {
		shares[i] /= total
	}
	return nil
}

// scaled is mantissa·2^exponent, a number that may be far beyond a float64. The
// mantissa is 0, or from 1/2 to below 1.
type scaled struct {
	mantissa float64
	exponent int64
}

// scaledOne is 1.
var scaledOne = scaled{0.5, 1}

func (a scaled) plus(b scaled) scaled {
	if a.mantissa == 0 || b.mantissa != 0 && a.exponent < b.exponent {
		a, b = b, a
	}
	if b.mantissa == 0 || a.exponent-b.exponent > 64 { // which is less than half of a's last bit
		return a
	}
	mantissa, more := math.Frexp(a.mantissa + math.Ldexp(b.mantissa, int(b.exponent-a.exponent)))
	return scaled{mantissa, a.exponent + int64(more)}
}
