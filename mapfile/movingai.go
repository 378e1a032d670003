package mapfile

import (
	"io"
	"slices"
	"strings"

	"github.com/astrolabe-search/astrolabe/grid"
)

const movingAIWant = "want '.', 'G' or 'S' (open) or '@', 'O', 'T' or 'W' (blocked)"

// movingAIKinds are the symbols of the format. Those that other programs tell
// apart stay apart, so that a file is written back as it was read.
var movingAIKinds = []grid.Kind{
	{Symbol: '.'},
	{Symbol: '@', Blocked: true},
	{Symbol: 'G'},
	{Symbol: 'S'},
	{Symbol: 'O', Blocked: true},
	{Symbol: 'T', Blocked: true},
	{Symbol: 'W', Blocked: true},
}

// movingAI reads the rest of a MovingAI map.
func (p *parser) movingAI(first string) (*File, error) {
	switch words := splitFields(first); {
	case !strings.EqualFold(words[0].text, "type"):
		return nil, p.errorf(0, `want "type octile" above`, "the header begins with %q", clip(first))
	case len(words) == 2 && strings.EqualFold(words[1].text, "octile-corner"):
		return nil, p.errorf(0, `want "type octile", a symbol for each cell; convert it with the tool that made it`,
			"the map's type is octile-corner: its rows give the terrain of the cells' corners, and a cell may be split in two")
	case len(words) != 2 || !strings.EqualFold(words[1].text, "octile"):
		return nil, p.errorf(0, `want "type octile"`, "the map's type is not known: %q", clip(first))
	}
	width, height, err := p.movingAIHeader()
	if err != nil {
		return nil, err
	}
	a := newAlphabet(movingAIKinds, movingAIWant, lengthByHeader)
	cells, err := p.rows(a, width, height, false, 0)
	if err != nil {
		return nil, err
	}
	kinds := dropUnused(movingAIKinds, 2, cells)
	m, err := grid.FromKinds(width, height, kinds, cells)
	if err != nil {
		return nil, p.failed(err)
	}
	return &File{Map: m, Format: MovingAI}, nil
}

// movingAIHeader reads the lines of the size, in either order, and "map".
func (p *parser) movingAIHeader() (width, height int, err error) {
	const want = `want the lines "height H", "width W" and "map"`
	size := map[string]int32{}
	for {
		line, err := p.header()
		if err == io.EOF {
			return 0, 0, p.errorAt(p.number+1, 0, want, "the file ends within its header")
		}
		if err != nil {
			return 0, 0, err
		}
		words := splitFields(line)
		if len(words) == 0 {
			continue
		}
		key := strings.ToLower(words[0].text)
		switch {
		case len(size) == 2 && len(words) == 1 && key == "map":
			return int(size["width"]), int(size["height"]), nil
		case len(words) != 2 || key != "height" && key != "width":
			return 0, 0, p.errorf(0, want, "the header has the line %q", clip(line))
		case size[key] != 0:
			return 0, 0, p.errorf(0, want, "a second line with the %s", key)
		}
		if size[key], err = p.number32(words[1], "the "+key, 1); err != nil {
			return 0, 0, err
		}
		if len(size) == 2 {
			if err := p.checkSize(int64(size["width"]), int64(size["height"])); err != nil {
				return 0, 0, err
			}
		}
	}
}

// isMovingAI tells whether a MovingAI map shows cells like k's by its symbol.
func isMovingAI(k grid.Kind) bool {
	return slices.ContainsFunc(movingAIKinds, func(known grid.Kind) bool {
		return known.Symbol == k.Symbol && known.Blocked == k.Blocked
	})
}
