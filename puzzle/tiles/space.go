package tiles

import (
	"fmt"
	"io"
	"strconv"

	"github.com/astrolabe-search/astrolabe/domain"
	"github.com/astrolabe-search/astrolabe/search"
)

// Domain is the name of the domain of sliding tiles.
const Domain = "tiles"

// Names of goals, beside boards written out.
const (
	nameBlankFirst = "blank-first"
	nameBlankLast  = "blank-last"
)

// Space returns boards of the size of start as a space, from start to a goal that is
// known by its name: the one of [BlankLast] and [BlankFirst] that can be reached, the
// first if both can.
func Space(start Board, opts Options) (domain.Space, error) {
	if start.width == 0 {
		return nil, fmt.Errorf("tiles: the start is the zero Board")
	}
	width, height := start.Width(), start.Height()
	goalName := nameBlankLast
	last, err := New(BlankLast(width, height), opts)
	if err != nil {
		return nil, err
	}
	first, err := New(BlankFirst(width, height), opts)
	if err != nil {
		return nil, err
	}
	if !last.Solvable(start) && first.Solvable(start) {
		goalName = nameBlankFirst
	}
	cost := "1 a move"
	if opts.Weighted {
		cost = "the number on the tile that moves"
	}
	d := domain.Definition[Board, int]{
		Domain: Domain,
		Title:  fmt.Sprintf("%d-puzzle", start.Cells()-1),
		Facts: []domain.Fact{
			{Name: "board", Text: fmt.Sprintf("%d×%d", width, height)},
			{Name: "cost", Text: cost},
			{Name: "start", Text: start.String()},
			{Name: "blank last", Text: reachable(last.Solvable(start))},
			{Name: "blank first", Text: reachable(first.Solvable(start))},
		},
		Start: start.String(), Goal: goalName,
		ParseState: func(text string) (Board, error) { return parseSized(text, width, height) },
		ParseGoals: func(text string) ([]Board, error) {
			switch text {
			case nameBlankFirst:
				return []Board{BlankFirst(width, height)}, nil
			case nameBlankLast:
				return []Board{BlankLast(width, height)}, nil
			}
			b, err := parseSized(text, width, height)
			if err != nil {
				return nil, fmt.Errorf("%w; a goal can also be %s or %s", err, nameBlankFirst, nameBlankLast)
			}
			return []Board{b}, nil
		},
		FormatState: Board.String,
		Label:       func(from, to Board) string { return strconv.Itoa(from.At(to.BlankCell())) },
		FormatCost:  strconv.Itoa,
		ParseCost:   parseCost,
		Float64:     func(cost int) float64 { return float64(cost) },
		Problem: func(goals []Board) (search.Problem[Board, int], error) {
			return newFor(goals, opts)
		},
		StepCost: func(from, to Board) (int, bool) { return stepCost(from, to, opts.Weighted) },
	}
	for _, kind := range heuristicKinds {
		toward := func(goals []Board) (func(Board) int, error) {
			p, err := newFor(goals, opts)
			if err != nil {
				return nil, err
			}
			return kind.make(p)
		}
		d.Heuristics = append(d.Heuristics, domain.HeuristicOf[Board, int]{
			Heuristic: domain.Heuristic{Name: kind.name, Title: kind.title, Paper: kind.paper, Claim: search.Consistent, Reason: kind.reason},
			Toward:    toward,
			From:      func(start Board) (func(Board) int, error) { return toward([]Board{start}) },
		})
	}
	return domain.Bind(d)
}

func reachable(yes bool) string {
	if yes {
		return "can be reached"
	}
	return "cannot be reached, by parity"
}

// newFor returns the puzzle of the one goal there may be.
func newFor(goals []Board, opts Options) (*Puzzle, error) {
	if len(goals) != 1 {
		return nil, fmt.Errorf("tiles: %d goals; want one board", len(goals))
	}
	return New(goals[0], opts)
}

// parseSized reads a board of a given size.
func parseSized(text string, width, height int) (Board, error) {
	b, err := ParseBoard(text, 0)
	if err != nil && width != height {
		b, err = ParseBoard(text, width)
	}
	if err == nil && (b.Width() != width || b.Height() != height) {
		err = fmt.Errorf("it has %d×%d cells; want %d×%d", b.Width(), b.Height(), width, height)
	}
	return b, err
}

func parseCost(text string) (int, error) {
	n, err := strconv.ParseUint(text, 10, 62)
	if err != nil {
		return 0, fmt.Errorf("%q is no whole number from 0", text)
	}
	return int(n), nil
}

// stepCost judges a step by what differs between two boards: two cells beside each
// other, one of which is blank in each.
func stepCost(from, to Board, weighted bool) (int, bool) {
	if from.width != to.width || from.height != to.height {
		return 0, false
	}
	var changed []int
	for cell := range from.Cells() {
		if from.At(cell) != to.At(cell) {
			changed = append(changed, cell)
		}
	}
	if len(changed) != 2 {
		return 0, false
	}
	a, b := changed[0], changed[1]
	beside := b == a+from.Width() || b == a+1 && b%from.Width() != 0
	if !beside || from.At(a) != to.At(b) || from.At(b) != to.At(a) || from.At(a) != Blank && from.At(b) != Blank {
		return 0, false
	}
	if weighted {
		return max(from.At(a), from.At(b)), true
	}
	return 1, true
}

// maxFile is the size of the largest file that is looked at as a board.
const maxFile = maxText

// Detect tells whether the beginning of a file is a board: all of it must be.
func Detect(head []byte, _ string) bool {
	if len(head) > maxFile {
		return false
	}
	b, err := ParseBoard(string(head), 0)
	return err == nil && b.Cells() >= 4
}

// Open reads a file that holds one board and returns its space, from that board.
func Open(r io.Reader, name string) (domain.Space, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	start, err := ParseBoard(string(text), 0)
	if err != nil {
		return nil, fmt.Errorf("%s:%w", name, err)
	}
	return Space(start, Options{})
}
