package tictactoe_test

import (
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/game/tictactoe"
)

// FuzzParseState reads texts as positions and as moves: what is a position is
// written and read again as the same one, and an error says what would be right.
func FuzzParseState(f *testing.F) {
	for _, text := range []string{".../.../...", "X.O/.X./..O", "XXX/OO./...", "XXX/OOO/...", "xox/xoo/oxx", "X.O/.X.", "1", "é../.../..."} {
		f.Add(text)
	}
	g := tictactoe.Game{}
	f.Fuzz(func(t *testing.T, text string) {
		if c, err := g.ParseMove(g.Start(), text); err == nil && c >= tictactoe.Cells {
			t.Errorf("%q is the move %v", text, c)
		}
		p, err := g.ParseState(text)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "tictactoe: ") || strings.Contains(err.Error(), "\n") {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		if again, err := g.ParseState(g.FormatState(p)); err != nil || again != p || !strings.EqualFold(g.FormatState(p), text) {
			t.Errorf("%q is %v, and written and read again %v (%v)", text, p, again, err)
		}
		if p.Mine&p.Theirs != 0 || g.Canonical(g.Canonical(p)) != g.Canonical(p) {
			t.Errorf("%q is %+v", text, p)
		}
	})
}
