// Package catalog is the table of the algorithms that Astrolabe offers on
// grids: what each is called, what it promises, which options it takes and how
// it is started. The command line, the studio and the test suites work from it,
// so an algorithm that is entered here appears everywhere.
//
// There are two kinds. [Entries] are the algorithms of package search, which run
// step by step, take options and limits, and can be watched. [Engines] are those of
// [gridsearch.Finder]: they are much faster, and tell the answer alone.
package catalog

import (
	"fmt"
	"slices"
	"strings"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/internal/typo"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

// Entry is one algorithm or, if [Entry.Fast], one engine.
type Entry struct {
	search.Description

	// New starts the algorithm on a problem, as a stepper. It is nil for engines.
	New func(p *gridsearch.Problem, start grid.Cell, opts gridsearch.Options) (*gridsearch.Stepper, error)
	// Engine is what to make a [gridsearch.Finder] with. It has a meaning for
	// engines only.
	Engine gridsearch.Engine

	reason string // why an engine's paths are optimal
}

// Entries returns the algorithms, without the engines, in the order in which they
// are listed: those of [search.Methods]. The caller must not change them.
func Entries() []*Entry { return table }

var table = methodsOnGrids()

func methodsOnGrids() []*Entry {
	var entries []*Entry
	for _, m := range search.Methods[grid.Cell, root2.Length]() {
		entries = append(entries, &Entry{
			Description: m.Description,
			New: func(p *gridsearch.Problem, from grid.Cell, opts gridsearch.Options) (*gridsearch.Stepper, error) {
				return m.New(p, from, opts)
			},
		})
	}
	return entries
}

// Lookup returns the algorithm or engine with that name or alias, in any case.
// The error of an unknown one names the nearest.
func Lookup(name string) (*Entry, error) {
	wanted := strings.ToLower(name)
	var nearest string
	best := typo.Near(wanted) + 1
	if slices.Contains(anyAngle, wanted) {
		return nil, fmt.Errorf("unknown algorithm %q; any-angle search is not there: paths go from cell to cell; astrolabe algorithms lists what is", name)
	}
	for _, e := range slices.Concat(table, engines) {
		if e.Name == wanted || slices.Contains(e.Aliases, wanted) {
			return e, nil
		}
		for _, candidate := range append([]string{e.Name}, e.Aliases...) {
			if d := typo.Distance(wanted, candidate); d < best {
				best, nearest = d, e.Name
			}
		}
	}
	if nearest == "" {
		return nil, fmt.Errorf("unknown algorithm %q; astrolabe algorithms lists them all", name)
	}
	return nil, fmt.Errorf("unknown algorithm %q; did you mean %s?", name, nearest)
}

// anyAngle are names of algorithms that people look for and that are not there, since
// their paths do not go from cell to cell.
var anyAngle = []string{
	"thetastar", "theta-star", "theta*", "lazy-thetastar", "lazy-theta-star", "lazy-theta*", "anya", "field-dstar", "field-d*",
	"any-angle", "anyangle",
}

// Expect returns the certificate that the algorithm gives a path that it finds
// within its budgets, at these costs and with this metric.
func (e *Entry) Expect(costs *grid.Costs, metric grid.Metric, reopen bool) search.Certificate {
	claim := costs.Heuristic(metric).Claim()
	switch e.Rests {
	case search.OnEqualCosts:
		if straight, _ := costs.Cheapest(); straight == costs.Dearest() {
			return search.Optimal
		}
		return search.Feasible
	case search.OnTheSearch:
		return search.Optimal
	case search.OnTheHeuristic, search.OnTheWeight:
		switch {
		case !claim.Admissible, !claim.Consistent && e.Reopens && !reopen:
			return search.Feasible
		case e.Rests == search.OnTheWeight:
			return search.Bounded
		}
		return search.Optimal
	}
	return search.Feasible
}
