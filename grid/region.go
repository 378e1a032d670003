package grid

// Regions labels the connected regions of open cells under a rule. label holds
// for each id the number of its region, from 0 in the order of their first
// cells, or −1 for blocked cells; sizes holds the number of cells of each
// region. It takes time and memory in proportion to the map (O(n), by flooding).
func (m *Map) Regions(rule Rule) (label []int32, sizes []int) {
	masks := m.MoveMasks(rule)
	label = make([]int32, m.Len())
	for id := range label {
		label[id] = -1
	}
	var queue []ID
	for id := range label {
		if label[id] >= 0 || !m.OpenID(ID(id)) {
			continue
		}
		region := int32(len(sizes))
		label[id] = region
		queue = append(queue[:0], ID(id))
		for head := 0; head < len(queue); head++ {
			at := queue[head]
			for d := E; d <= NW; d++ {
				next := at + m.Offset(d)
				if masks[at]>>d&1 != 0 && label[next] < 0 {
					label[next] = region
					queue = append(queue, next)
				}
			}
		}
		sizes = append(sizes, len(queue))
	}
	return label, sizes
}
