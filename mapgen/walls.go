package mapgen

import (
	"cmp"

	"github.com/astrolabe-search/astrolabe/grid"
)

// Walls makes an open map with straight wall segments, horizontal or vertical
// with even chances, at random places. Those of one direction have one length,
// cut to the map's size where that is less. Each cell of a segment stays open
// with the share Gap, so that most segments can be passed. By default seed 11
// and 48×28 cells make the map of the article "A* and heuristic search". Errors
// are those of [Generate].
func Walls(o Options) (*grid.Map, error) { return walls.generate(o) }

// drawWalls draws direction, line, start and gaps of one segment after the
// other. That order and the constants were found from the article's map, since
// its program is not published: they make it exactly, with any share of gaps
// above 0.2135 and up to 0.2283.
func drawWalls(c *canvas, o Options) error {
	const (
		cellsPerWall = 84 // 16 segments on 48×28
		usualWidth   = 13
		usualHeight  = 10
		usualGap     = 220
	)
	gap := cmp.Or(o.Gap, usualGap)
	c.fill(open)
	for range cmp.Or(o.Walls, max(1, c.width*c.height/cellsPerWall)) {
		horizontal := c.random.Random() < 0.5
		lines, along, length := c.height, c.width, cmp.Or(o.WallWidth, usualWidth)
		if !horizontal {
			lines, along, length = c.width, c.height, cmp.Or(o.WallHeight, usualHeight)
		}
		length = min(length, along)
		line := c.random.RandRange(0, lines)
		start := c.random.RandRange(0, along-length+1)
		for at := start; at < start+length; at++ {
			if c.chance(gap) {
				continue
			}
			x, y := at, line
			if !horizontal {
				x, y = line, at
			}
			c.cells[y*c.width+x] = blocked
		}
	}
	return nil
}
