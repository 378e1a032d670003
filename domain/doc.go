// Package domain lets every room above the searches work with any state space
// without knowing which: sliding tiles, a road graph, water jugs.
//
// A domain describes one of its spaces, typed over its states and costs, as a
// [Definition]: the problem, states as text both ways, costs as text, heuristics with
// what is claimed of each, and, apart from the successors, the rule by which one step
// is judged. [Bind] turns that into a [Space], which can be asked, compared and
// rechecked in plain text. The searches inside stay typed, so nothing is boxed where
// it is hot.
//
//	space, err := domain.Bind(jugs.Definition(5, 3))
//	answer, err := space.Solve(ctx, domain.Question{From: "0 0", To: "4 0"})
package domain
