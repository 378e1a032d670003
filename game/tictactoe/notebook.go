package tictactoe

import (
	"context"
	"fmt"

	"github.com/astrolabe-search/astrolabe/game"
	"github.com/astrolabe-search/astrolabe/internal/pyrand"
)

// NotebookSeed and NotebookGames are those of the article "A* and heuristic
// search: search you can afford".
const (
	NotebookSeed  = 5
	NotebookGames = 400
)

// NotebookDepths returns the depths at which the article plays, in its order.
func NotebookDepths() []int { return []int{2, 9} }

// NotebookFacts are what the article reports of its games at one depth.
type NotebookFacts struct {
	Depth  int
	Wins   int // of the search
	Draws  int
	Losses int
	// Nodes are the positions that the search looked ahead to. The one it was
	// to move in is not among them, as it is among those of [game.Result].
	Nodes int64
	// NodesPerGame is Nodes divided by the games, rounded.
	NodesPerGame int64
}

// Notebook plays the article's games: at each depth in turn, a search against a
// random player, who begins every second game. With [NotebookSeed],
// [NotebookGames], [NotebookDepths] and [game.Minimax] its facts are the
// article's; any other exact search makes the same moves by fewer nodes.
//
// The article does not say how its program was set up; these choices lead to
// its numbers, and each of them matters. One random generator, CPython's, serves
// all depths. The search begins in the first game. The evaluation is
// [Game.Evaluate] and a win outweighs it, sooner or later being the same. Among
// moves of equal score the last cell is played, and the random player draws
// from the cells in their order.
//
// A context that is done is an error here, since facts are whole.
func Notebook(ctx context.Context, seed int64, games int, depths []int, search game.SearchFunc[Position, Cell], opts game.Options[Position, Cell]) ([]NotebookFacts, error) {
	rules := Game{FromLast: true}
	random := pythonSource{pyrand.New(seed)}
	opponent := game.RandomPlayer[Position, Cell](Game{})
	facts := make([]NotebookFacts, 0, len(depths))
	for _, depth := range depths {
		player, err := game.SearchPlayer(rules, search, depth, opts)
		if err != nil {
			return nil, err
		}
		match, err := game.Match(ctx, rules, player, opponent, game.MatchOptions[Cell]{
			Games:  games,
			Source: func(int) game.Source { return random },
		})
		if err != nil {
			return nil, err
		}
		if !match.Complete {
			return nil, fmt.Errorf("tictactoe: depth %d: %s", depth, match.Reason)
		}
		nodes := match.Nodes[0] - match.Moves[0]
		facts = append(facts, NotebookFacts{
			Depth: depth, Wins: match.Wins, Draws: match.Draws, Losses: match.Losses,
			Nodes: nodes, NodesPerGame: (nodes + int64(games)/2) / int64(games),
		})
	}
	return facts, nil
}

// pythonSource draws as rng.choice does.
type pythonSource struct{ random *pyrand.Rand }

func (s pythonSource) IntN(n int) int { return s.random.Choice(n) }
