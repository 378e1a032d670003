package gridsearch

import (
	"context"
	"math"
	"math/bits"
	"slices"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
)

// bucketAStar is A* on uniform costs with everything as small as it can be.
//
//   - Costs are root2.Small: 32 bits.
//   - A node is one uint64: from the top, 16 bits of the search's number, 32 bits of
//     g, 8 bits of the direction it was reached in, and 8 bits of which the
//     lowest says that it was expanded. Searches count down, so a node of an older
//     search compares as larger than any of this one, and "not met, or met at a
//     larger g" is one comparison of one load.
//   - OPEN is a ring of 8 stacks of positions (y<<16 | x), 4 bytes each. A stack
//     holds f within a width of 2¹⁴. One step raises f by at most 2√2, which is
//     94,642 < 6 widths, so the ring never laps itself. Inside a stack the order is
//     last in, first out, which heads for the goal; a state may come up there with
//     a g that improves later, and is then expanded again.
//   - How a step changes h depends only on the signs of dx and dy and on how |dx| and
//     |dy| compare, so f of a successor is f plus an entry of a table that is chosen
//     once per expansion.
//
// Once the goal has been reached at a cost of best, states with f >= best are
// dropped; the search ends when the current stack is beyond it. h is consistent, so
// every state of an optimal path is still expanded at its right cost.
//
// With a canonical table the moves that another path covers are not followed
// (see canonTable); with an open one this is plain A*.
//
// Sources: R. B. Dial, "Algorithm 360: shortest-path forest with topological
// ordering", 1969 (buckets); E. Burns, M. Hatem, M. Leighton, W. Ruml,
// "Implementing fast heuristic search code", 2012 (packing). Memory: 8 bytes a cell,
// and what OPEN held at its largest.
type bucketAStar struct {
	*gridTables
	nodes  []uint64
	number uint64 // of the current search, in its place in a node
	ring   [8][]uint32
	moves  *canonTable
	stats  Stats
	meter
	near       nearest      // of the states expanded, the one nearest to the goal,
	nearH      uint32       // its h,
	nearG      uint32       // and its g
	lowerBound root2.Length // where a limit ended the search

	watcher *Watcher
}

const (
	bucketShift = 14
	nodeNumber  = 1 << 48
	nodeG       = 16 // place of g
	nodeDir     = 8  // place of the direction
	nodeClosed  = 1
)

// stepSmall is the cost of a step in each direction.
var stepSmall = [8]uint32{
	root2.SmallQ, root2.SmallQ, root2.SmallQ, root2.SmallQ,
	root2.SmallP, root2.SmallP, root2.SmallP, root2.SmallP,
}

// stepNode is stepSmall in its place in a node.
var stepNode = [8]uint64{
	root2.SmallQ << nodeG, root2.SmallQ << nodeG, root2.SmallQ << nodeG, root2.SmallQ << nodeG,
	root2.SmallP << nodeG, root2.SmallP << nodeG, root2.SmallP << nodeG, root2.SmallP << nodeG,
}

// smallLimit bounds the f of states that are expanded, but for the rest of the stack in
// which it lies. A successor's f exceeds that by at most 2√2, so every cost that is
// compared has fewer than SmallQ diagonals and is exact.
const smallLimit = uint32(root2.SmallMaxExact) - 4*root2.SmallP

// gridTables is what the engines for uniform costs read and never write. It is
// shared by all finders of a map.
type gridTables struct {
	m        *grid.Map
	rule     grid.Rule
	masks    []uint8
	stride   uint32
	straight bool // four moves: h is the Manhattan distance
	offset   [8]int32
	position [8]uint32 // what a step adds to a position
	deltaF   [64][8]uint32
}

func newGridTables(m *grid.Map, rule grid.Rule) *gridTables {
	t := &gridTables{m: m, rule: rule, masks: m.MoveMasks(rule), stride: uint32(m.Stride()), straight: rule.Moves == grid.Moves4}
	for d := grid.E; d <= grid.NW; d++ {
		t.offset[d] = int32(m.Offset(d))
		t.position[d] = uint32(d.DY())<<16 + uint32(d.DX())
	}
	// Distances up to 3 show every class.
	for dx := int32(-3); dx <= 3; dx++ {
		for dy := int32(-3); dy <= 3; dy++ {
			for d := grid.E; d <= grid.NW; d++ {
				t.deltaF[class(dx, dy)][d] = stepSmall[d] + t.distance(dx-d.DX(), dy-d.DY()) - t.distance(dx, dy)
			}
		}
	}
	return t
}

// distance returns the cost of getting (dx, dy) further on an open map.
func (t *gridTables) distance(dx, dy int32) uint32 {
	ax, ay := uint32(max(dx, -dx)), uint32(max(dy, -dy))
	if t.straight {
		return root2.SmallQ * (ax + ay)
	}
	return root2.SmallQ*max(ax, ay) + (root2.SmallP-root2.SmallQ)*min(ax, ay)
}

// between returns the distance on an open map between two positions.
func (t *gridTables) between(from, to uint32) uint32 {
	return t.distance(int32(to&0xffff)-int32(from&0xffff), int32(to>>16)-int32(from>>16))
}

// class numbers the regions around a goal at (dx, dy) in which one step in a
// given direction changes the distance by the same amount: by the signs of dx
// and dy and by |dx| − |dy|, where beyond ±2 nothing changes.
func class(dx, dy int32) uint32 {
	ax, ay := max(dx, -dx), max(dy, -dy)
	longer := uint32(min(max(ax-ay, -2), 2) + 2)
	signX := uint32(dx>>31)&1 | uint32(-dx)>>31<<1
	signY := uint32(dy>>31)&1 | uint32(-dy)>>31<<1
	return longer*9 + signX*3 + signY
}

func newBucketAStar(ctx context.Context, t *gridTables, moves *canonTable) *bucketAStar {
	b := &bucketAStar{gridTables: t, moves: moves, nodes: make([]uint64, len(t.masks))}
	b.wipe(ctx)
	return b
}

// wipe makes every node that of an older search than any to come, unless the context is
// done before.
func (b *bucketAStar) wipe(ctx context.Context) {
	for part := range slices.Chunk(b.nodes, 1<<16) {
		if ctx.Err() != nil {
			return
		}
		for i := range part {
			part[i] = math.MaxUint64
		}
	}
	b.number = math.MaxUint16
}

// begin makes ready for a search.
func (b *bucketAStar) begin() {
	if b.number--; b.number == 0 {
		b.wipe(context.Background())
		b.number--
	}
	for i := range b.ring {
		b.ring[i] = b.ring[i][:0]
	}
	b.stats = Stats{}
}

// search finds the least cost between two positions on the map. It returns
// outcomeTooFar if costs would leave the range in which they are exact, and
// outcomeLimit at a limit of its meter; best is then math.MaxUint32 unless there is
// a path.
func (b *bucketAStar) search(from, to uint32) (best uint32, how outcome) {
	b.begin()
	nodes := b.nodes
	masks := b.masks[:len(nodes)]
	number := b.number * nodeNumber
	toX, toY := int32(to&0xffff), int32(to>>16)

	best = math.MaxUint32
	nodes[from>>16*b.stride+from&0xffff] = number | noDir<<nodeDir
	f := b.between(from, to)
	b.near, b.nearH, b.nearG = nearest{position: from}, f, 0
	if b.watcher != nil {
		b.tell(b.watcher.Generate, from, number|noDir<<nodeDir, f)
	}
	current := f >> bucketShift
	if f > smallLimit {
		b.lowerBound = 0
		return 0, outcomeTooFar
	}
	b.ring[current&7] = append(b.ring[current&7], from)
	left, paused := 1, false
search:
	paused = false
	for left > 0 {
		stack := b.ring[current&7]
		if len(stack) == 0 {
			current++
			if current > min(best, smallLimit)>>bucketShift {
				break
			}
			continue
		}
		position := stack[len(stack)-1]
		b.ring[current&7] = stack[:len(stack)-1]
		left--
		x, y := position&0xffff, position>>16
		i := y*b.stride + x
		n := nodes[i]
		if n&nodeClosed != 0 {
			continue
		}
		nodes[i] = n | nodeClosed
		g := uint32(n >> nodeG)
		dx, dy := toX-int32(x), toY-int32(y)
		h := b.distance(dx, dy)
		f := g + h
		if f >= best {
			continue
		}
		if b.stats.Expanded == b.pause {
			nodes[i] = n
			b.ring[current&7] = b.ring[current&7][:len(b.ring[current&7])+1]
			left++
			paused = true
			break
		}
		deltas := &b.deltaF[class(dx, dy)&63]
		b.stats.Expanded++
		if b.watcher != nil {
			b.tell(b.watcher.Expand, position, n, h)
		}
		if h <= b.nearH { // as at the goal
			if h < b.nearH || g < b.nearG {
				b.near.position, b.nearH, b.nearG = position, h, g
			}
			if position == to {
				best = g
				if b.watcher != nil {
					b.tell(b.watcher.Goal, position, n, 0)
				}
				continue
			}
		}
		base := n&^0xffff + 1<<nodeG
		for m := b.moves[n>>nodeDir&15][masks[i]]; m != 0; m &= m - 1 {
			d := bits.TrailingZeros8(m) & 7
			j := int32(i) + b.offset[d]
			next := base + stepNode[d] // one more than g, to compare with nodes of any direction
			if nodes[j] < next {
				continue
			}
			nextF := f + deltas[d]
			if nextF >= best {
				continue
			}
			nodes[j] = next - 1<<nodeG | uint64(d)<<nodeDir
			b.stats.Generated++
			if b.watcher != nil {
				b.tell(b.watcher.Generate, position+b.position[d], nodes[j], nextF-uint32(nodes[j]>>nodeG))
			}
			stack := &b.ring[nextF>>bucketShift&7]
			*stack = append(*stack, position+b.position[d])
			left++
		}
	}
	if paused {
		if !b.spent(b.stats.Expanded) {
			goto search
		}
		least := min(max(b.leastOpen(current, to), b.between(from, to)), best)
		b.lowerBound = root2.Small(least).Length()
		return best, outcomeLimit
	}
	switch {
	case left > 0 && best > smallLimit:
		b.lowerBound = root2.Small(wholeSteps(smallLimit)).Length()
		return 0, outcomeTooFar
	case best == math.MaxUint32:
		return 0, outcomeNoPath
	}
	return best, outcomeFound
}

// nowhere is the position of a cell of the border.
const nowhere = 0

// leastOpen returns the least f on OPEN, or the least g if the goal is nowhere. Where
// that would take long it returns less: the least that the stack which holds it can
// hold. Nothing lies below the current stack.
func (b *bucketAStar) leastOpen(current, to uint32) uint32 {
	for i := range uint32(len(b.ring)) {
		stack := b.ring[(current+i)&7]
		least := uint32(math.MaxUint32)
		for k, position := range stack {
			if k == scanLimit {
				least = wholeSteps((current + i) << bucketShift)
				break
			}
			n := b.nodes[position>>16*b.stride+position&0xffff]
			if n&nodeClosed != 0 {
				continue
			}
			f := uint32(n >> nodeG)
			if to != nowhere {
				f += b.between(position, to)
			}
			least = min(least, f)
		}
		if least != math.MaxUint32 {
			return least
		}
	}
	return math.MaxUint32
}

// wholeSteps rounds a cost down to that of so many straight steps. Unlike others it
// is surely the cost of a path.
func wholeSteps(cost uint32) uint32 { return cost - cost%root2.SmallQ }

// tell tells the watcher of a state, given its node.
func (b *bucketAStar) tell(to func(Event), position uint32, node uint64, h uint32) {
	parent := position
	if d := node >> nodeDir & 15; d != noDir {
		parent -= b.position[d]
	}
	tell(to, event(b.stats, position, parent, root2.Small(node>>nodeG).Length(), root2.Small(h).Length()))
}

// appendPath appends the cells from the start to a position that the last search
// reached.
func (b *bucketAStar) appendPath(path []grid.Cell, to uint32) []grid.Cell {
	first := len(path)
	for position := to; ; {
		path = append(path, cellAt(position))
		d := b.nodes[position>>16*b.stride+position&0xffff] >> nodeDir & 0xff
		if d == noDir {
			break
		}
		position -= b.position[d]
	}
	slices.Reverse(path[first:])
	return path
}
