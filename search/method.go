package search

// Method is an algorithm of this package on states S and costs C: what it is, and how
// a search by it is begun.
type Method[S comparable, C Cost] struct {
	Description
	// New begins a search, as a stepper.
	New func(problem Problem[S, C], start S, opts Options[S, C]) (*Stepper[S, C], error)
}

// Description says what an algorithm is called, what it does and what can be asked
// of it. Whoever has to know something about an algorithm finds it here.
type Description struct {
	Name      string   // as it is asked for: lower-case words with hyphens
	Aliases   []string // other names by which people look for it
	Title     string   // as published
	Paper     string   // authors and year
	Summary   string   // what it does, in one sentence
	Guarantee string   // what it proves and under which condition, in one sentence
	Traits
}

// Traits are what distinguishes algorithms for those that work with all of them.
type Traits struct {
	Order  Order // what is expanded next
	Halves int   // 1, or 2 where it searches from both ends
	Rests  Rests // on what its guarantee rests

	Heuristic    bool // follows a heuristic
	Weight       bool // takes Options.Weight
	Tie          bool // takes Options.Tie
	Reopens      bool // reopens closed states unless Options.NoReopen forbids it
	Predecessors bool // needs a problem with Predecessors and GoalLister
	Incumbents   bool // may have a path long before that path is proved
	PathOnly     bool // takes Options.PathOnly: it can remember the path alone
	FirstMeeting bool // ends at the first state that both halves have expanded
}

// Order is the rule by which the next state is chosen.
type Order uint8

const (
	// ByArrival: the state that was met first.
	ByArrival Order = iota
	// ByG: the least cost from the start.
	ByG
	// ByH: the least estimate.
	ByH
	// ByF: the least cost from the start plus estimate.
	ByF
	// ByWeightedF: the least cost from the start plus weight times estimate.
	ByWeightedF
	// ByThreshold: the states within a threshold on f, in the order of a list; then
	// those within the next.
	ByThreshold
	// ByDepth: the deepest first, cut off by f. There is no OPEN.
	ByDepth
)

// Rests says on what the guarantee of an algorithm rests.
type Rests uint8

const (
	// OnNothing: there is no guarantee but that the path is legal.
	OnNothing Rests = iota
	// OnEqualCosts: the path is optimal if all edges cost the same.
	OnEqualCosts
	// OnTheSearch: the path is optimal whatever the heuristic claims.
	OnTheSearch
	// OnTheHeuristic: the path is optimal if the heuristic is admissible; without
	// reopening, where the algorithm reopens, if it is consistent.
	OnTheHeuristic
	// OnTheWeight: the path costs at most the weight times the optimum, under the
	// condition of OnTheHeuristic.
	OnTheWeight
)

// Methods returns every algorithm that finds a path from a start to a goal, in the
// order in which they are listed.
func Methods[S comparable, C Cost]() []Method[S, C] {
	return []Method[S, C]{
		{Description{
			Name: "breadth-first", Aliases: []string{"bfs", "breadth-first-search"}, Title: "Breadth-first search",
			Paper:     "Moore 1959; Lee 1961",
			Summary:   "expands states in the order in which they were met",
			Guarantee: "fewest steps; optimal where all steps cost the same",
			Traits:    Traits{Order: ByArrival, Halves: 1, Rests: OnEqualCosts},
		}, NewBreadthFirst[S, C]},
		{Description{
			Name: "dijkstra", Aliases: []string{"uniform-cost", "ucs", "uniform-cost-search"}, Title: "Dijkstra's algorithm (uniform-cost search)",
			Paper:     "Dijkstra 1959; Felner 2011",
			Summary:   "expands states in the order of their cost from the start",
			Guarantee: "optimal",
			Traits:    Traits{Order: ByG, Halves: 1, Rests: OnTheSearch, Tie: true},
		}, NewDijkstra[S, C]},
		{Description{
			Name: "greedy", Aliases: []string{"greedy-best-first", "gbfs", "best-first"}, Title: "Greedy best-first search",
			Paper:     "Doran, Michie 1966",
			Summary:   "expands the state that seems nearest to the goal, whatever it cost to reach",
			Guarantee: "a legal path",
			Traits:    Traits{Order: ByH, Halves: 1, Rests: OnNothing, Heuristic: true, Tie: true},
		}, NewGreedyBestFirst[S, C]},
		{Description{
			Name: "astar", Aliases: []string{"a*", "a-star"}, Title: "A*",
			Paper:     "Hart, Nilsson, Raphael 1968",
			Summary:   "expands the state with the least cost so far plus estimate",
			Guarantee: "optimal if the heuristic is admissible; without reopening, if it is consistent",
			Traits:    Traits{Order: ByF, Halves: 1, Rests: OnTheHeuristic, Heuristic: true, Tie: true, Reopens: true},
		}, NewAStar[S, C]},
		{Description{
			Name: "weighted-astar", Aliases: []string{"wa*", "weighted-a*", "weighted-a-star", "wastar"}, Title: "Weighted A*",
			Paper:     "Pohl 1970",
			Summary:   "A* with the estimate multiplied by a weight, which makes it hurry",
			Guarantee: "at most weight times the optimum if the heuristic is admissible",
			Traits:    Traits{Order: ByWeightedF, Halves: 1, Rests: OnTheWeight, Heuristic: true, Tie: true, Reopens: true, Weight: true},
		}, NewWeightedAStar[S, C]},
		{Description{
			Name: "bidirectional-first-meeting", Aliases: []string{"first-meeting"}, Title: "Bidirectional A*, stopped at the first meeting",
			Paper:     "folklore",
			Summary:   "A* from both ends that stops at the first state expanded from both, which is wrong and popular",
			Guarantee: "a legal path",
			Traits:    Traits{Order: ByF, Halves: 2, Rests: OnNothing, Heuristic: true, Tie: true, Predecessors: true, FirstMeeting: true},
		}, NewBidirectionalFirstMeeting[S, C]},
		{Description{
			Name: "bidirectional", Aliases: []string{"bidirectional-astar", "bidirectional-a*", "bs*"}, Title: "Bidirectional A*",
			Paper:     "Pohl 1971; Kwa 1989; Holte, Felner, Sharon, Sturtevant 2016",
			Summary:   "A* from both ends that stops when no cheaper meeting can be left",
			Guarantee: "optimal if the heuristic is admissible; without reopening, if it is consistent",
			Traits:    Traits{Order: ByF, Halves: 2, Rests: OnTheHeuristic, Heuristic: true, Tie: true, Reopens: true, Predecessors: true, Incumbents: true},
		}, NewBidirectional[S, C]},
		{Description{
			Name: "bidirectional-dijkstra", Aliases: []string{"bidirectional-uniform-cost"}, Title: "Bidirectional Dijkstra",
			Paper:     "Pohl 1971",
			Summary:   "Dijkstra's algorithm from both ends, with a proved stop",
			Guarantee: "optimal",
			Traits:    Traits{Order: ByG, Halves: 2, Rests: OnTheSearch, Tie: true, Predecessors: true, Incumbents: true},
		}, NewBidirectionalDijkstra[S, C]},
		{Description{
			Name: "ida-star", Aliases: []string{"ida*", "idastar", "iterative-deepening-a*"}, Title: "IDA*",
			Paper:     "Korf 1985; Reinefeld, Marsland 1994",
			Summary:   "depth-first searches under a rising threshold, with a table of the states met",
			Guarantee: "optimal if the heuristic is admissible",
			Traits:    Traits{Order: ByDepth, Halves: 1, Rests: OnTheHeuristic, Heuristic: true, PathOnly: true},
		}, NewIDAStar[S, C]},
		{Description{
			Name: "branch-and-bound", Aliases: []string{"depth-first-branch-and-bound", "dfbnb", "dfbb", "dfs"}, Title: "Depth-first branch and bound",
			Paper:     "Lawler, Wood 1966; Vempaty, Kumar, Korf 1991",
			Summary:   "dives for the goal, then cuts off whatever cannot beat the best path so far",
			Guarantee: "optimal",
			Traits:    Traits{Order: ByDepth, Halves: 1, Rests: OnTheSearch, Heuristic: true, Incumbents: true, PathOnly: true},
		}, NewDepthFirstBranchAndBound[S, C]},
		{Description{
			Name: "fringe", Aliases: []string{"fringe-search"}, Title: "Fringe search",
			Paper:     "Björnsson, Enzenberger, Holte, Schaeffer 2005",
			Summary:   "works through rising thresholds like IDA*, but goes on where the last one stopped",
			Guarantee: "optimal if the heuristic is admissible",
			Traits:    Traits{Order: ByThreshold, Halves: 1, Rests: OnTheHeuristic, Heuristic: true},
		}, NewFringe[S, C]},
	}
}
