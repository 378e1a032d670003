// Package search finds cheapest paths, in any space of states, by the classic
// algorithms of heuristic search. It knows nothing of grids, maps or files.
//
// A space is a [Problem]: which edges leave a state, and which states are goals.
// A state is any comparable type, a cost any integer or float type; [Func] makes
// a problem of two functions. What a
// problem can do beyond that it says by optional interfaces: [Dense] ids for
// speed, [Predecessors] and [GoalLister] for bidirectional search, and others.
//
// # Algorithms
//
//	Dijkstra, BidirectionalDijkstra    optimal
//	AStar, Bidirectional               optimal if the heuristic is admissible
//	IDAStar, Fringe                    optimal if the heuristic is admissible
//	DepthFirstBranchAndBound           optimal, with a path early on
//	WeightedAStar                      at most w times the optimum
//	BreadthFirst                       the fewest edges
//	GreedyBestFirst                    a path
//	BidirectionalFirstMeeting          a path; here to reproduce a mistake
//
// Each comes in two forms: a call that runs to the end, such as [AStar], and a
// constructor, such as [NewAStar], of a [Stepper] that performs one expansion at
// a time. Both make the same steps and tell an [Observer] of the same events.
//
// # Answers
//
// A [Result] says how the search ended ([Status]), and what is proved of its
// path ([Certificate]). A search that runs out of budget ends with [Limit],
// which never means that there is no path: the result then has a lower bound
// on the cost of any path, and the best that was found.
//
// An error means that the problem broke the rules: an edge with a negative
// cost or none ([ErrNegativeEdge], [ErrNaN]), an estimate below 0
// ([ErrHeuristic]). A search notices only what it comes across: a negative edge
// that leaves a state which it need not expand goes unseen.
//
// Paths that cost more than the type holds are not followed. They cost more than
// any answer, so an answer is worth as much as ever; only where a search ends
// without one, and some states could be reached by such paths alone, does it
// end with [ErrOverflow].
//
// # Limits of exactness
//
// Integer costs are exact, and so is what is said of them. Float costs are
// added and compared as floats are; an equal cost, a lower bound or an optimum
// is then meant up to rounding.
package search
