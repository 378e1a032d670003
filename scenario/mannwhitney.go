package scenario

import (
	"math"
	"slices"
)

// exactSize is the number of observations up to which [MannWhitney] counts
// arrangements. There are at most 50!/25!² ≈ 1.3·10¹⁴ of them, which a float64
// still counts exactly.
const exactSize = 50

// MannWhitney returns the two-sided p-value of the Mann–Whitney U test: how often
// two samples of one and the same distribution would differ at least as much as x
// and y do, in that the values of one are larger. It assumes nothing about the
// shape of the distribution. It is 1 if a sample is empty. The samples stay as
// they are, and must not hold NaN.
//
// Up to 50 values in all it is exact, ties included (by counting the arrangements
// of the values at hand); beyond that it is the normal approximation, corrected
// for ties and continuity. Exact, it takes time in proportion to n⁴ for n values:
// a few milliseconds at 50.
//
// Paper: H. B. Mann, D. R. Whitney, "On a test of whether one of two random
// variables is stochastically larger than the other", 1947.
func MannWhitney(x, y []float64) float64 {
	if len(x) == 0 || len(y) == 0 {
		return 1
	}
	ranks, ties := doubledRanks(x, y)
	sum := 0
	for _, r := range ranks[:len(x)] {
		sum += r
	}
	if len(ranks) <= exactSize {
		return exactP(ranks, len(x), sum)
	}
	return normalP(len(x), len(y), sum, ties)
}

// doubledRanks returns twice the rank of each value of x, then of y, among all,
// where equal ones share the mean of their ranks; and the sum of t³ − t over the
// groups of t equal ones.
func doubledRanks(x, y []float64) (ranks []int, ties float64) {
	values := slices.Concat(x, y)
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		if values[i] < values[j] {
			return -1
		}
		if values[i] > values[j] {
			return 1
		}
		return i - j
	})
	ranks = make([]int, len(values))
	for begin := 0; begin < len(order); {
		end := begin + 1
		for end < len(order) && values[order[end]] == values[order[begin]] {
			end++
		}
		for _, i := range order[begin:end] {
			ranks[i] = begin + 1 + end // the ranks are begin+1 to end
		}
		t := float64(end - begin)
		ties += t*t*t - t
		begin = end
	}
	return ranks, ties
}

// exactP returns the share of the ways to choose n of the ranks whose sum lies at
// least as far from the mean as the given one.
func exactP(ranks []int, n, sum int) float64 {
	most := 0
	for _, r := range ranks {
		most += r
	}
	// ways[k][s] is the number of ways to choose k of the ranks so far with sum s.
	ways := make([][]float64, n+1)
	for k := range ways {
		ways[k] = make([]float64, most+1)
	}
	ways[0][0] = 1
	for _, r := range ranks {
		for k := n; k > 0; k-- {
			for s := most; s >= r; s-- {
				ways[k][s] += ways[k-1][s-r]
			}
		}
	}
	mean := n * (len(ranks) + 1) // of the sum of n doubled ranks
	all, extreme := 0.0, 0.0
	for s, w := range ways[n] {
		all += w
		if distance(s, mean) >= distance(sum, mean) {
			extreme += w
		}
	}
	return extreme / all
}

func distance(a, b int) int { return max(a-b, b-a) }

// normalP is the normal approximation, for n and m values and the sum of the
// doubled ranks of the first.
func normalP(n, m, sum int, ties float64) float64 {
	all := float64(n + m)
	off := math.Abs(float64(sum-n*(n+m+1)))/2 - 0.5
	variance := float64(n) * float64(m) / 12 * (all + 1 - ties/(all*(all-1)))
	if off <= 0 || variance <= 0 {
		return 1
	}
	return math.Erfc(off / math.Sqrt(2*variance))
}
