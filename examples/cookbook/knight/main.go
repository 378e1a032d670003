// Knight searches a state space of its own, described by two functions.
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/astrolabe-search/astrolabe/search"
)

type square struct{ x, y int }

func main() {
	ctx := context.Background()

	problem := search.Func(
		func(s square, edge func(square, int)) {
			for _, d := range []square{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}} {
				if to := (square{s.x + d.x, s.y + d.y}); to.x >= 0 && to.x < 8 && to.y >= 0 && to.y < 8 {
					edge(to, 1)
				}
			}
		},
		func(s square) bool { return s == square{7, 7} },
	)
	result, err := search.AStar(ctx, problem, square{0, 0}, search.Options[square, int]{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Status, result.Cost, result.Certificate) // found 6 optimal
}

// Output:
// found 6 optimal
