package catalog

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

// Query is a question about a map, as the command line and the studio ask it.
type Query struct {
	Costs    *grid.Costs // map, moves, corner rule and cost model
	From, To grid.Cell

	Metric   grid.Metric
	Weight   search.Ratio // for algorithms that take one; the zero value is 1
	Tie      search.Tie
	NoReopen bool
	Order    [8]grid.Dir // of successors; the zero value is grid.DefaultOrder

	MaxExpanded int64         // 0: no limit
	MaxBytes    int64         // 0: no limit
	MaxTime     time.Duration // 0: no limit
}

// Answer is a query, the algorithm that was asked, and what it said.
type Answer struct {
	Entry   *Entry
	Query   Query
	Result  gridsearch.Result
	Elapsed time.Duration
}

// Problem returns the query as a search problem.
func (q *Query) Problem() (*gridsearch.Problem, error) {
	p, err := gridsearch.NewProblem(q.Costs, q.To)
	if err != nil || q.Order == [8]grid.Dir{} {
		return p, err
	}
	return p.WithOrder(q.Order)
}

// Options returns the query's options for a search on its problem.
func (q *Query) Options(p *gridsearch.Problem) gridsearch.Options {
	return gridsearch.WithHeuristic(gridsearch.Options{
		Weight: q.Weight, Tie: q.Tie, NoReopen: q.NoReopen,
		MaxExpanded: q.MaxExpanded, MaxBytes: q.MaxBytes,
	}, p, q.Metric, q.From)
}

// Applies returns why the algorithm has no sense for the query, or "".
func (e *Entry) Applies(q Query) string {
	if (e.Name == "greedy" || e.kind == weighted) && q.Metric == grid.Zero {
		return "it follows the heuristic, and zero gives it nothing to follow"
	}
	return ""
}

// Solve asks the algorithm. The workspace may be nil, or one that is reused
// between calls. A context that ends, or MaxTime, makes the status Limit. The
// error is that of a cost that is too large to be exact, with the query's own
// text.
func (e *Entry) Solve(ctx context.Context, q Query, ws *gridsearch.Workspace) (Answer, error) {
	p, err := q.Problem()
	if err != nil {
		return Answer{}, err
	}
	opts := q.Options(p)
	opts.Workspace = ws
	if q.MaxTime > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, q.MaxTime, fmt.Errorf("the time limit of %v is over", q.MaxTime))
		defer cancel()
	}
	begin := time.Now()
	stepper, err := e.New(p, q.From, opts)
	if err != nil {
		return Answer{}, err
	}
	result, err := stepper.Run(ctx)
	elapsed := time.Since(begin)
	if errors.Is(err, search.ErrOverflow) {
		return Answer{}, fmt.Errorf("%s: %w (at most %s here); use smaller weights or fewer digits after the point",
			e.Name, root2.ErrOverflow, q.Costs.Format(q.Costs.Limit()))
	}
	if err != nil {
		return Answer{}, fmt.Errorf("%s: %w", e.Name, err)
	}
	return Answer{e, q, result, elapsed}, nil
}
