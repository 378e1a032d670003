package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// standIn is a prototype that says it answered the whole scenario.
const standIn = `package main

import (
	"fmt"
	"os"
	"strings"
)

func main() {
	scenario, err := os.ReadFile(os.Args[2])
	if err != nil {
		panic(err)
	}
	fmt.Printf("%-24s q=%d bad=0 mean=1.0us\n", "small.map", strings.Count(string(scenario), "\n")-1)
	fmt.Println("TOTAL 1.5ms exp=7")
}
`

// writePrototypes writes stand-ins for the prototypes into a folder that can
// only be read.
func writePrototypes(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	folders := []string{dir}
	for _, name := range prototypeFolders {
		folder := filepath.Join(dir, name)
		if err := os.Mkdir(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		folders = append(folders, folder)
	}
	for name, text := range map[string]string{"go.mod": "module prototype\n\ngo 1.26\n", "astar/main.go": standIn, "jps/main.go": standIn} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o444); err != nil {
			t.Fatal(err)
		}
	}
	chmod := func(mode os.FileMode) {
		for _, folder := range folders {
			if err := os.Chmod(folder, mode); err != nil {
				t.Error(err)
			}
		}
	}
	chmod(0o555)
	t.Cleanup(func() { chmod(0o755) })
	return dir
}

func TestRunPrototypes(t *testing.T) {
	var stdout, stderr bytes.Buffer
	args := []string{"prototypes", "-dir", writePrototypes(t), "-maps", writeMap(t, goodScenario), "-rounds", "2", "-only", "small"}
	if code := run(args, &stdout, &stderr); code != 0 || stderr.Len() > 0 {
		t.Fatalf("exit code %d: %s", code, &stderr)
	}
	var row string
	for line := range strings.Lines(stdout.String()) {
		if strings.HasPrefix(line, "small ") {
			row = line
		}
	}
	// The prototypes say that three queries took them 1.5 ms.
	fields := strings.Fields(row)
	if len(fields) != 15 || fields[1] != "500.0" || fields[3] != "500.0" || !slices.Contains(fields, "jump-point") {
		t.Errorf("row %q; want 15 fields, 500.0 µs for both prototypes and the engine that auto chose", row)
	}
	for _, want := range []string{"all queries of each map, least of 2 rounds", "geometric mean ", "targets\n", " to spare: JPS/auto in geometric mean at least 1.60"} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("no %q in the output:\n%s", want, &stdout)
		}
	}
}

func TestRunPrototypesErrors(t *testing.T) {
	dir, maps := writePrototypes(t), writeMap(t, goodScenario)
	broken := t.TempDir()
	for _, name := range prototypeFolders {
		if err := os.Mkdir(filepath.Join(broken, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct {
		args []string
		code int
		want string
	}{
		{[]string{"-maps", maps}, 2, "-dir is missing"},
		{[]string{"-dir", dir}, 2, "-maps is missing"},
		{[]string{"-dir", dir, "-maps", maps, "extra"}, 2, `"extra"`},
		{[]string{"-dir", dir, "-maps", maps, "-rounds", "0"}, 2, "-rounds 0"},
		{[]string{"-dir", dir, "-maps", maps, "-sample", "-1"}, 2, "-sample -1"},
		{[]string{"-dir", dir, "-maps", maps, "-l2", "0"}, 2, "-l2 0"},
		{[]string{"-dir", dir, "-maps", maps, "-only", "small,large"}, 2, `no map is named "large"; want one of small`},
		{[]string{"-dir", dir, "-maps", t.TempDir()}, 2, "no map in it"},
		{[]string{"-dir", t.TempDir(), "-maps", maps}, 2, "want a folder with the prototypes"},
		{[]string{"-dir", broken, "-maps", maps}, 2, "building the prototypes"},
		{[]string{"-nonsense"}, 2, "nonsense"},
		{
			[]string{"-dir", dir, "-maps", writeMap(t, "version 1\n0\tsmall.map\t6\t3\t0\t0\t5\t2\t6\n"), "-rounds", "1"},
			1, "0,0 to 5,2: length 7; the file says 6",
		},
	}
	for _, test := range tests {
		var stdout, stderr bytes.Buffer
		code := run(append([]string{"prototypes"}, test.args...), &stdout, &stderr)
		if code != test.code || !strings.Contains(stderr.String(), test.want) {
			t.Errorf("%v: exit code %d, %q on stderr; want %d and %q", test.args, code, &stderr, test.code, test.want)
		}
	}
}

func TestTimed(t *testing.T) {
	dir := writeMap(t, goodScenario)
	files := []string{filepath.Join(dir, "small.map"), filepath.Join(dir, "small.map.scen")}
	for _, engine := range ownEngines {
		var stdout, stderr bytes.Buffer
		if code := run(slices.Concat([]string{"timed", engine.String()}, files), &stdout, &stderr); code != 0 {
			t.Fatalf("%v: exit code %d: %s", engine, code, &stderr)
		}
		var m timedMessage
		if err := json.Unmarshal(stdout.Bytes(), &m); err != nil {
			t.Fatal(err)
		}
		if engine != ownEngines[0] && m.Engine != engine.String() {
			t.Errorf("engine %s; want %v", m.Engine, engine)
		}
		if m.Queries != 3 || m.Wrong != "" || m.Expanded < 1 || m.Bytes < 5*8 || m.FirstNS <= 0 || m.SecondNS <= 0 {
			t.Errorf("%v: %+v; want 3 queries rightly answered, and positive numbers", engine, m)
		}
	}
	// From the one region to the other there is no path.
	split := writeMap(t, "version 1\n0\tsmall.map\t6\t3\t0\t0\t5\t2\t7\n")
	if err := os.WriteFile(filepath.Join(split, "small.map"), []byte("type octile\nheight 3\nwidth 6\nmap\n......\n@@@@@@\n......\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	m, err := timeEngine(ownEngines[0], filepath.Join(split, "small.map"), filepath.Join(split, "small.map.scen"))
	if err != nil || !strings.Contains(m.Wrong, "want a path") {
		t.Errorf("no path: %q, %v; want it to be wrong", m.Wrong, err)
	}
	for _, args := range [][]string{{}, {"auto", files[0]}, {"nobody", files[0], files[1]}} {
		var stdout, stderr bytes.Buffer
		if code := run(append([]string{"timed"}, args...), &stdout, &stderr); code != 2 || stderr.Len() == 0 {
			t.Errorf("%v: exit code %d, %q on stderr; want 2 and a message", args, code, &stderr)
		}
	}
	var stdout, stderr bytes.Buffer
	if code := run([]string{"timed", "auto", files[0], files[0] + ".missing"}, &stdout, &stderr); code != 1 || !strings.Contains(stderr.String(), "missing") {
		t.Errorf("no scenario: exit code %d, %q on stderr; want 1 and its name", code, &stderr)
	}
}

func TestReadPrototype(t *testing.T) {
	const right = "arena.map                q=160 bad=0 mean=0.8us med=0.6us exp/q=1 gen/q=8\nTOTAL 130.456µs\n"
	queries, total, err := readPrototype([]byte(right))
	if err != nil || queries != 160 || total != 130456*time.Nanosecond {
		t.Errorf("%d queries, %v, %v; want 160 and 130.456µs", queries, total, err)
	}
	for _, wrong := range []string{
		"",
		"TOTAL 130µs\n",
		strings.ReplaceAll(right, "bad=0", "bad=1"),
		strings.ReplaceAll(right, "130.456µs", "130.456"),
		right[:strings.Index(right, "TOTAL")],
		right + right,
	} {
		if _, _, err := readPrototype([]byte(wrong)); err == nil {
			t.Errorf("no error for %q", wrong)
		}
	}
}

// TestRunKeepsTheLeast has programs that take another time in each round, and
// one that does not do the same every time.
func TestRunKeepsTheLeast(t *testing.T) {
	path := filepath.Join(writeMap(t, goodScenario), "small.map")
	var order []string
	scripted := func(name string, list ...timing) program {
		return program{name, []string{"true"}, func([]byte) (timing, error) {
			order = append(order, name)
			next := list[0]
			list = list[1:]
			return next, nil
		}}
	}
	d := duel{rounds: 3, programs: []program{
		scripted("one", timing{queries: 3, first: 5, second: 7}, timing{queries: 3, first: 4, second: 9}, timing{queries: 3, first: 6, second: 8}),
		scripted("two", timing{queries: 3, first: 1}, timing{queries: 3, first: 2}, timing{queries: 3, first: 3}),
	}}
	l, err := d.run(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if want := (timing{queries: 3, first: 4, second: 7}); l.by["one"] != want || l.name != "small" {
		t.Errorf("%s: %+v; want small and %+v", l.name, l.by["one"], want)
	}
	if got := strings.Join(order, " "); got != "one two two one one two" {
		t.Errorf("order %s; want another program first in each round", got)
	}
	d.programs = []program{scripted("diligent", timing{queries: 4})}
	if _, err := d.run(t.Context(), path); !errors.Is(err, errFailed) || !strings.Contains(err.Error(), "4 queries answered; want 3") {
		t.Errorf("more queries than there are: error %v; want one that says so", err)
	}
	d.programs = []program{scripted("fickle", timing{queries: 3, expanded: 1}, timing{queries: 3, expanded: 2})}
	if _, err := d.run(t.Context(), path); !errors.Is(err, errFailed) || !strings.Contains(err.Error(), "want the same every time") {
		t.Errorf("other expansions in the second round: error %v; want one that says so", err)
	}
}

func TestDuelScenario(t *testing.T) {
	path := filepath.Join(writeMap(t, goodScenario), "small.map")
	own, queries, err := duel{}.scenario(path)
	if err != nil || own != path+".scen" || queries != 3 {
		t.Errorf("all queries: %d of %s, %v; want 3 of the map's own scenario", queries, own, err)
	}
	sampled, queries, err := duel{sample: 1, scratch: t.TempDir()}.scenario(path)
	if err != nil || queries != 1 {
		t.Fatalf("one query: %d, %v", queries, err)
	}
	text, err := os.ReadFile(sampled)
	if want := "version 1\n1\tsmall.map\t6\t3\t0\t0\t5\t2\t7\n"; err != nil || string(text) != want {
		t.Errorf("one query: %q, %v; want %q", text, err, want)
	}
	empty := filepath.Join(writeMap(t, "version 1\n"), "small.map")
	if _, _, err := (duel{}).scenario(empty); err == nil || !strings.Contains(err.Error(), "no query") {
		t.Errorf("empty scenario: error %v; want one that says so", err)
	}
}

// someLap is a lap of ten queries on which every time is a round number. The
// factor is that of the prototypes' times.
func someLap(name string, factor time.Duration) lap {
	const µs = 10 * time.Microsecond // a query
	engine := func(name string, first, second time.Duration) timing {
		return timing{queries: 10, first: first, second: second, engine: name, expanded: 1000, bytes: 1 << 20}
	}
	return lap{name, map[string]timing{
		prototypeAStar:    {queries: 10, first: factor * 60 * µs},
		prototypeJPS:      {queries: 10, second: factor * 40 * µs},
		"auto":            engine("jump-point", 12*µs, 11*µs),
		"bucket-astar":    engine("bucket-astar", 30*µs, 20*µs),
		"canonical-astar": engine("canonical-astar", 18*µs, 16*µs),
		"jump-point":      engine("jump-point", 11*µs, 10*µs),
	}}
}

func TestLapTable(t *testing.T) {
	var out bytes.Buffer
	laps := []lap{someLap("here", 1), someLap("elsewhere-and-further", 4)}
	table := newLapTable(&out, []string{laps[0].name, laps[1].name})
	if err := table.head(); err != nil {
		t.Fatal(err)
	}
	for _, l := range laps {
		if err := table.row(l); err != nil {
			t.Fatal(err)
		}
	}
	if err := table.summary(laps); err != nil {
		t.Fatal(err)
	}
	var got []string
	for line := range strings.Lines(strings.TrimSuffix(out.String(), lapLegend)) {
		got = append(got, strings.Join(strings.Fields(line), " "))
	}
	want := []string{
		"map A* 1st bucket 1st JPS auto bucket-astar canonical-astar jump-point bucket ns canonical ns auto chose JPS/auto better/auto A*/bucket auto/best",
		"here 60.0 30.0 40.0 11.0 20.0 16.0 10.0 200.0 160.0 jump-point 3.64 3.64 2.00 1.10",
		"elsewhere-and-further 240.0 30.0 160.0 11.0 20.0 16.0 10.0 200.0 160.0 jump-point 14.55 14.55 8.00 1.10",
		"geometric mean 7.27 7.27 4.00 1.10",
		"least 3.64 3.64 2.00 1.10",
		"greatest 14.55 14.55 8.00 1.10",
	}
	if !slices.Equal(got, want) {
		t.Errorf("table\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if lines := strings.Split(out.String(), "\n"); len(lines[0]) != len(lines[1]) {
		t.Errorf("rows of different lengths:\n%s", &out)
	}
}

func TestTargets(t *testing.T) {
	// On the random map walking is the faster prototype: 22 µs against 40 µs.
	walked := someLap("random512-10-0", 1)
	walked.by[prototypeAStar] = timing{queries: 10, first: 220 * time.Microsecond}
	strong := someLap("arena2", 1)
	strong.by["auto"] = timing{queries: 10, second: 320 * time.Microsecond}
	large := someLap("large", 3)
	large.by[bucketName] = timing{queries: 10, first: time.Millisecond, second: time.Millisecond, expanded: 50_000, bytes: 1<<20 + 1}

	var out bytes.Buffer
	if err := printVerdicts(&out, targets([]lap{walked, strong, large}, 1<<20)); err != nil {
		t.Fatal(err)
	}
	// A*/bucket: 22/30, 60/30 and 180/100. JPS/auto: 40/11, 40/32 and 120/11.
	want := `
targets
missed by 1.3 %: A*/bucket in geometric mean at least 1.40: 1.38
missed by up to 700.0 %: bucket ns on each map that fits in 1024 KiB at most 25: not on 2 of 2: random512-10-0 200.00 (700.0 %), arena2 200.00 (700.0 %)
met with 129.6 % to spare: JPS/auto in geometric mean at least 1.60: 3.67
missed by up to 21.9 %: JPS/auto on each map at least 1.20, 1.60 on arena2 and Boston_0_1024: not on 1 of 2: arena2 1.25 (21.9 %)
met with 66.7 % to spare: better/auto on each map of random obstacles and each maze at least 1.20: tightest on random512-10-0, 2.00
missed by up to 190.9 %: auto/best on each map at most 1.10: not on 1 of 3: arena2 3.20 (190.9 %)
`
	if out.String() != want {
		t.Errorf("targets\n%s\nwant\n%s", &out, want)
	}
	missing := targets([]lap{large}, 1<<20)
	if got := missing[1].verdict(); !strings.HasPrefix(got, "not judged: bucket ns") {
		t.Errorf("no map fits in the cache: %q; want it not judged", got)
	}
}
