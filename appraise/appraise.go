// Package appraise says how good a heuristic is for a goal on a map: whether it is
// admissible and consistent, how close it comes to the exact distances, how many
// states A* expands with it, and, if it fails, on which small map it fails too.
package appraise

import (
	"context"
	"fmt"
	"slices"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/mapfile"
	"github.com/astrolabe-search/astrolabe/verify"
)

// Question is what to appraise.
type Question struct {
	Costs  *grid.Costs
	Metric grid.Metric
	Goal   grid.Cell  // an open cell
	Start  *grid.Cell // of the searches; nil: none are made
	// MaxExpanded bounds the expansions of each search; 0: no limit.
	MaxExpanded int64
}

// Verdict is what is to be said of a heuristic.
type Verdict struct {
	Question  Question
	Heuristic *grid.Heuristic
	Report    *verify.HeuristicReport
	// Searches are those of A*: with this heuristic, with zero and with auto, each
	// once. There are none without a start.
	Searches []catalog.Answer
	// Example is the report's example as a map file in Format; "" if there is none.
	Example string
	Format  mapfile.Format
}

// Heuristic appraises a heuristic. The error is that of [verify.CheckHeuristic] or
// [catalog.Entry.Solve], or wraps the cause of the context's end, which is
// looked at every few milliseconds. The check takes some 1.4 seconds on a map of a million
// cells, and the searches their own time.
func Heuristic(ctx context.Context, q Question) (*Verdict, error) {
	report, err := verify.CheckHeuristic(ctx, q.Costs, q.Metric, q.Goal)
	if err != nil {
		return nil, err
	}
	v := &Verdict{Question: q, Heuristic: q.Costs.Heuristic(q.Metric, q.Goal), Report: report}
	if err := v.search(ctx); err != nil {
		return nil, err
	}
	if e := report.Example; e != nil {
		file := &mapfile.File{Map: e.Map, Start: &e.From, Goal: &e.To, Rule: q.Costs.Rule(), Model: q.Costs.Model()}
		if v.Example, v.Format, err = mapfile.Pasteable(file); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// search runs A* with each heuristic, if there is a start.
func (v *Verdict) search(ctx context.Context) error {
	q := v.Question
	if q.Start == nil {
		return nil
	}
	entry, err := catalog.Lookup("astar")
	if err != nil {
		return err
	}
	var workspace gridsearch.Workspace
	var done []grid.Metric
	for _, metric := range []grid.Metric{v.Heuristic.Metric(), grid.Zero, q.Costs.Heuristic(grid.Auto).Metric()} {
		if slices.Contains(done, metric) {
			continue
		}
		done = append(done, metric)
		query := catalog.Query{Costs: q.Costs, From: *q.Start, To: q.Goal, Metric: metric, MaxExpanded: q.MaxExpanded}
		answer, err := entry.Solve(ctx, query, &workspace)
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return fmt.Errorf("%w while expansions were being counted", context.Cause(ctx))
		}
		v.Searches = append(v.Searches, answer)
	}
	return nil
}
