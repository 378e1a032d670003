package gridsearch

import (
	"math"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/search"
)

// Nodes carry the number of the search that wrote them, in 16 or 32 bits. When the
// numbers begin anew, what older searches wrote must not be taken for the new one's. So
// a search leaves its marks, at less than what the next one will reach them at, and
// the next has the first number after the end of all.
func TestSearchNumbersWrapAround(t *testing.T) {
	const width, height = 40, 9
	cells := make([]uint8, width*height)
	for x := range width {
		for y := range height {
			if x%4 == 2 && y != x/4%2*(height-1) { // walls with a gap at one end
				cells[y*width+x] = 1
			}
		}
	}
	kinds := []grid.Kind{{Symbol: '2', Weight: grid.WholeWeight(2)}, {Symbol: '@', Blocked: true}}
	m, err := grid.FromKinds(width, height, kinds, cells)
	if err != nil {
		t.Fatal(err)
	}
	near, far, goal := grid.Cell{X: 21, Y: 4}, grid.Cell{X: 0, Y: 4}, grid.Cell{X: 39, Y: 4}
	for _, rule := range grid.Rules() {
		for _, model := range []grid.Model{grid.Uniform, grid.Mul} {
			costs, err := grid.NewCosts(m, rule, model)
			if err != nil {
				t.Fatal(err)
			}
			for _, engine := range Engines() {
				if engine.Supports(costs) != "" || engine == EngineGeneric {
					continue // package search has numbers of its own
				}
				f, err := New(costs, engine)
				if err != nil {
					t.Fatal(err)
				}
				ask := func(from grid.Cell) Answer {
					a, err := f.Find(t.Context(), Query{From: from, To: goal})
					if err != nil {
						t.Fatal(err)
					}
					return a
				}
				want := ask(far)
				f.setNumber(lowest)
				ask(near)
				f.setNumber(highest)
				if a := ask(far); a.Status != search.Found || a.Length != want.Length || a.Stats != want.Stats {
					t.Errorf("%v, %v, cost %v: %v %v %v, want %v %v", engine, rule, model, a.Status, a.Length, a.Stats, want.Length, want.Stats)
				}
			}
		}
	}
}

// What jump point search counts, and by which an engine is chosen, is the work of the
// last search alone.
func TestWorkIsThatOfOneSearch(t *testing.T) {
	cells := make([]uint8, 30*30)
	for x := range 29 {
		cells[15*30+x] = 1
	}
	m, err := grid.FromKinds(30, 30, []grid.Kind{{Symbol: '.'}, {Symbol: '@', Blocked: true}}, cells)
	if err != nil {
		t.Fatal(err)
	}
	ctx, rule := t.Context(), grid.Rule{}
	s := newJumpPoint(ctx, newGridTables(m, rule), newJumpPlanes(ctx, m, rule))
	s.meter = sampleMeter(ctx, sampleLimit)
	from, to := positionOf(grid.Cell{}), positionOf(grid.Cell{Y: 29})
	s.search(from, to)
	followed, sides, stats := s.followed, s.sides, s.stats
	s.search(from, to)
	if followed == 0 || sides == 0 || s.followed != followed || s.sides != sides || s.stats != stats {
		t.Errorf("%d moves followed, %d cells with sides and %v; then %d, %d and %v", followed, sides, stats, s.followed, s.sides, s.stats)
	}
	if s.search(to, to); s.followed != 0 || s.sides != 0 || s.stats != (Stats{}) {
		t.Errorf("from a cell to itself %d moves are followed, %d cells have sides, %v", s.followed, s.sides, s.stats)
	}
}

// A numbering is where the next search's number lies.
type numbering int

const (
	lowest  numbering = iota // the first number is given again after the end of all
	highest                  // none is left
)

// setNumber sets the number of the engine's last search.
func (f *Finder) setNumber(place numbering) {
	switch {
	case f.weights != nil:
		f.weights.number = map[numbering]uint32{lowest: 0, highest: math.MaxUint32}[place]
	case f.jump != nil:
		f.jump.number = map[numbering]uint16{lowest: 0, highest: math.MaxUint16}[place]
	default:
		f.bucket.number = map[numbering]uint64{lowest: 3, highest: 1}[place] // counts down
	}
}
