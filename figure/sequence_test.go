package figure_test

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/gif"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/astrolabe-search/astrolabe/figure"
	"github.com/astrolabe-search/astrolabe/figure/scene"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/internal/asciigrid"
)

// walk is a search on a small map as a sequence, with f values and the tree.
func walk(t *testing.T) (figure.Sequence, journey) {
	t.Helper()
	p := asciigrid.Parse(t,
		"S.2..",
		".##4.",
		"..#.G",
	)
	j := terrain(p.Map, p.Start, p.Goal)
	return figure.Sequence{
		Search: figure.Search{Title: "Step by step", Map: p.Map, From: &j.from, To: &j.to, Path: j.path, Ruler: true},
		Steps:  j.steps, Tree: true,
	}, j
}

func frames(t *testing.T, q figure.Sequence) []figure.Drawing {
	t.Helper()
	var list []figure.Drawing
	for d, err := range q.Frames() {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, d)
	}
	return list
}

// squares counts the squares that the layers of a name fill.
func squares(d figure.Drawing, name string) int {
	n := 0
	for _, l := range layers(d, name) {
		for _, item := range l.Items {
			for _, r := range item.(scene.Rects).Rects {
				n += int(r.W * r.H)
			}
		}
	}
	return n
}

func TestFramesFollowTheSearch(t *testing.T) {
	q, j := walk(t)
	list := frames(t, q)
	if len(list) != len(j.steps)+1 {
		t.Fatalf("%d frames for %d expansions", len(list), len(j.steps))
	}
	for i, d := range list {
		last := i == len(list)-1
		if got := squares(d, "explored"); got != i {
			t.Errorf("frame %d shows %d explored cells", i, got)
		}
		if got := layers(d, "path") != nil; got != last {
			t.Errorf("frame %d of %d: path drawn: %v", i, len(list), got)
		}
		if got := layers(d, "current") != nil; got != (i > 0 && !last) {
			t.Errorf("frame %d: the expanded cell is marked: %v", i, got)
		}
		want := fmt.Sprintf("%d of %d expansions · OPEN: %d · explored: %d", i, len(j.steps), squares(d, "open"), i)
		if last {
			want += fmt.Sprintf(" · path: %d cells", len(j.path))
		}
		if got := texts(d, "status"); got != want {
			t.Errorf("frame %d says %q, want %q", i, got, want)
		}
		if d.Scene.Width != list[0].Scene.Width || d.Scene.Height != list[0].Scene.Height {
			t.Errorf("frame %d is %v×%v, and the first %v×%v", i, d.Scene.Width, d.Scene.Height, list[0].Scene.Width, list[0].Scene.Height)
		}
		if got, want := texts(d, "legend"), texts(list[0], "legend"); got != want {
			t.Errorf("frame %d explains %q, and the first %q", i, got, want)
		}
		checkInside(t, d)
	}
	final := list[len(list)-1]
	if got := squares(final, "open"); got != len(j.open) {
		t.Errorf("OPEN ends with %d cells, want %d", got, len(j.open))
	}
	edges := 0
	for _, l := range layers(final, "tree") {
		edges += len(l.Items[0].(scene.Paths).Subpaths)
	}
	if edges != len(j.tree) {
		t.Errorf("the tree ends with %d edges, want %d", edges, len(j.tree))
	}
	for _, e := range j.tree {
		c := e.Child
		last := ""
		for _, step := range j.steps {
			for _, o := range step.Opened {
				if o.Cell == c {
					last = o.F
				}
			}
		}
		if !slices.Contains(strings.Split(texts(final, "labels"), "|"), last) {
			t.Errorf("the f %s of cell %v is not written", last, c)
		}
	}
}

// A cell that is put back on OPEN is no longer shown as explored.
func TestReopening(t *testing.T) {
	m, err := grid.FromWeights(3, 1, make([]grid.Weight, 3))
	if err != nil {
		t.Fatal(err)
	}
	a, b := grid.Cell{X: 0}, grid.Cell{X: 1}
	list := frames(t, figure.Sequence{Search: figure.Search{Map: m}, Steps: []figure.Step{
		{Expanded: a, Opened: []figure.Opened{{Cell: b}}},
		{Expanded: b, Opened: []figure.Opened{{Cell: a}}},
		{Expanded: a},
	}})
	for i, want := range [][2]int{{0, 0}, {1, 1}, {1, 1}, {2, 0}} {
		if got := [2]int{squares(list[i], "explored"), squares(list[i], "open")}; got != want {
			t.Errorf("frame %d shows %v explored and on OPEN, want %v", i, got, want)
		}
	}
}

func TestFrameBudget(t *testing.T) {
	bfs, _ := notebook(t)
	q := figure.Sequence{Search: figure.Search{Map: bfs.m, Path: bfs.path}, Steps: bfs.steps, MaxFrames: 5}
	list := frames(t, q)
	var shown []int
	for _, d := range list {
		shown = append(shown, squares(d, "explored"))
	}
	if diff := cmp.Diff([]int{0, 301, 603, 905, 1207}, shown); diff != "" {
		t.Error(diff)
	}
	if want := "5 of 1,208 frames shown."; len(list[0].Notices) != 1 || list[0].Notices[0] != want || !strings.Contains(texts(list[0], "note"), want) {
		t.Errorf("got %q", list[0].Notices)
	}
	q.MaxFrames = 0
	count := 0
	for _, err := range q.Frames() {
		if err != nil {
			t.Fatal(err)
		}
		if count++; count == 3 {
			break // the rest need not be drawn
		}
	}
	if count != 3 {
		t.Errorf("%d frames before the break", count)
	}
	none := figure.Sequence{Search: figure.Search{Map: bfs.m}}
	if got := len(frames(t, none)); got != 1 {
		t.Errorf("no step makes %d frames", got)
	}
}

func TestAnimatedGIF(t *testing.T) {
	q, j := walk(t)
	for _, theme := range []scene.Theme{scene.Light, scene.Dark} {
		var b bytes.Buffer
		notices, err := q.WriteGIF(&b, figure.Options{Theme: theme})
		if err != nil || len(notices) != 0 {
			t.Fatal(notices, err)
		}
		file, err := gif.DecodeAll(&b)
		if err != nil {
			t.Fatal(err)
		}
		if len(file.Image) != len(j.steps)+1 {
			t.Errorf("%d frames for %d expansions", len(file.Image), len(j.steps))
		}
		first, last := file.Delay[0], file.Delay[len(file.Delay)-1]
		if first != 40 || last != 240 {
			t.Errorf("the first frame stays %d hundredths and the last %d", first, last)
		}
		size := frames(t, q)[0].Scene
		if got, want := (image.Point{X: file.Config.Width, Y: file.Config.Height}), (image.Point{X: int(size.Width), Y: int(size.Height)}); got != want {
			t.Errorf("it is %v, want %v", got, want)
		}
	}
	q.FrameTime = 70 * time.Millisecond
	var b bytes.Buffer
	if _, err := q.WriteGIF(&b, figure.Options{}); err != nil {
		t.Fatal(err)
	}
	file, err := gif.DecodeAll(&b)
	if err != nil {
		t.Fatal(err)
	}
	if file.Delay[0] != 7 {
		t.Errorf("a frame stays %d hundredths, want 7", file.Delay[0])
	}
}

// A file over the limit is written with fewer frames, or refused.
func TestGIFSizeIsBounded(t *testing.T) {
	_, astar := notebook(t)
	q := figure.Sequence{Search: figure.Search{Map: astar.m, Path: astar.path}, Steps: astar.steps[:40]}
	const limit = 16_000
	var b bytes.Buffer
	notices, err := q.WriteGIF(&b, figure.Options{MaxBytes: limit, Scale: 0.3})
	if err != nil {
		t.Fatal(err)
	}
	file, err := gif.DecodeAll(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if b.Len() > limit || len(file.Image) < 2 || len(file.Image) > 40 {
		t.Errorf("%d bytes with %d frames", b.Len(), len(file.Image))
	}
	if want := fmt.Sprintf("%d of 41 frames shown.", len(file.Image)); len(notices) != 1 || notices[0] != want {
		t.Errorf("got %q, want %q", notices, want)
	}
	b.Reset()
	_, err = q.WriteGIF(&b, figure.Options{MaxBytes: 100, Scale: 0.5})
	if !errors.Is(err, figure.ErrFigure) || !strings.Contains(err.Error(), "100 are allowed") || b.Len() > 0 {
		t.Errorf("got %v and %d bytes", err, b.Len())
	}
}

func TestSaveSequence(t *testing.T) {
	q, j := walk(t)
	q.MaxFrames = 3
	dir := t.TempDir()
	for _, ending := range []string{"png", "svg", "pdf"} {
		files, notices, err := figure.SaveSequence(filepath.Join(dir, "run."+ending), q, figure.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for i := 1; i <= 3; i++ {
			want = append(want, filepath.Join(dir, fmt.Sprintf("run-%04d.%s", i, ending)))
		}
		if diff := cmp.Diff(want, files); diff != "" {
			t.Error(diff)
		}
		for _, f := range files {
			if info, err := os.Stat(f); err != nil || info.Size() == 0 {
				t.Errorf("%s: %v", f, err)
			}
		}
		if want := fmt.Sprintf("3 of %d frames shown.", len(j.steps)+1); len(notices) != 1 || notices[0] != want {
			t.Errorf("got %q, want %q", notices, want)
		}
	}
	files, _, err := figure.SaveSequence(filepath.Join(dir, "run.gif"), q, figure.Options{})
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	if file, err := gif.DecodeAll(bytes.NewReader(data)); err != nil || len(file.Image) != 3 {
		t.Errorf("the GIF does not hold 3 frames: %v", err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 10 {
		t.Errorf("%d files, want 10: %v", len(left), err)
	}
	if _, _, err := figure.SaveSequence(filepath.Join(dir, "run.mp4"), q, figure.Options{}); !errors.Is(err, figure.ErrFormat) {
		t.Errorf("got %v", err)
	}
}

func TestBadSequencesAreRefused(t *testing.T) {
	good, _ := walk(t)
	out := grid.Cell{X: 9}
	for want, change := range map[string]func(*figure.Sequence){
		"it has no map": func(q *figure.Sequence) { q.Search.Map = nil },
		"step 0: cell 9,0 lies outside the map of 5×3": func(q *figure.Sequence) { q.Steps = []figure.Step{{Expanded: out}} },
		"step 1: cell 9,0": func(q *figure.Sequence) {
			q.Steps = []figure.Step{{}, {Opened: []figure.Opened{{Cell: out}}}}
		},
		"want them empty":            func(q *figure.Sequence) { q.Search.Explored = []grid.Cell{{}} },
		"at most 1 frames; want 0 o": func(q *figure.Sequence) { q.MaxFrames = 1 },
		"at most -4 frames":          func(q *figure.Sequence) { q.MaxFrames = -4 },
	} {
		q := good
		change(&q)
		var got []error
		for _, err := range q.Frames() {
			got = append(got, err)
		}
		if len(got) != 1 || !errors.Is(got[0], figure.ErrFigure) || !strings.Contains(got[0].Error(), want) {
			t.Errorf("got %v, want one error with %q", got, want)
		}
		var b bytes.Buffer
		if _, err := q.WriteGIF(&b, figure.Options{}); !errors.Is(err, figure.ErrFigure) || b.Len() > 0 {
			t.Errorf("WriteGIF: %v and %d bytes", err, b.Len())
		}
	}
}
