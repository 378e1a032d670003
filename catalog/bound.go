package catalog

import (
	"encoding/json"
	"math/big"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

const (
	// boundUnits is how many parts of one unit of a cost a lower bound that was
	// divided by a weight is told in, rounded down: six more digits after the point.
	boundUnits = 1_000_000
	// mostBoundCandidates bounds the terms of a weight that is undone.
	mostBoundCandidates = 4096
)

// BoundOf returns a lower bound on costs as a length in a [Document]. A bound that is
// a sum of steps, or that no weight divided, is the length itself, as [LengthOf] gives
// it. A search that weights its estimate by w proves (g + w·h)/w, which is rarely a
// sum of steps: that is told by its own two coefficients as decimals, exact if six
// digits after those of a cost suffice, else both rounded down, so that it stays a
// lower bound: 0.8, or 2.666666 for 4/1.5.
func BoundOf(costs *grid.Costs, l root2.Length, weight search.Ratio) *DocumentLength {
	if a, b := l.Coefficients(); a >= 0 && b >= 0 || weight.Num <= weight.Den {
		return LengthOf(costs, l)
	}
	a, b, ok := undivided(l, weight)
	if !ok {
		return LengthOf(costs, l)
	}
	part := func(n int64) (int64, bool) {
		whole := new(big.Int).Mul(big.NewInt(n), big.NewInt(boundUnits))
		whole.Quo(whole, big.NewInt(weight.Num))
		return whole.Int64(), whole.IsInt64()
	}
	a, fitsA := part(a)
	b, fitsB := part(b)
	if !fitsA || !fitsB {
		return LengthOf(costs, l)
	}
	return lengthOf(a, b, costs.Scale()*boundUnits)
}

// undivided returns the sum of steps a + b√2 that divided by w.Num gave the bound l.
//
// A search with g + ⌊w·h⌋ as its f claims l = ⌈f/w⌉. With w = num/den that is the sum
// n = den·g + num·h divided by num, but for both roundings: num·(l − 1) < n < num·l + den.
// Few of these integers, mostly one, are sums of steps. Whichever of them n is, n/num
// is less than the next integer after l, and so no more than a cost that exceeds l; and l
// itself is no sum of steps, hence no cost.
func undivided(l root2.Length, w search.Ratio) (a, b int64, ok bool) {
	if w.Num > mostBoundCandidates {
		return 0, 0, false
	}
	high, err := root2.Mul(l, w.Num)
	if err != nil || high > root2.MaxExact {
		return 0, 0, false
	}
	for n := high + root2.Length(w.Den) - 1; n > high-root2.Length(w.Num); n-- {
		if a, b = n.Coefficients(); a >= 0 && b >= 0 {
			return a, b, true
		}
	}
	return 0, 0, false
}

// lengthOf returns (a + b√2)/scale as a length in a [Document].
func lengthOf(a, b, scale int64) *DocumentLength {
	return &DocumentLength{
		Text:     root2.Format(a, b, scale),
		Straight: json.Number(root2.Decimal(a, scale)),
		Diagonal: json.Number(root2.Decimal(b, scale)),
		Value:    root2.Float64(a, b, scale),
	}
}
