package verify_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
	"pgregory.net/rapid"
)

// drawCosts draws a small map with weights of up to three digits after the
// point, and costs on it under any rule and model.
func drawCosts(t *rapid.T) *grid.Costs {
	width := rapid.IntRange(1, 8).Draw(t, "width")
	height := rapid.IntRange(1, 8).Draw(t, "height")
	unit := rapid.SampledFrom([]int64{1_000_000, 100_000, 1_000}).Draw(t, "unit")
	walls := rapid.IntRange(0, 5).Draw(t, "walls")
	weights := make([]grid.Weight, width*height)
	for i := range weights {
		weights[i] = grid.Millionths(unit * rapid.Int64Range(0, 30).Draw(t, "weight"))
		if rapid.IntRange(0, 9).Draw(t, "wall") < walls {
			weights[i] = grid.Blocked
		}
	}
	if !slices.ContainsFunc(weights, func(w grid.Weight) bool { return w != grid.Blocked }) {
		weights[0] = grid.Millionths(unit)
	}
	m, err := grid.FromWeights(width, height, weights)
	if err != nil {
		t.Fatal(err)
	}
	costs, err := grid.NewCostsWith(m, rapid.SampledFrom(grid.Rules()).Draw(t, "rule"), rapid.SampledFrom(grid.Models()).Draw(t, "model"), grid.CostOptions{AllowFree: true})
	if err != nil {
		t.Fatal(err)
	}
	return costs
}

// drawOpen draws an open cell, of which drawCosts leaves at least one.
func drawOpen(t *rapid.T, m *grid.Map, label string) grid.Cell {
	var open []grid.Cell
	for y := range int32(m.Height()) {
		for x := range int32(m.Width()) {
			if c := (grid.Cell{X: x, Y: y}); m.Open(c) {
				open = append(open, c)
			}
		}
	}
	return rapid.SampledFrom(open).Draw(t, label)
}

// bellmanFord returns the cheapest cost from a cell to every other that can be
// reached, and the cell before it on a path of that cost. It tries all steps
// of the map, as package grid lists them, until no cost falls any more.
func bellmanFord(costs *grid.Costs, from grid.Cell) (cost map[grid.Cell]root2.Length, before map[grid.Cell]grid.Cell) {
	m := costs.Map()
	cost, before = map[grid.Cell]root2.Length{from: 0}, map[grid.Cell]grid.Cell{}
	for falling := true; falling; {
		falling = false
		for y := range int32(m.Height()) {
			for x := range int32(m.Width()) {
				at := grid.Cell{X: x, Y: y}
				for _, d := range grid.DefaultOrder {
					next := at.Step(d)
					if _, reached := cost[at]; !reached || !costs.Legal(at, next) {
						continue
					}
					total := cost[at] + costs.Step(m.ID(at), d)
					if old, reached := cost[next]; !reached || total < old {
						cost[next], before[next] = total, at
						falling = true
					}
				}
			}
		}
	}
	return cost, before
}

// pathTo returns the path that before describes.
func pathTo(before map[grid.Cell]grid.Cell, to grid.Cell) []grid.Cell {
	path := []grid.Cell{to}
	for at, ok := before[to]; ok; at, ok = before[at] {
		path = append([]grid.Cell{at}, path...)
	}
	return path
}

// wander returns a legal path that goes astray before it follows the one given.
func wander(t *rapid.T, costs *grid.Costs, path []grid.Cell) []grid.Cell {
	stray := []grid.Cell{path[0]}
	for range rapid.IntRange(0, 6).Draw(t, "astray") {
		next := stray[len(stray)-1].Step(grid.Dir(rapid.IntRange(0, 7).Draw(t, "direction")))
		if costs.Legal(stray[len(stray)-1], next) {
			stray = append(stray, next)
		}
	}
	for i := len(stray) - 2; i >= 0; i-- {
		stray = append(stray, stray[i])
	}
	return append(stray, path[1:]...)
}

// picture shows a map with a path, for a failing test.
func picture(costs *grid.Costs, path []grid.Cell) string {
	m := costs.Map()
	on := map[grid.Cell]bool{}
	for _, c := range path {
		on[c] = true
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%v, %v; * is the path %v\n", costs.Rule(), costs.Model(), path)
	for y := range int32(m.Height()) {
		for x := range int32(m.Width()) {
			c := grid.Cell{X: x, Y: y}
			mark := " "
			if on[c] {
				mark = "*"
			}
			text := "@"
			if m.Open(c) {
				text = m.Weight(c).String()
			}
			fmt.Fprintf(&b, "%8s%s", text, mark)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// costsOf returns costs on a map given as rows: '@' is blocked, '.' weighs 1
// and a digit its value.
func costsOf(t rapid.TB, rule grid.Rule, model grid.Model, rows ...string) *grid.Costs {
	t.Helper()
	var weights []grid.Weight
	for _, row := range rows {
		for _, symbol := range row {
			switch symbol {
			case '@':
				weights = append(weights, grid.Blocked)
			case '.':
				weights = append(weights, grid.WholeWeight(1))
			default:
				weights = append(weights, grid.WholeWeight(int64(symbol-'0')))
			}
		}
	}
	m, err := grid.FromWeights(len(rows[0]), len(rows), weights)
	if err != nil {
		t.Fatal(err)
	}
	costs, err := grid.NewCostsWith(m, rule, model, grid.CostOptions{AllowFree: true})
	if err != nil {
		t.Fatal(err)
	}
	return costs
}

// cellsOf returns cells given as x, y, x, y and so on.
func cellsOf(xy ...int32) []grid.Cell {
	var cells []grid.Cell
	for i := 0; i < len(xy); i += 2 {
		cells = append(cells, grid.Cell{X: xy[i], Y: xy[i+1]})
	}
	return cells
}

func length(t rapid.TB, straight, diagonal int64) root2.Length {
	t.Helper()
	l, err := root2.New(straight, diagonal)
	if err != nil {
		t.Fatal(err)
	}
	return l
}
