package connectfour_test

import (
	"bufio"
	"context"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/game/connectfour"
	"github.com/astrolabe-search/astrolabe/internal/sharedtest"
)

// heavy skips a test that takes too long for every day, unless the environment
// has ASTROLABE_CONNECT4=all.
func heavy(tb testing.TB, takes string) {
	tb.Helper()
	if os.Getenv("ASTROLABE_CONNECT4") != "all" {
		tb.Skipf("skipped, since it takes %s; set ASTROLABE_CONNECT4=all", takes)
	}
}

// problem is a position with its exact score.
type problem struct {
	text  string
	p     connectfour.Position
	score int
}

// problems reads one of the public test sets.
func problems(tb testing.TB, set string) []problem {
	tb.Helper()
	f, err := os.Open(sharedtest.Path(tb, "truths", "connect4", set+".tsv"))
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	var list []problem
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		text, field, ok := strings.Cut(lines.Text(), "\t")
		if field == "score" {
			continue
		}
		score, err := strconv.Atoi(field)
		if err != nil || !ok {
			tb.Fatalf("%s: line %q: want moves, a tab and a score", set, lines.Text())
		}
		p, err := connectfour.Parse(text)
		if err != nil {
			tb.Fatalf("%s: %v", set, err)
		}
		list = append(list, problem{text, p, score})
	}
	if err := lines.Err(); err != nil {
		tb.Fatal(err)
	}
	if len(list) != 600 {
		tb.Fatalf("%s: %d positions; want 600", set, len(list))
	}
	return list
}

func newSolver(tb testing.TB, o connectfour.Options) *connectfour.Solver {
	tb.Helper()
	s, err := connectfour.NewSolver(o)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// mustSolve checks the answer to a problem and returns the nodes it took.
func mustSolve(tb testing.TB, s *connectfour.Solver, c problem) int64 {
	tb.Helper()
	r := s.Solve(context.Background(), c.p)
	if !r.Complete || r.Reason != "" || r.Lower != c.score || r.Upper != c.score {
		tb.Fatalf("%q: %+v; want the score %d\n%s", c.text, r, c.score, c.p.Board())
	}
	return r.Nodes
}

// The nodes are a signature of the search: a change in them must be meant.
func TestSetsExactly(t *testing.T) {
	for _, set := range []struct {
		name  string
		first int // how many of its 600 positions
		nodes int64
		takes string // if for heavy only
	}{
		{"endgame_L1", 600, 7_894, ""},
		{"midgame_L1", 600, 74_175, ""},
		{"midgame_L2", 150, 1_336_358, ""},
		{"opening_L1", 600, 293_932, ""},
		{"opening_L2", 10, 892_474, ""},
		{"midgame_L2", 600, 5_453_356, "a second"},
		{"opening_L2", 600, 196_866_713, "half a minute"},
		{"opening_L3", 600, 4_681_244_252, "eight minutes (-timeout 60m)"},
	} {
		t.Run(set.name+"/"+strconv.Itoa(set.first), func(t *testing.T) {
			if set.takes != "" {
				heavy(t, set.takes)
			}
			s := newSolver(t, connectfour.Options{})
			var nodes int64
			for _, c := range problems(t, set.name)[:set.first] {
				nodes += mustSolve(t, s, c)
			}
			if nodes != set.nodes {
				t.Errorf("%d nodes; the signature is %d", nodes, set.nodes)
			}
		})
	}
}

// The first player wins from the empty board, by his last stone, if
// he begins in the center (Allen; Allis, 1988).
func TestEmptyBoard(t *testing.T) {
	heavy(t, "ten seconds")
	r := newSolver(t, connectfour.Options{}).Solve(context.Background(), connectfour.Position{})
	if !r.Complete || r.Lower != 1 || r.Upper != 1 || r.Best != 3 || r.Outcome() != connectfour.Win {
		t.Errorf("%+v; want the score 1 by column 4", r)
	}
}

// Every opening move and its score, as they are known.
func TestEmptyBoardAnalyzed(t *testing.T) {
	heavy(t, "half a minute")
	a := newSolver(t, connectfour.Options{}).Analyze(context.Background(), connectfour.Position{})
	for c, want := range []int{-2, -1, 0, 1, 0, -1, -2} {
		if got := a.Columns[c]; got != (connectfour.ColumnBounds{Legal: true, Lower: want, Upper: want}) {
			t.Errorf("column %v: %+v; want %d", connectfour.Column(c), got, want)
		}
	}
	if best := a.Best(); !a.Complete || len(best) != 1 || best[0] != 3 {
		t.Errorf("best: %v, complete: %v; want column 4 alone", best, a.Complete)
	}
}

// BenchmarkSolve solves each set, from an empty table for each position, and
// checks every answer. opening_L2 and opening_L3 take their time and need
// ASTROLABE_CONNECT4=all.
func BenchmarkSolve(b *testing.B) {
	for _, set := range []string{"endgame_L1", "midgame_L1", "midgame_L2", "opening_L1", "opening_L2", "opening_L3"} {
		b.Run(set, func(b *testing.B) {
			switch set {
			case "opening_L2":
				heavy(b, "half a minute")
			case "opening_L3":
				heavy(b, "eight minutes (-timeout 60m)")
			}
			list := problems(b, set)
			s := newSolver(b, connectfour.Options{})
			var nodes int64
			b.ReportAllocs()
			for b.Loop() {
				nodes = 0
				for _, c := range list {
					nodes += mustSolve(b, s, c)
				}
			}
			perPosition := float64(b.Elapsed().Nanoseconds()) / float64(b.N) / float64(len(list))
			nodesPerPosition := float64(nodes) / float64(len(list))
			b.ReportMetric(perPosition, "ns/position")
			b.ReportMetric(nodesPerPosition, "nodes/position")
			b.ReportMetric(nodesPerPosition/perPosition*1e3, "Mnodes/s")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkEmptyBoard solves the game.
func BenchmarkEmptyBoard(b *testing.B) {
	heavy(b, "ten seconds")
	s := newSolver(b, connectfour.Options{})
	for b.Loop() {
		nodes := mustSolve(b, s, problem{score: 1})
		b.ReportMetric(float64(nodes), "nodes")
	}
}
