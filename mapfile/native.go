package mapfile

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/astrolabe-search/astrolabe/grid"
)

const (
	nativeVersion = "1"
	// maxNativeKinds is the number of kinds that a map can tell apart.
	maxNativeKinds = 255
	// maxWeightText bounds a weight's text; the longest that can be read
	// without needless zeros has 20 characters.
	maxWeightText = 32
	// maxKnownWeights bounds how many texts of weights are remembered.
	maxKnownWeights = 1 << 12
)

// nativeKeys are the keys of the header, in the order in which they are
// written; the last two begin the rows.
var nativeKeys = []string{"size", "moves", "cut-corners", "cost", "legend", "start", "goal", "map", "weights"}

// nativeHeader collects the lines of a header.
type nativeHeader struct {
	*parser
	file          *File
	width, height int32
	kinds         []grid.Kind
	at            map[string]int // the line of each key seen, but for legend
	symbolAt      map[rune]int   // the line of each symbol's legend
	places        []nativePlace
}

// nativePlace is a start or goal whose bounds are not known yet.
type nativePlace struct {
	key  string
	line int
	x, y field
	cell *grid.Cell
}

// native reads the rest of a map in the native format.
func (p *parser) native(first string) (*File, error) {
	if words := splitFields(first); len(words) != 2 || words[1].text != nativeVersion {
		return nil, p.errorf(0, fmt.Sprintf("want %q", "astrolabe "+nativeVersion), "the format's version is not known: %q", clip(first))
	}
	h := &nativeHeader{parser: p, file: &File{Format: Native}, at: map[string]int{}, symbolAt: map[rune]int{}}
	section, err := h.read()
	if err != nil {
		return nil, err
	}
	width, height := int(h.width), int(h.height)
	if section == "weights" {
		var weights []grid.Weight
		if weights, err = p.weights(width, height); err != nil {
			return nil, err
		}
		h.file.Map, err = grid.FromWeights(width, height, weights)
	} else {
		a := newAlphabet(h.kinds, "name it in a legend line above the map", lengthByHeader)
		var cells []uint8
		if cells, err = p.rows(a, width, height, false, 0); err != nil {
			return nil, err
		}
		h.file.Map, err = grid.FromKinds(width, height, h.kinds, cells)
	}
	if err != nil {
		return nil, p.failed(err)
	}
	return h.file, nil
}

// read reads the header up to the line "map" or "weights", and says which.
func (h *nativeHeader) read() (section string, err error) {
	for {
		line, err := h.header()
		if err == io.EOF {
			return "", h.errorAt(h.number+1, 0, `want "map" or "weights" and then the rows`, "the file ends within its header")
		}
		if err != nil {
			return "", err
		}
		words := splitFields(line)
		if len(words) == 0 || strings.HasPrefix(words[0].text, "#") {
			continue
		}
		key, values := words[0], words[1:]
		if before, ok := h.at[key.text]; ok {
			return "", h.errorf(key.column, "remove one", "a second %q; the first is on line %d", key.text, before)
		}
		if key.text != "legend" {
			h.at[key.text] = h.number
		}
		if err := h.set(key, values); err != nil {
			return "", err
		}
		if key.text == "map" || key.text == "weights" {
			return key.text, h.finish(key.text)
		}
	}
}

// set takes the values of one header line.
func (h *nativeHeader) set(key field, values []field) (err error) {
	switch key.text {
	case "size":
		if err := h.count(key, values, "WIDTH", "HEIGHT"); err != nil {
			return err
		}
		if h.width, err = h.number32(values[0], "the width", 1); err != nil {
			return err
		}
		if h.height, err = h.number32(values[1], "the height", 1); err != nil {
			return err
		}
		return h.checkSize(int64(h.width), int64(h.height))
	case "moves":
		return setName(h, &h.file.Rule.Moves, grid.ParseMoves, key, values, "4|8")
	case "cut-corners":
		return setName(h, &h.file.Rule.Corners, grid.ParseCornerRule, key, values, "never|one|always")
	case "cost":
		return setName(h, &h.file.Model, grid.ParseModel, key, values, "uniform|add|mul|mean")
	case "legend":
		return h.legend(key, values)
	case "start", "goal":
		return h.place(key, values)
	case "map", "weights":
		return h.count(key, values)
	}
	remedy := "want one of " + strings.Join(nativeKeys, ", ")
	if near := nearest(key.text, nativeKeys); near != "" {
		remedy = fmt.Sprintf("did you mean %q?", near)
	}
	return h.errorf(key.column, remedy, "unknown key %q", clip(key.text))
}

// count checks that a line has the values it needs.
func (h *nativeHeader) count(key field, values []field, want ...string) error {
	if len(values) == len(want) {
		return nil
	}
	column := key.column
	if len(values) > len(want) {
		column = values[len(want)].column
	}
	return h.errorf(column, fmt.Sprintf("want %q", strings.Join(append([]string{key.text}, want...), " ")),
		"%q has %d values, not %d", key.text, len(values), len(want))
}

// setName sets what a line with one value names.
func setName[T any](h *nativeHeader, to *T, parse func(string) (T, error), key field, values []field, want string) error {
	if err := h.count(key, values, want); err != nil {
		return err
	}
	value, err := parse(clip(values[0].text))
	if err != nil {
		return h.cause(values[0].column, err)
	}
	*to = value
	return nil
}

// legend takes a symbol and its weight.
func (h *nativeHeader) legend(key field, values []field) error {
	if err := h.count(key, values, "SYMBOL", "WEIGHT"); err != nil {
		return err
	}
	symbol, err := h.symbol(values[0])
	if err != nil {
		return err
	}
	if before, ok := h.symbolAt[symbol]; ok {
		return h.errorf(values[0].column, "remove one", "a second legend for %s; the first is on line %d", strconv.QuoteRune(symbol), before)
	}
	if len(h.kinds) == maxNativeKinds {
		return h.errorf(key.column, `use "weights" instead of "map"`, "more than %d symbols", maxNativeKinds)
	}
	kind := grid.Kind{Symbol: symbol, Blocked: values[1].text == "blocked"}
	if !kind.Blocked {
		if kind.Weight, kind.Blocked, err = h.weight(values[1].text, values[1].column); err != nil {
			return err
		}
	}
	h.symbolAt[symbol] = h.number
	h.kinds = append(h.kinds, kind)
	return nil
}

// symbol reads a character or its code, U+XXXX.
func (h *nativeHeader) symbol(f field) (rune, error) {
	r, size := utf8.DecodeRuneInString(f.text)
	if size < len(f.text) {
		digits, ok := strings.CutPrefix(f.text, "U+")
		code, err := strconv.ParseUint(digits, 16, 32)
		if !ok || err != nil || len(digits) < 4 || len(digits) > 6 {
			return 0, h.errorf(f.column, "want one character, or U+ and its code in four to six hexadecimal digits", "the symbol is %q", clip(f.text))
		}
		r = rune(code)
	}
	if !canBeSymbol(r) {
		return 0, h.errorf(f.column, "want a character that can stand in a row", "the symbol is %U, which is not a character or controls the text", r)
	}
	return r, nil
}

// canBeSymbol tells whether a character can stand in the rows of a map.
func canBeSymbol(r rune) bool { return utf8.ValidRune(r) && !unicode.IsControl(r) }

// weight reads a weight at a column of the line read last.
func (p *parser) weight(text string, column int) (w grid.Weight, blocked bool, err error) {
	if len(text) > maxWeightText {
		return grid.Weight{}, false, p.errorf(column, "want a decimal >= 0 such as 2.5", "weight %q is too long", clip(text))
	}
	if w, blocked, err = grid.ParseWeight(text); err != nil {
		return grid.Weight{}, false, p.cause(column, err)
	}
	return w, blocked, nil
}

// place takes the x and y of the start or goal.
func (h *nativeHeader) place(key field, values []field) (err error) {
	if err := h.count(key, values, "X", "Y"); err != nil {
		return err
	}
	cell := new(grid.Cell)
	if cell.X, err = h.number32(values[0], "the "+key.text+"'s x", 0); err != nil {
		return err
	}
	if cell.Y, err = h.number32(values[1], "the "+key.text+"'s y", 0); err != nil {
		return err
	}
	if key.text == "start" {
		h.file.Start = cell
	} else {
		h.file.Goal = cell
	}
	h.places = append(h.places, nativePlace{key.text, h.number, values[0], values[1], cell})
	return nil
}

// finish checks what could not be checked line by line.
func (h *nativeHeader) finish(section string) error {
	if h.width == 0 {
		return h.errorf(0, `want "size WIDTH HEIGHT" above`, "no size before the rows")
	}
	if section == "weights" && len(h.kinds) > 0 {
		return h.errorf(0, `remove the legend or use "map"`, "a legend has no meaning for weights")
	}
	for _, p := range h.places {
		if p.cell.X >= h.width {
			return h.errorAt(p.line, p.x.column, fmt.Sprintf("want a number from 0 to %d", h.width-1), "the %s's x is %d", p.key, p.cell.X)
		}
		if p.cell.Y >= h.height {
			return h.errorAt(p.line, p.y.column, fmt.Sprintf("want a number from 0 to %d", h.height-1), "the %s's y is %d", p.key, p.cell.Y)
		}
	}
	return nil
}

// weights reads rows of decimals.
func (p *parser) weights(width, height int) ([]grid.Weight, error) {
	rowLimit := max((int64(width)+1)*(maxWeightText+1), maxHeaderLine)
	known := map[string]grid.Weight{"x": grid.Blocked} // reading a decimal is slow, and few differ
	var weights []grid.Weight
	for y := range height {
		row, err := p.nextRow(y, height, rowLimit)
		if err != nil {
			return nil, err
		}
		if err := p.checkText(row); err != nil {
			return nil, err
		}
		n := 0
		for begin, end := nextWord(row, 0); begin < end; begin, end = nextWord(row, end) {
			if n == width {
				return nil, p.errorf(utf8.RuneCount(row[:begin])+1, lengthByHeader, "the row has more than %d weights", width)
			}
			w, ok := known[string(row[begin:end])]
			if !ok {
				text := string(row[begin:end])
				var blocked bool
				if w, blocked, err = p.weight(text, 0); err != nil {
					// Counting the column for each weight would take quadratic time.
					_, _, err = p.weight(text, utf8.RuneCount(row[:begin])+1)
					return nil, err
				}
				if blocked {
					w = grid.Blocked
				}
				if len(known) < maxKnownWeights {
					known[text] = w
				}
			}
			weights = append(weights, w)
			n++
		}
		if n < width {
			return nil, p.errorf(0, lengthByHeader, "the row has %d of %d weights", n, width)
		}
	}
	return weights, p.end(height, false)
}

// nextWord returns where the first word at or after a byte of the line begins
// and ends; both are the line's length if there is none.
func nextWord(line []byte, at int) (begin, end int) {
	for at < len(line) && isBlank(rune(line[at])) {
		at++
	}
	begin = at
	for at < len(line) && !isBlank(rune(line[at])) {
		at++
	}
	return begin, at
}
