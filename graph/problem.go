package graph

import (
	"errors"

	"github.com/astrolabe-search/astrolabe/search"
)

// Problem is the task of getting to one of some goal nodes of a graph. It is
// immutable and may be shared between goroutines.
//
// It implements these optional interfaces of package search: Dense, Predecessors,
// DensePredecessors, GoalLister, CheapestEdge and Checker.
type Problem struct {
	*Graph
	goals []Node
}

// NewProblem returns the problem of reaching the nearest of the goals, of which there
// must be at least one. A goal outside the graph is answered by the search, at once.
func NewProblem(g *Graph, goals ...Node) (*Problem, error) {
	if len(goals) == 0 {
		return nil, errors.New("graph: no goal given; a problem needs at least one")
	}
	return &Problem{g, append([]Node(nil), goals...)}, nil
}

// IsGoal tells whether n is a goal.
func (p *Problem) IsGoal(n Node) bool {
	for _, goal := range p.goals {
		if n == goal {
			return true
		}
	}
	return false
}

// Goals returns the goals. The caller must not change them.
func (p *Problem) Goals() []Node { return p.goals }

// Check answers at once where the start or a goal is no node of the graph.
func (p *Problem) Check(start Node) search.Status {
	if !p.has(start) {
		return search.OutOfBounds
	}
	for _, goal := range p.goals {
		if !p.has(goal) {
			return search.OutOfBounds
		}
	}
	return 0
}

func (p *Problem) has(n Node) bool { return n >= 0 && int(n) < p.Nodes() }

// CheapestEdge returns the cost of the cheapest arc.
func (p *Problem) CheapestEdge() int64 { return p.cheapest }

// NumIDs returns the number of nodes.
func (p *Problem) NumIDs() int { return p.Nodes() }

// ID returns a node's number.
func (p *Problem) ID(n Node) int32 { return int32(n) }

// State returns the node with a number.
func (p *Problem) State(id int32) Node { return Node(id) }

// AppendArcs appends the arcs that leave a node.
func (p *Problem) AppendArcs(dst []search.Arc[int64], id int32) []search.Arc[int64] {
	return append(dst, p.Graph.Successors(Node(id))...)
}

// AppendBackwardArcs appends the arcs that lead to a node.
func (p *Problem) AppendBackwardArcs(dst []search.Arc[int64], id int32) []search.Arc[int64] {
	return append(dst, p.Graph.Predecessors(Node(id))...)
}

// AppendSuccessors appends the arcs that leave a node.
func (p *Problem) AppendSuccessors(dst []search.Edge[Node, int64], n Node) []search.Edge[Node, int64] {
	return appendEdges(dst, p.Graph.Successors(n))
}

// AppendPredecessors appends the arcs that lead to a node.
func (p *Problem) AppendPredecessors(dst []search.Edge[Node, int64], n Node) []search.Edge[Node, int64] {
	return appendEdges(dst, p.Graph.Predecessors(n))
}

func appendEdges(dst []search.Edge[Node, int64], arcs []search.Arc[int64]) []search.Edge[Node, int64] {
	for _, a := range arcs {
		dst = append(dst, search.Edge[Node, int64]{To: Node(a.To), Cost: a.Cost})
	}
	return dst
}
