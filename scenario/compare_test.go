package scenario

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestCompare(t *testing.T) {
	before := []Result{
		{Map: "a", Algorithm: "x", Queries: 9, Expanded: 100, MeanUS: 10, RepeatsUS: []float64{10, 11, 12, 13}},
		{Map: "a", Algorithm: "y", Queries: 9, Expanded: 100, MeanUS: 10, RepeatsUS: []float64{10, 10, 10}},
		{Map: "b", Algorithm: "x", Queries: 9, MeanUS: 10, RepeatsUS: []float64{}},
		{Map: "b", Algorithm: "y", Queries: 9, MeanUS: 10, RepeatsUS: []float64{10}},
		{Map: "c", Algorithm: "x", Queries: 9, MeanUS: 10},
	}
	after := []Result{
		{Map: "b", Algorithm: "y", Queries: 5, MeanUS: 10, RepeatsUS: []float64{10}},
		{Map: "b", Algorithm: "x", Queries: 9, MeanUS: 25},
		{Map: "a", Algorithm: "x", Queries: 9, Expanded: 50, MeanUS: 9, RepeatsUS: []float64{9, 8, 7, 6}},
		{Map: "a", Algorithm: "y", Queries: 9, Expanded: 100, MeanUS: 5, RepeatsUS: []float64{5, 6, 7}},
		{Map: "a", Algorithm: "z", Queries: 9},
	}
	rows, unmatched := Compare(before, after)
	wantRows := []Comparison{
		{Map: "b", Algorithm: "y"},
		{Map: "b", Algorithm: "x", Comparable: true, OldUS: 10, NewUS: 25, Ratio: 2.5, P: 1},
		{Map: "a", Algorithm: "x", Comparable: true, OldUS: 11.5, NewUS: 7.5, Ratio: 7.5 / 11.5, P: 2.0 / 70, Expanded: 0.5},
		{Map: "a", Algorithm: "y", Comparable: true, OldUS: 10, NewUS: 6, Ratio: 0.6, P: 2.0 / 20, Expanded: 1},
	}
	if diff := cmp.Diff(wantRows, rows, cmpopts.EquateApprox(1e-12, 0)); diff != "" {
		t.Error(diff)
	}
	for i, want := range []bool{false, false, true, false} {
		if got := rows[i].Significant(); got != want {
			t.Errorf("%+v is significant: %v, want %v", rows[i], got, want)
		}
	}
	if diff := cmp.Diff([]Unmatched{{"a", "z", false}, {"c", "x", true}}, unmatched); diff != "" {
		t.Error(diff)
	}
	// x: √(2.5 · 7.5/11.5); what is not comparable does not count.
	wantSummaries := []Summary{{"y", 1, 0.6}, {"x", 2, 1.2768847961}}
	if diff := cmp.Diff(wantSummaries, SummarizeComparisons(rows), cmpopts.EquateApprox(1e-9, 0)); diff != "" {
		t.Error(diff)
	}
}
