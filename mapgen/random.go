package mapgen

import (
	"cmp"

	"github.com/astrolabe-search/astrolabe/grid"
)

// Random makes a map on which each cell is blocked with the share Density,
// whatever the others are. With four moves, or eight that never cut a corner, a
// large map falls apart into small regions once more than about 407 of 1000
// cells are blocked (the threshold of site percolation on the square lattice).
// Errors are those of [Generate].
func Random(o Options) (*grid.Map, error) { return random.generate(o) }

func drawRandom(c *canvas, o Options) error {
	density := cmp.Or(o.Density, 250)
	c.fill(open)
	for i := range c.cells {
		if c.chance(density) {
			c.cells[i] = blocked
		}
	}
	return nil
}
