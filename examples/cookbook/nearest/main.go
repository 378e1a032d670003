// Nearest finds the way to the nearest of several goals with one search.
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/search"
)

var shops = []string{
	"...........",
	".####.####.",
	".#.......#.",
	".#.......#.",
	".####.####.",
	"...........",
}

func main() {
	m, err := grid.FromStrings(shops...)
	if err != nil {
		log.Fatal(err)
	}
	costs, err := grid.NewCosts(m, grid.Rule{}, grid.Uniform)
	if err != nil {
		log.Fatal(err)
	}
	start := grid.Cell{X: 0, Y: 0}
	problem, err := gridsearch.NewProblem(costs, grid.Cell{X: 2, Y: 2}, grid.Cell{X: 10, Y: 5}, grid.Cell{X: 8, Y: 3})
	if err != nil {
		log.Fatal(err)
	}
	opts := gridsearch.WithHeuristic(gridsearch.Options{}, problem, grid.Auto, start)
	result, err := search.AStar(context.Background(), problem, start, opts)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Path[len(result.Path)-1], "is the nearest, at", costs.Format(result.Cost), "and that is", result.Certificate)
}

// Output:
// 2,2 is the nearest, at 10 and that is optimal
