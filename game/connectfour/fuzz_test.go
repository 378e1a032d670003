package connectfour_test

import (
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/game/connectfour"
)

// FuzzParse reads texts as positions, in both forms, and as moves.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"", "4453", "4 4 5 3", "4444444", "48", "4455667", "44556671", "X",
		"......./......./......./...O.../...O.../..XXX..", "......./......./......./...O.../......./...X...", "é",
	} {
		f.Add(text)
	}
	g := connectfour.Game{}
	f.Fuzz(func(t *testing.T, text string) {
		if c, err := g.ParseMove(g.Start(), text); err == nil && c >= connectfour.Columns {
			t.Errorf("%q is the move %v", text, c)
		}
		p, err := connectfour.Parse(text)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "connectfour: ") || !strings.Contains(err.Error(), "want") {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		again, err := connectfour.Parse(p.String())
		if err != nil || again != p || p.Mirror().Mirror() != p {
			t.Errorf("%q is %v, and written and read again %v (%v)", text, p, again, err)
		}
		if _, over := g.Score(p); over != (len(g.AppendMoves(nil, p)) == 0) && !over {
			t.Errorf("%q is not over and has no move", text)
		}
	})
}

// A score belongs to the player whose turn it is: after each move of a position it
// is the opposite of the move's.
func TestScoresChangeSides(t *testing.T) {
	p, err := connectfour.Parse("55466554422442623")
	if err != nil {
		t.Fatal(err)
	}
	solver, err := connectfour.NewSolver(connectfour.Options{TableBytes: 8 << 20, KeepTable: true})
	if err != nil {
		t.Fatal(err)
	}
	a := solver.Analyze(t.Context(), p)
	for c, want := range []int{-4, 0, -4, -4, 0, -7, -12} {
		bounds := a.Columns[c]
		if !bounds.Legal || bounds.Lower != want || bounds.Upper != want {
			t.Errorf("column %d scores %+v, want %d", c+1, bounds, want)
		}
		if r := solver.Solve(t.Context(), connectfour.Game{}.Play(p, connectfour.Column(c))); r.Lower != -want || r.Upper != -want {
			t.Errorf("after column %d the score is %d to %d, want %d", c+1, r.Lower, r.Upper, -want)
		}
	}
}
