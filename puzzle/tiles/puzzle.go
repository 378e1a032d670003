package tiles

import (
	"errors"
	"fmt"

	"github.com/astrolabe-search/astrolabe/search"
)

// Puzzle is the task of reaching a goal board. It is immutable and may be shared
// between goroutines.
//
// It implements these optional interfaces of package search: Predecessors,
// GoalLister, CheapestEdge and Checker.
type Puzzle struct {
	goal     Board
	weighted bool
	place    [MaxCells]uint8    // the goal cell of each tile
	next     [MaxCells][4]uint8 // the cells beside each, the first of them count[cell]
	count    [MaxCells]uint8
}

// Options set what a puzzle is. The zero value is the usual one.
type Options struct {
	// Weighted makes a move cost the number on the tile; else it costs 1.
	Weighted bool
}

// New returns the puzzle of reaching goal.
func New(goal Board, opts Options) (*Puzzle, error) {
	if goal.width == 0 {
		return nil, errors.New("tiles: the goal is the zero Board; want one from NewBoard, ParseBoard, BlankFirst or BlankLast")
	}
	p := &Puzzle{goal: goal, weighted: opts.Weighted}
	width, height := goal.width, goal.height
	for cell := range uint8(goal.Cells()) {
		p.place[goal.tile[cell]] = cell
		beside := func(next uint8) {
			p.next[cell][p.count[cell]] = next
			p.count[cell]++
		}
		x, y := cell%width, cell/width
		if x+1 < width {
			beside(cell + 1)
		}
		if x > 0 {
			beside(cell - 1)
		}
		if y+1 < height {
			beside(cell + width)
		}
		if y > 0 {
			beside(cell - width)
		}
	}
	return p, nil
}

// Goal returns the goal board.
func (p *Puzzle) Goal() Board { return p.goal }

// Weighted tells whether a move costs the number on the tile.
func (p *Puzzle) Weighted() bool { return p.weighted }

// toward returns the same puzzle with another goal.
func (p *Puzzle) toward(goal Board) (*Puzzle, error) {
	if goal.width != p.goal.width || goal.height != p.goal.height {
		return nil, fmt.Errorf("tiles: a board of %d×%d cells in a puzzle of %d×%d", goal.width, goal.height, p.goal.width, p.goal.height)
	}
	return New(goal, Options{Weighted: p.weighted})
}

// IsGoal tells whether b is the goal.
func (p *Puzzle) IsGoal(b Board) bool { return b == p.goal }

// Goals returns the goal.
func (p *Puzzle) Goals() []Board { return []Board{p.goal} }

// CheapestEdge returns 1, which is what the tile 1 costs at least.
func (p *Puzzle) CheapestEdge() int { return 1 }

// AppendSuccessors appends the boards after one move: the blank moves east, west,
// south, north, as far as it can.
func (p *Puzzle) AppendSuccessors(dst []search.Edge[Board, int], b Board) []search.Edge[Board, int] {
	for _, cell := range p.next[b.blank][:p.count[b.blank]] {
		dst = append(dst, search.Edge[Board, int]{To: b, Cost: p.cost(b.tile[cell])})
		dst[len(dst)-1].To.slide(cell)
	}
	return dst
}

// AppendPredecessors appends the boards from which one move leads to b: those that
// one move leads to, at the same cost.
func (p *Puzzle) AppendPredecessors(dst []search.Edge[Board, int], b Board) []search.Edge[Board, int] {
	return p.AppendSuccessors(dst, b)
}

func (p *Puzzle) cost(tile uint8) int {
	if p.weighted {
		return int(tile)
	}
	return 1
}

// Check answers at once for a board of another size ([search.OutOfBounds]) and for
// one that cannot be solved ([search.NoPath]).
func (p *Puzzle) Check(start Board) search.Status {
	switch {
	case start.width != p.goal.width || start.height != p.goal.height:
		return search.OutOfBounds
	case !p.Solvable(start):
		return search.NoPath
	}
	return 0
}

// Solvable tells whether moves lead from b, a board of the goal's size, to the
// goal. See the package documentation for why.
func (p *Puzzle) Solvable(b Board) bool {
	if b.width == 1 || b.height == 1 {
		return p.sameOrder(b)
	}
	var seen uint64
	odd := false // the permutation that takes each tile to its goal cell
	for cell := range b.Cells() {
		for at := cell; seen>>at&1 == 0; {
			seen |= 1 << at
			at = int(p.place[b.tile[at]])
			odd = odd != (at != cell)
		}
	}
	return odd == (p.distance(b.blank, p.place[Blank])%2 == 1)
}

// sameOrder tells whether the tiles of a single line stand in the goal's order,
// which no move changes.
func (p *Puzzle) sameOrder(b Board) bool {
	i := 0
	for cell := range b.Cells() {
		if b.tile[cell] == Blank {
			continue
		}
		if p.goal.tile[i] == Blank {
			i++
		}
		if b.tile[cell] != p.goal.tile[i] {
			return false
		}
		i++
	}
	return true
}

// distance returns the number of moves between two cells on an empty board.
func (p *Puzzle) distance(a, b uint8) int {
	width := p.goal.width
	return apart(a%width, b%width) + apart(a/width, b/width)
}

func apart(a, b uint8) int { return max(int(a)-int(b), int(b)-int(a)) }

// Moves returns the numbers on the tiles that move along a path of boards.
func Moves(path []Board) []int {
	var moves []int
	for i := 1; i < len(path); i++ {
		moves = append(moves, path[i-1].At(path[i].BlankCell()))
	}
	return moves
}
