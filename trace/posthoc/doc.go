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
//   - The end becomes end, if a path was found; after a search in two halves each state
//     of the path has one, as no chain of parents leads along it.
//   - Start, Prune, Meet, Goal and Scan have no counterpart and are left out.
//
// The views have one rectangle an event, whose place and color are fields of the event;
// there are no expressions beyond such fields.
package posthoc
