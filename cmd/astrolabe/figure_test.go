package main

import (
	"bytes"
	"context"
	"errors"
	"image/gif"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/figure"
	"github.com/astrolabe-search/astrolabe/internal/sharedtest"
	"github.com/astrolabe-search/astrolabe/scenario"
)

// TestFiguresDocument runs every command of docs/figures.md.
func TestFiguresDocument(t *testing.T) { runDocument(t, "figures.md") }

// TestREADMEPictures holds the pictures of the README against the commands beside them.
func TestREADMEPictures(t *testing.T) {
	root := sharedtest.ModuleRoot(t)
	readme := string(readFile(t, filepath.Join(root, "README.md")))
	for _, picture := range []struct {
		name    string
		command []string
	}{
		{"harbor.svg", []string{"--theme", "auto"}},
		{"harbor.gif", []string{"--frames", "60"}},
	} {
		if command := strings.Join(append([]string{"astrolabe solve examples/harbor.txt --figure", picture.name}, picture.command...), " "); !strings.Contains(readme, command+"\n") {
			t.Errorf("the README has no longer the command %q", command)
		}
		ours := filepath.Join(t.TempDir(), picture.name)
		args := append([]string{"solve", example(t, "harbor.txt"), "--figure", ours}, picture.command...)
		if got := runIn(t, t.Context(), "", args...); got.code != exitOK {
			t.Fatalf("exit code %d, %s", got.code, got.stderr)
		}
		if got, want := readFile(t, ours), readFile(t, filepath.Join(root, "docs", picture.name)); !bytes.Equal(got, want) {
			t.Errorf("docs/%s is not what the command draws; look at its picture and copy it there", picture.name)
		}
	}
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Pictures are whole, of the size that they say, and an animation has as many frames
// as it may.
func TestFiguresCanBeDecoded(t *testing.T) {
	dir := t.TempDir()
	for _, test := range []struct {
		args   []string
		frames int
	}{
		{[]string{"solve", example(t, "hills.txt"), "--style", "plain", "--frames", "7"}, 7},
		{[]string{"solve", example(t, "harbor.txt"), "--algorithm", "jump-point", "--theme", "dark"}, 34},
		{[]string{"compare", example(t, "hills.txt"), "--chart", "expansions"}, 1},
	} {
		name := filepath.Join(dir, "run.gif")
		if got := runIn(t, t.Context(), "", append(test.args, "--figure", name)...); got.code != exitOK {
			t.Fatalf("%v: exit code %d, %s", test.args, got.code, got.stderr)
		}
		animation, err := gif.DecodeAll(bytes.NewReader(readFile(t, name)))
		if err != nil || len(animation.Image) != test.frames {
			t.Errorf("%v: %v, %d frames, want %d", test.args, err, len(animation.Image), test.frames)
		}
	}
	name := filepath.Join(dir, "panels.png")
	if got := runIn(t, t.Context(), "", "compare", example(t, "harbor.txt"), "--figure", name); got.code != exitOK {
		t.Fatalf("exit code %d, %s", got.code, got.stderr)
	}
	picture, err := png.Decode(bytes.NewReader(readFile(t, name)))
	if err != nil || picture.Bounds().Dx() != 1400 {
		t.Errorf("%v, %v; want a picture 1400 pixels wide", err, picture.Bounds())
	}
}

// A figure changes nothing of what is printed for programs.
func TestFiguresLeaveJSONAlone(t *testing.T) {
	dir := t.TempDir()
	for _, verb := range []string{"solve", "compare"} {
		args := []string{verb, example(t, "hills.txt"), "--json"}
		without := runIn(t, t.Context(), "", args...)
		with := runIn(t, t.Context(), "", append(args, "--figure", filepath.Join(dir, "fig.svg"))...)
		if a, b := timeFields.ReplaceAllString(without.stdout, ""), timeFields.ReplaceAllString(with.stdout, ""); a != b || with.code != without.code || with.stderr != "" {
			t.Errorf("%s: without\n%s\nwith, exit code %d, %s\n%s", verb, a, with.code, with.stderr, b)
		}
	}
}

// A search that was interrupted is drawn as far as it got.
func TestInterruptedSearchIsDrawn(t *testing.T) {
	name := filepath.Join(t.TempDir(), "fig.svg")
	got := interruptedSearch(t, "solve", example(t, "harbor.txt"), "--algorithm", "ida-star", "--figure", name)
	if got.code != exitLimit || got.stderr != "" {
		t.Errorf("exit code %d and %q", got.code, got.stderr)
	}
	if svg := string(readFile(t, name)); !strings.Contains(svg, "IDA*: limit, ") {
		t.Errorf("the figure does not say that there was a limit: %.300s", svg)
	}
}

// Interrupted before anything ran, a comparison has nothing to draw.
func TestNothingToDraw(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	name := filepath.Join(t.TempDir(), "fig.svg")
	var stdout, stderr bytes.Buffer
	code := run(ctx, []string{"compare", "-", "--json", "--figure", name}, cancelAtEnd{strings.NewReader("S.G\n"), cancel}, &stdout, &stderr)
	if code != exitLimit || !strings.Contains(stderr.String(), "enough") && !strings.Contains(stderr.String(), "nothing to draw") {
		t.Errorf("exit code %d and %q", code, stderr.String())
	}
	if _, err := os.Stat(name); err == nil {
		t.Error("there is a figure")
	}
}

// cancelAtEnd interrupts as soon as everything has been read.
type cancelAtEnd struct {
	r      *strings.Reader
	cancel context.CancelCauseFunc
}

func (c cancelAtEnd) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	if err != nil {
		c.cancel(errors.New("enough"))
	}
	return n, err
}

// A chart of more queries than it can hold says so.
func TestBenchChartOfAPart(t *testing.T) {
	report := scenario.Report{
		Results: []scenario.Result{{Map: "a.map", Algorithm: "auto", Queries: 1000}, {Map: "b.map", Algorithm: "auto", Queries: 500}},
		Details: []scenario.Detail{{Algorithm: "auto", Queries: make([]scenario.QueryResult, 750)}},
	}
	chart := (&benchFigure{chart: chartTimes}).of(report, make([]scenario.Case, 2)).(figure.ECDF)
	if chart.Title != "Time of a query: 1,500 queries on 2 maps" || chart.Note != "Shown: 750 queries, evenly spread." || len(chart.Samples[0].Values) != 750 {
		t.Errorf("%q, %q", chart.Title, chart.Note)
	}
	f := benchFigure{}
	if f.detail(3) != 0 {
		t.Error("queries are kept without a figure")
	}
	f.file = "fig.svg"
	if n := 3 * f.detail(3); n > figure.MaxPoints/2 || n < figure.MaxPoints/2-3 {
		t.Errorf("%d queries are kept in all", n)
	}
}
