package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
)

// Rules are what contestants must have in common to be compared.
type rules struct {
	label string // for a reader of the table
	rule  grid.Rule
	// unit says that contestants from elsewhere count every step as 1, which
	// Astrolabe does not: it then runs on the same moves with diagonal steps
	// of √2, and the peers' answers are checked by the number of steps.
	unit bool
}

var (
	neverCut = &rules{label: "8 moves, no corner cut"}
	straight = &rules{label: "4 moves", rule: grid.Rule{Moves: grid.Moves4}}
	cutUnit  = &rules{label: "8 moves, corners cut, diagonal 1", rule: grid.Rule{Corners: grid.CornersAlways}, unit: true}
)

// A contestant answers scenarios under some rules, in a process of its own:
// this program again, a JavaScript program under node, or any other.
type contestant struct {
	name  string
	rules *rules

	// Exactly one of the three is set.
	make    func(*board) (pathfinder, error)
	library string   // what node/peer.mjs calls it
	command []string // program and arguments

	// engine is set for Astrolabe's own grid engines.
	engine string
	// explicit contestants hold objects for every cell and every edge, 1.5 to 4
	// kilobytes a cell.
	explicit bool
	// slow ones answer the first group of queries only.
	slow bool
}

// baselines are the engines that the ratios compare with, under each rules.
var baselines = []string{gridsearch.EngineAuto.String(), gridsearch.EngineBucketAStar.String()}

// roster lists every contestant, in the order of the table.
func roster() []contestant {
	ours := func(suffix string, r *rules, engines ...gridsearch.Engine) []contestant {
		var list []contestant
		for _, e := range engines {
			list = append(list, contestant{name: e.String() + suffix, rules: r, make: newFinder(e), engine: e.String()})
		}
		return list
	}
	return slices.Concat(
		ours("", neverCut, gridsearch.EngineAuto, gridsearch.EngineBucketAStar, gridsearch.EngineCanonicalAStar, gridsearch.EngineJumpPoint),
		[]contestant{
			{name: "search.AStar", rules: neverCut, make: newGeneric},
			{name: "gonum", rules: neverCut, make: newGonumPathfinder},
			{name: "dominikbraun", rules: neverCut, make: newDominikbraun, explicit: true, slow: true},
			{name: "gruid-astar", rules: neverCut, make: newGruidAStar},
			{name: "pathfinding-astar", rules: neverCut, library: "pathfinding-astar"},
			{name: "pathfinding-jps", rules: neverCut, library: "pathfinding-jps"},
			{name: "ngraph-astar", rules: neverCut, library: "ngraph-astar", explicit: true},
			{name: "ngraph-nba", rules: neverCut, library: "ngraph-nba", explicit: true},
		},
		ours("/4", straight, gridsearch.EngineAuto, gridsearch.EngineBucketAStar),
		[]contestant{
			{name: "gruid-jps/4", rules: straight, make: newGruidJPS},
			{name: "l1-path-finder/4", rules: straight, library: "l1-path-finder"},
		},
		ours("/cut", cutUnit, gridsearch.EngineAuto, gridsearch.EngineBucketAStar),
		[]contestant{
			{name: "gruid-jps/cut", rules: cutUnit, make: newGruidJPS},
		},
	)
}

// countsSteps tells whether every step of the contestant's lengths is 1.
func (c contestant) countsSteps() bool { return c.rules.unit && c.engine == "" }

// choose returns the contestants of a list with the names given, or all if
// there are none, in the list's order.
func choose(list []contestant, names []string) ([]contestant, error) {
	if len(names) == 0 {
		return list, nil
	}
	var known []string
	for _, c := range list {
		known = append(known, c.name)
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return nil, fmt.Errorf("no peer is named %q; want one of %s", name, strings.Join(known, ", "))
		}
	}
	return slices.DeleteFunc(list, func(c contestant) bool { return !slices.Contains(names, c.name) }), nil
}
