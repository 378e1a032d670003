package termdraw_test

import (
	"fmt"
	"os"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/internal/termdraw"
)

func Example() {
	kinds := []grid.Kind{{Symbol: '.'}, {Symbol: '@', Blocked: true}}
	m, err := grid.FromKinds(5, 3, kinds, []uint8{
		0, 0, 0, 0, 0,
		0, 0, 1, 1, 0,
		0, 0, 1, 0, 0,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	picture := termdraw.Picture{
		Map:      m,
		Start:    &grid.Cell{X: 1, Y: 2},
		Goal:     &grid.Cell{X: 4, Y: 1},
		Path:     []grid.Cell{{X: 1, Y: 2}, {X: 1, Y: 1}, {X: 1, Y: 0}, {X: 2, Y: 0}, {X: 3, Y: 0}, {X: 4, Y: 0}, {X: 4, Y: 1}},
		Expanded: []grid.Cell{{X: 0, Y: 0}, {X: 0, Y: 1}, {X: 0, Y: 2}},
	}
	if err := termdraw.Draw(os.Stdout, picture, termdraw.Options{Columns: 80}); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(termdraw.Legend(termdraw.NoColor))
	// Output:
	// ┌─────┐
	// │░••••│
	// │░•██G│
	// │░S█  │
	// └─────┘
	// S start  G goal  • path  ░ expanded  █ wall
}
