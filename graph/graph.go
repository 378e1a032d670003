package graph

import (
	"fmt"
	"math"
	"strconv"

	"github.com/astrolabe-search/astrolabe/search"
)

// Node is a node's place in a graph, from 0 to [Graph.Nodes]−1, in the order of the
// file: node 1 of a DIMACS file is 0, and of an edge list the node that was named
// first.
type Node int32

const (
	// MaxNodes and MaxArcs are the sizes of the largest graph.
	MaxNodes = math.MaxInt32 - 1
	MaxArcs  = math.MaxInt32 - 1
)

// Graph is an immutable directed graph. It takes 16 bytes an arc and 4 a node, and as
// much again for the arcs backward; names and coordinates come on top.
type Graph struct {
	scale             int64 // units of 1/scale
	first             []int32
	arcs              []search.Arc[int64]
	firstBack         []int32
	arcsBack          []search.Arc[int64]
	names             []string // nil: nodes are numbered from 1
	byName            map[string]Node
	points            []point // nil: there are no coordinates
	cheapest, dearest int64
}

// Nodes returns the number of nodes.
func (g *Graph) Nodes() int { return len(g.first) - 1 }

// Arcs returns the number of arcs.
func (g *Graph) Arcs() int { return len(g.arcs) }

// Scale returns how many units of cost make 1 of the file: a power of ten.
func (g *Graph) Scale() int64 { return g.scale }

// HasCoordinates tells whether the nodes have coordinates.
func (g *Graph) HasCoordinates() bool { return g.points != nil }

// Successors returns the arcs that leave a node, in the order of the file. The caller
// must not change them.
func (g *Graph) Successors(n Node) []search.Arc[int64] {
	return g.arcs[g.first[n]:g.first[n+1]]
}

// Predecessors returns the arcs that lead to a node, each with the node that it
// leaves in To. The caller must not change them.
func (g *Graph) Predecessors(n Node) []search.Arc[int64] {
	return g.arcsBack[g.firstBack[n]:g.firstBack[n+1]]
}

// Name returns a node's name in the file: its word, or its number from 1.
func (g *Graph) Name(n Node) string {
	if g.names != nil {
		return g.names[n]
	}
	return strconv.Itoa(int(n) + 1)
}

// Lookup returns the node of a name.
func (g *Graph) Lookup(name string) (Node, error) {
	if g.names != nil {
		if n, ok := g.byName[name]; ok {
			return n, nil
		}
		return 0, fmt.Errorf("graph: no node is called %q", name)
	}
	n, err := strconv.ParseUint(name, 10, 32)
	if err != nil || n < 1 || n > uint64(g.Nodes()) {
		return 0, fmt.Errorf("graph: %q is no node; want a number from 1 to %d", name, g.Nodes())
	}
	return Node(n - 1), nil
}

// FormatCost returns a cost as a decimal number.
func (g *Graph) FormatCost(cost int64) string {
	whole, rest := cost/g.scale, cost%g.scale
	if rest == 0 {
		return strconv.FormatInt(whole, 10)
	}
	digits := strconv.FormatInt(g.scale+rest, 10)[1:]
	for digits[len(digits)-1] == '0' {
		digits = digits[:len(digits)-1]
	}
	return strconv.FormatInt(whole, 10) + "." + digits
}

// Arc is an arc of a graph in the making.
type Arc struct {
	From, To Node
	Cost     int64 // in units of 1/scale
}

// New returns the graph with the given arcs. names has a name for each node, all
// different, or is nil: the nodes are then numbered from 1. scale is how many units
// of cost make 1, a power of ten from 1 to 10⁶. It is an error if an arc leads to or
// from a node that is not there, or has a negative cost.
//
// It takes time in proportion to the nodes and arcs.
func New(nodes int, arcs []Arc, names []string, scale int64) (*Graph, error) {
	if nodes < 0 || nodes > MaxNodes || len(arcs) > MaxArcs {
		return nil, fmt.Errorf("graph: %d nodes and %d arcs; want at most %d of each", nodes, len(arcs), MaxNodes)
	}
	switch scale {
	case 1, 10, 100, 1000, 10_000, 100_000, 1_000_000:
	default:
		return nil, fmt.Errorf("graph: the scale %d is no power of ten from 1 to 1000000", scale)
	}
	g := &Graph{scale: scale, names: names}
	if names != nil {
		if len(names) != nodes {
			return nil, fmt.Errorf("graph: %d names for %d nodes", len(names), nodes)
		}
		g.byName = make(map[string]Node, nodes)
		for i, name := range names {
			if before, ok := g.byName[name]; ok {
				return nil, fmt.Errorf("graph: the nodes %d and %d are both called %q", before, i, name)
			}
			g.byName[name] = Node(i)
		}
	}
	for i, a := range arcs {
		switch {
		case a.From < 0 || int(a.From) >= nodes || a.To < 0 || int(a.To) >= nodes:
			return nil, fmt.Errorf("graph: arc %d leads from node %d to node %d; want nodes from 0 to %d", i, a.From, a.To, nodes-1)
		case a.Cost < 0:
			return nil, fmt.Errorf("graph: arc %d from node %d to node %d costs %d; costs must be at least 0", i, a.From, a.To, a.Cost)
		}
		if i == 0 {
			g.cheapest = a.Cost
		}
		g.cheapest, g.dearest = min(g.cheapest, a.Cost), max(g.dearest, a.Cost)
	}
	g.first, g.arcs = rows(nodes, arcs, func(a Arc) (at, to Node) { return a.From, a.To })
	g.firstBack, g.arcsBack = rows(nodes, arcs, func(a Arc) (at, to Node) { return a.To, a.From })
	return g, nil
}

// rows sorts arcs by one of their ends; those of one node keep their order.
func rows(nodes int, arcs []Arc, ends func(Arc) (at, to Node)) (first []int32, sorted []search.Arc[int64]) {
	first = make([]int32, nodes+1)
	for _, a := range arcs {
		at, _ := ends(a)
		first[at+1]++
	}
	for n := range nodes {
		first[n+1] += first[n]
	}
	sorted = make([]search.Arc[int64], len(arcs))
	for _, a := range arcs {
		at, to := ends(a)
		sorted[first[at]] = search.Arc[int64]{Cost: a.Cost, To: int32(to)}
		first[at]++
	}
	copy(first[1:], first[:nodes])
	first[0] = 0
	return first, sorted
}
