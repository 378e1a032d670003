package graph_test

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/graph"
	"github.com/astrolabe-search/astrolabe/search"
)

func read(t testing.TB, text string) *graph.Graph {
	t.Helper()
	g, err := graph.Read(strings.NewReader(text), "test", graph.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func node(t testing.TB, g *graph.Graph, name string) graph.Node {
	t.Helper()
	n, err := g.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// randomGraph has parallel arcs, loops and arcs that cost nothing.
func randomGraph(random *rand.Rand, nodes, arcs int) (*graph.Graph, []graph.Arc) {
	list := make([]graph.Arc, arcs)
	for i := range list {
		list[i] = graph.Arc{From: graph.Node(random.IntN(nodes)), To: graph.Node(random.IntN(nodes)), Cost: int64(max(0, random.IntN(12)-2))}
	}
	g, err := graph.New(nodes, list, nil, 1)
	if err != nil {
		panic(err)
	}
	return g, list
}

// distances relaxes every arc until nothing changes (Bellman 1958); -1 is unreachable.
func distances(nodes int, arcs []graph.Arc, from graph.Node) []int64 {
	d := make([]int64, nodes)
	for n := range d {
		d[n] = -1
	}
	d[from] = 0
	for changed := true; changed; {
		changed = false
		for _, a := range arcs {
			if d[a.From] >= 0 && (d[a.To] < 0 || d[a.From]+a.Cost < d[a.To]) {
				d[a.To] = d[a.From] + a.Cost
				changed = true
			}
		}
	}
	return d
}

type algorithm = func(context.Context, search.Problem[graph.Node, int64], graph.Node, search.Options[graph.Node, int64]) (search.Result[graph.Node, int64], error)

var optimal = map[string]algorithm{
	"dijkstra": search.Dijkstra[graph.Node, int64], "astar": search.AStar[graph.Node, int64], "fringe": search.Fringe[graph.Node, int64],
	"ida-star": search.IDAStar[graph.Node, int64], "bidirectional": search.Bidirectional[graph.Node, int64],
	"bidirectional-dijkstra": search.BidirectionalDijkstra[graph.Node, int64], "branch-and-bound": search.DepthFirstBranchAndBound[graph.Node, int64],
}

// TestAlgorithmsAgree compares every optimal algorithm with plain relaxation.
func TestAlgorithmsAgree(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 60 {
		nodes := 2 + random.IntN(12)
		g, arcs := randomGraph(random, nodes, random.IntN(4*nodes))
		from, to := graph.Node(random.IntN(nodes)), graph.Node(random.IntN(nodes))
		want := distances(nodes, arcs, from)[to]
		p, err := graph.NewProblem(g, to)
		if err != nil {
			t.Fatal(err)
		}
		for name, run := range optimal {
			r, err := run(context.Background(), p, from, search.Options[graph.Node, int64]{})
			switch {
			case err != nil:
				t.Fatal(err)
			case want < 0 && r.Status != search.NoPath, want >= 0 && (r.Status != search.Found || r.Cost != want || r.Certificate != search.Optimal):
				t.Errorf("%s from %d to %d: %v %d %v, want %d; arcs %v", name, from, to, r.Status, r.Cost, r.Certificate, want, arcs)
			}
		}
	}
}

// TestBothFormsAgree: dense arcs and edges, forward and backward, are the same arcs.
func TestBothFormsAgree(t *testing.T) {
	g, arcs := randomGraph(rand.New(rand.NewPCG(5, 6)), 9, 40)
	p, err := graph.NewProblem(g, 0)
	if err != nil {
		t.Fatal(err)
	}
	var forward, backward []graph.Arc
	for n := range graph.Node(9) {
		edges, dense := p.AppendSuccessors(nil, n), p.AppendArcs(nil, int32(n))
		for i, e := range edges {
			forward = append(forward, graph.Arc{From: n, To: e.To, Cost: e.Cost})
			if dense[i] != (search.Arc[int64]{Cost: e.Cost, To: int32(e.To)}) {
				t.Errorf("node %d: %v and %v differ", n, edges, dense)
			}
		}
		edges, dense = p.AppendPredecessors(nil, n), p.AppendBackwardArcs(nil, int32(n))
		for i, e := range edges {
			backward = append(backward, graph.Arc{From: e.To, To: n, Cost: e.Cost})
			if dense[i] != (search.Arc[int64]{Cost: e.Cost, To: int32(e.To)}) {
				t.Errorf("node %d backward: %v and %v differ", n, edges, dense)
			}
		}
	}
	byAll := func(a, b graph.Arc) int {
		return slices.Compare([]int64{int64(a.From), int64(a.To), a.Cost}, []int64{int64(b.From), int64(b.To), b.Cost})
	}
	for _, list := range [][]graph.Arc{arcs, forward, backward} {
		slices.SortFunc(list, byAll)
	}
	if !slices.Equal(arcs, forward) || !slices.Equal(arcs, backward) {
		t.Errorf("of the arcs %v\nsuccessors are %v\npredecessors %v", arcs, forward, backward)
	}
}

// TestStraightLineIsConsistent on random points, in the plane and on the Earth,
// against exact arithmetic of the problem itself: no arc may lower the estimate by
// more than it costs.
func TestStraightLineIsConsistent(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for i := range 60 {
		span := []int64{3, 1000, 90_000_000, 1 << 29}[i%4]
		nodes := 3 + random.IntN(20)
		_, arcs := randomGraph(random, nodes, 4*nodes)
		for j := range arcs {
			arcs[j].Cost = random.Int64N([]int64{3, 1000, 1 << 40}[random.IntN(3)]) + int64(i%2)
		}
		g, err := graph.New(nodes, arcs, nil, 1)
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		fmt.Fprintf(&text, "p aux sp co %d\n", nodes)
		for n := range nodes {
			fmt.Fprintf(&text, "v %d %d %d\n", n+1, random.Int64N(2*span+1)-span, random.Int64N(2*span+1)-span)
		}
		g, err = graph.ReadCoordinates(strings.NewReader(text.String()), "test.co", g)
		if err != nil {
			t.Fatal(err)
		}
		goals := []graph.Node{0, graph.Node(random.IntN(nodes))}
		h, err := g.StraightLine(goals...)
		if err != nil {
			t.Fatal(err)
		}
		for _, goal := range goals {
			if h(goal) != 0 {
				t.Errorf("%d at a goal", h(goal))
			}
		}
		for _, a := range arcs {
			if drop := new(big.Int).Sub(big.NewInt(h(a.From)), big.NewInt(h(a.To))); drop.Cmp(big.NewInt(a.Cost)) > 0 {
				t.Errorf("span %d: an arc of cost %d lowers the estimate from %d to %d", span, a.Cost, h(a.From), h(a.To))
			}
		}
	}
}

// TestStraightLineByHand: meters and seconds. The fastest road runs at 20 m a second.
func TestStraightLineByHand(t *testing.T) {
	g := read(t, "p sp 3 2\na 1 2 150\na 2 3 200\n")
	g, err := graph.ReadCoordinates(strings.NewReader("p aux sp co 3\nv 1 0 0\nv 2 300000000 0\nv 3 300000000 400000000\n"), "test.co", g)
	if err != nil {
		t.Fatal(err)
	}
	h, err := g.StraightLine(2)
	if err != nil {
		t.Fatal(err)
	}
	// 500,000,000 at 200 for 400,000,000, which no float or shift may lift above 250.
	if got := h(0); got != 249 && got != 250 {
		t.Errorf("from node 1: %d, want 250 or just below", got)
	}
	if got := h(1); got < 199 || got > 200 {
		t.Errorf("from node 2: %d, want 200 or just below", got)
	}
}

// TestKShortest compares with all paths, listed one by one.
func TestKShortest(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	for range 150 {
		nodes := 2 + random.IntN(6)
		g, _ := randomGraph(random, nodes, random.IntN(4*nodes))
		from, to := graph.Node(random.IntN(nodes)), graph.Node(random.IntN(nodes))
		want := allPaths(g, from, to)
		for _, k := range []int{1, 2, 5, len(want), len(want) + 3} {
			if k < 1 {
				continue
			}
			got, err := graph.KShortest(context.Background(), g, from, to, k)
			if err != nil || len(got) != min(k, len(want)) {
				t.Fatalf("%d shortest paths of %d: %v, %v", k, len(want), got, err)
			}
			seen := map[string]bool{}
			for i, p := range got {
				if p.Cost != want[i].Cost || costOf(g, p.Nodes) != p.Cost || seen[fmt.Sprint(p.Nodes)] {
					t.Fatalf("path %d of %v is wrong; want the costs of %v", i, got, want)
				}
				seen[fmt.Sprint(p.Nodes)] = true
			}
		}
	}
}

func allPaths(g *graph.Graph, from, to graph.Node) []graph.Path {
	var all []graph.Path
	var path []graph.Node
	var follow func(n graph.Node)
	follow = func(n graph.Node) {
		if slices.Contains(path, n) {
			return
		}
		path = append(path, n)
		if n == to {
			all = append(all, graph.Path{Nodes: slices.Clone(path), Cost: costOf(g, path)})
		} else {
			var next []graph.Node
			for _, a := range g.Successors(n) {
				if !slices.Contains(next, graph.Node(a.To)) {
					next = append(next, graph.Node(a.To))
					follow(graph.Node(a.To))
				}
			}
		}
		path = path[:len(path)-1]
	}
	follow(from)
	slices.SortFunc(all, func(a, b graph.Path) int { return int(a.Cost - b.Cost) })
	return all
}

// costOf returns what a path costs by its cheapest arcs, or -1 if it is none.
func costOf(g *graph.Graph, path []graph.Node) int64 {
	sum := int64(0)
	for i := 1; i < len(path); i++ {
		least := int64(-1)
		for _, a := range g.Successors(path[i-1]) {
			if graph.Node(a.To) == path[i] && (least < 0 || a.Cost < least) {
				least = a.Cost
			}
		}
		if least < 0 {
			return -1
		}
		sum += least
	}
	return sum
}

func TestKShortestRefuses(t *testing.T) {
	g := read(t, "a b\n")
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, test := range []struct {
		ctx      context.Context
		from, to graph.Node
		k        int
	}{{context.Background(), 0, 1, 0}, {context.Background(), 0, 2, 1}, {context.Background(), -1, 1, 1}, {canceled, 0, 1, 1}} {
		if paths, err := graph.KShortest(test.ctx, g, test.from, test.to, test.k); err == nil {
			t.Errorf("%d paths from %d to %d: %v; want an error", test.k, test.from, test.to, paths)
		}
	}
}
