package connectfour

// A set of cells is a word of bits, one column after the other from the left
// and each from the bottom, with a seventh bit above the top that is never set
// in a set of stones:
//
//	6 13 20 27 34 41 48   (above the board)
//	5 12 19 26 33 40 47   row 6
//	4 11 18 25 32 39 46   row 5
//	3 10 17 24 31 38 45   row 4
//	2  9 16 23 30 37 44   row 3
//	1  8 15 22 29 36 43   row 2
//	0  7 14 21 28 35 42   row 1
//
// The neighbors of a cell lie 1, 6, 7 and 8 bits away. Thanks to the bits above
// the top no line leaves a column at the top and enters the next at the bottom.
// (Bitboards for the game: Tromp, "John's Connect Four Playground", 1995.)
const (
	stride    = Rows + 1
	columnSet = 1<<Rows - 1 // the cells of the leftmost column

	bottom = 1 | 1<<stride | 1<<(2*stride) | 1<<(3*stride) | 1<<(4*stride) | 1<<(5*stride) | 1<<(6*stride)
	board  = bottom * columnSet

	// Rows are counted from 1 at the bottom.
	oddRows  = bottom * 0b010101
	evenRows = bottom * 0b101010

	vertical   = 1
	horizontal = stride
	rising     = stride + 1
	falling    = stride - 1
)

// hasFour tells whether four of the cells lie in a row.
func hasFour(s uint64) bool {
	v := s & (s >> vertical)
	h := s & (s >> horizontal)
	r := s & (s >> rising)
	f := s & (s >> falling)
	return v&(v>>(2*vertical))|h&(h>>(2*horizontal))|r&(r>>(2*rising))|f&(f>>(2*falling)) != 0
}

// completions returns the cells that would make four in a row with three of s,
// whether they are in s or not, and bits that are no cells.
func completions(s uint64) uint64 {
	return (s<<1)&(s<<2)&(s<<3) | // a column grows upward only
		lineCompletions(s, horizontal) | lineCompletions(s, rising) | lineCompletions(s, falling)
}

func lineCompletions(s uint64, d int) uint64 {
	before := (s << d) & (s << (2 * d)) // the two cells before are in s
	after := (s >> d) & (s >> (2 * d))
	return before&((s<<(3*d))|(s>>d)) | after&((s>>(3*d))|(s<<d))
}

// playable returns the lowest empty cell of each column that is not full.
func playable(stones uint64) uint64 { return (stones + bottom) & board }

// replies returns the moves, out of those playable, after which the opponent
// cannot win at once, if the opponent's stones threaten the cells of dangers:
// the cell of a threat that must be met, if there is one, and never a cell below
// a threat. None is left if the opponent wins whatever happens.
func replies(playable, dangers uint64) uint64 {
	safe := playable &^ (dangers >> 1)
	if forced := playable & dangers; forced != 0 {
		if forced&(forced-1) != 0 {
			return 0
		}
		return safe & forced
	}
	return safe
}

// mirror swaps left and right.
func mirror(s uint64) uint64 {
	const column = 1<<stride - 1
	return s>>(6*stride)&column | s&column<<(6*stride) |
		s>>(4*stride)&(column<<stride) | s&(column<<stride)<<(4*stride) |
		s>>(2*stride)&(column<<(2*stride)) | s&(column<<(2*stride))<<(2*stride) |
		s&(column<<(3*stride))
}
