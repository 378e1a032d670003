package tiles

import "fmt"

// MaxWalkingStates is the number of arrangements that a table of walking distances
// may hold: the 15-puzzle has 24,964, the 24-puzzle 65,650,290.
const MaxWalkingStates = 1 << 20

// walkingDistance sums the exact distances in two simpler puzzles. In the one for
// the rows, tiles whose goals are in the same row are alike, and so are the cells of
// a row: what counts is how many tiles of each goal row are in each row. A move takes
// the blank to the row above or below, in exchange for any tile there. The one for
// the columns is the same on its side. Each move of the real puzzle is a move in one
// of the two, so the sum is a lower bound on the number of moves, and so on their
// cost, since each costs at least 1.
type walkingDistance struct {
	rows, columns *walk
	p             *Puzzle
}

// walk is the simpler puzzle for one direction, with its distances.
type walk struct {
	lines, length int
	distance      map[crowd]int32
}

// crowd says how many tiles of each goal line are in each line, in [line][goal], and
// in which line the blank is.
type crowd struct {
	count [maxWalkLines][maxWalkLines]uint8
	blank uint8
}

// maxWalkLines is the number of lines beyond which no board has a table: 6 lines of
// 2 cells have more than MaxWalkingStates arrangements.
const maxWalkLines = 6

func newWalkingDistance(p *Puzzle) (*walkingDistance, error) {
	w := &walkingDistance{p: p}
	var err error
	if w.rows, err = newWalk(p, int(p.goal.height), int(p.goal.width), false); err != nil {
		return nil, err
	}
	if w.columns, err = newWalk(p, int(p.goal.width), int(p.goal.height), true); err != nil {
		return nil, err
	}
	return w, nil
}

func newWalk(p *Puzzle, lines, length int, columns bool) (*walk, error) {
	w := &walk{lines: lines, length: length}
	if lines == 1 {
		return w, nil
	}
	tooMany := fmt.Errorf("tiles: walking-distance does not fit a board of %d×%d cells: its table would have more than %d arrangements; want linear-conflict",
		p.goal.width, p.goal.height, MaxWalkingStates)
	if lines > maxWalkLines {
		return nil, tooMany
	}
	w.distance = map[crowd]int32{}
	goal := p.crowd(&p.goal, columns)
	w.distance[goal] = 0
	queue := []crowd{goal}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for _, next := range []int{int(at.blank) - 1, int(at.blank) + 1} {
			if next < 0 || next >= lines {
				continue
			}
			for group := range lines {
				if at.count[next][group] == 0 {
					continue
				}
				to := at
				to.count[next][group]--
				to.count[at.blank][group]++
				to.blank = uint8(next)
				if _, known := w.distance[to]; known {
					continue
				}
				if len(w.distance) == MaxWalkingStates {
					return nil, tooMany
				}
				w.distance[to] = w.distance[at] + 1
				queue = append(queue, to)
			}
		}
	}
	return w, nil
}

// crowd returns how the tiles of a board crowd its rows, or its columns.
func (p *Puzzle) crowd(b *Board, columns bool) crowd {
	width := b.width
	line := func(cell uint8) uint8 { return cell / width }
	if columns {
		line = func(cell uint8) uint8 { return cell % width }
	}
	c := crowd{blank: line(b.blank)}
	for cell := range uint8(b.Cells()) {
		if tile := b.tile[cell]; tile != Blank {
			c.count[line(cell)][line(p.place[tile])]++
		}
	}
	return c
}

func (w *walkingDistance) at(b Board) int {
	sum := int32(0)
	if w.rows.lines > 1 {
		sum += w.rows.distance[w.p.crowd(&b, false)]
	}
	if w.columns.lines > 1 {
		sum += w.columns.distance[w.p.crowd(&b, true)]
	}
	return int(sum)
}
