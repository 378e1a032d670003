package figure_test

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/astrolabe-search/astrolabe/figure"
	"github.com/astrolabe-search/astrolabe/figure/scene"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/internal/asciigrid"
)

var update = flag.Bool("update", false, "write the golden files of testdata anew")

// golden is a figure whose bytes are kept.
type golden struct {
	name   string
	fig    figure.Figure
	themes []scene.Theme
	png    bool // a PNG is kept too
}

var (
	everyTheme = []scene.Theme{scene.Light, scene.Dark, scene.Auto}
	onlyLight  = []scene.Theme{scene.Light}
	onlyDark   = []scene.Theme{scene.Dark}
)

// goldens is one figure of every kind, and the notebook's three in all themes.
func goldens(t *testing.T) []golden {
	t.Helper()
	bfs, astar := notebook(t)
	flood, beam := bfs.picture(), astar.picture()
	flood.Title = "Breadth-first search expands 1,207 cells"
	beam.Title = "A* expands 124 cells for the same path"

	hills := asciigrid.Parse(t,
		"S0024420",
		"00.24420",
		"0##02200",
		"000#0#00",
		"0000002G",
	)
	walk := terrain(hills.Map, hills.Start, hills.Goal)
	tree := walk.picture()
	tree.Title, tree.Open, tree.Tree = "A* on terrain", walk.open, walk.tree
	f := map[grid.Cell]string{}
	for _, step := range walk.steps {
		for _, o := range step.Opened {
			f[o.Cell] = o.F
		}
	}
	for _, e := range walk.tree {
		tree.Labels = append(tree.Labels, figure.CellLabel{Cell: e.Child, F: f[e.Child]})
	}
	full := tree
	full.Title, full.Tree, full.Labels = "f, g and h", nil, nil
	for _, c := range walk.explored {
		full.Labels = append(full.Labels, figure.CellLabel{Cell: c, F: f[c], G: fmt.Sprintf("%.3g", walk.g[c]), H: "2"})
	}
	costs := walk.picture()
	costs.Title, costs.Explored, costs.Note = "Wave fronts", nil, "Shades show g."
	for _, c := range walk.explored {
		costs.Costs = append(costs.Costs, figure.CellCost{Cell: c, Cost: walk.g[c]})
	}

	panels := figure.Panels{Title: "One query, three algorithms"}
	for i, s := range []figure.Search{flood, beam, beam} {
		s.Title = []string{"breadth-first", "astar", "bidirectional-first-meeting with a name that is far too long"}[i]
		s.Note = fmt.Sprintf("%d expanded · path of 75 cells", len(s.Explored))
		panels.Searches = append(panels.Searches, s)
	}

	scatter := figure.Plot{
		Title: "Expansions against length", X: figure.Axis{Label: "length (cells)", Log: true}, Y: figure.Axis{Label: "expanded cells", Log: true},
	}
	lines := figure.Plot{Title: "Nodes by depth", X: figure.Axis{Label: "depth"}, Y: figure.Axis{Label: "nodes"}, Diagonal: true}
	times := figure.ECDF{Title: "Time per query", X: figure.Axis{Label: "time (µs)", Log: true}}
	for i, name := range []string{"astar", "dijkstra", "jps", "bidirectional", "fringe", "greedy"} {
		dots := figure.Series{Name: name}
		curve := figure.Series{Name: name, Mark: figure.Line}
		sample := figure.Sample{Name: name}
		for k := range 25 {
			x := float64(1 + k*k)
			dots.Points = append(dots.Points, figure.Point{X: x, Y: x * float64(k%5) * float64(7-i)})
			sample.Values = append(sample.Values, x*float64(i+1))
		}
		for d := range 10 {
			curve.Points = append(curve.Points, figure.Point{X: float64(d), Y: math.Pow(3-float64(i)/3, float64(d))})
		}
		scatter.Series = append(scatter.Series, dots)
		if i < 3 {
			lines.Series, times.Samples = append(lines.Series, curve), append(times.Samples, sample)
		}
	}

	var wide grid.Cell
	wide.X = 2*figure.MaxSideCells - 1
	corridor, err := grid.FromWeights(2*figure.MaxSideCells, 40, slices.Repeat([]grid.Weight{grid.WholeWeight(1)}, 80*figure.MaxSideCells))
	if err != nil {
		t.Fatal(err)
	}
	large := figure.Search{Map: corridor, From: &grid.Cell{}, To: &wide, GridLines: true, Path: []grid.Cell{{}, wide}}

	return []golden{
		{"flood-bfs", flood, everyTheme, false},
		{"beam-astar", beam, everyTheme, true},
		{"cells-compared", figure.Bars{
			Title: "Cells expanded for the same path", Unit: "expanded cells",
			Bars: []figure.Bar{{Name: "breadth-first search", Value: 1207}, {Name: "A*", Value: 124, Accent: 1}},
		}, everyTheme, false},
		{"terrain", tree.AsTerrain(), []scene.Theme{scene.Light, scene.Dark}, true},
		{"labels", full, onlyDark, false},
		{"costs", costs, onlyLight, false},
		{"panels", panels, onlyDark, false},
		{"downsampled", large, onlyLight, false},
		{"scatter", scatter, []scene.Theme{scene.Light, scene.Dark}, true},
		{"lines", lines, onlyLight, false},
		{"ecdf", times, onlyDark, false},
		{"bars-long", figure.Bars{
			Title: "A heading that is so long that it does not fit on one line of a figure of this width, nor on two of them if it goes on",
			Bars: []figure.Bar{
				{Name: "bidirectional-first-meeting with the octile heuristic and ties by parent-g on terrain", Value: 12_345_678},
				{Name: "zero"},
				{Name: "tiny", Value: 0.0123, Text: "0.0123 µs ≤ √2 → ok"},
				{Name: "stopped", Value: 1e9, Text: "1,000,000,000 (limit)", Accent: 1, Open: true},
			},
		}, onlyLight, false},
		{"empty-bars", figure.Bars{Title: "Nothing yet"}, onlyLight, false},
		{"empty-plot", figure.Plot{X: figure.Axis{Label: "x"}, Y: figure.Axis{Label: "y", Log: true}}, onlyLight, false},
		{"single-point", figure.Plot{Series: []figure.Series{{Points: []figure.Point{{X: 42, Y: 0.0013}}}}}, onlyDark, false},
	}
}

// checkGolden compares bytes with a file of testdata by a given measure, or
// writes it where -update is set.
func checkGolden(t *testing.T, name string, got []byte, differ func(got, want []byte) string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Errorf("%v (go test -update writes it)", err)
		return
	}
	if how := differ(got, want); how != "" {
		t.Errorf("%s: %s; if that is right, look at it and run go test -update", path, how)
	}
}

func sameBytes(got, want []byte) string {
	if bytes.Equal(got, want) {
		return ""
	}
	i := 0
	for i < min(len(got), len(want)) && got[i] == want[i] {
		i++
	}
	from := max(0, i-40)
	return fmt.Sprintf("byte %d differs: got …%s, want …%s", i, got[from:min(len(got), i+40)], want[from:min(len(want), i+40)])
}

// samePicture compares images as an eye at some distance does: by the average
// color of every 4×4 pixels, so that another rounding of a smoothed edge does
// not count and a moved line does.
func samePicture(got, want []byte) string {
	a, errA := png.Decode(bytes.NewReader(got))
	b, errB := png.Decode(bytes.NewReader(want))
	if errA != nil || errB != nil {
		return fmt.Sprintf("not PNG: %v, %v", errA, errB)
	}
	if a.Bounds() != b.Bounds() {
		return fmt.Sprintf("it is %v, want %v", a.Bounds(), b.Bounds())
	}
	const side, most = 4, 16.0
	total, blocks := 0.0, 0
	for y := 0; y < a.Bounds().Dy(); y += side {
		for x := 0; x < a.Bounds().Dx(); x += side {
			box := image.Rect(x, y, x+side, y+side).Intersect(a.Bounds())
			d := 0.0
			p, q := average(a, box), average(b, box)
			for i := range p {
				d = max(d, math.Abs(p[i]-q[i]))
			}
			if d > most {
				return fmt.Sprintf("the pixels %v differ by %.0f of 255 on average", box, d)
			}
			total += d
			blocks++
		}
	}
	if mean := total / float64(blocks); mean > 0.5 {
		return fmt.Sprintf("it differs by %.2f of 255 on average", mean)
	}
	return ""
}

func average(img image.Image, box image.Rectangle) [3]float64 {
	var sum [3]float64
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			r, g, b, _ := img.At(x, y).RGBA()
			for i, v := range []uint32{r, g, b} {
				sum[i] += float64(v) / 257
			}
		}
	}
	for i := range sum {
		sum[i] /= float64(box.Dx() * box.Dy())
	}
	return sum
}

func TestGoldens(t *testing.T) {
	kept := map[string]bool{}
	for _, g := range goldens(t) {
		for _, theme := range g.themes {
			name := g.name + "-" + theme.String() + ".svg"
			kept[name] = true
			checkGolden(t, name, write(t, figure.SVG, g.fig, figure.Options{Theme: theme}), sameBytes)
		}
		if g.png {
			name := g.name + ".png"
			kept[name] = true
			checkGolden(t, name, write(t, figure.PNG, g.fig, figure.Options{Theme: g.themes[0], Scale: 1}), samePicture)
		}
	}
	files, err := os.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !kept[file.Name()] && file.Name() != "rapid" {
			t.Errorf("testdata/%s belongs to no figure", file.Name())
		}
	}
}

// The measure of pictures itself: it lets smoothing pass and no moved shape.
func TestSamePicture(t *testing.T) {
	picture := func(x float64) []byte {
		bar := figure.Drawing{Scene: &scene.Scene{Width: 40, Height: 40, Layers: []scene.Layer{{Name: "a", Items: []scene.Item{
			scene.Paths{Stroke: scene.Text, Width: 2, Subpaths: []scene.Subpath{{Points: []scene.Point{{X: x, Y: 4}, {X: x, Y: 36}}}}},
		}}}}}
		return write(t, figure.PNG, bar, figure.Options{Scale: 1})
	}
	if how := samePicture(picture(20.1), picture(20.05)); how != "" {
		t.Errorf("a twentieth of a pixel counts: %s", how)
	}
	if samePicture(picture(20), picture(21)) == "" {
		t.Error("a pixel does not count")
	}
}

func write(t testing.TB, format figure.Format, fig figure.Figure, o figure.Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if _, err := figure.Write(&b, format, fig, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
