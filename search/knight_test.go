package search_test

import (
	"context"
	"fmt"

	"github.com/astrolabe-search/astrolabe/search"
)

// knight is a knight on a chessboard on its way to the corner (7, 7).
type knight struct{}

type square struct{ x, y int }

func (knight) IsGoal(s square) bool { return s == square{7, 7} }

func (knight) AppendSuccessors(dst []search.Edge[square, int], s square) []search.Edge[square, int] {
	for _, d := range []square{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}} {
		if to := (square{s.x + d.x, s.y + d.y}); to.x >= 0 && to.x < 8 && to.y >= 0 && to.y < 8 {
			dst = append(dst, search.Edge[square, int]{To: to, Cost: 1})
		}
	}
	return dst
}

// A state space as a type of its own.
func Example_knight() {
	result, err := search.AStar(context.Background(), knight{}, square{0, 0}, search.Options[square, int]{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Status, result.Cost, result.Certificate)
	// Output: found 6 optimal
}
