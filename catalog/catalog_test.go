package catalog_test

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

// everything returns the algorithms and the engines.
func everything() []*catalog.Entry { return slices.Concat(catalog.Entries(), catalog.Engines()) }

func TestEveryEntryIsComplete(t *testing.T) {
	name := regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	paper := regexp.MustCompile(`^folklore$|^\p{Lu}.* (19|20)\d\d$`)
	taken := map[string]string{}
	for _, e := range everything() {
		if !name.MatchString(e.Name) {
			t.Errorf("the name %q is not words in lower case with hyphens", e.Name)
		}
		if e.Title == "" || e.Summary == "" || e.Guarantee == "" || len(e.Aliases) == 0 {
			t.Errorf("%s lacks something: %+v", e.Name, e)
		}
		if !paper.MatchString(e.Paper) {
			t.Errorf("%s: %q does not name authors and years", e.Name, e.Paper)
		}
		for _, text := range []string{e.Summary, e.Guarantee} {
			if strings.HasSuffix(text, ".") || strings.TrimSpace(text) != text {
				t.Errorf("%s: %q stands in a table, without a period or blanks around it", e.Name, text)
			}
		}
		for _, n := range append([]string{e.Name}, e.Aliases...) {
			if other, ok := taken[n]; ok {
				t.Errorf("%q names both %s and %s", n, other, e.Name)
			}
			if n != strings.ToLower(n) {
				t.Errorf("%q is not in lower case, so Lookup cannot find it", n)
			}
			taken[n] = e.Name
		}
	}
}

func TestLookup(t *testing.T) {
	for _, e := range everything() {
		for _, n := range append([]string{e.Name}, e.Aliases...) {
			for _, spelled := range []string{n, strings.ToUpper(n)} {
				if got, err := catalog.Lookup(spelled); err != nil || got != e {
					t.Errorf("%q is %v, %v; want %s", spelled, got, err, e.Name)
				}
			}
		}
	}
	for _, tc := range []struct{ name, want string }{
		{"djikstra", "did you mean dijkstra?"},
		{"a star", "did you mean astar?"},
		{"astr", "did you mean astar?"},
		{"bidirectionel", "did you mean bidirectional?"},
		{"fringe-serach", "did you mean fringe?"},
		{"IDA-stra", "did you mean ida-star?"},
		{"jump-pont", "did you mean jump-point?"},
		{"canonical-a-star", "did you mean canonical-astar?"},
		{"jsp", "did you mean jump-point?"},
		{"", "astrolabe algorithms lists them all"},
		{"quicksort", "astrolabe algorithms lists them all"},
	} {
		e, err := catalog.Lookup(tc.name)
		if e != nil || err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%q: %v, %v; want an error with %q", tc.name, e, err, tc.want)
		}
	}
}

// TestExpect holds the table of guarantees against what is known of each
// algorithm; that the algorithms keep them is the oracle's business.
func TestExpect(t *testing.T) {
	eight, four := openMap(t, 3, 3, grid.Rule{}), openMap(t, 3, 3, grid.Rule{Moves: grid.Moves4})
	const optimal, bounded, feasible = search.Optimal, search.Bounded, search.Feasible
	type row struct{ octile, manhattan, onFour search.Certificate }
	want := map[string]row{
		"breadth-first":               {feasible, feasible, optimal},
		"dijkstra":                    {optimal, optimal, optimal},
		"greedy":                      {feasible, feasible, feasible},
		"astar":                       {optimal, feasible, optimal},
		"weighted-astar":              {bounded, feasible, bounded},
		"bidirectional-first-meeting": {feasible, feasible, feasible},
		"bidirectional":               {optimal, feasible, optimal},
		"bidirectional-dijkstra":      {optimal, optimal, optimal},
		"ida-star":                    {optimal, feasible, optimal},
		"branch-and-bound":            {optimal, optimal, optimal},
		"fringe":                      {optimal, feasible, optimal},
	}
	for _, e := range catalog.Entries() {
		for _, reopen := range []bool{true, false} { // every metric here is consistent or inadmissible
			got := row{e.Expect(eight, grid.Octile, reopen), e.Expect(eight, grid.Manhattan, reopen), e.Expect(four, grid.Manhattan, reopen)}
			if got != want[e.Name] {
				t.Errorf("%s: octile %v, manhattan %v, four moves %v; want %v", e.Name, got.octile, got.manhattan, got.onFour, want[e.Name])
			}
		}
	}
	if len(want) != len(catalog.Entries()) {
		t.Errorf("%d entries, the table has %d", len(catalog.Entries()), len(want))
	}
	for _, e := range catalog.Engines() { // whatever the query's options, which they do not take
		for _, metric := range allMetrics() {
			if got := e.Expect(eight, metric, false); got != optimal {
				t.Errorf("%s: heuristic %v, %v; want %v", e.Name, metric, got, optimal)
			}
		}
	}
}

func TestApplies(t *testing.T) {
	for _, e := range catalog.Entries() {
		for _, metric := range allMetrics() {
			reason := e.Applies(catalog.Query{Metric: metric})
			senseless := metric == grid.Zero && (e.Name == "greedy" || e.Name == "weighted-astar")
			if senseless != (reason != "") {
				t.Errorf("%s, heuristic %v: %q", e.Name, metric, reason)
			}
		}
	}
}

func TestBudgetsEndASearch(t *testing.T) {
	q := catalog.Query{Costs: openMap(t, 60, 60, grid.Rule{}), To: grid.Cell{X: 59, Y: 30}}
	for _, e := range catalog.Entries() {
		inTime := q
		inTime.MaxTime = time.Nanosecond
		inBytes := q
		inBytes.MaxBytes = 1000
		for _, tc := range []struct {
			q    catalog.Query
			want string
		}{{inTime, "the time limit of 1ns is over"}, {inBytes, "bytes"}} {
			r, err := solve(e, tc.q, nil)
			if err != nil || r.Status != search.Limit || !strings.Contains(r.Reason, tc.want) {
				t.Errorf("%s: %v (%s), %v; want a limit with %q", e.Name, r.Status, r.Reason, err, tc.want)
			}
		}
	}
}

// TestCostsThatOverflowAreAnError walks over weights of which one fits and the
// sum does not.
func TestCostsThatOverflowAreAnError(t *testing.T) {
	heavy := grid.Millionths(5_000_000_001) // 5000.000001
	m, err := grid.FromWeights(4, 1, []grid.Weight{heavy, heavy, heavy, heavy})
	if err != nil {
		t.Fatal(err)
	}
	costs, err := grid.NewCosts(m, grid.Rule{Moves: grid.Moves4}, grid.Mul)
	if err != nil {
		t.Fatal(err)
	}
	tested := 0
	for _, e := range everything() {
		q := catalog.Query{Costs: costs, To: grid.Cell{X: 3}}
		if e.Applies(q) != "" {
			continue
		}
		tested++
		answer, err := e.Solve(context.Background(), q, nil)
		if !errors.Is(err, root2.ErrOverflow) || !strings.HasPrefix(err.Error(), e.Name+": ") || !strings.Contains(err.Error(), "use smaller weights") {
			t.Errorf("%s: error %v", e.Name, err)
		}
		if answer.Entry != nil || answer.Result.Status != 0 || answer.Result.Path != nil {
			t.Errorf("%s: an answer beside the error: %+v", e.Name, answer)
		}
	}
	if tested <= len(catalog.Entries()) {
		t.Errorf("%d of them apply; want the algorithms and at least one engine", tested)
	}
}

func TestBadOptionsAreAnError(t *testing.T) {
	q := catalog.Query{Costs: openMap(t, 2, 2, grid.Rule{}), To: grid.Cell{X: 1}}
	order, tie, weight := q, q, q
	order.Order[0] = grid.W
	tie.Tie = search.Tie(99)
	weight.Weight = search.Ratio{Num: 1, Den: 2}
	for _, e := range catalog.Entries() {
		for _, bad := range []catalog.Query{order, tie, weight} {
			if answer, err := e.Solve(context.Background(), bad, nil); err == nil || answer.Entry != nil {
				t.Errorf("%s: %+v, %v; want an error alone", e.Name, answer, err)
			}
		}
	}
}

// TestAnswersSayWhatWasAsked: an answer carries its query and its algorithm.
func TestAnswersSayWhatWasAsked(t *testing.T) {
	q := catalog.Query{Costs: openMap(t, 3, 1, grid.Rule{}), To: grid.Cell{X: 2}, Tie: search.TieFIFO, Metric: grid.Chebyshev}
	answer, err := entry(t, "fringe").Solve(context.Background(), q, new(gridsearch.Workspace))
	if err != nil {
		t.Fatal(err)
	}
	if answer.Entry.Name != "fringe" || answer.Query != q || answer.Elapsed <= 0 {
		t.Errorf("the answer holds %s, %+v, %v", answer.Entry.Name, answer.Query, answer.Elapsed)
	}
	if !slices.Equal(answer.Result.Path, []grid.Cell{{X: 0}, {X: 1}, {X: 2}}) {
		t.Errorf("the path is %v", answer.Result.Path)
	}
}
