package game_test

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/astrolabe-search/astrolabe/game"
	"github.com/astrolabe-search/astrolabe/game/nim"
	"github.com/astrolabe-search/astrolabe/game/tictactoe"
)

// TestMCTSProofs compares what the search claims to know with minimax, for
// every number of playouts up to where it knows the game.
func TestMCTSProofs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := drawDag(t)
		base.height = min(base.height, 6)
		seed := rapid.Uint64().Draw(t, "random")
		g := withAbilities(base)[rapid.SampledFrom([]string{"plain", "turning"}).Draw(t, "ability")]
		s := g.Start()
		want := value(g, s, game.Full)
		for playouts := int64(1); playouts < 5000; playouts += 1 + playouts/4 {
			r, err := game.MCTS(context.Background(), g, s, playouts, game.MCTSOptions{Prove: true, Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			if !r.Complete || !slices.Contains(g.AppendMoves(nil, s), r.Best) || r.Playouts > playouts {
				t.Fatalf("%d playouts: %+v", playouts, r)
			}
			for _, m := range r.Moves {
				if v := afterMove(g, s, m.Move, game.Full); m.Known && m.Outcome != sign(v) {
					t.Fatalf("%d playouts: move %d is worth %d, not %d", playouts, m.Move, v, m.Outcome)
				}
			}
			if !r.Known {
				continue
			}
			if best := afterMove(g, s, r.Best, game.Full); r.Outcome != sign(want) || sign(best) != sign(want) {
				t.Fatalf("%d playouts: outcome %d by a move worth %d; the game is worth %d", playouts, r.Outcome, best, want)
			}
			return
		}
		t.Fatal("a small game is not known after thousands of playouts")
	})
}

func sign(v int) int {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}

// Without proofs the visits tend to the best move: in Nim there is a single
// one here.
func TestMCTSConverges(t *testing.T) {
	g, err := nim.New(3, 4, 5)
	if err != nil {
		t.Fatal(err)
	}
	options := game.MCTSOptions{Seed: 1}
	r, err := game.MCTS(context.Background(), g, g.Start(), 20_000, options)
	if err != nil {
		t.Fatal(err)
	}
	if r.Best != (nim.Move{Heap: 0, Take: 2}) || r.Known || r.Playouts != 20_000 {
		t.Errorf("best move %v after %d playouts", r.Best, r.Playouts)
	}
	var visits int64
	for _, m := range r.Moves {
		visits += m.Visits
		if m.Value < 0 || m.Value > 1 {
			t.Errorf("move %v has the value %v", m.Move, m.Value)
		}
	}
	if visits != r.Playouts {
		t.Errorf("%d visits of the moves for %d playouts", visits, r.Playouts)
	}
	again, err := game.MCTS(context.Background(), g, g.Start(), 20_000, options)
	if err != nil {
		t.Fatal(err)
	}
	if difference := cmp.Diff(r, again); difference != "" {
		t.Errorf("the same seed gives another result:\n%s", difference)
	}
	options.Seed = 2
	other, err := game.MCTS(context.Background(), g, g.Start(), 20_000, options)
	if err != nil {
		t.Fatal(err)
	}
	if cmp.Equal(r, other) {
		t.Error("another seed gives the same result")
	}
}

func TestMCTSLimits(t *testing.T) {
	g := tictactoe.Game{}
	for _, maxNodes := range []int64{1, 2, 3, 50, 1000} {
		r, err := game.MCTS(context.Background(), g, g.Start(), 1000, game.MCTSOptions{MaxNodes: maxNodes})
		if err != nil || r.Complete || r.Nodes != maxNodes || !r.HasBest || r.Reason == "" {
			t.Errorf("%d nodes: %v, %+v", maxNodes, err, r)
		}
	}
	full, err := g.ParseState("XOX/XOO/OXX")
	if err != nil {
		t.Fatal(err)
	}
	r, err := game.MCTS(context.Background(), g, full, 5, game.MCTSOptions{})
	if err != nil || !r.Complete || r.HasBest || !r.Known || r.Outcome != 0 {
		t.Errorf("a game that is over: %v, %+v", err, r)
	}
}
