package verify_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/mapfile"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/verify"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

func ExampleCheckHeuristic() {
	m, err := twoRooms()
	if err != nil {
		fmt.Println(err)
		return
	}
	costs, err := grid.NewCosts(m, grid.Rule{}, grid.Uniform)
	if err != nil {
		fmt.Println(err)
		return
	}
	goal := grid.Cell{X: 4, Y: 0}
	for _, metric := range []grid.Metric{grid.Octile, grid.Manhattan} {
		report, err := verify.CheckHeuristic(context.Background(), costs, metric, goal)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%v: admissible %t, consistent %t\n", metric, report.Admissible(), report.Consistent())
		if o := report.Overestimate; o != nil {
			fmt.Printf("from %v it is %s, but the distance is %s\n", o.Cell, costs.Format(o.Estimate), costs.Format(o.Distance))
		}
	}
	// Output:
	// octile: admissible true, consistent true
	// manhattan: admissible false, consistent false
	// from 0,2 it is 6, but the distance is 2+2√2
}

// metrics are all there are.
var metrics = append(grid.Metrics(), grid.Auto)

func ofMetric(metric grid.Metric) verify.Estimator {
	return func(costs *grid.Costs, goal grid.Cell) func(grid.Cell) root2.Length {
		return costs.Heuristic(metric, goal).At
	}
}

// wrongEstimators are heuristics that fail, each in its way.
var wrongEstimators = []struct {
	name      string
	estimator verify.Estimator
}{
	{"manhattan by dearest steps", func(costs *grid.Costs, goal grid.Cell) func(grid.Cell) root2.Length {
		return func(c grid.Cell) root2.Length {
			return costs.Dearest() * root2.Length(max(c.X-goal.X, goal.X-c.X)+max(c.Y-goal.Y, goal.Y-c.Y))
		}
	}},
	{"one unit too much", func(costs *grid.Costs, goal grid.Cell) func(grid.Cell) root2.Length {
		h := costs.Heuristic(grid.Auto, goal)
		return func(c grid.Cell) root2.Length { return h.At(c) + root2.Length(min(1, max(c.X-goal.X, goal.X-c.X))) }
	}},
	{"not 0 at the goal", func(costs *grid.Costs, goal grid.Cell) func(grid.Cell) root2.Length {
		h := costs.Heuristic(grid.Auto, goal)
		return func(c grid.Cell) root2.Length { return max(h.At(c), root2.One) }
	}},
	{unsteady, func(costs *grid.Costs, goal grid.Cell) func(grid.Cell) root2.Length {
		h := costs.Heuristic(grid.Auto, goal)
		return func(c grid.Cell) root2.Length { return h.At(c) * root2.Length((c.X+c.Y)&1) }
	}},
	{"of the way back", func(costs *grid.Costs, goal grid.Cell) func(grid.Cell) root2.Length {
		back, _ := bellmanFord(costs, goal)
		return func(c grid.Cell) root2.Length { return back[c] }
	}},
}

const unsteady = "admissible but not consistent"

// distancesTo returns the exact cost from each cell to the goal where there is one, by
// trying all steps of the map, as package grid lists them, until no cost falls any more.
func distancesTo(costs *grid.Costs, goal grid.Cell) map[grid.Cell]root2.Length {
	cost := map[grid.Cell]root2.Length{goal: 0}
	for falling := true; falling; {
		falling = false
		forEachStep(costs, func(from, to grid.Cell, step root2.Length) {
			rest, reaches := cost[to]
			if old, known := cost[from]; reaches && (!known || step+rest < old) {
				cost[from], falling = step+rest, true
			}
		})
	}
	return cost
}

func forEachStep(costs *grid.Costs, visit func(from, to grid.Cell, step root2.Length)) {
	m := costs.Map()
	for from := range cellsOn(m) {
		for _, d := range grid.DefaultOrder {
			if to := from.Step(d); m.Open(from) && costs.Legal(from, to) {
				visit(from, to, costs.Step(m.ID(from), d))
			}
		}
	}
}

// cellsOn goes through the cells of a map, row by row.
func cellsOn(m *grid.Map) func(yield func(grid.Cell) bool) {
	return func(yield func(grid.Cell) bool) {
		for y := range int32(m.Height()) {
			for x := range int32(m.Width()) {
				if !yield(grid.Cell{X: x, Y: y}) {
					return
				}
			}
		}
	}
}

// bruteForce is what CheckEstimator must say, but for examples and which of several
// equally bad cells and steps it names.
func bruteForce(costs *grid.Costs, estimate func(grid.Cell) root2.Length, goal grid.Cell) (want *verify.HeuristicReport, worstCell, worstStep root2.Length) {
	want = &verify.HeuristicReport{}
	distances := distancesTo(costs, goal)
	var ratios []float64
	for c := range cellsOn(costs.Map()) {
		distance, reaches := distances[c]
		want.Reaches = append(want.Reaches, reaches)
		if !reaches {
			want.Excess = append(want.Excess, 0)
			continue
		}
		want.Excess = append(want.Excess, estimate(c)-distance)
		want.Cells++
		if estimate(c) > distance {
			want.Above++
			worstCell = max(worstCell, estimate(c)-distance)
		}
		if distance > 0 {
			ratios = append(ratios, estimate(c).Float64()/distance.Float64())
		}
	}
	if estimate(goal) > 0 {
		want.Jumps, worstStep = 1, estimate(goal)
	}
	forEachStep(costs, func(from, to grid.Cell, step root2.Length) {
		if _, reaches := distances[from]; !reaches {
			return
		}
		want.Steps++
		if estimate(from) > step+estimate(to) {
			want.Jumps++
			worstStep = max(worstStep, estimate(from)-estimate(to)-step)
		}
	})
	if len(ratios) > 0 {
		sum := 0.0
		for _, ratio := range ratios {
			sum += ratio
		}
		want.Ratio = &verify.Ratios{Mean: sum / float64(len(ratios)), Least: slices.Min(ratios), Greatest: slices.Max(ratios)}
	}
	return want, worstCell, worstStep
}

// checkReport compares a report with brute force and with itself.
func checkReport(t *rapid.T, costs *grid.Costs, estimator verify.Estimator, goal grid.Cell) *verify.HeuristicReport {
	got, err := verify.CheckEstimator(t.Context(), costs, estimator, goal)
	if err != nil {
		t.Fatalf("goal %v: %v\n%s", goal, err, picture(costs, nil))
	}
	estimate := estimator(costs, goal)
	want, worstCell, worstStep := bruteForce(costs, estimate, goal)
	options := cmp.Options{
		cmpopts.IgnoreFields(verify.HeuristicReport{}, "Overestimate", "Jump", "Example"),
		cmpopts.EquateApprox(1e-12, 0),
	}
	if diff := cmp.Diff(want, got, options); diff != "" {
		t.Fatalf("goal %v: by brute force -, got +\n%s\n%s", goal, diff, picture(costs, nil))
	}
	if got.Admissible() != (want.Above == 0) || got.Consistent() != (want.Jumps == 0) || got.Consistent() && !got.Admissible() {
		t.Fatalf("goal %v: admissible: %t, consistent: %t, but %d estimates are too high and %d steps jump\n%s",
			goal, got.Admissible(), got.Consistent(), want.Above, want.Jumps, picture(costs, nil))
	}
	if o := got.Overestimate; o != nil {
		if o.Excess() != worstCell || o.Estimate != estimate(o.Cell) || o.Distance != distancesTo(costs, goal)[o.Cell] {
			t.Fatalf("goal %v: the worst cell is %+v, want one that is %d too high\n%s", goal, *o, worstCell, picture(costs, nil))
		}
	}
	if j := got.Jump; j != nil {
		after, isStep := estimate(j.To), costs.Legal(j.From, j.To)
		if j.From == goal && j.To == goal {
			after, isStep = 0, true
		}
		step, _ := verify.Step(t, costs, j.From, j.To)
		if j.Excess() != worstStep || !isStep || j.Before != estimate(j.From) || j.After != after || j.Cost != step {
			t.Fatalf("goal %v: the worst step is %+v, want one that jumps %d too far\n%s", goal, *j, worstStep, picture(costs, nil))
		}
	}
	return got
}

// checkExample holds an example to what it says.
func checkExample(t *rapid.T, costs *grid.Costs, estimator verify.Estimator, r *verify.HeuristicReport) {
	e := r.Example
	for c := range cellsOn(e.Map) {
		whole := grid.Cell{X: e.Corner.X + c.X, Y: e.Corner.Y + c.Y}
		m := costs.Map()
		if !m.In(whole) || m.Open(whole) != e.Map.Open(c) || m.Open(whole) && m.Weight(whole) != e.Map.Weight(c) {
			t.Fatalf("the example at %v is no part of the map\n%s", e.Corner, picture(costs, nil))
		}
	}
	part, err := grid.NewCostsWith(e.Map, costs.Rule(), costs.Model(), grid.CostOptions{AllowFree: true})
	if err != nil {
		t.Fatal(err)
	}
	again, err := verify.CheckEstimator(t.Context(), part, estimator, e.To)
	if err != nil {
		t.Fatal(err)
	}
	switch {
	case again.Consistent(), !r.Admissible() && again.Admissible():
		t.Fatalf("the example toward %v does not fail as the map does: %+v\n%s\nof\n%s", e.To, again, picture(part, nil), picture(costs, nil))
	case !again.Admissible() && again.Overestimate.Cell != e.From, again.Admissible() && again.Jump.From != e.From:
		t.Fatalf("the worst of the example is not at %v: %+v\n%s", e.From, again, picture(part, nil))
	}
}

// eachModel calls check with a map drawn, under a rule drawn and every cost model.
func eachModel(t *rapid.T, check func(costs *grid.Costs)) {
	drawn := drawCosts(t)
	for _, model := range grid.Models() {
		costs, err := grid.NewCostsWith(drawn.Map(), drawn.Rule(), model, grid.CostOptions{AllowFree: true})
		if err != nil {
			t.Fatal(err)
		}
		check(costs)
	}
}

// Whatever is claimed of a metric is true on every map, and what is denied fails on
// some, with an example of 2×2 cells.
func TestMetricsKeepTheirClaims(t *testing.T) {
	inconsistent := 0
	rapid.Check(t, func(t *rapid.T) {
		eachModel(t, func(costs *grid.Costs) {
			goal := drawOpen(t, costs.Map(), "goal")
			for _, metric := range metrics {
				r := checkReport(t, costs, ofMetric(metric), goal)
				claim := costs.Heuristic(metric, goal).Claim()
				if claim.Admissible && !r.Admissible() || claim.Consistent && !r.Consistent() {
					t.Fatalf("%v toward %v: %+v, but %d estimates are too high and %d steps jump\n%s",
						metric, goal, claim, r.Above, r.Jumps, picture(costs, nil))
				}
				if r.Consistent() {
					if r.Example != nil {
						t.Fatalf("%v toward %v is consistent and has an example", metric, goal)
					}
					continue
				}
				inconsistent++
				if r.Example == nil || r.Example.Map.Width() != 2 || r.Example.Map.Height() != 2 {
					t.Fatalf("%v toward %v has no example of 2×2: %+v\n%s", metric, goal, r.Example, picture(costs, nil))
				}
				checkExample(t, costs, ofMetric(metric), r)
				checkPasted(t, costs, metric, r)
			}
		})
	})
	if inconsistent == 0 {
		t.Error("no metric was found to be inconsistent on any map")
	}
}

// checkPasted writes the example as a map file and checks what that says when it is
// read again.
func checkPasted(t *rapid.T, costs *grid.Costs, metric grid.Metric, r *verify.HeuristicReport) {
	e := r.Example
	var text bytes.Buffer
	if err := mapfile.Write(&text, &mapfile.File{Map: e.Map, Start: &e.From, Goal: &e.To, Rule: costs.Rule(), Model: costs.Model()}, mapfile.Native); err != nil {
		t.Fatal(err)
	}
	file, err := mapfile.Read(strings.NewReader(text.String()), "example", mapfile.Limits{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text.String())
	}
	again, err := grid.NewCosts(file.Map, file.Rule, file.Model)
	if err != nil {
		t.Fatal(err)
	}
	pasted, err := verify.CheckHeuristic(t.Context(), again, metric, *file.Goal)
	if err != nil {
		t.Fatal(err)
	}
	if pasted.Consistent() || pasted.Admissible() && !r.Admissible() || !pasted.Admissible() && pasted.Overestimate.Cell != *file.Start {
		t.Fatalf("%v does not fail as it should on\n%s", metric, text.String())
	}
}

// Heuristics of a caller's own are found out too.
func TestWrongEstimatorsAreFoundOut(t *testing.T) {
	type count struct{ inadmissible, inconsistent, examples int }
	counts := make([]count, len(wrongEstimators))
	rapid.Check(t, func(t *rapid.T) {
		eachModel(t, func(costs *grid.Costs) {
			goal := drawOpen(t, costs.Map(), "goal")
			for i, wrong := range wrongEstimators {
				r := checkReport(t, costs, wrong.estimator, goal)
				if !r.Admissible() {
					counts[i].inadmissible++
				}
				if !r.Consistent() {
					counts[i].inconsistent++
				}
				if r.Example != nil {
					counts[i].examples++
					checkExample(t, costs, wrong.estimator, r)
				}
			}
		})
	})
	for i, wrong := range wrongEstimators {
		n := counts[i]
		// How often each is found out depends on the maps drawn.
		if n.inconsistent == 0 || n.inadmissible > 0 && wrong.name == unsteady || n.examples == 0 {
			t.Errorf("%s: found out %d times, %d of them as not admissible, with %d examples", wrong.name, n.inconsistent, n.inadmissible, n.examples)
		}
	}
}

// The numbers of a map small enough to work them out by hand. Toward the corner 2,2,
// manhattan is too high from the four cells that a diagonal step leads nearer, the most
// from 0,0; the four diagonal steps toward the corner lower it by 2, at the cost √2.
func TestManhattanByHand(t *testing.T) {
	costs := costsOf(t, grid.Rule{}, grid.Uniform, "...", "...", "...")
	r, err := verify.CheckHeuristic(t.Context(), costs, grid.Manhattan, grid.Cell{X: 2, Y: 2})
	if err != nil {
		t.Fatal(err)
	}
	root := func(straight, diagonal int64) root2.Length { return length(t, straight, diagonal) }
	want := &verify.HeuristicReport{
		Cells: 9, Steps: 40, Above: 4, Jumps: 4,
		Overestimate: &verify.Overestimate{Cell: grid.Cell{}, Estimate: root(4, 0), Distance: root(0, 2)},
		Jump:         &verify.Jump{From: grid.Cell{}, To: grid.Cell{X: 1, Y: 1}, Before: root(4, 0), Cost: root2.Root2, After: root(2, 0)},
		Ratio: &verify.Ratios{
			Mean:     (2*math.Sqrt2 + 4 + 2*3/(1+math.Sqrt2)) / 8,
			Least:    1,
			Greatest: math.Sqrt2,
		},
		Example: &verify.HeuristicExample{Corner: grid.Cell{X: 1, Y: 1}, From: grid.Cell{}, To: grid.Cell{X: 1, Y: 1}},
		Reaches: slices.Repeat([]bool{true}, 9),
		Excess: []root2.Length{
			root(4, -2), root(2, -1), 0,
			root(2, -1), root(2, -1), 0,
			0, 0, 0,
		},
	}
	options := cmp.Options{cmpopts.EquateApprox(1e-9, 0), cmpopts.IgnoreFields(verify.HeuristicExample{}, "Map")}
	if diff := cmp.Diff(want, r, options); diff != "" {
		t.Errorf("want -, got +\n%s", diff)
	}
	if got := fmt.Sprint(r.Overestimate.Excess(), r.Jump.Excess()); got != "4-2√2 2-√2" {
		t.Errorf("the excesses are %s", got)
	}
}

// Where the goal lies at the end of a corridor, the example has a goal of its own.
func TestExampleOfADistantFailure(t *testing.T) {
	corridor := strings.Repeat(".", 500)
	wall := strings.Repeat("@", 500)
	costs := costsOf(t, grid.Rule{}, grid.Uniform, corridor+"..", wall+"..")
	r, err := verify.CheckHeuristic(t.Context(), costs, grid.Manhattan, grid.Cell{})
	if err != nil {
		t.Fatal(err)
	}
	e := r.Example
	if e == nil || e.Map.Width() != 2 || e.Map.Height() != 2 || e.Corner != (grid.Cell{X: 500, Y: 0}) {
		t.Errorf("the example is %+v", e)
	}
}

// Examples of heuristics that fail at one place relative to the goal have to hold both,
// and the way between them.
func TestSizeOfExamples(t *testing.T) {
	// high estimates 1000 from cells that far to the left or right of the goal, at least
	// or exactly, and √2 or 0 from others.
	high := func(least, most int32) verify.Estimator {
		return func(_ *grid.Costs, goal grid.Cell) func(grid.Cell) root2.Length {
			return func(c grid.Cell) root2.Length {
				dx, dy := max(c.X-goal.X, goal.X-c.X), max(c.Y-goal.Y, goal.Y-c.Y)
				switch {
				case dy == 0 && least <= dx && dx <= most:
					return 1000 * root2.One
				case dx == 1 && dy == 1:
					return root2.Root2
				}
				return 0
			}
		}
	}
	row := func(n int) string { return strings.Repeat(".", n) }
	for _, test := range []struct {
		rows          []string
		estimator     verify.Estimator
		goal          grid.Cell
		width, height int // 0: none
	}{
		{[]string{".@.", "..."}, high(2, 2), grid.Cell{}, 3, 2},
		// Here parts of 2×2 cells are not consistent, but admissible.
		{[]string{".....", "....."}, high(4, 4), grid.Cell{}, 5, 1},
		// The nearest of many.
		{[]string{row(390)}, high(100, 390), grid.Cell{X: 389}, 101, 1},
		{[]string{row(390)}, high(100, 390), grid.Cell{}, 101, 1},
		// None is small enough.
		{[]string{row(500)}, high(400, 499), grid.Cell{}, 0, 0},
		{[]string{row(500)}, high(399, 499), grid.Cell{}, 400, 1},
	} {
		costs := costsOf(t, grid.Rule{}, grid.Uniform, test.rows...)
		r, err := verify.CheckEstimator(t.Context(), costs, test.estimator, test.goal)
		if err != nil || r.Admissible() {
			t.Fatalf("%v, %v; want one that is not admissible\n%s", r, err, picture(costs, nil))
		}
		width, height := 0, 0
		if r.Example != nil {
			width, height = r.Example.Map.Width(), r.Example.Map.Height()
		}
		if width != test.width || height != test.height {
			t.Errorf("toward %v the example is of %d×%d, want %d×%d\n%s", test.goal, width, height, test.width, test.height, picture(costs, nil))
		}
	}
}

// The cost of a step depends on where it leads.
func TestDistancesAreThoseToTheGoal(t *testing.T) {
	for model, want := range map[grid.Model][2]string{grid.Add: {"10", "2"}, grid.Mul: {"9", "1"}, grid.Mean: {"5", "5"}} {
		costs := costsOf(t, grid.Rule{}, model, "19")
		var got [2]string
		for i := range got {
			r, err := verify.CheckHeuristic(t.Context(), costs, grid.Zero, grid.Cell{X: int32(1 - i)})
			if err != nil {
				t.Fatal(err)
			}
			got[i] = costs.Format(-r.Excess[i])
		}
		if got != want {
			t.Errorf("%v: there and back costs %v, want %v", model, got, want)
		}
	}
}

func TestHeuristicErrors(t *testing.T) {
	costs := costsOf(t, grid.Rule{}, grid.Uniform, ".@.")
	negative := func(*grid.Costs, grid.Cell) func(grid.Cell) root2.Length {
		return func(grid.Cell) root2.Length { return -root2.One }
	}
	for _, test := range []struct {
		costs     *grid.Costs
		estimator verify.Estimator
		goal      grid.Cell
		want      string
	}{
		{nil, ofMetric(grid.Auto), grid.Cell{}, "verify: no costs given; want those of the map that the heuristic is for"},
		{costs, nil, grid.Cell{}, "verify: no estimator given; want one, or use CheckHeuristic"},
		{costs, ofMetric(grid.Auto), grid.Cell{X: 1}, "verify: the goal 1,0 is not an open cell of the map"},
		{costs, ofMetric(grid.Auto), grid.Cell{X: 3}, "verify: the goal 3,0 is not an open cell of the map"},
		{costs, ofMetric(grid.Auto), grid.Cell{Y: -1}, "verify: the goal 0,-1 is not an open cell of the map"},
		{costs, negative, grid.Cell{}, "verify: the estimate from 0,0 to 0,0 is -1; want at least 0"},
	} {
		r, err := verify.CheckEstimator(t.Context(), test.costs, test.estimator, test.goal)
		if r != nil || err == nil || err.Error() != test.want {
			t.Errorf("%v, %v; want %q", r, err, test.want)
		}
	}
}

// A distance over the limit is an error; a way over the limit beside a shorter one is not.
func TestHeuristicOverflow(t *testing.T) {
	var (
		heavy    = grid.WholeWeight(8_400_000_000)
		light    = grid.WholeWeight(1_000_000_000)
		middling = grid.WholeWeight(540_000_000) // fits as a or as b of a + b√2, but not as both
		x        = grid.Blocked
	)
	four, eight := grid.Rule{Moves: grid.Moves4}, grid.Rule{Corners: grid.CornersAlways}
	for _, test := range []struct {
		rule      grid.Rule
		width     int
		weights   []grid.Weight
		goal      grid.Cell
		overflows bool
	}{
		{four, 3, []grid.Weight{light, heavy, heavy}, grid.Cell{}, true},
		{four, 3, []grid.Weight{heavy, heavy, light}, grid.Cell{X: 2}, true},
		{four, 2, []grid.Weight{light, heavy}, grid.Cell{}, false},
		{four, 2, []grid.Weight{light, heavy, light, light}, grid.Cell{}, false},
		{four, 2, []grid.Weight{light, light, heavy, light}, grid.Cell{}, false},
		{eight, 3, []grid.Weight{middling, middling, x, x, x, middling}, grid.Cell{X: 2, Y: 1}, true},
		{eight, 2, []grid.Weight{middling, x, x, middling}, grid.Cell{X: 1, Y: 1}, false},
	} {
		m, err := grid.FromWeights(test.width, len(test.weights)/test.width, test.weights)
		if err != nil {
			t.Fatal(err)
		}
		costs, err := grid.NewCosts(m, test.rule, grid.Mul)
		if err != nil {
			t.Fatal(err)
		}
		r, err := verify.CheckHeuristic(t.Context(), costs, grid.Auto, test.goal)
		if errors.Is(err, root2.ErrOverflow) != test.overflows || (r == nil) != (err != nil) {
			t.Errorf("weights %v toward %v: %+v, %v; overflows: want %t", test.weights, test.goal, r, err, test.overflows)
		}
	}
}

func BenchmarkCheckHeuristic1024(b *testing.B) {
	const side = 1024
	m, err := grid.FromKinds(side, side, []grid.Kind{{Symbol: '.'}}, make([]uint8, side*side))
	if err != nil {
		b.Fatal(err)
	}
	costs, err := grid.NewCosts(m, grid.Rule{}, grid.Uniform)
	if err != nil {
		b.Fatal(err)
	}
	for _, metric := range []grid.Metric{grid.Manhattan, grid.Euclidean} {
		b.Run(metric.String(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				report, err := verify.CheckHeuristic(b.Context(), costs, metric, grid.Cell{X: side / 2, Y: side / 2})
				if err != nil || report.Cells != side*side || report.Admissible() != (metric == grid.Euclidean) {
					b.Fatal(report, err)
				}
			}
		})
	}
}

// TestCheckEndsWithItsContext ends the context before the check, and during each of its
// passes over the cells.
func TestCheckEndsWithItsContext(t *testing.T) {
	const side = 128
	m, err := grid.FromKinds(side, side, []grid.Kind{{Symbol: '.'}}, make([]uint8, side*side))
	if err != nil {
		t.Fatal(err)
	}
	costs, err := grid.NewCosts(m, grid.Rule{}, grid.Uniform)
	if err != nil {
		t.Fatal(err)
	}
	enough := errors.New("enough")
	for _, last := range []int{0, 1, side * side / 2, side * side} {
		ctx, cancel := context.WithCancelCause(t.Context())
		if last == 0 {
			cancel(enough)
		}
		calls := 0
		estimator := func(*grid.Costs, grid.Cell) func(grid.Cell) root2.Length {
			return func(grid.Cell) root2.Length {
				if calls++; calls == last {
					cancel(enough)
				}
				return 0
			}
		}
		r, err := verify.CheckEstimator(ctx, costs, estimator, grid.Cell{})
		if r != nil || !errors.Is(err, enough) || calls > last+4096 {
			t.Errorf("ended at estimate %d: %v, %v after %d estimates", last, r, err, calls)
		}
		cancel(nil)
	}
}
