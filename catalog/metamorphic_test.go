package catalog_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/search"
)

// metamorphicCases returns how many random maps the tests of this file change:
// fewer with -short.
func metamorphicCases() uint64 {
	if testing.Short() {
		return 100
	}
	return 600
}

// transform is one of the eight symmetries of a square: flip the diagonal
// first, then either axis.
type transform struct{ transpose, mirrorX, mirrorY bool }

func transforms() []transform {
	var all []transform
	for i := range 8 {
		all = append(all, transform{i&1 != 0, i&2 != 0, i&4 != 0})
	}
	return all
}

// vector maps a step.
func (tr transform) vector(x, y int32) (int32, int32) {
	if tr.transpose {
		x, y = y, x
	}
	if tr.mirrorX {
		x = -x
	}
	if tr.mirrorY {
		y = -y
	}
	return x, y
}

// cell maps a cell of a board.
func (tr transform) cell(b *board, c grid.Cell) grid.Cell {
	x, y := tr.vector(c.X, c.Y)
	width, height := b.width, b.height
	if tr.transpose {
		width, height = height, width
	}
	if tr.mirrorX {
		x += width - 1
	}
	if tr.mirrorY {
		y += height - 1
	}
	return grid.Cell{X: x, Y: y}
}

func (tr transform) board(b *board) *board {
	image := &board{width: b.width, height: b.height, weight: make([]int64, len(b.weight))}
	if tr.transpose {
		image.width, image.height = b.height, b.width
	}
	for i, w := range b.weight {
		image.weight[image.index(tr.cell(b, b.cell(i)))] = w
	}
	return image
}

// order maps an order of neighbors.
func (tr transform) order(order [8]grid.Dir) [8]grid.Dir {
	var image [8]grid.Dir
	for i, d := range order {
		x, y := tr.vector(d.DX(), d.DY())
		image[i], _ = grid.DirBetween(grid.Cell{}, grid.Cell{X: x, Y: y})
	}
	return image
}

// costsOn returns the costs of a board.
func costsOn(tb testing.TB, b *board, rule grid.Rule, model grid.Model) *grid.Costs {
	tb.Helper()
	costs, err := grid.NewCostsWith(b.grid(tb, false), rule, model, grid.CostOptions{AllowFree: true})
	if err != nil {
		tb.Fatal(err)
	}
	return costs
}

// outcome is what is compared of two answers.
type outcome struct {
	status search.Status
	cost   pair
}

func outcomeOf(tb testing.TB, e *catalog.Entry, q catalog.Query, ws *gridsearch.Workspace) outcome {
	tb.Helper()
	answer, err := e.Solve(context.Background(), q, ws)
	if err != nil {
		tb.Fatal(err)
	}
	return outcome{answer.Result.Status, (&oracleCase{costs: q.Costs}).pairOf(answer.Result.Cost)}
}

// TestMirroredAndRotatedMaps asks the eight images of each map. With the order
// of neighbors mapped along, every algorithm does the very same: same counts,
// same cost, and the path is the image of the path. Only the policy low-h breaks
// ties by the place of a cell, so it is compared in cost alone, for the
// algorithms that promise an optimal one.
func TestMirroredAndRotatedMaps(t *testing.T) {
	forEachCase(t, metamorphicCases(), func(t *testing.T, number uint64, ws *gridsearch.Workspace) {
		c := newRandomCase(t, number)
		rng := rand.New(rand.NewPCG(number, 5))
		for _, e := range catalog.Entries() {
			q := randomOptions(rng, catalog.Query{Costs: c.costs, From: c.from, To: c.to})
			if q.Order == [8]grid.Dir{} {
				q.Order = grid.DefaultOrder
			}
			answer, err := e.Solve(context.Background(), q, ws)
			if err != nil {
				t.Fatal(err)
			}
			for _, tr := range transforms() {
				image := q
				image.Costs = costsOn(t, tr.board(c.board), c.costs.Rule(), c.costs.Model())
				image.From, image.To = tr.cell(c.board, q.From), tr.cell(c.board, q.To)
				image.Order = tr.order(q.Order)
				again, err := e.Solve(context.Background(), image, ws)
				if err != nil {
					t.Fatal(err)
				}
				got, want := again.Result, answer.Result
				if e.Tie && q.Tie == search.TieLowH {
					if q.MaxExpanded == 0 && e.Expect(q.Costs, q.Metric, !q.NoReopen) == search.Optimal && (got.Status != want.Status || got.Cost != want.Cost) {
						t.Fatalf("%s, %v: %v and %v, the image %+v %v and %v\n%s", e.Name, q.Tie,
							want.Status, want.Cost, tr, got.Status, got.Cost, c.describe(want.Path))
					}
					continue
				}
				mapped := make([]grid.Cell, 0, len(want.Path))
				for _, cell := range want.Path {
					mapped = append(mapped, tr.cell(c.board, cell))
				}
				if got.Status != want.Status || got.Cost != want.Cost || got.Counts != want.Counts || fmt.Sprint(got.Path) != fmt.Sprint(mapped) {
					t.Fatalf("%s, %v: %v, cost %v, %+v, the image %+v: %v, cost %v, %+v\n%sthe image\n%s", e.Name, q.Tie,
						want.Status, want.Cost, want.Counts, tr, got.Status, got.Cost, got.Counts, c.describe(want.Path),
						(&oracleCase{board: tr.board(c.board), m: image.Costs.Map(), costs: image.Costs, from: image.From, to: image.To}).describe(got.Path))
				}
			}
		}
	})
}

// TestEnginesOnMirroredAndRotatedMaps asks the engines about the eight images of
// each map: what they find costs the same. They break ties by direction, so paths
// and counts may differ.
func TestEnginesOnMirroredAndRotatedMaps(t *testing.T) {
	forEachCase(t, metamorphicCases(), func(t *testing.T, number uint64, ws *gridsearch.Workspace) {
		c := newRandomCase(t, number)
		for _, e := range enginesFor(c.costs) {
			want := outcomeOf(t, e, catalog.Query{Costs: c.costs, From: c.from, To: c.to}, ws)
			for _, tr := range transforms() {
				costs := costsOn(t, tr.board(c.board), c.costs.Rule(), c.costs.Model())
				got := outcomeOf(t, e, catalog.Query{Costs: costs, From: tr.cell(c.board, c.from), To: tr.cell(c.board, c.to)}, ws)
				if got != want {
					t.Fatalf("%s: %v, the image %+v %v\n%s", e.Name, want, tr, got, c.describe(nil))
				}
			}
		}
	})
}

// TestSwappedEnds: where a step costs the same both ways (uniform, mean) so
// does a path. In the model add, the way there and back differ by what the ends
// weigh, since the start is never paid for.
func TestSwappedEnds(t *testing.T) {
	forEachCase(t, metamorphicCases(), func(t *testing.T, number uint64, ws *gridsearch.Workspace) {
		c := newRandomCase(t, number)
		if c.costs.Model() == grid.Mul || c.status() != search.Found {
			return
		}
		for _, e := range claiming(c.costs, grid.Auto) {
			there := outcomeOf(t, e, catalog.Query{Costs: c.costs, From: c.from, To: c.to}, ws)
			back := outcomeOf(t, e, catalog.Query{Costs: c.costs, From: c.to, To: c.from}, ws)
			if c.costs.Model() == grid.Add {
				there.cost.a += c.board.weight[c.board.index(c.from)] * (unit / 1_000_000)
				back.cost.a += c.board.weight[c.board.index(c.to)] * (unit / 1_000_000)
			}
			if there != back {
				t.Fatalf("%s: %v there, %v back\n%s", e.Name, there, back, c.describe(nil))
			}
		}
	})
}

// TestScaledWeights: where a step costs its length times weights, twice or a
// tenth of the weights make twice or a tenth of the cost.
func TestScaledWeights(t *testing.T) {
	forEachCase(t, metamorphicCases(), func(t *testing.T, number uint64, ws *gridsearch.Workspace) {
		c := newRandomCase(t, number)
		if c.costs.Model() != grid.Mul && c.costs.Model() != grid.Mean {
			return
		}
		for _, factor := range []int64{2, 3, 10} {
			scaled := *c.board
			scaled.weight = nil
			for _, w := range c.board.weight {
				if w != blockedCell {
					w *= factor
				}
				scaled.weight = append(scaled.weight, w)
			}
			costs := costsOn(t, &scaled, c.costs.Rule(), c.costs.Model())
			for _, e := range claiming(c.costs, grid.Auto) {
				if e.Applies(catalog.Query{Costs: costs}) != "" {
					continue // an engine, and the scaled weights span too far for it
				}
				want := outcomeOf(t, e, catalog.Query{Costs: c.costs, From: c.from, To: c.to}, ws)
				got := outcomeOf(t, e, catalog.Query{Costs: costs, From: c.from, To: c.to}, ws)
				if want.cost = want.cost.times(factor); got != want {
					t.Fatalf("%s: %v with weights times %d, want %v\n%s", e.Name, got, factor, want, c.describe(nil))
				}
			}
		}
	})
}

// TestLaxerRulesAreNotDearer: each rule allows every step of the one before, so
// costs can only fall and a way cannot disappear.
func TestLaxerRulesAreNotDearer(t *testing.T) {
	rules := []grid.Rule{{Moves: grid.Moves4}, {Corners: grid.CornersNever}, {Corners: grid.CornersOne}, {Corners: grid.CornersAlways}}
	forEachCase(t, metamorphicCases(), func(t *testing.T, number uint64, ws *gridsearch.Workspace) {
		c := newRandomCase(t, number)
		if status := c.status(); status != search.Found && status != search.NoPath {
			return
		}
		e := everything()[number%uint64(len(everything()))]
		var stricter outcome
		for i, rule := range rules {
			costs := costsOn(t, c.board, rule, c.costs.Model())
			if e.Expect(costs, grid.Auto, true) != search.Optimal || e.Applies(catalog.Query{Costs: costs}) != "" {
				return
			}
			now := outcomeOf(t, e, catalog.Query{Costs: costs, From: c.from, To: c.to}, ws)
			if i > 0 && stricter.status == search.Found && (now.status != search.Found || now.cost.compare(stricter.cost) > 0) {
				t.Fatalf("%s: %v with %v, %v with %v\n%s", e.Name, stricter, rules[i-1], now, rule, c.describe(nil))
			}
			stricter = now
		}
	})
}

// TestEqualOptions compares options that mean the same by definition, in every
// number of the answer.
func TestEqualOptions(t *testing.T) {
	astar, weighted, dijkstra := entry(t, "astar"), entry(t, "weighted-astar"), entry(t, "dijkstra")
	forEachCase(t, metamorphicCases(), func(t *testing.T, number uint64, ws *gridsearch.Workspace) {
		c := newRandomCase(t, number)
		rng := rand.New(rand.NewPCG(number, 6))
		q := randomOptions(rng, catalog.Query{Costs: c.costs, From: c.from, To: c.to})
		named, ordered, one, zero := q, q, q, q
		named.Metric = grid.Octile
		if c.costs.Rule().Moves == grid.Moves4 {
			named.Metric = grid.Manhattan
		}
		if ordered.Order == [8]grid.Dir{} {
			ordered.Order = grid.DefaultOrder
		}
		one.Weight = search.Ratio{}
		zero.Metric = grid.Zero
		for _, same := range []struct {
			what   string
			e, f   *catalog.Entry
			eTakes catalog.Query
			fTakes catalog.Query
		}{
			{"auto and its metric by name", astar, astar, q, named},
			{"no order and the default one", astar, astar, q, ordered},
			{"weight 1 and no weight", weighted, astar, one, one},
			{"no estimate and dijkstra", astar, dijkstra, zero, zero},
		} {
			a, err := same.e.Solve(context.Background(), same.eTakes, ws)
			if err != nil {
				t.Fatal(err)
			}
			b, err := same.f.Solve(context.Background(), same.fTakes, ws)
			if err != nil {
				t.Fatal(err)
			}
			if a.Result.Counts != b.Result.Counts || a.Result.Cost != b.Result.Cost || fmt.Sprint(a.Result.Path) != fmt.Sprint(b.Result.Path) {
				t.Fatalf("%s: %+v, cost %v, and %+v, cost %v\n%s", same.what,
					a.Result.Counts, a.Result.Cost, b.Result.Counts, b.Result.Cost, c.describe(a.Result.Path))
			}
		}
	})
}
