package connectfour_test

import (
	"context"
	"strconv"
	"testing"

	"github.com/astrolabe-search/astrolabe/game/connectfour"
)

// TestScoresAreTheMovers: a score belongs to whoever moves next, so that after a move it has the
// other sign.
func TestScoresAreTheMovers(t *testing.T) {
	const moves = "55466554422442623"
	s := newSolver(t, connectfour.Options{})
	for column, want := range map[int]int{1: -4, 2: 0, 3: -4, 4: -4, 5: 0, 6: -7, 7: -12} {
		p, err := connectfour.Parse(moves + strconv.Itoa(column))
		if err != nil {
			if want != 0 {
				t.Errorf("column %d: %v", column, err)
			}
			continue
		}
		if r := s.Solve(context.Background(), p); !r.Complete || r.Lower != -want {
			t.Errorf("after column %d the score is %d to %d, want %d", column, r.Lower, r.Upper, -want)
		}
	}
}
