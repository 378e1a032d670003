package grid_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
	"pgregory.net/rapid"
)

// estimate is a heuristic, or a wrong one.
type estimate func(grid.Cell) root2.Length

// unreached is the distance from where no goal can be reached.
const unreached = root2.Max

// distances returns the exact cost from every cell (by id) to the nearest
// goal, by relaxing every step until nothing changes (Bellman 1958, Ford 1956).
func distances(costs *grid.Costs, goals []grid.Cell) []root2.Length {
	m := costs.Map()
	least := make([]root2.Length, m.Len())
	for id := range least {
		least[id] = unreached
	}
	for _, goal := range goals {
		if m.Open(goal) {
			least[m.ID(goal)] = 0
		}
	}
	for changed := true; changed; {
		changed = false
		forEachStep(costs, func(from, to grid.Cell, step root2.Length) {
			if rest := least[m.ID(to)]; rest != unreached && rest+step < least[m.ID(from)] {
				least[m.ID(from)] = rest + step
				changed = true
			}
		})
	}
	return least
}

func forEachStep(costs *grid.Costs, visit func(from, to grid.Cell, step root2.Length)) {
	m, masks := costs.Map(), costs.Masks()
	for y := range int32(m.Height()) {
		for x := range int32(m.Width()) {
			from := grid.Cell{X: x, Y: y}
			id := m.ID(from)
			for d := grid.E; d <= grid.NW; d++ {
				if masks[id]>>d&1 != 0 {
					visit(from, from.Step(d), costs.Step(id, d))
				}
			}
		}
	}
}

// breaches says where an estimate is not admissible and where it is not
// consistent: an example each, or "".
func breaches(costs *grid.Costs, goals []grid.Cell, h estimate) (inadmissible, inconsistent string) {
	m := costs.Map()
	for id, exact := range distances(costs, goals) {
		c := m.Cell(grid.ID(id))
		if exact != unreached && h(c) > exact {
			inadmissible = fmt.Sprintf("h(%v) = %d exceeds the exact %d", c, h(c), exact)
		}
	}
	forEachStep(costs, func(from, to grid.Cell, step root2.Length) {
		if h(from) > step+h(to) {
			inconsistent = fmt.Sprintf("h(%v) = %d exceeds %d, the cost to %v, and %d", from, h(from), step, to, h(to))
		}
	})
	for _, goal := range goals {
		if h(goal) != 0 {
			inconsistent = fmt.Sprintf("h of the goal %v is %d", goal, h(goal))
		}
	}
	return inadmissible, inconsistent
}

// query is a map with costs and goals.
type query struct {
	costs *grid.Costs
	goals []grid.Cell
}

func (q query) String() string {
	return fmt.Sprintf("%v, %v, goals %v%s", q.costs.Rule(), q.costs.Model(), q.goals, draw(q.costs.Map()))
}

// queries returns small random maps under every rule and cost model, with one
// to three goals that need be neither open nor on the map. It is the same list
// every time.
func queries(t testing.TB, maps int) (list []query) {
	random := rand.New(rand.NewPCG(1968, 2))
	units := []int64{1_000_000, 500_000, 250_000, 1_000, 1}
	for range maps {
		width, height := 1+random.IntN(5), 1+random.IntN(5)
		blocked := random.IntN(5)
		unit := units[random.IntN(len(units))]
		lightest := random.IntN(4)
		weights := make([]grid.Weight, width*height)
		for i := range weights {
			weights[i] = grid.Millionths(unit * int64(lightest+random.IntN(4)))
			if random.IntN(10) < blocked {
				weights[i] = grid.Blocked
			}
		}
		m, err := grid.FromWeights(width, height, weights)
		if err != nil {
			t.Fatal(err)
		}
		for _, rule := range grid.Rules() {
			for _, model := range grid.Models() {
				goals := make([]grid.Cell, 1+random.IntN(3))
				for i := range goals {
					goals[i] = grid.Cell{X: int32(random.IntN(width+2) - 1), Y: int32(random.IntN(height+2) - 1)}
				}
				list = append(list, query{newCosts(t, m, rule, model), goals})
			}
		}
	}
	return list
}

func TestHeuristicsKeepTheirClaims(t *testing.T) {
	type kind struct {
		metric grid.Metric
		moves  grid.Moves
	}
	claimed := map[kind]int{}
	denied := map[kind]bool{}
	for _, q := range queries(t, 250) {
		for _, metric := range append(grid.Metrics(), grid.Auto) {
			h := q.costs.Heuristic(metric, q.goals...)
			claim := h.Claim()
			inadmissible, inconsistent := breaches(q.costs, q.goals, h.At)
			if claim.Admissible && inadmissible != "" {
				t.Fatalf("%v is not admissible: %s\n%v", metric, inadmissible, q)
			}
			if claim.Consistent && inconsistent != "" {
				t.Fatalf("%v is not consistent: %s\n%v", metric, inconsistent, q)
			}
			if claim.Reason == "" {
				t.Fatalf("%v gives no reason for its claim", metric)
			}
			k := kind{metric, q.costs.Rule().Moves}
			if claim.Admissible && claim.Consistent {
				claimed[k]++
			} else {
				denied[k] = true
			}
		}
	}
	// Only one claim is denied, and the others are made.
	for _, metric := range append(grid.Metrics(), grid.Auto) {
		for _, moves := range []grid.Moves{grid.Moves4, grid.Moves8} {
			k := kind{metric, moves}
			if want := metric == grid.Manhattan && moves == grid.Moves8; denied[k] != want {
				t.Errorf("%v with %v moves: a claim is denied: %t, want %t", metric, moves, denied[k], want)
			}
			if claimed[k] == 0 {
				t.Errorf("%v with %v moves was never claimed to be consistent", metric, moves)
			}
		}
	}
}

func TestManhattanReallyFailsWithDiagonalMoves(t *testing.T) {
	m := read(t, "22", "22")
	goal := grid.Cell{X: 1, Y: 1}
	for _, rule := range grid.Rules() {
		for _, model := range grid.Models() {
			costs := newCosts(t, m, rule, model)
			h := costs.Heuristic(grid.Manhattan, goal)
			inadmissible, inconsistent := breaches(costs, []grid.Cell{goal}, h.At)
			fails := rule.Moves == grid.Moves8
			if (inadmissible != "") != fails || (inconsistent != "") != fails || h.Claim().Admissible == fails || h.Claim().Consistent == fails {
				t.Errorf("%v, %v: claim %+v, but: %q, %q", rule, model, h.Claim(), inadmissible, inconsistent)
			}
		}
	}
}

func TestWrongHeuristicsAreCaught(t *testing.T) {
	distance := func(a, b grid.Cell) (long, short root2.Length) {
		dx, dy := root2.Length(max(a.X-b.X, b.X-a.X)), root2.Length(max(a.Y-b.Y, b.Y-a.Y))
		return max(dx, dy), min(dx, dy)
	}
	// least makes an estimate toward the nearest goal from one toward one goal.
	least := func(goals []grid.Cell, one func(long, short root2.Length) root2.Length) estimate {
		return func(c grid.Cell) root2.Length {
			best := root2.Max
			for _, goal := range goals {
				best = min(best, one(distance(c, goal)))
			}
			return best
		}
	}
	const euclidean, unsteady = "euclidean scaled by the straight step", "admissible but not consistent"
	mutants := []struct {
		name string
		make func(q query) estimate
	}{
		{"octile that ignores the cheapest step", func(q query) estimate {
			scale := root2.Length(q.costs.Scale())
			return least(q.goals, func(long, short root2.Length) root2.Length {
				return scale * ((long-short)*root2.One + short*root2.Root2)
			})
		}},
		{"manhattan whatever the moves", func(q query) estimate {
			straight, _ := q.costs.Cheapest()
			return least(q.goals, func(long, short root2.Length) root2.Length { return (long + short) * straight })
		}},
		{"chebyshev in dearest steps", func(q query) estimate {
			return least(q.goals, func(long, _ root2.Length) root2.Length { return long * q.costs.Dearest() })
		}},
		{euclidean, func(q query) estimate {
			straight, _ := q.costs.Cheapest()
			return least(q.goals, func(long, short root2.Length) root2.Length {
				return root2.Length(math.Sqrt(float64(long*long+short*short)) * float64(straight))
			})
		}},
		{"farthest goal", func(q query) estimate {
			return func(c grid.Cell) (most root2.Length) {
				for _, goal := range q.goals {
					most = max(most, q.costs.Heuristic(grid.Auto, goal).At(c))
				}
				return most
			}
		}},
		{"one too much", func(q query) estimate {
			h := q.costs.Heuristic(grid.Auto, q.goals...)
			return func(c grid.Cell) root2.Length {
				if at := h.At(c); at != 0 {
					return at + 1
				}
				return 0
			}
		}},
		{unsteady, func(q query) estimate {
			h := q.costs.Heuristic(grid.Auto, q.goals...)
			return func(c grid.Cell) root2.Length {
				if (c.X+c.Y)%2 == 0 {
					return 0
				}
				return h.At(c)
			}
		}},
	}
	list := queries(t, 60)
	caught := make([]struct{ inadmissible, inconsistent int }, len(mutants))
	euclideanUnderAdd := 0
	for _, q := range list {
		for i, mutant := range mutants {
			inadmissible, inconsistent := breaches(q.costs, q.goals, mutant.make(q))
			if inadmissible != "" {
				caught[i].inadmissible++
				if mutant.name == euclidean && q.costs.Model() == grid.Add {
					euclideanUnderAdd++
				}
			}
			if inconsistent != "" {
				caught[i].inconsistent++
			}
		}
	}
	for i, mutant := range mutants {
		if (caught[i].inadmissible == 0) != (mutant.name == unsteady) || caught[i].inconsistent == 0 {
			t.Errorf("%s: caught as inadmissible %d times and as inconsistent %d times in %d queries",
				mutant.name, caught[i].inadmissible, caught[i].inconsistent, len(list))
		}
	}
	if euclideanUnderAdd == 0 {
		t.Error("euclidean scaled by the straight step was never caught under add, where it fails")
	}
}

func TestAutoIsTheStrongestConsistentMetric(t *testing.T) {
	for _, q := range queries(t, 60) {
		auto := q.costs.Heuristic(grid.Auto, q.goals...)
		want := grid.Octile
		if q.costs.Rule().Moves == grid.Moves4 {
			want = grid.Manhattan
		}
		if auto.Metric() != want {
			t.Fatalf("auto is %v, want %v\n%v", auto.Metric(), want, q)
		}
		for _, metric := range grid.Metrics() {
			h := q.costs.Heuristic(metric, q.goals...)
			if h.Metric() != metric {
				t.Fatalf("%v became %v", metric, h.Metric())
			}
			if !h.Claim().Consistent {
				continue
			}
			for _, c := range cellsOf(q.costs.Map(), 1) {
				if h.At(c) > auto.At(c) {
					t.Fatalf("at %v %v is %d, auto only %d\n%v", c, metric, h.At(c), auto.At(c), q)
				}
			}
		}
	}
}

func TestEstimatesOnAnOpenMap(t *testing.T) {
	m := read(t, ".....", ".....", ".....", ".....")
	from, goal := grid.Cell{}, grid.Cell{X: 4, Y: 3}
	costs := newCosts(t, m, grid.Rule{}, grid.Uniform)
	for metric, want := range map[grid.Metric]string{
		grid.Zero: "0", grid.Manhattan: "7", grid.Chebyshev: "4", grid.Octile: "1+3√2", grid.Auto: "1+3√2", grid.Euclidean: "5",
	} {
		if got := costs.Heuristic(metric, goal).At(from).String(); got != want {
			t.Errorf("%v from %v to %v is %s, want %s", metric, from, goal, got, want)
		}
	}
	if got := costs.Heuristic(grid.Octile, goal, grid.Cell{X: 0, Y: 2}).At(from).String(); got != "2" {
		t.Errorf("octile to the nearer of two goals is %s", got)
	}
	if got := costs.Heuristic(grid.Octile).At(from); got != 0 {
		t.Errorf("octile without a goal is %v", got)
	}
}

func TestHeuristicDoesNotShareItsGoals(t *testing.T) {
	goals := []grid.Cell{{X: 3}}
	h := newCosts(t, read(t, "...."), grid.Rule{}, grid.Uniform).Heuristic(grid.Auto, goals...)
	goals[0] = grid.Cell{}
	if got := h.At(grid.Cell{}).String(); got != "3" {
		t.Errorf("after the caller's slice changed the estimate is %s, want 3", got)
	}
}

func TestDistantEstimatesAreExactOrSaturated(t *testing.T) {
	near := rapid.Int32Range(-20, 20)
	far := rapid.Int32Range(-1<<30, 1<<30)
	largest := big.NewInt(math.MaxInt64)
	rapid.Check(t, func(t *rapid.T) {
		rule := rapid.SampledFrom(grid.Rules()).Draw(t, "rule")
		model := rapid.SampledFrom(grid.Models()).Draw(t, "model")
		weight := rapid.OneOf(rapid.Int64Range(0, 50), rapid.Int64Range(0, 300)).Draw(t, "weight") *
			rapid.SampledFrom([]int64{1, 1_000, 1_000_000, 1_000_000_000}).Draw(t, "unit")
		m, err := grid.FromWeights(1, 1, []grid.Weight{grid.Millionths(weight)})
		if err != nil {
			t.Fatalf("%v", err)
		}
		costs := newCosts(t, m, rule, model)
		goal := grid.Cell{X: rapid.OneOf(near, far).Draw(t, "x"), Y: rapid.OneOf(near, far).Draw(t, "y")}
		straight, diagonal := costs.Cheapest()
		if rule.Moves == grid.Moves4 {
			diagonal = 2 * straight
		}
		s, d := big.NewInt(int64(straight)), big.NewInt(int64(diagonal))
		dx, dy := big.NewInt(int64(max(goal.X, -goal.X))), big.NewInt(int64(max(goal.Y, -goal.Y)))
		long, short := dx, dy
		if long.Cmp(short) < 0 {
			long, short = dy, dx
		}
		product := func(x, y *big.Int) *big.Int { return new(big.Int).Mul(x, y) }
		sum := func(x, y *big.Int) *big.Int { return new(big.Int).Add(x, y) }

		// The square of the unit of euclidean, twice: the lesser of 2S² and D².
		unit := product(d, d)
		if twice := new(big.Int).Lsh(product(s, s), 1); rule.Moves == grid.Moves4 || twice.Cmp(unit) < 0 {
			unit = twice
		}
		square := product(sum(product(dx, dx), product(dy, dy)), unit)
		for metric, want := range map[grid.Metric]*big.Int{
			grid.Zero:      new(big.Int),
			grid.Manhattan: product(s, sum(dx, dy)),
			grid.Chebyshev: product(s, long),
			grid.Octile:    sum(product(s, new(big.Int).Sub(long, short)), product(d, short)),
			grid.Euclidean: new(big.Int).Sqrt(square.Rsh(square, 1)),
		} {
			if want.Cmp(largest) > 0 {
				want = largest
			}
			if got := costs.Heuristic(metric, goal).At(grid.Cell{}); want.Cmp(big.NewInt(int64(got))) != 0 {
				t.Fatalf("%v, %v, %v: from 0,0 to %v in steps of %d and %d: %d, want %v", rule, model, metric, goal, straight, diagonal, got, want)
			}
		}
	})
}

func TestEstimatesSaturateAtTheLargestLength(t *testing.T) {
	const weight = 100
	m, err := grid.FromWeights(1, 1, []grid.Weight{grid.WholeWeight(weight)})
	if err != nil {
		t.Fatal(err)
	}
	// On a row every metric but zero is the number of steps.
	fits := int32(int64(root2.Max) / (weight * root2.Q))
	for _, rule := range grid.Rules() {
		for _, metric := range grid.Metrics()[1:] {
			h := newCosts(t, m, rule, grid.Mul).Heuristic(metric, grid.Cell{})
			if got, want := h.At(grid.Cell{X: fits}), root2.Length(fits)*weight*root2.One; got != want {
				t.Errorf("%v, %v: %d steps make %d, want %d", rule, metric, fits, got, want)
			}
			if got := h.At(grid.Cell{X: fits + 1}); got != root2.Max {
				t.Errorf("%v, %v: %d steps make %d, want the largest length", rule, metric, fits+1, got)
			}
		}
	}
}

func TestHotPathsDoNotAllocate(t *testing.T) {
	m := read(t, "2.3", ".@.", "4.9")
	for _, model := range grid.Models() {
		costs := newCosts(t, m, grid.Rule{}, model)
		from := m.ID(grid.Cell{})
		if n := testing.AllocsPerRun(100, func() { _ = costs.Step(from, grid.E) }); n != 0 {
			t.Errorf("Step under %v allocates %v times", model, n)
		}
		for _, metric := range append(grid.Metrics(), grid.Auto) {
			h := costs.Heuristic(metric, grid.Cell{X: 2, Y: 2}, grid.Cell{X: 0, Y: 2})
			if n := testing.AllocsPerRun(100, func() { _ = h.At(grid.Cell{X: 1}) }); n != 0 {
				t.Errorf("At of %v under %v allocates %v times", metric, model, n)
			}
		}
	}
	if n := testing.AllocsPerRun(100, func() { _ = m.MoveMasks(grid.Rule{}) }); n != 0 {
		t.Errorf("MoveMasks allocates %v times when the masks are there", n)
	}
}
