package verify_test

import (
	"context"
	"encoding/json"
	"math"
	"math/big"
	"os"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/internal/sharedtest"
	"github.com/astrolabe-search/astrolabe/mapfile"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/verify"
	"github.com/google/go-cmp/cmp"
)

// algorithm is one of package search's.
type algorithm func(context.Context, search.Problem[grid.Cell, root2.Length], grid.Cell, gridsearch.Options) (gridsearch.Result, error)

var (
	aStar         algorithm = search.AStar
	bidirectional algorithm = search.Bidirectional
	dijkstra      algorithm = search.Dijkstra
	firstMeeting  algorithm = search.BidirectionalFirstMeeting
	weighted      algorithm = search.WeightedAStar
)

// solve answers a query with an algorithm.
func solve(t testing.TB, costs *grid.Costs, algorithm algorithm, from, to grid.Cell, opts gridsearch.Options) verify.Answer {
	t.Helper()
	problem, err := gridsearch.NewProblem(costs, to)
	if err != nil {
		t.Fatal(err)
	}
	result, err := algorithm(context.Background(), problem, from, gridsearch.WithHeuristic(opts, problem, grid.Auto, from))
	if err != nil {
		t.Fatal(err)
	}
	return verify.FromResult(from, to, result)
}

func readMap(t testing.TB, elements ...string) (*mapfile.File, *grid.Costs) {
	t.Helper()
	path := sharedtest.Path(t, elements...)
	r, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	file, err := mapfile.Read(r, path, mapfile.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	costs, err := grid.NewCosts(file.Map, file.Rule, file.Model)
	if err != nil {
		t.Fatal(err)
	}
	return file, costs
}

// The terrain article's maps and results.
func TestTerrainSamples(t *testing.T) {
	data, err := os.ReadFile(sharedtest.Path(t, "truths", "terrain.json"))
	if err != nil {
		t.Fatal(err)
	}
	var truths struct {
		Results []struct {
			Map                string
			Straight, Diagonal int64
		}
	}
	if err := json.Unmarshal(data, &truths); err != nil {
		t.Fatal(err)
	}
	if len(truths.Results) != 4 {
		t.Fatalf("%d results; want 4", len(truths.Results))
	}
	for _, truth := range truths.Results {
		file, costs := readMap(t, "truths", truth.Map)
		for _, algorithm := range []algorithm{aStar, bidirectional, dijkstra} {
			a := solve(t, costs, algorithm, *file.Start, *file.Goal, gridsearch.Options{})
			wantOK(t, costs, a)
			if want := length(t, truth.Straight, truth.Diagonal); a.Certificate != search.Optimal || a.Cost != want {
				t.Errorf("%s: %v %s; want optimal %s", truth.Map, a.Certificate, costs.Format(a.Cost), costs.Format(want))
			}
			a.Cost++
			wantFailure(t, costs, a, verify.SubjectCost)
		}
	}
}

// The article's way to stop a bidirectional search answers 10 here, where
// 4+2√2 is right: legal, but no optimum.
func TestFirstMeeting(t *testing.T) {
	file, costs := readMap(t, "truths", "terrain-grids", "bidir_counterexample.txt")
	a := solve(t, costs, firstMeeting, *file.Start, *file.Goal, gridsearch.Options{Tie: search.TieParentG})
	if want := length(t, 10, 0); a.Cost != want {
		t.Fatalf("cost %s; want 10", costs.Format(a.Cost))
	}
	wantOK(t, costs, a)
	a.Certificate, a.LowerBound = search.Optimal, a.Cost
	wantFailure(t, costs, a, verify.SubjectLowerBound)
	a.HasLowerBound = false
	wantFailure(t, costs, a, verify.SubjectCertificate)
	a.Certificate, a.Bound = search.Bounded, search.Ratio{Num: 147, Den: 100} // 10/(4+2√2) = 1.4645
	wantOK(t, costs, a)
	a.Bound.Num = 146
	wantFailure(t, costs, a, verify.SubjectCertificate)
}

// Answers of every kind on a benchmark map of 512×512.
func TestBenchmarkMap(t *testing.T) {
	_, costs := readMap(t, "maps", "random", "random512-25-0.map")
	const (
		optimal = 738.039 // of the last query of the map's scenario
		digits  = 0.0005
	)
	from, to := grid.Cell{X: 15, Y: 493}, grid.Cell{X: 437, Y: 27}
	for _, tc := range []struct {
		name      string
		algorithm algorithm
		opts      gridsearch.Options
		want      search.Certificate
		status    search.Status
	}{
		{"A*", aStar, gridsearch.Options{}, search.Optimal, search.Found},
		{"weighted", weighted, gridsearch.Options{Weight: search.Ratio{Num: 3, Den: 2}}, search.Bounded, search.Found},
		{"stopped", aStar, gridsearch.Options{MaxExpanded: 20_000}, search.None, search.Limit},
	} {
		t.Run(tc.name, func(t *testing.T) {
			a := solve(t, costs, tc.algorithm, from, to, tc.opts)
			if a.Status != tc.status || a.Certificate != tc.want {
				t.Fatalf("%v, %v; want %v, %v", a.Status, a.Certificate, tc.status, tc.want)
			}
			wantOK(t, costs, a)
			again, err := decode(costs, encode(t, costs, a))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(a, again); diff != "" {
				t.Error(diff)
			}
			if a.Certificate == search.Optimal {
				if cost := costs.Float64(a.Cost); math.Abs(cost-optimal) > digits {
					t.Errorf("cost %v; published %v", cost, optimal)
				}
				return
			}
			raised := a
			if a.Status == search.Limit {
				raised.LowerBound = root2.Length(739 * root2.One)
				wantFailure(t, costs, raised, verify.SubjectLowerBound)
				raised = a
				raised.Status, raised.Nearest = search.NoPath, nil
				wantFailure(t, costs, raised, verify.SubjectStatus)
				return
			}
			raised.Certificate, raised.LowerBound, raised.Bound = search.Optimal, a.Cost, search.Ratio{}
			wantFailure(t, costs, raised, verify.SubjectLowerBound)
		})
	}
}

// The cases that were reported to other programs, as far as they are plain
// maps: an answer with the expected status and cost is right, and with another
// cost it is not.
func TestReportedCases(t *testing.T) {
	lines, err := os.ReadFile(sharedtest.Path(t, "cases", "reported.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	rules := map[string]grid.Rule{
		"4": {Moves: grid.Moves4}, "8-none": {}, "8-one": {Corners: grid.CornersOne}, "8-always": {Corners: grid.CornersAlways},
	}
	checked := 0
	for line := range strings.Lines(string(lines)) {
		var kind struct{ API bool }
		if err := json.Unmarshal([]byte(line), &kind); err != nil {
			t.Fatal(err)
		}
		if kind.API {
			continue // no plain map
		}
		var c struct {
			ID, Movement string
			Map          []string
			Costs        [][]json.Number
			CostModel    string `json:"cost_model"`
			Start, Goal  [2]int32
			Expect       struct {
				Status string
				Exact  []string `json:"exact_a_plus_b_sqrt2"`
			}
		}
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatal(err)
		}
		status, err := search.ParseStatus(c.Expect.Status)
		rule, known := rules[c.Movement]
		if err != nil || !known {
			t.Fatalf("%s: movement %q, %v", c.ID, c.Movement, err)
		}
		t.Run(c.ID, func(t *testing.T) {
			costs := reportedCosts(t, rule, c.Map, c.Costs, c.CostModel)
			from, to := grid.Cell{X: c.Start[0], Y: c.Start[1]}, grid.Cell{X: c.Goal[0], Y: c.Goal[1]}
			a := solve(t, costs, aStar, from, to, gridsearch.Options{})
			if a.Status != status {
				t.Fatalf("%v; want %v", a.Status, status)
			}
			wantOK(t, costs, a)
			checked++
			if a.Status != search.Found {
				return
			}
			var want float64
			for i, unit := range []float64{1, math.Sqrt2} {
				exact, ok := new(big.Rat).SetString(c.Expect.Exact[i])
				if !ok {
					t.Fatalf("%q is not a coefficient", c.Expect.Exact[i])
				}
				coefficient, _ := exact.Float64()
				want += float64(coefficient * unit)
			}
			if got := costs.Float64(a.Cost); math.Abs(got-want) > 1e-9 {
				t.Errorf("cost %v; want %v", got, want)
			}
			a.Cost--
			wantFailure(t, costs, a, verify.SubjectCost)
		})
	}
	const least = 60
	if checked < least {
		t.Errorf("only %d cases were checked; want at least %d", checked, least)
	}
}

// reportedCosts returns the costs of a reported case.
func reportedCosts(t *testing.T, rule grid.Rule, rows []string, table [][]json.Number, modelName string) *grid.Costs {
	t.Helper()
	var weights []grid.Weight
	for y, row := range rows {
		for x, symbol := range []byte(row) {
			weight, blocked := grid.WholeWeight(1), symbol == '@'
			if table != nil && !blocked {
				var err error
				if weight, blocked, err = grid.ParseWeight(table[y][x].String()); err != nil {
					t.Fatal(err)
				}
			}
			if blocked {
				weight = grid.Blocked
			}
			weights = append(weights, weight)
		}
	}
	m, err := grid.FromWeights(len(rows[0]), len(rows), weights)
	if err != nil {
		t.Fatal(err)
	}
	model := grid.Uniform
	if modelName != "" {
		if model, err = grid.ParseModel(modelName); err != nil {
			t.Fatal(err)
		}
	}
	costs, err := grid.NewCosts(m, rule, model)
	if err != nil {
		t.Fatal(err)
	}
	return costs
}
