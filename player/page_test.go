package player_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"io/fs"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/player"
)

func TestPageHoldsItsTraces(t *testing.T) {
	a := record(t, "astar", "yard.map", grid.Uniform, yard...)
	b := record(t, "dijkstra", "yard.map", grid.Uniform, yard...)
	var page, again bytes.Buffer
	for _, out := range []*bytes.Buffer{&page, &again} {
		opts := player.Options{Title: "Two & more", Language: "zh", Theme: "dark"}
		// One trace comes a byte at a time.
		err := player.Page(out, opts, traceOf(a, "A*"), player.Trace{Data: iotest.OneByteReader(bytes.NewReader(b))})
		if err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(page.Bytes(), again.Bytes()) {
		t.Error("the same traces make two pages")
	}
	for _, part := range []string{
		"<title>Two &amp; more</title>",
		`<main id="player" data-title="Two &amp; more" data-language="zh" data-theme="dark">`,
		`<script type="application/octet-stream" data-name="A*">` + base64.StdEncoding.EncodeToString(a) + "</script>",
		`<script type="application/octet-stream">` + base64.StdEncoding.EncodeToString(b) + "</script>",
	} {
		if !strings.Contains(page.String(), part) {
			t.Errorf("%.100s… is not in the page", part)
		}
	}
	if n := page.Len() - (len(a)+len(b))*4/3; n > 250_000 {
		t.Errorf("the page has %d bytes besides its traces; the documentation says about 200 KB", n)
	}
}

func TestPageRefuses(t *testing.T) {
	good := record(t, "astar", "yard.map", grid.Uniform, yard...)
	one := []player.Trace{traceOf(good, "")}
	for _, c := range []struct {
		name, says string
		opts       player.Options
		traces     []player.Trace
		writes     bool
	}{
		{"no trace", "it has 0 traces; want 1 to 4", player.Options{}, nil, false},
		{"five traces", "it has 5 traces; want 1 to 4", player.Options{}, make([]player.Trace, 5), false},
		{"language", `the language "xx" is unknown; want en, ja or zh`, player.Options{Language: "xx"}, one, false},
		{"theme", `the theme "auto" is unknown; want light or dark`, player.Options{Theme: "auto"}, one, false},
		{"empty", "trace 1 is no trace", player.Options{}, []player.Trace{traceOf(nil, "")}, false},
		{"a map", `trace 2 ("m") is no trace`, player.Options{}, []player.Trace{traceOf(good, ""), traceOf([]byte("type octile\nheight 1\n"), "m")}, false},
		{"cut", `the trace does not end with "ATRE"; want all of it, in trace 1`, player.Options{}, []player.Trace{traceOf(good[:len(good)-1], "")}, true},
		{"the magic alone", `does not end with "ATRE"`, player.Options{}, []player.Trace{traceOf(good[:8], "")}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			err := player.Page(&out, c.opts, c.traces...)
			if !errors.Is(err, player.ErrPage) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("the error is %v, want %q", err, c.says)
			}
			if !c.writes && out.Len() > 0 {
				t.Errorf("%d bytes were written", out.Len())
			}
		})
	}
}

func TestPagePassesErrorsOn(t *testing.T) {
	good := record(t, "astar", "yard.map", grid.Uniform, yard...)
	broken := errors.New("the disk is on fire")
	data := io.MultiReader(bytes.NewReader(good[:50]), iotest.ErrReader(broken))
	if err := player.Page(io.Discard, player.Options{}, player.Trace{Data: data}); !errors.Is(err, broken) {
		t.Errorf("reading: %v", err)
	}
	if err := player.Page(io.Discard, player.Options{}, player.Trace{Data: iotest.ErrReader(broken)}); !errors.Is(err, broken) {
		t.Errorf("reading the first bytes: %v", err)
	}
	full := &failing{room: 1000, err: broken}
	if err := player.Page(full, player.Options{}, traceOf(good, "")); !errors.Is(err, broken) {
		t.Errorf("writing: %v", err)
	}
}

// failing writes so many bytes and no more.
type failing struct {
	room int
	err  error
}

func (f *failing) Write(p []byte) (int, error) {
	if len(p) > f.room {
		return f.room, f.err
	}
	f.room -= len(p)
	return len(p), nil
}

// TestAssetsAreModules holds the modules to what the documentation promises of
// them to servers: they are there, and import nothing but each other.
func TestAssetsAreModules(t *testing.T) {
	modules := player.Assets()
	for _, name := range []string{"player.js", "player.css", "panels.css"} {
		if _, err := fs.Stat(modules, name); err != nil {
			t.Error(err)
		}
	}
	names, err := fs.Glob(modules, "*.js")
	if err != nil || len(names) < 20 {
		t.Fatalf("%d modules, %v", len(names), err)
	}
	for _, name := range names {
		source, err := fs.ReadFile(modules, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range []string{"http:", "https:", "fetch(", "XMLHttpRequest", "innerHTML", "eval(", "localStorage"} {
			rest := strings.ReplaceAll(string(source), "http://www.w3.org/2000/svg", "")
			if strings.Contains(rest, word) {
				t.Errorf("%s has %q", name, word)
			}
		}
		if lines := strings.Count(string(source), "\n"); lines > 600 {
			t.Errorf("%s has %d lines", name, lines)
		}
	}
}
