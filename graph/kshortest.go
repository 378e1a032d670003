package graph

import (
	"cmp"
	"container/heap"
	"context"
	"fmt"
	"slices"

	"github.com/astrolabe-search/astrolabe/search"
)

// Path is a way through a graph: its nodes, both ends included, and its cost.
type Path struct {
	Nodes []Node
	Cost  int64
}

// KShortest returns the k cheapest paths without loops from one node to another, or
// all there are if they are fewer, the cheapest first. Paths differ if their nodes
// do: of parallel arcs the cheapest counts. Which of several equally cheap paths come
// is the same every time.
//
// It is the algorithm of Yen (1971) with the modification of Lawler (1972), which
// looks for each path only where it is new: every accepted path is left at each of
// its nodes from where it left its own predecessor on, and the best way on from there
// is found that neither enters the nodes before nor repeats an accepted path. One
// search backward from the goal comes first; its distances guide all others, which
// then mostly follow the arcs of their answer.
//
// The error is the context's if it ends first, [search.ErrOverflow], or that a node is
// not there or k below 1. In the worst case a path of n nodes takes n searches.
func KShortest(ctx context.Context, g *Graph, from, to Node, k int) ([]Path, error) {
	if k < 1 {
		return nil, fmt.Errorf("graph: %d shortest paths; want at least 1", k)
	}
	for _, n := range []Node{from, to} {
		if n < 0 || int(n) >= g.Nodes() {
			return nil, fmt.Errorf("graph: there is no node %d; want 0 to %d", n, g.Nodes()-1)
		}
	}
	y := &yen{ctx: ctx, g: g, goal: to}
	if err := y.measure(); err != nil {
		return nil, err
	}
	if err := y.leave(nil, from, nil, 0); err != nil {
		return nil, err
	}
	var accepted []Path
	for len(accepted) < k && len(y.candidates) > 0 {
		c := heap.Pop(&y.candidates).(candidate)
		accepted = append(accepted, c.Path)
		if len(accepted) == k {
			break
		}
		if err := y.leaveAll(c, accepted); err != nil {
			return nil, err
		}
	}
	return accepted, nil
}

// yen is the algorithm at work.
type yen struct {
	ctx        context.Context
	g          *Graph
	goal       Node
	toGoal     []int64 // the cost from each node to the goal, or unreachable
	closed     []bool  // the nodes of the part that is kept
	candidates candidates
	workspace  search.Workspace[Node, int64]
}

const unreachable = -1

// measure finds the cost from every node to the goal.
func (y *yen) measure() error {
	s, err := search.NewDijkstra(backward{y.g}, y.goal, search.Options[Node, int64]{})
	if err != nil {
		return err
	}
	r, err := s.Run(y.ctx)
	if err != nil {
		return err
	}
	if r.Status == search.Limit {
		return y.ctx.Err()
	}
	y.toGoal = make([]int64, y.g.Nodes())
	y.closed = make([]bool, y.g.Nodes())
	for n := range y.toGoal {
		y.toGoal[n] = unreachable
		if known, ok := s.Lookup(Node(n)); ok {
			y.toGoal[n] = known.G
		}
	}
	return nil
}

// leaveAll adds the best ways to leave an accepted path, one for each of its nodes
// from where it is new.
func (y *yen) leaveAll(c candidate, accepted []Path) error {
	cost := c.costBefore
	for i := c.newFrom; i < len(c.Nodes)-1; i++ {
		kept := c.Nodes[:i+1]
		var used []Node // where accepted paths with the same beginning go on
		for _, p := range accepted {
			if len(p.Nodes) > i+1 && slices.Equal(p.Nodes[:i+1], kept) {
				used = append(used, p.Nodes[i+1])
			}
		}
		if err := y.leave(kept[:i], kept[i], used, cost); err != nil {
			return err
		}
		cost += y.g.cheapestArc(kept[i], c.Nodes[i+1])
	}
	return nil
}

// leave adds the cheapest path that begins with the nodes of before and then at, at a
// cost so far, and goes on to none of used.
func (y *yen) leave(before []Node, at Node, used []Node, cost int64) error {
	if y.toGoal[at] == unreachable {
		return nil
	}
	for _, n := range before {
		y.closed[n] = true
	}
	defer func() {
		for _, n := range before {
			y.closed[n] = false
		}
	}()
	r, err := search.AStar(y.ctx, spur{y, at, used}, at, search.Options[Node, int64]{
		Heuristic:   func(n Node) int64 { return y.toGoal[n] },
		Claim:       search.Consistent,
		ClaimReason: "distances of the whole graph obey the triangle inequality in each part of it",
		Workspace:   &y.workspace,
	})
	switch {
	case err != nil:
		return err
	case r.Status == search.Limit:
		return y.ctx.Err()
	case r.Status != search.Found:
		return nil
	}
	total := cost + r.Cost
	if total < cost {
		return fmt.Errorf("graph: a path from node %d: %w", at, search.ErrOverflow)
	}
	heap.Push(&y.candidates, candidate{Path{append(slices.Clone(before), r.Path...), total}, len(before), cost})
	return nil
}

// cheapestArc returns the cost of the cheapest arc between two neighbors.
func (g *Graph) cheapestArc(from, to Node) int64 {
	least := int64(-1)
	for _, a := range g.Successors(from) {
		if Node(a.To) == to && (least < 0 || a.Cost < least) {
			least = a.Cost
		}
	}
	return least
}

// candidate is a path that is not accepted yet. Its nodes from newFrom on are those
// that no accepted path has after the same beginning; costBefore is the cost up to
// there.
type candidate struct {
	Path
	newFrom    int
	costBefore int64
}

// candidates is a heap: the cheapest is first, then the one with the fewest nodes,
// then the one that comes first by its nodes.
type candidates []candidate

func (c candidates) Len() int      { return len(c) }
func (c candidates) Swap(i, j int) { c[i], c[j] = c[j], c[i] }
func (c candidates) Less(i, j int) bool {
	a, b := c[i], c[j]
	return cmp.Or(cmp.Compare(a.Cost, b.Cost), cmp.Compare(len(a.Nodes), len(b.Nodes)), slices.Compare(a.Nodes, b.Nodes)) < 0
}
func (c *candidates) Push(x any) { *c = append(*c, x.(candidate)) }
func (c *candidates) Pop() any {
	last := (*c)[len(*c)-1]
	*c = (*c)[:len(*c)-1]
	return last
}

// backward is a graph with its arcs turned around, and no goal.
type backward struct{ g *Graph }

func (b backward) IsGoal(Node) bool    { return false }
func (b backward) NumIDs() int         { return b.g.Nodes() }
func (b backward) ID(n Node) int32     { return int32(n) }
func (b backward) State(id int32) Node { return Node(id) }
func (b backward) AppendArcs(dst []search.Arc[int64], id int32) []search.Arc[int64] {
	return append(dst, b.g.Predecessors(Node(id))...)
}

func (b backward) AppendSuccessors(dst []search.Edge[Node, int64], n Node) []search.Edge[Node, int64] {
	return appendEdges(dst, b.g.Predecessors(n))
}

// spur is the problem of going on from a node of a path: not back into what is kept,
// and not where accepted paths go on.
type spur struct {
	*yen
	at   Node
	used []Node
}

func (s spur) IsGoal(n Node) bool  { return n == s.goal }
func (s spur) NumIDs() int         { return s.g.Nodes() }
func (s spur) ID(n Node) int32     { return int32(n) }
func (s spur) State(id int32) Node { return Node(id) }
func (s spur) AppendArcs(dst []search.Arc[int64], id int32) []search.Arc[int64] {
	for _, a := range s.g.Successors(Node(id)) {
		if s.follows(Node(id), Node(a.To)) {
			dst = append(dst, a)
		}
	}
	return dst
}

func (s spur) AppendSuccessors(dst []search.Edge[Node, int64], n Node) []search.Edge[Node, int64] {
	for _, a := range s.g.Successors(n) {
		if s.follows(n, Node(a.To)) {
			dst = append(dst, search.Edge[Node, int64]{To: Node(a.To), Cost: a.Cost})
		}
	}
	return dst
}

func (s spur) follows(n, to Node) bool {
	return s.toGoal[to] != unreachable && !s.closed[to] && (n != s.at || !slices.Contains(s.used, to))
}
