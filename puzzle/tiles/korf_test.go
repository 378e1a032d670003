package tiles_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/internal/sharedtest"
	"github.com/astrolabe-search/astrolabe/puzzle/tiles"
	"github.com/astrolabe-search/astrolabe/search"
)

// korf is one of Korf's hundred 15-puzzles (1985).
type korf struct {
	id, manhattan, optimal int
	nodes                  int64
	board                  tiles.Board
}

func readKorf(tb testing.TB) []korf {
	var boards []korf
	text := string(sharedtest.Archived(tb, "truths/korf100_15puzzle/korf100.tsv"))
	for _, line := range strings.Split(strings.TrimSpace(text), "\n")[1:] {
		fields := strings.Split(line, "\t")
		var k korf
		if _, err := fmt.Sscan(strings.Join(fields[:4], " "), &k.id, &k.manhattan, &k.optimal, &k.nodes); err != nil {
			tb.Fatal(err)
		}
		k.board = parse(tb, fields[4], 0)
		boards = append(boards, k)
	}
	return boards
}

// TestKorf compares Manhattan distances of all hundred boards, and solves those that
// took the fewest nodes, with what is published.
func TestKorf(t *testing.T) {
	p := newPuzzle(t, tiles.BlankFirst(4, 4), tiles.Options{})
	heuristics := map[string]tiles.Heuristic{}
	for _, name := range []string{"manhattan", "linear-conflict", "walking-distance"} {
		h, err := p.Heuristic(name)
		if err != nil {
			t.Fatal(err)
		}
		heuristics[name] = h
	}
	boards, easy := readKorf(t), 0
	if len(boards) != 100 {
		t.Fatalf("%d boards, want 100", len(boards))
	}
	for _, k := range boards {
		for name, h := range heuristics {
			got := h.At(k.board)
			if name == "manhattan" && got != k.manhattan {
				t.Errorf("board %d: Manhattan distance %d, want %d", k.id, got, k.manhattan)
			}
			if got < k.manhattan && name == "linear-conflict" || got > k.optimal || got%2 != k.optimal%2 {
				t.Errorf("board %d: %s is %d, Manhattan distance %d, the optimum %d", k.id, name, got, k.manhattan, k.optimal)
			}
		}
		if k.nodes > 600_000 || testing.Short() {
			continue
		}
		easy++
		opts, err := p.WithHeuristic(search.Options[tiles.Board, int]{}, "walking-distance", k.board)
		if err != nil {
			t.Fatal(err)
		}
		r, err := search.AStar(context.Background(), p, k.board, opts)
		if err != nil || r.Cost != k.optimal || r.Certificate != search.Optimal {
			t.Errorf("board %d: %d %v, %v; want %d", k.id, r.Cost, r.Certificate, err, k.optimal)
		}
	}
	if easy == 0 && !testing.Short() {
		t.Error("no board was solved")
	}
}

// BenchmarkAStar solves an easy board of the 15-puzzle, Korf's twelfth, and checks the
// answer each time.
func BenchmarkAStar(b *testing.B) {
	p := newPuzzle(b, tiles.BlankFirst(4, 4), tiles.Options{})
	start := parse(b, "14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15", 0)
	for _, name := range []string{"manhattan", "linear-conflict", "walking-distance"} {
		b.Run(name, func(b *testing.B) {
			var ws search.Workspace[tiles.Board, int]
			opts, err := p.WithHeuristic(search.Options[tiles.Board, int]{Workspace: &ws}, name, start)
			if err != nil {
				b.Fatal(err)
			}
			var expanded int64
			for b.Loop() {
				r, err := search.AStar(context.Background(), p, start, opts)
				if err != nil || r.Cost != 45 || r.Certificate != search.Optimal {
					b.Fatal(r.Cost, r.Certificate, err)
				}
				expanded += r.Expanded
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(expanded), "ns/expansion")
			b.ReportMetric(float64(expanded)/float64(b.N), "expansions")
		})
	}
}
