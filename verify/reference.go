package verify

import (
	"fmt"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
)

// optimum is what the reference knows of the cheapest path of a query.
type optimum struct {
	reachable bool
	cost      sum
	settled   int // cells whose cheapest cost was settled on the way
}

// dijkstra returns the optimum of the query between two open cells. It is
// E. W. Dijkstra's algorithm ("A note on two problems in connexion with
// graphs", 1959) with nothing added: settle the cell with the least tentative
// cost, look at the steps that leave it, until the goal is settled. It takes
// O(n log n) time and O(n) memory for a map of n cells.
//
// The error is [root2.ErrOverflow] if the goal is reached by no path whose cost
// is within the map's limit, but perhaps by one above it.
func (g ground) dijkstra(from, to grid.Cell) (optimum, error) {
	const (
		unseen = iota
		tentative
		settled
	)
	type place struct {
		cost  sum
		state uint8
	}
	var (
		places   = make([]place, g.cells())
		queue    priorityQueue
		result   optimum
		overflow bool
	)
	places[g.index(from)].state = tentative
	queue.push(entry{cell: from})
	for len(queue) > 0 {
		least := queue.pop()
		at := &places[g.index(least.cell)]
		if at.state == settled {
			continue
		}
		at.state = settled
		result.settled++
		if least.cell == to {
			result.reachable, result.cost = true, least.cost
			return result, nil
		}
		g.eachStep(least.cell, func(next grid.Cell, step sum) {
			cost := least.cost.plus(step)
			there := &places[g.index(next)]
			switch {
			case !g.fits(cost):
				overflow = true
			case there.state == unseen || there.state == tentative && cost.compare(there.cost) < 0:
				*there = place{cost, tentative}
				queue.push(entry{cost, next})
			}
		})
	}
	if overflow {
		return optimum{}, fmt.Errorf("verify: the cheapest path from %v to %v: %w; use smaller weights or fewer digits", from, to, root2.ErrOverflow)
	}
	return result, nil
}

// flood counts the cells that can be reached from an open cell, itself
// included, and tells whether another cell is one of them. It takes O(n) time
// and memory for a map of n cells.
func (g ground) flood(from, to grid.Cell) (reached int, reachesGoal bool) {
	seen := make([]bool, g.cells())
	seen[g.index(from)] = true
	queue := []grid.Cell{from}
	for ; reached < len(queue); reached++ {
		g.eachStep(queue[reached], func(next grid.Cell, _ sum) {
			if !seen[g.index(next)] {
				seen[g.index(next)] = true
				queue = append(queue, next)
			}
		})
	}
	return reached, seen[g.index(to)]
}

// entry is a cell and the cost of some path to it.
type entry struct {
	cost sum
	cell grid.Cell
}

// priorityQueue is a binary heap: no entry costs less than its parent, which
// is the one at half its place.
type priorityQueue []entry

func (q *priorityQueue) push(e entry) {
	*q = append(*q, e)
	h := *q
	child := len(h) - 1
	for child > 0 {
		parent := (child - 1) / 2
		if h[parent].cost.compare(h[child].cost) <= 0 {
			return
		}
		h[parent], h[child] = h[child], h[parent]
		child = parent
	}
}

// pop removes and returns an entry of least cost. The queue must not be empty.
func (q *priorityQueue) pop() entry {
	h := *q
	least := h[0]
	h[0] = h[len(h)-1]
	h = h[:len(h)-1]
	*q = h
	for parent := 0; ; {
		child := 2*parent + 1
		if child >= len(h) {
			return least
		}
		if right := child + 1; right < len(h) && h[right].cost.compare(h[child].cost) < 0 {
			child = right
		}
		if h[parent].cost.compare(h[child].cost) <= 0 {
			return least
		}
		h[parent], h[child] = h[child], h[parent]
		parent = child
	}
}
