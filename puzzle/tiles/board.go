package tiles

import (
	"fmt"
	"strconv"
	"strings"
)

const (
	// MaxCells is the number of cells of the largest board.
	MaxCells = 49
	// Blank is the number of the blank.
	Blank = 0
)

// Board is an arrangement of the tiles 1 to width·height−1 and the blank. Boards
// can be compared with ==. The zero value is no board.
type Board struct {
	width, height uint8
	blank         uint8 // the cell of the blank
	tile          [MaxCells]uint8
}

// NewBoard returns the board with the tiles given row by row; 0 is the blank. Each
// number from 0 to width·height−1 must be there once.
func NewBoard(width, height int, tiles []int) (Board, error) {
	if err := checkSize(width, height); err != nil {
		return Board{}, err
	}
	if len(tiles) != width*height {
		return Board{}, fmt.Errorf("tiles: %d numbers for %d×%d cells; want %d", len(tiles), width, height, width*height)
	}
	b := Board{width: uint8(width), height: uint8(height)}
	var seen [MaxCells]bool
	for cell, tile := range tiles {
		if tile < 0 || tile >= len(tiles) {
			return Board{}, fmt.Errorf("tiles: there is no tile %d on a board of %d×%d cells; want 0 (the blank) to %d", tile, width, height, len(tiles)-1)
		}
		if seen[tile] {
			return Board{}, fmt.Errorf("tiles: the number %d is there twice; want each from 0 (the blank) to %d once", tile, len(tiles)-1)
		}
		seen[tile] = true
		b.tile[cell] = uint8(tile)
		if tile == Blank {
			b.blank = uint8(cell)
		}
	}
	return b, nil
}

func checkSize(width, height int) error {
	if width < 1 || height < 1 || width > MaxCells || height > MaxCells || width*height < 2 || width*height > MaxCells {
		return fmt.Errorf("tiles: there is no board of %d×%d cells; want 2 to %d cells", width, height, MaxCells)
	}
	return nil
}

// BlankFirst returns the board with the blank in the first cell and the tiles in
// order behind it: the goal of most papers. It panics unless width·height is from 2
// to [MaxCells].
func BlankFirst(width, height int) Board { return inOrder(width, height, 0) }

// BlankLast returns the board with the tiles in order and the blank in the last
// cell: the goal of the toy. It panics unless width·height is from 2 to [MaxCells].
func BlankLast(width, height int) Board { return inOrder(width, height, 1) }

func inOrder(width, height, first int) Board {
	if err := checkSize(width, height); err != nil {
		panic(err.Error())
	}
	n := width * height
	b := Board{width: uint8(width), height: uint8(height)}
	for cell := range n {
		b.tile[cell] = uint8((cell + first) % n)
	}
	if first == 1 {
		b.blank = uint8(n - 1)
	}
	return b
}

// Width returns the number of columns.
func (b Board) Width() int { return int(b.width) }

// Height returns the number of rows.
func (b Board) Height() int { return int(b.height) }

// Cells returns the number of cells.
func (b Board) Cells() int { return int(b.width) * int(b.height) }

// At returns the number on the tile in a cell, or [Blank]. Cells are counted row by
// row from 0.
func (b Board) At(cell int) int { return int(b.tile[cell]) }

// BlankCell returns the cell of the blank.
func (b Board) BlankCell() int { return int(b.blank) }

// slide moves the tile in a cell next to the blank into it.
func (b *Board) slide(cell uint8) {
	b.tile[b.blank], b.tile[cell] = b.tile[cell], Blank
	b.blank = cell
}

// String returns the rows with " / " between them and "_" for the blank, as in
// "1 2 3 / 4 _ 5 / 6 7 8". [ParseBoard] reads it.
func (b Board) String() string {
	var text strings.Builder
	for cell := range b.Cells() {
		switch {
		case cell == 0:
		case cell%int(b.width) == 0:
			text.WriteString(" / ")
		default:
			text.WriteByte(' ')
		}
		if b.tile[cell] == Blank {
			text.WriteByte('_')
		} else {
			text.WriteString(strconv.Itoa(int(b.tile[cell])))
		}
	}
	return text.String()
}
