package tictactoe_test

import (
	"context"
	"testing"

	"github.com/astrolabe-search/astrolabe/game"
	"github.com/astrolabe-search/astrolabe/game/tictactoe"
)

// BenchmarkWholeGame searches the game from the empty board to its end.
func BenchmarkWholeGame(b *testing.B) {
	g := tictactoe.Game{}
	for _, a := range game.Algorithms[position, cell]() {
		b.Run(a.Name, func(b *testing.B) {
			b.ReportAllocs()
			var nodes int64
			for range b.N {
				r, err := a.Search(context.Background(), g, g.Start(), game.Full, options{})
				if err != nil || r.Score != 0 || !r.Solved {
					b.Fatalf("%v, %+v", err, r)
				}
				nodes += r.Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}
