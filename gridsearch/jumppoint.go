package gridsearch

import (
	"math"
	"math/bits"
	"slices"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
)

// jumpPoint is jump point search for eight moves that never cut a corner, and for
// four moves: A* in canonical order that does not stop at every cell, but scans ahead
// for the next one where a move opens up that no other path covers.
//
// Memory layout:
//
//   - Rows and columns are bit planes, 64 cells a word (see rowWord). A scan takes
//     one load per 64 cells: the bits at which it stops, blocked cells and jump
//     points alike, are kept ready for each of the four directions.
//   - A diagonal step is legal if the 2×2 cells it crosses are open; one bit per
//     cell says so for the square of which it is the top left corner, in the
//     same word that the scan of that row needs.
//   - Only jump points have nodes. A jump point's number is the count of jump points
//     before its word plus the count of those before it in the word, so nodes lie
//     densely and a search's working set stays in the cache.
//   - OPEN is an array of stacks by f, linked through one pool; a jump can raise f
//     by more than a ring would hold.
//
// From a jump point a diagonal move scans both straight directions at each of its
// cells and puts nothing else on OPEN. Where it leads f far beyond the least on OPEN it
// is suspended and takes its turn later, so that rays which head away from the goal
// are not followed to the wall.
//
// The goal counts as soon as a scan passes it; the search ends when the least f on
// OPEN reaches the cost of the best path. Sources: D. Harabor, A. Grastien, "Online
// graph pruning for pathfinding on grid maps", 2011, and "Improving jump point
// search", 2014 (bit-parallel scans; intermediate points pruned).
//
// Memory: 1.5 bytes a cell for the planes, 16 bytes a jump point, and what OPEN
// held at its largest.
type jumpPoint struct {
	*gridTables
	*jumpPlanes
	moves  *canonTable
	nodes  []jumpNode
	number uint16 // of the current search
	heads  []uint32
	pool   []jumpEntry
	rays   []ray
	last   int // the last stack in use
	left   int

	toX, toY uint32
	baseF    uint32 // f of the first stack
	rayLimit uint32 // the f at which a ray is suspended
	best     uint32
	parent   uint32 // of the goal, at a cost of best
	tooFar   bool
	stats    Stats
	followed int // moves followed from what was expanded,
	rayCells int // and cells at which diagonal ones scanned both ways
}

// jumpNode is a jump point: where it is and how it may be left, and what the
// search that has the number knows of it.
type jumpNode struct {
	position uint32
	g        uint32
	parent   uint32 // position
	number   uint16
	mask     uint8 // legal moves
	arrival  uint8 // direction, and jumpClosed once it was expanded
}

const jumpClosed = 1 << 7

// jumpEntry is an element of a stack: the number of a jump point, or with its top
// bit set that of a suspended ray.
type jumpEntry struct{ what, next uint32 }

const isRay = 1 << 31

// ray is a diagonal move that was suspended, or the start.
type ray struct {
	position, g, parent uint32
	dir                 uint8
}

// rayStacks is how many stacks (each 2¹⁴/33461 ≈ 0.49 long) a ray may lead f beyond
// the least on OPEN before it is suspended. On the benchmark maps 16 suspends too
// often in mazes and no bound at all follows rays too far in open country; between 64
// and 256 there is little difference.
const rayStacks = 64

// maxJumpSide bounds the width and height of a map for which f cannot wrap around
// in 32 bits: f before a jump is at most smallLimit < 1.6·10⁹, and a jump and the
// distance after it add less than 16384·(33461 + 47321) < 1.33·10⁹.
const maxJumpSide = 16382

// rowWord is 64 cells of a row; bit k of each plane stands for the k-th.
type rowWord struct {
	open  uint64
	east  uint64 // where a scan going east stops: blocked cells and jump points
	west  uint64
	block uint64   // the cell, its neighbors E and S and the one SE are all open
	jump  uint64   // jump points of any direction
	first uint32   // number of the first jump point of the word
	_     [20]byte // fills a cache line, so that no word lies in two
}

// columnWord is 64 cells of a column.
type columnWord struct {
	open, south, north uint64
	_                  uint64 // as in rowWord
}

// jumpPlanes are the bit planes of a map, shared by all finders of it. Row y of the
// padded map is rows[y·rowLength:][:rowLength], likewise columns. A last word of
// blocked cells ends every scan.
type jumpPlanes struct {
	rows         []rowWord
	columns      []columnWord
	rowLength    uint32
	columnLength uint32
	jumpPoints   int
}

func newJumpPlanes(m *grid.Map) *jumpPlanes {
	width, height := m.Width()+2, m.Height()+2
	p := &jumpPlanes{rowLength: uint32(width+63) / 64, columnLength: uint32(height+63) / 64}
	p.rows = make([]rowWord, int(p.rowLength)*height)
	p.columns = make([]columnWord, int(p.columnLength)*width)
	for y := 1; y < height-1; y++ {
		for x := 1; x < width-1; x++ {
			if m.OpenID(grid.ID(y*width + x)) {
				p.rows[y*int(p.rowLength)+x>>6].open |= 1 << (x & 63)
				p.columns[x*int(p.columnLength)+y>>6].open |= 1 << (y & 63)
			}
		}
	}
	for i := range p.rows {
		p.rows[i].stops(p.neighborhood(i))
		p.rows[i].first = uint32(p.jumpPoints)
		p.jumpPoints += bits.OnesCount64(p.rows[i].jump)
	}
	length := int(p.columnLength)
	for i := range p.columns {
		c := &p.columns[i]
		c.south, c.north = ^c.open, ^c.open
		if i < length || i >= len(p.columns)-length {
			continue
		}
		for _, beside := range []int{i - length, i + length} {
			side := p.columns[beside].open
			c.south |= c.open & side &^ (side<<1 | p.columnOpen(beside-1)>>63)
			c.north |= c.open & side &^ (side>>1 | p.columnOpen(beside+1)<<63)
		}
	}
	return p
}

// columnOpen returns the open cells of a word, none outside the planes. The word
// before a column is the end of the one before, which is border.
func (p *jumpPlanes) columnOpen(i int) uint64 {
	if i < 0 || i >= len(p.columns) {
		return 0
	}
	return p.columns[i].open
}

// neighborhood returns the open cells of the 3×3 words around word i: rows above,
// the same, below; words before, the same, after.
func (p *jumpPlanes) neighborhood(i int) [3][3]uint64 {
	var open [3][3]uint64
	for dy := range 3 {
		for dx := range 3 {
			if j := i + (dy-1)*int(p.rowLength) + dx - 1; j >= 0 && j < len(p.rows) {
				open[dy][dx] = p.rows[j].open
			}
		}
	}
	return open
}

// stops fills in the planes of a word from the open cells around it. The words at
// the ends of a row are followed by border cells, so a carry from the neighboring
// row's word is always 0.
func (w *rowWord) stops(open [3][3]uint64) {
	var before, after [3]uint64 // bit k: the cell west (east) of the k-th, by row
	for dy := range 3 {
		before[dy] = open[dy][1]<<1 | open[dy][0]>>63
		after[dy] = open[dy][1]>>1 | open[dy][2]<<63
	}
	above, here, below := open[0][1], open[1][1], open[2][1]
	// A side opens up behind a wall: open beside the cell, blocked one step back.
	east := here & (above&^before[0] | below&^before[2])
	west := here & (above&^after[0] | below&^after[2])
	south := here & (before[1]&^before[0] | after[1]&^after[0])
	north := here & (before[1]&^before[2] | after[1]&^after[2])
	w.east, w.west = ^here|east, ^here|west
	w.block = here & after[1] & below & after[2]
	w.jump = east | west | south | north
}

func newJumpPoint(t *gridTables, p *jumpPlanes) *jumpPoint {
	s := &jumpPoint{
		gridTables: t, jumpPlanes: p, moves: canonFor(t.rule),
		nodes: make([]jumpNode, p.jumpPoints), pool: make([]jumpEntry, 1, 256), heads: make([]uint32, 256),
	}
	for i := range p.rows {
		n := p.rows[i].first
		y, x := uint32(i)/p.rowLength, uint32(i)%p.rowLength<<6
		for jump := p.rows[i].jump; jump != 0; jump &= jump - 1 {
			at := x + uint32(bits.TrailingZeros64(jump))
			s.nodes[n] = jumpNode{position: y<<16 | at, mask: t.masks[y*t.stride+at]}
			n++
		}
	}
	return s
}

// numberOf returns the number of the jump point in column x of the word.
func (w *rowWord) numberOf(x uint32) uint32 {
	return w.first + uint32(bits.OnesCount64(w.jump&(1<<(x&63)-1)))
}

// search finds the least cost between two positions on the map.
func (s *jumpPoint) search(from, to uint32) (best uint32, how outcome) {
	if s.number++; s.number == 0 {
		for i := range s.nodes {
			s.nodes[i].number = 0
		}
		s.number = 1
	}
	clear(s.heads[:s.last+1])
	s.pool, s.rays = s.pool[:1], s.rays[:0] // entry 0 stands for the end of a stack
	s.last, s.left = 0, 0
	s.stats, s.followed, s.rayCells = Stats{}, 0, 0
	s.best, s.parent, s.tooFar = math.MaxUint32, from, false
	s.toX, s.toY = to&0xffff, to>>16
	if from == to {
		return 0, outcomeFound
	}
	s.baseF = s.h(from&0xffff, from>>16)
	if s.baseF > smallLimit {
		return 0, outcomeTooFar
	}
	s.suspend(ray{from, 0, from, noDir}, s.baseF)
	for current := 0; s.left > 0; {
		top := s.heads[current]
		if top == 0 {
			current++
			if s.baseF+uint32(current)<<bucketShift >= s.best {
				break
			}
			continue
		}
		e := s.pool[top]
		s.heads[current] = e.next
		s.left--
		s.rayLimit = min(s.baseF+uint32(current+rayStacks)<<bucketShift, s.best-1)
		s.expand(e.what)
	}
	switch {
	case s.tooFar && s.best > smallLimit:
		return 0, outcomeTooFar
	case s.best == math.MaxUint32:
		return 0, outcomeNoPath
	}
	return s.best, outcomeFound
}

func (s *jumpPoint) h(x, y uint32) uint32 { return s.distance(int32(s.toX-x), int32(s.toY-y)) }

// expand follows the moves from an element of OPEN.
func (s *jumpPoint) expand(what uint32) {
	var g, position, parent uint32 // parent is what successors point to
	var moves uint8
	if what&isRay != 0 {
		r := &s.rays[what&^isRay]
		g, position, parent = r.g, r.position, r.parent
		moves = s.moves[r.dir&15][s.masks[position>>16*s.stride+position&0xffff]]
	} else {
		n := &s.nodes[what]
		if n.arrival&jumpClosed != 0 {
			return
		}
		g, position, parent = n.g, n.position, n.position
		moves = s.moves[n.arrival&15][n.mask]
		n.arrival |= jumpClosed
	}
	x, y := position&0xffff, position>>16
	if g+s.h(x, y) >= s.best {
		return
	}
	s.stats.Expanded++
	s.followed += bits.OnesCount8(moves)
	if moves&(1<<grid.E) != 0 {
		s.east(x, y, g, parent)
	}
	if moves&(1<<grid.W) != 0 {
		s.west(x, y, g, parent)
	}
	if s.straight {
		for d := uint8(grid.S); d <= uint8(grid.N); d++ {
			if moves>>d&1 != 0 {
				s.vertical(x, y, g, parent, d)
			}
		}
		return
	}
	if moves&(1<<grid.S) != 0 {
		s.south(x, y, g, parent)
	}
	if moves&(1<<grid.N) != 0 {
		s.north(x, y, g, parent)
	}
	for d := uint8(grid.SE); d <= uint8(grid.NW); d++ {
		if moves>>d&1 != 0 {
			s.diagonal(x, y, g, parent, d)
		}
	}
}

// push puts something on OPEN.
func (s *jumpPoint) push(f, what uint32) {
	if f > smallLimit {
		s.tooFar = true
		return
	}
	stack := int((f - s.baseF) >> bucketShift)
	for stack >= len(s.heads) {
		s.heads = append(s.heads, make([]uint32, len(s.heads))...)
	}
	s.pool = append(s.pool, jumpEntry{what, s.heads[stack]})
	s.heads[stack] = uint32(len(s.pool) - 1)
	s.last = max(s.last, stack)
	s.left++
}

func (s *jumpPoint) suspend(r ray, f uint32) {
	s.rays = append(s.rays, r)
	s.push(f, isRay|uint32(len(s.rays)-1))
}

// reach puts a jump point on OPEN if this is the cheapest way to it so far.
func (s *jumpPoint) reach(w *rowWord, x, y, g, parent uint32, d grid.Dir) {
	number := w.numberOf(x)
	n := &s.nodes[number]
	if n.number == s.number && n.g <= g {
		return
	}
	f := g + s.h(x, y)
	if f >= s.best {
		return
	}
	n.g, n.parent, n.number, n.arrival = g, parent, s.number, uint8(d)
	s.stats.Generated++
	s.push(f, number)
}

// arrive notes a path to the goal.
func (s *jumpPoint) arrive(g, parent uint32) {
	s.stats.Generated++
	if g < s.best {
		s.best, s.parent = g, parent
	}
}

// east scans from (x, y) for the next jump point, or the goal.
func (s *jumpPoint) east(x, y, g, parent uint32) {
	i := y*s.rowLength + (x+1)>>6
	w := &s.rows[i]
	stops := w.east &^ (1<<((x+1)&63) - 1)
	for stops == 0 {
		i++
		w = &s.rows[i]
		stops = w.east
	}
	k := uint32(bits.TrailingZeros64(stops)) & 63
	stop := (i-y*s.rowLength)<<6 + k
	open := w.open>>k&1 != 0
	if y == s.toY && s.toX > x && (s.toX < stop || s.toX == stop && open) {
		s.arrive(g+(s.toX-x)*root2.SmallQ, parent)
	} else if open {
		s.reach(w, stop, y, g+(stop-x)*root2.SmallQ, parent, grid.E)
	}
}

func (s *jumpPoint) west(x, y, g, parent uint32) {
	i := y*s.rowLength + (x-1)>>6
	w := &s.rows[i]
	beyond := 63 - (x-1)&63
	stops := w.west << beyond >> beyond
	for stops == 0 {
		i--
		w = &s.rows[i]
		stops = w.west
	}
	k := uint32(63-bits.LeadingZeros64(stops)) & 63
	stop := (i-y*s.rowLength)<<6 + k
	open := w.open>>k&1 != 0
	if y == s.toY && s.toX < x && (s.toX > stop || s.toX == stop && open) {
		s.arrive(g+(x-s.toX)*root2.SmallQ, parent)
	} else if open {
		s.reach(w, stop, y, g+(x-stop)*root2.SmallQ, parent, grid.W)
	}
}

func (s *jumpPoint) south(x, y, g, parent uint32) {
	i := x*s.columnLength + (y+1)>>6
	c := &s.columns[i]
	stops := c.south &^ (1<<((y+1)&63) - 1)
	for stops == 0 {
		i++
		c = &s.columns[i]
		stops = c.south
	}
	k := uint32(bits.TrailingZeros64(stops)) & 63
	stop := (i-x*s.columnLength)<<6 + k
	open := c.open>>k&1 != 0
	if x == s.toX && s.toY > y && (s.toY < stop || s.toY == stop && open) {
		s.arrive(g+(s.toY-y)*root2.SmallQ, parent)
	} else if open {
		s.reach(&s.rows[stop*s.rowLength+x>>6], x, stop, g+(stop-y)*root2.SmallQ, parent, grid.S)
	}
}

func (s *jumpPoint) north(x, y, g, parent uint32) {
	i := x*s.columnLength + (y-1)>>6
	c := &s.columns[i]
	beyond := 63 - (y-1)&63
	stops := c.north << beyond >> beyond
	for stops == 0 {
		i--
		c = &s.columns[i]
		stops = c.north
	}
	k := uint32(63-bits.LeadingZeros64(stops)) & 63
	stop := (i-x*s.columnLength)<<6 + k
	open := c.open>>k&1 != 0
	if x == s.toX && s.toY < y && (s.toY > stop || s.toY == stop && open) {
		s.arrive(g+(y-s.toY)*root2.SmallQ, parent)
	} else if open {
		s.reach(&s.rows[stop*s.rowLength+x>>6], x, stop, g+(y-stop)*root2.SmallQ, parent, grid.N)
	}
}

// diagonal follows a diagonal move from (x, y) and scans its two straight
// directions at each cell on the way.
//
// While both coordinates of the goal lie ahead, f stays as it is and needs no look;
// the goal can only be at the end of that part. Scans that end at a wall within
// the first word are done on the spot.
func (s *jumpPoint) diagonal(x, y, g, parent uint32, d uint8) {
	dx, dy := uint32(grid.Dir(d).DX()), uint32(grid.Dir(d).DY()) // −1 wraps around
	// The square that a step crosses has its top left corner here, or one cell
	// further west, or north.
	cornerX, cornerY := uint32(int32(dx)>>31), uint32(int32(dy)>>31)
	rowStep, columnStep := dy*s.rowLength, dx*s.columnLength
	row, column := y*s.rowLength, x*s.columnLength
	squareRow := row + cornerY*s.rowLength
	rows, columns := s.rows, s.columns
	ahead := min(int32((s.toX-x)*dx), int32((s.toY-y)*dy))
	for {
		squareX := x + cornerX
		if rows[squareRow+squareX>>6].block>>(squareX&63)&1 == 0 {
			return
		}
		x, y, g = x+dx, y+dy, g+root2.SmallP
		row, column, squareRow = row+rowStep, column+columnStep, squareRow+rowStep
		if ahead--; ahead <= 0 {
			f := g + s.h(x, y)
			if f > s.rayLimit {
				if f < s.best {
					s.suspend(ray{y<<16 | x, g, parent, d}, f)
				}
				return
			}
			if x == s.toX && y == s.toY {
				s.arrive(g, parent)
				return
			}
		}
		s.rayCells++
		w := &rows[row+x>>6]
		if dx == 1 {
			stops := w.east &^ (2<<(x&63) - 1)
			if stops == 0 || stops&-stops&w.open != 0 || y == s.toY {
				s.east(x, y, g, parent)
			}
		} else {
			stops := w.west & (1<<(x&63) - 1)
			if stops == 0 || w.open>>(63-bits.LeadingZeros64(stops)&63)&1 != 0 || y == s.toY {
				s.west(x, y, g, parent)
			}
		}
		c := &columns[column+y>>6]
		if dy == 1 {
			stops := c.south &^ (2<<(y&63) - 1)
			if stops == 0 || stops&-stops&c.open != 0 || x == s.toX {
				s.south(x, y, g, parent)
			}
		} else {
			stops := c.north & (1<<(y&63) - 1)
			if stops == 0 || c.open>>(63-bits.LeadingZeros64(stops)&63)&1 != 0 || x == s.toX {
				s.north(x, y, g, parent)
			}
		}
	}
}

// vertical is to four moves what diagonal is to eight: it follows a vertical move
// from (x, y) and scans both horizontal directions at each cell on the way.
func (s *jumpPoint) vertical(x, y, g, parent uint32, d uint8) {
	dy := uint32(grid.Dir(d).DY())
	row, rowStep := y*s.rowLength, dy*s.rowLength
	rows, word, bit := s.rows, x>>6, x&63
	ahead := int32((s.toY - y) * dy)
	for {
		y, g = y+dy, g+root2.SmallQ
		row += rowStep
		w := &rows[row+word]
		if w.open>>bit&1 == 0 {
			return
		}
		if ahead--; ahead <= 0 {
			f := g + s.h(x, y)
			if f > s.rayLimit {
				if f < s.best {
					s.suspend(ray{y<<16 | x, g, parent, d}, f)
				}
				return
			}
			if x == s.toX && y == s.toY {
				s.arrive(g, parent)
				return
			}
		}
		s.rayCells++
		stops := w.east &^ (2<<bit - 1)
		if stops == 0 || stops&-stops&w.open != 0 || y == s.toY {
			s.east(x, y, g, parent)
		}
		stops = w.west & (1<<bit - 1)
		if stops == 0 || w.open>>(63-bits.LeadingZeros64(stops)&63)&1 != 0 || y == s.toY {
			s.west(x, y, g, parent)
		}
	}
}

// appendTurns appends the turning points of the last search's path. From each jump
// point the way to the next is diagonal first, then straight; with four moves
// vertical first, then horizontal.
func (s *jumpPoint) appendTurns(path []grid.Cell, from, to uint32) []grid.Cell {
	first := len(path)
	for position, parent := to, s.parent; ; {
		path = append(path, cellAt(position))
		if position == from {
			break
		}
		if bend := s.bend(parent, position); bend != position && bend != parent {
			path = append(path, cellAt(bend))
		}
		position = parent
		if position != from {
			x := position & 0xffff
			parent = s.nodes[s.rows[position>>16*s.rowLength+x>>6].numberOf(x)].parent
		}
	}
	slices.Reverse(path[first:])
	return path
}

// bend returns where the way from one jump point to the next changes direction.
func (s *jumpPoint) bend(from, to uint32) uint32 {
	if s.straight {
		return to&^0xffff | from&0xffff
	}
	dx, dy := int32(to&0xffff)-int32(from&0xffff), int32(to>>16)-int32(from>>16)
	steps := min(max(dx, -dx), max(dy, -dy))
	x := int32(from&0xffff) + min(max(dx, -steps), steps)
	y := int32(from>>16) + min(max(dy, -steps), steps)
	return uint32(y)<<16 | uint32(x)
}

func cellAt(position uint32) grid.Cell {
	return grid.Cell{X: int32(position&0xffff) - 1, Y: int32(position>>16) - 1}
}
