package mapfile

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/astrolabe-search/astrolabe/grid"
)

// encoding says how a format shows the cells of a file. All that can be wrong
// is found when it is made.
type encoding struct {
	*File
	format  Format
	weights bool // native: rows of weights, not of symbols
	// symbols holds for each kind what its cells are shown as. Where the map has
	// a weight for every cell, symbol is asked for each instead.
	symbols []rune
	// start and goal are the places that the format shows; nil where it does not.
	start, goal *grid.Cell
	digits      bool // plain: some cell is shown as a digit
}

// noSymbol stands for a cell that a format cannot show.
const noSymbol rune = -1

func newEncoding(f *File, format Format) (*encoding, error) {
	if err := validate(f); err != nil {
		return nil, err
	}
	e := &encoding{File: f, format: format}
	switch format {
	case MovingAI, Plain:
	case Terrain:
		if f.Start == nil || f.Goal == nil {
			return nil, errors.New("mapfile: no start or no goal; a terrain file needs both")
		}
		e.start, e.goal = f.Start, f.Goal
	case Native:
		e.start, e.goal = f.Start, f.Goal
		e.weights = f.Map.HasWeightTable() || !symbolsSuffice(f.Map.Kinds())
	default:
		return nil, fmt.Errorf("mapfile: cannot write the format %v; want movingai, terrain, plain or native", format)
	}
	for _, k := range f.Map.Kinds() {
		e.symbols = append(e.symbols, e.symbol(k, k.Weight))
	}
	if e.weights {
		return e, nil
	}
	if format == Plain {
		e.start, e.goal = e.plainPlaces()
	}
	for y := range f.Map.Height() {
		for x := range f.Map.Width() {
			c := grid.Cell{X: int32(x), Y: int32(y)}
			symbol := e.at(c)
			if symbol == noSymbol {
				return nil, fmt.Errorf("mapfile: cell %v weighs %v with cost %v, but %s; write the native format", c, f.Map.Weight(c), f.Model, holds[format])
			}
			hidden := e.start != nil && *e.start == c || e.goal != nil && *e.goal == c
			e.digits = e.digits || format == Plain && isDigit(symbol) && !hidden
		}
	}
	return e, nil
}

// holds says what weights the formats can show.
var holds = [...]string{
	MovingAI: "a movingai map has no weights",
	Terrain:  "a terrain map has the weights 0, 2 and 4 with cost add, or none",
	Plain:    "a plain map has the weights 1 to 9 with cost mul, or none",
}

// symbolsSuffice tells whether kinds can be told apart by symbols in a row.
func symbolsSuffice(kinds []grid.Kind) bool {
	seen := make(map[rune]bool, len(kinds))
	for _, k := range kinds {
		if seen[k.Symbol] || !canBeSymbol(k.Symbol) {
			return false
		}
		seen[k.Symbol] = true
	}
	return true
}

// symbol returns what the format shows a cell as, given its kind and weight.
func (e *encoding) symbol(k grid.Kind, w grid.Weight) rune {
	neutral := grid.WholeWeight(1) // the weight that leaves a step's cost as it is
	if e.Model == grid.Add {
		neutral = grid.WholeWeight(0)
	}
	switch e.format {
	case MovingAI:
		switch {
		case !k.Blocked && w != neutral:
			return noSymbol
		case isMovingAI(k):
			return k.Symbol
		case k.Blocked:
			return '@'
		}
		return '.'
	case Terrain:
		switch {
		case k.Blocked:
			return '#'
		case w == neutral:
			return ' '
		case e.Model == grid.Add && w == grid.WholeWeight(2):
			return '.'
		case e.Model == grid.Add && w == grid.WholeWeight(4):
			return ':'
		}
		return noSymbol
	case Plain:
		digit := w.Millionths() / 1e6
		isWeight := e.Model == grid.Mul && 1 <= digit && digit <= 9 && w == grid.WholeWeight(digit)
		switch {
		case k.Blocked && k.Symbol == '#':
			return '#'
		case k.Blocked:
			return '@'
		case isWeight && (digit != 1 || k.Symbol == '1'):
			return '0' + rune(digit)
		case w != neutral:
			return noSymbol
		case k.Symbol == ' ':
			return ' '
		}
		return '.'
	}
	return k.Symbol
}

// at returns what the format shows a cell as.
func (e *encoding) at(c grid.Cell) rune {
	kind := e.Map.Kind(c)
	if e.Map.HasWeightTable() {
		return e.symbol(e.Map.Kinds()[kind], e.Map.Weight(c))
	}
	return e.symbols[kind]
}

// plainPlaces returns the start and goal if 'S' and 'G' can show them: on open
// cells that any other symbol of weight 1 could show too, and not on the same.
func (e *encoding) plainPlaces() (start, goal *grid.Cell) {
	can := func(c *grid.Cell) bool {
		if c == nil || !e.Map.Open(*c) {
			return false
		}
		symbol := e.at(*c)
		return !isDigit(symbol) || symbol == '1'
	}
	if can(e.File.Start) {
		start = e.File.Start
	}
	if can(e.File.Goal) && (start == nil || *start != *e.File.Goal) {
		goal = e.File.Goal
	}
	return start, goal
}

// header writes what stands above the rows.
func (e *encoding) header(b *bufio.Writer) {
	width, height := e.Map.Width(), e.Map.Height()
	switch e.format {
	case MovingAI:
		fmt.Fprintf(b, "type octile\nheight %d\nwidth %d\nmap\n", height, width)
	case Terrain:
		fmt.Fprintf(b, "%d %d %d %d %d %d\n", height, width, e.start.Y+1, e.start.X+1, e.goal.Y+1, e.goal.X+1)
	case Native:
		fmt.Fprintf(b, "astrolabe %s\nsize %d %d\n", nativeVersion, width, height)
		fmt.Fprintf(b, "moves %v\ncut-corners %v\ncost %v\n", e.Rule.Moves, e.Rule.Corners, e.Model)
		section := "weights"
		if !e.weights {
			section = "map"
			for _, k := range e.Map.Kinds() {
				fmt.Fprintf(b, "legend %s %s\n", symbolText(k.Symbol), weightText(k))
			}
		}
		if e.start != nil {
			fmt.Fprintf(b, "start %d %d\n", e.start.X, e.start.Y)
		}
		if e.goal != nil {
			fmt.Fprintf(b, "goal %d %d\n", e.goal.X, e.goal.Y)
		}
		b.WriteString(section + "\n")
	}
}

// symbolText returns a symbol for a legend: itself if it shows, else its code.
func symbolText(symbol rune) string {
	if symbol == ' ' || !unicode.IsPrint(symbol) || unicode.IsMark(symbol) {
		return fmt.Sprintf("U+%04X", symbol)
	}
	return string(symbol)
}

func weightText(k grid.Kind) string {
	if k.Blocked {
		return "blocked"
	}
	return k.Weight.String()
}

// rows writes the cells.
func (e *encoding) rows(b *bufio.Writer) {
	var row []byte
	width, height := e.Map.Width(), e.Map.Height()
	if e.format == Plain {
		width, height = e.plainShown()
	}
	for y := range e.Map.Height() {
		row = e.appendRow(row[:0], y)
		if y >= height {
			fillBlanks(row)
		} else if e.format == Plain {
			fillBlanks(row[width:])
		}
		b.Write(append(row, '\n'))
	}
}

// appendRow appends the cells of row y as the format shows them.
func (e *encoding) appendRow(row []byte, y int) []byte {
	for x := range e.Map.Width() {
		c := grid.Cell{X: int32(x), Y: int32(y)}
		switch {
		case e.weights && x > 0:
			row = append(row, ' ')
			fallthrough
		case e.weights:
			row = e.appendWeight(row, c)
		default:
			row = utf8.AppendRune(row, e.at(c))
		}
	}
	if e.format == Plain {
		markPlace(row, y, e.start, 'S')
		markPlace(row, y, e.goal, 'G')
		if y == 0 && detect(row) != Plain { // "1 2 3 4 5 6" would be a header
			fillBlanks(row)
		}
	}
	return row
}

// plainShown returns how many columns and rows of a plain map a reader takes for
// cells whatever they show: all, unless it would drop blanks to their right and below.
func (e *encoding) plainShown() (width, height int) {
	var row []byte
	dots := false
	for y := range e.Map.Height() {
		row = e.appendRow(row[:0], y)
		shown := bytes.TrimRight(row, " ")
		if bytes.IndexByte(shown, ' ') >= 0 {
			return e.Map.Width(), e.Map.Height()
		}
		dots = dots || bytes.ContainsAny(shown, plainGround)
		width = max(width, len(shown))
		if len(shown) > 0 {
			height = y + 1
		}
	}
	if !dots {
		return e.Map.Width(), e.Map.Height()
	}
	return width, height
}

// fillBlanks writes '.' for blanks, which means the same.
func fillBlanks(row []byte) {
	for i, symbol := range row {
		if symbol == ' ' {
			row[i] = '.'
		}
	}
}

func (e *encoding) appendWeight(row []byte, c grid.Cell) []byte {
	if !e.Map.Open(c) {
		return append(row, 'x')
	}
	return append(row, e.Map.Weight(c).String()...)
}

// markPlace puts a symbol into row y of a plain map, whose symbols are bytes,
// if the cell lies there.
func markPlace(row []byte, y int, c *grid.Cell, symbol byte) {
	if c != nil && int(c.Y) == y {
		row[c.X] = symbol
	}
}

// losses lists what the format does not show.
func (e *encoding) losses() []string {
	var losses []string
	lose := func(format string, args ...any) { losses = append(losses, fmt.Sprintf(format, args...)) }
	if e.File.Start != nil && e.start == nil {
		lose("the start %v", *e.File.Start)
	}
	if e.File.Goal != nil && e.goal == nil {
		lose("the goal %v", *e.File.Goal)
	}
	rule, model := e.defaults()
	if e.Rule != rule {
		lose("the rule (%v; %v files mean %v)", e.Rule, e.format, rule)
	}
	if e.Model != model {
		lose("the cost model (%v; read as %v, which costs the same here)", e.Model, model)
	}
	return append(losses, e.mergedKinds()...)
}

// defaults returns the rule and the cost model that a reader of the written
// file takes.
func (e *encoding) defaults() (grid.Rule, grid.Model) {
	switch {
	case e.format == Native:
		return e.Rule, e.Model
	case e.format == Terrain:
		return terrainRule, terrainModel
	case e.digits:
		return grid.Rule{}, grid.Mul
	}
	return grid.Rule{}, grid.Uniform
}

// mergedKinds lists the kinds of cell, out of those on the map, that the
// format does not tell apart.
func (e *encoding) mergedKinds() []string {
	if e.Map.HasWeightTable() {
		return nil
	}
	if e.weights {
		return []string{"the symbols of the cells"}
	}
	used := make([]bool, len(e.symbols))
	for y := range e.Map.Height() {
		for x := range e.Map.Width() {
			used[e.Map.Kind(grid.Cell{X: int32(x), Y: int32(y)})] = true
		}
	}
	var losses []string
	for i, symbol := range e.symbols {
		var same []string
		first := -1
		for j := range e.symbols {
			if used[j] && e.symbols[j] == symbol {
				if first < 0 {
					first = j
				}
				same = append(same, strconv.QuoteRune(e.Map.Kinds()[j].Symbol))
			}
		}
		if first == i && len(same) > 1 {
			losses = append(losses, fmt.Sprintf("the difference between %s (all %s)", strings.Join(same, ", "), strconv.QuoteRune(symbol)))
		}
	}
	return losses
}
