package termdraw

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/astrolabe-search/astrolabe/grid"
)

var update = flag.Bool("update", false, "write the golden files instead of comparing with them")

// terrain are the kinds of the tests' maps, by the symbols of their rows.
var terrain = []grid.Kind{
	{Symbol: ' ', Weight: grid.WholeWeight(0)},
	{Symbol: '.', Weight: grid.WholeWeight(2)},
	{Symbol: ':', Weight: grid.WholeWeight(4)},
	{Symbol: '#', Blocked: true},
}

// parse reads rows of terrain symbols in which S and G mark start and goal,
// * the path and o expanded cells, all of them on the lightest ground.
func parse(t rapid.TB, rows ...string) Picture {
	t.Helper()
	var p Picture
	var cells []uint8
	for y, row := range rows {
		for x, symbol := range row {
			c := grid.Cell{X: int32(x), Y: int32(y)}
			kind := 0
			switch symbol {
			case 'S':
				p.Start = &c
			case 'G':
				p.Goal = &c
			case '*':
				p.Path = append(p.Path, c)
			case 'o':
				p.Expanded = append(p.Expanded, c)
			default:
				if kind = strings.IndexRune(" .:#", symbol); kind < 0 {
					t.Fatalf("symbol %q in row %d", symbol, y)
				}
			}
			cells = append(cells, uint8(kind))
		}
	}
	m, err := grid.FromKinds(len(rows[0]), len(rows), terrain, cells)
	if err != nil {
		t.Fatal(err)
	}
	p.Map = m
	return p
}

func draw(t rapid.TB, p Picture, o Options) string {
	t.Helper()
	var out bytes.Buffer
	if err := Draw(&out, p, o); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestGolden compares whole drawings with files, among which there must be no
// other ones.
func TestGolden(t *testing.T) {
	walls := []string{
		"        #   ",
		" oooo   #   ",
		"ooS**o  # G ",
		"oooo#*oo#*  ",
		" ooo#o***o  ",
	}
	hills := []string{
		"  ..::::::",
		"So..::  ::",
		"o*ooo...::",
		" o****...:",
		"  .:.o*G..",
		"###.::..##",
	}
	large := func() []string {
		var rows []string
		for range 3 {
			for _, row := range walls {
				row = strings.NewReplacer("S", "o", "G", " ").Replace(row)
				rows = append(rows, row+"#"+row+" .:.:::")
			}
		}
		rows[1] = "S" + rows[1][1:]
		rows[13] = rows[13][:20] + "G" + rows[13][21:]
		return rows
	}()
	cases := []struct {
		name    string
		rows    []string
		options Options
	}{
		{"walls-none", walls, Options{}},
		{"walls-16", walls, Options{Colors: Colors16}},
		{"walls-256", walls, Options{Colors: Colors256}},
		{"walls-24-bit", walls, Options{Colors: TrueColor}},
		{"hills-none", hills, Options{}},
		{"hills-16", hills, Options{Colors: Colors16}},
		{"hills-256", hills, Options{Colors: Colors256}},
		{"hills-24-bit", hills, Options{Colors: TrueColor}},
		{"large-none", large, Options{Columns: 18, Lines: 20}},
		{"large-256", large, Options{Colors: Colors256, Columns: 40, Lines: 5}},
	}
	used := map[string]bool{}
	for _, c := range cases {
		file := c.name + ".txt"
		used[file] = true
		t.Run(c.name, func(t *testing.T) {
			got := draw(t, parse(t, c.rows...), c.options)
			path := filepath.Join("testdata", file)
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatalf("%v; go test -update writes it", err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("differs from %s (-want +got):\n%s", path, diff)
			}
		})
	}
	files, err := os.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !used[f.Name()] {
			t.Errorf("testdata/%s belongs to no case", f.Name())
		}
	}
}

// TestBlockPriority draws maps of one block each.
func TestBlockPriority(t *testing.T) {
	cases := []struct {
		what string
		rows []string
		want string
	}{
		{"start before goal", []string{"SG", "*o"}, "S"},
		{"goal before path", []string{"*G", "##"}, "G"},
		{"path before wall", []string{"*#", "##"}, "•"},
		{"half wall is wall", []string{"o#", "o#"}, "█"},
		{"a quarter wall is not", []string{"  ", " #"}, " "},
		{"half of the open cells expanded", []string{"oo", "  "}, "░"},
		{"half of three open cells is two", []string{"o ", " #"}, " "},
		{"two of three", []string{"o ", "o#"}, "░"},
		{"ground", []string{"  ", "  "}, " "},
	}
	for _, c := range cases {
		p := parse(t, c.rows...)
		got := draw(t, p, Options{Columns: 3, Lines: 3})
		if want := "┌─┐\n│" + c.want + "│\n└─┘\n"; got != want {
			t.Errorf("%s: %q drawn as\n%swant\n%s", c.what, c.rows, got, want)
		}
	}
}

// TestShade draws a row of blocks of 2×1 cells by their mean weight.
func TestShade(t *testing.T) {
	p := parse(t, "   . ...: .:::# :#")
	got := draw(t, p, Options{Columns: 9 + frame})
	if want := "┌─────────┐\n│ ....::██│\n└─────────┘\n"; got != want {
		t.Errorf("drawn as\n%swant\n%s", got, want)
	}
}

// TestExtremeWeights draws weights whose differences are as large
// as weights can be.
func TestExtremeWeights(t *testing.T) {
	m, err := grid.FromWeights(3, 1, []grid.Weight{grid.WholeWeight(0), grid.Millionths(grid.MaxWeight.Millionths() / 3), grid.MaxWeight})
	if err != nil {
		t.Fatal(err)
	}
	got := draw(t, Picture{Map: m}, Options{})
	if want := "┌───┐\n│ .:│\n└───┘\n"; got != want {
		t.Errorf("drawn as\n%swant\n%s", got, want)
	}
}

func TestScale(t *testing.T) {
	m := parse(t, strings.Repeat(" ", 10), strings.Repeat(" ", 10), strings.Repeat(" ", 10)).Map
	cases := []struct {
		options Options
		want    int
	}{
		{Options{}, 1},
		{Options{Columns: 12, Lines: 5}, 1},
		{Options{Columns: 11}, 2},
		{Options{Columns: 7}, 2},
		{Options{Columns: 6}, 3},
		{Options{Columns: 3}, 10},
		{Options{Lines: 4}, 2},
		{Options{Colors: TrueColor, Columns: 10, Lines: 2}, 1},
		{Options{Colors: Colors16, Columns: 9}, 2},
		{Options{Colors: Colors256, Lines: 1}, 2},
		{Options{Colors: Colors256, Columns: 1}, 10},
	}
	for _, c := range cases {
		got, err := c.options.Scale(m)
		if err != nil || got != c.want {
			t.Errorf("%+v.Scale(10×3) = %d, %v; want %d", c.options, got, err, c.want)
		}
	}
}

func TestErrors(t *testing.T) {
	p := parse(t, "  ", "  ")
	outside := grid.Cell{X: 2, Y: 0}
	with := func(change func(*Picture)) Picture {
		q := p
		change(&q)
		return q
	}
	cases := []struct {
		picture Picture
		options Options
		want    string
	}{
		{Picture{}, Options{}, "termdraw: the picture has no map"},
		{p, Options{Columns: -1}, "termdraw: -1 columns; want at least 1, or 0 for no limit"},
		{p, Options{Lines: 2}, "termdraw: 2 lines; a drawing without color needs at least 3"},
		{p, Options{Colors: TrueColor, Lines: -5}, "termdraw: -5 lines; want at least 1, or 0 for no limit"},
		{with(func(q *Picture) { q.Start = &outside }), Options{}, "termdraw: start: cell 2,0 lies outside the map of 2×2"},
		{with(func(q *Picture) { q.Goal = &outside }), Options{}, "termdraw: goal: cell 2,0 lies outside the map of 2×2"},
		{with(func(q *Picture) { q.Path = []grid.Cell{{}, outside} }), Options{}, "termdraw: path: cell 2,0 lies outside the map of 2×2"},
		{with(func(q *Picture) { q.Expanded = []grid.Cell{outside} }), Options{}, "termdraw: expanded: cell 2,0 lies outside the map of 2×2"},
	}
	for _, c := range cases {
		var out bytes.Buffer
		err := Draw(&out, c.picture, c.options)
		if err == nil || err.Error() != c.want {
			t.Errorf("error %v; want %s", err, c.want)
		}
		if out.Len() != 0 {
			t.Errorf("%s: %d bytes written in spite of the error", c.want, out.Len())
		}
	}
}

type brokenPipe struct{}

var errBroken = errors.New("broken pipe")

func (brokenPipe) Write([]byte) (int, error) { return 0, errBroken }

func TestWriterError(t *testing.T) {
	if err := Draw(brokenPipe{}, parse(t, " "), Options{}); !errors.Is(err, errBroken) {
		t.Errorf("error %v; want one that wraps %v", err, errBroken)
	}
}

func TestLegend(t *testing.T) {
	if got, want := Legend(NoColor), "S start  G goal  • path  ░ expanded  █ wall"; got != want {
		t.Errorf("Legend(NoColor) = %q; want %q", got, want)
	}
	want := "\x1b[32m█\x1b[0m start  \x1b[34m█\x1b[0m goal  \x1b[31m█\x1b[0m path  \x1b[36m█\x1b[0m expanded  \x1b[30m█\x1b[0m wall"
	if got := Legend(Colors16); got != want {
		t.Errorf("Legend(Colors16) = %q; want %q", got, want)
	}
}
