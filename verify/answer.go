package verify

import (
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

// Answer is what somebody says of a query: how to get from one cell of a map
// to another, at what cost, and what is proved of that cost. Lengths are in
// units of the [grid.Costs] that it is checked against. The zero value is no
// answer: it has no status.
type Answer struct {
	Status   search.Status
	From, To grid.Cell

	// Path leads from From to To, both included. A found answer has one; one
	// that ran into a limit may have one; others have none.
	Path []grid.Cell
	// Cost is the stated cost of Path, if HasCost. Without it, what is claimed
	// of the cost is claimed of the one recomputed.
	Cost    root2.Length
	HasCost bool

	// Certificate says what is claimed of the cost of Path. Bound is the
	// ratio of a [search.Bounded] one and has no meaning for others.
	Certificate search.Certificate
	Bound       search.Ratio

	// LowerBound, if HasLowerBound, is claimed not to exceed the cost of any
	// path from From to To. It has no meaning where there is none.
	LowerBound    root2.Length
	HasLowerBound bool

	// Nearest, if not empty, is a path from From to the nearest cell that was
	// met on the way to To, at the stated cost NearestCost.
	Nearest     []grid.Cell
	NearestCost root2.Length
}

// FromResult returns a search's result for the query from one cell to another
// as an Answer. The answer shares the result's paths.
func FromResult(from, to grid.Cell, r search.Result[grid.Cell, root2.Length]) Answer {
	return Answer{
		Status:        r.Status,
		From:          from,
		To:            to,
		Path:          r.Path,
		Cost:          r.Cost,
		HasCost:       len(r.Path) > 0,
		Certificate:   r.Certificate,
		Bound:         r.Bound,
		LowerBound:    r.LowerBound,
		HasLowerBound: r.Status == search.Found || r.Status == search.Limit,
		Nearest:       r.Nearest,
		NearestCost:   r.NearestCost,
	}
}
