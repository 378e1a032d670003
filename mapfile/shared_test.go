package mapfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/internal/sharedtest"
)

// sharedFiles returns the files that match a pattern below the shared
// material, of which there must be some.
func sharedFiles(t *testing.T, dir []string, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(sharedtest.Path(t, dir...), pattern))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no file matches %v/%s: %v", dir, pattern, err)
	}
	return paths
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestBenchmarkMaps loads every benchmark map and scenario, compares the cells
// with the file's bytes and writes the map back.
func TestBenchmarkMaps(t *testing.T) {
	for _, path := range sharedFiles(t, []string{"maps"}, "*/*.map") {
		name := filepath.Base(path)
		data := bytes.ReplaceAll(readFile(t, path), []byte("\r\n"), []byte("\n"))
		f, err := Read(bytes.NewReader(data), name, Limits{})
		if err != nil {
			t.Error(err)
			continue
		}
		var width, height int
		if _, err := fmt.Sscanf(string(data), "type octile\nheight %d\nwidth %d\nmap\n", &height, &width); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		_, rows, _ := bytes.Cut(data, []byte("map\n"))
		cells := bytes.ReplaceAll(rows, []byte("\n"), nil)
		open := bytes.Count(cells, []byte(".")) + bytes.Count(cells, []byte("G")) + bytes.Count(cells, []byte("S"))
		if f.Format != MovingAI || f.Map.Width() != width || f.Map.Height() != height || len(cells) != width*height || f.Map.OpenCount() != open {
			t.Errorf("%s: %v map of %d×%d with %d open cells; want %d×%d with %d",
				name, f.Format, f.Map.Width(), f.Map.Height(), f.Map.OpenCount(), width, height, open)
		}
		if want := strings.TrimRight(string(data), "\n") + "\n"; mustWrite(t, f, MovingAI) != want {
			t.Errorf("%s is not written back as it was read", name)
		}
		checkScenario(t, path+".scen", f.Map)
	}
}

// checkScenario loads a map's scenario: every query must be one on that map,
// between open cells, and the file must come back but for its blanks.
func checkScenario(t *testing.T, path string, m *grid.Map) {
	t.Helper()
	data := readFile(t, path)
	s, err := ReadScenario(bytes.NewReader(data), filepath.Base(path))
	if err != nil {
		t.Error(err)
		return
	}
	if want := strings.Count(strings.TrimSpace(string(data)), "\n"); len(s.Queries) != want {
		t.Errorf("%s: %d queries, want %d", path, len(s.Queries), want)
	}
	for _, q := range s.Queries {
		if q.Width != m.Width() || q.Height != m.Height() || !m.Open(q.Start) || !m.Open(q.Goal) {
			t.Errorf("%s:%d: not a query on this map: %+v", path, q.Line, q)
		}
	}
	var b bytes.Buffer
	if err := WriteScenario(&b, s); err != nil {
		t.Fatal(err)
	}
	if want := strings.ReplaceAll(string(data), " ", "\t"); strings.Replace(b.String(), " ", "\t", 1) != want {
		t.Errorf("%s is not written back as it was read", path)
	}
}

// TestPublishedLengths checks the tolerance against exact optima: each set's
// published lengths, taken as one file, must agree with them, and not with a
// length three units off. The set wc3maps512 follows no one rule.
func TestPublishedLengths(t *testing.T) {
	type sample struct {
		set   string
		exact float64
	}
	var samples []sample
	var sets []string
	text := map[string]string{}
	lines := strings.Split(strings.TrimSpace(string(readFile(t, sharedtest.Path(t, "truths", "movingai-exact", "sample.tsv")))), "\n")
	for _, line := range lines[1:] {
		f := strings.Split(line, "\t")
		if len(f) != 11 {
			t.Fatalf("%d fields in %q", len(f), line)
		}
		if f[0] == "wc3maps512" {
			continue
		}
		a, errA := strconv.Atoi(f[7])
		b, errB := strconv.Atoi(f[8])
		if errA != nil || errB != nil {
			t.Fatalf("no coefficients in %q", line)
		}
		if text[f[0]] == "" {
			sets = append(sets, f[0])
			text[f[0]] = "version 1\n"
		}
		text[f[0]] += fmt.Sprintf("0\t%s\t9999\t9999\t%s\t%s\t%s\t%s\t%s\n", f[1], f[2], f[3], f[4], f[5], f[6])
		samples = append(samples, sample{f[0], float64(a) + float64(float64(b)*math.Sqrt2)})
	}
	if len(samples) != 1899 {
		t.Fatalf("%d samples, want 1899", len(samples))
	}
	queries := map[string][]Query{}
	for _, set := range sets {
		queries[set] = mustReadScenario(t, text[set]).Queries
	}
	for _, s := range samples {
		q := queries[s.set][0]
		queries[s.set] = queries[s.set][1:]
		if !q.Agrees(s.exact) {
			t.Errorf("%s %s: %s ± %g does not agree with %.8f", s.set, q.Map, q.Optimal, q.Tolerance, s.exact)
		}
		if q.Agrees(s.exact+3*q.Tolerance) || q.Agrees(s.exact-3*q.Tolerance) {
			t.Errorf("%s %s: %s ± %g agrees with lengths three units off", s.set, q.Map, q.Optimal, q.Tolerance)
		}
		if q.Tolerance > 0.0101 {
			t.Errorf("%s %s: the tolerance of %s is %g", s.set, q.Map, q.Optimal, q.Tolerance)
		}
	}
}

// padRows fills the rows of a terrain file up with blanks.
func padRows(text string, width int) string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i, row := range lines[1:] {
		lines[i+1] = fmt.Sprintf("%-*s", width, row)
	}
	return strings.Join(lines, "\n") + "\n"
}

func TestTerrainFiles(t *testing.T) {
	paths := append(sharedFiles(t, []string{"truths"}, "terrain-sample*.txt"), sharedFiles(t, []string{"truths", "terrain-grids"}, "[bt]*.txt")...)
	for _, path := range paths {
		name := filepath.Base(path)
		data := readFile(t, path)
		f, err := Read(bytes.NewReader(data), name, Limits{})
		if err != nil {
			t.Error(err)
			continue
		}
		want := padRows(string(data), f.Map.Width())
		if got := mustWrite(t, f, Terrain); f.Format != Terrain || got != want {
			t.Errorf("%s: read as %v and not written back as it was:\n%s", name, f.Format, got)
		}
		back := mustRead(t, mustWrite(t, f, Native))
		if got := mustWrite(t, back, Terrain); got != want {
			t.Errorf("%s: not the same after the native format:\n%s", name, got)
		}
	}
	f, err := Read(bytes.NewReader(readFile(t, paths[0])), "sample 1", Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if *f.Start != (grid.Cell{X: 3, Y: 8}) || *f.Goal != (grid.Cell{X: 14, Y: 9}) || f.Map.Width() != 17 || f.Map.Height() != 14 {
		t.Errorf("sample 1: from %v to %v on %d×%d", *f.Start, *f.Goal, f.Map.Width(), f.Map.Height())
	}
}

// TestReportedCases runs the reported cases that concern map files.
func TestReportedCases(t *testing.T) {
	type reported struct {
		ID      string
		MapText string `json:"map_text"`
		Expect  map[string]any
	}
	cases := map[string]reported{}
	for line := range bytes.Lines(readFile(t, sharedtest.Path(t, "cases", "reported.jsonl"))) {
		var c reported
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		cases[c.ID] = c
	}
	for _, id := range []string{"ragged-map", "non-ascii-map"} {
		c := cases[id]
		if c.Expect["status"] != "parse-error" {
			t.Fatalf("case %s: %+v", id, c)
		}
		_, err := Read(strings.NewReader(c.MapText), id, Limits{})
		var syntax *SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("case %s: %v", id, err)
			continue
		}
		if line := c.Expect["line"].(float64); syntax.Line != int(line) {
			t.Errorf("case %s: line %d, want %v", id, syntax.Line, line)
		}
		if column, ok := c.Expect["column"].(float64); ok && syntax.Column != int(column) {
			t.Errorf("case %s: column %d, want %v", id, syntax.Column, column)
		}
	}

	weights := cases["nan-cost"].Expect
	if len(weights) != 3 {
		t.Fatalf("case nan-cost: %v", weights)
	}
	for text, want := range weights {
		for _, rows := range []string{"weights\n" + text + "\n", "legend . " + text + "\nmap\n.\n"} {
			f, err := Read(strings.NewReader("astrolabe 1\nsize 1 1\n"+rows), "nan-cost", Limits{})
			var got string
			switch {
			case err != nil:
				got = "error"
			case !f.Map.Open(grid.Cell{}):
				got = "blocked"
			default:
				got = f.Map.Weight(grid.Cell{}).String()
			}
			if got != want {
				t.Errorf("case nan-cost: %s is %s, want %v (%v)", text, got, want, err)
			}
		}
	}
}
