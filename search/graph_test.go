package search_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/astrolabe-search/astrolabe/search"
)

// unreachable is the distance of a state from which there is no path.
const unreachable = math.MaxInt64

// arc is an edge of a test graph, between states by their numbers.
type arc struct {
	from, to int
	cost     int64
}

// graph is a small explicit graph with everything that is known of it: what
// the engines are compared with.
type graph struct {
	seed     uint64
	names    []string
	arcs     []arc
	start    int
	goals    []int
	isGoal   []bool
	cheapest int64   // what the problem says of its cheapest edge; 0 says nothing
	toGoal   []int64 // cost of the cheapest path from each state to a goal
	fromHere []int64 // cost of the cheapest path from the start to each state
}

// randomGraph returns a graph with 2 to 12 states and costs between 0 and 20
// (in ladders 121). Self-loops, parallel edges, edges that cost nothing, states
// that cannot be reached and several goals are all common.
func randomGraph(seed uint64) *graph {
	rng := rand.New(rand.NewPCG(seed, 1))
	if seed%4 == 3 {
		return ladder(seed, rng)
	}
	n := 2 + rng.IntN(11)
	g := &graph{seed: seed, isGoal: make([]bool, n)}
	for i := range n {
		g.names = append(g.names, string(rune('a'+i)))
	}
	palette := [][2]int64{{1, 1}, {0, 1}, {0, 3}, {1, 9}, {0, 20}, {0, 0}}[rng.IntN(6)]
	cost := func() int64 { return palette[0] + rng.Int64N(palette[1]-palette[0]+1) }
	for range rng.IntN(3*n + 1) {
		e := arc{rng.IntN(n), rng.IntN(n), cost()}
		g.arcs = append(g.arcs, e)
		if rng.IntN(8) == 0 {
			e.cost = cost()
			g.arcs = append(g.arcs, e)
		}
	}
	g.start = rng.IntN(n)
	for range []int{0, 1, 1, 1, 1, 2, 3}[rng.IntN(7)] {
		goal := rng.IntN(n)
		if goal != g.start || rng.IntN(4) == 0 {
			g.isGoal[goal] = true
		}
	}
	if rng.IntN(2) == 0 {
		g.cheapest = palette[0]
	}
	g.finish()
	return g
}

// ladder returns a graph whose states stand in a row, with edges that cost the
// more the farther they reach: a state is first met by a long edge and then
// again and again by cheaper ways, so searches improve and reopen states.
func ladder(seed uint64, rng *rand.Rand) *graph {
	n := 4 + rng.IntN(6)
	g := &graph{seed: seed, isGoal: make([]bool, n)}
	for to := range n {
		g.names = append(g.names, string(rune('a'+to)))
		for from := range to {
			if to-from == 1 || rng.IntN(3) > 0 {
				reach := to - from
				g.arcs = append(g.arcs, arc{from, to, int64(reach*reach - rng.IntN(reach))})
			}
		}
	}
	rng.Shuffle(len(g.arcs), func(i, j int) { g.arcs[i], g.arcs[j] = g.arcs[j], g.arcs[i] })
	if rng.IntN(5) > 0 {
		g.isGoal[n-1] = true
	}
	g.finish()
	return g
}

// namedGraph returns the graph with the given edges between named states.
func namedGraph(start string, goals []string, edges ...namedEdge) *graph {
	g := &graph{}
	number := func(name string) int {
		i := slices.Index(g.names, name)
		if i < 0 {
			i = len(g.names)
			g.names = append(g.names, name)
		}
		return i
	}
	g.start = number(start)
	for _, e := range edges {
		g.arcs = append(g.arcs, arc{number(e.from), number(e.to), e.cost})
	}
	for _, name := range goals {
		number(name)
	}
	g.isGoal = make([]bool, len(g.names))
	for _, name := range goals {
		g.isGoal[number(name)] = true
	}
	g.finish()
	return g
}

type namedEdge struct {
	from, to string
	cost     int64
}

func (g *graph) finish() {
	for i, goal := range g.isGoal {
		if goal {
			g.goals = append(g.goals, i)
		}
	}
	g.toGoal = g.distances(g.goals, true)
	g.fromHere = g.distances([]int{g.start}, false)
}

// distances is the plain reference (Bellman and Ford's): every edge is relaxed
// as often as there are states. Negative edges are left out: no engine may
// answer where there are any within reach.
func (g *graph) distances(sources []int, backward bool) []int64 {
	d := slices.Repeat([]int64{unreachable}, len(g.names))
	for _, s := range sources {
		d[s] = 0
	}
	for range g.names {
		for _, e := range g.arcs {
			from, to := e.from, e.to
			if backward {
				from, to = to, from
			}
			if e.cost >= 0 && d[from] != unreachable && d[from]+e.cost < d[to] && d[from]+e.cost >= 0 {
				d[to] = d[from] + e.cost
			}
		}
	}
	return d
}

func (g *graph) optimum() int64 { return g.toGoal[g.start] }

// edgeCost returns the cost of the cheapest edge between two states.
func (g *graph) edgeCost(from, to int) (int64, bool) {
	least, any := int64(0), false
	for _, e := range g.arcs {
		if e.from == from && e.to == to && (!any || e.cost < least) {
			least, any = e.cost, true
		}
	}
	return least, any
}

// oneCost tells whether all edges that leave states within reach cost the same.
func (g *graph) oneCost() bool {
	costs := map[int64]bool{}
	for _, e := range g.arcs {
		if g.fromHere[e.from] != unreachable {
			costs[e.cost] = true
		}
	}
	return len(costs) <= 1
}

func (g *graph) number(name string) int { return slices.Index(g.names, name) }

// String returns the graph as a test failure should show it.
func (g *graph) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "graph %d: start %s, goals", g.seed, g.names[g.start])
	for _, goal := range g.goals {
		fmt.Fprintf(&b, " %s", g.names[goal])
	}
	if g.optimum() == unreachable {
		b.WriteString(", no path\n")
	} else {
		fmt.Fprintf(&b, ", optimum %d\n", g.optimum())
	}
	for _, e := range g.arcs {
		fmt.Fprintf(&b, "  %s -> %s costs %d\n", g.names[e.from], g.names[e.to], e.cost)
	}
	return b.String()
}

// hashed is a graph as a problem whose states the engines have to intern.
type hashed[C search.Cost] struct {
	*graph
	out, in [][]search.Edge[string, C]
}

func newHashed[C search.Cost](g *graph) hashed[C] {
	p := hashed[C]{g, make([][]search.Edge[string, C], len(g.names)), make([][]search.Edge[string, C], len(g.names))}
	for _, e := range g.arcs {
		p.out[e.from] = append(p.out[e.from], search.Edge[string, C]{To: g.names[e.to], Cost: C(e.cost)})
		p.in[e.to] = append(p.in[e.to], search.Edge[string, C]{To: g.names[e.from], Cost: C(e.cost)})
	}
	return p
}

func (p hashed[C]) AppendSuccessors(dst []search.Edge[string, C], s string) []search.Edge[string, C] {
	return append(dst, p.out[p.number(s)]...)
}

func (p hashed[C]) AppendPredecessors(dst []search.Edge[string, C], s string) []search.Edge[string, C] {
	return append(dst, p.in[p.number(s)]...)
}

func (p hashed[C]) IsGoal(s string) bool { return p.isGoal[p.number(s)] }

func (p hashed[C]) Goals() []string {
	var goals []string
	for _, goal := range p.goals {
		goals = append(goals, p.names[goal])
	}
	return goals
}

func (p hashed[C]) CheapestEdge() C { return C(p.cheapest) }

// dense is a graph as a problem that numbers its own states.
type dense[C search.Cost] struct {
	hashed[C]
	order []int   // a state's number by its id
	idOf  []int32 // its id by its number
}

// numbered returns the problem with dense ids in the given order of states.
func (p hashed[C]) numbered(order []int) dense[C] {
	d := dense[C]{p, order, make([]int32, len(p.names))}
	for id, number := range order {
		d.idOf[number] = int32(id)
	}
	return d
}

func (p dense[C]) FormsAgreeFor() any    { return p }
func (p dense[C]) NumIDs() int           { return len(p.names) }
func (p dense[C]) ID(s string) int32     { return p.idOf[p.number(s)] }
func (p dense[C]) State(id int32) string { return p.names[p.order[id]] }

func (p dense[C]) AppendArcs(dst []search.Arc[C], id int32) []search.Arc[C] {
	return p.appendArcs(dst, p.out[p.order[id]])
}

func (p dense[C]) AppendBackwardArcs(dst []search.Arc[C], id int32) []search.Arc[C] {
	return p.appendArcs(dst, p.in[p.order[id]])
}

func (p dense[C]) appendArcs(dst []search.Arc[C], edges []search.Edge[string, C]) []search.Arc[C] {
	for _, e := range edges {
		dst = append(dst, search.Arc[C]{Cost: e.Cost, To: p.ID(e.To)})
	}
	return dst
}

// estimates is a pair of heuristics for a graph and what is claimed of them.
type estimates struct {
	name              string
	claim             search.Claim
	forward, backward []int64 // by a state's number; nil: none
}

// deadEnd estimates what cannot be reached: any value is admissible there.
const deadEnd = 77

// allEstimates returns one pair of each kind: true claims, claims that say too
// little, and false ones.
func allEstimates(g *graph) []estimates {
	rng := rand.New(rand.NewPCG(g.seed, 2))
	each := func(f func(exact int64) int64) (pair [2][]int64) {
		for side, distances := range [][]int64{g.toGoal, g.fromHere} {
			for _, d := range distances {
				if d == unreachable {
					d = deadEnd
				}
				pair[side] = append(pair[side], f(d))
			}
		}
		return pair
	}
	exact := each(func(d int64) int64 { return d })
	below := each(func(d int64) int64 { return rng.Int64N(d + 1) })
	above := each(func(d int64) int64 { return d + rng.Int64N(4) })
	wild := each(func(int64) int64 { return rng.Int64N(30) })
	half := each(func(d int64) int64 { return d / 2 })
	first, second := g.consistent(below), g.consistent(half)
	consistent := first
	for side := range consistent {
		for i := range consistent[side] {
			consistent[side][i] = max(first[side][i], second[side][i])
		}
	}
	return []estimates{
		{name: "none"},
		{"exact", search.Consistent, exact[0], exact[1]},
		{"consistent", search.Consistent, consistent[0], consistent[1]},
		{"admissible", search.Admissible, below[0], below[1]},
		{"admissible, unclaimed", search.Unknown, below[0], below[1]},
		{"wild, unclaimed", search.Unknown, wild[0], wild[1]},
		{"only forward", search.Consistent, exact[0], nil},
		{"only backward", search.Admissible, nil, below[1]},
		{"inconsistent, claimed consistent", search.Consistent, below[0], below[1]},
		{"too high, claimed consistent", search.Consistent, above[0], above[1]},
		{"too high, claimed admissible", search.Admissible, above[0], above[1]},
		{"wild, claimed consistent", search.Consistent, wild[0], wild[1]},
		{"wild, claimed admissible", search.Admissible, wild[0], wild[1]},
	}
}

// consistent lowers a pair of estimates until h(s) <= c(s, t) + h(t) holds for
// every edge and h(goal) = 0.
func (g *graph) consistent(pair [2][]int64) [2][]int64 {
	forward, backward := slices.Clone(pair[0]), slices.Clone(pair[1])
	for _, goal := range g.goals {
		forward[goal] = 0
	}
	backward[g.start] = 0
	for range g.names {
		for _, e := range g.arcs {
			forward[e.from] = min(forward[e.from], e.cost+forward[e.to])
			backward[e.to] = min(backward[e.to], e.cost+backward[e.from])
		}
	}
	return [2][]int64{forward, backward}
}

// holds tells whether what is claimed is true, of the backward heuristic only
// if both ends are searched.
func (e estimates) holds(g *graph, bothEnds bool) bool {
	if !bothEnds {
		return truth(e.forward, g.toGoal, g.goals, g.arcs, false) >= e.claim
	}
	return min(truth(e.forward, g.toGoal, g.goals, g.arcs, false),
		truth(e.backward, g.fromHere, []int{g.start}, g.arcs, true)) >= e.claim
}

// truth returns the most that may be claimed of a heuristic.
func truth(h, exact []int64, roots []int, arcs []arc, backward bool) search.Claim {
	if h == nil {
		return search.Consistent
	}
	for i := range h {
		if exact[i] != unreachable && h[i] > exact[i] {
			return search.Unknown
		}
	}
	for _, root := range roots {
		if h[root] > 0 {
			return search.Unknown
		}
	}
	for _, e := range arcs {
		from, to := e.from, e.to
		if backward {
			from, to = to, from
		}
		if h[from] > e.cost+h[to] {
			return search.Admissible
		}
	}
	return search.Consistent
}

// heuristic returns an estimate as the engines want it.
func heuristic[C search.Cost](g *graph, h []int64) func(string) C {
	if h == nil {
		return nil
	}
	return func(s string) C { return C(h[g.number(s)]) }
}
