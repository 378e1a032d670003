// Package figure draws maps, searches, their sequences and charts, and saves
// them as SVG, PDF, PNG or GIF.
//
// A figure is a plain struct that says what to show: [Search] for one map with
// what a search did on it, [Panels] for several side by side, [Sequence] for a
// search step by step, and [Bars], [Plot] and [ECDF] for numbers. It draws what
// it is handed and searches nothing itself. Draw turns it into a list of shapes
// ([scene.Scene]); [Save] writes a file by the ending of its name.
//
// Figures are made to be read at 700 pixels wide: smaller ones have text of 11
// pixels and more, and the text of wider ones grows with them, but for the
// labels in cells, which are 11 pixels, and the figure as wide as they need.
//
// The same figure gives the same bytes. What a figure cannot show as asked, such
// as a map with more cells than it has pixels, it shows as well as it can, and
// says so both in a note in the picture and in [Drawing.Notices].
package figure
