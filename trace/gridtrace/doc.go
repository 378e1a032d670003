// Package gridtrace records searches of the catalog on grids as traces: it puts map,
// query and options into the terms of package trace, and a map back into those
// of package grid.
//
// The state of a cell is y·width + x; costs are lengths in units of one over the
// option "scale".
package gridtrace
