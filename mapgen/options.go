package mapgen

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/astrolabe-search/astrolabe/grid"
)

// Options say what to generate. The zero value makes a map of 49×33 cells,
// into which mazes with corridors of 1 or 3 and rooms of 7 fit without a rest.
// Width, Height and Seed count for every kind of map. Each other field counts
// for the one kind named beside it, and it is an error to set it for another.
// As 0 stands for a default, [None] stands for 0 where it is allowed.
type Options struct {
	Width  int // columns; 0: 49
	Height int // rows; 0: 33
	// Seed starts the random numbers. As in Python, n and −n are the same seed.
	Seed int64

	Walls      int      // walls: number of segments; 0: one for every 84 cells; may be None
	WallWidth  int      // walls: columns of a horizontal segment, gaps included; 0: 13
	WallHeight int      // walls: rows of a vertical segment, gaps included; 0: 10
	Gap        PerMille // walls: share of a segment's cells that stay open; 0: 220; may be None

	Density PerMille // random: share of cells that are blocked; 0: 250; may be None

	Corridor int // maze: width of the corridors in cells; 0: 1

	RoomWidth  int      // rooms: columns of a room; 0: 7
	RoomHeight int      // rooms: rows of a room; 0: 7
	Doors      PerMille // rooms: share of the walls that need no door, since the rooms are connected, and have one; 0: 500; may be None
}

// PerMille is a share in thousandths, from 1 to 1000. In [Options] 0 stands for
// a default and [None] for a share of nothing.
type PerMille int

const (
	defaultWidth  = 49
	defaultHeight = 33

	// MaxCells bounds Width·Height: as many as 8,192×8,192 cells.
	MaxCells = 1 << 26

	// None stands for 0 in a field of [Options] whose zero value is a default.
	// Being negative, it is a number of times that makes no loop turn and a
	// share that no draw falls below.
	None = -1
)

// ParsePerMille reads a share given as a decimal from 0 to 1 with at most three
// digits after the point, such as "0.25". "0" is read as [None].
func ParsePerMille(s string) (PerMille, error) {
	const thousandth = 1000 // in millionths
	w, infinite, err := grid.ParseWeight(s)
	if err != nil || infinite || w.Compare(grid.WholeWeight(1)) > 0 || w.Millionths()%thousandth != 0 {
		return 0, fmt.Errorf("%w: %q is not a share; want a decimal from 0 to 1 with at most 3 digits after the point, such as 0.25", ErrOptions, s)
	}
	if w == grid.WholeWeight(0) {
		return None, nil
	}
	return PerMille(w.Millionths() / thousandth), nil
}

// field is an option that not every kind of map takes.
type field struct {
	name        string
	value       int
	least, most int
}

func (o Options) fields() []field {
	return []field{
		{"walls", o.Walls, None, MaxCells},
		{"wall-width", o.WallWidth, 0, MaxCells},
		{"wall-height", o.WallHeight, 0, MaxCells},
		{"gap", int(o.Gap), None, 1000},
		{"density", int(o.Density), None, 1000},
		{"corridor", o.Corridor, 0, MaxCells},
		{"room-width", o.RoomWidth, 0, MaxCells},
		{"room-height", o.RoomHeight, 0, MaxCells},
		{"doors", int(o.Doors), None, 1000},
	}
}

// check returns an error unless every option is in its range and counts for
// the kind of map, and the size is one that a map can have.
func (o Options) check(kind Kind) error {
	for _, f := range o.fields() {
		switch {
		case f.value == 0:
		case !slices.Contains(kind.Options, f.name):
			return fmt.Errorf("%w: %s takes no %s; it takes %s", ErrOptions, kind.Name, f.name, strings.Join(kind.Options, ", "))
		case f.value < f.least || f.value > f.most:
			return fmt.Errorf("%w: %s is %d; want %d to %d, or 0 for the default", ErrOptions, f.name, f.value, f.least, f.most)
		}
	}
	width, height := int64(cmp.Or(o.Width, defaultWidth)), int64(cmp.Or(o.Height, defaultHeight))
	if err := grid.CheckSize(width, height); err != nil {
		return fmt.Errorf("mapgen: %w", err)
	}
	if width*height > MaxCells {
		return fmt.Errorf("mapgen: %w: %d×%d is more than %d cells", grid.ErrSize, width, height, MaxCells)
	}
	return nil
}
