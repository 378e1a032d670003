package catalog_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/internal/asciigrid"
)

// oracleCase is a map, a rule, a model and two ends, with the distances that
// the reference finds.
type oracleCase struct {
	number   uint64
	board    *board
	m        *grid.Map
	costs    *grid.Costs
	from, to grid.Cell

	distance []pair // from the start
	reached  []bool
}

// palettes are the sets from which a map takes its weights, in millionths. The
// last two tell lengths from rounded ones. One holds values near multiples of √2
// and √2/2, so that a way round and a diagonal often differ by a millionth.
// The other holds Pell numbers p(n), for which p(n)·√2 and p(n)+p(n−1) differ by
// about a third of 1/p(n): in the model mul, a diagonal step into one and two
// straight steps over the one before differ by less than a float32 can tell.
var palettes = [][]int64{
	{1_000_000},
	{0, 1_000_000},
	{0, 2_000_000, 4_000_000},
	{1_000_000, 2_000_000, 3_000_000, 5_000_000, 9_000_000},
	{0, 250_000, 500_000, 1_000_000},
	{100_000, 250_000, 2_500_000, 4_125_000},
	{500_000, 1_000_000},
	{1, 1_000_000},
	{292_893, 292_894, 414_213, 414_214, 585_786, 707_106, 707_107, 1_000_000, 1_414_213, 1_414_214, 1_707_107, 2_414_213, 2_414_214},
	{5_741, 13_860, 33_461, 80_782, 195_025},
}

// largestSide bounds the width and the height of random maps.
const largestSide = 6

// newRandomCase makes a random small case; the same number gives the same one.
func newRandomCase(tb testing.TB, number uint64) *oracleCase {
	tb.Helper()
	rng := rand.New(rand.NewPCG(number, 1))
	rules, models := grid.Rules(), grid.Models()
	rule := rules[number%uint64(len(rules))]
	model := models[number/uint64(len(rules))%uint64(len(models))]

	b := &board{width: 1 + rng.Int32N(largestSide), height: 1 + rng.Int32N(largestSide)}
	palette := palettes[rng.IntN(len(palettes))]
	walls := rng.Float64() / 2
	for range b.width * b.height {
		weight := palette[rng.IntN(len(palette))]
		if rng.Float64() < walls {
			weight = blockedCell
		}
		b.weight = append(b.weight, weight)
	}
	c := &oracleCase{number: number, board: b, from: b.randomEnd(rng), to: b.randomEnd(rng)}
	c.m = b.grid(tb, rng.IntN(2) == 0)
	costs, err := grid.NewCostsWith(c.m, rule, model, grid.CostOptions{AllowFree: true})
	if err != nil {
		tb.Fatalf("case %d: %v", number, err)
	}
	c.costs = costs
	c.distance, c.reached = b.distances(c.from, rule, model)
	return c
}

// randomEnd returns a cell: mostly an open one, now and then a blocked one or
// one that lies just outside.
func (b *board) randomEnd(rng *rand.Rand) grid.Cell {
	if rng.IntN(40) == 0 {
		return grid.Cell{X: -1 + rng.Int32N(2)*(b.width+1), Y: rng.Int32N(b.height)}
	}
	cell := grid.Cell{X: rng.Int32N(b.width), Y: rng.Int32N(b.height)}
	for tries := 0; !b.open(cell) && tries < 3; tries++ {
		cell = grid.Cell{X: rng.Int32N(b.width), Y: rng.Int32N(b.height)}
	}
	return cell
}

// grid makes the map of a board, in one of the two ways there are.
func (b *board) grid(tb testing.TB, byKinds bool) *grid.Map {
	tb.Helper()
	weights := make([]grid.Weight, len(b.weight))
	for i, w := range b.weight {
		if weights[i] = grid.Millionths(w); w == blockedCell {
			weights[i] = grid.Blocked
		}
	}
	var m *grid.Map
	var err error
	if byKinds {
		kinds := []grid.Kind{{Symbol: '@', Blocked: true}}
		index := map[grid.Weight]uint8{grid.Blocked: 0}
		cells := make([]uint8, len(weights))
		for i, w := range weights {
			if _, ok := index[w]; !ok {
				index[w] = uint8(len(kinds))
				kinds = append(kinds, grid.Kind{Symbol: 'a' + rune(len(kinds)), Weight: w})
			}
			cells[i] = index[w]
		}
		m, err = grid.FromKinds(int(b.width), int(b.height), kinds, cells)
	} else {
		m, err = grid.FromWeights(int(b.width), int(b.height), weights)
	}
	if err != nil {
		tb.Fatal(err)
	}
	return m
}

// optimum returns the cheapest cost to a cell in the units of the map's Costs,
// and false if there is no way to it.
func (c *oracleCase) optimum(to grid.Cell) (pair, bool) {
	if !c.board.open(to) || !c.reached[c.board.index(to)] {
		return pair{}, false
	}
	return c.distance[c.board.index(to)], true
}

// describe shows the case with a path, for a failure.
func (c *oracleCase) describe(path []grid.Cell) string {
	kinds := ""
	for _, k := range c.m.Kinds() {
		if !k.Blocked && !c.m.HasWeightTable() {
			kinds += fmt.Sprintf("%c weighs %v\n", k.Symbol, k.Weight)
		}
	}
	return fmt.Sprintf("case %d: %v to %v, %v, cost %v\n%s%s",
		c.number, c.from, c.to, c.costs.Rule(), c.costs.Model(), asciigrid.Render(c.m, path), kinds)
}
