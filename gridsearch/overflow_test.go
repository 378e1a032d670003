package gridsearch_test

import (
	"context"
	"errors"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

// searches are the algorithms that need no more than a problem, a start and options.
func searches() map[string]func(context.Context, search.Problem[grid.Cell, root2.Length], grid.Cell, gridsearch.Options) (gridsearch.Result, error) {
	return map[string]func(context.Context, search.Problem[grid.Cell, root2.Length], grid.Cell, gridsearch.Options) (gridsearch.Result, error){
		"Dijkstra": search.Dijkstra[grid.Cell, root2.Length], "A*": search.AStar[grid.Cell, root2.Length],
		"weighted A*": search.WeightedAStar[grid.Cell, root2.Length], "greedy": search.GreedyBestFirst[grid.Cell, root2.Length],
		"breadth-first": search.BreadthFirst[grid.Cell, root2.Length], "IDA*": search.IDAStar[grid.Cell, root2.Length],
		"fringe": search.Fringe[grid.Cell, root2.Length], "branch and bound": search.DepthFirstBranchAndBound[grid.Cell, root2.Length],
		"bidirectional": search.Bidirectional[grid.Cell, root2.Length], "bidirectional Dijkstra": search.BidirectionalDijkstra[grid.Cell, root2.Length],
		"first meeting": search.BidirectionalFirstMeeting[grid.Cell, root2.Length],
	}
}

// TestACellBeyondTheRange has a cell that no exact length reaches, beside the
// only way to the goal. Toward the goal there is an answer, toward that cell an error.
func TestACellBeyondTheRange(t *testing.T) {
	m, err := grid.FromWeights(3, 2, []grid.Weight{
		grid.Millionths(1), grid.WholeWeight(300), grid.WholeWeight(1),
		grid.Blocked, grid.Blocked, grid.WholeWeight(500),
	})
	if err != nil {
		t.Fatal(err)
	}
	costs := costsOf(t, m, grid.Rule{Moves: grid.Moves8, Corners: grid.CornersAlways}, grid.Mul)
	for name, run := range searches() {
		p := problemOf(t, costs, grid.Cell{X: 2})
		r, err := run(context.Background(), p, grid.Cell{}, gridsearch.WithHeuristic(gridsearch.Options{}, p, grid.Auto, grid.Cell{}))
		if err != nil || costs.Format(r.Cost) != "301" || r.Certificate == search.None {
			t.Errorf("%s: %s, %v, %v; want 301", name, costs.Format(r.Cost), r.Certificate, err)
		}
		p = problemOf(t, costs, grid.Cell{X: 2, Y: 1})
		if r, err = run(context.Background(), p, grid.Cell{}, gridsearch.Options{}); !errors.Is(err, search.ErrOverflow) {
			t.Errorf("%s: to the cell beyond: %v at %s, %v; want an overflow", name, r.Status, costs.Format(r.Cost), err)
		}
	}
}
