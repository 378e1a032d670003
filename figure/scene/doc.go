// Package scene holds a picture as a short list of shapes in named colors and
// writes it as SVG, PDF, PNG or GIF.
//
// Units are CSS pixels (96 to the inch); x grows to the right and y grows down.
// A color is a [Role], such as [Wall] or [Accent1], which a [Theme] turns into
// one: a scene does not know whether it is light or dark. Shapes are opaque and
// are painted in order.
//
// The same scene gives the same bytes every time. Coordinates are rounded to
// hundredths of a unit of their layer when they are written (SVG, PDF), so that
// the last bit of a float, in which processors differ, does not show. SVG names
// a list of fonts and leaves the choice to the reader; PDF and PNG carry the Go
// fonts, which have Latin, Greek and Cyrillic letters and the usual
// mathematical signs, and show □ for a character that these lack.
package scene
