package main

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/graph"

	"github.com/astrolabe-search/astrolabe/grid"
)

// TestPeersAgree has every peer answer every query at the open board's true
// cost.
func TestPeersAgree(t *testing.T) {
	b, err := newBoard()
	if err != nil {
		t.Fatal(err)
	}
	solvers, err := newSolvers(b)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range solvers {
		for _, q := range queries() {
			a, err := s.solve(q)
			if err != nil {
				t.Fatal(err)
			}
			if err := check(s.name(), q, a); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestCheckRefusesWrongAnswers(t *testing.T) {
	q := query{"test", grid.Cell{X: 1, Y: 1}, grid.Cell{X: 4, Y: 3}}
	right := answer{cost: 1 + 2*math.Sqrt2, steps: 3, expanded: 4}
	if err := check("peer", q, right); err != nil {
		t.Errorf("right answer refused: %v", err)
	}
	for what, change := range map[string]func(*answer){
		"too dear":       func(a *answer) { a.cost += 2e-6 },
		"too cheap":      func(a *answer) { a.cost -= 2e-6 },
		"not a number":   func(a *answer) { a.cost = math.NaN() },
		"a step too few": func(a *answer) { a.steps-- },
		"not expanded":   func(a *answer) { a.expanded = 0 },
	} {
		wrong := right
		change(&wrong)
		if check("peer", q, wrong) == nil {
			t.Errorf("%s: not refused", what)
		}
	}
}

func TestQueries(t *testing.T) {
	count := map[string]int{}
	for _, q := range queries() {
		count[q.class]++
		long, short := span(q)
		for _, c := range []grid.Cell{q.start, q.goal} {
			if c.X < 0 || c.X >= side || c.Y < 0 || c.Y >= side {
				t.Errorf("%v: %v lies outside the board", q, c)
			}
		}
		var fits bool
		switch q.class {
		case "corner":
			fits = long == side-1 && short == side-1
		case "side":
			fits = long == side-1 && short == 0
		case "far":
			fits = long >= 300
		case "medium":
			fits = long >= 80 && long <= 200
		}
		if !fits {
			t.Errorf("%v spans %d by %d", q, long, short)
		}
	}
	if got, want := fmt.Sprint(count), "map[corner:2 far:10 medium:10 side:2]"; got != want {
		t.Errorf("queries by class: %s; want %s", got, want)
	}
	if got, want := queries()[4].String(), "far 305,59 to 403,431"; got != want {
		t.Errorf("first random query is %s; want %s, or figures do not compare with older ones", got, want)
	}
}

// smallBoard has walls, and a corner that must not be cut.
func smallBoard(t *testing.T) *board {
	t.Helper()
	kinds := []grid.Kind{{Symbol: '.'}, {Symbol: '@', Blocked: true}}
	m, err := grid.FromKinds(4, 3, kinds, []uint8{
		0, 0, 0, 0,
		0, 1, 1, 0,
		0, 0, 0, 0,
	})
	if err != nil {
		t.Fatal(err)
	}
	return &board{m: m}
}

// TestGonumGraph compares the implicit graph, edge by edge, with the map.
func TestGonumGraph(t *testing.T) {
	b := smallBoard(t)
	s, err := newGonum(b)
	if err != nil {
		t.Fatal(err)
	}
	g := s.(gonumSolver).g
	costs, err := grid.NewCosts(b.m, b.rule, grid.Uniform)
	if err != nil {
		t.Fatal(err)
	}
	edges := 0
	for u := range g.nodes {
		var reached []int64
		for _, n := range graph.NodesOf(g.From(int64(u))) {
			reached = append(reached, n.ID())
		}
		var legal []int64
		for v := range g.nodes {
			from, to := b.m.Cell(grid.ID(u)), b.m.Cell(grid.ID(v))
			w, ok := g.Weight(int64(u), int64(v))
			edge := g.Edge(int64(u), int64(v))
			if u == v {
				if w != 0 || !ok || edge != nil {
					t.Errorf("%v to itself: weight %v, %v, edge %v", from, w, ok, edge)
				}
				continue
			}
			if d, near := grid.DirBetween(from, to); near && b.m.Legal(from, to, b.rule) {
				edges++
				legal = append(legal, int64(v))
				if want := costs.Float64(costs.Step(grid.ID(u), d)); w != want || !ok {
					t.Errorf("%v to %v: weight %v, %v; want %v", from, to, w, ok, want)
				}
				if edge == nil || edge.From().ID() != int64(u) || edge.To().ID() != int64(v) {
					t.Errorf("%v to %v: edge %v", from, to, edge)
				}
			} else if ok || !math.IsInf(w, 1) || edge != nil {
				t.Errorf("%v to %v: weight %v, %v, edge %v; want none", from, to, w, ok, edge)
			}
		}
		if len(reached) != len(legal) || !sameSet(reached, legal) {
			t.Errorf("from %v to %v; want %v", b.m.Cell(grid.ID(u)), reached, legal)
		}
	}
	if edges != 20 {
		t.Errorf("%d edges; want 20: a ring of ten cells, both ways", edges)
	}
}

func sameSet(a, b []int64) bool {
	in := map[int64]bool{}
	for _, v := range a {
		in[v] = true
	}
	for _, v := range b {
		if !in[v] {
			return false
		}
	}
	return true
}

// TestGonumExpansions ties the count of expansions that gonum returns to the
// calls of From: each expanded state but the goal is asked for its neighbors.
func TestGonumExpansions(t *testing.T) {
	b, err := newBoard()
	if err != nil {
		t.Fatal(err)
	}
	s, err := newGonum(b)
	if err != nil {
		t.Fatal(err)
	}
	g := s.(gonumSolver).g
	for _, q := range queries() {
		before := g.froms
		a, err := s.solve(q)
		if err != nil {
			t.Fatal(err)
		}
		if froms := g.froms - before; a.expanded != froms+1 {
			t.Errorf("%v: %d states expanded, From called %d times; want one less", q, a.expanded, froms)
		}
	}
}

// scripted is a peer whose every answer is right and takes the next of the
// given times.
type scripted struct {
	label    string
	expanded int
	times    []time.Duration
}

func (s *scripted) name() string { return s.label }

func (s *scripted) run(q query, n int) (answer, time.Duration, error) {
	next := s.times[0]
	s.times = s.times[1:]
	long, short := span(q)
	return answer{float64(long-short) + math.Sqrt2*float64(short), long, s.expanded}, time.Duration(n) * next, nil
}

func TestMeasureAndTable(t *testing.T) {
	const ms = time.Millisecond
	list := []query{
		{"near", grid.Cell{}, grid.Cell{X: 1}},
		{"far", grid.Cell{}, grid.Cell{X: 9}},
	}
	// The first two times are those of the checking runs.
	slow := &scripted{"slow", 10, []time.Duration{1 * ms, 1 * ms, 8 * ms, 40 * ms, 9 * ms, 20 * ms, 99 * ms, 30 * ms}}
	fast := &scripted{"fast", 5, []time.Duration{1 * ms, 1 * ms, 1 * ms, 4 * ms, 2 * ms, 2 * ms, 3 * ms, 3 * ms}}
	measured, err := measure([]peer{slow, fast}, list, 3)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := printTable(&out, summarize(measured), "fast"); err != nil {
		t.Fatal(err)
	}
	var fields []string
	for line := range strings.Lines(out.String()) {
		fields = append(fields, strings.Join(strings.Fields(line), " "))
	}
	want := []string{
		"class peer queries expanded total ms ns/expansion total × ns/expansion ×",
		"near slow 1 10 9.000 900000.0 4.50 2.25",
		"near fast 1 5 2.000 400000.0 1.00 1.00",
		"far slow 1 10 30.000 3000000.0 10.00 5.00",
		"far fast 1 5 3.000 600000.0 1.00 1.00",
		"all slow 2 20 39.000 1950000.0 7.80 3.90",
		"all fast 2 10 5.000 500000.0 1.00 1.00",
	}
	if got := strings.Join(fields, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("table\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
}

func TestRun(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if code := run([]string{"-rounds", "1"}, &stdout, &stderr); code != 0 || stderr.Len() > 0 {
		t.Fatalf("exit code %d: %s", code, &stderr)
	}
	for _, peer := range []string{"gonum", "astrolabe", "astrolabe-fifo"} {
		if !strings.Contains(stdout.String(), " "+peer+" ") {
			t.Errorf("no row of %s:\n%s", peer, &stdout)
		}
	}
	for _, args := range [][]string{{"-rounds", "0"}, {"extra"}, {"-nonsense"}} {
		stderr.Reset()
		if code := run(args, &stdout, &stderr); code != 2 || stderr.Len() == 0 {
			t.Errorf("%v: exit code %d, %q on stderr; want 2 and a message", args, code, &stderr)
		}
	}
	stderr.Reset()
	if code := run([]string{"-rounds", "1", "-baseline", "nobody"}, &stdout, &stderr); code != 1 || !strings.Contains(stderr.String(), "nobody") {
		t.Errorf("unknown baseline: exit code %d, %q on stderr", code, &stderr)
	}
}
