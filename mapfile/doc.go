// Package mapfile reads and writes grid maps and benchmark scenarios. It turns
// each format's own conventions (rows before columns, counting from 1) into
// the cells of package grid, and is the only place that knows them.
//
// [Read] tells the format from the content, never from a name, by the first
// line: "type", in upper or lower case, makes it movingai, "astrolabe" native,
// six integers terrain, and anything else plain. A UTF-8 byte order mark is dropped, lines may end
// in LF or CR LF, and empty lines after the last row are ignored. Whatever is
// wrong with a file is a [*SyntaxError] with the line and column.
//
// # movingai
//
// The benchmark format: the lines "type octile", "height H", "width W" (in
// either order) and "map", in upper or lower case, then the rows. Blanks and
// tabs at the ends of lines and empty lines above the first row are passed
// over. '.', 'G' and 'S' are open; '@', 'O', 'T' and 'W' are blocked. The
// benchmarks let swamp (S) be entered from ground and water (W) only from
// water; here S is open and W blocked. Moves 8, corners never cut, cost
// uniform.
//
// # terrain
//
// The line "rows cols srow scol trow tcol" (size, start and target, counted
// from 1), then the rows: '#' is a wall, a blank weighs 0, '.' 2 and ':' 4. A
// row cut short by an editor is padded with blanks, of which a file may leave
// out 2¹⁸ and 256 more for each of its bytes. Moves 8, corners always cut,
// cost add. (So a plain map must not begin with a row of six integers.)
//
// # plain
//
// Rows of '.' or blank (open), '#' or '@' (wall), 'S' and 'G' (start and goal,
// each at most once) and digits '1' to '9' (weights). Open cells that are no
// digits weigh 1. Moves 8, corners never cut, cost mul if there is a digit,
// else uniform. Rows must be equally long. Blanks are cells, but for those
// that an editor left behind: where a map shows its ground by '.' or digits
// and has no blank before the last symbol of any row, the blanks to the right
// of and below all that can be seen are dropped.
//
// # native
//
// A self-describing format for everything else. "astrolabe 1", then lines of
// a key and its values, then "map" and the rows:
//
//	astrolabe 1
//	size 3 2
//	moves 8
//	cut-corners never
//	cost mul
//	legend . 1
//	legend ~ 2.5
//	legend @ blocked
//	start 0 0
//	goal 2 1
//	map
//	..@
//	.~.
//
// Only size (width, height) is required; the others default to moves 8,
// cut-corners never, cost uniform, no start and no goal (each x y, from 0).
// Every symbol of the rows needs a legend line, which gives its weight, or
// "blocked" (as an infinite weight does). A symbol may be any character but a
// control character; U+XXXX (four to six hexadecimal digits) names one by its
// code, and must be used for the blank, U+0020. Where the blank is no symbol,
// blanks and tabs at the ends of rows are passed over. Above the rows, empty
// lines and lines that begin with '#' are ignored.
//
// Where symbols do not suffice, "weights" stands in place of "map", and each
// row holds a decimal for every cell, separated by blanks, or "x" where the
// cell is blocked. Such a file has no legend.
package mapfile
