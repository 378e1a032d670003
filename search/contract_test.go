package search_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/search"
)

// place is a cell of a text map, as [x, y].
type place [2]int

// textMap is a map of '.' and '@' with moves to four neighbors at a cost of 1.
type textMap struct {
	rows []string
	goal place
}

func openMap(side int, goal place) textMap {
	return textMap{slices.Repeat([]string{strings.Repeat(".", side)}, side), goal}
}

func (m textMap) in(p place) bool {
	return p[1] >= 0 && p[1] < len(m.rows) && p[0] >= 0 && p[0] < len(m.rows[p[1]])
}

func (m textMap) open(p place) bool { return m.in(p) && m.rows[p[1]][p[0]] == '.' }

func (m textMap) AppendSuccessors(dst []search.Edge[place, int64], s place) []search.Edge[place, int64] {
	for _, to := range []place{{s[0] + 1, s[1]}, {s[0] - 1, s[1]}, {s[0], s[1] + 1}, {s[0], s[1] - 1}} {
		if m.open(to) {
			dst = append(dst, search.Edge[place, int64]{To: to, Cost: 1})
		}
	}
	return dst
}

func (m textMap) AppendPredecessors(dst []search.Edge[place, int64], s place) []search.Edge[place, int64] {
	return m.AppendSuccessors(dst, s)
}

func (m textMap) IsGoal(s place) bool { return s == m.goal }
func (m textMap) Goals() []place      { return []place{m.goal} }
func (m textMap) CheapestEdge() int64 { return 1 }

func (m textMap) Check(start place) search.Status {
	switch {
	case !m.in(start) || !m.in(m.goal):
		return search.OutOfBounds
	case !m.open(start):
		return search.StartBlocked
	case !m.open(m.goal):
		return search.GoalBlocked
	}
	return 0
}

func (m textMap) manhattan(s place) int64 {
	return int64(max(s[0]-m.goal[0], m.goal[0]-s[0]) + max(s[1]-m.goal[1], m.goal[1]-s[1]))
}

func (m textMap) options(a algorithm[place, int64]) search.Options[place, int64] {
	return search.Options[place, int64]{Heuristic: m.manhattan, Claim: search.Consistent, PathOnly: a.pathOnly}
}

// TestStatuses asks for each of the ways in which there can be no path: no two
// of them give the same answer, and none of them comes from a flood.
func TestStatuses(t *testing.T) {
	var want struct{ Statuses []string }
	if err := strictly(reportedCase(t, "ambiguous-empty").Expect, &want); err != nil {
		t.Fatal(err)
	}
	rows := []string{"..@.", "..@.", "@.@."}
	type query struct {
		status      search.Status
		start, goal place
		maxExpanded int64
	}
	asked := []query{
		{search.Found, place{0, 0}, place{1, 1}, 0},
		{search.Found, place{0, 0}, place{0, 0}, 0},
		{search.NoPath, place{0, 0}, place{3, 0}, 0},
		{search.StartBlocked, place{2, 0}, place{0, 0}, 0},
		{search.StartBlocked, place{2, 0}, place{2, 1}, 0},
		{search.GoalBlocked, place{0, 0}, place{2, 0}, 0},
		{search.OutOfBounds, place{0, 9}, place{0, 0}, 0},
		{search.OutOfBounds, place{0, 0}, place{-1, 0}, 0},
		{search.Limit, place{0, 0}, place{3, 0}, 1},
	}
	for _, status := range want.Statuses {
		if !slices.ContainsFunc(asked, func(q query) bool { return q.status.String() == status }) {
			t.Errorf("status %q is not asked for", status)
		}
	}
	for _, a := range algorithms[place, int64]() {
		for _, ws := range []*search.Workspace[place, int64]{nil, {}} {
			for _, q := range asked {
				m := textMap{rows, q.goal}
				opts := m.options(a)
				opts.Workspace, opts.MaxExpanded = ws, q.maxExpanded
				r, err := a.run(context.Background(), m, q.start, opts)
				if err != nil || r.Status != q.status {
					t.Errorf("%s from %v to %v: %v, %v; want %v", a.name, q.start, q.goal, r.Status, err, q.status)
				}
				if (r.Status == search.Found) != (len(r.Path) > 0) || r.Reason == "" {
					t.Errorf("%s from %v to %v: %v with path %v, reason %q", a.name, q.start, q.goal, r.Status, r.Path, r.Reason)
				}
				if q.start == q.goal && (r.Cost != 0 || len(r.Path) != 1) {
					t.Errorf("%s from %v to itself: path %v at %d", a.name, q.start, r.Path, r.Cost)
				}
				if r.Status > search.Limit {
					checkRefused(t, a, m, q.start, opts, r)
				}
			}
		}
	}
}

// checkRefused checks that a senseless query is answered without a single
// expansion, and that its stepper is as good as any.
func checkRefused(t *testing.T, a algorithm[place, int64], m textMap, start place, opts search.Options[place, int64], r search.Result[place, int64]) {
	t.Helper()
	if r.Counts != (search.Counts{}) || r.Certificate != search.None || r.Nearest != nil {
		t.Errorf("%s: %+v", a.name, r)
	}
	s, err := a.stepper(m, start, opts)
	if err != nil {
		t.Fatal(err)
	}
	if _, known := s.Lookup(start); known {
		t.Errorf("%s: the start of a refused query is known", a.name)
	}
	if _, more := s.Step(); more || !s.Done() {
		t.Errorf("%s: a refused query can be stepped", a.name)
	}
	if again, err := s.Result(); err != nil || !reflect.DeepEqual(again, r) {
		t.Errorf("%s: stepped: %+v, %v; run: %+v", a.name, again, err, r)
	}
}

// TestLimitIsNotNoPath runs out of budget on a map with a path.
func TestLimitIsNotNoPath(t *testing.T) {
	c := reportedCase(t, "limit-is-not-no-path")
	m := textMap{c.Map, c.Goal}
	for _, a := range algorithms[place, int64]() {
		opts := m.options(a)
		opts.MaxExpanded = c.MaxExpansions
		r, err := a.run(context.Background(), m, c.Start, opts)
		if err != nil || r.Status != search.Limit || r.Expanded != c.MaxExpansions || !strings.Contains(r.Reason, "5 expansions") {
			t.Errorf("%s: %v after %d expansions (%s), %v", a.name, r.Status, r.Expanded, r.Reason, err)
		}
		if len(r.Nearest) < 2 && !a.bothEnds || r.NearestCost != int64(len(r.Nearest)-1) || r.Nearest[0] != c.Start {
			t.Errorf("%s: nearest %v at %d", a.name, r.Nearest, r.NearestCost)
		}
	}
}

// TestSecondSearch runs the queries of the case in one workspace, there and
// back, over and over with other algorithms in between.
func TestSecondSearch(t *testing.T) {
	c := reportedCase(t, "second-search-same-grid")
	if len(c.Queries) < 3 {
		t.Fatalf("%d queries", len(c.Queries))
	}
	backward := slices.Clone(c.Queries)
	slices.Reverse(backward)
	var ws search.Workspace[place, int64]
	var buffer []place
	for range 2 {
		for _, a := range algorithms[place, int64]() {
			for _, q := range slices.Concat(c.Queries, backward) {
				m := textMap{c.Map, q.Goal}
				fresh, err := a.run(context.Background(), m, q.Start, m.options(a))
				if err != nil {
					t.Fatal(err)
				}
				if a.guarantee != feasible && (fresh.Status.String() != q.Expect.Status || float64(fresh.Cost) != q.Expect.Cost) {
					t.Errorf("%s: %v at %d; want %s at %v", a.name, fresh.Status, fresh.Cost, q.Expect.Status, q.Expect.Cost)
				}
				opts := m.options(a)
				opts.Workspace, opts.PathBuffer = &ws, buffer
				used, err := a.run(context.Background(), m, q.Start, opts)
				if err != nil || !reflect.DeepEqual(used, fresh) {
					t.Errorf("%s: in a used workspace %+v, %v; in a new one %+v", a.name, used, err, fresh)
				}
				buffer = used.Path
			}
		}
	}
}

// TestCancel cancels each search at some expansion: it stops within a bounded
// number more, says so, and leaves its workspace usable.
func TestCancel(t *testing.T) {
	walled := openMap(40, place{39, 39})
	walled.rows[38] = strings.Repeat(".", 39) + "@"
	walled.rows[39] = strings.Repeat(".", 38) + "@."
	reason := errors.New("nobody wants to know any more")
	for _, a := range algorithms[place, int64]() {
		m := walled
		if a.bothEnds {
			m = openMap(40, m.goal) // from behind, the wall would end them at once
		}
		var ws search.Workspace[place, int64]
		for _, at := range []int64{0, 1, 100} {
			ctx, cancel := context.WithCancelCause(context.Background())
			if at == 0 {
				cancel(reason)
			}
			opts := m.options(a)
			opts.Heuristic, opts.Workspace = nil, &ws
			opts.Observer.Expand = func(e search.Event[place, int64]) {
				if e.Step == at {
					cancel(reason)
				}
			}
			r, err := a.run(ctx, m, place{0, 0}, opts)
			if err != nil || r.Status != search.Limit || !strings.Contains(r.Reason, reason.Error()) {
				t.Errorf("%s, canceled at %d: %v (%s), %v", a.name, at, r.Status, r.Reason, err)
			}
			if r.Expanded > at+64 || at == 0 && r.Expanded > 0 {
				t.Errorf("%s, canceled at %d: stopped after %d", a.name, at, r.Expanded)
			}
			cancel(nil)
		}
		small := textMap{[]string{"..", ".."}, place{1, 1}}
		opts := small.options(a)
		opts.Workspace = &ws
		if r, err := a.run(context.Background(), small, place{0, 0}, opts); err != nil || r.Status != search.Found {
			t.Errorf("%s after a canceled search: %v, %v", a.name, r.Status, err)
		}
	}
}

// torus is a map whose edges are joined, with moves to eight neighbors.
type torus struct {
	width, height int
	goal          place
}

func (m torus) AppendSuccessors(dst []search.Edge[place, int64], s place) []search.Edge[place, int64] {
	met := map[place]bool{s: true}
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			to := place{(s[0] + dx + m.width) % m.width, (s[1] + dy + m.height) % m.height}
			if !met[to] {
				met[to] = true
				dst = append(dst, search.Edge[place, int64]{To: to, Cost: 1})
			}
		}
	}
	return dst
}

func (m torus) AppendPredecessors(dst []search.Edge[place, int64], s place) []search.Edge[place, int64] {
	return m.AppendSuccessors(dst, s)
}

func (m torus) IsGoal(s place) bool { return s == m.goal }
func (m torus) Goals() []place      { return []place{m.goal} }

// chebyshev takes the shorter way round.
func (m torus) chebyshev(s place) int64 {
	around := func(a, b, n int) int {
		d := (a - b + n) % n
		return min(d, n-d)
	}
	return int64(max(around(s[0], m.goal[0], m.width), around(s[1], m.goal[1], m.height)))
}

// TestWraparound takes the short way over the border.
func TestWraparound(t *testing.T) {
	var want struct{ Ring, Neighbours int64 }
	if err := strictly(reportedCase(t, "wraparound").Expect, &want); err != nil {
		t.Fatal(err)
	}
	for _, a := range algorithms[place, int64]() {
		ring := torus{5, 1, place{4, 0}}
		opts := search.Options[place, int64]{Heuristic: ring.chebyshev, Claim: search.Consistent, PathOnly: a.pathOnly}
		r, err := a.run(context.Background(), ring, place{0, 0}, opts)
		if err != nil || r.Cost != want.Ring || len(r.Path) != 2 {
			t.Errorf("%s: around the ring %v at %d, %v", a.name, r.Path, r.Cost, err)
		}
		if a.bothEnds {
			continue
		}
		wide := torus{5, 5, place{9, 9}} // no cell of it
		r, err = a.run(context.Background(), wide, place{4, 2}, search.Options[place, int64]{MaxExpanded: 1, PathOnly: a.pathOnly})
		if err != nil || r.Generated != want.Neighbours {
			t.Errorf("%s: %d neighbors, %v", a.name, r.Generated, err)
		}
	}
}

// TestMemoryGrowsWithArea doubles the side of an open map: memory quadruples,
// and does not grow with the length of the paths on top of that.
func TestMemoryGrowsWithArea(t *testing.T) {
	reportedCase(t, "quadratic-memory")
	for _, a := range algorithms[place, int64]() {
		if a.pathOnly || strings.HasPrefix(a.name, "DepthFirst") {
			continue // they revisit states; their memory is the path's
		}
		var before uint64
		for side := 20; side <= 80; side *= 2 {
			m := openMap(side, place{side - 1, side - 1})
			opts := m.options(a)
			if a.name != "IDAStar" {
				opts.Heuristic = nil
			}
			var start, end runtime.MemStats
			runtime.ReadMemStats(&start)
			r, err := a.run(context.Background(), m, place{0, 0}, opts)
			runtime.ReadMemStats(&end)
			if err != nil || r.Status != search.Found {
				t.Fatalf("%s: %v, %v", a.name, r.Status, err)
			}
			allocated := end.TotalAlloc - start.TotalAlloc
			if before > 0 && allocated > 5*before+4096 {
				t.Errorf("%s: side %d takes %d bytes, half of it %d", a.name, side, allocated, before)
			}
			before = allocated
		}
	}
}

// TestUnusualCosts covers the values of floats that are no costs, or hardly.
func TestUnusualCosts(t *testing.T) {
	var want map[string]string
	if err := json.Unmarshal(reportedCase(t, "nan-cost").Expect, &want); err != nil {
		t.Fatal(err)
	}
	g := namedGraph("s", []string{"t"}, namedEdge{"s", "a", 1}, namedEdge{"a", "t", 1}, namedEdge{"s", "b", 1}, namedEdge{"b", "t", 5})
	ran := 0
	for _, a := range algorithms[string, float64]() {
		for name, cost := range map[string]float64{"NaN": math.NaN(), "+Inf": math.Inf(1), "-0": math.Copysign(0, -1)} {
			ran++
			p := newHashed[float64](g)
			p.out[g.number("a")][0].Cost = cost
			p.in[g.number("t")][0].Cost = cost
			r, err := a.run(context.Background(), p, "s", search.Options[string, float64]{PathOnly: a.pathOnly})
			switch want[name] {
			case "error":
				if a.guarantee == feasible && err == nil && r.Cost == 6 {
					break // it did not come across the edge
				}
				var edge *search.EdgeError[string, float64]
				if !errors.Is(err, search.ErrNaN) || !errors.As(err, &edge) || edge.From != "a" || edge.To != "t" {
					t.Errorf("%s: an edge that costs %s: %v at %v, %v", a.name, name, r.Path, r.Cost, err)
				}
			case "blocked":
				if err != nil || r.Cost != 6 || !slices.Equal(r.Path, []string{"s", "b", "t"}) {
					t.Errorf("%s: an edge that costs %s: %v at %v, %v", a.name, name, r.Path, r.Cost, err)
				}
			case "0":
				if err != nil || r.Cost != 1 && a.guarantee != feasible && a.guarantee != fewestEdges {
					t.Errorf("%s: an edge that costs %s: %v at %v, %v", a.name, name, r.Path, r.Cost, err)
				}
			default:
				t.Fatalf("the case expects %q of %s", want[name], name)
			}
		}
	}
	if ran != 3*len(algorithms[string, float64]()) {
		t.Errorf("%d runs", ran)
	}
}
