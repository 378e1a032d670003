package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/astrolabe-search/astrolabe/game"
	"github.com/spf13/cobra"
)

const gameSolveLong = `Solve finds the score of a position, a best move and a line of best play.

Without --depth it looks to the end of the game, so that the score is exact. With
--depth N it looks N moves ahead and estimates from there. Where the search leaves
the line short, the positions along it are solved in turn, within the same limits
each; ... ends a line that is not whole. connect-four is solved
by a solver of its own unless another --algorithm is named; its score is the
number of stones that the winner has left, as in Pascal Pons' solver.

Exit codes: 0 the score is found; 4 a limit was reached or the search was
interrupted (what is proved so far is printed); 2 bad input.`

// solveGameOptions are what the flags of game solve say.
type solveGameOptions struct {
	algorithm string
	depth     int
	maxNodes  int64
	maxBytes  int64
	maxTime   time.Duration
	moves     bool
	json      bool
}

func (a *app) gameSolveCommand() *cobra.Command {
	var o solveGameOptions
	var depth int64
	cmd := &cobra.Command{
		Use:   "solve GAME [POSITION] [flags]",
		Short: "Find the score of a position and a best move",
		Long:  gameSolveLong,
		Example: `  astrolabe game solve tic-tac-toe
  astrolabe game solve connect-four 444432263 --moves
  astrolabe game solve nim:1,3,5,7 --algorithm minimax --depth 3`,
		Args:              takesGame(1, 2),
		ValidArgsFunction: completeGame,
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := parseGame(args[0])
			if err != nil {
				return err
			}
			if o.depth, err = lookAhead(cmd, depth, game.Full); err != nil {
				return err
			}
			return g.solve(cmd.Context(), a, strings.Join(args[1:], ""), o)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&o.algorithm, "algorithm", "", "minimax, alpha-beta, pvs, deepening or, in connect-four, solver (default: the quickest)")
	f.Int64Var(&depth, "depth", 0, "moves to look ahead (default: to the end)")
	f.Var(&choice[int64]{&o.maxNodes, "", "N", parseCount}, "max-nodes", "stop after N positions (0: no limit)")
	f.Var(&choice[int64]{&o.maxBytes, "", "SIZE", parseBytes}, "max-bytes", "memory of the transposition table, as 512MiB")
	f.Var(&choice[time.Duration]{&o.maxTime, "", "D", parseDuration}, "max-time", "stop after this time, as 10s (0: no limit)")
	f.BoolVar(&o.moves, "moves", false, "score every move; a limit of nodes holds for each")
	f.BoolVar(&o.json, "json", false, "print one JSON object and nothing else")
	completeWords(cmd, "algorithm", "minimax", "alpha-beta", "pvs", "deepening", "solver")
	return cmd
}

// lookAhead returns what --depth says, or what goes without it.
func lookAhead(cmd *cobra.Command, depth int64, without int) (int, error) {
	switch {
	case !cmd.Flags().Changed("depth"):
		return without, nil
	case depth < 1 || depth > game.Full:
		return 0, fmt.Errorf("%s: --depth %d: want at least 1", verbOf(cmd), depth)
	}
	return int(depth), nil
}

// takesGame is an error unless there are so many arguments, of which the first is a
// game.
func takesGame(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return fmt.Errorf("%s: %s; see astrolabe %s --help", verbOf(cmd), missing(cmd, len(args)), verbOf(cmd))
		case len(args) > most:
			return fmt.Errorf("%s: %q is one argument too many; see astrolabe %s --help", verbOf(cmd), args[most], verbOf(cmd))
		}
		return nil
	}
}

// verbOf returns a command's name without the program's.
func verbOf(cmd *cobra.Command) string {
	return strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
}

// missing names the argument that comes next in a command's usage line.
func missing(cmd *cobra.Command, given int) string {
	words := strings.Fields(cmd.Use)[1:]
	return words[given] + " is missing"
}

func completeGame(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return gameWords, cobra.ShellCompDirectiveNoFileComp
}

// solvedJSON is what --json prints.
type solvedJSON struct {
	Game      string     `json:"game"`
	Position  string     `json:"position"`
	Algorithm string     `json:"algorithm"`
	Status    string     `json:"status"` // solved, estimated (some line was cut off at the depth) or limit
	Reason    string     `json:"reason"`
	Score     int        `json:"score"`
	Bound     string     `json:"bound"` // exact, lower, upper or none: how the score stands to the true one
	Outcome   string     `json:"outcome"`
	Best      *string    `json:"best"`
	Line      []string   `json:"line"`
	LineWhole bool       `json:"line_whole"`      // it goes to the end of the game, or as far as the depth
	Moves     []moveJSON `json:"moves,omitempty"` // with --moves
	Depth     int        `json:"depth"`
	Nodes     int64      `json:"nodes"`
	TimeNS    int64      `json:"time_ns"`
}

func (g *gameOf[S, M]) solve(ctx context.Context, a *app, text string, o solveGameOptions) error {
	s, err := g.position(text)
	if err != nil {
		return fmt.Errorf("game solve: %w", err)
	}
	ctx, cancel := withTime(ctx, o.maxTime)
	defer cancel()
	limits := game.Options[S, M]{MaxNodes: o.maxNodes, MaxBytes: o.maxBytes}
	algorithm := o.algorithm
	if algorithm == "" {
		algorithm = "deepening"
		if g.solver != nil && o.depth == game.Full {
			algorithm = "solver"
		}
	}
	solve, err := g.solving(algorithm, o.depth, limits)
	if err != nil {
		return fmt.Errorf("game solve: %w", err)
	}
	begin := time.Now()
	r, err := solve(ctx, s, o.depth)
	if err != nil {
		return fmt.Errorf("game solve: %w", err)
	}
	elapsed := time.Since(begin)
	whole, err := g.completeLine(ctx, s, &r, o.depth, solve)
	if err != nil {
		return fmt.Errorf("game solve: %w", err)
	}
	out := g.solved(s, algorithm, r, elapsed)
	out.LineWhole = whole
	if !r.Complete {
		a.code = exitLimit
	}
	if o.moves {
		if out.Moves, err = g.scoreMoves(ctx, s, o.depth, solve); err != nil {
			return fmt.Errorf("game solve: %w", err)
		}
	}
	if o.json {
		return a.printJSON(out)
	}
	g.printSolved(a, s, out, r)
	return nil
}

// solverTo solves a position to a depth.
type solverTo[S, M comparable] func(ctx context.Context, s S, depth int) (game.Result[M], error)

// solving returns how to solve positions with an algorithm.
func (g *gameOf[S, M]) solving(algorithm string, depth int, limits game.Options[S, M]) (solverTo[S, M], error) {
	if algorithm != "solver" {
		search, err := game.ParseAlgorithm[S, M](algorithm)
		if err != nil {
			return nil, err
		}
		return func(ctx context.Context, s S, depth int) (game.Result[M], error) {
			return search.Search(ctx, g.game, s, depth, limits)
		}, nil
	}
	switch {
	case g.solver == nil:
		return nil, fmt.Errorf("%s has no solver of its own; want minimax, alpha-beta, pvs or deepening", g.name)
	case depth != game.Full:
		return nil, errors.New("the solver looks to the end of the game; drop --depth or choose another --algorithm")
	}
	solve, err := g.solver(limits)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, s S, _ int) (game.Result[M], error) { return solve(ctx, s), nil }, nil
}

// completeLine makes the line of a result whole, if its score is exact, by solving
// the positions at its end. It tells whether the line is whole.
func (g *gameOf[S, M]) completeLine(ctx context.Context, s S, r *game.Result[M], depth int, solve solverTo[S, M]) (whole bool, err error) {
	if r.Bound != game.Exact {
		return false, nil
	}
	for _, m := range r.PrincipalVariation {
		s = g.game.Play(s, m)
	}
	for len(r.PrincipalVariation) < depth {
		if _, over := g.game.Score(s); over {
			return true, nil
		}
		left := depth
		if depth != game.Full {
			left -= len(r.PrincipalVariation)
		}
		rest, err := solve(ctx, s, left)
		if err != nil || !rest.Complete || rest.Bound != game.Exact {
			return false, err
		}
		for _, m := range rest.PrincipalVariation {
			s = g.game.Play(s, m)
		}
		r.PrincipalVariation = append(r.PrincipalVariation, rest.PrincipalVariation...)
	}
	return true, nil
}

// moveJSON is a move and what it is worth for the player who makes it.
type moveJSON struct {
	Move  string `json:"move"`
	Score int    `json:"score"`
	Bound string `json:"bound"`
}

// opposite is what a bound of one player's score says of the other's.
var opposite = map[game.Bound]game.Bound{game.None: game.None, game.Lower: game.Upper, game.Upper: game.Lower, game.Exact: game.Exact}

// scoreMoves solves the position after each move.
func (g *gameOf[S, M]) scoreMoves(ctx context.Context, s S, depth int, solve solverTo[S, M]) ([]moveJSON, error) {
	moves := []moveJSON{}
	if _, over := g.game.Score(s); over {
		return moves, nil
	}
	for _, m := range g.game.AppendMoves(nil, s) {
		next := g.game.Play(s, m)
		r, err := solve(ctx, next, depth)
		if err != nil {
			return nil, err
		}
		if !game.SameTurn(g.game, s, next) {
			r.Score, r.Bound = -r.Score, opposite[r.Bound]
		}
		moves = append(moves, moveJSON{g.game.FormatMove(m), r.Score, r.Bound.String()})
	}
	return moves, nil
}

// solvedStatus is the word of solvedJSON.
func solvedStatus(complete, solved bool) string {
	switch {
	case !complete:
		return "limit"
	case solved:
		return "solved"
	}
	return "estimated"
}

// solved is what was found out about a position.
func (g *gameOf[S, M]) solved(s S, algorithm string, r game.Result[M], elapsed time.Duration) solvedJSON {
	out := solvedJSON{
		Game: g.name, Position: g.game.FormatState(s), Algorithm: algorithm,
		Status: solvedStatus(r.Complete, r.Solved), Reason: r.Reason,
		Score: r.Score, Bound: r.Bound.String(), Outcome: "unknown", Line: []string{},
		Depth: r.Depth, Nodes: r.Nodes, TimeNS: elapsed.Nanoseconds(),
	}
	if r.Solved && (r.Bound == game.Exact || r.Bound == game.Lower && r.Score > 0 || r.Bound == game.Upper && r.Score < 0) {
		out.Outcome = scoreWords(r.Score)
	}
	for _, m := range r.PrincipalVariation {
		out.Line = append(out.Line, g.game.FormatMove(m))
	}
	if r.HasBest {
		best := g.game.FormatMove(r.Best)
		out.Best = &best
	}
	return out
}

// boundedScore writes a score with what is known of it.
func boundedScore(score int, bound string) string {
	switch bound {
	case game.Lower.String():
		return fmt.Sprintf("at least %d", score)
	case game.Upper.String():
		return fmt.Sprintf("at most %d", score)
	case game.None.String():
		return "unknown"
	}
	return fmt.Sprint(score)
}

func (g *gameOf[S, M]) printSolved(a *app, s S, out solvedJSON, r game.Result[M]) {
	a.stdout.printf("%s\n\n", strings.TrimRight(g.game.Board(s), "\n"))
	score := boundedScore(out.Score, out.Bound)
	if out.Outcome != "unknown" {
		score += fmt.Sprintf(": a %s for the player whose turn it is", out.Outcome)
	}
	status := out.Status
	switch status {
	case "solved":
		status = a.paint.good(status)
	case "estimated":
		status = a.paint.fair(status) + fmt.Sprintf(": looked %s ahead", plural(int64(r.Depth), "move"))
	default:
		status = a.paint.fair(status) + ": " + r.Reason
	}
	lines := []line{{"game", g.name}, {"status", status}, {"score", a.paint.bold(score)}}
	if out.Best != nil {
		lines = append(lines, line{"best move", *out.Best})
	} else {
		lines = append(lines, line{"best move", "none: the game is over"})
	}
	if len(out.Line) > 1 {
		play := strings.Join(out.Line, " ")
		if !out.LineWhole {
			play += " ..."
		}
		lines = append(lines, line{"best play", play})
	}
	if len(out.Moves) > 0 {
		var words []string
		for _, m := range out.Moves {
			words = append(words, fmt.Sprintf("%s: %s", m.Move, boundedScore(m.Score, m.Bound)))
		}
		lines = append(lines, line{"moves", strings.Join(words, ", ")})
	}
	lines = append(lines, line{"search", fmt.Sprintf("%s, %s", out.Algorithm, plural(r.Nodes, "node"))})
	if r.Table.Probes > 0 {
		lines = append(lines, line{"table", fmt.Sprintf("%s probes, %s hits, %s cutoffs", thousands(r.Table.Probes), thousands(r.Table.Hits), thousands(r.Table.Cutoffs))})
	}
	a.printLines(append(lines, line{"time", short(time.Duration(out.TimeNS))}))
}
