package scenario

import (
	"math"
	"slices"
	"time"
)

// Result is what came out for one algorithm on one map.
type Result struct {
	Map       string `json:"map"`
	Algorithm string `json:"algorithm"`
	Queries   int    `json:"queries"`  // answered
	Optimal   int    `json:"optimal"`  // of them, with an optimal path, or rightly with none
	Expanded  int64  `json:"expanded"` // states, over all queries

	// Microseconds a query, from its first instruction to its path: the mean, the
	// median and the 99th percentile (nearest rank) over the queries. The time of
	// a query is the median of its repeats.
	MeanUS   float64 `json:"mean_us"`
	MedianUS float64 `json:"median_us"`
	P99US    float64 `json:"p99_us"`

	NSPerExpansion float64 `json:"ns_per_expansion"` // the sum of the times by Expanded; 0 if that is 0
	PeakBytes      int64   `json:"peak_bytes"`       // the most that the algorithm's own structures held
	CPUUS          float64 `json:"cpu_us"`           // processor time a query, the mean over all repeats; 0 if unknown

	// RepeatsUS holds the mean time a query of each complete repeat, in
	// microseconds: the samples for [Compare].
	RepeatsUS []float64 `json:"repeats_us"`
}

// results are those of the queries that were answered at least once.
func (b *bench) results() []Result {
	var results []Result
	for _, c := range b.competitors {
		queries := len(c.first)
		r := Result{
			Map: b.Map, Algorithm: c.name, Queries: queries, Optimal: c.optimal,
			Expanded: c.expanded, PeakBytes: c.runner.Bytes(), RepeatsUS: []float64{},
		}
		runs := 0
		for _, pass := range c.times {
			runs += len(pass)
			if len(pass) == len(b.chosen) && queries > 0 {
				r.RepeatsUS = append(r.RepeatsUS, microseconds(total(pass), queries))
			}
		}
		if queries > 0 {
			times := medians(c.times, queries)
			all := total(times)
			r.MeanUS = microseconds(all, queries)
			slices.Sort(times)
			r.MedianUS = microseconds(times[(queries-1)/2]+times[queries/2], 2)
			r.P99US = microseconds(times[(99*queries+99)/100-1], 1)
			r.CPUUS = microseconds(max(c.cpu, 0), runs)
			if c.expanded > 0 {
				r.NSPerExpansion = round(float64(all) / float64(c.expanded))
			}
		}
		results = append(results, r)
	}
	return results
}

// details returns what the run tells of single queries, by algorithm. So many
// queries come before those of this case.
func (b *bench) details(before int) [][]QueryResult {
	if b.every == 0 {
		return nil
	}
	details := make([][]QueryResult, len(b.competitors))
	for i, c := range b.competitors {
		times := medians(c.times, len(c.first))
		for k := (b.every - before%b.every) % b.every; k < len(c.first); k += b.every {
			details[i] = append(details[i], QueryResult{
				Length: max(b.shortest[k], 0), Found: b.shortest[k] >= 0,
				US: microseconds(times[k], 1), Expanded: c.first[k].expanded,
			})
		}
	}
	return details
}

// medians returns the median time of each query over its repeats, the last of
// which may be incomplete.
func medians(passes [][]time.Duration, queries int) []time.Duration {
	times := make([]time.Duration, queries)
	repeats := make([]time.Duration, 0, len(passes))
	for i := range times {
		repeats = repeats[:0]
		for _, pass := range passes {
			if i < len(pass) {
				repeats = append(repeats, pass[i])
			}
		}
		slices.Sort(repeats)
		n := len(repeats)
		times[i] = (repeats[(n-1)/2] + repeats[n/2]) / 2
	}
	return times
}

func total(times []time.Duration) time.Duration {
	var sum time.Duration
	for _, t := range times {
		sum += t
	}
	return sum
}

// microseconds returns a share of a time.
func microseconds(t time.Duration, shares int) float64 {
	return round(float64(t) / 1e3 / float64(shares))
}

// round keeps three digits after the point: nanoseconds of microseconds.
func round(x float64) float64 { return math.Round(x*1e3) / 1e3 }

// Summary is how an algorithm compares over several maps.
type Summary struct {
	Algorithm string
	Maps      int     // that the ratio is over
	Ratio     float64 // the geometric mean, over the maps, of the ratio of times; 0 if there is no map
}

// Summarize compares the mean time of every algorithm with that of the first: a
// ratio of 2 says that it takes twice as long. The algorithms come in the order in
// which the results name them first.
func Summarize(results []Result) []Summary {
	base := make(map[string]float64)
	for _, r := range results {
		if r.Algorithm == results[0].Algorithm {
			base[r.Map] = r.MeanUS
		}
	}
	var ratios ratioTable
	for _, r := range results {
		ratios.add(r.Algorithm, base[r.Map], r.MeanUS)
	}
	return ratios.summaries
}

// ratioTable collects ratios by algorithm.
type ratioTable struct {
	summaries []Summary
	logs      []float64 // sums
}

// add counts the ratio of two times, if both are known.
func (t *ratioTable) add(algorithm string, before, after float64) {
	i := slices.IndexFunc(t.summaries, func(s Summary) bool { return s.Algorithm == algorithm })
	if i < 0 {
		i = len(t.summaries)
		t.summaries = append(t.summaries, Summary{Algorithm: algorithm})
		t.logs = append(t.logs, 0)
	}
	if !(before > 0 && after > 0) {
		return
	}
	s := &t.summaries[i]
	s.Maps++
	t.logs[i] += math.Log(after / before)
	s.Ratio = math.Exp(t.logs[i] / float64(s.Maps))
}
