// Package termdraw draws a map with a search's answer as text for a terminal.
//
// # In color
//
// A character shows two cells, one above the other, by the half blocks ▀ and ▄
// (█ and blank where both are the same), so cells come out about square. Every
// cell is painted, open ones too, and nothing is left in the terminal's own
// colors: dark walls on pale ground read alike on a light and on a dark
// terminal. Open ground darkens with weight, from the lightest to the heaviest
// open cell of the map; expanded cells are blue in the same steps (16 colors
// have room for one step only). The path is red, the start green, the goal
// violet.
//
// # Without color
//
// A character shows one cell, inside a frame that marks the map's edge:
//
//	█ wall   • path   S start   G goal   ░ expanded
//
// and open cells are blank where they have the map's least weight, ':' in the
// upper third of the range up to its greatest, and '.' between. (Half blocks were
// rejected here: two shades cannot tell a wall from a path.)
//
// # Scaled down
//
// A map too large for the room given is drawn in square blocks of k×k cells,
// with the least k that fits. A block shows the first of these that holds:
// it has the start; it has the goal; it has a cell of the path; at least half
// of it is wall; at least half of its open cells were expanded; else open
// ground of the mean weight. A block cut off by the map's edge counts the
// cells that it has.
package termdraw

import (
	"fmt"
	"io"

	"github.com/astrolabe-search/astrolabe/grid"
)

// Picture is what to draw. Only Map is needed.
type Picture struct {
	Map         *grid.Map
	Start, Goal *grid.Cell  // nil: not shown
	Path        []grid.Cell // cell by cell, or just some cells; order does not matter
	Expanded    []grid.Cell // in any order
}

// Options says for what terminal to draw. The zero value draws without color
// and without a limit.
type Options struct {
	Colors  Colors
	Columns int // characters in a line; 0: no limit
	Lines   int // 0: no limit
}

// frame is the room, in columns and in lines, that the frame takes which is
// drawn where there is no color.
const frame = 2

// Scale returns how many cells wide and high a block of the drawing of m is: 1
// if the whole map fits. It is an error if a limit is negative or, without
// color, too small for one character and the frame (3).
func (o Options) Scale(m *grid.Map) (int, error) {
	columns, err := o.room("columns", o.Columns)
	if err != nil {
		return 0, err
	}
	rows, err := o.room("lines", o.Lines)
	if err != nil {
		return 0, err
	}
	if o.Colors != NoColor {
		rows *= 2
	}
	k := 1
	if columns > 0 {
		k = max(k, ceilDiv(m.Width(), columns))
	}
	if rows > 0 {
		k = max(k, ceilDiv(m.Height(), rows))
	}
	return k, nil
}

// room returns how much of a limit is left for the map; 0 means no limit.
func (o Options) room(what string, limit int) (int, error) {
	if limit < 0 {
		return 0, fmt.Errorf("termdraw: %d %s; want at least 1, or 0 for no limit", limit, what)
	}
	if limit == 0 || o.Colors != NoColor {
		return limit, nil
	}
	if limit <= frame {
		return 0, fmt.Errorf("termdraw: %d %s; a drawing without color needs at least %d", limit, what, frame+1)
	}
	return limit - frame, nil
}

// Draw writes the picture to w, each line ended by a newline and, in color, by
// a reset of the terminal's colors. The same picture and options give the same
// bytes. It takes time and memory in proportion to the map. It is an error,
// and nothing is written, if there is no map, if a cell lies outside it or if
// [Options.Scale] refuses the limits; else the error is that of w.
func Draw(w io.Writer, p Picture, o Options) error {
	if p.Map == nil {
		return fmt.Errorf("termdraw: the picture has no map")
	}
	k, err := o.Scale(p.Map)
	if err != nil {
		return err
	}
	b, err := newBlocks(p, k)
	if err != nil {
		return err
	}
	var text []byte
	if o.Colors == NoColor {
		text = b.appendPlain(nil)
	} else {
		text = b.appendColored(nil, o.Colors)
	}
	if _, err := w.Write(text); err != nil {
		return fmt.Errorf("termdraw: %w", err)
	}
	return nil
}

// Legend returns one line, without a newline, that explains a drawing's
// colors or characters.
func Legend(colors Colors) string {
	entries := []struct {
		block block
		text  string
	}{
		{block{role: start}, "start"},
		{block{role: goal}, "goal"},
		{block{role: onPath}, "path"},
		{block{role: expanded}, "expanded"},
		{block{role: wall}, "wall"},
	}
	var line []byte
	for i, e := range entries {
		if i > 0 {
			line = append(line, "  "...)
		}
		if colors == NoColor {
			line = append(line, e.block.character()...)
		} else {
			line = append(line, sgr(colors.code(e.block, 30))+"█"+reset...)
		}
		line = append(line, " "+e.text...)
	}
	return string(line)
}

func ceilDiv(n, d int) int { return (n + d - 1) / d }
