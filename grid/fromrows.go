package grid

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// FromStrings makes a map from its rows, from the top. '#' and '@' are blocked, the
// digits '1' to '9' are open and weigh that much, and '.', ' ', 'S' and 'G' are open
// and weigh 1. [Map.Find] tells where an 'S' or a 'G' stands. It is an error if there
// is no row, if the rows differ in length, or if a character is none of these; '0' is
// none, since it stands for a wall as often as for open ground.
func FromStrings(rows ...string) (*Map, error) {
	if len(rows) == 0 || rows[0] == "" {
		return nil, fmt.Errorf("%w: no cells; want at least one row with at least one", ErrSize)
	}
	var kinds []Kind
	index := map[rune]uint8{}
	width := utf8.RuneCountInString(rows[0])
	cells := make([]uint8, 0, width*len(rows))
	for y, row := range rows {
		if n := utf8.RuneCountInString(row); n != width {
			return nil, fmt.Errorf("grid: row %d has %d cells, but the first has %d; rows must be equally long", y, n, width)
		}
		x := 0
		for _, symbol := range row {
			kind, ok := index[symbol]
			if !ok {
				k := Kind{Symbol: symbol, Blocked: symbol == '#' || symbol == '@'}
				switch {
				case '1' <= symbol && symbol <= '9':
					k.Weight = WholeWeight(int64(symbol - '0'))
				case !k.Blocked && !strings.ContainsRune(". SG", symbol):
					return nil, fmt.Errorf("grid: cell %d,%d is %q; want '.' or ' ' (open), 'S', 'G', '#' or '@' (blocked), or '1' to '9' (a weight)", x, y, symbol)
				}
				kind = uint8(len(kinds))
				index[symbol] = kind
				kinds = append(kinds, k)
			}
			cells = append(cells, kind)
			x++
		}
	}
	return FromKinds(width, len(rows), kinds, cells)
}

// FromIntWeights makes a map from the weight of each cell, rows[y][x]; a negative
// number is a blocked cell. For a table of zeros and ones in which 1 is a wall there is
// [FromWalls]. It is an error if there is no cell or if the rows differ in length.
func FromIntWeights(rows [][]int) (*Map, error) {
	width, err := tableWidth(rows)
	if err != nil {
		return nil, err
	}
	weights := make([]Weight, 0, width*len(rows))
	for _, row := range rows {
		for _, n := range row {
			if n < 0 {
				weights = append(weights, Blocked)
			} else {
				weights = append(weights, WholeWeight(int64(n)))
			}
		}
	}
	return FromWeights(width, len(rows), weights)
}

// FromWalls makes a map of open cells, of weight 1, and walls, where walls[y][x] is
// true or 1. It is an error if there is no cell, if the rows differ in length, or if a
// number is neither 0 nor 1; [FromIntWeights] takes weights.
func FromWalls[T bool | int | uint8](walls [][]T) (*Map, error) {
	width, err := tableWidth(walls)
	if err != nil {
		return nil, err
	}
	cells := make([]uint8, 0, width*len(walls))
	for y, row := range walls {
		for x, wall := range row {
			switch any(wall) {
			case false, 0, uint8(0):
				cells = append(cells, 0)
			case true, 1, uint8(1):
				cells = append(cells, 1)
			default:
				return nil, fmt.Errorf("grid: cell %d,%d is %v; want 0 (open) or 1 (a wall)", x, y, wall)
			}
		}
	}
	return FromKinds(width, len(walls), []Kind{{Symbol: '.'}, {Symbol: '@', Blocked: true}}, cells)
}

// tableWidth returns how many cells each row of a table has.
func tableWidth[T any](rows [][]T) (int, error) {
	if len(rows) == 0 {
		return 0, fmt.Errorf("%w: no rows; want at least one", ErrSize)
	}
	for y, row := range rows {
		if len(row) != len(rows[0]) {
			return 0, fmt.Errorf("grid: row %d has %d cells, but the first has %d; rows must be equally long", y, len(row), len(rows[0]))
		}
	}
	if err := CheckSize(int64(len(rows[0])), int64(len(rows))); err != nil {
		return 0, err
	}
	return len(rows[0]), nil
}

// Find returns the first cell, by row and then column, whose kind has the symbol, and
// false if there is none. It takes time in proportion to the map.
func (m *Map) Find(symbol rune) (Cell, bool) {
	for id, kind := range m.kind {
		if c := m.Cell(ID(id)); m.kinds[kind].Symbol == symbol && m.In(c) {
			return c, true
		}
	}
	return Cell{}, false
}
