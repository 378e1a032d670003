package main

import (
	"context"
	"fmt"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/internal/termdraw"
)

// The least room that a picture gets, however small the screen is.
const (
	minColumns = 10
	minLines   = 6
)

// maxReplay bounds the expansions of a search that is run again to draw them.
const maxReplay = 2_000_000

// scrolledScreens is how many screens a picture may take before it is drawn smaller
// than the screen's width asks for.
const scrolledScreens = 2

// draws tells whether --draw asks for a picture.
func (a *app) draws(when string) bool {
	return when == "always" || when == "auto" && a.screen.terminal
}

// picture draws the map with an answer, small enough to leave the screen room
// for some rows below it.
func (a *app) picture(ctx context.Context, answer catalog.Answer, rowsBelow int) error {
	q := answer.Query
	m := q.Costs.Map()
	drawing := termdraw.Picture{Map: m, Path: answer.Result.Path}
	if len(drawing.Path) == 0 {
		drawing.Path = answer.Result.Nearest
	}
	if m.In(q.From) {
		drawing.Start = &q.From
	}
	if m.In(q.To) {
		drawing.Goal = &q.To
	}
	var err error
	if drawing.Expanded, err = expandedCells(ctx, answer); err != nil {
		return err
	}
	options := termdraw.Options{Colors: a.paint.colors, Columns: max(a.screen.columns, minColumns)}
	if a.screen.lines > 0 {
		// The legend takes a row or two, one is blank, and one is the prompt's.
		options.Lines = max(a.screen.lines-rowsBelow-4, minLines)
		// A map that is as wide as the screen, and for whose top one need not scroll far,
		// is not worth losing cells of.
		whole := options
		whole.Lines = scrolledScreens * a.screen.lines
		if scale, err := whole.Scale(m); err == nil && scale == 1 {
			options = whole
		}
	}
	if err := termdraw.Draw(a.stdout, drawing, options); err != nil {
		return err
	}
	scale, err := options.Scale(m)
	if err != nil {
		return err
	}
	legend := termdraw.Legend(a.paint.colors)
	if scale > 1 {
		legend += fmt.Sprintf("  (a block is %d×%d cells)", scale, scale)
	}
	a.stdout.printf("%s\n\n", wrap(legend, a.screen.columns))
	return nil
}

// expandedCells returns the cells that a search expanded, by running it again:
// watching the first run would falsify its time.
func expandedCells(ctx context.Context, answer catalog.Answer) ([]grid.Cell, error) {
	n := answer.Result.Expanded
	if n == 0 || n > maxReplay {
		return nil, nil
	}
	cells := make([]grid.Cell, 0, n)
	ctx, q := answer.Again(ctx)
	q.Watcher = &gridsearch.Watcher{Observer: gridsearch.Observer{
		Expand: func(e gridsearch.Event) { cells = append(cells, e.State) },
	}}
	_, err := answer.Entry.Solve(ctx, q, nil)
	return cells, err
}
