package mapfile

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/google/go-cmp/cmp"
)

const nativeSample = `astrolabe 1
size 3 2
moves 8
cut-corners never
cost mul
legend . 1
legend ~ 2.5
legend @ blocked
start 0 0
goal 2 1
map
..@
.~.
`

const nativeWeights = `astrolabe 1
size 3 1
moves 4
cut-corners always
cost mean
weights
0.000001 x 9223372036854.775807
`

// TestWriteBack checks that canonical files of every format come back byte for
// byte.
func TestWriteBack(t *testing.T) {
	for _, text := range []string{
		"type octile\nheight 2\nwidth 4\nmap\n.GST\n@OW.\n",
		"2 3 2 1 1 3\n.# \n: #\n",
		"S. 1\n#@9G\n",
		"S.\n",
		nativeSample,
		nativeWeights,
		"astrolabe 1\nsize 4 1\nmoves 8\ncut-corners one\ncost add\nlegend U+0020 0\nlegend U+00A0 0.5\nlegend ≈ 1\nlegend U+0301 blocked\nlegend x 7\nmap\n \u00a0≈\u0301\n",
	} {
		f := mustRead(t, text)
		if got := mustWrite(t, f, f.Format); got != text {
			t.Errorf("%v: wrote\n%swant\n%s", f.Format, got, text)
		}
	}
}

func TestConvert(t *testing.T) {
	const (
		movingAI = "type octile\nheight 1\nwidth 7\nmap\n.GS@OTW\n"
		walls    = "2 3 2 1 1 3\n # \n  #\n"
	)
	tests := []struct {
		name, from string
		to         Format
		want       string
		losses     []string
	}{
		{"movingai to plain", movingAI, Plain, "...@@@@\n", []string{
			`the difference between '.', 'G', 'S' (all '.')`, `the difference between '@', 'O', 'T', 'W' (all '@')`,
		}},
		{
			"movingai to native", "type octile\nheight 1\nwidth 2\nmap\n.T\n", Native,
			"astrolabe 1\nsize 2 1\nmoves 8\ncut-corners never\ncost uniform\nlegend . 1\nlegend @ blocked\nlegend T blocked\nmap\n.T\n", nil,
		},
		{"walls to movingai", walls, MovingAI, "type octile\nheight 2\nwidth 3\nmap\n.@.\n..@\n", []string{
			"the start 0,1", "the goal 2,0",
			"the rule (8 moves, corners may be cut; movingai files mean 8 moves, corners never cut)",
			"the cost model (add; read as uniform, which costs the same here)",
		}},
		{"walls to plain", walls, Plain, " #G\nS #\n", []string{
			"the rule (8 moves, corners may be cut; plain files mean 8 moves, corners never cut)",
			"the cost model (add; read as uniform, which costs the same here)",
		}},
		{"plain to terrain", "S#\n G\n", Terrain, "2 2 1 1 2 2\n #\n  \n", []string{
			"the rule (8 moves, corners never cut; terrain files mean 8 moves, corners may be cut)",
			"the cost model (uniform; read as add, which costs the same here)",
			`the difference between '.', ' ' (all ' ')`,
		}},
		{"native to plain", strings.Replace(nativeSample, "2.5", "2", 1), Plain, "S.@\n.2G\n", nil},
		{"weights to plain", "astrolabe 1\nsize 3 1\ncost mul\nweights\n1 x 9\n", Plain, ".@9\n", nil},
		{"heavy start to plain", "astrolabe 1\nsize 3 1\ncost mul\nlegend a 3\nlegend b 1\nstart 0 0\ngoal 1 0\nmap\nabb\n", Plain, "3G.\n", []string{"the start 0,0"}},
		{"blocked goal to plain", "astrolabe 1\nsize 2 1\nlegend a 1\nlegend b blocked\nstart 0 0\ngoal 1 0\nmap\nab\n", Plain, "S@\n", []string{"the goal 1,0"}},
		{"one cell for both to plain", "astrolabe 1\nsize 2 1\nlegend a 1\nstart 1 0\ngoal 1 0\nmap\naa\n", Plain, ".S\n", []string{"the goal 1,0"}},
		{"the only digit below a start", "astrolabe 1\nsize 2 1\ncost mul\nlegend 1 1\nlegend . 1\nstart 0 0\nmap\n1.\n", Plain, "S.\n", []string{
			"the cost model (mul; read as uniform, which costs the same here)",
		}},
		{"a row like a header to plain", "astrolabe 1\nsize 11 2\ncost mul\nlegend 1 1\nlegend U+0020 1\nmap\n1 1 1 1 1 1\n1 1 1 1 1 1\n", Plain, "1.1.1.1.1.1\n1 1 1 1 1 1\n", nil},
		{"an open wall symbol to movingai", "astrolabe 1\nsize 3 1\nlegend @ 1\nlegend . blocked\nlegend S 1\nmap\n@.S\n", MovingAI, "type octile\nheight 1\nwidth 3\nmap\n.@S\n", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := mustRead(t, test.from)
			if got := mustWrite(t, f, test.to); got != test.want {
				t.Errorf("wrote\n%swant\n%s", got, test.want)
			}
			if diff := cmp.Diff(test.losses, Losses(f, test.to)); diff != "" {
				t.Errorf("losses (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWriteErrors(t *testing.T) {
	const toNative = "; write the native format"
	tests := []struct {
		text string
		to   Format
		want string
	}{
		{"..\n.5\n", MovingAI, "cell 1,1 weighs 5 with cost mul, but a movingai map has no weights" + toNative},
		{"2 3 1 1 1 1\n  .\n:  \n", MovingAI, "cell 2,0 weighs 2 with cost add, but a movingai map has no weights" + toNative},
		{"2 3 1 1 1 1\n   \n:  \n", Plain, "cell 0,1 weighs 4 with cost add, but a plain map has the weights 1 to 9 with cost mul, or none" + toNative},
		{nativeSample, Plain, "cell 1,1 weighs 2.5 with cost mul, but a plain map has the weights 1 to 9 with cost mul, or none" + toNative},
		{"S2G\n", Terrain, "cell 1,0 weighs 2 with cost mul, but a terrain map has the weights 0, 2 and 4 with cost add, or none" + toNative},
		{"astrolabe 1\nsize 2 1\nweights\n1 2\n", MovingAI, "cell 1,0 weighs 2 with cost uniform, but a movingai map has no weights" + toNative},
		{"astrolabe 1\nsize 1 1\nlegend . 0\nmap\n.\n", MovingAI, "cell 0,0 weighs 0 with cost uniform, but a movingai map has no weights" + toNative},
		{"astrolabe 1\nsize 1 1\ncost mean\nlegend . 3\nmap\n.\n", Plain, "cell 0,0 weighs 3 with cost mean, but a plain map has the weights 1 to 9 with cost mul, or none" + toNative},
		{"S.\n", Terrain, "no start or no goal; a terrain file needs both"},
		{"G.\n", Terrain, "no start or no goal; a terrain file needs both"},
		{"..\n", FormatUnknown, "cannot write the format unknown; want movingai, terrain, plain or native"},
		{"..\n", Native + 1, "cannot write the format Format(5); want movingai, terrain, plain or native"},
	}
	for _, test := range tests {
		f := mustRead(t, test.text)
		var b bytes.Buffer
		err := Write(&b, f, test.to)
		if err == nil || err.Error() != "mapfile: "+test.want {
			t.Errorf("%q to %v:\n got %v\nwant mapfile: %s", test.text, test.to, err, test.want)
		}
		if b.Len() > 0 || Losses(f, test.to) != nil {
			t.Errorf("%q to %v: wrote %q, losses %v", test.text, test.to, b.String(), Losses(f, test.to))
		}
	}
}

func TestWriteInvalid(t *testing.T) {
	m := mustRead(t, "..\n").Map
	tests := []struct {
		file File
		want string
	}{
		{File{}, "no map to write"},
		{File{Map: &grid.Map{}}, "no map to write"},
		{File{Map: m, Start: &grid.Cell{X: 2}}, "the start 2,0 lies outside the map of 2×1"},
		{File{Map: m, Goal: &grid.Cell{Y: -1}}, "the goal 0,-1 lies outside the map of 2×1"},
		{File{Map: m, Rule: grid.Rule{Moves: 7}}, "Moves(7) is not a number of moves; want 4 or 8"},
		{File{Map: m, Rule: grid.Rule{Corners: 7}}, "CornerRule(7) is not a corner rule; want never, one or always"},
		{File{Map: m, Model: 7}, "Model(7) is not a cost model; want uniform, add, mul or mean"},
	}
	for _, test := range tests {
		for _, format := range Formats() {
			if err := Write(io.Discard, &test.file, format); err == nil || err.Error() != "mapfile: "+test.want {
				t.Errorf("%v: %v, want mapfile: %s", format, err, test.want)
			}
		}
	}
}

type full struct{}

var errFull = errors.New("no space left")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestWriterFails(t *testing.T) {
	if err := Write(full{}, mustRead(t, ".\n"), Plain); !errors.Is(err, errFull) || err.Error() != "mapfile: writing plain: no space left" {
		t.Errorf("Write: %v", err)
	}
	if err := WriteScenario(full{}, &Scenario{Version: "1"}); !errors.Is(err, errFull) || err.Error() != "mapfile: writing a scenario: no space left" {
		t.Errorf("WriteScenario: %v", err)
	}
}

// TestNativeWithoutSymbols checks that a map whose kinds no symbols tell apart
// is written as weights, and that the loss is named.
func TestNativeWithoutSymbols(t *testing.T) {
	for name, symbol := range map[string]rune{"twice": '.', "control": '\n', "invalid": -1, "surrogate": 0xD800} {
		kinds := []grid.Kind{{Symbol: '.', Weight: grid.Millionths(1)}, {Symbol: symbol, Weight: grid.Millionths(2)}, {Symbol: '@', Blocked: true}}
		m, err := grid.FromKinds(3, 1, kinds, []uint8{0, 1, 2})
		if err != nil {
			t.Fatal(err)
		}
		f := &File{Map: m}
		got := mustWrite(t, f, Native)
		if want := "weights\n0.000001 0.000002 x\n"; !strings.HasSuffix(got, want) {
			t.Errorf("%s: wrote\n%swant at its end\n%s", name, got, want)
		}
		if losses := Losses(f, Native); !slices.Equal(losses, []string{"the symbols of the cells"}) {
			t.Errorf("%s: losses %q", name, losses)
		}
	}
}

func TestFormatNames(t *testing.T) {
	for _, f := range Formats() {
		if got, err := ParseFormat(f.String()); got != f || err != nil {
			t.Errorf("ParseFormat(%q) = %v, %v", f.String(), got, err)
		}
	}
	for _, name := range []string{"unknown", "", "Plain"} {
		if _, err := ParseFormat(name); err == nil || !strings.HasSuffix(err.Error(), "is not a map format; want movingai, terrain, plain or native") {
			t.Errorf("ParseFormat(%q): %v", name, err)
		}
	}
}
