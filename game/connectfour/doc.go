// Package connectfour is Connect Four: seven columns of six cells, into which two
// players drop stones in turn until one has four in a row. It has an exact
// [Solver], fast enough to solve the game from the empty board in seconds, and
// the rules for the general searches of package game ([Game]).
//
// A [Position] is two words of bits. [Parse] reads one, from the columns played
// ("4453") or from a drawing of the board.
//
// # The solver
//
// The solver asks whether the score of a position is above some number, as often
// as it takes to know the score. Each question is an alpha-beta search with a
// window of one point. What keeps the searches small:
//
//   - Moves that lose at once are not made: a threat is met, and nobody plays
//     below one. A move that leaves the opponent no other is a win.
//   - Bounds without search: a player who answers every move in the same column
//     knows which cells the opponent will get, and may be safe or winning with
//     that ("follow-up", after Allis, 1988).
//   - A transposition table with a lower and an upper bound for each position and
//     its mirror image; two tables in fact, one for positions early in the game
//     and a small one, which stays in the processor's cache, for late ones.
//   - All successors of a position are looked up before one is searched (enhanced
//     transposition cutoffs, Schaeffer and Plaat, 1996).
//   - Moves that make more threats come first.
//
// docs/games.md has the figures.
package connectfour
