package game_test

import (
	"testing"

	"github.com/astrolabe-search/astrolabe/game"
	"github.com/astrolabe-search/astrolabe/game/tictactoe"
)

// plainAlphaBeta is alpha-beta as short as it can be, with a count of the positions that
// a move refuted.
func plainAlphaBeta(g tictactoe.Game, p tictactoe.Position, depth, alpha, beta int, cutoffs *int64) int {
	if score, over := g.Score(p); over {
		return score
	}
	if depth == 0 {
		return g.Evaluate(p)
	}
	best := -1000
	for _, m := range g.AppendMoves(nil, p) {
		best = max(best, -plainAlphaBeta(g, g.Play(p, m), depth-1, -beta, -max(alpha, best), cutoffs))
		if best >= beta {
			*cutoffs++
			break
		}
	}
	return best
}

func TestCutoffsAreCounted(t *testing.T) {
	g := tictactoe.Game{}
	for _, text := range []string{".../.../...", "X../.O./...", "X.O/.X./..O"} {
		p, err := g.ParseState(text)
		if err != nil {
			t.Fatal(err)
		}
		for depth := 1; depth <= 6; depth++ {
			var want int64
			score := plainAlphaBeta(g, p, depth, -1000, 1000, &want)
			r, err := game.AlphaBeta(t.Context(), g, p, depth, game.Options[tictactoe.Position, tictactoe.Cell]{})
			if err != nil {
				t.Fatal(err)
			}
			if r.Cutoffs != want || r.Score != score || depth > 2 && want == 0 {
				t.Errorf("%s to depth %d: %d cutoffs and the score %d, want %d and %d", text, depth, r.Cutoffs, r.Score, want, score)
			}
			for name, search := range map[string]game.SearchFunc[tictactoe.Position, tictactoe.Cell]{
				"minimax": game.Minimax[tictactoe.Position, tictactoe.Cell], "deepening": game.Deepening[tictactoe.Position, tictactoe.Cell],
			} {
				r, err := search(t.Context(), g, p, depth, game.Options[tictactoe.Position, tictactoe.Cell]{})
				if err != nil || (name == "minimax") != (r.Cutoffs == 0) && depth > 3 {
					t.Errorf("%s of %s to depth %d: %d cutoffs (%v)", name, text, depth, r.Cutoffs, err)
				}
			}
		}
	}
}
