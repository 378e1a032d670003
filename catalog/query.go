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

// Query is a question about a map, as the command line and the studio ask it. Of
// the options an engine takes none; limits hold for all.
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

	// Watcher is told what the search does; nil: nobody. Only engines tell of scans.
	Watcher *gridsearch.Watcher
}

// ComparisonLimit is the limit of expansions for each of several algorithms that are
// asked about a map one after the other: 20 times its open cells, and 1000. Without
// one, those that revisit states would run for ever on a large map.
func ComparisonLimit(m *grid.Map) int64 { return 20*int64(m.OpenCount()) + 1000 }

// Answer is a query, the algorithm that was asked, and what it said.
type Answer struct {
	Entry *Entry
	Query Query
	// Engine is the one that searched, if Entry is an engine: what auto chose, or
	// [gridsearch.EngineAuto] if the answer was known before there was a choice.
	Engine  gridsearch.Engine
	Result  gridsearch.Result
	Elapsed time.Duration // of the search
}

// errBeforeFirst is why a search that is made again ends, if it ended so early.
var errBeforeFirst = errors.New("it ended before its first expansion")

// Again returns the query that makes the search of an answer once more and ends it where
// it ended, however long that takes now, and the context to ask it under: ctx, or one
// that is done if a limit ended the search before its first expansion, which no
// MaxExpanded says.
func (a *Answer) Again(ctx context.Context) (context.Context, Query) {
	q := a.Query
	q.MaxTime = 0
	if a.Result.Status != search.Limit {
		return ctx, q
	}
	q.MaxExpanded = a.Result.Expanded
	if q.MaxExpanded == 0 {
		done, cancel := context.WithCancelCause(ctx)
		cancel(errBeforeFirst)
		ctx = done
	}
	return ctx, q
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

// Applies returns why the algorithm has no sense for the query, or "". Engines do
// not apply to all costs. Other options that an algorithm does not take are ignored.
func (e *Entry) Applies(q Query) string {
	if e.Fast() {
		return e.Engine.Supports(q.Costs)
	}
	if (e.Order == search.ByH || e.Weight) && q.Metric == grid.Zero {
		return "it follows the heuristic, and zero gives it nothing to follow"
	}
	return ""
}

// Solve asks the algorithm. The workspace may be nil, or one that is reused
// between calls. A context that ends, or MaxTime, makes the status Limit. The
// error is that of a cost that is too large to be exact, with the query's own
// text.
//
// An engine is made ready for the map first, which is not part of Elapsed and
// takes more time than many a query: for several on one map, keep a
// [gridsearch.Finder]. It has no use for the workspace, and counts neither
// reopened states nor the size of OPEN. It is an error if it does not apply.
func (e *Entry) Solve(ctx context.Context, q Query, ws *gridsearch.Workspace) (Answer, error) {
	if q.MaxTime > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, q.MaxTime, fmt.Errorf("the time limit of %v is over", q.MaxTime))
		defer cancel()
	}
	if e.Fast() {
		return e.find(ctx, q)
	}
	p, err := q.Problem()
	if err != nil {
		return Answer{}, err
	}
	opts := q.Options(p)
	opts.Workspace = ws
	if q.Watcher != nil {
		opts.Observer = q.Watcher.Observer
	}
	begin := time.Now()
	stepper, err := e.New(p, q.From, opts)
	if err != nil {
		return Answer{}, err
	}
	result, err := stepper.Run(ctx)
	elapsed := time.Since(begin)
	if err != nil {
		return Answer{}, e.failure(err, q.Costs)
	}
	return Answer{Entry: e, Query: q, Result: result, Elapsed: elapsed}, nil
}

// failure explains the error of a search.
func (e *Entry) failure(err error, costs *grid.Costs) error {
	if errors.Is(err, search.ErrOverflow) || errors.Is(err, root2.ErrOverflow) {
		return fmt.Errorf("%s: %w (at most %s here); use smaller weights or fewer digits after the point",
			e.Name, root2.ErrOverflow, costs.Format(costs.Limit()))
	}
	return fmt.Errorf("%s: %w", e.Name, err)
}
