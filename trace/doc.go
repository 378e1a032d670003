// Package trace holds the history of a search: recorded once, byte for byte the same
// each time, and replayed in any direction.
//
// [Observe] makes an observer of a search that writes to a [Writer]; what does not tell
// an observer adds its [Event]s itself. The file is written while the search runs. A
// [Reader] jumps to any step of it, goes forward and back, and tells what the search
// knew at any moment; a [Stream] reads it from a pipe. [JSONWriter] and [JSONReader] do
// the same for JSON lines, the readable form.
//
// The package knows no map and no algorithm. States are numbers from 0, costs are
// integers, and the header says in whose terms. Package gridtrace fills it in for
// searches on grids.
//
// docs/trace.md describes both forms byte by byte.
package trace
