package game

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
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
	// DrawByRepetition makes a line of play a draw as soon as it comes to a position
	// for the second time, as in [Options]. With or without it, a playout that has
	// not ended after [MaxPlies] moves counts as a draw.
	DrawByRepetition bool
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

	// Best is the move that was tried most, unless more is known: a move that wins
	// at once; with Prove, a move to the known outcome, or else one that is not
	// known to lose; and no move that lets the opponent win at once, if there is
	// another. Where all moves are known to lose it is one after which the proofs
	// take longest, and with many playouts the loss too. A limit may leave no room
	// to look at the opponent's moves. HasBest is false if the game is over.
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
	// for the player who makes it. Without Prove, the game is over then.
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
		run:         newRun(ctx, g, &Options[S, M]{MaxNodes: opts.MaxNodes, DrawByRepetition: opts.DrawByRepetition}),
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
// the player who moved there, who is the one to choose it; of the root, from the
// view of the opponent of the player whose turn it is.
type treeNode[S, M comparable] struct {
	state    S
	move     M
	first    int32 // index of the first child; 0: not expanded
	children int32
	visits   int64
	points   int64 // 2 for a win, 1 for a draw
	plies    int32 // to the end, by the proof of known
	known    known
	again    bool // it is the turn of the player who moved there
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

// seenBy returns the outcome for the player who moved to a position, given that
// for the player whose turn it is there: again the same one, or the opponent.
func (k known) seenBy(again bool) known {
	if again {
		return k
	}
	return k.ofOpponent()
}

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
		if i > 0 && node.known != unknown { // the game is over; others are not chosen
			t.credit(node.known.points())
			return true
		}
		if score, over := r.game.Score(node.state); over {
			r.final(node.state, score)
			outcome := knownOf(score).seenBy(node.again)
			node.known = outcome
			t.credit(outcome.points())
			return r.err == nil
		}
		if node.visits == 0 && i > 0 {
			points, ok := t.playout(node.state, node.again)
			if ok {
				t.credit(points)
			}
			return ok
		}
		if node.first == 0 {
			if !t.expand(i) {
				return false
			}
			if t.prove {
				t.conclude()
				if known := t.nodes[i].known; known != unknown {
					t.credit(known.points())
					return true
				}
			}
		}
		t.path = append(t.path, t.choose(i))
	}
}

// expand gives a node its children, and says of which the outcome is known since
// the game is over.
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
		child := treeNode[S, M]{state: r.game.Play(node.state, m), move: m}
		child.again = r.side(node.state, child.state) == same
		child.known = t.ended(child.state, child.again)
		if child.known == unknown && r.draws && t.repeats(child.state) {
			child.known = knownDraw
		}
		t.nodes = append(t.nodes, child)
	}
	return r.err == nil
}

// ended returns the outcome of a position in which the game is over for the player
// who moved there.
func (t *tree[S, M]) ended(s S, again bool) known {
	score, over := t.run.game.Score(s)
	if !over {
		return unknown
	}
	t.run.final(s, score)
	return knownOf(score).seenBy(again)
}

// repeats tells whether a position is on the path.
func (t *tree[S, M]) repeats(s S) bool {
	for k, i := range t.path {
		if t.nodes[i].state == s && (t.run.turner != nil || (len(t.path)-k)%2 == 0) {
			return true
		}
	}
	return false
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
		case t.prove && child.known != unknown:
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
// moved to s, who may have the turn there again, and false at a limit.
func (t *tree[S, M]) playout(s S, again bool) (points int64, ok bool) {
	r := t.run
	turn := opposite
	if again {
		turn = same
	}
	if r.draws {
		r.line.cut(0)
		for _, i := range t.path[:len(t.path)-1] {
			r.line.push(t.nodes[i].state, true)
		}
	}
	for range MaxPlies {
		if score, over := r.game.Score(s); over {
			r.final(s, score)
			return knownOf(int(turn) * score).points(), r.err == nil
		}
		if r.draws {
			if r.line.find(s, len(r.line.states)) >= 0 {
				break
			}
			r.line.push(s, true)
		}
		moves := r.expand(s, 0)
		r.moves = r.moves[:0]
		if r.nodes == r.pause && !r.resume() {
			return 0, false
		}
		r.nodes++
		next := r.game.Play(s, moves[t.random.IntN(len(moves))])
		turn *= r.side(s, next)
		s = next
	}
	return knownDraw.points(), true
}

// credit adds a visit to every node of the path, and the points to the last and
// to those before it that the same player moved to; to the others, the opponent's.
func (t *tree[S, M]) credit(points int64) {
	for k := len(t.path) - 1; k >= 0; k-- {
		node := &t.nodes[t.path[k]]
		node.visits++
		node.points += points
		if !node.again {
			points = 2 - points
		}
	}
}

// conclude carries what is known of the children of the last node of the path up,
// as far as it settles those above.
func (t *tree[S, M]) conclude() {
	for k := len(t.path) - 1; k >= 0; k-- {
		best, plies := t.bestKnown(t.path[k])
		if best == unknown {
			return
		}
		node := &t.nodes[t.path[k]]
		node.known, node.plies = best.seenBy(node.again), plies+1
	}
}

// bestKnown returns the outcome of a node for the player whose turn it is, by its
// children, and how soon: by the first way to win that is known, the slowest to
// lose or draw.
func (t *tree[S, M]) bestKnown(i int32) (best known, plies int32) {
	best = knownLoss
	for _, child := range t.childrenOf(i) {
		switch {
		case child.known == knownWin:
			return knownWin, child.plies
		case best == unknown:
		case child.known == unknown:
			best = unknown
		case child.known > best || child.known == best && child.plies > plies:
			best, plies = child.known, child.plies
		}
	}
	return best, plies
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
	for _, child := range t.childrenOf(0) {
		move := MCTSMove[M]{Move: child.move, Visits: child.visits}
		if child.visits > 0 {
			move.Value = float64(child.points) / float64(2*child.visits)
		}
		if child.known != unknown {
			move.Known, move.Outcome = true, child.known.outcome()
		}
		result.Moves = append(result.Moves, move)
	}
	result.Best = t.best()
	result.Nodes = r.nodes
	return result
}

// best chooses the move to make: the one that ranks highest and, unless it is
// known to win, does not let the opponent win at once, if there is one.
func (t *tree[S, M]) best() M {
	ranked := make([]int32, 0, len(t.childrenOf(0)))
	for k := range t.childrenOf(0) {
		ranked = append(ranked, t.nodes[0].first+int32(k))
	}
	slices.SortStableFunc(ranked, func(a, b int32) int { return t.rank(&t.nodes[b]).compare(t.rank(&t.nodes[a])) })
	for _, i := range ranked {
		if t.nodes[i].known == knownWin || !t.blunders(i) {
			return t.nodes[i].move
		}
	}
	return t.nodes[ranked[0]].move
}

// blunders tells whether the opponent can win at once after the move to a child of
// the root. It looks at the replies that are not in the tree, as far as the budget
// allows.
func (t *tree[S, M]) blunders(i int32) bool {
	r := t.run
	node := &t.nodes[i]
	if node.again || node.known == knownDraw {
		return false
	}
	for _, reply := range t.childrenOf(i) {
		if reply.known == knownWin && reply.plies == 0 {
			return true
		}
	}
	if _, over := r.game.Score(node.state); over || node.children > 0 {
		return false
	}
	moves := r.expand(node.state, 0)
	r.moves = r.moves[:0]
	for _, m := range moves {
		if r.nodes == r.pause && !r.resume() {
			return false
		}
		r.nodes++
		next := r.game.Play(node.state, m)
		if t.ended(next, r.side(node.state, next) == same) == knownWin {
			return true
		}
	}
	return false
}

// ranking orders the root's children: what wins first, the sooner the better; then
// what attains the known outcome; then the others by their visits, and last what
// is known to lose, the later the better.
type ranking struct {
	class  int
	plies  int32
	visits int64
}

func (a ranking) compare(b ranking) int {
	return cmp.Or(cmp.Compare(a.class, b.class), cmp.Compare(a.plies, b.plies), cmp.Compare(a.visits, b.visits))
}

func (t *tree[S, M]) rank(child *treeNode[S, M]) ranking {
	root := &t.nodes[0]
	switch {
	case child.known == knownWin:
		return ranking{3, -child.plies, child.visits}
	case root.known == knownDraw && child.known == knownDraw:
		return ranking{2, 0, child.visits}
	case child.known == knownLoss:
		return ranking{0, child.plies, child.visits}
	}
	return ranking{1, 0, child.visits}
}
