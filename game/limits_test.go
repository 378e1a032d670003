package game_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/astrolabe-search/astrolabe/game"
	"github.com/astrolabe-search/astrolabe/game/nim"
	"github.com/astrolabe-search/astrolabe/game/tictactoe"
)

func TestSenselessQuestions(t *testing.T) {
	ctx := context.Background()
	g := tictactoe.Game{}
	type opts = game.Options[tictactoe.Position, tictactoe.Cell]
	for _, depth := range []int{0, -1} {
		for _, a := range game.Algorithms[tictactoe.Position, tictactoe.Cell]() {
			if _, err := a.Search(ctx, g, g.Start(), depth, opts{}); !errors.Is(err, game.ErrDepth) {
				t.Errorf("%s to depth %d: %v", a.Name, depth, err)
			}
			if _, err := game.SearchPlayer(g, a.Search, depth, opts{}); !errors.Is(err, game.ErrDepth) {
				t.Errorf("a player by %s to depth %d: %v", a.Name, depth, err)
			}
		}
		if _, err := game.Perft(ctx, g, g.Start(), depth, opts{}); !errors.Is(err, game.ErrDepth) {
			t.Errorf("perft to depth %d: %v", depth, err)
		}
		if _, err := game.Positions(ctx, g, g.Start(), depth, opts{}); !errors.Is(err, game.ErrDepth) {
			t.Errorf("positions to depth %d: %v", depth, err)
		}
		if _, err := game.MCTS(ctx, g, g.Start(), int64(depth), game.MCTSOptions{}); !errors.Is(err, game.ErrPlayouts) {
			t.Errorf("%d playouts: %v", depth, err)
		}
		if _, err := game.Match(ctx, g, game.RandomPlayer(g), game.RandomPlayer(g), game.MatchOptions[tictactoe.Cell]{Games: depth}); !errors.Is(err, game.ErrGames) {
			t.Errorf("%d games: %v", depth, err)
		}
	}
	for _, a := range game.Algorithms[tictactoe.Position, tictactoe.Cell]()[1:] {
		if _, err := a.Search(ctx, g, g.Start(), 3, opts{Alpha: 1, Beta: 1}); err == nil || !strings.Contains(err.Error(), "Alpha must be less than Beta") {
			t.Errorf("%s in a window without width: %v", a.Name, err)
		}
	}
	if _, err := game.MCTS(ctx, g, g.Start(), 1, game.MCTSOptions{Exploration: -1}); err == nil {
		t.Error("exploration -1 is accepted")
	}
	if _, err := game.NewTable[tictactoe.Position, tictactoe.Cell](1); err == nil {
		t.Error("a table of one byte is made")
	}
	if _, err := game.ParseAlgorithm[tictactoe.Position, tictactoe.Cell]("negamax"); err == nil ||
		err.Error() != `"negamax" is not a game search; want minimax, alpha-beta, pvs or deepening` {
		t.Errorf("%v", err)
	}
}

// A canceled context ends every search before its first node, with a legal
// move where there is one to make.
func TestCanceled(t *testing.T) {
	cause := errors.New("the clock ran out")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(cause)
	g := tictactoe.Game{}
	type opts = game.Options[tictactoe.Position, tictactoe.Cell]
	var reasons []string
	for _, a := range game.Algorithms[tictactoe.Position, tictactoe.Cell]() {
		r, err := a.Search(ctx, g, g.Start(), game.Full, opts{})
		if err != nil || r.Complete || r.Nodes != 0 || !r.HasBest || r.Bound != game.None {
			t.Errorf("%s: %v, %+v", a.Name, err, r)
		}
		reasons = append(reasons, r.Reason)
	}
	solution, err := game.Solve(ctx, g, g.Start(), opts{})
	if err != nil || solution.Complete || solution.Nodes != 0 || !solution.HasBest || solution.Bound != game.None {
		t.Errorf("solve: %v, %+v", err, solution.Result)
	}
	sampled, err := game.MCTS(ctx, g, g.Start(), 10, game.MCTSOptions{})
	if err != nil || sampled.Complete || sampled.Nodes != 0 || !sampled.HasBest {
		t.Errorf("MCTS: %v, %+v", err, sampled)
	}
	census, err := game.Perft(ctx, g, g.Start(), game.Full, opts{})
	if err != nil || census.Complete || census.Nodes != 0 {
		t.Errorf("perft: %v, %+v", err, census)
	}
	reach, err := game.Positions(ctx, g, g.Start(), game.Full, opts{})
	if err != nil || reach.Complete || reach.Nodes != 0 {
		t.Errorf("positions: %v, %+v", err, reach)
	}
	match, err := game.Match(ctx, g, game.RandomPlayer(g), game.RandomPlayer(g), game.MatchOptions[tictactoe.Cell]{Games: 3})
	if err != nil || match.Complete || match.Games() != 0 || match.Moves != [2]int64{} {
		t.Errorf("match: %v, %+v", err, match)
	}
	for _, reason := range append(reasons, solution.Reason, sampled.Reason, census.Reason, reach.Reason, match.Reason) {
		if !strings.Contains(reason, cause.Error()) {
			t.Errorf("the reason %q does not say the cause", reason)
		}
	}
}

// A search that is canceled on its way says what it has.
func TestCanceledOnTheWay(t *testing.T) {
	g, err := nim.New(9, 9, 9, 9, 9)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	depths := 0
	opts := game.Options[nim.Position, nim.Move]{AfterDepth: func(r game.Result[nim.Move]) {
		if depths++; r.Depth == 3 {
			cancel()
		}
	}}
	r, err := game.Deepening(ctx, g, g.Start(), game.Full, opts)
	if err != nil {
		t.Fatal(err)
	}
	if r.Complete || r.Depth < 3 || r.Bound == game.None || len(r.PrincipalVariation) == 0 || depths < 3 {
		t.Errorf("after %d depths: %+v", depths, r)
	}
}

// TestMemoryLimits gives each search that remembers positions several budgets
// of bytes: more of them never means fewer positions, and the last is enough.
func TestMemoryLimits(t *testing.T) {
	ctx := context.Background()
	g := tictactoe.Game{}
	var solved, reached, sampled []int64
	for _, bytes := range []int64{1, 10_000, 20_000, 100_000, 1_000_000} {
		opts := game.Options[tictactoe.Position, tictactoe.Cell]{MaxBytes: bytes}
		solution, err := game.Solve(ctx, g, g.Start(), opts)
		if err != nil {
			t.Fatal(err)
		}
		if (solution.Reason != "") != (bytes < 20_000) || solution.Complete != (solution.Reason == "") {
			t.Errorf("solve in %d bytes: complete %v, %q", bytes, solution.Complete, solution.Reason)
		}
		solved = append(solved, int64(solution.Positions))

		reach, err := game.Positions(ctx, g, g.Start(), game.Full, opts)
		if err != nil {
			t.Fatal(err)
		}
		if reach.Complete != (bytes >= 1_000_000) || reach.Complete != (reach.Reason == "") {
			t.Errorf("positions in %d bytes: complete %v, %q", bytes, reach.Complete, reach.Reason)
		}
		reached = append(reached, reach.Total().Positions)

		tree, err := game.MCTS(ctx, g, g.Start(), 2_000, game.MCTSOptions{MaxBytes: bytes})
		if err != nil {
			t.Fatal(err)
		}
		if tree.Complete != (bytes >= 1_000_000) || tree.Complete != (tree.Reason == "") || !tree.HasBest {
			t.Errorf("MCTS in %d bytes: complete %v, %q", bytes, tree.Complete, tree.Reason)
		}
		sampled = append(sampled, tree.TreeNodes)

		r, err := game.Deepening(ctx, g, g.Start(), game.Full, opts)
		if err != nil || !r.Solved || r.Score != 0 || (r.Table.Hits > 0) != (bytes >= 10_000) {
			t.Errorf("deepening in %d bytes: %v, %+v", bytes, err, r)
		}
	}
	for _, counts := range [][]int64{solved, reached, sampled} {
		if !slices.IsSorted(counts) || counts[0] > 1 || counts[1] <= 1 {
			t.Errorf("positions by budget: %v", counts)
		}
	}
}

// broken is a game that breaks a rule in one of several ways.
type broken struct{ how string }

func (broken) Start() int { return 0 }

func (b broken) Score(s int) (int, bool) {
	if b.how == "score" && s > 0 {
		return game.MaxScore + 1, true
	}
	return 0, s == 4
}

func (b broken) AppendMoves(dst []int, s int) []int {
	switch {
	case b.how == "no moves" && s == 1:
		return dst
	case b.how == "cycle" && s == 2:
		return append(dst, -2)
	}
	return append(dst, 1)
}

func (broken) Play(s, m int) int { return s + m }

func (b broken) Evaluate(int) int {
	if b.how == "estimate" {
		return -game.MaxScore - 1
	}
	return 0
}

func TestBrokenGames(t *testing.T) {
	ctx := context.Background()
	type opts = game.Options[int, int]
	for how, want := range map[string]error{"score": game.ErrScore, "no moves": game.ErrNoMoves, "estimate": game.ErrScore} {
		g := broken{how}
		for _, a := range game.Algorithms[int, int]() {
			if _, err := a.Search(ctx, g, 0, 3, opts{}); !errors.Is(err, want) {
				t.Errorf("%s: %s: %v", how, a.Name, err)
			}
		}
		if how == "estimate" { // the others make none
			continue
		}
		if _, err := game.Solve(ctx, g, 0, opts{}); !errors.Is(err, want) {
			t.Errorf("%s: solve: %v", how, err)
		}
		if _, err := game.Positions(ctx, g, 0, game.Full, opts{}); !errors.Is(err, want) {
			t.Errorf("%s: positions: %v", how, err)
		}
		if _, err := game.Perft(ctx, g, 0, game.Full, opts{}); !errors.Is(err, want) {
			t.Errorf("%s: perft: %v", how, err)
		}
		if _, err := game.MCTS(ctx, g, 0, 10, game.MCTSOptions{}); !errors.Is(err, want) {
			t.Errorf("%s: MCTS: %v", how, err)
		}
	}
	if _, err := game.Solve(ctx, broken{"cycle"}, 0, opts{}); !errors.Is(err, game.ErrCycle) {
		t.Errorf("a cycle: %v", err)
	}
	if reach, err := game.Positions(ctx, broken{"cycle"}, 0, game.Full, opts{}); err != nil || reach.Total().Positions != 3 {
		t.Errorf("the positions of a cycle: %v, %+v", err, reach)
	}
}

// A position in which the game is over is its own answer.
func TestOver(t *testing.T) {
	ctx := context.Background()
	g := tictactoe.Game{}
	p, err := g.ParseState("XXX/OO./...")
	if err != nil {
		t.Fatal(err)
	}
	type opts = game.Options[tictactoe.Position, tictactoe.Cell]
	want := game.Result[tictactoe.Cell]{Complete: true, Score: -tictactoe.Win, Bound: game.Exact, Solved: true}
	check := func(name string, r game.Result[tictactoe.Cell], err error) {
		want.Depth, want.Counts = r.Depth, game.Counts{Nodes: 1}
		if difference := cmp.Diff(want, r); err != nil || difference != "" {
			t.Errorf("%s: %v, differs from what is wanted (-):\n%s", name, err, difference)
		}
	}
	for _, a := range game.Algorithms[tictactoe.Position, tictactoe.Cell]() {
		r, err := a.Search(ctx, g, p, 4, opts{})
		check(a.Name, r, err)
	}
	solution, err := game.Solve(ctx, g, p, opts{})
	check("solve", solution.Result, err)
	if best := solution.AppendBest(nil, p); len(best) != 0 || len(g.AppendMoves(nil, p)) == 0 {
		t.Errorf("best moves %v after the end", best)
	}
	census, err := game.Perft(ctx, g, p, game.Full, opts{})
	if err != nil || len(census.Plies) != 1 || census.Plies[0] != (game.PlyCount{Lines: 1, Ended: 1, Losses: 1}) {
		t.Errorf("perft: %v, %+v", err, census)
	}
	reach, err := game.Positions(ctx, g, p, game.Full, opts{})
	if err != nil || len(reach.Plies) != 1 || reach.Plies[0] != (game.PlyReach{Positions: 1, Classes: 1, Ended: 1}) {
		t.Errorf("positions: %v, %+v", err, reach)
	}
}

func TestNames(t *testing.T) {
	for _, a := range game.Algorithms[tictactoe.Position, tictactoe.Cell]() {
		if b, err := game.ParseAlgorithm[tictactoe.Position, tictactoe.Cell](a.Name); err != nil || b.Name != a.Name || a.Summary == "" {
			t.Errorf("%s is read as %s: %v", a.Name, b.Name, err)
		}
	}
	for bound, want := range map[game.Bound]string{
		game.None: "none", game.Lower: "lower", game.Upper: "upper", game.Exact: "exact", game.Bound(9): "Bound(9)",
	} {
		if got := bound.String(); got != want {
			t.Errorf("%d is %q, want %q", uint8(bound), got, want)
		}
	}
}
