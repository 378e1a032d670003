package gridtrace

import (
	"fmt"
	"unicode/utf8"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/trace"
)

// State returns the number of a cell of a map of that width.
func State(width int, c grid.Cell) int64 { return int64(c.Y)*int64(width) + int64(c.X) }

// Cell returns the cell with that number.
func Cell(width int, state int64) grid.Cell {
	return grid.Cell{X: int32(state % int64(width)), Y: int32(state / int64(width))}
}

// FromGrid returns a map in the terms of package trace, under a name for show. Kinds
// that no cell is of are left out, and of kinds with the same symbol all but the first
// get another one. It takes time and memory in proportion to the map.
func FromGrid(m *grid.Map, name string) trace.Map {
	width, height := m.Width(), m.Height()
	out := trace.Map{Name: name, Width: width, Height: height, Cells: make([]uint8, 0, width*height)}
	if m.HasWeightTable() {
		out.Weights = make([]int64, 0, width*height)
	}
	number := make([]int, len(m.Kinds())) // of a kind in the trace, from 1
	used := map[rune]bool{}
	for _, k := range m.Kinds() {
		used[k.Symbol] = true
	}
	taken := map[rune]bool{}
	for y := range int32(height) {
		for x := range int32(width) {
			cell := grid.Cell{X: x, Y: y}
			kind := m.Kind(cell)
			k := m.Kinds()[kind]
			if number[kind] == 0 {
				symbol := k.Symbol
				for candidate := 'a'; taken[symbol] || !canStand(symbol); candidate++ {
					if !used[candidate] && !taken[candidate] {
						symbol = candidate
					}
				}
				taken[symbol] = true
				added := trace.CellKind{Symbol: symbol, Blocked: k.Blocked}
				if !k.Blocked {
					added.Weight = k.Weight.String()
				}
				out.Kinds = append(out.Kinds, added)
				number[kind] = len(out.Kinds)
			}
			out.Cells = append(out.Cells, uint8(number[kind]-1))
			if out.Weights != nil {
				weight := int64(-1)
				if !k.Blocked {
					weight = m.Weight(cell).Millionths()
				}
				out.Weights = append(out.Weights, weight)
			}
		}
	}
	return out
}

// canStand tells whether a trace can have the symbol.
func canStand(symbol rune) bool {
	return symbol >= ' ' && symbol != utf8.RuneError && utf8.ValidRune(symbol)
}

// ToGrid returns the map of a trace as one of package grid. It is an error if the
// trace has none, or if its weights are not those of a grid.
func ToGrid(m trace.Map) (*grid.Map, error) {
	if m.Width == 0 {
		return nil, fmt.Errorf("gridtrace: the trace has no map; want one of a search on a grid")
	}
	if m.Weights != nil {
		weights := make([]grid.Weight, len(m.Weights))
		for i, w := range m.Weights {
			if weights[i] = grid.Blocked; w != -1 {
				weights[i] = grid.Millionths(w)
			}
		}
		return grid.FromWeights(m.Width, m.Height, weights)
	}
	kinds := make([]grid.Kind, len(m.Kinds))
	for i, k := range m.Kinds {
		kinds[i] = grid.Kind{Symbol: k.Symbol, Blocked: k.Blocked}
		if k.Blocked {
			continue
		}
		weight, blocked, err := grid.ParseWeight(k.Weight)
		if err != nil || blocked {
			return nil, fmt.Errorf("gridtrace: the kind %q of the map has the weight %q; want a decimal", k.Symbol, k.Weight)
		}
		kinds[i].Weight = weight
	}
	return grid.FromKinds(m.Width, m.Height, kinds, m.Cells)
}
