package grid

// Visible tells whether the straight segment between the centers of two cells
// stays clear of blocked cells: every cell whose inside it crosses is open,
// and wherever it passes exactly through a corner where four cells meet, the
// rule allows the diagonal step there ([Moves4] never does). A cell outside
// the map blocks. It takes time in proportion to the segment's length.
func (m *Map) Visible(from, to Cell, rule Rule) bool {
	if !m.Open(from) || !m.Open(to) {
		return false
	}
	dx, dy := int64(to.X)-int64(from.X), int64(to.Y)-int64(from.Y)
	stepX, stepY := int32(sign(dx)), int32(sign(dy))
	dx, dy = max(dx, -dx), max(dy, -dy)
	masks := m.MoveMasks(rule)
	// The segment leaves column i of its way at time (2i+1)/(2dx) and row j at
	// (2j+1)/(2dy); ahead compares the two without dividing.
	c := from
	for i, j := int64(0), int64(0); c != to; {
		ahead := (2*i+1)*dy - (2*j+1)*dx
		var next Cell
		switch {
		case ahead < 0:
			next = Cell{c.X + stepX, c.Y}
			i++
		case ahead > 0:
			next = Cell{c.X, c.Y + stepY}
			j++
		default:
			next = Cell{c.X + stepX, c.Y + stepY}
			i++
			j++
		}
		d, _ := DirBetween(c, next)
		if masks[m.ID(c)]>>d&1 == 0 {
			return false
		}
		c = next
	}
	return true
}
