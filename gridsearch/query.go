package gridsearch

import (
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

// The instances of package search's types for grids.
type (
	Options   = search.Options[grid.Cell, root2.Length]
	Result    = search.Result[grid.Cell, root2.Length]
	Stepper   = search.Stepper[grid.Cell, root2.Length]
	Observer  = search.Observer[grid.Cell, root2.Length]
	Event     = search.Event[grid.Cell, root2.Length]
	Workspace = search.Workspace[grid.Cell, root2.Length]
)

// WithHeuristic returns opts with the metric as heuristic toward the problem's
// goals and, for bidirectional searches, toward the start, claiming of it
// exactly what is proved (see [grid.Heuristic.Claim]). The claim is for problems
// with p's costs whose goals are among p's, and backward for this start: a search
// of anything else, such as a type that wraps or embeds p and has more edges, takes
// the heuristic as one of which nothing is claimed.
func WithHeuristic(opts Options, p *Problem, metric grid.Metric, start grid.Cell) Options {
	forward := p.costs.Heuristic(metric, p.goals...)
	backward := p.costs.Heuristic(metric, start)
	opts.Heuristic, opts.BackwardHeuristic = forward.At, backward.At
	claim := forward.Claim()
	switch {
	case claim.Consistent:
		opts.Claim = search.Consistent
	case claim.Admissible:
		opts.Claim = search.Admissible
	default:
		opts.Claim = search.Unknown
	}
	opts.ClaimReason = claim.Reason
	opts.ClaimedFor, opts.ClaimedFrom = p.covers, &start
	return opts
}
