package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/astrolabe-search/astrolabe/internal/sharedtest"
	"github.com/spf13/cobra"
)

// TestHelpExamples runs every example of every help page, one after the other,
// in a folder of its own that has the example maps.
func TestHelpExamples(t *testing.T) {
	root := newRoot()
	for _, verb := range append(root.Commands(), root) {
		if verb.Name() == "completion" || verb.Name() == "help" {
			continue
		}
		t.Run(verb.Name(), func(t *testing.T) {
			t.Parallel()
			runCommands(t, strings.Split(verb.Example, "\n"))
		})
	}
}

// newRoot returns the command without running it.
func newRoot() *cobra.Command {
	return (&app{stdout: newOutput(io.Discard)}).rootCommand()
}

// synopsis finds a line that explains a verb rather than calling it.
var synopsis = regexp.MustCompile(`^    astrolabe ([a-z-]+)( [A-Z]+)*  +\S`)

// TestREADME runs every command of the README and holds what it says against
// what there is.
func TestREADME(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(sharedtest.ModuleRoot(t), "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	var commands, explained []string
	for line := range strings.Lines(text) {
		if match := synopsis.FindStringSubmatch(line); match != nil {
			explained = append(explained, match[1])
		} else if strings.HasPrefix(line, "    astrolabe ") || strings.HasPrefix(line, "    go run ./cmd/astrolabe ") {
			commands = append(commands, strings.ReplaceAll(line, "go run ./cmd/astrolabe ", "astrolabe "))
		}
	}
	runCommands(t, commands)

	var there []string
	for _, verb := range newRoot().Commands() {
		if verb.GroupID != "" {
			there = append(there, verb.Name())
		}
	}
	slices.Sort(there)
	slices.Sort(explained)
	if !slices.Equal(there, explained) {
		t.Errorf("the README explains the verbs %v, but there are %v", explained, there)
	}

	answer := runIn(t, t.Context(), "", "solve", example(t, "harbor.txt"))
	for line := range strings.Lines(answer.stdout) {
		if !strings.HasPrefix(line, "time ") && !strings.Contains(text, "    "+line) {
			t.Errorf("the README's first command prints a line that the README does not show: %s", line)
		}
	}
}

// runCommands runs calls of astrolabe in a shell, with the example maps in
// their folder. It fails if there is none.
func runCommands(t *testing.T, commands []string) {
	t.Helper()
	if testing.Short() {
		t.Skip("short: the commands of documents and help pages are left to the full run")
	}
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "examples"), os.DirFS(example(t, ""))); err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(dir, "bin")
	if err := os.Mkdir(bin, 0o777); err != nil {
		t.Fatal(err)
	}
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(binary, filepath.Join(bin, "astrolabe")); err != nil {
		t.Fatal(err)
	}
	if len(commands) == 0 {
		t.Error("there is no command to run")
	}
	for _, command := range commands {
		shell := exec.Command("bash", "-o", "pipefail", "-c", command)
		shell.Dir = dir
		shell.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
		if isStudio(command) {
			runStudio(t, shell)
			continue
		}
		if out, err := shell.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", strings.TrimSpace(command), err, out)
		}
	}
}

// timeFields finds what may differ between two runs.
var timeFields = regexp.MustCompile(`"time_ns":\d+|(?m)^time .*$| +[0-9.]+(ns|µs|ms|s)\b`)

func TestTwoRunsPrintTheSame(t *testing.T) {
	for _, args := range [][]string{
		{"solve", example(t, "harbor.txt"), "--draw", "always"},
		{"solve", example(t, "swamp.map"), "--json", "--algorithm", "bidirectional"},
		{"compare", example(t, "hills.txt")},
		{"compare", example(t, "swamp.map"), "--json"},
		{"algorithms", "--json"},
		{"inspect", example(t, "swamp.map")},
		{"convert", example(t, "hills.txt"), "-", "--to", "native"},
		{"generate", "rooms", "--seed", "5"},
		{"reproduce", "visualiser"},
	} {
		first, second := runIn(t, t.Context(), "", args...), runIn(t, t.Context(), "", args...)
		if first.code != exitOK || first.stdout == "" {
			t.Errorf("%v: exit code %d, stderr %q", args, first.code, first.stderr)
		}
		if a, b := timeFields.ReplaceAllString(first.stdout, ""), timeFields.ReplaceAllString(second.stdout, ""); a != b {
			t.Errorf("%v: first\n%s\nthen\n%s", args, a, b)
		}
	}
}

func TestJSONIsOneObjectALine(t *testing.T) {
	map1 := example(t, "harbor.txt")
	for _, args := range [][]string{
		{"solve", map1},
		{"compare", map1},
		{"algorithms"},
		{"inspect", map1},
		{"reproduce", "visualiser"},
		{"solve", map1, "--max-expanded", "3"},
		{"solve", map1, "--from", "0,29"},
		{"solve", map1, "--from", "-4,-4"},
	} {
		got := runIn(t, t.Context(), "", append(args, "--json", "--color", "always")...)
		if got.stdout == "" {
			t.Errorf("%v printed nothing", args)
		}
		for line := range strings.Lines(got.stdout) {
			var object map[string]any
			if err := json.Unmarshal([]byte(line), &object); err != nil {
				t.Errorf("%v: %v in %q", args, err, line)
			}
		}
	}
}

// interruptedSearch runs a command whose search does not end, and ends it after a while: a longer one if
// the map had not been read by then.
func interruptedSearch(t *testing.T, args ...string) finished {
	t.Helper()
	for after := 20 * time.Millisecond; ; after *= 2 {
		ctx, cancel := context.WithTimeoutCause(t.Context(), after, errors.New("enough"))
		got := runIn(t, ctx, "", args...)
		cancel()
		if !strings.Contains(got.stderr, "while it was being read") {
			return got
		}
	}
}

func TestCancelEndsSearch(t *testing.T) {
	got := interruptedSearch(t, "solve", example(t, "harbor.txt"), "--algorithm", "ida-star")
	if got.code != exitLimit || !strings.Contains(got.stdout, "enough") || got.stderr != "" {
		t.Errorf("exit code %d, want %d; stdout\n%s\nstderr\n%s", got.code, exitLimit, got.stdout, got.stderr)
	}
}

// TestCancelEndsReading types no map at all.
func TestCancelEndsReading(t *testing.T) {
	ctx, cancel := context.WithTimeoutCause(t.Context(), 50*time.Millisecond, errors.New("enough"))
	defer cancel()
	typing, keyboard := io.Pipe()
	defer keyboard.Close()
	var stdout, stderr bytes.Buffer
	code := run(ctx, []string{"solve", "-"}, typing, &stdout, &stderr)
	if want := "astrolabe: standard input: enough while it was being read\n"; code != exitLimit || stderr.String() != want {
		t.Errorf("exit code %d and %q, want %d and %q", code, stderr.String(), exitLimit, want)
	}
}

// brokenWriter fails as a standard output does whose reader has gone, or whose
// disk is full.
type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }

func TestBrokenPipeIsQuiet(t *testing.T) {
	var stderr bytes.Buffer
	broken := brokenWriter{&os.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.EPIPE}}
	code := run(t.Context(), []string{"algorithms"}, strings.NewReader(""), broken, &stderr)
	if code != exitOK || stderr.Len() > 0 {
		t.Errorf("exit code %d and %q, want 0 and nothing", code, stderr.String())
	}
	broken.err = errors.New("paper jam")
	code = run(t.Context(), []string{"algorithms"}, strings.NewReader(""), broken, &stderr)
	if want := "astrolabe: standard output: cannot write: paper jam\n"; code != exitUsage || stderr.String() != want {
		t.Errorf("exit code %d and %q, want %d and %q", code, stderr.String(), exitUsage, want)
	}
}

// TestUsageErrors gives what is wrong in one line, and what would be right.
func TestUsageErrors(t *testing.T) {
	const ask = "solve -"
	for _, test := range []struct{ args, want string }{
		{"frobnicate", `unknown verb "frobnicate"; astrolabe --help lists them all`},
		{"help slove", `unknown verb "slove"; did you mean solve?`},
		{ask + " --zzz", "solve: unknown flag --zzz; astrolabe solve --help lists them all"},
		{ask + " -j", "solve: unknown flag -j; flags are written with two dashes, as --json (to name a file that begins with a dash, write ./-...)"},
		{"--jsn", "unknown flag --jsn; astrolabe --help lists them all"},
		{"solve", "solve: no MAP given; want astrolabe solve MAP [flags]"},
		{"verify map.txt", "verify: no RESULT given; want astrolabe verify MAP RESULT [flags]"},
		{"convert map.txt", "convert: no OUT given; want astrolabe convert IN OUT [flags]"},
		{"verify - -", "verify: MAP and RESULT cannot both be standard input; name a file for one"},
		{ask + " other.txt", `solve: "other.txt" is one argument too many; want astrolabe solve MAP [flags]`},
		{"reproduce all of", `reproduce: "of" is one argument too many; want astrolabe reproduce [ARTICLE|all] [flags]`},
		{ask + " --from", "solve: --from has no value; want --from X,Y"},
		{ask + " --from 3", `solve: --from: "3" is not a cell; want X,Y such as 4,8, counted from 0,0 at the top left`},
		{ask + " --moves 6", `solve: --moves: "6" is not a number of moves; want 4 or 8`},
		{ask + " --tie random", `solve: --tie: "random" is not a tie policy; want low-h-lifo, low-h, fifo, lifo or parent-g`},
		{ask + " --heuristic crow", `solve: --heuristic: "crow" is not a heuristic; want auto, zero, manhattan, chebyshev, octile or euclidean`},
		{ask + " --cost free", `solve: --cost: "free" is not a cost model; want uniform, add, mul or mean`},
		{ask + " --cut-corners some", `solve: --cut-corners: "some" is not a corner rule; want never, one or always`},
		{ask + " --order E,W", `solve: --order: "E,W" is not an order of the directions; want each of E,W,S,N,SE,NE,SW,NW once`},
		{ask + " --weight 0.9", `solve: --weight: "0.9" is not a weight; want a number of at least 1 such as 1.5 or 3/2`},
		{ask + " --max-expanded many", `solve: --max-expanded: "many" is not a number of expansions; want a whole number of at least 0`},
		{ask + " --max-bytes 1Mib5", `solve: --max-bytes: "1Mib5" is not a number of bytes; want one such as 512MiB, 2GB or 1000000`},
		{ask + " --max-time soon", `solve: --max-time: "soon" is not a duration; want one such as 500ms, 10s or 2m`},
		{ask + " --draw maybe", `solve: --draw: "maybe" is none of auto, always, never`},
		{ask + " --color red", `solve: --color: "red" is none of auto, always, never`},
		{"generate", "generate: no KIND given; want astrolabe generate KIND [flags]"},
		{"generate castle", `generate: unknown kind "castle"; want walls, random, maze, rooms`},
		{"generate maz", `generate: unknown kind "maz"; did you mean maze?`},
		{"generate maze --size 5", `generate: --size: "5" is not a size; want WIDTHxHEIGHT such as 64x32`},
		{"generate maze --size 0x5", "generate: --size: impossible map size: 0×5; width and height must be at least 1"},
		{"generate maze --size 2x2", "generate: a maze of 2×2 with corridors of 1 has no place; want at least 3×3"},
		{"generate maze --seed x", `generate: --seed: "x" is not a seed; want a whole number`},
		{"generate maze --corridor 0", `generate: --corridor: "0" is out of place; want a whole number from 1 to 67108864`},
		{"generate maze --density 0.3", "generate: maze takes no --density; random does"},
		{"generate random --density 1.5", `generate: --density: "1.5" is not a share; want a decimal from 0 to 1 with at most 3 digits after the point, such as 0.25`},
	} {
		got := runIn(t, t.Context(), "S.G\n", strings.Fields(test.args)...)
		if want := "astrolabe: " + test.want + "\n"; got.code != exitUsage || got.stdout != "" || got.stderr != want {
			t.Errorf("%s: exit code %d, stdout %q, stderr\n%swant\n%s", test.args, got.code, got.stdout, got.stderr, want)
		}
	}
}

// TestVerbsAreDocumented holds the help pages to a form.
func TestVerbsAreDocumented(t *testing.T) {
	root := newRoot()
	for _, verb := range append(root.Commands(), root) {
		if verb.Short == "" || strings.HasSuffix(verb.Short, ".") {
			t.Errorf("%s: want a short description without a full stop", verb.Name())
		}
		for line := range strings.Lines(verb.Long) {
			if n := len([]rune(strings.TrimSpace(line))); n > 82 && verb.Name() != "completion" {
				t.Errorf("%s: the help has a line of %d characters: %s", verb.Name(), n, line)
			}
		}
	}
}
