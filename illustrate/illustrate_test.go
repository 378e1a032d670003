package illustrate_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/figure"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/illustrate"
	"github.com/astrolabe-search/astrolabe/internal/asciigrid"
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

// Whatever searches, its picture shows as many expansions as were counted, a tree
// whose parents were expanded, and can be drawn, as can its steps.
func TestEverySearchCanBeDrawn(t *testing.T) {
	q := query(t, "S..#....", ".#...#..", ".#.###.#", "...#...G")
	for _, e := range append(slices.Clone(catalog.Entries()), catalog.Engines()...) {
		h, err := illustrate.Watch(t.Context(), e, q)
		if err != nil {
			t.Fatal(err)
		}
		search := h.Search(illustrate.Style{Tree: true, Labels: true})
		if int64(len(search.Explored)) != h.Answer.Result.Expanded {
			t.Errorf("%s: %d cells explored of %d", e.Name, len(search.Explored), h.Answer.Result.Expanded)
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
		if len(search.Labels) == 0 {
			t.Errorf("%s: no labels", e.Name)
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
		if want := min(5, len(h.Steps)+1); frames != want {
			t.Errorf("%s: %d frames, want %d", e.Name, frames, want)
		}
	}
}

func TestHidingAndTitles(t *testing.T) {
	e, err := catalog.Lookup("astar")
	if err != nil {
		t.Fatal(err)
	}
	h, err := illustrate.Watch(t.Context(), e, query(t, "S.#", "..#", "..G"))
	if err != nil {
		t.Fatal(err)
	}
	hidden := h.Search(illustrate.Style{Title: "mine", Hide: figure.LayerPath})
	if hidden.Title != "mine" || hidden.Hide != figure.LayerPath || hidden.Tree != nil || hidden.Labels != nil {
		t.Errorf("%+v", hidden)
	}
	both := illustrate.Panels("two", []*illustrate.History{h, h}, illustrate.Style{})
	if _, err := both.Draw(); err != nil || len(both.Searches) != 2 {
		t.Errorf("%d panels, %v", len(both.Searches), err)
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
	// Output: A*: cost 4, 5 expanded
}
