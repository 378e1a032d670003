package scenario

import (
	"context"
	"fmt"
	"slices"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

// Runner answers queries on one map, in memory that it keeps between them. It is
// for one goroutine.
type Runner interface {
	// Find answers a query. If ctx ends first, the status is [search.Limit] or
	// the answer is one that was ready. The error is that of a cost that is too
	// large to be exact.
	Find(ctx context.Context, from, to grid.Cell) (Answer, error)
	// Bytes returns the memory that the runner's own structures hold.
	Bytes() int64
}

// Answer is what an algorithm says of a query.
type Answer struct {
	Status      search.Status
	Path        []grid.Cell // until the next query
	Length      root2.Length
	Certificate search.Certificate
	Bound       search.Ratio // for [search.Bounded]
	Expanded    int64
}

// Algorithm is a competitor: its name, and how it is set up for a map.
type Algorithm struct {
	Name string
	// New returns a runner for the costs. It is an error, which names the
	// algorithm, if it cannot search with them. Algorithms that take a weight are
	// given that one.
	New func(costs *grid.Costs, weight search.Ratio) (Runner, error)
}

// Algorithms returns all that can be named: the engines of package catalog, auto
// first, then its algorithms.
func Algorithms() []Algorithm {
	var algorithms []Algorithm
	for _, e := range slices.Concat(catalog.Engines(), catalog.Entries()) {
		algorithms = append(algorithms, algorithmOf(e))
	}
	return algorithms
}

// Lookup returns the algorithm with that name or alias in package catalog.
func Lookup(name string) (Algorithm, error) {
	e, err := catalog.Lookup(name)
	if err != nil {
		return Algorithm{}, err
	}
	return algorithmOf(e), nil
}

func algorithmOf(e *catalog.Entry) Algorithm {
	return Algorithm{e.Name, func(costs *grid.Costs, weight search.Ratio) (Runner, error) {
		if !e.Fast() {
			return &entryRunner{entry: e, costs: costs, weight: weight}, nil
		}
		if why := e.Engine.Supports(costs); why != "" {
			return nil, fmt.Errorf("%s cannot search here: %s", e.Name, why)
		}
		finder, err := gridsearch.New(costs, e.Engine)
		if err != nil {
			return nil, err
		}
		return &engineRunner{Finder: finder}, nil
	}}
}

type engineRunner struct {
	*gridsearch.Finder
	path []grid.Cell
}

func (r *engineRunner) Find(ctx context.Context, from, to grid.Cell) (Answer, error) {
	found, err := r.Finder.Find(ctx, gridsearch.Query{From: from, To: to, Path: r.path})
	if err != nil {
		return Answer{}, err
	}
	r.path = found.Path
	a := Answer{Status: found.Status, Path: found.Path, Length: found.Length, Expanded: int64(found.Expanded)}
	if found.Status == search.Found {
		a.Certificate = search.Optimal
	}
	return a, nil
}

type entryRunner struct {
	entry     *catalog.Entry
	costs     *grid.Costs
	weight    search.Ratio
	workspace gridsearch.Workspace
}

func (r *entryRunner) Find(ctx context.Context, from, to grid.Cell) (Answer, error) {
	answer, err := r.entry.Solve(ctx, catalog.Query{Costs: r.costs, From: from, To: to, Weight: r.weight}, &r.workspace)
	if err != nil {
		return Answer{}, err
	}
	found := &answer.Result
	return Answer{found.Status, found.Path, found.Cost, found.Certificate, found.Bound, found.Expanded}, nil
}

func (r *entryRunner) Bytes() int64 { return r.workspace.Bytes() }
