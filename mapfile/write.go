package mapfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/astrolabe-search/astrolabe/grid"
)

// Write writes a map file in a format. The bytes depend on nothing but f and
// the format, and [Read] gives from them what the format can hold of f: in the
// native format all of it, so that the two are inverse to each other.
//
// What the format cannot hold without changing the cost of a path is an error
// that names the first such cell, and nothing is written. The other formats
// take their cells from f's cost model: where its weights make no difference
// (every open cell weighs 0 with cost add, else 1) any format holds the map. A
// terrain file needs a start and a goal. What is dropped without such harm,
// [Losses] lists.
//
// It is an error if f has no map, if start or goal lie outside it, or if the
// rule or the cost model is none.
func Write(w io.Writer, f *File, format Format) error {
	e, err := newEncoding(f, format)
	if err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	e.header(b)
	e.rows(b)
	if err := b.Flush(); err != nil {
		return fmt.Errorf("mapfile: writing %v: %w", format, err)
	}
	return nil
}

// Losses says, in one phrase each, what [Write] would drop of f without an
// error, such as a start and goal that a format has no place for. The result
// is nil if nothing is dropped or if Write would fail.
func Losses(f *File, format Format) []string {
	e, err := newEncoding(f, format)
	if err != nil {
		return nil
	}
	return e.losses()
}

// validate returns an error if no format could hold f.
func validate(f *File) error {
	if f.Map == nil || f.Map.Width() == 0 {
		return errors.New("mapfile: no map to write")
	}
	for _, place := range []struct {
		what string
		cell *grid.Cell
	}{{"start", f.Start}, {"goal", f.Goal}} {
		if place.cell != nil && !f.Map.In(*place.cell) {
			return fmt.Errorf("mapfile: the %s %v lies outside the map of %d×%d", place.what, *place.cell, f.Map.Width(), f.Map.Height())
		}
	}
	switch {
	case f.Rule.Moves > grid.Moves4:
		return fmt.Errorf("mapfile: Moves(%d) is not a number of moves; want 4 or 8", f.Rule.Moves)
	case f.Rule.Corners > grid.CornersAlways:
		return fmt.Errorf("mapfile: %v is not a corner rule; want never, one or always", f.Rule.Corners)
	case f.Model > grid.Mean:
		return fmt.Errorf("mapfile: %v is not a cost model; want uniform, add, mul or mean", f.Model)
	}
	return nil
}
