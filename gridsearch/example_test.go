package gridsearch_test

import (
	"context"
	"fmt"
	"log"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

// From a map to a path.
func ExampleFinder_Find() {
	kinds := []grid.Kind{{Symbol: '.', Weight: grid.WholeWeight(1)}, {Symbol: '#', Blocked: true}}
	m, err := grid.FromKinds(4, 3, kinds, []uint8{
		0, 0, 1, 0,
		0, 0, 1, 0,
		0, 0, 0, 0,
	})
	if err != nil {
		log.Fatal(err)
	}
	costs, err := grid.NewCosts(m, grid.Rule{}, grid.Uniform) // 8 moves, no corner cut
	if err != nil {
		log.Fatal(err)
	}
	finder, err := gridsearch.New(costs, gridsearch.EngineAuto)
	if err != nil {
		log.Fatal(err)
	}
	answer, err := finder.Find(context.Background(), gridsearch.Query{From: grid.Cell{X: 0, Y: 0}, To: grid.Cell{X: 3, Y: 0}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(answer.Status, costs.Format(answer.Length), answer.Path)
	// Output: found 5+√2 [0,0 1,1 1,2 2,2 3,2 3,1 3,0]
}

// Where there is no time for all of a search, it says how far it came: no path is
// shorter than the bound.
func ExampleQuery_limits() {
	m, err := grid.FromKinds(50, 50, []grid.Kind{{Symbol: '.', Weight: grid.WholeWeight(1)}}, make([]uint8, 50*50))
	if err != nil {
		log.Fatal(err)
	}
	costs, err := grid.NewCosts(m, grid.Rule{}, grid.Uniform)
	if err != nil {
		log.Fatal(err)
	}
	finder, err := gridsearch.New(costs, gridsearch.EngineBucketAStar)
	if err != nil {
		log.Fatal(err)
	}
	answer, err := finder.Find(context.Background(), gridsearch.Query{To: grid.Cell{X: 49, Y: 20}, MaxExpanded: 10})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(answer.Status, answer.Expanded, costs.Format(answer.LowerBound), answer.Nearest[len(answer.Nearest)-1])
	// Output: limit 10 29+20√2 9,9
}

// Find a shortest path on a small map with a wall, by A* with the best estimate
// for its moves.
func Example() {
	kinds := []grid.Kind{{Symbol: '.'}, {Symbol: '#', Blocked: true}}
	m, err := grid.FromKinds(4, 3, kinds, []uint8{
		0, 0, 1, 0,
		0, 0, 1, 0,
		0, 0, 0, 0,
	})
	if err != nil {
		log.Fatal(err)
	}
	costs, err := grid.NewCosts(m, grid.Rule{}, grid.Uniform) // 8 moves, no corner cut
	if err != nil {
		log.Fatal(err)
	}
	start, goal := grid.Cell{X: 0, Y: 0}, grid.Cell{X: 3, Y: 0}
	problem, err := gridsearch.NewProblem(costs, goal)
	if err != nil {
		log.Fatal(err)
	}
	opts := gridsearch.WithHeuristic(gridsearch.Options{}, problem, grid.Auto, start)
	result, err := search.AStar(context.Background(), problem, start, opts)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Status, costs.Format(result.Cost), result.Certificate)
	fmt.Println(result.Path)
	// Output:
	// found 5+√2 optimal
	// [0,0 1,1 1,2 2,2 3,2 3,1 3,0]
}

// Reuse the memory of one search for the next: the second allocates next to
// nothing and need not clear the first one's marks.
func ExampleWorkspace() {
	m, err := grid.FromKinds(100, 100, []grid.Kind{{Symbol: '.'}}, make([]uint8, 100*100))
	if err != nil {
		log.Fatal(err)
	}
	costs, err := grid.NewCosts(m, grid.Rule{Moves: grid.Moves4}, grid.Uniform)
	if err != nil {
		log.Fatal(err)
	}
	var ws gridsearch.Workspace
	start := grid.Cell{X: 10, Y: 10}
	for _, goal := range []grid.Cell{{X: 20, Y: 10}, {X: 10, Y: 40}, {X: 99, Y: 99}} {
		problem, err := gridsearch.NewProblem(costs, goal)
		if err != nil {
			log.Fatal(err)
		}
		opts := gridsearch.WithHeuristic(gridsearch.Options{Workspace: &ws}, problem, grid.Auto, start)
		result, err := search.AStar(context.Background(), problem, start, opts)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(goal, costs.Format(result.Cost), result.Expanded)
	}
	// Output:
	// 20,10 10 11
	// 10,40 30 31
	// 99,99 178 179
}

// withPortal is a map on which a portal leads from one cell to another at a cost
// of 1. It holds the problem in a field and does not embed it: embedded, the
// problem would go on offering arcs and predecessors that know of no portal.
type withPortal struct {
	grid    *gridsearch.Problem
	in, out grid.Cell
}

func (p withPortal) AppendSuccessors(dst []search.Edge[grid.Cell, root2.Length], c grid.Cell) []search.Edge[grid.Cell, root2.Length] {
	dst = p.grid.AppendSuccessors(dst, c)
	if c == p.in {
		dst = append(dst, search.Edge[grid.Cell, root2.Length]{To: p.out, Cost: root2.One})
	}
	return dst
}

func (p withPortal) IsGoal(c grid.Cell) bool             { return p.grid.IsGoal(c) }
func (p withPortal) Check(start grid.Cell) search.Status { return p.grid.Check(start) }
func (p withPortal) CostLimit() root2.Length             { return p.grid.CostLimit() }

// Add a portal to a map. The estimates of the map do not hold any more, so A*
// is given one that goes by the portal where that is nearer.
func ExampleProblem_portal() {
	m, err := grid.FromKinds(10, 3, []grid.Kind{{Symbol: '.'}}, make([]uint8, 10*3))
	if err != nil {
		log.Fatal(err)
	}
	costs, err := grid.NewCosts(m, grid.Rule{}, grid.Uniform)
	if err != nil {
		log.Fatal(err)
	}
	goal := grid.Cell{X: 9, Y: 2}
	plain, err := gridsearch.NewProblem(costs, goal)
	if err != nil {
		log.Fatal(err)
	}
	p := withPortal{plain, grid.Cell{X: 1, Y: 0}, grid.Cell{X: 8, Y: 2}}

	toGoal, toPortal := costs.Heuristic(grid.Octile, goal), costs.Heuristic(grid.Octile, p.in)
	behind := root2.One + toGoal.At(p.out)
	result, err := search.AStar(context.Background(), p, grid.Cell{}, gridsearch.Options{
		Heuristic:   func(c grid.Cell) root2.Length { return min(toGoal.At(c), toPortal.At(c)+behind) },
		Claim:       search.Consistent,
		ClaimReason: "octile distance, or by the portal",
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(costs.Format(result.Cost), result.Certificate, result.Path)
	// Output:
	// 3 optimal [0,0 1,0 8,2 9,2]
}
