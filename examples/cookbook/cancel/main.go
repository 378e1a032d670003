// Cancel gives a search a budget, here of expansions. A context with a deadline, or
// one that is canceled, ends a search the same way. What is known by then comes back:
// a lower bound on any path, and the way to the nearest cell.
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
	m, err := mapgen.Maze(mapgen.Options{Width: 301, Height: 301, Seed: 3})
	if err != nil {
		log.Fatal(err)
	}
	costs, err := grid.NewCosts(m, grid.Rule{Moves: grid.Moves4}, grid.Uniform)
	if err != nil {
		log.Fatal(err)
	}
	finder, err := gridsearch.New(costs, gridsearch.EngineBucketAStar)
	if err != nil {
		log.Fatal(err)
	}
	for _, budget := range []int64{100, 10_000, 0} {
		answer, err := finder.Find(context.Background(), gridsearch.Query{
			From: grid.Cell{X: 1, Y: 1}, To: grid.Cell{X: 299, Y: 299}, MaxExpanded: budget,
		})
		if err != nil {
			log.Fatal(err)
		}
		if len(answer.Path) > 0 {
			fmt.Println("budget", budget, "gives", answer.Status, answer.Length)
			continue
		}
		fmt.Println("budget", budget, "gives", answer.Status, "- no path is shorter than", answer.LowerBound,
			"- nearest so far", answer.Nearest[len(answer.Nearest)-1])
	}

	// A context works everywhere; this one is done before the search begins.
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	answer, err := finder.Find(ctx, gridsearch.Query{From: grid.Cell{X: 1, Y: 1}, To: grid.Cell{X: 299, Y: 299}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("canceled:", answer.Status, "since", answer.Limit)
}

// Output:
// budget 100 gives limit - no path is shorter than 652 - nearest so far 17,25
// budget 10000 gives limit - no path is shorter than 5324 - nearest so far 171,157
// budget 0 gives found 12360
// canceled: limit since context
