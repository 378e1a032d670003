// Package scenario runs the queries of benchmark scenarios over several
// algorithms: it checks every answer, counts, times and compares.
//
// # What is checked
//
// Every path is walked again on the map, and must be legal and as long as the
// algorithm says. Of the lengths of one query, all that are certified optimal must
// be equal, exactly, and no legal path of another algorithm may be shorter. Under
// the rule of the MovingAI benchmarks (8 moves, corners never cut, uniform cost)
// they must also agree with the optimum that the scenario gives, to within the
// digits that it prints (see [mapfile.Query.Agrees]). Under other rules, where that
// optimum does not hold, the query is also given to a [gridsearch.Finder], untimed.
// Whatever fails is a [Wrong].
//
// # How time is taken
//
// An algorithm is timed from the query to the path, in its own reused memory. The
// algorithms take turns query by query, and which goes first rotates, so that what
// slows the machine for a while slows all of them. (The price is that each finds
// the caches full of the others' data; run one algorithm alone to see it without.)
// Before the first pass the longest query is tried once untimed, so that memory has
// grown. With repeats the queries are run through again as often; a query's
// time is the median of its repeats, and the mean of each repeat is kept for
// [Compare]. [Options.Detail] asks for the queries one by one, for charts; how many
// are kept is bounded, however many there are.
package scenario
