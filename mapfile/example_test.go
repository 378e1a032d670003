package mapfile_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/mapfile"
)

func Example() {
	const pasted = "" +
		"S.3\n" +
		".#G\n"
	f, err := mapfile.Read(strings.NewReader(pasted), "pasted", mapfile.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%v, from %v to %v, cost %v\n", f.Format, f.Start, f.Goal, f.Model)
	if err := mapfile.Write(os.Stdout, f, mapfile.Native); err != nil {
		fmt.Println(err)
	}
	// Output:
	// plain, from 0,0 to 2,1, cost mul
	// astrolabe 1
	// size 3 2
	// moves 8
	// cut-corners never
	// cost mul
	// legend . 1
	// legend @ blocked
	// legend # blocked
	// legend 3 3
	// start 0 0
	// goal 2 1
	// map
	// ..3
	// .#.
}

func ExampleRead_errors() {
	_, err := mapfile.Read(strings.NewReader("...\n..\n...\n"), "cave.txt", mapfile.Limits{})
	fmt.Println(err)
	// Output: cave.txt:2:3: the row has 2 of 3 cells; rows must be equally long
}

func ExampleLosses() {
	const terrain = "" +
		"1 3 1 1 1 3\n" +
		"  #\n"
	f, err := mapfile.Read(strings.NewReader(terrain), "terrain.txt", mapfile.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, loss := range mapfile.Losses(f, mapfile.MovingAI) {
		fmt.Println(loss)
	}
	// Output:
	// the start 0,0
	// the goal 2,0
	// the rule (8 moves, corners may be cut; movingai files mean 8 moves, corners never cut)
	// the cost model (add; read as uniform, which costs the same here)
}

func ExampleQuery_Agrees() {
	const scenario = "" +
		"version 1\n" +
		"3 arena.map 49 49 1 11 9 20 13.0711\n"
	s, err := mapfile.ReadScenario(strings.NewReader(scenario), "arena.scen")
	if err != nil {
		fmt.Println(err)
		return
	}
	q := s.Queries[0]
	fmt.Println(q.Start, q.Goal, q.Agrees(13.071067811865476), q.Agrees(13))
	fmt.Println(q.Start == grid.Cell{X: 1, Y: 11})
	// Output:
	// 1,11 9,20 true false
	// true
}
