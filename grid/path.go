package grid

import (
	"fmt"

	"github.com/astrolabe-search/astrolabe/root2"
)

// PathError says which step of a path is not legal.
type PathError struct {
	Step     int // from 1: the step that leads to path[Step]; 0 for the first cell
	From, To Cell
	Reason   string
}

func (e *PathError) Error() string {
	if e.Step == 0 {
		return fmt.Sprintf("grid: path: first cell %v %s", e.To, e.Reason)
	}
	return fmt.Sprintf("grid: path: step %d, %v to %v, %s", e.Step, e.From, e.To, e.Reason)
}

// PathCost returns the cost of a path given cell by cell, recomputed from the
// map. A path of one open cell costs 0. It returns a [*PathError] if the path
// is empty or a step of it is not legal, and [root2.ErrOverflow] if the cost
// exceeds [Costs.Limit].
func (c *Costs) PathCost(path []Cell) (root2.Length, error) {
	if len(path) == 0 {
		return 0, &PathError{Reason: "is missing: the path is empty"}
	}
	if !c.m.In(path[0]) {
		return 0, &PathError{To: path[0], Reason: "lies outside the map"}
	}
	if !c.m.Open(path[0]) {
		return 0, &PathError{To: path[0], Reason: "is blocked"}
	}
	var total root2.Length
	for i, to := range path[1:] {
		from := path[i]
		if reason := c.whyIllegal(from, to); reason != "" {
			return 0, &PathError{Step: i + 1, From: from, To: to, Reason: reason}
		}
		d, _ := DirBetween(from, to)
		step := c.Step(c.m.ID(from), d)
		if step > c.Limit()-total {
			return 0, fmt.Errorf("grid: path: at step %d: %w", i+1, root2.ErrOverflow)
		}
		total += step
	}
	return total, nil
}

// whyIllegal returns what is wrong with a step from an open cell, or "".
func (c *Costs) whyIllegal(from, to Cell) string {
	d, ok := DirBetween(from, to)
	switch {
	case !ok:
		return "does not lead to a neighbor"
	case !c.m.In(to):
		return "leaves the map"
	case !c.m.Open(to):
		return "enters a blocked cell"
	case c.masks[c.m.ID(from)]>>d&1 != 0:
		return ""
	case c.rule.Moves == Moves4:
		return "is diagonal, but only 4 moves are allowed"
	default:
		return fmt.Sprintf("cuts a corner (rule: %v)", c.rule.Corners)
	}
}

// CompressPath returns the turning points of a path: its first cell, each cell
// where the direction changes, and its last. The path itself stays as it is.
// Cells that repeat at once count as no step and are dropped.
func CompressPath(path []Cell) []Cell {
	var turns []Cell
	var into Dir // of the step to the last of turns, if isStep
	isStep := false
	for i, c := range path {
		if i == 0 {
			turns = append(turns, c)
			continue
		}
		last := &turns[len(turns)-1]
		if *last == c {
			continue
		}
		d, ok := DirBetween(*last, c)
		if ok && isStep && d == into {
			*last = c
		} else {
			turns = append(turns, c)
		}
		into, isStep = d, ok
	}
	return turns
}

// ExpandPath is the inverse of [CompressPath]: it fills in the cells between
// turning points. The expansion of a path of one cell is that cell. It is an
// error if two turning points do not lie on one row, column or diagonal.
func ExpandPath(turns []Cell) ([]Cell, error) {
	var path []Cell
	for i, c := range turns {
		if i == 0 {
			path = append(path, c)
			continue
		}
		from := turns[i-1]
		dx, dy := int64(c.X)-int64(from.X), int64(c.Y)-int64(from.Y)
		if dx != 0 && dy != 0 && dx != dy && dx != -dy {
			return nil, fmt.Errorf("grid: turning points %d and %d, %v and %v, are not in line", i-1, i, from, c)
		}
		step := Cell{int32(sign(dx)), int32(sign(dy))}
		for from != c {
			from = Cell{from.X + step.X, from.Y + step.Y}
			path = append(path, from)
		}
	}
	return path, nil
}

func sign(n int64) int64 {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}
