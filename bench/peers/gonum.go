package main

import (
	"errors"
	"math"
	"math/bits"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/path"

	"github.com/astrolabe-search/astrolabe/grid"
)

// gonumSolver runs gonum's A*, graph/path.AStar, over an implicit graph: a
// type that computes neighbors when asked (traverse.Graph) and knows the
// weight of an edge (path.Weighted) and a heuristic (path.HeuristicCoster).
type gonumSolver struct{ g *gonumGraph }

func newGonum(b *board) (solver, error) { return gonumSolver{newGonumGraph(b)}, nil }

func (gonumSolver) name() string { return "gonum" }

func (s gonumSolver) solve(q query) (answer, error) {
	nodes, cost, expanded := s.g.find(q.start, q.goal)
	if len(nodes) == 0 {
		return answer{}, errors.New("no path found on an open grid")
	}
	return answer{cost: cost, steps: len(nodes) - 1, expanded: expanded}, nil
}

// gonumPathfinder is gonum's A* as a contestant of the scenarios.
type gonumPathfinder struct {
	g     *gonumGraph
	nodes []graph.Node
	cost  float64
}

func newGonumPathfinder(b *board) (pathfinder, error) {
	return &gonumPathfinder{g: newGonumGraph(b)}, nil
}

func (p *gonumPathfinder) find(from, to grid.Cell) (bool, error) {
	p.nodes, p.cost, _ = p.g.find(from, to)
	return len(p.nodes) > 0, nil
}

func (p *gonumPathfinder) path() ([]grid.Cell, float64) {
	cells := make([]grid.Cell, len(p.nodes))
	for i, n := range p.nodes {
		cells[i] = grid.Cell{X: n.(*gonumNode).x, Y: n.(*gonumNode).y}
	}
	return cells, p.cost
}

// gonumNode is a cell. Nodes are made once and handed out by pointer, since
// putting an integer into an interface would allocate for most cells.
type gonumNode struct {
	id   int64
	x, y int32
}

func (n *gonumNode) ID() int64 { return n.id }

// gonumGraph numbers cells by [grid.ID] and takes legal moves from the map's
// masks, so both sides read the same byte a cell.
type gonumGraph struct {
	masks  []uint8
	nodes  []gonumNode
	offset [8]int64
	stride int64
	near   gonumNeighbors
	froms  int // calls of From
}

func newGonumGraph(b *board) *gonumGraph {
	g := &gonumGraph{masks: b.m.MoveMasks(b.rule), nodes: make([]gonumNode, b.m.Len())}
	for id := range g.nodes {
		c := b.m.Cell(grid.ID(id))
		g.nodes[id] = gonumNode{id: int64(id), x: c.X, y: c.Y}
	}
	for d := grid.E; d <= grid.NW; d++ {
		g.offset[d] = int64(b.m.Offset(d))
	}
	g.stride = int64(b.m.Stride())
	return g
}

// find returns a cheapest path, empty if there is none, its cost, and the
// number of states expanded.
func (g *gonumGraph) find(from, to grid.Cell) (nodes []graph.Node, cost float64, expanded int) {
	start, goal := g.node(from), g.node(to)
	tree, expanded := path.AStar(start, goal, g, nil)
	nodes, cost = tree.To(goal.id)
	return nodes, cost, expanded
}

func (g *gonumGraph) node(c grid.Cell) *gonumNode {
	return &g.nodes[(int64(c.Y)+1)*g.stride+int64(c.X)+1]
}

// From returns the neighbors of a node. It hands out the same iterator each
// time: AStar is done with one before it asks for the next.
func (g *gonumGraph) From(id int64) graph.Nodes {
	g.froms++
	g.near = gonumNeighbors{g: g, from: id, all: g.masks[id], left: g.masks[id]}
	return &g.near
}

// Edge returns the edge between two nodes, or nil if there is none. AStar
// does not call it, as the graph knows weights.
func (g *gonumGraph) Edge(uid, vid int64) graph.Edge {
	if w, ok := g.Weight(uid, vid); !ok || w == 0 {
		return nil
	}
	return gonumEdge{&g.nodes[uid], &g.nodes[vid]}
}

// Weight returns the length of the step from one cell to another and whether
// there is one.
func (g *gonumGraph) Weight(uid, vid int64) (w float64, ok bool) {
	var d grid.Dir
	switch vid - uid {
	case 0:
		return 0, true
	case g.offset[grid.E]:
		d = grid.E
	case g.offset[grid.W]:
		d = grid.W
	case g.offset[grid.S]:
		d = grid.S
	case g.offset[grid.N]:
		d = grid.N
	case g.offset[grid.SE]:
		d = grid.SE
	case g.offset[grid.NE]:
		d = grid.NE
	case g.offset[grid.SW]:
		d = grid.SW
	case g.offset[grid.NW]:
		d = grid.NW
	default:
		return math.Inf(1), false
	}
	if g.masks[uid]>>d&1 == 0 {
		return math.Inf(1), false
	}
	if d.Diagonal() {
		return math.Sqrt2, true
	}
	return 1, true
}

// HeuristicCost returns the octile distance.
func (g *gonumGraph) HeuristicCost(x, y graph.Node) float64 {
	u, v := x.(*gonumNode), y.(*gonumNode)
	dx, dy := u.x-v.x, u.y-v.y
	dx, dy = max(dx, -dx), max(dy, -dy)
	long, short := max(dx, dy), min(dx, dy)
	diagonal := float64(math.Sqrt2 * float64(short))
	return float64(long-short) + diagonal
}

// gonumNeighbors iterates over the neighbors of a node by the bits of its mask
// of legal moves.
type gonumNeighbors struct {
	g         *gonumGraph
	from      int64
	all, left uint8 // bits of all moves, and of those that Next has not reached
	current   *gonumNode
}

func (it *gonumNeighbors) Next() bool {
	if it.left == 0 {
		it.current = nil
		return false
	}
	d := bits.TrailingZeros8(it.left)
	it.left &= it.left - 1
	it.current = &it.g.nodes[it.from+it.g.offset[d]]
	return true
}

func (it *gonumNeighbors) Node() graph.Node {
	if it.current == nil {
		return nil
	}
	return it.current
}

func (it *gonumNeighbors) Len() int { return bits.OnesCount8(it.left) }

func (it *gonumNeighbors) Reset() {
	it.left = it.all
	it.current = nil
}

// gonumEdge is a step from one cell to a neighbor.
type gonumEdge struct{ from, to *gonumNode }

func (e gonumEdge) From() graph.Node         { return e.from }
func (e gonumEdge) To() graph.Node           { return e.to }
func (e gonumEdge) ReversedEdge() graph.Edge { return gonumEdge{e.to, e.from} }
