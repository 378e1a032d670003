package studio

import (
	"context"
	"net/http"
	"slices"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/danielgtaylor/huma/v2"
)

// Claim is what is proved of a heuristic for a query's moves and costs.
type Claim struct {
	Admissible bool   `json:"admissible" doc:"Never more than the true distance."`
	Consistent bool   `json:"consistent" doc:"Never changes by more than a step costs."`
	Reason     string `json:"reason" doc:"Why, in one sentence."`
}

// Applies is what of the menu has sense for a query.
type Applies struct {
	Algorithms map[string]string `json:"algorithms" doc:"By algorithm, why it does not apply; empty if it does."`
	Heuristics map[string]Claim  `json:"heuristics" doc:"By heuristic, what is proved of it."`
	Auto       string            `json:"auto" doc:"The heuristic that auto stands for."`
}

func (s *Server) addApplies(api huma.API) {
	type request struct{ Body Ask }
	type response struct{ Body Applies }
	huma.Register(api, huma.Operation{
		OperationID: "applies", Method: http.MethodPost, Path: "/api/applies",
		Summary:     "Tell what has sense for a query",
		Description: "Tells which algorithms apply to the costs and the heuristic, and what is proved of each heuristic. Start, goal and algorithm do not matter.",
	}, func(_ context.Context, in *request) (*response, error) {
		file, err := s.readMap(in.Body.Map, in.Body.Name)
		if err != nil {
			return nil, err
		}
		q := question{file: file}
		if q.query, err = s.asked(&in.Body, file); err != nil {
			return nil, err
		}
		out := Applies{Algorithms: map[string]string{}, Heuristics: map[string]Claim{}}
		for _, e := range slices.Concat(catalog.Entries(), catalog.Engines()) {
			out.Algorithms[e.Name] = e.Applies(q.query)
		}
		for _, metric := range append([]grid.Metric{grid.Auto}, grid.Metrics()...) {
			claim := q.query.Costs.Heuristic(metric).Claim()
			out.Heuristics[metric.String()] = Claim{claim.Admissible, claim.Consistent, claim.Reason}
		}
		out.Auto = q.query.Costs.Heuristic(grid.Auto).Metric().String()
		return &response{out}, nil
	})
}
