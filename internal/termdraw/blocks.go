package termdraw

import (
	"fmt"

	"github.com/astrolabe-search/astrolabe/grid"
)

// role is what a block shows, by rising priority.
type role uint8

const (
	open role = iota
	expanded
	wall
	onPath
	goal
	start
)

// block is one dot of the drawing.
type block struct {
	role  role
	shade uint8 // of open ground and of expanded cells: 0 lightest, shades-1 heaviest
}

// shades is the number of steps in which weights are told apart. Four are
// what 256 fixed colors show as clearly different between pale and middling.
const shades = 4

// blocks is a map reduced to the dots of a drawing, row by row.
type blocks struct {
	width, height int
	dots          []block
}

// at returns the dot in column x of row y.
func (b *blocks) at(x, y int) block { return b.dots[y*b.width+x] }

// newBlocks reduces a picture to blocks of k×k cells.
func newBlocks(p Picture, k int) (*blocks, error) {
	m := p.Map
	marks, err := mark(p)
	if err != nil {
		return nil, err
	}
	heft := newHeft(m)
	b := &blocks{width: ceilDiv(m.Width(), k), height: ceilDiv(m.Height(), k)}
	b.dots = make([]block, 0, b.width*b.height)
	for y := 0; y < m.Height(); y += k {
		for x := 0; x < m.Width(); x += k {
			var n tally
			for cy := y; cy < min(y+k, m.Height()); cy++ {
				for cx := x; cx < min(x+k, m.Width()); cx++ {
					c := grid.Cell{X: int32(cx), Y: int32(cy)}
					n.add(m, c, marks[m.ID(c)], heft)
				}
			}
			b.dots = append(b.dots, n.block())
		}
	}
	return b, nil
}

// mark returns for every id the highest role that the picture gives it.
func mark(p Picture) ([]role, error) {
	marks := make([]role, p.Map.Len())
	set := func(what string, r role, cells ...grid.Cell) error {
		for _, c := range cells {
			if !p.Map.In(c) {
				return fmt.Errorf("termdraw: %s: cell %v lies outside the map of %d×%d", what, c, p.Map.Width(), p.Map.Height())
			}
			id := p.Map.ID(c)
			marks[id] = max(marks[id], r)
		}
		return nil
	}
	if err := set("expanded", expanded, p.Expanded...); err != nil {
		return nil, err
	}
	if err := set("path", onPath, p.Path...); err != nil {
		return nil, err
	}
	if p.Goal != nil {
		if err := set("goal", goal, *p.Goal); err != nil {
			return nil, err
		}
	}
	if p.Start != nil {
		if err := set("start", start, *p.Start); err != nil {
			return nil, err
		}
	}
	return marks, nil
}

// tally counts the cells of one block.
type tally struct {
	cells, open, expanded int
	weight                int // sum over open cells, each 0 to heaviest
	marked                role
}

func (n *tally) add(m *grid.Map, c grid.Cell, marked role, h heft) {
	n.cells++
	if marked > wall {
		n.marked = max(n.marked, marked)
	}
	if !m.Open(c) {
		return
	}
	n.open++
	n.weight += h.of(m.Weight(c))
	if marked != open {
		n.expanded++
	}
}

func (n *tally) block() block {
	switch {
	case n.marked != open:
		return block{role: n.marked}
	case 2*n.open <= n.cells:
		return block{role: wall}
	}
	// Only the lightest weight of the map gets shade 0.
	shade := uint8(ceilDiv(n.weight*(shades-1), heaviest*n.open))
	if 2*n.expanded >= n.open {
		return block{expanded, shade}
	}
	return block{open, shade}
}

// heaviest is the heft of a map's heaviest open cell.
const heaviest = 1 << 16

// heft maps the weights of a map's open cells to integers from 0 to heaviest,
// of which a block's worth can be added without overflow.
type heft struct{ least, most int64 } // in millionths

func newHeft(m *grid.Map) heft {
	h := heft{least: grid.MaxWeight.Millionths()}
	for y := range m.Height() {
		for x := range m.Width() {
			c := grid.Cell{X: int32(x), Y: int32(y)}
			if m.Open(c) {
				w := m.Weight(c).Millionths()
				h.least, h.most = min(h.least, w), max(h.most, w)
			}
		}
	}
	return h
}

func (h heft) of(w grid.Weight) int {
	if h.most <= h.least {
		return 0
	}
	return int(float64(w.Millionths()-h.least) / float64(h.most-h.least) * heaviest)
}
