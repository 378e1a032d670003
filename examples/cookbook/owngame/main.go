// Owngame lets the library play a game of your own. The rules are four methods.
//
// Two players in turn break a bar of chocolate along a line and eat one part;
// whoever is left with the single bitter square has lost.
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/astrolabe-search/astrolabe/game"
)

// bar is the size of what is left. Its square at the corner is the bitter one.
type bar struct{ width, height int }

// cut is the size that a move leaves.
type cut bar

type chocolate struct{}

func (chocolate) Start() bar { return bar{6, 4} }

func (chocolate) Score(b bar) (score int, over bool) { return -1, b == bar{1, 1} }

func (chocolate) AppendMoves(dst []cut, b bar) []cut {
	for width := 1; width < b.width; width++ {
		dst = append(dst, cut{width, b.height})
	}
	for height := 1; height < b.height; height++ {
		dst = append(dst, cut{b.width, height})
	}
	return dst
}

func (chocolate) Play(_ bar, c cut) bar { return bar(c) }

func main() {
	rules := chocolate{}
	result, err := game.AlphaBeta(context.Background(), rules, rules.Start(), game.Full, game.Options[bar, cut]{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("score %d, proved: %v\n", result.Score, result.Solved)
	fmt.Printf("leave %d×%d\n", result.Best.width, result.Best.height)
}

// Output:
// score 1, proved: true
// leave 4×4
