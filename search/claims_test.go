package search_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/search"
)

// TestWeightedWithoutReopening is a query on which weighted A* with rounded
// estimates and without reopening misses the bound w: it answers 5 where 3 is
// optimal, for w = 3/2. Each of u and x is closed one half too dear.
func TestWeightedWithoutReopening(t *testing.T) {
	g := namedGraph("s", []string{"t"},
		namedEdge{"s", "p", 0}, namedEdge{"s", "u", 2}, namedEdge{"s", "x", 4}, namedEdge{"p", "u", 1},
		namedEdge{"u", "v", 0}, namedEdge{"v", "x", 1}, namedEdge{"x", "t", 1})
	h := map[string]int64{"s": 2, "p": 2, "u": 1, "v": 2, "x": 1, "t": 0}
	forward := make([]int64, len(g.names))
	for name, value := range h {
		forward[g.number(name)] = value
	}
	s := setting{noReopen: true, weight: search.Ratio{Num: 3, Den: 2}, estimates: estimates{"given", search.Consistent, forward, nil}}
	if !s.holds(g, false) {
		t.Fatal("the heuristic is not consistent")
	}
	a := algorithms[string, int64]()[2]
	var ws search.Workspace[string, int64]
	r := runChecked(t, g, newHashed[int64](g), a, s, &recorder[int64]{}, &ws)
	if r.Cost != 5 || g.optimum() != 3 {
		t.Fatalf("cost %d of %d; want 5 of 3", r.Cost, g.optimum())
	}
	if r.Certificate != search.Bounded || r.Bound != (search.Ratio{Num: 2, Den: 1}) {
		t.Errorf("certified %v with a bound of %v; want bounded with 2", r.Certificate, r.Bound)
	}
	s.noReopen = false
	if r = runChecked(t, g, newHashed[int64](g), a, s, &recorder[int64]{}, &ws); r.Cost > 4 {
		t.Errorf("with reopening: cost %d", r.Cost)
	}
}

// TestBidirectionalFollowsClosed is a query on which the backward half closes a
// state too dear, by an inconsistent estimate, before the forward half comes to
// it. If that did not follow it further, as it need not where the estimates are
// consistent, the answer would be 14 where 13 is optimal.
func TestBidirectionalFollowsClosed(t *testing.T) {
	edges := []namedEdge{}
	for i := range 9 { // which half goes on depends on the number of states ahead
		edges = append(edges, namedEdge{fmt.Sprint("behind n ", i), "n", 1})
	}
	edges = append(edges, namedEdge{"s", "n", 10}, namedEdge{"n", "t", 4}, namedEdge{"n", "a", 1}, namedEdge{"a", "t", 2})
	for i := range 6 {
		edges = append(edges, namedEdge{"s", fmt.Sprint("astray ", i), 100})
	}
	g := namedGraph("s", []string{"t"}, edges...)
	backward := make([]int64, len(g.names))
	backward[g.number("a")] = 11
	given := []estimates{{"given", search.Admissible, nil, backward}}
	var ws search.Workspace[string, int64]
	for _, a := range algorithms[string, int64]() {
		for _, s := range settings(a, given) {
			runChecked(t, g, newHashed[int64](g), a, s, &recorder[int64]{}, &ws)
		}
	}
}

// diagonalMap is an open map with moves to eight neighbors whose costs, and
// whose octile distance, are rounded floats.
type diagonalMap[C float32 | float64] struct {
	side int
	goal place
}

func (m diagonalMap[C]) AppendSuccessors(dst []search.Edge[place, C], s place) []search.Edge[place, C] {
	for _, to := range (torus{m.side, m.side, m.goal}).AppendSuccessors(nil, s) {
		if max(to.To[0]-s[0], s[0]-to.To[0]) > 1 || max(to.To[1]-s[1], s[1]-to.To[1]) > 1 {
			continue // around the border
		}
		cost := C(1)
		if to.To[0] != s[0] && to.To[1] != s[1] {
			cost = C(math.Sqrt2)
		}
		dst = append(dst, search.Edge[place, C]{To: to.To, Cost: cost})
	}
	return dst
}

func (m diagonalMap[C]) AppendPredecessors(dst []search.Edge[place, C], s place) []search.Edge[place, C] {
	return m.AppendSuccessors(dst, s)
}

func (m diagonalMap[C]) IsGoal(s place) bool { return s == m.goal }
func (m diagonalMap[C]) Goals() []place      { return []place{m.goal} }

func octile[C float32 | float64](a, b place) C {
	dx, dy := max(a[0]-b[0], b[0]-a[0]), max(a[1]-b[1], b[1]-a[1])
	return C(max(dx, dy)-min(dx, dy)) + C(min(dx, dy))*C(math.Sqrt2)
}

// TestFloatRounding checks that a consistent heuristic whose values are rounded
// is not taken for an inconsistent one, and one that is wrong by more is.
func TestFloatRounding(t *testing.T) {
	t.Run("float64", floatRounding[float64])
	t.Run("float32", floatRounding[float32])
}

func floatRounding[C float32 | float64](t *testing.T) {
	m := diagonalMap[C]{60, place{53, 37}}
	start := place{2, 5}
	want := octile[C](start, m.goal)
	for _, a := range algorithms[place, C]() {
		if a.guarantee == feasible || a.guarantee == fewestEdges || a.pathOnly || a.name == "DepthFirstBranchAndBound" {
			continue
		}
		for _, scale := range []C{1, 1.01} {
			opts := search.Options[place, C]{
				Heuristic:         func(s place) C { return octile[C](s, m.goal) * scale },
				BackwardHeuristic: func(s place) C { return octile[C](s, start) * scale },
				Claim:             search.Consistent,
				Weight:            search.Ratio{Num: 5, Den: 4},
			}
			r, err := a.run(context.Background(), m, start, opts)
			if err != nil {
				t.Fatal(err)
			}
			weakest := search.Optimal
			if a.guarantee == bounded {
				weakest = search.Bounded
			}
			if scale > 1 && a.guided {
				if r.Certificate != search.Feasible || !strings.Contains(r.Reason, "claimed consistent") {
					t.Errorf("%s: estimates too high by 1 in 100 are certified %v: %s", a.name, r.Certificate, r.Reason)
				}
				continue
			}
			if r.Certificate < weakest {
				t.Errorf("%s: certified %v: %s", a.name, r.Certificate, r.Reason)
			}
			if math.Abs(float64(r.Cost-want)) > 1e-4 || r.LowerBound > r.Cost {
				t.Errorf("%s: cost %v, lower bound %v; the distance is %v", a.name, r.Cost, r.LowerBound, want)
			}
		}
	}
}

// TestBadEstimates checks that an estimate that is none is refused by name,
// wherever it first shows.
func TestBadEstimates(t *testing.T) {
	g := namedGraph("s", []string{"t"}, namedEdge{"s", "a", 1}, namedEdge{"a", "t", 1})
	for _, a := range algorithms[string, float64]() {
		for _, state := range []string{"s", "a"} {
			for _, bad := range []float64{-1, math.NaN(), math.Inf(-1)} {
				h := func(s string) float64 {
					if s == state {
						return bad
					}
					return 0
				}
				opts := search.Options[string, float64]{Heuristic: h, PathOnly: a.pathOnly}
				_, err := a.run(context.Background(), newHashed[float64](g), "s", opts)
				if !errors.Is(err, search.ErrHeuristic) || !strings.Contains(err.Error(), " "+state+":") {
					t.Errorf("%s: an estimate of %v for %s: error %v", a.name, bad, state, err)
				}
			}
		}
		// +Inf is an estimate: there is no way on from there.
		h := func(s string) float64 {
			if s == "dead end" {
				return math.Inf(1)
			}
			return 0
		}
		withDeadEnd := namedGraph("s", []string{"t"}, namedEdge{"s", "dead end", 1}, namedEdge{"s", "a", 1}, namedEdge{"a", "t", 1})
		opts := search.Options[string, float64]{Heuristic: h, Claim: search.Consistent, PathOnly: a.pathOnly}
		if r, err := a.run(context.Background(), newHashed[float64](withDeadEnd), "s", opts); err != nil || r.Cost != 2 {
			t.Errorf("%s with an infinite estimate: %v at %v, %v", a.name, r.Path, r.Cost, err)
		}
	}
}

// TestEstimateAtTheGoal claims an estimate that is not 0 at the goal: nothing that
// rests on the claim is certified, and the reason says what is wrong.
func TestEstimateAtTheGoal(t *testing.T) {
	g := namedGraph("s", []string{"t"}, namedEdge{"s", "a", 1}, namedEdge{"a", "t", 1})
	h := func(string) int64 { return 1 }
	for _, a := range algorithms[string, int64]() {
		if !a.claimCounts() || a.bothEnds {
			continue
		}
		opts := search.Options[string, int64]{Heuristic: h, Claim: search.Admissible, PathOnly: a.pathOnly}
		r, err := a.run(context.Background(), newHashed[int64](g), "s", opts)
		if err != nil || r.Cost != 2 || r.Certificate != search.Feasible || !strings.Contains(r.Reason, "h = 1 at the goal t") {
			t.Errorf("%s: %v at %v, %v: %s, %v", a.name, r.Path, r.Cost, r.Certificate, r.Reason, err)
		}
	}
}

// TestBadOptions checks that options that make no sense are refused, and say
// what would be right.
func TestBadOptions(t *testing.T) {
	g := namedGraph("s", []string{"t"}, namedEdge{"s", "t", 1})
	p := newHashed[int64](g)
	for _, a := range algorithms[string, int64]() {
		for text, opts := range map[string]search.Options[string, int64]{
			"at least 1": {Weight: search.Ratio{Num: 1, Den: 2}}, "Tie(77)": {Tie: 77}, "Claim(77)": {Claim: 77},
		} {
			if _, err := a.run(context.Background(), p, "s", opts); err == nil || !strings.Contains(err.Error(), text) {
				t.Errorf("%s: error %v; want one that says %q", a.name, err, text)
			}
		}
		_, err := a.run(context.Background(), nil, "s", search.Options[string, int64]{})
		if err == nil {
			t.Errorf("%s accepts a nil problem", a.name)
		}
		var missing *search.RequirementError
		_, err = a.run(context.Background(), onlyForward{p}, "s", search.Options[string, int64]{})
		if errors.As(err, &missing) != a.bothEnds {
			t.Errorf("%s on a problem that cannot be followed backward: %v", a.name, err)
		}
		if a.bothEnds && missing.Needs != "GoalLister" {
			t.Errorf("%s needs %q", a.name, missing.Needs)
		}
		_, err = a.run(context.Background(), noPredecessors{onlyForward{p}, p.Goals()}, "s", search.Options[string, int64]{})
		if errors.As(err, &missing) != a.bothEnds || a.bothEnds && missing.Needs != "Predecessors" {
			t.Errorf("%s on a problem without predecessors: %v", a.name, err)
		}
	}
}

// onlyForward hides all that a problem can do beyond the least.
type onlyForward struct{ search.Problem[string, int64] }

type noPredecessors struct {
	onlyForward
	goals []string
}

func (p noPredecessors) Goals() []string { return p.goals }

// someDense is a dense problem whose backward edges come as states.
type someDense struct {
	search.Problem[string, int64]
	search.Dense[string, int64]
	search.Predecessors[string, int64]
	search.GoalLister[string]
	cheapest int64
}

func (p someDense) CheapestEdge() int64 { return p.cheapest }

// TestDenseWithoutBackwardArcs follows predecessors as states where a dense
// problem does not give them as ids.
func TestDenseWithoutBackwardArcs(t *testing.T) {
	someSettings(200, 83, func(g *graph, p hashed[int64], a algorithm[string, int64], s setting) {
		order := make([]int, len(g.names))
		for i := range order {
			order[i] = len(order) - 1 - i
		}
		d := p.numbered(order)
		var ws search.Workspace[string, int64]
		var rec, other recorder[int64]
		want := runChecked(t, g, d, a, s, &rec, &ws)
		got := runChecked(t, g, someDense{d, d, d, d, d.CheapestEdge()}, a, s, &other, &ws)
		if err := sameRun(want, got, &rec, &other); err != nil {
			t.Fatalf("%s: %v\n%v%v", a.name, err, g, s)
		}
	})
}

// TestCostLimit puts a limit of its own on costs: up to it all is as usual,
// beyond it is an overflow.
func TestCostLimit(t *testing.T) {
	g := namedGraph("s", []string{"t"}, namedEdge{"s", "a", 30}, namedEdge{"a", "t", 12})
	for _, a := range algorithms[string, int64]() {
		opts := search.Options[string, int64]{PathOnly: a.pathOnly}
		r, err := a.run(context.Background(), limited{newHashed[int64](g), 42}, "s", opts)
		if err != nil || r.Cost != 42 || !slices.Equal(r.Path, []string{"s", "a", "t"}) {
			t.Errorf("%s: %v at %d, %v", a.name, r.Path, r.Cost, err)
		}
		_, err = a.run(context.Background(), limited{newHashed[int64](g), 41}, "s", opts)
		if !errors.Is(err, search.ErrOverflow) {
			t.Errorf("%s: %v; want an overflow", a.name, err)
		}
	}
}

type limited struct {
	hashed[int64]
	limit int64
}

func (l limited) CostLimit() int64   { return l.limit }
func (l limited) FormsAgreeFor() any { return l }

// TestSmallCosts runs the oracle's graphs in a type that some of them overflow:
// the answer is right, or an overflow is reported that there is.
func TestSmallCosts(t *testing.T) {
	overflows, answers := 0, 0
	for seed := range uint64(400) {
		g := randomGraph(seed)
		for i := range g.arcs {
			g.arcs[i].cost = min(9*g.arcs[i].cost, 200)
		}
		g.goals = nil
		g.finish()
		costs := int64(0)
		for _, e := range g.arcs {
			costs += e.cost
		}
		for _, a := range algorithms[string, uint8]() {
			s := setting{}
			r, err := a.run(context.Background(), newHashed[uint8](g), g.names[g.start], options(a, g, s))
			if errors.Is(err, search.ErrOverflow) {
				overflows++
				if costs <= math.MaxUint8 {
					t.Fatalf("%s: %v, but all edges together cost %d\n%v", a.name, err, costs, g)
				}
				if a.guarantee > fewestEdges && g.optimum() <= math.MaxUint8 {
					t.Fatalf("%s: %v, but there is a path for %d\n%v", a.name, err, g.optimum(), g)
				}
				continue
			}
			if err == nil {
				err = check(g, a, s, answerOf(r))
			}
			if err != nil {
				t.Fatalf("%s: %v\n%v", a.name, err, g)
			}
			answers++
		}
	}
	if overflows < 50 || answers < 1000 {
		t.Errorf("%d overflows and %d answers; want many of both", overflows, answers)
	}
}
