package gridsearch

import (
	"context"
	"math/bits"

	"github.com/astrolabe-search/astrolabe/grid"
)

// jumpPlanes are what jump point search scans, shared by all finders of a map.
//
//   - Row y of the padded map is rows[y·rowLength:][:rowLength], likewise columns. A
//     straight scan takes one load for 64 cells: the bits at which it stops, blocked
//     cells and jump points alike, are kept ready for each of the four directions.
//   - A ray is a move that scans to both sides at each of its cells: a diagonal one, or
//     with four moves a vertical one. Its plane has a bit wherever one of those scans
//     ends at a jump point, so that a ray too takes one load for 64 cells and looks
//     to its sides only where there is something to be seen.
//
// All planes are computed 64 cells at a time, diagonals by transposing squares of
// 64×64 bits.
//
// Memory: 1 byte a cell for rows and columns, and 1 byte for the four diagonals or
// ½ byte for the two verticals; temporarily 2 bytes a cell more.
type jumpPlanes struct {
	rows         []rowWord
	columns      []columnWord // none with four moves
	rowLength    uint32
	columnLength uint32
	rays         [8]rayPlane // by direction
	jumpPoints   int
	cuts         bool // diagonal moves may pass blocked cells, so that jump points lie on diagonals too
}

// rowWord is 64 cells of a row; bit k of each plane stands for the k-th.
type rowWord struct {
	east  uint64 // where a scan going east stops: blocked cells and jump points
	west  uint64
	jump  uint64 // jump points of any direction
	first uint32 // number of the first jump point of the word
	_     uint32 // two words fill a cache line, so that none lies in two
}

// columnWord is 64 cells of a column.
type columnWord struct {
	south, north uint64 // where scans stop
	jump         uint64
	_            uint64 // as in rowWord
}

// rayWord is 64 cells of a ray's line.
type rayWord struct {
	stop uint64 // cells at which there is something to do, and walls
	wall uint64 // cells into which a move of the ray's direction does not lead
}

// rayPlane are the lines along which rays of one direction run.
type rayPlane struct {
	words        []rayWord
	length       uint32 // words of a line
	lineX, lineY int32  // the line of (x, y) has the number lineX·x + lineY·y, modulo across
	across       int32
	maskX, maskY uint32 // and in the line it has the position x&maskX | y&maskY
	up           bool   // the ray's positions increase
}

// numberOf returns the number of the jump point in column x of the word.
func (w *rowWord) numberOf(x uint32) uint32 {
	return w.first + uint32(bits.OnesCount64(w.jump&(1<<(x&63)-1)))
}

// line returns where in words the line through (x, y) begins, and the position in it.
func (p *rayPlane) line(x, y uint32) (begin, at uint32) {
	number := int32(x)*p.lineX + int32(y)*p.lineY
	if number < 0 {
		number += p.across
	}
	if number >= p.across {
		number -= p.across
	}
	return uint32(number) * p.length, x&p.maskX | y&p.maskY
}

// newJumpPlanes returns the planes of a map, or some of them if the context is done.
func newJumpPlanes(ctx context.Context, m *grid.Map, rule grid.Rule) *jumpPlanes {
	width, height := m.Width()+2, m.Height()+2
	open := newBitPlane(height, width)
	open.words, _ = m.OpenBits()
	p := &jumpPlanes{
		rowLength: uint32(open.length), columnLength: uint32(height+63) / 64,
		cuts: rule.Moves != grid.Moves4 && rule.Corners != grid.CornersNever,
	}
	if ctx.Err() != nil {
		return p
	}
	forced := forcedStops(open, rule)
	jump := newBitPlane(height, width)
	for _, plane := range forced {
		for i, bits := range plane.words {
			jump.words[i] |= bits
		}
	}
	if ctx.Err() != nil {
		return p
	}
	p.setRows(open, forced, jump)
	if rule.Moves == grid.Moves4 {
		p.setVerticals(open, forced)
		return p
	}
	if ctx.Err() == nil {
		p.setColumns(open, forced, jump)
	}
	p.setDiagonals(ctx, open, forced, rule)
	return p
}

// around are the open cells of the three rows about a word: west of each cell, in
// its column, and east of it.
type around struct{ west, here, east [3]uint64 }

// look returns the surroundings of word i of a plane. A line's border is blocked, so
// nothing is carried over from one line to the next.
func look(open bitPlane, i int) (a around) {
	for row := range 3 {
		j := i + (row-1)*open.length
		word := func(k int) uint64 {
			if k < 0 || k >= len(open.words) {
				return 0
			}
			return open.words[k]
		}
		a.here[row] = word(j)
		a.west[row] = a.here[row]<<1 | word(j-1)>>63
		a.east[row] = a.here[row]>>1 | word(j+1)<<63
	}
	return a
}

// forcedStops returns, for each direction, the open cells at which a move that
// arrives from there must be followed by one that is not natural: neither straight
// on nor, after a diagonal (with four moves a vertical) move, to one of its sides.
// The tests hold it against canonFor.
func forcedStops(open bitPlane, rule grid.Rule) (forced [8]bitPlane) {
	for d := range forced {
		forced[d] = newBitPlane(open.lines, open.across)
	}
	cutting := rule.Moves != grid.Moves4 && rule.Corners != grid.CornersNever
	const above, same, below = 0, 1, 2
	for i, here := range open.words {
		if here == 0 {
			continue
		}
		a := look(open, i)
		arrived := [4]uint64{
			grid.E: here & a.west[same], grid.W: here & a.east[same],
			grid.S: here & a.here[above], grid.N: here & a.here[below],
		}
		if !cutting {
			// A side opens up behind a wall.
			forced[grid.E].words[i] = arrived[grid.E] & (a.here[above]&^a.west[above] | a.here[below]&^a.west[below])
			forced[grid.W].words[i] = arrived[grid.W] & (a.here[above]&^a.east[above] | a.here[below]&^a.east[below])
			if rule.Moves != grid.Moves4 {
				forced[grid.S].words[i] = arrived[grid.S] & (a.west[same]&^a.west[above] | a.east[same]&^a.east[above])
				forced[grid.N].words[i] = arrived[grid.N] & (a.west[same]&^a.west[below] | a.east[same]&^a.east[below])
			}
			continue
		}
		// A diagonal beside a wall. Its other side may have to be open.
		diagonal := func(to, wall, side uint64) uint64 {
			if rule.Corners == grid.CornersOne {
				to &= side
			}
			return to &^ wall
		}
		northEast := diagonal(a.east[above], a.here[above], a.east[same])
		southEast := diagonal(a.east[below], a.here[below], a.east[same])
		northWest := diagonal(a.west[above], a.here[above], a.west[same])
		southWest := diagonal(a.west[below], a.here[below], a.west[same])
		eastSouth := diagonal(a.east[below], a.east[same], a.here[below])
		westSouth := diagonal(a.west[below], a.west[same], a.here[below])
		eastNorth := diagonal(a.east[above], a.east[same], a.here[above])
		westNorth := diagonal(a.west[above], a.west[same], a.here[above])
		forced[grid.E].words[i] = arrived[grid.E] & (northEast | southEast)
		forced[grid.W].words[i] = arrived[grid.W] & (northWest | southWest)
		forced[grid.S].words[i] = arrived[grid.S] & (eastSouth | westSouth)
		forced[grid.N].words[i] = arrived[grid.N] & (eastNorth | westNorth)
		forced[grid.SE].words[i] = entered(open, i, grid.SE, rule.Corners) & (northEast | westSouth)
		forced[grid.NE].words[i] = entered(open, i, grid.NE, rule.Corners) & (southEast | westNorth)
		forced[grid.SW].words[i] = entered(open, i, grid.SW, rule.Corners) & (northWest | eastSouth)
		forced[grid.NW].words[i] = entered(open, i, grid.NW, rule.Corners) & (southWest | eastNorth)
	}
	return forced
}

func (p *jumpPlanes) setRows(open bitPlane, forced [8]bitPlane, jump bitPlane) {
	p.rows = make([]rowWord, len(open.words))
	for i, here := range open.words {
		p.rows[i] = rowWord{
			east: ^here | forced[grid.E].words[i], west: ^here | forced[grid.W].words[i],
			jump: jump.words[i], first: uint32(p.jumpPoints),
		}
		p.jumpPoints += bits.OnesCount64(jump.words[i])
	}
}

func (p *jumpPlanes) setColumns(open bitPlane, forced [8]bitPlane, jump bitPlane) {
	open, jump = open.transposed(), jump.transposed()
	south, north := forced[grid.S].transposed(), forced[grid.N].transposed()
	p.columns = make([]columnWord, len(open.words))
	for i, here := range open.words {
		p.columns[i] = columnWord{south: ^here | south.words[i], north: ^here | north.words[i], jump: jump.words[i]}
	}
}

// seen returns the cells from which a scan in a straight direction, the cell itself
// not looked at, ends at a jump point.
func seen(open bitPlane, forced [8]bitPlane, d grid.Dir) bitPlane {
	ends := forced[d]
	s := newBitPlane(open.lines, open.across)
	words := func(line int) []uint64 { return s.words[line*s.length:][:s.length] }
	switch d {
	case grid.S:
		for line := open.lines - 2; line >= 0; line-- {
			for k, beyond := range words(line + 1) {
				i := (line+1)*s.length + k
				words(line)[k] = ends.words[i] | open.words[i]&beyond
			}
		}
	case grid.N:
		for line := 1; line < open.lines; line++ {
			for k, beyond := range words(line - 1) {
				i := (line-1)*s.length + k
				words(line)[k] = ends.words[i] | open.words[i]&beyond
			}
		}
	case grid.E:
		for line := range open.lines {
			carry := uint64(0)
			for k := s.length - 1; k >= 0; k-- {
				i := line*s.length + k
				end, through := ends.words[i]|carry<<63&open.words[i], open.words[i]
				for shift := 1; shift < 64; shift <<= 1 {
					end |= through & (end >> shift)
					through &= through >> shift
				}
				s.words[i] = end>>1 | carry<<63
				carry = end & 1
			}
		}
	case grid.W:
		for line := range open.lines {
			carry := uint64(0)
			for k := range s.length {
				i := line*s.length + k
				end, through := ends.words[i]|carry&open.words[i], open.words[i]
				for shift := 1; shift < 64; shift <<= 1 {
					end |= through & (end << shift)
					through &= through << shift
				}
				s.words[i] = end<<1 | carry
				carry = end >> 63
			}
		}
	}
	return s
}

// setVerticals makes the rays of four moves.
func (p *jumpPlanes) setVerticals(open bitPlane, forced [8]bitPlane) {
	stop := seen(open, forced, grid.E)
	for i, west := range seen(open, forced, grid.W).words {
		stop.words[i] |= west | ^open.words[i]
	}
	open, stop = open.transposed(), stop.transposed()
	words := make([]rayWord, len(open.words))
	for i := range words {
		words[i] = rayWord{stop: stop.words[i], wall: ^open.words[i]}
	}
	plane := rayPlane{words: words, length: uint32(open.length), lineX: 1, across: int32(open.lines), maskY: ^uint32(0)}
	p.rays[grid.N] = plane
	plane.up = true
	p.rays[grid.S] = plane
}

// setDiagonals makes the rays of eight moves.
func (p *jumpPlanes) setDiagonals(ctx context.Context, open bitPlane, forced [8]bitPlane, rule grid.Rule) {
	var side [4]bitPlane
	for d := grid.E; d <= grid.N; d++ {
		if ctx.Err() != nil {
			return
		}
		side[d] = seen(open, forced, d)
	}
	for d := grid.SE; d <= grid.NW; d++ {
		if ctx.Err() != nil {
			return
		}
		horizontal, vertical := grid.E, grid.S
		if d.DX() < 0 {
			horizontal = grid.W
		}
		if d.DY() < 0 {
			vertical = grid.N
		}
		stop, wall := newBitPlane(open.lines, open.across), newBitPlane(open.lines, open.across)
		for i := range wall.words {
			enter := entered(open, i, d, rule.Corners)
			wall.words[i] = ^enter
			stop.words[i] = ^enter | side[horizontal].words[i] | side[vertical].words[i] | forced[d].words[i]
		}
		stop.trim()
		wall.trim()
		p.rays[d] = diagonalRays(stop, wall, d)
	}
}

// entered returns the cells of a word into which a diagonal move leads.
func entered(open bitPlane, i int, d grid.Dir, corners grid.CornerRule) uint64 {
	here := open.words[i]
	if here == 0 {
		return 0
	}
	a := look(open, i)
	column := a.west // the column from which the move comes
	if d.DX() < 0 {
		column = a.east
	}
	row := 1 - int(d.DY())
	from, beside, behind := column[row], column[1], a.here[row]
	switch corners {
	case grid.CornersAlways:
		return here & from
	case grid.CornersOne:
		return here & from & (beside | behind)
	}
	return here & from & beside & behind
}

// diagonalRays lays a direction's planes out along its diagonals. A position in a
// diagonal is its row, or its column where the map has fewer columns than rows, so
// that the plane takes no more room than the map.
func diagonalRays(stop, wall bitPlane, d grid.Dir) rayPlane {
	byColumn := stop.lines > stop.across
	rising := d.DX() != d.DY()
	p := rayPlane{lineX: 1, lineY: -1, maskY: ^uint32(0), up: d.DY() > 0}
	if byColumn {
		stop, wall = stop.transposed(), wall.transposed()
		p.lineX, p.lineY = -1, 1
		p.maskX, p.maskY = p.maskY, 0
		p.up = d.DX() > 0
	}
	if rising {
		p.lineX, p.lineY = 1, 1
	}
	p.across = int32(stop.across)
	length := (stop.lines + 63) / 64
	p.length = uint32(length)
	p.words = make([]rayWord, stop.across*length)
	stop.diagonals(rising, func(number, band int, bits uint64) { p.words[number*length+band].stop |= bits })
	wall.diagonals(rising, func(number, band int, bits uint64) { p.words[number*length+band].wall |= bits })
	return p
}
