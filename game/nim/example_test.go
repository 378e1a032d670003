package nim_test

import (
	"context"
	"fmt"
	"log"

	"github.com/astrolabe-search/astrolabe/game"
	"github.com/astrolabe-search/astrolabe/game/nim"
)

// Search finds what theory knows: the move that makes the nim-sum 0.
func Example() {
	g, err := nim.New(3, 4, 5)
	if err != nil {
		log.Fatal(err)
	}
	r, err := game.Deepening(context.Background(), g, g.Start(), game.Full, game.Options[nim.Position, nim.Move]{})
	if err != nil {
		log.Fatal(err)
	}
	after := g.Play(g.Start(), r.Best)
	fmt.Printf("%v to %v, with the nim-sum %d\n", r.Best, after, nim.Sum(after))
	// Output: 1:2 to 1,4,5, with the nim-sum 0
}
