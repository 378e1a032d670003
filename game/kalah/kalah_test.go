package kalah_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/game"
	"github.com/astrolabe-search/astrolabe/game/kalah"
)

type opts = game.Options[kalah.Position, kalah.Pit]

func mustNew(t testing.TB, pits, seeds int) kalah.Game {
	t.Helper()
	g, err := kalah.New(pits, seeds)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// firstMinusSecond is the score of p for the first player, by a maximum where it
// is his turn and a minimum where it is not.
func firstMinusSecond(g kalah.Game, p kalah.Position, known map[kalah.Position]int) int {
	if _, over := g.Score(p); over {
		return int(p.Stores[0]) - int(p.Stores[1])
	}
	if v, ok := known[p]; ok {
		return v
	}
	best := -1000
	if p.Second {
		best = 1000
	}
	for _, pit := range g.AppendMoves(nil, p) {
		v := firstMinusSecond(g, g.Play(p, pit), known)
		if p.Second {
			best = min(best, v)
		} else {
			best = max(best, v)
		}
	}
	known[p] = best
	return best
}

// TestValues knows the values of small boards: their signs are published by Irving,
// Donkers and Uiterwijk, "Solving Kalah", ICGA Journal 23(3), 2000.
func TestValues(t *testing.T) {
	for _, c := range []struct{ pits, seeds, score int }{
		{1, 1, 0},
		{1, 2, -2},
		{1, 3, 6},
		{1, 4, -2},
		{2, 1, 2},
		{2, 2, -2},
		{2, 3, -2},
		{2, 4, -10},
		{3, 1, 0},
		{3, 2, 4},
		{3, 3, 2},
		{4, 1, 2},
		{4, 2, 6},
	} {
		g := mustNew(t, c.pits, c.seeds)
		known := map[kalah.Position]int{}
		if v := firstMinusSecond(g, g.Start(), known); v != c.score {
			t.Errorf("%d pits of %d seeds: plain minimax says %d, want %d", c.pits, c.seeds, v, c.score)
		}
		for _, a := range game.Algorithms[kalah.Position, kalah.Pit]() {
			if a.Name != "deepening" && c.pits*c.seeds > 6 {
				continue
			}
			r, err := a.Search(t.Context(), g, g.Start(), game.Full, opts{})
			if err != nil || !r.Solved || r.Bound != game.Exact || r.Score != c.score {
				t.Errorf("%d pits of %d seeds: %s: %v, want %d: %+v", c.pits, c.seeds, a.Name, err, c.score, r)
			}
			end := g.Start()
			for _, pit := range r.PrincipalVariation {
				end = g.Play(end, pit)
			}
			if score := int(end.Stores[0]) - int(end.Stores[1]); a.Name != "deepening" && score != c.score {
				t.Errorf("%d pits of %d seeds: %s: the line %v ends at %d, want %d", c.pits, c.seeds, a.Name, r.PrincipalVariation, score, c.score)
			}
		}
		d, err := game.Solve(t.Context(), g, g.Start(), opts{})
		if err != nil || d.Score != c.score {
			t.Errorf("%d pits of %d seeds: solve: %v, %+v", c.pits, c.seeds, err, d.Result)
		}
		for p, v := range known {
			if p.Second {
				v = -v
			}
			if got, ok := d.Lookup(p); ok && got != v {
				t.Errorf("%v has the score %d, want %d", p, got, v)
			}
		}
	}
}

// TestPlay follows the rules move by move.
func TestPlay(t *testing.T) {
	for _, c := range []struct{ before, move, after, why string }{
		{"3,3,3:0/3,3,3:0/1", "1", "0,4,4:1/3,3,3:0/1", "the last seed falls into the store: he moves again"},
		{"3,3,3:0/3,3,3:0/1", "2", "3,0,4:1/4,3,3:0/2", "it falls into a pit of the opponent"},
		{"3,3,3:0/3,3,3:0/2", "1", "3,3,3:0/0,4,4:1/2", "the second player sows his own row"},
		{"1,0,4:1/4,3,3:2/1", "1", "0,0,4:5/4,0,3:2/2", "an empty pit of his: what is across is his"},
		{"1,0,4:5/4,0,3:1/1", "1", "0,1,4:5/4,0,3:1/2", "nothing is across: nothing is taken"},
		{"1,0,6:1/3,3,3:1/1", "3", "2,0,0:7/4,0,4:1/2", "around, past the opponent's store, into an empty pit"},
		{"0,0,1:7/3,3,3:1/1", "3", "0,0,0:8/0,0,0:10/1", "the row is empty: the rest is the opponent's"},
		{"5,0,0:4/0,0,8:1/1", "1", "0,1,1:5/1,1,8:1/2", "into the opponent's pits, of which none is taken"},
	} {
		g := mustNew(t, 3, 3)
		p, err := g.ParseState(c.before)
		if err != nil {
			t.Fatal(err)
		}
		pit, err := g.ParseMove(p, c.move)
		if err != nil {
			t.Fatal(err)
		}
		if after := g.FormatState(g.Play(p, pit)); after != c.after {
			t.Errorf("%s: after %s from %s it is %s, want %s", c.why, c.move, c.before, after, c.after)
		}
	}
}

// TestPlayers lets perfect players, one by samples and one by search, meet: the one
// who begins gets what the start is worth.
func TestPlayers(t *testing.T) {
	g := mustNew(t, 3, 2) // won by the first player
	perfect, err := game.SearchPlayer(g, game.Deepening, game.Full, opts{})
	if err != nil {
		t.Fatal(err)
	}
	proving, err := game.MCTSPlayer(g, 20_000, game.MCTSOptions{Prove: true})
	if err != nil {
		t.Fatal(err)
	}
	for name, second := range map[string]game.Player[kalah.Position, kalah.Pit]{"search": perfect, "samples": proving} {
		moves := 0
		r, err := game.Match(t.Context(), g, perfect, second, game.MatchOptions[kalah.Pit]{Games: 2, AfterGame: func(r game.Record[kalah.Pit]) {
			p := g.Start()
			for _, pit := range r.Moves {
				p = g.Play(p, pit)
			}
			moves += len(r.Moves)
			if outcome := int(p.Stores[0]) - int(p.Stores[1]); (outcome > 0) != (r.Outcome > 0) != r.SecondBegan {
				t.Errorf("%s: outcome %d of the game %v, which ends with %v", name, r.Outcome, r.Moves, p)
			}
		}})
		if err != nil || r.Beginning.Wins != 1 || r.Replying.Losses != 1 || r.Moves[0]+r.Moves[1] != int64(moves) {
			t.Errorf("%s: %v, %+v", name, err, r)
		}
	}
	for seed := range uint64(5) {
		r, err := game.MCTS(t.Context(), g, g.Start(), 100_000, game.MCTSOptions{Seed: seed, Prove: true})
		if err != nil || !r.Known || r.Outcome != 1 {
			t.Errorf("seed %d: %v, %+v", seed, err, r)
		}
	}
}

// TestCounts adds up how the games end, by whose view the first position has.
func TestCounts(t *testing.T) {
	for _, text := range []string{"2,2:0/2,2:0/1", "2,2:0/2,2:0/2", "1,3:0/0,3:1/2"} {
		g := mustNew(t, 2, 2)
		p, err := g.ParseState(text)
		if err != nil {
			t.Fatal(err)
		}
		var want game.PlyCount
		count(g, p, p.Second, &want)
		c, err := game.Perft(t.Context(), g, p, game.Full, opts{})
		if err != nil || c.Games() != want || want.Ended == 0 {
			t.Errorf("%s: %v, %+v, want %+v", text, err, c.Games(), want)
		}
	}
}

func count(g kalah.Game, p kalah.Position, second bool, c *game.PlyCount) {
	if _, over := g.Score(p); over {
		mine, theirs := p.Stores[0], p.Stores[1]
		if second {
			mine, theirs = theirs, mine
		}
		c.Lines++
		c.Ended++
		switch {
		case mine > theirs:
			c.Wins++
		case mine < theirs:
			c.Losses++
		default:
			c.Draws++
		}
		return
	}
	for _, pit := range g.AppendMoves(nil, p) {
		count(g, g.Play(p, pit), second, c)
	}
}

func TestNotation(t *testing.T) {
	g := mustNew(t, 2, 3)
	for text, want := range map[string]string{
		"3,3:0/3,3:0":          "has 2 parts",
		"3,3:0/3:0/1":          `player 2 has "3:0"; want 2 pits`,
		"3,3/3,3:0/1":          `player 1 has "3,3"`,
		"3,x:0/3,3:0/1":        `pit 2 of player 1 is "x"; want a number from 0 to 12`,
		"3,3:0/3,3:-1/1":       `the store of player 2 is "-1"`,
		"3,3:0/3,3:0/3":        `the turn is "3"; want 1 or 2`,
		"3,3:0/3,3:1/1":        "has 13 seeds; want 12",
		"0,0:6/3,3:0/1":        "a player has no seeds in his pits",
		"3,3:99/3,3:0/1":       `the store of player 1 is "99"`,
		strings.Repeat("/", 9): "has 10 parts",
	} {
		if _, err := g.ParseState(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	p := g.Start()
	if _, err := g.ParseMove(p, "3"); err == nil || err.Error() != `kalah: move "3"; want a pit with seeds, one of 1 2` {
		t.Error(err)
	}
	over, err := g.ParseState("0,0:6/0,0:6/2")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.ParseMove(over, "1"); err == nil || !strings.Contains(err.Error(), "the game is over") {
		t.Error(err)
	}
	if board := g.Board(over); !strings.Contains(board, "a draw") || !strings.Contains(g.Board(p), "player 1 to move") {
		t.Error(board)
	}
	if fmt.Sprint(over) != "0:6/0:6/2" || fmt.Sprint(p) != "3,3:0/3,3:0/1" {
		t.Errorf("%v, %v", over, p)
	}
	for _, c := range [][2]int{{0, 1}, {7, 1}, {1, 0}, {1, 7}} {
		if _, err := kalah.New(c[0], c[1]); err == nil {
			t.Errorf("%v is a game", c)
		}
	}
}

// FuzzParseState reads texts: what is a position is written as it was, or as it is
// read again, and can be played to its end.
func FuzzParseState(f *testing.F) {
	for _, text := range []string{"3,3,3:0/3,3,3:0/1", "0,0,1:7/3,3,3:1/2", "0,0,0:9/0,0,0:9/1", "3,3,3:0/3,3,3:0/", "+3,3,3:0/3,3,3:0/1", "é"} {
		f.Add(text)
	}
	g := mustNew(f, 3, 3)
	f.Fuzz(func(t *testing.T, text string) {
		p, err := g.ParseState(text)
		if err != nil {
			if !strings.Contains(err.Error(), "want") {
				t.Errorf("%q: %v does not say what would be right", text, err)
			}
			return
		}
		again, err := g.ParseState(g.FormatState(p))
		if err != nil || again != p {
			t.Fatalf("%q is %v, and written and read again %v (%v)", text, p, again, err)
		}
		for range 1000 {
			if _, over := g.Score(p); over {
				return
			}
			pit, err := g.ParseMove(p, g.FormatMove(g.AppendMoves(nil, p)[0]))
			if err != nil {
				t.Fatal(err)
			}
			p = g.Play(p, pit)
			if _, err := g.ParseState(g.FormatState(p)); err != nil {
				t.Fatalf("%q leads to what is no position: %v", text, err)
			}
		}
		t.Fatalf("%q: the game does not end", text)
	})
}
