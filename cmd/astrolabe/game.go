package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/astrolabe-search/astrolabe/game"
	"github.com/astrolabe-search/astrolabe/game/connectfour"
	"github.com/astrolabe-search/astrolabe/game/kalah"
	"github.com/astrolabe-search/astrolabe/game/nim"
	"github.com/astrolabe-search/astrolabe/game/tictactoe"
	"github.com/spf13/cobra"
)

const gameLong = `Game plays and measures search in games of two players.

A GAME is tic-tac-toe, connect-four, nim with its heaps, as nim:3,4,5
(misere-nim:3,4,5 if whoever takes the last object loses), or kalah with the pits
of each player and the seeds in each, as kalah:3,3. A POSITION is written

  tic-tac-toe   X.O/.X./..O     rows of X, O and . with / between them
  connect-four  444432263       the columns played so far, counted from 1
  nim           3,4,5           the sizes of the heaps
  kalah         3,3:0/3,3:0/1   pits:store of each player, and whose turn it is

and is the start of the game if it is left out. Scores are those of the player
whose turn it is.

A PLAYER is random, first (the first legal move), a search to a depth, as
minimax:4, alpha-beta:4, pvs:6 or deepening:9, mcts:PLAYOUTS, or, in
connect-four, solver.`

func (a *app) gameCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "game",
		Short: "Solve, play and measure games of two players",
		Long:  gameLong,
		Example: `  astrolabe game solve tic-tac-toe X.O/.X./..O
  astrolabe game match tic-tac-toe deepening:9 random --games 400
  astrolabe game play connect-four --against deepening:8
  astrolabe game count tic-tac-toe`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("game: %q is none of solve, match, play and count; see astrolabe game --help", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			a.code = exitUsage
			cmd.SetOut(a.stderr)
			return cmd.Help()
		},
	}
	for _, verb := range []*cobra.Command{a.gameSolveCommand(), a.gameMatchCommand(), a.gamePlayCommand(), a.gameCountCommand()} {
		verb.DisableFlagsInUseLine = true
		cmd.AddCommand(verb)
	}
	return cmd
}

// rules is a game by what the command line can do with it.
type rules interface {
	solve(ctx context.Context, a *app, position string, o solveGameOptions) error
	match(ctx context.Context, a *app, first, second string, o matchOptions) error
	play(ctx context.Context, a *app, position, against string, o playOptions) error
	count(ctx context.Context, a *app, position string, o countOptions) error
}

// gameWords are the games as completions.
var gameWords = []string{"tic-tac-toe\ton 3×3 cells", "connect-four\ton 7 columns of 6", "nim:3,4,5\twhoever takes the last object wins", "misere-nim:3,4,5\twhoever takes it loses", "kalah:3,3\ton 3 pits a player with 3 seeds each"}

// parseGame reads a game by its name.
func parseGame(text string) (rules, error) {
	name, heaps, hasHeaps := strings.Cut(text, ":")
	if hasHeaps && name != "nim" && name != "misere-nim" && name != "kalah" {
		return nil, fmt.Errorf("game: %q: want no colon; only nim and misere-nim take heaps, and kalah its size", text)
	}
	switch name {
	case "tic-tac-toe":
		return &gameOf[tictactoe.Position, tictactoe.Cell]{name: name, game: tictactoe.Game{Quick: true}, countDepth: game.Full}, nil
	case "connect-four":
		return &gameOf[connectfour.Position, connectfour.Column]{name: name, game: connectfour.Game{}, solver: connectFourSolver, countDepth: 8}, nil
	case "nim", "misere-nim":
		if !hasHeaps {
			heaps = "3,4,5"
		}
		g, err := nimOf(heaps)
		if err != nil {
			return nil, fmt.Errorf("game: %q: %w", text, err)
		}
		g.Misere = name == "misere-nim"
		return &gameOf[nim.Position, nim.Move]{name: text, game: g, countDepth: game.Full}, nil
	case "kalah":
		size := heaps
		if !hasHeaps {
			size = "3,3"
		}
		g, err := kalahOf(size)
		if err != nil {
			return nil, fmt.Errorf("game: %q: %w", text, err)
		}
		return &gameOf[kalah.Position, kalah.Pit]{name: text, game: g, countDepth: 6}, nil
	}
	return nil, fmt.Errorf("game: unknown game %q; want tic-tac-toe, connect-four, nim, misere-nim or kalah", text)
}

// kalahOf reads pits and seeds with a comma between them.
func kalahOf(text string) (kalah.Game, error) {
	left, right, ok := strings.Cut(text, ",")
	pits, err1 := strconv.Atoi(left)
	seeds, err2 := strconv.Atoi(right)
	if !ok || err1 != nil || err2 != nil {
		return kalah.Game{}, fmt.Errorf("%q is no size; want PITS,SEEDS, such as 3,3", text)
	}
	return kalah.New(pits, seeds)
}

func nimOf(heaps string) (nim.Game, error) {
	p, err := nim.Game{}.ParseState(heaps)
	if err != nil {
		return nim.Game{}, err
	}
	sizes := make([]int, 0, len(p))
	for _, size := range p {
		sizes = append(sizes, int(size))
	}
	return nim.New(sizes...)
}

// gameOf is a game with positions S and moves M.
type gameOf[S, M comparable] struct {
	name string
	game interface {
		game.Game[S, M]
		game.Notation[S, M]
	}
	solver     func(game.Options[S, M]) (solveFunc[S, M], error) // nil: none but the searches
	countDepth int                                               // how far count looks by default
}

// solveFunc solves one position after another.
type solveFunc[S, M comparable] func(ctx context.Context, s S) game.Result[M]

// connectFourSolver returns the solver of package connectfour, whose table serves
// one position after another.
func connectFourSolver(limits game.Options[connectfour.Position, connectfour.Column]) (solveFunc[connectfour.Position, connectfour.Column], error) {
	solver, err := connectfour.NewSolver(connectfour.Options{MaxNodes: limits.MaxNodes, TableBytes: limits.MaxBytes, KeepTable: true})
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, p connectfour.Position) game.Result[connectfour.Column] {
		r := solver.Solve(ctx, p)
		result := game.Result[connectfour.Column]{
			Complete: r.Complete, Reason: r.Reason, Best: r.Best, HasBest: r.HasBest,
			Score: r.Lower, Bound: game.Lower, Depth: connectfour.Cells - p.Plies(), Solved: true,
		}
		result.Nodes = r.Nodes
		if r.Lower == r.Upper {
			result.Bound = game.Exact
		}
		if r.HasBest {
			result.PrincipalVariation = []connectfour.Column{r.Best}
		}
		return result
	}, nil
}

// position reads a position, or the start of the game if the text is empty.
func (g *gameOf[S, M]) position(text string) (S, error) {
	if text == "" {
		return g.game.Start(), nil
	}
	return g.game.ParseState(text)
}

// player reads a player.
func (g *gameOf[S, M]) player(spec string) (game.Player[S, M], error) {
	name, number, given := strings.Cut(spec, ":")
	count := int64(0)
	if given {
		var err error
		if count, err = strconv.ParseInt(number, 10, 32); err != nil || count < 1 {
			return nil, fmt.Errorf("game: player %q: %q is not a whole number of at least 1", spec, number)
		}
	}
	switch {
	case name == "random" && !given:
		return game.RandomPlayer[S, M](g.game), nil
	case name == "first" && !given:
		return game.FirstMovePlayer[S, M](g.game), nil
	case name == "mcts" && given:
		return game.MCTSPlayer[S, M](g.game, count, game.MCTSOptions{Prove: true})
	case name == "solver" && !given && g.solver != nil:
		solve, err := g.solver(game.Options[S, M]{})
		if err != nil {
			return nil, err
		}
		return game.PlayerFunc[S, M](func(ctx context.Context, s S, _ game.Source) (game.Choice[M], error) {
			r := solve(ctx, s)
			return game.Choice[M]{Move: r.Best, Nodes: r.Nodes}, nil
		}), nil
	}
	algorithm, err := game.ParseAlgorithm[S, M](name)
	if err != nil || !given {
		words := "random, first, minimax:DEPTH, alpha-beta:DEPTH, pvs:DEPTH, deepening:DEPTH or mcts:PLAYOUTS"
		if g.solver != nil {
			words = strings.Replace(words, " or ", ", ", 1) + " or solver"
		}
		return nil, fmt.Errorf("game: %q is not a player of %s; want %s", spec, g.name, words)
	}
	return game.SearchPlayer[S, M](g.game, algorithm.Search, int(count), game.Options[S, M]{})
}

// seeded returns the random numbers of a seed.
func seeded(seed uint64) game.Source { return rand.New(rand.NewPCG(seed, 0)) }

// scoreWords says what a score means for the player whose turn it is.
func scoreWords(score int) string {
	switch {
	case score > 0:
		return "win"
	case score < 0:
		return "loss"
	}
	return "draw"
}

// withTime bounds a context by --max-time.
func withTime(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	if limit == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, limit, fmt.Errorf("the time limit of %v is over", limit))
}
