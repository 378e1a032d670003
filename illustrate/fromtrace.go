package illustrate

import (
	"errors"
	"fmt"
	"io"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/trace"
	"github.com/astrolabe-search/astrolabe/trace/gridtrace"
)

// FromTrace returns the history that a trace of a search on a grid holds, without
// running the search. The source must stand at its beginning. Steps is as for
// [Replay]. It takes time in proportion to the events, and memory as [Watch] does.
func FromTrace(source trace.Source, steps int) (*History, error) {
	header := source.Header()
	costs, err := gridtrace.CostsOf(header)
	if err != nil {
		return nil, err
	}
	unit, err := gridtrace.UnitOf(header, costs)
	if err != nil {
		return nil, err
	}
	m := costs.Map()
	q := catalog.Query{Costs: costs, From: grid.Cell{X: -1}, To: grid.Cell{X: -1}}
	if len(header.Start) > 0 {
		q.From = gridtrace.Cell(m.Width(), header.Start[0])
	}
	if len(header.Goals) > 0 {
		q.To = gridtrace.Cell(m.Width(), header.Goals[0])
	}
	entry, err := catalog.Lookup(header.Algorithm)
	if err != nil {
		entry = &catalog.Entry{Description: search.Description{Name: header.Algorithm, Title: header.Algorithm}}
	}
	h := newHistory(q, min(steps, MaxSteps))
	h.unit = unit
	watcher := h.watched(q).Watcher
	for {
		e, err := source.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("illustrate: %w", err)
		}
		event := gridsearch.Event{
			Step: e.Step, Side: e.Side, State: gridtrace.Cell(m.Width(), max(e.State, 0)),
			G: root2.Length(e.G), H: root2.Length(e.H), F: root2.Length(e.F),
		}
		if e.Parent != trace.NoState {
			event.Parent, event.HasParent = gridtrace.Cell(m.Width(), e.Parent), true
		}
		switch e.Kind {
		case trace.Expand:
			watcher.Expand(event)
		case trace.Generate:
			watcher.Generate(event)
		case trace.Improve:
			watcher.Improve(event)
		case trace.Reopen:
			watcher.Reopen(event)
		}
	}
	outcome := source.Outcome()
	cells := func(states []int64) (path []grid.Cell) {
		for _, state := range states {
			path = append(path, gridtrace.Cell(m.Width(), state))
		}
		return path
	}
	h.Answer = catalog.Answer{Entry: entry, Query: q, Engine: entry.Engine}
	h.Answer.Result = gridsearch.Result{
		Status: outcome.Status, Reason: outcome.Reason, Path: cells(outcome.Path), Cost: root2.Length(outcome.Cost),
		Certificate: outcome.Certificate, Bound: outcome.Bound, LowerBound: root2.Length(outcome.LowerBound),
		Nearest: cells(outcome.Nearest), NearestCost: root2.Length(outcome.NearestCost), Counts: outcome.Counts,
	}
	return h, nil
}
