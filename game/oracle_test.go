package game_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/astrolabe-search/astrolabe/game"
)

type (
	options = game.Options[spot, uint8]
	result  = game.Result[uint8]
)

// drawDag draws a game.
func drawDag(t *rapid.T) dag {
	return dag{
		seed:   rapid.Uint64().Draw(t, "seed"),
		height: rapid.Int16Range(1, 8).Draw(t, "height"),
		width:  rapid.Int16Range(2, 6).Draw(t, "width"),
		scores: rapid.Uint64Range(1, 5).Draw(t, "scores"),
	}
}

// drawTable draws a table, often one that is far too small, or none.
func drawTable(t *rapid.T) *game.Table[spot, uint8] {
	bytes := rapid.SampledFrom([]int64{0, 64, 256, 1 << 14}).Draw(t, "table bytes")
	if bytes == 0 {
		return nil
	}
	table, err := game.NewTable[spot, uint8](bytes)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func drawDepth(t *rapid.T) int {
	if rapid.IntRange(0, 4).Draw(t, "full") == 0 {
		return game.Full
	}
	return rapid.IntRange(1, 9).Draw(t, "depth")
}

// checkTrue returns an error if anything that a result says is not so. A
// result that says little passes.
func checkTrue(g rules, s spot, r result) error {
	if _, over := g.Score(s); over != !r.HasBest {
		return fmt.Errorf("over is %v, HasBest is %v", over, r.HasBest)
	}
	if r.Complete != (r.Reason == "") {
		return fmt.Errorf("complete is %v, with the reason %q", r.Complete, r.Reason)
	}
	depths := []int{r.Depth}
	if r.Solved {
		depths = append(depths, game.Full)
	}
	for _, depth := range depths {
		v := value(g, s, depth)
		holds := map[game.Bound]bool{
			game.None: r.Score == 0 && !r.Complete, game.Lower: v >= r.Score, game.Upper: v <= r.Score, game.Exact: v == r.Score,
		}
		if !holds[r.Bound] {
			return fmt.Errorf("score %d (%v), but the value at depth %d is %d", r.Score, r.Bound, depth, v)
		}
		if r.HasBest && r.Bound == game.Lower {
			if v := afterMove(g, s, r.Best, depth); v < r.Score {
				return fmt.Errorf("move %d is said to enforce %d, but has the value %d at depth %d", r.Best, r.Score, v, depth)
			}
		}
		if r.HasBest && r.Bound == game.Exact {
			if want := firstBest(g, s, depth); r.Best != want {
				return fmt.Errorf("move %d, but the first that enforces %d is %d", r.Best, r.Score, want)
			}
		}
	}
	return checkLine(g, s, r)
}

// checkLine returns an error unless the principal variation is legal play that
// leads to the score.
func checkLine(g rules, s spot, r result) error {
	line := r.PrincipalVariation
	if wanted := r.HasBest && (r.Bound == game.Exact || r.Bound == game.Lower); wanted != (len(line) > 0) {
		return fmt.Errorf("a line of %d moves, bound %v", len(line), r.Bound)
	}
	if len(line) == 0 {
		return nil
	}
	if line[0] != r.Best || len(line) > r.Depth {
		return fmt.Errorf("line %v to depth %d, best move %d", line, r.Depth, r.Best)
	}
	sign := 1
	for _, m := range line {
		if _, over := g.Score(s); over || !slices.Contains(g.AppendMoves(nil, s), m) {
			return fmt.Errorf("line %v: %d is illegal in %v", line, m, s)
		}
		next := g.Play(s, m)
		if !again(g, s, next) {
			sign = -sign
		}
		s = next
	}
	end := sign * value(g, s, r.Depth-len(line))
	if r.Bound == game.Exact && end != r.Score || end < r.Score {
		return fmt.Errorf("line %v leads to %d, not to %d (%v)", line, end, r.Score, r.Bound)
	}
	return nil
}

// TestSearchesAgree holds every algorithm to its promise: the score and the
// move of minimax, whatever the game can do, whatever is in the table, whatever
// the window.
func TestSearchesAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := drawDag(t)
		depth := drawDepth(t)
		alpha := rapid.IntRange(-6, 5).Draw(t, "alpha")
		beta := rapid.IntRange(alpha+1, 6).Draw(t, "beta")
		table := drawTable(t)
		for ability, g := range withAbilities(base) {
			s := g.Start()
			want := value(g, s, depth)
			if table != nil {
				table.Clear()
			}
			for _, a := range game.Algorithms[spot, uint8]() {
				name := ability + " " + a.Name
				// The table keeps what the algorithm before put there.
				r, err := a.Search(context.Background(), g, s, depth, options{Table: table, AfterDepth: func(r result) {
					if err := checkTrue(g, s, r); err != nil || r.Bound != game.Exact {
						t.Fatalf("%s on its way: %v\n%+v", name, err, r)
					}
				}})
				if err == nil {
					err = checkTrue(g, s, r)
				}
				if err != nil {
					t.Fatalf("%s: %v\n%+v", name, err, r)
				}
				if !r.Complete || r.Bound != game.Exact || r.Score != want {
					t.Fatalf("%s: want the exact score %d\n%+v", name, want, r)
				}
				if a.Name == "minimax" {
					continue
				}
				r, err = a.Search(context.Background(), g, s, depth, options{Table: table, Alpha: alpha, Beta: beta})
				if err == nil {
					err = checkTrue(g, s, r)
				}
				if err != nil {
					t.Fatalf("%s between %d and %d: %v\n%+v", name, alpha, beta, err, r)
				}
				inside := r.Bound == game.Exact || r.Bound == game.Lower && r.Score >= beta || r.Bound == game.Upper && r.Score <= alpha
				if !r.Complete || !inside {
					t.Fatalf("%s between %d and %d leaves open what the value %d is\n%+v", name, alpha, beta, want, r)
				}
			}
		}
	})
}

// TestLimits gives every algorithm every budget of nodes: what it says is true
// at each, and the last is what it says without a limit.
func TestLimits(t *testing.T) {
	cut := 0
	rapid.Check(t, func(t *rapid.T) {
		base := drawDag(t)
		depth := drawDepth(t)
		tableBytes := rapid.SampledFrom([]int64{64, 1 << 12}).Draw(t, "table bytes")
		alpha := rapid.IntRange(-3, 2).Draw(t, "alpha")
		beta := rapid.IntRange(alpha, 3).Draw(t, "beta")
		if alpha == beta {
			alpha, beta = 0, 0 // no window
		}
		for ability, g := range withAbilities(base) {
			s := g.Start()
			for _, a := range game.Algorithms[spot, uint8]() {
				search := func(maxNodes int64) result {
					table, err := game.NewTable[spot, uint8](tableBytes)
					if err != nil {
						t.Fatal(err)
					}
					r, err := a.Search(context.Background(), g, s, depth, options{Table: table, MaxNodes: maxNodes, Alpha: alpha, Beta: beta})
					if err == nil {
						err = checkTrue(g, s, r)
					}
					if err != nil {
						t.Fatalf("%s %s with %d nodes: %v\n%+v", ability, a.Name, maxNodes, err, r)
					}
					return r
				}
				whole := search(0)
				for maxNodes := int64(1); maxNodes <= whole.Nodes; maxNodes += 1 + maxNodes/8 {
					r := search(maxNodes)
					if r.Complete != (maxNodes == whole.Nodes) || r.Nodes != maxNodes {
						t.Fatalf("%s %s with %d nodes of %d\n%+v", ability, a.Name, maxNodes, whole.Nodes, r)
					}
					if !r.Complete {
						cut++
					}
				}
			}
		}
	})
	if cut < 1000 {
		t.Errorf("only %d searches ran into their limit", cut)
	}
}

// TestSolve compares every score of a solution with the oracle's.
func TestSolve(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := drawDag(t)
		for ability, g := range withAbilities(base) {
			s := g.Start()
			d, err := game.Solve(context.Background(), g, s, options{})
			if err == nil {
				err = checkTrue(g, s, d.Result)
			}
			if err != nil {
				t.Fatalf("%s: %v\n%+v", ability, err, d)
			}
			if !d.Complete || !d.Solved || d.Bound != game.Exact || d.Nodes != int64(d.Positions) {
				t.Fatalf("%s: not solved, or %d positions for %d nodes\n%+v", ability, d.Positions, d.Nodes, d.Result)
			}
			reach, err := game.Positions(context.Background(), g, s, game.Full, options{})
			if err != nil {
				t.Fatal(err)
			}
			if total := reach.Total(); total.Classes != int64(d.Positions) {
				t.Fatalf("%s: %d positions scored, %d can be reached", ability, d.Positions, total.Classes)
			}
			for level := range base.height + 1 {
				for slot := range base.width {
					p := spot{level, slot}
					score, ok := d.Lookup(p)
					if ok && score != value(g, p, game.Full) {
						t.Fatalf("%s: %v has the score %d, want %d", ability, p, score, value(g, p, game.Full))
					}
					for _, m := range d.AppendBest(nil, p) {
						if afterMove(g, p, m, game.Full) != score {
							t.Fatalf("%s: move %d in %v does not enforce %d", ability, m, p, score)
						}
					}
				}
			}
			for maxNodes := int64(1); maxNodes < d.Nodes; maxNodes++ {
				r, err := game.Solve(context.Background(), g, s, options{MaxNodes: maxNodes})
				if err == nil {
					err = checkTrue(g, s, r.Result)
				}
				if err != nil || r.Complete || r.Nodes != maxNodes {
					t.Fatalf("%s with %d of %d nodes: %v\n%+v", ability, maxNodes, d.Nodes, err, r.Result)
				}
			}
		}
	})
}
