package connectfour

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
)

// ErrOptions reports options that make no sense.
var ErrOptions = errors.New("connectfour: bad options")

const (
	// DefaultTableBytes is the size of the transposition table by default.
	DefaultTableBytes = 64 << 20
	// MinTableBytes is the size of the smallest one.
	MinTableBytes = bucketBytes << minBucketBits
)

// pollInterval is the number of nodes between two looks at the context, less
// than a millisecond apart.
const pollInterval = 4096

// Options set how a [Solver] works. The zero value is a solver without limits,
// with a table of [DefaultTableBytes].
type Options struct {
	// TableBytes is the most memory of the transposition table, in bytes, rounded
	// down to a power of two; 0 means [DefaultTableBytes]. It must be at least
	// [MinTableBytes]. A table that is too small costs time, never exactness. The
	// solver takes another 0.3 MiB for itself.
	TableBytes int64
	// MaxNodes, if > 0, is the most nodes that one question may take.
	MaxNodes int64
	// KeepTable lets what one question has shown serve the next. That is faster
	// for positions of one game, but then the number of nodes depends on what was
	// asked before. Otherwise each question starts with an empty table.
	KeepTable bool
	// AfterPass, if not nil, is told what is known each time that is more than
	// before.
	AfterPass func(Result)
}

// Solver finds the exact score of positions: 0 for a draw; above 0 if the player
// whose turn it is can win, and then the number of stones he has left at the
// earliest win he can enforce, counting the one that wins; below 0 if he loses,
// and then the same of the opponent, negative. (Each player has 21 stones. This
// is the convention of Pascal Pons' solver and test sets, under which the first
// player's win by his fourth stone scores 18.)
//
// It is exact for every position. Its answers and, with the same options, its
// numbers of nodes are the same every time; it starts no goroutines. A solver
// belongs to one goroutine at a time, and allocates only when it is made. See
// docs/games.md for what it does and how long it takes.
type Solver struct {
	table, late *table
	options     Options
	frames      [Cells]frame

	ctx     context.Context
	nodes   int64
	pause   int64 // the number of nodes at which to look at budget and context
	stopped bool
	reason  string
	cut     uint64 // the cell that made the last search exceed its limit
}

// NewSolver makes a solver. The error wraps [ErrOptions].
func NewSolver(o Options) (*Solver, error) {
	size := o.TableBytes
	if size == 0 {
		size = DefaultTableBytes
	}
	switch {
	case size < MinTableBytes:
		return nil, fmt.Errorf("%w: TableBytes %d; want 0 for the default or at least %d", ErrOptions, size, MinTableBytes)
	case size > math.MaxInt || size > bucketBytes<<maxBucketBits:
		return nil, fmt.Errorf("%w: TableBytes %d; want at most %d", ErrOptions, size, min(math.MaxInt, int64(bucketBytes)<<maxBucketBits))
	case o.MaxNodes < 0:
		return nil, fmt.Errorf("%w: MaxNodes %d; want 0 for no limit or more", ErrOptions, o.MaxNodes)
	}
	return &Solver{
		table:   newTable(uint(bits.Len64(uint64(size/bucketBytes)) - 1)),
		late:    newTable(lateBucketBits),
		options: o,
	}, nil
}

// Reset forgets everything, as if the solver were new.
func (s *Solver) Reset() {
	s.table.reset()
	s.late.reset()
}

// Outcome is how a game ends for the player whose turn it is.
type Outcome int8

// The zero value is what is not known.
const (
	Unknown Outcome = iota
	Loss
	Draw
	Win
)

var outcomeNames = [...]string{"unknown", "loss", "draw", "win"}

// String returns "unknown", "loss", "draw" or "win".
func (o Outcome) String() string {
	if o >= 0 && int(o) < len(outcomeNames) {
		return outcomeNames[o]
	}
	return fmt.Sprintf("Outcome(%d)", int8(o))
}

// Result is what a solver found out about a position.
type Result struct {
	// Lower and Upper are proven bounds of the score, equal when it is known.
	Lower, Upper int
	// Complete tells that the question is answered. Reason says why it is not,
	// or else is empty.
	Complete bool
	Reason   string
	// Best is a move that enforces Lower: where the score is known, one of the
	// best. HasBest is false if the game is over.
	Best    Column
	HasBest bool
	// Nodes is the number of positions searched: those whose moves were tried,
	// as often as they were. Positions that a bound or the table settled at sight
	// are not among them.
	Nodes int64
}

// Outcome returns what the bounds tell of how the game ends.
func (r *Result) Outcome() Outcome {
	switch {
	case r.Lower > 0:
		return Win
	case r.Upper < 0:
		return Loss
	case r.Lower == 0 && r.Upper == 0:
		return Draw
	}
	return Unknown
}

// Solve finds the exact score of p. At a limit, or once ctx is done, the result
// holds what was proved by then.
func (s *Solver) Solve(ctx context.Context, p Position) Result {
	s.begin(ctx)
	return s.solve(p, false)
}

// Outcome finds whether p is won, drawn or lost: the result's bounds are at
// least as narrow as that takes. It is faster than [Solver.Solve] unless the game
// is soon over. At a limit, or once ctx is done, the result holds what was proved
// by then.
func (s *Solver) Outcome(ctx context.Context, p Position) Result {
	s.begin(ctx)
	return s.solve(p, true)
}

// Analysis is what a solver found out about every move of a position.
type Analysis struct {
	// Columns has an element for each column, from the left.
	Columns  [Columns]ColumnBounds
	Complete bool   // whether the score of every move is known
	Reason   string // why not, or else empty
	Nodes    int64  // see Result
}

// ColumnBounds are proven bounds of the score of the player who drops a stone
// into a column, equal when it is known. Legal is false if he may not.
type ColumnBounds struct {
	Legal        bool
	Lower, Upper int
}

// Best returns the columns of the highest score, from the left. Where scores are
// not known, these are the columns that may be better than any other.
func (a *Analysis) Best() []Column {
	lower := math.MinInt
	for _, c := range a.Columns {
		if c.Legal {
			lower = max(lower, c.Lower)
		}
	}
	var best []Column
	for c, bounds := range a.Columns {
		if bounds.Legal && bounds.Upper >= lower {
			best = append(best, Column(c))
		}
	}
	return best
}

// Analyze finds the exact score of every move in p. If the game is over, none is
// legal. At a limit, or once ctx is done, the analysis holds what was proved by
// then.
func (s *Solver) Analyze(ctx context.Context, p Position) Analysis {
	s.begin(ctx)
	var a Analysis
	if _, over := p.Over(); over {
		a.Complete = true
		return a
	}
	mirrored := p.Mirror() == p
	for c := range Column(Columns) {
		switch {
		case p.taken&c.cells() == c.cells():
		case mirrored && c > Columns/2:
			a.Columns[c] = a.Columns[Columns-1-c]
		default:
			reply := s.solve(p.play(c), false)
			a.Columns[c] = ColumnBounds{true, -reply.Upper, -reply.Lower}
		}
	}
	a.Complete, a.Reason, a.Nodes = !s.stopped, s.reason, s.nodes
	return a
}

func (s *Solver) begin(ctx context.Context) {
	if !s.options.KeepTable {
		s.Reset()
	}
	s.ctx = ctx
	s.nodes, s.pause = 0, 0
	s.stopped, s.reason = false, ""
}

// resume is called when the count of nodes has come to the next pause. It tells
// whether one more may be searched.
func (s *Solver) resume() bool {
	switch {
	case s.stopped:
		return false
	case s.ctx.Err() != nil:
		s.stopped, s.reason = true, fmt.Sprintf("the search was stopped: %v", context.Cause(s.ctx))
	case s.options.MaxNodes > 0 && s.nodes >= s.options.MaxNodes:
		s.stopped, s.reason = true, fmt.Sprintf("the budget of %d nodes is spent", s.options.MaxNodes)
	default:
		s.pause = s.nodes + pollInterval
		if s.options.MaxNodes > 0 {
			s.pause = min(s.pause, s.options.MaxNodes)
		}
	}
	return !s.stopped
}

// solve narrows the bounds of the score until they meet or, if only the outcome
// matters, tell it.
func (s *Solver) solve(p Position, outcome bool) Result {
	root, r := s.root(p)
	for r.Lower < r.Upper && !(outcome && r.Outcome() != Unknown) {
		limit := nextLimit(r.Lower, r.Upper, outcome)
		root.lower, root.upper = int8(r.Lower), int8(r.Upper)
		bound := s.search(&root, p.Plies(), limit)
		if s.stopped {
			r.Nodes, r.Reason = s.nodes, s.reason
			return r
		}
		if bound > limit {
			r.Lower, r.Best = bound, columnOf(s.cut)
		} else {
			r.Upper = bound
		}
		if s.options.AfterPass != nil {
			r.Nodes = s.nodes
			s.options.AfterPass(r)
		}
	}
	r.Nodes, r.Complete = s.nodes, true
	return r
}

// root returns p as a node to search, and what can be said of it at sight: the
// score, if somebody has won or can be kept from it by no move; else bounds.
func (s *Solver) root(p Position) (node, Result) {
	if score, over := p.Over(); over {
		return node{}, Result{Lower: score, Upper: score}
	}
	low := playable(p.taken)
	n := node{
		mine: p.mine, theirs: p.theirs(),
		wins:    completions(p.mine) & board &^ p.taken,
		dangers: completions(p.theirs()) & board &^ p.taken,
		hash:    unhashed,
		column:  noColumn,
	}
	n.moves = replies(low, n.dangers)
	plies := p.Plies()
	score := func(score int, best uint64) (node, Result) {
		return n, Result{Lower: score, Upper: score, Best: central(best), HasBest: true}
	}
	switch {
	case n.wins&low != 0:
		return score(winScore(plies), n.wins&low)
	case n.moves == 0:
		return score(-winScore(plies+1), low)
	}
	return n, Result{Lower: earliestLoss(plies), Upper: earliestWin(plies), Best: central(n.moves), HasBest: true}
}

// central returns the column nearest the center of those with one of the cells.
func central(cells uint64) Column {
	best := cells & -cells
	for ; cells != 0; cells &= cells - 1 {
		if cell := cells & -cells; rank[bits.TrailingZeros64(cell)] > rank[bits.TrailingZeros64(best)] {
			best = cell
		}
	}
	return columnOf(best)
}

// nextLimit chooses the score to compare with next: the answer takes a proof that
// it is above one score and not above the next, and the other comparisons had
// better be cheap. Those with wins and losses in few moves are, since they look
// only so far; so the range is narrowed from outside until it is about the end of
// the game, then comes the outcome, and then bisection. (On openings that are soon
// decided bisection alone took twice the nodes, the outcome first four times; on
// the others they were hardly better.)
func nextLimit(lower, upper int, outcome bool) int {
	const near = 8 // wins by a player's last eight stones
	switch {
	case outcome || lower < 0 && upper > 0 && max(-lower, upper) <= near:
		if upper > 0 {
			return 0
		}
		return -1
	case lower >= 0 || upper <= 0:
		return lower + (upper-lower-1)/2
	case upper >= -lower:
		return upper * 5 / 8
	}
	return lower * 5 / 8
}
