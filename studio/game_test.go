package studio_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/astrolabe-search/astrolabe/game"
	"github.com/astrolabe-search/astrolabe/game/connectfour"
	"github.com/astrolabe-search/astrolabe/game/tictactoe"
	"github.com/astrolabe-search/astrolabe/studio"
	"github.com/google/go-cmp/cmp"
)

// played asks about a position.
func (s *site) played(body fields) studio.GameReply {
	s.t.Helper()
	got := s.post("/api/game", body)
	if got.code != http.StatusOK {
		s.t.Fatalf("%v: status %d: %s", body, got.code, got.body)
	}
	return decode[studio.GameReply](s.t, got.body)
}

// TestTicTacToeToTheEnd knows that the game is a draw, whatever the first move, that
// minimax visits 549,946 positions to see that, and that others visit fewer.
func TestTicTacToeToTheEnd(t *testing.T) {
	s := start(t, studio.Options{})
	for _, algorithm := range []string{"minimax", "alpha-beta", "pvs", "deepening"} {
		got := s.played(fields{"game": "tic-tac-toe", "depth": 9, "algorithm": algorithm})
		if got.Value != 0 || *got.Best != "1" || len(got.Moves) != 9 || got.Status != "playing" || got.ToMove != "x" {
			t.Errorf("%s: %+v", algorithm, got)
		}
		below := int64(0)
		for _, move := range got.Moves {
			if *move.Value != 0 {
				t.Errorf("%s: the move %s is worth %d", algorithm, move.Move, *move.Value)
			}
			below += move.Nodes
		}
		const all = 549_946
		if minimax := algorithm == "minimax"; minimax != (got.Nodes == all) || minimax != (got.Cutoffs == 0) || minimax && below != all-1 || got.Nodes > all {
			t.Errorf("%s: %d nodes, %d below, %d cutoffs", algorithm, got.Nodes, below, got.Cutoffs)
		}
	}
}

// TestGameIsTheSearch holds the values and the counts at every depth to those of package
// game, and the values of moves to the value of the whole.
func TestGameIsTheSearch(t *testing.T) {
	s := start(t, studio.Options{})
	checkGame(t, s, "tic-tac-toe", tictactoe.Game{Quick: true}, []string{"", "X../.O./...", "XOX/.O./..X", "XX./OO./..."}, 9)
	checkGame(t, s, "connect-four", connectfour.Game{}, []string{"", "4453", "......./......./......./......./......./XXX.OO."}, 4)
}

func checkGame[S, M comparable](t *testing.T, s *site, name string, rules interface {
	game.Game[S, M]
	game.Notation[S, M]
	game.Evaluator[S]
}, positions []string, deepest int,
) {
	t.Helper()
	for _, text := range positions {
		position := rules.Start()
		if text != "" {
			var err error
			if position, err = rules.ParseState(text); err != nil {
				t.Fatal(err)
			}
		}
		for depth := 0; depth <= deepest; depth++ {
			for _, algorithm := range game.Algorithms[S, M]() {
				got := s.played(fields{"game": name, "position": text, "depth": depth, "algorithm": algorithm.Name})
				if got.Position != rules.FormatState(position) || got.Depth != depth {
					t.Fatalf("%s %q: %+v", name, text, got)
				}
				if depth == 0 {
					if got.Value != rules.Evaluate(position) || got.Best != nil || got.Moves[0].Value != nil {
						t.Errorf("%s %q without a look ahead: %+v", name, text, got)
					}
					continue
				}
				want, err := algorithm.Search(t.Context(), rules, position, depth, game.Options[S, M]{})
				if err != nil {
					t.Fatal(err)
				}
				if got.Value != want.Score || *got.Best != rules.FormatMove(want.Best) || got.Nodes != want.Nodes || got.Cutoffs != want.Cutoffs {
					t.Errorf("%s %q to depth %d by %s: %+v, want %+v", name, text, depth, algorithm.Name, got, want)
				}
				if len(got.Line) == 0 || len(got.Line) > depth || got.Line[0] != *got.Best {
					t.Errorf("%s %q to depth %d by %s: the line %v, which is to begin with %s", name, text, depth, algorithm.Name, got.Line, *got.Best)
				}
				along, side := position, 1
				for _, name := range got.Line {
					m, err := rules.ParseMove(along, name)
					if err != nil {
						t.Fatalf("%q has the move %s: %v", got.Line, name, err)
					}
					along, side = rules.Play(along, m), -side
				}
				end, over := rules.Score(along)
				if !over {
					end = rules.Evaluate(along)
				}
				if (over || len(got.Line) == depth) && side*end != got.Value {
					t.Errorf("%s %q to depth %d by %s: the line %v ends at %d, want %d", name, text, depth, algorithm.Name, got.Line, side*end, got.Value)
				}
				best := *got.Moves[0].Value
				for _, move := range got.Moves {
					best = max(best, *move.Value)
					m, err := rules.ParseMove(position, move.Move)
					if err != nil || rules.FormatState(rules.Play(position, m)) != move.Position {
						t.Errorf("%s %q: the move %s leads to %s (%v)", name, text, move.Move, move.Position, err)
					}
				}
				if best != got.Value {
					t.Errorf("%s %q to depth %d by %s: the best move is worth %d, the position %d", name, text, depth, algorithm.Name, best, got.Value)
				}
			}
		}
	}
}

func TestGamePositions(t *testing.T) {
	s := start(t, studio.Options{})
	for _, c := range []struct {
		game, position   string
		toMove, status   string
		line             [][2]int
		board            string
		cells            string
		value            int
		withoutLookAhead bool
	}{
		{game: "tic-tac-toe", toMove: "x", status: "playing", board: ".../.../...", cells: "1 0,0; 2 1,0; 3 2,0; 4 0,1; 5 1,1; 6 2,1; 7 0,2; 8 1,2; 9 2,2; "},
		{game: "tic-tac-toe", position: "xxx/oo./...", toMove: "o", status: "x-wins", line: [][2]int{{0, 0}, {1, 0}, {2, 0}}, board: "xxx/oo./...", value: -104},
		{game: "tic-tac-toe", position: "XXO/XO./O..", toMove: "x", status: "o-wins", line: [][2]int{{2, 0}, {1, 1}, {0, 2}}, board: "xxo/xo./o..", value: -103},
		{game: "tic-tac-toe", position: "XOX/XOO/OXX", toMove: "o", status: "draw", board: "xox/xoo/oxx"},
		{game: "connect-four", position: "4455667", toMove: "o", status: "x-wins", line: [][2]int{{3, 5}, {4, 5}, {5, 5}, {6, 5}}, board: "......./......./......./......./...ooo./...xxxx", value: -18_000},
		{game: "connect-four", position: "444444", toMove: "x", status: "playing", board: "...o.../...x.../...o.../...x.../...o.../...x...", cells: "1 0,5; 2 1,5; 3 2,5; 5 4,5; 6 5,5; 7 6,5; "},
	} {
		got := s.played(fields{"game": c.game, "position": c.position, "depth": 1})
		var rows []string
		for _, row := range got.Board {
			rows = append(rows, strings.Join(row, ""))
		}
		if board := strings.Join(rows, "/"); board != c.board || got.ToMove != c.toMove || got.Status != c.status {
			t.Errorf("%s: %s, %s to move, %s; want %+v", c.position, board, got.ToMove, got.Status, c)
		}
		if diff := cmp.Diff(c.line, got.WinningLine); diff != "" {
			t.Errorf("%s: the winning line: -want +got\n%s", c.position, diff)
		}
		cells := ""
		for _, m := range got.Moves {
			cells += fmt.Sprintf("%s %d,%d; ", m.Move, m.Cell[0], m.Cell[1])
		}
		if cells != c.cells || c.status != "playing" && (got.Value != c.value || got.Best != nil) {
			t.Errorf("%s: moves %q, value %d; want %q, %d", c.position, cells, got.Value, c.cells, c.value)
		}
	}
}

// TestGameSolver knows the scores of a position near its end, and leaves what it has no time
// for.
func TestGameSolver(t *testing.T) {
	const late = "444444333333222222666666"
	position, err := connectfour.Parse(late)
	if err != nil {
		t.Fatal(err)
	}
	solver, err := connectfour.NewSolver(connectfour.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := start(t, studio.Options{})
	got := s.played(fields{"game": "connect-four", "position": late, "depth": 2, "solver": true}).Exact
	want := solver.Analyze(t.Context(), position)
	if !got.Complete || got.Best[0] != want.Best()[0].String() || got.Nodes != want.Nodes || len(got.Moves) != 3 {
		t.Errorf("%+v, want %+v", got, want)
	}
	for _, move := range got.Moves {
		column := want.Columns[move.Move[0]-'1']
		if !column.Legal || move.Lower != column.Lower || move.Upper != column.Upper || move.Lower != move.Upper {
			t.Errorf("%+v, want %+v", move, column)
		}
	}
	// The limit holds for the search to a depth too, which is first, and takes no time to speak of
	// unless the machine has none.
	reply, asked := reply{}, fields{"game": "connect-four", "depth": 1, "solver": true}
	for limit := 150 * time.Millisecond; reply.code != http.StatusOK; limit *= 2 {
		if reply = start(t, studio.Options{MaxTime: limit}).post("/api/game", asked); reply.code != http.StatusOK && !strings.Contains(reply.detail(t), "the time limit of") {
			t.Fatalf("status %d: %s", reply.code, reply.body)
		}
	}
	if got := decode[studio.GameReply](t, reply.body).Exact; got.Complete || !strings.Contains(got.Reason, "the time limit of") || len(got.Moves) != 7 {
		t.Errorf("%+v", got)
	}
}

func TestGameRefuses(t *testing.T) {
	s := start(t, studio.Options{MaxTime: 200 * time.Millisecond})
	for _, c := range []struct {
		body fields
		want string
	}{
		{fields{"game": "chess"}, "game: "},
		{fields{"game": "tic-tac-toe", "position": "XXX/XXX/XXX"}, `position: "XXX/XXX/XXX": `},
		{fields{"game": "tic-tac-toe", "position": "4453"}, "position: "},
		{fields{"game": "connect-four", "position": "4444444"}, "position: character 7 is '4': the column is full; want one of"},
		{fields{"game": "tic-tac-toe", "depth": 10}, "depth: 10 is more than 9, the most for tic-tac-toe"},
		{fields{"game": "connect-four", "depth": 13}, "depth: "},
		{fields{"game": "connect-four", "depth": -1}, "depth: "},
		{fields{"game": "connect-four", "algorithm": "luck"}, "algorithm: "},
		{fields{"game": "tic-tac-toe", "solver": true}, "solver: only connect-four has one; "},
		{fields{"game": "connect-four", "depth": 12, "algorithm": "minimax"}, "depth: the search was stopped: the time limit of 200ms is over; want a smaller one, or another algorithm"},
	} {
		reply := s.post("/api/game", c.body)
		if detail := reply.detail(t); reply.code != http.StatusUnprocessableEntity || !strings.HasPrefix(detail, c.want) {
			t.Errorf("%v: status %d: %s; want %s", c.body, reply.code, detail, c.want)
		}
	}
}
