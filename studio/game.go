package studio

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/astrolabe-search/astrolabe/game"
	"github.com/astrolabe-search/astrolabe/game/connectfour"
	"github.com/astrolabe-search/astrolabe/game/tictactoe"
	"github.com/danielgtaylor/huma/v2"
)

// GameRequest is a position and how to search it.
type GameRequest struct {
	Game      string `json:"game" enum:"tic-tac-toe,connect-four" doc:"Which game." example:"tic-tac-toe"`
	Position  string `json:"position,omitempty" maxLength:"100" doc:"Rows from the top with / between them, of X, O and . for an empty cell; connect-four also takes the columns played so far, as 4453. Empty: the start." example:"X.O/.X./..O"`
	Depth     int    `json:"depth,omitempty" minimum:"0" maximum:"12" doc:"How many moves to look ahead: up to 9 in tic-tac-toe, 12 in connect-four. 0 only evaluates the position." example:"4"`
	Algorithm string `json:"algorithm,omitempty" enum:"minimax,alpha-beta,pvs,deepening" default:"alpha-beta" doc:"What to search with. All give the same values."`
	Solver    bool   `json:"solver,omitempty" doc:"Connect-four: whether to ask the exact solver about every move, too, in the time that is left."`
}

// GameReply is a position, what a search to a depth makes of it, and what becomes of it by
// each move. All values are for the player whose turn it is in the position: above 0
// is good for him.
type GameReply struct {
	Game        string     `json:"game" doc:"As asked."`
	Position    string     `json:"position" doc:"As the game writes it; it can be asked again."`
	Board       [][]string `json:"board" doc:"Rows from the top, each a list of x, o and . for an empty cell."`
	ToMove      string     `json:"to_move" enum:"x,o" doc:"Whose turn it is, or would be if the game is over."`
	Status      string     `json:"status" enum:"playing,x-wins,o-wins,draw" doc:"How the game stands."`
	WinningLine [][2]int   `json:"winning_line" nullable:"true" doc:"Cells of the row that won, [x,y] from the top left; null if none has."`
	Depth       int        `json:"depth" doc:"How many moves ahead the search looked."`
	Value       int        `json:"value" doc:"Of the position for the player whose turn it is, at that depth. Tic-tac-toe: a win is 100 plus the cells left empty; connect-four: 1000 times the winner's stones left. Smaller ones are estimates, and 0 can be a draw."`
	Best        *string    `json:"best" doc:"The move to make: the first of the best ones. Null at depth 0 and when the game is over."`
	Line        []string   `json:"line" doc:"Best play for both, which begins with the best move; it may end early. Empty where there is no move to make."`
	Nodes       int64      `json:"nodes" doc:"Positions that the search of this one visited."`
	Cutoffs     int64      `json:"cutoffs" doc:"Positions whose search a refuting move ended early."`
	TimeNS      int64      `json:"time_ns" doc:"Nanoseconds that this search took."`
	Moves       []GameMove `json:"moves" doc:"Every legal move; none when the game is over."`
	Exact       *Exact     `json:"exact" doc:"What the solver proved; null unless it was asked for."`
}

// GameMove is a legal move and what becomes of it.
type GameMove struct {
	Move     string `json:"move" doc:"Its name: a cell from 1 to 9 by row, or a column from 1 to 7."`
	Cell     [2]int `json:"cell" doc:"The cell that it fills, [x,y] from the top left."`
	Position string `json:"position" doc:"The position after it."`
	Value    *int   `json:"value" doc:"Its value for the player who makes it, by a search of its own that looks as far as the whole one; null at depth 0."`
	Nodes    int64  `json:"nodes" doc:"Positions that this search visited, the one after the move included."`
}

// Exact is what the solver of connect-four knows of a position.
type Exact struct {
	Complete bool        `json:"complete" doc:"Whether every move's score is known."`
	Reason   string      `json:"reason" doc:"Why not, or else empty."`
	Best     []string    `json:"best" doc:"The moves of the highest score, or those that may have it."`
	Moves    []ExactMove `json:"moves" doc:"Every legal move."`
	Nodes    int64       `json:"nodes" doc:"Positions that it searched."`
}

// ExactMove is what the solver knows of a move: bounds of its score, for the player who makes
// it. They are equal if it is known.
type ExactMove struct {
	Move  string `json:"move" doc:"Column, from 1 to 7."`
	Lower int    `json:"lower" doc:"The score is at least this: 0 is a draw, above it is a win with so many stones left, below it a loss."`
	Upper int    `json:"upper" doc:"The score is at most this."`
}

// solverTableBytes is the memory of the solver's transposition table.
const solverTableBytes = 16 << 20

func (s *Server) addGame(api huma.API) {
	type request struct{ Body GameRequest }
	type response struct{ Body GameReply }
	huma.Register(api, huma.Operation{
		OperationID: "game", Method: http.MethodPost, Path: "/api/game",
		Summary: "Look ahead in a game of two players",
		Description: "Searches a position to a depth, and the position after each move to one less, so that each has its value and its nodes. " +
			"What takes longer than the time limit is an error.",
	}, func(ctx context.Context, in *request) (*response, error) {
		reply, err := lookAhead(ctx, &in.Body)
		if err != nil {
			return nil, err
		}
		return &response{*reply}, nil
	})
}

// lookAhead answers a request. The error is one of huma's.
func lookAhead(ctx context.Context, in *GameRequest) (*GameReply, error) {
	if in.Game == "tic-tac-toe" {
		if in.Solver {
			return nil, wrong("solver", fmt.Errorf("only connect-four has one; depth 9 sees to the end of tic-tac-toe"))
		}
		reply, _, err := (&rules[tictactoe.Position, tictactoe.Cell]{tictactoe.Game{Quick: true}, 3, tictactoe.Cells}).play(ctx, in)
		return reply, err
	}
	reply, position, err := (&rules[connectfour.Position, connectfour.Column]{connectfour.Game{}, 4, 12}).play(ctx, in)
	if err != nil || !in.Solver {
		return reply, err
	}
	solver, err := connectfour.NewSolver(connectfour.Options{TableBytes: solverTableBytes})
	if err != nil {
		return nil, err
	}
	reply.Exact = exactOf(solver.Analyze(ctx, position))
	return reply, nil
}

func exactOf(a connectfour.Analysis) *Exact {
	exact := &Exact{Complete: a.Complete, Reason: a.Reason, Best: []string{}, Moves: []ExactMove{}, Nodes: a.Nodes}
	for _, column := range a.Best() {
		exact.Best = append(exact.Best, column.String())
	}
	for column, bounds := range a.Columns {
		if bounds.Legal {
			exact.Moves = append(exact.Moves, ExactMove{connectfour.Column(column).String(), bounds.Lower, bounds.Upper})
		}
	}
	return exact
}

// rules are a game whose positions are written as rows of X, O and . with / between.
type rules[S, M comparable] struct {
	game interface {
		game.Game[S, M]
		game.Notation[S, M]
		game.Evaluator[S]
	}
	inRow    int // so many in a row win
	maxDepth int
}

// play searches the position of a request, which it returns too.
func (r *rules[S, M]) play(ctx context.Context, in *GameRequest) (*GameReply, S, error) {
	position := r.game.Start()
	var err error
	if in.Position != "" {
		if position, err = r.game.ParseState(in.Position); err != nil {
			text := err.Error() // begins with the name of a package
			return nil, position, wrong("position", errors.New(text[strings.Index(text, ": ")+2:]))
		}
	}
	if in.Depth > r.maxDepth {
		return nil, position, wrong("depth", fmt.Errorf("%d is more than %d, the most for %s", in.Depth, r.maxDepth, in.Game))
	}
	algorithm, err := game.ParseAlgorithm[S, M](in.Algorithm)
	if err != nil {
		return nil, position, wrong("algorithm", err)
	}
	reply := &GameReply{Game: in.Game, Position: r.game.FormatState(position), Board: r.board(position), Depth: in.Depth, Line: []string{}, Moves: []GameMove{}}
	reply.ToMove = toMove(reply.Board)
	_, over := r.game.Score(position)
	reply.Status, reply.WinningLine = standing(reply.Board, r.inRow, over)
	begin := time.Now()
	found, err := r.value(ctx, algorithm.Search, position, in.Depth)
	if err != nil {
		return nil, position, wrong("depth", err)
	}
	reply.TimeNS = time.Since(begin).Nanoseconds()
	reply.Value, reply.Nodes, reply.Cutoffs = found.Score, found.Nodes, found.Cutoffs
	if found.HasBest {
		best := r.game.FormatMove(found.Best)
		reply.Best = &best
	}
	for _, m := range found.PrincipalVariation {
		reply.Line = append(reply.Line, r.game.FormatMove(m))
	}
	if over {
		return reply, position, nil
	}
	for _, m := range r.game.AppendMoves(nil, position) {
		move, err := r.move(ctx, algorithm.Search, reply.Board, position, r.game.Play(position, m), in.Depth)
		if err != nil {
			return nil, position, wrong("depth", err)
		}
		move.Move = r.game.FormatMove(m)
		reply.Moves = append(reply.Moves, move)
	}
	return reply, position, nil
}

// value searches a position to a depth, which may be 0.
func (r *rules[S, M]) value(ctx context.Context, search game.SearchFunc[S, M], position S, depth int) (game.Result[M], error) {
	if depth == 0 {
		score, over := r.game.Score(position)
		if !over {
			score = r.game.Evaluate(position)
		}
		return game.Result[M]{Score: score, Counts: game.Counts{Nodes: 1}}, nil
	}
	found, err := search(ctx, r.game, position, depth, game.Options[S, M]{})
	if err == nil && !found.Complete {
		err = fmt.Errorf("%s; want a smaller one, or another algorithm", found.Reason)
	}
	return found, err
}

// move tells what becomes of a move, but for its name.
func (r *rules[S, M]) move(ctx context.Context, search game.SearchFunc[S, M], board [][]string, before, after S, depth int) (GameMove, error) {
	move := GameMove{Position: r.game.FormatState(after)}
	for y, row := range r.board(after) {
		for x := range row {
			if row[x] != board[y][x] {
				move.Cell = [2]int{x, y}
			}
		}
	}
	if depth == 0 {
		return move, nil
	}
	found, err := r.value(ctx, search, after, depth-1)
	value := found.Score
	if !game.SameTurn(r.game, before, after) {
		value = -value
	}
	move.Value, move.Nodes = &value, found.Nodes
	return move, err
}

// board returns the cells, rows from the top.
func (r *rules[S, M]) board(position S) [][]string {
	var board [][]string
	for row := range strings.SplitSeq(strings.ToLower(r.game.FormatState(position)), "/") {
		board = append(board, strings.Split(row, ""))
	}
	return board
}

// toMove tells whose turn it is: x begins.
func toMove(board [][]string) string {
	difference := 0
	for _, row := range board {
		for _, cell := range row {
			switch cell {
			case "x":
				difference++
			case "o":
				difference--
			}
		}
	}
	if difference == 0 {
		return "x"
	}
	return "o"
}

// standing tells how the game stands, and by which row it was won.
func standing(board [][]string, inRow int, over bool) (status string, line [][2]int) {
	if !over {
		return "playing", nil
	}
	at := func(x, y int) string {
		if y < 0 || y >= len(board) || x < 0 || x >= len(board[y]) {
			return "."
		}
		return board[y][x]
	}
	for y := range board {
		for x := range board[y] {
			who := at(x, y)
			for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
				line := [][2]int{}
				for i := 0; who != "." && i < inRow && at(x+i*d[0], y+i*d[1]) == who; i++ {
					line = append(line, [2]int{x + i*d[0], y + i*d[1]})
				}
				if len(line) == inRow {
					return who + "-wins", line
				}
			}
		}
	}
	return "draw", nil
}
