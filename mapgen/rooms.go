package mapgen

import (
	"cmp"
	"fmt"

	"github.com/astrolabe-search/astrolabe/grid"
)

// Rooms makes rooms of RoomWidth×RoomHeight cells between walls one cell
// thick, inside a wall. Doors one cell wide connect every room with every
// other; the walls between rooms that need none have one with the share Doors.
// Where in its wall a door is, is random. Rooms of the last column and row are
// larger by what is left over; if not even one room fits, there is one as large
// as the map allows. Errors are those of [Generate]; a map of fewer than 3×3
// cells is one.
func Rooms(o Options) (*grid.Map, error) { return rooms.generate(o) }

func drawRooms(c *canvas, o Options) error {
	if c.width < 3 || c.height < 3 {
		return fmt.Errorf("%w: no room fits into %d×%d; want at least 3×3", ErrOptions, c.width, c.height)
	}
	across := divide(c.width, cmp.Or(o.RoomWidth, 7))
	down := divide(c.height, cmp.Or(o.RoomHeight, 7))
	share := cmp.Or(o.Doors, 500)
	connections := spanningTree(len(across), len(down), c.random)
	c.fill(blocked)
	for j, rows := range down {
		for i, columns := range across {
			c.set(columns.start, rows.start, columns.end, rows.end, open)
			exits := connections[j*len(across)+i]
			if i+1 < len(across) && (exits&east != 0 || c.chance(share)) {
				y := c.random.RandRange(rows.start, rows.end)
				c.set(columns.end, y, columns.end+1, y+1, open)
			}
			if j+1 < len(down) && (exits&south != 0 || c.chance(share)) {
				x := c.random.RandRange(columns.start, columns.end)
				c.set(x, rows.end, x+1, rows.end+1, open)
			}
		}
	}
	return nil
}

// span is a range of columns or rows, without its end.
type span struct{ start, end int }

// divide returns the spans of rooms of a size between walls, in all cells.
func divide(all, size int) []span {
	spans := make([]span, max(1, (all-1)/(size+1)))
	for i := range spans {
		start := 1 + i*(size+1)
		spans[i] = span{start, start + size}
	}
	spans[len(spans)-1].end = all - 1
	return spans
}
