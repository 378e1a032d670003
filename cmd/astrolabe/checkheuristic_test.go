package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/appraise"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/internal/sharedtest"
	"github.com/astrolabe-search/astrolabe/mapfile"
)

// TestAlgorithmsDocument runs every command of docs/algorithms.md, and holds its example
// of a heuristic that fails to what the command prints.
func TestAlgorithmsDocument(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(sharedtest.ModuleRoot(t), "docs", "algorithms.md"))
	if err != nil {
		t.Fatal(err)
	}
	var commands []string
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "    astrolabe ") && !strings.HasPrefix(line, "    astrolabe 1") {
			commands = append(commands, line)
		}
	}
	runCommands(t, commands)
	got := runIn(t, t.Context(), "", "check-heuristic", example(t, "harbor.txt"), "--heuristic", "manhattan")
	if got.code != exitFailed {
		t.Errorf("exit code %d, want %d", got.code, exitFailed)
	}
	for line := range strings.Lines(got.stdout) {
		if line != "\n" && !strings.Contains(string(data), "    "+line) {
			t.Errorf("docs/algorithms.md does not show the line %q", line)
		}
	}
}

// Every example, under every rule and cost model, is a map file on which the heuristic
// fails again, with the estimate the most too high at the start.
func TestPastedExamplesFailAgain(t *testing.T) {
	formats := map[string]int{}
	for _, name := range []string{"harbor.txt", "hills.txt", "rooms.map", "swamp.map"} {
		for _, corners := range []string{"never", "one", "always"} {
			for _, model := range grid.Models() {
				args := []string{"--heuristic", "manhattan", "--cut-corners", corners, "--cost", model.String(), "--json"}
				if name == "rooms.map" {
					args = append(args, "--to", "59,23")
				}
				whole := runIn(t, t.Context(), "", append([]string{"check-heuristic", example(t, name)}, args...)...)
				var first, second appraise.VerdictDocument
				err := json.Unmarshal([]byte(whole.stdout), &first)
				if claimed := first.Claim.Consistent; err != nil || claimed != (whole.code == exitOK) || claimed != (first.Example == nil) {
					t.Fatalf("%s %v: exit code %d, %v, stdout %s", name, args, whole.code, err, whole.stdout)
				}
				if first.Example == nil { // some cells of the map weigh 0, and so does the estimate
					continue
				}
				pasted := first.Example.Map
				formats[first.Example.Format]++
				part := runIn(t, t.Context(), pasted, "check-heuristic", "-", "--heuristic", "manhattan", "--json")
				if err := json.Unmarshal([]byte(part.stdout), &second); err != nil || part.code != exitFailed {
					t.Fatalf("%s %v: exit code %d, %v on\n%s", name, args, part.code, err, pasted)
				}
				switch {
				case second.Options != first.Options, second.Consistent, second.Admissible && !first.Admissible:
					t.Errorf("%s %v: it does not fail as it should on\n%s", name, args, pasted)
				case !second.Admissible && second.WorstCell.Cell != *second.From:
					t.Errorf("%s %v: the worst cell is %v on\n%s", name, args, second.WorstCell.Cell, pasted)
				case second.Example.Map != pasted:
					t.Errorf("%s %v: on\n%sthe smallest example is\n%s", name, args, pasted, second.Example.Map)
				}
				for line := range strings.Lines(pasted) {
					if line != strings.TrimSpace(line)+"\n" {
						t.Errorf("%s %v: a line of the example begins or ends with a blank: %q", name, args, line)
					}
				}
			}
		}
	}
	if formats[mapfile.Plain.String()] == 0 || formats[mapfile.Native.String()] == 0 {
		t.Errorf("formats of the examples: %v; want plain and native ones", formats)
	}
}

func TestCheckHeuristicTwice(t *testing.T) {
	for _, format := range [][]string{nil, {"--json"}} {
		args := append([]string{"check-heuristic", example(t, "hills.txt"), "--heuristic", "manhattan"}, format...)
		first, second := runIn(t, t.Context(), "", args...), runIn(t, t.Context(), "", args...)
		if first != second || first.stdout == "" {
			t.Errorf("%v: first %+v, then %+v", args, first, second)
		}
	}
}

func TestCancelEndsCheckHeuristic(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("enough"))
	got := runIn(t, ctx, "", "check-heuristic", example(t, "harbor.txt"))
	if got.code != exitLimit || got.stdout != "" || !strings.Contains(got.stderr, "harbor.txt: enough while ") {
		t.Errorf("exit code %d, stdout %q, stderr %q", got.code, got.stdout, got.stderr)
	}
}
