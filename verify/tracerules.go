package verify

// traceRules say what an algorithm is like, as far as its traces show it.
type traceRules struct {
	// again makes the search once more by the algorithm's own rules; nil for the
	// engines of which only single events are checked.
	again func(*history) algorithm

	f         priority
	twoHalves bool // it searches from the goal too
	noH       bool // all estimates are 0
	reopens   bool // unless the header says otherwise
	early     bool // stopped from outside, it may not have gone on to the next expansion

	oneOpen    bool // what it expands comes from one OPEN, each state once unless it is reopened
	noOpen     bool // depth first: it has a path in place of OPEN
	firstMeet  bool // ends at the first state that both halves have expanded
	eager      bool // may expand a state before the cheapest path to it is known, whatever the heuristic
	incumbents bool // may have a path before it is proved

	takes options // from the header, besides what all take

	engine bool // one of the fast grid engines: it has an order of its own, and counts what is put on OPEN
	jumps  bool // a successor may be many steps away,
	scans  bool // and is seen by a scan first
}

// priority is how f comes of g and h.
type priority uint8

const (
	sumOfGH priority = iota
	gAlone
	hAlone
	gAndWeightedH
)

// options is a set of those that only some algorithms take.
type options uint8

const (
	takesTie options = 1 << iota
	takesReopen
	takesWeight
	takesOrder
	takesHeuristic // steers by one; a trace names one in any case
)

// rulesOf has the rules of the algorithms and engines of package catalog.
var rulesOf = map[string]traceRules{
	"breadth-first":               {again: newBreadthFirst, f: gAlone, takes: takesOrder, oneOpen: true},
	"dijkstra":                    {again: newBestFirst, f: gAlone, reopens: true, takes: takesOrder | takesTie, oneOpen: true},
	"greedy":                      {again: newBestFirst, f: hAlone, takes: takesOrder | takesHeuristic | takesTie, oneOpen: true},
	"astar":                       {again: newBestFirst, reopens: true, takes: takesOrder | takesHeuristic | takesTie | takesReopen, oneOpen: true},
	"weighted-astar":              {again: newBestFirst, f: gAndWeightedH, reopens: true, takes: takesOrder | takesHeuristic | takesTie | takesReopen | takesWeight, oneOpen: true, eager: true},
	"bidirectional-first-meeting": {again: newFirstMeeting, twoHalves: true, takes: takesOrder | takesHeuristic | takesTie, firstMeet: true},
	"bidirectional":               {again: newBidirectional, twoHalves: true, reopens: true, takes: takesOrder | takesHeuristic | takesTie | takesReopen, incumbents: true},
	"bidirectional-dijkstra":      {again: newBidirectional, twoHalves: true, noH: true, reopens: true, takes: takesOrder | takesTie, incumbents: true},
	"ida-star":                    {again: newIDAStar, early: true, takes: takesOrder | takesHeuristic, noOpen: true},
	"branch-and-bound":            {again: newBranchAndBound, early: true, takes: takesOrder | takesHeuristic, incumbents: true, noOpen: true},
	"fringe":                      {again: newFringe, early: true, reopens: true, takes: takesOrder | takesHeuristic, oneOpen: true, eager: true},

	"auto":            {reopens: true, engine: true, jumps: true, takes: takesHeuristic, incumbents: true},
	"bucket-astar":    {reopens: true, engine: true, takes: takesHeuristic, incumbents: true},
	"canonical-astar": {reopens: true, engine: true, takes: takesHeuristic, incumbents: true},
	"jump-point":      {reopens: true, engine: true, jumps: true, scans: true, takes: takesHeuristic, incumbents: true},
	"bucket-dijkstra": {reopens: true, engine: true, noH: true, incumbents: true},
	"generic":         {again: newBestFirst, reopens: true, engine: true, takes: takesHeuristic, oneOpen: true},
}
