package game_test

import (
	"context"
	"testing"

	"github.com/astrolabe-search/astrolabe/game"
	"github.com/astrolabe-search/astrolabe/game/tictactoe"
)

// TestNodesAllocateNothing compares the allocations of a small search with
// those of a large one.
func TestNodesAllocateNothing(t *testing.T) {
	g := tictactoe.Game{}
	for _, a := range game.Algorithms[tictactoe.Position, tictactoe.Cell]() {
		for _, withTable := range []bool{false, true} {
			if a.Name == "deepening" && !withTable {
				continue // it makes a table, which grows
			}
			cost := func(depth int) (allocations float64, nodes int64) {
				var opts game.Options[tictactoe.Position, tictactoe.Cell]
				if withTable {
					table, err := game.NewTable[tictactoe.Position, tictactoe.Cell](1 << 16)
					if err != nil {
						t.Fatal(err)
					}
					opts.Table = table
				}
				allocations = testing.AllocsPerRun(1, func() {
					if withTable {
						opts.Table.Clear()
					}
					r, err := a.Search(context.Background(), g, g.Start(), depth, opts)
					if err != nil {
						t.Fatal(err)
					}
					nodes = r.Nodes
				})
				return allocations, nodes
			}
			few, fewNodes := cost(4)
			many, manyNodes := cost(9)
			// Lines and stacks are longer, and Deepening has a result for each
			// depth: some allocations a ply.
			if more := many - few; more > 40 || manyNodes < fewNodes+500 {
				t.Errorf("%s, table %v: %v allocations for %d nodes, %v for %d", a.Name, withTable, few, fewNodes, many, manyNodes)
			}
		}
	}
}
