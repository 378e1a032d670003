package mapgen_test

import (
	"fmt"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/mapgen"
)

func Example() {
	m, err := mapgen.Maze(mapgen.Options{Width: 21, Height: 7, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	for y := range int32(m.Height()) {
		for x := range int32(m.Width()) {
			fmt.Print(string(m.Symbol(grid.Cell{X: x, Y: y})))
		}
		fmt.Println()
	}
	start, goal, _ := mapgen.Ends(m, grid.Rule{})
	fmt.Println(start, "to", goal)
	// Output:
	// @@@@@@@@@@@@@@@@@@@@@
	// @.....@.........@...@
	// @@@@@.@@@.@@@@@.@@@.@
	// @...@...@...@.@.....@
	// @.@.@@@.@@@.@.@@@@@.@
	// @.@.........@.......@
	// @@@@@@@@@@@@@@@@@@@@@
	// 1,1 to 19,5
}

func ExampleKinds() {
	for _, kind := range mapgen.Kinds() {
		fmt.Printf("%-7s %s\n", kind.Name, kind.Description)
	}
	// Output:
	// walls   straight wall segments with gaps, scattered on an open map
	// random  each cell blocked by chance, with a given density
	// maze    a perfect maze: exactly one way between any two places
	// rooms   rooms of one size with random doors, every room connected
}

func ExampleGenerate() {
	m, err := mapgen.Generate("random", mapgen.Options{Width: 100, Height: 100, Density: 300, Seed: 7})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.OpenCount(), "cells are open")

	_, err = mapgen.Generate("random", mapgen.Options{Corridor: 2})
	fmt.Println(err)
	// Output:
	// 6980 cells are open
	// mapgen: bad options: random takes no corridor; it takes density
}
