package connectfour_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/game/connectfour"
	"pgregory.net/rapid"
)

func parse(tb testing.TB, text string) connectfour.Position {
	tb.Helper()
	p, err := connectfour.Parse(text)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// Positions against the plain board, in every game that random play makes.
func TestPositionAgreesWithPlainBoard(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 1))
	ended := map[string]int{}
	for range 2000 {
		var b plainBoard
		var p connectfour.Position
		for over := false; !over; {
			var want []connectfour.Column
			for c := range connectfour.Columns {
				if b.height[c] < connectfour.Rows {
					want = append(want, connectfour.Column(c))
				}
			}
			if got := p.AppendMoves(nil); !slices.Equal(got, want) {
				t.Fatalf("moves %v; want %v\n%s", got, want, p.Board())
			}
			c := want[random.IntN(len(want))]
			var err error
			if p, err = p.Play(c); err != nil {
				t.Fatal(err)
			}
			b.drop(int(c))
			for c := range connectfour.Column(connectfour.Columns) {
				for row := range connectfour.Rows {
					if got, want := p.At(c, row), ".XO"[b.cells[c][row]]; got != want {
						t.Fatalf("column %v, row %d: %c; want %c\n%s", c, row+1, got, want, p.Board())
					}
				}
			}
			var score int
			score, over = p.Over()
			won := b.won(int(c))
			wantScore := 0
			if won {
				ended["won"]++
				wantScore = -(connectfour.Cells/2 - (b.plies-1)/2)
			}
			if over != (won || b.plies == connectfour.Cells) || score != wantScore || p.Plies() != b.plies {
				t.Fatalf("over %v, score %d, plies %d; want score %d after %d plies\n%s", over, score, p.Plies(), wantScore, b.plies, p.Board())
			}
			if back := parse(t, p.String()); back != p {
				t.Fatalf("%v comes back as %v", p, back)
			}
			if m := p.Mirror(); m.Mirror() != p || m.At(0, 0) != p.At(connectfour.Columns-1, 0) {
				t.Fatalf("mirror images\n%s%s", p.Board(), m.Board())
			}
		}
		if b.plies == connectfour.Cells {
			ended["full"]++
		}
		if got := p.AppendMoves(nil); len(got) != 0 {
			t.Fatalf("moves %v after the end", got)
		}
		if after, err := p.Play(3); !errors.Is(err, connectfour.ErrGameOver) || after != p {
			t.Fatalf("a move after the end: %v", err)
		}
	}
	if ended["won"] < 1000 || ended["full"] == 0 {
		t.Errorf("games ended %v", ended)
	}
}

func TestParse(t *testing.T) {
	if parse(t, "") != (connectfour.Position{}) || parse(t, " \t ") != (connectfour.Position{}) {
		t.Error("no moves are not the empty board")
	}
	if a, b, c := parse(t, "44455554221"), parse(t, "4 4 4 5 5 5 5 4 2 2 1"), parse(t, " 444 5555\t4221 "); a != b || b != c {
		t.Error("blanks make a difference")
	}
	if a, b := parse(t, "4453"), parse(t, "......./......./......./......./...O.../..OXX.."); a != b {
		t.Errorf("moves give %v", a)
	}
}

func TestParseErrors(t *testing.T) {
	const rows = "......./......./......./......./......./" // all but the lowest
	for _, c := range []struct {
		text  string
		cause error
		want  string
	}{
		{"4448", connectfour.ErrColumn, "connectfour: character 4 is '8': it names no column; want 1 to 7"},
		{"4 0", connectfour.ErrColumn, "character 3 is '0'"},
		{"44x", connectfour.ErrColumn, "character 3 is 'x'"},
		{"4é", connectfour.ErrColumn, "character 2 is 'é'"},
		{"4 4 4 4 4 4 4", connectfour.ErrColumnFull, "character 13 is '4': the column is full; want one of 1 2 3 5 6 7"},
		{"12121213", connectfour.ErrGameOver, "character 8 is '3': the game is over before this move, X has won; want no more moves"},
		{"12121218", connectfour.ErrColumn, "character 8 is '8'"},

		{".......", nil, "has 7 characters; want 47"},
		{rows + "...X..", nil, "has 46 characters; want 47"},
		{rows + "...X.../", nil, "character 48 is '/': the board is full before it"},
		{rows + "...X..." + "/.......", nil, "character 48"},
		{"........", nil, "character 8 is '.': it comes after a whole row; want / between rows"},
		{"...../....", nil, "character 6 is '/': it is no cell; want X, O or ."},
		{"......./......./......./......./X....../.......", nil, "character 41 is '.': the stone above it hangs in the air"},
		{rows + "X.X....", nil, "has 2 X and 0 O"},
		{rows + "O......", nil, "has 0 X and 1 O"},
		{rows + "XXX.O..", nil, "has 3 X and 1 O; want as many X as O or one more"},
		{"......./......./......./O....../O....../OXXXXO.", nil, "four in a row of the player whose turn it is"},
		// Two fours without a stone in common: one was made first.
		{"......./......./X.....X/X.OOO.X/XOOOXOX/XOOXOXX", nil, "fours in a row that no one last stone can have made"},
	} {
		p, err := connectfour.Parse(c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) || p != (connectfour.Position{}) {
			t.Errorf("%q: %v, %v; want an error with %q", c.text, p, err, c.want)
		}
		var at *connectfour.ParseError
		if c.cause != nil && (!errors.Is(err, c.cause) || !errors.As(err, &at)) {
			t.Errorf("%q: %v; want one that wraps %v", c.text, err, c.cause)
		}
	}
	// Here the stone in the middle made all four fours.
	if p := parse(t, "......./......./......./......./OOO.OOO/XXXXXXX"); p.Plies() != 13 {
		t.Errorf("%d plies; want 13", p.Plies())
	}
}

// Whatever is parsed prints as it can be read again; nothing panics.
func TestParseAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.StringMatching(`[1-7 ]{0,45}`), rapid.StringMatching(`([XO.]{7}/){5}[XO.]{7}`), rapid.String()).Draw(t, "text")
		p, err := connectfour.Parse(text)
		if err != nil {
			if p != (connectfour.Position{}) || !strings.HasPrefix(err.Error(), "connectfour: ") {
				t.Fatalf("%v, %v", p, err)
			}
			return
		}
		back, err := connectfour.Parse(p.String())
		if err != nil || back != p {
			t.Fatalf("%v comes back as %v, %v", p, back, err)
		}
	})
}

func TestPlayErrors(t *testing.T) {
	p := parse(t, "444444")
	for c, want := range map[connectfour.Column]string{
		3: "connectfour: column 4: the column is full; want one of 1 2 3 5 6 7",
		7: "connectfour: column 8: no such column; want 1 to 7",
	} {
		if after, err := p.Play(c); err == nil || err.Error() != want || after != p {
			t.Errorf("%v; want %s", err, want)
		}
	}
	if p.At(7, 0) != '.' || p.At(0, -1) != '.' || p.At(0, 6) != '.' {
		t.Error("there are stones off the board")
	}
}

func TestBoard(t *testing.T) {
	got := parse(t, "4354655667").Board() + parse(t, "1212121").Board() + parse(t, "1").Board()
	want := `
| .  .  .  .  .  .  . |
| .  .  .  .  .  .  . |
| .  .  .  .  .  .  . |
| .  .  .  .  X  X  . |
| .  .  .  O  O  O  . |
| .  .  O  X  X  X  O |
+---------------------+
  1  2  3  4  5  6  7
X to move
| .  .  .  .  .  .  . |
| .  .  .  .  .  .  . |
|(X) .  .  .  .  .  . |
|(X) O  .  .  .  .  . |
|(X) O  .  .  .  .  . |
|(X) O  .  .  .  .  . |
+---------------------+
  1  2  3  4  5  6  7
X has won
| .  .  .  .  .  .  . |
| .  .  .  .  .  .  . |
| .  .  .  .  .  .  . |
| .  .  .  .  .  .  . |
| .  .  .  .  .  .  . |
| X  .  .  .  .  .  . |
+---------------------+
  1  2  3  4  5  6  7
O to move
`
	if got != want[1:] {
		t.Errorf("got\n%s", got)
	}
}
