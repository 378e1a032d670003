package figure_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/figure"
	"github.com/astrolabe-search/astrolabe/figure/scene"
)

var small = figure.Bars{Title: "Small", Bars: []figure.Bar{{Name: "one", Value: 1}}}

func TestSaveByEnding(t *testing.T) {
	dir := t.TempDir()
	for name, magic := range map[string]string{"a.svg": "<svg ", "a.pdf": "%PDF-", "a.png": "\x89PNG", "a.gif": "GIF89a", "B.SVG": "<svg "} {
		path := filepath.Join(dir, name)
		notices, err := figure.Save(path, small, figure.Options{Theme: scene.Dark})
		if err != nil || len(notices) != 0 {
			t.Fatalf("%s: %q, %v", name, notices, err)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(data), magic) {
			t.Errorf("%s begins with %q", name, data[:8])
		}
		format, err := figure.FormatOf(path)
		if err != nil {
			t.Fatal(err)
		}
		if want := write(t, format, small, figure.Options{Theme: scene.Dark}); !bytes.Equal(data, want) {
			t.Errorf("%s differs from what Write writes", name)
		}
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 5 {
		t.Errorf("%d files, want 5: %v", len(files), err)
	}
}

func TestUnknownEndings(t *testing.T) {
	for path, want := range map[string]string{
		"map.jpg":     "figure: no such format: map.jpg ends in .jpg; want one of .svg, .pdf, .png, .gif",
		"map":         "figure: no such format: map has no ending; want one of .svg, .pdf, .png, .gif",
		"dir.svg/map": "figure: no such format: dir.svg/map has no ending; want one of .svg, .pdf, .png, .gif",
		"map.":        "figure: no such format: map. ends in .; want one of .svg, .pdf, .png, .gif",
	} {
		_, err := figure.Save(path, small, figure.Options{})
		if !errors.Is(err, figure.ErrFormat) || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if _, err := figure.Write(new(bytes.Buffer), figure.Format(9), small, figure.Options{}); !errors.Is(err, figure.ErrFormat) {
		t.Errorf("format 9: %v", err)
	}
}

// A figure that cannot be made or written leaves what was there, and nothing
// beside it.
func TestFailedSaveLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "old.png")
	if err := os.WriteFile(path, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "folder.svg"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path string
		fig  figure.Figure
		o    figure.Options
		is   error
		want string
	}{
		{path, figure.Search{}, figure.Options{}, figure.ErrFigure, "it has no map"},
		{path, small, figure.Options{Scale: 1000}, scene.ErrPixels, "a scale of"},
		{filepath.Join(dir, "none", "a.svg"), small, figure.Options{}, fs.ErrNotExist, "there is no folder " + filepath.Join(dir, "none")},
		{filepath.Join(dir, "folder.svg"), small, figure.Options{}, nil, "it is a folder"},
		{filepath.Join(path, "a.svg"), small, figure.Options{}, nil, "cannot write " + filepath.Join(path, "a.svg")},
	} {
		notices, err := figure.Save(c.path, c.fig, c.o)
		if err == nil || notices != nil || c.is != nil && !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %q, %v; want an error with %q", c.path, notices, err, c.want)
		}
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != "old" {
		t.Errorf("the old file is %q, %v", data, err)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 2 {
		t.Errorf("%d files, want 2: %v", len(files), err)
	}
}

// A link keeps being one, and a new file gets the usual permissions.
func TestSaveThroughALink(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target.svg"), filepath.Join(dir, "link.svg")
	usual := filepath.Join(dir, "usual")
	for _, path := range []string{target, usual} {
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(target, link); err != nil {
		if runtime.GOOS == "windows" && os.Getenv("CI") != "true" {
			t.Skipf("links need rights on Windows: %v", err)
		}
		t.Fatal(err)
	}
	if _, err := figure.Save(link, small, figure.Options{}); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v", err)
	}
	got, err := os.Stat(target)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.Stat(usual)
	if err != nil {
		t.Fatal(err)
	}
	if got.Size() == 0 || got.Mode() != want.Mode() {
		t.Errorf("the target has %d bytes and the mode %v, want %v", got.Size(), got.Mode(), want.Mode())
	}
}

func TestSameBytesEveryTime(t *testing.T) {
	for _, g := range goldens(t) {
		for _, format := range []figure.Format{figure.SVG, figure.PDF} {
			o := figure.Options{Theme: scene.Dark}
			if !bytes.Equal(write(t, format, g.fig, o), write(t, format, g.fig, o)) {
				t.Errorf("%s as %v differs from run to run", g.name, format)
			}
		}
	}
}
