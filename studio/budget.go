package studio

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/danielgtaylor/huma/v2"
)

// maxBudgetPoints is the greatest number of points of a run.
const maxBudgetPoints = 200

// BudgetReply is a search by what it knows as it goes on.
type BudgetReply struct {
	Points []BudgetPoint `json:"points" maxItems:"200" doc:"By expansions; the first is that after one, the last that of the end."`
}

// BudgetPoint is what a search answers if its budget is so many expansions.
type BudgetPoint struct {
	Expanded        int64                   `json:"expanded" doc:"States taken from OPEN so far."`
	LowerBound      *catalog.DocumentLength `json:"lower_bound" doc:"No path costs less; it never falls from point to point. Null where there is nothing to bound."`
	Cost            *catalog.DocumentLength `json:"cost" doc:"Of the best path so far; null where there is none."`
	Nearest         *catalog.DocumentCell   `json:"nearest" doc:"The state nearest to the goal that was met, or the goal if a path is found; null where none was met."`
	NearestEstimate *catalog.DocumentLength `json:"nearest_estimate" doc:"Its estimate of the way left; null where there is none."`
	Status          string                  `json:"status" enum:"found,no-path,limit,start-blocked,goal-blocked,out-of-bounds" doc:"As of solve with that budget."`
}

func (s *Server) addBudget(api huma.API) {
	type request struct{ Body Ask }
	type response struct{ Body BudgetReply }
	huma.Register(api, huma.Operation{
		OperationID: "budget", Method: http.MethodPost, Path: "/api/budget",
		Summary: "Tell what each budget buys",
		Description: "Runs one algorithm once, and tells what it would have answered with max_expanded at up to 200 numbers of expansions: " +
			"after one, then by even factors (and each number where those are close), and at the end. Not for engines.",
	}, func(ctx context.Context, in *request) (*response, error) {
		q, err := s.question(&in.Body)
		if err != nil {
			return nil, err
		}
		if q.entry.Fast() {
			return nil, wrong("algorithm", fmt.Errorf("%s is an engine, which cannot be looked at between two expansions; want an algorithm such as astar", q.entry.Name))
		}
		if err := q.applies(q.entry); err != nil {
			return nil, err
		}
		points, err := s.budget(ctx, q)
		if err != nil {
			return nil, wrong("map", err)
		}
		return &response{BudgetReply{points}}, nil
	})
}

// budget runs the search of a question and looks at it as it goes on.
func (s *Server) budget(ctx context.Context, q *question) (points []BudgetPoint, err error) {
	ctx, cancel := withTime(ctx, q.query.MaxTime)
	defer cancel()
	err = s.workspace(func(ws *gridsearch.Workspace) error {
		p, err := q.query.Problem()
		if err != nil {
			return err
		}
		opts := q.query.Options(p)
		opts.Workspace = ws
		stepper, err := q.entry.New(p, q.query.From, opts)
		if err != nil {
			return err
		}
		b := budgetRun{q: &q.query, stepper: stepper, distance: q.query.Costs.Heuristic(q.query.Metric, q.query.To)}
		err = b.run(ctx)
		points = b.points
		s.tally(ctx, stepper.Counts().Expanded)
		return err
	})
	return points, err
}

// budgetRun is a search that is looked at after numbers of expansions which are as far apart
// as needed to be few: on a scale of their logarithms, since the first expansions tell the
// most. As soon as there are too many points, the distances grow and those between are dropped.
type budgetRun struct {
	q        *catalog.Query
	stepper  *gridsearch.Stepper
	distance *grid.Heuristic
	spread   int64 // the next number is at least spread/1,024 above the one before
	points   []BudgetPoint
	bound    root2.Length // the greatest so far
}

// run looks at the search until it ends or the context does. The error is that of the
// search.
func (b *budgetRun) run(ctx context.Context) error {
	const poll = 64 // steps between two looks at the context
	next := int64(1)
	for step := int64(1); step%poll != 0 || ctx.Err() == nil; step++ {
		if _, more := b.stepper.Step(); !more {
			break
		}
		if b.stepper.Counts().Expanded < next {
			continue
		}
		if err := b.look(); err != nil {
			return err
		}
		if len(b.points) == maxBudgetPoints {
			b.thin()
		}
		next = b.after(b.points[len(b.points)-1].Expanded)
	}
	return b.look()
}

// look adds a point for what is known now.
func (b *budgetRun) look() error {
	r, err := b.stepper.Peek()
	if err != nil {
		return err
	}
	if last := len(b.points) - 1; last >= 0 && b.points[last].Expanded == r.Expanded {
		b.points = b.points[:last]
	}
	b.points = append(b.points, b.point(&r))
	return nil
}

// after returns the least number of expansions for the point after one of so many.
func (b *budgetRun) after(expanded int64) int64 {
	return expanded + max(1, expanded/1024*b.spread+expanded%1024*b.spread/1024)
}

// thin drops points until at most three quarters of the greatest number are left.
func (b *budgetRun) thin() {
	for len(b.points) > maxBudgetPoints*3/4 {
		b.spread += 8
		kept, next := b.points[:0], int64(0)
		for _, p := range b.points {
			if p.Expanded >= next {
				kept = append(kept, p)
				next = b.after(p.Expanded)
			}
		}
		b.points = kept
	}
}

func (b *budgetRun) point(r *gridsearch.Result) BudgetPoint {
	length := func(l root2.Length) *catalog.DocumentLength { return catalog.LengthOf(b.q.Costs, l) }
	point := BudgetPoint{Expanded: r.Expanded, Status: r.Status.String()}
	if r.Status == search.Found || r.Status == search.Limit {
		b.bound = max(b.bound, r.LowerBound)
		point.LowerBound = catalog.BoundOf(b.q.Costs, b.bound, b.q.Weight)
	}
	var nearest *grid.Cell
	switch {
	case r.Status == search.Found:
		nearest = &b.q.To
	case len(r.Nearest) > 0:
		nearest = &r.Nearest[len(r.Nearest)-1]
	}
	if nearest != nil {
		point.Nearest = &catalog.DocumentCell{nearest.X, nearest.Y}
		point.NearestEstimate = length(b.distance.At(*nearest))
	}
	if r.Certificate != search.None {
		point.Cost = length(r.Cost)
	}
	return point
}

// withTime bounds a context by a query's limit.
func withTime(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, limit, fmt.Errorf("the time limit of %v is over", limit))
}
