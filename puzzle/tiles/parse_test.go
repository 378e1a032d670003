package tiles_test

import (
	"math"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/puzzle/tiles"
)

func TestParseBoard(t *testing.T) {
	for _, test := range []struct {
		text  string
		width int
		want  string
	}{
		{"14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", 0, "14 13 15 7 / 11 12 9 5 / 6 _ 2 1 / 4 8 10 3"},
		{"1 2 3\n4 5 6\n7 8 _\n", 0, "1 2 3 / 4 5 6 / 7 8 _"},
		{"\ufeff1 2 3\r\n4 _ 5\r\n", 0, "1 2 3 / 4 _ 5"},
		{"[[1, 2, 3], [4, 5, 6], [7, 8, 0]]", 0, "1 2 3 / 4 5 6 / 7 8 _"},
		{"[1,2,3,0]", 0, "1 2 / 3 _"},
		{"| 1 | 2 |\n| _ | 3 |", 0, "1 2 / _ 3"},
		{"724506831", 0, "7 2 4 / 5 _ 6 / 8 3 1"},
		{"7245_6831", 0, "7 2 4 / 5 _ 6 / 8 3 1"},
		{"1 2 3 4 5 0", 3, "1 2 3 / 4 5 _"},
		{"1 2 3 4 5 0", 6, "1 2 3 4 5 _"},
		{"1\n0\n2", 0, "1 / _ / 2"},
		{"2 1 / 0 3", 2, "2 1 / _ 3"},
	} {
		b, err := tiles.ParseBoard(test.text, test.width)
		if err != nil || b.String() != test.want {
			t.Errorf("%q, width %d: %v, %v; want %s", test.text, test.width, b, err, test.want)
		}
	}
}

func TestParseBoardRefuses(t *testing.T) {
	for _, test := range []struct {
		text  string
		width int
		want  string
	}{
		{"", 0, "1:1: there is no number; want the tiles row by row, with 0 or _ for the blank"},
		{" \n ", 0, "1:1: there is no number; want the tiles row by row, with 0 or _ for the blank"},
		{"1 2 3 4 5 0", 0, "1:1: 6 cells are no square; begin each row on a line of its own, or after a /"},
		{"1 2 3 4 5 0", 4, "1:1: 6 cells cannot be rows of 4"},
		{"1 2 3 4 5 0", -1, "1:1: 6 cells cannot be rows of -1"},
		{"1 2\n3 4 0", 0, "2:1: the row has 3 cells; want 2, as the first row has"},
		{"1 2\n3 0", 3, "1:1: the row has 2 cells; want 3"},
		{"1 2 3\n4 5 6\n7  9 _", 0, `3:4: "9" is no tile of a board with 9 cells; want a number from 1 to 8, or 0 or _ for the blank`},
		{"1 2\n1 0", 0, "2:1: 1 is there twice, first at 1:1; want each of 0 (or _) to 3 once"},
		{"_ 0 / 1 2", 0, "1:3: 0 is there twice, first at 1:1; want each of 0 (or _) to 3 once"},
		{"1 x / 2 0", 0, `1:3: "x" is no tile of a board with 4 cells; want a number from 1 to 3, or 0 or _ for the blank`},
		{"1 -2 / 2 0", 0, `1:3: "-2" is no tile of a board with 4 cells; want a number from 1 to 3, or 0 or _ for the blank`},
		{"0", 0, "1:1: there is no board of 1×1 cells; want 2 to 49 cells"},
		{strings.Repeat("1 ", 64), 0, "1:1: there is no board of 8×8 cells; want 2 to 49 cells"},
		{strings.Repeat("1 ", 5000), 0, "1:1: the text has 10000 bytes; want a board of at most 49 cells"},
	} {
		if b, err := tiles.ParseBoard(test.text, test.width); err == nil || err.Error() != test.want {
			t.Errorf("%.20q, width %d: %v, %v; want %s", test.text, test.width, b, err, test.want)
		}
	}
}

func TestNewBoardRefuses(t *testing.T) {
	for _, test := range []struct {
		width, height int
		tiles         []int
	}{
		{0, 3, nil}, {3, -1, nil}, {8, 8, make([]int, 64)}, {math.MaxInt/2 + 1, math.MaxInt/2 + 1, nil}, {2, 2, []int{0, 1, 2}}, {2, 2, []int{0, 1, 2, 4}}, {2, 2, []int{0, 1, 2, 2}}, {2, 2, []int{-1, 1, 2, 3}},
	} {
		if b, err := tiles.NewBoard(test.width, test.height, test.tiles); err == nil {
			t.Errorf("%d×%d %v: got %v; want an error", test.width, test.height, test.tiles, b)
		}
	}
	if _, err := tiles.New(tiles.Board{}, tiles.Options{}); err == nil {
		t.Error("the zero board as a goal: want an error")
	}
}

func FuzzParseBoard(f *testing.F) {
	for _, seed := range []string{"1 2 3 / 4 _ 5", "724506831", "[[1,2],[3,0]]", "1\n2\n0", "_ _", "| 1 | 0 |"} {
		f.Add(seed, 0)
	}
	f.Add("1 2 3 4 5 0", 3)
	f.Fuzz(func(t *testing.T, text string, width int) {
		b, err := tiles.ParseBoard(text, width)
		if err != nil {
			if _, ok := err.(*tiles.SyntaxError); !ok {
				t.Fatalf("%T: %v; want a SyntaxError", err, err)
			}
			return
		}
		again, err := tiles.ParseBoard(b.String(), b.Width())
		if err != nil || again != b {
			t.Fatalf("%v comes back as %v, %v", b, again, err)
		}
	})
}
