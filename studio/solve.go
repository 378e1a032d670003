package studio

import (
	"context"
	"net/http"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/danielgtaylor/huma/v2"
)

func (s *Server) addSolve(api huma.API) {
	type request struct{ Body Ask }
	type response struct{ Body catalog.Document }
	huma.Register(api, huma.Operation{
		OperationID: "solve", Method: http.MethodPost, Path: "/api/solve",
		Summary:     "Find a path",
		Description: "Asks one algorithm and answers with the object that astrolabe solve --json prints.",
	}, func(ctx context.Context, in *request) (*response, error) {
		q, err := s.question(&in.Body)
		if err != nil {
			return nil, err
		}
		answer, err := s.solve(ctx, q, q.entry)
		if err != nil {
			return nil, err
		}
		return &response{answer.Document()}, nil
	})
}

// solve asks an algorithm the question. A context that ends makes the status limit. The error is one of huma's.
func (s *Server) solve(ctx context.Context, q *question, e *catalog.Entry) (catalog.Answer, error) {
	if err := q.applies(e); err != nil {
		return catalog.Answer{}, err
	}
	var answer catalog.Answer
	err := s.workspace(func(ws *gridsearch.Workspace) (err error) {
		answer, err = e.Solve(ctx, q.query, ws)
		return err
	})
	if err != nil {
		return catalog.Answer{}, wrong("map", err)
	}
	s.tally(ctx, answer.Result.Expanded)
	return answer, nil
}
