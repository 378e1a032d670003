package catalog_test

import (
	"context"
	"fmt"
	"log"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
)

// Ask every algorithm that takes a heuristic for a way around a wall.
func Example() {
	kinds := []grid.Kind{{Symbol: '.'}, {Symbol: '#', Blocked: true}}
	m, err := grid.FromKinds(5, 4, kinds, []uint8{
		0, 0, 0, 0, 0,
		0, 1, 1, 1, 0,
		0, 0, 0, 1, 0,
		0, 0, 0, 1, 0,
	})
	if err != nil {
		log.Fatal(err)
	}
	costs, err := grid.NewCosts(m, grid.Rule{}, grid.Uniform)
	if err != nil {
		log.Fatal(err)
	}
	q := catalog.Query{Costs: costs, From: grid.Cell{X: 0, Y: 3}, To: grid.Cell{X: 4, Y: 3}}
	for _, e := range catalog.Entries() {
		if !e.Heuristic {
			continue
		}
		answer, err := e.Solve(context.Background(), q, nil)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(e.Name, costs.Format(answer.Result.Cost), answer.Result.Certificate)
	}
	// Output:
	// greedy 10 feasible
	// astar 10 optimal
	// weighted-astar 10 optimal
	// bidirectional-first-meeting 10 feasible
	// bidirectional 10 optimal
	// ida-star 10 optimal
	// branch-and-bound 10 optimal
	// fringe 10 optimal
}

// Ask the engines that can search with the weights of a map.
func ExampleEngines() {
	kinds := []grid.Kind{{Symbol: '.'}, {Symbol: '~', Weight: grid.WholeWeight(3)}}
	m, err := grid.FromKinds(4, 2, kinds, []uint8{
		0, 1, 1, 0,
		0, 0, 0, 0,
	})
	if err != nil {
		log.Fatal(err)
	}
	costs, err := grid.NewCosts(m, grid.Rule{}, grid.Mul)
	if err != nil {
		log.Fatal(err)
	}
	q := catalog.Query{Costs: costs, From: grid.Cell{}, To: grid.Cell{X: 3}}
	for _, e := range catalog.Engines() {
		if why := e.Applies(q); why != "" {
			fmt.Printf("%s does not apply: %s\n", e.Name, why)
			continue
		}
		answer, err := e.Solve(context.Background(), q, nil)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(e.Name, costs.Format(answer.Result.Cost), answer.Result.Certificate, "by", answer.Engine)
	}
	// Output:
	// auto 1+2√2 optimal by bucket-astar
	// bucket-astar 1+2√2 optimal by bucket-astar
	// canonical-astar does not apply: it is for uniform costs only
	// jump-point does not apply: it is for uniform costs only
	// bucket-dijkstra 1+2√2 optimal by bucket-dijkstra
	// generic 1+2√2 optimal by generic
}

func ExampleLookup() {
	e, err := catalog.Lookup("A*")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(e.Title, e.Paper)
	_, err = catalog.Lookup("djikstra")
	fmt.Println(err)
	// Output:
	// A* Hart, Nilsson, Raphael 1968
	// unknown algorithm "djikstra"; did you mean dijkstra?
}
