package catalog_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/internal/asciigrid"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

// TestNearestOfManyGoals is the case r2-many-goals: one search to whichever of three is nearest.
func TestNearestOfManyGoals(t *testing.T) {
	picture := asciigrid.Parse(t,
		"S....#.",
		"..##...",
		".....#.",
		"....#..")
	goals := []grid.Cell{{X: 6}, {X: 2, Y: 2}, {X: 6, Y: 3}}
	for moves, want := range map[grid.Moves]string{grid.Moves8: "2+√2", grid.Moves4: "4"} {
		costs, err := grid.NewCosts(picture.Map, grid.Rule{Moves: moves}, grid.Uniform)
		if err != nil {
			t.Fatal(err)
		}
		problem, err := gridsearch.NewProblem(costs, goals...)
		if err != nil {
			t.Fatal(err)
		}
		r, err := search.Dijkstra(context.Background(), problem, picture.Start, search.Options[grid.Cell, root2.Length]{})
		if err != nil {
			t.Fatal(err)
		}
		if got := costs.Format(r.Cost); got != want || r.Certificate != search.Optimal || r.Path[len(r.Path)-1] != goals[1] {
			t.Errorf("%v moves: %v at cost %s to %v; want %s, optimal, to %v", moves, r.Certificate, got, r.Path, want, goals[1])
		}
	}
}

// TestEndsInWalls is the case r2-ends-in-walls: every algorithm says at once which end is blocked,
// and not that there is no path.
func TestEndsInWalls(t *testing.T) {
	picture := asciigrid.Parse(t,
		"#####",
		"#...#",
		"###.#",
		"#...#",
		"#####")
	costs, err := grid.NewCosts(picture.Map, grid.Rule{}, grid.Uniform)
	if err != nil {
		t.Fatal(err)
	}
	wall, open := grid.Cell{}, grid.Cell{X: 3, Y: 1}
	for _, e := range catalog.Entries() {
		for want, q := range map[search.Status]catalog.Query{
			search.StartBlocked: {Costs: costs, From: wall, To: open},
			search.GoalBlocked:  {Costs: costs, From: open, To: wall},
		} {
			answer, err := e.Solve(context.Background(), q, nil)
			if err != nil || answer.Result.Status != want || answer.Result.Expanded != 0 {
				t.Errorf("%s: %v after %d expansions, %v; want %v after none", e.Name, answer.Result.Status, answer.Result.Expanded, err, want)
			}
		}
	}
}

// heading is a cell and the direction in which it was entered, which the first cell has none of.
type heading struct {
	at    grid.Cell
	dx, y int32
}

// turning is a map on which a step costs 1,000 and a turn 1: the cheapest of all paths has the
// fewest turns of the shortest ones.
type turning struct {
	m    *grid.Map
	goal grid.Cell
}

func (p turning) IsGoal(s heading) bool { return s.at == p.goal }

func (p turning) AppendSuccessors(dst []search.Edge[heading, int64], s heading) []search.Edge[heading, int64] {
	for _, d := range [][2]int32{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		to := heading{grid.Cell{X: s.at.X + d[0], Y: s.at.Y + d[1]}, d[0], d[1]}
		if !p.m.Open(to.at) {
			continue
		}
		cost := int64(1000)
		if turns := s.dx != to.dx || s.y != to.y; turns && (s.dx != 0 || s.y != 0) {
			cost++
		}
		dst = append(dst, search.Edge[heading, int64]{To: to, Cost: cost})
	}
	return dst
}

// TestFewestTurnsByState is the case r2-fewest-turns, with the direction in the state.
func TestFewestTurnsByState(t *testing.T) {
	picture := asciigrid.Parse(t,
		".....#.....#",
		".....##.#...",
		"............",
		"............",
		"#...........",
		"..#.#...#...",
		".....#......",
		"#..#..##....",
		".#..#..##...")
	p := turning{picture.Map, grid.Cell{X: 11, Y: 8}}
	for name, algorithm := range map[string]func() (search.Result[heading, int64], error){
		"dijkstra": func() (search.Result[heading, int64], error) {
			return search.Dijkstra(context.Background(), p, heading{}, search.Options[heading, int64]{})
		},
		"astar": func() (search.Result[heading, int64], error) {
			return search.AStar(context.Background(), p, heading{}, search.Options[heading, int64]{
				Heuristic: func(s heading) int64 {
					return 1000 * int64(max(p.goal.X-s.at.X, s.at.X-p.goal.X)+max(p.goal.Y-s.at.Y, s.at.Y-p.goal.Y))
				},
				Claim: search.Consistent,
			})
		},
	} {
		r, err := algorithm()
		if err != nil || r.Cost != 19_002 || r.Certificate != search.Optimal {
			t.Errorf("%s: %d steps with %d turns, %v, %v; want 19 with 2", name, r.Cost/1000, r.Cost%1000, r.Certificate, err)
		}
	}
}

// oddRow is a map of hexagons whose odd rows stand half a cell to the right.
type oddRow struct {
	m    *grid.Map
	goal grid.Cell
}

func (p oddRow) IsGoal(c grid.Cell) bool { return c == p.goal }

func (p oddRow) AppendSuccessors(dst []search.Edge[grid.Cell, int64], c grid.Cell) []search.Edge[grid.Cell, int64] {
	right := c.X + c.Y&1
	for _, to := range []grid.Cell{
		{X: c.X + 1, Y: c.Y},
		{X: c.X - 1, Y: c.Y},
		{X: right - 1, Y: c.Y - 1},
		{X: right, Y: c.Y - 1},
		{X: right - 1, Y: c.Y + 1},
		{X: right, Y: c.Y + 1},
	} {
		if p.m.Open(to) {
			dst = append(dst, search.Edge[grid.Cell, int64]{To: to, Cost: 1})
		}
	}
	return dst
}

// TestHexagonsAsAStateSpace is the case r2-hex as far as it can be asked today: in Go.
func TestHexagonsAsAStateSpace(t *testing.T) {
	picture := asciigrid.Parse(t,
		".....",
		".##..",
		"...#.",
		".....")
	r, err := search.BreadthFirst(context.Background(), oddRow{picture.Map, grid.Cell{X: 4, Y: 3}}, grid.Cell{}, search.Options[grid.Cell, int64]{})
	if err != nil || r.Cost != 6 {
		t.Errorf("%s steps, %v; want 6", fmt.Sprint(r.Cost), err)
	}
}
