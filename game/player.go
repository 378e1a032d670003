package game

import (
	"context"
	"math"
)

// Source provides random numbers: IntN returns one of 0 to n−1, for n > 0.
// [*math/rand/v2.Rand] is one.
type Source interface{ IntN(n int) int }

// Choice is a player's move and the nodes that it took to find.
type Choice[M comparable] struct {
	Move  M
	Nodes int64
}

// Player chooses moves.
type Player[S, M comparable] interface {
	// Choose returns a legal move in s, in which the game is not over. What it
	// does by chance it takes from random, which is the same for both players of
	// a game.
	Choose(ctx context.Context, s S, random Source) (Choice[M], error)
}

// PlayerFunc is a function that is a [Player].
type PlayerFunc[S, M comparable] func(ctx context.Context, s S, random Source) (Choice[M], error)

// Choose calls the function.
func (f PlayerFunc[S, M]) Choose(ctx context.Context, s S, random Source) (Choice[M], error) {
	return f(ctx, s, random)
}

// RandomPlayer returns a player who makes any legal move with the same chance.
func RandomPlayer[S, M comparable](g Game[S, M]) Player[S, M] {
	var moves []M
	return PlayerFunc[S, M](func(_ context.Context, s S, random Source) (Choice[M], error) {
		moves = g.AppendMoves(moves[:0], s)
		if len(moves) == 0 {
			return Choice[M]{}, noMoves(s)
		}
		return Choice[M]{Move: moves[random.IntN(len(moves))]}, nil
	})
}

// FirstMovePlayer returns a player who makes the first move in the game's order.
func FirstMovePlayer[S, M comparable](g Game[S, M]) Player[S, M] {
	var moves []M
	return PlayerFunc[S, M](func(_ context.Context, s S, _ Source) (Choice[M], error) {
		moves = g.AppendMoves(moves[:0], s)
		if len(moves) == 0 {
			return Choice[M]{}, noMoves(s)
		}
		return Choice[M]{Move: moves[0]}, nil
	})
}

// SearchPlayer returns a player who makes the best move of a search to a depth,
// which must be at least 1. A limit in the options holds for each move; a table
// in them is kept from move to move.
func SearchPlayer[S, M comparable](g Game[S, M], search SearchFunc[S, M], depth int, opts Options[S, M]) (Player[S, M], error) {
	if err := checkDepth(depth); err != nil {
		return nil, err
	}
	return PlayerFunc[S, M](func(ctx context.Context, s S, _ Source) (Choice[M], error) {
		r, err := search(ctx, g, s, depth, opts)
		return Choice[M]{Move: r.Best, Nodes: r.Nodes}, err
	}), nil
}

// MCTSPlayer returns a player who makes the best move of [MCTS] with that many
// playouts, which must be at least 1. Their random numbers come from a seed
// that is drawn for each move.
func MCTSPlayer[S, M comparable](g Game[S, M], playouts int64, opts MCTSOptions) (Player[S, M], error) {
	if err := checkMCTS(playouts, &opts); err != nil {
		return nil, err
	}
	return PlayerFunc[S, M](func(ctx context.Context, s S, random Source) (Choice[M], error) {
		drawn := opts
		drawn.Seed += uint64(random.IntN(math.MaxInt32))
		r, err := MCTS(ctx, g, s, playouts, drawn)
		return Choice[M]{Move: r.Best, Nodes: r.Nodes}, err
	}), nil
}
