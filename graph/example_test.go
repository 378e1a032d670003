package graph_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/astrolabe-search/astrolabe/graph"
	"github.com/astrolabe-search/astrolabe/search"
)

const romania = `
# some roads of Romania, in kilometers
Arad Sibiu 140
Sibiu Fagaras 99
Sibiu Rimnicu 80
Fagaras Bucharest 211
Rimnicu Pitesti 97
Pitesti Bucharest 101
`

// Read a graph and find the cheapest path between two of its nodes.
func Example() {
	g, err := graph.Read(strings.NewReader(romania), "romania", graph.Limits{})
	if err != nil {
		log.Fatal(err)
	}
	from, err := g.Lookup("Arad")
	if err != nil {
		log.Fatal(err)
	}
	to, err := g.Lookup("Bucharest")
	if err != nil {
		log.Fatal(err)
	}
	problem, err := graph.NewProblem(g, to)
	if err != nil {
		log.Fatal(err)
	}
	result, err := search.BidirectionalDijkstra(context.Background(), problem, from, search.Options[graph.Node, int64]{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(g.FormatCost(result.Cost), " km:")
	for _, n := range result.Path {
		fmt.Print(" ", g.Name(n))
	}
	fmt.Println()
	// Output: 418 km: Arad Sibiu Rimnicu Pitesti Bucharest
}

// List the ways from one node to another, the shortest first.
func ExampleKShortest() {
	g, err := graph.Read(strings.NewReader(romania), "romania", graph.Limits{})
	if err != nil {
		log.Fatal(err)
	}
	paths, err := graph.KShortest(context.Background(), g, 0, 4, 3)
	if err != nil {
		log.Fatal(err)
	}
	for _, p := range paths {
		fmt.Println(g.FormatCost(p.Cost), g.Name(p.Nodes[2]))
	}
	// Output:
	// 418 Rimnicu
	// 450 Fagaras
}
