package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/mapfile"
)

// TestMain lets the test binary stand in for the program where that starts
// itself to run a peer or to time an engine.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && (os.Args[1] == "peer" || os.Args[1] == "timed") {
		os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// drawn makes a map of rows of '.' and '@'.
func drawn(t *testing.T, rows ...string) *grid.Map {
	t.Helper()
	m, err := mapMessage{Width: len(rows[0]), Height: len(rows), Rows: rows}.toMap()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// scattered makes a map of which about one cell in four is blocked.
func scattered(t *testing.T, width, height int) *grid.Map {
	t.Helper()
	source := rand.NewPCG(1, 2)
	rows := make([]string, height)
	for y := range rows {
		for range width {
			rows[y] += string(".@"[min(source.Uint64()%4, 1)^1])
		}
	}
	return drawn(t, rows...)
}

// smallCourse asks for paths between cells of the largest region.
func smallCourse(t *testing.T, name string, m *grid.Map) course {
	t.Helper()
	label, sizes := m.Regions(neverCut.rule)
	largest := 0
	for i, size := range sizes {
		if size > sizes[largest] {
			largest = i
		}
	}
	var cells []grid.Cell
	for id, region := range label {
		if region == int32(largest) {
			cells = append(cells, m.Cell(grid.ID(id)))
		}
	}
	c := course{name: name, m: m, groups: make([][]query, 2)}
	for i := range min(12, len(cells)-1) {
		q := query{name, cells[i*7%len(cells)], cells[len(cells)-1-i*5%len(cells)]}
		if q.start != q.goal {
			c.groups[i%2] = append(c.groups[i%2], q)
		}
	}
	return c
}

// TestContestantsAgree has every peer, each in its own process, answer queries
// on small maps.
func TestContestantsAgree(t *testing.T) {
	courses := []course{
		smallCourse(t, "rooms", drawn(t,
			"....@.....@....",
			"....@.....@....",
			"..........@....",
			"....@..........",
			"@@.@@@@@@.@@@@.",
			"....@.....@....",
			"....@.....@....",
			"....@.....@....")),
		smallCourse(t, "scattered", scattered(t, 70, 30)),
	}
	for _, entrant := range roster() {
		t.Run(entrant.name, func(t *testing.T) {
			r := race{nodeDir: "node"}
			for _, c := range courses {
				p, err := r.enter(t.Context(), entrant, newMapMessage(c.m))
				if errors.Is(err, errUnavailable) {
					skip(t, err)
				}
				if err != nil {
					t.Fatal(err)
				}
				judges, err := newJudges(c, []contestant{entrant})
				if err != nil {
					t.Fatal(err)
				}
				wrong, err := p.checked(c, judges[entrant.rules])
				if err := errors.Join(wrong, err, p.stop()); err != nil {
					t.Errorf("%s: %v", c.name, err)
				}
				if want := len(c.groups[0]); p.score.queries < want || want == 0 {
					t.Errorf("%s: %d queries; want %d or more", c.name, p.score.queries, want)
				}
			}
		})
	}
}

func TestJudgeRefusesWrongAnswers(t *testing.T) {
	m := drawn(t,
		"....",
		".@..",
		"....")
	q := query{"test", grid.Cell{X: 0, Y: 0}, grid.Cell{X: 3, Y: 2}}
	peers := map[string]contestant{}
	for _, c := range roster() {
		peers[c.name] = c
	}
	tests := []struct {
		what, peer string
		want       string // part of the complaint; none if empty
		got        answerMessage
	}{
		{"right", "gonum", "", answerMessage{true, 3 + math.Sqrt2, [][2]int32{{0, 0}, {1, 0}, {2, 0}, {2, 1}, {3, 2}}}},
		{"turning points", "gonum", "", answerMessage{true, 3 + math.Sqrt2, [][2]int32{{0, 0}, {2, 0}, {2, 1}, {3, 2}}}},
		{"no path stated", "gonum", "", answerMessage{true, 3 + math.Sqrt2, nil}},
		{"none found", "gonum", "there is one", answerMessage{}},
		{"length too small", "gonum", "want 4.4", answerMessage{true, 1 + 2*math.Sqrt2, nil}},
		{"no number", "gonum", "length NaN", answerMessage{true, math.NaN(), nil}},
		{"longer path", "gonum", "want 3+√2", answerMessage{true, 3 + math.Sqrt2, [][2]int32{{0, 0}, {3, 0}, {3, 2}}}},
		{"cut corner", "gonum", "step", answerMessage{true, 3 + math.Sqrt2, [][2]int32{{0, 0}, {1, 0}, {3, 2}}}},
		{"wrong end", "gonum", "from", answerMessage{true, 3 + math.Sqrt2, [][2]int32{{0, 0}, {3, 0}}}},
		{"no line", "gonum", "not in line", answerMessage{true, 3 + math.Sqrt2, [][2]int32{{0, 0}, {3, 2}}}},
		{"four moves", "l1-path-finder/4", "", answerMessage{true, 5, [][2]int32{{0, 0}, {3, 0}, {3, 2}}}},
		{"diagonal of four moves", "l1-path-finder/4", "step", answerMessage{true, 5, [][2]int32{{0, 0}, {2, 0}, {2, 1}, {3, 2}}}},
		{"three steps", "gruid-jps/cut", "", answerMessage{true, 3, [][2]int32{{0, 0}, {1, 0}, {3, 2}}}},
		{"four steps", "gruid-jps/cut", "want 3", answerMessage{true, 3, [][2]int32{{0, 0}, {2, 0}, {2, 1}, {3, 2}}}},
		{"cut corner for √2", "auto/cut", "", answerMessage{true, 1 + 2*math.Sqrt2, [][2]int32{{0, 0}, {1, 0}, {3, 2}}}},
	}
	for _, test := range tests {
		c, ok := peers[test.peer]
		if !ok {
			t.Fatalf("no peer is named %s", test.peer)
		}
		j, err := newJudge(m, c.rules)
		if err != nil {
			t.Fatal(err)
		}
		want, err := j.truth(q)
		if err != nil {
			t.Fatal(err)
		}
		err = j.check(c, q, want, test.got)
		if test.want == "" && err != nil {
			t.Errorf("%s: %v", test.what, err)
		}
		if test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: complaint %v; want one with %q", test.what, err, test.want)
		}
	}
}

func TestPick(t *testing.T) {
	var all []mapfile.Query
	for x := range int32(11) {
		all = append(all, mapfile.Query{Goal: grid.Cell{X: x}})
	}
	for n, want := range map[int]string{1: "[6]", 2: "[3 8]", 5: "[2 4 6 8 10]", 10: "[1 2 3 4 5 6 7 8 9 10]", 99: "[1 2 3 4 5 6 7 8 9 10]"} {
		var got []int32
		for _, q := range pick(all, n) {
			got = append(got, q.Goal.X)
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%d of goals 1 to 10: %v; want %s", n, got, want)
		}
	}
}

// TestScores checks the arithmetic of the tables with a peer that answered the
// first group only and was right half of the time.
func TestScores(t *testing.T) {
	const µs = time.Microsecond
	entrants := []contestant{
		{name: "auto", rules: neverCut, engine: "auto"},
		{name: "slow", rules: neverCut, slow: true},
		{name: "other", rules: straight},
	}
	scores := func(auto, slow time.Duration) []score {
		return []score{
			{contestant: entrants[0], groups: []time.Duration{auto, 30 * µs}, queries: 4},
			{contestant: entrants[1], groups: []time.Duration{slow}, queries: 2, prepare: 2500 * µs, wrong: 1},
		}
	}
	c := course{name: "tiny", m: drawn(t, "..@", "...")}
	var out bytes.Buffer
	if err := printCourse(&out, c, scores(10*µs, 40*µs), []string{"a note"}); err != nil {
		t.Fatal(err)
	}
	if err := printMeans(&out, entrants, [][]score{scores(10*µs, 40*µs), scores(10*µs, 10*µs)}); err != nil {
		t.Fatal(err)
	}
	var fields []string
	for line := range strings.Lines(out.String()) {
		fields = append(fields, strings.Join(strings.Fields(line), " "))
	}
	want := []string{
		"", "tiny, 3×2, 5 open cells",
		"rules peer queries µs/query × auto × bucket-astar prepare ms wrong",
		"8 moves, no corner cut auto 4 10.0 1.00 – 0.0 0",
		"8 moves, no corner cut slow 2 20.0 4.00 – 2.5 1",
		"a note",
		"", "geometric means",
		"rules peer maps µs/query × auto × bucket-astar wrong",
		"8 moves, no corner cut auto 2 10.0 1.00 – 0",
		"8 moves, no corner cut slow 2 10.0 2.00 – 2",
		"4 moves other 0 – – – 0",
		"", "×: a query takes so many times as long as with that engine of Astrolabe under the same rules",
	}
	if got := strings.Join(fields, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("tables\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
}

// writeMap writes a map of 6×3 cells and a scenario for it, and returns their
// folder.
func writeMap(t *testing.T, scenario string) string {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("small.map", "type octile\nheight 3\nwidth 6\nmap\n......\n.@@@@.\n......\n")
	write("small.map.scen", scenario)
	return dir
}

const goodScenario = "version 1\n" +
	"0\tsmall.map\t6\t3\t0\t0\t0\t0\t0\n" +
	"0\tsmall.map\t6\t3\t0\t0\t5\t0\t5\n" +
	"1\tsmall.map\t6\t3\t0\t0\t5\t2\t7\n"

// TestUntrustworthyReplies has a contestant whose clock stands still and which
// answers fewer queries than it was asked.
func TestUntrustworthyReplies(t *testing.T) {
	theirIn, ourOut := io.Pipe()
	ourIn, theirOut := io.Pipe()
	go func() {
		defer theirOut.Close()
		in, out := json.NewDecoder(theirIn), json.NewEncoder(theirOut)
		for {
			var ask askMessage
			if in.Decode(&ask) != nil || out.Encode(replyMessage{}) != nil {
				return
			}
		}
	}()
	defer ourOut.Close()
	v := &conversation{json.NewEncoder(ourOut), json.NewDecoder(ourIn), func() error { return nil }}
	c := smallCourse(t, "tiny", drawn(t, "..."))
	p := &runner{conversation: v, score: score{contestant: contestant{name: "still", rules: neverCut}}}
	if err := p.calibrate(c); err == nil || !strings.Contains(err.Error(), "want a clock") {
		t.Errorf("clock that stands still: error %v; want one about the clock", err)
	}
	if _, err := p.checked(c, judged{}); err == nil || !strings.Contains(err.Error(), "0 answers") {
		t.Errorf("no answers: error %v; want one with their number", err)
	}
}

func TestRunScenarios(t *testing.T) {
	var stdout, stderr bytes.Buffer
	args := []string{"scenarios", "-maps", writeMap(t, goodScenario), "-rounds", "1", "-peers", "auto,gruid-astar,dominikbraun", "-explicit", "9"}
	if code := run(args, &stdout, &stderr); code != 0 || stderr.Len() > 0 {
		t.Fatalf("exit code %d: %s", code, &stderr)
	}
	for _, want := range []string{
		"small, 6×3, 14 open cells", " auto  ", " gruid-astar  ", "geometric means",
		"dominikbraun: left out on small: unavailable: 14 open cells; -explicit sets the limit of 9",
	} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("no %q in the output:\n%s", want, &stdout)
		}
	}
	if strings.Contains(stdout.String(), " search.AStar ") {
		t.Errorf("a peer that was not named takes part:\n%s", &stdout)
	}
}

func TestRunScenariosErrors(t *testing.T) {
	good := writeMap(t, goodScenario)
	tests := []struct {
		args []string
		want string
	}{
		{nil, "-maps is missing"},
		{[]string{"-maps", good, "extra"}, `"extra"`},
		{[]string{"-maps", good, "-sample", "0"}, "-sample 0"},
		{[]string{"-maps", good, "-rounds", "-1"}, "-rounds -1"},
		{[]string{"-maps", good, "-peers", "auto,nobody"}, `"nobody"`},
		{[]string{"-maps", t.TempDir()}, "no map in it"},
		{[]string{"-maps", filepath.Join(good, "missing")}, "missing"},
		{[]string{"-maps", good, "-external", "mine"}, "want NAME=COMMAND"},
		{[]string{"-maps", good, "-external", "gonum=true"}, "another name"},
		{[]string{"-nonsense"}, "nonsense"},
		{[]string{"-maps", writeMap(t, "version 1\n0\tsmall.map\t6\t3\t0\t0\t5\t2\t6\n"), "-peers", "auto"}, "small.map.scen:2: a shortest path is 7 long; the file says 6"},
		{[]string{"-maps", writeMap(t, "version 1\n0\tsmall.map\t6\t4\t0\t0\t5\t2\t7\n"), "-peers", "auto"}, "want 6×3"},
		{[]string{"-maps", writeMap(t, "version 1\n"), "-peers", "auto"}, "no query"},
	}
	for _, test := range tests {
		var stdout, stderr bytes.Buffer
		code := run(append([]string{"scenarios"}, test.args...), &stdout, &stderr)
		if code != 2 || !strings.Contains(stderr.String(), test.want) {
			t.Errorf("%v: exit code %d, %q on stderr; want 2 and %q", test.args, code, &stderr, test.want)
		}
	}
	var stdout, stderr bytes.Buffer
	if code := run([]string{"peer", "ngraph-nba"}, &stdout, &stderr); code != 2 || !strings.Contains(stderr.String(), "ngraph-nba") {
		t.Errorf("peer that is no Go peer: exit code %d, %q on stderr; want 2 and its name", code, &stderr)
	}
}

// TestExternal has the program run as an external peer of itself, and one that
// says nothing.
func TestExternal(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	args := []string{
		"scenarios", "-maps", writeMap(t, goodScenario), "-rounds", "1", "-peers", "auto,mine,cutter,dumb",
		"-external", "mine=" + self + " peer gonum", "-external", "cutter=" + self + " peer gruid-jps/cut", "-external", "dumb=" + self + " peer nobody",
	}
	if code := run(args, &stdout, &stderr); code != 1 {
		t.Errorf("exit code %d, %s; want 1 as two peers fail", code, &stderr)
	}
	for _, want := range []string{" mine  ", "cutter: 1 wrong answers on small, first: small 0,0 to 5,2: length 6; want 7", "dumb: left out on small: ", `no Go peer is named "nobody"`} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("no %q in the output:\n%s", want, &stdout)
		}
	}
}

// TestUnavailable takes node away, and its packages.
func TestUnavailable(t *testing.T) {
	c, err := choose(roster(), []string{"pathfinding-jps"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c[0].program(t.TempDir()); !errors.Is(err, errUnavailable) {
		t.Errorf("without peer.mjs: %v; want errUnavailable", err)
	}
	t.Run("packages", func(t *testing.T) {
		if _, err := exec.LookPath("node"); err != nil {
			skip(t, err)
		}
		dir := t.TempDir()
		for _, name := range []string{"peer.mjs", "pathfinding.mjs"} {
			text, err := os.ReadFile(filepath.Join("node", name))
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		r := race{contestants: c, rounds: 1, nodeDir: dir}
		scores, notes, err := r.run(context.Background(), smallCourse(t, "tiny", drawn(t, "...")))
		if err != nil || len(scores) > 0 || len(notes) != 1 || !strings.Contains(notes[0], "npm ci") {
			t.Errorf("without packages: %d scores, notes %q, error %v; want a note alone, with npm ci", len(scores), notes, err)
		}
	})
	t.Setenv("PATH", "")
	if _, err := c[0].program("node"); !errors.Is(err, errUnavailable) || !strings.Contains(err.Error(), "Node.js") {
		t.Errorf("without node: %v; want errUnavailable and Node.js", err)
	}
}

// skip leaves out a peer that is not installed. Where CI=true and npm is there,
// .ci/run has installed them all, so a missing one is a failure.
func skip(t *testing.T, why error) {
	t.Helper()
	if _, err := exec.LookPath("npm"); err == nil && os.Getenv("CI") == "true" {
		t.Fatal(why)
	}
	t.Skip(why)
}
