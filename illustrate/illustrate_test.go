package illustrate_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/figure"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/illustrate"
	"github.com/astrolabe-search/astrolabe/internal/asciigrid"
	"github.com/astrolabe-search/astrolabe/trace"
	"github.com/astrolabe-search/astrolabe/trace/gridtrace"
)

func query(t testing.TB, rows ...string) catalog.Query {
	t.Helper()
	picture := asciigrid.Parse(t, rows...)
	costs, err := grid.NewCosts(picture.Map, grid.Rule{}, grid.Uniform)
	if err != nil {
		t.Fatal(err)
	}
	return catalog.Query{Costs: costs, From: picture.Start, To: picture.Goal}
}

// everyone is all that can search.
func everyone() []*catalog.Entry { return slices.Concat(catalog.Entries(), catalog.Engines()) }

func distinct(cells []grid.Cell) int {
	seen := map[grid.Cell]bool{}
	for _, c := range cells {
		seen[c] = true
	}
	return len(seen)
}

// Whatever searches, its picture shows the cells that it expanded, a tree whose
// parents were expanded, and can be drawn, as can its steps, which are as many as the
// expansions that were counted.
func TestEverySearchCanBeDrawn(t *testing.T) {
	q := query(t, "S..#....", ".#...#..", ".#.###.#", "...#...G")
	for _, e := range everyone() {
		h, err := illustrate.Watch(t.Context(), e, q)
		if err != nil {
			t.Fatal(err)
		}
		search := h.Search(illustrate.Style{Show: figure.LayerTree | figure.LayerLabels | figure.LayerCosts})
		expanded := h.Answer.Result.Expanded
		var inSteps []grid.Cell
		for _, step := range h.Sequence(illustrate.Style{}, 0).Steps {
			inSteps = append(inSteps, step.Expanded)
		}
		if int64(len(inSteps)) != expanded || distinct(inSteps) != len(search.Explored) {
			t.Errorf("%s: %d steps to %d cells and %d cells explored, of %d expansions",
				e.Name, len(inSteps), distinct(inSteps), len(search.Explored), expanded)
		}
		for _, edge := range search.Tree {
			if !slices.Contains(search.Explored, edge.Parent) {
				t.Errorf("%s: the parent %v of %v was not expanded", e.Name, edge.Parent, edge.Child)
			}
		}
		for _, c := range search.Open {
			if slices.Contains(search.Explored, c) {
				t.Errorf("%s: %v is both expanded and on OPEN", e.Name, c)
			}
		}
		if met := len(search.Explored) + len(search.Open); len(search.Labels) != met || len(search.Costs) != len(search.Explored) || len(search.Tree) == 0 {
			t.Errorf("%s: %d labels, %d costs and %d edges for %d cells", e.Name, len(search.Labels), len(search.Costs), len(search.Tree), met)
		}
		if _, err := search.Draw(); err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
		frames := 0
		for _, err := range h.Sequence(illustrate.Style{Terrain: true}, 5).Frames() {
			if err != nil {
				t.Fatalf("%s: %v", e.Name, err)
			}
			frames++
		}
		if want := min(5, int(expanded)+1); frames != want {
			t.Errorf("%s: %d frames, want %d", e.Name, frames, want)
		}
	}
}

// A search that was answered is run again up to where it ended, and its picture is that
// of the first time.
func TestReplay(t *testing.T) {
	q := query(t, "S..#....", ".#...#..", ".#.###.#", "...#...G")
	for _, e := range everyone() {
		for _, most := range []int64{0, 4} {
			limited := q
			limited.MaxExpanded = most
			watched, err := illustrate.Watch(t.Context(), e, limited)
			if err != nil {
				t.Fatal(err)
			}
			watched.Answer.Query.MaxTime = 1 // which sufficed the first time
			again, err := illustrate.Replay(t.Context(), watched.Answer, math.MaxInt32)
			if err != nil {
				t.Fatal(err)
			}
			style := illustrate.Style{Show: figure.LayerTree | figure.LayerLabels}
			same := cmp.Comparer(func(a, b *grid.Map) bool { return a == b })
			if diff := cmp.Diff(watched.Sequence(style, 0), again.Sequence(style, 0), same); diff != "" {
				t.Errorf("%s, at most %d: -first +again:\n%s", e.Name, most, diff)
			}
			if diff := cmp.Diff(watched.Search(style), again.Search(style), same); diff != "" {
				t.Errorf("%s, at most %d: -first +again:\n%s", e.Name, most, diff)
			}
		}
	}
}

// A search that ended before its first expansion is not taken for one without a limit.
func TestReplayOfNothing(t *testing.T) {
	astar, err := catalog.Lookup("astar")
	if err != nil {
		t.Fatal(err)
	}
	q := query(t, "S..G")
	h, err := illustrate.Replay(t.Context(), catalog.Answer{Entry: astar, Query: q}, illustrate.MaxSteps)
	if err != nil {
		t.Fatal(err)
	}
	if s := h.Search(illustrate.Style{}); len(s.Explored)+len(s.Open) > 0 {
		t.Errorf("%d explored, %d on OPEN", len(s.Explored), len(s.Open))
	}
}

// Of a longer search than may be remembered, the first steps are kept, and that is said.
func TestStepsAreBounded(t *testing.T) {
	astar, err := catalog.Lookup("astar")
	if err != nil {
		t.Fatal(err)
	}
	whole, err := illustrate.Watch(t.Context(), astar, query(t, "S.....", ".##.#.", "....#G"))
	if err != nil {
		t.Fatal(err)
	}
	part, err := illustrate.Replay(t.Context(), whole.Answer, 3)
	if err != nil {
		t.Fatal(err)
	}
	all, few := whole.Sequence(illustrate.Style{}, 0), part.Sequence(illustrate.Style{}, 0)
	if want := fmt.Sprintf("The first 3 of %d expansions.", len(all.Steps)); few.Search.Note != want || all.Search.Note != "" {
		t.Errorf("notes %q and %q, want %q and none", few.Search.Note, all.Search.Note, want)
	}
	if diff := cmp.Diff(all.Steps[:3], few.Steps); diff != "" {
		t.Errorf("-whole +part:\n%s", diff)
	}
	if got, want := len(part.Search(illustrate.Style{}).Explored), len(all.Steps); got != want {
		t.Errorf("%d cells explored in the end, want %d", got, want)
	}
}

func TestStyles(t *testing.T) {
	e, err := catalog.Lookup("weighted-astar")
	if err != nil {
		t.Fatal(err)
	}
	q := query(t, "S.#", "..#", "..G")
	q.Weight.Num, q.Weight.Den = 3, 2
	h, err := illustrate.Watch(t.Context(), e, q)
	if err != nil {
		t.Fatal(err)
	}
	plain := h.Search(illustrate.Style{Title: "mine", Hide: figure.LayerPath | figure.LayerTree, Show: figure.LayerTree})
	if plain.Title != "mine" || plain.Hide&figure.LayerPath == 0 || plain.Tree != nil || plain.Labels != nil || plain.Ruler || plain.GridLines {
		t.Errorf("%+v", plain)
	}
	terrain := h.Search(illustrate.Style{Terrain: true, RulerFrom: 1, Show: figure.LayerOpen, Hide: figure.LayerLines})
	if terrain.Hide&figure.LayerExplored == 0 || terrain.Hide&figure.LayerOpen != 0 || terrain.Tree == nil || terrain.Labels == nil ||
		!terrain.Ruler || terrain.RulerFrom != 1 || terrain.GridLines {
		t.Errorf("%+v", terrain)
	}
	for _, step := range h.Sequence(illustrate.Style{}, 0).Steps {
		for _, o := range step.Opened {
			if step.F != "" || o.F != "" {
				t.Errorf("f %q and %q are written though not asked for", step.F, o.F)
			}
		}
	}
	panel := h.Panel(illustrate.Style{})
	if want := "cost 2+√2, bounded 1.5 · 4 expanded"; panel.Title != "Weighted A*" || panel.Note != want {
		t.Errorf("the panel says %q and %q, want %q", panel.Title, panel.Note, want)
	}
}

// Where the algorithm is the choice of an engine, the picture names the engine.
func TestTheChosenEngineIsNamed(t *testing.T) {
	auto, err := catalog.Lookup("auto")
	if err != nil {
		t.Fatal(err)
	}
	h, err := illustrate.Watch(t.Context(), auto, query(t, "S..", "..G"))
	if err != nil {
		t.Fatal(err)
	}
	chosen, err := catalog.Lookup(h.Answer.Engine.String())
	if err != nil {
		t.Fatal(err)
	}
	if got, want := h.Name(), chosen.Title+" (auto)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A search that finds nothing shows where it came nearest.
func TestNoPathShowsTheNearest(t *testing.T) {
	e, err := catalog.Lookup("astar")
	if err != nil {
		t.Fatal(err)
	}
	q := query(t, "S..#G")
	h, err := illustrate.Watch(t.Context(), e, q)
	if err != nil {
		t.Fatal(err)
	}
	search := h.Search(illustrate.Style{})
	if search.Title != "A*: no-path, 3 expanded" || len(search.Explored) != 3 {
		t.Errorf("%q, %v", search.Title, search.Explored)
	}
	sequence := h.Sequence(illustrate.Style{}, 0).Search
	for name, s := range map[string]figure.Search{"picture": search, "panel": h.Panel(illustrate.Style{}), "sequence": sequence} {
		if len(s.Path) != 0 || len(s.Nearest) != 3 {
			t.Errorf("%s: path %v, way to the nearest cell %v", name, s.Path, s.Nearest)
		}
	}
}

func ExampleWatch() {
	kinds := []grid.Kind{{Symbol: '.'}, {Symbol: '#', Blocked: true}}
	m, err := grid.FromKinds(3, 2, kinds, []uint8{0, 1, 0, 0, 0, 0})
	if err != nil {
		fmt.Println(err)
		return
	}
	costs, err := grid.NewCosts(m, grid.Rule{}, grid.Uniform)
	if err != nil {
		fmt.Println(err)
		return
	}
	astar, err := catalog.Lookup("astar")
	if err != nil {
		fmt.Println(err)
		return
	}
	h, err := illustrate.Watch(context.Background(), astar, catalog.Query{Costs: costs, From: grid.Cell{X: 0, Y: 0}, To: grid.Cell{X: 2, Y: 0}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(h.Search(illustrate.Style{}).Title)
	// Output: A*: cost 4, optimal, 5 expanded
}

// A history from a trace draws the same pictures as one that was watched.
func TestTracesDrawAlike(t *testing.T) {
	q := query(t, "S..#....", ".#...#..", ".#.###.#", "...#...G")
	for _, e := range everyone() {
		if e.Name == "auto" {
			continue // whose trace does not say which engine it chose
		}
		h, err := illustrate.Watch(t.Context(), e, q)
		if err != nil {
			t.Fatal(err)
		}
		var file bytes.Buffer
		if _, err := gridtrace.Record(t.Context(), e, q, "test", &file, nil); err != nil {
			t.Fatal(err)
		}
		source, err := trace.NewStream(&file)
		if err != nil {
			t.Fatal(err)
		}
		traced, err := illustrate.FromTrace(source, illustrate.MaxSteps)
		if err != nil {
			t.Fatal(err)
		}
		style := illustrate.Style{Show: figure.LayerTree | figure.LayerLabels}
		svg := func(f figure.Figure) string {
			var picture bytes.Buffer
			if _, err := figure.Write(&picture, figure.SVG, f, figure.Options{}); err != nil {
				t.Fatal(err)
			}
			return picture.String()
		}
		if svg(h.Search(style)) != svg(traced.Search(style)) {
			t.Errorf("%s: the pictures differ", e.Name)
		}
		if len(h.Sequence(style, 0).Steps) != len(traced.Sequence(style, 0).Steps) {
			t.Errorf("%s: the steps differ", e.Name)
		}
	}
}
