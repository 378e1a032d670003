package tiles_test

import (
	"context"
	"fmt"
	"log"

	"github.com/astrolabe-search/astrolabe/puzzle/tiles"
	"github.com/astrolabe-search/astrolabe/search"
)

// Solve an 8-puzzle with as few moves as possible, and list the tiles that move.
func Example() {
	puzzle, err := tiles.New(tiles.BlankLast(3, 3), tiles.Options{})
	if err != nil {
		log.Fatal(err)
	}
	start, err := tiles.ParseBoard("1 3 6 / 5 _ 2 / 4 7 8", 0)
	if err != nil {
		log.Fatal(err)
	}
	opts, err := puzzle.WithHeuristic(search.Options[tiles.Board, int]{}, "linear-conflict", start)
	if err != nil {
		log.Fatal(err)
	}
	result, err := search.AStar(context.Background(), puzzle, start, opts)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Status, result.Cost, result.Certificate)
	fmt.Println("move", tiles.Moves(result.Path))
	// Output:
	// found 8 optimal
	// move [2 6 3 2 5 4 7 8]
}

// Half of all arrangements cannot be solved; that is known before any search.
func ExamplePuzzle_Solvable() {
	puzzle, err := tiles.New(tiles.BlankLast(4, 4), tiles.Options{})
	if err != nil {
		log.Fatal(err)
	}
	loyd, err := tiles.ParseBoard("1 2 3 4\n5 6 7 8\n9 10 11 12\n13 15 14 _", 0)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(puzzle.Solvable(loyd))
	// Output: false
}
