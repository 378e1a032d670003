package game_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/astrolabe-search/astrolabe/game"
)

// drawLoops draws a game whose positions repeat, of few positions.
func drawLoops(t *rapid.T) dag {
	return dag{
		seed:   rapid.Uint64().Draw(t, "seed"),
		height: rapid.Int16Range(1, 3).Draw(t, "height"),
		width:  rapid.Int16Range(2, 3).Draw(t, "width"),
		scores: rapid.Uint64Range(1, 4).Draw(t, "scores"),
		loops:  true,
	}
}

// spotsOf returns all positions that can be reached.
func spotsOf(g rules) []spot {
	spots := []spot{g.Start()}
	for i := 0; i < len(spots); i++ {
		if _, over := g.Score(spots[i]); over {
			continue
		}
		for _, m := range g.AppendMoves(nil, spots[i]) {
			if next := g.Play(spots[i], m); !slices.Contains(spots, next) {
				spots = append(spots, next)
			}
		}
	}
	return spots
}

// endless returns the score of every position where play without end is a draw,
// by what can be forced in 0, 1, 2 and more moves, with a draw for what has not
// ended by then: once there are as many moves as positions, nothing changes any
// more, since who wins need not come to a position twice. Nothing here knows
// what a repetition is.
func endless(g rules) map[spot]int {
	spots := spotsOf(g)
	scores := map[spot]int{}
	for range len(spots) + 1 {
		next := map[spot]int{}
		for _, s := range spots {
			score, over := g.Score(s)
			if !over {
				score = -game.MaxScore
				for _, m := range g.AppendMoves(nil, s) {
					after := g.Play(s, m)
					v := scores[after]
					if !again(g, s, after) {
						v = -v
					}
					score = max(score, v)
				}
			}
			next[s] = score
		}
		scores = next
	}
	return scores
}

// onLine is minimax to a depth, with a draw where a position of the line comes
// again.
func onLine(g rules, s spot, depth int, line []spot) int {
	if score, over := g.Score(s); over {
		return score
	}
	for i, past := range line {
		if _, turns := g.(game.Turner[spot]); past == s && (turns || (len(line)-i)%2 == 0) {
			return 0
		}
	}
	if depth == 0 {
		if e, ok := g.(game.Evaluator[spot]); ok {
			return e.Evaluate(s)
		}
		return 0
	}
	best := -game.MaxScore
	for _, m := range g.AppendMoves(nil, s) {
		best = max(best, moveOnLine(g, s, m, depth, line))
	}
	return best
}

func moveOnLine(g rules, s spot, m uint8, depth int, line []spot) int {
	next := g.Play(s, m)
	v := onLine(g, next, depth-1, append(slices.Clone(line), s))
	if again(g, s, next) {
		return v
	}
	return -v
}

// worth is the score of a move where play without end is a draw.
func worth(g rules, scores map[spot]int, s spot, m uint8) int {
	next := g.Play(s, m)
	if again(g, s, next) {
		return scores[next]
	}
	return -scores[next]
}

// TestRepetitionIsADraw holds every search, from every position and by one table
// that all of them share, to the scores of play without end.
func TestRepetitionIsADraw(t *testing.T) {
	const most = 3000 // nodes; lines without repetition are many
	solved, cut := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		base := drawLoops(t)
		alpha := rapid.IntRange(-3, 2).Draw(t, "alpha")
		beta := rapid.IntRange(alpha+1, 3).Draw(t, "beta")
		maxNodes := rapid.Int64Range(1, 60).Draw(t, "nodes")
		shallow := rapid.IntRange(1, 5).Draw(t, "depth")
		table := drawTable(t)
		for ability, g := range withAbilities(base) {
			scores := endless(g)
			if table != nil {
				table.Clear()
			}
			for _, s := range spotsOf(g) {
				for _, a := range game.Algorithms[spot, uint8]() {
					for _, o := range []options{{MaxNodes: most}, {MaxNodes: maxNodes}, {MaxNodes: most, Alpha: alpha, Beta: beta}} {
						for _, depth := range []int{game.Full, shallow} {
							o.Table, o.DrawByRepetition = table, true
							r, err := a.Search(t.Context(), g, s, depth, o)
							if err != nil {
								t.Fatalf("%s %s of %v: %v", ability, a.Name, s, err)
							}
							if whole := o.Alpha == o.Beta && depth == game.Full && r.Complete; whole && !(r.Solved && r.Bound == game.Exact) {
								t.Fatalf("%s %s of %v is not solved: %+v", ability, a.Name, s, r)
							}
							switch {
							case depth != game.Full || o.MaxNodes != most:
							case r.Complete:
								solved++
							default:
								cut++
							}
							checkEndless(t, ability+" "+a.Name, g, s, r, scores)
						}
					}
				}
			}
		}
	})
	if solved == 0 {
		t.Errorf("no search solved its position, %d had no room", cut)
	}
}

// checkEndless fails unless what a result says is so where play without end is a
// draw.
func checkEndless(t *rapid.T, name string, g rules, s spot, r result, scores map[spot]int) {
	v := scores[s]
	if r.Solved && !(r.Bound == game.Exact && v == r.Score || r.Bound == game.Lower && v >= r.Score || r.Bound == game.Upper && v <= r.Score) {
		t.Fatalf("%s: the score of %v is %d, not %d (%v)\n%+v", name, s, v, r.Score, r.Bound, r)
	}
	if r.HasBest && r.Solved && r.Bound != game.Upper && worth(g, scores, s, r.Best) < r.Score {
		t.Fatalf("%s: move %d of %v is worth %d, not %d\n%+v", name, r.Best, s, worth(g, scores, s, r.Best), r.Score, r)
	}
	type turn struct {
		spot
		odd bool
	}
	_, turns := g.(game.Turner[spot])
	seen := map[turn]bool{{s, false}: true}
	for i, m := range r.PrincipalVariation {
		if _, over := g.Score(s); over || !slices.Contains(g.AppendMoves(nil, s), m) {
			t.Fatalf("%s: %d is no move of %v\n%+v", name, m, s, r)
		}
		s = g.Play(s, m)
		at := turn{s, !turns && i%2 == 0}
		if seen[at] && i < len(r.PrincipalVariation)-1 {
			t.Fatalf("%s: the line goes round\n%+v", name, r)
		}
		seen[at] = true
	}
}

// TestRepetitionToADepth holds the searches without a table to the plainest
// minimax that knows its line, at every depth, move for move.
func TestRepetitionToADepth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := drawLoops(t)
		depth := rapid.IntRange(1, 6).Draw(t, "depth")
		for ability, g := range withAbilities(base) {
			s := g.Start()
			want := onLine(g, s, depth, nil)
			var first uint8
			if _, over := g.Score(s); !over {
				for _, m := range slices.Backward(g.AppendMoves(nil, s)) {
					if moveOnLine(g, s, m, depth, nil) == want {
						first = m
					}
				}
			}
			for _, a := range game.Algorithms[spot, uint8]()[:3] {
				r, err := a.Search(t.Context(), g, s, depth, options{DrawByRepetition: true})
				if err != nil || r.Score != want || r.Bound != game.Exact || r.Best != first {
					t.Fatalf("%s %s to depth %d: %v, want the score %d by move %d\n%+v", ability, a.Name, depth, err, want, first, r)
				}
			}
		}
	})
}

// TestSolveWithRepetition compares every score of a solution, and sees that who
// keeps to the moves it calls best comes to an end that is as good.
func TestSolveWithRepetition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := drawLoops(t)
		base.width, base.height = base.width*3, base.height*2
		for ability, g := range withAbilities(base) {
			s := g.Start()
			d, err := game.Solve(t.Context(), g, s, options{DrawByRepetition: true})
			if err != nil || !d.Complete || !d.Solved {
				t.Fatalf("%s: %v\n%+v", ability, err, d)
			}
			scores := endless(g)
			checkEndless(t, ability, g, s, d.Result, scores)
			for s, want := range scores {
				if got, ok := d.Lookup(s); !ok || got != want {
					t.Fatalf("%s: %v has the score %d (%v), want %d", ability, s, got, ok, want)
				}
				best := d.AppendBest(nil, s)
				if _, over := g.Score(s); over != (len(best) == 0) {
					t.Fatalf("%s: best moves %v of %v", ability, best, s)
				}
				for _, m := range best {
					if worth(g, scores, s, m) != want {
						t.Fatalf("%s: move %d of %v is worth %d, not %d", ability, m, s, worth(g, scores, s, m), want)
					}
				}
				if want > 0 && !ends(g, d, s, s, map[spot]bool{}) {
					t.Fatalf("%s: %v is won, but play can go round", ability, s)
				}
			}
			for maxNodes := int64(1); maxNodes < d.Nodes; maxNodes += 3 {
				r, err := game.Solve(t.Context(), g, s, options{DrawByRepetition: true, MaxNodes: maxNodes})
				if err != nil || r.Complete || r.Bound != game.None || !r.HasBest || r.Positions != 0 || r.Nodes != maxNodes {
					t.Fatalf("%s with %d of %d nodes: %v\n%+v", ability, maxNodes, d.Nodes, err, r.Result)
				}
			}
			small, err := game.Solve(t.Context(), g, s, options{DrawByRepetition: true, MaxBytes: 12})
			if err != nil || small.Complete || !strings.Contains(small.Reason, "12 bytes") {
				t.Fatalf("%s in 12 bytes: %v\n%+v", ability, err, small.Result)
			}
		}
	})
}

// ends tells whether play from s ends, where the player who is to move in winner
// keeps to the best moves of a solution.
func ends(g rules, d *game.Solution[spot, uint8], winner, s spot, line map[spot]bool) bool {
	if _, over := g.Score(s); over {
		return true
	}
	if line[s] {
		return false
	}
	line[s] = true
	defer delete(line, s)
	moves := g.AppendMoves(nil, s)
	if score, _ := d.Lookup(s); score > 0 { // it is the winner's turn
		moves = d.AppendBest(nil, s)
	}
	for _, m := range moves {
		if !ends(g, d, winner, g.Play(s, m), line) {
			return false
		}
	}
	return true
}

// TestMCTSWithRepetition compares what is proved in games that repeat.
func TestMCTSWithRepetition(t *testing.T) {
	known := 0
	rapid.Check(t, func(t *rapid.T) {
		base := drawLoops(t)
		g := withAbilities(base)[rapid.SampledFrom([]string{"plain", "turning"}).Draw(t, "ability")]
		r, err := game.MCTS(t.Context(), g, g.Start(), 300, game.MCTSOptions{Prove: true, DrawByRepetition: true, Seed: base.seed})
		if err != nil || !r.Complete {
			t.Fatalf("%v, %+v", err, r)
		}
		scores := endless(g)
		if !r.Known {
			return
		}
		known++
		if v := scores[g.Start()]; r.Outcome != sign(v) || r.HasBest && sign(worth(g, scores, g.Start(), r.Best)) != sign(v) {
			t.Fatalf("outcome %d by a move worth %d; the game is worth %d", r.Outcome, worth(g, scores, g.Start(), r.Best), v)
		}
	})
	if known == 0 {
		t.Error("no game was known")
	}
}

// shuttle goes between two positions for ever.
type shuttle struct{}

func (shuttle) Start() int                           { return 0 }
func (shuttle) Score(int) (int, bool)                { return 0, false }
func (shuttle) AppendMoves(dst []int8, _ int) []int8 { return append(dst, 1) }
func (shuttle) Play(s int, _ int8) int               { return 1 - s }
func (shuttle) Hash(s int) uint64                    { return uint64(s) }

// counter never comes to an end, nor to a position twice.
type counter struct{ shuttle }

func (counter) Play(s int, _ int8) int { return s + 1 }

// TestEndlessLines gives every search a game without an end: it says so, by an
// error or by a reason, in few nodes and without the stack that the budget of
// nodes would allow.
func TestEndlessLines(t *testing.T) {
	type opts = game.Options[int, int8]
	const most = 5_000_000
	ctx := t.Context()
	for _, a := range game.Algorithms[int, int8]() {
		for _, depth := range []int{game.Full, most} {
			if a.Name == "deepening" {
				depth = 2 * game.MaxPlies
			}
			if _, err := a.Search(ctx, shuttle{}, 0, depth, opts{MaxNodes: most}); a.Name != "deepening" && !errors.Is(err, game.ErrCycle) {
				t.Errorf("%s to depth %d: %v", a.Name, depth, err)
			}
			if a.Name == "deepening" {
				continue // its depths are as many
			}
			r, err := a.Search(ctx, counter{}, 0, depth, opts{MaxNodes: most})
			if err != nil || r.Complete || !strings.Contains(r.Reason, "longer than 16384 moves") || r.Nodes > 2*game.MaxPlies || !r.HasBest {
				t.Errorf("%s to depth %d: %v, %+v", a.Name, depth, err, r)
			}
		}
		r, err := a.Search(ctx, shuttle{}, 0, game.Full, opts{MaxNodes: most, DrawByRepetition: true})
		if err != nil || !r.Solved || r.Score != 0 || r.Bound != game.Exact || r.Nodes > 9 {
			t.Errorf("%s with draws: %v, %+v", a.Name, err, r)
		}
		r, err = a.Search(ctx, shuttle{}, 0, 7, opts{})
		if err != nil || !r.Complete || r.Solved || r.Depth != 7 {
			t.Errorf("%s to depth 7: %v, %+v", a.Name, err, r)
		}
	}
	if _, err := game.Perft(ctx, shuttle{}, 0, game.Full, opts{MaxNodes: most}); !errors.Is(err, game.ErrCycle) {
		t.Errorf("perft: %v", err)
	}
	if c, err := game.Perft(ctx, counter{}, 0, game.Full, opts{MaxNodes: most}); err != nil || c.Complete || c.Nodes > 2*game.MaxPlies {
		t.Errorf("perft: %v, %v after %d nodes", err, c.Complete, c.Nodes)
	}
	if c, err := game.Perft(ctx, shuttle{}, 0, game.Full, opts{DrawByRepetition: true}); err != nil || c.Games() != (game.PlyCount{Lines: 1, Ended: 1, Draws: 1}) {
		t.Errorf("perft with draws: %v, %+v", err, c)
	}
	if d, err := game.Solve(ctx, counter{}, 0, opts{MaxNodes: 400_000}); err != nil || d.Complete || d.Nodes != 400_000 {
		t.Errorf("solve: %v, %+v", err, d)
	}
	if _, err := game.Solve(ctx, shuttle{}, 0, opts{}); !errors.Is(err, game.ErrCycle) {
		t.Errorf("solve: %v", err)
	}
	if d, err := game.Solve(ctx, shuttle{}, 0, opts{DrawByRepetition: true}); err != nil || !d.Solved || d.Score != 0 || d.Positions != 2 {
		t.Errorf("solve with draws: %v, %+v", err, d)
	}
	if r, err := game.MCTS(ctx, shuttle{}, 0, 5, game.MCTSOptions{}); err != nil || !r.Complete || r.Moves[0].Value != 0.5 {
		t.Errorf("MCTS: %v, %+v", err, r)
	}
	first := game.FirstMovePlayer(shuttle{})
	if _, err := game.Match(ctx, shuttle{}, first, first, game.MatchOptions[int8]{Games: 1}); !errors.Is(err, game.ErrLong) {
		t.Errorf("match: %v", err)
	}
	if r, err := game.Match(ctx, shuttle{}, first, first, game.MatchOptions[int8]{Games: 3, DrawByRepetition: true}); err != nil || r.Draws != 3 || r.Moves != [2]int64{3, 3} {
		t.Errorf("match with draws: %v, %+v", err, r)
	}
}

// A table serves one way to count repetitions.
func TestTableOfAnotherRule(t *testing.T) {
	type opts = game.Options[int, int8]
	table, err := game.NewTable[int, int8](1 << 10)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := game.PVS(t.Context(), shuttle{}, 0, game.Full, opts{Table: table, DrawByRepetition: true}); err != nil {
		t.Fatal(err)
	}
	if _, err := game.AlphaBeta(t.Context(), shuttle{}, 0, 3, opts{Table: table}); err == nil || !strings.Contains(err.Error(), "another DrawByRepetition") {
		t.Errorf("%v", err)
	}
	table.Clear()
	if _, err := game.AlphaBeta(t.Context(), shuttle{}, 0, 3, opts{Table: table}); err != nil {
		t.Error(err)
	}
}
