package scenario

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/internal/asciigrid"
	"github.com/astrolabe-search/astrolabe/internal/sharedtest"
	"github.com/astrolabe-search/astrolabe/mapfile"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

// wall is a map with queries whose optima were worked out by hand.
func wall(t *testing.T) Case {
	t.Helper()
	m := asciigrid.Parse(t,
		"......",
		".####.",
		"......",
		"......").Map
	var queries []mapfile.Query
	for i, q := range []struct {
		start, goal grid.Cell
		optimal     string
	}{
		{grid.Cell{X: 0, Y: 3}, grid.Cell{X: 0, Y: 3}, "0"},
		{grid.Cell{X: 1, Y: 2}, grid.Cell{X: 4, Y: 3}, "3.41421"},
		{grid.Cell{X: 0, Y: 0}, grid.Cell{X: 5, Y: 0}, "5"},
		{grid.Cell{X: 0, Y: 0}, grid.Cell{X: 3, Y: 3}, "5.41421"},
		{grid.Cell{X: 0, Y: 0}, grid.Cell{X: 5, Y: 2}, "7"},
	} {
		queries = append(queries, mapfile.Query{Width: 6, Height: 4, Start: q.start, Goal: q.goal, Optimal: q.optimal, Line: i + 2})
	}
	return Case{
		Map: "wall.map", Source: "wall.map.scen", Scenario: &mapfile.Scenario{Version: "1", Queries: queries},
		Load: func() (*grid.Map, error) { return m, nil },
	}
}

func lookup(t *testing.T, names ...string) []Algorithm {
	t.Helper()
	var algorithms []Algorithm
	for _, name := range names {
		a, err := Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		algorithms = append(algorithms, a)
	}
	return algorithms
}

// fake is an algorithm that answers as astar does, and then as spoil says. n counts
// its answers from 0.
func fake(t *testing.T, name string, spoil func(n int, a *Answer)) Algorithm {
	t.Helper()
	honest := lookup(t, "astar")[0]
	return Algorithm{name, func(costs *grid.Costs, weight search.Ratio) (Runner, error) {
		r, err := honest.New(costs, weight)
		return &fakeRunner{Runner: r, spoil: spoil}, err
	}}
}

type fakeRunner struct {
	Runner
	spoil func(int, *Answer)
	n     int
}

func (r *fakeRunner) Find(ctx context.Context, from, to grid.Cell) (Answer, error) {
	a, err := r.Runner.Find(ctx, from, to)
	r.spoil(r.n, &a)
	r.n++
	return a, err
}

// withoutTimes is what must be the same in every run.
func withoutTimes(results []Result) []Result {
	masked := slices.Clone(results)
	for i := range masked {
		r := &masked[i]
		*r = Result{Map: r.Map, Algorithm: r.Algorithm, Queries: r.Queries, Optimal: r.Optimal, Expanded: r.Expanded, PeakBytes: r.PeakBytes}
	}
	return masked
}

func TestEveryAlgorithmIsRight(t *testing.T) {
	m, err := wall(t).Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, rule := range grid.Rules() {
		var algorithms []Algorithm
		costs, err := grid.NewCosts(m, rule, grid.Uniform)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range Algorithms() {
			if e, err := gridsearch.ParseEngine(a.Name); err != nil || e.Supports(costs) == "" {
				algorithms = append(algorithms, a)
			}
		}
		report, err := Run(t.Context(), []Case{wall(t)}, Options{Algorithms: algorithms, Rule: rule, Weight: search.Ratio{Num: 3, Den: 2}})
		if err != nil || report.Stopped != nil {
			t.Fatal(err, report.Stopped)
		}
		if len(report.Wrong) > 0 {
			t.Errorf("%v: %v", rule, report.Wrong)
		}
		for i, r := range report.Results {
			inexact := r.Algorithm == "greedy" || r.Algorithm == "breadth-first" || r.Algorithm == "weighted-astar" || r.Algorithm == "bidirectional-first-meeting"
			if r.Algorithm != algorithms[i].Name || r.Queries != 5 || r.Optimal != 5 && !inexact {
				t.Errorf("%v: %+v", rule, r)
			}
			if r.Algorithm == "astar" && (r.Expanded == 0 || r.PeakBytes == 0 || r.MeanUS == 0 || r.MedianUS == 0 || r.P99US < r.MedianUS || r.NSPerExpansion == 0) {
				t.Errorf("%v: %+v", rule, r)
			}
		}
	}
}

// The published optima do not hold for other costs, and are not compared with.
func TestOtherCostsHaveNoPublishedOptimum(t *testing.T) {
	c := wall(t)
	m := asciigrid.Parse(t, "123456", "1####6", "111111", "111111").Map
	c.Load = func() (*grid.Map, error) { return m, nil }
	for _, model := range []grid.Model{grid.Add, grid.Mul, grid.Mean} {
		report, err := Run(t.Context(), []Case{c}, Options{Algorithms: lookup(t, "auto", "astar", "greedy"), Model: model})
		if err != nil || len(report.Wrong) > 0 {
			t.Fatal(err, report.Wrong)
		}
		if r := report.Results; r[0].Optimal != 5 || r[1].Optimal != 5 || r[2].Optimal == 0 {
			t.Errorf("%v: %+v", model, r)
		}
	}
	// Even an algorithm that runs alone is held to the truth there.
	short := fake(t, "short", func(_ int, a *Answer) { a.Status, a.Path = search.NoPath, nil })
	report, err := Run(t.Context(), []Case{c}, Options{Algorithms: []Algorithm{short}, Model: grid.Mul})
	if err != nil || len(report.Wrong) != 5 || report.Wrong[2].Published != "" || !strings.HasPrefix(report.Wrong[2].Reason, "there is a path of 19 ") {
		t.Errorf("%v, %v", err, report.Wrong)
	}
}

func TestWrongPublishedOptimum(t *testing.T) {
	for _, test := range []struct{ published, reason string }{
		{"7.00003", "a legal path is shorter than the published optimum"},
		{"6.99997", "it is certified optimal, and is too long"},
	} {
		c := wall(t)
		c.Scenario.Queries[4].Optimal = test.published
		report, err := Run(t.Context(), []Case{c}, Options{Algorithms: lookup(t, "auto")})
		if err != nil {
			t.Fatal(err)
		}
		want := []Wrong{{
			Map: "wall.map", Algorithm: "auto", Source: "wall.map.scen", Line: 6, Query: 5,
			Published: test.published, Ours: "7 ≈ 7", Reason: test.reason,
		}}
		if diff := cmp.Diff(want, report.Wrong); diff != "" {
			t.Error(diff)
		}
		if report.Results[0].Optimal != 4 {
			t.Errorf("optimal: %d, want 4", report.Results[0].Optimal)
		}
	}
	w := Wrong{"wall.map", "auto", "wall.map.scen", 6, 5, "6.5", "7 ≈ 7", "it is too long"}
	if got, want := w.String(), "wall.map.scen:6: map wall.map, query 5: auto's answer is 7 ≈ 7, the published optimum is 6.5: it is too long"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestWrongAnswers(t *testing.T) {
	// The answer to the last query, of the length 7, is spoiled; n is 5 for it,
	// since the warm-up comes first.
	cells := func(xy ...int32) (path []grid.Cell) {
		for i := 0; i < len(xy); i += 2 {
			path = append(path, grid.Cell{X: xy[i], Y: xy[i+1]})
		}
		return path
	}
	detour := cells(0, 0, 0, 1, 0, 2, 0, 3, 1, 3, 2, 3, 3, 3, 4, 3, 5, 3, 5, 2) // 9 long
	for _, test := range []struct {
		name   string
		spoil  func(a *Answer)
		reason string
	}{
		{"no path", func(a *Answer) { *a = Answer{Status: search.NoPath} }, "the scenario has a path"},
		{"blocked", func(a *Answer) { *a = Answer{Status: search.GoalBlocked} }, "the scenario has a path"},
		{"length", func(a *Answer) { a.Length = 6 * root2.One }, "its path is 7 ≈ 7 long"},
		{"no cells", func(a *Answer) { a.Path = nil }, "grid: path: first cell 0,0 is missing: the path is empty"},
		{"illegal", func(a *Answer) { a.Path, a.Length = cells(0, 0, 1, 1), root2.Root2 }, "grid: path: step 1, 0,0 to 1,1, enters a blocked cell"},
		{"other goal", func(a *Answer) { a.Path, a.Length = cells(0, 0, 1, 0), root2.One }, "its path leads from 0,0 to 1,0, not from 0,0 to 5,2"},
		{"too long", func(a *Answer) { a.Path, a.Length = detour, 9*root2.One }, "it is certified optimal, and is too long"},
		{"over the bound", func(a *Answer) {
			a.Path, a.Length, a.Certificate, a.Bound = detour, 9*root2.One, search.Bounded, search.Ratio{Num: 5, Den: 4}
		}, "it is certified bounded, and is too long"},
		{"within the bound", func(a *Answer) {
			a.Path, a.Length, a.Certificate, a.Bound = detour, 9*root2.One, search.Bounded, search.Ratio{Num: 4, Den: 3}
		}, ""},
		{"feasible", func(a *Answer) { a.Path, a.Length, a.Certificate = detour, 9*root2.One, search.Feasible }, ""},
	} {
		algorithms := []Algorithm{lookup(t, "auto")[0], fake(t, "fake", func(n int, a *Answer) {
			if n == 5 {
				test.spoil(a)
			}
		})}
		report, err := Run(t.Context(), []Case{wall(t)}, Options{Algorithms: algorithms})
		if err != nil {
			t.Fatal(err)
		}
		var reasons []string
		for _, w := range report.Wrong {
			if w.Algorithm != "fake" || w.Query != 5 {
				t.Errorf("%s: %v", test.name, w)
			}
			reasons = append(reasons, w.Reason)
		}
		var want []string
		if test.reason != "" {
			want = []string{test.reason}
		}
		if !slices.Equal(reasons, want) {
			t.Errorf("%s: %q, want %q", test.name, reasons, want)
		}
		if o := report.Results[1].Optimal; o != 4 {
			t.Errorf("%s: optimal: %d, want 4", test.name, o)
		}
	}
}

// Two algorithms that both claim the optimum must agree exactly, more exactly
// than the scenario prints it.
func TestCertifiedLengthsMustBeEqual(t *testing.T) {
	c := wall(t)
	c.Scenario.Queries = c.Scenario.Queries[4:]
	c.Scenario.Queries[0].Optimal, c.Scenario.Queries[0].Tolerance = "8", 2
	long := fake(t, "long", func(_ int, a *Answer) {
		a.Path = []grid.Cell{{X: 0, Y: 0}, {X: 0, Y: 1}, {X: 0, Y: 2}, {X: 0, Y: 3}, {X: 1, Y: 3}, {X: 2, Y: 3}, {X: 3, Y: 3}, {X: 4, Y: 3}, {X: 5, Y: 2}}
		a.Length = 7*root2.One + root2.Root2
	})
	report, err := Run(t.Context(), []Case{c}, Options{Algorithms: append(lookup(t, "auto"), long)})
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Wrong) != 1 || report.Wrong[0].Algorithm != "long" || report.Wrong[0].Reason != "it is certified optimal, and there is a path of 7 ≈ 7" {
		t.Errorf("got %v", report.Wrong)
	}
}

func TestAnswersMustNotChange(t *testing.T) {
	moody := fake(t, "moody", func(n int, a *Answer) {
		if n > 5 {
			a.Expanded++
		}
	})
	report, err := Run(t.Context(), []Case{wall(t)}, Options{Algorithms: []Algorithm{moody}, Repeat: 2})
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Wrong) != 5 || !strings.Contains(report.Wrong[0].Reason, "the first time it was 0 ≈ 0, of 1 expansions, and now of 2") {
		t.Errorf("got %v", report.Wrong)
	}
}

func TestRunsAgreeExceptInTimes(t *testing.T) {
	var cases []Case
	for i := range 7 {
		c := wall(t)
		c.Map = fmt.Sprintf("wall%d.map", i)
		cases = append(cases, c)
	}
	var first []Result
	for _, opts := range []Options{{}, {Repeat: 4}, {Workers: 3}, {Workers: 100, Repeat: 2}} {
		var most atomic.Int64
		opts.Algorithms = lookup(t, "auto", "bidirectional", "bucket-astar")
		opts.Progress = func(done, total int) {
			if want := 7 * 5 * max(opts.Repeat, 1); total != want {
				t.Errorf("progress of %d, want %d", total, want)
			}
			most.Store(max(most.Load(), int64(done)))
		}
		report, err := Run(t.Context(), cases, opts)
		if err != nil || report.Stopped != nil || len(report.Wrong) > 0 {
			t.Fatal(err, report.Stopped, report.Wrong)
		}
		if first == nil {
			first = report.Results
		}
		if diff := cmp.Diff(withoutTimes(first), withoutTimes(report.Results)); diff != "" {
			t.Error(diff)
		}
		for _, r := range report.Results {
			if len(r.RepeatsUS) != max(opts.Repeat, 1) {
				t.Errorf("%d repeats, want %d", len(r.RepeatsUS), opts.Repeat)
			}
		}
		if opts.Workers < 2 && most.Load() != int64(7*5*max(opts.Repeat, 1)) {
			t.Errorf("progress ended at %d", most.Load())
		}
	}
	if n := len(first); n != 21 || first[0].Map != "wall0.map" || first[n-1].Map != "wall6.map" {
		t.Errorf("%d results, want 21 in the order of the cases", n)
	}
}

func TestAlgorithmsTakeTurns(t *testing.T) {
	var order strings.Builder
	var algorithms []Algorithm
	for _, name := range []string{"a", "b", "c"} {
		algorithms = append(algorithms, fake(t, name, func(int, *Answer) { order.WriteString(name) }))
	}
	if _, err := Run(t.Context(), []Case{wall(t)}, Options{Algorithms: algorithms, Repeat: 2}); err != nil {
		t.Fatal(err)
	}
	const want = "abc" + "abcbcacababcbca" + "bcacababcbcacab" // warm-up, then the passes
	if order.String() != want {
		t.Errorf("the order is %s, want %s", order.String(), want)
	}
}

func TestSample(t *testing.T) {
	for n, want := range map[int][]int{
		0: {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 10: {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 11: {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
		1: {0}, 2: {0, 5}, 3: {0, 3, 6}, 4: {0, 2, 5, 7},
	} {
		if got := sample(10, n); !slices.Equal(got, want) {
			t.Errorf("sample(10, %d) = %v, want %v", n, got, want)
		}
	}
	report, err := Run(t.Context(), []Case{wall(t)}, Options{Algorithms: lookup(t, "auto"), Sample: 2})
	if err != nil || report.Results[0].Queries != 2 {
		t.Errorf("%v, %+v; want 2 queries", err, report.Results)
	}
}

func TestStoppedRunKeepsWhatItHas(t *testing.T) {
	enough := errors.New("enough")
	for _, test := range []struct{ at, queries, repeats int }{
		{3, 2, 0}, // the third query of the first pass, after the warm-up
		{8, 5, 1}, // the third of the second
	} {
		ctx, cancel := context.WithCancelCause(t.Context())
		last := 0
		stopper := fake(t, "stopper", func(n int, _ *Answer) {
			if last = n; n == test.at {
				cancel(enough)
			}
		})
		report, err := Run(ctx, []Case{wall(t), wall(t)}, Options{Algorithms: append(lookup(t, "auto"), stopper), Repeat: 3})
		if err != nil || report.Stopped != enough || len(report.Wrong) > 0 {
			t.Fatal(err, report.Stopped, report.Wrong)
		}
		if last != test.at {
			t.Errorf("stopped at %d, and asked until %d", test.at, last)
		}
		if len(report.Results) != 2 {
			t.Fatalf("%d results, want those of the first map", len(report.Results))
		}
		for _, r := range report.Results {
			if r.Queries != test.queries || r.Optimal != test.queries || len(r.RepeatsUS) != test.repeats || r.MeanUS == 0 {
				t.Errorf("stopped at %d: %+v, want %d queries and %d repeats", test.at, r, test.queries, test.repeats)
			}
		}
	}
}

// Reading a map that is stopped is no error, and leaves what the maps before it
// gave.
func TestStoppedWhileLoading(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	slow := wall(t)
	slow.Load = func() (*grid.Map, error) {
		cancel()
		return nil, errors.New("stopped while the map was being read")
	}
	report, err := Run(ctx, []Case{wall(t), slow, wall(t)}, Options{Algorithms: lookup(t, "auto")})
	if err != nil || report.Stopped != context.Canceled || len(report.Results) != 1 || report.Results[0].Queries != 5 {
		t.Errorf("%v, %+v; want the first map's result", err, report)
	}
}

// A run that is complete was not stopped.
func TestStoppedTooLate(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	report, err := Run(ctx, []Case{wall(t)}, Options{Algorithms: lookup(t, "auto"), Progress: func(done, total int) {
		if done == total {
			cancel()
		}
	}})
	if err != nil || report.Stopped != nil || report.Results[0].Queries != 5 {
		t.Errorf("%v, %+v; want a complete run", err, report)
	}
}

func TestRunErrors(t *testing.T) {
	narrow := wall(t)
	narrow.Scenario.Queries[1].Width = 7
	lost := wall(t)
	lost.Load = func() (*grid.Map, error) { return nil, errors.New("the map is lost") }
	failing := Algorithm{"failing", func(*grid.Costs, search.Ratio) (Runner, error) { return failingRunner{}, nil }}
	for _, test := range []struct {
		c    Case
		opts Options
		want string
	}{
		{wall(t), Options{}, "scenario: no algorithm to run; want at least one"},
		{wall(t), Options{Algorithms: lookup(t, "auto"), Sample: -1}, "scenario: sample -1, repeat 0, workers 0, detail 0; want numbers of at least 0"},
		{
			narrow,
			Options{Algorithms: lookup(t, "auto")},
			"wall.map.scen:3: query 2 is for a map of 7×4, but wall.map has 6×4; want the map's own scenario",
		},
		{lost, Options{Algorithms: lookup(t, "auto")}, "the map is lost"},
		{
			wall(t),
			Options{Algorithms: lookup(t, "canonical-astar"), Model: grid.Mul},
			"wall.map: canonical-astar cannot search here: it is for uniform costs only",
		},
		{wall(t), Options{Algorithms: []Algorithm{failing}}, "wall.map.scen:6: map wall.map, query 5, failing: too dear"},
	} {
		report, err := Run(t.Context(), []Case{wall(t), test.c}, test.opts)
		if err == nil || err.Error() != test.want || report.Results != nil || report.Wrong != nil || report.Stopped != nil {
			t.Errorf("got %v and %+v, want %s", err, report, test.want)
		}
	}
}

type failingRunner struct{}

func (failingRunner) Find(context.Context, grid.Cell, grid.Cell) (Answer, error) {
	return Answer{}, errors.New("too dear")
}
func (failingRunner) Bytes() int64 { return 0 }

func TestEmptyScenario(t *testing.T) {
	c := wall(t)
	c.Scenario = &mapfile.Scenario{Version: "1"}
	report, err := Run(t.Context(), []Case{c}, Options{Algorithms: lookup(t, "auto")})
	if err != nil || len(report.Results) != 1 || report.Results[0].Queries != 0 || len(report.Results[0].RepeatsUS) != 0 {
		t.Errorf("%v, %+v", err, report)
	}
}

// The processor time of a query is what its thread works, not what it waits.
func TestProcessorTime(t *testing.T) {
	if threadTime() == 0 {
		if runtime.GOOS == "linux" {
			t.Fatal("a thread's processor time is 0, although Linux has a clock for it")
		}
		t.Skip("skipped for want of a clock of a thread's processor time on this system")
	}
	const nap = 20 * time.Millisecond
	sleeper := fake(t, "sleeper", func(int, *Answer) { time.Sleep(nap) })
	var sink int
	worker := fake(t, "worker", func(int, *Answer) {
		for begin := threadTime(); threadTime()-begin < nap/10; {
			sink++
		}
	})
	report, err := Run(t.Context(), []Case{wall(t)}, Options{Algorithms: []Algorithm{sleeper, worker}})
	if err != nil {
		t.Fatal(err)
	}
	if r := report.Results[0]; r.MeanUS < 20e3 || r.CPUUS > 10e3 {
		t.Errorf("asleep: %v µs of which %v µs processor time, want at least 20000 of which nearly none", r.MeanUS, r.CPUUS)
	}
	if r := report.Results[1]; r.CPUUS < 1900 {
		t.Errorf("at work: %v µs processor time, want about 2000", r.CPUUS)
	}
}

// A benchmark map with its published optima.
func TestBenchmarkMap(t *testing.T) {
	name := sharedtest.Path(t, "maps", "dao", "arena.map")
	open := func(name string) *os.File {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		return f
	}
	file, err := mapfile.Read(open(name), name, mapfile.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	queries, err := mapfile.ReadScenario(open(name+".scen"), name+".scen")
	if err != nil {
		t.Fatal(err)
	}
	c := Case{Map: "arena.map", Source: "arena.map.scen", Scenario: queries, Load: func() (*grid.Map, error) { return file.Map, nil }}
	algorithms := lookup(t, "auto", "bucket-astar", "canonical-astar", "jump-point", "bucket-dijkstra", "generic", "astar", "dijkstra", "bidirectional", "fringe")
	report, err := Run(t.Context(), []Case{c}, Options{Algorithms: algorithms, Sample: 40})
	if err != nil || len(report.Wrong) > 0 {
		t.Fatal(err, report.Wrong)
	}
	for _, r := range report.Results {
		if r.Queries != 40 || r.Optimal != 40 {
			t.Errorf("%+v", r)
		}
	}
}
