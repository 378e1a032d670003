package game_test

import (
	"context"
	"fmt"
	"log"

	"github.com/astrolabe-search/astrolabe/game"
	"github.com/astrolabe-search/astrolabe/game/tictactoe"
)

// take21 is a game in four methods: a heap of objects, of which the players in
// turn take one, two or three; who takes the last one wins.
type take21 struct{}

func (take21) Start() int { return 21 }

func (take21) Score(left int) (int, bool) { return -1, left == 0 }

func (take21) AppendMoves(dst []int, left int) []int {
	for take := 1; take <= min(3, left); take++ {
		dst = append(dst, take)
	}
	return dst
}

func (take21) Play(left, take int) int { return left - take }

func Example() {
	ctx := context.Background()
	r, err := game.AlphaBeta(ctx, take21{}, 21, game.Full, game.Options[int, int]{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("take", r.Best, "and win:", r.Score > 0 && r.Solved)
	// Output: take 1 and win: true
}

// Every algorithm finds the same, with different effort.
func ExampleAlgorithms() {
	g := tictactoe.Game{}
	for _, a := range game.Algorithms[tictactoe.Position, tictactoe.Cell]() {
		r, err := a.Search(context.Background(), g, g.Start(), game.Full, game.Options[tictactoe.Position, tictactoe.Cell]{})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%-10s score %d, %d nodes\n", a.Name, r.Score, r.Nodes)
	}
	// Output:
	// minimax    score 0, 549946 nodes
	// alpha-beta score 0, 18297 nodes
	// pvs        score 0, 18016 nodes
	// deepening  score 0, 1714 nodes
}

// A search that may not finish says what is proved about its move.
func ExampleDeepening() {
	g := tictactoe.Game{}
	r, err := game.Deepening(context.Background(), g, g.Start(), game.Full, game.Options[tictactoe.Position, tictactoe.Cell]{MaxNodes: 200})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Complete, "since", r.Reason)
	fmt.Printf("move %v scores %d at depth %d, a bound that is %v\n", r.Best, r.Score, r.Depth, r.Bound)
	// Output:
	// false since the budget of 200 nodes is spent
	// move 5 scores 0 at depth 4, a bound that is exact
}

// A window asks a question for less work than a score: is this a win?
func ExampleOptions() {
	g := tictactoe.Game{}
	p, err := g.ParseState("X../.O./..X")
	if err != nil {
		log.Fatal(err)
	}
	r, err := game.AlphaBeta(context.Background(), g, p, game.Full, game.Options[tictactoe.Position, tictactoe.Cell]{Alpha: 0, Beta: 1})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("O can win: %v (the score %d is a bound that is %v)\n", r.Bound == game.Lower, r.Score, r.Bound)
	// Output: O can win: false (the score 0 is a bound that is upper)
}

func ExampleMatch() {
	g := tictactoe.Game{}
	player, err := game.SearchPlayer(g, game.AlphaBeta, 2, game.Options[tictactoe.Position, tictactoe.Cell]{})
	if err != nil {
		log.Fatal(err)
	}
	r, err := game.Match(context.Background(), g, player, game.RandomPlayer(g), game.MatchOptions[tictactoe.Cell]{Games: 100, Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	low, high := r.Interval(game.Confidence95)
	fmt.Printf("%d wins, %d draws, %d losses: %.2f to %.2f points a game\n", r.Wins, r.Draws, r.Losses, low, high)
	// Output: 88 wins, 10 draws, 2 losses: 0.86 to 0.97 points a game
}

func ExampleSolve() {
	d, err := game.Solve(context.Background(), take21{}, 21, game.Options[int, int]{})
	if err != nil {
		log.Fatal(err)
	}
	for left := 1; left <= 21; left++ {
		if score, _ := d.Lookup(left); score < 0 {
			fmt.Print(left, " ")
		}
	}
	fmt.Println("are lost")
	// Output: 4 8 12 16 20 are lost
}

func ExamplePerft() {
	g := tictactoe.Game{}
	census, err := game.Perft(context.Background(), g, g.Start(), 6, game.Options[tictactoe.Position, tictactoe.Cell]{})
	if err != nil {
		log.Fatal(err)
	}
	for ply, count := range census.Plies {
		fmt.Println(ply, count.Lines, count.Ended)
	}
	// Output:
	// 0 1 0
	// 1 9 0
	// 2 72 0
	// 3 504 0
	// 4 3024 0
	// 5 15120 1440
	// 6 54720 5328
}
