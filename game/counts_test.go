package game_test

import (
	"bufio"
	"context"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/astrolabe-search/astrolabe/game"
	"github.com/astrolabe-search/astrolabe/game/tictactoe"
	"github.com/astrolabe-search/astrolabe/internal/sharedtest"
)

type (
	position = tictactoe.Position
	cell     = tictactoe.Cell
)

// The whole game of tic-tac-toe, by what is published of it: 9 first moves, 72
// pairs, and so on; games end from the fifth move on.
func TestCountsOfTicTacToe(t *testing.T) {
	ctx := context.Background()
	g := tictactoe.Game{}
	census, err := game.Perft(ctx, g, g.Start(), game.Full, game.Options[position, cell]{})
	if err != nil {
		t.Fatal(err)
	}
	want := []game.PlyCount{
		{Lines: 1},
		{Lines: 9},
		{Lines: 72},
		{Lines: 504},
		{Lines: 3024},
		{Lines: 15120, Ended: 1440, Wins: 1440},
		{Lines: 54720, Ended: 5328, Losses: 5328},
		{Lines: 148176, Ended: 47952, Wins: 47952},
		{Lines: 200448, Ended: 72576, Losses: 72576},
		{Lines: 127872, Ended: 127872, Wins: 81792, Draws: 46080},
	}
	if difference := cmp.Diff(want, census.Plies); difference != "" || !census.Complete {
		t.Errorf("complete %v, plies differ from the published (-):\n%s", census.Complete, difference)
	}
	reach, err := game.Positions(ctx, g, g.Start(), game.Full, game.Options[position, cell]{})
	if err != nil {
		t.Fatal(err)
	}
	if total := reach.Total(); total != (game.PlyReach{Positions: 5478, Classes: 765, Ended: 958}) || len(reach.Plies) != 10 || !reach.Complete {
		t.Errorf("%+v positions in %+v", total, reach)
	}
	shallow, err := game.Positions(ctx, g, g.Start(), 4, game.Options[position, cell]{})
	if err != nil {
		t.Fatal(err)
	}
	if difference := cmp.Diff(reach.Plies[:5], shallow.Plies); difference != "" || !shallow.Complete {
		t.Errorf("the first four moves differ from those of the whole (-):\n%s", difference)
	}
	cut, err := game.Perft(ctx, g, g.Start(), game.Full, game.Options[position, cell]{MaxNodes: 1000})
	if err != nil || cut.Complete || cut.Nodes != 1000 || cut.Reason != "the budget of 1000 nodes is spent" {
		t.Errorf("perft with 1000 nodes: %v, %+v", err, cut)
	}
}

// The counts of the shared table. Those of nodes pin what a node is, and what
// alpha-beta looks at.
func TestCountsOfTheTable(t *testing.T) {
	file, err := os.Open(sharedtest.Path(t, "truths", "games", "tictactoe.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := file.Close(); err != nil {
			t.Error(err)
		}
	}()
	truths := map[string]int64{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		key, value, _ := strings.Cut(lines.Text(), "\t")
		if n, err := strconv.ParseInt(value, 10, 64); err == nil {
			truths[key] = n
		}
	}
	ctx := context.Background()
	g := tictactoe.Game{}
	census, err := game.Perft(ctx, g, g.Start(), game.Full, game.Options[position, cell]{})
	if err != nil {
		t.Fatal(err)
	}
	reach, err := game.Positions(ctx, g, g.Start(), game.Full, game.Options[position, cell]{})
	if err != nil {
		t.Fatal(err)
	}
	search := func(f game.SearchFunc[position, cell], opts game.Options[position, cell]) game.Result[cell] {
		r, err := f(ctx, g, g.Start(), game.Full, opts)
		if err != nil || !r.Solved || r.Bound != game.Exact {
			t.Fatalf("%v, %+v", err, r)
		}
		return r
	}
	full := search(game.Minimax, game.Options[position, cell]{})
	games, positions := census.Games(), reach.Total()
	for key, got := range map[string]int64{
		"full_tree_nodes": full.Nodes, "game_value": int64(full.Score),
		"games": games.Ended, "x_wins": games.Wins, "o_wins": games.Losses, "draws": games.Draws,
		"games_won_at_ply_5": census.Plies[5].Wins, "games_won_at_ply_6": census.Plies[6].Losses,
		"games_won_at_ply_7": census.Plies[7].Wins, "games_won_at_ply_8": census.Plies[8].Losses,
		"games_won_at_ply_9": census.Plies[9].Wins,
		"positions":          positions.Positions, "positions_up_to_symmetry": positions.Classes, "terminal_positions": positions.Ended,
		"alphabeta_nodes_order0-8_window(-inf,inf)_failsoft": search(game.AlphaBeta, game.Options[position, cell]{}).Nodes,
		"alphabeta_nodes_order0-8_window(-1,1)": search(game.AlphaBeta,
			game.Options[position, cell]{Alpha: -tictactoe.Win, Beta: tictactoe.Win}).Nodes,
	} {
		if want, ok := truths[key]; !ok || got != want {
			t.Errorf("%s is %d, want %d (listed: %v)", key, got, want, ok)
		}
	}
}
