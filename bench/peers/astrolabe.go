package main

import (
	"context"
	"fmt"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/search"
)

// astrolabeSolver runs Astrolabe's generic A*, search.AStar, on a grid: exact
// costs, the same engine that any other state space gets, none of the grid
// engines. What a caller with many queries would keep, it keeps from one query
// to the next: the workspace and the buffer for the path.
type astrolabeSolver struct {
	label string
	costs *grid.Costs
	opts  gridsearch.Options
}

// newAstrolabe breaks ties as Astrolabe does by default, heading for the goal.
func newAstrolabe(b *board) (solver, error) {
	return newAstrolabeSolver(b, "astrolabe", search.TieLowHLIFO)
}

// newAstrolabeFIFO breaks ties first in, first out, which floods every cell
// that could lie on a cheapest path, as a peer without a tie policy may do.
func newAstrolabeFIFO(b *board) (solver, error) {
	return newAstrolabeSolver(b, "astrolabe-fifo", search.TieFIFO)
}

func newAstrolabeSolver(b *board, label string, tie search.Tie) (solver, error) {
	costs, err := grid.NewCosts(b.m, b.rule, grid.Uniform)
	if err != nil {
		return nil, err
	}
	return &astrolabeSolver{label, costs, gridsearch.Options{Tie: tie, Workspace: new(gridsearch.Workspace)}}, nil
}

func (s *astrolabeSolver) name() string { return s.label }

func (s *astrolabeSolver) solve(q query) (answer, error) {
	problem, err := gridsearch.NewProblem(s.costs, q.goal)
	if err != nil {
		return answer{}, err
	}
	opts := gridsearch.WithHeuristic(s.opts, problem, grid.Octile, q.start)
	result, err := search.AStar(context.Background(), problem, q.start, opts)
	if err != nil {
		return answer{}, err
	}
	if result.Certificate != search.Optimal {
		return answer{}, fmt.Errorf("status %v, certificate %v: %s", result.Status, result.Certificate, result.Reason)
	}
	s.opts.PathBuffer = result.Path
	return answer{cost: s.costs.Float64(result.Cost), steps: len(result.Path) - 1, expanded: int(result.Expanded)}, nil
}
