package main

import (
	"io"
	"os"
	"strings"

	"github.com/astrolabe-search/astrolabe/internal/termdraw"
	"golang.org/x/term"
)

// screen is what standard output goes to.
type screen struct {
	terminal       bool
	columns, lines int
}

// Sizes for output that does not go to a terminal, or to one that does not
// tell. Without lines a picture may be as high as it likes.
const (
	defaultColumns = 80
	defaultLines   = 24
)

func detectScreen(stdout io.Writer) screen {
	f, ok := stdout.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return screen{columns: defaultColumns}
	}
	columns, lines, err := term.GetSize(int(f.Fd()))
	if err != nil || columns < 1 || lines < 1 {
		columns, lines = defaultColumns, defaultLines
	}
	return screen{true, columns, lines}
}

// painter returns how to color, given the --color flag and the environment.
func (s screen) painter(when string) (painter, error) {
	switch {
	case when == "never",
		when == "auto" && (!s.terminal || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb"):
		return painter{termdraw.NoColor}, nil
	}
	depth, terminal := os.Getenv("COLORTERM"), os.Getenv("TERM")
	switch {
	case depth == "truecolor", depth == "24bit", strings.HasSuffix(terminal, "-direct"):
		return painter{termdraw.TrueColor}, nil
	case strings.Contains(terminal, "256color"), !s.terminal:
		return painter{termdraw.Colors256}, nil
	}
	return painter{termdraw.Colors16}, nil
}

// painter dresses words in the terminal's own colors, which read on light and
// dark ground alike.
type painter struct{ colors termdraw.Colors }

func (p painter) wrap(code, s string) string {
	if p.colors == termdraw.NoColor || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

func (p painter) faint(s string) string { return p.wrap("2", s) }
func (p painter) bold(s string) string  { return p.wrap("1", s) }
func (p painter) good(s string) string  { return p.wrap("1;32", s) }
func (p painter) fair(s string) string  { return p.wrap("1;34", s) }
func (p painter) bad(s string) string   { return p.wrap("1;31", s) }
