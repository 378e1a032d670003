package mapgen_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/internal/sharedtest"
	"github.com/astrolabe-search/astrolabe/mapgen"
)

// notebookMap is the map of the article "A* and heuristic search".
const notebookMap = `
.....................@@..@.@@.@@.@..............
................................@@@@@@@.@.@@@...
....@@.@@.@@.@.@@...............................
................................................
................................................
................................................
.................@..............................
........@..........@....@.......................
...................@....@.......................
........@@..@@@@@@.@@@..........................
........@........@.@....@.......................
........@..........@....@.......................
........................@.@.@@@@..@@@...........
........@........@.@....@.......................
........@.@@..@@@@@@@@@@@..@@@.@@@..............
@@@@.@@@@@@@@......@....@.......................
.....@..@..........@............................
.............................@@.@@@.@.@@@@......
.....@..........................................
.....@..........................................
.....@...........@@@.@@@.@..@...................
.@.@@@@.@@@.@...................................
.....@..........................................
.....@..........................................
.....@..........................................
.....@..........................................
................................................
................................................
`

func TestNotebookMap(t *testing.T) {
	if got := draw(generate(t, "walls", mapgen.Options{Width: 48, Height: 28, Seed: 11})); got != notebookMap {
		t.Errorf("got%swant%s", got, notebookMap)
	}
}

func TestNotebookMapIsTheTruth(t *testing.T) {
	data, err := os.ReadFile(sharedtest.Path(t, "truths", "notebook.json"))
	if err != nil {
		t.Fatal(err)
	}
	var truth struct{ Map []string }
	if err := json.Unmarshal(data, &truth); err != nil {
		t.Fatal(err)
	}
	if want := "\n" + strings.ReplaceAll(strings.Join(truth.Map, "\n"), "#", "@") + "\n"; notebookMap != want {
		t.Errorf("got%swant%s", notebookMap, want)
	}
}

func TestWallsAreSegments(t *testing.T) {
	check := func(o mapgen.Options, across, down int) {
		t.Helper()
		seen := map[grid.Cell]int{} // direction to the seeds that made such a segment
		for seed := range int64(30) {
			o.Seed, o.Walls, o.Gap = seed, 1, mapgen.None
			m := generate(t, "walls", o)
			var cells []grid.Cell
			for y := range int32(m.Height()) {
				for x := range int32(m.Width()) {
					if c := (grid.Cell{X: x, Y: y}); !m.Open(c) {
						cells = append(cells, c)
					}
				}
			}
			direction, length := grid.Cell{X: 1}, across
			if cells[0].X == cells[len(cells)-1].X {
				direction, length = grid.Cell{Y: 1}, down
			}
			if len(cells) != length {
				t.Fatalf("%+v: %d cells, want %d%s", o, len(cells), length, draw(m))
			}
			seen[direction]++
			for i := range cells[1:] {
				if step := (grid.Cell{X: cells[i+1].X - cells[i].X, Y: cells[i+1].Y - cells[i].Y}); step != direction {
					t.Fatalf("%+v is no segment%s", o, draw(m))
				}
			}
		}
		if len(seen) != 2 {
			t.Errorf("%+v: all segments have the direction of %v", o, seen)
		}
	}
	check(mapgen.Options{}, 13, 10)
	check(mapgen.Options{WallWidth: 3, WallHeight: 5}, 3, 5)
	check(mapgen.Options{WallWidth: 49, WallHeight: 33}, 49, 33)
	check(mapgen.Options{Width: 6, Height: 5}, 6, 5) // cut to the map's size
	check(mapgen.Options{Width: 6, Height: 5, WallWidth: 50, WallHeight: 2}, 6, 2)

	if m := generate(t, "walls", mapgen.Options{Walls: mapgen.None}); m.OpenCount() != 49*33 {
		t.Errorf("no walls were asked for%s", draw(m))
	}
	if m := generate(t, "walls", mapgen.Options{Gap: 1000}); m.OpenCount() != 49*33 {
		t.Errorf("walls of gaps only were asked for%s", draw(m))
	}
	if m := generate(t, "walls", mapgen.Options{Width: 1, Height: 1, Gap: mapgen.None}); m.OpenCount() != 0 {
		t.Errorf("a map of one cell has at least one wall%s", draw(m))
	}
}
