package mapfile

import (
	"bytes"
	"io"
	"unicode/utf8"

	"github.com/astrolabe-search/astrolabe/grid"
)

const plainWant = "want '.' or a blank (open), '#' or '@' (wall), 'S', 'G' or '1' to '9' (weight); the native format has any other"

const plainLength = "rows must be equally long"

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

// plain reads a map that has no header; row holds its first line.
func (p *parser) plain(row []byte) (*File, error) {
	a := newAlphabet(plainKinds, plainWant, plainLength)
	a.add('S', 0)
	a.add('G', 0)
	file := &File{Format: Plain}
	width, height := utf8.RuneCount(row), 0
	var cells []uint8
	empty := 0 // the line of the first empty one since the last row
	var err error
	for err == nil {
		switch {
		case len(row) == 0 && empty == 0:
			empty = p.number
		case len(row) == 0:
		case empty > 0:
			return nil, p.errorAt(empty, 0, plainLength+"; blanks are open cells", "an empty line before the last row")
		default:
			if cells, err = p.plainRow(cells, a, row, width, height); err != nil {
				return nil, err
			}
			if err = p.places(file, row, height); err != nil {
				return nil, err
			}
			height++
		}
		row, err = p.next(max(maxHeaderLine, rowLimit(int64(width))))
	}
	switch {
	case err == errLongLine:
		return nil, p.errorf(0, plainLength, "the row is longer than %d cells", width)
	case err != io.EOF:
		return nil, p.failed(err)
	case height == 0:
		return nil, p.errorAt(1, 0, "want at least one row of cells", "the file has only empty lines")
	}
	kinds := dropUnused(plainKinds, 2, cells)
	if isDigit(kinds[len(kinds)-1].Symbol) {
		file.Model = grid.Mul
	}
	if file.Map, err = grid.FromKinds(width, height, kinds, cells); err != nil {
		return nil, p.failed(err)
	}
	return file, nil
}

// plainRow appends the cells of row y.
func (p *parser) plainRow(cells []uint8, a *alphabet, row []byte, width, y int) ([]uint8, error) {
	if err := p.checkSize(int64(width), int64(y)+1); err != nil {
		return nil, err
	}
	begin := len(cells)
	cells, err := p.appendRow(cells, a, row, width)
	if err != nil {
		return nil, err
	}
	if n := len(cells) - begin; n < width {
		return nil, p.errorf(n+1, plainLength, "the row has %d of %d cells", n, width)
	}
	return cells, nil
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
