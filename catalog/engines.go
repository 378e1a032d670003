package catalog

import (
	"context"
	"fmt"
	"time"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/search"
)

// Engines returns the fast grid engines, [gridsearch.EngineAuto] first, in the
// order in which they are listed. The caller must not change them.
func Engines() []*Entry { return engines }

// engines is the table of what a [gridsearch.Finder] can be told to search with.
// The reasons hold as well where an engine hands a long query on to the generic
// one.
var engines = []*Entry{
	{
		Description: search.Description{
			Name: "auto", Aliases: []string{"finder", "fastest"}, Title: "Automatic choice of the engine",
			Paper:     "Rice 1976",
			Summary:   "takes the engine that is expected to be the fastest on the map",
			Guarantee: "optimal; any costs",
			Traits:    search.Traits{Rests: search.OnTheSearch},
		},
		Engine: gridsearch.EngineAuto,
	},
	{
		Description: search.Description{
			Name: "bucket-astar", Aliases: []string{"bucket-a*"}, Title: "Bucket A*",
			Paper:     "Dial 1969; Burns, Hatem, Leighton, Ruml 2012",
			Summary:   "A* with small nodes, and a ring of stacks in place of a heap",
			Guarantee: "optimal; any costs whose weights do not span too far",
			Traits:    search.Traits{Rests: search.OnTheSearch},
		},
		Engine: gridsearch.EngineBucketAStar,
		reason: "the heuristic is consistent, and nothing left on OPEN could lead to a cheaper path",
	},
	{
		Description: search.Description{
			Name: "canonical-astar", Aliases: []string{"canonical-a*"}, Title: "Canonical A*",
			Paper:     "Harabor, Grastien 2011; Sturtevant, Rabin 2016",
			Summary:   "bucket A* that follows only the moves that no other path covers",
			Guarantee: "optimal; uniform costs",
			Traits:    search.Traits{Rests: search.OnTheSearch},
		},
		Engine: gridsearch.EngineCanonicalAStar,
		reason: "the heuristic is consistent, other paths cover the moves left out, and nothing left on OPEN could lead to a cheaper path",
	},
	{
		Description: search.Description{
			Name: "jump-point", Aliases: []string{"jps", "jump-point-search"}, Title: "Jump point search",
			Paper:     "Harabor, Grastien 2011; Harabor, Grastien 2014",
			Summary:   "scans 64 cells at a time for the next one where paths have to branch",
			Guarantee: "optimal; uniform costs",
			Traits:    search.Traits{Rests: search.OnTheSearch},
		},
		Engine: gridsearch.EngineJumpPoint,
		reason: "the heuristic is consistent, other paths cover the moves left out, and nothing left on OPEN could lead to a cheaper path",
	},
	{
		Description: search.Description{
			Name: "bucket-dijkstra", Aliases: []string{"dial", "bucket-uniform-cost"}, Title: "Bucket Dijkstra (Dial's algorithm)",
			Paper:     "Dijkstra 1959; Dial 1969",
			Summary:   "Dijkstra's algorithm over a ring of stacks, in canonical order where costs are uniform",
			Guarantee: "optimal; any costs whose weights do not span too far",
			Traits:    search.Traits{Rests: search.OnTheSearch},
		},
		Engine: gridsearch.EngineBucketDijkstra,
		reason: "other paths cover any moves left out, and nothing left on OPEN could lead to a cheaper path",
	},
	{
		Description: search.Description{
			Name: "generic", Aliases: []string{"generic-astar", "generic-a*"}, Title: "A* of package search behind a Finder",
			Paper:     "Hart, Nilsson, Raphael 1968",
			Summary:   "astar with its default options, in memory that is kept between queries",
			Guarantee: "optimal; any costs",
			Traits:    search.Traits{Rests: search.OnTheSearch},
		},
		Engine: gridsearch.EngineGeneric,
		reason: "the heuristic is consistent, and nothing left on OPEN could lead to a cheaper path",
	},
}

// Fast tells whether the entry is a fast grid engine, one of [Engines], and not
// an algorithm that can be stepped and watched, one of [Entries].
func (e *Entry) Fast() bool { return e.New == nil }

// find is [Entry.Solve] for an engine.
func (e *Entry) find(ctx context.Context, q Query) (Answer, error) {
	if why := e.Applies(q); why != "" {
		return Answer{}, fmt.Errorf("%s does not apply: %s", e.Name, why)
	}
	p, err := gridsearch.NewProblem(q.Costs, q.To)
	if err != nil {
		return Answer{}, err
	}
	answer := Answer{Entry: e, Query: q, Engine: e.Engine}
	if status := p.Check(q.From); status != 0 {
		answer.Result = gridsearch.Result{Status: status, Reason: "the query makes no sense: " + status.String()}
		return answer, nil
	}
	if ctx.Err() != nil {
		answer.Result = gridsearch.Result{Status: search.Limit, Reason: fmt.Sprintf("the search was stopped: %v", context.Cause(ctx))}
		return answer, nil
	}
	if need := e.Engine.LeastBytes(q.Costs); q.MaxBytes > 0 && need > q.MaxBytes {
		answer.Result = gridsearch.Result{
			Status: search.Limit, Nearest: []grid.Cell{q.From},
			Reason: fmt.Sprintf("the engine takes at least %d bytes to begin with, more than the %d allowed", need, q.MaxBytes),
		}
		return answer, nil
	}
	finder, err := gridsearch.NewContext(ctx, q.Costs, e.Engine)
	if ctx.Err() != nil {
		answer.Result = gridsearch.Result{Status: search.Limit, Reason: fmt.Sprintf("the search was stopped: %v", context.Cause(ctx))}
		return answer, nil
	}
	if err != nil {
		return Answer{}, fmt.Errorf("%s: %w", e.Name, err)
	}
	answer.Engine = finder.Engine()
	finder.Watch(q.Watcher)
	begin := time.Now()
	found, err := finder.Find(ctx, gridsearch.Query{From: q.From, To: q.To, MaxExpanded: q.MaxExpanded, MaxBytes: q.MaxBytes})
	answer.Elapsed = time.Since(begin)
	if err != nil {
		return Answer{}, e.failure(err, q.Costs)
	}
	answer.Result = resultOf(ctx, &answer, &found)
	return answer, nil
}

// resultOf returns what an engine answered as the result of a search.
func resultOf(ctx context.Context, a *Answer, found *gridsearch.Answer) gridsearch.Result {
	r := gridsearch.Result{Status: found.Status, Path: found.Path, Nearest: found.Nearest, NearestCost: found.NearestLength}
	r.Expanded, r.Generated = int64(found.Expanded), int64(found.Generated)
	switch found.Status {
	case search.Found:
		r.Cost, r.LowerBound = found.Length, found.LowerBound
		r.Certificate, r.Reason = search.Optimal, reasonOf(a.Engine)
	case search.NoPath:
		r.Reason = "OPEN is empty, and the goal was not reached"
	case search.Limit:
		r.LowerBound = found.LowerBound
		if len(r.Path) > 0 {
			r.Cost, r.Certificate = found.Length, search.Feasible
		}
		switch found.Limit {
		case gridsearch.LimitContext:
			r.Reason = fmt.Sprintf("the search was stopped: %v", context.Cause(ctx))
		case gridsearch.LimitBytes:
			r.Reason = fmt.Sprintf("the budget of %d %v is spent", a.Query.MaxBytes, found.Limit)
		default:
			r.Reason = fmt.Sprintf("the budget of %d %v is spent", found.Expanded, found.Limit)
		}
	}
	return r
}

// reasonOf returns why the paths of an engine are optimal.
func reasonOf(engine gridsearch.Engine) string {
	for _, e := range engines {
		if e.Engine == engine {
			return e.reason
		}
	}
	return ""
}
