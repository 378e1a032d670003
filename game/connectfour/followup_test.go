package connectfour

import (
	"math/rand/v2"
	"testing"
)

// exactScore is minimax with a memo, from the view of the player whose turn it is.
func exactScore(p Position, memo map[Position]int) int {
	if score, over := p.Over(); over {
		return score
	}
	if score, ok := memo[p]; ok {
		return score
	}
	best := -Cells
	for _, c := range p.appendOpen(nil) {
		best = max(best, -exactScore(p.play(c), memo))
	}
	memo[p] = best
	return best
}

// Every bound that follow-up gives is one, and it gives bounds of each kind.
func TestFollowUpProvesNothingFalse(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	var zeroAbove, zeroBelow, wins, losses, tested int
	for tested < 1000 {
		var p Position
		for plies := 28 + tested%13; p.Plies() < plies; {
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			p = p.play(moves[random.IntN(len(moves))])
		}
		_, over := p.Over()
		first, second := p.mine, p.theirs()
		if p.Plies()%2 == 1 {
			first, second = second, first
		}
		low := playable(p.taken)
		firstWins, secondWins := completions(first)&board&^p.taken, completions(second)&board&^p.taken
		canWin := completions(p.mine) & low
		if over || canWin != 0 {
			continue
		}
		tested++
		exact := exactScore(p, map[Position]int{})
		if p.Plies()%2 == 1 {
			exact = -exact
		}
		for limit := -MaxScore; limit <= MaxScore; limit++ {
			bound := followUp(first, second, firstWins, secondWins, low, limit)
			switch {
			case bound == noBound:
			case bound > limit && exact < bound, bound <= limit && exact > bound:
				t.Fatalf("limit %d: bound %d, but the first player's score is %d\n%s", limit, bound, exact, p.Board())
			case bound == 0 && limit >= 0:
				zeroAbove++
			case bound == 0:
				zeroBelow++
			case bound > 0:
				wins++
			default:
				losses++
			}
		}
	}
	t.Logf("%d positions: at most 0 %d times, at least 0 %d, first player wins %d, loses %d", tested, zeroAbove, zeroBelow, wins, losses)
	if zeroAbove == 0 || zeroBelow == 0 || wins == 0 || losses == 0 {
		t.Error("some kind of bound was never met")
	}
}
