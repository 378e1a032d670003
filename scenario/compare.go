package scenario

import "slices"

// Significance is the p-value above which [Comparison.Significant] takes a
// difference for noise.
const Significance = 0.05

// Comparison sets the results of two runs for one map and algorithm side by side.
type Comparison struct {
	Map, Algorithm string
	// Comparable tells whether both runs asked as many queries. Where they did
	// not, times say nothing, and the fields below are 0.
	Comparable   bool
	OldUS, NewUS float64 // medians of the repeats' mean times a query
	Ratio        float64 // NewUS by OldUS: below 1 is faster; 0 if a time is not known
	P            float64 // of [MannWhitney] over the repeats; 1 where one run has none
	// Expanded is the ratio of the states expanded, which no noise touches: 1 if
	// the search is the same; 0 if the old one expanded none.
	Expanded float64
}

// Significant tells whether the times differ by more than noise would make them:
// whether P is at most [Significance]. It takes at least 4 repeats in each run
// for that, as with 3 the least P is 0.1.
func (c Comparison) Significant() bool { return c.Comparable && c.P <= Significance }

// Unmatched is a map and an algorithm of which only one run has a result.
type Unmatched struct {
	Map, Algorithm string
	InOld          bool // it is the old run that has it
}

// Compare compares two runs by map and algorithm. Both lists are in the order of
// the new results; unmatched old results follow in theirs. Each list names a map
// and an algorithm at most once.
func Compare(before, after []Result) ([]Comparison, []Unmatched) {
	var rows []Comparison
	var unmatched []Unmatched
	find := func(in []Result, r Result) int {
		return slices.IndexFunc(in, func(other Result) bool { return other.Map == r.Map && other.Algorithm == r.Algorithm })
	}
	for _, r := range after {
		i := find(before, r)
		if i < 0 {
			unmatched = append(unmatched, Unmatched{r.Map, r.Algorithm, false})
			continue
		}
		rows = append(rows, compare(before[i], r))
	}
	for _, r := range before {
		if find(after, r) < 0 {
			unmatched = append(unmatched, Unmatched{r.Map, r.Algorithm, true})
		}
	}
	return rows, unmatched
}

func compare(before, after Result) Comparison {
	c := Comparison{Map: after.Map, Algorithm: after.Algorithm}
	if before.Queries != after.Queries || after.Queries == 0 {
		return c
	}
	c.Comparable = true
	c.OldUS, c.NewUS = before.typicalUS(), after.typicalUS()
	if c.OldUS > 0 {
		c.Ratio = c.NewUS / c.OldUS
	}
	c.P = MannWhitney(before.RepeatsUS, after.RepeatsUS)
	if before.Expanded > 0 {
		c.Expanded = float64(after.Expanded) / float64(before.Expanded)
	}
	return c
}

// typicalUS is the median of the repeats' mean times, or the mean time where
// there is no complete repeat.
func (r *Result) typicalUS() float64 {
	n := len(r.RepeatsUS)
	if n == 0 {
		return r.MeanUS
	}
	sorted := slices.Sorted(slices.Values(r.RepeatsUS))
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// SummarizeComparisons returns the ratio of new to old for each algorithm, over
// the maps where it is known, in the order in which the rows name them first.
func SummarizeComparisons(rows []Comparison) []Summary {
	var ratios ratioTable
	for _, c := range rows {
		ratios.add(c.Algorithm, c.OldUS, c.NewUS)
	}
	return ratios.summaries
}
