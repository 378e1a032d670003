package search_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/search"
)

// TestReportedRoads runs every algorithm on small graphs on which other programs
// went wrong: each whose guarantee covers it gives the one cheapest path.
func TestReportedRoads(t *testing.T) {
	t.Run("r2-one-way", func(t *testing.T) {
		g := namedGraph("1", []string{"4"},
			namedEdge{"1", "2", 1}, namedEdge{"2", "3", 1}, namedEdge{"4", "3", 1}, namedEdge{"2", "5", 4}, namedEdge{"5", "4", 4})
		reportedFound(t, g, reportedEstimates(g, nil), expectation{Cost: 9, Path: []string{"1", "2", "5", "4"}})
	})
	t.Run("r2-ida-early-goal", func(t *testing.T) {
		g := namedGraph("S", []string{"G"},
			namedEdge{"S", "A", 2}, namedEdge{"A", "G", 9}, namedEdge{"S", "B", 3}, namedEdge{"B", "C", 3}, namedEdge{"C", "G", 1})
		want := expectation{Cost: 7, Path: []string{"S", "B", "C", "G"}}
		reportedFound(t, g, reportedEstimates(g, nil), want)
		reportedFound(t, g, reportedEstimates(g, map[string]int64{"S": 5, "A": 1, "B": 4, "C": 1, "G": 0}), want)
	})
	t.Run("r2-romania", func(t *testing.T) {
		var roads []namedEdge
		for _, road := range []namedEdge{
			{"Arad", "Zerind", 75},
			{"Arad", "Sibiu", 140},
			{"Arad", "Timisoara", 118},
			{"Zerind", "Oradea", 71},
			{"Oradea", "Sibiu", 151},
			{"Timisoara", "Lugoj", 111},
			{"Lugoj", "Mehadia", 70},
			{"Mehadia", "Drobeta", 75},
			{"Drobeta", "Craiova", 120},
			{"Craiova", "Rimnicu", 146},
			{"Craiova", "Pitesti", 138},
			{"Rimnicu", "Sibiu", 80},
			{"Rimnicu", "Pitesti", 97},
			{"Sibiu", "Fagaras", 99},
			{"Fagaras", "Bucharest", 211},
			{"Pitesti", "Bucharest", 101},
			{"Bucharest", "Giurgiu", 90},
			{"Bucharest", "Urziceni", 85},
			{"Urziceni", "Hirsova", 98},
			{"Hirsova", "Eforie", 86},
			{"Urziceni", "Vaslui", 142},
			{"Vaslui", "Iasi", 92},
			{"Iasi", "Neamt", 87},
		} {
			roads = append(roads, road, namedEdge{road.to, road.from, road.cost})
		}
		g := namedGraph("Arad", []string{"Bucharest"}, roads...)
		straight := map[string]int64{
			"Arad": 366, "Bucharest": 0, "Craiova": 160, "Drobeta": 242, "Eforie": 161, "Fagaras": 176, "Giurgiu": 77, "Hirsova": 151,
			"Iasi": 226, "Lugoj": 244, "Mehadia": 241, "Neamt": 234, "Oradea": 380, "Pitesti": 100, "Rimnicu": 193, "Sibiu": 253,
			"Timisoara": 329, "Urziceni": 80, "Vaslui": 199, "Zerind": 374,
		}
		reportedFound(t, g, reportedEstimates(g, straight), expectation{Cost: 418, Path: []string{"Arad", "Sibiu", "Rimnicu", "Pitesti", "Bucharest"}})
		r, err := search.GreedyBestFirst(context.Background(), newHashed[int64](g), "Arad", search.Options[string, int64]{
			Heuristic: func(s string) int64 { return straight[s] }, Claim: search.Consistent,
		})
		if err != nil || r.Cost != 450 || r.Certificate != search.Feasible {
			t.Errorf("greedy: %v at %d, %v, %v; want 450, feasible", r.Path, r.Cost, r.Certificate, err)
		}
	})
}

// sliding is the 8-puzzle with a goal.
type sliding struct {
	eightPuzzle
	goal tiles
}

func (p sliding) IsGoal(s tiles) bool { return s == p.goal }

// whatIsClaimed are all the claims there are.
var whatIsClaimed = []search.Claim{search.Unknown, search.Admissible, search.Consistent}

// TestReportedPuzzles claims of estimates what is not true of them.
func TestReportedPuzzles(t *testing.T) {
	t.Run("r2-misplaced-blank", func(t *testing.T) {
		p := sliding{goal: tiles{0, 1, 2, 3, 4, 5, 6, 7, 8}}
		misplaced := func(s tiles) (n uint8) {
			for i := range s {
				if s[i] != p.goal[i] {
					n++ // the blank too
				}
			}
			return n
		}
		for _, claim := range whatIsClaimed {
			opts := search.Options[tiles, uint8]{Heuristic: misplaced, Claim: claim}
			for name, run := range map[string]func(context.Context, search.Problem[tiles, uint8], tiles, search.Options[tiles, uint8]) (search.Result[tiles, uint8], error){
				"A*": search.AStar[tiles, uint8], "IDA*": search.IDAStar[tiles, uint8],
			} {
				r, err := run(context.Background(), p, tiles{1, 0, 2, 3, 4, 5, 6, 7, 8}, opts)
				if err != nil || r.Cost != 1 || r.Certificate != search.Feasible || r.LowerBound > 1 {
					t.Errorf("%s, claimed %v: %d, %v (%s), at least %d, %v", name, claim, r.Cost, r.Certificate, r.Reason, r.LowerBound, err)
				}
			}
		}
	})
	t.Run("r2-linear-conflict", func(t *testing.T) {
		p := sliding{goal: tiles{1, 2, 3, 4, 5, 6, 7, 8, 0}}
		for _, tc := range []struct {
			from         tiles
			cost, thinks uint8
			certificate  search.Certificate
		}{
			{tiles{3, 1, 2, 4, 5, 6, 7, 8, 0}, 16, 8, search.Optimal},
			{tiles{3, 8, 1, 6, 5, 4, 0, 2, 7}, 26, 28, search.Feasible},
		} {
			r, err := search.AStar(context.Background(), p, tc.from, search.Options[tiles, uint8]{Heuristic: conflicts, Claim: search.Admissible})
			if err != nil || r.Cost != tc.cost || conflicts(tc.from) != tc.thinks || r.Certificate != tc.certificate || r.LowerBound > tc.cost {
				t.Errorf("from %v: %d moves, estimated %d, %v (%s), %v; want %+v", tc.from, r.Cost, conflicts(tc.from), r.Certificate, r.Reason, err, tc)
			}
		}
		if testing.Short() {
			return
		}
		tooHigh := 0
		opts := search.Options[tiles, uint8]{}
		opts.Observer.Expand = func(e search.Event[tiles, uint8]) {
			if conflicts(e.State) > e.G {
				tooHigh++
			}
		}
		if _, err := search.BreadthFirst(context.Background(), eightPuzzle{}, p.goal, opts); err != nil || tooHigh != 7 {
			t.Errorf("too high on %d boards, want 7; %v", tooHigh, err)
		}
	})
}

// conflicts is the distance of each tile from its place and 2 for every pair of tiles
// that are in their row, or column, in reverse order: too many where three are.
func conflicts(s tiles) (h uint8) {
	distance := func(a, b int) uint8 { return uint8(max(a-b, b-a)) }
	for i, a := range s {
		if a == 0 {
			continue
		}
		row, column := int(a-1)/3, int(a-1)%3
		h += distance(row, i/3) + distance(column, i%3)
		for j := i + 1; j < len(s); j++ {
			b := s[j]
			if b == 0 || b > a {
				continue
			}
			sameRow := i/3 == j/3 && row == i/3 && int(b-1)/3 == row
			sameColumn := i%3 == j%3 && column == i%3 && int(b-1)%3 == column
			if sameRow || sameColumn {
				h += 2
			}
		}
	}
	return h
}

// TestReportedFifteenPuzzle solves two well-known boards by the original IDA*.
func TestReportedFifteenPuzzle(t *testing.T) {
	for _, tc := range []struct {
		tiles []board
		moves int32
		long  bool
	}{
		{[]board{0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15}, 42, false},
		{[]board{13, 5, 4, 10, 9, 12, 8, 14, 2, 3, 7, 1, 0, 15, 11, 6}, 55, true},
	} {
		t.Run(fmt.Sprint("r2-fifteen-speed ", tc.moves), func(t *testing.T) {
			if tc.long && testing.Short() {
				t.Skip("expands ten million boards")
			}
			var start board
			for cell, tile := range tc.tiles {
				start |= tile << (4 * cell)
			}
			r, err := search.IDAStar(context.Background(), fifteenPuzzle{}, start, search.Options[board, int32]{
				Heuristic: fifteenPuzzle{}.manhattan, Claim: search.Consistent, PathOnly: true,
			})
			if err != nil || r.Cost != tc.moves || r.Certificate != search.Optimal {
				t.Errorf("%d moves, %v, %v; want %d", r.Cost, r.Certificate, err, tc.moves)
			}
		})
	}
}

// TestReportedHours estimates hours by meters, and rightly by the speed limit.
func TestReportedHours(t *testing.T) {
	t.Run("r2-metres-for-hours", func(t *testing.T) {
		roads := map[string][]search.Edge[string, float64]{
			"home": {{To: "pass", Cost: 0.5}, {To: "motorway", Cost: 0.5}}, "pass": {{To: "town", Cost: 0.75}}, "motorway": {{To: "town", Cost: 0.5}},
		}
		meters := map[string]float64{"home": 80_000, "pass": 30_000, "motorway": 60_000, "town": 0}
		problem := search.Func(func(s string, edge func(string, float64)) {
			for _, e := range roads[s] {
				edge(e.To, e.Cost)
			}
		}, func(s string) bool { return s == "town" })
		for _, claim := range whatIsClaimed {
			opts := search.Options[string, float64]{Heuristic: func(s string) float64 { return meters[s] }, Claim: claim}
			r, err := search.AStar(context.Background(), problem, "home", opts)
			if err != nil || r.Cost != 1.25 || r.Certificate != search.Feasible {
				t.Errorf("meters, claimed %v: %v h, %v (%s), %v", claim, r.Cost, r.Certificate, r.Reason, err)
			}
			opts.Heuristic = func(s string) float64 { return meters[s] / 130_000 }
			r, err = search.AStar(context.Background(), problem, "home", opts)
			if want := claim != search.Unknown; err != nil || r.Cost != 1 || (r.Certificate == search.Optimal) != want {
				t.Errorf("at 130 km/h, claimed %v: %v h, %v (%s), %v", claim, r.Cost, r.Certificate, r.Reason, err)
			}
		}
	})
}

// crucible may go at most three cells straight on, and must not turn back. It pays
// the digit of each cell that it enters.
type crucible struct {
	x, y, dx, dy, run int
}

// blocks are the successors of a crucible in a city of digits.
func blocks(city []string) func(s crucible, edge func(crucible, int)) {
	return func(s crucible, edge func(crucible, int)) {
		for _, d := range [][2]int{{1, 0}, {0, 1}, {-1, 0}, {0, -1}} {
			next := crucible{s.x + d[0], s.y + d[1], d[0], d[1], 1}
			if d == [2]int{s.dx, s.dy} {
				next.run = s.run + 1
			}
			back := d == [2]int{-s.dx, -s.dy} && s.run > 0
			if inside := next.y >= 0 && next.y < len(city) && next.x >= 0 && next.x < len(city[0]); inside && !back && next.run <= 3 {
				edge(next, int(city[next.y][next.x]-'0'))
			}
		}
	}
}

// TestReportedCrucible has the direction and the run in the state. Without them,
// the cheapest way would be the row of ones.
func TestReportedCrucible(t *testing.T) {
	t.Run("r2-crucible", func(t *testing.T) {
		city := []string{
			"11111119",
			"99919991",
			"99999991",
			"99999991",
		}
		goal := func(s crucible) bool { return s.x == 7 && s.y == 3 }
		// What is left to pay at least: 1 a cell.
		left := func(s crucible) int { return max(7-s.x, s.x-7) + max(3-s.y, s.y-3) }
		problem := search.Func(blocks(city), goal)
		plain, err := search.Dijkstra(context.Background(), problem, crucible{}, search.Options[crucible, int]{})
		if err != nil {
			t.Fatal(err)
		}
		guided, err := search.AStar(context.Background(), problem, crucible{}, search.Options[crucible, int]{Heuristic: left, Claim: search.Consistent})
		if err != nil {
			t.Fatal(err)
		}
		// Walks of up to 14 cells, one after another.
		want := 1 << 30
		var walk func(s crucible, cost, steps int)
		walk = func(s crucible, cost, steps int) {
			if goal(s) {
				want = min(want, cost)
				return
			}
			if steps == 14 || cost+left(s) >= want {
				return
			}
			blocks(city)(s, func(to crucible, c int) { walk(to, cost+c, steps+1) })
		}
		walk(crucible{}, 0, 0)
		if plain.Cost != want || guided.Cost != want || guided.Certificate != search.Optimal {
			t.Errorf("Dijkstra %d, A* %d (%v), the cheapest walk %d", plain.Cost, guided.Cost, guided.Certificate, want)
		}
		for _, r := range []search.Result[crucible, int]{plain, guided} {
			if slices.ContainsFunc(r.Path, func(s crucible) bool { return s.run > 3 }) {
				t.Errorf("the path %v goes too far straight on", r.Path)
			}
		}
		if freely := 7 + 3; want <= freely || !strings.HasPrefix(fmt.Sprint(plain.Path), "[{0 0") {
			t.Errorf("%d is no more than without the rule", want)
		}
	})
}
