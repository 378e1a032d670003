package figure

import (
	"cmp"
	"slices"

	"github.com/astrolabe-search/astrolabe/figure/scene"
	"github.com/astrolabe-search/astrolabe/grid"
)

// Run is a row of cells that touch: Len cells from column X of row Y on.
type Run struct{ X, Y, Len int32 }

// Runs joins the cells of each row that touch, from top to bottom and from left
// to right. A cell that is given twice counts once. It takes time n log n.
//
// An explored area is drawn as one rectangle a run.
func Runs(cells []grid.Cell) []Run {
	sorted := slices.Clone(cells)
	slices.SortFunc(sorted, func(a, b grid.Cell) int {
		return cmp.Or(cmp.Compare(a.Y, b.Y), cmp.Compare(a.X, b.X))
	})
	var runs []Run
	for i, c := range sorted {
		switch {
		case i > 0 && c == sorted[i-1]:
		case i > 0 && c.Y == sorted[i-1].Y && c.X == sorted[i-1].X+1:
			runs[len(runs)-1].Len++
		default:
			runs = append(runs, Run{c.X, c.Y, 1})
		}
	}
	return runs
}

// fills holds the rectangles of every role, in units of blocks.
type fills map[scene.Role][]scene.Rect

// addRow joins the blocks of a row that have the same role. It leaves out those
// of role base, which lies beneath everything.
func (f fills) addRow(y int, row []scene.Role, base scene.Role) {
	for x := 0; x < len(row); {
		end := x + 1
		for end < len(row) && row[end] == row[x] {
			end++
		}
		if row[x] != base {
			f[row[x]] = append(f[row[x]], scene.Rect{X: float64(x), Y: float64(y), W: float64(end - x), H: 1})
		}
		x = end
	}
}
