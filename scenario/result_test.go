package scenario

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/astrolabe-search/astrolabe/search"
)

func milliseconds(ms ...int) []time.Duration {
	var times []time.Duration
	for _, n := range ms {
		times = append(times, time.Duration(n)*time.Millisecond)
	}
	return times
}

// Four queries, three repeats, the last of which was cut short.
func TestResultByHand(t *testing.T) {
	runner, err := lookup(t, "auto")[0].New(costsOf(t, wall(t)), search.Ratio{})
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{Case: Case{Map: "a.map"}, chosen: []int{0, 1, 2, 3}, competitors: []*competitor{{
		name: "auto", runner: runner, first: make([]gist, 4), optimal: 3, expanded: 400, cpu: 18 * time.Millisecond,
		times: [][]time.Duration{milliseconds(1, 2, 3, 10), milliseconds(3, 4, 5, 20), milliseconds(8, 2)},
	}}}
	want := []Result{{
		Map: "a.map", Algorithm: "auto", Queries: 4, Optimal: 3, Expanded: 400,
		// Medians over the repeats: 3, 2, 4 and 15.
		MeanUS: 6000, MedianUS: 3500, P99US: 15000, NSPerExpansion: 60_000,
		PeakBytes: runner.Bytes(), CPUUS: 1800, RepeatsUS: []float64{4000, 8000},
	}}
	if diff := cmp.Diff(want, b.results()); diff != "" {
		t.Error(diff)
	}
}

func TestPercentileIsNearestRank(t *testing.T) {
	for n, want := range map[int]float64{1: 1, 2: 2, 99: 99, 100: 99, 101: 100, 200: 198, 201: 199} {
		var times []time.Duration
		for i := range n {
			times = append(times, time.Duration(n-i)*time.Microsecond)
		}
		b := &bench{chosen: make([]int, n), competitors: []*competitor{{runner: failingRunner{}, first: make([]gist, n), times: [][]time.Duration{times}}}}
		if got := b.results()[0].P99US; got != want {
			t.Errorf("of the times 1 to %d the 99th percentile is %v, want %v", n, got, want)
		}
	}
}

func TestSummarize(t *testing.T) {
	got := Summarize([]Result{
		{Map: "a", Algorithm: "x", MeanUS: 10},
		{Map: "a", Algorithm: "y", MeanUS: 20},
		{Map: "a", Algorithm: "z", MeanUS: 0},
		{Map: "b", Algorithm: "x", MeanUS: 10},
		{Map: "b", Algorithm: "y", MeanUS: 80},
		{Map: "b", Algorithm: "z", MeanUS: 0},
		{Map: "c", Algorithm: "y", MeanUS: 5}, // x has no result there
	})
	want := []Summary{{"x", 2, 1}, {"y", 2, 4}, {"z", 0, 0}} // √(2·8) = 4
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(1e-12, 0)); diff != "" {
		t.Error(diff)
	}
	if got := Summarize(nil); got != nil {
		t.Errorf("Summarize(nil) = %v", got)
	}
}
