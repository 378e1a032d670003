package search_test

import (
	"context"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/astrolabe-search/astrolabe/search"
)

// nearTheLimit returns a graph whose costs are a good part of the limit, so that
// many of its paths are beyond it.
func nearTheLimit(seed uint64, limit int64) *graph {
	rng := rand.New(rand.NewPCG(seed, 7))
	n := 4 + rng.IntN(7)
	g := &graph{seed: seed, isGoal: make([]bool, n)}
	for i := range n {
		g.names = append(g.names, string(rune('a'+i)))
	}
	costs := []int64{0, 1, limit / 7, limit/3 + 1, limit / 2, limit/2 + 1, limit - 1, limit}
	for range n + rng.IntN(2*n) {
		g.arcs = append(g.arcs, arc{rng.IntN(n), rng.IntN(n), costs[rng.IntN(len(costs))]})
	}
	g.isGoal[n-1] = true
	for i, goal := range g.isGoal {
		if goal {
			g.goals = append(g.goals, i)
		}
	}
	return g
}

// wide is Bellman and Ford's algorithm in numbers without limit: the costs of the
// cheapest paths from the start, or to the goals; nil where there is none.
func (g *graph) wide(sources []int, backward bool) []*big.Int {
	d := make([]*big.Int, len(g.names))
	for _, s := range sources {
		d[s] = new(big.Int)
	}
	for range g.names {
		for _, e := range g.arcs {
			from, to := e.from, e.to
			if backward {
				from, to = to, from
			}
			if d[from] == nil {
				continue
			}
			if sum := new(big.Int).Add(d[from], big.NewInt(e.cost)); d[to] == nil || sum.Cmp(d[to]) < 0 {
				d[to] = sum
			}
		}
	}
	return d
}

// TestPathsBeyondTheLimit runs every algorithm where many paths cost more than
// can be held. What is in range is found, and certified as ever; that there is
// no path is said only where there is none, and an overflow only where some
// path does overflow.
func TestPathsBeyondTheLimit(t *testing.T) {
	const top = math.MaxInt64
	for _, limit := range []int64{top, 1000} {
		outcomes := map[string]int{}
		for seed := range uint64(250) {
			g := nearTheLimit(seed, limit)
			toGoal, fromHere := g.wide(g.goals, true), g.wide([]int{g.start}, false)
			optimum := toGoal[g.start]
			inRange := optimum != nil && optimum.Cmp(big.NewInt(limit)) <= 0
			beyond := false
			for i := range g.names {
				beyond = beyond || fromHere[i] != nil && fromHere[i].Cmp(big.NewInt(limit)) > 0
			}
			exact := [2][]int64{}
			for side, distances := range [][]*big.Int{toGoal, fromHere} {
				for _, d := range distances {
					h := limit
					if d != nil && d.Cmp(big.NewInt(limit)) < 0 {
						h = d.Int64()
					}
					exact[side] = append(exact[side], h)
				}
			}
			all, err := search.AllOptimal(context.Background(), limited{newHashed[int64](g), limit}, g.names[g.start], search.Options[string, int64]{})
			if inRange && (err != nil || all.Result.Cost != optimum.Int64()) || err == nil && optimum == nil && all.Result.Status != search.NoPath {
				t.Fatalf("limit %d: all optimal paths: %+v, %v; the optimum is %v\narcs %v, start %d, goals %v", limit, all, err, optimum, g.arcs, g.start, g.goals)
			}
			for _, a := range algorithms[string, int64]() {
				for _, e := range []estimates{{name: "none"}, {"exact", search.Admissible, exact[0], exact[1]}} {
					for _, s := range []setting{{estimates: e}, {estimates: e, weight: search.Ratio{Num: 5, Den: 2}}, {estimates: e, noReopen: true}} {
						g.toGoal, g.fromHere = nil, nil // not in range: nothing may use them
						r, err := a.run(context.Background(), limited{newHashed[int64](g), limit}, g.names[g.start], options(a, g, s))
						outcome := "overflow"
						if err == nil {
							outcome = r.Status.String() + " " + r.Certificate.String()
						}
						outcomes[outcome]++
						if why := beyondLimit(g, a, r, err, optimum, s.noReopen, inRange, beyond); why != "" {
							t.Fatalf("limit %d, %s, heuristic %s, weight %v, no reopening %v: %s: %+v, %v; the optimum is %v\narcs %v, start %d, goals %v",
								limit, a.name, e.name, s.weight, s.noReopen, why, r, err, optimum, g.arcs, g.start, g.goals)
						}
					}
				}
			}
		}
		for _, outcome := range []string{"overflow", "found optimal", "found feasible", "found bounded", "no-path none"} {
			if outcomes[outcome] < 20 {
				t.Errorf("limit %d: only %d searches end with %s: %v", limit, outcomes[outcome], outcome, outcomes)
			}
		}
	}
}

// beyondLimit returns what is wrong with an answer, or "".
func beyondLimit(g *graph, a algorithm[string, int64], r search.Result[string, int64], err error, optimum *big.Int, noReopen, inRange, beyond bool) string {
	if err != nil {
		var edge *search.EdgeError[string, int64]
		switch {
		case !errors.Is(err, search.ErrOverflow) || !errors.As(err, &edge):
			return "another error"
		case !slices.Contains(g.arcs, arc{g.number(edge.From), g.number(edge.To), edge.Cost}):
			return "the edge does not exist"
		case a.guarantee > bounded && !noReopen && inRange:
			return "there is a path in range"
		case a.guarantee == fewestEdges && optimum == nil:
			return "there is no path at all"
		case !beyond && !a.pathOnly && (a.guarantee > bounded && !noReopen || a.bothEnds && optimum == nil):
			return "every state can be reached in range"
		}
		return ""
	}
	switch r.Status {
	case search.NoPath:
		if optimum != nil {
			return "there is a path"
		}
	case search.Found:
		total := new(big.Int)
		for i := 1; i < len(r.Path); i++ {
			cost, ok := g.edgeCost(g.number(r.Path[i-1]), g.number(r.Path[i]))
			if !ok {
				return "the path is none"
			}
			total.Add(total, big.NewInt(cost))
		}
		if total.Cmp(big.NewInt(r.Cost)) != 0 {
			return "the path costs " + total.String()
		}
		if optimum == nil || big.NewInt(r.LowerBound).Cmp(optimum) > 0 {
			return "the lower bound is too high"
		}
		if r.Certificate == search.Optimal && total.Cmp(optimum) != 0 {
			return "it is not optimal"
		}
		if r.Certificate == search.Bounded && total.Mul(total, big.NewInt(r.Bound.Den)).Cmp(new(big.Int).Mul(optimum, big.NewInt(r.Bound.Num))) > 0 {
			return "it is beyond its bound"
		}
		if a.guarantee == fewestEdges && len(r.Path)-1 != fewest(g) {
			return "there is one with fewer edges"
		}
	default:
		return "status " + r.Status.String()
	}
	return ""
}

// TestStatesBeyondTheLimit has states that only paths beyond the limit reach, or none
// does: which of the two it is decides between an overflow and no path.
func TestStatesBeyondTheLimit(t *testing.T) {
	const most = math.MaxFloat64
	g := namedGraph("s", []string{"t"}, namedEdge{"s", "a", 1}, namedEdge{"a", "b", 1}, namedEdge{"s", "b", 1}, namedEdge{"b", "c", 1})
	for _, a := range algorithms[string, float64]() {
		if a.bothEnds {
			continue // the goal has nothing before it
		}
		p := newHashed[float64](g)
		p.out[g.number("s")][0].Cost = most
		p.out[g.number("s")][1].Cost = most / 2
		p.out[g.number("a")][0].Cost = most        // b is reached otherwise
		p.out[g.number("b")][0].Cost = math.Inf(1) // c is not reached, by any path
		r, err := a.run(context.Background(), p, "s", search.Options[string, float64]{PathOnly: a.pathOnly})
		if !a.pathOnly && (err != nil || r.Status != search.NoPath) {
			t.Errorf("%s: %v, %v; want no-path", a.name, r.Status, err)
		}
		p.out[g.number("b")][0].Cost = most // c is, but beyond the limit
		r, err = a.run(context.Background(), p, "s", search.Options[string, float64]{PathOnly: a.pathOnly})
		wantError := a.guarantee != fewestEdges
		if errors.Is(err, search.ErrOverflow) != wantError || !wantError && r.Status != search.NoPath {
			t.Errorf("%s: %v, %v; want an overflow: %v", a.name, r.Status, err, wantError)
		}
	}
}

// TestNearestWithinTheLimit has a state nearer to the goal, but too dear to get to.
func TestNearestWithinTheLimit(t *testing.T) {
	g := namedGraph("s", []string{"t"}, namedEdge{"s", "a", 6}, namedEdge{"a", "b", 6})
	h := map[string]int64{"s": 9, "a": 5, "b": 1}
	r, err := search.BreadthFirst(context.Background(), limited{newHashed[int64](g), 10}, "s", search.Options[string, int64]{
		Heuristic: func(s string) int64 { return h[s] },
	})
	if err != nil || r.Status != search.NoPath || !slices.Equal(r.Nearest, []string{"s", "a"}) || r.NearestCost != 6 {
		t.Errorf("%v, nearest %v at %d, %v; want no-path, nearest a at 6", r.Status, r.Nearest, r.NearestCost, err)
	}
}
