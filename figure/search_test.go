package figure_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/astrolabe-search/astrolabe/figure"
	"github.com/astrolabe-search/astrolabe/figure/scene"
	"github.com/astrolabe-search/astrolabe/grid"
)

func draw(t testing.TB, f figure.Figure) figure.Drawing {
	t.Helper()
	d, err := f.Draw()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// layer returns all layers of a name.
func layers(d figure.Drawing, name string) []scene.Layer {
	var found []scene.Layer
	for _, l := range d.Scene.Layers {
		if l.Name == name {
			found = append(found, l)
		}
	}
	return found
}

// texts returns everything that is written in the layers of a name, or
// anywhere if it is empty.
func texts(d figure.Drawing, name string) string {
	var all []string
	for _, l := range d.Scene.Layers {
		if name != "" && l.Name != name {
			continue
		}
		for _, item := range l.Items {
			if labels, ok := item.(scene.Labels); ok {
				for _, t := range labels.Texts {
					all = append(all, t.Text)
				}
			}
		}
	}
	return strings.Join(all, "|")
}

// The published facts on the notebook's figures.
func TestNotebookFigures(t *testing.T) {
	bfs, astar := notebook(t)
	for _, c := range []struct {
		name           string
		j              journey
		explored, runs int
	}{{"flood-bfs", bfs, 1207, 94}, {"beam-astar", astar, 124, 37}} {
		if got := len(c.j.explored); got != c.explored {
			t.Errorf("%s: %d cells explored, want %d", c.name, got, c.explored)
		}
		if got := len(figure.Runs(c.j.explored)); got != c.runs {
			t.Errorf("%s: %d runs, want %d", c.name, got, c.runs)
		}
		drawn := 0
		for _, l := range layers(draw(t, c.j.picture()), "explored") {
			for _, item := range l.Items {
				drawn += len(item.(scene.Rects).Rects)
			}
		}
		if drawn != c.runs {
			t.Errorf("%s: %d rectangles drawn, want %d", c.name, drawn, c.runs)
		}
		for _, theme := range everyTheme {
			if n := len(write(t, figure.SVG, c.j.picture(), figure.Options{Theme: theme})); n >= 30_000 {
				t.Errorf("%s, %v: %d bytes, want less than 30,000", c.name, theme, n)
			}
		}
	}
}

func TestRuns(t *testing.T) {
	cells := []grid.Cell{{X: 4, Y: 1}, {X: 2, Y: 1}, {X: 3, Y: 1}, {X: 3, Y: 1}, {X: 0, Y: 1}, {X: 3, Y: 0}}
	want := []figure.Run{{X: 3, Y: 0, Len: 1}, {X: 0, Y: 1, Len: 1}, {X: 2, Y: 1, Len: 3}}
	if diff := cmp.Diff(want, figure.Runs(cells)); diff != "" {
		t.Error(diff)
	}
	if got := figure.Runs(nil); got != nil {
		t.Errorf("no cells make %v", got)
	}
}

// anySearch draws a search on a small map: cells of every kind.
func anySearch(t *rapid.T) figure.Search {
	w, h := rapid.IntRange(1, 12).Draw(t, "w"), rapid.IntRange(1, 12).Draw(t, "h")
	weights := rapid.SliceOfN(rapid.SampledFrom([]grid.Weight{grid.Blocked, grid.WholeWeight(0), grid.WholeWeight(1), grid.Millionths(2_500_000)}), w*h, w*h).Draw(t, "weights")
	m, err := grid.FromWeights(w, h, weights)
	if err != nil {
		t.Fatal(err)
	}
	cell := rapid.Custom(func(t *rapid.T) grid.Cell {
		return grid.Cell{X: int32(rapid.IntRange(0, w-1).Draw(t, "x")), Y: int32(rapid.IntRange(0, h-1).Draw(t, "y"))}
	})
	cells := rapid.SliceOfN(cell, 0, 20)
	text := rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }),
		rapid.StringOfN(rapid.RuneFrom([]rune("mW ")), 0, 200, -1))
	s := figure.Search{
		Title: text.Draw(t, "title"), Desc: text.Draw(t, "desc"), Note: text.Draw(t, "note"), Map: m,
		Explored: cells.Draw(t, "explored"), Open: cells.Draw(t, "open"), Path: cells.Draw(t, "path"),
		Ruler: rapid.Bool().Draw(t, "ruler"), GridLines: rapid.Bool().Draw(t, "lines"), RulerFrom: rapid.IntRange(-2, 999).Draw(t, "from"),
	}
	if rapid.Bool().Draw(t, "ends") {
		from, to := cell.Draw(t, "start"), cell.Draw(t, "goal")
		s.From, s.To = &from, &to
	}
	for _, c := range cells.Draw(t, "tree") {
		s.Tree = append(s.Tree, figure.Edge{Child: c, Parent: cell.Draw(t, "parent")})
	}
	for _, c := range cells.Draw(t, "labeled") {
		s.Labels = append(s.Labels, figure.CellLabel{Cell: c, F: text.Draw(t, "f"), G: text.Draw(t, "g"), H: text.Draw(t, "h")})
	}
	return s
}

// Every cell has the color that it should have and no other, however its
// neighbors were joined.
func TestCellsAreDrawnExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anySearch(t)
		d, err := s.Draw()
		if err != nil {
			t.Fatal(err)
		}
		type square struct{ x, y int }
		got := map[square]string{}
		var place scene.Layer
		for _, name := range []string{"ground", "explored", "open", "wall"} {
			for _, l := range layers(d, name) {
				if place.Name != "" && (l.X != place.X || l.Y != place.Y || l.Scale != place.Scale) {
					t.Fatalf("layers %s and %s do not lie on each other", place.Name, name)
				}
				place = l
				for i, item := range l.Items {
					for _, r := range item.(scene.Rects).Rects {
						for y := int(r.Y); y < int(r.Y+r.H); y++ {
							for x := int(r.X); x < int(r.X+r.W); x++ {
								if old := got[square{x, y}]; old != "" && old != "base" {
									t.Fatalf("cell %d,%d is %s and %s", x, y, old, name)
								}
								got[square{x, y}] = name
								if name == "ground" && i == 0 {
									got[square{x, y}] = "base"
								}
							}
						}
					}
				}
			}
		}
		if len(got) != s.Map.Width()*s.Map.Height() {
			t.Fatalf("%d squares for %d×%d cells", len(got), s.Map.Width(), s.Map.Height())
		}
		in := func(c grid.Cell, list []grid.Cell) bool {
			for _, o := range list {
				if o == c {
					return true
				}
			}
			return false
		}
		for at, name := range got {
			c := grid.Cell{X: int32(at.x), Y: int32(at.y)}
			want := "ground"
			switch {
			case !s.Map.Open(c):
				want = "wall"
			case in(c, s.Open):
				want = "open"
			case in(c, s.Explored):
				want = "explored"
			}
			if strings.Replace(name, "base", "ground", 1) != want {
				t.Fatalf("cell %v is %s, want %s", c, name, want)
			}
		}
	})
}

// extent visits the boxes of all that a scene shows, in pixels.
func extent(s *scene.Scene, visit func(what string, x0, y0, x1, y1 float64)) {
	for _, l := range s.Layers {
		k := l.Scale
		if k == 0 {
			k = 1
		}
		box := func(what string, x0, y0, x1, y1 float64) {
			visit(l.Name+" "+what, l.X+x0*k, l.Y+y0*k, l.X+x1*k, l.Y+y1*k)
		}
		for _, item := range l.Items {
			switch item := item.(type) {
			case scene.Rects:
				for _, r := range item.Rects {
					box("rectangle", r.X, r.Y, r.X+r.W, r.Y+r.H)
				}
			case scene.Paths:
				for _, sub := range item.Subpaths {
					for _, p := range sub.Points {
						box("point", p.X, p.Y, p.X, p.Y)
					}
				}
			case scene.Circles:
				for _, p := range item.Centers {
					box("circle", p.X-item.Radius, p.Y-item.Radius, p.X+item.Radius, p.Y+item.Radius)
				}
			case scene.Labels:
				for _, t := range item.Texts {
					w := scene.TextWidth(t.Text, item.Size, item.Bold)
					x := t.X - w*[]float64{0, 0.5, 1}[item.Anchor]
					box(fmt.Sprintf("text %q", t.Text), x, t.Y-0.75*item.Size, x+w, t.Y+0.2*item.Size)
				}
			}
		}
	}
}

// checkInside fails if anything reaches out of the picture.
func checkInside(t rapid.TB, d figure.Drawing) {
	t.Helper()
	const slack = 0.01
	extent(d.Scene, func(what string, x0, y0, x1, y1 float64) {
		if x0 < -slack || y0 < -slack || x1 > d.Scene.Width+slack || y1 > d.Scene.Height+slack {
			t.Fatalf("%s reaches from %.1f,%.1f to %.1f,%.1f in a picture of %v×%v", what, x0, y0, x1, y1, d.Scene.Width, d.Scene.Height)
		}
	})
}

func TestNothingIsCutOff(t *testing.T) {
	for _, g := range goldens(t) {
		checkInside(t, draw(t, g.fig))
	}
	rapid.Check(t, func(t *rapid.T) {
		s := anySearch(t)
		for _, f := range []figure.Figure{s, figure.Panels{Title: s.Title, Note: s.Note, Searches: []figure.Search{s, s, s}}} {
			d, err := f.Draw()
			if err != nil {
				t.Fatal(err)
			}
			checkInside(t, d)
		}
	})
}

// At 700 pixels wide the least text is 10 pixels high, but for the labels in
// the cells of a map that is too wide for them.
func TestTextIsLegible(t *testing.T) {
	for _, g := range goldens(t) {
		d := draw(t, g.fig)
		shrink := min(1, 700/d.Scene.Width)
		for _, l := range d.Scene.Layers {
			for _, item := range l.Items {
				if labels, ok := item.(scene.Labels); ok && labels.Size*shrink < 10 {
					t.Errorf("%s: text of %.1f pixels in layer %s", g.name, labels.Size*shrink, l.Name)
				}
			}
		}
	}
}

func TestLabelsFitTheirCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anySearch(t)
		d, err := s.Draw()
		if err != nil {
			t.Fatal(err)
		}
		cell := layers(d, "ground")[0].Scale
		for _, l := range layers(d, "labels") {
			for _, item := range l.Items {
				labels := item.(scene.Labels)
				for _, text := range labels.Texts {
					if w := scene.TextWidth(text.Text, labels.Size, labels.Bold); w > cell {
						t.Fatalf("%q is %.1f wide in a cell of %v", text.Text, w, cell)
					}
				}
			}
		}
	})
}

func TestHide(t *testing.T) {
	bfs, _ := notebook(t)
	s := bfs.picture()
	s.Open, s.Tree = []grid.Cell{{}}, []figure.Edge{{Child: grid.Cell{X: 1}, Parent: grid.Cell{}}}
	s.Labels = []figure.CellLabel{{Cell: grid.Cell{}, F: "7"}}
	s.Ruler = true
	whole := map[string]bool{}
	for _, l := range draw(t, s).Scene.Layers {
		whole[l.Name] = true
	}
	for _, name := range []string{"explored", "open", "path", "tree", "labels", "ends", "legend", "ruler"} {
		if !whole[name] {
			t.Errorf("layer %q is not drawn", name)
		}
		hide, err := figure.ParseLayers(name)
		if err != nil {
			t.Fatal(err)
		}
		s.Hide = hide
		d := draw(t, s)
		if got := layers(d, name); got != nil {
			t.Errorf("layer %q is hidden and drawn", name)
		}
		if n := len(d.Scene.Layers); n < len(whole)-1 {
			t.Errorf("hiding %q leaves %d of %d layers", name, n, len(whole))
		}
	}
}

// Without its costs a cell is explored as others are, and without lines only the frame
// is left.
func TestHideWhatHasNoLayer(t *testing.T) {
	_, astar := notebook(t)
	s := astar.picture()
	plain := draw(t, s)
	s.GridLines = true
	for i, c := range s.Explored {
		s.Costs = append(s.Costs, figure.CellCost{Cell: c, Cost: float64(i)})
	}
	s.Explored = nil
	rich := draw(t, s)
	if len(layers(rich, "explored")[0].Items) == 1 || cmp.Equal(layers(rich, "grid"), layers(plain, "grid")) {
		t.Error("there are no shades or no lines")
	}
	s.Hide = figure.LayerCosts | figure.LayerLines
	if diff := cmp.Diff(plain.Scene.Layers, draw(t, s).Scene.Layers); diff != "" {
		t.Errorf("-plain +hidden:\n%s", diff)
	}
}

func TestLayersAreReadAndWritten(t *testing.T) {
	for set := range figure.LayerLines * 2 {
		if got, err := figure.ParseLayers(set.String()); err != nil || got != set {
			t.Errorf("%v is read as %v, %v", set, got, err)
		}
	}
	_, err := figure.ParseLayers("tree, lables")
	if want := `"lables" is not a layer; want some of terrain, explored, open, path, tree, labels, ends, legend, costs, ruler, lines, with commas`; err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}

func TestBadSearchesAreRefused(t *testing.T) {
	m, err := grid.FromWeights(3, 2, make([]grid.Weight, 6))
	if err != nil {
		t.Fatal(err)
	}
	in, out := grid.Cell{X: 1, Y: 1}, grid.Cell{X: 3, Y: 0}
	for _, c := range []struct {
		s    figure.Search
		want string
	}{
		{figure.Search{}, "it has no map"},
		{figure.Search{Map: &grid.Map{}}, "it has no map"},
		{figure.Search{Map: m, From: &out}, "start: cell 3,0 lies outside the map of 3×2"},
		{figure.Search{Map: m, To: &out}, "goal: cell 3,0"},
		{figure.Search{Map: m, Explored: []grid.Cell{in, out}}, "explored: cell 3,0"},
		{figure.Search{Map: m, Open: []grid.Cell{out}}, "OPEN: cell 3,0"},
		{figure.Search{Map: m, Path: []grid.Cell{in, {X: -1}}}, "path: cell -1,0"},
		{figure.Search{Map: m, Tree: []figure.Edge{{Child: in, Parent: out}}}, "tree: cell 3,0"},
		{figure.Search{Map: m, Labels: []figure.CellLabel{{Cell: out}}}, "labels: cell 3,0"},
		{figure.Search{Map: m, Costs: []figure.CellCost{{Cell: out}}}, "costs: cell 3,0"},
		{figure.Search{Map: m, Costs: []figure.CellCost{{Cell: in, Cost: math.NaN()}}}, "the cost of cell 1,1 is NaN"},
	} {
		d, err := c.s.Draw()
		if !errors.Is(err, figure.ErrFigure) || !strings.Contains(err.Error(), c.want) || d.Scene != nil {
			t.Errorf("got %v, want an error with %q", err, c.want)
		}
		if c.s.Map == nil {
			continue
		}
		if _, err := (figure.Panels{Searches: []figure.Search{{Map: m}, c.s}}).Draw(); !errors.Is(err, figure.ErrFigure) || !strings.Contains(err.Error(), "panel 1") {
			t.Errorf("as a panel: %v", err)
		}
	}
	for _, n := range []int{0, figure.MaxPanels + 1} {
		if _, err := (figure.Panels{Searches: make([]figure.Search, n)}).Draw(); !errors.Is(err, figure.ErrFigure) {
			t.Errorf("%d panels: %v", n, err)
		}
	}
}

// A map with more columns or rows than are drawn shows blocks and says so.
func TestLargeMapsAreDownsampled(t *testing.T) {
	const w, h = 2*figure.MaxSideCells + 1, 9 // three cells a side to a square
	weights := make([]grid.Weight, w*h)
	for i := range weights {
		if i/w < 3 || i/w == 4 { // the first row of squares and a thin line
			weights[i] = grid.Blocked
		}
	}
	m, err := grid.FromWeights(w, h, weights)
	if err != nil {
		t.Fatal(err)
	}
	goal := grid.Cell{X: w - 1, Y: h - 1}
	s := figure.Search{Map: m, To: &goal, Labels: []figure.CellLabel{{Cell: goal, F: "1"}}, Tree: []figure.Edge{{Child: goal, Parent: goal}}}
	for x := range int32(9) {
		for y := int32(6); y < 9; y++ {
			s.Explored = append(s.Explored, grid.Cell{X: x, Y: y})
		}
	}
	for y := int32(6); y < 9; y++ {
		s.Open = append(s.Open, grid.Cell{X: 10, Y: y})
	}
	d := draw(t, s)
	for _, want := range []string{"3×3", "3,201×9", "Labels are left out", "edge of the search tree"} {
		if !strings.Contains(strings.Join(d.Notices, " "), want) || !strings.Contains(d.Scene.Desc, want) {
			t.Errorf("the notices %q do not say %q, or the description does not", d.Notices, want)
		}
	}
	if !strings.Contains(texts(d, "note"), "3,201×9") {
		t.Errorf("the picture does not say so: %q", texts(d, "note"))
	}
	if d.Scene.Width > 2*figure.MaxSideCells {
		t.Errorf("it is %v pixels wide", d.Scene.Width)
	}
	for name, want := range map[string][]scene.Rect{
		"wall":     {{X: 0, Y: 0, W: 1067, H: 1}},
		"explored": {{X: 0, Y: 2, W: 3, H: 1}},
		"open":     {{X: 3, Y: 2, W: 1, H: 1}},
	} {
		var got []scene.Rect
		for _, l := range layers(d, name) {
			got = append(got, l.Items[0].(scene.Rects).Rects...)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	checkInside(t, d)
}

func TestDescriptionsSayWhatIsShown(t *testing.T) {
	_, astar := notebook(t)
	got := draw(t, astar.picture()).Scene
	want := "A map of 48 columns and 28 rows, 136 cells blocked. The search expanded 124 cells. The start is at 0,27. The goal is at 47,0. A path of 75 cells leads from 0,27 to 47,0."
	if got.Title != "Search on a map of 48×28 cells" || got.Desc != want {
		t.Errorf("got %q, %q", got.Title, got.Desc)
	}
}
