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
)

// rulesOf has the rules of the algorithms and engines of package catalog.
var rulesOf = map[string]traceRules{
	"breadth-first":               {again: newBreadthFirst, f: gAlone, takes: takesOrder},
	"dijkstra":                    {again: newBestFirst, f: gAlone, reopens: true, takes: takesOrder | takesTie},
	"greedy":                      {again: newBestFirst, f: hAlone, takes: takesOrder | takesTie},
	"astar":                       {again: newBestFirst, reopens: true, takes: takesOrder | takesTie | takesReopen},
	"weighted-astar":              {again: newBestFirst, f: gAndWeightedH, reopens: true, takes: takesOrder | takesTie | takesReopen | takesWeight},
	"bidirectional-first-meeting": {again: newFirstMeeting, twoHalves: true, takes: takesOrder | takesTie},
	"bidirectional":               {again: newBidirectional, twoHalves: true, reopens: true, takes: takesOrder | takesTie | takesReopen},
	"bidirectional-dijkstra":      {again: newBidirectional, twoHalves: true, noH: true, reopens: true, takes: takesOrder | takesTie},
	"ida-star":                    {again: newIDAStar, early: true, takes: takesOrder},
	"branch-and-bound":            {again: newBranchAndBound, early: true, takes: takesOrder},
	"fringe":                      {again: newFringe, early: true, reopens: true, takes: takesOrder},

	"auto":            {reopens: true, engine: true, jumps: true},
	"bucket-astar":    {reopens: true, engine: true},
	"canonical-astar": {reopens: true, engine: true},
	"jump-point":      {reopens: true, engine: true, jumps: true, scans: true},
	"bucket-dijkstra": {reopens: true, engine: true, noH: true},
	"generic":         {again: newBestFirst, reopens: true, engine: true},
}
