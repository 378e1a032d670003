package main

import (
	"context"
	"fmt"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/search"
)

// A pathfinder is a contestant's code, made for one board.
type pathfinder interface {
	// find answers a query and tells whether there is a path. When it returns
	// the path is in hand, in the form in which the library gives it. Only this
	// is timed.
	find(from, to grid.Cell) (bool, error)
	// path returns the path last found, as cells or as turning points, and the
	// length that the library states of it.
	path() ([]grid.Cell, float64)
}

// finder is one of Astrolabe's grid engines. It writes each path, cell by
// cell, into the same buffer.
type finder struct {
	engine *gridsearch.Finder
	answer gridsearch.Answer
}

// newFinder returns a function that makes a pathfinder of an engine.
func newFinder(engine gridsearch.Engine) func(*board) (pathfinder, error) {
	return func(b *board) (pathfinder, error) {
		costs, err := grid.NewCosts(b.m, b.rule, grid.Uniform)
		if err != nil {
			return nil, err
		}
		f, err := gridsearch.New(costs, engine)
		if err != nil {
			return nil, err
		}
		return &finder{engine: f}, nil
	}
}

func (f *finder) find(from, to grid.Cell) (bool, error) {
	var err error
	f.answer, err = f.engine.Find(context.Background(), gridsearch.Query{From: from, To: to, Path: f.answer.Path})
	return f.answer.Status == search.Found, err
}

func (f *finder) path() ([]grid.Cell, float64) {
	return f.answer.Path, f.engine.Costs().Float64(f.answer.Length)
}

// generic is Astrolabe's search.AStar on a grid, the engine that any state
// space gets. It keeps its workspace and the path's buffer.
type generic struct {
	costs  *grid.Costs
	opts   gridsearch.Options
	result gridsearch.Result
}

func newGeneric(b *board) (pathfinder, error) {
	costs, err := grid.NewCosts(b.m, b.rule, grid.Uniform)
	if err != nil {
		return nil, err
	}
	return &generic{costs: costs, opts: gridsearch.Options{Workspace: new(gridsearch.Workspace)}}, nil
}

func (g *generic) find(from, to grid.Cell) (bool, error) {
	problem, err := gridsearch.NewProblem(g.costs, to)
	if err != nil {
		return false, err
	}
	opts := gridsearch.WithHeuristic(g.opts, problem, grid.Auto, from)
	g.result, err = search.AStar(context.Background(), problem, from, opts)
	if err != nil || g.result.Status != search.Found {
		return false, err
	}
	if g.result.Certificate != search.Optimal {
		return false, fmt.Errorf("certificate %v: %s", g.result.Certificate, g.result.Reason)
	}
	g.opts.PathBuffer = g.result.Path
	return true, nil
}

func (g *generic) path() ([]grid.Cell, float64) {
	return g.result.Path, g.costs.Float64(g.result.Cost)
}
