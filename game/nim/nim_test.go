package nim_test

import (
	"context"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/astrolabe-search/astrolabe/game"
	"github.com/astrolabe-search/astrolabe/game/nim"
)

type options = game.Options[nim.Position, nim.Move]

// TestTheory holds every algorithm to Bouton's theory on all small heaps: the
// score and the first winning move.
func TestTheory(t *testing.T) {
	ctx := context.Background()
	for _, misere := range []bool{false, true} {
		start, err := nim.New(3, 3, 3)
		if err != nil {
			t.Fatal(err)
		}
		start.Misere = misere
		solution, err := game.Solve(ctx, start, start.Start(), options{})
		if err != nil || !solution.Complete || solution.Positions != 20 { // multisets of three sizes from 0 to 3
			t.Fatalf("%v, %d positions", err, solution.Positions)
		}
		won := 0
		for code := range 64 {
			g, err := nim.New(code%4, code/4%4, code/16)
			if err != nil {
				t.Fatal(err)
			}
			g.Misere = misere
			p := g.Start()
			want := -1
			if g.Won(p) {
				want = 1
				won++
			}
			if score, ok := solution.Lookup(p); !ok || score != want {
				t.Errorf("misère %v: solve %v: %d (%v), want %d", misere, p, score, ok, want)
			}
			var first nim.Move
			for _, m := range g.AppendMoves(nil, p) {
				if want < 0 || !g.Won(g.Play(p, m)) {
					first = m
					break
				}
			}
			for _, a := range game.Algorithms[nim.Position, nim.Move]() {
				if a.Name == "minimax" && code/4%4+code%4+code/16 > 6 {
					continue // millions of lines
				}
				r, err := a.Search(ctx, g, p, game.Full, options{})
				if err != nil {
					t.Fatal(err)
				}
				if r.Score != want || !r.Solved || r.Best != first {
					t.Errorf("misère %v: %s of %v: %d by %v (solved: %v), want %d by %v", misere, a.Name, p, r.Score, r.Best, r.Solved, want, first)
				}
			}
		}
		if won != 48 { // of 64 nim-sums, 16 are 0; misère play differs where no heap has two objects, in equal measure
			t.Errorf("misère %v: %d of 64 positions are won", misere, won)
		}
	}
}

// Larger heaps, by search with a table.
func TestTheoryOfLargerHeaps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		heaps := rapid.SliceOfN(rapid.IntRange(0, 7), 1, 4).Draw(t, "heaps")
		g, err := nim.New(heaps...)
		if err != nil {
			t.Fatal(err)
		}
		g.Misere = rapid.Bool().Draw(t, "misère")
		table, err := game.NewTable[nim.Position, nim.Move](1 << 16)
		if err != nil {
			t.Fatal(err)
		}
		r, err := game.AlphaBeta(context.Background(), g, g.Start(), game.Full, options{Table: table})
		if err != nil {
			t.Fatal(err)
		}
		if (r.Score == 1) != g.Won(g.Start()) {
			t.Fatalf("%v: score %d", g.Start(), r.Score)
		}
	})
}

func TestNotation(t *testing.T) {
	g := nim.Game{}
	rapid.Check(t, func(t *rapid.T) {
		var p nim.Position
		for i := range p {
			p[i] = rapid.Uint8().Draw(t, "size")
		}
		if again, err := g.ParseState(g.FormatState(p)); err != nil || again != p {
			t.Fatalf("%v is read as %v: %v", p, again, err)
		}
		for _, m := range g.AppendMoves(nil, p) {
			if again, err := g.ParseMove(p, g.FormatMove(m)); err != nil || again != m {
				t.Fatalf("move %v is read as %v: %v", m, again, err)
			}
			if n := g.MoveNumber(m); n < 0 || n >= g.NumMoves() {
				t.Fatalf("move %v has the number %d", m, n)
			}
		}
	})
	if got, want := (nim.Position{3, 0, 5}).String(), "3,0,5"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := g.Board(nim.Position{3, 0, 5}), "1: ||| 3\n3: ||||| 5\n"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := g.Board(nim.Position{}), "nothing is left\n"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestUnreadable(t *testing.T) {
	g := nim.Game{}
	for text, want := range map[string]string{
		"":                  `heap 1 has the size ""; want 0 to 255`,
		"3,x":               `character 3 is 'x'; want digits and commas, such as 3,4,5`,
		"3,-1":              `character 3 is '-'; want digits and commas, such as 3,4,5`,
		"3 4":               `character 2 is ' '; want digits and commas, such as 3,4,5`,
		"3,,4":              `heap 2 has the size ""; want 0 to 255`,
		"3,256":             `heap 2 has the size "256"; want 0 to 255`,
		"1,1,1,1,1,1,1,1,1": `"1,1,1,1,1,1,1,1,1" has 9 heaps; want at most 8`,
	} {
		if p, err := g.ParseState(text); err == nil || err.Error() != "nim: "+want || p != (nim.Position{}) {
			t.Errorf("%q: %v\nwant nim: %s", text, err, want)
		}
	}
	p := nim.Position{3, 0, 5}
	for text, want := range map[string]string{
		"":     `move ""; want HEAP:OBJECTS, such as 2:3`,
		"1":    `move "1"; want HEAP:OBJECTS, such as 2:3`,
		"1:x":  `move "1:x"; want HEAP:OBJECTS, such as 2:3`,
		"0:1":  `move "0:1": there is nothing in heap 0; the heaps are 3,0,5`,
		"2:1":  `move "2:1": there is nothing in heap 2; the heaps are 3,0,5`,
		"9:1":  `move "9:1": there is nothing in heap 9; the heaps are 3,0,5`,
		"3:0":  `move "3:0" takes 0; want 1 to 5 from heap 3`,
		"3:6":  `move "3:6" takes 6; want 1 to 5 from heap 3`,
		"1:-1": `move "1:-1" takes -1; want 1 to 3 from heap 1`,
	} {
		if _, err := g.ParseMove(p, text); err == nil || err.Error() != "nim: "+want {
			t.Errorf("%q: %v\nwant nim: %s", text, err, want)
		}
	}
	if _, err := g.ParseMove(nim.Position{}, "1:1"); err == nil || !strings.Contains(err.Error(), "the game is over") {
		t.Errorf("a move after the end: %v", err)
	}
	if _, err := nim.New(1, 256); err == nil || err.Error() != "nim: heap 2 has the size 256; want 0 to 255" {
		t.Errorf("a heap too large: %v", err)
	}
	if _, err := nim.New(1, 1, 1, 1, 1, 1, 1, 1, 1); err == nil || err.Error() != "nim: 9 heaps; want at most 8" {
		t.Errorf("too many heaps: %v", err)
	}
}
