// Package astrolabe is the root of Astrolabe: heuristic search that can be watched,
// trusted and afforded. It has no code of its own; these packages do the work:
//
//	gridsearch    shortest paths on grids: a Finder for many queries on one map
//	grid          maps of cells: moves, corner rules, costs, heuristics
//	search        A* and ten other algorithms over any state space, with certificates
//	graph         directed graphs and their files; k shortest paths
//	puzzle/tiles  sliding-tile puzzles
//	game          two-player search: alpha-beta, MCTS and others, over any game
//	mapfile       map and scenario files
//	mapgen        seeded maps: mazes, rooms, random obstacles
//	root2         exact lengths a + b√2
//	domain        any state space as plain text
//	verify        rechecks answers, heuristics and traces
//	trace         a search's history as a file
//	figure        pictures of searches
//
// From a drawing to a path:
//
//	m, err := grid.FromStrings("S..#", ".#..", "...G")
//	costs, err := grid.NewCosts(m, grid.Rule{}, grid.Uniform)
//	finder, err := gridsearch.New(costs, gridsearch.EngineAuto)
//	answer, err := finder.Find(ctx, gridsearch.Query{From: grid.Cell{X: 0, Y: 0}, To: grid.Cell{X: 3, Y: 2}})
//
// The folder examples/cookbook has complete programs, docs the pages on single
// subjects, and cmd/astrolabe the command.
package astrolabe
