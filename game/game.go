package game

import (
	"errors"
	"fmt"
	"math"
)

// Game is the rules of a game of two players who see everything and want
// opposite things. S is a position, M a move; both should be small values, since
// they are copied a lot. A position must tell whose turn it is, in so far as that
// matters for what can follow. The methods must be pure: the same position gives
// the same answers every time, and any number of goroutines may ask at once.
//
// The players move in turn, unless the game is a [Turner]. A player who cannot
// move but must pass is given a move that passes; so is one who is to wait while
// the other moves again, if the game is no Turner.
type Game[S, M comparable] interface {
	// Start returns the position in which a game begins.
	Start() S
	// Score tells whether the game is over in s, and the score of the player
	// whose turn it would be: above 0 for a win, 0 for a draw, below 0 for a
	// loss, within ±[MaxScore]. The opponent's score is its negative. The score
	// has no meaning while the game is not over. A game that wants quick wins
	// and slow losses scores them higher, as far as the position tells them
	// apart (by the number of stones, say).
	Score(s S) (score int, over bool)
	// AppendMoves appends the legal moves in s to dst and returns it: at least
	// one, each once, if the game is not over. Their order is part of the
	// semantics: among moves of equal score the first is chosen. It is not
	// called once the game is over.
	AppendMoves(dst []M, s S) []M
	// Play returns the position after m, a legal move in s.
	Play(s S, m M) S
}

// MaxScore is the largest score, and the largest estimate, that a game may
// give.
const MaxScore = 1 << 30

// Full is the depth that searches to the end of every line of play.
const Full = math.MaxInt32

// MaxPlies is the number of moves of the longest line of play that a search
// follows, so that no game exhausts the stack. A search that comes to it ends: with
// [ErrCycle] if the line repeats a position, else as at a limit.
const MaxPlies = 1 << 14

// Turner is implemented by games in which a player may move several times in a
// row, as in Kalah or in Dots and Boxes. Turn tells whose turn it is in s, 0 or 1
// for one player and the other; where the game is over, for whom Score counts.
// The scores of two positions are opposite, or the same, as the turns are. Games
// that are no Turner change turns with every move.
type Turner[S comparable] interface {
	Turn(s S) int
}

// SameTurn tells whether next, the position after a move in s, is the turn of
// the player who made it, by whose view its scores are then.
func SameTurn[S, M comparable](g Game[S, M], s, next S) bool {
	t, ok := g.(Turner[S])
	return ok && t.Turn(s) == t.Turn(next)
}

// Evaluator is implemented by games that can estimate the score of a position
// in which the game is not over. A search that may look no deeper takes the
// estimate, from the view of the player whose turn it is, within ±[MaxScore];
// for other games it takes 0. To give a game another estimate, embed it in a
// struct with an Evaluate method.
type Evaluator[S comparable] interface {
	Evaluate(s S) int
}

// Hasher is implemented by games whose positions a transposition table can
// hold. Equal positions have equal hashes, in every process; the better the low
// bits are mixed, the fewer positions share a place. A table compares whole
// positions, so that two that share a hash are never taken for each other.
type Hasher[S comparable] interface {
	Hash(s S) uint64
}

// Symmetric is implemented by games with positions that are alike, such as
// mirror images. Canonical returns one and the same position for all that are
// alike; their scores, their estimates and the number of their moves must be
// the same.
type Symmetric[S comparable] interface {
	Canonical(s S) S
}

// Orderer is implemented by games that know which moves are worth looking at
// first. OrderMoves permutes the moves of s so that the more promising ones come
// earlier. It changes how many positions a search visits, but never its score
// or the move it chooses.
type Orderer[S, M comparable] interface {
	OrderMoves(moves []M, s S)
}

// Numberer is implemented by games that number their moves, each from 0 to
// NumMoves()−1, such as a board's cells. The history heuristic needs it.
type Numberer[M comparable] interface {
	NumMoves() int
	MoveNumber(m M) int
}

// Notation is implemented by games whose positions and moves people can read
// and write.
type Notation[S, M comparable] interface {
	// FormatState writes a position in one line, as ParseState reads it.
	FormatState(s S) string
	// ParseState reads a position. Its error says which character is wrong and
	// what would be right, or why the position cannot occur.
	ParseState(text string) (S, error)
	// FormatMove writes a move as ParseMove reads it.
	FormatMove(m M) string
	// ParseMove reads a move and checks that it is legal in s. Its error says
	// why it is not, and which moves are.
	ParseMove(s S, text string) (M, error)
	// Board draws a position in several lines, for people.
	Board(s S) string
}

var (
	// ErrDepth reports a depth below 1.
	ErrDepth = errors.New("depth must be at least 1")
	// ErrScore reports a score or an estimate beyond ±MaxScore.
	ErrScore = errors.New("score lies outside ±MaxScore")
	// ErrCycle reports a position that occurs twice in one line of play, where
	// that is no draw (see [Options]).
	ErrCycle = errors.New("the position repeats; the game can go on forever")
	// ErrNoMoves reports a position in which the game is not over, but in which
	// there is no move.
	ErrNoMoves = errors.New("the game is not over, but there is no legal move")
)

// checkDepth returns an error unless a search can be made to that depth.
func checkDepth(depth int) error {
	if depth < 1 {
		return fmt.Errorf("game: depth %d: %w, or Full", depth, ErrDepth)
	}
	return nil
}
