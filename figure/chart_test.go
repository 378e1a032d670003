package figure_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/astrolabe-search/astrolabe/figure"
	"github.com/astrolabe-search/astrolabe/figure/scene"
)

// number draws numbers of all sizes that a figure takes.
func number(log bool) *rapid.Generator[float64] {
	all := []*rapid.Generator[float64]{
		rapid.Just(0.0), rapid.Float64Range(1e-300, 1), rapid.Float64Range(1, 1e6), rapid.Float64Range(1e-300, figure.MaxNumber),
		rapid.Map(rapid.Float64Range(-299, 299), func(e float64) float64 { return math.Pow(10, e) }),
		rapid.Map(rapid.IntRange(1, 100), func(i int) float64 { return 1e15 + float64(i) }),
	}
	if !log {
		all = append(all, rapid.Float64Range(-figure.MaxNumber, figure.MaxNumber), rapid.Float64Range(-1, 1), rapid.Just(math.SmallestNonzeroFloat64))
	}
	return rapid.OneOf(all...)
}

func anyAxis(t *rapid.T, name string) figure.Axis {
	return figure.Axis{Label: rapid.String().Draw(t, name), Log: rapid.Bool().Draw(t, name+" log")}
}

// Whatever the numbers and names, a chart is drawn, lies within its picture and
// makes a well-formed file.
func TestChartsOfAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringOfN(rapid.RuneFrom([]rune("<&\"W m")), 0, 300, -1))
		x, y := anyAxis(t, "x"), anyAxis(t, "y")
		plot := figure.Plot{
			Title: text.Draw(t, "title"), Note: text.Draw(t, "note"), X: x, Y: y,
			Diagonal: rapid.Bool().Draw(t, "diagonal"),
		}
		ecdf := figure.ECDF{Title: plot.Title, X: x}
		bars := figure.Bars{Title: plot.Title, Unit: text.Draw(t, "unit")}
		for range rapid.IntRange(0, 8).Draw(t, "series") {
			s := figure.Series{Name: text.Draw(t, "name"), Mark: figure.Mark(rapid.IntRange(0, 2).Draw(t, "mark"))}
			sample := figure.Sample{Name: s.Name}
			for range rapid.IntRange(0, 6).Draw(t, "points") {
				p := figure.Point{X: number(x.Log).Draw(t, "x"), Y: number(y.Log).Draw(t, "y")}
				s.Points = append(s.Points, p)
				sample.Values = append(sample.Values, p.X)
			}
			plot.Series = append(plot.Series, s)
			ecdf.Samples = append(ecdf.Samples, sample)
			bars.Bars = append(bars.Bars, figure.Bar{
				Name: s.Name, Value: number(true).Draw(t, "value"), Text: rapid.OneOf(rapid.Just(""), text).Draw(t, "text"),
				Accent: rapid.Int().Draw(t, "accent"),
			})
		}
		for _, f := range []figure.Figure{plot, ecdf, bars} {
			d, err := f.Draw()
			if err != nil {
				t.Fatal(err)
			}
			checkInside(t, d)
			var b bytes.Buffer
			if err := scene.WriteSVG(&b, d.Scene, scene.Auto); err != nil {
				t.Fatal(err)
			}
			if err := xml.Unmarshal(b.Bytes(), new(struct{})); err != nil {
				t.Fatalf("not XML: %v\n%s", err, b.String())
			}
		}
	})
}

func TestBadChartsAreRefused(t *testing.T) {
	point := func(x, y float64) []figure.Series {
		return []figure.Series{{Name: "s", Points: []figure.Point{{X: 1, Y: 1}, {X: x, Y: y}}}}
	}
	log := figure.Axis{Log: true}
	for _, c := range []struct {
		f    figure.Figure
		want string
	}{
		{figure.Plot{Series: point(math.NaN(), 1)}, `series 0 ("s"), point 1: x is NaN`},
		{figure.Plot{Series: point(1, math.Inf(1))}, `point 1: y is +Inf`},
		{figure.Plot{Series: point(1, -2), Y: log}, `y is -2; a logarithmic axis takes 0 and numbers`},
		{figure.Plot{Series: point(math.SmallestNonzeroFloat64, 1), X: log}, `x is 5e-324; a logarithmic axis`},
		{figure.Plot{Series: point(1, -1e301)}, `want a number within ±1e+300`},
		{figure.Plot{Series: make([]figure.Series, figure.MaxSeries+1)}, "25 series; a plot has at most 24"},
		{figure.Plot{Series: []figure.Series{{Points: make([]figure.Point, figure.MaxPoints+1)}}}, "1,000,001 points"},
		{figure.Plot{Series: []figure.Series{{Mark: 9}}}, "mark 9"},
		{figure.ECDF{Samples: []figure.Sample{{Name: "a", Values: []float64{1, math.NaN()}}}}, `sample 0 ("a"): value 1 is NaN`},
		{figure.ECDF{X: log, Samples: []figure.Sample{{Values: []float64{-1}}}}, "value 0 is -1"},
		{figure.ECDF{Samples: []figure.Sample{{Values: make([]float64, figure.MaxPoints/2+1)}}}, "500,001 values"},
		{figure.Bars{Bars: []figure.Bar{{Name: "b", Value: -1}}}, `bar 0 ("b") is -1; want a number from 0`},
		{figure.Bars{Bars: []figure.Bar{{Value: math.NaN()}}}, "is NaN"},
		{figure.Bars{Bars: []figure.Bar{{Value: math.Inf(1)}}}, "is +Inf"},
	} {
		d, err := c.f.Draw()
		if !errors.Is(err, figure.ErrFigure) || !strings.Contains(err.Error(), c.want) || d.Scene != nil {
			t.Errorf("got %v, want an error with %q", err, c.want)
		}
	}
}

func TestZerosOnLogarithmicAxes(t *testing.T) {
	log := figure.Axis{Log: true}
	d := draw(t, figure.Plot{X: log, Y: log, Series: []figure.Series{{Points: []figure.Point{{X: 0, Y: 10}, {X: 5, Y: 0}, {X: 7, Y: 0}, {X: 8, Y: 100}}}}})
	want := []string{
		"1 point with x = 0 drawn on the edge: a logarithmic axis does not reach 0.",
		"2 points with y = 0 drawn on the edge: a logarithmic axis does not reach 0.",
	}
	if strings.Join(d.Notices, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %q", d.Notices)
	}
	dots := layers(d, "series")[0].Items[0].(scene.Circles).Centers
	if dots[0].X >= dots[1].X || dots[1].Y != dots[2].Y || dots[1].Y <= dots[0].Y || dots[1].Y <= dots[3].Y {
		t.Errorf("zeros do not lie on the edge: %v", dots)
	}
	if linear := draw(t, figure.Plot{Series: []figure.Series{{Points: []figure.Point{{}}}}}); len(linear.Notices) != 0 {
		t.Errorf("a linear axis says %q", linear.Notices)
	}
}

// Points lie where their values say: in order, and in proportion on linear axes.
func TestPointsLieInProportion(t *testing.T) {
	d := draw(t, figure.Plot{Series: []figure.Series{{Points: []figure.Point{{X: 0, Y: 0}, {X: 5, Y: 50}, {X: 10, Y: 100}}}}})
	dots := layers(d, "series")[0].Items[0].(scene.Circles).Centers
	if math.Abs(dots[0].X+dots[2].X-2*dots[1].X) > 1e-9 || math.Abs(dots[0].Y+dots[2].Y-2*dots[1].Y) > 1e-9 || dots[0].X >= dots[2].X || dots[0].Y <= dots[2].Y {
		t.Errorf("got %v", dots)
	}
	d = draw(t, figure.Plot{X: figure.Axis{Log: true}, Series: []figure.Series{{Points: []figure.Point{{X: 1, Y: 1}, {X: 10, Y: 1}, {X: 100, Y: 1}}}}})
	dots = layers(d, "series")[0].Items[0].(scene.Circles).Centers
	if math.Abs(dots[0].X+dots[2].X-2*dots[1].X) > 1e-9 {
		t.Errorf("decades are not even: %v", dots)
	}
}

func TestPointsOnTheSamePixelAreDrawnOnce(t *testing.T) {
	var points []figure.Point
	for i := range 200_000 {
		points = append(points, figure.Point{X: float64(i % 1000), Y: float64(i % 700)})
	}
	d := draw(t, figure.Plot{Series: []figure.Series{{Points: points}, {Mark: figure.Line, Points: points[:50_000]}}})
	if n := len(layers(d, "series")[0].Items[0].(scene.Circles).Centers); n < 1000 || n > 190_000 {
		t.Errorf("%d points are drawn", n)
	}
}

// The share that an ECDF shows at a value is the share of values up to it.
func TestECDFSteps(t *testing.T) {
	d := draw(t, figure.ECDF{Samples: []figure.Sample{{Name: "a", Values: []float64{4, 1, 1, 2}}, {Name: "b", Values: []float64{10}}}})
	line := layers(d, "series")[0].Items[0].(scene.Paths).Subpaths[0].Points
	// 0 to a half at 1, on to 2, to three quarters, on to 4, to 1, and on to the end.
	if len(line) != 7 {
		t.Fatalf("the line has %d corners: %v", len(line), line)
	}
	height := line[0].Y - line[6].Y
	for i, want := range []float64{0, 0.5, 0.5, 0.75, 0.75, 1, 1} {
		if got := (line[0].Y - line[i].Y) / height; math.Abs(got-want) > 1e-9 {
			t.Errorf("corner %d is at %v, want %v", i, got, want)
		}
	}
	if want := "Distributions of values. a: 4 values, least 1, median 1, most 4. b: 1 value, least 10, median 10, most 10."; d.Scene.Desc != want {
		t.Errorf("got %q", d.Scene.Desc)
	}
}

func TestBars(t *testing.T) {
	b := figure.Bars{Unit: "cells", Bars: []figure.Bar{{Name: "a", Value: 1200}, {Name: "b", Value: 300}, {Name: "c", Text: "none"}}}
	d := draw(t, b)
	rects := layers(d, "bars")[0].Items[0].(scene.Rects).Rects
	if len(rects) != 3 || math.Abs(rects[0].W-4*rects[1].W) > 1e-9 || rects[2].W != 0 {
		t.Errorf("got %v", rects)
	}
	if got := texts(d, "values"); got != "a|b|c|1,200|300|none" {
		t.Errorf("got %q", got)
	}
	if want := "A bar chart of cells. a: 1,200; b: 300; c: none."; d.Scene.Desc != want {
		t.Errorf("got %q", d.Scene.Desc)
	}
	many := draw(t, figure.Bars{Bars: make([]figure.Bar, figure.MaxBars+2)})
	if len(many.Notices) != 1 || many.Notices[0] != "2 bars more left out." || !strings.Contains(texts(many, "note"), "2 bars") {
		t.Errorf("got %q, %q", many.Notices, texts(many, "note"))
	}
}

func TestEmptyCharts(t *testing.T) {
	for _, f := range []figure.Figure{figure.Bars{}, figure.Plot{}, figure.ECDF{}, figure.Plot{Series: []figure.Series{{Name: "a"}, {Name: "b"}}}} {
		if got := texts(draw(t, f), "empty"); got != "no data" {
			t.Errorf("%T says %q", f, got)
		}
	}
}

// No two series look alike, however many there are.
func TestSeriesDiffer(t *testing.T) {
	for _, mark := range []figure.Mark{figure.Dots, figure.Stairs} {
		var plot figure.Plot
		for range figure.MaxSeries {
			plot.Series = append(plot.Series, figure.Series{Mark: mark, Points: []figure.Point{{X: 1, Y: 1}, {X: 2, Y: 2}}})
		}
		seen := map[string]int{}
		for i, l := range layers(draw(t, plot), "series") {
			look := fmt.Sprintf("%+v", l.Items)
			if first, ok := seen[look]; ok {
				t.Errorf("mark %d: series %d looks like series %d", mark, i, first)
			}
			seen[look] = i
		}
		if len(seen) == 0 {
			t.Error("no series is drawn")
		}
	}
}

// A bar whose end is not known does not make the others shorter, and has a gap if it is
// cut short.
func TestOpenBars(t *testing.T) {
	width := func(bars ...figure.Bar) (widths []float64, gaps int) {
		d := draw(t, figure.Bars{Bars: bars})
		for _, item := range layers(d, "bars")[0].Items {
			switch item := item.(type) {
			case scene.Rects:
				for _, r := range item.Rects {
					widths = append(widths, r.W)
				}
			case scene.Paths:
				gaps += len(item.Subpaths)
			}
		}
		checkInside(t, d)
		return widths, gaps
	}
	const text = "same room"
	two := []figure.Bar{{Value: 10, Text: text}, {Value: 5, Text: text}}
	want, gaps := width(two...)
	if gaps != 0 || want[0] != 2*want[1] {
		t.Errorf("widths %v and %d gaps", want, gaps)
	}
	for _, c := range []struct {
		value, width float64
		gaps         int
	}{{1e6, want[0], 1}, {10, want[0], 0}, {5, want[1], 0}} {
		got, gaps := width(append(two, figure.Bar{Value: c.value, Text: text, Open: true})...)
		if gaps != c.gaps || got[0] != want[0] || got[1] != want[1] || got[2] != c.width {
			t.Errorf("open at %v: widths %v and %d gaps, want the last %v wide and %d", c.value, got, gaps, c.width, c.gaps)
		}
	}
	got, gaps := width(figure.Bar{Value: 8, Text: text, Open: true}, figure.Bar{Value: 4, Text: text, Open: true})
	if gaps != 0 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("only open bars: widths %v and %d gaps", got, gaps)
	}
}
