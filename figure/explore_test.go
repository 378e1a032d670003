package figure_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/astrolabe-search/astrolabe/figure"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/mapgen"
)

// key orders OPEN: the least one is expanded next.
type key [4]float64

// journey is what a plain search did: something to draw.
type journey struct {
	m        *grid.Map
	from, to grid.Cell
	steps    []figure.Step
	explored []grid.Cell
	open     []grid.Cell
	path     []grid.Cell
	tree     []figure.Edge
	g        map[grid.Cell]float64
}

// explore searches by the order that rank gives, where nth counts what is put
// on OPEN. cost is that of a step into a cell.
func explore(m *grid.Map, from, to grid.Cell, order []grid.Dir, cost func(d grid.Dir, into grid.Cell) float64, rank func(c grid.Cell, g float64, nth int) (key, string)) journey {
	j := journey{m: m, from: from, to: to, g: map[grid.Cell]float64{from: 0}}
	type entry struct {
		at key
		c  grid.Cell
	}
	nth := 0
	first, _ := rank(from, 0, nth)
	queue := []entry{{first, from}}
	parent := map[grid.Cell]grid.Cell{}
	closed := map[grid.Cell]bool{}
	for len(queue) > 0 {
		best := 0
		for i, e := range queue {
			if slices.Compare(e.at[:], queue[best].at[:]) < 0 {
				best = i
			}
		}
		c := queue[best].c
		queue = slices.Delete(queue, best, best+1)
		if closed[c] {
			continue
		}
		closed[c] = true
		j.explored = append(j.explored, c)
		step := figure.Step{Expanded: c}
		if c != to {
			for _, d := range order {
				n := c.Step(d)
				if !m.Open(n) || closed[n] {
					continue
				}
				g := j.g[c] + cost(d, n)
				if old, known := j.g[n]; known && old <= g {
					continue
				}
				nth++
				at, f := rank(n, g, nth)
				j.g[n], parent[n] = g, c
				queue = append(queue, entry{at, n})
				step.Opened = append(step.Opened, figure.Opened{Cell: n, F: f})
			}
		}
		j.steps = append(j.steps, step)
		if c == to {
			break
		}
	}
	for _, e := range queue {
		if !closed[e.c] && !slices.Contains(j.open, e.c) {
			j.open = append(j.open, e.c)
		}
	}
	for y := range int32(m.Height()) {
		for x := range int32(m.Width()) {
			c := grid.Cell{X: x, Y: y}
			if p, ok := parent[c]; ok {
				j.tree = append(j.tree, figure.Edge{Child: c, Parent: p})
			}
		}
	}
	if closed[to] {
		for c := to; ; c = parent[c] {
			j.path = append(j.path, c)
			if c == from {
				break
			}
		}
		slices.Reverse(j.path)
	}
	return j
}

// picture is the journey's figure without headings.
func (j journey) picture() figure.Search {
	return figure.Search{Map: j.m, From: &j.from, To: &j.to, Explored: j.explored, Path: j.path}
}

// notebook returns the map of the article on A* and heuristic search, and its
// two searches: neighbors down, up, right, left; A* by (f, h, g, cell).
func notebook(t *testing.T) (bfs, astar journey) {
	t.Helper()
	m, err := mapgen.Walls(mapgen.Options{Width: 48, Height: 28, Seed: 11})
	if err != nil {
		t.Fatal(err)
	}
	from, to := grid.Cell{X: 0, Y: 27}, grid.Cell{X: 47, Y: 0}
	order := []grid.Dir{grid.S, grid.N, grid.E, grid.W}
	one := func(grid.Dir, grid.Cell) float64 { return 1 }
	bfs = explore(m, from, to, order, one, func(_ grid.Cell, g float64, nth int) (key, string) {
		return key{g, float64(nth)}, ""
	})
	astar = explore(m, from, to, order, one, func(c grid.Cell, g float64, _ int) (key, string) {
		h := math.Abs(float64(c.X-to.X)) + math.Abs(float64(c.Y-to.Y))
		return key{g + h, h, g, float64(c.Y)*1000 + float64(c.X)}, fmt.Sprint(g + h)
	})
	return bfs, astar
}

// terrain searches a weighted map in eight directions, a step costing its
// length and the weight of the cell entered.
func terrain(m *grid.Map, from, to grid.Cell) journey {
	length := func(d grid.Dir) float64 {
		if d.Diagonal() {
			return math.Sqrt2
		}
		return 1
	}
	cost := func(d grid.Dir, into grid.Cell) float64 {
		return length(d) + float64(m.Weight(into).Millionths())/1e6
	}
	return explore(m, from, to, grid.DefaultOrder[:], cost, func(c grid.Cell, g float64, nth int) (key, string) {
		dx, dy := math.Abs(float64(c.X-to.X)), math.Abs(float64(c.Y-to.Y))
		f := g + max(dx, dy) + (math.Sqrt2-1)*min(dx, dy)
		return key{f, float64(nth)}, fmt.Sprintf("%.4g", f)
	})
}
