package gridsearch_test

import (
	"context"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

func BenchmarkOpen512(b *testing.B) {
	m, err := grid.FromKinds(512, 512, []grid.Kind{{Symbol: '.', Weight: grid.WeightOne}}, make([]uint8, 512*512))
	if err != nil {
		b.Fatal(err)
	}
	costs, err := grid.NewCosts(m, grid.Rule{}, grid.Uniform)
	if err != nil {
		b.Fatal(err)
	}
	start, goal := grid.Cell{X: 3, Y: 7}, grid.Cell{X: 500, Y: 300}
	problem, err := gridsearch.NewProblem(costs, goal)
	if err != nil {
		b.Fatal(err)
	}
	want := root2.One*root2.Length(497-293) + root2.Root2*293
	for _, tc := range []struct {
		name   string
		metric grid.Metric
		tie    search.Tie
	}{
		{"octile", grid.Octile, search.TieLowHLIFO},
		{"octile-fifo", grid.Octile, search.TieFIFO},
		{"zero", grid.Zero, search.TieLowHLIFO},
	} {
		b.Run(tc.name, func(b *testing.B) {
			var ws gridsearch.Workspace
			opts := gridsearch.WithHeuristic(gridsearch.Options{Workspace: &ws, Tie: tc.tie}, problem, tc.metric, start)
			var expanded int64
			b.ReportAllocs()
			for b.Loop() {
				result, err := search.AStar(context.Background(), problem, start, opts)
				if err != nil || result.Cost != want {
					b.Fatal(result.Status, result.Cost, err)
				}
				opts.PathBuffer = result.Path
				expanded = result.Expanded
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(expanded), "ns/expansion")
		})
	}
}
