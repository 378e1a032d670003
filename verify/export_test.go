package verify

import (
	"errors"
	"io"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
	"pgregory.net/rapid"
)

// Hooks for the tests of package verify_test.

// Step returns what the reference says of a step: its cost, and whether it is
// legal.
func Step(t rapid.TB, costs *grid.Costs, from, to grid.Cell) (root2.Length, bool) {
	cost, reason := newGround(costs).step(from, to)
	return exactLength(t, cost), reason == ""
}

// Optimum returns what the reference says of a query, and how many cells it
// settled.
func Optimum(t rapid.TB, costs *grid.Costs, from, to grid.Cell) (cost root2.Length, reachable bool, settled int) {
	best, err := newGround(costs).dijkstra(from, to)
	if err != nil {
		t.Fatal(err)
	}
	return exactLength(t, best.cost), best.reachable, best.settled
}

// Flood returns how many cells the reference reaches.
func Flood(costs *grid.Costs, from, to grid.Cell) (reached int, reachesGoal bool) {
	return newGround(costs).flood(from, to)
}

// ReadDocumentLimited is ReadDocument with a limit that a test can reach.
func ReadDocumentLimited(r io.Reader, name string, maxBytes int) (*Document, error) {
	return readDocument(r, name, maxBytes)
}

// NewDocumentsLimited is NewDocuments with a limit that a test can reach.
func NewDocumentsLimited(r io.Reader, name string, maxBytes int) *Documents {
	d := NewDocuments(r, name)
	d.maxBytes = maxBytes
	return d
}

func exactLength(t rapid.TB, s sum) root2.Length {
	l, err := root2.New(s.straight, s.diagonal)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// A path that costs more than the limit is an error, not a wrong answer.
func TestOverflow(t *testing.T) {
	heavy := grid.WholeWeight(8_000_000_000)
	m, err := grid.FromWeights(4, 1, []grid.Weight{heavy, heavy, heavy, heavy})
	if err != nil {
		t.Fatal(err)
	}
	costs, err := grid.NewCosts(m, grid.Rule{Moves: grid.Moves4}, grid.Mul)
	if err != nil {
		t.Fatal(err)
	}
	g := newGround(costs)
	if best, err := g.dijkstra(grid.Cell{}, grid.Cell{X: 1}); err != nil || best.cost != (sum{straight: 8_000_000_000}) {
		t.Errorf("one step: %+v, %v", best, err)
	}
	if best, err := g.dijkstra(grid.Cell{}, grid.Cell{X: 3}); !errors.Is(err, root2.ErrOverflow) {
		t.Errorf("three steps: %+v, %v; want ErrOverflow", best, err)
	}
}

func BenchmarkDijkstra1024(b *testing.B) {
	const side = 1024
	m, err := grid.FromKinds(side, side, []grid.Kind{{Symbol: '.'}}, make([]uint8, side*side))
	if err != nil {
		b.Fatal(err)
	}
	costs, err := grid.NewCosts(m, grid.Rule{}, grid.Uniform)
	if err != nil {
		b.Fatal(err)
	}
	g := newGround(costs)
	for b.Loop() {
		best, err := g.dijkstra(grid.Cell{}, grid.Cell{X: side - 1, Y: side - 1})
		if err != nil || best.cost != (sum{diagonal: side - 1}) || best.settled != side*side {
			b.Fatal(best, err)
		}
	}
}
