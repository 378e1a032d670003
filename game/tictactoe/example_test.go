package tictactoe_test

import (
	"context"
	"fmt"
	"log"

	"github.com/astrolabe-search/astrolabe/game"
	"github.com/astrolabe-search/astrolabe/game/tictactoe"
)

func Example() {
	g := tictactoe.Game{Quick: true}
	p, err := g.ParseState("X.O/.X./..O")
	if err != nil {
		log.Fatal(err)
	}
	r, err := game.AlphaBeta(context.Background(), g, p, game.Full, game.Options[tictactoe.Position, tictactoe.Cell]{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(g.Board(p))
	fmt.Println("best:", r.PrincipalVariation, "for", r.Score)
	// Output:
	//  X | 2 | O
	// ---+---+---
	//  4 | X | 6
	// ---+---+---
	//  7 | 8 | O
	// X to move
	// best: [6 4 2 8 7] for 0
}

// The games of the article, by alpha-beta: the same as by minimax, which takes
// 53,832 nodes.
func ExampleNotebook() {
	facts, err := tictactoe.Notebook(context.Background(), tictactoe.NotebookSeed, tictactoe.NotebookGames,
		[]int{2}, game.AlphaBeta, game.Options[tictactoe.Position, tictactoe.Cell]{})
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range facts {
		fmt.Printf("depth %d: %d wins, %d draws, %d losses, %d nodes\n", f.Depth, f.Wins, f.Draws, f.Losses, f.Nodes)
	}
	// Output: depth 2: 361 wins, 33 draws, 6 losses, 29229 nodes
}
