package connectfour_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/astrolabe-search/astrolabe/game"
	"github.com/astrolabe-search/astrolabe/game/connectfour"
)

// plainBoard is the game without any trick: the oracle.
type plainBoard struct {
	cells  [connectfour.Columns][connectfour.Rows]int8 // 0: empty, 1 and 2: the players
	height [connectfour.Columns]int
	plies  int
}

func (b *plainBoard) drop(c int) {
	b.cells[c][b.height[c]] = int8(1 + b.plies%2)
	b.height[c]++
	b.plies++
}

func (b *plainBoard) lift(c int) {
	b.plies--
	b.height[c]--
	b.cells[c][b.height[c]] = 0
}

// won tells whether the topmost stone of a column is part of a four.
func (b *plainBoard) won(c int) bool {
	row := b.height[c] - 1
	player := b.cells[c][row]
	for _, d := range [][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}} {
		length := 1
		for _, sign := range []int{1, -1} {
			for x, y := c+sign*d[0], row+sign*d[1]; x >= 0 && x < connectfour.Columns && y >= 0 && y < connectfour.Rows && b.cells[x][y] == player; x, y = x+sign*d[0], y+sign*d[1] {
				length++
			}
		}
		if length >= 4 {
			return true
		}
	}
	return false
}

// minimax returns the score of the player whose turn it is. The game is not over.
func (b *plainBoard) minimax() int {
	if b.plies == connectfour.Cells {
		return 0
	}
	best := -connectfour.Cells
	for c := range connectfour.Columns {
		if b.height[c] < connectfour.Rows {
			best = max(best, b.scoreOf(c))
		}
	}
	return best
}

// scoreOf returns the score of a move.
func (b *plainBoard) scoreOf(c int) int {
	stonesLeft := connectfour.Cells/2 - b.plies/2
	b.drop(c)
	defer b.lift(c)
	if b.won(c) {
		return stonesLeft
	}
	return -b.minimax()
}

// randomPosition plays legal moves at random until that many stones lie there and
// the game is not over.
func randomPosition(random *rand.Rand, plies int) (plainBoard, connectfour.Position) {
	for {
		var b plainBoard
		var p connectfour.Position
		for b.plies < plies {
			moves := p.AppendMoves(nil)
			c := moves[random.IntN(len(moves))]
			b.drop(int(c))
			p, _ = p.Play(c)
			if b.won(int(c)) {
				break
			}
		}
		if _, over := p.Over(); !over || plies == connectfour.Cells && b.plies == plies {
			return b, p
		}
	}
}

func TestSolverAgreesWithMinimax(t *testing.T) {
	ctx := context.Background()
	random := rand.New(rand.NewPCG(4, 1))
	solver := newSolver(t, connectfour.Options{})
	keeping := newSolver(t, connectfour.Options{TableBytes: connectfour.MinTableBytes, KeepTable: true})
	outcomes := map[connectfour.Outcome]int{}
	for i := range 2500 {
		b, p := randomPosition(random, 33+i%10)
		if b.plies == connectfour.Cells {
			if r := solver.Solve(ctx, p); r.HasBest || r.Upper != r.Lower || !r.Complete || r.Nodes != 0 {
				t.Fatalf("a full board: %+v", r)
			}
			continue
		}
		want := b.minimax()
		r := solver.Solve(ctx, p)
		if r.Lower != want || r.Upper != want || !r.Complete || !r.HasBest {
			t.Fatalf("Solve: %+v; want %d\n%s", r, want, p.Board())
		}
		if got := b.scoreOf(int(r.Best)); got != want {
			t.Fatalf("column %v is worth %d, best is %d\n%s", r.Best, got, want, p.Board())
		}
		if k := keeping.Solve(ctx, p); k.Lower != want || k.Upper != want {
			t.Fatalf("with a kept table: %+v; want %d\n%s", k, want, p.Board())
		}
		if m := solver.Solve(ctx, p.Mirror()); m.Lower != want || m.Upper != want {
			t.Fatalf("the mirror image: %+v; want %d\n%s", m, want, p.Board())
		}
		sign := solver.Outcome(ctx, p)
		wantOutcome := connectfour.Draw
		switch {
		case want > 0:
			wantOutcome = connectfour.Win
		case want < 0:
			wantOutcome = connectfour.Loss
		}
		outcomes[wantOutcome]++
		if sign.Outcome() != wantOutcome || !sign.Complete || sign.Lower > want || sign.Upper < want {
			t.Fatalf("Outcome: %+v; want %v, score %d\n%s", sign, wantOutcome, want, p.Board())
		}
		a := solver.Analyze(ctx, p)
		var best []connectfour.Column
		for c, got := range a.Columns {
			legal := b.height[c] < connectfour.Rows
			if got.Legal != legal || legal && (got.Lower != b.scoreOf(c) || got.Upper != got.Lower) {
				t.Fatalf("Analyze: column %d: %+v\n%s", c+1, got, p.Board())
			}
			if legal && got.Lower == want {
				best = append(best, connectfour.Column(c))
			}
		}
		if !a.Complete || !slices.Equal(a.Best(), best) {
			t.Fatalf("Analyze: best %v, complete %v; want %v\n%s", a.Best(), a.Complete, best, p.Board())
		}
	}
	if min(outcomes[connectfour.Win], outcomes[connectfour.Draw], outcomes[connectfour.Loss]) < 300 {
		t.Errorf("the positions are too much alike to show anything: %v", outcomes)
	}
}

// From earlier on, a solver of package game that keeps every position.
func TestSolverAgreesWithGeneralSolve(t *testing.T) {
	ctx := context.Background()
	random := rand.New(rand.NewPCG(4, 2))
	solver := newSolver(t, connectfour.Options{})
	for i := range 15 {
		_, p := randomPosition(random, 26+i%5)
		want, err := game.Solve(ctx, connectfour.Game{}, p, game.Options[connectfour.Position, connectfour.Column]{})
		if err != nil || !want.Complete {
			t.Fatal(want.Reason, err)
		}
		if r := solver.Solve(ctx, p); r.Lower*connectfour.Unit != want.Score || r.Upper != r.Lower {
			t.Fatalf("%+v; want %d\n%s", r, want.Score, p.Board())
		}
	}
}
