package game_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/game"
	"github.com/astrolabe-search/astrolabe/game/nim"
	"github.com/astrolabe-search/astrolabe/game/tictactoe"
)

// searching returns a player of tic-tac-toe.
func searching(t *testing.T, search game.SearchFunc[position, cell], depth int, opts game.Options[position, cell]) game.Player[position, cell] {
	t.Helper()
	p, err := game.SearchPlayer(tictactoe.Game{}, search, depth, opts)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func play(t *testing.T, first, second game.Player[position, cell], opts game.MatchOptions[cell]) game.MatchResult {
	t.Helper()
	r, err := game.Match(context.Background(), tictactoe.Game{}, first, second, opts)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Complete || r.Games() != opts.Games {
		t.Fatalf("a match of %d games ended so: %+v", opts.Games, r)
	}
	return r
}

// The same match by every algorithm has the same games, and the same match
// from the other side the opposite outcomes.
func TestMatch(t *testing.T) {
	random := game.RandomPlayer(tictactoe.Game{})
	opts := game.MatchOptions[cell]{Games: 41, Seed: 3}
	var want game.MatchResult
	var wantGames []string
	for i, a := range game.Algorithms[position, cell]() {
		player := searching(t, a.Search, 3, game.Options[position, cell]{})
		var games []string
		opts.AfterGame = func(r game.Record[cell]) {
			if r.Number != len(games) || r.SecondBegan != (len(games)%2 == 1) {
				t.Errorf("%s: game %d is recorded as %+v", a.Name, len(games), r)
			}
			var b strings.Builder
			for _, m := range r.Moves {
				b.WriteString(m.String())
			}
			games = append(games, b.String())
		}
		r := play(t, player, random, opts)
		if r.Nodes[0] == 0 || r.Nodes[1] != 0 {
			t.Errorf("%s: nodes %v", a.Name, r.Nodes)
		}
		r.Nodes = [2]int64{}
		if i == 0 {
			want, wantGames = r, games
		}
		if r != want || !slices.Equal(games, wantGames) {
			t.Errorf("%s: %+v, want %+v\ngames %v\nwant  %v", a.Name, r, want, games, wantGames)
		}
	}
	if want.Beginning.Games() != 21 || want.Replying.Games() != 20 ||
		want.Beginning.Wins+want.Replying.Wins != want.Wins || want.Wins == 0 {
		t.Errorf("tallies %+v", want)
	}
	opts.AfterGame = nil
	opts.Games = 40 // each begins as often
	player := searching(t, game.AlphaBeta, 3, game.Options[position, cell]{})
	first, again := play(t, player, random, opts), play(t, player, random, opts)
	if first != again {
		t.Errorf("the same match has come out as %+v and as %+v", first, again)
	}
	opts.Seed++
	if other := play(t, player, random, opts); other == first {
		t.Error("another seed makes the same match")
	}
}

// Two players who see to the end always draw, and never lose to anybody.
func TestPerfectPlayersDraw(t *testing.T) {
	table, err := game.NewTable[position, cell](1 << 18)
	if err != nil {
		t.Fatal(err)
	}
	perfect := searching(t, game.AlphaBeta, game.Full, game.Options[position, cell]{Table: table})
	if r := play(t, perfect, perfect, game.MatchOptions[cell]{Games: 2}); r.Draws != 2 {
		t.Errorf("against itself: %+v", r.Tally)
	}
	sampling, err := game.MCTSPlayer(tictactoe.Game{}, 100, game.MCTSOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, other := range []game.Player[position, cell]{
		game.RandomPlayer(tictactoe.Game{}), game.FirstMovePlayer(tictactoe.Game{}), sampling,
	} {
		if r := play(t, other, perfect, game.MatchOptions[cell]{Games: 50, Seed: 8}); r.Wins != 0 {
			t.Errorf("somebody wins against perfect play: %+v", r.Tally)
		}
	}
	weak, strong := game.RandomPlayer(tictactoe.Game{}), sampling
	if r := play(t, strong, weak, game.MatchOptions[cell]{Games: 50, Seed: 8}); r.Score() < 0.8 {
		t.Errorf("MCTS against chance: %+v", r.Tally)
	}
}

// In Nim the beginner wins or loses by the nim-sum, if both play well.
func TestMatchOfNim(t *testing.T) {
	for _, heaps := range [][]int{{1, 2, 3}, {2, 2, 3}} {
		g, err := nim.New(heaps...)
		if err != nil {
			t.Fatal(err)
		}
		perfect, err := game.SearchPlayer(g, game.Deepening, game.Full, game.Options[nim.Position, nim.Move]{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := game.Match(context.Background(), g, perfect, perfect, game.MatchOptions[nim.Move]{Games: 2})
		if err != nil {
			t.Fatal(err)
		}
		if won := g.Won(g.Start()); (r.Beginning.Wins == 1) != won || (r.Replying.Wins == 1) == won {
			t.Errorf("from %v: %+v", heaps, r)
		}
	}
}

func TestPlayersWhoFail(t *testing.T) {
	g := tictactoe.Game{}
	fallen := errors.New("fell asleep")
	random := game.RandomPlayer(g)
	for want, player := range map[error]game.PlayerFunc[position, cell]{
		fallen: func(context.Context, position, game.Source) (game.Choice[cell], error) {
			return game.Choice[cell]{}, fallen
		},
		game.ErrIllegalMove: func(context.Context, position, game.Source) (game.Choice[cell], error) {
			return game.Choice[cell]{Move: 4}, nil
		},
	} {
		_, err := game.Match(context.Background(), g, random, player, game.MatchOptions[cell]{Games: 9})
		if !errors.Is(err, want) || !strings.Contains(err.Error(), "player 2") {
			t.Errorf("%v, want %v", err, want)
		}
	}
	if _, err := game.MCTSPlayer(g, 0, game.MCTSOptions{}); !errors.Is(err, game.ErrPlayouts) {
		t.Errorf("a player of no playouts: %v", err)
	}
	if _, err := game.Match(context.Background(), broken{"no moves"}, game.RandomPlayer(broken{"no moves"}),
		game.FirstMovePlayer(broken{"no moves"}), game.MatchOptions[int]{Games: 1}); !errors.Is(err, game.ErrNoMoves) {
		t.Errorf("a game without moves: %v", err)
	}
}

// A match that is canceled counts the games that were played.
func TestMatchCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	g := tictactoe.Game{}
	opts := game.MatchOptions[cell]{Games: 10, AfterGame: func(r game.Record[cell]) {
		if r.Number == 3 {
			cancel()
		}
	}}
	r, err := game.Match(ctx, g, game.FirstMovePlayer(g), game.FirstMovePlayer(g), opts)
	if err != nil || r.Complete || r.Games() != 4 || r.Moves != [2]int64{14, 14} ||
		r.Reason != "the match was stopped after 4 of 10 games: context canceled" {
		t.Errorf("%v, %+v", err, r)
	}
}

// The bounds solve (p − x)² = z²·x(1 − x)/n, by which Wilson defines them.
func TestInterval(t *testing.T) {
	for _, tally := range []game.Tally{{Wins: 361, Draws: 33, Losses: 6}, {Wins: 1}, {Losses: 7}, {Wins: 3, Draws: 4, Losses: 5}} {
		low, high := tally.Interval(game.Confidence95)
		p, n := tally.Score(), float64(tally.Games())
		for _, x := range []float64{low, high} {
			left, right := (p-x)*(p-x), game.Confidence95*game.Confidence95*x*(1-x)/n
			if math.Abs(left-right) > 1e-12 {
				t.Errorf("%+v: the bound %v leaves %v", tally, x, left-right)
			}
		}
		if low < 0 || high > 1 || low >= high || p < low || p > high {
			t.Errorf("%+v: score %v between %v and %v", tally, p, low, high)
		}
	}
	if low, high := (game.Tally{}).Interval(game.Confidence95); low != 0 || high != 1 || (game.Tally{}).Score() != 0 {
		t.Errorf("without games: between %v and %v", low, high)
	}
}
