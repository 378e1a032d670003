package catalog_test

import (
	"context"
	"testing"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/search"
)

// mutant is a plain A* on the reference's board with at most one mistake in
// it, each of which somebody has shipped. It reports the true cost of the path
// that it finds and claims to be optimal.
type mutant struct {
	name string

	closedAtPush      bool // a cell is never improved once it has been met
	cutsCorners       bool // diagonal steps pass any corner
	octileSlip        bool // octile adds the long side instead of the difference
	unscaled          bool // the estimate counts steps of 1 and √2, whatever cells weigh
	goalWhenGenerated bool // the goal is taken as soon as it is met
	paysForLeaving    bool // a step is charged for the cell left
	// less compares lengths; nil is exact.
	less func(p, q pair) bool
}

func mutants() []mutant {
	diagonalOf := func(diagonal float64) func(p, q pair) bool {
		return func(p, q pair) bool {
			return float64(p.a)+diagonal*float64(p.b) < float64(q.a)+diagonal*float64(q.b)
		}
	}
	return []mutant{
		{name: "closed at push", closedAtPush: true},
		{name: "corner cut", cutsCorners: true},
		{name: "octile slip", octileSlip: true},
		{name: "diagonal of 1.5", less: diagonalOf(1.5)},
		{name: "diagonal of 99/70", less: diagonalOf(99.0 / 70)},
		{name: "lengths in float32", less: func(p, q pair) bool { return float32(p.float64()) < float32(q.float64()) }},
		{name: "goal taken when generated", goalWhenGenerated: true},
		{name: "unscaled heuristic", unscaled: true},
		{name: "pays for leaving", paysForLeaving: true},
	}
}

// node is what a mutant knows of a cell.
type node struct {
	g      pair
	parent int
	state  nodeState
}

type nodeState uint8

const (
	unseen nodeState = iota
	open
	closed
)

// solve returns the path of a case that the mutant takes for a cheapest one,
// or nil.
func (mu *mutant) solve(c *oracleCase) []grid.Cell {
	b := c.board
	less := mu.less
	if less == nil {
		less = func(p, q pair) bool { return p.compare(q) < 0 }
	}
	estimate := mu.estimate(c)
	nodes := make([]node, len(b.weight))
	start, goal := b.index(c.from), b.index(c.to)
	nodes[start] = node{parent: -1, state: open}
	for {
		best, bestF := -1, pair{}
		for i := range nodes {
			if f := nodes[i].g.plus(estimate(i)); nodes[i].state == open && (best < 0 || less(f, bestF)) {
				best, bestF = i, f
			}
		}
		if best < 0 {
			return nil
		}
		nodes[best].state = closed
		if best == goal {
			return b.trace(nodes, goal)
		}
		from := b.cell(best)
		for d := grid.E; d <= grid.NW; d++ {
			step, legal := mu.step(c, from, d)
			if !legal {
				continue
			}
			i := b.index(from.Step(d))
			g := nodes[best].g.plus(step)
			if seen := nodes[i].state != unseen; seen && (mu.closedAtPush || !less(g, nodes[i].g)) {
				continue
			}
			nodes[i] = node{g, best, open}
			if i == goal && mu.goalWhenGenerated {
				return b.trace(nodes, goal)
			}
		}
	}
}

func (b *board) cell(i int) grid.Cell {
	return grid.Cell{X: int32(i) % b.width, Y: int32(i) / b.width}
}

func (b *board) trace(nodes []node, i int) []grid.Cell {
	var path []grid.Cell
	for ; i >= 0; i = nodes[i].parent {
		path = append([]grid.Cell{b.cell(i)}, path...)
	}
	return path
}

func (mu *mutant) step(c *oracleCase, from grid.Cell, d grid.Dir) (pair, bool) {
	rule := c.costs.Rule()
	if mu.cutsCorners {
		rule.Corners = grid.CornersAlways
	}
	if mu.paysForLeaving {
		return c.board.step(from.Step(d), -d.DX(), -d.DY(), rule, c.costs.Model())
	}
	return c.board.step(from, d.DX(), d.DY(), rule, c.costs.Model())
}

// estimate returns octile distance in cheapest steps, as the mutant sees it.
func (mu *mutant) estimate(c *oracleCase) func(i int) pair {
	straight, diagonal := pair{unit, 0}, pair{0, unit}
	if !mu.unscaled {
		straight, diagonal = c.board.cheapestSteps(c.costs.Model())
	}
	if c.costs.Rule().Moves == grid.Moves4 || straight.times(2).compare(diagonal) < 0 {
		diagonal = straight.times(2)
	}
	return func(i int) pair {
		cell := c.board.cell(i)
		dx, dy := int64(cell.X-c.to.X), int64(cell.Y-c.to.Y)
		dx, dy = max(dx, -dx), max(dy, -dy)
		long, short := max(dx, dy), min(dx, dy)
		if mu.octileSlip {
			return straight.times(long).plus(diagonal.times(short))
		}
		return straight.times(long - short).plus(diagonal.times(short))
	}
}

// cheapestSteps returns what steps between cells of the least weight cost.
func (b *board) cheapestSteps(model grid.Model) (straight, diagonal pair) {
	least := blockedCell
	for _, w := range b.weight {
		if w != blockedCell && (least == blockedCell || w < least) {
			least = w
		}
	}
	pairOfCells := &board{width: 2, height: 2, weight: []int64{least, least, least, least}}
	straight, _ = pairOfCells.step(grid.Cell{}, 1, 0, grid.Rule{}, model)
	diagonal, _ = pairOfCells.step(grid.Cell{}, 1, 1, grid.Rule{}, model)
	return straight, diagonal
}

// answer dresses a mutant's path up as a result that claims to be optimal.
func (mu *mutant) answer(c *oracleCase) gridsearch.Result {
	path := mu.solve(c)
	if path == nil {
		return gridsearch.Result{Status: search.NoPath}
	}
	honest := *mu
	honest.paysForLeaving = false // it chooses by wrong costs and reports the right one
	var sum pair
	for i, to := range path[1:] {
		d, _ := grid.DirBetween(path[i], to)
		step, _ := honest.step(c, path[i], d)
		sum = sum.plus(step)
	}
	return claimOptimal(gridsearch.Result{
		Status: search.Found, Path: path, Cost: c.lengthOf(sum),
		Reason: "it says so", Counts: search.Counts{Expanded: 1, PeakOpen: 1},
	})
}

func claimOptimal(r gridsearch.Result) gridsearch.Result {
	if r.Status == search.Found {
		r.Certificate, r.LowerBound = search.Optimal, r.Cost
	}
	return r
}

// TestOracleCatchesMutants asks every mutant what TestOracle asks the catalog,
// on the default number of maps: each must be caught. The same A* without a
// mistake must not be.
func TestOracleCatchesMutants(t *testing.T) {
	const n = 4000
	claim := promise{certificate: search.Optimal, exactly: true}
	cases := make([]*oracleCase, 0, n)
	for number := range uint64(n) {
		if c := newRandomCase(t, number); c.status() == search.Found {
			cases = append(cases, c)
		}
	}
	catches := func(answer func(*oracleCase) gridsearch.Result) (caught int, first string) {
		for _, c := range cases {
			q := catalog.Query{Costs: c.costs, From: c.from, To: c.to}
			r := answer(c)
			if wrong := c.check(q, claim, r, nil); wrong != "" {
				if caught++; caught == 1 {
					first = wrong + "\n" + c.describe(r.Path)
				}
			}
		}
		return caught, first
	}

	for _, mu := range mutants() {
		t.Run(mu.name, func(t *testing.T) {
			t.Parallel()
			caught, first := catches(mu.answer)
			t.Logf("wrong on %d of %d maps; the first: %s", caught, len(cases), first)
			if caught == 0 {
				t.Errorf("the oracle does not catch this mistake on %d maps", len(cases))
			}
		})
	}
	t.Run("first meeting", func(t *testing.T) {
		t.Parallel()
		e := entry(t, "bidirectional-first-meeting")
		caught, first := catches(func(c *oracleCase) gridsearch.Result {
			answer, err := e.Solve(context.Background(), catalog.Query{Costs: c.costs, From: c.from, To: c.to}, nil)
			if err != nil {
				t.Fatal(err)
			}
			return claimOptimal(answer.Result)
		})
		t.Logf("wrong on %d of %d maps; the first: %s", caught, len(cases), first)
		if caught == 0 {
			t.Errorf("the oracle does not catch it on %d maps", len(cases))
		}
	})
	t.Run("no mistake", func(t *testing.T) {
		t.Parallel()
		if caught, first := catches((&mutant{}).answer); caught > 0 {
			t.Errorf("the oracle objects to a right answer %d times; the first: %s", caught, first)
		}
	})
}
