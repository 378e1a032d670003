package main

import (
	"math/rand/v2"

	"github.com/astrolabe-search/astrolabe/grid"
)

// side is the width and the height of the board.
const side = 512

// A board is what every peer searches: an open grid, 8 moves, corners never
// cut, a straight step for 1 and a diagonal one for √2.
type board struct {
	m    *grid.Map
	rule grid.Rule
}

func newBoard() (*board, error) {
	m, err := grid.FromKinds(side, side, []grid.Kind{{Symbol: '.'}}, make([]uint8, side*side))
	if err != nil {
		return nil, err
	}
	return &board{m: m, rule: grid.Rule{Moves: grid.Moves8, Corners: grid.CornersNever}}, nil
}

// span returns the longer and the shorter of a query's distances along x and y.
func span(q query) (long, short int) {
	dx, dy := int(q.goal.X-q.start.X), int(q.goal.Y-q.start.Y)
	dx, dy = max(dx, -dx), max(dy, -dy)
	return max(dx, dy), min(dx, dy)
}

// queries returns the same queries on every run: both diagonals, two sides,
// and pairs of random cells at a far and at a medium distance.
func queries() []query {
	const last = side - 1
	list := []query{
		{"corner", grid.Cell{X: 0, Y: 0}, grid.Cell{X: last, Y: last}},
		{"corner", grid.Cell{X: 0, Y: last}, grid.Cell{X: last, Y: 0}},
		{"side", grid.Cell{X: 0, Y: side / 2}, grid.Cell{X: last, Y: side / 2}},
		{"side", grid.Cell{X: side / 2, Y: last}, grid.Cell{X: side / 2, Y: 0}},
	}
	list = append(list, randomQueries("far", 10, 300, last)...)
	return append(list, randomQueries("medium", 10, 80, 200)...)
}

// randomQueries draws n pairs of cells whose larger coordinate distance lies
// between least and most. The generator is seeded, and its raw output alone
// is used, which PCG's definition fixes for every version of Go.
func randomQueries(class string, n, least, most int) []query {
	source := rand.NewPCG(uint64(least), uint64(most))
	cell := func() grid.Cell {
		r := source.Uint64()
		return grid.Cell{X: int32(r % side), Y: int32(r / side % side)}
	}
	var list []query
	for len(list) < n {
		q := query{class, cell(), cell()}
		if long, _ := span(q); least <= long && long <= most {
			list = append(list, q)
		}
	}
	return list
}
