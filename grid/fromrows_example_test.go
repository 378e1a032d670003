package grid_test

import (
	"fmt"

	"github.com/astrolabe-search/astrolabe/grid"
)

func ExampleFromStrings() {
	m, err := grid.FromStrings(
		"S.#.",
		".5#G",
		"....",
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	start, _ := m.Find('S')
	goal, _ := m.Find('G')
	fmt.Println(m.Width(), m.Height(), start, goal, m.Weight(grid.Cell{X: 1, Y: 1}))
	// Output: 4 3 0,0 3,1 5
}

func ExampleFromWalls() {
	_, err := grid.FromWalls([][]int{{0, 0, 1}, {0, 1}})
	fmt.Println(err)
	m, err := grid.FromWalls([][]bool{{false, true}, {false, false}})
	fmt.Println(m.OpenCount(), err)
	// Output:
	// grid: row 1 has 2 cells, but the first has 3; rows must be equally long
	// 3 <nil>
}

func ExampleFromIntWeights() {
	m, err := grid.FromIntWeights([][]int{
		{1, -1, 1},
		{1, 9, 1},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Open(grid.Cell{X: 1, Y: 0}), m.Weight(grid.Cell{X: 1, Y: 1}))
	// Output: false 9
}

// A weight is a number of whole units or of millionths, and 1 where it is left out.
func ExampleWeight() {
	fmt.Println(grid.WholeWeight(5), grid.Millionths(2_500_000), grid.Weight{}, grid.Kind{Symbol: '.'}.Weight)
	// Output: 5 2.5 1 1
}
