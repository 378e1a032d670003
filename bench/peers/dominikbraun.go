package main

import (
	"errors"
	"math/bits"

	"github.com/dominikbraun/graph"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
)

// dominikbraun runs ShortestPath of github.com/dominikbraun/graph, which is
// Dijkstra's algorithm over the whole graph (the library has no A*), on an
// explicit graph of the open cells with edges weighted in root2.Small.
type dominikbraun struct {
	g   adjacencyKept
	m   *grid.Map
	ids []int
}

// adjacencyKept is a graph that makes its adjacency map once. ShortestPath
// asks for the map in every query and only reads it; the library's own graph
// would build it anew each time.
type adjacencyKept struct {
	graph.Graph[int, int]
	adjacency map[int]map[int]graph.Edge[int]
}

// AdjacencyMap returns the map that was made first.
func (g adjacencyKept) AdjacencyMap() (map[int]map[int]graph.Edge[int], error) {
	return g.adjacency, nil
}

func newDominikbraun(b *board) (pathfinder, error) {
	g := graph.New(graph.IntHash, graph.Directed(), graph.Weighted())
	masks := b.m.MoveMasks(b.rule)
	for id := range masks {
		if b.m.OpenID(grid.ID(id)) {
			if err := g.AddVertex(id); err != nil {
				return nil, err
			}
		}
	}
	for id, mask := range masks {
		for ; mask != 0; mask &= mask - 1 {
			d := grid.Dir(bits.TrailingZeros8(mask))
			weight := root2.SmallQ
			if d.Diagonal() {
				weight = root2.SmallP
			}
			if err := g.AddEdge(id, id+int(b.m.Offset(d)), graph.EdgeWeight(weight)); err != nil {
				return nil, err
			}
		}
	}
	adjacency, err := g.AdjacencyMap()
	if err != nil {
		return nil, err
	}
	return &dominikbraun{g: adjacencyKept{g, adjacency}, m: b.m}, nil
}

func (p *dominikbraun) find(from, to grid.Cell) (bool, error) {
	var err error
	p.ids, err = graph.ShortestPath(p.g, int(p.m.ID(from)), int(p.m.ID(to)))
	if errors.Is(err, graph.ErrTargetNotReachable) {
		return false, nil
	}
	return err == nil, err
}

func (p *dominikbraun) path() ([]grid.Cell, float64) {
	cells := make([]grid.Cell, len(p.ids))
	var length root2.Small
	for i, id := range p.ids {
		cells[i] = p.m.Cell(grid.ID(id))
		if i > 0 {
			length += root2.Small(p.g.adjacency[p.ids[i-1]][id].Properties.Weight)
		}
	}
	return cells, length.Length().Float64()
}
