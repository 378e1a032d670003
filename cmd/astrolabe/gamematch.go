package main

import (
	"context"
	"fmt"

	"github.com/astrolabe-search/astrolabe/game"
	"github.com/spf13/cobra"
)

const gameMatchLong = `Match lets two players play a number of games, in which they take turns to begin,
and counts how they end. The interval is that of Wilson for a confidence of 95 %,
with a draw for half a win. The same seed gives the same match.

Exit codes: 0 all games were played; 4 interrupted; 2 bad input.`

// matchOptions are what the flags of game match say.
type matchOptions struct {
	games int64
	seed  uint64
	json  bool
}

func (a *app) gameMatchCommand() *cobra.Command {
	var o matchOptions
	cmd := &cobra.Command{
		Use:   "match GAME FIRST SECOND [flags]",
		Short: "Let two players play against each other",
		Long:  gameMatchLong + "\n\n" + playersLong,
		Example: `  astrolabe game match tic-tac-toe deepening:9 random --games 400 --seed 5
  astrolabe game match connect-four alpha-beta:4 mcts:500 --games 20`,
		Args:              takesGame(3, 3),
		ValidArgsFunction: completeGame,
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := parseGame(args[0])
			if err != nil {
				return err
			}
			if o.games < 1 || o.games > 1<<31-1 {
				return fmt.Errorf("game match: --games %d: want at least 1", o.games)
			}
			return g.match(cmd.Context(), a, args[1], args[2], o)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.Int64Var(&o.games, "games", 100, "how many games")
	f.Uint64Var(&o.seed, "seed", 1, "seed of the random numbers")
	f.BoolVar(&o.json, "json", false, "print one JSON object and nothing else")
	return cmd
}

const playersLong = `A player is random, first (the first legal move), minimax:DEPTH,
alpha-beta:DEPTH, pvs:DEPTH, deepening:DEPTH, mcts:PLAYOUTS or, in connect-four,
solver.`

type tallyJSON struct {
	Games  int     `json:"games"`
	Wins   int     `json:"wins"`
	Draws  int     `json:"draws"`
	Losses int     `json:"losses"`
	Score  float64 `json:"score"`
}

func tallied(t game.Tally) tallyJSON {
	return tallyJSON{t.Games(), t.Wins, t.Draws, t.Losses, t.Score()}
}

// matchJSON is what --json prints, from the view of the first player.
type matchJSON struct {
	Game      string     `json:"game"`
	First     string     `json:"first"`
	Second    string     `json:"second"`
	Seed      uint64     `json:"seed"`
	Complete  bool       `json:"complete"`
	Reason    string     `json:"reason"`
	Result    tallyJSON  `json:"result"`
	Beginning tallyJSON  `json:"beginning"`
	Replying  tallyJSON  `json:"replying"`
	Interval  [2]float64 `json:"interval"`
	Moves     [2]int64   `json:"moves"`
	Nodes     [2]int64   `json:"nodes"`
}

func (g *gameOf[S, M]) match(ctx context.Context, a *app, first, second string, o matchOptions) error {
	var players [2]game.Player[S, M]
	for i, spec := range []string{first, second} {
		var err error
		if players[i], err = g.player(spec); err != nil {
			return err
		}
	}
	r, err := game.Match(ctx, g.game, players[0], players[1], game.MatchOptions[M]{Games: int(o.games), Seed: o.seed})
	if err != nil {
		return fmt.Errorf("game match: %w", err)
	}
	if !r.Complete {
		a.code = exitLimit
	}
	low, high := r.Interval(game.Confidence95)
	if o.json {
		return a.printJSON(matchJSON{
			Game: g.name, First: first, Second: second, Seed: o.seed, Complete: r.Complete, Reason: r.Reason,
			Result: tallied(r.Tally), Beginning: tallied(r.Beginning), Replying: tallied(r.Replying),
			Interval: [2]float64{low, high}, Moves: r.Moves, Nodes: r.Nodes,
		})
	}
	var rows [][]string
	for _, part := range []struct {
		name  string
		tally game.Tally
	}{
		{"beginning", r.Beginning}, {"replying", r.Replying}, {"all", r.Tally},
	} {
		t := part.tally
		low, high := t.Interval(game.Confidence95)
		rows = append(rows, []string{
			part.name, thousands(int64(t.Games())), thousands(int64(t.Wins)), thousands(int64(t.Draws)), thousands(int64(t.Losses)),
			fmt.Sprintf("%.1f%%", 100*t.Score()), fmt.Sprintf("%.1f to %.1f%%", 100*low, 100*high),
		})
	}
	a.stdout.printf("%s: %s against %s\n\n", a.paint.bold(g.name), first, second)
	a.printTable([]column{
		{title: first},
		{title: "games", right: true},
		{title: "wins", right: true},
		{title: "draws", right: true},
		{title: "losses", right: true},
		{title: "score", right: true},
		{title: "95 % interval", right: true},
	}, rows)
	a.stdout.printf("\n")
	var lines []line
	for i, name := range []string{first, second} {
		if r.Nodes[i] > 0 {
			lines = append(lines, line{name, fmt.Sprintf("%s in %s, %s a move", plural(r.Nodes[i], "node"), plural(r.Moves[i], "move"), thousands(r.Nodes[i]/r.Moves[i]))})
		}
	}
	if !r.Complete {
		lines = append(lines, line{"stopped", r.Reason})
	}
	a.printLines(lines)
	return nil
}
