package grid_test

import (
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/internal/asciigrid"
	"pgregory.net/rapid"
)

// fataler is what testing.T, testing.B and rapid.T have in common.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// read makes a map from its rows.
func read(tb testing.TB, rows ...string) *grid.Map {
	tb.Helper()
	return asciigrid.Parse(tb, rows...).Map
}

// draw shows a map with a path, for messages.
func draw(m *grid.Map, path ...grid.Cell) string { return "\n" + asciigrid.Render(m, path) }

// edit makes the cell x,y what a symbol of read stands for.
func edit(tb testing.TB, x, y int32, symbol rune) grid.Edit {
	tb.Helper()
	kind, ok := asciigrid.KindOf(symbol)
	if !ok {
		tb.Fatalf("%q stands for no kind of cell", symbol)
	}
	return grid.Edit{Cell: grid.Cell{X: x, Y: y}, Kind: kind}
}

// cellsOf returns every cell of a map, and those of a frame of the given
// width around it, row by row.
func cellsOf(m *grid.Map, frame int32) (cells []grid.Cell) {
	for y := -frame; y < int32(m.Height())+frame; y++ {
		for x := -frame; x < int32(m.Width())+frame; x++ {
			cells = append(cells, grid.Cell{X: x, Y: y})
		}
	}
	return cells
}

// kindsToDraw are the kinds of the maps of drawMap; the last one is blocked.
var kindsToDraw = []grid.Kind{
	{Symbol: '.'},
	{Symbol: '0'},
	{Symbol: '2', Weight: grid.WholeWeight(2)},
	{Symbol: '9', Weight: grid.WholeWeight(9)},
	{Symbol: '@', Blocked: true},
}

// drawMap draws small maps of kinds or with a table of weights.
func drawMap(most int) *rapid.Generator[*grid.Map] {
	return rapid.Custom(func(t *rapid.T) *grid.Map {
		width, height := rapid.IntRange(1, most).Draw(t, "width"), rapid.IntRange(1, most).Draw(t, "height")
		blocked := rapid.IntRange(0, 6).Draw(t, "blocked tenths")
		isBlocked := func() bool { return rapid.IntRange(1, 10).Draw(t, "tenth") <= blocked }
		var m *grid.Map
		var err error
		if rapid.Bool().Draw(t, "table") {
			unit := rapid.SampledFrom([]int64{1, 10, 500, 250_000, 500_000, 1_000_000}).Draw(t, "unit")
			weights := make([]grid.Weight, width*height)
			for i := range weights {
				weights[i] = grid.Millionths(unit * rapid.Int64Range(0, 12).Draw(t, "weight"))
				if isBlocked() {
					weights[i] = grid.Blocked
				}
			}
			m, err = grid.FromWeights(width, height, weights)
		} else {
			cells := make([]uint8, width*height)
			for i := range cells {
				cells[i] = uint8(rapid.IntRange(0, len(kindsToDraw)-2).Draw(t, "kind"))
				if isBlocked() {
					cells[i] = uint8(len(kindsToDraw) - 1)
				}
			}
			m, err = grid.FromKinds(width, height, kindsToDraw, cells)
		}
		if err != nil {
			t.Fatalf("%v", err)
		}
		return m
	})
}

// legal is the definition of a legal step, from the words of the rules alone:
// the plain twin of the masks.
func legal(m *grid.Map, from, to grid.Cell, rule grid.Rule) bool {
	dx, dy := to.X-from.X, to.Y-from.Y
	if dx < -1 || dx > 1 || dy < -1 || dy > 1 || dx == 0 && dy == 0 {
		return false
	}
	if !m.Open(from) || !m.Open(to) {
		return false
	}
	if dx == 0 || dy == 0 {
		return true
	}
	if rule.Moves == grid.Moves4 {
		return false
	}
	open := 0
	for _, side := range []grid.Cell{{X: to.X, Y: from.Y}, {X: from.X, Y: to.Y}} {
		if m.Open(side) {
			open++
		}
	}
	switch rule.Corners {
	case grid.CornersNever:
		return open == 2
	case grid.CornersOne:
		return open >= 1
	}
	return true
}

func newCosts(t fataler, m *grid.Map, rule grid.Rule, model grid.Model) *grid.Costs {
	t.Helper()
	costs, err := grid.NewCostsWith(m, rule, model, grid.CostOptions{AllowFree: true})
	if err != nil {
		t.Fatalf("NewCosts, %v, %v: %v%s", rule, model, err, draw(m))
	}
	return costs
}
