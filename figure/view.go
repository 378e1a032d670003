package figure

import (
	"fmt"
	"math"
	"strconv"

	"github.com/astrolabe-search/astrolabe/figure/scene"
	"github.com/astrolabe-search/astrolabe/grid"
)

const (
	// MaxSideCells is the greatest number of columns and of rows that are drawn
	// cell by cell: at a pixel each they are twice what fits most screens.
	MaxSideCells = 1600
	// MaxLabeledCells is the greatest number of cells of a map whose labels are
	// drawn: at 34 pixels a cell, a square map of 2,400 pixels a side.
	MaxLabeledCells = 5000
	// maxTreeEdges is the greatest number of edges that are drawn: more of them
	// are a gray area.
	maxTreeEdges = 50_000

	maxCell    = 40.0
	readHeight = 900.0 // a map is not made taller than this unless it has labels
	minWidth   = 340.0 // of a figure, for the sake of its legend
	// labelPad is the room between a label and the sides of its cell, together.
	labelPad = 5.0
	// minLabeled is the least side of a cell with two lines of labels.
	minLabeled = 30.0
)

// view is how a map's cells lie on the sheet.
type view struct {
	m          *grid.Map
	block      int     // cells a side that one square shows
	cols, rows int     // squares
	cell       float64 // side of a square in pixels
	x, y       float64 // upper left corner, in pixels
	unit       float64 // as of the sheet
	ruler      int     // first number; below 0: no ruler
	lines      bool    // lines between cells
	labels     bool    // labels are drawn
	tree       bool    // the tree is drawn
	notices    []string
}

// newView chooses the size of the cells for a figure about avail pixels wide.
func newView(s *Search, avail float64) *view {
	v := &view{m: s.Map, ruler: -1, tree: len(s.Tree) > 0}
	w, h := s.Map.Width(), s.Map.Height()
	v.divide((max(w, h) + MaxSideCells - 1) / MaxSideCells)
	if s.Ruler {
		v.ruler = max(0, s.RulerFrom)
	}
	room := avail - 2*margin - v.rulerWidth(1)
	v.cell = min(math.Floor(2*room/float64(v.cols))/2, math.Floor(2*readHeight/float64(v.rows))/2)
	v.cell = max(1, min(v.cell, maxCell))
	v.fitLabels(s.Labels)
	if v.tree && (v.block > 1 || len(s.Tree) > maxTreeEdges) {
		v.tree = false
		v.notices = append(v.notices, fmt.Sprintf("The %s of the search tree are too many to draw.", plural(len(s.Tree), "edge")))
	}
	v.lines = s.GridLines && v.cell >= 4
	if s.GridLines && !v.lines {
		v.notices = append(v.notices, "Cells this small have no lines between them.")
	}
	v.unit = unitOf(v.outerWidth())
	v.x = margin*v.unit + v.rulerWidth(v.unit)
	return v
}

// divide sets how many cells a side a square shows.
func (v *view) divide(block int) {
	w, h := v.m.Width(), v.m.Height()
	v.block = block
	v.cols, v.rows = (w+block-1)/block, (h+block-1)/block
}

// said returns the notices.
func (v *view) said() []string {
	if v.block == 1 {
		return v.notices
	}
	blocks := fmt.Sprintf("The map has %s×%s cells; a square shows %d×%[3]d of them, as most are.",
		thousands(v.m.Width()), thousands(v.m.Height()), v.block)
	return append([]string{blocks}, v.notices...)
}

// fitLabels makes the cells large enough for their labels, or leaves these out.
func (v *view) fitLabels(labels []CellLabel) {
	if len(labels) == 0 {
		return
	}
	if n := v.m.Width() * v.m.Height(); v.block > 1 || n > MaxLabeledCells {
		v.notices = append(v.notices, fmt.Sprintf("Labels are left out: the map has %s cells, and more than %s have no room for them.",
			thousands(n), thousands(MaxLabeledCells)))
		return
	}
	v.labels = true
	need := minLabeled
	for _, l := range labels {
		lower := scene.TextWidth(l.G, smallSize, false) + scene.TextWidth(l.H, smallSize, false)
		if l.G != "" && l.H != "" {
			lower += labelPad
		}
		need = max(need, labelPad+scene.TextWidth(l.F, smallSize, true), labelPad+lower)
	}
	v.cell = max(v.cell, min(math.Ceil(need), maxLabelCell))
}

// maxLabelCell bounds the side of a cell with labels; longer ones are cut.
const maxLabelCell = 120.0

// rulerWidth returns the room for the numbers of the rows.
func (v *view) rulerWidth(unit float64) float64 {
	if v.ruler < 0 {
		return 0
	}
	return (scene.TextWidth(strconv.Itoa(v.m.Height()+v.ruler), smallSize, false) + 6) * unit
}

// rulerHeight returns the room for the numbers of the columns.
func (v *view) rulerHeight() float64 {
	if v.ruler < 0 {
		return 0
	}
	return (smallSize + 5) * v.unit
}

// outerWidth returns the width of a figure of the map alone. Where that is more
// than readWidth, margin and ruler grow in proportion to it.
func (v *view) outerWidth() float64 {
	inside, beside := float64(v.cols)*v.cell, 2*margin+v.rulerWidth(1)
	if inside+beside <= readWidth {
		return inside + beside
	}
	return math.Ceil(inside / (1 - beside/readWidth))
}

// width and height are those of the map alone.
func (v *view) width() float64  { return float64(v.cols) * v.cell }
func (v *view) height() float64 { return float64(v.rows) * v.cell }

// center returns the middle of a cell in squares from the corner of the map.
func (v *view) center(c grid.Cell) scene.Point {
	k := float64(v.block)
	return scene.Point{X: (float64(c.X) + 0.5) / k, Y: (float64(c.Y) + 0.5) / k}
}

// pixels returns the middle of a cell on the sheet.
func (v *view) pixels(c grid.Cell) scene.Point {
	p := v.center(c)
	return scene.Point{X: v.x + float64(p.X*v.cell), Y: v.y + float64(p.Y*v.cell)}
}

// layer returns a layer in which a square of the map is a unit.
func (v *view) layer(name string, items ...scene.Item) scene.Layer {
	return scene.Layer{Name: name, X: v.x, Y: v.y, Scale: v.cell, Items: items}
}
