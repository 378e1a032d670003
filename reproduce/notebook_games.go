package reproduce

import (
	"context"
	"fmt"

	"github.com/astrolabe-search/astrolabe/game"
	"github.com/astrolabe-search/astrolabe/game/tictactoe"
)

// notebookPublished holds what the article reports of its games, by depth.
var notebookPublished = map[int]struct{ wins, losses, nodes, nodesPerGame string }{
	2: {"361", "6", "53,832", "135"},
	9: {"361", "0", "123,959,136", "309,898"},
}

// notebookGames plays the article's 400 games of tic-tac-toe at each depth, with
// plain minimax as it does.
func notebookGames(ctx context.Context) ([]Fact, error) {
	facts, err := notebookMatch(ctx, game.Minimax[tictactoe.Position, tictactoe.Cell], game.Options[tictactoe.Position, tictactoe.Cell]{})
	if err != nil {
		return nil, err
	}
	var list []Fact
	for _, f := range facts {
		published, ok := notebookPublished[f.Depth]
		if !ok {
			return nil, fmt.Errorf("no games at depth %d were published", f.Depth)
		}
		name := func(what string) string { return fmt.Sprintf("d%d_%s", f.Depth, what) }
		list = append(list,
			Fact{name("losses"), published.losses, thousands(f.Losses)},
			Fact{name("wins"), published.wins, thousands(f.Wins)},
			Fact{name("nodes"), published.nodes, thousands(int(f.Nodes))},
			Fact{name("nodes_per_game"), published.nodesPerGame, thousands(int(f.NodesPerGame))},
		)
	}
	return list, nil
}

func notebookMatch(ctx context.Context, search game.SearchFunc[tictactoe.Position, tictactoe.Cell], opts game.Options[tictactoe.Position, tictactoe.Cell]) ([]tictactoe.NotebookFacts, error) {
	return tictactoe.Notebook(ctx, tictactoe.NotebookSeed, tictactoe.NotebookGames, tictactoe.NotebookDepths(), search, opts)
}

// Effort is how many positions a search looked at in the notebook's games.
type Effort struct {
	Search       string
	Depth        int
	Wins, Losses int
	Nodes        int64
}

// NotebookEfforts plays the notebook's games by alpha-beta, and by alpha-beta with a
// transposition table of a mebibyte that is kept from move to move. What plain minimax
// takes is among the article's facts.
func NotebookEfforts(ctx context.Context) ([]Effort, error) {
	table, err := game.NewTable[tictactoe.Position, tictactoe.Cell](1 << 20)
	if err != nil {
		return nil, fmt.Errorf("reproduce notebook: %w", err)
	}
	var efforts []Effort
	for _, search := range []struct {
		name   string
		search game.SearchFunc[tictactoe.Position, tictactoe.Cell]
		table  *game.Table[tictactoe.Position, tictactoe.Cell]
	}{
		{"alpha-beta", game.AlphaBeta[tictactoe.Position, tictactoe.Cell], nil},
		{"alpha-beta with a table", game.AlphaBeta[tictactoe.Position, tictactoe.Cell], table},
	} {
		facts, err := notebookMatch(ctx, search.search, game.Options[tictactoe.Position, tictactoe.Cell]{Table: search.table})
		if err != nil {
			return nil, fmt.Errorf("reproduce notebook: %s: %w", search.name, err)
		}
		for _, f := range facts {
			efforts = append(efforts, Effort{search.name, f.Depth, f.Wins, f.Losses, f.Nodes})
		}
	}
	return efforts, nil
}
