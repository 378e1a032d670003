package verify_test

import (
	"cmp"
	"errors"
	"maps"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/verify"
	"pgregory.net/rapid"
)

// The reference agrees with package grid about every pair of cells, and with
// Bellman-Ford about every query.
func TestReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		costs := drawCosts(t)
		m := costs.Map()
		from := drawOpen(t, m, "from")
		for y := range int32(m.Height()) + 2 {
			for x := range int32(m.Width()) + 2 {
				to := grid.Cell{X: x - 1, Y: y - 1}
				cost, legal := verify.Step(t, costs, from, to)
				if legal != costs.Legal(from, to) {
					t.Fatalf("step %v to %v: legal is %v\n%s", from, to, legal, picture(costs, nil))
				}
				if d, _ := grid.DirBetween(from, to); legal && cost != costs.Step(m.ID(from), d) {
					t.Fatalf("step %v to %v: cost is %s\n%s", from, to, costs.Format(cost), picture(costs, nil))
				}
			}
		}
		best, _ := bellmanFord(costs, from)
		to := drawOpen(t, m, "to")
		want, wantReachable := best[to]
		cost, reachable, settled := verify.Optimum(t, costs, from, to)
		if cost != want || reachable != wantReachable {
			t.Fatalf("%v to %v: %s, %v; want %s, %v\n%s", from, to, costs.Format(cost), reachable, costs.Format(want), wantReachable, picture(costs, nil))
		}
		if settled > len(best) || !reachable && settled < len(best) {
			t.Fatalf("%v to %v: settled %d of %d cells\n%s", from, to, settled, len(best), picture(costs, nil))
		}
		reached, reachesGoal := verify.Flood(costs, from, to)
		if reached != len(best) || reachesGoal != wantReachable {
			t.Fatalf("flooding from %v reaches %d cells, %v: %v; want %d, %v\n%s", from, reached, to, reachesGoal, len(best), wantReachable, picture(costs, nil))
		}
	})
}

// check returns the report of an answer that can be checked.
func check(t rapid.TB, costs *grid.Costs, a verify.Answer) verify.Report {
	t.Helper()
	report, err := verify.Check(costs, a)
	if err != nil {
		t.Fatalf("%v\n%s", err, picture(costs, a.Path))
	}
	return report
}

func wantOK(t rapid.TB, costs *grid.Costs, a verify.Answer) {
	t.Helper()
	if report := check(t, costs, a); !report.OK() {
		t.Fatalf("a right answer failed: %+v\n%s%s", a, report, picture(costs, a.Path))
	}
}

func wantFailure(t rapid.TB, costs *grid.Costs, a verify.Answer, subject verify.Subject) {
	t.Helper()
	report := check(t, costs, a)
	if report.OK() {
		t.Fatalf("a wrong %s passed: %+v\n%s%s", subject, a, report, picture(costs, a.Path))
	}
	if report.Failure.Subject != subject {
		t.Fatalf("failed for %q, want %q: %+v\n%s%s", report.Failure.Subject, subject, a, report, picture(costs, a.Path))
	}
}

// drawFound draws a map and a query on it that has a path, and returns the
// right answer.
func drawFound(t *rapid.T) (*grid.Costs, verify.Answer) {
	costs := drawCosts(t)
	from := drawOpen(t, costs.Map(), "from")
	best, before := bellmanFord(costs, from)
	reached := slices.SortedFunc(maps.Keys(best), func(a, b grid.Cell) int {
		return cmp.Or(cmp.Compare(a.Y, b.Y), cmp.Compare(a.X, b.X))
	})
	to := rapid.SampledFrom(reached).Draw(t, "to")
	cost := best[to]
	return costs, verify.Answer{
		Status: search.Found, From: from, To: to, Path: pathTo(before, to), Cost: cost, HasCost: true,
		Certificate: search.Optimal, LowerBound: cost, HasLowerBound: true,
	}
}

func TestRightAnswersPassAndTamperedOnesFail(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		costs, right := drawFound(t)
		wantOK(t, costs, right)
		optimum := right.Cost
		unstated := right
		unstated.Cost, unstated.HasCost = 0, false
		wantOK(t, costs, unstated)

		stopped := right
		stopped.Status = search.Limit
		wantOK(t, costs, stopped)
		stopped.Path, stopped.Cost, stopped.HasCost, stopped.Certificate = nil, 0, false, search.None
		stopped.Nearest, stopped.NearestCost = right.Path, right.Cost
		wantOK(t, costs, stopped)

		tampered := right
		tampered.Cost += root2.Length(rapid.SampledFrom([]int64{-root2.P, -root2.Q, -1, 1, root2.Q, root2.P}).Draw(t, "off by"))
		wantFailure(t, costs, tampered, verify.SubjectCost)

		tampered = right
		tampered.LowerBound++
		wantFailure(t, costs, tampered, verify.SubjectLowerBound)
		tampered.Certificate = search.Feasible
		wantFailure(t, costs, tampered, verify.SubjectLowerBound)
		tampered.Status, tampered.Path, tampered.Cost, tampered.HasCost, tampered.Certificate = search.Limit, nil, 0, false, search.None
		wantFailure(t, costs, tampered, verify.SubjectLowerBound)
		tampered = right
		tampered.LowerBound--
		wantFailure(t, costs, tampered, verify.SubjectLowerBound)
		tampered.HasLowerBound = false
		wantOK(t, costs, tampered)

		for _, status := range []search.Status{0, search.StartBlocked, search.GoalBlocked, search.OutOfBounds, search.OutOfBounds + 1} {
			tampered = right
			tampered.Status = status
			wantFailure(t, costs, tampered, verify.SubjectStatus)
		}
		tampered = verify.Answer{Status: search.NoPath, From: right.From, To: right.To}
		wantFailure(t, costs, tampered, verify.SubjectStatus)
		tampered.Path = right.Path
		wantFailure(t, costs, tampered, verify.SubjectPath)
		tampered = right
		tampered.Path = nil
		wantFailure(t, costs, tampered, verify.SubjectPath)
		tampered.Status = search.Limit
		wantFailure(t, costs, tampered, verify.SubjectCost)
		tampered.HasCost = false
		wantFailure(t, costs, tampered, verify.SubjectCertificate)
		for _, certificate := range []search.Certificate{search.None, search.Optimal + 1} {
			tampered = right
			tampered.Certificate = certificate
			wantFailure(t, costs, tampered, verify.SubjectCertificate)
		}

		// Claims about a path that is no better than it should be.
		detour := right
		detour.Path = wander(t, costs, right.Path)
		var err error
		if detour.Cost, err = costs.PathCost(detour.Path); err != nil {
			t.Fatal(err)
		}
		detour.LowerBound = optimum
		detour.Certificate = search.Feasible
		wantOK(t, costs, detour)
		detour.HasCost = false
		wantOK(t, costs, detour)
		if detour.Cost == optimum {
			return
		}
		detour.Certificate = search.Optimal
		wantFailure(t, costs, detour, verify.SubjectCertificate)
		detour.HasCost = true
		wantFailure(t, costs, detour, verify.SubjectCertificate)
		detour.Certificate = search.Bounded // by 1, if Bound is zero
		wantFailure(t, costs, detour, verify.SubjectCertificate)
	})
}

// Any list of cells passes exactly if package grid finds it legal, from end to
// end, and of the stated cost.
func TestPathIsCheckedStepByStep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		costs, a := drawFound(t)
		a.Certificate, a.HasLowerBound = search.Feasible, false
		a.Path = slices.Clone(a.Path)
		place := rapid.IntRange(0, len(a.Path)-1).Draw(t, "place")
		switch rapid.SampledFrom([]string{"move", "leave out", "repeat", "anywhere"}).Draw(t, "change") {
		case "move":
			a.Path[place] = a.Path[place].Step(grid.Dir(rapid.IntRange(0, 7).Draw(t, "direction")))
		case "leave out":
			a.Path = slices.Delete(a.Path, place, place+1)
		case "repeat":
			a.Path = slices.Insert(a.Path, place, a.Path[place])
		default:
			a.Path[place] = grid.Cell{X: rapid.Int32().Draw(t, "x"), Y: rapid.Int32().Draw(t, "y")}
		}
		cost, err := costs.PathCost(a.Path)
		legal := err == nil && a.Path[0] == a.From && a.Path[len(a.Path)-1] == a.To
		report := check(t, costs, a)
		switch {
		case report.OK() != (legal && cost == a.Cost):
			t.Fatalf("%s\n%v\n%s", report, err, picture(costs, a.Path))
		case report.OK():
		case legal != (report.Failure.Subject == verify.SubjectCost):
			t.Fatalf("failed for %q\n%v\n%s", report.Failure.Subject, err, picture(costs, a.Path))
		}
		var illegal *grid.PathError
		if errors.As(err, &illegal) && len(a.Path) > 0 && a.Path[0] == a.From {
			if f := report.Failure; f.Step != illegal.Step || f.From != illegal.From || f.To != illegal.To {
				t.Fatalf("failed at %v; want %v\n%s", f, illegal, picture(costs, a.Path))
			}
		}

		// The same path as the way to the nearest cell.
		nearest := verify.Answer{Status: search.Limit, From: a.From, To: a.To, Nearest: a.Path, NearestCost: a.Cost}
		fromStart := err == nil && a.Path[0] == a.From
		if report := check(t, costs, nearest); len(a.Path) > 0 && report.OK() != (fromStart && cost == a.Cost) {
			t.Fatalf("nearest: %s\n%v\n%s", report, err, picture(costs, a.Path))
		}
	})
}

func TestBound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		costs, a := drawFound(t)
		optimum := a.Cost
		a.Path = wander(t, costs, a.Path)
		var err error
		if a.Cost, err = costs.PathCost(a.Path); err != nil {
			t.Fatal(err)
		}
		a.Certificate, a.HasLowerBound = search.Bounded, false
		a.Bound.Den = rapid.Int64Range(1, 1_000_000).Draw(t, "den")
		a.Bound.Num = a.Bound.Den + rapid.Int64Range(0, 2*a.Bound.Den).Draw(t, "more")
		if rapid.Bool().Draw(t, "close") && optimum > 0 {
			// The ratio next to the true one, on either side of it.
			exact := new(big.Float).Quo(exactly(a.Cost), exactly(optimum))
			num, _ := new(big.Float).Mul(exact, big.NewFloat(float64(a.Bound.Den))).Int64()
			a.Bound.Num = num + rapid.Int64Range(0, 1).Draw(t, "side")
			a.Bound.Num = max(a.Bound.Num, a.Bound.Den)
		}
		most := new(big.Float).Mul(exactly(optimum), big.NewFloat(float64(a.Bound.Num)))
		most.Sub(most, new(big.Float).Mul(exactly(a.Cost), big.NewFloat(float64(a.Bound.Den))))
		// Rounding is about 1e-600; √2 keeps unequal values farther than 1e-30 apart.
		if holds := most.Cmp(big.NewFloat(-1e-100)) > 0; holds {
			wantOK(t, costs, a)
		} else {
			wantFailure(t, costs, a, verify.SubjectCertificate)
		}
		a.Bound = search.Ratio{Num: 99, Den: 100}
		wantFailure(t, costs, a, verify.SubjectCertificate)
		a.Bound = search.Ratio{Num: 1, Den: -1}
		wantFailure(t, costs, a, verify.SubjectCertificate)
	})
}

// exactly returns a length to two thousand bits.
func exactly(l root2.Length) *big.Float {
	const precision = 2000
	a, b := l.Coefficients()
	root := new(big.Float).SetPrec(precision).SetInt64(2)
	root.Sqrt(root)
	root.Mul(root, new(big.Float).SetInt64(b))
	return root.Add(root, new(big.Float).SetInt64(a))
}

// A bound is that of the lengths, not of the integers that hold them: 3Q/2P, the
// quotient of the integers of 3 and 2√2, is below 3/(2√2).
func TestBoundIsThatOfLengths(t *testing.T) {
	costs := costsOf(t, grid.Rule{}, grid.Uniform,
		"...",
		"...",
		"...")
	a := verify.Answer{
		Status: search.Limit, To: grid.Cell{X: 2, Y: 2}, Path: cellsOf(0, 0, 1, 0, 2, 1, 2, 2), Cost: length(t, 2, 1), HasCost: true,
		Certificate: search.Bounded, LowerBound: length(t, 0, 2), HasLowerBound: true,
		Bound: search.Ratio{Num: 2*root2.Q + root2.P, Den: 2 * root2.P},
	}
	wantFailure(t, costs, a, verify.SubjectCertificate)
	a.Bound.Num++
	wantOK(t, costs, a)
}

func TestSenselessQueries(t *testing.T) {
	costs := costsOf(t, grid.Rule{}, grid.Uniform,
		"..@",
		"@..")
	open, blocked, outside := grid.Cell{X: 1}, grid.Cell{X: 2}, grid.Cell{X: 3, Y: 1}
	statuses := []search.Status{search.Found, search.NoPath, search.Limit, search.StartBlocked, search.GoalBlocked, search.OutOfBounds}
	for _, tc := range []struct {
		from, to grid.Cell
		right    []search.Status
	}{
		{open, open, []search.Status{search.Limit}}, // found needs a path
		{blocked, open, []search.Status{search.StartBlocked}},
		{open, blocked, []search.Status{search.GoalBlocked}},
		{blocked, blocked, []search.Status{search.StartBlocked, search.GoalBlocked}},
		{outside, open, []search.Status{search.OutOfBounds}},
		{open, outside, []search.Status{search.OutOfBounds}},
		{outside, blocked, []search.Status{search.GoalBlocked, search.OutOfBounds}},
		{blocked, outside, []search.Status{search.StartBlocked, search.OutOfBounds}},
		{grid.Cell{X: -1}, grid.Cell{Y: -1 << 31}, []search.Status{search.OutOfBounds}},
	} {
		for _, status := range statuses {
			report := check(t, costs, verify.Answer{Status: status, From: tc.from, To: tc.to})
			if report.OK() != slices.Contains(tc.right, status) {
				t.Errorf("%v from %v to %v:\n%s", status, tc.from, tc.to, report)
			}
		}
	}
}

func TestNoPath(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		costs := drawCosts(t)
		a := verify.Answer{Status: search.NoPath, From: drawOpen(t, costs.Map(), "from"), To: drawOpen(t, costs.Map(), "to")}
		best, before := bellmanFord(costs, a.From)
		if _, reachable := best[a.To]; reachable {
			wantFailure(t, costs, a, verify.SubjectStatus)
			return
		}
		wantOK(t, costs, a)
		a.LowerBound, a.HasLowerBound = root2.Max, true
		wantOK(t, costs, a)
		nearest := a.From
		for y := range int32(costs.Map().Height()) {
			for x := range int32(costs.Map().Width()) {
				if c := (grid.Cell{X: x, Y: y}); best[c] > best[nearest] {
					nearest = c
				}
			}
		}
		a.Nearest, a.NearestCost = pathTo(before, nearest), best[nearest]
		wantOK(t, costs, a)
		a.NearestCost++
		wantFailure(t, costs, a, verify.SubjectNearestCost)
		a.NearestCost--
		a.Nearest = append(slices.Clone(a.Nearest), a.To)
		wantFailure(t, costs, a, verify.SubjectNearest)
		a.Nearest = nil
		a.Status = search.Limit
		wantOK(t, costs, a)
		a.Status, a.Path, a.Certificate = search.Found, []grid.Cell{a.From, a.To}, search.Feasible
		wantFailure(t, costs, a, verify.SubjectPath)
	})
}

// The report and the failure say what a reader needs, in order.
func TestReportText(t *testing.T) {
	costs := costsOf(t, grid.Rule{}, grid.Uniform,
		"...",
		".@.",
		"...")
	right := verify.Answer{
		Status: search.Found, To: grid.Cell{X: 2, Y: 2}, Path: cellsOf(0, 0, 1, 0, 2, 0, 2, 1, 2, 2), Cost: length(t, 4, 0), HasCost: true,
		Certificate: search.Optimal, LowerBound: length(t, 4, 0), HasLowerBound: true,
	}
	cut, off, moved, outside, short := right, right, right, right, right
	cut.Path, cut.Cost = cellsOf(0, 0, 1, 0, 2, 1, 2, 2), length(t, 2, 1)
	off.Cost = length(t, 3, 1)
	moved.Path = cellsOf(0, 0, 1, 0, 1, 1, 2, 1, 2, 2)
	outside.Path = cellsOf(0, 0, 0, -1, 1, 0)
	short.Path = cellsOf(0, 0, 1, 0)
	nowhere := verify.Answer{Status: search.NoPath, To: grid.Cell{X: 2, Y: 2}}
	for _, tc := range []struct {
		name   string
		answer verify.Answer
		want   []string
	}{
		{"right", right, []string{
			"ok: 0,0 and 2,2 are open",
			"ok: path legal (4 steps)",
			"ok: cost 4 recomputed",
			"ok: lower bound 4 does not exceed the optimum 4 (plain Dijkstra over 8 cells)",
			"ok: no path is cheaper (plain Dijkstra over 8 cells)",
		}},
		{"cut", cut, []string{
			"ok: 0,0 and 2,2 are open",
			"wrong: path: step 2, 1,0 to 2,1, cuts a corner (rule: 8 moves, corners never cut)",
		}},
		{"off", off, []string{
			"ok: 0,0 and 2,2 are open",
			"ok: path legal (4 steps)",
			"wrong: cost is 3+√2, but the path costs 4",
		}},
		{"moved", moved, []string{
			"ok: 0,0 and 2,2 are open",
			"wrong: path: step 2, 1,0 to 1,1, enters a blocked cell",
		}},
		{"outside", outside, []string{
			"ok: 0,0 and 2,2 are open",
			"wrong: path: step 1, 0,0 to 0,-1, leaves the map",
		}},
		{"short", short, []string{
			"ok: 0,0 and 2,2 are open",
			"wrong: path ends at 1,0, but the query is for 2,2",
		}},
		{"nowhere", nowhere, []string{
			"ok: 0,0 and 2,2 are open",
			"wrong: status is no-path, but a path leads from 0,0 to 2,2",
		}},
	} {
		report := check(t, costs, tc.answer)
		if want := strings.Join(tc.want, "\n") + "\n"; report.String() != want {
			t.Errorf("%s: got\n%swant\n%s", tc.name, report, want)
		}
		if !report.OK() && "wrong: "+strings.TrimPrefix(report.Failure.Error(), "verify: ") != tc.want[len(tc.want)-1] {
			t.Errorf("%s: error is %q", tc.name, report.Failure.Error())
		}
	}
}

func TestNotCheckable(t *testing.T) {
	if _, err := verify.Check(nil, verify.Answer{}); err == nil {
		t.Error("no costs: want an error")
	}
	heavy := grid.WholeWeight(8_000_000_000)
	far := grid.Cell{X: 2}
	straight := weightedCosts(t, grid.Rule{Moves: grid.Moves4}, 3, grid.WholeWeight(0), heavy, heavy)
	zero, quarter, half := grid.WholeWeight(0), grid.WholeWeight(250_000_000), grid.WholeWeight(500_000_000)
	bent := weightedCosts(t, grid.Rule{}, 3, zero, quarter, grid.Blocked, quarter, half, half)
	bend := verify.Answer{Status: search.Found, To: grid.Cell{X: 2, Y: 1}, Path: cellsOf(0, 0, 1, 1, 2, 1), Certificate: search.Feasible}
	for _, tc := range []struct {
		costs  *grid.Costs
		answer verify.Answer
		want   string
	}{
		{straight, verify.Answer{Status: search.Found, To: far, Path: cellsOf(0, 0, 1, 0, 2, 0), Certificate: search.Feasible}, "path: at step 2"},
		{straight, verify.Answer{Status: search.Limit, To: far, LowerBound: 1, HasLowerBound: true}, "cheapest path from 0,0 to 2,0"},
		{bent, bend, "500000000+500000000√2"},
		{bent, verify.Answer{Status: search.Limit, To: bend.To, LowerBound: 1, HasLowerBound: true}, "the optimum: "},
	} {
		report, err := verify.Check(tc.costs, tc.answer)
		if !errors.Is(err, root2.ErrOverflow) || !strings.Contains(err.Error(), tc.want) || len(report.Passed) > 0 {
			t.Errorf("%v, %v; want ErrOverflow with %q and nothing else", report, err, tc.want)
		}
	}
}

// weightedCosts returns costs, step length times weight, on a map given row by
// row.
func weightedCosts(t *testing.T, rule grid.Rule, width int, weights ...grid.Weight) *grid.Costs {
	t.Helper()
	m, err := grid.FromWeights(width, len(weights)/width, weights)
	if err != nil {
		t.Fatal(err)
	}
	costs, err := grid.NewCosts(m, rule, grid.Mul)
	if err != nil {
		t.Fatal(err)
	}
	return costs
}
