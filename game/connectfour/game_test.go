package connectfour_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/astrolabe-search/astrolabe/game"
	"github.com/astrolabe-search/astrolabe/game/connectfour"
)

var rules connectfour.Game

// Known numbers of games by length: powers of seven until the first four.
func TestPerft(t *testing.T) {
	census, err := game.Perft(context.Background(), rules, rules.Start(), 8, game.Options[connectfour.Position, connectfour.Column]{})
	if err != nil {
		t.Fatal(err)
	}
	for ply, want := range []int64{1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234} {
		if got := census.Plies[ply].Lines; got != want {
			t.Errorf("%d moves: %d lines; want %d", ply, got, want)
		}
	}
	if ended := census.Plies[7].Ended; ended == 0 || census.Plies[6].Ended != 0 {
		t.Errorf("after 7 moves %d games have ended, after 6 %d; nobody wins before his fourth stone", ended, census.Plies[6].Ended)
	}
}

// The general count of positions agrees with the one on bits.
func TestPositions(t *testing.T) {
	reach, err := game.Positions(context.Background(), rules, rules.Start(), 7, game.Options[connectfour.Position, connectfour.Column]{})
	if err != nil {
		t.Fatal(err)
	}
	count, err := connectfour.CountPositions(context.Background(), connectfour.Columns, connectfour.Rows, connectfour.CountOptions{MaxPlies: 7})
	if err != nil {
		t.Fatal(err)
	}
	var got []int64
	for _, ply := range reach.Plies {
		got = append(got, ply.Positions)
	}
	if !slices.Equal(got, count.Plies) {
		t.Errorf("%v, but %v", got, count.Plies)
	}
}

// The general searches come to the solver's score.
func TestSearchesAgree(t *testing.T) {
	type position = connectfour.Position
	type column = connectfour.Column
	random := rand.New(rand.NewPCG(7, 1))
	solver := newSolver(t, connectfour.Options{})
	for range 20 {
		_, p := randomPosition(random, 32)
		want := solver.Solve(context.Background(), p).Lower * connectfour.Unit
		for name, search := range map[string]game.SearchFunc[position, column]{
			"AlphaBeta": game.AlphaBeta[position, column],
			"PVS":       game.PVS[position, column],
			"Deepening": game.Deepening[position, column],
		} {
			r, err := search(context.Background(), rules, p, game.Full, game.Options[position, column]{})
			if err != nil || r.Score != want || !r.Solved {
				t.Errorf("%s: %d, solved %v, %v; want %d\n%s", name, r.Score, r.Solved, err, want, p.Board())
			}
		}
	}
}

func TestEstimates(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 2))
	differ := false
	for plies := range 40 {
		_, p := randomPosition(random, plies)
		estimate := rules.Evaluate(p)
		if estimate <= -connectfour.Unit || estimate >= connectfour.Unit {
			t.Errorf("%d\n%s", estimate, p.Board())
		}
		if mirrored := rules.Evaluate(p.Mirror()); mirrored != estimate {
			t.Errorf("%d, but the mirror image %d\n%s", estimate, mirrored, p.Board())
		}
		differ = differ || estimate < 0
	}
	if !differ {
		t.Error("nobody is ever worse off")
	}
	// Seven fours go through the lowest cell of the central column, three through that of the first.
	if center, edge := rules.Evaluate(parse(t, "4")), rules.Evaluate(parse(t, "1")); center != -7 || edge != -3 {
		t.Errorf("one stone in the center or at the edge: %d and %d; want -7 and -3", center, edge)
	}
	// X has 4+5+7 fours and two threats in odd rows, O 3+4+5 and one in an even row.
	if got := rules.Evaluate(parse(t, "273747")); got != 16+2*48-12-48 {
		t.Errorf("got %d; want %d", got, 16+2*48-12-48)
	}
}

func TestOrderMoves(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "4352617"},
		{"717273", "7435261"},  // wins in 7, must meet a threat in 4
		{"3112273", "3526174"}, // X threatens the cell above the lowest one in 4
		{"444444", "352617"},
	} {
		p := parse(t, c.text)
		moves := rules.AppendMoves(nil, p)
		rules.OrderMoves(moves, p)
		got := ""
		for _, m := range moves {
			got += m.String()
		}
		if got != c.want {
			t.Errorf("%q: %s; want %s", c.text, got, c.want)
		}
	}
}

func TestCanonicalAndHash(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 3))
	hashes := map[uint64]connectfour.Position{}
	for i := range 3000 {
		_, p := randomPosition(random, 2+i%35)
		c := rules.Canonical(p)
		if c != p && c != p.Mirror() || rules.Canonical(p.Mirror()) != c {
			t.Fatalf("canonical %v of %v", c, p)
		}
		h := rules.Hash(p)
		if other, ok := hashes[h]; ok && other != p {
			t.Fatalf("%v and %v have the hash %#x", p, other, h)
		}
		hashes[h] = p
	}
	low := map[uint64]bool{}
	for h := range hashes {
		low[h%1024] = true
	}
	if len(low) < 800 {
		t.Errorf("only %d of 1024 values in the low bits of %d hashes", len(low), len(hashes))
	}
}

func TestNotation(t *testing.T) {
	p := parse(t, "444444")
	if c, err := rules.ParseMove(p, "7"); err != nil || c != 6 || rules.FormatMove(c) != "7" || rules.MoveNumber(c) != 6 || rules.NumMoves() != 7 {
		t.Errorf("column 7: %v, %v", c, err)
	}
	if back, err := rules.ParseState(rules.FormatState(p)); err != nil || back != p || rules.Board(p) != p.Board() {
		t.Errorf("%v, %v", back, err)
	}
	for _, c := range []struct {
		p     connectfour.Position
		text  string
		cause error
		want  string
	}{
		{p, "4", connectfour.ErrColumnFull, "connectfour: column 4: the column is full; want one of 1 2 3 5 6 7"},
		{p, "8", connectfour.ErrColumn, `connectfour: move "8": no such column; want one of 1 2 3 5 6 7`},
		{p, "x", connectfour.ErrColumn, `connectfour: move "x": no such column; want one of 1 2 3 5 6 7`},
		{parse(t, "1212121"), "3", connectfour.ErrGameOver, "connectfour: column 3: the game is over: X has won"},
	} {
		if _, err := rules.ParseMove(c.p, c.text); !errors.Is(err, c.cause) || err.Error() != c.want {
			t.Errorf("%q: %v; want %s", c.text, err, c.want)
		}
	}
}
