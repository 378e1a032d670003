package mapfile

import (
	"bytes"
	"io"
	"slices"
	"unicode/utf8"

	"github.com/astrolabe-search/astrolabe/grid"
)

// noKind marks a character that stands for no kind of cell. A map has at most
// 255 kinds, so it is no index of one.
const noKind = 255

// The short rows of a map may lack so many cells in all, and so many for each byte
// of the file up to there: enough for 1,000 rows of 500 cells that an editor cut down
// to nothing, and too few for a small file to claim gigabytes of blanks.
const (
	freePadding    = 1 << 18
	paddingPerByte = 256
)

// alphabet says which characters stand for which kinds of cell. ASCII has a
// table of its own, for speed.
type alphabet struct {
	ascii  [utf8.RuneSelf]uint8
	other  map[rune]uint8
	want   string // what to use instead of an unknown symbol
	length string // what to do with a row of the wrong length
}

// lengthByHeader is what to do with a wrong row where a header sets the width.
const lengthByHeader = "correct the row or the header's width"

func newAlphabet(kinds []grid.Kind, want, length string) *alphabet {
	a := &alphabet{want: want, length: length}
	for i := range a.ascii {
		a.ascii[i] = noKind
	}
	for i, k := range kinds {
		a.add(k.Symbol, uint8(i))
	}
	return a
}

func (a *alphabet) add(symbol rune, kind uint8) {
	if symbol < utf8.RuneSelf {
		a.ascii[symbol] = kind
		return
	}
	if a.other == nil {
		a.other = make(map[rune]uint8)
	}
	a.other[symbol] = kind
}

// decode writes the kinds of a row's characters to dst, up to its length and
// up to the first unknown character. It returns the number of cells written
// and of bytes read.
func (a *alphabet) decode(dst []uint8, row []byte) (cells, read int) {
	for cells < len(dst) && read < len(row) {
		size := 1
		var kind uint8 = noKind
		if b := row[read]; b < utf8.RuneSelf {
			kind = a.ascii[b]
		} else if a.other != nil {
			var r rune
			r, size = utf8.DecodeRune(row[read:])
			if k, ok := a.other[r]; ok && (r != utf8.RuneError || size > 1) {
				kind = k
			}
		}
		if kind == noKind {
			break
		}
		dst[cells] = kind
		cells++
		read += size
	}
	return cells, read
}

// appendRow appends the kinds of a row's cells. It appends no more cells than
// the row has bytes, whatever width claims.
func (p *parser) appendRow(cells []uint8, a *alphabet, row []byte, width int) ([]uint8, error) {
	room := min(width, len(row))
	cells = slices.Grow(cells, room)
	n, read := a.decode(cells[len(cells):len(cells)+room], row)
	cells = cells[:len(cells)+n]
	switch {
	case read == len(row):
		return cells, nil
	case n == width:
		return nil, p.errorf(width+1, a.length, "the row is longer than %d cells", width)
	}
	return nil, p.badSymbol(row, read, a.want)
}

// rowLimit returns how many bytes a row of the width can have, and one more
// character, by which it is seen to be too long.
func rowLimit(width int64) int64 { return (width + 1) * utf8.UTFMax }

// nextRow returns the line of row y of a map whose header sets the height.
func (p *parser) nextRow(y, height int, limit int64) ([]byte, error) {
	line, err := p.next(limit)
	switch {
	case err == io.EOF:
		return nil, p.errorAt(p.number+1, 0, "add rows or correct the header's height", "the file ends after %d of %d rows", y, height)
	case err == errLongLine:
		return nil, p.errorf(0, lengthByHeader, "the row is longer than %d bytes", limit)
	case err != nil:
		return nil, p.failed(err)
	}
	return line, nil
}

// rows reads the rows of a map whose size is known, and checks that no more
// follow. Where pad is set, short rows are filled with cells of kind blank. Where a
// blank is no cell, those at the ends of rows, and lines of nothing else above the
// first row, are passed over.
func (p *parser) rows(a *alphabet, width, height int, pad bool, blank uint8) ([]uint8, error) {
	cells := make([]uint8, 0, min(width*height, 1<<16))
	missing := 0
	blanksAreCells := a.ascii[' '] != noKind
	for y := range height {
		row, err := p.nextRow(y, height, rowLimit(int64(width)))
		for err == nil && !blanksAreCells {
			if row = trimBlanks(row); len(row) > 0 || y > 0 {
				break
			}
			row, err = p.nextRow(y, height, rowLimit(int64(width)))
		}
		if err != nil {
			return nil, err
		}
		begin := len(cells)
		if cells, err = p.appendRow(cells, a, row, width); err != nil {
			return nil, err
		}
		short := width - (len(cells) - begin)
		if short == 0 {
			continue
		}
		if !pad {
			return nil, p.errorf(width-short+1, a.length, "the row has %d of %d cells", width-short, width)
		}
		if missing += short; int64(missing) > freePadding+paddingPerByte*p.bytes {
			return nil, p.errorf(0, "write the rows in full or correct the header's width",
				"the rows up to here are shorter than %d cells, by %d in all", width, missing)
		}
		cells = append(cells, make([]uint8, short)...)
		if blank != 0 {
			for i := range short {
				cells[len(cells)-1-i] = blank
			}
		}
	}
	return cells, p.end(height, blanksAreCells)
}

// trimBlanks returns a line without the blanks and tabs at its end.
func trimBlanks(line []byte) []byte { return bytes.TrimRight(line, " \t") }

// dropUnused removes the kinds that no cell is of, except for the first keep
// of them, and renumbers the cells to match. It changes cells in place.
func dropUnused(kinds []grid.Kind, keep int, cells []uint8) []grid.Kind {
	var used [noKind]bool
	for i := range keep {
		used[i] = true
	}
	for _, k := range cells {
		used[k] = true
	}
	var kept []grid.Kind
	var renumbered [noKind]uint8
	for i, k := range kinds {
		if used[i] {
			renumbered[i] = uint8(len(kept))
			kept = append(kept, k)
		}
	}
	if len(kept) < len(kinds) {
		for i, k := range cells {
			cells[i] = renumbered[k]
		}
	}
	return kept
}
