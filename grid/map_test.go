package grid_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestCheckSize(t *testing.T) {
	for _, c := range []struct {
		width, height int64
		ok            bool
	}{
		{1, 1, true},
		{48, 28, true},
		{46338, 46338, true},
		{715827880, 1, true},
		{1, 715827880, true},
		{0, 1, false},
		{1, 0, false},
		{-1, 5, false},
		{5, math.MinInt64, false},
		{46339, 46339, false},
		{715827881, 1, false},
		{1, 715827881, false},
		{math.MaxInt64, math.MaxInt64, false},
		{math.MaxInt64, 1, false},
		{1 << 32, 1 << 32, false},
	} {
		err := grid.CheckSize(c.width, c.height)
		if (err == nil) != c.ok || err != nil && !errors.Is(err, grid.ErrSize) {
			t.Errorf("CheckSize(%d, %d) = %v, want ok %t", c.width, c.height, err, c.ok)
		}
	}
}

func TestBadMapsAreRefused(t *testing.T) {
	open := []grid.Kind{{Symbol: '.'}}
	fromKinds := func(width, height int, kinds []grid.Kind, cells []uint8) error {
		m, err := grid.FromKinds(width, height, kinds, cells)
		if err != nil && m != nil {
			t.Errorf("a map comes with the error %v", err)
		}
		return err
	}
	fromWeights := func(width, height int, weights ...grid.Weight) error {
		m, err := grid.FromWeights(width, height, weights)
		if err != nil && m != nil {
			t.Errorf("a map comes with the error %v", err)
		}
		return err
	}
	for _, c := range []struct {
		name string
		err  error
		want string
	}{
		{"no kinds size", fromKinds(0, 2, open, nil), "0×2"},
		{"too few cells", fromKinds(2, 2, open, make([]uint8, 3)), "3 cells given for a map of 2×2"},
		{"too many cells", fromKinds(2, 2, open, make([]uint8, 5)), "5 cells given for a map of 2×2"},
		{"unknown kind", fromKinds(2, 2, open, []uint8{0, 0, 0, 1}), "cell 1,1 has kind 1 of 1"},
		{"no kinds", fromKinds(1, 1, nil, []uint8{0}), "cell 0,0 has kind 0 of 0"},
		{"256 kinds", fromKinds(1, 1, make([]grid.Kind, 256), []uint8{0}), "256 kinds"},
		{"negative kind", fromKinds(1, 1, []grid.Kind{{Symbol: '~', Weight: grid.Millionths(-5)}}, []uint8{0}), "negative weight -0.000005"},
		{"no weights size", fromWeights(2, -1), "2×-1"},
		{"no weights", fromWeights(0, 0), "0×0"},
		{"too few weights", fromWeights(2, 1, grid.WholeWeight(5)), "1 weights given for a map of 2×1"},
		{"negative weight", fromWeights(2, 1, grid.WholeWeight(5), grid.WholeWeight(-2)), "cell 1,0 has the negative weight -2"},
		{"least negative weight", fromWeights(1, 1, grid.Millionths(-1)), "cell 0,0 has the negative weight -0.000001"},
		{"huge weight", fromWeights(1, 1, grid.WholeWeight(math.MaxInt64)), "cell 0,0 has a weight that is out of range"},
		{"huge kind", fromKinds(1, 1, []grid.Kind{{Symbol: '~', Weight: grid.WholeWeight(1 << 60)}}, []uint8{0}), "kind '~' has a weight that is out of range"},
		{"blocked by weight", fromKinds(1, 1, []grid.Kind{{Symbol: '~', Weight: grid.Blocked}}, []uint8{0}), "set Kind.Blocked"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.name, c.err, c.want)
		}
	}
	if err := fromKinds(1, 1, []grid.Kind{{Symbol: '@', Blocked: true, Weight: grid.Millionths(-5)}}, []uint8{0}); err != nil {
		t.Errorf("the weight of a blocked kind does not matter, but: %v", err)
	}
	if err := fromKinds(1, 1, make([]grid.Kind, 255), []uint8{254}); err != nil {
		t.Errorf("255 kinds: %v", err)
	}
}

func TestPlacesAndBorder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMap(6).Draw(t, "map")
		width, height := int32(m.Width()), int32(m.Height())
		if m.Stride() != m.Width()+2 || m.Len() != m.Stride()*(m.Height()+2) {
			t.Fatalf("a map of %d×%d has the stride %d and %d places", width, height, m.Stride(), m.Len())
		}
		next := grid.ID(0)
		open := 0
		for _, c := range cellsOf(m, 1) {
			if m.ID(c) != next || m.Cell(next) != c {
				t.Fatalf("cell %v has the id %d, which is cell %v; want %d", c, m.ID(c), m.Cell(m.ID(c)), next)
			}
			inside := c.X >= 0 && c.X < width && c.Y >= 0 && c.Y < height
			if m.In(c) != inside || m.OpenID(next) != m.Open(c) || !inside && m.OpenID(next) {
				t.Fatalf("cell %v: in %t, open %t, open by id %t", c, m.In(c), m.Open(c), m.OpenID(next))
			}
			if inside {
				for _, d := range grid.DefaultOrder {
					if m.ID(c.Step(d)) != next+m.Offset(d) {
						t.Fatalf("the neighbor of %v in direction %v is not at its offset", c, d)
					}
				}
			}
			if m.Open(c) {
				open++
			}
			next++
		}
		if int(next) != m.Len() || open != m.OpenCount() {
			t.Fatalf("%d places, %d open; the map says %d and %d", next, open, m.Len(), m.OpenCount())
		}
	})
	m := read(t, "..")
	for _, c := range []grid.Cell{{X: math.MinInt32}, {X: math.MaxInt32}, {Y: math.MinInt32}, {X: -1}, {Y: 1}, {X: 2}} {
		if m.In(c) || m.Open(c) {
			t.Errorf("%v is on a map of 2×1", c)
		}
	}
}

func TestOpenBitsAreThoseOfTheCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width, height := rapid.IntRange(1, 140).Draw(t, "width"), rapid.IntRange(1, 4).Draw(t, "height")
		cells := make([]uint8, width*height)
		for i := range cells {
			cells[i] = rapid.Uint8Range(0, 1).Draw(t, "kind")
		}
		m, err := grid.FromKinds(width, height, []grid.Kind{{Symbol: '.'}, {Symbol: '@', Blocked: true}}, cells)
		if err != nil {
			t.Fatal(err)
		}
		words, length := m.OpenBits()
		if length != (m.Stride()+63)/64 || len(words) != length*(height+2) {
			t.Fatalf("%d words, %d to a row, of a map of %d×%d", len(words), length, width, height)
		}
		for y := range height + 2 {
			for x := range length * 64 {
				want := x < m.Stride() && m.OpenID(grid.ID(y*m.Stride()+x))
				if got := words[y*length+x/64]>>(x%64)&1 != 0; got != want {
					t.Fatalf("bit %d of row %d is %t%s", x, y, got, draw(m))
				}
			}
		}
	})
}

func TestAsManyKindsAsThereCanBe(t *testing.T) {
	kinds, cells := make([]grid.Kind, 255), make([]uint8, 255)
	for i := range cells {
		kinds[i].Blocked, cells[i] = i%2 == 1, uint8(i)
	}
	m, err := grid.FromKinds(255, 1, kinds, cells)
	if err != nil {
		t.Fatal(err)
	}
	words, length := m.OpenBits()
	masks := m.MoveMasks(grid.Rule{})
	for x := range 255 {
		isOpen := words[length+(x+1)/64]>>((x+1)%64)&1 != 0
		if isOpen != (x%2 == 0) || isOpen != m.Open(grid.Cell{X: int32(x)}) || masks[m.ID(grid.Cell{X: int32(x)})] != 0 {
			t.Errorf("the cell of kind %d: open %t", x, isOpen)
		}
	}
}

func TestMapHoldsWhatItWasMadeFrom(t *testing.T) {
	kinds := append(make([]grid.Kind, 0, 8), grid.Kind{Symbol: '.', Weight: grid.Millionths(5)}, grid.Kind{Symbol: '#', Blocked: true}, grid.Kind{Symbol: '~', Weight: grid.Millionths(7)})
	cells := []uint8{0, 1, 2, 2, 0, 1}
	m, err := grid.FromKinds(3, 2, kinds, cells)
	if err != nil {
		t.Fatal(err)
	}
	weights := []grid.Weight{grid.WholeWeight(0), grid.Blocked, grid.Millionths(3), grid.Millionths(9)}
	table, err := grid.FromWeights(2, 2, weights)
	if err != nil {
		t.Fatal(err)
	}
	// What was given is copied.
	kinds[0].Weight, cells[0], weights[0] = grid.WholeWeight(99), 1, grid.Blocked

	if m.HasWeightTable() || !table.HasWeightTable() {
		t.Error("HasWeightTable is wrong")
	}
	if got := m.Kinds(); len(got) != 3 || got[0].Weight != grid.Millionths(5) || got[2].Symbol != '~' {
		t.Errorf("kinds %v", got)
	}
	at := func(x, y int32) grid.Cell { return grid.Cell{X: x, Y: y} }
	if m.Kind(at(0, 0)) != 0 || m.Kind(at(2, 1)) != 1 || m.Symbol(at(0, 1)) != '~' || m.Weight(at(1, 1)) != grid.Millionths(5) || m.Weight(at(2, 0)) != grid.Millionths(7) {
		t.Errorf("cells are not where they were put:%s", draw(m))
	}
	if !table.Open(at(0, 0)) || table.Weight(at(0, 0)) != grid.WholeWeight(0) || table.Open(at(1, 0)) || table.Weight(at(0, 1)) != grid.Millionths(3) || table.Weight(at(1, 1)) != grid.Millionths(9) {
		t.Errorf("weights are not where they were put:%s", draw(table))
	}
	if table.Symbol(at(0, 0)) != '.' || table.Symbol(at(1, 0)) != '@' {
		t.Errorf("symbols of a table:%s", draw(table))
	}
}

func TestMasksAndLegalStepsAreThoseOfTheRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMap(5).Draw(t, "map")
		cells := cellsOf(m, 2)
		for _, rule := range grid.Rules() {
			masks := m.MoveMasks(rule)
			for _, from := range cells {
				var want uint8
				for _, to := range cells {
					ok := legal(m, from, to, rule)
					if m.Legal(from, to, rule) != ok {
						t.Fatalf("%v: Legal(%v, %v) = %t%s", rule, from, to, !ok, draw(m))
					}
					if d, near := grid.DirBetween(from, to); near && ok {
						want |= 1 << d
					}
				}
				if m.In(from) && masks[m.ID(from)] != want {
					t.Fatalf("%v: the mask of %v is %08b, want %08b%s", rule, from, masks[m.ID(from)], want, draw(m))
				}
			}
			for _, c := range cellsOf(m, 1) {
				if !m.In(c) && masks[m.ID(c)] != 0 {
					t.Fatalf("%v: the border cell %v has the mask %08b", rule, c, masks[m.ID(c)])
				}
			}
		}
	})
}

func TestRulesOutOfRangeCountAsTheLaxest(t *testing.T) {
	m := read(t, ".@", "@.")
	from, to := grid.Cell{}, grid.Cell{X: 1, Y: 1}
	if !m.Legal(from, to, grid.Rule{Corners: 77}) || m.Legal(from, to, grid.Rule{Moves: 77}) {
		t.Error("an unknown corner rule must allow what always allows; unknown moves are eight")
	}
	if open := read(t, "..", ".."); !open.Legal(from, to, grid.Rule{Moves: 77}) || !open.Legal(from, to, grid.Rule{}) {
		t.Error("unknown moves are eight, and leave the masks of eight alone")
	}
}

func TestMasksMayBeAskedForAtOnce(t *testing.T) {
	m := read(t, "..@.", ".@..", "....")
	var group sync.WaitGroup
	masks := make([][]uint8, 16)
	for i := range masks {
		group.Go(func() { masks[i] = m.MoveMasks(grid.Rules()[i%4]) })
	}
	group.Wait()
	for i := 4; i < len(masks); i++ {
		if &masks[i][0] != &masks[i%4][0] {
			t.Errorf("the masks of %v were made twice", grid.Rules()[i%4])
		}
	}
}

func TestWith(t *testing.T) {
	m := read(t, "..@", "...")
	before := slices.Clone(m.MoveMasks(grid.Rule{}))
	edited, err := m.With(
		edit(t, 2, 0, '2'),
		edit(t, 0, 1, '9'),
		edit(t, 0, 1, '@'),
	)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := draw(edited), draw(read(t, "..2", "@..")); got != want {
		t.Errorf("the edited map is%s\nwant%s", got, want)
	}
	if got, want := draw(m), draw(read(t, "..@", "...")); got != want || !slices.Equal(m.MoveMasks(grid.Rule{}), before) {
		t.Errorf("the map itself became%s", got)
	}
	for _, c := range cellsOf(edited, 0) {
		for _, d := range grid.DefaultOrder {
			if to := c.Step(d); edited.Legal(c, to, grid.Rule{}) != legal(edited, c, to, grid.Rule{}) {
				t.Errorf("the edited map has old masks at %v%s", c, draw(edited))
			}
		}
	}
	same, err := m.With()
	if err != nil || draw(same) != draw(m) {
		t.Errorf("without edits: %v%s", err, draw(same))
	}
}

func TestWithInAMapOfWeights(t *testing.T) {
	m, err := grid.FromWeights(3, 1, []grid.Weight{grid.Millionths(7), grid.Blocked, grid.Millionths(9)})
	if err != nil {
		t.Fatal(err)
	}
	edited, err := m.With(
		grid.Edit{Cell: grid.Cell{X: 0}, Kind: 1}, // blocked
		grid.Edit{Cell: grid.Cell{X: 1}, Kind: 0}, // opened: weighs what its kind does
		grid.Edit{Cell: grid.Cell{X: 2}, Kind: 0}, // was open and stays as heavy
	)
	if err != nil {
		t.Fatal(err)
	}
	check := func(m *grid.Map, want ...grid.Weight) {
		t.Helper()
		for x, w := range want {
			c := grid.Cell{X: int32(x)}
			if m.Open(c) != (w != grid.Blocked) || m.Open(c) && m.Weight(c) != w {
				t.Errorf("weights are not %v:%s", want, draw(m))
			}
		}
	}
	check(edited, grid.Blocked, grid.WholeWeight(1), grid.Millionths(9))
	// Blocked and opened again, it weighs what its new kind does.
	reopened, err := edited.With(grid.Edit{Cell: grid.Cell{X: 0}, Kind: 0}, grid.Edit{Cell: grid.Cell{X: 2}, Kind: 1}, grid.Edit{Cell: grid.Cell{X: 2}, Kind: 0})
	if err != nil {
		t.Fatal(err)
	}
	check(reopened, grid.WholeWeight(1), grid.WholeWeight(1), grid.WholeWeight(1))
	check(m, grid.Millionths(7), grid.Blocked, grid.Millionths(9))
}

func TestWithRefusesEditsThatMakeNoSense(t *testing.T) {
	m := read(t, "..")
	for _, c := range []struct {
		edit grid.Edit
		want string
	}{
		{grid.Edit{Cell: grid.Cell{X: 2}}, "cell 2,0 lies outside the map of 2×1"},
		{grid.Edit{Cell: grid.Cell{Y: -1}}, "cell 0,-1 lies outside"},
		{grid.Edit{Cell: grid.Cell{X: 1}, Kind: -1}, "cell 1,0 is to have kind -1; the map has the kinds 0 to 12"},
		{grid.Edit{Kind: len(m.Kinds())}, "kind 13; the map has the kinds 0 to 12"}, // the border's
	} {
		edited, err := m.With(grid.Edit{}, c.edit)
		if err == nil || edited != nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, want one with %q", c.edit, err, c.want)
		}
	}
}

func TestRegionsAgreeWithFloodingByTheRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMap(6).Draw(t, "map")
		rule := rapid.SampledFrom(grid.Rules()).Draw(t, "rule")
		// Naively: every open cell starts with a label of its own, and neighbors
		// take the smaller one until nothing changes.
		cells := cellsOf(m, 0)
		own := map[grid.Cell]int{}
		for i, c := range cells {
			if m.Open(c) {
				own[c] = i
			}
		}
		for changed := true; changed; {
			changed = false
			for _, a := range cells {
				for _, d := range grid.DefaultOrder {
					if b := a.Step(d); legal(m, a, b, rule) && own[b] < own[a] {
						own[a] = own[b]
						changed = true
					}
				}
			}
		}
		want := make([]int32, m.Len())
		for id := range want {
			want[id] = -1
		}
		number := map[int]int32{}
		var wantSizes []int
		for _, c := range cells {
			if !m.Open(c) {
				continue
			}
			if _, seen := number[own[c]]; !seen {
				number[own[c]] = int32(len(number))
				wantSizes = append(wantSizes, 0)
			}
			want[m.ID(c)] = number[own[c]]
			wantSizes[number[own[c]]]++
		}
		label, sizes := m.Regions(rule)
		if difference := cmp.Diff(want, label); difference != "" {
			t.Fatalf("labels under %v:\n%s%s", rule, difference, draw(m))
		}
		if difference := cmp.Diff(wantSizes, sizes); difference != "" {
			t.Fatalf("sizes under %v:\n%s%s", rule, difference, draw(m))
		}
	})
}
