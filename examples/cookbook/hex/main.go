// Hex finds a path on a map of hexagons. Package grid knows squares only, but
// package search takes any state space: here a state is a cell in axial
// coordinates, and the six neighbors are the same for every cell.
package main

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/astrolabe-search/astrolabe/search"
)

// The rows of the map. Odd rows are drawn half a cell to the right.
const island = `
. . # . . . .
 . . # . # . .
. . # . # . .
 . . . . # . .
. # # # # . .
 . . . . . . .`

// hex is a cell in axial coordinates: q grows to the east, r to the south-east.
type hex struct{ q, r int }

var neighbors = []hex{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}}

type hexMap struct {
	open map[hex]bool
	goal hex
}

func (m hexMap) IsGoal(h hex) bool { return h == m.goal }

func (m hexMap) AppendSuccessors(dst []search.Edge[hex, int], h hex) []search.Edge[hex, int] {
	for _, d := range neighbors {
		if to := (hex{h.q + d.q, h.r + d.r}); m.open[to] {
			dst = append(dst, search.Edge[hex, int]{To: to, Cost: 1})
		}
	}
	return dst
}

// distance is the number of steps between two cells where nothing is in the way.
func distance(a, b hex) int {
	dq, dr := a.q-b.q, a.r-b.r
	return max(dq, -dq, dr, -dr, dq+dr, -dq-dr)
}

// at returns the cell in a column and a row of the drawing.
func at(column, row int) hex { return hex{column - row/2, row} }

func main() {
	m := hexMap{open: map[hex]bool{}, goal: at(3, 0)}
	for row, line := range strings.Split(strings.Trim(island, "\n"), "\n") {
		for column, symbol := range strings.Fields(line) {
			m.open[at(column, row)] = symbol == "."
		}
	}
	result, err := search.AStar(context.Background(), m, at(0, 0), search.Options[hex, int]{
		Heuristic:   func(h hex) int { return distance(h, m.goal) },
		Claim:       search.Consistent,
		ClaimReason: "a step changes the distance between hexagons by at most 1",
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Cost, "steps,", result.Certificate)
	for _, h := range result.Path {
		fmt.Print("(", h.q+h.r/2, ",", h.r, ") ")
	}
	fmt.Println()
}

// Output:
// 7 steps, optimal
// (0,0) (0,1) (1,2) (1,3) (2,3) (3,2) (3,1) (3,0)
