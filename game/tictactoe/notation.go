package tictactoe

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// marks returns the cells of X and of O, and whether it is the turn of X.
func (p Position) marks() (x, o uint16, turnOfX bool) {
	if bits.OnesCount16(p.Mine) == bits.OnesCount16(p.Theirs) {
		return p.Mine, p.Theirs, true
	}
	return p.Theirs, p.Mine, false
}

// String returns the position in one line, such as "X.O/.X./..O".
func (p Position) String() string {
	x, o, _ := p.marks()
	var b strings.Builder
	for c := range Cells {
		if c > 0 && c%3 == 0 {
			b.WriteByte('/')
		}
		switch {
		case x>>c&1 != 0:
			b.WriteByte('X')
		case o>>c&1 != 0:
			b.WriteByte('O')
		default:
			b.WriteByte('.')
		}
	}
	return b.String()
}

// String returns the cell as a number from 1 to 9.
func (c Cell) String() string { return strconv.Itoa(int(c) + 1) }

// FormatState returns the position as [Position.String] does.
func (Game) FormatState(p Position) string { return p.String() }

// FormatMove returns the cell as [Cell.String] does.
func (Game) FormatMove(c Cell) string { return c.String() }

// ParseState reads a position: three rows of X, O and . (an empty cell) with /
// between them, such as "X.O/.X./..O". It refuses what cannot occur in a game.
func (Game) ParseState(text string) (Position, error) {
	var x, o uint16
	cell := 0
	number := 0 // of the character
	for _, symbol := range text {
		number++
		switch {
		case number%4 == 0 && symbol == '/' && number < 12:
			continue
		case number%4 == 0 && number < 12:
			return Position{}, parseError(number, symbol, "/ after a row of three cells")
		case number > 11:
			return Position{}, parseError(number, symbol, "no more than three rows of three cells")
		}
		switch symbol {
		case 'X', 'x':
			x |= 1 << cell
		case 'O', 'o':
			o |= 1 << cell
		case '.':
		default:
			return Position{}, parseError(number, symbol, "X, O or . for a cell")
		}
		cell++
	}
	if cell < Cells || number < 11 {
		return Position{}, fmt.Errorf("tictactoe: %q ends after %d cells; want three rows of three, such as X.O/.X./..O", text, cell)
	}
	if err := possible(x, o); err != nil {
		return Position{}, fmt.Errorf("tictactoe: %q: %w", text, err)
	}
	if bits.OnesCount16(x) > bits.OnesCount16(o) {
		return Position{Mine: o, Theirs: x}, nil
	}
	return Position{Mine: x, Theirs: o}, nil
}

func parseError(number int, symbol rune, want string) error {
	return fmt.Errorf("tictactoe: character %d is %q; want %s", number, symbol, want)
}

// possible returns an error unless a game can come to these marks.
func possible(x, o uint16) error {
	countX, countO := bits.OnesCount16(x), bits.OnesCount16(o)
	switch {
	case countX != countO && countX != countO+1:
		return fmt.Errorf("it has %d X and %d O; X begins, so there are as many X as O or one more", countX, countO)
	case won[x] && won[o]:
		return errors.New("both have three in a row; the game ends with the first")
	case won[x] && countX == countO:
		return errors.New("three X are in a row, but O has made the last move; the game ends with the first")
	case won[o] && countX > countO:
		return errors.New("three O are in a row, but X has made the last move; the game ends with the first")
	}
	return nil
}

// ParseMove reads a cell, a number from 1 to 9, and checks that it is empty.
func (g Game) ParseMove(p Position, text string) (Cell, error) {
	if _, over := g.Score(p); over {
		return 0, fmt.Errorf("tictactoe: move %q: the game is over", text)
	}
	number, err := strconv.Atoi(text)
	if err != nil || number < 1 || number > Cells {
		return 0, fmt.Errorf("tictactoe: move %q; want an empty cell, one of%s", text, emptyCells(p))
	}
	c := Cell(number - 1)
	if (p.Mine|p.Theirs)>>c&1 != 0 {
		return 0, fmt.Errorf("tictactoe: cell %v is taken; want one of%s", c, emptyCells(p))
	}
	return c, nil
}

func emptyCells(p Position) string {
	var b strings.Builder
	for _, c := range (Game{}).AppendMoves(nil, p) {
		b.WriteByte(' ')
		b.WriteString(c.String())
	}
	return b.String()
}

// Board draws the position with the numbers of the empty cells, and says whose
// turn it is or how the game has ended.
func (g Game) Board(p Position) string {
	x, o, turnOfX := p.marks()
	var b strings.Builder
	for c := range Cells {
		symbol := Cell(c).String()
		switch {
		case x>>c&1 != 0:
			symbol = "X"
		case o>>c&1 != 0:
			symbol = "O"
		}
		b.WriteByte(' ')
		b.WriteString(symbol)
		switch {
		case c == Cells-1:
			b.WriteByte('\n')
		case c%3 == 2:
			b.WriteString("\n---+---+---\n")
		default:
			b.WriteString(" |")
		}
	}
	_, over := g.Score(p)
	switch {
	case won[x]:
		b.WriteString("X has won\n")
	case won[o]:
		b.WriteString("O has won\n")
	case over:
		b.WriteString("a draw\n")
	case turnOfX:
		b.WriteString("X to move\n")
	default:
		b.WriteString("O to move\n")
	}
	return b.String()
}
