// Package asciigrid reads the small maps that tests are written with and draws
// maps with a path, so that a failing test shows what it failed on.
//
// A row is a string of cells: '.' is open (weight 1), '#' and '@' are blocked,
// '0' to '9' are open with that weight, 'S' and 'G' are open cells of weight 1
// that are the start and the goal.
package asciigrid

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/astrolabe-search/astrolabe/grid"
)

// Picture is a map and the ends drawn into it.
type Picture struct {
	Map *grid.Map
	// Start and Goal are where S and G stand; without one, a cell that lies
	// outside every map.
	Start, Goal grid.Cell
}

// outside is where an end that was not drawn is.
var outside = grid.Cell{X: -1, Y: -1}

// kinds are the kinds of cell that a drawn map has.
var kinds = func() []grid.Kind {
	list := []grid.Kind{
		{Symbol: '.'},
		{Symbol: '#', Blocked: true},
		{Symbol: '@', Blocked: true},
	}
	for digit := range int64(10) {
		list = append(list, grid.Kind{Symbol: '0' + rune(digit), Weight: grid.WholeWeight(digit)})
	}
	return list
}()

// KindOf returns the index, in the kinds of every map that [Parse] makes, of
// the kind that a symbol stands for, and false if it stands for none.
func KindOf(symbol rune) (kind int, ok bool) {
	for i, k := range kinds {
		if k.Symbol == symbol {
			return i, true
		}
	}
	return 0, false
}

// Parse reads a picture and ends the test where it is not one: no rows, rows
// of different lengths, an unknown symbol, or a second S or G.
func Parse(tb testing.TB, rows ...string) Picture {
	tb.Helper()
	picture, err := read(rows)
	if err != nil {
		tb.Fatal(err)
	}
	return picture
}

func read(rows []string) (Picture, error) {
	if len(rows) == 0 {
		return Picture{}, fmt.Errorf("asciigrid: no rows")
	}
	picture := Picture{Start: outside, Goal: outside}
	width := utf8.RuneCountInString(rows[0])
	var cells []uint8
	for y, row := range rows {
		if n := utf8.RuneCountInString(row); n != width {
			return Picture{}, fmt.Errorf("asciigrid: row %d has %d cells, row 0 has %d", y, n, width)
		}
		for x, symbol := range []rune(row) {
			end := &picture.Start
			switch symbol {
			case 'G':
				end = &picture.Goal
				fallthrough
			case 'S':
				if *end != outside {
					return Picture{}, fmt.Errorf("asciigrid: a second %q at %d,%d; the first is at %v", symbol, x, y, *end)
				}
				*end = grid.Cell{X: int32(x), Y: int32(y)}
				symbol = '.'
			}
			kind, ok := KindOf(symbol)
			if !ok {
				return Picture{}, fmt.Errorf("asciigrid: unknown symbol %q at %d,%d; want . # @ 0-9 S G", symbol, x, y)
			}
			cells = append(cells, uint8(kind))
		}
	}
	m, err := grid.FromKinds(width, len(rows), kinds, cells)
	if err != nil {
		return Picture{}, fmt.Errorf("asciigrid: %w", err)
	}
	picture.Map = m
	return picture, nil
}

// Render draws a map, row by row, with a path: 'S' and 'G' at its ends ('S'
// alone if they are one cell), '*' between them, and '!' wherever it enters a
// blocked cell. Cells of the path off the map are listed below, and so are the
// weights of a map that has one for every cell.
func Render(m *grid.Map, path []grid.Cell) string {
	rows := make([][]rune, m.Height())
	for y := range rows {
		rows[y] = make([]rune, m.Width())
		for x := range rows[y] {
			rows[y][x] = m.Symbol(grid.Cell{X: int32(x), Y: int32(y)})
		}
	}
	var off []string
	for i := len(path) - 1; i >= 0; i-- { // the start last, so that it shows
		c, symbol := path[i], '*'
		switch {
		case !m.In(c):
			off = append(off, c.String())
			continue
		case !m.Open(c):
			symbol = '!'
		case i == 0:
			symbol = 'S'
		case i == len(path)-1:
			symbol = 'G'
		}
		rows[c.Y][c.X] = symbol
	}
	var b strings.Builder
	for _, row := range rows {
		b.WriteString(string(row))
		b.WriteByte('\n')
	}
	if len(off) > 0 {
		fmt.Fprintf(&b, "off the map: %s\n", strings.Join(off, " "))
	}
	if m.HasWeightTable() {
		writeWeights(&b, m)
	}
	return b.String()
}

func writeWeights(b *strings.Builder, m *grid.Map) {
	b.WriteString("weights:\n")
	for y := range int32(m.Height()) {
		for x := range int32(m.Width()) {
			text := "x"
			if c := (grid.Cell{X: x, Y: y}); m.Open(c) {
				text = m.Weight(c).String()
			}
			fmt.Fprintf(b, "%9s", text)
		}
		b.WriteByte('\n')
	}
}
