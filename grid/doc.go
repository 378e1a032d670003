// Package grid describes maps of square cells: which cells are open, what they
// weigh, which moves are legal, what a move costs, and which heuristics may be
// trusted for that. It knows no file format and no search.
//
// # Coordinates
//
// A [Cell] is (x, y), counted from 0; x grows to the right (east) and y grows
// down (south). Cell (0, 0) is the top left one. Directions are ordered
// E, W, S, N, SE, NE, SW, NW, here and wherever ties are broken by them.
//
// # Memory layout
//
// A [Map] stores its cells row by row inside a border of blocked cells one
// cell wide, so a neighbor's place is a constant offset away and needs no
// range check. An [ID] is a place in that padded array:
//
//	id = (y+1)·stride + (x+1),  stride = width + 2
//
// so the order of ids is the order of cells by row, then column. A cell takes
// two bytes: its kind (an index into [Map.Kinds]) and, once a [Rule] has been
// asked for, one mask byte of legal moves, bit d set where a step in
// [Dir] d is legal. Maps read from a table of weights hold eight bytes more a
// cell. (Unpadded ids were rejected: every move would compare x with the
// width. A border of two cells or a power-of-two stride buys nothing for the
// scans of one row and costs memory.)
//
// A Map never changes after it was made and may be shared by any number of
// goroutines.
package grid
