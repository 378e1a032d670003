package grid_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
)

func TestFromStrings(t *testing.T) {
	m, err := grid.FromStrings("S.#", "@ 9", "1G#")
	if err != nil {
		t.Fatal(err)
	}
	if got := len(m.Kinds()); got != 8 {
		t.Errorf("%d kinds of cell; want one for each of 8 characters", got)
	}
	if got := draw(m); !strings.Contains(got, "S.#") || m.Width() != 3 || m.Height() != 3 || m.OpenCount() != 6 {
		t.Errorf("%d×%d, %d open:%s", m.Width(), m.Height(), m.OpenCount(), got)
	}
	for y, row := range []string{"11#", "#19", "11#"} {
		for x, want := range row {
			c := grid.Cell{X: int32(x), Y: int32(y)}
			if m.Open(c) != (want != '#') || m.Open(c) && m.Weight(c) != grid.WholeWeight(int64(want-'0')) {
				t.Errorf("cell %v: open %t, weight %v, want %c", c, m.Open(c), m.Weight(c), want)
			}
		}
	}
	if start, ok := m.Find('S'); !ok || start != (grid.Cell{}) {
		t.Errorf("the start is at %v, %t", start, ok)
	}
	if goal, ok := m.Find('G'); !ok || goal != (grid.Cell{X: 1, Y: 2}) {
		t.Errorf("the goal is at %v, %t", goal, ok)
	}
	if c, ok := m.Find('#'); !ok || c != (grid.Cell{X: 2}) {
		t.Errorf("the first '#' is at %v, %t", c, ok)
	}
	long, err := grid.FromStrings(strings.Repeat(".#", 500))
	if err != nil || long.OpenCount() != 500 {
		t.Errorf("a row of 1000 cells of two sorts: %v", err)
	}
	full, err := grid.FromStrings("..")
	if err != nil {
		t.Fatal(err)
	}
	if c, ok := full.Find('@'); ok {
		t.Errorf("an '@', which only the border has, is found at %v", c)
	}
}

func TestFromTables(t *testing.T) {
	walls := map[string]func() (*grid.Map, error){
		"bool":  func() (*grid.Map, error) { return grid.FromWalls([][]bool{{false, true}, {false, false}}) },
		"int":   func() (*grid.Map, error) { return grid.FromWalls([][]int{{0, 1}, {0, 0}}) },
		"uint8": func() (*grid.Map, error) { return grid.FromWalls([][]uint8{{0, 1}, {0, 0}}) },
		"weights": func() (*grid.Map, error) {
			return grid.FromIntWeights([][]int{{1, -1}, {1, 1}})
		},
	}
	for name, from := range walls {
		m, err := from()
		if err != nil {
			t.Fatal(err)
		}
		if m.OpenCount() != 3 || m.Open(grid.Cell{X: 1}) || m.Weight(grid.Cell{Y: 1}) != grid.WholeWeight(1) {
			t.Errorf("%s:%s", name, draw(m))
		}
	}
	m, err := grid.FromIntWeights([][]int{{0, 7, -3}})
	if err != nil {
		t.Fatal(err)
	}
	if m.Weight(grid.Cell{}) != grid.WholeWeight(0) || m.Weight(grid.Cell{X: 1}) != grid.WholeWeight(7) || m.Open(grid.Cell{X: 2}) {
		t.Errorf("weights 0, 7 and a wall are%s", draw(m))
	}
}

func TestFromRowsRefuses(t *testing.T) {
	err := func(m *grid.Map, err error) error {
		if m != nil {
			t.Errorf("a map comes with %v", err)
		}
		return err
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{err(grid.FromStrings()), "no cells"},
		{err(grid.FromStrings("", "")), "no cells"},
		{err(grid.FromStrings("..", "...")), "row 1 has 3 cells, but the first has 2"},
		{err(grid.FromStrings("..", ".0")), "cell 1,1 is '0'; want"},
		{err(grid.FromStrings("é~")), "cell 0,0 is 'é'; want"},
		{err(grid.FromIntWeights(nil)), "no rows"},
		{err(grid.FromIntWeights([][]int{{}})), "0×1"},
		{err(grid.FromIntWeights([][]int{{1, 2}, {1}})), "row 1 has 1 cells, but the first has 2"},
		{err(grid.FromWalls([][]bool{})), "no rows"},
		{err(grid.FromWalls([][]bool{{true}, {}})), "row 1 has 0 cells"},
		{err(grid.FromWalls([][]int{{0, 1}, {1, 5}})), "cell 1,1 is 5; want 0 (open) or 1 (a wall)"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("%v; want an error with %q", c.err, c.want)
		}
	}
	if _, none := grid.FromStrings(); !errors.Is(none, grid.ErrSize) {
		t.Errorf("no rows: %v is not ErrSize", none)
	}
}
