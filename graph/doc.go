// Package graph holds explicit directed graphs: their arcs and costs, where their
// nodes lie, the files that they come in, and what can be estimated on them.
//
// A [Graph] is immutable. It keeps its arcs in compressed rows: those that leave a
// node stand one after the other, so that following them is a copy. A [Problem] makes
// it a search.Problem of package search with dense ids, forward and backward.
//
//	g, err := graph.Read(file, "roads.gr", graph.Limits{})
//	p, err := graph.NewProblem(g, to)
//	result, err := search.Dijkstra(ctx, p, from, search.Options[graph.Node, int64]{})
//
// # Costs
//
// Costs are decimals with at most six digits after the point, held as integers in
// units of 1/[Graph.Scale], so sums and comparisons are exact. Arcs may cost 0, lead
// from a node to itself, or be parallel; a negative cost is refused.
//
// # Estimates
//
// Where nodes have coordinates, [Graph.StraightLine] estimates the cost to a goal by
// the straight line to it, times the cheapest cost per length of all arcs of this
// graph. That is consistent whatever the units are: meters against seconds cannot
// make it too high.
//
// # Files
//
// [Read] tells the format by the content. In DIMACS files (Demetrescu, Goldberg and
// Johnson 2009) a line "p sp NODES ARCS" comes first, then "a FROM TO COST" with
// nodes counted from 1; lines that begin with c are comments. [ReadCoordinates] reads
// the companion file with "v NODE X Y". An edge list has a line "FROM TO" or "FROM TO
// COST" for each arc, where nodes are named by any word; the cost is 1 where there is
// none; "#", "%" and "//" begin a comment.
package graph
