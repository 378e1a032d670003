package scene

import "fmt"

// Role is what a color is for. A [Theme] says which color it is.
type Role uint8

// The roles. Ground and Explored run through five shades each, from the least
// weight or cost to the most.
const (
	None       Role = iota // not painted
	Background             // behind everything
	Ground0                // open cells
	Ground1
	Ground2
	Ground3
	Ground4
	Explored0 // cells that a search expanded
	Explored1
	Explored2
	Explored3
	Explored4
	Frontier // cells on OPEN
	Wall     // blocked cells
	Path     // the path found
	Start
	Goal
	OnMark   // text on Path, Start and Goal
	TreeEdge // edges of the search tree
	GridLine // lines between cells and behind charts
	Text
	Muted   // text of less weight, axes
	Accent1 // series of a chart
	Accent2
	Accent3
	Accent4
	Accent5
	Accent6
	roleCount
)

// Shades is the number of shades of Ground and of Explored.
const Shades = 5

// Accents is the number of accent colors.
const Accents = 6

// Ground returns the role of open ground of a shade from 0 to [Shades] − 1;
// others count as the nearest of these.
func Ground(shade int) Role { return Ground0 + Role(clamp(shade, Shades)) }

// Explored returns the role of explored cells of a shade from 0 to
// [Shades] − 1; others count as the nearest of these.
func Explored(shade int) Role { return Explored0 + Role(clamp(shade, Shades)) }

// Accent returns the role of series i of a chart, counted from 0. After
// [Accents] they begin anew.
func Accent(i int) Role { return Accent1 + Role(uint(i)%Accents) }

func clamp(i, count int) int { return max(0, min(i, count-1)) }

var roleNames = [roleCount]string{
	"none", "background",
	"ground0", "ground1", "ground2", "ground3", "ground4",
	"explored0", "explored1", "explored2", "explored3", "explored4",
	"frontier", "wall", "path", "start", "goal", "on-mark", "tree-edge", "grid-line", "text", "muted",
	"accent1", "accent2", "accent3", "accent4", "accent5", "accent6",
}

// String returns the role's name, which is also that of its CSS property.
func (r Role) String() string {
	if r < roleCount {
		return roleNames[r]
	}
	return fmt.Sprintf("Role(%d)", uint8(r))
}
