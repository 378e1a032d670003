package nim_test

import (
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/game/nim"
)

// FuzzParse reads texts as positions and as moves: what is one is written and read
// again as the same, and a move takes objects that are there.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"3,4,5", "0", "", ",", "255,256", "1,2,3,4,5,6,7,8,9", "2:3", "1:0", "-1:1", "٣"} {
		f.Add(text)
	}
	g, err := nim.New(3, 4, 5)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if m, err := g.ParseMove(g.Start(), text); err == nil {
			if taken := g.Play(g.Start(), m); m.Take == 0 || taken[m.Heap] != g.Start()[m.Heap]-m.Take || m.Take > g.Start()[m.Heap] {
				t.Errorf("%q is the move %v", text, m)
			}
		}
		p, err := g.ParseState(text)
		if err != nil {
			if !strings.Contains(err.Error(), "want") {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		if again, err := g.ParseState(g.FormatState(p)); err != nil || again != p {
			t.Errorf("%q is %v, and written and read again %v (%v)", text, p, again, err)
		}
	})
}
