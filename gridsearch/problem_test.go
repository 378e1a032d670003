package gridsearch_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/internal/asciigrid"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

// The abilities that the documentation of Problem promises.
var _ interface {
	search.Dense[grid.Cell, root2.Length]
	search.Predecessors[grid.Cell, root2.Length]
	search.DensePredecessors[root2.Length]
	search.GoalLister[grid.Cell]
	search.CheapestEdge[root2.Length]
	search.CostLimiter[root2.Length]
	search.Checker[grid.Cell]
} = (*gridsearch.Problem)(nil)

type edge = search.Edge[grid.Cell, root2.Length]

// randomCosts makes a map of up to 7×7 cells with walls and weights.
func randomCosts(tb testing.TB, seed uint64, rule grid.Rule, model grid.Model) *grid.Costs {
	tb.Helper()
	rng := rand.New(rand.NewPCG(seed, 11))
	width, height := 1+rng.IntN(7), 1+rng.IntN(7)
	weights := make([]grid.Weight, width*height)
	for i := range weights {
		weights[i] = grid.Millionths(250_000 * int64(rng.IntN(9)))
		if rng.IntN(3) == 0 {
			weights[i] = grid.Blocked
		}
	}
	m, err := grid.FromWeights(width, height, weights)
	if err != nil {
		tb.Fatal(err)
	}
	return costsOf(tb, m, rule, model)
}

func costsOf(tb testing.TB, m *grid.Map, rule grid.Rule, model grid.Model) *grid.Costs {
	tb.Helper()
	costs, err := grid.NewCostsWith(m, rule, model, grid.CostOptions{AllowFree: true})
	if err != nil {
		tb.Fatal(err)
	}
	return costs
}

func problemOf(tb testing.TB, costs *grid.Costs, goals ...grid.Cell) *gridsearch.Problem {
	tb.Helper()
	p, err := gridsearch.NewProblem(costs, goals...)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// cells returns every cell of a map, row by row.
func cells(m *grid.Map) []grid.Cell {
	var all []grid.Cell
	for y := range int32(m.Height()) {
		for x := range int32(m.Width()) {
			all = append(all, grid.Cell{X: x, Y: y})
		}
	}
	return all
}

// TestEdgesAreTheLegalSteps compares all four ways to ask for the edges of a
// cell with the legal steps and their costs, in the default order of
// directions and in others.
func TestEdgesAreTheLegalSteps(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 12))
		for _, rule := range grid.Rules() {
			for _, model := range grid.Models() {
				costs := randomCosts(t, seed, rule, model)
				p := problemOf(t, costs, grid.Cell{})
				order := grid.DefaultOrder
				if seed%2 == 1 {
					rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
					var err error
					if p, err = p.WithOrder(order); err != nil {
						t.Fatal(err)
					}
				}
				for _, c := range cells(costs.Map()) {
					checkEdges(t, p, order, c)
				}
			}
		}
	}
}

func checkEdges(t *testing.T, p *gridsearch.Problem, order [8]grid.Dir, c grid.Cell) {
	t.Helper()
	costs := p.Costs()
	var forward, backward []edge
	for _, d := range order {
		if to := c.Step(d); costs.Legal(c, to) {
			forward = append(forward, edge{To: to, Cost: costs.Step(costs.Map().ID(c), d)})
			backward = append(backward, edge{To: to, Cost: costs.Step(costs.Map().ID(to), d.Opposite())})
		}
	}
	edgesOf := func(arcs []search.Arc[root2.Length]) []edge {
		var list []edge
		for _, a := range arcs {
			list = append(list, edge{To: p.State(a.To), Cost: a.Cost})
		}
		return list
	}
	for _, tc := range []struct {
		what      string
		got, want []edge
	}{
		{"successors", p.AppendSuccessors(nil, c), forward},
		{"arcs", edgesOf(p.AppendArcs(nil, p.ID(c))), forward},
		{"predecessors", p.AppendPredecessors(nil, c), backward},
		{"backward arcs", edgesOf(p.AppendBackwardArcs(nil, p.ID(c))), backward},
	} {
		if !slices.Equal(tc.got, tc.want) {
			t.Fatalf("%s of %v, %v, cost %v, order %v (-want +got):\n%s\n%s", tc.what, c, costs.Rule(), costs.Model(), order,
				cmp.Diff(tc.want, tc.got), asciigrid.Render(costs.Map(), nil))
		}
	}
	for _, e := range forward {
		if e.Cost < p.CheapestEdge() {
			t.Fatalf("the step from %v to %v costs %v, less than the cheapest edge, %v", c, e.To, e.Cost, p.CheapestEdge())
		}
	}
}

// TestEdgesAreAppended: what a caller has in its buffer stays.
func TestEdgesAreAppended(t *testing.T) {
	p := problemOf(t, randomCosts(t, 3, grid.Rule{Corners: grid.CornersAlways}, grid.Mul), grid.Cell{})
	first := edge{To: grid.Cell{X: 9, Y: 9}, Cost: 42}
	for _, list := range [][]edge{p.AppendSuccessors([]edge{first}, grid.Cell{}), p.AppendPredecessors([]edge{first}, grid.Cell{})} {
		if list[0] != first {
			t.Errorf("the buffer begins with %v, want %v", list[0], first)
		}
	}
}

func TestStatesAndIDs(t *testing.T) {
	costs := randomCosts(t, 5, grid.Rule{}, grid.Uniform)
	p := problemOf(t, costs, grid.Cell{})
	seen := map[int32]bool{}
	for _, c := range cells(costs.Map()) {
		id := p.ID(c)
		if id < 0 || int(id) >= p.NumIDs() || seen[id] {
			t.Errorf("%v has the id %d of %d, taken before: %v", c, id, p.NumIDs(), seen[id])
		}
		seen[id] = true
		if back := p.State(id); back != c {
			t.Errorf("%v has the id %d, which is %v", c, id, back)
		}
	}
	if p.CostLimit() != costs.Limit() {
		t.Errorf("the limit is %v, want %v", p.CostLimit(), costs.Limit())
	}
}

func TestNewProblemNeedsAGoal(t *testing.T) {
	if p, err := gridsearch.NewProblem(randomCosts(t, 1, grid.Rule{}, grid.Uniform)); p != nil || err == nil {
		t.Errorf("%v, %v; want an error", p, err)
	}
}

func TestGoalsAreCopied(t *testing.T) {
	goals := []grid.Cell{{X: 1}, {X: 2}}
	p := problemOf(t, openCosts(t, 4, 1, grid.Rule{}), goals...)
	goals[1] = grid.Cell{X: 3}
	for x, want := range []bool{false, true, true, false} {
		if got := p.IsGoal(grid.Cell{X: int32(x)}); got != want {
			t.Errorf("%d,0 is a goal: %v, want %v", x, got, want)
		}
	}
	if !slices.Equal(p.Goals(), []grid.Cell{{X: 1}, {X: 2}}) {
		t.Errorf("the goals are %v", p.Goals())
	}
}

func TestWithOrderRefuses(t *testing.T) {
	p := problemOf(t, openCosts(t, 2, 2, grid.Rule{}), grid.Cell{})
	twice := grid.DefaultOrder
	twice[7] = grid.E
	outside := grid.DefaultOrder
	outside[0] = grid.NW + 1
	for _, order := range [][8]grid.Dir{twice, outside, {}} {
		if q, err := p.WithOrder(order); q != nil || err == nil {
			t.Errorf("%v: %v, %v; want an error", order, q, err)
		}
	}
}

// TestSenselessQueriesAreAnsweredAtOnce also holds what a stepper tells of a
// search that was refused: nothing.
func TestSenselessQueriesAreAnsweredAtOnce(t *testing.T) {
	picture := asciigrid.Parse(t, "..#", "#..")
	costs := costsOf(t, picture.Map, grid.Rule{}, grid.Uniform)
	open, wall, wall2, outside := grid.Cell{}, grid.Cell{X: 2}, grid.Cell{Y: 1}, grid.Cell{X: 3, Y: 1}
	for _, tc := range []struct {
		start grid.Cell
		goals []grid.Cell
		want  search.Status
	}{
		{open, []grid.Cell{open}, 0},
		{open, []grid.Cell{wall, open}, 0},
		{wall, []grid.Cell{open}, search.StartBlocked},
		{wall, []grid.Cell{wall2}, search.StartBlocked},
		{open, []grid.Cell{wall}, search.GoalBlocked},
		{open, []grid.Cell{wall, wall2}, search.GoalBlocked},
		{outside, []grid.Cell{open}, search.OutOfBounds},
		{open, []grid.Cell{open, outside}, search.OutOfBounds},
		{wall, []grid.Cell{outside}, search.OutOfBounds},
		{grid.Cell{X: -1 << 31, Y: 1<<31 - 1}, []grid.Cell{open}, search.OutOfBounds},
	} {
		p := problemOf(t, costs, tc.goals...)
		if got := p.Check(tc.start); got != tc.want {
			t.Errorf("%v to %v: %v, want %v", tc.start, tc.goals, got, tc.want)
		}
		if tc.want == 0 {
			continue
		}
		stepper, err := search.NewAStar(p, tc.start, gridsearch.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if node, ok := stepper.Lookup(open); ok {
			t.Errorf("%v to %v: the search was refused, and knows %+v", tc.start, tc.goals, node)
		}
		if event, ok := stepper.Step(); ok || !stepper.Done() {
			t.Errorf("%v to %v: the search was refused, and expands %+v", tc.start, tc.goals, event)
		}
		if r, err := stepper.Result(); err != nil || r.Status != tc.want {
			t.Errorf("%v to %v: %v, %v", tc.start, tc.goals, r.Status, err)
		}
	}
}

// TestTheNearestGoalIsFound compares a search for several goals with one for
// each.
func TestTheNearestGoalIsFound(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 13))
		costs := randomCosts(t, seed, grid.Rules()[seed%4], grid.Models()[seed/4%4])
		all := cells(costs.Map())
		start := all[rng.IntN(len(all))]
		goals := []grid.Cell{all[rng.IntN(len(all))], all[rng.IntN(len(all))], all[rng.IntN(len(all))]}
		var best *root2.Length
		for _, goal := range goals {
			r, err := search.Dijkstra(context.Background(), problemOf(t, costs, goal), start, gridsearch.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if r.Status == search.Found && (best == nil || r.Cost < *best) {
				best = &r.Cost
			}
		}
		p := problemOf(t, costs, goals...)
		opts := gridsearch.WithHeuristic(gridsearch.Options{}, p, grid.Auto, start)
		for name, algorithm := range map[string]func(context.Context, search.Problem[grid.Cell, root2.Length], grid.Cell, gridsearch.Options) (gridsearch.Result, error){
			"A*": search.AStar[grid.Cell, root2.Length], "bidirectional": search.Bidirectional[grid.Cell, root2.Length],
			"IDA*": search.IDAStar[grid.Cell, root2.Length], "fringe": search.Fringe[grid.Cell, root2.Length],
		} {
			r, err := algorithm(context.Background(), p, start, opts)
			if err != nil {
				t.Fatal(err)
			}
			if found := r.Status == search.Found; found != (best != nil) || found && r.Cost != *best {
				t.Errorf("seed %d, %s: %v to %v is %v, cost %v; want the cheapest of all goals\n%s",
					seed, name, start, goals, r.Status, r.Cost, asciigrid.Render(costs.Map(), r.Path))
			}
		}
	}
}

// TestWithHeuristicClaimsWhatIsProved: no more and no less, for both halves.
func TestWithHeuristicClaimsWhatIsProved(t *testing.T) {
	for _, rule := range grid.Rules() {
		costs := openCosts(t, 4, 4, rule)
		start, goal := grid.Cell{}, grid.Cell{X: 3, Y: 2}
		p := problemOf(t, costs, goal)
		for _, metric := range grid.Metrics() {
			opts := gridsearch.WithHeuristic(gridsearch.Options{Tie: search.TieFIFO}, p, metric, start)
			want := search.Consistent
			if metric == grid.Manhattan && rule.Moves == grid.Moves8 {
				want = search.Unknown
			}
			forward, backward := costs.Heuristic(metric, goal), costs.Heuristic(metric, start)
			if opts.Claim != want || opts.ClaimReason != forward.Claim().Reason || opts.Tie != search.TieFIFO {
				t.Errorf("%v, %v: claim %v (%s), tie %v", rule, metric, opts.Claim, opts.ClaimReason, opts.Tie)
			}
			for _, c := range cells(costs.Map()) {
				if opts.Heuristic(c) != forward.At(c) || opts.BackwardHeuristic(c) != backward.At(c) {
					t.Errorf("%v, %v: estimates of %v are %v and %v, want %v and %v", rule, metric, c,
						opts.Heuristic(c), opts.BackwardHeuristic(c), forward.At(c), backward.At(c))
				}
			}
		}
	}
}

// openCosts returns the costs of uniform steps on a map without walls.
func openCosts(tb testing.TB, width, height int, rule grid.Rule) *grid.Costs {
	tb.Helper()
	m, err := grid.FromKinds(width, height, []grid.Kind{{Symbol: '.'}}, make([]uint8, width*height))
	if err != nil {
		tb.Fatal(err)
	}
	return costsOf(tb, m, rule, grid.Uniform)
}

// solveAStar runs A*, rechecks its path and returns its answer.
func solveAStar(tb testing.TB, p *gridsearch.Problem, start grid.Cell, opts gridsearch.Options) gridsearch.Result {
	tb.Helper()
	r, err := search.AStar(context.Background(), p, start, opts)
	if err != nil {
		tb.Fatal(err)
	}
	if r.Status == search.Found {
		if cost, err := p.Costs().PathCost(r.Path); err != nil || cost != r.Cost {
			tb.Fatal(fmt.Errorf("the path costs %v, not %v: %w\n%s", cost, r.Cost, err, asciigrid.Render(p.Costs().Map(), r.Path)))
		}
	}
	return r
}
