package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/studio"
)

// posted asks the studio and returns the object that it answers.
func posted(t *testing.T, server http.Handler, path string, body map[string]any) map[string]any {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1"+path, strings.NewReader(string(text)))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	server.ServeHTTP(w, r)
	var object map[string]any
	if err := json.Unmarshal(w.Body.Bytes(), &object); err != nil || w.Code != http.StatusOK {
		t.Fatalf("%s %s: status %d, %v: %s", path, text, w.Code, err, w.Body)
	}
	return object
}

// reader is a command that writes down its arguments, each after a NUL, and what it
// reads.
const reader = `#!/bin/sh
printf '\0%s' "$@" > arguments
cat > input
`

// TestStudioCommands gives the commands that the studio writes to a shell, and what the
// shell makes of them to run: the answers are those of the studio itself. The maps and names
// want to break out of the text.
func TestStudioCommands(t *testing.T) {
	server, err := studio.New(studio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	text := func(name string) string {
		data, err := os.ReadFile(example(t, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "astrolabe"), []byte(reader), 0o777); err != nil {
		t.Fatal(err)
	}
	ticks := "astrolabe 1\n# `'\"$(touch here)\\\nsize 3 2\nlegend ` 1\nlegend ' blocked\nlegend $ 2.5\ncost mul\nstart 0 0\ngoal 2 1\nmap\n``'\n$$`\n"
	all := func(algorithm, tie string, moves int) map[string]any {
		return map[string]any{
			"map": text("swamp.map"), "heuristic": "chebyshev", "weight": "5/2", "tie": tie, "reopen": false, "algorithm": algorithm, "moves": moves,
			"order": "N,E,S,W,NE,SE,SW,NW", "from": []int{3, 20}, "to": []int{40, 3}, "cost": "mean", "cut_corners": "always", "max_expanded": 100, "max_time_ms": 9000,
		}
	}
	for i, asked := range []map[string]any{
		{"map": text("harbor.txt"), "name": "harbor.txt", "algorithm": "bidirectional"},
		{"map": text("hills.txt"), "name": "the hills.txt", "heuristic": "manhattan", "moves": 4},
		all("weighted-astar", "parent-g", 8),
		all("auto", "fifo", 8),
		all("dijkstra", "low-h", 4),
		{"map": "S@G", "name": "no end of line"},
		{"map": "astrolabe 1\nsize 3 4\nlegend M 1\nlegend A 1\nlegend P 1\nstart 0 0\ngoal 2 3\nmap\nMAP\nMAP\nMAP\nMMM\n", "name": "a delimiter"},
		{"map": ticks, "name": "`\"'$(touch here);\\\n*/ package main", "tie": "fifo"},
		{"map": strings.ReplaceAll(ticks, "\n", "\r\n"), "name": "$(touch here)"},
		{"map": "\ufeffS..\n..G\n", "algorithm": "fringe"},
		{"map": "S..\n.@.\n..G\n", "to": []int{-3, 7}},
		{"map": "S..\n.@.\n..G\n", "from": []int{1, 1}},
	} {
		solved := posted(t, server, "/api/solve", asked)
		asked["kind"] = "command"
		command := fmt.Sprint(posted(t, server, "/api/snippet", asked)["text"])
		shell := exec.CommandContext(t.Context(), "sh")
		shell.Dir, shell.Stdin = dir, strings.NewReader(command)
		shell.Env = append(os.Environ(), "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"))
		if out, err := shell.CombinedOutput(); err != nil || len(out) > 0 {
			t.Fatalf("%v, %s:\n%s", err, out, command)
		}
		arguments, err := os.ReadFile(filepath.Join(dir, "arguments"))
		if err != nil {
			t.Fatal(err)
		}
		input, err := os.ReadFile(filepath.Join(dir, "input"))
		if err != nil {
			t.Fatal(err)
		}
		run := runIn(t, t.Context(), string(input), append(strings.Split(string(arguments), "\x00")[1:], "--json")...)
		var got map[string]any
		if err := json.Unmarshal([]byte(run.stdout), &got); err != nil {
			t.Errorf("command %d: %v, %s\n%s", i, err, run.stderr, command)
			continue
		}
		for _, name := range []string{"status", "algorithm", "certificate", "from", "to", "cost", "expanded", "path"} {
			if fmt.Sprint(got[name]) != fmt.Sprint(solved[name]) {
				t.Errorf("command %d: %s %v, want %v:\n%s", i, name, got[name], solved[name], command)
			}
		}
		options, wanted := got["options"].(map[string]any), solved["options"].(map[string]any)
		for name, want := range wanted {
			given := !strings.HasPrefix(name, "max_") || asked["max_expanded"] != nil // else it is the server's own limit
			if given && fmt.Sprint(options[name]) != fmt.Sprint(want) {
				t.Errorf("command %d: the option %s is %v, want %v:\n%s", i, name, options[name], want, command)
			}
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "here")); err == nil {
		t.Error("part of a map or of a name was executed")
	}
}
