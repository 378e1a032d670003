package search

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"unsafe"
)

// cell is a place on a lattice.
type cell struct{ x, y int32 }

// lattice is an open grid with moves to four neighbors, which the engines have
// to intern. Without a goal every search floods it.
type lattice struct {
	width, height int32
	goals         []cell
}

func (l lattice) AppendSuccessors(dst []Edge[cell, int64], s cell) []Edge[cell, int64] {
	if s.x+1 < l.width {
		dst = append(dst, Edge[cell, int64]{cell{s.x + 1, s.y}, 1})
	}
	if s.x > 0 {
		dst = append(dst, Edge[cell, int64]{cell{s.x - 1, s.y}, 1})
	}
	if s.y+1 < l.height {
		dst = append(dst, Edge[cell, int64]{cell{s.x, s.y + 1}, 1})
	}
	if s.y > 0 {
		dst = append(dst, Edge[cell, int64]{cell{s.x, s.y - 1}, 1})
	}
	return dst
}

func (l lattice) AppendPredecessors(dst []Edge[cell, int64], s cell) []Edge[cell, int64] {
	return l.AppendSuccessors(dst, s)
}

func (l lattice) Goals() []cell { return l.goals }

func (l lattice) IsGoal(s cell) bool {
	for _, goal := range l.goals {
		if s == goal {
			return true
		}
	}
	return false
}

// distance is Manhattan's, to the nearest goal.
func (l lattice) distance(s cell) int64 {
	nearest := l.width + l.height
	for _, goal := range l.goals {
		nearest = min(nearest, max(s.x-goal.x, goal.x-s.x)+max(s.y-goal.y, goal.y-s.y))
	}
	return int64(nearest)
}

// numberedLattice is a lattice that numbers its cells by row.
type numberedLattice struct{ lattice }

func (l numberedLattice) FormsAgreeFor() any  { return l }
func (l numberedLattice) NumIDs() int         { return int(l.width * l.height) }
func (l numberedLattice) ID(s cell) int32     { return s.y*l.width + s.x }
func (l numberedLattice) State(id int32) cell { return cell{id % l.width, id / l.width} }

func (l numberedLattice) AppendArcs(dst []Arc[int64], id int32) []Arc[int64] {
	var edges [4]Edge[cell, int64]
	for _, e := range l.AppendSuccessors(edges[:0], l.State(id)) {
		dst = append(dst, Arc[int64]{e.Cost, l.ID(e.To)})
	}
	return dst
}

// latticeSearch is a one-call form of an algorithm, for lattices.
type latticeSearch struct {
	name     string
	run      func(context.Context, Problem[cell, int64], cell, Options[cell, int64]) (Result[cell, int64], error)
	kind     latticeKind
	pathOnly bool
}

// latticeKind says what may be asked of an algorithm on a large lattice.
type latticeKind int

const (
	floods   latticeKind = iota // sees each state once where there is no goal
	revisits                    // may see states often
	bothEnds                    // ends at once where there is no goal
)

func latticeSearches() []latticeSearch {
	return []latticeSearch{
		{"Dijkstra", Dijkstra[cell, int64], floods, false},
		{"AStar", AStar[cell, int64], floods, false},
		{"WeightedAStar", WeightedAStar[cell, int64], floods, false},
		{"GreedyBestFirst", GreedyBestFirst[cell, int64], floods, false},
		{"BreadthFirst", BreadthFirst[cell, int64], floods, false},
		{"Fringe", Fringe[cell, int64], floods, false},
		{"IDAStar", IDAStar[cell, int64], revisits, false},
		{"IDAStar, path only", IDAStar[cell, int64], revisits, true},
		{"DepthFirstBranchAndBound", DepthFirstBranchAndBound[cell, int64], revisits, false},
		{"Bidirectional", Bidirectional[cell, int64], bothEnds, false},
		{"BidirectionalDijkstra", BidirectionalDijkstra[cell, int64], bothEnds, false},
		{"BidirectionalFirstMeeting", BidirectionalFirstMeeting[cell, int64], bothEnds, false},
	}
}

// forms returns a lattice as an interned and as a dense problem.
func (l lattice) forms() map[string]Problem[cell, int64] {
	return map[string]Problem[cell, int64]{"interned": l, "dense": numberedLattice{l}}
}

// options returns options that make every algorithm find its goal quickly.
func (l lattice) options() Options[cell, int64] {
	return Options[cell, int64]{Heuristic: l.distance, Claim: Consistent}
}

func TestNodeSize(t *testing.T) {
	for _, size := range []struct {
		of        string
		got, want uintptr
	}{
		{"node with 64-bit costs", unsafe.Sizeof(node[int64]{}), 24},
		{"node with 32-bit costs", unsafe.Sizeof(node[uint32]{}), 16},
		{"OPEN entry with 64-bit costs", unsafe.Sizeof(openEntry[float64]{}), 24},
		{"OPEN entry with 32-bit costs", unsafe.Sizeof(openEntry[int32]{}), 16},
		{"hash slot", unsafe.Sizeof(internSlot{}), 12},
		{"link of fringe search", unsafe.Sizeof(link{}), 8},
	} {
		if size.got != size.want {
			t.Errorf("%s: %d bytes, want %d", size.of, size.got, size.want)
		}
	}
}

// TestFloodMemory floods a dense space: besides OPEN a search takes at most 32
// bytes a state.
func TestFloodMemory(t *testing.T) {
	l := lattice{width: 300, height: 300}
	const states = 300 * 300
	for _, a := range latticeSearches() {
		if a.kind != floods {
			continue
		}
		var ws Workspace[cell, int64]
		result, err := a.run(context.Background(), numberedLattice{l}, cell{150, 150}, Options[cell, int64]{Workspace: &ws})
		if err != nil || result.Status != NoPath || result.Expanded != states {
			t.Fatalf("%s: %v after %d expansions, %v", a.name, result.Status, result.Expanded, err)
		}
		open := ws.halves[0].open.bytes()
		if most := int64(24 * (3*result.PeakOpen + 100)); open > most {
			t.Errorf("%s: OPEN takes %d bytes for at most %d states; want at most %d", a.name, open, result.PeakOpen, most)
		}
		if got := ws.Bytes() - open; got > 32*states+2048 {
			t.Errorf("%s: %d bytes besides OPEN, %d a state; want at most 32", a.name, got, got/states)
		}
	}
}

// TestGrowth checks that every array of an interned search has grown by the one
// rule that budgets reckon with.
func TestGrowth(t *testing.T) {
	var byRule []int
	for _, first := range []int{0, 1} { // nodes and links begin with one
		for size := first; size < 1<<20; size = capacity(size, size+1) {
			byRule = append(byRule, size)
		}
	}
	l := lattice{width: 60, height: 60, goals: []cell{{59, 59}}}
	for _, a := range latticeSearches() {
		var ws Workspace[cell, int64]
		opts := l.options()
		opts.BackwardHeuristic = func(cell) int64 { return 0 }
		opts.Workspace, opts.PathOnly = &ws, a.pathOnly
		if _, err := a.run(context.Background(), l, cell{20, 30}, opts); err != nil {
			t.Fatal(err)
		}
		for array, size := range map[string]int{
			"forward nodes": cap(ws.halves[0].table.nodes), "backward nodes": cap(ws.halves[1].table.nodes),
			"forward OPEN": cap(ws.halves[0].open.entries), "backward OPEN": cap(ws.halves[1].open.entries),
			"forward by g": cap(ws.halves[0].byG.entries), "backward by g": cap(ws.halves[1].byG.entries),
			"queue": cap(ws.halves[0].queue), "states": cap(ws.interned.states), "links": cap(ws.links),
			"frames": cap(ws.frames), "children": cap(ws.children), "edges": cap(ws.edges), "arcs": cap(ws.arcs),
			"nearest path": cap(ws.nearPath), "path": cap(ws.goalPath),
		} {
			if !slices.Contains(byRule, size) {
				t.Errorf("%s: %s has room for %d, which is not by the rule", a.name, array, size)
			}
		}
	}
}

// TestMaxBytes gives every algorithm budgets from nothing to plenty. At no
// expansion, nor at the end, does the workspace hold more.
func TestMaxBytes(t *testing.T) {
	limited, unlimited := 0, 0
	l := lattice{width: 60, height: 60, goals: []cell{{59, 59}, {0, 59}}}
	for _, form := range []string{"interned", "dense"} {
		p := l.forms()[form]
		for _, a := range latticeSearches() {
			opts := l.options()
			opts.PathOnly = a.pathOnly
			whole, err := a.run(context.Background(), p, cell{20, 30}, opts)
			if err != nil {
				t.Fatal(err)
			}
			var expanded int64
			for budget := int64(1); budget < 1<<20; budget += 1 + budget/13 {
				var ws Workspace[cell, int64]
				check := func() {
					if ws.Bytes() > budget {
						t.Fatalf("%s, %s: the workspace holds %d bytes; the budget is %d", a.name, form, ws.Bytes(), budget)
					}
				}
				opts.MaxBytes, opts.Workspace = budget, &ws
				opts.Observer.Expand = func(Event[cell, int64]) { check() }
				result, err := a.run(context.Background(), p, cell{20, 30}, opts)
				if err != nil {
					t.Fatalf("%s, %s: %v", a.name, form, err)
				}
				check()
				if result.Expanded < expanded {
					t.Fatalf("%s, %s: %d bytes allow for %d expansions, fewer for %d", a.name, form, budget, result.Expanded, expanded)
				}
				expanded = result.Expanded
				if result.Status == Limit {
					limited++
					if result.LowerBound > whole.Cost {
						t.Fatalf("%s, %s: lower bound %d of cost %d", a.name, form, result.LowerBound, whole.Cost)
					}
					continue
				}
				unlimited++
				if !reflect.DeepEqual(result, whole) {
					t.Fatalf("%s, %s: %+v with %d bytes, %+v without limit", a.name, form, result, budget, whole)
				}
			}
			if expanded != whole.Expanded {
				t.Errorf("%s, %s: 1 MiB is not enough for %d expansions", a.name, form, whole.Expanded)
			}
		}
	}
	if limited < 500 || unlimited < 500 {
		t.Errorf("%d searches were limited and %d were not; want many of both", limited, unlimited)
	}
}

// slicesWithin returns the bytes behind every slice of a value, however deep.
func slicesWithin(v reflect.Value) (bytes int64) {
	switch v.Kind() {
	case reflect.Slice:
		return int64(v.Cap()) * int64(v.Type().Elem().Size())
	case reflect.Struct:
		for i := range v.NumField() {
			bytes += slicesWithin(v.Field(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			bytes += slicesWithin(v.Index(i))
		}
	}
	return bytes
}

// TestBytesCountEverySlice compares what a workspace says that it holds with the
// slices in it, after searches that leave all of them in use.
func TestBytesCountEverySlice(t *testing.T) {
	l := lattice{width: 60, height: 60, goals: []cell{{59, 59}}}
	var ws Workspace[cell, int64]
	for form, p := range l.forms() {
		for _, a := range latticeSearches() {
			opts := l.options()
			opts.BackwardHeuristic = func(cell) int64 { return 0 }
			opts.Workspace, opts.PathOnly = &ws, a.pathOnly
			if _, err := a.run(context.Background(), p, cell{20, 30}, opts); err != nil {
				t.Fatal(err)
			}
			if held := slicesWithin(reflect.ValueOf(&ws).Elem()); held != ws.Bytes() {
				t.Errorf("%s, %s: the slices hold %d bytes, Bytes says %d", a.name, form, held, ws.Bytes())
			}
		}
	}
	held := reflect.ValueOf(&ws).Elem()
	for i := range held.NumField() {
		if field := held.Field(i); field.Kind() == reflect.Slice && field.Cap() == 0 {
			t.Errorf("no search uses %s", held.Type().Field(i).Name)
		}
	}
}

// TestMaxBytesManyGoals checks that goals, all of which a bidirectional search
// puts on OPEN before its first expansion, are within the budget.
func TestMaxBytesManyGoals(t *testing.T) {
	l := lattice{width: 60, height: 60}
	for x := range l.width {
		for y := l.height - 20; y < l.height; y++ {
			l.goals = append(l.goals, cell{x, y})
		}
	}
	refused, found := 0, 0
	for _, form := range []string{"interned", "dense"} {
		for _, a := range latticeSearches() {
			if a.kind != bothEnds {
				continue
			}
			for budget := int64(1000); budget < 2<<20; budget += budget / 5 {
				var ws Workspace[cell, int64]
				opts := Options[cell, int64]{MaxBytes: budget, Workspace: &ws}
				opts.BackwardHeuristic = func(cell) int64 { return 0 }
				result, err := a.run(context.Background(), l.forms()[form], cell{30, 0}, opts)
				if err != nil || ws.Bytes() > budget {
					t.Fatalf("%s, %s: the workspace holds %d bytes; the budget is %d; %v", a.name, form, ws.Bytes(), budget, err)
				}
				if result.Status == Found {
					found++
				} else if result.Expanded == 0 {
					refused++
				}
			}
		}
	}
	if refused < 20 || found < 20 {
		t.Errorf("%d searches were refused and %d found a path; want many of both", refused, found)
	}
}

// TestMaxBytesIsUsed checks that a budget is not given up early: a flood ends
// only when what it holds could not grow once more.
func TestMaxBytesIsUsed(t *testing.T) {
	l := lattice{width: 1000, height: 1000}
	for _, budget := range []int64{100_000, 1_000_000, 10_000_000} {
		var ws Workspace[cell, int64]
		result, err := Dijkstra(context.Background(), l, cell{500, 500}, Options[cell, int64]{MaxBytes: budget, Workspace: &ws})
		if err != nil || result.Status != Limit {
			t.Fatalf("%v, %v", result.Status, err)
		}
		if ws.Bytes() < budget/3 || result.Expanded < budget/400 {
			t.Errorf("of %d bytes only %d were used, for %d expansions", budget, ws.Bytes(), result.Expanded)
		}
	}
}

// TestMaxBytesReused runs a short search within exactly what a workspace holds
// already: nothing need grow.
func TestMaxBytesReused(t *testing.T) {
	for _, form := range []string{"interned", "dense"} {
		for _, a := range latticeSearches() {
			l := lattice{width: 100, height: 100, goals: []cell{{60, 50}}}
			var ws Workspace[cell, int64]
			for _, before := range latticeSearches() { // leave every array in use
				opts := l.options()
				opts.Workspace, opts.PathOnly = &ws, before.pathOnly
				if _, err := before.run(context.Background(), l.forms()[form], cell{20, 30}, opts); err != nil {
					t.Fatal(err)
				}
			}
			opts := l.options()
			opts.Workspace, opts.PathOnly, opts.MaxBytes = &ws, a.pathOnly, ws.Bytes()
			result, err := a.run(context.Background(), l.forms()[form], cell{59, 50}, opts)
			if err != nil || result.Status != Found {
				t.Errorf("%s, %s: %v (%s), %v", a.name, form, result.Status, result.Reason, err)
			}
		}
	}
}

// TestAllocations counts what a search in a used workspace allocates: a
// handful of objects, however many states it expands.
func TestAllocations(t *testing.T) {
	const most = 12
	l := lattice{width: 200, height: 200}
	start := cell{100, 100}
	for _, form := range []string{"interned", "dense"} {
		for _, a := range latticeSearches() {
			for _, steps := range []int32{5, 90} {
				l.goals = []cell{{100 + steps, 100 + steps/2}}
				opts := l.options()
				opts.Workspace, opts.PathOnly, opts.PathBuffer = new(Workspace[cell, int64]), a.pathOnly, make([]cell, 0, 1000)
				if a.pathOnly {
					opts.Heuristic = func(s cell) int64 { return l.distance(s) }
				}
				p := l.forms()[form]
				allocated := testing.AllocsPerRun(5, func() {
					if result, err := a.run(context.Background(), p, start, opts); err != nil || result.Status != Found {
						t.Fatalf("%s: %v, %v", a.name, result.Status, err)
					}
				})
				if allocated > most {
					t.Errorf("%s, %s, %d steps: %v allocations, want at most %d", a.name, form, steps, allocated, most)
				}
			}
		}
	}
}

// TestShortSearches runs short searches in a large dense space: in a used
// workspace each writes only the nodes that it meets.
func TestShortSearches(t *testing.T) {
	const side = 1 << 10
	l := numberedLattice{lattice{width: side, height: side}}
	var ws Workspace[cell, int64]
	nodes := func() []node[int64] { return ws.halves[0].table.nodes }
	written := func() (n int64) {
		for i := range nodes() {
			if ws.halves[0].table.seen(&nodes()[i]) {
				n++
			}
		}
		return n
	}
	for i := range int32(1000) {
		start := cell{i % 1000, 7 * i % 1000}
		l.goals = []cell{{start.x + 9, start.y}}
		before := cap(nodes())
		result, err := AStar(context.Background(), l, start, Options[cell, int64]{Heuristic: l.distance, Claim: Consistent, Workspace: &ws})
		if err != nil || result.Cost != 9 {
			t.Fatalf("search %d: cost %d, %v", i, result.Cost, err)
		}
		if i > 0 && cap(nodes()) != before {
			t.Fatalf("search %d allocates nodes anew", i)
		}
		if i%100 == 0 && written() > result.Generated+1 {
			t.Errorf("search %d wrote %d nodes for %d successors", i, written(), result.Generated)
		}
	}
	// Every node ever written bears the number of some search; all others were
	// never touched, not even to clear them.
	touched := 0
	for i := range nodes() {
		if nodes()[i] != (node[int64]{}) {
			touched++
		}
	}
	if touched > 1000*40 {
		t.Errorf("%d of %d nodes were written by 1,000 searches of 10 cells", touched, side*side)
	}
}

// TestSearchNumberWraps runs searches across the point where the number that
// stamps nodes, or slots, starts again: old marks must not be taken for new.
func TestSearchNumberWraps(t *testing.T) {
	l := lattice{width: 20, height: 20, goals: []cell{{19, 19}}}
	for _, form := range []string{"interned", "dense"} {
		want, err := AStar(context.Background(), l.forms()[form], cell{}, l.options())
		if err != nil {
			t.Fatal(err)
		}
		var ws Workspace[cell, int64]
		opts := l.options()
		opts.Workspace = &ws
		for i := range 12 {
			if i == 4 {
				ws.halves[0].table.number = 1<<32 - 4*4
				ws.interned.number = 1<<32 - 4
			}
			got, err := AStar(context.Background(), l.forms()[form], cell{}, opts)
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("%s, search %d: %+v, %v; want %+v", form, i, got, err, want)
			}
		}
		if ws.halves[0].table.number > 100 {
			t.Errorf("%s: the number of the search is %d; it did not wrap", form, ws.halves[0].table.number)
		}
	}
}

// TestFull checks that a search stops before its numbers run out.
func TestFull(t *testing.T) {
	var ws Workspace[cell, int64]
	if ws.full(64) {
		t.Error("an empty workspace is full")
	}
	for _, pushes := range []*uint32{&ws.halves[0].open.pushes, &ws.halves[1].open.pushes} {
		*pushes = maxPushes - 64
		if ws.full(64) {
			t.Error("full with room for 64 entries")
		}
		*pushes++
		if !ws.full(64) {
			t.Error("not full with room for 63 entries")
		}
		*pushes = 0
	}
}

// BenchmarkMemory reports what a flood of a dense space holds for each state.
func BenchmarkMemory(b *testing.B) {
	l := numberedLattice{lattice{width: 500, height: 500}}
	for _, a := range latticeSearches() {
		if a.kind != floods {
			continue
		}
		b.Run(a.name, func(b *testing.B) {
			var ws Workspace[cell, int64]
			opts := Options[cell, int64]{Workspace: &ws}
			for b.Loop() {
				if result, err := a.run(context.Background(), l, cell{250, 250}, opts); err != nil || result.Expanded != 250_000 {
					b.Fatal(fmt.Errorf("%d expansions, %w", result.Expanded, err))
				}
			}
			b.ReportMetric(float64(ws.Bytes())/250_000, "B/state")
		})
	}
}
