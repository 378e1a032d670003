package connectfour

import "math/bits"

// node is a position that is searched or about to be. The player whose turn it
// is cannot win at once, and has moves after which the opponent cannot either.
type node struct {
	mine, theirs  uint64 // stones of the player whose turn it is, and the opponent's
	wins, dangers uint64 // empty cells that complete four for him, and for the opponent
	moves         uint64 // his replies, see [replies]
	hash          uint64 // or unhashed
	lower, upper  int8   // proven bounds of the score
	column        uint8  // to try first, or noColumn
}

// frame holds the children of a node. Frames are kept from search to search, so
// that a node allocates and clears nothing.
type frame struct {
	children [8]node // 7, and one to make the indices masks
}

const (
	// latePlies is where the small table takes over: positions with at least
	// that many stones are quickly searched again and come back soon if at all,
	// so that they would wear out the large table and wait for its memory.
	// Openings take half the time that they take with one table for all; any
	// number from 24 to 28 is about as good.
	latePlies = 25
	// lateBucketBits makes the small table 256 KiB, which a second-level cache
	// holds.
	lateBucketBits = 13
	// mirrorPlies is how long positions and their mirror images are taken for
	// one. Later on hardly any mirror image is met.
	mirrorPlies = 12
)

// tableFor returns the table of positions with that many stones.
func (s *Solver) tableFor(plies int) *table {
	if plies >= latePlies {
		return s.late
	}
	return s.table
}

// rank orders cells by their column, the center first.
var rank = func() (rank [64]uint32) {
	for c, r := range [Columns]uint32{1, 3, 5, 6, 4, 2, 0} {
		for row := range Rows {
			rank[stride*c+row] = r
		}
	}
	return rank
}()

// earliestWin and earliestLoss bound the score of a node with that many stones:
// he can win by his second next stone, the opponent by his.
func earliestWin(plies int) int  { return winScore(plies + 2) }
func earliestLoss(plies int) int { return -winScore(plies + 3) }

// search proves that the score of a node is above limit or not, and returns a
// bound that says so: a lower bound above limit or an upper bound that is not.
// The node's bounds must leave that open: lower ≤ limit < upper. It is negamax
// with a null window (Knuth and Moore, 1975), whose children are first tested for
// cutoffs by follow-up and by the table (Schaeffer and Plaat, "New advances in
// alpha-beta searching", 1996). The result means nothing once s.stopped is set.
func (s *Solver) search(p *node, plies, limit int) int {
	if s.nodes >= s.pause && !s.resume() {
		return 0
	}
	s.nodes++
	taken := p.mine | p.theirs
	low := playable(taken)
	best := -Cells
	quickest := earliestWin(plies)
	if limit+1 == quickest {
		return s.searchQuickest(p, low, limit)
	}

	children := &s.frames[plies%Cells].children
	// The children's order: the table's move first, then by the number of threats
	// that the move leaves, then from the center. A threat above the opponent's,
	// or two above one's own, will hardly come into play; not to count those
	// saved 10% of the nodes.
	var order [8]uint32 // threats, rank and number
	count := 0
	childLimit := -limit - 1
	secondNext := plies%2 == 0 // the second player's turn is next
	childLower, childUpper := int8(earliestLoss(plies+1)), int8(earliestWin(plies+1))
	hint := Column(p.column).cells()
	for rest := p.moves; rest != 0; rest &= rest - 1 {
		cell := rest & -rest
		mine, filled := p.mine|cell, taken|cell
		wins := completions(mine) & board &^ filled
		dangers := p.dangers &^ cell
		next := low ^ cell | cell<<1&board
		moves := replies(next, wins)
		if moves == 0 {
			s.cut = cell
			return quickest
		}
		var bound int
		if secondNext {
			bound = followUp(mine, p.theirs, wins, dangers, next, limit)
		} else {
			bound = -followUp(p.theirs, mine, dangers, wins, next, childLimit)
		}
		if bound != noBound && bound != -noBound {
			if bound > limit {
				s.cut = cell
				return bound
			}
			best = max(best, bound)
			continue
		}

		child := &children[count&7]
		child.mine, child.theirs = p.theirs, mine
		child.wins, child.dangers = dangers, wins
		child.moves = moves
		child.lower, child.upper = childLower, childUpper
		child.column = noColumn
		child.hash = unhashed
		if moves&(moves-1) != 0 {
			code := p.theirs + filled
			if plies+1 < mirrorPlies {
				code = min(code, mirror(code))
			}
			child.hash = hashCode(code)
		}
		useful := wins &^ (dangers<<1 | wins<<2)
		key := uint32(bits.OnesCount64(useful))<<8 | rank[bits.TrailingZeros64(cell)&63]<<4 | uint32(count)
		if cell&hint != 0 {
			key |= 1 << 16
		}
		i := count
		for i > 0 && order[(i-1)&7] < key {
			order[i&7] = order[(i-1)&7]
			i--
		}
		order[i&7] = key
		count++
	}

	known := s.tableFor(plies + 1)
	for i := range count {
		child := &children[i&7]
		if child.hash == unhashed {
			continue
		}
		if e := known.probe(child.hash); e != 0 {
			child.lower = max(child.lower, e.lower())
			child.upper = min(child.upper, e.upper())
			child.column = e.column()
			if int(child.upper) <= childLimit {
				s.cut = child.theirs &^ p.mine
				return -int(child.upper)
			}
		}
	}

	before := s.nodes
	column := uint8(noColumn)
	for i := range count {
		child := &children[order[i&7]&7]
		bound := -int(child.lower)
		if bound > limit {
			bound = -s.search(child, plies+1, childLimit)
			if s.stopped {
				return 0
			}
		}
		if bound > best {
			best = bound
			if bound > limit {
				s.cut = child.theirs &^ p.mine
				column = uint8(columnOf(s.cut))
				break
			}
		}
	}
	lower, upper := p.lower, p.upper
	if best > limit {
		lower = max(lower, int8(best))
		best = int(lower)
	} else {
		upper = min(upper, int8(best))
		best = int(upper)
	}
	if p.hash != unhashed {
		s.tableFor(plies).store(p.hash, lower, upper, column, s.nodes-before)
	}
	return best
}

// searchQuickest is search for a limit that only the quickest win exceeds: one by
// the second next stone, so by a move that leaves the opponent no reply.
func (s *Solver) searchQuickest(p *node, low uint64, limit int) int {
	taken := p.mine | p.theirs
	for rest := p.moves; rest != 0; rest &= rest - 1 {
		cell := rest & -rest
		wins := completions(p.mine|cell) & board &^ (taken | cell)
		if replies(low^cell|cell<<1&board, wins) == 0 {
			s.cut = cell
			return limit + 1
		}
	}
	return limit
}
