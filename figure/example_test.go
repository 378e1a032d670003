package figure_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/astrolabe-search/astrolabe/figure"
	"github.com/astrolabe-search/astrolabe/figure/scene"
	"github.com/astrolabe-search/astrolabe/grid"
)

func Example() {
	kinds := []grid.Kind{{Symbol: '.'}, {Symbol: '@', Blocked: true}}
	m, err := grid.FromKinds(4, 3, kinds, []uint8{
		0, 0, 0, 0,
		0, 1, 1, 0,
		0, 0, 1, 0,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	search := figure.Search{
		Title:    "Around the wall",
		Map:      m,
		From:     &grid.Cell{X: 0, Y: 2},
		To:       &grid.Cell{X: 3, Y: 2},
		Explored: []grid.Cell{{X: 0, Y: 2}, {X: 1, Y: 2}, {X: 0, Y: 1}, {X: 0, Y: 0}, {X: 1, Y: 0}},
		Path:     []grid.Cell{{X: 0, Y: 2}, {X: 0, Y: 1}, {X: 0, Y: 0}, {X: 1, Y: 0}, {X: 2, Y: 0}, {X: 3, Y: 0}, {X: 3, Y: 1}, {X: 3, Y: 2}},
	}
	dir, err := os.MkdirTemp("", "figure")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	for _, name := range []string{"wall.svg", "wall.pdf", "wall.png", "wall.jpg"} {
		notices, err := figure.Save(filepath.Join(dir, name), search, figure.Options{Theme: scene.Dark})
		fmt.Println(name, len(notices), err != nil)
	}
	drawing, err := search.Draw()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(drawing.Scene.Desc)
	// Output:
	// wall.svg 0 false
	// wall.pdf 0 false
	// wall.png 0 false
	// wall.jpg 0 true
	// A map of 4 columns and 3 rows, 3 cells blocked. The search expanded 5 cells. The start is at 0,2. The goal is at 3,2. A path of 8 cells leads from 0,2 to 3,2.
}

func ExampleRuns() {
	fmt.Println(figure.Runs([]grid.Cell{{X: 3, Y: 0}, {X: 4, Y: 0}, {X: 6, Y: 0}, {X: 0, Y: 1}}))
	// Output: [{3 0 2} {6 0 1} {0 1 1}]
}

func ExampleBars() {
	drawing, err := figure.Bars{
		Unit: "expanded cells",
		Bars: []figure.Bar{{Name: "breadth-first", Value: 1207}, {Name: "A*", Value: 124, Accent: 1}},
	}.Draw()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(drawing.Scene.Desc)
	// Output: A bar chart of expanded cells. breadth-first: 1,207; A*: 124.
}
