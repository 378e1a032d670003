package grid_test

import (
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
)

func BenchmarkHeuristicAt(b *testing.B) {
	costs := newCosts(b, read(b, "23"), grid.Rule{}, grid.Add)
	goal := grid.Cell{X: 300, Y: 400}
	for _, metric := range grid.Metrics() {
		b.Run(metric.String(), func(b *testing.B) {
			h := costs.Heuristic(metric, goal)
			if at := h.At(goal); at != 0 {
				b.Fatalf("%v of the goal is %v", metric, at)
			}
			b.ReportAllocs()
			var sum root2.Length
			for i := range b.N {
				sum |= h.At(grid.Cell{X: int32(i & 255), Y: int32(i >> 8 & 255)})
			}
			if metric != grid.Zero && sum == 0 {
				b.Fatal("every estimate is 0")
			}
		})
	}
}

func BenchmarkStep(b *testing.B) {
	m := read(b, "23")
	costs := newCosts(b, m, grid.Rule{}, grid.Mean)
	from := m.ID(grid.Cell{})
	if got := costs.Format(costs.Step(from, grid.E)); got != "2.5" {
		b.Fatalf("the step costs %s", got)
	}
	b.ReportAllocs()
	for range b.N {
		costs.Step(from, grid.E)
	}
}

func BenchmarkNewCosts(b *testing.B) {
	const side = 512
	weights := make([]grid.Weight, side*side)
	for i := range weights {
		weights[i] = grid.Millionths(int64(i%7) * 500_000)
	}
	m, err := grid.FromWeights(side, side, weights)
	if err != nil {
		b.Fatal(err)
	}
	if scale := newCosts(b, m, grid.Rule{}, grid.Mul).Scale(); scale != 10 {
		b.Fatalf("the scale is %d", scale)
	}
	b.ReportAllocs()
	for range b.N {
		newCosts(b, m, grid.Rule{}, grid.Mul)
	}
}
