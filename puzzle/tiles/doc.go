// Package tiles is the sliding-tile puzzle on any board of up to [MaxCells] cells:
// the 8-, 15- and 24-puzzle, and boards that are not square.
//
// A [Puzzle] is a goal board and what a move costs: 1, or the number on the tile
// that moves. It is a search.Problem whose states are boards, so that every
// algorithm of package search runs on it:
//
//	start, err := tiles.ParseBoard("7 2 4 / 5 _ 6 / 8 3 1", 0)
//	puzzle, err := tiles.New(tiles.BlankFirst(3, 3), tiles.Options{})
//	opts, err := puzzle.WithHeuristic(search.Options[tiles.Board, int]{}, "linear-conflict", start)
//	result, err := search.AStar(ctx, puzzle, start, opts)
//
// # Boards that cannot be solved
//
// A move swaps the blank with a neighbor. So the parity of the permutation that
// leads from a board to the goal changes with every move, and so does the parity of
// the blank's distance to its goal cell: only boards for which the two agree can be
// solved, and on boards of at least 2×2 cells all of those can (Johnson and Story
// 1879; Wilson 1974). [Puzzle.Solvable] decides it, and a search from a board that
// cannot be solved ends at once.
package tiles
