package grid

import "fmt"

// Moves says to how many neighbors a cell may be left.
type Moves uint8

const (
	// Moves8 allows straight and diagonal steps. It is the zero value.
	Moves8 Moves = iota
	// Moves4 allows straight steps only.
	Moves4
)

// String returns "4" or "8".
func (m Moves) String() string {
	if m == Moves4 {
		return "4"
	}
	return "8"
}

// ParseMoves reads "4" or "8".
func ParseMoves(s string) (Moves, error) {
	switch s {
	case "4":
		return Moves4, nil
	case "8":
		return Moves8, nil
	}
	return 0, fmt.Errorf("%q is not a number of moves; want 4 or 8", s)
}

// CornerRule says when a diagonal step may pass the corners of blocked cells.
// It has a meaning for [Moves8] only.
type CornerRule uint8

const (
	// CornersNever needs both cells beside a diagonal step to be open. It is
	// the zero value and the rule of the MovingAI benchmarks.
	CornersNever CornerRule = iota
	// CornersOne needs at least one of the two cells to be open.
	CornersOne
	// CornersAlways needs neither.
	CornersAlways
)

var cornerNames = [...]string{"never", "one", "always"}

// String returns "never", "one" or "always".
func (r CornerRule) String() string {
	if int(r) < len(cornerNames) {
		return cornerNames[r]
	}
	return fmt.Sprintf("CornerRule(%d)", r)
}

// ParseCornerRule reads "never", "one" or "always".
func ParseCornerRule(s string) (CornerRule, error) {
	for i, name := range cornerNames {
		if s == name {
			return CornerRule(i), nil
		}
	}
	return 0, fmt.Errorf("%q is not a corner rule; want never, one or always", s)
}

// Rule says which steps are legal. Its zero value is eight moves that never
// cut a corner.
type Rule struct {
	Moves   Moves
	Corners CornerRule
}

// String returns the rule in words, such as "8 moves, corners never cut".
func (r Rule) String() string {
	if r.Moves == Moves4 {
		return "4 moves"
	}
	switch r.Corners {
	case CornersOne:
		return "8 moves, one corner may be cut"
	case CornersAlways:
		return "8 moves, corners may be cut"
	}
	return "8 moves, corners never cut"
}

// index numbers the four rules that differ.
func (r Rule) index() int {
	if r.Moves == Moves4 {
		return 0
	}
	return 1 + int(min(r.Corners, CornersAlways))
}

const ruleCount = 4

// Rules returns every rule there is: four moves, and eight moves with each
// corner rule.
func Rules() []Rule {
	return []Rule{{Moves: Moves4}, {Moves8, CornersNever}, {Moves8, CornersOne}, {Moves8, CornersAlways}}
}
