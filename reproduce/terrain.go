package reproduce

import (
	"context"
	_ "embed"
	"fmt"
	"strings"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/mapfile"
	"github.com/astrolabe-search/astrolabe/search"
)

//go:embed maps/terrain-sample1.txt
var terrainSample1 string

//go:embed maps/terrain-sample2.txt
var terrainSample2 string

// terrainMeeting is the smallest map on which the article's stopping rule is wrong.
const terrainMeeting = "2 3 2 1 2 3\n   \n ::\n"

// TerrainOrder is the order in which the terrain article looks at neighbors.
var TerrainOrder = [8]grid.Dir{grid.W, grid.S, grid.E, grid.N, grid.SW, grid.SE, grid.NE, grid.NW}

// terrain re-runs the article's searches: A* one way, and both ways with the
// stop at the first meeting, with its neighbor order and its ties (f, then the
// larger g of the parent, then first in).
func terrain(ctx context.Context) ([]Fact, error) {
	var facts []Fact
	for _, run := range []struct {
		name, text, algorithm, cost string
		expanded                    int64
	}{
		{"sample 1", terrainSample1, "astar", "6+5√2", 25},
		{"sample 1", terrainSample1, "bidirectional-first-meeting", "6+5√2", 43},
		{"sample 2", terrainSample2, "astar", "43+17√2", 685},
		{"sample 2", terrainSample2, "bidirectional-first-meeting", "43+17√2", 468},
	} {
		answer, err := solveTerrain(ctx, run.name, run.text, run.algorithm)
		if err != nil {
			return nil, err
		}
		way := "one way"
		if run.algorithm != "astar" {
			way = "both ways"
		}
		facts = append(facts,
			Fact{run.name + ", " + way + ": cost", run.cost, answer.Query.Costs.Format(answer.Result.Cost)},
			Fact{run.name + ", " + way + ": expanded", fmt.Sprint(run.expanded), fmt.Sprint(answer.Result.Expanded)})
	}
	for _, run := range []struct{ algorithm, cost, certificate string }{
		{"bidirectional-first-meeting", "10", "feasible"},
		{"bidirectional", "4+2√2", "optimal"},
	} {
		answer, err := solveTerrain(ctx, "counterexample", terrainMeeting, run.algorithm)
		if err != nil {
			return nil, err
		}
		facts = append(facts, Fact{
			"2×3 counterexample, " + run.algorithm, run.cost + " " + run.certificate,
			answer.Query.Costs.Format(answer.Result.Cost) + " " + answer.Result.Certificate.String(),
		})
	}
	return facts, nil
}

func solveTerrain(ctx context.Context, name, text, algorithm string) (catalog.Answer, error) {
	q, err := terrainQuery(name, text)
	if err != nil {
		return catalog.Answer{}, err
	}
	return solve(ctx, algorithm, q)
}

// terrainQuery is the search of a map as the article sets it up.
func terrainQuery(name, text string) (catalog.Query, error) {
	file, err := mapfile.Read(strings.NewReader(text), name, mapfile.Limits{})
	if err != nil {
		return catalog.Query{}, err
	}
	costs, err := grid.NewCosts(file.Map, file.Rule, file.Model)
	if err != nil {
		return catalog.Query{}, err
	}
	return catalog.Query{
		Costs: costs, From: *file.Start, To: *file.Goal,
		Metric: grid.Octile, Tie: search.TieParentG, Order: TerrainOrder,
	}, nil
}

func solve(ctx context.Context, algorithm string, q catalog.Query) (catalog.Answer, error) {
	entry, err := catalog.Lookup(algorithm)
	if err != nil {
		return catalog.Answer{}, err
	}
	return entry.Solve(ctx, q, nil)
}
