package asciigrid

import (
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
)

func TestParseReadsWhatIsDrawn(t *testing.T) {
	p := Parse(t, "S.#", "@7G")
	if p.Start != (grid.Cell{X: 0, Y: 0}) || p.Goal != (grid.Cell{X: 2, Y: 1}) {
		t.Errorf("ends are %v and %v", p.Start, p.Goal)
	}
	for y, row := range []string{"..#", "@7."} {
		for x, symbol := range row {
			c := grid.Cell{X: int32(x), Y: int32(y)}
			if got := p.Map.Symbol(c); got != symbol {
				t.Errorf("%v is %q, want %q", c, got, symbol)
			}
			if got, want := p.Map.Open(c), symbol != '#' && symbol != '@'; got != want {
				t.Errorf("%v: open is %v, want %v", c, got, want)
			}
		}
	}
	if got := p.Map.Weight(grid.Cell{X: 1, Y: 1}); got != grid.WholeWeight(7) {
		t.Errorf("the 7 weighs %v", got)
	}
	if without := Parse(t, "."); without.Start != outside || without.Goal != outside {
		t.Errorf("ends that were not drawn are %v and %v, want %v", without.Start, without.Goal, outside)
	}
}

func TestParseRefuses(t *testing.T) {
	for _, tc := range []struct {
		rows []string
		want string
	}{
		{nil, "no rows"},
		{[]string{""}, "width and height must be at least 1"},
		{[]string{"..", "..."}, "row 1 has 3 cells, row 0 has 2"},
		{[]string{"..", ".x"}, "unknown symbol 'x' at 1,1"},
		{[]string{"S.", ".S"}, "a second 'S' at 1,1; the first is at 0,0"},
		{[]string{"GG"}, "a second 'G' at 1,0; the first is at 0,0"},
	} {
		_, err := read(tc.rows)
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%q: error %v, want one with %q", tc.rows, err, tc.want)
		}
	}
}

func TestRenderShowsMapAndPath(t *testing.T) {
	p := Parse(t, "..#", "2..")
	path := []grid.Cell{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 2, Y: 0}, {X: 3, Y: 0}, {X: 2, Y: 1}}
	if got, want := Render(p.Map, path), "S*!\n2.G\noff the map: 3,0\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got, want := Render(p.Map, path[:1]), "S.#\n2..\n"; got != want {
		t.Errorf("a path of one cell: got\n%swant\n%s", got, want)
	}
	weighted, err := grid.FromWeights(2, 1, []grid.Weight{grid.Millionths(250_000), grid.Blocked})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := Render(weighted, nil), ".@\nweights:\n     0.25        x\n"; got != want {
		t.Errorf("with weights: got\n%swant\n%s", got, want)
	}
}
