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
