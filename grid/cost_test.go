package grid_test

import (
	"errors"
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
	"pgregory.net/rapid"
)

// exactStep returns what a step costs, as rational coefficients of 1 and √2,
// from the words of the cost models: the plain twin of Costs.Step.
func exactStep(m *grid.Map, model grid.Model, from, to grid.Cell) (a, b *big.Rat) {
	weight := func(c grid.Cell) *big.Rat { return big.NewRat(m.Weight(c).Millionths(), 1_000_000) }
	length, other := big.NewRat(1, 1), new(big.Rat)
	switch model {
	case grid.Add:
		other = weight(to)
	case grid.Mul:
		length = weight(to)
	case grid.Mean:
		length = weight(from)
		length.Add(length, weight(to)).Mul(length, big.NewRat(1, 2))
	}
	if from.X == to.X || from.Y == to.Y {
		return length.Add(length, other), new(big.Rat)
	}
	return other, length
}

// exactCost returns a cost's rational coefficients of 1 and √2.
func exactCost(costs *grid.Costs, l root2.Length) (a, b *big.Rat) {
	straight, diagonal := l.Coefficients()
	return big.NewRat(straight, costs.Scale()), big.NewRat(diagonal, costs.Scale())
}

func TestStepsCostWhatTheModelsSay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMap(5).Draw(t, "map")
		for _, rule := range grid.Rules() {
			for _, model := range grid.Models() {
				checkSteps(t, m, newCosts(t, m, rule, model))
			}
		}
	})
}

func checkSteps(t *rapid.T, m *grid.Map, costs *grid.Costs) {
	rule, model := costs.Rule(), costs.Model()
	straight, diagonal := costs.Cheapest()
	base, factor, weight, both := costs.StepTables()
	if (weight == nil) != (model == grid.Uniform) || both != (model == grid.Mean) {
		t.Fatalf("%v: tables of weights %t, both %t", model, weight != nil, both)
	}
	for _, from := range cellsOf(m, 0) {
		for _, d := range grid.DefaultOrder {
			to := from.Step(d)
			if costs.Legal(from, to) != legal(m, from, to, rule) {
				t.Fatalf("%v: Legal(%v, %v) is wrong%s", rule, from, to, draw(m))
			}
			if !costs.Legal(from, to) {
				continue
			}
			step := costs.Step(m.ID(from), d)
			a, b := exactCost(costs, step)
			wantA, wantB := exactStep(m, model, from, to)
			if a.Cmp(wantA) != 0 || b.Cmp(wantB) != 0 {
				t.Fatalf("%v: from %v to %v costs %v + %v√2, want %v + %v√2%s", model, from, to, a, b, wantA, wantB, draw(m))
			}
			cheapest := straight
			if d.Diagonal() {
				cheapest = diagonal
			}
			if step < cheapest || step > costs.Dearest() {
				t.Fatalf("%v, %v: from %v to %v costs %d, not between %d and %d%s", rule, model, from, to, step, cheapest, costs.Dearest(), draw(m))
			}
			if weight != nil {
				w := weight[m.ID(to)]
				if both {
					w += weight[m.ID(from)]
				}
				kind := 0
				if d.Diagonal() {
					kind = 1
				}
				if got := base[kind] + factor[kind]*root2.Length(w); got != step {
					t.Fatalf("%v: from %v to %v costs %d by the tables, %d by Step", model, from, to, got, step)
				}
			}
		}
	}
}

func TestScaleAndBoundsOfCosts(t *testing.T) {
	const one, blocked = 1_000_000, -1
	weights := func(millionths ...int64) *grid.Map {
		var w []grid.Weight
		for _, n := range millionths {
			if n == blocked {
				w = append(w, grid.Blocked)
			} else {
				w = append(w, grid.Millionths(n))
			}
		}
		m, err := grid.FromWeights(len(w), 1, w)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	eight, four := grid.Rule{}, grid.Rule{Moves: grid.Moves4}
	for _, c := range []struct {
		name                        string
		m                           *grid.Map
		rule                        grid.Rule
		model                       grid.Model
		scale                       int64
		straight, diagonal, dearest string
	}{
		{"weights do not count", weights(1, 7*one), eight, grid.Uniform, 1, "1", "√2", "√2"},
		{"nor with four moves", weights(1, 7*one), four, grid.Uniform, 1, "1", "√2", "1"},
		{"whole weights", weights(2*one, 7*one), eight, grid.Add, 1, "3", "2+√2", "7+√2"},
		{"whole weights", weights(2*one, 7*one), eight, grid.Mul, 1, "2", "2√2", "7√2"},
		{"whole weights", weights(2*one, 7*one), eight, grid.Mean, 2, "2", "2√2", "7√2"},
		{"whole weights", weights(2*one, 7*one), four, grid.Mul, 1, "2", "2√2", "7"},
		{"whole weights", weights(2*one, 7*one), four, grid.Add, 1, "3", "2+√2", "8"},
		{"one digit", weights(25*one/10, 7*one), eight, grid.Mul, 10, "2.5", "2.5√2", "7√2"},
		{"two digits", weights(one/4, 7*one), eight, grid.Add, 100, "1.25", "0.25+√2", "7+√2"},
		{"two digits", weights(one/4, 7*one), eight, grid.Mean, 200, "0.25", "0.25√2", "7√2"},
		{"six digits", weights(1, one), eight, grid.Mul, 1e6, "0.000001", "0.000001√2", "√2"},
		{"six digits", weights(1, one), eight, grid.Mean, 2e6, "0.000001", "0.000001√2", "√2"},
		{"zero weights", weights(0, 3*one), eight, grid.Mul, 1, "0", "0", "3√2"},
		{"zero weights", weights(0, 0), eight, grid.Add, 1, "1", "√2", "√2"},
		{"blocked cells do not count", weights(blocked, 4*one), eight, grid.Mul, 1, "4", "4√2", "4√2"},
		{"no cell is open", weights(blocked), eight, grid.Mul, 1, "1", "√2", "√2"},
		{"kinds that are not there do not count", read(t, "24"), eight, grid.Mul, 1, "2", "2√2", "4√2"},
	} {
		costs := newCosts(t, c.m, c.rule, c.model)
		straight, diagonal := costs.Cheapest()
		got := [...]string{costs.Format(straight), costs.Format(diagonal), costs.Format(costs.Dearest())}
		if costs.Scale() != c.scale || got != [...]string{c.straight, c.diagonal, c.dearest} {
			t.Errorf("%s, %v, %v: scale %d, cheapest %s and %s, dearest %s; want %d, %s, %s, %s",
				c.name, c.rule, c.model, costs.Scale(), got[0], got[1], got[2], c.scale, c.straight, c.diagonal, c.dearest)
		}
		if costs.Map() != c.m || costs.Rule() != c.rule || costs.Model() != c.model {
			t.Errorf("%s: the costs do not hold what they were made from", c.name)
		}
	}
	costs := newCosts(t, weights(25*one/10), eight, grid.Mul)
	if got := costs.Float64(25 * root2.One); got != 2.5 {
		t.Errorf("25 tenths are %v", got)
	}
}

// fits tells, by the plain definition, whether the dearest step that a weight
// can make still is within the limit.
func fits(costs func(grid.Weight) (*grid.Costs, error), model grid.Model, moves grid.Moves, w grid.Weight, scale int64) bool {
	scaled := new(big.Int).Mul(big.NewInt(w.Millionths()), big.NewInt(scale))
	scaled.Quo(scaled, big.NewInt(1_000_000))
	limit := big.NewInt(int64(root2.MaxExact))
	unit := big.NewInt(root2.P)
	if moves == grid.Moves4 {
		limit.SetInt64(math.MaxInt64 / 2)
		unit.SetInt64(root2.Q)
	}
	step := new(big.Int)
	switch model {
	case grid.Add:
		step.Mul(scaled, big.NewInt(root2.Q)).Add(step, new(big.Int).Mul(unit, big.NewInt(scale)))
	case grid.Mul:
		step.Mul(scaled, unit)
	case grid.Mean: // twice the weight in a scale twice as large
		step.Mul(scaled, unit).Lsh(step, 1)
	}
	return step.Cmp(limit) <= 0
}

func TestWeightsThatLeaveNoRoomAreRefused(t *testing.T) {
	for _, model := range []grid.Model{grid.Add, grid.Mul, grid.Mean} {
		for _, rule := range grid.Rules() {
			for _, unit := range []int64{1_000_000, 100_000, 1_000, 1} {
				scale := 1_000_000 / unit
				costs := func(w grid.Weight) (*grid.Costs, error) {
					// The light cell beside it fixes how many digits are needed.
					m, err := grid.FromWeights(2, 1, []grid.Weight{grid.Millionths(unit), w})
					if err != nil {
						t.Fatal(err)
					}
					return grid.NewCosts(m, rule, model)
				}
				// Bisect for the largest weight, in units, that fits.
				low, high := int64(1), math.MaxInt64/unit
				for high-low > 1 {
					if middle := low + (high-low)/2; fits(costs, model, rule.Moves, grid.Millionths(middle*unit), scale) {
						low = middle
					} else {
						high = middle
					}
				}
				c, err := costs(grid.Millionths(low * unit))
				if err != nil || c.Dearest() > c.Limit() || c.Dearest() < c.Limit()-2*root2.Root2 {
					t.Errorf("%v, %v: the weight %v just fits, but: %v", model, rule, grid.Millionths(low*unit), err)
				}
				for _, w := range []grid.Weight{grid.Millionths(high * unit), grid.Millionths(math.MaxInt64 / unit * unit)} {
					if c, err := costs(w); c != nil || !errors.Is(err, grid.ErrWeightRange) || !strings.Contains(err.Error(), w.String()) {
						t.Errorf("%v, %v: the weight %v does not fit, but: %v", model, rule, w, err)
					}
				}
			}
		}
	}
}

// A weight that is left out is 1, never a silent 0 that makes all paths free.
func TestAMissingWeightIsOne(t *testing.T) {
	m, err := grid.FromKinds(3, 1, []grid.Kind{{Symbol: '.'}, {Symbol: '~', Weight: grid.WholeWeight(5)}}, []uint8{0, 1, 0})
	if err != nil {
		t.Fatal(err)
	}
	path := []grid.Cell{{}, {X: 1}, {X: 2}}
	for model, want := range []string{grid.Uniform: "2", grid.Add: "8", grid.Mul: "6", grid.Mean: "6"} {
		costs := newCosts(t, m, grid.Rule{}, grid.Model(model))
		if cost, err := costs.PathCost(path); err != nil || costs.Format(cost) != want {
			t.Errorf("%v: the path costs %s, %v; want %s", grid.Model(model), costs.Format(cost), err, want)
		}
	}
}

func TestMapsWhereAllIsFreeAreRefusedUnlessAllowed(t *testing.T) {
	zero := grid.WholeWeight(0)
	free, err := grid.FromWeights(3, 1, []grid.Weight{zero, grid.Blocked, zero})
	if err != nil {
		t.Fatal(err)
	}
	some, err := grid.FromWeights(3, 1, []grid.Weight{zero, grid.Millionths(1), zero})
	if err != nil {
		t.Fatal(err)
	}
	none, err := grid.FromWeights(1, 1, []grid.Weight{grid.Blocked})
	if err != nil {
		t.Fatal(err)
	}
	for _, rule := range grid.Rules() {
		for _, model := range grid.Models() {
			c, err := grid.NewCosts(free, rule, model)
			if refused := model == grid.Mul || model == grid.Mean; refused != errors.Is(err, grid.ErrFree) || refused != (c == nil) {
				t.Errorf("%v, %v, all weights 0: %v", rule, model, err)
			}
			if _, err := grid.NewCostsWith(free, rule, model, grid.CostOptions{AllowFree: true}); err != nil {
				t.Errorf("%v, %v, all weights 0, which is allowed: %v", rule, model, err)
			}
			for _, m := range []*grid.Map{some, none} {
				if _, err := grid.NewCosts(m, rule, model); err != nil {
					t.Errorf("%v, %v, not all weights 0: %v:%s", rule, model, err, draw(m))
				}
			}
		}
	}
}

func TestHugeWeightsDoNotMatterWhereTheyDoNotCount(t *testing.T) {
	m, err := grid.FromWeights(2, 1, []grid.Weight{grid.MaxWeight, grid.Millionths(1)})
	if err != nil {
		t.Fatal(err)
	}
	newCosts(t, m, grid.Rule{}, grid.Uniform)
}

func TestPathCost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMap(5).Filter(func(m *grid.Map) bool { return m.OpenCount() > 0 }).Draw(t, "map")
		costs := newCosts(t, m, rapid.SampledFrom(grid.Rules()).Draw(t, "rule"), rapid.SampledFrom(grid.Models()).Draw(t, "model"))
		path := drawWalk(t, costs)
		wantA, wantB := new(big.Rat), new(big.Rat)
		for i := range path[1:] {
			a, b := exactStep(m, costs.Model(), path[i], path[i+1])
			wantA.Add(wantA, a)
			wantB.Add(wantB, b)
		}
		cost, err := costs.PathCost(path)
		a, b := exactCost(costs, cost)
		if err != nil || a.Cmp(wantA) != 0 || b.Cmp(wantB) != 0 {
			t.Fatalf("PathCost(%v) = %v + %v√2, %v; want %v + %v√2%s", path, a, b, err, wantA, wantB, draw(m, path...))
		}
	})
}

// drawWalk draws a walk of legal steps from some open cell, of which there
// must be one.
func drawWalk(t *rapid.T, costs *grid.Costs) []grid.Cell {
	var open []grid.Cell
	for _, c := range cellsOf(costs.Map(), 0) {
		if costs.Map().Open(c) {
			open = append(open, c)
		}
	}
	path := []grid.Cell{rapid.SampledFrom(open).Draw(t, "start")}
	for range rapid.IntRange(0, 12).Draw(t, "steps") {
		to := path[len(path)-1].Step(grid.Dir(rapid.IntRange(0, 7).Draw(t, "direction")))
		if costs.Legal(path[len(path)-1], to) {
			path = append(path, to)
		}
	}
	return path
}

func TestPathsThatAreNotLegal(t *testing.T) {
	m := read(t, "..@", ".@.", "...")
	at := func(x, y int32) grid.Cell { return grid.Cell{X: x, Y: y} }
	never, one, four := grid.Rule{}, grid.Rule{Corners: grid.CornersOne}, grid.Rule{Moves: grid.Moves4}
	for _, c := range []struct {
		rule grid.Rule
		path []grid.Cell
		step int
		want string
	}{
		{never, nil, 0, "the path is empty"},
		{never, []grid.Cell{at(3, 0)}, 0, "first cell 3,0 lies outside the map"},
		{never, []grid.Cell{at(-1, 0), at(0, 0)}, 0, "first cell -1,0 lies outside the map"},
		{never, []grid.Cell{at(2, 0)}, 0, "first cell 2,0 is blocked"},
		{never, []grid.Cell{at(0, 0), at(0, 2)}, 1, "step 1, 0,0 to 0,2, does not lead to a neighbor"},
		{never, []grid.Cell{at(0, 0), at(0, 1), at(0, 1)}, 2, "step 2, 0,1 to 0,1, does not lead to a neighbor"},
		{never, []grid.Cell{at(0, 0), at(0, -1)}, 1, "leaves the map"},
		{never, []grid.Cell{at(0, 0), at(1, 0), at(2, 0)}, 2, "step 2, 1,0 to 2,0, enters a blocked cell"},
		{never, []grid.Cell{at(1, 0), at(0, 1)}, 1, "cuts a corner (rule: never)"},
		{one, []grid.Cell{at(1, 0), at(2, 1)}, 1, "cuts a corner (rule: one)"},
		{four, []grid.Cell{at(1, 0), at(0, 1)}, 1, "is diagonal, but only 4 moves are allowed"},
		{four, []grid.Cell{at(0, 0), at(1, 1)}, 1, "enters a blocked cell"},
	} {
		cost, err := newCosts(t, m, c.rule, grid.Uniform).PathCost(c.path)
		var pathError *grid.PathError
		if cost != 0 || !errors.As(err, &pathError) || pathError.Step != c.step || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, %v: %v, %v; want step %d and %q", c.rule, c.path, cost, err, c.step, c.want)
		}
	}
	for _, c := range []struct {
		rule grid.Rule
		path []grid.Cell
		want string
	}{
		{never, []grid.Cell{at(0, 0)}, "0"},
		{one, []grid.Cell{at(1, 0), at(0, 1)}, "√2"},
		{grid.Rule{Corners: grid.CornersAlways}, []grid.Cell{at(1, 0), at(2, 1), at(2, 2), at(2, 1)}, "2+√2"},
	} {
		if cost, err := newCosts(t, m, c.rule, grid.Uniform).PathCost(c.path); err != nil || cost.String() != c.want {
			t.Errorf("%v, %v: %v, %v; want %s", c.rule, c.path, cost, err, c.want)
		}
	}
}

func TestPathCostReachesTheLimit(t *testing.T) {
	// With eight moves the limit, Q·P − 1, is a·Q + b·P: one straight and one
	// diagonal step of those weights.
	straight, diagonal := root2.MaxExact.Coefficients()
	m, err := grid.FromWeights(2, 2, []grid.Weight{grid.WholeWeight(0), grid.WholeWeight(0), grid.WholeWeight(int64(straight)), grid.WholeWeight(int64(diagonal))})
	if err != nil {
		t.Fatal(err)
	}
	costs := newCosts(t, m, grid.Rule{}, grid.Mul)
	path := []grid.Cell{{}, {X: 1, Y: 1}, {X: 0, Y: 1}}
	if cost, err := costs.PathCost(path); err != nil || cost != costs.Limit() {
		t.Errorf("the path costs %d, %v; want the limit, %d", cost, err, costs.Limit())
	}
	if cost, err := costs.PathCost(append(path, grid.Cell{X: 1, Y: 1})); cost != 0 || !errors.Is(err, root2.ErrOverflow) {
		t.Errorf("a step more costs %d, %v; want ErrOverflow", cost, err)
	}
}

// A cost of one integer more than the limit, Q·P, is too much: P straight steps of
// length 1, here in two steps.
func TestPathCostJustOverTheLimit(t *testing.T) {
	const first = 400_000_000
	m, err := grid.FromWeights(3, 1, []grid.Weight{{}, grid.WholeWeight(first), grid.WholeWeight(root2.P - first)})
	if err != nil {
		t.Fatal(err)
	}
	costs := newCosts(t, m, grid.Rule{}, grid.Mul)
	path := []grid.Cell{{}, {X: 1}, {X: 2}}
	if cost, err := costs.PathCost(path[:2]); err != nil || cost != first*root2.One {
		t.Errorf("one step costs %v, %v", cost, err)
	}
	if cost, err := costs.PathCost(path); cost != 0 || !errors.Is(err, root2.ErrOverflow) {
		t.Errorf("two steps cost %v, %v; want ErrOverflow", cost, err)
	}
}

func TestPathCostStopsAtTheLimit(t *testing.T) {
	// Three steps of a third of the limit fit, a fourth does not.
	for _, rule := range grid.Rules() {
		limit := newCosts(t, read(t, "."), rule, grid.Mul).Limit()
		third := grid.WholeWeight(int64(limit / root2.One / 3))
		m, err := grid.FromWeights(2, 1, []grid.Weight{third, third})
		if err != nil {
			t.Fatal(err)
		}
		costs, err := grid.NewCosts(m, rule, grid.Mul)
		if err != nil {
			t.Fatal(err)
		}
		a, b := grid.Cell{}, grid.Cell{X: 1}
		if cost, err := costs.PathCost([]grid.Cell{a, b, a, b}); err != nil || cost > limit || cost < limit-3*root2.One {
			t.Errorf("%v: three steps: %d, %v; the limit is %d", rule, cost, err, limit)
		}
		cost, err := costs.PathCost([]grid.Cell{a, b, a, b, a})
		if cost != 0 || !errors.Is(err, root2.ErrOverflow) || !strings.Contains(err.Error(), "step 4") {
			t.Errorf("%v: four steps: %d, %v; want ErrOverflow at step 4", rule, cost, err)
		}
	}
}
