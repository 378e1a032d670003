package connectfour_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/game/connectfour"
)

func TestSolverIsTheSameEveryTime(t *testing.T) {
	list := problems(t, "midgame_L1")[:50]
	used, kept := newSolver(t, connectfour.Options{}), newSolver(t, connectfour.Options{KeepTable: true})
	var first, second int64
	for _, c := range list {
		fresh := newSolver(t, connectfour.Options{TableBytes: connectfour.MinTableBytes})
		want := fresh.Solve(context.Background(), c.p)
		for range 2 {
			if got := used.Solve(context.Background(), c.p); got != want {
				t.Fatalf("%q: %+v, but by a new solver %+v", c.text, got, want)
			}
		}
		first += mustSolve(t, kept, c)
		second += mustSolve(t, kept, c)
	}
	if second*2 > first {
		t.Errorf("asked again, a solver that keeps its table takes %d nodes; the first time %d", second, first)
	}
	kept.Reset()
	c := list[0]
	if got, want := kept.Solve(context.Background(), c.p), used.Solve(context.Background(), c.p); got != want {
		t.Errorf("after Reset: %+v; want %+v", got, want)
	}
}

// A search that is cut short still proves what it says.
func TestSolverLimits(t *testing.T) {
	list := problems(t, "midgame_L2")[:25]
	narrowed := 0
	reply := newSolver(t, connectfour.Options{})
	for _, maxNodes := range []int64{1, 10, 100, 1000, 5000} {
		s := newSolver(t, connectfour.Options{MaxNodes: maxNodes})
		for _, c := range list {
			r := s.Solve(context.Background(), c.p)
			switch {
			case r.Lower > c.score || r.Upper < c.score || r.Nodes > maxNodes || !r.HasBest:
				t.Fatalf("%q, at most %d nodes: %+v; the score is %d", c.text, maxNodes, r, c.score)
			case r.Complete != (r.Reason == "") || r.Complete != (r.Lower == r.Upper):
				t.Fatalf("%q, at most %d nodes: %+v", c.text, maxNodes, r)
			case !r.Complete && r.Nodes != maxNodes:
				t.Fatalf("%q: stopped after %d nodes of %d", c.text, r.Nodes, maxNodes)
			case !r.Complete && r.Upper-r.Lower < 8:
				narrowed++
			}
			if !r.Complete && maxNodes == 1000 {
				next, err := c.p.Play(r.Best)
				if err != nil {
					t.Fatal(err)
				}
				if after := reply.Solve(context.Background(), next); -after.Lower < r.Lower {
					t.Fatalf("%q: column %v enforces %d, not %d", c.text, r.Best, -after.Lower, r.Lower)
				}
			}
			a := s.Analyze(context.Background(), c.p)
			lower, upper := math.MinInt, math.MinInt
			for _, column := range a.Columns {
				if column.Legal {
					lower, upper = max(lower, column.Lower), max(upper, column.Upper)
				}
			}
			if lower > c.score || upper < c.score || a.Nodes > maxNodes || a.Complete != (a.Reason == "") || len(a.Best()) == 0 {
				t.Fatalf("%q, at most %d nodes: %+v; the score is %d", c.text, maxNodes, a, c.score)
			}
		}
	}
	if narrowed == 0 {
		t.Error("no search that was cut short had found out anything")
	}

	// With its table kept, a solver that is asked again goes on.
	s := newSolver(t, connectfour.Options{MaxNodes: 300, KeepTable: true})
	for _, c := range list[:10] {
		for tries := 1; ; tries++ {
			r := s.Solve(context.Background(), c.p)
			if r.Lower > c.score || r.Upper < c.score || tries > 10_000 {
				t.Fatalf("%q, try %d: %+v; the score is %d", c.text, tries, r, c.score)
			}
			if r.Complete {
				break
			}
		}
	}

	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errors.New("enough"))
	r := newSolver(t, connectfour.Options{}).Solve(ctx, list[0].p)
	if r.Complete || r.Reason != "the search was stopped: enough" || r.Nodes != 0 {
		t.Errorf("with a context that is done: %+v", r)
	}
}

// In a position that is its own mirror image only half of the moves are searched.
func TestAnalyzeMirrored(t *testing.T) {
	p := parse(t, "444444 1276 1276")
	if p.Mirror() != p {
		t.Fatal("the position is not its own mirror image")
	}
	s := newSolver(t, connectfour.Options{})
	a := s.Analyze(context.Background(), p)
	differ := false
	for c, got := range a.Columns {
		next, err := p.Play(connectfour.Column(c))
		if err != nil {
			if got != (connectfour.ColumnBounds{}) {
				t.Errorf("column %d: %+v, but %v", c+1, got, err)
			}
			continue
		}
		r := s.Solve(context.Background(), next)
		if want := (connectfour.ColumnBounds{Legal: true, Lower: -r.Upper, Upper: -r.Lower}); got != want {
			t.Errorf("column %d: %+v; want %+v", c+1, got, want)
		}
		differ = differ || got != a.Columns[0]
	}
	if !differ {
		t.Error("all columns are alike, which shows nothing")
	}
}

func TestSolverReportsPasses(t *testing.T) {
	c := problems(t, "midgame_L2")[0]
	var passes []connectfour.Result
	s := newSolver(t, connectfour.Options{AfterPass: func(r connectfour.Result) { passes = append(passes, r) }})
	mustSolve(t, s, c)
	if len(passes) < 2 {
		t.Fatalf("%d passes; want at least 2", len(passes))
	}
	for i, r := range passes {
		if i > 0 && (r.Upper-r.Lower >= passes[i-1].Upper-passes[i-1].Lower || r.Nodes <= passes[i-1].Nodes) {
			t.Errorf("pass %d, %+v, is no better than %+v", i, r, passes[i-1])
		}
	}
	if last := passes[len(passes)-1]; last.Lower != c.score || last.Upper != c.score {
		t.Errorf("the last pass reports %+v; want %d", last, c.score)
	}
}

func TestSolverAllocatesNothing(t *testing.T) {
	list := problems(t, "midgame_L1")[:20]
	s := newSolver(t, connectfour.Options{})
	ctx := context.Background()
	if n := testing.AllocsPerRun(5, func() {
		for _, c := range list {
			s.Solve(ctx, c.p)
			s.Analyze(ctx, c.p)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestSolverOptions(t *testing.T) {
	for _, c := range []struct {
		o    connectfour.Options
		want string // in the error
	}{
		{connectfour.Options{TableBytes: 1000}, "want 0 for the default or at least 131072"},
		{connectfour.Options{TableBytes: -1}, "TableBytes -1"},
		{connectfour.Options{TableBytes: math.MaxInt64}, "want at most"},
		{connectfour.Options{MaxNodes: -5}, "MaxNodes -5"},
	} {
		s, err := connectfour.NewSolver(c.o)
		if !errors.Is(err, connectfour.ErrOptions) || !strings.Contains(err.Error(), c.want) || s != nil {
			t.Errorf("%+v: %v; want an error with %q", c.o, err, c.want)
		}
	}
}

// Play between perfect players comes to what the score promises.
func TestPlayersKeepTheScore(t *testing.T) {
	solver := newSolver(t, connectfour.Options{KeepTable: true})
	player := solver.Player()
	random := rand.New(rand.NewPCG(4, 3))
	for range 30 {
		_, p := randomPosition(random, 20)
		score := solver.Solve(context.Background(), p).Lower
		start := p
		for sign := 1; ; sign = -sign {
			if last, over := p.Over(); over {
				if sign*last != score {
					t.Fatalf("the game ended with %d; want %d, from\n%s\nto\n%s", sign*last, score, start.Board(), p.Board())
				}
				break
			}
			choice, err := player.Choose(context.Background(), p, random)
			if err != nil {
				t.Fatal(err)
			}
			if p, err = p.Play(choice.Move); err != nil {
				t.Fatal(err)
			}
		}
	}
	won, err := connectfour.Parse("1212121")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := player.Choose(context.Background(), won, random); !errors.Is(err, connectfour.ErrGameOver) {
		t.Errorf("a move after the end: %v; want ErrGameOver", err)
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := player.Choose(done, connectfour.Position{}, random); !errors.Is(err, context.Canceled) {
		t.Errorf("with a context that is done: %v", err)
	}
}

func TestOutcomeNames(t *testing.T) {
	var names []string
	for _, o := range []connectfour.Outcome{connectfour.Unknown, connectfour.Loss, connectfour.Draw, connectfour.Win, 9} {
		names = append(names, o.String())
	}
	if got := strings.Join(names, " "); got != "unknown loss draw win Outcome(9)" {
		t.Errorf("got %s", got)
	}
}
