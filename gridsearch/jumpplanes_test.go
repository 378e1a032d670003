package gridsearch

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
)

func randomPlane(r *rand.Rand, lines, across int) bitPlane {
	p := newBitPlane(lines, across)
	for i := range p.words {
		p.words[i] = r.Uint64()
	}
	p.trim()
	return p
}

func (p *bitPlane) bit(line, position int) bool {
	return p.words[line*p.length+position>>6]>>(position&63)&1 != 0
}

func TestPlanesTransposeAndTurn(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 7))
	for range 300 {
		lines, across := 1+r.IntN(150), 1+r.IntN(150)
		p := randomPlane(r, lines, across)
		turned := p.transposed()
		for line := range lines {
			for position := range across {
				if p.bit(line, position) != turned.bit(position, line) {
					t.Fatalf("%d×%d: bit %d of line %d is not bit %d of line %d when transposed", lines, across, position, line, line, position)
				}
			}
		}
		if across < lines {
			continue
		}
		for _, rising := range []bool{false, true} {
			length := (lines + 63) / 64
			words := make([]uint64, across*length)
			p.diagonals(rising, func(number, band int, bits uint64) {
				if words[number*length+band]&bits != 0 {
					t.Fatalf("%d×%d: two diagonals of number %d share a line", lines, across, number)
				}
				words[number*length+band] |= bits
			})
			for line := range lines {
				for position := range across {
					number := wrap(position-line, across)
					if rising {
						number = wrap(position+line, across)
					}
					if got := words[number*length+line>>6]>>(line&63)&1 != 0; got != p.bit(line, position) {
						t.Fatalf("%d×%d, rising %v: bit %d of line %d is wrong in diagonal %d", lines, across, rising, position, line, number)
					}
				}
			}
		}
	}
}

// naiveScan walks cell by cell from c in a straight direction and returns whether it
// ends at a cell that some arrangement of cells around it forces the scan to stop at.
func naiveScan(m *grid.Map, rule grid.Rule, c grid.Cell, d grid.Dir) bool {
	for {
		c = grid.Cell{X: c.X + d.DX(), Y: c.Y + d.DY()}
		if !m.Open(c) {
			return false
		}
		if mustStop(m, rule, c, d) {
			return true
		}
	}
}

// mustStop tells whether the cells around c leave moves uncovered that are not
// natural after arriving in direction d: it asks the block from which canonFor is
// derived.
func mustStop(m *grid.Map, rule grid.Rule, c grid.Cell, d grid.Dir) bool {
	var around uint8
	for e := grid.E; e <= grid.NW; e++ {
		if m.Open(grid.Cell{X: c.X + e.DX(), Y: c.Y + e.DY()}) {
			around |= 1 << e
		}
	}
	var b block
	b.place(around, rule)
	if b.masks[center]>>d.Opposite()&1 == 0 {
		return false // no such arrival
	}
	usual := uint8(1) << d
	switch {
	case d.Diagonal():
		usual = natural[d]
	case rule.Moves == grid.Moves4 && d.DX() == 0:
		usual |= 1<<grid.E | 1<<grid.W
	}
	return b.uncovered(d, rule, true)&^usual != 0
}

// The planes say exactly what looking at cells one by one says, for every rule, on
// maps that are wide, tall, narrow and around a word long.
func TestJumpPlanesAreThoseOfSingleCells(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	rules := []grid.Rule{{Moves: grid.Moves4}, {}, {Corners: grid.CornersOne}, {Corners: grid.CornersAlways}}
	maps := 64
	if testing.Short() {
		maps = 32
	}
	for i := range maps {
		width, height := 1+r.IntN(70), 1+r.IntN(70)
		switch i % 8 {
		case 0:
			width = 60 + r.IntN(8)
		case 1:
			width, height = 1, 1+r.IntN(140)
		case 2:
			width, height = 120+r.IntN(20), 1+r.IntN(3)
		}
		m := randomMap(t, r, width, height)
		rule := rules[i/8%4]
		p := newJumpPlanes(t.Context(), m, rule)
		for y := range int32(height) {
			for x := range int32(width) {
				c := grid.Cell{X: x, Y: y}
				if m.Open(c) {
					if why := wrongAt(m, rule, p, c); why != "" {
						t.Fatalf("%d×%d, %v, at %v: %s", width, height, rule, c, why)
					}
				}
			}
		}
	}
}

func randomMap(t *testing.T, r *rand.Rand, width, height int) *grid.Map {
	t.Helper()
	cells := make([]uint8, width*height)
	share := r.IntN(60)
	for i := range cells {
		if r.IntN(100) < share {
			cells[i] = 1
		}
	}
	m, err := grid.FromKinds(width, height, []grid.Kind{{Symbol: '.'}, {Symbol: '#', Blocked: true}}, cells)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// wrongAt says what the planes have wrong of an open cell, or "".
func wrongAt(m *grid.Map, rule grid.Rule, p *jumpPlanes, c grid.Cell) string {
	x, y := uint32(c.X+1), uint32(c.Y+1)
	row := p.rows[y*p.rowLength+x>>6]
	anyStop := false
	for d := grid.E; d <= grid.NW; d++ {
		if rule.Moves == grid.Moves4 && (d.Diagonal() || d.DX() == 0) {
			continue
		}
		anyStop = anyStop || mustStop(m, rule, c, d)
	}
	if got := row.jump>>(x&63)&1 != 0; got != anyStop {
		return fmt.Sprintf("is a jump point: %v", got)
	}
	straight := map[grid.Dir]bool{grid.E: row.east>>(x&63)&1 != 0, grid.W: row.west>>(x&63)&1 != 0}
	rays := []grid.Dir{grid.S, grid.N}
	if rule.Moves != grid.Moves4 {
		column := p.columns[x*p.columnLength+y>>6]
		straight[grid.S], straight[grid.N] = column.south>>(y&63)&1 != 0, column.north>>(y&63)&1 != 0
		rays = []grid.Dir{grid.SE, grid.NE, grid.SW, grid.NW}
	}
	for d, got := range straight {
		if want := mustStop(m, rule, c, d); got != want {
			return fmt.Sprintf("a scan %v stops: %v", d, got)
		}
	}
	for _, d := range rays {
		begin, at := p.rays[d].line(x, y)
		word := p.rays[d].words[begin+at>>6]
		before := grid.Cell{X: c.X - d.DX(), Y: c.Y - d.DY()}
		if !d.Diagonal() && !m.Open(before) {
			continue // no vertical ray comes from there
		}
		enters := m.Legal(before, c, rule)
		if got := word.wall>>(at&63)&1 == 0; got != enters {
			return fmt.Sprintf("a ray %v enters: %v", d, got)
		}
		sides := []grid.Dir{grid.E, grid.W}
		if d.Diagonal() {
			sides = []grid.Dir{grid.E, grid.S}
			if d.DX() < 0 {
				sides[0] = grid.W
			}
			if d.DY() < 0 {
				sides[1] = grid.N
			}
		}
		want := !enters || naiveScan(m, rule, c, sides[0]) || naiveScan(m, rule, c, sides[1]) || d.Diagonal() && mustStop(m, rule, c, d)
		if got := word.stop>>(at&63)&1 != 0; got != want {
			return fmt.Sprintf("a ray %v stops: %v", d, got)
		}
	}
	return ""
}
