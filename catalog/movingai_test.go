package catalog_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/internal/sharedtest"
	"github.com/astrolabe-search/astrolabe/mapfile"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

// scenarioSample returns how many queries of each benchmark scenario are asked:
// a few, spread over its length (one with -short), or what the environment variable
// ASTROLABE_SCENARIO says, a number or "all", as in
//
//	ASTROLABE_SCENARIO=all go test -timeout 5h -run MovingAI ./catalog
func scenarioSample(tb testing.TB) int {
	tb.Helper()
	switch text := os.Getenv("ASTROLABE_SCENARIO"); {
	case text == "" && testing.Short():
		return 1
	case text == "":
		return 3
	case text == "all":
		return 1 << 30
	default:
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			tb.Fatalf("ASTROLABE_SCENARIO=%q; want a number of queries a scenario, or all", text)
		}
		return n
	}
}

// readMap reads a map file.
func readMap(tb testing.TB, path string) *mapfile.File {
	tb.Helper()
	f, err := os.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	file, err := mapfile.Read(f, path, mapfile.Limits{})
	if err != nil {
		tb.Fatal(err)
	}
	return file
}

// readScenario reads the scenario that lies beside a map.
func readScenario(tb testing.TB, mapPath string) *mapfile.Scenario {
	tb.Helper()
	f, err := os.Open(mapPath + ".scen")
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	scenario, err := mapfile.ReadScenario(f, mapPath+".scen")
	if err != nil {
		tb.Fatal(err)
	}
	return scenario
}

// benchmarkMaps returns the paths of the benchmark maps, by "set/name".
func benchmarkMaps(tb testing.TB) []string {
	tb.Helper()
	paths, err := filepath.Glob(filepath.Join(sharedtest.Path(tb, "maps"), "*", "*.map"))
	if err != nil || len(paths) == 0 {
		tb.Fatalf("no benchmark maps: %v", err)
	}
	return paths
}

// provers are the algorithms that are held against the benchmarks. The engines are
// too, by package gridsearch.
var provers = []string{"astar", "bidirectional", "dijkstra", "auto"}

// exactly asks each prover and returns the cost that they agree on.
func exactly(tb testing.TB, costs *grid.Costs, from, to grid.Cell, ws *gridsearch.Workspace) root2.Length {
	tb.Helper()
	var agreed root2.Length
	for i, name := range provers {
		answer, err := entry(tb, name).Solve(context.Background(), catalog.Query{Costs: costs, From: from, To: to}, ws)
		r := answer.Result
		if err != nil || r.Status != search.Found || r.Certificate != search.Optimal {
			tb.Errorf("%s, %v to %v: %v, certificate %v (%s), %v", name, from, to, r.Status, r.Certificate, r.Reason, err)
			continue
		}
		if cost, err := costs.PathCost(r.Path); err != nil || cost != r.Cost || r.Path[0] != from || r.Path[len(r.Path)-1] != to {
			tb.Errorf("%s, %v to %v: the path costs %v, not %v (%v)", name, from, to, cost, r.Cost, err)
		}
		if i > 0 && r.Cost != agreed {
			tb.Errorf("%v to %v: %s says %v, %s says %v", from, to, name, r.Cost, provers[0], agreed)
		}
		agreed = r.Cost
	}
	return agreed
}

// TestMovingAIScenarios asks a sample of every scenario: the algorithms agree
// exactly with each other, and with the published optimum to one unit of the
// last digit that its file prints, on both sides.
func TestMovingAIScenarios(t *testing.T) {
	sample := scenarioSample(t)
	for _, path := range benchmarkMaps(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			file := readMap(t, path)
			costs, err := grid.NewCosts(file.Map, file.Rule, file.Model)
			if err != nil {
				t.Fatal(err)
			}
			queries := readScenario(t, path).Queries
			if len(queries) == 0 {
				t.Fatal("the scenario is empty")
			}
			var ws gridsearch.Workspace
			n := min(sample, len(queries))
			for i := range n {
				q := queries[(2*i+1)*len(queries)/(2*n)] // the middle of the i-th of n equal parts
				cost := exactly(t, costs, q.Start, q.Goal, &ws)
				if !q.Agrees(cost.Float64()) {
					t.Errorf("line %d, %v to %v: %v is %.8f; published is %s", q.Line, q.Start, q.Goal, cost, cost.Float64(), q.Optimal)
				}
			}
		})
	}
}

// rows reads a table of fields separated by tabs, without its header.
func rows(tb testing.TB, path string, fields int) [][]string {
	tb.Helper()
	f, err := os.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	var table [][]string
	scanner := bufio.NewScanner(f)
	for scanner.Scan() {
		row := strings.Split(scanner.Text(), "\t")
		if len(row) != fields {
			tb.Fatalf("%s: a row of %d fields, want %d: %q", path, len(row), fields, row)
		}
		table = append(table, row)
	}
	if scanner.Err() != nil || len(table) < 2 {
		tb.Fatalf("%s: %d rows, %v", path, len(table), scanner.Err())
	}
	return table[1:]
}

// number reads a field as an integer.
func number(tb testing.TB, text string) int64 {
	tb.Helper()
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		tb.Fatal(err)
	}
	return n
}

// TestMovingAIExactTruths compares with the exact optima of
// truths/movingai-exact, for the maps that are there; with -short, with the
// first one of each map.
func TestMovingAIExactTruths(t *testing.T) {
	const (
		set = iota
		name
		startX
		startY
		goalX
		goalY
		_
		straight
		diagonal
		fields = 11
	)
	byMap := map[string][][]string{}
	for _, row := range rows(t, sharedtest.Path(t, "truths", "movingai-exact", "sample.tsv"), fields) {
		byMap[row[set]+"/"+row[name]] = append(byMap[row[set]+"/"+row[name]], row)
	}
	for _, path := range benchmarkMaps(t) {
		key := filepath.Base(filepath.Dir(path)) + "/" + filepath.Base(path)
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			if len(byMap[key]) == 0 {
				t.Fatalf("the truths say nothing of %s", key)
			}
			file := readMap(t, path)
			costs, err := grid.NewCosts(file.Map, file.Rule, file.Model)
			if err != nil {
				t.Fatal(err)
			}
			var ws gridsearch.Workspace
			truths := byMap[key]
			if testing.Short() {
				truths = truths[:1]
			}
			for _, row := range truths {
				from := grid.Cell{X: int32(number(t, row[startX])), Y: int32(number(t, row[startY]))}
				to := grid.Cell{X: int32(number(t, row[goalX])), Y: int32(number(t, row[goalY]))}
				cost := exactly(t, costs, from, to, &ws)
				if a, b := cost.Coefficients(); a != number(t, row[straight]) || b != number(t, row[diagonal]) {
					t.Errorf("%v to %v: %v, want %s+%s√2", from, to, cost, row[straight], row[diagonal])
				}
			}
		})
	}
}

// feasibleOnTerrain returns the algorithms that promise an optimal answer, but
// for the depth-first ones where they would take minutes: on large maps, and
// without the best estimate.
func feasibleOnTerrain(costs *grid.Costs, metric grid.Metric) []*catalog.Entry {
	const largeMap = 800
	patient := metric == grid.Auto && costs.Map().Width()*costs.Map().Height() < largeMap
	return slices.DeleteFunc(claiming(costs, metric), func(e *catalog.Entry) bool {
		return !patient && (e.Name == "ida-star" || e.Name == "branch-and-bound")
	})
}

// TestTerrainTruths compares with the exact optima of truths/terrain-grids,
// with corners cut and without.
func TestTerrainTruths(t *testing.T) {
	const (
		fileName = iota
		_
		_
		cutStraight
		cutDiagonal
		_
		uncutStraight
		uncutDiagonal
		fields = 9
	)
	dir := sharedtest.Path(t, "truths", "terrain-grids")
	table := rows(t, filepath.Join(dir, "optimal.tsv"), fields)
	if len(table) < 30 {
		t.Errorf("%d terrain grids, want at least 30", len(table))
	}
	for _, row := range table {
		file := readMap(t, filepath.Join(dir, row[fileName]))
		for _, truth := range []struct {
			corners            grid.CornerRule
			straight, diagonal string
		}{
			{grid.CornersAlways, row[cutStraight], row[cutDiagonal]},
			{grid.CornersNever, row[uncutStraight], row[uncutDiagonal]},
		} {
			costs, err := grid.NewCosts(file.Map, grid.Rule{Corners: truth.corners}, grid.Add)
			if err != nil {
				t.Fatal(err)
			}
			want := caseAnswer{Status: "no-path"}
			if truth.straight != "-" {
				want = caseAnswer{Status: "found", Exact: [2]string{truth.straight, truth.diagonal}}
			}
			t.Run(fmt.Sprintf("%s corners %v", row[fileName], truth.corners), func(t *testing.T) {
				t.Parallel()
				checkCaseWith(t, feasibleOnTerrain, costs, *file.Start, *file.Goal, &want, new(gridsearch.Workspace))
			})
		}
	}
}
