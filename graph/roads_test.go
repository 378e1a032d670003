package graph_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/graph"
	"github.com/astrolabe-search/astrolabe/internal/sharedtest"
	"github.com/astrolabe-search/astrolabe/search"
)

// pair is a published distance.
type pair struct {
	from, to graph.Node
	distance int64
}

func readPairs(tb testing.TB, name string) []pair {
	var pairs []pair
	for _, line := range strings.Split(strings.TrimSpace(string(sharedtest.Archived(tb, name))), "\n")[1:] {
		var p pair
		if _, err := fmt.Sscan(line, &p.from, &p.to, &p.distance); err != nil {
			tb.Fatal(err)
		}
		p.from, p.to = p.from-1, p.to-1
		pairs = append(pairs, p)
	}
	if len(pairs) != 1000 {
		tb.Fatalf("%d pairs, want 1000", len(pairs))
	}
	return pairs
}

// TestRome compares a thousand distances on the roads of Rome, by every algorithm
// that proves its answers and does not depend on an estimate.
func TestRome(t *testing.T) {
	g, err := graph.Read(bytes.NewReader(sharedtest.Archived(t, "truths/roads_rome99/rome99.gr")), "rome99.gr", graph.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if g.Nodes() != 3353 || g.Arcs() != 8870 {
		t.Errorf("%d nodes and %d arcs; want 3353 and 8870", g.Nodes(), g.Arcs())
	}
	var ws search.Workspace[graph.Node, int64]
	for i, p := range readPairs(t, "truths/roads_rome99/pairs.tsv") {
		problem, err := graph.NewProblem(g, p.to)
		if err != nil {
			t.Fatal(err)
		}
		name, run := "dijkstra", search.Dijkstra[graph.Node, int64]
		if i%2 == 1 {
			name, run = "bidirectional-dijkstra", search.BidirectionalDijkstra[graph.Node, int64]
		}
		r, err := run(context.Background(), problem, p.from, search.Options[graph.Node, int64]{Workspace: &ws})
		if err != nil || r.Status == search.Found && r.Cost != p.distance || (p.distance < 0) != (r.Status == search.NoPath) {
			t.Errorf("%s from %d to %d: %v %d, %v; want %d", name, p.from+1, p.to+1, r.Status, r.Cost, err, p.distance)
		}
	}
}

func newYork(tb testing.TB) *graph.Graph {
	unzip := func(name string) io.Reader {
		r, err := gzip.NewReader(bytes.NewReader(sharedtest.Archived(tb, "truths/roads_dimacs_ny/"+name)))
		if err != nil {
			tb.Fatal(err)
		}
		return r
	}
	g, err := graph.Read(unzip("USA-road-d.NY.gr.gz"), "USA-road-d.NY.gr", graph.Limits{})
	if err != nil {
		tb.Fatal(err)
	}
	if g, err = graph.ReadCoordinates(unzip("USA-road-d.NY.co.gz"), "USA-road-d.NY.co", g); err != nil {
		tb.Fatal(err)
	}
	return g
}

// TestNewYork compares published distances on the roads of New York, 264,346 nodes.
// ASTROLABE_ROADS=all takes all thousand pairs and more algorithms.
func TestNewYork(t *testing.T) {
	if testing.Short() {
		t.Skip("short: New York is left to the full run")
	}
	g := newYork(t)
	if g.Nodes() != 264_346 || g.Arcs() != 733_846 {
		t.Errorf("%d nodes and %d arcs; want 264,346 and 733,846", g.Nodes(), g.Arcs())
	}
	pairs := readPairs(t, "truths/roads_dimacs_ny/pairs.tsv")
	if os.Getenv("ASTROLABE_ROADS") != "all" {
		pairs = pairs[:6]
	}
	algorithms := map[string]algorithm{
		"astar": search.AStar[graph.Node, int64], "bidirectional": search.Bidirectional[graph.Node, int64],
		"dijkstra": search.Dijkstra[graph.Node, int64], "bidirectional-dijkstra": search.BidirectionalDijkstra[graph.Node, int64],
	}
	var ws search.Workspace[graph.Node, int64]
	for _, p := range pairs {
		problem, err := graph.NewProblem(g, p.to)
		if err != nil {
			t.Fatal(err)
		}
		opts := search.Options[graph.Node, int64]{Workspace: &ws, Claim: search.Consistent}
		if opts.Heuristic, err = g.StraightLine(p.to); err != nil {
			t.Fatal(err)
		}
		if opts.BackwardHeuristic, err = g.StraightLine(p.from); err != nil {
			t.Fatal(err)
		}
		for name, run := range algorithms {
			r, err := run(context.Background(), problem, p.from, opts)
			if err != nil || r.Cost != p.distance || r.Certificate != search.Optimal {
				t.Errorf("%s from %d to %d: %d %v, %v; want %d", name, p.from+1, p.to+1, r.Cost, r.Certificate, err, p.distance)
			}
		}
	}
}

// BenchmarkNewYork times A* on the roads of New York, ours and one written by hand
// for this one purpose on the same arrays, on the same queries. Both are checked.
func BenchmarkNewYork(b *testing.B) {
	g := newYork(b)
	pairs := readPairs(b, "truths/roads_dimacs_ny/pairs.tsv")[:20]
	estimates := make([]func(graph.Node) int64, len(pairs))
	for i, p := range pairs {
		var err error
		if estimates[i], err = g.StraightLine(p.to); err != nil {
			b.Fatal(err)
		}
	}
	perExpansion := func(b *testing.B, expanded int64) {
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(expanded), "ns/expansion")
		b.ReportMetric(float64(expanded)/float64(b.N), "expansions")
	}
	b.Run("search", func(b *testing.B) {
		var ws search.Workspace[graph.Node, int64]
		var expanded int64
		for b.Loop() {
			for i, p := range pairs {
				problem, err := graph.NewProblem(g, p.to)
				if err != nil {
					b.Fatal(err)
				}
				r, err := search.AStar(context.Background(), problem, p.from, search.Options[graph.Node, int64]{Heuristic: estimates[i], Claim: search.Consistent, Workspace: &ws})
				if err != nil || r.Cost != p.distance {
					b.Fatal(r.Cost, err)
				}
				expanded += r.Expanded
			}
		}
		perExpansion(b, expanded)
	})
	b.Run("by-hand", func(b *testing.B) {
		hand := newByHand(g)
		var expanded int64
		for b.Loop() {
			for i, p := range pairs {
				cost, n := hand.search(p.from, p.to, estimates[i])
				if cost != p.distance {
					b.Fatal(cost)
				}
				expanded += n
			}
		}
		perExpansion(b, expanded)
	})
}

// byHand is A* as one would write it for one graph: arrays by node and a binary
// heap, with stale entries skipped.
type byHand struct {
	g      *graph.Graph
	cost   []int64
	parent []graph.Node
	round  []uint32
	now    uint32
	open   entries
}

type entry struct {
	f, g int64
	node graph.Node
}

// entries is a binary heap.
type entries []entry

func (e entries) less(i, j int) bool {
	return e[i].f < e[j].f || e[i].f == e[j].f && e[i].g > e[j].g
}

func (e *entries) push(x entry) {
	*e = append(*e, x)
	heap := *e
	for i := len(heap) - 1; i > 0 && heap.less(i, (i-1)/2); i = (i - 1) / 2 {
		heap[i], heap[(i-1)/2] = heap[(i-1)/2], heap[i]
	}
}

func (e *entries) pop() entry {
	heap := *e
	top, last := heap[0], len(heap)-1
	heap[0] = heap[last]
	heap = heap[:last]
	*e = heap
	for i := 0; ; {
		child := 2*i + 1
		if child >= last {
			return top
		}
		if child+1 < last && heap.less(child+1, child) {
			child++
		}
		if !heap.less(child, i) {
			return top
		}
		heap[i], heap[child] = heap[child], heap[i]
		i = child
	}
}

func newByHand(g *graph.Graph) *byHand {
	n := g.Nodes()
	return &byHand{g: g, cost: make([]int64, n), parent: make([]graph.Node, n), round: make([]uint32, n)}
}

func (a *byHand) search(from, to graph.Node, h func(graph.Node) int64) (cost, expanded int64) {
	a.now++
	a.open = append(a.open[:0], entry{h(from), 0, from})
	a.cost[from], a.round[from] = 0, a.now
	for len(a.open) > 0 {
		e := a.open.pop()
		if e.g > a.cost[e.node] {
			continue
		}
		expanded++
		if e.node == to {
			return e.g, expanded
		}
		for _, arc := range a.g.Successors(e.node) {
			next, through := graph.Node(arc.To), e.g+arc.Cost
			if a.round[next] == a.now && a.cost[next] <= through {
				continue
			}
			a.cost[next], a.parent[next], a.round[next] = through, e.node, a.now
			a.open.push(entry{through + h(next), through, next})
		}
	}
	return -1, expanded
}
