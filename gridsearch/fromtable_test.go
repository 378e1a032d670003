package gridsearch_test

import (
	"context"
	"fmt"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
)

// From a table of walls to a path. Errors are left out for once: they report rows of
// different lengths, and the like.
func ExampleNew_table() {
	m, _ := grid.FromWalls([][]int{{0, 0, 1, 0}, {0, 0, 1, 0}, {0, 0, 0, 0}})
	costs, _ := grid.NewCosts(m, grid.Rule{Moves: grid.Moves4}, grid.Uniform)
	finder, _ := gridsearch.New(costs, gridsearch.EngineAuto)
	answer, _ := finder.Find(context.Background(), gridsearch.Query{From: grid.Cell{X: 0, Y: 0}, To: grid.Cell{X: 3, Y: 0}})
	fmt.Println(answer.Status, costs.Format(answer.Length), answer.Path[len(answer.Path)-1])
	// Output: found 7 3,0
}
