package kalah

import (
	"fmt"
	"strconv"
	"strings"
)

// String returns the position in one line: each player's pits and, after a colon,
// his store, first the first player's, and whose turn it is, such as
// "3,3,3:0/3,3,3:0/1". Pits that are empty at the end of both rows are left out.
func (p Position) String() string {
	used := MaxPits
	for used > 1 && p.Pits[0][used-1] == 0 && p.Pits[1][used-1] == 0 {
		used--
	}
	return p.format(used)
}

func (p Position) format(pits int) string {
	var b strings.Builder
	for side := range p.Pits {
		for i, seeds := range p.Pits[side][:pits] {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(strconv.Itoa(int(seeds)))
		}
		fmt.Fprintf(&b, ":%d/", p.Stores[side])
	}
	b.WriteString(strconv.Itoa(p.turn() + 1))
	return b.String()
}

// String returns the pit as a number from 1.
func (pit Pit) String() string { return strconv.Itoa(int(pit) + 1) }

// FormatState writes a position such as "3,3,3:0/3,3,3:0/1": each player's pits in
// the order in which he sows, his store, and whose turn it is.
func (g Game) FormatState(p Position) string { return p.format(g.pits) }

// FormatMove returns the pit as [Pit.String] does.
func (Game) FormatMove(pit Pit) string { return pit.String() }

// ParseState reads what [Game.FormatState] writes. The seeds must be as many as at
// the start, and if a player has none in his pits, neither has the other, since the
// game is over.
func (g Game) ParseState(text string) (Position, error) {
	var p Position
	parts := strings.Split(text, "/")
	if len(parts) != 3 {
		return Position{}, fmt.Errorf("kalah: %q has %d parts with / between them; want three: pits and store of each player, and whose turn it is, such as %s", text, len(parts), g.FormatState(g.Start()))
	}
	most := 2 * g.pits * g.seeds
	total := 0
	number := func(digits, what string) (uint8, error) {
		n, err := strconv.ParseUint(digits, 10, 8)
		if err != nil || int(n) > most {
			return 0, fmt.Errorf("kalah: %q: %s is %q; want a number from 0 to %d", text, what, digits, most)
		}
		total += int(n)
		return uint8(n), nil
	}
	for side, part := range parts[:2] {
		row, store, ok := strings.Cut(part, ":")
		pits := strings.Split(row, ",")
		if !ok || len(pits) != g.pits {
			return Position{}, fmt.Errorf("kalah: %q: player %d has %q; want %d pits with commas between them, a colon and the store", text, side+1, part, g.pits)
		}
		var err error
		for i, digits := range pits {
			if p.Pits[side][i], err = number(digits, fmt.Sprintf("pit %d of player %d", i+1, side+1)); err != nil {
				return Position{}, err
			}
		}
		if p.Stores[side], err = number(store, fmt.Sprintf("the store of player %d", side+1)); err != nil {
			return Position{}, err
		}
	}
	switch {
	case parts[2] != "1" && parts[2] != "2":
		return Position{}, fmt.Errorf("kalah: %q: the turn is %q; want 1 or 2", text, parts[2])
	case total != most:
		return Position{}, fmt.Errorf("kalah: %q has %d seeds; want %d", text, total, most)
	case p.swept() != p:
		return Position{}, fmt.Errorf("kalah: %q: a player has no seeds in his pits, which ends the game; want those of the other in his store", text)
	}
	p.Second = parts[2] == "2"
	return p, nil
}

// ParseMove reads a pit of the player whose turn it is, a number from 1 in the
// order in which he sows, and checks that there are seeds in it.
func (g Game) ParseMove(p Position, text string) (Pit, error) {
	if _, over := g.Score(p); over {
		return 0, fmt.Errorf("kalah: move %q: the game is over", text)
	}
	number, err := strconv.Atoi(text)
	if err != nil || number < 1 || number > g.pits || p.Pits[p.turn()][number-1] == 0 {
		var words []string
		for _, pit := range g.AppendMoves(nil, p) {
			words = append(words, pit.String())
		}
		return 0, fmt.Errorf("kalah: move %q; want a pit with seeds, one of %s", text, strings.Join(words, " "))
	}
	return Pit(number - 1), nil
}

// Board draws the position as the first player sees it: he sows his row from left
// to right, the opponent the other row from right to left.
func (g Game) Board(p Position) string {
	var b strings.Builder
	b.WriteString("     ")
	for i := g.pits - 1; i >= 0; i-- {
		fmt.Fprintf(&b, "%3d", p.Pits[1][i])
	}
	fmt.Fprintf(&b, "     player 2\n%3d  %s  %3d\n     ", p.Stores[1], strings.Repeat("   ", g.pits), p.Stores[0])
	for _, seeds := range p.Pits[0][:g.pits] {
		fmt.Fprintf(&b, "%3d", seeds)
	}
	b.WriteString("     player 1\n")
	switch _, over := g.Score(p); {
	case !over:
		fmt.Fprintf(&b, "player %d to move\n", p.turn()+1)
	case p.Stores[0] > p.Stores[1]:
		b.WriteString("player 1 has won\n")
	case p.Stores[0] < p.Stores[1]:
		b.WriteString("player 2 has won\n")
	default:
		b.WriteString("a draw\n")
	}
	return b.String()
}
