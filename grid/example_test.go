package grid_test

import (
	"fmt"

	"github.com/astrolabe-search/astrolabe/grid"
)

// A map of grass and swamp: what a path costs, exactly, and a bound from below.
func Example() {
	kinds := []grid.Kind{
		{Symbol: '.'},
		{Symbol: '~', Weight: grid.Millionths(2_500_000)}, // 2.5
		{Symbol: '#', Blocked: true},
	}
	m, err := grid.FromKinds(3, 2, kinds, []uint8{
		0, 2, 0,
		0, 1, 0,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	costs, err := grid.NewCosts(m, grid.Rule{}, grid.Mul)
	if err != nil {
		fmt.Println(err)
		return
	}
	path := []grid.Cell{{X: 0, Y: 1}, {X: 1, Y: 1}, {X: 2, Y: 1}, {X: 2, Y: 0}}
	cost, err := costs.PathCost(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	goal := path[len(path)-1]
	h := costs.Heuristic(grid.Auto, goal)
	fmt.Println("the path costs", costs.Format(cost))
	fmt.Println("no path costs less than", costs.Format(h.At(path[0])))
	// Output:
	// the path costs 4.5
	// no path costs less than 1+√2
}

func ExampleFromWeights() {
	m, err := grid.FromWeights(2, 2, []grid.Weight{
		grid.WholeWeight(1), grid.Blocked,
		grid.Millionths(2_500_000), grid.WholeWeight(0),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Open(grid.Cell{X: 1, Y: 0}), m.Weight(grid.Cell{X: 0, Y: 1}), m.OpenCount())
	// Output: false 2.5 3
}

func ExampleCosts_PathCost() {
	m, err := grid.FromWeights(2, 2, []grid.Weight{grid.WholeWeight(0), grid.Blocked, grid.WholeWeight(0), grid.WholeWeight(0)})
	if err != nil {
		fmt.Println(err)
		return
	}
	costs, err := grid.NewCosts(m, grid.Rule{Corners: grid.CornersNever}, grid.Uniform)
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = costs.PathCost([]grid.Cell{{X: 0, Y: 0}, {X: 1, Y: 1}})
	fmt.Println(err)
	// Output: grid: path: step 1, 0,0 to 1,1, cuts a corner (rule: never)
}

func ExampleHeuristic_Claim() {
	m, err := grid.FromWeights(1, 1, []grid.Weight{grid.WholeWeight(1)})
	if err != nil {
		fmt.Println(err)
		return
	}
	costs, err := grid.NewCosts(m, grid.Rule{}, grid.Uniform)
	if err != nil {
		fmt.Println(err)
		return
	}
	claim := costs.Heuristic(grid.Manhattan, grid.Cell{}).Claim()
	fmt.Println(claim.Admissible, claim.Reason)
	// Output: false manhattan overestimates with diagonal moves; octile would not
}

func ExampleMap_With() {
	kinds := []grid.Kind{{Symbol: '.'}, {Symbol: '#', Blocked: true}}
	m, err := grid.FromKinds(2, 1, kinds, []uint8{0, 0})
	if err != nil {
		fmt.Println(err)
		return
	}
	walled, err := m.With(grid.Edit{Cell: grid.Cell{X: 1}, Kind: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.OpenCount(), walled.OpenCount())
	// Output: 2 1
}

func ExampleMap_Visible() {
	kinds := []grid.Kind{{Symbol: '.'}, {Symbol: '#', Blocked: true}}
	m, err := grid.FromKinds(2, 2, kinds, []uint8{
		0, 1,
		1, 0,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	from, to := grid.Cell{X: 0, Y: 0}, grid.Cell{X: 1, Y: 1}
	fmt.Println(m.Visible(from, to, grid.Rule{Corners: grid.CornersNever}))
	fmt.Println(m.Visible(from, to, grid.Rule{Corners: grid.CornersAlways}))
	// Output:
	// false
	// true
}

func ExampleExpandPath() {
	path, err := grid.ExpandPath([]grid.Cell{{X: 0, Y: 0}, {X: 2, Y: 0}, {X: 3, Y: 1}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(path)
	fmt.Println(grid.CompressPath(path))
	// Output:
	// [0,0 1,0 2,0 3,1]
	// [0,0 2,0 3,1]
}

func ExampleParseWeight() {
	for _, text := range []string{"2.5", "inf", "-1"} {
		switch w, blocked, err := grid.ParseWeight(text); {
		case err != nil:
			fmt.Println(err)
		case blocked:
			fmt.Println(text, "stands for a blocked cell")
		default:
			fmt.Println(w)
		}
	}
	// Output:
	// 2.5
	// inf stands for a blocked cell
	// weight "-1" is negative; want a decimal >= 0
}
