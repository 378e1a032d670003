package reproduce

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/mapfile"
	"github.com/astrolabe-search/astrolabe/search"
)

// open5 is the article's grid of 5×5 open cells.
var open5 = strings.Repeat(".....\n", 5)

// visualiser re-runs the article's assertions about its step-wise A*, which
// breaks ties by the order in which states were put on OPEN.
func visualiser(ctx context.Context) ([]Fact, error) {
	var facts []Fact
	add := func(name, published string, ours any) {
		facts = append(facts, Fact{name, published, fmt.Sprint(ours)})
	}
	for _, run := range []struct {
		moves  grid.Moves
		metric grid.Metric
		cells  string
	}{
		{grid.Moves4, grid.Manhattan, "9"},
		{grid.Moves8, grid.Chebyshev, "5"},
		{grid.Moves8, grid.Euclidean, "5"},
	} {
		q, err := visualiserQuery(open5, grid.Rule{Moves: run.moves}, run.metric, grid.Cell{}, grid.Cell{X: 4, Y: 4})
		if err != nil {
			return nil, err
		}
		answer, err := solve(ctx, "astar", q)
		if err != nil {
			return nil, err
		}
		add(fmt.Sprintf("5×5 from corner to corner, %v moves, %v: cells on the path", run.moves, run.metric), run.cells, len(answer.Result.Path))
	}

	for _, run := range []struct {
		name, rows string
		corners    grid.CornerRule
		published  string
	}{
		{"squeezing between two walls, corners never cut", ".@\n@.\n", grid.CornersNever, "no-path"},
		{"squeezing between two walls, corners cut", ".@\n@.\n", grid.CornersAlways, "√2"},
		{"passing one wall's corner, corners never cut", ".@\n..\n", grid.CornersNever, "2"},
		{"passing one wall's corner, one may be cut", ".@\n..\n", grid.CornersOne, "√2"},
	} {
		q, err := visualiserQuery(run.rows, grid.Rule{Corners: run.corners}, grid.Chebyshev, grid.Cell{}, grid.Cell{X: 1, Y: 1})
		if err != nil {
			return nil, err
		}
		answer, err := solve(ctx, "astar", q)
		if err != nil {
			return nil, err
		}
		ours := answer.Result.Status.String()
		if answer.Result.Status == search.Found {
			ours = q.Costs.Format(answer.Result.Cost)
		}
		add(run.name, run.published, ours)
	}

	const cross = ".......\n.......\n...@...\n..@@@..\n...@...\n.......\n.......\n"
	q, err := visualiserQuery(cross, grid.Rule{Moves: grid.Moves4}, grid.Manhattan, grid.Cell{}, grid.Cell{X: 6, Y: 6})
	if err != nil {
		return nil, err
	}
	fifo, steps, expanded, err := stepThrough(q)
	if err != nil {
		return nil, err
	}
	add("equal f: first in, first out", "yes", yes(fifo))
	add("one step is one expansion", "yes", yes(int64(len(steps)) == expanded))
	add("a map symmetric about its diagonal is explored symmetrically", "yes", yes(symmetric(steps)))
	return facts, nil
}

func visualiserQuery(rows string, rule grid.Rule, metric grid.Metric, from, to grid.Cell) (catalog.Query, error) {
	file, err := mapfile.Read(strings.NewReader(rows), "visualiser", mapfile.Limits{})
	if err != nil {
		return catalog.Query{}, err
	}
	costs, err := grid.NewCosts(file.Map, rule, grid.Uniform)
	if err != nil {
		return catalog.Query{}, err
	}
	return catalog.Query{Costs: costs, From: from, To: to, Metric: metric, Tie: search.TieFIFO}, nil
}

// stepThrough steps A* to its end. It returns the states in the order of their
// expansion and whether that was always the one with the least f and, among
// equals, the one put on OPEN first.
func stepThrough(q catalog.Query) (fifo bool, steps []grid.Cell, expanded int64, err error) {
	p, err := q.Problem()
	if err != nil {
		return false, nil, 0, err
	}
	var open []gridsearch.Event // in the order of insertion
	put := func(e gridsearch.Event) {
		open = slices.DeleteFunc(open, func(o gridsearch.Event) bool { return o.State == e.State })
		open = append(open, e)
	}
	opts := q.Options(p)
	opts.Observer = gridsearch.Observer{Generate: put, Improve: put, Reopen: put}
	stepper, err := search.NewAStar(p, q.From, opts)
	if err != nil {
		return false, nil, 0, err
	}
	fifo = true
	for {
		first := 0
		for i := range open {
			if open[i].F < open[first].F {
				first = i
			}
		}
		candidates := slices.Clone(open)
		event, ok := stepper.Step()
		if !ok {
			break
		}
		fifo = fifo && candidates[first].State == event.State
		open = slices.DeleteFunc(open, func(o gridsearch.Event) bool { return o.State == event.State })
		steps = append(steps, event.State)
	}
	result, err := stepper.Result()
	return fifo, steps, result.Expanded, err
}

// symmetric tells whether a set of cells is its own mirror image about the
// diagonal x = y.
func symmetric(cells []grid.Cell) bool {
	for _, c := range cells {
		if !slices.Contains(cells, grid.Cell{X: c.Y, Y: c.X}) {
			return false
		}
	}
	return true
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
