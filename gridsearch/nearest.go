package gridsearch

import "github.com/astrolabe-search/astrolabe/grid"

// nearestTo finds the cell nearest to a goal of those that a search from one start has
// expanded, after the search, so that it need not be looked for while it runs, which
// would make it slower by a third.
//
// It looks at bands around the goal: the k-th has the cells whose estimate of the way to
// the goal is at least k·width and less than (k+1)·width, where no step changes the
// estimate by more than width. Whatever was reached was reached from the start by cells
// that were, whose bands differ by at most 1 from step to step. So if a band has a cell
// that was reached, every band from there to that of the start has one, and the least such
// band is found by halving. From there on it takes a band or two to the first cell that was
// expanded. All takes time in proportion to the longer side of the map, times its
// logarithm, whatever was expanded.
type nearestTo struct {
	m        *grid.Map
	goal     uint32                   // its position
	width    int64                    // of a band
	estimate func(dx, dy int32) int64 // which does not fall as either distance from 0 grows
	state    func(position uint32) (g int64, reached, expanded bool)

	best         uint32
	bestH, bestG int64
}

// find returns the position of the nearest cell, by the least estimate, then the least
// cost; the start if nothing was expanded.
func (n *nearestTo) find(from uint32) uint32 {
	n.best, n.bestG = from, 0
	n.bestH = n.estimate(int32(from&0xffff)-int32(n.goal&0xffff), int32(from>>16)-int32(n.goal>>16))
	if n.bestH == 0 {
		return from
	}
	low := int64(0)
	for high := n.bestH / n.width; low < high; { // the least band is in [low, high]
		middle := low + (high-low)/2
		if n.scan(middle, false) {
			high = middle
		} else {
			low = middle + 1
		}
	}
	for k := low; k*n.width <= n.bestH; k++ {
		n.scan(k, true)
	}
	return n.best
}

// scan looks at the k-th band, and tells whether any of it was reached. It walks along
// the band's inner edge, which comes nearer to the goal's column from row to row, and no
// further than to a cell that was, unless it is to look at the whole band.
func (n *nearestTo) scan(k int64, whole bool) bool {
	inner, outer := k*n.width, (k+1)*n.width
	x, y := int32(n.goal&0xffff), int32(n.goal>>16)
	reached := false
	across, down := int32(n.m.Width()), int32(n.m.Height())
	for dx, dy := across, int32(0); dy < down && n.estimate(0, dy) < outer; dy++ {
		for dx > 0 && n.estimate(dx-1, dy) >= inner {
			dx--
		}
		for i := dx; i < across && n.estimate(i, dy) < outer; i++ {
			for _, row := range [2]int32{y - dy, y + dy} {
				if row < 1 || row > down {
					continue
				}
				reached = n.look(x-i, row) || reached
				reached = n.look(x+i, row) || reached
			}
			if reached && !whole {
				return true
			}
		}
	}
	return reached
}

// look looks at one cell, whose column may lie outside of the map, and tells whether it was
// reached.
func (n *nearestTo) look(x, y int32) bool {
	if x < 1 || x > int32(n.m.Width()) {
		return false
	}
	position := uint32(y)<<16 | uint32(x)
	g, reached, expanded := n.state(position)
	if !expanded {
		return reached
	}
	h := n.estimate(x-int32(n.goal&0xffff), y-int32(n.goal>>16))
	if h < n.bestH || h == n.bestH && g < n.bestG {
		n.best, n.bestH, n.bestG = position, h, g
	}
	return true
}

// nearestExpanded returns the position of the cell that the current search from a
// position expanded nearest to a goal.
func (b *bucketAStar) nearestExpanded(from, goal uint32) uint32 {
	n := nearestTo{
		m: b.m, goal: goal, width: 2 * int64(b.distance(1, 0)),
		estimate: func(dx, dy int32) int64 { return int64(b.distance(dx, dy)) },
		state: func(position uint32) (int64, bool, bool) {
			node := b.nodes[position>>16*b.stride+position&0xffff]
			reached := node>>48 == b.number
			return int64(uint32(node >> nodeG)), reached, reached && node&nodeClosed != 0
		},
	}
	return n.find(from)
}

// nearestExpanded is what it is for bucketAStar.
func (b *weightedBucket) nearestExpanded(from, goal uint32) uint32 {
	n := nearestTo{
		m: b.m, goal: goal, width: 2 * int64(b.distance(1, 0)),
		estimate: func(dx, dy int32) int64 { return int64(b.distance(dx, dy)) },
		state: func(position uint32) (int64, bool, bool) {
			node := &b.nodes[position>>16*b.stride+position&0xffff]
			reached := node.number == b.number
			return int64(node.g), reached, reached && node.closed
		},
	}
	return n.find(from)
}
