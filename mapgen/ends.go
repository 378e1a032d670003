package mapgen

import "github.com/astrolabe-search/astrolabe/grid"

// Ends picks a start and a goal between which there is a path under the rule:
// the first and the last cell, row by row, of the largest region of open cells
// (of the first one if several are as large). They are one cell if the region
// has no other. ok is false if no cell is open. It takes time and memory in
// proportion to the map.
func Ends(m *grid.Map, rule grid.Rule) (start, goal grid.Cell, ok bool) {
	label, sizes := m.Regions(rule)
	if len(sizes) == 0 {
		return grid.Cell{}, grid.Cell{}, false
	}
	largest := 0
	for region, size := range sizes {
		if size > sizes[largest] {
			largest = region
		}
	}
	first, last := grid.ID(-1), grid.ID(-1)
	for id, region := range label {
		if int(region) != largest {
			continue
		}
		if first < 0 {
			first = grid.ID(id)
		}
		last = grid.ID(id)
	}
	return m.Cell(first), m.Cell(last), true
}
