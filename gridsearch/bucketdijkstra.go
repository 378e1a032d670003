package gridsearch

import (
	"math/bits"

	"github.com/astrolabe-search/astrolabe/root2"
)

// Bucket Dijkstra is Dijkstra's algorithm over the nodes and stacks of bucketAStar
// and of weightedBucket. It follows what a table of canonical moves leaves, which
// reaches every cell at its right cost with fewer looks at those beside it.
//
// Sources: E. W. Dijkstra, "A note on two problems in connexion with graphs", 1959;
// R. B. Dial, "Algorithm 360", 1969 (buckets); N. R. Sturtevant, S. Rabin,
// "Canonical orderings on grids", 2016. Memory: that of the structure it works on.

// flood expands cells in the order of their cost from the nearest of some positions
// until each of the targets was expanded, or everything that can be reached if there
// is no target. It returns outcomeNoPath if a target was not reached, outcomeTooFar
// if some cost would have left the range in which costs are exact, and outcomeLimit
// at a limit of its meter; lowerBound then bounds the costs of what was not expanded.
//
// A stack is half as wide as a step is long, so what is popped has its right cost.
func (b *bucketAStar) flood(starts, targets []uint32) outcome {
	b.begin()
	nodes := b.nodes
	masks := b.masks[:len(nodes)]
	canonical := canonFor(b.rule)
	tooFar := false
	for _, from := range starts {
		nodes[from>>16*b.stride+from&0xffff] = b.number*nodeNumber | noDir<<nodeDir
		if b.watcher != nil {
			b.tell(b.watcher.Generate, from, b.number*nodeNumber|noDir<<nodeDir, 0)
		}
		b.ring[0] = append(b.ring[0], from)
	}
	current := uint32(0)
	next := 0 // the first target that was not expanded
	left, paused := len(starts), false
search:
	paused = false
	for left > 0 {
		stack := b.ring[current&7]
		if len(stack) == 0 {
			current++
			continue
		}
		position := stack[len(stack)-1]
		b.ring[current&7] = stack[:len(stack)-1]
		left--
		i := position>>16*b.stride + position&0xffff
		n := nodes[i]
		if n&nodeClosed != 0 {
			continue
		}
		if b.stats.Expanded == b.pause {
			b.ring[current&7] = b.ring[current&7][:len(b.ring[current&7])+1]
			left++
			paused = true
			break
		}
		nodes[i] = n | nodeClosed
		b.stats.Expanded++
		if b.watcher != nil {
			b.tell(b.watcher.Expand, position, n, 0)
		}
		if next < len(targets) && position == targets[next] {
			for next < len(targets) && b.expanded(targets[next]) {
				next++
			}
			if next == len(targets) {
				if b.watcher != nil {
					b.tell(b.watcher.Goal, position, n, 0)
				}
				return outcomeFound
			}
		}
		g := uint32(n >> nodeG)
		if g > smallLimit {
			tooFar = true
			continue
		}
		base := n&^0xffff + 1<<nodeG
		for m := canonical[n>>nodeDir&15][masks[i]]; m != 0; m &= m - 1 {
			d := bits.TrailingZeros8(m) & 7
			j := int32(i) + b.offset[d]
			reached := base + stepNode[d] // one more than g, as in search
			if nodes[j] < reached {
				continue
			}
			nodes[j] = reached - 1<<nodeG | uint64(d)<<nodeDir
			b.stats.Generated++
			if b.watcher != nil {
				b.tell(b.watcher.Generate, position+b.position[d], nodes[j], 0)
			}
			stack := &b.ring[(g+stepSmall[d])>>bucketShift&7]
			*stack = append(*stack, position+b.position[d])
			left++
		}
	}
	if paused {
		if !b.spent(b.stats.Expanded) {
			goto search
		}
		b.lowerBound = root2.Small(min(b.leastOpen(current, nowhere), wholeSteps(smallLimit))).Length()
		return outcomeLimit
	}
	switch {
	case tooFar:
		return outcomeTooFar
	case next < len(targets):
		return outcomeNoPath
	}
	return outcomeFound
}

// settled is the cost at which the current search expanded a cell, and so the least,
// or Unknown.
func (b *bucketAStar) settled(position uint32) root2.Length {
	if !b.expanded(position) {
		return Unknown
	}
	return b.lengthAt(position)
}

// expanded tells whether the current search expanded the cell at a position.
func (b *bucketAStar) expanded(position uint32) bool {
	n := b.nodes[position>>16*b.stride+position&0xffff]
	return n>>48 == b.number && n&nodeClosed != 0
}

// lengthAt returns the cost at which the current search reached a position, or
// Unreachable.
func (b *bucketAStar) lengthAt(position uint32) root2.Length {
	n := b.nodes[position>>16*b.stride+position&0xffff]
	if n>>48 != b.number {
		return Unreachable
	}
	return root2.Small(n >> nodeG).Length()
}

// flood is what it is for bucketAStar. A stack may be wider than the cheapest step
// here, so a cell's cost is right once its whole stack is done.
//
// Backward it follows steps from where they lead to, at the cost of walking them
// forward: the weight is that of the cell that is expanded.
func (b *weightedBucket) flood(starts, targets []uint32, backward bool) outcome {
	b.begin()
	nodes, ring, weights := b.nodes, b.ring, b.weights
	around := uint64(len(ring) - 1)
	masks := b.masks[:len(nodes)]
	tooFar := false
	for _, from := range starts {
		nodes[from>>16*b.stride+from&0xffff].reach(0, b.number, noDir)
		if b.watcher != nil {
			b.tell(b.watcher.Generate, from, 0)
		}
		ring[0] = append(ring[0], from)
	}
	current := uint64(0)
	next := 0
	left, paused := len(starts), false
search:
	paused = false
	for left > 0 {
		stack := ring[current&around]
		if len(stack) == 0 {
			current++
			for next < len(targets) && b.expanded(targets[next]) {
				next++
			}
			if next == len(targets) && next > 0 {
				if b.watcher != nil {
					b.tell(b.watcher.Goal, targets[next-1], 0)
				}
				return outcomeFound
			}
			continue
		}
		position := stack[len(stack)-1]
		ring[current&around] = stack[:len(stack)-1]
		left--
		i := position>>16*b.stride + position&0xffff
		n := &nodes[i]
		if n.closed {
			continue
		}
		if b.stats.Expanded == b.pause {
			ring[current&around] = ring[current&around][:len(ring[current&around])+1]
			left++
			paused = true
			break
		}
		n.closed = true
		g := n.g
		b.stats.Expanded++
		if b.watcher != nil {
			b.tell(b.watcher.Expand, position, 0)
		}
		if backward && !b.both {
			pushed, dropped := b.followBackward(position, i)
			left += pushed
			tooFar = tooFar || dropped
			continue
		}
		var leaving int64
		if b.both {
			leaving = weights[n.weight]
		}
		for m := b.moves[n.dir&15][masks[i]]; m != 0; m &= m - 1 {
			d := bits.TrailingZeros8(m) & 7
			j := int32(i) + b.offset[d]
			t := &nodes[j]
			reached := uint64(g) + uint64(b.base[d]+b.factor[d]*root2.Length(weights[t.weight]+leaving))
			if t.number == b.number && uint64(t.g) <= reached {
				continue
			}
			if reached > uint64(b.limit) {
				tooFar = true
				continue
			}
			t.reach(root2.Length(reached), b.number, uint8(d))
			b.stats.Generated++
			if b.watcher != nil {
				b.tell(b.watcher.Generate, position+b.position[d], 0)
			}
			stack := &ring[reached>>b.shift&around]
			*stack = append(*stack, position+b.position[d])
			left++
		}
	}
	if paused {
		if !b.spent(b.stats.Expanded) {
			goto search
		}
		b.lowerBound = b.leastOpen(current, nowhere)
		return outcomeLimit
	}
	for next < len(targets) && b.expanded(targets[next]) {
		next++
	}
	if next == len(targets) && next > 0 && b.watcher != nil {
		b.tell(b.watcher.Goal, targets[next-1], 0)
	}
	switch {
	case tooFar && (next < len(targets) || len(targets) == 0):
		return outcomeTooFar
	case next < len(targets):
		return outcomeNoPath
	}
	return outcomeFound
}

func (b *weightedBucket) expanded(position uint32) bool {
	n := &b.nodes[position>>16*b.stride+position&0xffff]
	return n.number == b.number && n.closed
}

// followBackward is the end of an expansion for steps that lead to a cell and cost its
// weight alone. It returns how many states it put on OPEN, and whether it dropped any for
// their length.
func (b *weightedBucket) followBackward(position, i uint32) (pushed int, dropped bool) {
	n := &b.nodes[i]
	weight := root2.Length(b.weights[n.weight])
	around := uint64(len(b.ring) - 1)
	for m := b.moves[n.dir&15][b.masks[i]]; m != 0; m &= m - 1 {
		d := bits.TrailingZeros8(m) & 7
		t := &b.nodes[int32(i)+b.offset[d]]
		reached := uint64(n.g) + uint64(b.base[d]+b.factor[d]*weight)
		if t.number == b.number && uint64(t.g) <= reached {
			continue
		}
		if reached > uint64(b.limit) {
			dropped = true
			continue
		}
		t.reach(root2.Length(reached), b.number, uint8(d))
		b.stats.Generated++
		stack := &b.ring[reached>>b.shift&around]
		*stack = append(*stack, position+b.position[d])
		pushed++
	}
	return pushed, dropped
}

// settled is what it is for bucketAStar. A cell of the stack in which the search ended
// may yet be reached at less.
func (b *weightedBucket) settled(position uint32) root2.Length {
	if !b.expanded(position) {
		return Unknown
	}
	if g := b.lengthAt(position); g <= b.lowerBound {
		return g
	}
	return Unknown
}

func (b *weightedBucket) lengthAt(position uint32) root2.Length {
	n := &b.nodes[position>>16*b.stride+position&0xffff]
	if n.number != b.number {
		return Unreachable
	}
	return n.g
}
