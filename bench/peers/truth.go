package main

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

// A truth is what the right answer to a query is under some rules.
type truth struct {
	length root2.Length // of a shortest path
	steps  int          // of a path with the fewest; known where the rules count steps
}

// A judge knows the right answers for one map under one rules.
type judge struct {
	rules *rules
	costs *grid.Costs
}

func newJudge(m *grid.Map, r *rules) (judge, error) {
	costs, err := grid.NewCosts(m, r.rule, grid.Uniform)
	return judge{r, costs}, err
}

// truth answers a query with package search's A* and breadth-first search, the
// oracles of every fast engine.
func (j judge) truth(q query) (truth, error) {
	problem, err := gridsearch.NewProblem(j.costs, q.goal)
	if err != nil {
		return truth{}, err
	}
	opts := gridsearch.WithHeuristic(gridsearch.Options{}, problem, grid.Auto, q.start)
	result, err := search.AStar(context.Background(), problem, q.start, opts)
	if err != nil {
		return truth{}, err
	}
	if result.Status != search.Found || result.Certificate != search.Optimal {
		return truth{}, fmt.Errorf("%v: %v under %s; want a query that has an answer", q, result.Status, j.rules.label)
	}
	t := truth{length: result.Cost}
	if j.rules.unit {
		result, err := search.BreadthFirst(context.Background(), problem, q.start, gridsearch.Options{})
		if err != nil {
			return truth{}, err
		}
		t.steps = len(result.Path) - 1
	}
	return t, nil
}

// check tells what is wrong with a contestant's answer: its length, which may
// differ from the true one by tolerance times that, or its path, whose length
// must be exactly the true one.
func (j judge) check(c contestant, q query, want truth, got answerMessage) error {
	if !got.Found {
		return errors.New("no path; there is one")
	}
	length := j.costs.Float64(want.length)
	if c.countsSteps() {
		length = float64(want.steps)
	}
	if !(math.Abs(got.Length-length) <= tolerance*length) { // refuses NaN too
		return fmt.Errorf("length %v; want %v", got.Length, length)
	}
	if len(got.Path) == 0 {
		return nil
	}
	path, err := expand(got.Path)
	if err != nil {
		return err
	}
	if path[0] != q.start || path[len(path)-1] != q.goal {
		return fmt.Errorf("path from %v to %v", path[0], path[len(path)-1])
	}
	cost, err := j.costs.PathCost(path)
	if err != nil {
		return err
	}
	if c.countsSteps() {
		if len(path)-1 != want.steps {
			return fmt.Errorf("path of %d steps; want %d", len(path)-1, want.steps)
		}
	} else if cost != want.length {
		return fmt.Errorf("path of length %v; want %v", cost, want.length)
	}
	return nil
}

// expand returns all cells of a path that may consist of turning points.
func expand(points [][2]int32) ([]grid.Cell, error) {
	turns := make([]grid.Cell, len(points))
	for i, p := range points {
		turns[i] = grid.Cell{X: p[0], Y: p[1]}
	}
	return grid.ExpandPath(turns)
}
