// Turns finds, among the shortest paths, one with the fewest turns. Whether a
// step is a turn depends on the step before it, so the direction belongs to the
// state. The cost of a step is a large number, and a turn adds 1 to it: the
// shortest path comes first, and the fewest turns decide among equals.
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/astrolabe-search/astrolabe/search"
)

var rows = []string{
	"S....#....",
	".....#....",
	"...#....#.",
	"...#....#.",
	".....#...G",
}

// step is what one step costs, in turns: more than any path can have.
const step = 1000

// state is a cell and the direction in which it was entered.
type state struct {
	x, y      int
	direction int // an index in directions, or none at the start
}

const none = -1

var directions = []struct{ dx, dy int }{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}

type maze struct{}

func (maze) IsGoal(s state) bool { return rows[s.y][s.x] == 'G' }

func (maze) AppendSuccessors(dst []search.Edge[state, int], s state) []search.Edge[state, int] {
	for i, d := range directions {
		to := state{s.x + d.dx, s.y + d.dy, i}
		if to.y < 0 || to.y >= len(rows) || to.x < 0 || to.x >= len(rows[to.y]) || rows[to.y][to.x] == '#' {
			continue
		}
		cost := step
		if s.direction != none && s.direction != i {
			cost++
		}
		dst = append(dst, search.Edge[state, int]{To: to, Cost: cost})
	}
	return dst
}

func main() {
	result, err := search.Dijkstra(context.Background(), maze{}, state{direction: none}, search.Options[state, int]{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Cost/step, "steps,", result.Cost%step, "turns,", result.Certificate)
	picture := make([][]byte, len(rows))
	for y, row := range rows {
		picture[y] = []byte(row)
	}
	for _, s := range result.Path[1 : len(result.Path)-1] {
		picture[s.y][s.x] = '*'
	}
	for _, row := range picture {
		fmt.Println(string(row))
	}
}

// Output:
// 13 steps, 4 turns, optimal
// S****#....
// ....*#....
// ...#*...#.
// ...#****#.
// .....#.**G
