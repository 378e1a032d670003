package connectfour_test

import (
	"context"
	"fmt"

	"github.com/astrolabe-search/astrolabe/game"
	"github.com/astrolabe-search/astrolabe/game/connectfour"
)

func Example() {
	p, err := connectfour.Parse("44444326")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(p.Board())

	solver, err := connectfour.NewSolver(connectfour.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	r := solver.Solve(context.Background(), p)
	fmt.Println("score", r.Lower, "by column", r.Best)
	// Output:
	// | .  .  .  .  .  .  . |
	// | .  .  .  X  .  .  . |
	// | .  .  .  O  .  .  . |
	// | .  .  .  X  .  .  . |
	// | .  .  .  O  .  .  . |
	// | .  X  O  X  .  O  . |
	// +---------------------+
	//   1  2  3  4  5  6  7
	// X to move
	// score 0 by column 3
}

func ExampleSolver_Analyze() {
	p, err := connectfour.Parse("4444432617263")
	if err != nil {
		fmt.Println(err)
		return
	}
	solver, err := connectfour.NewSolver(connectfour.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	a := solver.Analyze(context.Background(), p)
	for c, column := range a.Columns {
		if column.Legal {
			fmt.Printf("column %d: %+d\n", c+1, column.Lower)
		}
	}
	fmt.Println("best:", a.Best())
	// Output:
	// column 1: -12
	// column 2: +5
	// column 3: +2
	// column 4: -10
	// column 5: -1
	// column 6: +11
	// column 7: +12
	// best: [7]
}

func ExampleParse() {
	_, err := connectfour.Parse("1 2 1 2 1 2 1 3")
	fmt.Println(err)
	// Output:
	// connectfour: character 15 is '3': the game is over before this move, X has won; want no more moves
}

// Two players of package game meet: one who looks four moves ahead, and a
// random one.
func ExampleGame() {
	type position = connectfour.Position
	type column = connectfour.Column
	rules := connectfour.Game{}
	looking, err := game.SearchPlayer(rules, game.PVS[position, column], 4, game.Options[position, column]{})
	if err != nil {
		fmt.Println(err)
		return
	}
	match, err := game.Match(context.Background(), rules, looking, game.RandomPlayer(rules), game.MatchOptions[column]{Games: 20, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(match.Wins, "of 20 games won")
	// Output:
	// 20 of 20 games won
}
