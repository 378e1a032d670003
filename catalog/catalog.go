// Package catalog is the table of the algorithms that Astrolabe offers on
// grids: what each is called, what it promises, which options it takes and how
// it is started. The command line, the studio and the test suites work from it,
// so an algorithm that is entered here appears everywhere.
//
// There are two kinds. [Entries] are the algorithms of package search, which run
// step by step, take options and limits, and can be watched. [Engines] are those of
// [gridsearch.Finder]: they are much faster, and tell the answer alone.
package catalog

import (
	"fmt"
	"slices"
	"strings"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/internal/typo"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

// Entry describes one algorithm or, if [Entry.Fast], one engine.
type Entry struct {
	Name      string   // as on the command line
	Aliases   []string // other names by which people look for it
	Title     string   // as published
	Paper     string   // authors and year
	Summary   string   // what it does, in one sentence
	Guarantee string   // what it proves and under which condition, in one sentence

	Heuristic bool // follows a heuristic
	Weight    bool // takes a weight
	Tie       bool // takes a tie policy
	Reopen    bool // can be told not to reopen closed states

	// New starts the algorithm on a problem, as a stepper. It is nil for engines.
	New func(p *gridsearch.Problem, start grid.Cell, opts gridsearch.Options) (*gridsearch.Stepper, error)
	// Engine is what to make a [gridsearch.Finder] with. It has a meaning for
	// engines only.
	Engine gridsearch.Engine

	kind   guarantee
	reason string // why an engine's paths are optimal
}

// guarantee says on what an algorithm's proof rests.
type guarantee uint8

const (
	feasible    guarantee = iota // nothing
	fewestSteps                  // optimal if all steps cost the same
	always                       // optimal
	admissible                   // optimal if the heuristic is admissible
	weighted                     // within the weight if it is admissible
)

// Entries returns the algorithms, without the engines, in the order in which they
// are listed. The caller must not change them.
func Entries() []*Entry { return table }

var table = []*Entry{
	{
		Name: "breadth-first", Aliases: []string{"bfs", "breadth-first-search"}, Title: "Breadth-first search",
		Paper:     "Moore 1959; Lee 1961",
		Summary:   "expands states in the order in which they were met",
		Guarantee: "fewest steps; optimal where all steps cost the same",
		kind:      fewestSteps,
		New:       start(search.NewBreadthFirst[grid.Cell, root2.Length]),
	},
	{
		Name: "dijkstra", Aliases: []string{"uniform-cost", "ucs", "uniform-cost-search"}, Title: "Dijkstra's algorithm (uniform-cost search)",
		Paper:     "Dijkstra 1959; Felner 2011",
		Summary:   "expands states in the order of their cost from the start",
		Guarantee: "optimal",
		Tie:       true, kind: always,
		New: start(search.NewDijkstra[grid.Cell, root2.Length]),
	},
	{
		Name: "greedy", Aliases: []string{"greedy-best-first", "gbfs", "best-first"}, Title: "Greedy best-first search",
		Paper:     "Doran, Michie 1966",
		Summary:   "expands the state that seems nearest to the goal, whatever it cost to reach",
		Guarantee: "a legal path",
		Heuristic: true, Tie: true, kind: feasible,
		New: start(search.NewGreedyBestFirst[grid.Cell, root2.Length]),
	},
	{
		Name: "astar", Aliases: []string{"a*", "a-star"}, Title: "A*",
		Paper:     "Hart, Nilsson, Raphael 1968",
		Summary:   "expands the state with the least cost so far plus estimate",
		Guarantee: "optimal if the heuristic is admissible; without reopening, if it is consistent",
		Heuristic: true, Tie: true, Reopen: true, kind: admissible,
		New: start(search.NewAStar[grid.Cell, root2.Length]),
	},
	{
		Name: "weighted-astar", Aliases: []string{"wa*", "weighted-a*", "weighted-a-star", "wastar"}, Title: "Weighted A*",
		Paper:     "Pohl 1970",
		Summary:   "A* with the estimate multiplied by a weight, which makes it hurry",
		Guarantee: "at most weight times the optimum if the heuristic is admissible",
		Heuristic: true, Tie: true, Reopen: true, Weight: true, kind: weighted,
		New: start(search.NewWeightedAStar[grid.Cell, root2.Length]),
	},
	{
		Name: "bidirectional-first-meeting", Aliases: []string{"first-meeting"}, Title: "Bidirectional A*, stopped at the first meeting",
		Paper:     "folklore",
		Summary:   "A* from both ends that stops at the first state expanded from both, which is wrong and popular",
		Guarantee: "a legal path",
		Heuristic: true, Tie: true, kind: feasible,
		New: start(search.NewBidirectionalFirstMeeting[grid.Cell, root2.Length]),
	},
	{
		Name: "bidirectional", Aliases: []string{"bidirectional-astar", "bidirectional-a*", "bs*"}, Title: "Bidirectional A*",
		Paper:     "Pohl 1971; Kwa 1989; Holte, Felner, Sharon, Sturtevant 2016",
		Summary:   "A* from both ends that stops when no cheaper meeting can be left",
		Guarantee: "optimal if the heuristic is admissible; without reopening, if it is consistent",
		Heuristic: true, Tie: true, Reopen: true, kind: admissible,
		New: start(search.NewBidirectional[grid.Cell, root2.Length]),
	},
	{
		Name: "bidirectional-dijkstra", Aliases: []string{"bidirectional-uniform-cost"}, Title: "Bidirectional Dijkstra",
		Paper:     "Pohl 1971",
		Summary:   "Dijkstra's algorithm from both ends, with a proved stop",
		Guarantee: "optimal",
		Tie:       true, kind: always,
		New: start(search.NewBidirectionalDijkstra[grid.Cell, root2.Length]),
	},
	{
		Name: "ida-star", Aliases: []string{"ida*", "idastar", "iterative-deepening-a*"}, Title: "IDA*",
		Paper:     "Korf 1985; Reinefeld, Marsland 1994",
		Summary:   "depth-first searches under a rising threshold, with a table of the states met",
		Guarantee: "optimal if the heuristic is admissible",
		Heuristic: true, kind: admissible,
		New: start(search.NewIDAStar[grid.Cell, root2.Length]),
	},
	{
		Name: "branch-and-bound", Aliases: []string{"depth-first-branch-and-bound", "dfbnb", "dfbb", "dfs"}, Title: "Depth-first branch and bound",
		Paper:     "Lawler, Wood 1966; Vempaty, Kumar, Korf 1991",
		Summary:   "dives for the goal, then cuts off whatever cannot beat the best path so far",
		Guarantee: "optimal",
		Heuristic: true, kind: always,
		New: start(search.NewDepthFirstBranchAndBound[grid.Cell, root2.Length]),
	},
	{
		Name: "fringe", Aliases: []string{"fringe-search"}, Title: "Fringe search",
		Paper:     "Björnsson, Enzenberger, Holte, Schaeffer 2005",
		Summary:   "works through rising thresholds like IDA*, but goes on where the last one stopped",
		Guarantee: "optimal if the heuristic is admissible",
		Heuristic: true, kind: admissible,
		New: start(search.NewFringe[grid.Cell, root2.Length]),
	},
}

// start adapts a constructor of package search.
func start(construct func(search.Problem[grid.Cell, root2.Length], grid.Cell, gridsearch.Options) (*gridsearch.Stepper, error)) func(*gridsearch.Problem, grid.Cell, gridsearch.Options) (*gridsearch.Stepper, error) {
	return func(p *gridsearch.Problem, from grid.Cell, opts gridsearch.Options) (*gridsearch.Stepper, error) {
		return construct(p, from, opts)
	}
}

// Lookup returns the algorithm or engine with that name or alias, in any case.
// The error of an unknown one names the nearest.
func Lookup(name string) (*Entry, error) {
	wanted := strings.ToLower(name)
	var nearest string
	best := len(wanted)/3 + 2 // a slip in every third letter, and one more
	for _, e := range slices.Concat(table, engines) {
		if e.Name == wanted || slices.Contains(e.Aliases, wanted) {
			return e, nil
		}
		for _, candidate := range append([]string{e.Name}, e.Aliases...) {
			if d := typo.Distance(wanted, candidate); d < best {
				best, nearest = d, e.Name
			}
		}
	}
	if nearest == "" {
		return nil, fmt.Errorf("unknown algorithm %q; astrolabe algorithms lists them all", name)
	}
	return nil, fmt.Errorf("unknown algorithm %q; did you mean %s?", name, nearest)
}

// Expect returns the certificate that the algorithm gives a path that it finds
// within its budgets, at these costs and with this metric.
func (e *Entry) Expect(costs *grid.Costs, metric grid.Metric, reopen bool) search.Certificate {
	claim := costs.Heuristic(metric).Claim()
	switch e.kind {
	case fewestSteps:
		if straight, _ := costs.Cheapest(); straight == costs.Dearest() {
			return search.Optimal
		}
		return search.Feasible
	case always:
		return search.Optimal
	case admissible, weighted:
		switch {
		case !claim.Admissible, !claim.Consistent && e.Reopen && !reopen:
			return search.Feasible
		case e.kind == weighted:
			return search.Bounded
		}
		return search.Optimal
	}
	return search.Feasible
}
