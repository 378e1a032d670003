package tiles

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxText bounds the text of a board, in bytes.
const maxText = 1 << 12

// SyntaxError says what is wrong with the text of a board, and where.
type SyntaxError struct {
	Line, Column int // counted from 1; columns in characters
	Message      string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Message)
}

// ParseBoard reads a board as people write it: the numbers row by row, with 0 or _
// for the blank. Blanks, commas, semicolons and brackets separate numbers; a line
// end, a slash or a "[" after the first row begins a row. Where the text has one row,
// width is the number of columns; with a width of 0 the board is square. A single
// word of 4 or 9 characters is one tile each.
//
// The error is a [*SyntaxError].
func ParseBoard(text string, width int) (Board, error) {
	if len(text) > maxText {
		return Board{}, &SyntaxError{1, 1, fmt.Sprintf("the text has %d bytes; want a board of at most %d cells", len(text), MaxCells)}
	}
	rows := splitRows(text)
	if len(rows) == 1 && len(rows[0]) == 1 {
		if letters := splitLetters(rows[0][0]); letters != nil {
			rows[0] = letters
		}
	}
	var words []word
	for _, row := range rows {
		words = append(words, row...)
	}
	if len(words) == 0 {
		return Board{}, &SyntaxError{1, 1, "there is no number; want the tiles row by row, with 0 or _ for the blank"}
	}
	height := len(rows)
	switch {
	case height > 1:
		if width != 0 && width != len(rows[0]) {
			return Board{}, rows[0][0].errorf("the row has %d cells; want %d", len(rows[0]), width)
		}
		width = len(rows[0])
		for _, row := range rows {
			if len(row) != width {
				return Board{}, row[0].errorf("the row has %d cells; want %d, as the first row has", len(row), width)
			}
		}
	case width == 0:
		if width = int(math.Sqrt(float64(len(words)))); width*width != len(words) {
			return Board{}, words[0].errorf("%d cells are no square; begin each row on a line of its own, or after a /", len(words))
		}
		height = width
	case width < 0 || len(words)%width != 0:
		return Board{}, words[0].errorf("%d cells cannot be rows of %d", len(words), width)
	default:
		height = len(words) / width
	}
	if err := checkSize(width, height); err != nil {
		return Board{}, words[0].errorf("%s", strings.TrimPrefix(err.Error(), "tiles: "))
	}
	return boardOf(words, width, height)
}

// boardOf makes a board of words whose number is right.
func boardOf(words []word, width, height int) (Board, error) {
	b := Board{width: uint8(width), height: uint8(height)}
	var seen [MaxCells]*word
	for cell := range words {
		w := &words[cell]
		tile, err := w.number(len(words))
		if err != nil {
			return Board{}, err
		}
		if first := seen[tile]; first != nil {
			return Board{}, w.errorf("%s is there twice, first at %d:%d; want each of 0 (or _) to %d once", w.text, first.line, first.column, len(words)-1)
		}
		seen[tile] = w
		b.tile[cell] = uint8(tile)
		if tile == Blank {
			b.blank = uint8(cell)
		}
	}
	return b, nil
}

// word is a number in the text, and where it begins.
type word struct {
	text         string
	line, column int
}

func (w word) errorf(format string, args ...any) error {
	return &SyntaxError{w.line, w.column, fmt.Sprintf(format, args...)}
}

// number reads the word as a tile of a board with so many cells.
func (w word) number(cells int) (int, error) {
	if w.text == "_" {
		return Blank, nil
	}
	n, err := strconv.ParseUint(w.text, 10, 16)
	if err != nil || int(n) >= cells {
		return 0, w.errorf("%q is no tile of a board with %d cells; want a number from 1 to %d, or 0 or _ for the blank", w.text, cells, cells-1)
	}
	return int(n), nil
}

// splitRows returns the words of each row that has any.
func splitRows(text string) [][]word {
	var rows [][]word
	begun := false // whether the last of rows may get more words
	line, column := 1, 1
	for len(text) > 0 {
		length := strings.IndexFunc(text, separates)
		if length < 0 {
			length = len(text)
		}
		if length > 0 {
			if !begun {
				rows = append(rows, nil)
				begun = true
			}
			last := &rows[len(rows)-1]
			*last = append(*last, word{text[:length], line, column})
			column += utf8.RuneCountInString(text[:length])
			text = text[length:]
			continue
		}
		r, size := utf8.DecodeRuneInString(text)
		text = text[size:]
		column++
		if r == '\n' {
			line, column = line+1, 1
		}
		if r == '\n' || r == '/' || r == '[' {
			begun = false
		}
	}
	return rows
}

func separates(r rune) bool {
	return unicode.IsSpace(r) || r == '\ufeff' || strings.ContainsRune("/,;|[](){}", r)
}

// splitLetters takes a word apart into its characters if it is a square board of
// one-digit tiles.
func splitLetters(w word) []word {
	n := len(w.text)
	if n != 4 && n != 9 || strings.Trim(w.text, "_012345678") != "" {
		return nil
	}
	letters := make([]word, n)
	for i := range letters {
		letters[i] = word{w.text[i : i+1], w.line, w.column + i}
	}
	return letters
}
