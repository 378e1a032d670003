package kalah_test

import (
	"context"
	"fmt"
	"log"

	"github.com/astrolabe-search/astrolabe/game"
	"github.com/astrolabe-search/astrolabe/game/kalah"
)

func Example() {
	g, err := kalah.New(3, 3)
	if err != nil {
		log.Fatal(err)
	}
	r, err := game.Deepening(context.Background(), g, g.Start(), game.Full, game.Options[kalah.Position, kalah.Pit]{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("the first player wins by", r.Score, "seeds, beginning with pit", r.Best)
	// Output: the first player wins by 2 seeds, beginning with pit 1
}
