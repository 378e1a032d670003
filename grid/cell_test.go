package grid_test

import (
	"math"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
)

func TestDirections(t *testing.T) {
	// In the order of ties, with y growing down.
	want := []struct {
		name     string
		dx, dy   int32
		diagonal bool
	}{
		{"E", 1, 0, false},
		{"W", -1, 0, false},
		{"S", 0, 1, false},
		{"N", 0, -1, false},
		{"SE", 1, 1, true},
		{"NE", 1, -1, true},
		{"SW", -1, 1, true},
		{"NW", -1, -1, true},
	}
	for i, d := range grid.DefaultOrder {
		if int(d) != i || d.String() != want[i].name || d.DX() != want[i].dx || d.DY() != want[i].dy || d.Diagonal() != want[i].diagonal {
			t.Errorf("direction %d is %v (%d, %d), diagonal %t; want %+v", i, d, d.DX(), d.DY(), d.Diagonal(), want[i])
		}
		back := d.Opposite()
		if back.DX() != -d.DX() || back.DY() != -d.DY() {
			t.Errorf("%v is not the opposite of %v", back, d)
		}
	}
	if got := grid.Dir(8).String(); got != "Dir(8)" {
		t.Errorf("an invalid direction prints as %q", got)
	}
}

func TestDirBetween(t *testing.T) {
	from := grid.Cell{X: 3, Y: -2}
	neighbors := 0
	for dx := int32(-2); dx <= 2; dx++ {
		for dy := int32(-2); dy <= 2; dy++ {
			to := grid.Cell{X: from.X + dx, Y: from.Y + dy}
			near := max(dx, -dx) <= 1 && max(dy, -dy) <= 1 && (dx != 0 || dy != 0)
			d, ok := grid.DirBetween(from, to)
			if ok != near || ok && from.Step(d) != to {
				t.Errorf("from %v to %v: %v, %t", from, to, d, ok)
			}
			if ok {
				neighbors++
			}
		}
	}
	if neighbors != 8 {
		t.Errorf("%d neighbors", neighbors)
	}
	// Differences that wrap in 32 bits are not steps.
	for _, c := range [][2]grid.Cell{
		{{X: math.MaxInt32}, {X: math.MinInt32}},
		{{Y: math.MinInt32}, {Y: math.MaxInt32}},
	} {
		if d, ok := grid.DirBetween(c[0], c[1]); ok {
			t.Errorf("from %v to %v is a step %v", c[0], c[1], d)
		}
	}
}

func TestCellPrintsAsTheCommandLineTakesIt(t *testing.T) {
	if got := (grid.Cell{X: 3, Y: -2}).String(); got != "3,-2" {
		t.Errorf("got %q", got)
	}
}

func TestOrderOfDirections(t *testing.T) {
	for _, text := range []string{"E,W,S,N,SE,NE,SW,NW", "NW,SW,NE,SE,N,S,W,E"} {
		order, err := grid.ParseOrder(text)
		if err != nil || grid.FormatOrder(order) != text {
			t.Errorf("%q reads as %v, %v", text, order, err)
		}
	}
	if order, err := grid.ParseOrder(" E, W,S,N,SE,NE,SW,NW"); err != nil || order != grid.DefaultOrder {
		t.Errorf("blanks: %v, %v", order, err)
	}
	for _, text := range []string{
		"", "E", "E,W,S,N", "E,E,S,N,SE,NE,SW,NW", "E,W,S,N,SE,NE,SW,X",
		"E,W,S,N,SE,NE,SW,NW,", "E,W,S,N,SE,NE,SW,NW,E", "e,w,s,n,se,ne,sw,nw",
	} {
		if _, err := grid.ParseOrder(text); err == nil || !strings.Contains(err.Error(), "E,W,S,N,SE,NE,SW,NW") {
			t.Errorf("%q: error %v", text, err)
		}
	}
}

func TestNamesReadBack(t *testing.T) {
	for _, m := range grid.Models() {
		if got, err := grid.ParseModel(m.String()); err != nil || got != m {
			t.Errorf("model %v reads as %v, %v", m, got, err)
		}
	}
	for _, m := range append(grid.Metrics(), grid.Auto) {
		if got, err := grid.ParseMetric(m.String()); err != nil || got != m {
			t.Errorf("metric %v reads as %v, %v", m, got, err)
		}
	}
	for _, m := range []grid.Moves{grid.Moves4, grid.Moves8} {
		if got, err := grid.ParseMoves(m.String()); err != nil || got != m {
			t.Errorf("moves %v read as %v, %v", m, got, err)
		}
	}
	for _, r := range []grid.CornerRule{grid.CornersNever, grid.CornersOne, grid.CornersAlways} {
		if got, err := grid.ParseCornerRule(r.String()); err != nil || got != r {
			t.Errorf("corner rule %v reads as %v, %v", r, got, err)
		}
	}
	names := map[string]bool{}
	for _, r := range grid.Rules() {
		names[r.String()] = true
	}
	if len(names) != 4 {
		t.Errorf("the rules have the names %v", names)
	}
	for got, want := range map[string]string{
		grid.Model(9).String():      "Model(9)",
		grid.Metric(9).String():     "Metric(9)",
		grid.CornerRule(9).String(): "CornerRule(9)",
	} {
		if got != want {
			t.Errorf("an invalid value prints as %q, want %q", got, want)
		}
	}
}

func TestUnknownNamesAreRefusedWithTheRightOnes(t *testing.T) {
	noModel, model := grid.ParseModel("sum")
	noMetric, metric := grid.ParseMetric("Octile")
	noMoves, moves := grid.ParseMoves("6")
	noCorners, corners := grid.ParseCornerRule("")
	if noModel != 0 || noMetric != 0 || noMoves != 0 || noCorners != 0 {
		t.Errorf("an unknown name gives %v, %v, %v and %v; want the zero value", noModel, noMetric, noMoves, noCorners)
	}
	for _, c := range []struct {
		err         error
		quote, want string
	}{
		{model, `"sum"`, "uniform, add, mul or mean"},
		{metric, `"Octile"`, "octile or euclidean"},
		{moves, `"6"`, "4 or 8"},
		{corners, `""`, "never, one or always"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.quote) || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("error %v; want one with %s and %s", c.err, c.quote, c.want)
		}
	}
}
