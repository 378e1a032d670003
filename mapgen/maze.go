package mapgen

import (
	"cmp"
	"fmt"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/internal/pyrand"
)

// Maze makes a perfect maze: corridors of the width Corridor between walls one
// cell thick, inside a wall, such that exactly one way leads from any place to
// any other. It is cut by a depth-first search that goes on in a random
// direction and steps back at dead ends, which makes for long winding
// corridors. Columns and rows left over at the right and bottom stay blocked.
// Errors are those of [Generate]; a map without space for one place is one.
func Maze(o Options) (*grid.Map, error) { return maze.generate(o) }

func drawMaze(c *canvas, o Options) error {
	corridor := cmp.Or(o.Corridor, 1)
	if c.width < corridor+2 || c.height < corridor+2 {
		return fmt.Errorf("%w: a maze of %d×%d with corridors of %d has no place; want at least %d×%d",
			ErrOptions, c.width, c.height, corridor, corridor+2, corridor+2)
	}
	pitch := corridor + 1
	columns, rows := (c.width-1)/pitch, (c.height-1)/pitch
	doors := spanningTree(columns, rows, c.random)
	c.fill(blocked)
	for place, exits := range doors {
		x, y := 1+place%columns*pitch, 1+place/columns*pitch
		c.set(x, y, x+corridor, y+corridor, open)
		if exits&east != 0 {
			c.set(x+corridor, y, x+pitch, y+corridor, open)
		}
		if exits&south != 0 {
			c.set(x, y+corridor, x+corridor, y+pitch, open)
		}
	}
	return nil
}

// Bits of a place in a grid of places: its connections east and south, and
// above them what [spanningTree] remembers while it works.
const (
	east = 1 << iota
	south
	visited
	fromShift = iota // two bits above: the direction in which a place was first entered
)

// spanningTree connects the places of a grid, columns×rows of them, such that
// exactly one way leads from any to any other, and returns their east and
// south bits row by row. It is a depth-first search from the first place that
// keeps the way back in the places themselves, so its depth costs no memory.
// It takes time and memory in proportion to the number of places.
func spanningTree(columns, rows int, random *pyrand.Rand) []uint8 {
	steps := [4]struct{ dx, dy int }{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} // E, W, S, N
	places := make([]uint8, columns*rows)
	places[0] = visited
	for x, y := 0, 0; ; {
		var ways [4]int
		n := 0
		for d, step := range steps {
			nx, ny := x+step.dx, y+step.dy
			if nx >= 0 && nx < columns && ny >= 0 && ny < rows && places[ny*columns+nx]&visited == 0 {
				ways[n] = d
				n++
			}
		}
		if n == 0 {
			if x == 0 && y == 0 {
				break
			}
			back := steps[places[y*columns+x]>>fromShift]
			x, y = x-back.dx, y-back.dy
			continue
		}
		d := ways[random.Choice(n)]
		nx, ny := x+steps[d].dx, y+steps[d].dy
		switch d {
		case 0:
			places[y*columns+x] |= east
		case 1:
			places[ny*columns+nx] |= east
		case 2:
			places[y*columns+x] |= south
		case 3:
			places[ny*columns+nx] |= south
		}
		places[ny*columns+nx] |= visited | uint8(d)<<fromShift
		x, y = nx, ny
	}
	return places
}
