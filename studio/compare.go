package studio

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/danielgtaylor/huma/v2"
)

// CompareRequest is a query and the algorithms to ask.
type CompareRequest struct {
	Ask
	Algorithms []string `json:"algorithms,omitempty" maxItems:"50" nullable:"false" doc:"Names or aliases of algorithms and engines; by default all. The field algorithm is ignored."`
}

// Comparison is what each algorithm made of a query.
type Comparison struct {
	Answers []ComparedAnswer `json:"answers" doc:"As many as algorithms were asked, in that order."`
}

// ComparedAnswer is the answer of one algorithm, or why there is none: Answer or
// NotRun, whichever is not nil.
type ComparedAnswer struct {
	Answer *catalog.Document
	NotRun *NotRun
}

// NotRun says why an algorithm was not run, or why it failed.
type NotRun struct {
	Status    string `json:"status" enum:"not-run,error" doc:"Tells it from an answer; error: it was run and failed."`
	Algorithm string `json:"algorithm" doc:"Name of the algorithm."`
	Reason    string `json:"reason" doc:"Why it does not apply to the query, or was not run."`
}

// MarshalJSON writes the one of the two that there is.
func (a ComparedAnswer) MarshalJSON() ([]byte, error) {
	if a.NotRun != nil {
		return json.Marshal(a.NotRun)
	}
	return json.Marshal(a.Answer)
}

// Schema says that it is one of the two.
func (ComparedAnswer) Schema(registry huma.Registry) *huma.Schema {
	return &huma.Schema{AnyOf: []*huma.Schema{
		registry.Schema(reflect.TypeFor[catalog.Document](), true, ""),
		registry.Schema(reflect.TypeFor[NotRun](), true, ""),
	}}
}

func (s *Server) addCompare(api huma.API) {
	type request struct{ Body CompareRequest }
	type response struct{ Body Comparison }
	huma.Register(api, huma.Operation{
		OperationID: "compare", Method: http.MethodPost, Path: "/api/compare",
		Summary: "Ask several algorithms the same question",
		Description: "Asks one algorithm after the other. Without max_expanded each is stopped after 20 times the open cells + 1000 expansions, " +
			"as by astrolabe compare. Those for which no time is left are not run.",
	}, func(ctx context.Context, in *request) (*response, error) {
		q, entries, err := s.severalQuestion(&in.Body.Ask, in.Body.Algorithms, slices.Concat(catalog.Entries(), catalog.Engines()))
		if err != nil {
			return nil, err
		}
		if in.Body.MaxExpanded == 0 {
			q.query.MaxExpanded = atMost(catalog.ComparisonLimit(q.file.Map), s.options.MaxExpanded)
		}
		out := Comparison{Answers: []ComparedAnswer{}}
		for _, e := range entries {
			answer, err := s.compared(ctx, q, e)
			if err != nil {
				return nil, err
			}
			out.Answers = append(out.Answers, answer)
		}
		return &response{out}, nil
	})
}

// severalQuestion understands a question to several algorithms: those named, or else the
// given ones. The field algorithm is not looked at.
func (s *Server) severalQuestion(a *Ask, names []string, otherwise []*catalog.Entry) (*question, []*catalog.Entry, error) {
	ask := *a
	entries := otherwise
	if len(names) > 0 {
		entries = nil
		for i, name := range names {
			e, err := catalog.Lookup(name)
			if err != nil {
				return nil, nil, wrong(fmt.Sprintf("algorithms[%d]", i), err)
			}
			entries = append(entries, e)
		}
	}
	ask.Algorithm = entries[0].Name
	q, err := s.question(&ask)
	return q, entries, err
}

// compared asks one of several algorithms.
func (s *Server) compared(ctx context.Context, q *question, e *catalog.Entry) (ComparedAnswer, error) {
	why := e.Applies(q.query)
	if ctx.Err() != nil {
		why = fmt.Sprintf("not run: %v", context.Cause(ctx))
	}
	if why != "" {
		return ComparedAnswer{NotRun: &NotRun{"not-run", e.Name, why}}, nil
	}
	var answer catalog.Answer
	err := s.workspace(func(ws *gridsearch.Workspace) (err error) {
		answer, err = e.Solve(ctx, q.query, ws)
		return err
	})
	if err != nil { // the others are asked all the same
		return ComparedAnswer{NotRun: &NotRun{"error", e.Name, err.Error()}}, nil
	}
	s.tally(ctx, answer.Result.Expanded)
	document := answer.Document()
	return ComparedAnswer{Answer: &document}, nil
}
