package search_test

import (
	"archive/tar"
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/internal/sharedtest"
	"github.com/astrolabe-search/astrolabe/search"
)

// tiles is a board of the 8-puzzle, row by row; 0 is the blank.
type tiles [9]uint8

// eightPuzzle is the 8-puzzle without a goal: a search of it meets all that
// can be reached.
type eightPuzzle struct{}

func (eightPuzzle) AppendSuccessors(dst []search.Edge[tiles, uint8], s tiles) []search.Edge[tiles, uint8] {
	blank := 0
	for s[blank] != 0 {
		blank++
	}
	for _, move := range []struct {
		legal bool
		by    int
	}{{blank%3 < 2, 1}, {blank%3 > 0, -1}, {blank/3 < 2, 3}, {blank/3 > 0, -3}} {
		if move.legal {
			to := s
			to[blank], to[blank+move.by] = to[blank+move.by], 0
			dst = append(dst, search.Edge[tiles, uint8]{To: to, Cost: 1})
		}
	}
	return dst
}

func (eightPuzzle) IsGoal(tiles) bool { return false }

// TestEightPuzzle counts the states that can be reached: half of 9!, of which
// two are 31 moves away and none is farther.
func TestEightPuzzle(t *testing.T) {
	const reachable, farthest, farthestStates = 181440, 31, 2
	for name, run := range map[string]func(context.Context, search.Problem[tiles, uint8], tiles, search.Options[tiles, uint8]) (search.Result[tiles, uint8], error){
		"Dijkstra": search.Dijkstra[tiles, uint8], "BreadthFirst": search.BreadthFirst[tiles, uint8],
	} {
		var atDepth [256]int
		opts := search.Options[tiles, uint8]{}
		opts.Observer.Expand = func(e search.Event[tiles, uint8]) { atDepth[e.G]++ }
		r, err := run(context.Background(), eightPuzzle{}, tiles{1, 2, 3, 4, 5, 6, 7, 8, 0}, opts)
		if err != nil {
			t.Fatal(err)
		}
		if r.Status != search.NoPath || r.Expanded != reachable || r.Reopened != 0 {
			t.Errorf("%s: %v after %d expansions, %d reopened; want no-path after %d", name, r.Status, r.Expanded, r.Reopened, reachable)
		}
		if atDepth[farthest] != farthestStates || atDepth[farthest+1] != 0 {
			t.Errorf("%s: %d states at depth %d and %d beyond", name, atDepth[farthest], farthest, atDepth[farthest+1])
		}
	}
}

// board is a board of the 15-puzzle: four bits a cell, the first cell lowest.
type board uint64

func (b board) at(cell int) int { return int(b >> (4 * cell) & 15) }

// fifteenPuzzle is the 15-puzzle; the goal has the blank first, then the tiles
// in order.
type fifteenPuzzle struct{}

func (fifteenPuzzle) AppendSuccessors(dst []search.Edge[board, int32], s board) []search.Edge[board, int32] {
	blank := 0
	for s.at(blank) != 0 {
		blank++
	}
	move := func(legal bool, from int) {
		if legal {
			tile := s >> (4 * from) & 15
			dst = append(dst, search.Edge[board, int32]{To: s ^ tile<<(4*from) ^ tile<<(4*blank), Cost: 1})
		}
	}
	move(blank/4 > 0, blank-4)
	move(blank%4 > 0, blank-1)
	move(blank%4 < 3, blank+1)
	move(blank/4 < 3, blank+4)
	return dst
}

func (fifteenPuzzle) IsGoal(s board) bool { return s == 0xFEDCBA9876543210 }

func (fifteenPuzzle) manhattan(s board) int32 {
	total := 0
	for cell := range 16 {
		if tile := s.at(cell); tile != 0 {
			total += max(tile%4-cell%4, cell%4-tile%4) + max(tile/4-cell/4, cell/4-tile/4)
		}
	}
	return int32(total)
}

// TestFifteenPuzzle solves the three of Korf's hundred instances that take
// the fewest nodes by the original IDA*.
func TestFifteenPuzzle(t *testing.T) {
	instances := korf100(t)
	for _, id := range []int{79, 12, 42} {
		instance := instances[id]
		if h := (fifteenPuzzle{}).manhattan(instance.board); h != instance.manhattan {
			t.Errorf("instance %d: Manhattan distance %d, published %d", id, h, instance.manhattan)
		}
		r, err := search.IDAStar(context.Background(), fifteenPuzzle{}, instance.board, search.Options[board, int32]{
			Heuristic: fifteenPuzzle{}.manhattan, Claim: search.Consistent, PathOnly: true,
		})
		if err != nil {
			t.Fatal(err)
		}
		if r.Cost != instance.optimal || r.Certificate != search.Optimal || len(r.Path) != int(instance.optimal)+1 {
			t.Errorf("instance %d: %d moves, certified %v; published %d", id, r.Cost, r.Certificate, instance.optimal)
		}
	}
}

type korfInstance struct {
	manhattan, optimal int32
	board              board
}

// korf100 reads Korf's instances, by their numbers, from the archive of truths.
func korf100(t *testing.T) map[int]korfInstance {
	t.Helper()
	file, err := os.Open(sharedtest.Path(t, "archive", "truths.tgz"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	archive := tar.NewReader(unzipped)
	for {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			t.Fatal("truths.tgz has no korf100.tsv")
		}
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(header.Name, "/korf100.tsv") {
			return parseKorf(t, archive)
		}
	}
}

func parseKorf(t *testing.T, r io.Reader) map[int]korfInstance {
	t.Helper()
	instances := map[int]korfInstance{}
	lines := bufio.NewScanner(r)
	lines.Scan() // the header
	for lines.Scan() {
		var id, nodes int
		var k korfInstance
		fields := strings.Split(lines.Text(), "\t")
		if len(fields) != 5 {
			t.Fatalf("korf100.tsv: %d fields in %q", len(fields), lines.Text())
		}
		if _, err := fmt.Sscan(strings.Join(fields[:4], " "), &id, &k.manhattan, &k.optimal, &nodes); err != nil {
			t.Fatalf("korf100.tsv: %v in %q", err, lines.Text())
		}
		for cell, text := range strings.Fields(fields[4]) {
			var tile board
			if _, err := fmt.Sscan(text, &tile); err != nil {
				t.Fatalf("korf100.tsv: %v in %q", err, lines.Text())
			}
			k.board |= tile << (4 * cell)
		}
		instances[id] = k
	}
	if len(instances) != 100 {
		t.Fatalf("korf100.tsv: %d instances", len(instances))
	}
	return instances
}
