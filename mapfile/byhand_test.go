package mapfile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Reports: maps of the benchmarks' format that people wrote or saved with an editor,
// with blanks at the ends of lines, an empty line above the rows, "Type Octile" or
// CR LF, were refused with messages that did not say why. What is harmless is read; the
// rest is refused where it is wrong.
func TestMovingAIMapsWrittenByHand(t *testing.T) {
	const same = "..@.\n.T..\n...W\n"
	refused := map[string]string{
		"blank-inside":     `6:2: unknown symbol ' '; want '.', 'G' or 'S' (open) or '@', 'O', 'T' or 'W' (blocked)`,
		"comment":          `1:3: unknown symbol 'd'; ` + plainWant,
		"hash":             `5:3: unknown symbol '#'; want '.', 'G' or 'S' (open) or '@', 'O', 'T' or 'W' (blocked)`,
		"height-too-large": `8: the file ends after 3 of 5 rows; add rows or correct the header's height`,
		"height-too-small": `7: a row too many: the header claims 2; remove it or correct the header's height`,
		"no-map-line":      `4: the header has the line "..@."; want the lines "height H", "width W" and "map"`,
		"no-type":          `1: the header begins with "height 3"; want "type octile" above`,
		"short-row":        `6:4: the row has 3 of 4 cells; correct the row or the header's width`,
		"tile":             `1: the map's type is not known: "type tile"; want "type octile"`,
	}
	paths, err := filepath.Glob("testdata/byhand/*.map")
	if err != nil || len(paths) != 7+len(refused) {
		t.Fatalf("%d maps: %v", len(paths), err)
	}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".map")
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f, err := Read(strings.NewReader(string(data)), name, Limits{})
		if want, ok := refused[name]; ok {
			if err == nil || err.Error() != name+":"+want {
				t.Errorf("%s: %v; want %s", name, err, want)
			}
			continue
		}
		if err != nil {
			t.Error(err)
		} else if got := show(f.Map); f.Format != MovingAI || got != same {
			t.Errorf("%s: read as %v\n%s", name, f.Format, got)
		}
	}
}

// A blank at the end of a row was an open cell, so that one left behind by an editor
// became a column to walk in that nobody could see.
func TestBlanksAtTheEndsOfPlainRows(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"..# \n#.# \n... \n", "..#\n#.#\n...\n"},
		{"..#\n#.#  \n... \n", "..#\n#.#\n...\n"},
		{"..#   \n#.#\n...\n", "..#\n#.#\n...\n"},
		{"..#\n#.#\n   \n \n", "..#\n#.#\n"},         // a row that cannot be seen
		{"1 \n9 \n", "1\n9\n"},                       // digits show the ground too
		{"S. \n#@G\n", ".. \n#@.\n"},                 // beside what can be seen
		{"# # \n. . \n", "# # \n. . \n"},             // blanks are ground elsewhere in the map
		{"#   \nS  G\n#   \n", "#   \n.  .\n#   \n"}, // and where there is no other
		{"##\n  \n", "##\n  \n"},
		{"..\n. \n  \n", "..\n. \n"},
		{"...\n.\n...\n", "2:2: the row has 1 of 3 cells; "}, // rows that are wrong in any case
		{". \n...\n", "2:3: the row is longer than 2 cells; "},
		{".. \n... \n", ".. \n...\n"},
		{"# .\n#. \n#.  \n", "3:4: the row is longer than 3 cells, by a blank; rows must be equally long; blanks are open cells"},
		{"#.\n# \n ", "#.\n# \n"},
	} {
		f, err := Read(strings.NewReader(c.text), "p", Limits{})
		switch {
		case err != nil && (c.want[0] < '0' || c.want[0] > '9' || !strings.HasPrefix(err.Error(), "p:"+c.want)):
			t.Errorf("%q: %v; want %q", c.text, err, c.want)
		case err == nil && show(f.Map) != c.want:
			t.Errorf("%q reads as\n%swant\n%s", c.text, show(f.Map), c.want)
		}
	}
}

// Blanks that a reader would drop are written as '.'.
func TestPlainMapsKeepTheirColumns(t *testing.T) {
	native := func(rows string) string {
		return "astrolabe 1\nsize 3 2\nlegend U+0020 1\nlegend . 1\nlegend # blocked\nmap\n" + rows
	}
	for _, c := range []struct{ rows, want string }{
		{".. \n.# \n", "...\n.#.\n"},
		{"...\n   \n", "...\n...\n"},
		{". .\n.# \n", ". .\n.# \n"},
		{"#  \n#  \n", "#  \n#  \n"},
	} {
		if got := mustWrite(t, mustRead(t, native(c.rows)), Plain); got != c.want {
			t.Errorf("%q is written as %q, want %q", c.rows, got, c.want)
		}
	}
}
