package figure

import (
	"fmt"
	"math"
	"strings"

	"github.com/astrolabe-search/astrolabe/figure/scene"
)

// Plot is a chart of series of points over two axes.
type Plot struct {
	Title  string // the heading; without one there is none
	Desc   string // for those who cannot see it; made from the numbers if empty
	Note   string // small print below
	X, Y   Axis
	Series []Series
	// Diagonal draws the line y = x behind the points, for two measures of the
	// same thing.
	Diagonal bool
}

// Series is a set of points of one color and shape. The first six series differ
// in both; then colors come again, with other shapes.
type Series struct {
	Name   string
	Mark   Mark
	Points []Point
}

// Point is a pair of numbers within ±[MaxNumber].
type Point struct{ X, Y float64 }

// Mark says how a series is drawn.
type Mark uint8

// The marks. The zero value is Dots.
const (
	Dots   Mark = iota // a mark at each point
	Line               // a line from point to point in the order given, and marks if they are few
	Stairs             // as Line, but level from each point to the next one's X
)

const (
	// MaxPoints bounds the points of a plot.
	MaxPoints = 1_000_000
	// MaxSeries bounds the series of a plot; a legend of more helps nobody.
	MaxSeries = 24

	plotHeight   = 340.0
	markRadius   = 3.5
	smallMark    = 2.25 // radius in a plot of more than manyPoints
	manyPoints   = 1000
	fewPoints    = 40 // a line with no more of them shows each
	legendInset  = 4.0
	rightOfPlot  = 22.0 // room for half of the last number
	lineWidth    = 2.0
	labelsBelow  = 3.1 // height of the numbers and the name of the x axis, in sizes
	minPlotWidth = 200.0
)

// Draw implements [Figure]. A plot is 700 pixels wide. Points that would fall on
// the same pixel are drawn once. It is an error if a number lies outside
// ±[MaxNumber], if a logarithmic axis meets one below 0, or if there are more
// than [MaxPoints] points or [MaxSeries] series. Without points it shows empty axes and says so.
func (p Plot) Draw() (Drawing, error) {
	xs, ys, err := p.values()
	if err != nil {
		return Drawing{}, err
	}
	sh := newSheet(readWidth)
	sh.title(p.Title)
	if len(p.Series) > 1 {
		sh.legend(p.legend())
		sh.y += sh.px(legendInset)
	}
	size := sh.px(textSize)
	if p.Y.Label != "" {
		sh.lines("axis-name", scene.Text, textSize, false, scene.Wrap(p.Y.Label, sh.inner(), size, false, 2))
		sh.y += sh.px(4)
	}
	top := sh.y + size/2
	bottom := top + sh.px(plotHeight)
	y := newScale(p.Y, ys, bottom, top, sh.unit)
	widest := 0.0
	for _, t := range y.ticks(func(string) float64 { return size * linesPerTick }) {
		widest = max(widest, scene.TextWidth(t.text, size, false))
	}
	left := sh.px(margin) + min(widest+sh.px(7), sh.width-minPlotWidth)
	x := newScale(p.X, xs, left, sh.width-sh.px(margin+rightOfPlot), sh.unit)
	sh.drawAxes(x, y)
	if len(xs) == 0 {
		sh.add("empty", scene.Labels{
			Fill: scene.Muted, Size: sh.px(titleSize), Anchor: scene.Middle,
			Texts: []scene.Label{{X: (x.low + x.high) / 2, Y: (top + bottom) / 2, Text: "no data"}},
		})
	}
	if p.Diagonal {
		p.diagonal(sh, x, y)
	}
	radius := markRadius
	if len(xs) > manyPoints {
		radius = smallMark
	}
	for i, s := range p.Series {
		s.draw(sh, i, x, y, sh.px(radius))
	}
	sh.y = bottom + size*labelsBelow
	notices := p.zeroNotices(xs, ys)
	sh.notes(p.Note, notices)
	return sh.finish(orElse(p.Title, "Chart"), orElse(p.Desc, p.describe()), notices), nil
}

// values returns all numbers of both axes, checked.
func (p Plot) values() (xs, ys []float64, err error) {
	if len(p.Series) > MaxSeries {
		return nil, nil, fmt.Errorf("%w: %d series; a plot has at most %d", ErrFigure, len(p.Series), MaxSeries)
	}
	total := 0
	for _, s := range p.Series {
		total += len(s.Points)
	}
	if total > MaxPoints {
		return nil, nil, fmt.Errorf("%w: %s points; a plot has at most %s", ErrFigure, thousands(total), thousands(MaxPoints))
	}
	for i, s := range p.Series {
		if s.Mark > Stairs {
			return nil, nil, fmt.Errorf("%w: series %d has the mark %d, which there is not", ErrFigure, i, s.Mark)
		}
		for j, point := range s.Points {
			where := fmt.Sprintf("series %d (%q), point %d: ", i, s.Name, j)
			if err := p.X.checkValue(point.X, where+"x"); err != nil {
				return nil, nil, err
			}
			if err := p.Y.checkValue(point.Y, where+"y"); err != nil {
				return nil, nil, err
			}
			xs, ys = append(xs, point.X), append(ys, point.Y)
		}
	}
	return xs, ys, nil
}

// zeroNotices says how many points lie on the edge of a logarithmic axis.
func (p Plot) zeroNotices(xs, ys []float64) []string {
	var notices []string
	for _, a := range []struct {
		axis   Axis
		values []float64
		name   string
	}{{p.X, xs, "x"}, {p.Y, ys, "y"}} {
		zeros := 0
		for _, v := range a.values {
			if v == 0 {
				zeros++
			}
		}
		if a.axis.Log && zeros > 0 {
			notices = append(notices, fmt.Sprintf("%s with %s = 0 drawn on the edge: a logarithmic axis does not reach 0.", plural(zeros, "point"), a.name))
		}
	}
	return notices
}

// diagonal draws y = x as far as both axes reach.
func (p Plot) diagonal(sh *sheet, x, y scale) {
	value := func(log bool, end float64) float64 {
		if log {
			return math.Pow(10, end)
		}
		return end
	}
	from := max(value(p.X.Log, x.from), value(p.Y.Log, y.from))
	to := min(value(p.X.Log, x.to), value(p.Y.Log, y.to))
	log := p.X.Log || p.Y.Log
	if from >= to || log && from <= 0 {
		return
	}
	if log {
		from, to = math.Log10(from), math.Log10(to)
	}
	parts := 1
	if p.X.Log != p.Y.Log {
		parts = 64 // the line is a curve
	}
	var points []scene.Point
	for i := range parts + 1 {
		v := value(log, from+float64((to-from)*float64(i)/float64(parts)))
		points = append(points, scene.Point{X: x.at(v), Y: y.at(v)})
	}
	sh.add("diagonal", scene.Paths{Stroke: scene.Muted, Width: sh.px(1), Dash: sh.px(4), Subpaths: []scene.Subpath{{Points: points}}})
}

// styleOf returns the number of a series' dashes and shape. It goes with the color
// for the first series, and then moves on by one each time that the colors come
// again, so that no two series look alike.
func styleOf(i int) int { return (i + i/scene.Accents) % scene.Accents }

// dashOf returns the dashes of a series' line: the first is solid.
func dashOf(i int) float64 { return [...]float64{0, 7, 2.5, 12, 4.5, 1}[styleOf(i)] }

// draw puts the series onto the sheet, with marks of a radius.
func (s Series) draw(sh *sheet, i int, x, y scale, radius float64) {
	var points []scene.Point
	for _, p := range s.Points {
		points = append(points, scene.Point{X: x.at(p.X), Y: y.at(p.Y)})
	}
	var items []scene.Item
	role := scene.Accent(i)
	if s.Mark != Dots && len(points) > 0 {
		along := points
		if s.Mark == Stairs {
			along = stairs(points)
		}
		items = append(items, scene.Paths{
			Stroke: role, Width: sh.px(lineWidth), Dash: sh.px(dashOf(i)),
			Subpaths: []scene.Subpath{{Points: thin(along)}},
		})
	}
	if s.Mark == Dots || s.Mark == Line && len(points) <= fewPoints {
		items = append(items, marks(i, oncePerPixel(points), radius))
	}
	sh.add("series", items...)
}

func stairs(points []scene.Point) []scene.Point {
	var out []scene.Point
	for i, p := range points {
		if i > 0 && p.Y != points[i-1].Y {
			out = append(out, scene.Point{X: p.X, Y: points[i-1].Y})
		}
		out = append(out, p)
	}
	return out
}

// thin drops points of a line that are within half a pixel of the one before,
// but for the last.
func thin(points []scene.Point) []scene.Point {
	var kept []scene.Point
	for i, p := range points {
		if n := len(kept); n > 0 && i < len(points)-1 && math.Abs(p.X-kept[n-1].X) < 0.5 && math.Abs(p.Y-kept[n-1].Y) < 0.5 {
			continue
		}
		kept = append(kept, p)
	}
	return withoutStraight(kept)
}

// oncePerPixel drops points that would fall on the pixel of an earlier one.
func oncePerPixel(points []scene.Point) []scene.Point {
	type pixel struct{ x, y int }
	seen := map[pixel]bool{}
	var kept []scene.Point
	for _, p := range points {
		at := pixel{int(math.Round(p.X)), int(math.Round(p.Y))}
		if !seen[at] {
			seen[at] = true
			kept = append(kept, p)
		}
	}
	return kept
}

// marks returns the shapes of a series: disks, squares, triangles, diamonds,
// triangles on their heads, crosses.
func marks(i int, points []scene.Point, r float64) scene.Item {
	role := scene.Accent(i)
	shape := [...][]scene.Point{
		nil,
		{{X: -0.9, Y: -0.9}, {X: 0.9, Y: -0.9}, {X: 0.9, Y: 0.9}, {X: -0.9, Y: 0.9}},
		{{X: 0, Y: -1.2}, {X: 1.15, Y: 0.9}, {X: -1.15, Y: 0.9}},
		{{X: 0, Y: -1.3}, {X: 1.3, Y: 0}, {X: 0, Y: 1.3}, {X: -1.3, Y: 0}},
		{{X: 0, Y: 1.2}, {X: 1.15, Y: -0.9}, {X: -1.15, Y: -0.9}},
		{{X: -0.9, Y: -0.9}, {X: 0.9, Y: 0.9}, {X: -0.9, Y: 0.9}, {X: 0.9, Y: -0.9}}, // two lines
	}[styleOf(i)]
	if shape == nil {
		return scene.Circles{Fill: role, Radius: r, Centers: points}
	}
	cross := styleOf(i) == scene.Accents-1
	paths := scene.Paths{Fill: role}
	if cross {
		paths = scene.Paths{Stroke: role, Width: r * 0.55}
	}
	for _, p := range points {
		ring := make([]scene.Point, len(shape))
		for j, q := range shape {
			ring[j] = scene.Point{X: p.X + float64(q.X*r), Y: p.Y + float64(q.Y*r)}
		}
		if cross {
			paths.Subpaths = append(paths.Subpaths, scene.Subpath{Points: ring[:2]}, scene.Subpath{Points: ring[2:]})
		} else {
			paths.Subpaths = append(paths.Subpaths, scene.Subpath{Points: ring, Closed: true})
		}
	}
	return paths
}

func (p Plot) legend() []entry {
	var list []entry
	for i, s := range p.Series {
		sample := func(at scene.Point, size, unit float64) []scene.Item {
			var items []scene.Item
			if s.Mark != Dots {
				items = stripe(scene.Accent(i), lineWidth, dashOf(i))(at, size, unit)
			}
			if s.Mark == Dots || s.Mark == Line && len(s.Points) <= fewPoints {
				items = append(items, marks(i, []scene.Point{at}, markRadius*1.2*unit))
			}
			return items
		}
		name := scene.Ellipsize(orElse(s.Name, fmt.Sprintf("series %d", i+1)), readWidth/3, textSize, false)
		e := entry{sample: sample, text: name}
		if s.Mark != Dots {
			e.wide = true
		}
		list = append(list, e)
	}
	return list
}

// describe says in words what the plot shows.
func (p Plot) describe() string {
	var b strings.Builder
	fmt.Fprintf(&b, "A chart of %s over %s.", orElse(p.Y.Label, "y"), orElse(p.X.Label, "x"))
	for i, s := range p.Series {
		fmt.Fprintf(&b, " %s: %s", orElse(s.Name, fmt.Sprintf("series %d", i+1)), plural(len(s.Points), "point"))
		if len(s.Points) > 0 {
			low, high := s.Points[0], s.Points[0]
			for _, q := range s.Points {
				low = Point{min(low.X, q.X), min(low.Y, q.Y)}
				high = Point{max(high.X, q.X), max(high.Y, q.Y)}
			}
			fmt.Fprintf(&b, ", x %s, y %s", rangeName(low.X, high.X), rangeName(low.Y, high.Y))
		}
		b.WriteString(".")
	}
	return b.String()
}
