// Package game searches games of two players who see everything and want
// opposite things, whether they move in turn or several times in a row: what a position is worth, which move is best, and
// how much looking that took.
//
// The rules of a game are a [Game]: four methods over small values. What a game
// can do beyond that it says by optional interfaces, each with a fallback:
// [Turner], [Evaluator], [Hasher], [Symmetric], [Orderer], [Numberer], [Notation].
//
// # Algorithms
//
//	Minimax     every line of play, to a depth or to the end
//	AlphaBeta   the same score and move, without what cannot matter
//	PVS         the same, betting on the first move
//	Deepening   the same, depth by depth, with a table and move ordering
//	MCTS        samples of play; for comparison
//	Solve       the score of every position that can be reached
//	Perft       the number of lines of play, by length
//	Positions   the number of positions, by distance
//
// The first four agree to the letter: at the same depth they return the same
// score, and the same move out of those that enforce it, the first in the
// game's order. They differ in how many positions they visit.
//
// # Scores
//
// A score is an integer from the view of the player whose turn it is: above 0
// is good. [Game.Score] gives it where the game is over, [Evaluator] estimates
// it where a search may look no deeper. A [Result] says whether its score is
// exact or a bound ([Bound]), and whether it holds for the game itself or only
// for the depth (Solved).
//
// # Limits
//
// Every search takes a budget of nodes and a context, and one of bytes where it
// remembers positions. A search that runs out says so (Complete is false, with
// a Reason), and returns the best move so far with what is proved about it. A
// node is a position visited, the first one and the last of every line
// included, as often as it is visited.
//
// An error means a senseless question (a depth below 1, a window without
// width) or a game that breaks the rules ([ErrScore], [ErrNoMoves], [ErrCycle],
// [ErrIllegalMove]).
//
// # Repetition
//
// Where play can come back to a position, DrawByRepetition in the options makes
// that a draw: the searches find the score that the position has if play without
// end is a draw, with a table too, and [Solve] that of every position. Without it
// a search to the end of the game returns [ErrCycle]. No line of play is followed
// for more than [MaxPlies] moves.
//
// # Players
//
// A [Player] chooses moves: by search ([SearchPlayer], [MCTSPlayer]), at random
// ([RandomPlayer]) or the first there is ([FirstMovePlayer]). [Match] lets two
// of them play a number of games, from a seed, and counts.
package game
