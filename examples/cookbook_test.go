package examples_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCookbook builds the programs of the cookbook, runs each, and compares what it
// prints with the comment at its end.
func TestCookbook(t *testing.T) {
	if testing.Short() {
		t.Skip("short: the programs of the cookbook are left to the full run")
	}
	folders, err := os.ReadDir("cookbook")
	if err != nil || len(folders) == 0 {
		t.Fatalf("%d programs, %v", len(folders), err)
	}
	bin := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", bin+string(filepath.Separator), "./cookbook/...").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, folder := range folders {
		source, err := os.ReadFile(filepath.Join("cookbook", folder.Name(), "main.go"))
		if err != nil {
			t.Fatal(err)
		}
		_, comment, found := strings.Cut(string(source), "\n// Output:\n")
		if !found {
			t.Errorf("%s does not say what it prints, in a comment that begins with Output:", folder.Name())
			continue
		}
		var want strings.Builder
		for line := range strings.Lines(comment) {
			want.WriteString(strings.TrimPrefix(strings.TrimPrefix(line, "//"), " "))
		}
		out, err := exec.Command(filepath.Join(bin, folder.Name())).CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v", folder.Name(), err)
		}
		if diff := cmp.Diff(trimLines(want.String()), trimLines(string(out))); diff != "" {
			t.Errorf("%s prints something else than it says (-says +prints):\n%s", folder.Name(), diff)
		}
	}
}

// trimLines drops blanks at the ends of lines.
func trimLines(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// TestREADMEShowsTheCookbook: each line of Go in the README is a line of one program.
func TestREADMEShowsTheCookbook(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join("..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	programs, err := filepath.Glob(filepath.Join("cookbook", "*", "main.go"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(readme), "```go\n")
	blocks := 0
	for ; found; _, rest, found = strings.Cut(rest, "```go\n") {
		block, _, _ := strings.Cut(rest, "```")
		blocks++
		if !slices.ContainsFunc(programs, func(name string) bool {
			source, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			return hasLines(string(source), block)
		}) {
			t.Errorf("no program of the cookbook has all of these lines:\n%s", block)
		}
	}
	if blocks != 2 {
		t.Errorf("%d pieces of Go in the README, want 2", blocks)
	}
}

// hasLines tells whether a text has the lines of another, in their order, whatever
// they are indented by.
func hasLines(text, lines string) bool {
	left := strings.Split(text, "\n")
	for line := range strings.Lines(lines) {
		i := slices.IndexFunc(left, func(l string) bool { return strings.TrimSpace(l) == strings.TrimSpace(line) })
		if i < 0 {
			return false
		}
		left = left[i+1:]
	}
	return true
}
