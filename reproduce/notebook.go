package reproduce

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/mapgen"
	"github.com/astrolabe-search/astrolabe/search"
)

// NotebookOrder is the order in which the notebook looks at neighbors: down,
// up, right, left. Its moves are four; the diagonals only complete the order.
var NotebookOrder = [8]grid.Dir{grid.S, grid.N, grid.E, grid.W, grid.SE, grid.NE, grid.SW, grid.NW}

// notebook re-runs the article's experiments, each of which is one part.
func notebook(ctx context.Context) ([]Fact, error) {
	var facts []Fact
	for _, part := range []func(context.Context) ([]Fact, error){notebookSearches, notebookGames} {
		more, err := part(ctx)
		if err != nil {
			return nil, err
		}
		facts = append(facts, more...)
	}
	return facts, nil
}

// notebookSearches compares breadth-first search and A* on the article's map.
// Its length of a path is the number of cells, both ends included, and its runs
// are the rectangles of which it draws the explored cells.
func notebookSearches(ctx context.Context) ([]Fact, error) {
	q, err := notebookQuery()
	if err != nil {
		return nil, err
	}
	bfs, err := explore(ctx, "breadth-first", q)
	if err != nil {
		return nil, err
	}
	astar, err := explore(ctx, "astar", q)
	if err != nil {
		return nil, err
	}
	m := q.Costs.Map()
	cells := m.Width() * m.Height()
	ratio := float64(len(bfs.cells)) / float64(len(astar.cells))
	return []Fact{
		{"map_cells", "1,344", thousands(cells)},
		{"map_walls", "136", thousands(cells - m.OpenCount())},
		{"bfs_explored", "1,207", thousands(len(bfs.cells))},
		{"bfs_path_len", "75", thousands(len(bfs.path))},
		{"astar_explored", "124", thousands(len(astar.cells))},
		{"astar_path_len", "75", thousands(len(astar.path))},
		{"same_length", "yes", yes(len(bfs.path) == len(astar.path))},
		{"astar_factor", "9.7", fmt.Sprintf("%.1f", ratio)},
		{"astar_saved_pct", "90%", fmt.Sprintf("%.0f%%", 100*(1-1/ratio))},
		{"draw_runs_bfs", "94", thousands(runs(bfs.cells))},
		{"draw_runs_astar", "37", thousands(runs(astar.cells))},
	}, nil
}

// notebookQuery is the article's map, made as the article makes it, with its
// start in the lower left and its goal in the upper right corner. Ties of f go
// to the smaller h, then (g being equal too) to the first cell by row and column.
func notebookQuery() (catalog.Query, error) {
	m, err := mapgen.Walls(mapgen.Options{Width: 48, Height: 28, Seed: 11})
	if err != nil {
		return catalog.Query{}, err
	}
	costs, err := grid.NewCosts(m, grid.Rule{Moves: grid.Moves4}, grid.Uniform)
	if err != nil {
		return catalog.Query{}, err
	}
	return catalog.Query{
		Costs: costs, From: grid.Cell{X: 0, Y: 27}, To: grid.Cell{X: 47, Y: 0},
		Metric: grid.Manhattan, Tie: search.TieLowH, Order: NotebookOrder,
	}, nil
}

// exploration is what a search expanded, in that order and with the goal as the
// last, and the path that it found, if there is one.
type exploration struct{ cells, path []grid.Cell }

// explore asks an algorithm and writes down what it expands. The error is the
// context's if that ended first.
func explore(ctx context.Context, algorithm string, q catalog.Query) (exploration, error) {
	entry, err := catalog.Lookup(algorithm)
	if err != nil {
		return exploration{}, err
	}
	p, err := q.Problem()
	if err != nil {
		return exploration{}, err
	}
	var cells []grid.Cell
	opts := q.Options(p)
	opts.Observer.Expand = func(e gridsearch.Event) { cells = append(cells, e.State) }
	stepper, err := entry.New(p, q.From, opts)
	if err != nil {
		return exploration{}, err
	}
	result, err := stepper.Run(ctx)
	if err == nil && result.Status == search.Limit { // the context is the only limit
		err = context.Cause(ctx)
	}
	if err != nil {
		return exploration{}, fmt.Errorf("%s: %w", algorithm, err)
	}
	return exploration{cells, result.Path}, nil
}

// runs counts the runs of cells that are neighbors in a row: a figure draws each
// as one rectangle. No cell may be named twice.
func runs(cells []grid.Cell) int {
	byRow := slices.SortedFunc(slices.Values(cells), func(a, b grid.Cell) int {
		return cmp.Or(cmp.Compare(a.Y, b.Y), cmp.Compare(a.X, b.X))
	})
	n := 0
	for i, c := range byRow {
		if i == 0 || byRow[i-1] != (grid.Cell{X: c.X - 1, Y: c.Y}) {
			n++
		}
	}
	return n
}

// thousands writes a number that is not negative as the article does, with
// commas between groups of three digits.
func thousands(n int) string {
	digits := strconv.Itoa(n)
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}
