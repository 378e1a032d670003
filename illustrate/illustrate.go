// Package illustrate runs a search of the catalog and turns what it did into
// figures: the picture of its end, or the search step by step.
package illustrate

import (
	"context"
	"fmt"
	"strconv"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/figure"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/root2"
)

// MaxExpanded bounds the expansions of a search that is remembered step by step.
const MaxExpanded = 2_000_000

// History is a search that was watched.
type History struct {
	Answer catalog.Answer
	// Steps are the expansions in their order, with what each opened. Beyond
	// [MaxExpanded] they are left out, and Whole is false.
	Steps []figure.Step
	Whole bool

	edges   []figure.Edge
	edgeOf  map[grid.Cell]int // index into edges
	labels  []figure.CellLabel
	labelOf map[grid.Cell]int
}

// Watch asks the algorithm and remembers what it does. The error is that of
// [catalog.Entry.Solve].
func Watch(ctx context.Context, e *catalog.Entry, q catalog.Query) (*History, error) {
	h := &History{Whole: true, edgeOf: map[grid.Cell]int{}, labelOf: map[grid.Cell]int{}}
	opened := func(event gridsearch.Event) { h.open(q.Costs, event) }
	q.Watcher = &gridsearch.Watcher{Observer: gridsearch.Observer{
		Expand:   func(event gridsearch.Event) { h.expand(q.Costs, event) },
		Generate: opened, Improve: opened, Reopen: opened,
	}}
	answer, err := e.Solve(ctx, q, nil)
	if err != nil {
		return nil, err
	}
	answer.Query.Watcher = nil
	h.Answer = answer
	return h, nil
}

func (h *History) expand(costs *grid.Costs, e gridsearch.Event) {
	if len(h.Steps) == MaxExpanded {
		h.Whole = false
	}
	if h.Whole {
		h.Steps = append(h.Steps, figure.Step{Expanded: e.State})
		h.label(e.State, f(costs, e.F))
	}
}

func (h *History) open(costs *grid.Costs, e gridsearch.Event) {
	if !h.Whole {
		return
	}
	text := f(costs, e.F)
	h.label(e.State, text)
	if len(h.Steps) > 0 {
		step := &h.Steps[len(h.Steps)-1]
		step.Opened = append(step.Opened, figure.Opened{Cell: e.State, F: text})
	}
	if !e.HasParent {
		return
	}
	edge := figure.Edge{Child: e.State, Parent: e.Parent}
	if i, ok := h.edgeOf[e.State]; ok {
		h.edges[i] = edge
		return
	}
	h.edgeOf[e.State] = len(h.edges)
	h.edges = append(h.edges, edge)
}

func (h *History) label(c grid.Cell, text string) {
	if i, ok := h.labelOf[c]; ok {
		h.labels[i].F = text
		return
	}
	h.labelOf[c] = len(h.labels)
	h.labels = append(h.labels, figure.CellLabel{Cell: c, F: text})
}

// f writes a cost as it fits into a cell.
func f(costs *grid.Costs, l root2.Length) string {
	return strconv.FormatFloat(costs.Float64(l), 'f', 1, 64)
}

// Style says what a figure shows beside the map, the ends, the path, and the cells
// that were expanded and that are on OPEN.
type Style struct {
	Title   string // the heading; empty: the algorithm, its cost and its expansions
	Tree    bool   // the edges of the search tree
	Labels  bool   // the f of each cell that was met
	Terrain bool   // as the terrain article draws: rulers, lines, terrain colors, the tree and f
	Hide    figure.Layers
}

// base is what the picture and the sequence share.
func (h *History) base(s Style) figure.Search {
	q, r := h.Answer.Query, h.Answer.Result
	search := figure.Search{Title: s.Title, Map: q.Costs.Map(), Path: r.Path, Hide: s.Hide}
	if search.Title == "" {
		search.Title = h.title()
	}
	if len(search.Path) == 0 {
		search.Path = r.Nearest
	}
	if search.Map.In(q.From) {
		search.From = &q.From
	}
	if search.Map.In(q.To) {
		search.To = &q.To
	}
	if !h.Whole {
		search.Note = fmt.Sprintf("More than %d expansions: they are not shown.", MaxExpanded)
	}
	if s.Terrain {
		search = search.AsTerrain()
	}
	return search
}

func (h *History) title() string {
	r := h.Answer.Result
	what := r.Status.String()
	if len(r.Path) > 0 {
		what = "cost " + h.Answer.Query.Costs.Format(r.Cost)
	}
	return fmt.Sprintf("%s: %s, %d expanded", h.Answer.Entry.Title, what, r.Expanded)
}

// Search returns the picture of the search's end.
func (h *History) Search(s Style) figure.Search {
	search := h.base(s)
	if !h.Whole {
		return search
	}
	closed := map[grid.Cell]bool{}
	for _, step := range h.Steps {
		closed[step.Expanded] = true
		search.Explored = append(search.Explored, step.Expanded)
	}
	shown := map[grid.Cell]bool{}
	for _, step := range h.Steps {
		for _, o := range step.Opened {
			if !closed[o.Cell] && !shown[o.Cell] {
				shown[o.Cell] = true
				search.Open = append(search.Open, o.Cell)
			}
		}
	}
	if s.Tree || s.Terrain {
		search.Tree = h.edges
	}
	if s.Labels || s.Terrain {
		search.Labels = h.labels
	}
	return search
}

// Sequence returns the search step by step, in at most so many frames (0: as many as
// package figure takes by itself).
func (h *History) Sequence(s Style, frames int) figure.Sequence {
	return figure.Sequence{Search: h.base(s), Steps: h.Steps, Tree: s.Tree || s.Terrain, MaxFrames: frames}
}

// Panels returns the pictures of several searches side by side.
func Panels(title string, histories []*History, s Style) figure.Panels {
	panels := figure.Panels{Title: title}
	for _, h := range histories {
		panels.Searches = append(panels.Searches, h.Search(s))
	}
	return panels
}
