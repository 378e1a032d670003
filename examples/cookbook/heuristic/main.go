// Heuristic brings an estimate of its own, says what it is worth, and has that
// tested. An estimate may never be more than the way that is left (admissible), and
// better yet falls by no more than a step costs (consistent).
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/astrolabe-search/astrolabe/search"
)

// coins pays an amount with as few coins as possible.
type coins struct{ amount int }

var values = []int{1, 5, 12, 25}

func (c coins) IsGoal(paid int) bool { return paid == c.amount }

func (c coins) AppendSuccessors(dst []search.Edge[int, int], paid int) []search.Edge[int, int] {
	for _, value := range values {
		if paid+value <= c.amount {
			dst = append(dst, search.Edge[int, int]{To: paid + value, Cost: 1})
		}
	}
	return dst
}

func main() {
	problem := coins{amount: 135}
	for _, h := range []struct {
		name     string
		claim    search.Claim
		estimate func(paid int) int
	}{
		{"no estimate", search.Unknown, nil},
		{"the rest in the largest coins, rounded up", search.Consistent, func(paid int) int { return (problem.amount - paid + 24) / 25 }},
		{"a guess", search.Unknown, func(paid int) int { return (problem.amount - paid) / 5 }},
		{"a guess that claims to be right", search.Consistent, func(paid int) int { return (problem.amount - paid) / 5 }},
	} {
		result, err := search.AStar(context.Background(), problem, 0, search.Options[int, int]{Heuristic: h.estimate, Claim: h.claim})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s:\n  %d coins, %v, %d states\n  %s\n", h.name, result.Cost, result.Certificate, result.Expanded, result.Reason)
	}
}

// Output:
// no estimate:
//   7 coins, optimal, 113 states
//   the heuristic is consistent: an estimate of 0 is never too high
// the rest in the largest coins, rounded up:
//   7 coins, optimal, 16 states
//   the heuristic is consistent
// a guess:
//   7 coins, feasible, 8 states
//   nothing is claimed of the heuristic
// a guess that claims to be right:
//   7 coins, feasible, 8 states
//   the heuristic was claimed consistent, but h(0) = 27 exceeds the cost 1 to 12 plus h = 24 there
