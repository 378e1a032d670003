// Queries answers one query after another on one map: what a game server or a
// robot does all day. The Finder chooses the fastest engine for the map, and once
// its memory has grown, it allocates nothing.
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/mapgen"
)

func main() {
	m, err := mapgen.Rooms(mapgen.Options{Width: 200, Height: 150, Seed: 7})
	if err != nil {
		log.Fatal(err)
	}
	costs, err := grid.NewCosts(m, grid.Rule{Moves: grid.Moves8, Corners: grid.CornersNever}, grid.Uniform)
	if err != nil {
		log.Fatal(err)
	}
	finder, err := gridsearch.New(costs, gridsearch.EngineAuto)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("engine", finder.Engine())
	ctx := context.Background()
	var path []grid.Cell
	for _, to := range []grid.Cell{{X: 198, Y: 148}, {X: 1, Y: 140}, {X: 0, Y: 0}, {X: 500, Y: 1}} {
		answer, err := finder.Find(ctx, gridsearch.Query{From: grid.Cell{X: 1, Y: 1}, To: to, Path: path})
		if err != nil {
			log.Fatal(err)
		}
		if len(answer.Path) > 0 {
			fmt.Println("to", to, answer.Status, answer.Length, "in", len(answer.Path)-1, "steps")
		} else {
			fmt.Println("to", to, answer.Status)
		}
		path = answer.Path
	}
}

// Output:
// engine jump-point
// to 198,148 found 176+86√2 in 262 steps
// to 1,140 found 129+28√2 in 157 steps
// to 0,0 goal-blocked
// to 500,1 out-of-bounds
