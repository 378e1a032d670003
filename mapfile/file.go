package mapfile

import (
	"io"

	"github.com/astrolabe-search/astrolabe/grid"
)

// File is what a map file holds: a map, and the query and the rules that it
// sets or that its format defines.
type File struct {
	Map    *grid.Map
	Format Format     // the one it was read from; [Write] does not look at it
	Start  *grid.Cell // nil: the file has none; always on the map, perhaps blocked
	Goal   *grid.Cell // as Start
	Rule   grid.Rule  // legal moves
	Model  grid.Model // what a step costs
}

// Limits bounds what [Read] accepts. Its zero value sets the bounds of package
// grid.
type Limits struct {
	// MaxCells is the largest number of cells of a map. 0, a negative number or
	// more than [grid.MaxCells] stand for that.
	MaxCells int64
}

// Read reads a map file in any format; the package documentation says how it
// tells them apart and what it accepts. The name stands in error messages and
// has no other use. The error is a [*SyntaxError] for whatever is wrong with the
// content, wrapping [ErrTooLarge] where the map is over the limit, or the
// reader's own, wrapped.
//
// Time and memory are proportional to what the file holds, not to what its
// header claims; a claim over the limit is refused before any row is read. (The rows
// of a terrain map that were cut short are padded, with 2¹⁸ blanks and 256 for every
// byte of the file at most.)
func Read(r io.Reader, name string, limits Limits) (*File, error) {
	p := &parser{lines: newLines(r), name: name, maxCells: limits.MaxCells}
	if p.maxCells <= 0 || p.maxCells > grid.MaxCells {
		p.maxCells = grid.MaxCells
	}
	first, err := p.next(max(maxHeaderLine, p.maxCells+1)) // only plain rows are longer, of one byte a cell
	switch {
	case err == io.EOF:
		return nil, p.errorAt(1, 0, "want a map in one of the formats movingai, terrain, plain or native", "the file is empty")
	case err == errLongLine:
		return nil, p.tooLarge("the first row alone")
	case err != nil:
		return nil, p.failed(err)
	}
	if startsWithWord(first, "version") {
		return nil, p.errorf(0, "want the map that it belongs to", "this is a scenario file, not a map")
	}
	format := detect(first)
	if format == Plain {
		return p.plain(first)
	}
	if err := p.checkText(first); err != nil {
		return nil, err
	}
	switch format {
	case MovingAI:
		return p.movingAI(string(first))
	case Terrain:
		return p.terrain(string(first))
	}
	return p.native(string(first))
}
