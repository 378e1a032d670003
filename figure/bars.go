package figure

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/astrolabe-search/astrolabe/figure/scene"
)

// Bars is a chart of values that lie side by side, such as the cells that each
// algorithm expanded: one bar a line, its name on the left and its value at its
// end.
type Bars struct {
	Title string // the heading; without one there is none
	Desc  string // for those who cannot see it; made from the numbers if empty
	Note  string // small print below
	Unit  string // what is counted, below the heading: "expanded cells"
	Bars  []Bar
}

// Bar is one value.
type Bar struct {
	Name  string
	Value float64 // from 0 to [MaxNumber]
	Text  string  // the value as it is written; made from Value if empty
	// Accent is the number of the color, from 0.
	Accent int
	// Open says that the value is at least Value, and how much more is not known,
	// as with a search that was stopped. Such a bar does not make others shorter: it
	// is as long as the longest of them, with a gap, if it would be longer.
	Open bool
}

const (
	// MaxBars is the greatest number of bars that are drawn. Those after them
	// are left out, with a notice.
	MaxBars = 60

	barHeight = 22.0
	barRoom   = 34.0 // from bar to bar
	barNames  = 0.36 // share of the width that the names may take
)

// Draw implements [Figure]. It is an error if a value is below 0, above
// [MaxNumber] or NaN.
// Long names take two lines and are cut after that. Without bars the chart says
// that there is no data.
func (b Bars) Draw() (Drawing, error) {
	most, mostOpen := 0.0, 0.0
	for i, bar := range b.Bars {
		if !(bar.Value >= 0 && bar.Value <= MaxNumber) {
			return Drawing{}, fmt.Errorf("%w: bar %d (%q) is %v; want a number from 0 to %g", ErrFigure, i, bar.Name, bar.Value, MaxNumber)
		}
		if bar.Open {
			mostOpen = max(mostOpen, bar.Value)
		} else {
			most = max(most, bar.Value)
		}
	}
	if most == 0 {
		most = mostOpen
	}
	bars := b.Bars
	var notices []string
	if len(bars) > MaxBars {
		notices = append(notices, fmt.Sprintf("%s more left out.", plural(len(bars)-MaxBars, "bar")))
		bars = bars[:MaxBars]
	}
	sh := newSheet(readWidth)
	sh.title(b.Title)
	sh.lines("unit", scene.Muted, textSize, false, scene.Wrap(b.Unit, sh.inner(), sh.px(textSize), false, 2))
	sh.y += sh.px(4)
	if len(bars) == 0 {
		sh.lines("empty", scene.Muted, titleSize, false, []string{"no data"})
	}
	b.draw(sh, bars, most)
	sh.notes(b.Note, notices)
	return sh.finish(orElse(b.Title, "Bar chart"), orElse(b.Desc, b.describe()), notices), nil
}

// draw writes the bars below what the sheet holds.
func (b Bars) draw(sh *sheet, bars []Bar, most float64) {
	if len(bars) == 0 {
		return
	}
	size := sh.px(textSize)
	names, values := 0.0, 0.0
	for _, bar := range bars {
		names = max(names, scene.TextWidth(bar.Name, size, false))
		values = max(values, scene.TextWidth(bar.text(), size, true))
	}
	names = min(names, sh.inner()*barNames)
	left := sh.px(margin) + names + sh.px(8)
	length := max(sh.width-sh.px(margin)-values-sh.px(8)-left, sh.inner()*0.2)

	name := scene.Labels{Fill: scene.Text, Size: size, Anchor: scene.Right}
	value := scene.Labels{Fill: scene.Text, Size: size, Bold: true}
	rects := map[scene.Role][]scene.Rect{}
	gaps := scene.Paths{Fill: scene.Background}
	top := sh.y
	for _, bar := range bars {
		center := sh.y + sh.px(barRoom)/2
		lines := scene.Wrap(bar.Name, names, size, false, 2)
		for i, text := range lines {
			y := center + size*(middle+1.15*(float64(i)-float64(len(lines)-1)/2))
			name.Texts = append(name.Texts, scene.Label{X: left - sh.px(8), Y: y, Text: text})
		}
		width := 0.0
		if most > 0 {
			width = min(bar.Value/most, 1) * length
		}
		if bar.Value > most {
			gaps.Subpaths = append(gaps.Subpaths, gap(left+0.8*width, center, sh.px(barHeight), sh.px(5)))
		}
		role := scene.Accent(bar.Accent)
		rects[role] = append(rects[role], scene.Rect{X: left, Y: center - sh.px(barHeight)/2, W: max(width, minBar(bar.Value)), H: sh.px(barHeight)})
		text := scene.Ellipsize(bar.text(), sh.width-sh.px(margin)-left-width-sh.px(8), size, true)
		value.Texts = append(value.Texts, scene.Label{X: left + width + sh.px(8), Y: center + size*middle, Text: text})
		sh.y += sh.px(barRoom)
	}
	var items []scene.Item
	for i := range scene.Accents {
		if role := scene.Accent(i); rects[role] != nil {
			items = append(items, scene.Rects{Fill: role, Rects: rects[role]})
		}
	}
	if gaps.Subpaths != nil {
		items = append(items, gaps)
	}
	sh.add("bars", items...)
	sh.add("base", scene.Paths{Stroke: scene.Muted, Width: sh.px(1), Subpaths: []scene.Subpath{line(left, top, left, sh.y)}})
	sh.add("values", name, value)
}

// gap is a slanting stripe across a bar that is drawn shorter than it is.
func gap(x, y, height, width float64) scene.Subpath {
	h, slant := 0.55*height, 0.2*height
	return scene.Subpath{Closed: true, Points: []scene.Point{
		{X: x + slant, Y: y - h}, {X: x + slant + width, Y: y - h}, {X: x - slant + width, Y: y + h}, {X: x - slant, Y: y + h},
	}}
}

// minBar is the length of a bar that would be too short to see.
func minBar(value float64) float64 {
	if value == 0 {
		return 0
	}
	return 1
}

// text returns the value as it is written.
func (b Bar) text() string {
	switch {
	case b.Text != "":
		return b.Text
	case b.Value == math.Trunc(b.Value) && b.Value < 1e15:
		return thousands(int(b.Value))
	case b.Value >= 1000 && b.Value < 1e15:
		return thousands(int(math.Round(b.Value)))
	}
	return strconv.FormatFloat(b.Value, 'g', 4, 64)
}

func (b Bars) describe() string {
	parts := make([]string, 0, len(b.Bars))
	for _, bar := range b.Bars[:min(len(b.Bars), MaxBars)] {
		parts = append(parts, orElse(bar.Name, "unnamed")+": "+bar.text())
	}
	if len(parts) == 0 {
		return "A bar chart without data."
	}
	return fmt.Sprintf("A bar chart of %s. %s.", orElse(b.Unit, "values"), strings.Join(parts, "; "))
}
