package gridsearch

import (
	"context"
	"math"
	"math/bits"
	"slices"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
)

// weightedBucket is A* for cost models in which cells have weights. It is
// bucketAStar with 64-bit lengths and 16-byte nodes:
//
//   - OPEN is a ring of stacks as wide as the least by which a step can change f, or
//     wider where the dearest step would else lap the ring. In a wider stack states
//     may be expanded before their right cost is known, and are then expanded again.
//   - A step costs base + factor·weight (grid.Costs.StepTables); how it changes h is
//     looked up by the direction to the goal, as in bucketAStar.
//   - Moves that the cell before reaches directly at no more are not looked at (see
//     weightedFor).
//
// Memory: 16 bytes a cell for each finder and 2 for all of them together, and what OPEN
// held at its largest.
type weightedBucket struct {
	*weightedTables
	nodes  []weightedNode
	number uint32
	ring   [][]uint32
	stats  Stats
	meter
	near       nearest // as in bucketAStar
	nearH      root2.Length
	nearG      root2.Length
	lowerBound root2.Length // where a limit ended the search

	watcher *Watcher
}

// weightedNode is a cell: its weight, which stays, and what the search of that number
// knows. The weight lies beside the rest, so that a look at a neighbor is one load.
type weightedNode struct {
	g      root2.Length
	number uint32 // of the search that wrote it
	weight uint16 // index into the distinct weights
	dir    uint8  // of arrival
	closed bool
}

// reach writes down the cheapest way to the cell so far.
func (n *weightedNode) reach(g root2.Length, number uint32, dir uint8) {
	n.g, n.number, n.dir, n.closed = g, number, dir, false
}

// weightedTables is what the engine reads and never writes, shared by all
// finders of a map.
type weightedTables struct {
	m                  *grid.Map
	masks              []uint8
	stride             uint32
	offset             [8]int32
	position           [8]uint32
	base, factor       [8]root2.Length // of a step, by direction
	index              []uint16        // of each cell's weight among the distinct ones
	weights            []int64         // the distinct ones
	both               bool
	moves              *canonTable  // see weightedFor
	straight, diagonal root2.Length // of h: octile distance in cheapest steps
	deltaH             [64][8]root2.Length
	limit              root2.Length
	shift              uint // a stack is 2^shift wide
	stacks             int  // a power of two
}

// maxStacks bounds the ring. Where the dearest step is more than about that many
// times the least change of f, stacks are wider than that.
const maxStacks = 1024

// maxSpread is how many times wider than the least change of f a stack may
// be before the heap of package search serves better.
const maxSpread = 64

// newWeightedTables returns the tables of costs, or some of them if the context is done.
func newWeightedTables(ctx context.Context, costs *grid.Costs) *weightedTables {
	m := costs.Map()
	t := &weightedTables{m: m, masks: costs.Masks(), stride: uint32(m.Stride()), limit: costs.Limit()}
	base, factor, weight, both := costs.StepTables()
	t.index, t.weights, _ = distinctWeights(ctx, weight)
	t.both, t.moves = both, weightedFor(costs.Rule(), costs.Model())
	for d := grid.E; d <= grid.NW; d++ {
		t.offset[d] = int32(m.Offset(d))
		t.position[d] = uint32(d.DY())<<16 + uint32(d.DX())
		kind := 0
		if d.Diagonal() {
			kind = 1
		}
		t.base[d], t.factor[d] = base[kind], factor[kind]
	}
	t.straight, t.diagonal = costs.Cheapest()
	if costs.Rule().Moves == grid.Moves4 || t.diagonal > 2*t.straight {
		t.diagonal = 2 * t.straight
	}
	for dx := int32(-3); dx <= 3; dx++ {
		for dy := int32(-3); dy <= 3; dy++ {
			for d := grid.E; d <= grid.NW; d++ {
				t.deltaH[class(dx, dy)][d] = t.distance(dx-d.DX(), dy-d.DY()) - t.distance(dx, dy)
			}
		}
	}
	t.shift, t.stacks = ringFor(costs)
	return t
}

// maxWeights bounds the distinct weights of a map.
const maxWeights = 1 << 16

// distinctWeights numbers the distinct weights of cells in the order in which they
// come; ok is false if there are more than maxWeights, or the context is done.
func distinctWeights(ctx context.Context, weight []int64) (index []uint16, distinct []int64, ok bool) {
	index = make([]uint16, len(weight))
	number := map[int64]uint16{}
	var recent [256]struct { // what was looked up last, by the low bits of a hash
		weight int64
		index  uint16
		known  bool
	}
	for i, w := range weight {
		if i&(1<<16-1) == 0 && ctx.Err() != nil {
			return index, distinct, false
		}
		r := &recent[uint64(w)*0x9E3779B97F4A7C15>>56] // Fibonacci hashing: Knuth, volume 3, section 6.4
		if !r.known || r.weight != w {
			k, known := number[w]
			if !known {
				if len(distinct) == maxWeights {
					return nil, nil, false
				}
				k = uint16(len(distinct))
				number[w], distinct = k, append(distinct, w)
			}
			r.weight, r.index, r.known = w, k, true
		}
		index[i] = r.index
	}
	return index, distinct, true
}

// leastChange returns the least amount other than 0 by which a step of the least
// weight changes f: a straight step on which only the shorter distance grows
// costs S and lowers or raises h by D − S.
func leastChange(costs *grid.Costs) root2.Length {
	straight, diagonal := costs.Cheapest()
	if costs.Rule().Moves == grid.Moves4 || diagonal >= 2*straight {
		return max(2*straight, 1)
	}
	return max(2*straight-diagonal, 1)
}

// ringFor returns the width of a stack, as a power of two, and their number. One
// step raises f by at most twice the dearest step, which the ring must hold.
func ringFor(costs *grid.Costs) (shift uint, stacks int) {
	reach := uint64(2 * costs.Dearest())
	shift = uint(bits.Len64(uint64(leastChange(costs)))) - 1
	for reach>>shift+2 > maxStacks {
		shift++
	}
	return shift, 1 << bits.Len64(reach>>shift+1)
}

// unfitForBuckets tells whether stacks would be too wide to keep any order, or
// distances across the map too long for 64 bits.
func unfitForBuckets(costs *grid.Costs) bool {
	shift, _ := ringFor(costs)
	straight, _ := costs.Cheapest()
	across := root2.Length(costs.Map().Width() + costs.Map().Height())
	if costs.Map().HasWeightTable() { // else there are no more than there are kinds
		_, _, weights, _ := costs.StepTables()
		if _, _, ok := distinctWeights(context.Background(), weights); !ok {
			return true
		}
	}
	return root2.Length(1)<<shift > maxSpread*leastChange(costs) || straight > costs.Limit()/across
}

func (t *weightedTables) distance(dx, dy int32) root2.Length {
	ax, ay := root2.Length(max(dx, -dx)), root2.Length(max(dy, -dy))
	long, short := max(ax, ay), min(ax, ay)
	return t.straight*(long-short) + t.diagonal*short
}

// between is what it is for gridTables.
func (t *weightedTables) between(from, to uint32) root2.Length {
	return t.distance(int32(to&0xffff)-int32(from&0xffff), int32(to>>16)-int32(from>>16))
}

func newWeightedBucket(ctx context.Context, t *weightedTables) *weightedBucket {
	b := &weightedBucket{weightedTables: t, nodes: make([]weightedNode, len(t.masks)), ring: make([][]uint32, t.stacks)}
	b.wipe(ctx)
	return b
}

// wipe makes every node one of no search, unless the context is done before.
func (b *weightedBucket) wipe(ctx context.Context) {
	for i := range b.nodes {
		if i&(1<<16-1) == 0 && ctx.Err() != nil {
			return // before the index is looked at, of which there may be but a part
		}
		b.nodes[i] = weightedNode{weight: b.index[i]}
	}
}

// begin makes ready for a search.
func (b *weightedBucket) begin() {
	if b.number++; b.number == 0 {
		b.wipe(context.Background())
		b.number = 1
	}
	for i := range b.ring {
		b.ring[i] = b.ring[i][:0]
	}
	b.stats = Stats{}
}

// search finds the least cost between two positions on the map. It returns
// outcomeTooFar if a cost would exceed the limit, and outcomeLimit at a limit of its
// meter; best is then math.MaxInt64 unless there is a path.
func (b *weightedBucket) search(from, to uint32) (best root2.Length, how outcome) {
	b.begin()
	nodes, ring, weights := b.nodes, b.ring, b.weights
	around := uint64(len(ring) - 1)
	masks := b.masks[:len(nodes)]
	toX, toY := int32(to&0xffff), int32(to>>16)
	tooFar := false

	best = math.MaxInt64
	nodes[from>>16*b.stride+from&0xffff].reach(0, b.number, noDir)
	h := b.between(from, to)
	if b.watcher != nil {
		b.tell(b.watcher.Generate, from, h)
	}
	b.near, b.nearH, b.nearG = nearest{position: from}, h, 0
	current := uint64(h) >> b.shift
	ring[current&around] = append(ring[current&around], from)
	left, paused := 1, false
search:
	paused = false
	for left > 0 {
		stack := ring[current&around]
		if len(stack) == 0 {
			current++
			if current > uint64(best)>>b.shift {
				break
			}
			continue
		}
		position := stack[len(stack)-1]
		ring[current&around] = stack[:len(stack)-1]
		left--
		x, y := position&0xffff, position>>16
		i := y*b.stride + x
		n := &nodes[i]
		if n.closed {
			continue
		}
		n.closed = true
		g := n.g
		dx, dy := toX-int32(x), toY-int32(y)
		h := b.distance(dx, dy)
		f := g + h
		if f >= best {
			continue
		}
		if b.stats.Expanded == b.pause {
			n.closed = false
			ring[current&around] = ring[current&around][:len(ring[current&around])+1]
			left++
			paused = true
			break
		}
		b.stats.Expanded++
		if b.watcher != nil {
			b.tell(b.watcher.Expand, position, h)
		}
		if h <= b.nearH { // as at the goal
			if h < b.nearH || g < b.nearG {
				b.near.position, b.nearH, b.nearG = position, h, g
			}
			if position == to {
				best = g
				if b.watcher != nil {
					b.tell(b.watcher.Goal, position, 0)
				}
				continue
			}
		}
		deltas := &b.deltaH[class(dx, dy)&63]
		var leaving int64
		if b.both {
			leaving = weights[n.weight]
		}
		for m := b.moves[n.dir&15][masks[i]]; m != 0; m &= m - 1 {
			d := bits.TrailingZeros8(m) & 7
			j := int32(i) + b.offset[d]
			t := &nodes[j]
			cost := b.base[d] + b.factor[d]*root2.Length(weights[t.weight]+leaving)
			next := g + cost
			if t.number == b.number && t.g <= next {
				continue
			}
			// Up to limit + limit + S, which 64 bits hold without a sign.
			nextF := uint64(f) + uint64(cost) + uint64(deltas[d])
			if nextF >= uint64(best) {
				continue
			}
			if nextF > uint64(b.limit) {
				tooFar = true
				continue
			}
			t.reach(next, b.number, uint8(d))
			b.stats.Generated++
			if b.watcher != nil {
				b.tell(b.watcher.Generate, position+b.position[d], root2.Length(nextF)-next)
			}
			stack := &ring[nextF>>b.shift&around]
			*stack = append(*stack, position+b.position[d])
			left++
		}
	}
	if paused {
		if !b.spent(b.stats.Expanded) {
			goto search
		}
		b.lowerBound = min(max(b.leastOpen(current, to), b.between(from, to)), best)
		return best, outcomeLimit
	}
	switch {
	case tooFar && best == math.MaxInt64:
		return 0, outcomeTooFar
	case best == math.MaxInt64:
		return 0, outcomeNoPath
	}
	return best, outcomeFound
}

// leastOpen is what it is for bucketAStar. What was dropped for its length has an f
// above the limit, and all that is on OPEN one within.
func (b *weightedBucket) leastOpen(current uint64, to uint32) root2.Length {
	around := uint64(len(b.ring) - 1)
	for i := range uint64(len(b.ring)) {
		stack := b.ring[(current+i)&around]
		least := root2.Length(math.MaxInt64)
		for k, position := range stack {
			if k == scanLimit {
				least = root2.Length((current + i) << b.shift)
				break
			}
			n := &b.nodes[position>>16*b.stride+position&0xffff]
			if n.closed {
				continue
			}
			f := n.g
			if to != nowhere {
				f += b.between(position, to)
			}
			least = min(least, f)
		}
		if least != math.MaxInt64 {
			return least
		}
	}
	return math.MaxInt64
}

// tell tells the watcher of a state.
func (b *weightedBucket) tell(to func(Event), position uint32, h root2.Length) {
	n := &b.nodes[position>>16*b.stride+position&0xffff]
	parent := position
	if n.dir != noDir {
		parent -= b.position[n.dir]
	}
	tell(to, event(b.stats, position, parent, n.g, h))
}

// appendPath appends the cells from the start to a position that the last search
// reached.
func (b *weightedBucket) appendPath(path []grid.Cell, to uint32) []grid.Cell {
	first := len(path)
	for position := to; ; {
		path = append(path, cellAt(position))
		d := b.nodes[position>>16*b.stride+position&0xffff].dir
		if d == noDir {
			break
		}
		position -= b.position[d]
	}
	slices.Reverse(path[first:])
	return path
}
