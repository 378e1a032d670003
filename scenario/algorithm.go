package scenario

import (
	"context"
	"fmt"
	"strings"

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

// Algorithms returns all that can be named: the engines of package gridsearch,
// [gridsearch.EngineAuto] first, then the entries of package catalog.
func Algorithms() []Algorithm {
	algorithms := []Algorithm{engineAlgorithm(gridsearch.EngineAuto)}
	for _, e := range gridsearch.Engines() {
		algorithms = append(algorithms, engineAlgorithm(e))
	}
	for _, e := range catalog.Entries() {
		algorithms = append(algorithms, entryAlgorithm(e))
	}
	return algorithms
}

// Lookup returns the algorithm with that name: an engine's, or a catalog entry's
// or one of its aliases.
func Lookup(name string) (Algorithm, error) {
	if e, err := gridsearch.ParseEngine(name); err == nil {
		return engineAlgorithm(e), nil
	}
	if e, err := catalog.Lookup(name); err == nil {
		return entryAlgorithm(e), nil
	}
	var names []string
	for _, a := range Algorithms() {
		names = append(names, a.Name)
	}
	return Algorithm{}, fmt.Errorf("unknown algorithm %q; want one of %s", name, strings.Join(names, ", "))
}

func engineAlgorithm(e gridsearch.Engine) Algorithm {
	return Algorithm{e.String(), func(costs *grid.Costs, _ search.Ratio) (Runner, error) {
		if why := e.Supports(costs); why != "" {
			return nil, fmt.Errorf("%v cannot search here: %s", e, why)
		}
		finder, err := gridsearch.New(costs, e)
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

func (r *engineRunner) Find(_ context.Context, from, to grid.Cell) (Answer, error) {
	path, length, stats, status, err := r.Finder.Find(r.path, from, to)
	r.path = path
	if err != nil {
		return Answer{}, err
	}
	a := Answer{Status: status, Path: path, Length: length, Expanded: int64(stats.Expanded)}
	if status == search.Found {
		a.Certificate = search.Optimal
	}
	return a, nil
}

func entryAlgorithm(e *catalog.Entry) Algorithm {
	return Algorithm{e.Name, func(costs *grid.Costs, weight search.Ratio) (Runner, error) {
		return &entryRunner{entry: e, costs: costs, weight: weight}, nil
	}}
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
