package connectfour

import (
	"fmt"
	"math/bits"
	"strings"
)

// ParseError says which character of a text is wrong.
type ParseError struct {
	Character int    // its number, from 1
	Symbol    rune   // the character itself
	Problem   string // what is wrong with it
	Want      string // what would be right there
	Err       error  // ErrColumn, ErrColumnFull, ErrGameOver, or nil for a diagram
}

// Error returns a line such as
//
//	connectfour: character 7 is '4': the column is full; want one of 1 2 3 5 6 7
func (e *ParseError) Error() string {
	return fmt.Sprintf("connectfour: character %d is %q: %s; want %s", e.Character, e.Symbol, e.Problem, e.Want)
}

// Unwrap returns Err.
func (e *ParseError) Unwrap() error { return e.Err }

// Parse reads a position in either of two forms.
//
// The first is the columns played so far, 1 to 7 from the left, with or without
// blanks between them, such as "4453" or "4 4 5 3"; the empty text is the empty
// board. Every move must be legal.
//
// The second is the one that [Position.String] writes: the six rows from the top
// with / between them, X for a stone of the first player, O for one of the
// second, . for an empty cell. Stones must rest on others, X has as many as O or
// one more, and if there is a four in a row it was made by the last stone. That
// some order of moves leads there is not checked.
//
// The error is a [*ParseError] where one character is at fault.
func Parse(text string) (Position, error) {
	if text != "" && strings.ContainsRune("xXoO.", rune(text[0])) {
		return parseDiagram(text)
	}
	var p Position
	number := 0
	for _, symbol := range text {
		number++
		if symbol == ' ' || symbol == '\t' {
			continue
		}
		wrong := &ParseError{Character: number, Symbol: symbol}
		c := Column(symbol - '1')
		switch _, over := p.Over(); {
		case symbol < '1' || symbol > '0'+Columns:
			wrong.Err, wrong.Problem, wrong.Want = ErrColumn, "it names no column", "1 to 7"
		case over:
			wrong.Err, wrong.Problem, wrong.Want = ErrGameOver, "the game is over before this move, "+p.standing(), "no more moves"
		case p.taken&c.cells() == c.cells():
			wrong.Err, wrong.Problem, wrong.Want = ErrColumnFull, ErrColumnFull.Error(), "one of "+p.openColumns()
		default:
			p = p.play(c)
			continue
		}
		return Position{}, wrong
	}
	return p, nil
}

func parseDiagram(text string) (Position, error) {
	var stones [2]uint64 // of X and of O
	number := 0
	for _, symbol := range text {
		number++
		row, column := Rows-1-(number-1)/(Columns+1), (number-1)%(Columns+1)
		wrong := &ParseError{Character: number, Symbol: symbol}
		switch {
		case row == 0 && column == Columns || row < 0:
			wrong.Problem, wrong.Want = "the board is full before it", "no more than six rows of seven cells"
			return Position{}, wrong
		case column == Columns:
			if symbol != '/' {
				wrong.Problem, wrong.Want = "it comes after a whole row", "/ between rows"
				return Position{}, wrong
			}
			continue
		}
		cell := uint64(1) << (stride*column + row)
		switch symbol {
		case 'X', 'x':
			stones[0] |= cell
		case 'O', 'o':
			stones[1] |= cell
		case '.':
			if above := cell << 1; (stones[0]|stones[1])&above != 0 {
				wrong.Problem, wrong.Want = "the stone above it hangs in the air", "X or O"
				return Position{}, wrong
			}
		default:
			wrong.Problem, wrong.Want = "it is no cell", "X, O or ."
			return Position{}, wrong
		}
	}
	if want := Rows*(Columns+1) - 1; number != want {
		return Position{}, fmt.Errorf("connectfour: %q has %d characters; want %d: six rows of seven cells with / between them", text, number, want)
	}
	countX, countO := bits.OnesCount64(stones[0]), bits.OnesCount64(stones[1])
	if countX != countO && countX != countO+1 {
		return Position{}, fmt.Errorf("connectfour: %q has %d X and %d O; want as many X as O or one more, since X begins", text, countX, countO)
	}
	p := Position{stones[(countX+countO)%2], stones[0] | stones[1]}
	if hasFour(p.mine) {
		return Position{}, fmt.Errorf("connectfour: %q has four in a row of the player whose turn it is; want none, since the game ends with the first", text)
	}
	if theirs := p.theirs(); hasFour(theirs) && !p.wonByLastStone() {
		return Position{}, fmt.Errorf("connectfour: %q has fours in a row that no one last stone can have made; want a game that ends with the first", text)
	}
	return p, nil
}

// wonByLastStone tells whether there was no four before some stone on top of a
// column, of the player who moved last.
func (p Position) wonByLastStone() bool {
	theirs := p.theirs()
	for tops := theirs &^ (p.taken >> 1); tops != 0; tops &= tops - 1 {
		if !hasFour(theirs &^ (tops & -tops)) {
			return true
		}
	}
	return false
}

// String returns the position in one line, the rows from the top, such as
// "......./......./......./...O.../...X.../...X...". [Parse] reads it.
func (p Position) String() string {
	var b strings.Builder
	for row := Rows - 1; row >= 0; row-- {
		for c := range Column(Columns) {
			b.WriteByte(p.At(c, row))
		}
		if row > 0 {
			b.WriteByte('/')
		}
	}
	return b.String()
}

// Board draws the position in plain characters, with the columns' numbers, and
// says whose turn it is or how the game has ended. The stones of a four in a row
// stand in parentheses.
func (p Position) Board() string {
	winners := fours(p.theirs())
	var b strings.Builder
	for row := Rows - 1; row >= 0; row-- {
		b.WriteByte('|')
		for c := range Column(Columns) {
			before, after := byte(' '), byte(' ')
			if winners>>(stride*uint(c)+uint(row))&1 != 0 {
				before, after = '(', ')'
			}
			b.Write([]byte{before, p.At(c, row), after})
		}
		b.WriteString("|\n")
	}
	b.WriteByte('+')
	b.WriteString(strings.Repeat("-", 3*Columns))
	b.WriteString("+\n")
	for c := range Column(Columns) {
		fmt.Fprintf(&b, "  %v", c)
	}
	b.WriteByte('\n')
	b.WriteString(p.standing())
	b.WriteByte('\n')
	return b.String()
}

// fours returns the cells of every four in a row.
func fours(s uint64) uint64 {
	var all uint64
	for _, d := range [...]int{vertical, horizontal, rising, falling} {
		line := s & (s >> d) & (s >> (2 * d)) & (s >> (3 * d)) // the first cells of fours
		all |= line | line<<d | line<<(2*d) | line<<(3*d)
	}
	return all
}
