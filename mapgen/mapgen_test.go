package mapgen_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/internal/asciigrid"
	"github.com/astrolabe-search/astrolabe/mapgen"
	"pgregory.net/rapid"
)

var four = grid.Rule{Moves: grid.Moves4}

func generate(t interface{ Fatalf(string, ...any) }, kind string, o mapgen.Options) *grid.Map {
	m, err := mapgen.Generate(kind, o)
	if err != nil {
		t.Fatalf("Generate(%q, %+v): %v", kind, o, err)
	}
	return m
}

func draw(m *grid.Map) string { return "\n" + asciigrid.Render(m, nil) }

// The pictures below were also drawn by a Python program that uses the
// standard library's random.Random in the same order.
func TestSmallMaps(t *testing.T) {
	for _, c := range []struct {
		kind string
		o    mapgen.Options
		want string
	}{
		{"walls", mapgen.Options{Width: 24, Height: 8, Seed: 3, Walls: 4, WallWidth: 9, WallHeight: 5}, `
...@.@@@@@@.............
........................
...........@@@@@@@.@....
.............@...@......
.............@...@......
.............@...@......
........................
.............@...@......
`},
		{"random", mapgen.Options{Width: 24, Height: 6, Seed: 3, Density: 400}, `
@.@..@@.@@.....@.....@..
@@......@....@@@...@.@@.
.......@.....@..@@..@..@
@..@.@.@....@@.@@..@@.@.
.@..........@@...@..@..@
...@..@@..@..@@@@.@@.@..
`},
		{"maze", mapgen.Options{Width: 24, Height: 10, Seed: 5}, `
@@@@@@@@@@@@@@@@@@@@@@@@
@.@.............@.....@@
@.@.@@@.@@@@@@@.@.@@@.@@
@.@...@.@.......@.@...@@
@.@@@.@.@@@@@.@@@.@.@@@@
@...@.@.....@.....@...@@
@@@.@@@@@@@.@@@@@@@@@.@@
@...........@.........@@
@@@@@@@@@@@@@@@@@@@@@@@@
@@@@@@@@@@@@@@@@@@@@@@@@
`},
		{"maze", mapgen.Options{Width: 16, Height: 13, Seed: 5, Corridor: 2}, `
@@@@@@@@@@@@@@@@
@..@.....@.....@
@..@.....@.....@
@..@..@..@..@..@
@..@..@.....@..@
@..@..@.....@..@
@..@@@@..@@@@..@
@.....@.....@..@
@.....@.....@..@
@@@@..@@@@@@@..@
@..............@
@..............@
@@@@@@@@@@@@@@@@
`},
		{"rooms", mapgen.Options{Width: 24, Height: 12, Seed: 5, RoomWidth: 4, RoomHeight: 3}, `
@@@@@@@@@@@@@@@@@@@@@@@@
@....@....@....@.......@
@..............@.......@
@....@....@............@
@@.@@@@@@@@@.@@@.@@@@@@@
@....@....@....@.......@
@....@.................@
@....@....@....@.......@
@....@....@....@.......@
@....@....@....@.......@
@.........@....@.......@
@@@@@@@@@@@@@@@@@@@@@@@@
`},
	} {
		if got := draw(generate(t, c.kind, c.o)); got != c.want {
			t.Errorf("%s, %+v:%swant:%s", c.kind, c.o, got, c.want)
		}
	}
}

func TestKinds(t *testing.T) {
	all := map[string]func(*mapgen.Options){
		"walls":       func(o *mapgen.Options) { o.Walls = 3 },
		"wall-width":  func(o *mapgen.Options) { o.WallWidth = 3 },
		"wall-height": func(o *mapgen.Options) { o.WallHeight = 3 },
		"gap":         func(o *mapgen.Options) { o.Gap = 3 },
		"density":     func(o *mapgen.Options) { o.Density = 3 },
		"corridor":    func(o *mapgen.Options) { o.Corridor = 3 },
		"room-width":  func(o *mapgen.Options) { o.RoomWidth = 3 },
		"room-height": func(o *mapgen.Options) { o.RoomHeight = 3 },
		"doors":       func(o *mapgen.Options) { o.Doors = 3 },
	}
	var names []string
	used := map[string]bool{}
	for _, kind := range mapgen.Kinds() {
		names = append(names, kind.Name)
		if kind.Description == "" || strings.Contains(kind.Description, "\n") {
			t.Errorf("%s: description %q", kind.Name, kind.Description)
		}
		if m := generate(t, kind.Name, mapgen.Options{}); m.Width() != 49 || m.Height() != 33 {
			t.Errorf("%s: the default size is %d×%d", kind.Name, m.Width(), m.Height())
		}
		for option, set := range all {
			var o mapgen.Options
			set(&o)
			_, err := mapgen.Generate(kind.Name, o)
			if slices.Contains(kind.Options, option) {
				used[option] = true
				if err != nil {
					t.Errorf("%s refuses %s: %v", kind.Name, option, err)
				}
			} else if !errors.Is(err, mapgen.ErrOptions) || !strings.Contains(err.Error(), kind.Name+" takes no "+option+"; it takes "+kind.Options[0]) {
				t.Errorf("%s with %s: error %v", kind.Name, option, err)
			}
		}
	}
	if want := []string{"walls", "random", "maze", "rooms"}; !slices.Equal(names, want) {
		t.Errorf("kinds %v, want %v", names, want)
	}
	if len(used) != len(all) {
		t.Errorf("only %v are options of a kind", used)
	}
	mapgen.Kinds()[0].Options[0] = "changed"
	if got := mapgen.Kinds()[0].Options[0]; got != "walls" {
		t.Errorf("a caller changed an option's name to %q", got)
	}
}

func TestFunctionsMakeWhatGenerateMakes(t *testing.T) {
	for kind, make := range map[string]func(mapgen.Options) (*grid.Map, error){
		"walls": mapgen.Walls, "random": mapgen.Random, "maze": mapgen.Maze, "rooms": mapgen.Rooms,
	} {
		m, err := make(mapgen.Options{Seed: 4})
		if err != nil || draw(m) != draw(generate(t, kind, mapgen.Options{Seed: 4})) {
			t.Errorf("%s: another map, or %v", kind, err)
		}
	}
}

func TestSeedsDecide(t *testing.T) {
	for _, kind := range mapgen.Kinds() {
		first := draw(generate(t, kind.Name, mapgen.Options{Seed: 7}))
		if again := draw(generate(t, kind.Name, mapgen.Options{Seed: 7})); again != first {
			t.Errorf("%s: one seed makes two maps:%s%s", kind.Name, first, again)
		}
		if other := draw(generate(t, kind.Name, mapgen.Options{Seed: 8})); other == first {
			t.Errorf("%s: two seeds make one map:%s", kind.Name, first)
		}
	}
}

func TestDefaultsAreWhatTheyAreSaidToBe(t *testing.T) {
	for kind, o := range map[string]mapgen.Options{
		"walls":  {Width: 49, Height: 33, Walls: 49 * 33 / 84, WallWidth: 13, WallHeight: 10, Gap: 220},
		"random": {Width: 49, Height: 33, Density: 250},
		"maze":   {Width: 49, Height: 33, Corridor: 1},
		"rooms":  {Width: 49, Height: 33, RoomWidth: 7, RoomHeight: 7, Doors: 500},
	} {
		if got, want := draw(generate(t, kind, mapgen.Options{})), draw(generate(t, kind, o)); got != want {
			t.Errorf("%s without options:%swith the defaults:%s", kind, got, want)
		}
	}
}

func TestGapsAndDensityAreMet(t *testing.T) {
	const side, long = 300, 20_000
	// The one segment that seed 1 makes is horizontal, and so covers the row.
	wall := mapgen.Options{Width: long, Height: 1, WallWidth: long, Walls: 1, Seed: 1, Gap: mapgen.None}
	if m := generate(t, "walls", wall); m.OpenCount() != 0 {
		t.Fatalf("%d cells of %d are not covered by the segment", m.OpenCount(), long)
	}
	for _, share := range []int{1, 100, 250, 407, 999, 1000} {
		m := generate(t, "random", mapgen.Options{Width: side, Height: side, Density: mapgen.PerMille(share)})
		checkShare(t, fmt.Sprintf("density %d", share), side*side-m.OpenCount(), side*side, share)

		wall.Gap = mapgen.PerMille(share)
		checkShare(t, fmt.Sprintf("gap %d", share), generate(t, "walls", wall).OpenCount(), long, share)
	}
	if m := generate(t, "random", mapgen.Options{Density: mapgen.None}); m.OpenCount() != 49*33 {
		t.Errorf("a density of nothing:%s", draw(m))
	}
}

// checkShare tells whether a count of n lies within five standard deviations
// of share·n/1000.
func checkShare(t *testing.T, name string, count, n, share int) {
	t.Helper()
	p := float64(share) / 1000
	if deviation := math.Abs(float64(count) - p*float64(n)); deviation > 5*math.Sqrt(p*(1-p)*float64(n)) {
		t.Errorf("%s: %d of %d", name, count, n)
	}
}

// size draws a size and a corridor or room size that fits into it.
func size(t *rapid.T) (width, height, part int) {
	part = rapid.IntRange(1, 5).Draw(t, "part")
	return rapid.IntRange(part+2, 40).Draw(t, "width"), rapid.IntRange(part+2, 40).Draw(t, "height"), part
}

func TestMazesArePerfect(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width, height, corridor := size(t)
		o := mapgen.Options{Width: width, Height: height, Seed: rapid.Int64().Draw(t, "seed"), Corridor: corridor}
		m := generate(t, "maze", o)
		if _, regions := m.Regions(four); len(regions) != 1 {
			t.Fatalf("%+v: %d regions%s", o, len(regions), draw(m))
		}
		// Places, and the ways between them: as a tree has, one fewer.
		pitch := corridor + 1
		places, ways, cells := 0, 0, 0
		for y := 1; y+corridor < height; y += pitch {
			for x := 1; x+corridor < width; x += pitch {
				places++
				cells += corridor * corridor
				right, below := grid.Cell{X: int32(x + corridor), Y: int32(y)}, grid.Cell{X: int32(x), Y: int32(y + corridor)}
				for _, way := range []grid.Cell{right, below} {
					if m.Open(way) {
						ways++
						cells += corridor
					}
				}
			}
		}
		if ways != places-1 || cells != m.OpenCount() {
			t.Fatalf("%+v: %d places and %d ways make %d open cells of %d%s", o, places, ways, cells, m.OpenCount(), draw(m))
		}
	})
}

func TestMazesOfFourPlaces(t *testing.T) {
	// A depth-first search from a corner goes round either way: two mazes.
	mazes := map[string]bool{}
	for seed := range int64(20) {
		mazes[draw(generate(t, "maze", mapgen.Options{Width: 5, Height: 5, Seed: seed}))] = true
	}
	if len(mazes) != 2 {
		t.Errorf("%d mazes, want 2", len(mazes))
	}
}

func TestRoomsAreConnectedByDoors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width, height, part := size(t)
		o := mapgen.Options{
			Width: width, Height: height, Seed: rapid.Int64().Draw(t, "seed"),
			RoomWidth: part, RoomHeight: rapid.IntRange(1, height-2).Draw(t, "room height"),
			Doors: rapid.SampledFrom([]mapgen.PerMille{mapgen.None, 0, 300, 1000}).Draw(t, "doors"),
		}
		m := generate(t, "rooms", o)
		if _, regions := m.Regions(four); len(regions) != 1 {
			t.Fatalf("%+v: %d regions%s", o, len(regions), draw(m))
		}
		across, down := (width-1)/(o.RoomWidth+1), (height-1)/(o.RoomHeight+1)
		tree, all := across*down-1, (across-1)*down+across*(down-1)
		inside := (width - 1 - across) * (height - 1 - down)
		doors := m.OpenCount() - inside
		switch o.Doors {
		case mapgen.None:
			if doors != tree {
				t.Fatalf("%+v: %d doors, %d are needed%s", o, doors, tree, draw(m))
			}
		case 1000:
			if doors != all {
				t.Fatalf("%+v: %d doors in %d walls%s", o, doors, all, draw(m))
			}
		default:
			if doors < tree || doors > all {
				t.Fatalf("%+v: %d doors, want %d to %d%s", o, doors, tree, all, draw(m))
			}
		}
		for y := range int32(height) {
			for x := range int32(width) {
				c := grid.Cell{X: x, Y: y}
				if edge := x == 0 || y == 0 || int(x) == width-1 || int(y) == height-1; edge && m.Open(c) {
					t.Fatalf("%+v: the outer wall is open at %v%s", o, c, draw(m))
				}
				onWall := func(at int32, pitch, rooms int) bool { return int(at)%pitch == 0 && int(at)/pitch < rooms }
				onColumn, onRow := onWall(x, o.RoomWidth+1, across), onWall(y, o.RoomHeight+1, down)
				if !onColumn && !onRow && !m.Open(c) && int(x) < width-1 && int(y) < height-1 {
					t.Fatalf("%+v: %v lies inside a room and is blocked%s", o, c, draw(m))
				}
				if onColumn && onRow && m.Open(c) {
					t.Fatalf("%+v: a door at the corner %v%s", o, c, draw(m))
				}
			}
		}
	})
}

func TestRoomsLargerThanTheMap(t *testing.T) {
	m := generate(t, "rooms", mapgen.Options{Width: 6, Height: 4})
	if got, want := draw(m), "\n@@@@@@\n@....@\n@....@\n@@@@@@\n"; got != want {
		t.Errorf("got%swant%s", got, want)
	}
}

func TestShareOfDoors(t *testing.T) {
	const side = 401 // 200×200 rooms of one cell
	m := generate(t, "rooms", mapgen.Options{Width: side, Height: side, RoomWidth: 1, RoomHeight: 1, Doors: 300})
	const rooms, tree, all = 200 * 200, 200*200 - 1, 2 * 199 * 200
	checkShare(t, "doors", m.OpenCount()-rooms-tree, all-tree, 300)
}

func TestBadOptionsAreRefused(t *testing.T) {
	for _, c := range []struct {
		kind string
		o    mapgen.Options
		is   error
		want string
	}{
		{"labyrinth", mapgen.Options{}, mapgen.ErrOptions, `"labyrinth" is not a kind of map; want one of walls, random, maze, rooms`},
		{"", mapgen.Options{}, mapgen.ErrOptions, "want one of"},
		{"random", mapgen.Options{Width: -1}, grid.ErrSize, "-1×33"},
		{"random", mapgen.Options{Height: -1}, grid.ErrSize, "49×-1"},
		{"random", mapgen.Options{Width: 8193, Height: 8192}, grid.ErrSize, "8193×8192 is more than 67108864 cells"},
		{"random", mapgen.Options{Width: math.MaxInt, Height: math.MaxInt}, grid.ErrSize, "more than"},
		{"random", mapgen.Options{Width: math.MaxInt32, Height: 1}, grid.ErrSize, "more than"},
		{"random", mapgen.Options{Density: 1001}, mapgen.ErrOptions, "density is 1001; want -1 to 1000, or 0 for the default"},
		{"random", mapgen.Options{Density: -2}, mapgen.ErrOptions, "density is -2"},
		{"random", mapgen.Options{Corridor: 2}, mapgen.ErrOptions, "random takes no corridor; it takes density"},
		{"walls", mapgen.Options{Walls: -2}, mapgen.ErrOptions, "walls is -2"},
		{"walls", mapgen.Options{Walls: mapgen.MaxCells + 1}, mapgen.ErrOptions, "walls is 67108865"},
		{"walls", mapgen.Options{WallWidth: -1}, mapgen.ErrOptions, "wall-width is -1; want 0 to"},
		{"walls", mapgen.Options{WallHeight: math.MaxInt}, mapgen.ErrOptions, "wall-height is"},
		{"walls", mapgen.Options{Gap: 1001}, mapgen.ErrOptions, "gap is 1001"},
		{"maze", mapgen.Options{Corridor: -1}, mapgen.ErrOptions, "corridor is -1"},
		{"maze", mapgen.Options{Width: 2}, mapgen.ErrOptions, "2×33 with corridors of 1 has no place; want at least 3×3"},
		{"maze", mapgen.Options{Height: 5, Corridor: 4}, mapgen.ErrOptions, "49×5 with corridors of 4 has no place; want at least 6×6"},
		{"rooms", mapgen.Options{RoomWidth: -1}, mapgen.ErrOptions, "room-width is -1"},
		{"rooms", mapgen.Options{RoomHeight: -1}, mapgen.ErrOptions, "room-height is -1"},
		{"rooms", mapgen.Options{Doors: 1001}, mapgen.ErrOptions, "doors is 1001"},
		{"rooms", mapgen.Options{Width: 2}, mapgen.ErrOptions, "no room fits into 2×33"},
		{"rooms", mapgen.Options{Height: 2}, mapgen.ErrOptions, "no room fits into 49×2"},
	} {
		m, err := mapgen.Generate(c.kind, c.o)
		if m != nil || !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "mapgen: ") {
			t.Errorf("%s, %+v: error %v; want one with %q", c.kind, c.o, err, c.want)
		}
	}
}

func TestParsePerMille(t *testing.T) {
	for text, want := range map[string]mapgen.PerMille{
		"0.25": 250, ".407": 407, "1": 1000, "1.000": 1000, "0.001": 1, "0.2500": 250, "0": mapgen.None, "-0": mapgen.None,
	} {
		if got, err := mapgen.ParsePerMille(text); err != nil || got != want {
			t.Errorf("ParsePerMille(%q) = %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "x", "1.001", "-0.1", "0.0001", "inf", "nan", "25%", "250", "1e-1"} {
		if got, err := mapgen.ParsePerMille(text); got != 0 || !errors.Is(err, mapgen.ErrOptions) || !strings.Contains(err.Error(), fmt.Sprintf("%q", text)) {
			t.Errorf("ParsePerMille(%q) = %d, %v; want an error that quotes it", text, got, err)
		}
	}
}

func TestEnds(t *testing.T) {
	at := func(x, y int32) grid.Cell { return grid.Cell{X: x, Y: y} }
	for _, c := range []struct {
		rows        []string
		rule        grid.Rule
		start, goal grid.Cell
		ok          bool
	}{
		{[]string{"..", ".."}, four, at(0, 0), at(1, 1), true},
		{[]string{".@..", "@..."}, four, at(2, 0), at(3, 1), true},
		{[]string{"..@", "@@@", "..@"}, four, at(0, 0), at(1, 0), true}, // as large as the other, and first
		{[]string{".@.", "@@.", "..@"}, four, at(2, 0), at(2, 1), true},
		{[]string{".@.", "@@.", "..@"}, grid.Rule{Corners: grid.CornersOne}, at(2, 0), at(2, 1), true},
		{[]string{".@.", "@@.", "..@"}, grid.Rule{Corners: grid.CornersAlways}, at(2, 0), at(1, 2), true},
		{[]string{"@@@", "@.@"}, four, at(1, 1), at(1, 1), true},
		{[]string{"@@"}, four, at(0, 0), at(0, 0), false},
	} {
		m := asciigrid.Parse(t, c.rows...).Map
		start, goal, ok := mapgen.Ends(m, c.rule)
		if start != c.start || goal != c.goal || ok != c.ok {
			t.Errorf("%v: ends %v and %v, %t; want %v and %v, %t%s", c.rule, start, goal, ok, c.start, c.goal, c.ok, draw(m))
		}
	}
}
