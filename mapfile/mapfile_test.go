package mapfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// content is a File with the map taken apart, for comparison. Two files with
// the same content differ in nothing but the format.
type content struct {
	Width, Height int
	Kinds         []grid.Kind
	Table         bool
	Rows          []string
	Weights       []grid.Weight
	Start, Goal   *grid.Cell
	Rule          grid.Rule
	Model         grid.Model
}

// sameWeights lets cmp compare weights, which hide what they hold.
var sameWeights = cmpopts.EquateComparable(grid.Weight{})

func contentOf(f *File) content {
	c := content{
		Width: f.Map.Width(), Height: f.Map.Height(), Kinds: f.Map.Kinds(), Table: f.Map.HasWeightTable(),
		Start: f.Start, Goal: f.Goal, Rule: f.Rule, Model: f.Model,
	}
	for y := range c.Height {
		var row []byte
		for x := range c.Width {
			cell := grid.Cell{X: int32(x), Y: int32(y)}
			row = append(row, byte('a'+f.Map.Kind(cell)))
			if c.Table {
				c.Weights = append(c.Weights, f.Map.Weight(cell))
			}
		}
		c.Rows = append(c.Rows, string(row))
	}
	return c
}

func mustRead(tb testing.TB, text string) *File {
	tb.Helper()
	f, err := Read(strings.NewReader(text), "test", Limits{})
	if err != nil {
		tb.Fatal(err)
	}
	return f
}

func mustWrite(tb testing.TB, f *File, format Format) string {
	tb.Helper()
	var b bytes.Buffer
	if err := Write(&b, f, format); err != nil {
		tb.Fatal(err)
	}
	return b.String()
}

// show draws the symbols of a map.
func show(m *grid.Map) string {
	var b strings.Builder
	for y := range m.Height() {
		for x := range m.Width() {
			b.WriteRune(m.Symbol(grid.Cell{X: int32(x), Y: int32(y)}))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestRead(t *testing.T) {
	at := func(x, y int32) *grid.Cell { return &grid.Cell{X: x, Y: y} }
	tests := []struct {
		name, text  string
		format      Format
		drawn       string
		kinds       []grid.Kind
		start, goal *grid.Cell
		rule        grid.Rule
		model       grid.Model
	}{
		{
			name: "movingai", text: "type octile\nheight 2\nwidth 4\nmap\n.GST\n@OW.\n",
			format: MovingAI, drawn: ".GST\n@OW.\n", kinds: movingAIKinds,
		},
		{
			name:   "movingai, width first, CR LF, byte order mark, no last end, kinds in use",
			text:   "\ufefftype octile\r\nwidth 3\r\nheight 1\r\nmap\r\n.T.",
			format: MovingAI, drawn: ".T.\n",
			kinds: []grid.Kind{{Symbol: '.'}, {Symbol: '@', Blocked: true}, {Symbol: 'T', Blocked: true}},
		},
		{
			name: "terrain, a short row", text: "2 3 2 1 1 3\n.#\n\n",
			format: Terrain, drawn: ".# \n   \n", kinds: terrainKinds,
			start: at(0, 1), goal: at(2, 0), rule: grid.Rule{Corners: grid.CornersAlways}, model: grid.Add,
		},
		{
			name: "terrain, the start on a wall", text: "1 2 1 1 1 2\n# ",
			format: Terrain, drawn: "# \n", kinds: terrainKinds,
			start: at(0, 0), goal: at(1, 0), rule: grid.Rule{Corners: grid.CornersAlways}, model: grid.Add,
		},
		{
			name: "plain", text: "S. \n#@G\n\n\r\n",
			format: Plain, drawn: ".. \n#@.\n", kinds: plainKinds[:4],
			start: at(0, 0), goal: at(2, 1),
		},
		{
			name: "plain with digits", text: "129",
			format: Plain, drawn: "129\n", model: grid.Mul,
			kinds: []grid.Kind{
				{Symbol: '.'},
				{Symbol: '@', Blocked: true},
				{Symbol: '1'},
				{Symbol: '2', Weight: grid.WholeWeight(2)},
				{Symbol: '9', Weight: grid.WholeWeight(9)},
			},
		},
		{
			name: "plain, seven numbers", text: "1 2 3 4 5 6 7", format: Plain, drawn: "1 2 3 4 5 6 7\n", model: grid.Mul,
			kinds: slices.Concat(plainKinds[:2], plainKinds[3:11]),
		},
		{
			name: "native", format: Native,
			text: "astrolabe 1\n# a comment\n\nlegend U+0020 0.25\nlegend ≈ 2.5\nlegend # blocked\nlegend ∎ +Inf\n" +
				"goal 2 1\nstart 0 0\ncost mean\ncut-corners one\nmoves 4\nsize 3 2\nmap\n ≈#\n∎  \n",
			drawn: " ≈#\n∎  \n",
			kinds: []grid.Kind{
				{Symbol: ' ', Weight: grid.Millionths(250000)},
				{Symbol: '≈', Weight: grid.Millionths(2_500_000)},
				{Symbol: '#', Blocked: true},
				{Symbol: '∎', Blocked: true},
			},
			start: at(0, 0), goal: at(2, 1), rule: grid.Rule{Moves: grid.Moves4, Corners: grid.CornersOne}, model: grid.Mean,
		},
		{
			name: "native, defaults", text: "astrolabe 1\nsize 1 1\nlegend . 0\nmap\n.", format: Native,
			drawn: ".\n", kinds: []grid.Kind{{Symbol: '.', Weight: grid.WholeWeight(0)}},
		},
		{
			name: "native, weights", text: "astrolabe 1\nsize 2 2\nweights\n0.5\t x\n -0 inf \n", format: Native,
			drawn: ".@\n.@\n", kinds: []grid.Kind{{Symbol: '.'}, {Symbol: '@', Blocked: true}},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := mustRead(t, test.text)
			want := content{
				Width: f.Map.Width(), Height: f.Map.Height(), Kinds: test.kinds,
				Start: test.start, Goal: test.goal, Rule: test.rule, Model: test.model,
			}
			got := contentOf(f)
			got.Rows, got.Table, got.Weights = nil, false, nil
			if diff := cmp.Diff(want, got, sameWeights); diff != "" {
				t.Errorf("content (-want +got):\n%s", diff)
			}
			if drawn := show(f.Map); drawn != test.drawn || f.Format != test.format {
				t.Errorf("%v map\n%swant %v\n%s", f.Format, drawn, test.format, test.drawn)
			}
		})
	}
}

func TestReadWeights(t *testing.T) {
	f := mustRead(t, "astrolabe 1\nsize 3 1\nweights\n0.5 x -0\n")
	want := []grid.Weight{grid.Millionths(500_000), {}, grid.WholeWeight(0)} // that of a blocked cell has no meaning
	if got := contentOf(f); !f.Map.HasWeightTable() || !slices.Equal(got.Weights, want) || got.Rows[0] != "aba" {
		t.Errorf("weights %v of kinds %v, want %v", got.Weights, got.Rows, want)
	}
}

// TestReaders checks that neither short reads nor data together with an error
// change a result, and that a reader's own error comes through with the name.
func TestReaders(t *testing.T) {
	const text = "type octile\nheight 2\nwidth 2\nmap\n.@\n@.\n"
	want := contentOf(mustRead(t, text))
	for _, r := range []io.Reader{iotest.OneByteReader(strings.NewReader(text)), iotest.DataErrReader(strings.NewReader(text))} {
		f, err := Read(r, "test", Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, contentOf(f), sameWeights); diff != "" {
			t.Error(diff)
		}
	}
	broken := errors.New("the disk is on fire")
	for _, text := range []string{text, "1 2 1 1 1 2\n..\n", "..\n..\n", nativeSample, nativeWeights} {
		for cut := range len(text) + 1 {
			_, err := Read(io.MultiReader(strings.NewReader(text[:cut]), iotest.ErrReader(broken)), "a.map", Limits{})
			if !errors.Is(err, broken) || err.Error() != "a.map: the disk is on fire" {
				t.Fatalf("%q after %d bytes: %v", text, cut, err)
			}
		}
	}
}

func TestReadErrors(t *testing.T) {
	movingAI := func(rest string) string { return "type octile\nheight 2\nwidth 3\n" + rest }
	native := func(rest string) string { return "astrolabe 1\nsize 3 2\n" + rest }
	const (
		header    = `; want the lines "height H", "width W" and "map"`
		width     = "; correct the row or the header's width"
		plain     = "; " + plainWant
		symbol    = "; name it in a legend line above the map"
		whole     = "; want a whole number from 1 to 2147483647"
		notText   = ": this is not a text file; want plain text in UTF-8"
		tooMany   = "; cut the map into smaller ones: no map can have more, border included"
		equalRows = "; rows must be equally long"
	)
	tests := []struct{ text, want string }{
		{"", "1: the file is empty; want a map in one of the formats movingai, terrain, plain or native"},
		{"\ufeff", "1: the file has only empty lines; want at least one row of cells"},
		{"\n\n", "1: the file has only empty lines; want at least one row of cells"},
		{"version 1\n0 a 1 1 0 0 0 0 0", "1: this is a scenario file, not a map; want the map that it belongs to"},

		{"type tile\n", `1: the map's type is not known: "type tile"; want "type octile"`},
		{"type octile-corner\n", `1: the map's type is octile-corner: its rows give the terrain of the cells' corners, and a cell may be split in two; want "type octile", a symbol for each cell; convert it with the tool that made it`},
		{"type\n", `1: the map's type is not known: "type"; want "type octile"`},
		{"type octile\nheight 2\n", "3: the file ends within its header" + header},
		{movingAI(""), "4: the file ends within its header" + header},
		{movingAI("maps\n"), `4: the header has the line "maps"` + header},
		{movingAI("height 2\n"), "4: a second line with the height" + header},
		{"type octile\nmap\n", `2: the header has the line "map"` + header},
		{"type octile\nheight 0\n", `2:8: the height is "0"` + whole},
		{"type octile\nheight  x\n", `2:9: the height is "x"` + whole},
		{"type octile\nwidth 9999999999999999999\n", `2:7: the width is "9999999999999999999"` + whole},
		{movingAI("map\n...\n.?.\n"), "6:2: unknown symbol '?'; want '.', 'G' or 'S' (open) or '@', 'O', 'T' or 'W' (blocked)"},
		{movingAI("map\n...\n.é.\n"), "6:2: unknown symbol 'é'; want '.', 'G' or 'S' (open) or '@', 'O', 'T' or 'W' (blocked)"},
		{movingAI("map\n...\n.\t.\n"), `6:2: unknown symbol '\t'; want '.', 'G' or 'S' (open) or '@', 'O', 'T' or 'W' (blocked)`},
		{movingAI("map\n...\n..\n"), "6:3: the row has 2 of 3 cells" + width},
		{movingAI("map\n....\n...\n"), "5:4: the row is longer than 3 cells" + width},
		{movingAI("map\n" + strings.Repeat(".", 99)), "5: the row is longer than 16 bytes" + width},
		{movingAI("map\n\n...\n\n...\n"), "7:1: the row has 0 of 3 cells" + width},
		{movingAI("map\n...\n"), "6: the file ends after 1 of 2 rows; add rows or correct the header's height"},
		{movingAI("map\n...\n...\n\n...\n"), "8: a row too many: the header claims 2; remove it or correct the header's height"},
		{movingAI("map\n...\n...\n" + strings.Repeat(".", 9999)), "7: a row too many: the header claims 2; remove it or correct the header's height"},
		{movingAI("map\n...\n.\x00.\n"), "6:2: a NUL byte" + notText},
		{movingAI("map\n...\n.\xff.\n"), "6:2: the byte 0xFF is not valid UTF-8" + notText},
		{"type octile\nheight 2\x00\n", "2:9: a NUL byte" + notText},
		{"type octile\nhé\xc3 2\n", "2:3: the byte 0xC3 is not valid UTF-8" + notText},
		{"type octile\nheight" + strings.Repeat(" ", 9999), "2: the line is longer than 8192 bytes; want a short line here"},

		{"0 3 0 1 1 3\n", `1:1: the number of rows is "0"` + whole},
		{"2 +-3 1 1 1 3\n", "1:3: unknown symbol '+'" + plain},
		{"2 3 0 1 1 3\n", `1:5: the start's row is "0"` + whole},
		{"2 3 3 1 1 3\n", "1:5: the start's row is 3; want a number from 1 to 2"},
		{"2 3 2 4 1 3\n", "1:7: the start's column is 4; want a number from 1 to 3"},
		{"2 3 2 1 -1 3\n", `1:9: the target's row is "-1"` + whole},
		{"2 3 2 1 1 99\n", "1:11: the target's column is 99; want a number from 1 to 3"},
		{"2 3 2 1 1 3\n...\n", "3: the file ends after 1 of 2 rows; add rows or correct the header's height"},
		{"2 3 2 1 1 3\n...\n....\n", "3:4: the row is longer than 3 cells" + width},
		{"2 3 2 1 1 3\n...\n..@\n", "3:3: unknown symbol '@'; " + terrainWant},
		{"2 3 2 1 1 3\n...\n...\n \n", "4: a row too many: the header claims 2; remove it or correct the header's height"},
		{"1000 200000 1 1 1 1\n" + strings.Repeat("\n", 999), "3: the rows up to here are shorter than 200000 cells, by 400000 in all; write the rows in full or correct the header's width"},

		{"...\n..\n...", "2:3: the row has 2 of 3 cells" + equalRows}, // case ragged-map
		{"é.\n..\n..", "1:1: unknown symbol 'é'" + plain},             // case non-ascii-map
		{"..\n...\n", "2:3: the row is longer than 2 cells" + equalRows},
		{".\n" + strings.Repeat(".", 9999), "2: the row is longer than 1 cells" + equalRows},
		{"..\n\n..\n", "2: an empty line before the last row" + equalRows + "; blanks are open cells"},
		{"\n..\n", "1: an empty line before the last row" + equalRows + "; blanks are open cells"},
		{".\n0\n", "2:1: unknown symbol '0'" + plain},
		{"S.\n.S\n", "2:2: a second start 'S': the first is at 1:1; write '.' for all but one"},
		{".GG\n", "1:3: a second goal 'G': the first is at 1:2; write '.' for all but one"},
		{"..\n.\x00", "2:2: a NUL byte" + notText},
		{"\x1f\x8b\x08", `1:1: unknown symbol '\x1f'` + plain},
		{".\xe9", "1:2: the byte 0xE9 is not valid UTF-8" + notText},
		{"t\x00y\x00", "1:1: unknown symbol 't'" + plain},
		{strings.Repeat(".", 1<<16) + "\x00", "1:65537: a NUL byte" + notText},

		{"astrolabe \xff\n", "1:11: the byte 0xFF is not valid UTF-8" + notText},
		{"astrolabe 2\n", `1: the format's version is not known: "astrolabe 2"; want "astrolabe 1"`},
		{"astrolabe\n", `1: the format's version is not known: "astrolabe"; want "astrolabe 1"`},
		{native("legend . 1\n"), `4: the file ends within its header; want "map" or "weights" and then the rows`},
		{"astrolabe 1\nlegend . 1\nmap\n.\n", `3: no size before the rows; want "size WIDTH HEIGHT" above`},
		{native("size 3 2\n"), `3:1: a second "size"; the first is on line 2; remove one`},
		{native("move 8\n"), `3:1: unknown key "move"; did you mean "moves"?`},
		{native("  legends . 1\n"), `3:3: unknown key "legends"; did you mean "legend"?`},
		{native("x 8\n"), `3:1: unknown key "x"; want one of size, moves, cut-corners, cost, legend, start, goal, map, weights`},
		{native("diagonals 8\n"), `3:1: unknown key "diagonals"; want one of size, moves, cut-corners, cost, legend, start, goal, map, weights`},
		{"astrolabe 1\nsize 3\n", `2:1: "size" has 1 values, not 2; want "size WIDTH HEIGHT"`},
		{"astrolabe 1\nsize 3 2 1\n", `2:10: "size" has 3 values, not 2; want "size WIDTH HEIGHT"`},
		{"astrolabe 1\nsize 3 zwei\n", `2:8: the height is "zwei"` + whole},
		{"astrolabe 1\nsize 0 2\n", `2:6: the width is "0"` + whole},
		{native("moves 6\n"), `3:7: "6" is not a number of moves; want 4 or 8`},
		{native("moves\n"), `3:1: "moves" has 0 values, not 1; want "moves 4|8"`},
		{native("cut-corners yes\n"), `3:13: "yes" is not a corner rule; want never, one or always`},
		{native("cost price\n"), `3:6: "price" is not a cost model; want uniform, add, mul or mean`},
		{native("start 3 0\nmap\n"), "3:7: the start's x is 3; want a number from 0 to 2"},
		{native("goal 0 2\nmap\n"), "3:8: the goal's y is 2; want a number from 0 to 1"},
		{native("goal x 1\n"), `3:6: the goal's x is "x"; want a whole number from 0 to 2147483647`},
		{native("goal 0 -1\n"), `3:8: the goal's y is "-1"; want a whole number from 0 to 2147483647`},
		{native("goal 0\n"), `3:1: "goal" has 1 values, not 2; want "goal X Y"`},
		{native("legend .\n"), `3:1: "legend" has 1 values, not 2; want "legend SYMBOL WEIGHT"`},
		{native("legend ab 1\n"), `3:8: the symbol is "ab"; want one character, or U+ and its code in four to six hexadecimal digits`},
		{native("legend U+20 1\n"), `3:8: the symbol is "U+20"; want one character, or U+ and its code in four to six hexadecimal digits`},
		{native("legend U+000A 1\n"), "3:8: the symbol is U+000A, which is not a character or controls the text; want a character that can stand in a row"},
		{native("legend U+D800 1\n"), "3:8: the symbol is U+D800, which is not a character or controls the text; want a character that can stand in a row"},
		{native("legend . 1\nlegend . 2\n"), "4:8: a second legend for '.'; the first is on line 3; remove one"},
		{native("legend é  -1\n"), `3:11: weight "-1" is negative; want a decimal >= 0`},
		{native("legend . NaN\n"), `3:10: weight "NaN" is not a number; want a decimal >= 0 such as 2.5`}, // case nan-cost
		{native("legend . open\n"), `3:10: weight "open" is not a decimal; want one >= 0 such as 2.5`},
		{native("legend . 1" + strings.Repeat("0", 40) + "\n"), `3:10: weight "1` + strings.Repeat("0", 39) + `…" is too long; want a decimal >= 0 such as 2.5`},
		{native("legend . 1\nmap now\n"), `4:5: "map" has 1 values, not 0; want "map"`},
		{native("legend . 1\nmap\n...\n.~.\n"), "6:2: unknown symbol '~'" + symbol},
		{native("legend . 1\nlegend é 1\nmap\n...\né≈.\n"), "7:2: unknown symbol '≈'" + symbol},
		{native("legend U+FFFD 1\nmap\n\ufffd\xff\n"), "5:2: the byte 0xFF is not valid UTF-8" + notText},
		{native("legend . 1\nmap\n...\n"), "6: the file ends after 1 of 2 rows; add rows or correct the header's height"},
		{native("legend . 1\nweights\n"), `4: a legend has no meaning for weights; remove the legend or use "map"`},
		{native("weights\n1 2 3\n1 NaN 3\n"), `5:3: weight "NaN" is not a number; want a decimal >= 0 such as 2.5`},
		{native("weights\n1 2 3\n1 é 3\n"), `5:3: weight "é" is not a decimal; want one >= 0 such as 2.5`},
		{native("weights\n1 2 3\n1 2 -3\n"), `5:5: weight "-3" is negative; want a decimal >= 0`},
		{native("weights\n1 2 3\n1 2\n"), "5: the row has 2 of 3 weights" + width},
		{native("weights\n1 2 3 4\n"), "4:7: the row has more than 3 weights" + width},
		{native("weights\n1 2 \x003\n"), "4:5: a NUL byte" + notText},
		{native("weights\n" + strings.Repeat(" ", 9999)), "4: the row is longer than 8192 bytes" + width},
		{native(legends(256)), `258:1: more than 255 symbols; use "weights" instead of "map"`},

		{"type octile\nheight 100000\nwidth 100000\nmap\n", "3: a map of 100000×100000 cells is over the limit of 2147483647 cells" + tooMany},
		{"46341 46341 1 1 1 1\n", "1: a map of 46341×46341 cells is over the limit of 2147483647 cells" + tooMany},
		{"astrolabe 1\nsize 2147483647 1\n", "2: a map of 2147483647×1 cells is over the limit of 2147483647 cells" + tooMany},
	}
	for _, test := range tests {
		f, err := Read(strings.NewReader(test.text), "a.map", Limits{})
		if f != nil || err == nil {
			t.Errorf("%.60q: no error, want a.map:%s", test.text, test.want)
			continue
		}
		if got := err.Error(); got != "a.map:"+test.want {
			t.Errorf("%.60q:\n got %s\nwant a.map:%s", test.text, got, test.want)
		}
		var syntax *SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%.60q: the error is a %T", test.text, err)
		} else if large := strings.Contains(test.want, "over the limit"); large != errors.Is(err, ErrTooLarge) {
			t.Errorf("%.60q: ErrTooLarge is %v", test.text, !large)
		}
	}
}

// legends returns n legend lines for different symbols.
func legends(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "legend U+%04X 1\n", 0x4E00+i)
	}
	return b.String()
}

// A line of the header may be exactly as long as the limit.
func TestTheLongestHeaderLine(t *testing.T) {
	for length, fits := range map[int]bool{maxHeaderLine: true, maxHeaderLine + 1: false} {
		header := "height 1" + strings.Repeat(" ", length-len("height 1"))
		_, err := Read(strings.NewReader("type octile\n"+header+"\nwidth 1\nmap\n.\n"), "a.map", Limits{})
		if fits != (err == nil) {
			t.Errorf("a line of %d bytes: %v", length, err)
		}
	}
}

func TestLimits(t *testing.T) {
	for _, text := range []string{
		"type octile\nheight 2\nwidth 3\nmap\n...\n...\n",
		"2 3 1 1 1 1\n...\n...\n",
		"...\n...\n",
		"astrolabe 1\nsize 3 2\nlegend . 1\nmap\n...\n...\n",
		"astrolabe 1\nsize 3 2\nweights\n1 1 1\n1 1 1\n",
	} {
		if _, err := Read(strings.NewReader(text), "test", Limits{MaxCells: 6}); err != nil {
			t.Errorf("%q, 6 cells allowed: %v", text, err)
		}
		_, err := Read(strings.NewReader(text), "test", Limits{MaxCells: 5})
		if !errors.Is(err, ErrTooLarge) || !strings.Contains(err.Error(), "a map of 3×2 cells is over the limit of 5 cells") {
			t.Errorf("%q, 5 cells allowed: %v", text, err)
		}
	}
	for _, width := range []int{9_000, 200_000} {
		_, err := Read(strings.NewReader(strings.Repeat(".", width)), "test", Limits{MaxCells: 100})
		if !errors.Is(err, ErrTooLarge) || !strings.HasPrefix(err.Error(), "test:1: the first row alone is over the limit of 100 cells; ") {
			t.Errorf("a first row of %d cells: %v", width, err)
		}
	}
	wide := strings.Repeat(".", 200_000) + "\n"
	if f := mustRead(t, wide+wide); f.Map.Width() != 200_000 || f.Map.OpenCount() != 400_000 {
		t.Errorf("a map of %d×%d with %d open cells, want 200000×2", f.Map.Width(), f.Map.Height(), f.Map.OpenCount())
	}
	if _, err := Read(strings.NewReader(".."), "test", Limits{MaxCells: -1}); err != nil {
		t.Errorf("a negative limit: %v", err)
	}
}

// TestMemory checks that a file of a kilobyte that claims gigabytes costs
// little, and so does one that never ends.
func TestMemory(t *testing.T) {
	rows := strings.Repeat("..........\n", 90)
	tests := []struct {
		name string
		r    io.Reader
	}{
		{"movingai, over the limit", strings.NewReader("type octile\nheight 100000\nwidth 100000\nmap\n" + rows)},
		{"movingai, wide", strings.NewReader("type octile\nheight 1\nwidth 700000000\nmap\n" + rows)},
		{"movingai, high", strings.NewReader("type octile\nheight 700000000\nwidth 1\nmap\n.\n")},
		{"terrain", strings.NewReader("90 20000000 1 1 1 1\n" + rows)},
		{"native", strings.NewReader("astrolabe 1\nsize 40000 50000\nlegend . 1\nmap\n" + rows)},
		{"weights", strings.NewReader("astrolabe 1\nsize 40000 50000\nweights\n" + rows)},
		{"NUL without end", endless{}},
	}
	for _, test := range tests {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Read(test.r, "test", Limits{})
		runtime.ReadMemStats(&after)
		if err == nil {
			t.Errorf("%s: no error", test.name)
		}
		if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 2<<20 {
			t.Errorf("%s: %d bytes were allocated before %v", test.name, allocated, err)
		}
	}
}

// endless is a reader of NUL bytes.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}
