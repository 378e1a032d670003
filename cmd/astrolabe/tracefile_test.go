package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDamagedTraces changes a byte in the midst of a trace: every verb that reads traces says so in
// the same words, and writes nothing.
func TestDamagedTraces(t *testing.T) {
	dir := t.TempDir()
	whole := filepath.Join(dir, "run.trace")
	if got := runIn(t, t.Context(), "", "solve", example(t, "harbor.txt"), "--trace", whole); got.code != exitOK {
		t.Fatalf("exit code %d, %s", got.code, got.stderr)
	}
	data := readFile(t, whole)
	data[len(data)/3] ^= 0xff // of a block of events
	damaged := filepath.Join(dir, "damaged.trace")
	if err := os.WriteFile(damaged, data, 0o666); err != nil {
		t.Fatal(err)
	}
	out := func(name string) string { return filepath.Join(dir, "out", name) }
	if err := os.Mkdir(out(""), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"figure", damaged, out("a.html")},
		{"figure", whole, out("b.html"), "--compare", damaged},
		{"figure", damaged, out("c.svg")},
		{"figure", damaged, out("d.gif")},
		{"export", damaged, out("e.jsonl")},
		{"export", damaged, out("f.trace.yaml")},
		{"explain", damaged, "--cell", "0,0"},
		{"explain", damaged, "--cell", "0,0", "--step", "1"},
		{"verify", example(t, "harbor.txt"), damaged},
	} {
		got := runIn(t, t.Context(), "", args...)
		if got.code != exitUsage || !strings.Contains(got.stderr, "damaged.trace: trace: byte ") || strings.Count(got.stderr, "\n") != 1 || got.stdout != "" {
			t.Errorf("%v: exit code %d, %q, %s", args[:1], got.code, got.stdout, got.stderr)
		}
	}
	if left, err := os.ReadDir(out("")); err != nil || len(left) > 0 {
		t.Errorf("%v, %v are left", err, left)
	}
}

// TestTraceOfNothing: the trace of a search that a limit ended before its first expansion
// has none either.
func TestTraceOfNothing(t *testing.T) {
	dir := t.TempDir()
	for _, algorithm := range []string{"astar", "ida-star", "jump-point"} {
		name := filepath.Join(dir, algorithm+".trace")
		got := runIn(t, t.Context(), "", "solve", example(t, "harbor.txt"), "--algorithm", algorithm, "--max-time", "1ns", "--trace", name)
		if got.code != exitLimit || got.stderr != "" {
			t.Fatalf("%s: exit code %d, %s", algorithm, got.code, got.stderr)
		}
		lines := filepath.Join(dir, algorithm+".jsonl")
		if got := runIn(t, t.Context(), "", "export", name, lines); got.code != exitOK {
			t.Fatalf("%s: exit code %d, %s", algorithm, got.code, got.stderr)
		}
		text := string(readFile(t, lines))
		if strings.Contains(text, `"kind":"expand"`) || !strings.Contains(text, "it ended before its first expansion") {
			t.Errorf("%s: the trace says %.500s", algorithm, text)
		}
	}
}

// TestTraceDocument runs every command of docs/trace.md.
func TestTraceDocument(t *testing.T) { runDocument(t, "trace.md") }
