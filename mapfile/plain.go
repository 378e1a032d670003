package mapfile

import (
	"bytes"
	"io"
	"slices"

	"github.com/astrolabe-search/astrolabe/grid"
)

const plainWant = "want '.' or a blank (open), '#' or '@' (wall), 'S', 'G' or '1' to '9' (weight); the native format has any other"

const (
	plainLength = "rows must be equally long"
	plainBlank  = 3            // the index of ' ' in plainKinds
	plainGround = ".123456789" // what shows that blanks are not the ground
)

// plainKinds are the symbols of the format but for 'S' and 'G', which are
// places and not kinds of cell. The digits are last.
var plainKinds = []grid.Kind{
	{Symbol: '.'},
	{Symbol: '@', Blocked: true},
	{Symbol: '#', Blocked: true},
	{Symbol: ' '},
	{Symbol: '1'},
	{Symbol: '2', Weight: grid.WholeWeight(2)},
	{Symbol: '3', Weight: grid.WholeWeight(3)},
	{Symbol: '4', Weight: grid.WholeWeight(4)},
	{Symbol: '5', Weight: grid.WholeWeight(5)},
	{Symbol: '6', Weight: grid.WholeWeight(6)},
	{Symbol: '7', Weight: grid.WholeWeight(7)},
	{Symbol: '8', Weight: grid.WholeWeight(8)},
	{Symbol: '9', Weight: grid.WholeWeight(9)},
}

// plainReader collects the rows of a plain map.
//
// What the blanks at the ends of its rows mean shows only when all rows are read. If
// some row has a blank before its last symbol, or if nothing but blanks could be the
// ground of the map, as it has no '.' and no digit, every blank is a cell. Else those
// to the right of, or below, all that can be seen were left behind by an editor, and
// are dropped.
type plainReader struct {
	*parser
	file     *File
	alphabet *alphabet
	cells    []uint8 // of the rows without the blanks at their ends
	bare     []int32 // for each row, how many cells those are
	full     []int32 // for each row, how many cells there are with the blanks
	inner    bool    // a blank stands before the last symbol of a row
	dots     bool    // there is a '.' or a digit
	empty    int     // the first line of no character since the last row; 0: none
}

// plain reads a map that has no header; row holds its first line.
func (p *parser) plain(row []byte) (*File, error) {
	a := newAlphabet(plainKinds, plainWant, plainLength)
	a.add('S', 0)
	a.add('G', 0)
	r := &plainReader{parser: p, file: &File{Format: Plain}, alphabet: a}
	for {
		if err := r.row(row); err != nil {
			return nil, err
		}
		width := int64(0)
		if len(r.full) > 0 {
			width = int64(r.full[0])
		}
		var err error
		row, err = p.next(max(maxHeaderLine, rowLimit(width)))
		switch {
		case err == io.EOF:
			return r.finish()
		case err == errLongLine:
			return nil, p.errorf(0, plainLength, "the row is longer than %d cells", width)
		case err != nil:
			return nil, p.failed(err)
		}
	}
}

// row takes a line.
func (r *plainReader) row(row []byte) error {
	switch {
	case len(row) == 0 && r.empty == 0:
		r.empty = r.number
		return nil
	case len(row) == 0:
		return nil
	case r.empty > 0:
		return r.errorAt(r.empty, 0, plainLength+"; blanks are open cells", "an empty line before the last row")
	}
	shown := bytes.TrimRight(row, " ")
	var err error
	if r.cells, err = r.appendRow(r.cells, r.alphabet, shown, len(shown)); err != nil {
		return err
	}
	// All characters are known, so each is a byte.
	bare, full := int32(len(shown)), int32(len(row))
	r.bare, r.full = append(r.bare, bare), append(r.full, full)
	switch { // what is wrong whatever the blanks mean
	case bare > r.full[0]:
		return r.errorf(int(r.full[0])+1, plainLength, "the row is longer than %d cells", r.full[0])
	case full < r.bare[0] && bare > 0:
		return r.errorf(int(full)+1, plainLength, "the row has %d of %d cells", full, r.bare[0])
	}
	if err := r.checkSize(max(1, int64(r.bare[0])), int64(len(r.bare))); err != nil {
		return err
	}
	r.inner = r.inner || bytes.IndexByte(shown, ' ') >= 0
	r.dots = r.dots || bytes.ContainsAny(shown, plainGround)
	return r.places(r.file, row, len(r.bare)-1)
}

// finish makes the map.
func (r *plainReader) finish() (*File, error) {
	if len(r.bare) == 0 {
		return nil, r.errorAt(1, 0, "want at least one row of cells", "the file has only empty lines")
	}
	width := r.full[0]
	if r.dots && !r.inner {
		for r.bare[len(r.bare)-1] == 0 { // some row has a '.' or a digit
			r.bare = r.bare[:len(r.bare)-1]
		}
		width = slices.Max(r.bare)
	}
	height := len(r.bare)
	for y := range height {
		switch dropped := r.dots && !r.inner; {
		case r.full[y] < width:
			return nil, r.errorAt(y+1, int(r.full[y])+1, plainLength, "the row has %d of %d cells", r.full[y], width)
		case r.full[y] > width && !dropped:
			return nil, r.errorAt(y+1, int(width)+1, plainLength+"; blanks are open cells", "the row is longer than %d cells, by a blank", width)
		}
	}
	if err := r.checkSize(int64(width), int64(height)); err != nil {
		return nil, err
	}
	cells := r.cells
	if len(cells) < int(width)*height {
		cells = make([]uint8, 0, int(width)*height)
		for _, n := range r.bare {
			cells = append(cells, r.cells[:n]...)
			r.cells = r.cells[n:]
			for range width - n {
				cells = append(cells, plainBlank)
			}
		}
	}
	kinds := dropUnused(plainKinds, 2, cells)
	if isDigit(kinds[len(kinds)-1].Symbol) {
		r.file.Model = grid.Mul
	}
	var err error
	if r.file.Map, err = grid.FromKinds(int(width), height, kinds, cells); err != nil {
		return nil, r.failed(err)
	}
	return r.file, nil
}

func isDigit(symbol rune) bool { return '0' <= symbol && symbol <= '9' }

// places takes the start and the goal from a row, all of whose symbols are
// known and so take one byte.
func (p *parser) places(file *File, row []byte, y int) error {
	for _, place := range []struct {
		symbol byte
		what   string
		cell   **grid.Cell
	}{{'S', "start", &file.Start}, {'G', "goal", &file.Goal}} {
		x := bytes.IndexByte(row, place.symbol)
		if x < 0 {
			continue
		}
		if *place.cell == nil {
			*place.cell = &grid.Cell{X: int32(x), Y: int32(y)}
			next := bytes.IndexByte(row[x+1:], place.symbol)
			if next < 0 {
				continue
			}
			x += 1 + next
		}
		return p.errorf(x+1, "write '.' for all but one",
			"a second %s '%c': the first is at %d:%d", place.what, place.symbol, (*place.cell).Y+1, (*place.cell).X+1)
	}
	return nil
}
