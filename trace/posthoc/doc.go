// Package posthoc exchanges traces with Posthoc, a visualizer of searches
// (https://posthoc-app.pathfinding.ai), in its format search-trace 1.4.0: [Export] writes
// a trace as .trace.yaml or .trace.json, [Import] reads one.
//
// It is apart from package trace so that who imports that does not compile a
// parser of YAML.
//
// # What becomes of a trace
//
// The format has events with a type, an id and the id of a parent. Here a state's
// id is its number plus 1, since Posthoc reads 0 as no parent; in the backward half of
// a search the number of all states is added, as a state has a parent in each half.
//
//   - The starts and the goals of the query become source and destination.
//   - Expand becomes expanding, and closing where the expansion is over.
//   - Generate becomes generating, Improve and Reopen become updating.
//   - Each state of the path that was found becomes end, whose parent is the one before:
//     no chain of other parents need lead along it, as after jumps or in two halves.
//   - Meet becomes meet and Scan becomes scan, with the place where it began in fromX and
//     fromY. They have no id, so that the tree of parents stays as it is.
//   - Start, Prune and Goal have nothing to draw and are left out.
//
// What follows from the rest is not written: h where it is f − g, and the costs of
// closing. The views color each event by its type; see there.
package posthoc
