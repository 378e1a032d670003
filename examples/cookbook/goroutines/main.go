// Goroutines answers queries in parallel. Map and tables are shared; each goroutine
// has a Finder of its own, made by Fork.
package main

import (
	"context"
	"fmt"
	"log"
	"slices"
	"sync"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/mapgen"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

func main() {
	m, err := mapgen.Rooms(mapgen.Options{Width: 120, Height: 120, Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	costs, err := grid.NewCosts(m, grid.Rule{}, grid.Uniform)
	if err != nil {
		log.Fatal(err)
	}
	finder, err := gridsearch.New(costs, gridsearch.EngineAuto)
	if err != nil {
		log.Fatal(err)
	}
	const workers = 8
	longest := make([]root2.Length, workers)
	var group sync.WaitGroup
	for w := range workers {
		mine := finder.Fork()
		group.Go(func() {
			for y := w; y < m.Height(); y += workers {
				answer, err := mine.Find(context.Background(), gridsearch.Query{
					From: grid.Cell{X: 1, Y: 1}, To: grid.Cell{X: 118, Y: int32(y)}, Form: gridsearch.LengthOnly,
				})
				if err != nil {
					log.Fatal(err)
				}
				if answer.Status == search.Found {
					longest[w] = max(longest[w], answer.Length)
				}
			}
		})
	}
	group.Wait()
	fmt.Println("the longest of the shortest paths is", slices.Max(longest))
}

// Output:
// the longest of the shortest paths is 134+52√2
