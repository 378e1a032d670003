package tictactoe_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/game"
	"github.com/astrolabe-search/astrolabe/game/tictactoe"
	"github.com/astrolabe-search/astrolabe/internal/sharedtest"
)

// withCommas writes a number as the article does.
func withCommas(n int64) string {
	text := strconv.FormatInt(n, 10)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// TestNotebookFacts plays the article's games by plain minimax and compares
// every number that it reports, then by each other algorithm, which must come
// to the same games by fewer nodes.
func TestNotebookFacts(t *testing.T) {
	data, err := os.ReadFile(sharedtest.Path(t, "truths", "notebook.json"))
	if err != nil {
		t.Fatal(err)
	}
	var truths struct{ Facts map[string]string }
	if err := json.Unmarshal(data, &truths); err != nil {
		t.Fatal(err)
	}
	play := func(name string, search game.SearchFunc[position, cell], depths []int, opts options) []tictactoe.NotebookFacts {
		facts, err := tictactoe.Notebook(context.Background(), tictactoe.NotebookSeed, tictactoe.NotebookGames,
			depths, search, opts)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return facts
	}
	plainDepths := tictactoe.NotebookDepths()
	if testing.Short() {
		t.Log("with -short plain minimax plays at depth 2 only, not the 124 million nodes of depth 9")
		plainDepths = plainDepths[:1]
	}
	plain := play("minimax", game.Minimax, plainDepths, options{})
	compared := 0
	for _, f := range plain {
		for name, got := range map[string]int64{
			"losses": int64(f.Losses), "wins": int64(f.Wins), "nodes": f.Nodes, "nodes_per_game": f.NodesPerGame,
		} {
			name = fmt.Sprintf("d%d_%s", f.Depth, name)
			if want := truths.Facts[name]; withCommas(got) != want {
				t.Errorf("%s is %s, the article has %q", name, withCommas(got), want)
			}
			compared++
		}
		if f.Wins+f.Draws+f.Losses != tictactoe.NotebookGames {
			t.Errorf("%d games: %+v", tictactoe.NotebookGames, f)
		}
	}
	listed := 0
	for name := range truths.Facts {
		if strings.HasPrefix(name, "d2_") || strings.HasPrefix(name, "d9_") {
			listed++
		}
	}
	if compared != listed/2*len(plain) || listed == 0 {
		t.Errorf("%d facts compared of %d", compared, listed)
	}

	for _, a := range game.Algorithms[position, cell]()[1:] {
		for _, tableBytes := range []int64{0, 1 << 20} {
			name := fmt.Sprintf("%s with a table of %d bytes", a.Name, tableBytes)
			var opts options
			if tableBytes > 0 {
				if opts.Table, err = game.NewTable[position, cell](tableBytes); err != nil {
					t.Fatal(err)
				}
			}
			for i, f := range play(name, a.Search, plainDepths, opts) {
				t.Logf("%s: depth %d: %s nodes", name, f.Depth, withCommas(f.Nodes))
				if f.Nodes >= plain[i].Nodes {
					t.Errorf("%s: %d nodes at depth %d, plain minimax %d", name, f.Nodes, f.Depth, plain[i].Nodes)
				}
				f.Nodes, f.NodesPerGame = plain[i].Nodes, plain[i].NodesPerGame
				if f != plain[i] {
					t.Errorf("%s: %+v, want %+v", name, f, plain[i])
				}
			}
		}
	}
}
