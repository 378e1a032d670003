package game

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
)

// ErrPlayouts reports a number of playouts below 1.
var ErrPlayouts = errors.New("playouts must be at least 1")

// MCTSOptions set how [MCTS] runs. The zero value is plain UCT without limits.
type MCTSOptions struct {
	// Exploration weighs how little a move has been tried against how well it
	// did; the zero value is √2.
	Exploration float64
	// Prove makes the search draw conclusions from games that are over: a
	// position with a winning move is won, and one whose moves are all known is
	// known. It ends as soon as the first position is.
	Prove bool
	// Seed chooses the random numbers of the playouts.
	Seed uint64

	// MaxNodes, if > 0, ends the search before it would visit more positions,
	// those of the playouts included.
	MaxNodes int64
	// MaxBytes, if > 0, ends the search before its tree would take more memory,
	// in bytes.
	MaxBytes int64
}

// MCTSResult is what [MCTS] found out.
type MCTSResult[M comparable] struct {
	// Complete tells that the search made all its playouts, or knew the
	// outcome before. Reason says why it did not, or else is empty.
	Complete bool
	Reason   string

	// Best is the move that was tried most, unless more is known: with Prove, a
	// move to the known outcome, or else one that is not known to lose.
	// HasBest is false if the game is over.
	Best    M
	HasBest bool
	// Moves has what is known of each move, in the game's order.
	Moves []MCTSMove[M]
	// Known tells that Outcome is what best play leads to: 1, 0 or −1 for a
	// win, a draw or a loss of the player whose turn it is.
	Known   bool
	Outcome int

	Playouts  int64
	Nodes     int64 // positions visited, in the tree and in playouts
	TreeNodes int64 // positions in the tree
}

// MCTSMove is what [MCTS] knows of a move.
type MCTSMove[M comparable] struct {
	Move   M
	Visits int64
	// Value is the mean result of the visits for the player who makes the move,
	// from 0 for a loss to 1 for a win; 0 if there were none.
	Value float64
	// Known tells that best play after the move leads to Outcome: 1, 0 or −1
	// for the player who makes it.
	Known   bool
	Outcome int
}

// MCTS is Monte Carlo tree search by UCT: it grows a tree by a position for
// each playout, a random game from there on, and tries the moves that did well
// more often. In the limit it finds the best move; at any time it proves nothing,
// unless told to Prove. It sees wins, draws and losses, not by how much.
//
// The number of playouts must be at least 1. The same seed gives the same
// result. Time is in proportion to playouts times length of game, memory to
// playouts times number of moves. Kocsis and Szepesvári, "Bandit based
// Monte-Carlo planning", ECML 2006; Prove is after Winands, Björnsson and Saito,
// "Monte-Carlo tree search solver", Computers and Games 2008, with draws.
func MCTS[S, M comparable](ctx context.Context, g Game[S, M], s S, playouts int64, opts MCTSOptions) (MCTSResult[M], error) {
	if err := checkMCTS(playouts, &opts); err != nil {
		return MCTSResult[M]{}, err
	}
	t := &tree[S, M]{
		run:         newRun(ctx, g, &Options[S, M]{MaxNodes: opts.MaxNodes}),
		memory:      memory{limit: opts.MaxBytes},
		random:      rand.New(rand.NewPCG(opts.Seed, 0)),
		exploration: opts.Exploration,
		prove:       opts.Prove,
	}
	if t.exploration == 0 {
		t.exploration = math.Sqrt2
	}
	t.nodes = []treeNode[S, M]{{state: s}}
	for t.playouts < playouts && t.step() {
		t.playouts++
		if t.nodes[0].known != unknown {
			break
		}
	}
	if t.run.err != nil {
		return MCTSResult[M]{}, t.run.err
	}
	return t.result(s), nil
}

func checkMCTS(playouts int64, opts *MCTSOptions) error {
	if playouts < 1 {
		return fmt.Errorf("game: %d playouts: %w", playouts, ErrPlayouts)
	}
	if !(opts.Exploration >= 0) || math.IsInf(opts.Exploration, 0) {
		return fmt.Errorf("game: exploration %v; want a number of at least 0", opts.Exploration)
	}
	return nil
}

// tree is a search at work.
type tree[S, M comparable] struct {
	run         *run[S, M]
	memory      memory
	random      *rand.Rand
	exploration float64
	prove       bool
	playouts    int64
	nodes       []treeNode[S, M] // the root first; the children of a node in a row
	path        []int32          // from the root to the node at hand
}

// treeNode is a position in the tree. Points and known are from the view of
// the player who moved there, who is the one to choose it.
type treeNode[S, M comparable] struct {
	state    S
	move     M
	first    int32 // index of the first child; 0: not expanded
	children int32
	visits   int64
	points   int64 // 2 for a win, 1 for a draw
	known    known
}

// known is an outcome that is proved. The better ones are larger.
type known uint8

const (
	unknown known = iota
	knownLoss
	knownDraw
	knownWin
)

// knownOf returns the outcome of a score.
func knownOf(score int) known {
	switch {
	case score > 0:
		return knownWin
	case score < 0:
		return knownLoss
	}
	return knownDraw
}

func (k known) outcome() int      { return int(k) - int(knownDraw) }
func (k known) points() int64     { return int64(k) - int64(knownLoss) }
func (k known) ofOpponent() known { return knownWin + knownLoss - k }

// step makes one playout: down the tree, on at random, and back up. It returns
// false if that would exceed a limit.
func (t *tree[S, M]) step() bool {
	r := t.run
	t.path = append(t.path[:0], 0)
	for {
		i := t.path[len(t.path)-1]
		if r.nodes == r.pause && !r.resume() {
			return false
		}
		r.nodes++
		node := &t.nodes[i]
		if score, over := r.game.Score(node.state); over {
			r.final(node.state, score)
			outcome := knownOf(score).ofOpponent()
			if t.prove {
				node.known = outcome
				t.conclude()
			}
			t.credit(outcome.points())
			return r.err == nil
		}
		if node.visits == 0 && i > 0 {
			points, ok := t.playout(node.state)
			if ok {
				t.credit(points)
			}
			return ok
		}
		if node.first == 0 && !t.expand(i) {
			return false
		}
		t.path = append(t.path, t.choose(i))
	}
}

// expand gives a node its children.
func (t *tree[S, M]) expand(i int32) bool {
	r := t.run
	moves := r.expand(t.nodes[i].state, 0)
	r.moves = r.moves[:0]
	if r.stopped {
		return false
	}
	if len(t.nodes) > math.MaxInt32-len(moves) {
		return r.stop("the tree is as large as it can be")
	}
	var ok bool
	if t.nodes, ok = withRoom(&t.memory, t.nodes, len(moves)); !ok {
		return r.stop(t.memory.spent())
	}
	node := &t.nodes[i]
	node.first, node.children = int32(len(t.nodes)), int32(len(moves))
	for _, m := range moves {
		t.nodes = append(t.nodes, treeNode[S, M]{state: r.game.Play(node.state, m), move: m})
	}
	return true
}

func (t *tree[S, M]) childrenOf(i int32) []treeNode[S, M] {
	node := &t.nodes[i]
	return t.nodes[node.first : node.first+node.children]
}

// choose returns the child to try next: the first that was never tried, else
// the one with the largest upper confidence bound, out of those not known.
func (t *tree[S, M]) choose(i int32) int32 {
	node := &t.nodes[i]
	logVisits := math.Log(float64(node.visits))
	best, bestBound := int32(-1), math.Inf(-1)
	for k := range t.childrenOf(i) {
		child := &t.nodes[int(node.first)+k]
		switch {
		case child.known != unknown:
			continue
		case child.visits == 0:
			return node.first + int32(k)
		}
		visits := float64(child.visits)
		bound := float64(child.points)/float64(2*visits) + float64(t.exploration*math.Sqrt(logVisits/visits))
		if bound > bestBound {
			best, bestBound = node.first+int32(k), bound
		}
	}
	return best
}

// playout plays at random to the end. It returns the points of the player who
// moved to s, and false at a limit.
func (t *tree[S, M]) playout(s S) (points int64, ok bool) {
	r := t.run
	for sign := -1; ; sign = -sign {
		if score, over := r.game.Score(s); over {
			r.final(s, score)
			return knownOf(sign * score).points(), r.err == nil
		}
		moves := r.expand(s, 0)
		r.moves = r.moves[:0]
		if r.nodes == r.pause && !r.resume() {
			return 0, false
		}
		r.nodes++
		s = r.game.Play(s, moves[t.random.IntN(len(moves))])
	}
}

// credit adds a visit to every node of the path, and the points to the last
// and to every second one before it.
func (t *tree[S, M]) credit(points int64) {
	for k := len(t.path) - 1; k >= 0; k-- {
		node := &t.nodes[t.path[k]]
		node.visits++
		node.points += points
		points = 2 - points
	}
}

// conclude carries what is known of the last node of the path up, as far as it
// settles those above.
func (t *tree[S, M]) conclude() {
	for k := len(t.path) - 2; k >= 0; k-- {
		best := knownLoss
		for _, child := range t.childrenOf(t.path[k]) {
			if child.known == knownWin {
				best = knownWin
				break
			}
			if child.known == unknown {
				best = unknown
			} else if best != unknown {
				best = max(best, child.known)
			}
		}
		if best == unknown {
			return
		}
		t.nodes[t.path[k]].known = best.ofOpponent()
	}
}

// result says what is known at the end.
func (t *tree[S, M]) result(s S) MCTSResult[M] {
	r := t.run
	root := &t.nodes[0]
	result := MCTSResult[M]{
		Complete: !r.stopped, Reason: r.reason,
		Playouts: t.playouts, Nodes: r.nodes, TreeNodes: int64(len(t.nodes)),
	}
	if score, over := r.game.Score(s); over {
		result.Known, result.Outcome = true, knownOf(score).outcome()
		return result
	}
	result.HasBest = true
	if root.children == 0 { // a limit came first
		result.Best = r.game.AppendMoves(nil, s)[0]
		return result
	}
	if root.known != unknown {
		result.Known, result.Outcome = true, root.known.ofOpponent().outcome()
	}
	best := -1
	for k := range t.childrenOf(0) {
		child := &t.childrenOf(0)[k]
		move := MCTSMove[M]{Move: child.move, Visits: child.visits}
		if child.visits > 0 {
			move.Value = float64(child.points) / float64(2*child.visits)
		}
		if child.known != unknown {
			move.Known, move.Outcome = true, child.known.outcome()
		}
		result.Moves = append(result.Moves, move)
		if best < 0 || t.rank(root, child) > t.rank(root, &t.childrenOf(0)[best]) {
			best = k
		}
	}
	result.Best = result.Moves[best].Move
	return result
}

// rank orders the root's children: what attains the known outcome first, what is
// known to lose last, others by their visits.
func (t *tree[S, M]) rank(root, child *treeNode[S, M]) int64 {
	switch {
	case root.known != unknown && child.known == root.known.ofOpponent():
		return math.MaxInt64
	case child.known == knownLoss:
		return -1
	}
	return child.visits
}
