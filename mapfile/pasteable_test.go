package mapfile_test

import (
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/mapfile"
)

func TestPasteable(t *testing.T) {
	kinds := []grid.Kind{
		{Symbol: 'x', Weight: grid.WholeWeight(7)},
		{Symbol: ' '},
		{Symbol: 'G'},
		{Symbol: '@', Blocked: true},
		{Symbol: 'T', Blocked: true},
		{Symbol: '.', Weight: grid.WholeWeight(0)},
	}
	at := func(x, y int32) *grid.Cell { return &grid.Cell{X: x, Y: y} }
	native := func(header, rows string) string { return "astrolabe 1\nsize 3 2\n" + header + "map\n" + rows }
	for name, c := range map[string]struct {
		cells       []uint8
		rule        grid.Rule
		model       grid.Model
		start, goal *grid.Cell
		want        string
	}{
		"plain":          {[]uint8{1, 2, 3, 4, 2, 1}, grid.Rule{}, grid.Uniform, at(0, 0), at(2, 1), "S.@\n@.G\n"},
		"weights":        {[]uint8{1, 2, 3, 4, 0, 1}, grid.Rule{}, grid.Mul, nil, nil, "..@\n@7.\n"},
		"a weight of 0":  {[]uint8{1, 2, 3, 4, 5, 1}, grid.Rule{}, grid.Mul, nil, nil, native("moves 8\ncut-corners never\ncost mul\nlegend _ 1\nlegend @ blocked\nlegend . 0\n", "__@\n@._\n")},
		"rule has place": {[]uint8{1, 2, 3, 4, 2, 1}, grid.Rule{Moves: grid.Moves4}, grid.Uniform, nil, nil, native("moves 4\ncut-corners never\ncost uniform\nlegend _ 1\nlegend @ blocked\n", "__@\n@__\n")},
	} {
		m, err := grid.FromKinds(3, 2, kinds, c.cells)
		if err != nil {
			t.Fatal(err)
		}
		text, format, err := mapfile.Pasteable(&mapfile.File{Map: m, Rule: c.rule, Model: c.model, Start: c.start, Goal: c.goal})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if wanted := map[bool]mapfile.Format{true: mapfile.Native, false: mapfile.Plain}[strings.HasPrefix(c.want, "astrolabe")]; text != c.want || format != wanted {
			t.Errorf("%s: in the format %v\n%s\nwant\n%s", name, format, text, c.want)
		}
		back, err := mapfile.Read(strings.NewReader(text), name, mapfile.Limits{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if back.Rule != c.rule || back.Model != c.model || (back.Start == nil) != (c.start == nil) {
			t.Errorf("%s: it reads as %v, %v, from %v", name, back.Rule, back.Model, back.Start)
		}
	}
	if _, _, err := mapfile.Pasteable(&mapfile.File{}); err == nil {
		t.Error("a file without a map is written")
	}
}
