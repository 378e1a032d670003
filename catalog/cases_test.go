package catalog_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"slices"
	"testing"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/internal/asciigrid"
	"github.com/astrolabe-search/astrolabe/internal/sharedtest"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/verify"
)

// reportedCase is a case of cases/reported.jsonl: something that went wrong in
// another program.
type reportedCase struct {
	ID            string
	API           bool
	Movement      string
	Map           []string
	Costs         [][]json.Number
	CostModel     string `json:"cost_model"`
	Start, Goal   caseCell
	MaxExpansions int64 `json:"max_expansions"`
	Expect        caseAnswer
	Queries       []struct {
		Start, Goal caseCell
		Expect      caseAnswer
	}
	Steps []struct {
		Edit   [][3]any
		Expect caseAnswer
	}
}

type caseCell [2]int32

func (c caseCell) cell() grid.Cell { return grid.Cell{X: c[0], Y: c[1]} }

// caseAnswer is what a case expects.
type caseAnswer struct {
	Status       string
	Exact        [2]string `json:"exact_a_plus_b_sqrt2"`
	OptimalPaths *int64    `json:"optimal_paths"`
	Straight     *int
	Diagonal     *int
	ReachedCells *int64 `json:"reached_cells"`
	Statuses     []string
	ByTieRule    map[string]int64 `json:"expansions_by_tie_rule"`
}

// reportedCases reads the file.
func reportedCases(tb testing.TB) []reportedCase {
	tb.Helper()
	data, err := os.ReadFile(sharedtest.Path(tb, "cases", "reported.jsonl"))
	if err != nil {
		tb.Fatal(err)
	}
	var cases []reportedCase
	for line := range bytes.Lines(data) {
		var c reportedCase
		if err := json.Unmarshal(line, &c); err != nil {
			tb.Fatalf("%s: %v", line[:min(60, len(line))], err)
		}
		cases = append(cases, c)
	}
	return cases
}

// reported returns the case with an id.
func reported(tb testing.TB, id string) reportedCase {
	tb.Helper()
	for _, c := range reportedCases(tb) {
		if c.ID == id {
			return c
		}
	}
	tb.Fatalf("reported.jsonl has no case %q", id)
	return reportedCase{}
}

// costs returns the map of a case with its rule and model.
func (c *reportedCase) costs(tb testing.TB) *grid.Costs {
	tb.Helper()
	rule, ok := map[string]grid.Rule{
		"4":        {Moves: grid.Moves4},
		"8-none":   {Corners: grid.CornersNever},
		"8-one":    {Corners: grid.CornersOne},
		"8-always": {Corners: grid.CornersAlways},
	}[c.Movement]
	if !ok {
		tb.Fatalf("case %s: unknown movement %q", c.ID, c.Movement)
	}
	model := grid.Uniform
	if c.CostModel != "" {
		var err error
		if model, err = grid.ParseModel(c.CostModel); err != nil {
			tb.Fatalf("case %s: %v", c.ID, err)
		}
	}
	costs, err := grid.NewCostsWith(c.grid(tb), rule, model, grid.CostOptions{AllowFree: true})
	if err != nil {
		tb.Fatalf("case %s: %v", c.ID, err)
	}
	return costs
}

func (c *reportedCase) grid(tb testing.TB) *grid.Map {
	tb.Helper()
	if c.Costs == nil {
		return asciigrid.Parse(tb, c.Map...).Map
	}
	var weights []grid.Weight
	for y, row := range c.Costs {
		for x, text := range row {
			w, blocked, err := grid.ParseWeight(text.String())
			if err != nil {
				tb.Fatalf("case %s: %v", c.ID, err)
			}
			if blocked || c.Map[y][x] == '@' {
				w = grid.Blocked
			}
			weights = append(weights, w)
		}
	}
	m, err := grid.FromWeights(len(c.Map[0]), len(c.Map), weights)
	if err != nil {
		tb.Fatalf("case %s: %v", c.ID, err)
	}
	return m
}

// solve asks an algorithm and has its answer rechecked by package verify.
func solve(e *catalog.Entry, q catalog.Query, ws *gridsearch.Workspace) (gridsearch.Result, error) {
	answer, err := e.Solve(context.Background(), q, ws)
	if err != nil {
		return gridsearch.Result{}, err
	}
	report, err := verify.Check(q.Costs, verify.FromResult(q.From, q.To, answer.Result))
	if err == nil && !report.OK() {
		err = fmt.Errorf("verify: %v", report)
	}
	return answer.Result, err
}

// check returns what is wrong with a cheapest answer, or "".
func (want *caseAnswer) check(costs *grid.Costs, r gridsearch.Result) string {
	if r.Status.String() != want.Status {
		return fmt.Sprintf("status %v, want %s", r.Status, want.Status)
	}
	if r.Status != search.Found {
		return ""
	}
	a, b := r.Cost.Coefficients()
	for i, got := range []int64{a, b} {
		exact, ok := new(big.Rat).SetString(want.Exact[i])
		if !ok || exact.Cmp(big.NewRat(got, costs.Scale())) != 0 {
			return fmt.Sprintf("cost %s, want %s + %s√2", costs.Format(r.Cost), want.Exact[0], want.Exact[1])
		}
	}
	straight, diagonal := steps(r.Path)
	if want.Straight != nil && *want.Straight != straight || want.Diagonal != nil && *want.Diagonal != diagonal {
		return fmt.Sprintf("%d straight and %d diagonal steps, want %d and %d", straight, diagonal, *want.Straight, *want.Diagonal)
	}
	return ""
}

// steps counts the steps of a path.
func steps(path []grid.Cell) (straight, diagonal int) {
	for i := range path[1:] {
		if d, _ := grid.DirBetween(path[i], path[i+1]); d.Diagonal() {
			diagonal++
		} else {
			straight++
		}
	}
	return straight, diagonal
}

// claiming returns the algorithms that promise an optimal answer at these costs
// with a metric and, for the metric Auto, the engines that apply.
func claiming(costs *grid.Costs, metric grid.Metric) []*catalog.Entry {
	var list []*catalog.Entry
	for _, e := range catalog.Entries() {
		if e.Expect(costs, metric, true) == search.Optimal {
			list = append(list, e)
		}
	}
	if metric == grid.Auto {
		list = append(list, enginesFor(costs)...)
	}
	return list
}

// enginesFor returns the engines that apply at these costs.
func enginesFor(costs *grid.Costs) []*catalog.Entry {
	return slices.DeleteFunc(slices.Clone(catalog.Engines()), func(e *catalog.Entry) bool {
		return e.Applies(catalog.Query{Costs: costs}) != ""
	})
}

// checkCase asks every algorithm that promises an optimal answer, with every
// metric, and compares it with what is expected.
func checkCase(t *testing.T, costs *grid.Costs, from, to grid.Cell, want *caseAnswer, ws *gridsearch.Workspace) {
	t.Helper()
	checkCaseWith(t, claiming, costs, from, to, want, ws)
}

// checkCaseWith is checkCase for the algorithms that ask chooses.
func checkCaseWith(t *testing.T, ask func(*grid.Costs, grid.Metric) []*catalog.Entry,
	costs *grid.Costs, from, to grid.Cell, want *caseAnswer, ws *gridsearch.Workspace,
) {
	t.Helper()
	for _, metric := range allMetrics() {
		for _, e := range ask(costs, metric) {
			q := catalog.Query{Costs: costs, From: from, To: to, Metric: metric}
			r, err := solve(e, q, ws)
			if err != nil {
				t.Errorf("%s, heuristic %v: %v", e.Name, metric, err)
				continue
			}
			if wrong := want.check(costs, r); wrong != "" {
				t.Errorf("%s, heuristic %v, from %v to %v: %s\n%s", e.Name, metric, from, to, wrong, asciigrid.Render(costs.Map(), r.Path))
			}
			if want.ReachedCells != nil && e.Name == "dijkstra" && r.Expanded != *want.ReachedCells {
				t.Errorf("%d cells reached, want %d", r.Expanded, *want.ReachedCells)
			}
		}
	}
	if want.OptimalPaths != nil {
		checkOptimalPaths(t, costs, from, to, *want.OptimalPaths)
	}
}

// checkOptimalPaths counts the cheapest paths.
func checkOptimalPaths(t *testing.T, costs *grid.Costs, from, to grid.Cell, want int64) {
	t.Helper()
	q := catalog.Query{Costs: costs, From: from, To: to}
	p, err := q.Problem()
	if err != nil {
		t.Fatal(err)
	}
	all, err := search.AllOptimal(context.Background(), p, from, q.Options(p))
	if err != nil {
		t.Fatal(err)
	}
	count, err := all.Count(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if count.Cmp(big.NewInt(want)) != 0 {
		t.Errorf("%v optimal paths, want %d", count, want)
	}
}

// TestReportedMaps holds every algorithm that promises an optimal answer
// against every reported case that is a map with two ends.
func TestReportedMaps(t *testing.T) {
	tested := 0
	for _, c := range reportedCases(t) {
		if c.API {
			continue
		}
		tested++
		t.Run(c.ID, func(t *testing.T) {
			t.Parallel()
			checkCase(t, c.costs(t), c.Start.cell(), c.Goal.cell(), &c.Expect, new(gridsearch.Workspace))
		})
	}
	if tested == 0 {
		t.Error("reported.jsonl has no case with a map")
	}
}

// TestTieRulesDecideTheEffort is the case tie-break-effort: 17 expansions or
// 81. Of its rules, h is our low-h, h-lifo low-h-lifo, and lifo and fifo are
// themselves. Its g-low, the smaller g first, is a policy that we do not offer.
func TestTieRulesDecideTheEffort(t *testing.T) {
	c := reported(t, "tie-break-effort")
	counterparts := map[string]search.Tie{
		"h": search.TieLowH, "h-lifo": search.TieLowHLIFO, "lifo": search.TieLIFO, "fifo": search.TieFIFO,
	}
	q := catalog.Query{Costs: c.costs(t), From: c.Start.cell(), To: c.Goal.cell(), Metric: grid.Manhattan}
	q.Order = [8]grid.Dir{grid.N, grid.E, grid.S, grid.W, grid.NE, grid.SE, grid.SW, grid.NW}
	compared := 0
	for name, want := range c.Expect.ByTieRule {
		tie, ok := counterparts[name]
		if !ok {
			if name != "g-low" {
				t.Errorf("the rule %q is new to this test", name)
			}
			continue
		}
		compared++
		q.Tie = tie
		r, err := solve(entry(t, "astar"), q, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.Expanded != want {
			t.Errorf("%v: %d expansions, want %d", tie, r.Expanded, want)
		}
	}
	if compared != len(counterparts) {
		t.Errorf("%d of %d rules compared", compared, len(counterparts))
	}
}
