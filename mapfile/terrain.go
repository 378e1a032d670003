package mapfile

import (
	"fmt"

	"github.com/astrolabe-search/astrolabe/grid"
)

// terrainNumbers is how many numbers the header has.
const terrainNumbers = 6

const (
	terrainBlank = 1 // the index in terrainKinds of what pads short rows
	terrainWant  = "want '#' (wall), a blank (0), '.' (2) or ':' (4)"
)

var terrainKinds = []grid.Kind{
	{Symbol: '#', Blocked: true},
	terrainBlank: {Symbol: ' ', Weight: grid.WholeWeight(0)},
	{Symbol: '.', Weight: grid.WholeWeight(2)},
	{Symbol: ':', Weight: grid.WholeWeight(4)},
}

// terrainDefaults are the rule and the costs of the terrain article.
var (
	terrainRule  = grid.Rule{Moves: grid.Moves8, Corners: grid.CornersAlways}
	terrainModel = grid.Add
)

// terrain reads the rest of a map in the terrain article's format, where
// places are (row, column), counted from 1.
func (p *parser) terrain(first string) (*File, error) {
	fields := splitFields(first)
	names := [terrainNumbers]string{
		"the number of rows", "the number of columns", "the start's row", "the start's column", "the target's row", "the target's column",
	}
	var n [terrainNumbers]int32
	for i := range 2 {
		var err error
		if n[i], err = p.number32(fields[i], names[i], 1); err != nil {
			return nil, err
		}
	}
	for i := 2; i < terrainNumbers; i++ {
		var err error
		if n[i], err = p.number32(fields[i], names[i], 1); err != nil {
			return nil, err
		}
		if bound := n[i%2]; n[i] > bound {
			return nil, p.errorf(fields[i].column, fmt.Sprintf("want a number from 1 to %d", bound), "%s is %d", names[i], n[i])
		}
	}
	rows, columns := int(n[0]), int(n[1])
	if err := p.checkSize(int64(columns), int64(rows)); err != nil {
		return nil, err
	}
	cells, err := p.rows(newAlphabet(terrainKinds, terrainWant, lengthByHeader), columns, rows, true, terrainBlank)
	if err != nil {
		return nil, err
	}
	m, err := grid.FromKinds(columns, rows, terrainKinds, cells)
	if err != nil {
		return nil, p.failed(err)
	}
	return &File{
		Map:    m,
		Format: Terrain,
		Start:  &grid.Cell{X: n[3] - 1, Y: n[2] - 1},
		Goal:   &grid.Cell{X: n[5] - 1, Y: n[4] - 1},
		Rule:   terrainRule,
		Model:  terrainModel,
	}, nil
}
