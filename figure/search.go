package figure

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/astrolabe-search/astrolabe/grid"
)

// ErrFigure reports a figure that makes no sense.
var ErrFigure = errors.New("figure: cannot be drawn")

// Search is a picture of a map and of what a search did on it. Only Map is
// needed; the zero value of every other field leaves something out.
type Search struct {
	// Title is the heading. Without one there is none.
	Title string
	// Desc tells those who cannot see the figure what it shows. If it is empty
	// it is made from the numbers.
	Desc string
	// Note is a line of small print below.
	Note string

	Map      *grid.Map
	From, To *grid.Cell
	// Explored holds the expanded cells and Open those on OPEN. A cell in both
	// was put back and shows as on OPEN.
	Explored, Open []grid.Cell
	// Path is drawn as a line from cell to cell.
	Path []grid.Cell
	// Nearest is the way to the cell nearest to the goal, for a search that found no
	// path: a broken line in the color of text, and never called a path.
	Nearest []grid.Cell
	// Costs shades explored cells by a number, such as g, in five steps.
	Costs []CellCost
	// CostsOf names the cells that have costs in the legend, if they are not those
	// that the search explored.
	CostsOf string
	// Tree holds the edges of the search tree.
	Tree []Edge
	// Labels holds what is written in the cells.
	Labels []CellLabel

	// Ruler numbers the columns and rows, the first with RulerFrom.
	Ruler     bool
	RulerFrom int
	// GridLines draws a line between all cells that are 4 pixels or wider.
	GridLines bool
	// Hide leaves out layers that would be drawn.
	Hide Layers
}

// CellCost is a number of a cell, for its shade.
type CellCost struct {
	Cell grid.Cell
	Cost float64 // within ±[MaxNumber]
}

// Edge is an edge of a search tree: Parent is the cell that Child was reached
// from.
type Edge struct{ Child, Parent grid.Cell }

// CellLabel is what is written in a cell: F in the middle, and, below it, G on
// the left and H on the right. Empty texts take no room.
type CellLabel struct {
	Cell    grid.Cell
	F, G, H string
}

// Layers is a set of parts of a picture.
type Layers uint16

// The layers of a [Search].
const (
	LayerTerrain  Layers = 1 << iota // shades of open cells by weight
	LayerExplored                    // with or without the costs
	LayerOpen
	LayerPath // or the way to the nearest cell
	LayerTree
	LayerLabels
	LayerEnds // start and goal
	LayerLegend
	LayerCosts // the shades by Costs; without them these cells are explored and no more
	LayerRuler
	LayerLines // between the cells
)

var layerNames = []string{"terrain", "explored", "open", "path", "tree", "labels", "ends", "legend", "costs", "ruler", "lines"}

// LayerNames returns the names of all layers.
func LayerNames() []string { return slices.Clone(layerNames) }

// ParseLayers reads a list of layers such as "tree,labels". An empty text is
// the empty set.
func ParseLayers(s string) (Layers, error) {
	var set Layers
	if s == "" {
		return 0, nil
	}
next:
	for name := range strings.SplitSeq(s, ",") {
		for i, known := range layerNames {
			if strings.TrimSpace(name) == known {
				set |= 1 << i
				continue next
			}
		}
		return 0, fmt.Errorf("%q is not a layer; want some of %s, with commas", strings.TrimSpace(name), strings.Join(layerNames, ", "))
	}
	return set, nil
}

// String returns the names of the layers, with commas.
func (l Layers) String() string {
	var names []string
	for i, name := range layerNames {
		if l&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, ",")
}

// AsTerrain returns the search as the picture of a weighted map: columns and
// rows numbered from 1, lines between the cells, and the colors of the terrain
// in place of those of explored and OPEN cells, which their labels and the tree
// show.
func (s Search) AsTerrain() Search {
	s.Ruler, s.RulerFrom, s.GridLines = true, 1, true
	s.Hide |= LayerExplored | LayerOpen
	return s
}

// shown returns a copy without what is hidden.
func (s Search) shown() Search {
	if s.Hide&LayerCosts != 0 {
		s.Explored, s.Costs = s.met(), nil
	}
	if s.Hide&LayerExplored != 0 {
		s.Explored, s.Costs = nil, nil
	}
	if s.Hide&LayerOpen != 0 {
		s.Open = nil
	}
	if s.Hide&LayerPath != 0 {
		s.Path, s.Nearest = nil, nil
	}
	if s.Hide&LayerTree != 0 {
		s.Tree = nil
	}
	if s.Hide&LayerLabels != 0 {
		s.Labels = nil
	}
	if s.Hide&LayerEnds != 0 {
		s.From, s.To = nil, nil
	}
	s.Ruler = s.Ruler && s.Hide&LayerRuler == 0
	s.GridLines = s.GridLines && s.Hide&LayerLines == 0
	return s
}

// check returns an error that names the first thing that is not on the map.
func (s Search) check() error {
	if s.Map == nil || s.Map.Width() == 0 {
		return fmt.Errorf("%w: it has no map", ErrFigure)
	}
	var err error
	in := func(what string, cells ...grid.Cell) {
		for _, c := range cells {
			if err == nil && !s.Map.In(c) {
				err = fmt.Errorf("%w: %s: cell %v lies outside the map of %d×%d", ErrFigure, what, c, s.Map.Width(), s.Map.Height())
			}
		}
	}
	if s.From != nil {
		in("start", *s.From)
	}
	if s.To != nil {
		in("goal", *s.To)
	}
	in("explored", s.Explored...)
	in("OPEN", s.Open...)
	in("path", s.Path...)
	in("nearest", s.Nearest...)
	for _, e := range s.Tree {
		in("tree", e.Child, e.Parent)
	}
	for _, l := range s.Labels {
		in("labels", l.Cell)
	}
	for _, c := range s.Costs {
		in("costs", c.Cell)
		if err == nil {
			err = checkNumber(c.Cost, fmt.Sprintf("the cost of cell %v", c.Cell))
		}
	}
	return err
}

// Draw implements [Figure]. Every cell is a square of at least a pixel, at most
// 40; it is 34 or so where there are labels. A map with more than [MaxSideCells]
// columns or rows is drawn in blocks of several cells, each of which shows what
// most of its cells are; the ends and the path stay where they are, and the tree
// and labels are left out. So are the labels where the map has more than
// [MaxLabeledCells] cells. It takes time in proportion to the map and memory of
// about a byte a cell.
func (s Search) Draw() (Drawing, error) {
	s = s.shown()
	if err := s.check(); err != nil {
		return Drawing{}, err
	}
	v := newView(&s, readWidth)
	sh := newSheet(max(minWidth, v.outerWidth()))
	sh.title(s.Title)
	v.y = sh.y + v.rulerHeight()
	p := newPainting(&s, v)
	p.paint(sh)
	if s.Hide&LayerLegend == 0 {
		sh.legend(p.legend(true))
	}
	sh.notes(s.Note, v.said())
	return sh.finish(orElse(s.Title, s.name()), orElse(s.Desc, s.describe()), v.said()), nil
}

func (s Search) name() string {
	return fmt.Sprintf("Search on a map of %d×%d cells", s.Map.Width(), s.Map.Height())
}

// describe says in words what the figure shows.
func (s Search) describe() string {
	var b strings.Builder
	m := s.Map
	fmt.Fprintf(&b, "A map of %d columns and %d rows, %s blocked.", m.Width(), m.Height(), plural(m.Width()*m.Height()-m.OpenCount(), "cell"))
	if n := distinct(s.met()); n > 0 {
		fmt.Fprintf(&b, " The search expanded %s.", plural(n, "cell"))
	}
	if n := distinct(s.Open); n > 0 {
		fmt.Fprintf(&b, " OPEN holds %s.", plural(n, "cell"))
	}
	if s.From != nil {
		fmt.Fprintf(&b, " The start is at %v.", *s.From)
	}
	if s.To != nil {
		fmt.Fprintf(&b, " The goal is at %v.", *s.To)
	}
	if n := len(s.Path); n > 0 {
		fmt.Fprintf(&b, " A path of %s leads from %v to %v.", plural(n, "cell"), s.Path[0], s.Path[n-1])
	}
	if n := len(s.Nearest); n > 1 {
		fmt.Fprintf(&b, " No path is shown; a way of %s leads from %v to %v, the cell nearest to the goal.", plural(n-1, "step"), s.Nearest[0], s.Nearest[n-1])
	}
	return b.String()
}

// met returns the explored cells, which include those that have a cost.
func (s Search) met() []grid.Cell {
	cells := slices.Clone(s.Explored)
	for _, c := range s.Costs {
		cells = append(cells, c.Cell)
	}
	return cells
}

// distinct returns the number of different cells.
func distinct(cells []grid.Cell) int {
	n := 0
	for _, r := range Runs(cells) {
		n += int(r.Len)
	}
	return n
}

func orElse(text, fallback string) string {
	if text == "" {
		return fallback
	}
	return text
}
