package gridsearch

import (
	"context"
	"math"
	"math/bits"
	"slices"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
)

// jumpPoint is jump point search, for every rule of moves: A* in canonical order that
// does not stop at every cell, but scans ahead for the next one where a move opens up
// that no other path covers.
//
// Memory layout:
//
//   - The map is bit planes (see jumpPlanes). A straight move, and a diagonal one with
//     the scans to its sides, takes one load for 64 cells.
//   - Only jump points have nodes. A jump point's number is the count of jump points
//     before its word plus the count of those before it in the word, so nodes lie
//     densely and a search's working set stays in the cache.
//   - OPEN is an array of stacks by f, linked through one pool; a jump can raise f
//     by more than a ring would hold.
//
// From a jump point a diagonal move looks to its sides wherever a jump point can be
// seen and puts nothing else on OPEN. Where it leads f far beyond the least on OPEN it
// is suspended and takes its turn later, so that what lies away from the goal is
// not looked at too early.
//
// Where corners may be cut, a diagonal move can itself end at a jump point.
//
// The goal counts as soon as a scan passes it; the search ends when the least f on
// OPEN reaches the cost of the best path. Sources: D. Harabor, A. Grastien, "Online
// graph pruning for pathfinding on grid maps", 2011, and "Improving jump point
// search", 2014 (bit-parallel scans; intermediate points pruned).
//
// Memory: 2 bytes a cell for the planes, 16 bytes a jump point, and what OPEN
// held at its largest.
type jumpPoint struct {
	*gridTables
	*jumpPlanes
	moves   *canonTable
	nodes   []jumpNode
	number  uint16 // of the current search
	heads   []uint32
	pool    []jumpEntry
	waiting []ray
	last    int // the last stack in use
	left    int

	toX, toY uint32
	baseF    uint32 // f of the first stack
	rayLimit uint32 // the f at which a ray is suspended
	best     uint32
	parent   uint32 // of the goal, at a cost of best
	tooFar   bool
	stats    Stats
	followed int // moves followed from what was expanded,
	sides    int // and cells of rays at which both sides were scanned
	meter
	sidesPause int    // the count of sides at which to look at the limits next
	near       uint32 // of what was expanded, what is nearest to the goal
	nearH      uint32
	nearG      uint32
	cutF       uint32 // f of the state in whose expansion a limit was reached
	lowerBound root2.Length
	watcher    *Watcher
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

func newJumpPoint(ctx context.Context, t *gridTables, p *jumpPlanes) *jumpPoint {
	s := &jumpPoint{
		gridTables: t, jumpPlanes: p, moves: canonFor(t.rule),
		nodes: make([]jumpNode, p.jumpPoints), pool: make([]jumpEntry, 1, 256), heads: make([]uint32, 256),
	}
	for i := range p.rows {
		if i&(1<<12-1) == 0 && ctx.Err() != nil {
			break
		}
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

// search finds the least cost between two positions on the map. It returns
// outcomeTooFar and outcomeLimit as bucketAStar does.
func (s *jumpPoint) search(from, to uint32) (best uint32, how outcome) {
	if s.number++; s.number == 0 {
		for i := range s.nodes {
			s.nodes[i].number = 0
		}
		s.number = 1
	}
	clear(s.heads[:s.last+1])
	s.pool, s.waiting = s.pool[:1], s.waiting[:0] // entry 0 stands for the end of a stack
	s.last, s.left = 0, 0
	s.stats, s.followed, s.sides = Stats{}, 0, 0
	s.best, s.parent, s.tooFar = math.MaxUint32, from, false
	s.toX, s.toY = to&0xffff, to>>16
	if from == to {
		return 0, outcomeFound
	}
	s.baseF = s.h(from&0xffff, from>>16)
	if s.baseF > smallLimit {
		return 0, outcomeTooFar
	}
	s.near, s.nearH, s.nearG = isRay, s.baseF, 0 // the start
	s.sidesPause, s.cutF = 0, math.MaxUint32
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
		if s.stats.Expanded == s.pause && s.mustStop(e.what) {
			s.lowerBound = root2.Small(min(s.leastOpen(current), s.best)).Length()
			return s.best, outcomeLimit
		}
		s.heads[current] = e.next
		s.left--
		s.rayLimit = min(s.baseF+uint32(current+rayStacks)<<bucketShift, s.best-1)
		if !s.expand(e.what) {
			s.lowerBound = root2.Small(min(s.leastOpen(current), s.cutF, s.best)).Length()
			return s.best, outcomeLimit
		}
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

// mustStop is what it is for bucketAStar.
func (s *jumpPoint) mustStop(what uint32) bool {
	return s.fOf(what) < s.best && s.spent(s.stats.Expanded)
}

// fOf returns the f of an element of OPEN, or the greatest of all if it is stale.
func (s *jumpPoint) fOf(what uint32) uint32 {
	if what&isRay == 0 && s.nodes[what].arrival&jumpClosed != 0 {
		return math.MaxUint32
	}
	position, g := s.place(what)
	return g + s.h(position&0xffff, position>>16)
}

// place returns the position and g of an element of OPEN.
func (s *jumpPoint) place(what uint32) (position, g uint32) {
	if what&isRay != 0 {
		r := &s.waiting[what&^isRay]
		return r.position, r.g
	}
	return s.nodes[what].position, s.nodes[what].g
}

// nearest returns what was expanded nearest to the goal.
func (s *jumpPoint) nearest() nearest {
	position, _ := s.place(s.near)
	return nearest{position, s.parentOf(s.near)}
}

// leastOpen is what it is for bucketAStar.
func (s *jumpPoint) leastOpen(current int) uint32 {
	looked := 0
	for ; current <= s.last; current++ {
		least := uint32(math.MaxUint32)
		for k := s.heads[current]; k != 0; k = s.pool[k].next {
			if looked++; looked > scanLimit {
				return max(s.baseF, wholeSteps(s.baseF+uint32(current)<<bucketShift))
			}
			least = min(least, s.fOf(s.pool[k].what))
		}
		if least != math.MaxUint32 {
			return least
		}
	}
	return math.MaxUint32
}

// expand follows the moves from an element of OPEN. It returns false if a limit was
// reached before they were all followed; cutF then bounds what they might have led to.
func (s *jumpPoint) expand(what uint32) bool {
	var g, position, parent uint32 // parent is what successors point to
	var moves uint8
	if what&isRay != 0 {
		r := &s.waiting[what&^isRay]
		g, position, parent = r.g, r.position, r.parent
		moves = s.moves[r.dir&15][s.masks[position>>16*s.stride+position&0xffff]]
	} else {
		n := &s.nodes[what]
		if n.arrival&jumpClosed != 0 {
			return true
		}
		g, position, parent = n.g, n.position, n.position
		moves = s.moves[n.arrival&15][n.mask]
		n.arrival |= jumpClosed
	}
	x, y := position&0xffff, position>>16
	h := s.h(x, y)
	if g+h >= s.best {
		return true
	}
	if h <= s.nearH && (h < s.nearH || g < s.nearG) {
		s.near, s.nearH, s.nearG = what, h, g
	}
	s.stats.Expanded++
	if s.watcher != nil {
		s.tell(s.watcher.Expand, position, s.parentOf(what), g)
	}
	s.followed += bits.OnesCount8(moves)
	if moves&(1<<grid.E) != 0 {
		s.east(x, y, g, parent)
	}
	if moves&(1<<grid.W) != 0 {
		s.west(x, y, g, parent)
	}
	if s.straight {
		moves = moves >> grid.S << grid.S
	} else {
		if moves&(1<<grid.S) != 0 {
			s.south(x, y, g, parent)
		}
		if moves&(1<<grid.N) != 0 {
			s.north(x, y, g, parent)
		}
		moves = moves >> grid.SE << grid.SE
	}
	for ; moves != 0; moves &= moves - 1 {
		if s.sides >= s.sidesPause && s.scannedEnough() {
			s.cutF = g + s.h(x, y)
			return false
		}
		s.cast(x, y, g, parent, uint8(bits.TrailingZeros8(moves)))
	}
	return true
}

// scannedEnough tells whether a limit is reached within an expansion.
func (s *jumpPoint) scannedEnough() bool {
	s.sidesPause = math.MaxInt
	if s.interval == math.MaxInt {
		return false
	}
	s.sidesPause = s.sides + s.interval
	return s.stopped()
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
	if s.watcher != nil {
		s.tell(s.watcher.Generate, r.position, r.parent, r.g)
	}
	s.waiting = append(s.waiting, r)
	s.push(f, isRay|uint32(len(s.waiting)-1))
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
	if s.watcher != nil {
		s.tell(s.watcher.Generate, y<<16|x, parent, g)
	}
	s.push(f, number)
}

// arrive notes a path to the goal.
func (s *jumpPoint) arrive(g, parent uint32) {
	s.stats.Generated++
	if g < s.best {
		s.best, s.parent = g, parent
		if s.watcher != nil {
			s.tell(s.watcher.Goal, s.toY<<16|s.toX, parent, g)
		}
	}
}

// tell tells the watcher of a state.
func (s *jumpPoint) tell(to func(Event), position, parent, g uint32) {
	h := s.h(position&0xffff, position>>16)
	tell(to, event(s.stats, position, parent, root2.Small(g).Length(), root2.Small(h).Length()))
}

// parentOf returns the parent of an element of OPEN.
func (s *jumpPoint) parentOf(what uint32) uint32 {
	if what&isRay != 0 {
		return s.waiting[what&^isRay].parent
	}
	return s.nodes[what].parent
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
	jump := w.jump>>k&1 != 0
	if s.watcher != nil {
		s.watcher.scanned(x, y, 1, 0, stop-x, jump)
	}
	if y == s.toY && s.toX > x && (s.toX < stop || s.toX == stop && jump) {
		s.arrive(g+(s.toX-x)*root2.SmallQ, parent)
	} else if jump {
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
	jump := w.jump>>k&1 != 0
	if s.watcher != nil {
		s.watcher.scanned(x, y, ^uint32(0), 0, x-stop, jump)
	}
	if y == s.toY && s.toX < x && (s.toX > stop || s.toX == stop && jump) {
		s.arrive(g+(x-s.toX)*root2.SmallQ, parent)
	} else if jump {
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
	jump := c.jump>>k&1 != 0
	if s.watcher != nil {
		s.watcher.scanned(x, y, 0, 1, stop-y, jump)
	}
	if x == s.toX && s.toY > y && (s.toY < stop || s.toY == stop && jump) {
		s.arrive(g+(s.toY-y)*root2.SmallQ, parent)
	} else if jump {
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
	jump := c.jump>>k&1 != 0
	if s.watcher != nil {
		s.watcher.scanned(x, y, 0, ^uint32(0), y-stop, jump)
	}
	if x == s.toX && s.toY < y && (s.toY > stop || s.toY == stop && jump) {
		s.arrive(g+(y-s.toY)*root2.SmallQ, parent)
	} else if jump {
		s.reach(&s.rows[stop*s.rowLength+x>>6], x, stop, g+(y-stop)*root2.SmallQ, parent, grid.N)
	}
}

// cast follows a ray from (x, y) and scans to its sides where there is something to
// be found: a jump point, or the goal.
func (s *jumpPoint) cast(x, y, g, parent uint32, d uint8) {
	p := &s.rays[d&7]
	step := stepSmall[d&7]
	dx, dy := uint32(grid.Dir(d).DX()), uint32(grid.Dir(d).DY()) // −1 wraps around
	begin, at := p.line(x, y)
	// The goal's row or column, whichever comes first, is crossed after so many steps.
	ahead := int32((s.toY - y) * dy)
	if dx != 0 {
		ahead = min(ahead, int32((s.toX-x)*dx))
	}
	for {
		var i, k, steps uint32
		if p.up {
			i = begin + (at+1)>>6
			stops := p.words[i].stop &^ (1<<((at+1)&63) - 1)
			for stops == 0 {
				i++
				stops = p.words[i].stop
			}
			k = uint32(bits.TrailingZeros64(stops)) & 63
			steps = (i-begin)<<6 + k - at
			at += steps
		} else {
			i = begin + (at-1)>>6
			beyond := 63 - (at-1)&63
			stops := p.words[i].stop << beyond >> beyond
			for stops == 0 {
				i--
				stops = p.words[i].stop
			}
			k = uint32(63-bits.LeadingZeros64(stops)) & 63
			steps = at - (i-begin)<<6 - k
			at -= steps
		}
		wall := p.words[i].wall>>k&1 != 0
		if s.watcher != nil {
			s.watcher.scanned(x, y, dx, dy, steps, !wall)
		}
		if ahead > 0 {
			if n := uint32(ahead); n < steps || n == steps && !wall {
				if s.lookToGoal(x+n*dx, y+n*dy, g+n*step, parent) {
					return
				}
			}
			ahead -= int32(steps)
		}
		if wall {
			return
		}
		x, y, g = x+steps*dx, y+steps*dy, g+steps*step
		if s.cuts {
			w := &s.rows[y*s.rowLength+x>>6]
			if w.jump>>(x&63)&1 != 0 && s.moves[d][s.nodes[w.numberOf(x)].mask]&^natural[d] != 0 {
				s.reach(w, x, y, g, parent, grid.Dir(d))
				return
			}
		}
		if f := g + s.h(x, y); f > s.rayLimit {
			if f < s.best {
				s.suspend(ray{y<<16 | x, g, parent, d}, f)
			}
			return
		}
		s.sides++
		switch {
		case dx == 0:
			s.east(x, y, g, parent)
			s.west(x, y, g, parent)
			continue
		case dx == 1:
			s.east(x, y, g, parent)
		default:
			s.west(x, y, g, parent)
		}
		if dy == 1 {
			s.south(x, y, g, parent)
		} else {
			s.north(x, y, g, parent)
		}
	}
}

// natural are the moves that always follow a diagonal one.
var natural = [8]uint8{
	grid.SE: 1<<grid.SE | 1<<grid.E | 1<<grid.S,
	grid.NE: 1<<grid.NE | 1<<grid.E | 1<<grid.N,
	grid.SW: 1<<grid.SW | 1<<grid.W | 1<<grid.S,
	grid.NW: 1<<grid.NW | 1<<grid.W | 1<<grid.N,
}

// lookToGoal scans from a cell in the goal's row or column towards the goal. It
// returns whether the cell is the goal.
func (s *jumpPoint) lookToGoal(x, y, g, parent uint32) bool {
	switch {
	case x == s.toX && y == s.toY:
		s.arrive(g, parent)
		return true
	case x < s.toX:
		s.east(x, y, g, parent)
	case x > s.toX:
		s.west(x, y, g, parent)
	case y < s.toY:
		s.south(x, y, g, parent)
	default:
		s.north(x, y, g, parent)
	}
	return false
}

// appendTurns appends the turning points of the last search's path to a position with
// that parent. From each jump point the way to the next is diagonal first, then
// straight; with four moves vertical first, then horizontal.
func (s *jumpPoint) appendTurns(path []grid.Cell, from, to, parent uint32) []grid.Cell {
	first := len(path)
	for position := to; ; {
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
