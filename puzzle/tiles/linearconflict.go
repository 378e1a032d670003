package tiles

// linearConflict is Manhattan distance with what tiles that stand in each other's
// way cost besides. Two tiles conflict if both are in their goal line, a row or a
// column, but in the wrong order: one of them must leave the line and come back,
// which is two moves that Manhattan distance does not count.
//
// Counting two moves for each pair in conflict would be too much: of three tiles in
// reverse order, two must leave, not three. What has to leave a line is what is not
// in the costliest subset that stands in order, so what is owed is twice the cost of
// the rest. Rows and columns add up, since a move along a row leaves the order in it
// as it is.
type linearConflict struct {
	*manhattan
	p *Puzzle
}

func newLinearConflict(p *Puzzle) *linearConflict {
	return &linearConflict{newManhattan(p), p}
}

func (l *linearConflict) at(b Board) int {
	sum := l.manhattan.at(b)
	width, height := b.width, b.height
	for y := range height {
		sum += l.owed(&b, y*width, 1, width, func(place uint8) (uint8, bool) { return place % width, place/width == y })
	}
	for x := range width {
		sum += l.owed(&b, x, width, height, func(place uint8) (uint8, bool) { return place / width, place%width == x })
	}
	return sum
}

// owed returns twice the least cost of the tiles that have to leave a line of n
// cells, the first of them at cell and each next one step on. inLine tells where on
// the line a tile's goal cell is, if it is there.
func (l *linearConflict) owed(b *Board, cell, step, n uint8, inLine func(place uint8) (uint8, bool)) int {
	var goal [MaxCells]uint8 // of the tiles of the line that have their goal in it,
	var cost [MaxCells]int   // their cost,
	var best [MaxCells]int   // and that of the costliest subset in order that ends with each
	count, total, kept := 0, 0, 0
	for range n {
		if tile := b.tile[cell]; tile != Blank {
			if at, ok := inLine(l.p.place[tile]); ok {
				goal[count], cost[count] = at, l.p.cost(tile)
				best[count] = cost[count]
				for i := range count {
					if goal[i] < at {
						best[count] = max(best[count], best[i]+cost[count])
					}
				}
				total += cost[count]
				kept = max(kept, best[count])
				count++
			}
		}
		cell += step
	}
	return 2 * (total - kept)
}
