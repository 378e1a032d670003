package tictactoe_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/game"
	"github.com/astrolabe-search/astrolabe/game/tictactoe"
)

type (
	position = tictactoe.Position
	cell     = tictactoe.Cell
	options  = game.Options[position, cell]
)

// everyPosition calls visit for each position that can be reached, once.
func everyPosition(visit func(p position)) int {
	g := tictactoe.Game{}
	seen := map[position]bool{g.Start(): true}
	for queue := []position{g.Start()}; len(queue) > 0; queue = queue[1:] {
		p := queue[0]
		visit(p)
		if _, over := g.Score(p); over {
			continue
		}
		for _, m := range g.AppendMoves(nil, p) {
			if next := g.Play(p, m); !seen[next] {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	return len(seen)
}

// naive plays the game by its rules on nine letters, with no bits: the score
// for the letter whose turn it is, and whether the game is over.
func naive(letters []byte, quick bool) (int, bool) {
	rows := []string{"012", "345", "678", "036", "147", "258", "048", "246"}
	empty := strings.Count(string(letters), ".")
	for _, row := range rows {
		a, b, c := letters[row[0]-'0'], letters[row[1]-'0'], letters[row[2]-'0']
		if a != '.' && a == b && b == c {
			if quick {
				return -tictactoe.Win - empty, true
			}
			return -tictactoe.Win, true
		}
	}
	return 0, empty == 0
}

// naiveValue is minimax on nine letters.
func naiveValue(letters []byte, turn byte, quick bool) int {
	score, over := naive(letters, quick)
	if over {
		return score
	}
	best := -1000
	for i := range letters {
		if letters[i] == '.' {
			letters[i] = turn
			best = max(best, -naiveValue(letters, 'X'+'O'-turn, quick))
			letters[i] = '.'
		}
	}
	return best
}

// TestEveryPosition holds every algorithm to the value of every position, with
// and without quick wins, and to minimax at small depths.
func TestEveryPosition(t *testing.T) {
	ctx := context.Background()
	tables := map[string]*game.Table[position, cell]{}
	for _, g := range []tictactoe.Game{{}, {Quick: true}, {FromLast: true}} {
		solution, err := game.Solve(ctx, g, g.Start(), options{})
		if err != nil || solution.Score != 0 || solution.Positions != 765 {
			t.Fatalf("%+v: %v, %+v", g, err, solution.Result)
		}
		for _, a := range game.Algorithms[position, cell]() {
			if tables[a.Name], err = game.NewTable[position, cell](1 << 17); err != nil {
				t.Fatal(err)
			}
		}
		count := everyPosition(func(p position) {
			letters := []byte(strings.ReplaceAll(p.String(), "/", ""))
			turn := byte('X')
			if strings.Count(p.String(), "X") > strings.Count(p.String(), "O") {
				turn = 'O'
			}
			score, over := g.Score(p)
			if wantScore, wantOver := naive(letters, g.Quick); over != wantOver || over && score != wantScore {
				t.Fatalf("%+v: %v scores %d (%v), want %d (%v)", g, p, score, over, wantScore, wantOver)
			}
			score, ok := solution.Lookup(p)
			if strings.Count(p.String(), ".") < 8 { // the oracle is slow
				if want := naiveValue(letters, turn, g.Quick); !ok || score != want {
					t.Fatalf("%+v: %v is worth %d (%v), want %d", g, p, score, ok, want)
				}
			}
			best := solution.AppendBest(nil, p)
			for _, depth := range []int{2, 3, game.Full} {
				plain, err := game.Minimax(ctx, g, p, depth, options{})
				if err != nil {
					t.Fatal(err)
				}
				for _, a := range game.Algorithms[position, cell]() {
					r, err := a.Search(ctx, g, p, depth, options{Table: tables[a.Name]})
					if err != nil {
						t.Fatal(err)
					}
					if r.Score != plain.Score || r.Best != plain.Best || r.HasBest == over || r.Bound != game.Exact || r.Nodes > plain.Nodes && a.Name == "alpha-beta" {
						t.Fatalf("%+v: %s of %v to depth %d: %+v, want %+v", g, a.Name, p, depth, r, plain)
					}
					if depth == game.Full && (r.Score != score || !r.Solved || !over && r.Best != best[0]) {
						t.Fatalf("%+v: %s of %v: %+v, want %d by %v", g, a.Name, p, r, score, best)
					}
				}
			}
		})
		if count != 5478 {
			t.Errorf("%d positions, want 5,478", count)
		}
	}
}

// A win that is seen by its depth is proved, although other moves were only
// estimated: only the moves that win have a part in it.
func TestWinsAreProvedEarly(t *testing.T) {
	g := tictactoe.Game{}
	p, err := g.ParseState("XO./.../...") // the third mark of X makes two threats
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range game.Algorithms[position, cell]()[1:] {
		r, err := a.Search(context.Background(), g, p, 5, options{Alpha: 0, Beta: tictactoe.Win})
		if err != nil || r.Score != tictactoe.Win || r.Bound != game.Lower || !r.Solved {
			t.Errorf("%s: %v, %+v", a.Name, err, r)
		}
		r, err = a.Search(context.Background(), g, p, 4, options{Alpha: 0, Beta: tictactoe.Win})
		if err != nil || r.Solved {
			t.Errorf("%s, too early: %v, %+v", a.Name, err, r)
		}
	}
}

// TestSymmetry compares each position with those made of it by exchanging
// cells: turned, reflected, and both.
func TestSymmetry(t *testing.T) {
	g := tictactoe.Game{}
	apply := func(p position, to [9]int) (q position) {
		for from, cell := range to {
			q.Mine |= p.Mine >> from & 1 << cell
			q.Theirs |= p.Theirs >> from & 1 << cell
		}
		return q
	}
	turn := [9]int{2, 5, 8, 1, 4, 7, 0, 3, 6}
	mirror := [9]int{2, 1, 0, 5, 4, 3, 8, 7, 6}
	classes := map[position]bool{}
	everyPosition(func(p position) {
		canonical := g.Canonical(p)
		classes[canonical] = true
		images := map[position]bool{}
		for i, q := 0, p; i < 8; i++ {
			images[q] = true
			if g.Canonical(q) != canonical || g.Evaluate(q) != g.Evaluate(p) {
				t.Fatalf("%v and its image %v: canonical %v and %v, evaluated %d and %d",
					p, q, canonical, g.Canonical(q), g.Evaluate(p), g.Evaluate(q))
			}
			if q = apply(q, turn); i == 3 {
				q = apply(q, mirror)
			}
		}
		if !images[canonical] {
			t.Fatalf("%v is no image of %v", canonical, p)
		}
	})
	if len(classes) != 765 {
		t.Errorf("%d classes, want 765", len(classes))
	}
}

func TestEvaluate(t *testing.T) {
	g := tictactoe.Game{}
	for text, want := range map[string]int{
		".../.../...": 0,
		"X../.../...": -3, // O to move: X has three lines with a mark each
		".../.X./...": -4,
		".X./.../...": -2,
		"XO./.../...": 2 - 1,       // a column and a diagonal are left to X, a column to O
		"XX./.../O..": 2 - (2 + 2), // O to move: a row and a diagonal; against two marks in a row, a column and a diagonal
	} {
		p, err := g.ParseState(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.Evaluate(p); got != want {
			t.Errorf("%s is estimated at %d, want %d", text, got, want)
		}
	}
}

func TestNotation(t *testing.T) {
	g := tictactoe.Game{}
	reachable := map[string]bool{}
	everyPosition(func(p position) {
		reachable[p.String()] = true
		if again, err := g.ParseState(g.FormatState(p)); err != nil || again != p {
			t.Fatalf("%v is read as %v: %v", p, again, err)
		}
	})
	// Of all ways to fill nine cells, those are read that can be reached.
	for n := range 19683 {
		var b strings.Builder
		for i, rest := 0, n; i < 9; i, rest = i+1, rest/3 {
			if i == 3 || i == 6 {
				b.WriteByte('/')
			}
			b.WriteByte(".XO"[rest%3])
		}
		if _, err := g.ParseState(b.String()); (err == nil) != reachable[b.String()] {
			t.Fatalf("%s: %v, reachable: %v", b.String(), err, reachable[b.String()])
		}
	}
	if p, err := g.ParseState("x.o/.../..."); err != nil || p.String() != "X.O/.../..." {
		t.Errorf("small letters: %v, %v", p, err)
	}
}

func TestUnreadable(t *testing.T) {
	g := tictactoe.Game{}
	for text, want := range map[string]string{
		"":              `"" ends after 0 cells; want three rows of three, such as X.O/.X./..O`,
		"X.O/.X./..":    `"X.O/.X./.." ends after 8 cells; want three rows of three, such as X.O/.X./..O`,
		"X.O/.X.":       `"X.O/.X." ends after 6 cells; want three rows of three, such as X.O/.X./..O`,
		"X.O/.?./..O":   `character 6 is '?'; want X, O or . for a cell`,
		"X.é/.X./..O":   `character 3 is 'é'; want X, O or . for a cell`,
		"X./O.X./..O":   `character 3 is '/'; want X, O or . for a cell`,
		"X.O.X...O":     `character 4 is '.'; want / after a row of three cells`,
		"X.O/.X./..O/":  `character 12 is '/'; want no more than three rows of three cells`,
		"X.O/.X./..OX":  `character 12 is 'X'; want no more than three rows of three cells`,
		"XXX/.../...":   `"XXX/.../...": it has 3 X and 0 O; X begins, so there are as many X as O or one more`,
		"O../.../...":   `"O../.../...": it has 0 X and 1 O; X begins, so there are as many X as O or one more`,
		"XXX/OOO/...":   `"XXX/OOO/...": both have three in a row; the game ends with the first`,
		"XXX/OO./O..":   `"XXX/OO./O..": three X are in a row, but O has made the last move; the game ends with the first`,
		"OOO/XX./XX.":   `"OOO/XX./XX.": three O are in a row, but X has made the last move; the game ends with the first`,
		"X.O/.X./\xff.": `character 9 is '�'; want X, O or . for a cell`,
	} {
		p, err := g.ParseState(text)
		if err == nil || err.Error() != "tictactoe: "+want || p != (position{}) {
			t.Errorf("%q: %v\nwant tictactoe: %s", text, err, want)
		}
	}
	for _, c := range []struct{ state, move, want string }{
		{"X../.../...", "1", "cell 1 is taken; want one of 2 3 4 5 6 7 8 9"},
		{"X../.O./...", "0", `move "0"; want an empty cell, one of 2 3 4 6 7 8 9`},
		{"X../.O./...", "b2", `move "b2"; want an empty cell, one of 2 3 4 6 7 8 9`},
		{"XXX/OO./...", "9", `move "9": the game is over`},
	} {
		p, err := g.ParseState(c.state)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := g.ParseMove(p, c.move); err == nil || err.Error() != "tictactoe: "+c.want {
			t.Errorf("%s in %s: %v\nwant tictactoe: %s", c.move, c.state, err, c.want)
		}
	}
	p, err := g.ParseState("X../.O./...")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range g.AppendMoves(nil, p) {
		if again, err := g.ParseMove(p, g.FormatMove(m)); err != nil || again != m {
			t.Errorf("move %v is read as %v: %v", m, again, err)
		}
	}
}

func TestBoard(t *testing.T) {
	g := tictactoe.Game{}
	for text, want := range map[string]string{
		"X.O/.X./..O": " X | 2 | O\n---+---+---\n 4 | X | 6\n---+---+---\n 7 | 8 | O\nX to move\n",
		"X../.../...": " X | 2 | 3\n---+---+---\n 4 | 5 | 6\n---+---+---\n 7 | 8 | 9\nO to move\n",
		"XXX/OO./...": " X | X | X\n---+---+---\n O | O | 6\n---+---+---\n 7 | 8 | 9\nX has won\n",
		"OOO/XX./X..": " O | O | O\n---+---+---\n X | X | 6\n---+---+---\n X | 8 | 9\nO has won\n",
		"XOX/XOO/OXX": " X | O | X\n---+---+---\n X | O | O\n---+---+---\n O | X | X\na draw\n",
	} {
		p, err := g.ParseState(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.Board(p); got != want {
			t.Errorf("%s is drawn as\n%s\nwant\n%s", text, got, want)
		}
	}
}

func TestNotebookEndsAtErrors(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	if _, err := tictactoe.Notebook(ctx, 5, 0, []int{2}, game.Minimax, options{}); !errors.Is(err, game.ErrGames) {
		t.Errorf("no games: %v", err)
	}
	if _, err := tictactoe.Notebook(ctx, 5, 9, []int{0}, game.Minimax, options{}); !errors.Is(err, game.ErrDepth) {
		t.Errorf("depth 0: %v", err)
	}
	cancel()
	if facts, err := tictactoe.Notebook(ctx, 5, 9, []int{2}, game.Minimax, options{}); err == nil || facts != nil {
		t.Errorf("canceled: %v, %v", facts, err)
	}
}
