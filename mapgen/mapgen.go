// Package mapgen generates maps from a seed: scattered walls, random
// obstacles, mazes and rooms. The same options make the same map on every
// machine; numbers come from the Mersenne Twister and are drawn as CPython
// draws them.
package mapgen

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/internal/pyrand"
)

// ErrOptions reports options that make no sense, alone or for a kind of map.
var ErrOptions = errors.New("mapgen: bad options")

// Kind describes a kind of map that [Generate] makes.
type Kind struct {
	Name        string
	Description string   // one line
	Options     []string // names of the options it takes besides width, height and seed
}

// generator is a kind of map and the function that draws it on an empty canvas.
type generator struct {
	Kind
	draw func(*canvas, Options) error
}

var (
	walls = generator{Kind{
		"walls", "straight wall segments with gaps, scattered on an open map",
		[]string{"walls", "wall-width", "wall-height", "gap"},
	}, drawWalls}
	random = generator{Kind{
		"random", "each cell blocked by chance, with a given density",
		[]string{"density"},
	}, drawRandom}
	maze = generator{Kind{
		"maze", "a perfect maze: exactly one way between any two places",
		[]string{"corridor"},
	}, drawMaze}
	rooms = generator{Kind{
		"rooms", "rooms of one size with random doors, every room connected",
		[]string{"room-width", "room-height", "doors"},
	}, drawRooms}

	generators = [...]*generator{&walls, &random, &maze, &rooms}
)

// Kinds returns every kind of map there is.
func Kinds() []Kind {
	list := make([]Kind, len(generators))
	for i, g := range generators {
		list[i] = g.Kind
		list[i].Options = slices.Clone(g.Options)
	}
	return list
}

// Generate makes a map of the kind with that name, see [Kinds]. Open cells
// have the symbol '.' and the weight 1, blocked ones the symbol '@'. The error
// wraps [ErrOptions], or [grid.ErrSize] where the size is at fault; then no
// memory was taken for the map. It takes time and memory in proportion to the
// map, and for walls also time in proportion to their number.
func Generate(kind string, o Options) (*grid.Map, error) {
	names := make([]string, len(generators))
	for i, g := range generators {
		if g.Name == kind {
			return g.generate(o)
		}
		names[i] = g.Name
	}
	return nil, fmt.Errorf("%w: %q is not a kind of map; want one of %s", ErrOptions, kind, strings.Join(names, ", "))
}

func (g *generator) generate(o Options) (*grid.Map, error) {
	if err := o.check(g.Kind); err != nil {
		return nil, err
	}
	c := &canvas{
		width:  cmp.Or(o.Width, defaultWidth),
		height: cmp.Or(o.Height, defaultHeight),
		random: pyrand.New(o.Seed),
	}
	if err := g.draw(c, o); err != nil {
		return nil, err
	}
	return grid.FromKinds(c.width, c.height, []grid.Kind{
		open:    {Symbol: '.'},
		blocked: {Symbol: '@', Blocked: true},
	}, c.cells)
}

// The kinds of cell of a canvas.
const (
	open uint8 = iota
	blocked
)

// canvas is a map that is being drawn. It has no cells before they are filled.
type canvas struct {
	width, height int
	cells         []uint8 // row by row
	random        *pyrand.Rand
}

// fill makes every cell the same.
func (c *canvas) fill(kind uint8) { c.cells = slices.Repeat([]uint8{kind}, c.width*c.height) }

// set makes the cells from (x0, y0) up to, but without, (x1, y1) the same.
func (c *canvas) set(x0, y0, x1, y1 int, kind uint8) {
	for y := y0; y < y1; y++ {
		row := c.cells[y*c.width:][x0:x1]
		for i := range row {
			row[i] = kind
		}
	}
}

// chance draws whether something happens that happens with the given share.
func (c *canvas) chance(share PerMille) bool { return c.random.Random() < float64(share)/1000 }
