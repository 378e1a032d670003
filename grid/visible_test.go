package grid_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/internal/sharedtest"
	"pgregory.net/rapid"
)

// crosses tells whether the segment between the centers of two cells passes
// through the inside of the cell c. It cuts the segment, in exact fractions of
// its length, with the open strips of c's column and row.
func crosses(from, to, c grid.Cell) bool {
	enter, leave := new(big.Rat), big.NewRat(1, 1)
	clip := func(start, end, cell int32) bool {
		// In halves: the center of cell n lies at 2n+1, its sides at 2n and 2n+2.
		at, run := int64(2*start+1), int64(2*(end-start))
		near, far := int64(2*cell), int64(2*cell+2)
		if run == 0 {
			return near < at && at < far
		}
		if run < 0 {
			near, far = far, near
		}
		if t := big.NewRat(near-at, run); t.Cmp(enter) > 0 {
			enter = t
		}
		if t := big.NewRat(far-at, run); t.Cmp(leave) < 0 {
			leave = t
		}
		return true
	}
	return clip(from.X, to.X, c.X) && clip(from.Y, to.Y, c.Y) && enter.Cmp(leave) < 0
}

// visible is the definition of what Map.Visible answers: its plain twin.
func visible(m *grid.Map, from, to grid.Cell, rule grid.Rule) bool {
	if !m.Open(from) || !m.Open(to) {
		return false
	}
	for _, c := range cellsOf(m, 0) {
		if crosses(from, to, c) && !m.Open(c) {
			return false
		}
	}
	// Where four cells meet on the segment, the cells before and after are a
	// diagonal step apart.
	dx, dy := to.X-from.X, to.Y-from.Y
	for _, c := range cellsOf(m, 0) {
		// The corner at the lower right of c lies at (2x+2, 2y+2) in halves, and
		// on the line if it is in one direction with the goal, seen from the start.
		right, down := 2*c.X+2-(2*from.X+1), 2*c.Y+2-(2*from.Y+1)
		onLine := int64(right)*int64(dy) == int64(down)*int64(dx)
		between := right*dx >= 0 && down*dy >= 0 && max(right, -right) < 2*max(dx, -dx) && max(down, -down) < 2*max(dy, -dy)
		if dx == 0 || dy == 0 || !onLine || !between {
			continue
		}
		before, after := c, grid.Cell{X: c.X + 1, Y: c.Y + 1}
		if (dx > 0) != (dy > 0) {
			before, after = grid.Cell{X: c.X, Y: c.Y + 1}, grid.Cell{X: c.X + 1, Y: c.Y}
		}
		if !legal(m, before, after, rule) {
			return false
		}
	}
	return true
}

func TestVisibleAgreesWithGeometry(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMap(7).Draw(t, "map")
		cells := cellsOf(m, 0)
		from := rapid.SampledFrom(cells).Draw(t, "from")
		for _, rule := range grid.Rules() {
			for _, to := range cells {
				if got, want := m.Visible(from, to, rule), visible(m, from, to, rule); got != want {
					t.Fatalf("%v: Visible(%v, %v) = %t, want %t%s", rule, from, to, got, want, draw(m, from, to))
				}
			}
		}
	})
}

func TestVisibleCases(t *testing.T) {
	m := read(t,
		".@.@",
		"@...",
		"....")
	always, one, never, four := grid.Rule{Corners: grid.CornersAlways}, grid.Rule{Corners: grid.CornersOne}, grid.Rule{}, grid.Rule{Moves: grid.Moves4}
	at := func(x, y int32) grid.Cell { return grid.Cell{X: x, Y: y} }
	for _, c := range []struct {
		from, to grid.Cell
		rule     grid.Rule
		want     bool
	}{
		{at(0, 0), at(0, 0), never, true},
		{at(1, 0), at(1, 0), never, false},
		{at(0, 0), at(1, 1), never, false},
		{at(0, 0), at(1, 1), one, false},
		{at(0, 0), at(1, 1), always, true},
		{at(1, 2), at(2, 1), never, true},
		{at(1, 2), at(2, 1), four, false},
		{at(2, 0), at(3, 1), never, false},
		{at(2, 0), at(3, 1), one, true},
		{at(2, 0), at(2, 2), four, true},
		{at(0, 2), at(3, 1), never, true},
		{at(0, 0), at(2, 1), always, false},
		{at(0, 0), at(-1, 0), always, false},
		{at(0, 0), at(0, 3), always, false},
		{at(0, 0), at(-100, -100), always, false},
		{at(-100, -100), at(-100, -100), always, false},
	} {
		if got := m.Visible(c.from, c.to, c.rule); got != c.want {
			t.Errorf("%v: Visible(%v, %v) = %t, want %t%s", c.rule, c.from, c.to, got, c.want, draw(m))
		}
		if got := m.Visible(c.to, c.from, c.rule); got != c.want {
			t.Errorf("%v: Visible(%v, %v) = %t, want %t%s", c.rule, c.to, c.from, got, c.want, draw(m))
		}
	}
}

// The report: a smoothed path ran between two walls that touch at a corner.
func TestReportedSmoothingThroughCorner(t *testing.T) {
	file, err := os.Open(sharedtest.Path(t, "cases", "reported.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	scanner := bufio.NewScanner(file)
	scanner.Buffer(nil, 1<<24)
	checked := 0
	for scanner.Scan() {
		var report struct {
			ID     string          `json:"id"`
			Map    []string        `json:"map"`
			Expect json.RawMessage `json:"expect"`
		}
		if err := json.Unmarshal(scanner.Bytes(), &report); err != nil {
			t.Fatal(err)
		}
		if report.ID != "smoothing-through-corner" {
			continue
		}
		var expect struct {
			Visible map[string]bool `json:"visible"`
		}
		if err := json.Unmarshal(report.Expect, &expect); err != nil {
			t.Fatal(err)
		}
		m := read(t, report.Map...)
		for segment, want := range expect.Visible {
			var from, to grid.Cell
			if _, err := fmt.Sscanf(segment, "(%d,%d)-(%d,%d)", &from.X, &from.Y, &to.X, &to.Y); err != nil {
				t.Fatalf("segment %q: %v", segment, err)
			}
			for _, corners := range []grid.CornerRule{grid.CornersNever, grid.CornersOne} {
				if got := m.Visible(from, to, grid.Rule{Corners: corners}); got != want {
					t.Errorf("corners %v: Visible(%v, %v) = %t, want %t%s", corners, from, to, got, want, draw(m))
				}
			}
			checked++
		}
	}
	if err := scanner.Err(); err != nil {
		t.Fatal(err)
	}
	if checked != 3 {
		t.Errorf("%d segments were checked, the report has 3", checked)
	}
}

func TestVisibleOnALongMap(t *testing.T) {
	const width = 4000
	m := read(t, strings.Repeat(".", width), strings.Repeat(".", width))
	from, to := grid.Cell{}, grid.Cell{X: width - 1, Y: 1}
	if !m.Visible(from, to, grid.Rule{}) {
		t.Error("nothing is in the way")
	}
	// Halfway the segment passes from row 0 to row 1.
	blocked, err := m.With(edit(t, width/2-1, 0, '@'))
	if err != nil {
		t.Fatal(err)
	}
	if blocked.Visible(from, to, grid.Rule{}) {
		t.Error("a blocked cell is in the way")
	}
	aside, err := m.With(edit(t, width/2+1, 0, '@'))
	if err != nil {
		t.Fatal(err)
	}
	if !aside.Visible(from, to, grid.Rule{}) {
		t.Error("the blocked cell is not in the way")
	}
}
