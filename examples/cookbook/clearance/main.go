// Clearance plans for a unit larger than a cell. A unit of n×n cells stands where all
// of its cells are open, so the map is eroded: a cell is open if the square that has
// it as its top left corner is.
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
)

var gap = []string{
	"......#......",
	"......#......",
	".............",
	"......#......",
	"......#......",
	"......#......",
	".............",
	".............",
	"......#......",
}

// eroded returns the map of the places where a unit of so many cells a side can
// stand, named by the top left one.
func eroded(m *grid.Map, side int) (*grid.Map, error) {
	kinds := []grid.Kind{{Symbol: '.'}, {Symbol: '#', Blocked: true}}
	cells := make([]uint8, m.Width()*m.Height())
	for y := range m.Height() {
		for x := range m.Width() {
			for dy := range side {
				for dx := range side {
					if c := (grid.Cell{X: int32(x + dx), Y: int32(y + dy)}); !m.In(c) || !m.Open(c) {
						cells[y*m.Width()+x] = 1
					}
				}
			}
		}
	}
	return grid.FromKinds(m.Width(), m.Height(), kinds, cells)
}

func main() {
	m, err := grid.FromStrings(gap...)
	if err != nil {
		log.Fatal(err)
	}
	for side := 1; side <= 3; side++ {
		places, err := eroded(m, side)
		if err != nil {
			log.Fatal(err)
		}
		costs, err := grid.NewCosts(places, grid.Rule{}, grid.Uniform)
		if err != nil {
			log.Fatal(err)
		}
		finder, err := gridsearch.New(costs, gridsearch.EngineAuto)
		if err != nil {
			log.Fatal(err)
		}
		answer, err := finder.Find(context.Background(), gridsearch.Query{From: grid.Cell{X: 1, Y: 1}, To: grid.Cell{X: 10, Y: 1}})
		if err != nil {
			log.Fatal(err)
		}
		if len(answer.Path) > 0 {
			fmt.Printf("%d×%d: %v, %v\n", side, side, answer.Status, answer.Length)
		} else {
			fmt.Printf("%d×%d: %v\n", side, side, answer.Status)
		}
	}
}

// Output:
// 1×1: found, 7+2√2
// 2×2: found, 7+6√2
// 3×3: no-path
