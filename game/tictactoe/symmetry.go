package tictactoe

// turned and mirrored hold each set of cells after a quarter turn to the right
// and after a reflection of left and right.
var turned, mirrored = func() (turn, mirror [full + 1]uint16) {
	for cells := range turn {
		for c := range Cells {
			if cells>>c&1 == 0 {
				continue
			}
			row, column := c/3, c%3
			turn[cells] |= 1 << (column*3 + 2 - row)
			mirror[cells] |= 1 << (row*3 + 2 - column)
		}
	}
	return turn, mirror
}()

// Canonical returns, of the eight positions that turns and reflections make of
// p, the one with the smallest bits.
func (Game) Canonical(p Position) Position {
	least := p
	for i := range 8 {
		if i == 4 {
			p = Position{mirrored[p.Mine&full], mirrored[p.Theirs&full]}
		}
		if p.Mine < least.Mine || p.Mine == least.Mine && p.Theirs < least.Theirs {
			least = p
		}
		p = Position{turned[p.Mine&full], turned[p.Theirs&full]}
	}
	return least
}
