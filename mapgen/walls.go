package mapgen

import (
	"cmp"
	"fmt"

	"github.com/astrolabe-search/astrolabe/grid"
)

// Walls makes an open map with straight wall segments, horizontal or vertical
// with even chances, at random places and of random length (cut to the map's
// size where that is less). Each cell of a segment stays open with the share
// Gap, so that most segments can be passed. Errors are those of [Generate].
func Walls(o Options) (*grid.Map, error) { return walls.generate(o) }

func drawWalls(c *canvas, o Options) error {
	const (
		cellsPerWall = 96 // 14 segments, or a tenth of the cells, on 48×28
		usualMin     = 7
		usualMax     = 13
	)
	least, most := o.WallMin, o.WallMax
	if least == 0 {
		least = usualMin
		if most != 0 {
			least = min(least, most)
		}
	}
	if most == 0 {
		most = max(usualMax, least)
	}
	if least > most {
		return fmt.Errorf("%w: wall-min is %d and wall-max %d; want the first to be no greater", ErrOptions, least, most)
	}
	gap := cmp.Or(o.Gap, 200)
	c.fill(open)
	for range cmp.Or(o.Walls, max(1, c.width*c.height/cellsPerWall)) {
		horizontal := c.random.Random() < 0.5
		lines, along := c.height, c.width
		if !horizontal {
			lines, along = c.width, c.height
		}
		line := c.random.RandRange(0, lines)
		length := min(c.random.RandInt(least, most), along)
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
