package search

import "testing"

// Nodes carry the number of the search that wrote them. When the numbers begin anew,
// what older searches wrote must be blank.
func TestNodesAreBlankWhenNumbersBeginAnew(t *testing.T) {
	var table nodeTable[int64]
	table.begin(5)
	first := table.number
	for i := range table.nodes {
		table.nodes[i].mark = table.number | onClosed
	}
	table.number = 1<<32 - 8
	table.begin(2)
	if table.number != first {
		t.Fatalf("after the last number comes %d; want the first, %d", table.number, first)
	}
	for i := range table.nodes {
		if table.seen(&table.nodes[i]) {
			t.Errorf("node %d is one of the new search", i)
		}
	}
}
