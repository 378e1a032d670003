package wholefile_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/internal/wholefile"
)

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

// listing returns what a folder holds: names, and what the files hold.
func listing(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, entry := range entries {
		data, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil && !entry.IsDir() {
			data = []byte("(" + entry.Type().String() + ")")
		}
		fmt.Fprintf(&b, "%s=%s\n", entry.Name(), data)
	}
	return b.String()
}

func create(t *testing.T, name, content string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

func symlink(t *testing.T, target, name string) {
	t.Helper()
	if err := os.Symlink(target, name); err != nil {
		if runtime.GOOS == "windows" {
			t.Skipf("links need rights on Windows: %v", err)
		}
		t.Fatal(err)
	}
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	long := strings.Repeat("n", 254)
	for _, name := range []string{"new", "old", long} {
		for _, content := range []string{"first", "second"} {
			if err := wholefile.Write(t.Context(), filepath.Join(dir, name), text(content)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got, want := listing(t, dir), "new=second\n"+long+"=second\nold=second\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestPermissionsStay(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such permissions")
	}
	name := filepath.Join(t.TempDir(), "secret")
	create(t, name, "old")
	if err := os.Chmod(name, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := wholefile.Write(t.Context(), name, text("new")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(name); err != nil || info.Mode() != 0o600 {
		t.Errorf("the mode is %v, want 0600: %v", info.Mode(), err)
	}
}

// A link stays one, whether it leads to a file, to a link, or to nothing yet.
func TestLinksAreFollowed(t *testing.T) {
	dir, elsewhere := t.TempDir(), t.TempDir()
	create(t, filepath.Join(elsewhere, "file"), "old")
	symlink(t, filepath.Join(elsewhere, "file"), filepath.Join(dir, "link"))
	symlink(t, "link", filepath.Join(dir, "linkToLink"))
	symlink(t, filepath.Join(elsewhere, "none"), filepath.Join(dir, "dangling"))
	symlink(t, "circle", filepath.Join(dir, "circle"))
	for _, name := range []string{"link", "linkToLink", "dangling"} {
		if err := wholefile.Write(t.Context(), filepath.Join(dir, name), text("by "+name)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if info, err := os.Lstat(filepath.Join(dir, name)); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("%s is no link any longer", name)
		}
	}
	if got, want := listing(t, elsewhere), "file=by linkToLink\nnone=by dangling\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if err := wholefile.Write(t.Context(), filepath.Join(dir, "circle"), text("round")); err == nil {
		t.Error("a link to itself: no error")
	}
}

var errContent = errors.New("no content")

func TestFailuresLeaveNothing(t *testing.T) {
	dir := t.TempDir()
	create(t, filepath.Join(dir, "old"), "old")
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o777); err != nil {
		t.Fatal(err)
	}
	before := listing(t, dir)
	failing := func(w io.Writer) error {
		return errors.Join(text("half")(w), errContent)
	}
	for _, name := range []string{"old", "new"} {
		if err := wholefile.Write(t.Context(), filepath.Join(dir, name), failing); !errors.Is(err, errContent) {
			t.Errorf("%s: got %v, want %v", name, err, errContent)
		}
	}
	for _, name := range []string{"folder", "none/file", "old/file"} {
		for _, err := range []error{
			wholefile.Write(t.Context(), filepath.Join(dir, name), text("any")),
			wholefile.Check(filepath.Join(dir, name)),
		} {
			var failed *wholefile.Error
			if !errors.As(err, &failed) || failed.Name != filepath.Join(dir, name) || strings.Contains(failed.Err.Error(), dir) {
				t.Errorf("%s: got %v, want an error that names the file, and a reason that does not", name, err)
			}
		}
	}
	for _, name := range []string{"old", "new"} {
		if err := wholefile.Check(filepath.Join(dir, name)); err != nil {
			t.Errorf("Check of %s: %v", name, err)
		}
	}
	if after := listing(t, dir); after != before {
		t.Errorf("got\n%swant\n%s", after, before)
	}
}

func TestEndOfContextLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	create(t, filepath.Join(dir, "old"), "old")
	cause := errors.New("enough")
	for _, name := range []string{"old", "new"} {
		ctx, cancel := context.WithCancelCause(t.Context())
		err := wholefile.Write(ctx, filepath.Join(dir, name), func(w io.Writer) error {
			if err := text("half")(w); err != nil {
				return err
			}
			cancel(cause)
			return text("of it")(w)
		})
		if !errors.Is(err, wholefile.ErrStopped) || !errors.Is(err, cause) {
			t.Errorf("%s: got %v, want %v", name, err, cause)
		}
	}
	if got := listing(t, dir); got != "old=old\n" {
		t.Errorf("got\n%s", got)
	}

	// What was interrupted before is still saved.
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := wholefile.Write(ended, filepath.Join(dir, "old"), text("what there is")); err != nil {
		t.Error(err)
	}
	if got := listing(t, dir); got != "old=what there is\n" {
		t.Errorf("got\n%s", got)
	}
}

func TestSame(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	create(t, at("a"), "")
	create(t, at("b"), "")
	if err := os.Link(at("a"), at("hard")); err != nil {
		t.Fatal(err)
	}
	symlink(t, "a", at("soft"))
	symlink(t, "new", at("toNew"))
	symlink(t, dir, at("here"))
	for _, test := range []struct {
		a, b string
		want bool
	}{
		{"a", "a", true},
		{"a", "b", false},
		{"a", "hard", true},
		{"soft", "hard", true},
		{"soft", "b", false},
		{"a", "new", false},
		{"new", "new", true},
		{"new", "other", false},
		{"new", "toNew", true},
		{"new", "here/new", true},
		{"a", "here/a", true},
		{"none/new", "none/new", false}, // neither can be written
	} {
		for _, pair := range [][2]string{{test.a, test.b}, {test.b, test.a}} {
			if got := wholefile.Same(at(pair[0]), at(pair[1])); got != test.want {
				t.Errorf("Same(%s, %s) = %v, want %v", pair[0], pair[1], got, test.want)
			}
		}
	}
	t.Chdir(dir)
	if !wholefile.Same("./new", at("new")) {
		t.Error("a relative name and an absolute one are not the same")
	}
	if wholefile.Same(os.DevNull, os.DevNull) {
		t.Error("the null device is the same as itself, but takes any number of outputs")
	}
}
