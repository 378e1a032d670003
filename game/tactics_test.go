package game_test

import (
	"testing"

	"github.com/astrolabe-search/astrolabe/game"
	"github.com/astrolabe-search/astrolabe/game/tictactoe"
)

// TestMCTSTactics asks for a move in every position of tic-tac-toe in which one
// can win at once, stop a win at once, or only make a loss longer, with few playouts
// and more, with proofs and without.
func TestMCTSTactics(t *testing.T) {
	g := tictactoe.Game{}
	// Quick scores make the slowest loss the best move.
	slow, err := game.Solve(t.Context(), tictactoe.Game{Quick: true}, g.Start(), game.Options[position, cell]{})
	if err != nil {
		t.Fatal(err)
	}
	playouts := []int64{200}
	if !testing.Short() {
		playouts = []int64{1, 20, 200}
	}
	for _, n := range playouts {
		for _, prove := range []bool{false, true} {
			counts := map[string]int{}
			for _, p := range reachable(g) {
				lost, _ := slow.Lookup(p)
				win, block := tactics(g, p)
				if !win && !block && lost >= 0 {
					continue
				}
				r, err := game.MCTS(t.Context(), g, p, n, game.MCTSOptions{Seed: 7, Prove: prove})
				if err != nil || !r.Complete {
					t.Fatalf("%v: %v, %+v", p, err, r)
				}
				after := g.Play(p, r.Best)
				rest, _ := slow.Lookup(after)
				switch {
				case win:
					counts["wins"]++
					if score, over := g.Score(after); !over || score == 0 {
						t.Errorf("%d playouts, proofs %v: %v plays %v and does not win", n, prove, p, r.Best)
					}
				case block:
					counts["blocks"]++
					if loses, _ := tactics(g, after); loses {
						t.Errorf("%d playouts, proofs %v: %v plays %v and does not block", n, prove, p, r.Best)
					}
				}
				if lost < 0 {
					counts["lost"]++
					if n >= 20 && -rest != lost {
						t.Errorf("%d playouts, proofs %v: %v plays %v and loses sooner than it must", n, prove, p, r.Best)
					}
				}
			}
			if counts["wins"] != 2358 || counts["blocks"] != 936 || counts["lost"] != 632 {
				t.Errorf("%v", counts)
			}
		}
	}
}

// reachable returns the positions in which the game is not over.
func reachable(g tictactoe.Game) []position {
	seen := map[position]bool{g.Start(): true}
	all := []position{g.Start()}
	for i := 0; i < len(all); i++ {
		for _, m := range g.AppendMoves(nil, all[i]) {
			next := g.Play(all[i], m)
			if _, over := g.Score(next); !over && !seen[next] {
				seen[next] = true
				all = append(all, next)
			}
		}
	}
	return all
}

// tactics tells whether there is a move that wins at once, and if not, whether
// some moves, but not all, let the opponent win at once.
func tactics(g tictactoe.Game, p position) (win, block bool) {
	if _, over := g.Score(p); over {
		return false, false
	}
	moves, bad := g.AppendMoves(nil, p), 0
	for _, m := range moves {
		after := g.Play(p, m)
		if score, over := g.Score(after); over {
			if score < 0 {
				return true, false
			}
			continue
		}
		for _, reply := range g.AppendMoves(nil, after) {
			if score, over := g.Score(g.Play(after, reply)); over && score < 0 {
				bad++
				break
			}
		}
	}
	return false, bad > 0 && bad < len(moves)
}

// The heap of 15 from which one takes one, two or three is won by taking three,
// and by no other move.
func TestHeapOf15(t *testing.T) {
	g := take21{}
	for _, a := range game.Algorithms[int, int]() {
		r, err := a.Search(t.Context(), g, 15, game.Full, game.Options[int, int]{})
		if err != nil || !r.Solved || r.Score != 1 || r.Best != 3 {
			t.Errorf("%s: %v, %+v", a.Name, err, r)
		}
	}
	for seed := range uint64(20) {
		for _, prove := range []bool{false, true} {
			r, err := game.MCTS(t.Context(), g, 15, 8000, game.MCTSOptions{Seed: seed, Prove: prove})
			if err != nil || r.Best != 3 || prove != (r.Known && r.Outcome == 1) {
				t.Errorf("seed %d, proofs %v: %v, %+v", seed, prove, err, r)
			}
			for _, m := range r.Moves {
				if m.Known && (m.Outcome > 0) != (m.Move == 3) {
					t.Errorf("seed %d: %+v", seed, m)
				}
			}
		}
		if testing.Short() && seed == 3 {
			break
		}
	}
}

// lanes is a game in which the first move chooses a lane, and the rest follows: who
// chose loses after as many moves as the lane is long.
type lanes struct{}

type laneAt struct{ lane, left int }

var laneLengths = [...]int{6, 8, 4, 12, 6, 10}

func (lanes) Start() laneAt              { return laneAt{-1, 1} }
func (lanes) Score(s laneAt) (int, bool) { return -1, s.left == 0 }
func (lanes) Play(s laneAt, m int8) laneAt {
	if s.lane < 0 {
		return laneAt{int(m), laneLengths[m] - 1}
	}
	return laneAt{s.lane, s.left - 1}
}

func (lanes) AppendMoves(dst []int8, s laneAt) []int8 {
	switch {
	case s.lane == 0: // short, but wide: many visits prove it
		return append(dst, 0, 1, 2)
	case s.lane > 0:
		return append(dst, 0)
	}
	for i := range laneLengths {
		dst = append(dst, int8(i))
	}
	return dst
}

// In a proved loss the longest lane is the move to make, however seldom it was tried.
func TestProvedLossTakesLongest(t *testing.T) {
	r, err := game.MCTS(t.Context(), lanes{}, lanes{}.Start(), 1000, game.MCTSOptions{Prove: true})
	if err != nil || !r.Known || r.Outcome != -1 || laneLengths[r.Best] != 12 {
		t.Errorf("%v, %+v", err, r)
	}
	if r.Moves[0].Visits <= r.Moves[3].Visits {
		t.Errorf("the wide lane was tried %d times, the longest one %d times", r.Moves[0].Visits, r.Moves[3].Visits)
	}
}

// alone is a game in which one player makes all moves, and gets the same score
// whatever they are.
type alone struct {
	take21
	score int
}

func (alone) Turn(int) int                 { return 1 }
func (a alone) Score(left int) (int, bool) { return a.score, left == 0 }

func TestMCTSOfOnePlayer(t *testing.T) {
	for _, score := range []int{-1, 0, 1} {
		for _, prove := range []bool{false, true} {
			r, err := game.MCTS(t.Context(), alone{score: score}, 6, 300, game.MCTSOptions{Prove: prove})
			if err != nil || prove != r.Known || prove && r.Outcome != score {
				t.Fatalf("score %d: %v, %+v", score, err, r)
			}
			for _, m := range r.Moves {
				if want := float64(score+1) / 2; m.Visits > 0 && m.Value != want {
					t.Errorf("score %d, proofs %v: move %d is worth %v, want %v", score, prove, m.Move, m.Value, want)
				}
			}
		}
	}
}
