package tiles_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/astrolabe-search/astrolabe/puzzle/tiles"
	"github.com/astrolabe-search/astrolabe/search"
)

func newPuzzle(t testing.TB, goal tiles.Board, opts tiles.Options) *tiles.Puzzle {
	t.Helper()
	p, err := tiles.New(goal, opts)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func parse(t testing.TB, text string, width int) tiles.Board {
	t.Helper()
	b, err := tiles.ParseBoard(text, width)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// distances returns the exact cost from the goal to each board that can be reached,
// by a plain Dijkstra over buckets, since moves cost little. Moves can be taken back
// at the same cost, so it is the cost to the goal as well.
func distances(p *tiles.Puzzle) map[tiles.Board]int {
	known := map[tiles.Board]int{p.Goal(): 0}
	buckets := [][]tiles.Board{{p.Goal()}}
	var edges []search.Edge[tiles.Board, int]
	for cost := 0; cost < len(buckets); cost++ {
		for i := 0; i < len(buckets[cost]); i++ {
			b := buckets[cost][i]
			if known[b] != cost {
				continue
			}
			edges = p.AppendSuccessors(edges[:0], b)
			for _, e := range edges {
				through := cost + e.Cost
				if before, met := known[e.To]; met && before <= through {
					continue
				}
				known[e.To] = through
				for len(buckets) <= through {
					buckets = append(buckets, nil)
				}
				buckets[through] = append(buckets[through], e.To)
			}
		}
	}
	return known
}

// TestDistancesAreThoseKnown compares the number of boards at each distance from the
// goal with what is known of small puzzles.
func TestDistancesAreThoseKnown(t *testing.T) {
	known := map[[2]int][]int{
		{2, 2}: {1, 2, 2, 2, 2, 2, 1},
		{3, 2}: {1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1},
		{3, 3}: {
			1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993,
			17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
		},
	}
	for size, want := range known {
		for _, goal := range []tiles.Board{tiles.BlankFirst(size[0], size[1]), tiles.BlankLast(size[0], size[1])} {
			got := make([]int, len(want))
			for b, d := range distances(newPuzzle(t, goal, tiles.Options{})) {
				if d >= len(got) {
					t.Fatalf("%v is %d moves from %v; want at most %d", b, d, goal, len(want)-1)
				}
				got[d]++
			}
			for d := range want {
				if got[d] != want[d] {
					t.Errorf("%d boards are %d moves from %v; want %d", got[d], d, goal, want[d])
				}
			}
		}
	}
}

// TestHeuristicsAreConsistent tries every edge of every board of small puzzles.
func TestHeuristicsAreConsistent(t *testing.T) {
	for _, goal := range []tiles.Board{
		tiles.BlankFirst(3, 3), tiles.BlankLast(2, 3), tiles.BlankFirst(4, 2), parse(t, "3 _ 1 / 5 2 4", 0), tiles.BlankLast(5, 1),
	} {
		for _, weighted := range []bool{false, true} {
			p := newPuzzle(t, goal, tiles.Options{Weighted: weighted})
			exact := distances(p)
			var edges []search.Edge[tiles.Board, int]
			for _, name := range tiles.HeuristicNames() {
				h, err := p.Heuristic(name)
				if err != nil {
					t.Fatal(err)
				}
				if got := h.At(goal); got != 0 {
					t.Errorf("%s, weighted %v: %d at the goal %v; want 0", name, weighted, got, goal)
				}
				best := 0
				for b, d := range exact {
					estimate := h.At(b)
					if estimate > d {
						t.Fatalf("%s, weighted %v: %d at %v, which is %d from %v", name, weighted, estimate, b, d, goal)
					}
					if estimate == d {
						best++
					}
					edges = p.AppendSuccessors(edges[:0], b)
					for _, e := range edges {
						if estimate > e.Cost+h.At(e.To) {
							t.Fatalf("%s, weighted %v: %d at %v, but %d at %v, one move of cost %d on", name, weighted, estimate, b, h.At(e.To), e.To, e.Cost)
						}
					}
				}
				if name != "zero" && !weighted && best < 2 {
					t.Errorf("%s: exact at %d boards around %v; want more than the goal", name, best, goal)
				}
			}
		}
	}
}

// TestHeuristicsByHand holds single values against what they are on paper.
func TestHeuristicsByHand(t *testing.T) {
	for _, test := range []struct {
		board    string
		last     bool
		weighted bool
		want     map[string]int
	}{
		// The blank does not count as misplaced.
		{"1 _ 2 / 3 4 5 / 6 7 8", false, false, map[string]int{"misplaced": 1, "manhattan": 1, "linear-conflict": 1, "walking-distance": 1}},
		// Three tiles in reverse order: two have to leave the row, not three.
		{"3 2 1 / 4 5 6 / 7 8 _", true, false, map[string]int{"misplaced": 2, "manhattan": 4, "linear-conflict": 8}},
		// With weights the two cheapest leave: 2·(1+2).
		{"3 2 1 / 4 5 6 / 7 8 _", true, true, map[string]int{"misplaced": 4, "manhattan": 8, "linear-conflict": 14}},
		// One pair in a row, one in a column.
		{"2 1 3 / 7 5 6 / 4 8 _", true, false, map[string]int{"manhattan": 4, "linear-conflict": 8}},
		// 26 moves from the goal, though a count of two for each pair in conflict says 28.
		{"3 8 1 / 6 5 4 / _ 2 7", true, false, map[string]int{"manhattan": 14, "linear-conflict": 24}},
	} {
		goal := tiles.BlankFirst(3, 3)
		if test.last {
			goal = tiles.BlankLast(3, 3)
		}
		p := newPuzzle(t, goal, tiles.Options{Weighted: test.weighted})
		for name, want := range test.want {
			h, err := p.Heuristic(name)
			if err != nil {
				t.Fatal(err)
			}
			if got := h.At(parse(t, test.board, 0)); got != want {
				t.Errorf("%s of %s, weighted %v: %d, want %d", name, test.board, test.weighted, got, want)
			}
		}
	}
}

// TestSolvable compares the parity with what can be reached, over all arrangements.
func TestSolvable(t *testing.T) {
	for _, goal := range []tiles.Board{
		tiles.BlankFirst(2, 2), tiles.BlankLast(3, 2), parse(t, "3 _ / 1 5 / 2 4", 0), tiles.BlankFirst(5, 1), parse(t, "2 / _ / 1 / 3", 0),
	} {
		p := newPuzzle(t, goal, tiles.Options{})
		reached := distances(p)
		n, solvable := goal.Cells(), 0
		permutations(n, func(order []int) {
			b, err := tiles.NewBoard(goal.Width(), goal.Height(), order)
			if err != nil {
				t.Fatal(err)
			}
			if _, want := reached[b]; p.Solvable(b) != want {
				t.Errorf("%v toward %v: solvable %v, want %v", b, goal, p.Solvable(b), want)
			}
			if p.Solvable(b) {
				solvable++
			}
		})
		if solvable != len(reached) {
			t.Errorf("%d boards can be solved toward %v, but %d reached", solvable, goal, len(reached))
		}
	}
}

func permutations(n int, visit func([]int)) {
	order := make([]int, n)
	var fill func(i int, used uint)
	fill = func(i int, used uint) {
		if i == n {
			visit(order)
			return
		}
		for v := range n {
			if used>>v&1 == 0 {
				order[i] = v
				fill(i+1, used|1<<v)
			}
		}
	}
	fill(0, 0)
}

// TestUnsolvableIsAnsweredAtOnce: without an expansion, as no path and not as a
// query without sense.
func TestUnsolvableIsAnsweredAtOnce(t *testing.T) {
	p := newPuzzle(t, tiles.BlankLast(4, 4), tiles.Options{})
	r, err := search.AStar(context.Background(), p, parse(t, "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 15 14 _", 0), search.Options[tiles.Board, int]{})
	if err != nil || r.Status != search.NoPath || r.Expanded != 0 {
		t.Errorf("status %v after %d expansions, %v; want no-path after none", r.Status, r.Expanded, err)
	}
	if want := "the problem itself proves that no goal can be reached from the start"; r.Reason != want {
		t.Errorf("reason %q, want %q", r.Reason, want)
	}
	if r, err = search.AStar(context.Background(), p, tiles.BlankLast(3, 3), search.Options[tiles.Board, int]{}); err != nil || r.Status != search.OutOfBounds {
		t.Errorf("a board of another size: %v, %v; want out-of-bounds", r.Status, err)
	}
}

// TestAlgorithmsAgree solves random 8-puzzles by every algorithm and heuristic, and
// compares with the exact distance.
func TestAlgorithmsAgree(t *testing.T) {
	type algorithm = func(context.Context, search.Problem[tiles.Board, int], tiles.Board, search.Options[tiles.Board, int]) (search.Result[tiles.Board, int], error)
	algorithms := map[string]algorithm{
		"dijkstra": search.Dijkstra[tiles.Board, int], "astar": search.AStar[tiles.Board, int], "fringe": search.Fringe[tiles.Board, int],
		"ida-star": search.IDAStar[tiles.Board, int], "bidirectional": search.Bidirectional[tiles.Board, int],
		"bidirectional-dijkstra": search.BidirectionalDijkstra[tiles.Board, int], "weighted-astar": search.WeightedAStar[tiles.Board, int],
	}
	random := rand.New(rand.NewPCG(1, 2))
	for _, weighted := range []bool{false, true} {
		p := newPuzzle(t, tiles.BlankLast(3, 3), tiles.Options{Weighted: weighted})
		exact := distances(p)
		for range 6 {
			start := shuffled(p, random, 60)
			for name, run := range algorithms {
				for _, heuristic := range tiles.HeuristicNames() {
					if name == "ida-star" && (weighted || heuristic == "zero" || heuristic == "misplaced") {
						continue // a threshold for every cost
					}
					opts, err := p.WithHeuristic(search.Options[tiles.Board, int]{}, heuristic, start)
					if err != nil {
						t.Fatal(err)
					}
					r, err := run(context.Background(), p, start, opts)
					if err != nil || r.Status != search.Found || r.Cost != exact[start] || r.Certificate != search.Optimal {
						t.Errorf("%s with %s, weighted %v, from %v: %v %d %v, %v; want %d", name, heuristic, weighted, start, r.Status, r.Cost, r.Certificate, err, exact[start])
					}
					if cost := walk(t, p, r.Path); cost != r.Cost {
						t.Errorf("%s with %s: the path costs %d, the answer says %d", name, heuristic, cost, r.Cost)
					}
				}
			}
		}
	}
}

// shuffled returns the goal after random moves.
func shuffled(p *tiles.Puzzle, random *rand.Rand, moves int) tiles.Board {
	b := p.Goal()
	for range moves {
		edges := p.AppendSuccessors(nil, b)
		b = edges[random.IntN(len(edges))].To
	}
	return b
}

// walk returns what the moves of a path cost by the rules of the toy: the number of
// moves, or the sum of the tiles.
func walk(t *testing.T, p *tiles.Puzzle, path []tiles.Board) int {
	cost := 0
	for i, tile := range tiles.Moves(path) {
		a, b := path[i], path[i+1]
		changed := 0
		for cell := range a.Cells() {
			if a.At(cell) != b.At(cell) {
				changed++
			}
		}
		from, to := a.BlankCell(), b.BlankCell()
		dx, dy := from%a.Width()-to%a.Width(), from/a.Width()-to/a.Width()
		if changed != 2 || a.At(to) != tile || b.At(from) != tile || dx*dx+dy*dy != 1 {
			t.Fatalf("%v to %v is not a move", a, b)
		}
		if p.Weighted() {
			cost += tile
		} else {
			cost++
		}
	}
	return cost
}

func TestHeuristicsThatDoNotFit(t *testing.T) {
	p := newPuzzle(t, tiles.BlankFirst(5, 5), tiles.Options{})
	for _, name := range []string{"walking-distance", "octile", ""} {
		if h, err := p.Heuristic(name); err == nil {
			t.Errorf("%q on 5×5: got %v; want an error", name, h.Title)
		}
	}
	if _, err := p.WithHeuristic(search.Options[tiles.Board, int]{}, "manhattan", tiles.BlankFirst(4, 4)); err == nil {
		t.Error("a start of another size: want an error")
	}
}

// shortcut is a puzzle with a move that its heuristics know nothing of.
type shortcut struct{ *tiles.Puzzle }

func (s shortcut) AppendSuccessors(dst []search.Edge[tiles.Board, int], b tiles.Board) []search.Edge[tiles.Board, int] {
	return append(s.Puzzle.AppendSuccessors(dst, b), search.Edge[tiles.Board, int]{To: s.Goal(), Cost: 1})
}

// TestClaimHoldsForItsPuzzle: elsewhere nothing is certified by it.
func TestClaimHoldsForItsPuzzle(t *testing.T) {
	p := newPuzzle(t, tiles.BlankLast(3, 3), tiles.Options{})
	start := parse(t, "1 2 3 / 4 5 6 / _ 7 8", 0)
	opts, err := p.WithHeuristic(search.Options[tiles.Board, int]{}, "manhattan", start)
	if err != nil {
		t.Fatal(err)
	}
	r, err := search.AStar(context.Background(), shortcut{p}, start, opts)
	if err != nil || r.Certificate != search.Feasible {
		t.Errorf("%v of cost %d, %v; want feasible", r.Certificate, r.Cost, err)
	}
}
