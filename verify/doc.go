// Package verify rechecks an answer to a path query against the map: is the
// path legal, is its cost the one stated, and does what the certificate says
// of that cost hold?
//
// The recheck is independent of whatever made the answer. It uses no search
// engine, no table of moves or of costs and no encoded length: whether a step
// is legal and what it costs is worked out again from the cells and their
// weights, costs are plain pairs (a, b) standing for a + b√2, and the optimum
// comes from Dijkstra's algorithm in its plainest form. Only in the end are
// pairs compared with the lengths of the answer. Everything is exact.
//
// [Check] checks an [Answer], which [FromResult] makes from a search's result
// and [Document.Answer] from the JSON object that "astrolabe solve --json"
// prints. [CheckHeuristic] and [CheckEstimator] compare a heuristic with the exact
// distances to a goal.
package verify
