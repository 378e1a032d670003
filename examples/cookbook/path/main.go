// Path finds a shortest path on a map drawn in the program, or in a table that it has
// already.
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
)

func main() {
	ctx := context.Background()

	m, err := grid.FromStrings("S..#", ".#..", "...G")
	check(err)
	costs, err := grid.NewCosts(m, grid.Rule{Moves: grid.Moves8, Corners: grid.CornersNever}, grid.Uniform)
	check(err)
	finder, err := gridsearch.New(costs, gridsearch.EngineAuto)
	check(err)
	answer, err := finder.Find(ctx, gridsearch.Query{From: grid.Cell{X: 0, Y: 0}, To: grid.Cell{X: 3, Y: 2}})
	check(err)
	fmt.Println(answer.Status, answer.Length, answer.Path)

	// The same from a table in which 1 is a wall.
	m, err = grid.FromWalls([][]int{
		{0, 0, 0, 1},
		{0, 1, 0, 0},
		{0, 0, 0, 0},
	})
	check(err)
	costs, err = grid.NewCosts(m, grid.Rule{Moves: grid.Moves4}, grid.Uniform)
	check(err)
	finder, err = gridsearch.New(costs, gridsearch.EngineAuto)
	check(err)
	answer, err = finder.Find(ctx, gridsearch.Query{From: grid.Cell{X: 0, Y: 0}, To: grid.Cell{X: 3, Y: 2}})
	check(err)
	fmt.Println(answer.Status, answer.Length, "with 4 moves")
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// Output:
// found 3+√2 [0,0 1,0 2,0 2,1 3,2]
// found 5 with 4 moves
