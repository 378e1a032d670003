package studio_test

import (
	"encoding/json"
	"fmt"
	"go/format"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/internal/sharedtest"
	"github.com/astrolabe-search/astrolabe/mapfile"
	"github.com/astrolabe-search/astrolabe/studio"
)

// snippetQueries are questions with every option, and with maps and names that want to
// break out of a text.
func snippetQueries(t testing.TB) []fields {
	ticks := "astrolabe 1\n# `'\"$(touch here)\\\nsize 3 2\nlegend ` 1\nlegend ' blocked\nlegend $ 2.5\ncost mul\nstart 0 0\ngoal 2 1\nmap\n``'\n$$`\n"
	all := fields{
		"map": example(t, "swamp.map"), "heuristic": "chebyshev", "weight": "5/2", "tie": "parent-g", "reopen": false, "algorithm": "weighted-astar",
		"order": "N,E,S,W,NE,SE,SW,NW", "from": []int{3, 20}, "to": []int{40, 3}, "cost": "mean", "cut_corners": "always", "max_expanded": 10_000, "max_time_ms": 9000,
	}
	return []fields{
		{"map": small},
		{"map": example(t, "harbor.txt"), "name": "harbor.txt", "algorithm": "bidirectional"},
		{"map": example(t, "hills.txt"), "name": "the hills.txt", "heuristic": "manhattan", "moves": 4},
		all,
		all.with(fields{"tie": "lifo", "max_expanded": 50}),
		all.with(fields{"algorithm": "auto"}),
		all.with(fields{"algorithm": "dijkstra", "tie": "low-h", "moves": 8, "cut_corners": "one", "cost": "uniform"}),
		{"map": "S@G", "name": "no end of line"},
		{"map": "astrolabe 1\nsize 3 4\nlegend M 1\nlegend A 1\nlegend P 1\nstart 0 0\ngoal 2 3\nmap\nMAP\nMAP\nMAP\nMMM\n", "name": "a delimiter"},
		{"map": ticks, "name": "`\"'$(touch here);\\\n*/ package main", "tie": "fifo"},
		{"map": strings.ReplaceAll(ticks, "\n", "\r\n"), "name": "\xff"},
		{"map": "\ufeffS..\n..G\n", "name": "a mark", "algorithm": "fringe"},
		{"map": small, "to": []int{-3, 7}, "name": "9 out of bounds"},
		{"map": small, "from": []int{1, 1}, "name": "blocked"},
	}
}

// snippets returns the texts of a kind, with the answers to the same questions.
func snippets(t *testing.T, s *site, kind string) (texts []string, answers []map[string]any) {
	t.Helper()
	for i, asked := range snippetQueries(t) {
		solved := s.post("/api/solve", asked)
		got := s.post("/api/snippet", asked.with(fields{"kind": kind}))
		if solved.code != 200 {
			if got.code != solved.code {
				t.Errorf("query %d: status %d, but %d of solve", i, got.code, solved.code)
			}
			continue
		}
		text, ok := got.object(t)["text"].(string)
		if !ok {
			t.Fatalf("query %d: %s", i, got.body)
		}
		texts, answers = append(texts, text), append(answers, solved.object(t))
	}
	if len(texts) < 12 {
		t.Fatalf("only %d texts", len(texts))
	}
	return texts, answers
}

// TestGoTestSnippetsPass compiles the tests, as if they were in the module's root, vets and
// runs them.
func TestGoTestSnippetsPass(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles a package")
	}
	texts, _ := snippets(t, start(t, studio.Options{}), "go-test")
	dir, root := t.TempDir(), sharedtest.ModuleRoot(t)
	overlay := map[string]map[string]string{"Replace": {}}
	tests := 0
	for i, text := range texts {
		if clean, err := format.Source([]byte(text)); err != nil || string(clean) != text {
			t.Errorf("not as gofmt has it (%v):\n%s", err, text)
		}
		// Each stands alone; together they must not have the same names.
		if name := between(text, "func Test", "("); strings.Count(text, "Test"+name+" asks") == 1 {
			text = strings.ReplaceAll(text, "map"+name, fmt.Sprintf("map%s%d", name, i))
			text = strings.ReplaceAll(text, "Test"+name, fmt.Sprintf("Test%s%d", name, i))
			tests++
		}
		file := filepath.Join(dir, fmt.Sprintf("snippet%d_test.go", i))
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		overlay["Replace"][filepath.Join(root, filepath.Base(file))] = file
	}
	replace, err := json.Marshal(overlay)
	if err != nil {
		t.Fatal(err)
	}
	config, binary := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "snippets.test")
	if err := os.WriteFile(config, replace, 0o666); err != nil {
		t.Fatal(err)
	}
	command(t, root, "go", "vet", "-overlay", config, ".")
	command(t, root, "go", "test", "-c", "-overlay", config, "-o", binary, ".")
	out := command(t, dir, binary, "-test.v")
	if passed := strings.Count(out, "--- PASS: "); passed != len(texts) || tests != len(texts) {
		t.Errorf("%d of %d tests pass:\n%s", passed, len(texts), out)
	}
	if _, err := os.Stat(filepath.Join(dir, "here")); err == nil {
		t.Error("a name was executed")
	}
}

// TestGoTestSnippetsCheck looks for what is checked.
func TestGoTestSnippetsCheck(t *testing.T) {
	s := start(t, studio.Options{})
	text := s.post("/api/snippet", fields{"map": small, "kind": "go-test"}).object(t)["text"].(string)
	for _, want := range []string{`want := costs.Format(result.Cost), "4"`, `want := result.Certificate.String(), "optimal"`, `want := result.Status.String(), "found"`, "func TestPath(t *testing.T)"} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is not in\n%s", want, text)
		}
	}
}

// command runs a program, which must do well, and returns what it prints.
func command(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	c := exec.CommandContext(t.Context(), name, args...)
	c.Dir = dir
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
	return string(out)
}

func between(text, before, after string) string {
	_, text, _ = strings.Cut(text, before)
	text, _, _ = strings.Cut(text, after)
	return text
}

// TestCommandsAreShort says nothing that is the default.
func TestCommandsAreShort(t *testing.T) {
	s := start(t, studio.Options{})
	for _, c := range []struct {
		asked fields
		want  string
	}{
		{fields{"heuristic": "auto", "moves": 8, "weight": "3/2", "max_expanded": 0}, "astrolabe solve - <<'MAP'\n" + small + "MAP\n"},
		{fields{"algorithm": "A*", "tie": "fifo", "weight": "2"}, "astrolabe solve - --tie fifo <<'MAP'\n" + small + "MAP\n"},
		{fields{"algorithm": "jps", "tie": "fifo", "max_expanded": 4}, "astrolabe solve - --algorithm jump-point --max-expanded 4 <<'MAP'\n" + small + "MAP\n"},
		{fields{"moves": 4, "max_time_ms": 1500, "to": []int{0, 2}}, "astrolabe solve - --to 0,2 --moves 4 --max-time 1.5s <<'MAP'\n" + small + "MAP\n"},
	} {
		if got := s.post("/api/snippet", c.asked.with(fields{"map": small, "kind": "command"})).object(t)["text"]; got != c.want {
			t.Errorf("%v:\n%v\nwant\n%s", c.asked, got, c.want)
		}
	}
}

// TestASCIIMaps holds the maps to the queries that they stand for, and prefers the plain
// format.
func TestASCIIMaps(t *testing.T) {
	s := start(t, studio.Options{})
	formats := map[mapfile.Format]int{}
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 8))
		asked := fields{"map": randomMap(rng), "moves": 8 - 4*rng.IntN(2)*int(seed%2), "kind": "ascii"}
		if seed%3 == 0 {
			asked["cost"] = []string{"mul", "add", "mean"}[rng.IntN(3)]
		}
		text := s.post("/api/snippet", asked).object(t)["text"].(string)
		file, err := mapfile.Read(strings.NewReader(text), "map", mapfile.Limits{})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		formats[file.Format]++
		delete(asked, "kind")
		want, got := s.post("/api/solve", asked).object(t), s.post("/api/solve", fields{"map": text}).object(t)
		for _, name := range []string{"status", "from", "to", "cost", "path"} {
			if fmt.Sprint(got[name]) != fmt.Sprint(want[name]) {
				t.Errorf("map %d: %s %v, want %v:\n%s", seed, name, got[name], want[name], text)
			}
		}
	}
	if formats[mapfile.Plain] < 10 || formats[mapfile.Native] < 5 || len(formats) != 2 {
		t.Errorf("formats %v", formats)
	}
	plain := "S..\n.#.\n..G\n"
	if got := s.post("/api/snippet", fields{"map": plain, "kind": "ascii"}).object(t)["text"]; got != plain {
		t.Errorf("%s became %s", plain, got)
	}
}
