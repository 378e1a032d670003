// Portal adds a passage to a map: a step that the map knows nothing of. The way to
// change a problem is to wrap it, not to embed it, and to pass on only what still
// holds.
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

var island = []string{
	".....#.....",
	".....#.....",
	".....#.....",
}

// passage leads from one cell of a map to another at a cost.
type passage struct {
	plain   *gridsearch.Problem
	in, out grid.Cell
	cost    root2.Length
}

func (p passage) IsGoal(c grid.Cell) bool { return p.plain.IsGoal(c) }

func (p passage) AppendSuccessors(dst []search.Edge[grid.Cell, root2.Length], c grid.Cell) []search.Edge[grid.Cell, root2.Length] {
	dst = p.plain.AppendSuccessors(dst, c)
	if c == p.in {
		dst = append(dst, search.Edge[grid.Cell, root2.Length]{To: p.out, Cost: p.cost})
	}
	return dst
}

func main() {
	m, err := grid.FromStrings(island...)
	if err != nil {
		log.Fatal(err)
	}
	costs, err := grid.NewCosts(m, grid.Rule{}, grid.Uniform)
	if err != nil {
		log.Fatal(err)
	}
	start, goal := grid.Cell{X: 0, Y: 0}, grid.Cell{X: 10, Y: 2}
	plain, err := gridsearch.NewProblem(costs, goal)
	if err != nil {
		log.Fatal(err)
	}
	ferry := passage{plain, grid.Cell{X: 4, Y: 1}, grid.Cell{X: 6, Y: 1}, 3 * root2.One}

	// The octile distance no longer holds: the ferry covers two columns for 3, but
	// another could be cheaper than walking. The way by the ferry bounds it again.
	toGoal, toFerry := costs.Heuristic(grid.Octile, goal), costs.Heuristic(grid.Octile, ferry.in)
	onward := ferry.cost + toGoal.At(ferry.out)
	result, err := search.AStar(context.Background(), ferry, start, gridsearch.Options{
		Heuristic:   func(c grid.Cell) root2.Length { return min(toGoal.At(c), toFerry.At(c)+onward) },
		Claim:       search.Consistent,
		ClaimReason: "it is the least of the way without the ferry and the way by it",
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Cost, result.Certificate)
	fmt.Println(result.Path)
}

// Output:
// 9+2√2 optimal
// [0,0 1,1 2,1 3,1 4,1 6,1 7,2 8,2 9,2 10,2]
