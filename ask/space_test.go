package ask_test

import (
	"io"
	"io/fs"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/ask"
	"github.com/astrolabe-search/astrolabe/examples"
)

func TestSpaces(t *testing.T) {
	for _, test := range []struct{ name, text, domain string }{
		{"x", "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\n", "tiles"},
		{"x", "1 2 3\n4 5 6\n7 8 _\n", "tiles"},
		{"x", "[[1,2],[3,0]]", "tiles"},
		{"x", "c roads\np sp 2 1\na 1 2 5\n", "graph"},
		{"x", "Arad Sibiu 140\nSibiu Arad 140\n", "graph"},
		{"x", "# no costs\nArad Sibiu\n", "graph"},
		{"x.edges", "1 2 7\n2 3 4\n", "graph"},
		{"x", strings.Repeat("Arad Sibiu 140\n", 10_000), "graph"},

		{"x", "1 2 7\n1 3 9\n", ""},
		{"x", "0 0 1\n1 0 1\n", ""},
		{"x", "S..\n.#.\n..G\n", ""},
		{"x", "type octile\nheight 1\nwidth 1\nmap\n.\n", ""},
		{"x", "type octile\nheight 1\nwidth 1\n", ""},
		{"x", "astrolabe 1\nsize 1 1\nlegend . 1\nmap\n.\n", ""},
		{"x", "2 3 2 1 2 3\n   \n ::\n", ""},
		{"x", "version 1\n0\ta.map\t1\t1\t0\t0\t0\t0\t0\n", ""},
		{"x", "{\"header\":{}}\n", ""},
		{"x", "\x89ATR\r\n\x1a\n", ""},
		{"x", "", ""},
		{"x.edges", "", ""},
	} {
		space, rest, err := ask.Space(strings.NewReader(test.text), test.name)
		switch {
		case err != nil:
			t.Errorf("%.30q: %v", test.text, err)
		case test.domain != "" && (space == nil || space.Domain() != test.domain):
			t.Errorf("%.30q is not told to be of the domain %s", test.text, test.domain)
		case test.domain == "" && space != nil:
			t.Errorf("%.30q is told to be of the domain %s", test.text, space.Domain())
		case test.domain == "":
			if all, err := io.ReadAll(rest); err != nil || string(all) != test.text {
				t.Errorf("%.30q: the rest is %q, %v", test.text, all, err)
			}
		}
	}
}

// TestMapsAreNoSpaces: the examples are maps.
func TestMapsAreNoSpaces(t *testing.T) {
	names, err := fs.Glob(examples.Files(), "*")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		f, err := examples.Files().Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if space, _, err := ask.Space(f, name); err != nil || space != nil {
			t.Errorf("%s: %v, %v", name, space, err)
		}
	}
}

// TestBadSpaces are told as what they mean to be, and refused as that.
func TestBadSpaces(t *testing.T) {
	for text, want := range map[string]string{
		"Arad Sibiu 140\nSibiu Arad -1\n":                "x:2:12: the cost -1 is negative; costs must be at least 0",
		"ab cd " + strings.Repeat("1", 30) + "\n":        "x:1:7: the cost 111111111111111111111111111111 is too large; want at most 9223372036854",
		"p sp 2 1\na 1 3 5\n":                            `x:2:5: "3" is no node; want a number from 1 to 2`,
		"p sp 2 1\n" + strings.Repeat("c\n", 40) + "q\n": `x:42:1: the line begins with "q"; want c (a comment), p or a`,
	} {
		if space, _, err := ask.Space(strings.NewReader(text), "x"); err == nil || err.Error() != want {
			t.Errorf("%.30q: %v, %v; want %s", text, space, err, want)
		}
	}
}
