package search

// Side tells the two halves of a bidirectional search apart. All other
// searches are Forward.
type Side uint8

const (
	// Forward is the half that starts at the start.
	Forward Side = iota
	// Backward is the half that starts at the goals.
	Backward
)

// String returns "forward" or "backward".
func (s Side) String() string {
	if s == Backward {
		return "backward"
	}
	return "forward"
}

// Event is something that happened to one state in a search.
type Event[S comparable, C Cost] struct {
	Step      int64 // the number of expansions so far, the current one included
	Side      Side
	State     S
	Parent    S
	HasParent bool // false for a start (or, backward, a goal): Parent has no meaning
	G, H, F   C    // F is the priority by which OPEN is ordered
}

// Observer is told what a search does, as it does it. Any function may be nil.
// Functions must not call back into the search.
//
// [IDAStar] and [DepthFirstBranchAndBound] have no OPEN and tell of expansions,
// prunings and goals only.
type Observer[S comparable, C Cost] struct {
	Expand   func(Event[S, C]) // a state was taken from OPEN
	Generate func(Event[S, C]) // a state was met for the first time and put on OPEN
	Improve  func(Event[S, C]) // a cheaper path to a state on OPEN was found
	Reopen   func(Event[S, C]) // a cheaper path to a CLOSED state was found
	Meet     func(Event[S, C]) // a path through both halves was found; F is its cost
	Goal     func(Event[S, C]) // a goal was reached: the search ends, or its incumbent improved
	// Prune tells of a successor that is not followed although it was not reached as
	// cheaply before: IDAStar cut it off for its f, which is over the threshold,
	// DepthFirstBranchAndBound since it cannot beat the incumbent, Bidirectional left it
	// out of OPEN since no path through it can be cheaper than one that it knows. Where
	// it tells of the state just expanded, Bidirectional does not follow that, since
	// the other half has closed it.
	Prune func(Event[S, C])
}
