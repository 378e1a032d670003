// Package illustrate runs a search of the catalog and turns what it did into
// figures: the picture of its end, a panel of a comparison, or the search step by
// step.
package illustrate

import (
	"fmt"
	"math"
	"strconv"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/figure"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

// Style says what a figure shows beside the map, the ends, the path, and the cells
// that were expanded and that are on OPEN.
type Style struct {
	Title string // the heading; empty: the algorithm, its cost and its expansions
	// Terrain is how the terrain article draws: rulers and lines between the cells,
	// the tree and f in place of the colors of expanded cells and of OPEN.
	Terrain bool
	// RulerFrom is the number of the first column and row.
	RulerFrom int
	// Show and Hide are layers to add to these, or to leave out. What is in both is
	// hidden. The labels of a cell are its f, its costs are g.
	Show, Hide figure.Layers
}

// base is what the picture and the sequence share, with the layers that they show.
func (h *History) base(s Style) (figure.Search, figure.Layers) {
	q, r := h.Answer.Query, h.Answer.Result
	search := figure.Search{Title: s.Title, Map: q.Costs.Map(), Path: r.Path, RulerFrom: s.RulerFrom}
	if search.Title == "" {
		search.Title = h.Name() + ": " + h.outcome() + ", " + h.effort()
	}
	if len(search.Path) == 0 {
		search.Nearest = r.Nearest
	}
	if search.Map.In(q.From) {
		search.From = &q.From
	}
	if search.Map.In(q.To) {
		search.To = &q.To
	}
	show := s.Show
	if s.Terrain {
		show |= figure.LayerTree | figure.LayerLabels | figure.LayerRuler | figure.LayerLines
		search.Hide = (figure.LayerExplored | figure.LayerOpen) &^ s.Show
	}
	show &^= s.Hide
	search.Hide |= s.Hide
	search.Ruler = show&figure.LayerRuler != 0
	search.GridLines = show&figure.LayerLines != 0
	return search, show
}

// Name returns the title of the algorithm, or of the engine that it chose.
func (h *History) Name() string {
	a := h.Answer
	for _, engine := range catalog.Engines() {
		if a.Engine != a.Entry.Engine && engine.Engine == a.Engine {
			return fmt.Sprintf("%s (%s)", engine.Title, a.Entry.Name)
		}
	}
	return a.Entry.Title
}

// outcome says what was found.
func (h *History) outcome() string {
	r := h.Answer.Result
	if len(r.Path) == 0 {
		return r.Status.String()
	}
	text := fmt.Sprintf("cost %s, %v", h.unit.Format(r.Cost), r.Certificate)
	if r.Certificate == search.Bounded {
		text += " " + strconv.FormatFloat(math.Ceil(1e3*r.Bound.Float64())/1e3, 'f', -1, 64)
	}
	return text
}

func (h *History) effort() string { return thousands(h.Answer.Result.Expanded) + " expanded" }

// Search returns the picture of the search's end.
func (h *History) Search(s Style) figure.Search {
	search, show := h.base(s)
	m := search.Map
	for id, c := range h.cells {
		if c.state == untouched {
			continue
		}
		at := m.Cell(grid.ID(id))
		if c.state == onOpen {
			search.Open = append(search.Open, at)
		} else {
			search.Explored = append(search.Explored, at)
			if show&figure.LayerCosts != 0 {
				search.Costs = append(search.Costs, figure.CellCost{Cell: at, Cost: h.unit.Float64(c.g)})
			}
		}
		for _, p := range c.parent {
			if show&figure.LayerTree != 0 && p > 0 {
				search.Tree = append(search.Tree, figure.Edge{Child: at, Parent: m.Cell(grid.ID(p - 1))})
			}
		}
		if show&figure.LayerLabels != 0 {
			search.Labels = append(search.Labels, figure.CellLabel{Cell: at, F: h.oneDigit(c.f)})
		}
	}
	return search
}

// Panel returns the picture of the search's end as one of several: the algorithm
// above it, what it found and its effort below.
func (h *History) Panel(s Style) figure.Search {
	search := h.Search(s)
	if s.Title == "" {
		search.Title = h.Name()
	}
	search.Note = h.outcome() + " · " + h.effort()
	return search
}

// Heading returns what to write above and below several panels, or other figures, of
// one query on a map of that name.
func Heading(name string, q catalog.Query) (title, note string) {
	return fmt.Sprintf("%s, %v to %v", name, q.From, q.To), fmt.Sprintf("%v; cost %v", q.Costs.Rule(), q.Costs.Model())
}

// Sequence returns the search step by step, in at most so many frames (0: as many as
// package figure takes by itself). Costs are not shown. Of a search of more
// expansions than were remembered the last frame has the path, but not all cells.
func (h *History) Sequence(s Style, frames int) figure.Sequence {
	search, show := h.base(s)
	if int64(len(h.steps)) < h.expanded {
		search.Note = fmt.Sprintf("The first %s of %s expansions.", thousands(int64(len(h.steps))), thousands(h.expanded))
	}
	label := func(root2.Length) string { return "" }
	if show&figure.LayerLabels != 0 {
		label = h.oneDigit
	}
	q := figure.Sequence{
		Search: search, Steps: make([]figure.Step, len(h.steps)),
		Tree: show&figure.LayerTree != 0, MaxFrames: frames,
	}
	opened := make([]figure.Opened, len(h.openings))
	for i, o := range h.openings {
		opened[i] = figure.Opened{Cell: o.cell, F: label(o.f)}
	}
	begin := 0
	for i, step := range h.steps {
		q.Steps[i] = figure.Step{Expanded: step.expanded, F: label(step.f), Opened: opened[begin:step.end]}
		begin = step.end
	}
	return q
}

// oneDigit writes a cost as it fits into a cell: with a digit after the point.
func (h *History) oneDigit(l root2.Length) string {
	return strconv.FormatFloat(h.unit.Float64(l), 'f', 1, 64)
}

// thousands writes a number with commas: 1,234,567.
func thousands(n int64) string {
	text := strconv.FormatInt(n, 10)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
