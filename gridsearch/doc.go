// Package gridsearch finds shortest paths on the maps of package grid, exactly.
//
// A [Finder] answers one [Query] after another on a map, with the fastest engine
// for it:
//
//	costs, err := grid.NewCosts(m, grid.Rule{}, grid.Uniform)
//	finder, err := gridsearch.New(costs, gridsearch.EngineAuto)
//	answer, err := finder.Find(ctx, gridsearch.Query{From: start, To: goal})
//	fmt.Println(answer.Status, answer.Length, answer.Path)
//
// It also gives the distances of every cell from some cells ([Finder.DistancesFrom])
// or to some ([Finder.DistancesTo]), and those from one cell to a list of others
// ([Finder.FindLengths]). A context and limits of expansions and memory end each of
// them early, with what is proved so far.
//
// A [Problem] is a map as a search.Problem, so that every algorithm of package search
// runs on it: step by step, watched, with another heuristic, from a start to the
// nearest of several goals.
package gridsearch
