package gridsearch_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/internal/asciigrid"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

// What the article on the step-wise A* visualizer asserts of its search.

// TestFiveByFive: on an open map of 5×5 the way from corner to corner has nine
// cells with four moves and five with eight, with every estimate that never
// exceeds the cost.
func TestFiveByFive(t *testing.T) {
	for _, tc := range []struct {
		moves grid.Moves
		cells int
		cost  root2.Length
	}{{grid.Moves4, 9, 8 * root2.One}, {grid.Moves8, 5, 4 * root2.Root2}} {
		costs := openCosts(t, 5, 5, grid.Rule{Moves: tc.moves})
		p := problemOf(t, costs, grid.Cell{X: 4, Y: 4})
		for _, metric := range grid.Metrics() {
			if !costs.Heuristic(metric).Claim().Admissible {
				continue
			}
			for _, tie := range search.Ties() {
				r := solveAStar(t, p, grid.Cell{}, gridsearch.WithHeuristic(gridsearch.Options{Tie: tie}, p, metric, grid.Cell{}))
				if len(r.Path) != tc.cells || r.Cost != tc.cost {
					t.Errorf("%v moves, %v, %v: %d cells, cost %v; want %d and %v", tc.moves, metric, tie, len(r.Path), r.Cost, tc.cells, tc.cost)
				}
			}
		}
	}
}

// TestCornerRules: which diagonal steps are made beside walls.
func TestCornerRules(t *testing.T) {
	never, one, always := grid.Rule{}, grid.Rule{Corners: grid.CornersOne}, grid.Rule{Corners: grid.CornersAlways}
	for _, tc := range []struct {
		rows []string
		rule grid.Rule
		want string // cost, or "no-path"
	}{
		{[]string{"S#", "#G"}, never, "no-path"},
		{[]string{"S#", "#G"}, one, "no-path"},
		{[]string{"S#", "#G"}, always, "√2"},
		{[]string{"S.", "#G"}, never, "2"},
		{[]string{"S.", "#G"}, one, "√2"},
		{[]string{"S#", ".G"}, one, "√2"},
		{[]string{"S.", "#G"}, always, "√2"},
		{[]string{"S.", ".G"}, never, "√2"},
		{[]string{"S.", ".G"}, grid.Rule{Moves: grid.Moves4}, "2"},
		{[]string{"S#", "#G"}, grid.Rule{Moves: grid.Moves4}, "no-path"},
	} {
		picture := asciigrid.Parse(t, tc.rows...)
		costs := costsOf(t, picture.Map, tc.rule, grid.Uniform)
		// A rule is the same in every direction, so the picture is asked both ways.
		for _, ends := range [][2]grid.Cell{{picture.Start, picture.Goal}, {picture.Goal, picture.Start}} {
			p := problemOf(t, costs, ends[1])
			r := solveAStar(t, p, ends[0], gridsearch.WithHeuristic(gridsearch.Options{}, p, grid.Auto, ends[0]))
			got := r.Status.String()
			if r.Status == search.Found {
				got = costs.Format(r.Cost)
			}
			if got != tc.want {
				t.Errorf("%v: %s, want %s\n%s", tc.rule, got, tc.want, asciigrid.Render(picture.Map, r.Path))
			}
		}
	}
}

// orderedMaps are the pictures on which the order of expansions is checked.
func orderedMaps(tb testing.TB) []asciigrid.Picture {
	tb.Helper()
	return []asciigrid.Picture{
		asciigrid.Parse(tb, "S....", ".....", ".....", ".....", "....G"),
		asciigrid.Parse(tb, "S..#...", ".#.#.#.", ".#...#.", ".####..", ".....#G"),
		asciigrid.Parse(tb, "......", ".S..9.", ".12.3.", ".##.G.", "......"),
	}
}

// TestFIFOTakesTheFirstInserted replays the events of a search and keeps an OPEN
// of its own: every state expanded has the least f, and among those the one that
// was put there first, where an improved state counts as put anew.
func TestFIFOTakesTheFirstInserted(t *testing.T) {
	type entry struct {
		state grid.Cell
		f     root2.Length
	}
	for i, picture := range orderedMaps(t) {
		for _, rule := range grid.Rules() {
			for _, metric := range []grid.Metric{grid.Zero, grid.Chebyshev, grid.Euclidean, grid.Auto} {
				costs := costsOf(t, picture.Map, rule, grid.Mul)
				p := problemOf(t, costs, picture.Goal)
				var open []entry
				ties := 0
				put := func(e gridsearch.Event) {
					open = slices.DeleteFunc(open, func(old entry) bool { return old.state == e.State })
					open = append(open, entry{e.State, e.F})
				}
				opts := gridsearch.WithHeuristic(gridsearch.Options{Tie: search.TieFIFO}, p, metric, picture.Start)
				opts.Observer = gridsearch.Observer{Generate: put, Improve: put, Reopen: put, Expand: func(e gridsearch.Event) {
					first := 0
					for j := range open {
						if open[j].f < open[first].f {
							first = j
						} else if open[j].f == open[first].f {
							ties++
						}
					}
					if open[first].state != e.State {
						t.Errorf("map %d, %v, %v: expansion %d is of %v; %v was put on OPEN first with f = %v",
							i, rule, metric, e.Step, e.State, open[first].state, open[first].f)
					}
					open = slices.Delete(open, first, first+1)
				}}
				if r := solveAStar(t, p, picture.Start, opts); r.Status != search.Found {
					t.Fatalf("map %d, %v: %v", i, rule, r.Status)
				}
				if ties == 0 {
					t.Errorf("map %d, %v, %v: no ties, nothing was tested", i, rule, metric)
				}
			}
		}
	}
}

// TestAStepIsAnExpansion: each step of a Stepper tells of one state, in the
// order in which the observer sees them, and the last one is of the goal.
func TestAStepIsAnExpansion(t *testing.T) {
	for i, picture := range orderedMaps(t) {
		p := problemOf(t, costsOf(t, picture.Map, grid.Rule{}, grid.Uniform), picture.Goal)
		var observed []grid.Cell
		opts := gridsearch.WithHeuristic(gridsearch.Options{Tie: search.TieFIFO}, p, grid.Chebyshev, picture.Start)
		opts.Observer.Expand = func(e gridsearch.Event) { observed = append(observed, e.State) }
		stepper, err := search.NewAStar(p, picture.Start, opts)
		if err != nil {
			t.Fatal(err)
		}
		var stepped []grid.Cell
		for event, ok := stepper.Step(); ok; event, ok = stepper.Step() {
			stepped = append(stepped, event.State)
			if len(observed) != len(stepped) || event.Step != int64(len(stepped)) {
				t.Fatalf("map %d: step %d, event %d, %d expansions observed", i, len(stepped), event.Step, len(observed))
			}
		}
		r, err := stepper.Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(stepped, observed) || r.Expanded != int64(len(stepped)) || stepped[len(stepped)-1] != picture.Goal {
			t.Errorf("map %d: stepped through %v, observed %v, %d counted", i, stepped, observed, r.Expanded)
		}
	}
}

// symmetricMaps are mirrored in their main diagonal, on which both ends lie.
func symmetricMaps(tb testing.TB) []asciigrid.Picture {
	tb.Helper()
	return []asciigrid.Picture{
		asciigrid.Parse(tb,
			"S......",
			".......",
			".......",
			".......",
			".......",
			".......",
			"......G"),
		asciigrid.Parse(tb,
			".......",
			".S..#..",
			"...#...",
			"..#.#..",
			".#.#...",
			".....G.",
			"......."),
		asciigrid.Parse(tb,
			"S.#....",
			".......",
			"#..#.#.",
			"..#.##.",
			"...##..",
			"..##.G.",
			"......."),
		asciigrid.Parse(tb,
			"G....",
			".##..",
			".#..9",
			"...3.",
			"..9.S"),
	}
}

func mirrored(c grid.Cell) grid.Cell { return grid.Cell{X: c.Y, Y: c.X} }

// wave names the part of a search to which an expansion belongs: the level of
// f, and in it the round. Round 0 is what was on OPEN with that f when the level
// began, round n+1 is what round n put there.
type wave struct {
	f     root2.Length
	round int
}

// waves runs a search and returns the states that each wave expanded, in order,
// with their g.
func waves(tb testing.TB, picture asciigrid.Picture, rule grid.Rule, model grid.Model, tie search.Tie) (order []wave, members map[wave]map[grid.Cell]root2.Length) {
	tb.Helper()
	costs := costsOf(tb, picture.Map, rule, model)
	p := problemOf(tb, costs, picture.Goal)
	opts := gridsearch.WithHeuristic(gridsearch.Options{Tie: tie}, p, grid.Auto, picture.Start)
	round := map[grid.Cell]int{}
	members = map[wave]map[grid.Cell]root2.Length{}
	var now wave
	put := func(e gridsearch.Event) {
		round[e.State] = 0
		if len(order) > 0 && e.F == now.f {
			round[e.State] = now.round + 1
		}
	}
	opts.Observer = gridsearch.Observer{Generate: put, Improve: put, Reopen: put, Expand: func(e gridsearch.Event) {
		if len(order) > 0 && e.F > now.f { // a new level: all that waits for it is in its round 0
			clear(round)
		}
		if now = (wave{e.F, round[e.State]}); members[now] == nil {
			members[now] = map[grid.Cell]root2.Length{}
			order = append(order, now)
		}
		members[now][e.State] = e.G
	}}
	if r := solveAStar(tb, p, picture.Start, opts); r.Status != search.Found {
		tb.Fatalf("%v\n%s", r.Status, asciigrid.Render(picture.Map, nil))
	}
	return order, members
}

// lopsided returns the first wave but the last that is not its own mirror
// image, g included, or "".
func lopsided(order []wave, members map[wave]map[grid.Cell]root2.Length) string {
	for _, w := range order[:len(order)-1] {
		for c, g := range members[w] {
			if other, ok := members[w][mirrored(c)]; !ok || other != g {
				return fmt.Sprintf("round %d of f = %v holds %v with g = %v, and %v: %v", w.round, w.f, c, g, mirrored(c), ok)
			}
		}
	}
	return ""
}

// TestSymmetricMapsAreExploredSymmetrically states what "explored symmetrically"
// can mean, and holds it: on a map that is its own mirror image, with both ends
// on the axis, A* with FIFO ties and a consistent estimate expands in waves (see
// wave), and every wave but the last is its own mirror image, with equal g. For
// when a wave begins, OPEN and all g are symmetric; a wave's states leave OPEN
// one by one, but what they leave behind is the least g over all of them, in
// whatever order they come. The last wave is cut short where the goal comes up.
//
// The single expansions are not symmetric, as one of two images comes first;
// and with last-in-first-out ties the waves are not either: they run ahead on
// one side, which the test shows on the first map.
func TestSymmetricMapsAreExploredSymmetrically(t *testing.T) {
	for i, picture := range symmetricMaps(t) {
		for _, c := range cells(picture.Map) {
			if picture.Map.Symbol(c) != picture.Map.Symbol(mirrored(c)) {
				t.Fatalf("map %d is not symmetric at %v", i, c)
			}
		}
		for _, rule := range grid.Rules() {
			for _, model := range grid.Models() {
				order, members := waves(t, picture, rule, model, search.TieFIFO)
				if wrong := lopsided(order, members); wrong != "" {
					t.Errorf("map %d, %v, cost %v: %s", i, rule, model, wrong)
				}
				if len(order) < 3 {
					t.Errorf("map %d, %v, cost %v: %d waves, hardly a test", i, rule, model, len(order))
				}
			}
		}
	}
	if order, members := waves(t, symmetricMaps(t)[0], grid.Rule{Moves: grid.Moves4}, grid.Uniform, search.TieLIFO); lopsided(order, members) == "" {
		t.Error("with last-in-first-out ties the waves are symmetric too; then this test shows nothing")
	}
}

// TestMirroredOrderMirrorsTheSearch: with the order of neighbors mirrored as
// well, the search on a symmetric map is the exact mirror image, expansion by
// expansion, for every policy that does not look at a cell's place.
func TestMirroredOrderMirrorsTheSearch(t *testing.T) {
	image := [8]grid.Dir{}
	for i, d := range grid.DefaultOrder {
		image[i], _ = grid.DirBetween(grid.Cell{}, grid.Cell{X: d.DY(), Y: d.DX()})
	}
	for i, picture := range symmetricMaps(t) {
		for _, rule := range grid.Rules() {
			for _, tie := range search.Ties() {
				if tie == search.TieLowH {
					continue
				}
				p := problemOf(t, costsOf(t, picture.Map, rule, grid.Mul), picture.Goal)
				q, err := p.WithOrder(image)
				if err != nil {
					t.Fatal(err)
				}
				expansions := func(p *gridsearch.Problem, name func(grid.Cell) grid.Cell) (list []grid.Cell) {
					opts := gridsearch.WithHeuristic(gridsearch.Options{Tie: tie}, p, grid.Auto, picture.Start)
					opts.Observer.Expand = func(e gridsearch.Event) { list = append(list, name(e.State)) }
					solveAStar(t, p, picture.Start, opts)
					return list
				}
				plain := expansions(p, func(c grid.Cell) grid.Cell { return c })
				if other := expansions(q, mirrored); !slices.Equal(plain, other) {
					t.Errorf("map %d, %v, %v: %v\nis not the image of %v", i, rule, tie, plain, other)
				}
			}
		}
	}
}
