package grid_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"pgregory.net/rapid"
)

func TestExpandIsTheInverseOfCompress(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMap(6).Filter(func(m *grid.Map) bool { return m.OpenCount() > 0 }).Draw(t, "map")
		costs := newCosts(t, m, rapid.SampledFrom(grid.Rules()).Draw(t, "rule"), grid.Uniform)
		path := drawWalk(t, costs)
		before := slices.Clone(path)
		turns := grid.CompressPath(path)
		if !slices.Equal(path, before) {
			t.Fatalf("CompressPath changed its input from %v to %v", before, path)
		}
		turnsBefore := slices.Clone(turns)
		back, err := grid.ExpandPath(turns)
		if err != nil || !slices.Equal(back, path) {
			t.Fatalf("%v compresses to %v, which expands to %v, %v", path, turns, back, err)
		}
		if !slices.Equal(turns, turnsBefore) {
			t.Fatalf("ExpandPath changed its input from %v to %v", turnsBefore, turns)
		}
		// Between two turning points the direction changes, so none is in vain.
		for i := 1; i+1 < len(turns); i++ {
			into, out := heading(turns[i-1], turns[i]), heading(turns[i], turns[i+1])
			if into == out {
				t.Fatalf("%v compresses to %v, where %v is no turn", path, turns, turns[i])
			}
		}
	})
}

// heading returns the signs of the differences of two cells.
func heading(from, to grid.Cell) grid.Cell {
	sign := func(n int32) int32 { return min(max(n, -1), 1) }
	return grid.Cell{X: sign(to.X - from.X), Y: sign(to.Y - from.Y)}
}

func TestCompressAndExpand(t *testing.T) {
	cells := func(xy ...int32) (list []grid.Cell) {
		for i := 0; i < len(xy); i += 2 {
			list = append(list, grid.Cell{X: xy[i], Y: xy[i+1]})
		}
		return list
	}
	for _, c := range []struct {
		name        string
		path, turns []grid.Cell
	}{
		{"empty", nil, nil},
		{"one cell", cells(3, 4), cells(3, 4)},
		{"one step", cells(0, 0, 1, 1), cells(0, 0, 1, 1)},
		{"straight", cells(0, 0, 1, 0, 2, 0, 3, 0), cells(0, 0, 3, 0)},
		{"diagonal", cells(3, 0, 2, 1, 1, 2), cells(3, 0, 1, 2)},
		{"a bend", cells(0, 0, 1, 0, 2, 0, 2, 1, 2, 2), cells(0, 0, 2, 0, 2, 2)},
		{"there and back", cells(0, 0, 1, 0, 2, 0, 1, 0, 0, 0), cells(0, 0, 2, 0, 0, 0)},
		{"a loop", cells(0, 0, 1, 0, 1, 1, 0, 1, 0, 0), cells(0, 0, 1, 0, 1, 1, 0, 1, 0, 0)},
	} {
		if got := grid.CompressPath(c.path); !slices.Equal(got, c.turns) {
			t.Errorf("%s: %v compresses to %v, want %v", c.name, c.path, got, c.turns)
		}
		if got, err := grid.ExpandPath(c.turns); err != nil || !slices.Equal(got, c.path) {
			t.Errorf("%s: %v expands to %v, %v, want %v", c.name, c.turns, got, err, c.path)
		}
	}
	repeated := cells(0, 0, 0, 0, 1, 0, 1, 0, 2, 0, 2, 0)
	if got := grid.CompressPath(repeated); !slices.Equal(got, cells(0, 0, 2, 0)) {
		t.Errorf("%v compresses to %v", repeated, got)
	}
	for _, turns := range [][]grid.Cell{
		cells(0, 0, 3, 0, 5, 2, 6, 3), cells(0, 0, 1, 0, 4, 3), cells(0, 0, 3, 3, 4, 3), cells(0, 0, 5, 0, 10, 0),
	} {
		if got := grid.CompressPath(turns); !slices.Equal(got, turns) {
			t.Errorf("cells that are no neighbors, %v, compress to %v", turns, got)
		}
	}
}

func TestExpandRefusesTurnsOutOfLine(t *testing.T) {
	for _, turns := range [][]grid.Cell{
		{{X: 0, Y: 0}, {X: 2, Y: 1}},
		{{X: 0, Y: 0}, {X: 0, Y: 5}, {X: 3, Y: 4}},
		{{X: math.MinInt32, Y: 0}, {X: math.MaxInt32, Y: -1}}, // would be a diagonal in 32 bits
	} {
		path, err := grid.ExpandPath(turns)
		if err == nil || path != nil || !strings.Contains(err.Error(), turns[len(turns)-1].String()) {
			t.Errorf("%v expands to %v, %v; want an error that names the cells", turns, path, err)
		}
	}
}
