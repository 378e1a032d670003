package search

// node is what a search knows of one state. With 64-bit costs it takes 24
// bytes; BenchmarkMemory and TestNodeSize hold that.
//
// mark holds the number of the search that wrote the node, times four, plus
// the node's place. A node with an older number is as good as blank, so a
// reused table is never cleared (but once in 2³⁰ searches).
type node[C Cost] struct {
	g, h   C
	parent int32 // id, or noParent
	mark   uint32
}

const noParent int32 = -1

// Where a node is, in the low two bits of its mark.
const (
	onOpen   = 1
	onClosed = 2
)

// nodeTable is an array of nodes by id, reused from search to search.
type nodeTable[C Cost] struct {
	nodes  []node[C]
	number uint32 // of the current search, times four
}

// begin makes every node blank and makes room for n of them.
func (t *nodeTable[C]) begin(n int) {
	if t.number >= 1<<32-8 {
		clear(t.nodes[:cap(t.nodes)])
		t.number = 0
	}
	t.number += 4
	if n > cap(t.nodes) {
		t.nodes = make([]node[C], n)
	}
	t.grow(n)
}

// grow makes room for nodes with ids below n.
func (t *nodeTable[C]) grow(n int) {
	if n <= len(t.nodes) {
		return
	}
	t.nodes = withRoom(t.nodes, n-len(t.nodes))[:n]
}

// seen tells whether the current search has written the node.
func (t *nodeTable[C]) seen(n *node[C]) bool { return n.mark&^3 == t.number }

func (t *nodeTable[C]) bytes() int64 { return sliceBytes(t.nodes) }
