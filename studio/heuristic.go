package studio

import (
	"context"
	"fmt"
	"math"
	"net/http"

	"github.com/astrolabe-search/astrolabe/appraise"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/danielgtaylor/huma/v2"
)

// HeuristicRequest is a query whose heuristic is to be checked.
type HeuristicRequest struct {
	Ask
	Cells bool `json:"cells,omitempty" doc:"Whether to tell of every cell by how much its estimate is wrong."`
}

// HeuristicReply says how good a heuristic is.
type HeuristicReply struct {
	appraise.VerdictDocument
	Excess *Field `json:"excess,omitempty" doc:"With cells: estimate minus distance to the goal of each cell, by row, above 0 where it is too high; null where the goal cannot be reached."`
}

func (s *Server) addCheckHeuristic(api huma.API) {
	type request struct{ Body HeuristicRequest }
	type response struct{ Body HeuristicReply }
	huma.Register(api, huma.Operation{
		OperationID: "check-heuristic", Method: http.MethodPost, Path: "/api/check-heuristic",
		Summary: "Compare a heuristic with the exact distances",
		Description: "Checks the heuristic toward the goal, runs A* from the start, if there is one, and answers with the object that astrolabe check-heuristic --json prints. " +
			"Of the options of a search only max_expanded and max_time_ms are taken.",
	}, func(ctx context.Context, in *request) (*response, error) {
		v, err := s.verdict(ctx, &in.Body.Ask)
		if err != nil {
			return nil, err
		}
		out := HeuristicReply{VerdictDocument: v.Document()}
		if in.Body.Cells {
			out.Excess = excessOf(v)
		}
		return &response{out}, nil
	})
}

// verdict checks the heuristic of a query, which needs no start. The error is one of
// huma's.
func (s *Server) verdict(ctx context.Context, a *Ask) (*appraise.Verdict, error) {
	file, err := s.readMap(a.Map, a.Name)
	if err != nil {
		return nil, err
	}
	query, err := s.asked(a, file)
	if err != nil {
		return nil, err
	}
	q := appraise.Question{Costs: query.Costs, Metric: query.Metric, Start: file.Start, MaxExpanded: query.MaxExpanded}
	if q.Goal, err = endOf("to", "goal", a.To, file.Goal, file.Map); err != nil {
		return nil, err
	}
	if a.From != nil {
		q.Start = &grid.Cell{X: a.From[0], Y: a.From[1]}
	}
	if err := mustBeOpen("to", "goal", q.Goal, file.Map); err != nil {
		return nil, err
	}
	if q.Start != nil {
		if err := mustBeOpen("from", "start", *q.Start, file.Map); err != nil {
			return nil, err
		}
	}
	ctx, cancel := withTime(ctx, query.MaxTime)
	defer cancel()
	v, err := appraise.Heuristic(ctx, q)
	if err != nil && ctx.Err() != nil {
		err = fmt.Errorf("%w; want a smaller map", err)
	}
	if err != nil {
		return nil, wrong("map", err)
	}
	for i := range v.Searches {
		s.tally(ctx, v.Searches[i].Result.Expanded)
	}
	return v, nil
}

// mustBeOpen is an error if an end lies outside the map, or is blocked.
func mustBeOpen(field, what string, c grid.Cell, m *grid.Map) error {
	switch {
	case !m.In(c):
		return wrong(field, fmt.Errorf("the %s %v lies outside the map; x goes from 0 to %d and y from 0 to %d", what, c, m.Width()-1, m.Height()-1))
	case !m.Open(c):
		return wrong(field, fmt.Errorf("the %s %v is blocked (%q); want an open cell", what, c, m.Symbol(c)))
	}
	return nil
}

// excessOf returns by how much the estimate of each cell is wrong.
func excessOf(v *appraise.Verdict) *Field {
	costs := v.Question.Costs
	field := newField(costs.Map())
	for i, excess := range v.Report.Excess {
		field.values[i] = math.NaN()
		if v.Report.Reaches[i] {
			field.values[i] = costs.Float64(excess)
		}
	}
	return field
}
