package studio

import (
	"context"
	"fmt"
	"net/http"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/danielgtaylor/huma/v2"
)

// Ties is what there is to choose from between equally good paths, and what each way to
// choose costs.
type Ties struct {
	Status   string                  `json:"status" enum:"found,no-path,limit,start-blocked,goal-blocked,out-of-bounds" doc:"Of the search for all optimal paths."`
	Cost     *catalog.DocumentLength `json:"cost" doc:"Of each of them; null where there is none."`
	Paths    *string                 `json:"paths" doc:"How many optimal paths there are, in decimal; null if they could not be counted." example:"252"`
	Density  *Field                  `json:"density" nullable:"true" doc:"By row, on which share of the optimal paths each cell lies, 0 to 1; null if they could not be counted."`
	Reason   string                  `json:"reason" doc:"Why they could not be counted, or else empty."`
	Policies []Policy                `json:"policies" doc:"What A* does with each tie policy, the default first."`
}

// Policy is what A* does with a tie policy.
type Policy struct {
	Tie         string                  `json:"tie" doc:"Name of the policy."`
	Status      string                  `json:"status" doc:"As of solve."`
	Certificate string                  `json:"certificate" doc:"As of solve."`
	Expanded    int64                   `json:"expanded" doc:"States taken from OPEN."`
	Generated   int64                   `json:"generated" doc:"Successors produced."`
	Cost        *catalog.DocumentLength `json:"cost" doc:"Of the path; null where there is none."`
}

func (s *Server) addTies(api huma.API) {
	type request struct{ Body Ask }
	type response struct{ Body Ties }
	huma.Register(api, huma.Operation{
		OperationID: "ties", Method: http.MethodPost, Path: "/api/ties",
		Summary: "Count the optimal paths, and compare tie policies",
		Description: "Finds all optimal paths, tells on which share of them each cell lies, and runs A* once with each tie policy and the other options as they are. " +
			"The fields algorithm and tie are ignored. Where steps that cost nothing form a circle, counting can take too long; then the policies are there alone.",
	}, func(ctx context.Context, in *request) (*response, error) {
		ask := in.Body
		ask.Algorithm = "astar"
		q, err := s.question(&ask)
		if err != nil {
			return nil, err
		}
		out, err := s.ties(ctx, q)
		if err != nil {
			return nil, err
		}
		return &response{*out}, nil
	})
}

// ties answers a question to A* with each tie policy, and counts the optimal paths. The
// error is one of huma's.
func (s *Server) ties(ctx context.Context, q *question) (*Ties, error) {
	out := &Ties{Policies: []Policy{}}
	policy := *q
	for _, policy.query.Tie = range search.Ties() {
		answer, err := s.solve(ctx, &policy, q.entry)
		if err != nil {
			return nil, err
		}
		d := answer.Document()
		out.Policies = append(out.Policies, Policy{policy.query.Tie.String(), d.Status, d.Certificate, d.Expanded, d.Generated, d.Cost})
	}
	ctx, cancel := withTime(ctx, q.query.MaxTime)
	defer cancel()
	all, err := s.allOptimal(ctx, q)
	if err != nil {
		return nil, wrong("map", err)
	}
	out.Status = all.Result.Status.String()
	switch all.Result.Status {
	case search.Limit:
		out.Reason = all.Result.Reason
		return out, nil
	case search.Found:
		out.Cost = catalog.LengthOf(q.query.Costs, all.Result.Cost)
	}
	if err := out.count(ctx, all, q.file.Map); err != nil {
		out.Paths, out.Density = nil, nil
		out.Reason = fmt.Sprintf("counting the paths was stopped: %v", err)
	}
	return out, nil
}

// allOptimal finds all optimal paths.
func (s *Server) allOptimal(ctx context.Context, q *question) (all *search.OptimalPaths[grid.Cell, root2.Length], err error) {
	p, err := q.query.Problem()
	if err != nil {
		return nil, err
	}
	opts := q.query.Options(p)
	err = s.workspace(func(ws *gridsearch.Workspace) error {
		opts.Workspace = ws
		all, err = search.AllOptimal(ctx, p, q.query.From, opts)
		return err
	})
	if err == nil {
		s.tally(ctx, all.Result.Expanded)
	}
	return all, err
}

// count counts the paths, and those through each cell. The error is that of the context.
func (out *Ties) count(ctx context.Context, all *search.OptimalPaths[grid.Cell, root2.Length], m *grid.Map) error {
	number, err := all.Count(ctx)
	if err != nil {
		return err
	}
	shares, err := all.Shares(ctx)
	if err != nil {
		return err
	}
	text := number.String()
	out.Paths, out.Density = &text, newField(m)
	for cell, share := range shares {
		out.Density.set(cell, share)
	}
	return nil
}
