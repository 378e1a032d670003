package tiles

import (
	"fmt"
	"strings"

	"github.com/astrolabe-search/astrolabe/search"
)

// Heuristic is an estimate of the cost from a board to the goal of one puzzle. All
// are consistent, so A* needs no reopening.
type Heuristic struct {
	Name   string // as it is asked for
	Title  string
	Paper  string // authors and year, or ""
	Reason string // why it is consistent
	// At returns the estimate for a board of the puzzle's size.
	At func(Board) int
}

// heuristicKind is how a heuristic is made for a puzzle.
type heuristicKind struct {
	name, title, paper, reason string
	make                       func(*Puzzle) (func(Board) int, error)
}

var heuristicKinds = []heuristicKind{
	{
		"manhattan", "Manhattan distance", "Doran, Michie 1966",
		"a move takes one tile one cell further and no other anywhere",
		func(p *Puzzle) (func(Board) int, error) { return newManhattan(p).at, nil },
	},
	{
		"linear-conflict", "Manhattan distance with linear conflicts", "Hansson, Mayer, Yung 1992",
		"a tile that leaves its goal line ends conflicts worth at most twice its cost, and is one cell further from its goal",
		func(p *Puzzle) (func(Board) int, error) { return newLinearConflict(p).at, nil },
	},
	{
		"walking-distance", "Walking distance", "Takahashi 2002",
		"it is an exact distance in a simpler puzzle, in which a move along the columns counts in one half and a move along the rows in the other",
		func(p *Puzzle) (func(Board) int, error) {
			w, err := newWalkingDistance(p)
			if err != nil {
				return nil, err
			}
			return w.at, nil
		},
	},
	{
		"misplaced", "Misplaced tiles", "Doran, Michie 1966",
		"a move takes one tile to its goal cell or away from it, and the blank does not count",
		func(p *Puzzle) (func(Board) int, error) { return newMisplaced(p), nil },
	},
	{
		"zero", "No estimate", "",
		"an estimate of 0 is never too high",
		func(*Puzzle) (func(Board) int, error) { return func(Board) int { return 0 }, nil },
	},
}

// HeuristicNames returns the names of all heuristics: manhattan, linear-conflict,
// walking-distance, misplaced, zero.
func HeuristicNames() []string {
	var names []string
	for _, k := range heuristicKinds {
		names = append(names, k.name)
	}
	return names
}

// Heuristic returns an estimate of the cost to the puzzle's goal, by name. It is an
// error if there is none of that name, or if it does not fit the board:
// walking-distance makes a table of all arrangements of its simpler puzzle, of which
// there may be at most [MaxWalkingStates].
func (p *Puzzle) Heuristic(name string) (Heuristic, error) {
	for _, k := range heuristicKinds {
		if k.name != name {
			continue
		}
		at, err := k.make(p)
		if err != nil {
			return Heuristic{}, err
		}
		return Heuristic{Name: k.name, Title: k.title, Paper: k.paper, Reason: k.reason, At: at}, nil
	}
	return Heuristic{}, fmt.Errorf("tiles: %q is not a heuristic; want %s", name, strings.Join(HeuristicNames(), ", "))
}

// WithHeuristic returns opts with the named heuristic toward the goal and, for
// bidirectional searches, toward the start, claiming that both are consistent.
// The claim holds for this puzzle; for a wrapper of it, it is worth nothing.
func (p *Puzzle) WithHeuristic(opts search.Options[Board, int], name string, start Board) (search.Options[Board, int], error) {
	forward, err := p.Heuristic(name)
	if err != nil {
		return opts, err
	}
	reverse, err := p.toward(start)
	if err != nil {
		return opts, err
	}
	backward, err := reverse.Heuristic(name)
	if err != nil {
		return opts, err
	}
	opts.Heuristic, opts.BackwardHeuristic = forward.At, backward.At
	opts.Claim, opts.ClaimReason = search.Consistent, forward.Reason
	opts.ClaimedFor, opts.ClaimedFrom = p.covers, &start
	return opts, nil
}

// covers tells whether what is claimed of p's heuristics holds for a problem: p itself
// or a puzzle like it.
func (p *Puzzle) covers(problem search.Problem[Board, int]) bool {
	other, ok := problem.(*Puzzle)
	return ok && other.goal == p.goal && other.weighted == p.weighted
}

// newMisplaced returns what the tiles that are not in their goal cells cost at
// least to move.
func newMisplaced(p *Puzzle) func(Board) int {
	return func(b Board) int {
		sum := 0
		for cell, tile := range b.tile[:b.Cells()] {
			if tile != Blank && p.place[tile] != uint8(cell) {
				sum += p.cost(tile)
			}
		}
		return sum
	}
}

// manhattan holds what it costs each tile to reach its goal cell from each cell if
// nothing is in its way.
type manhattan struct {
	cost [MaxCells][MaxCells]int32 // by tile and cell
}

func newManhattan(p *Puzzle) *manhattan {
	m := &manhattan{}
	cells := p.goal.Cells()
	for tile := 1; tile < cells; tile++ {
		for cell := range cells {
			m.cost[tile][cell] = int32(p.distance(uint8(cell), p.place[tile]) * p.cost(uint8(tile)))
		}
	}
	return m
}

func (m *manhattan) at(b Board) int {
	sum := int32(0)
	for cell, tile := range b.tile[:b.Cells()] {
		sum += m.cost[tile][cell]
	}
	return int(sum)
}
