// Stepping runs a search one expansion at a time, looks at what it knows in
// between, and stops it when that is enough.
package main

import (
	"fmt"
	"log"

	"github.com/astrolabe-search/astrolabe/search"
)

// doubling leads from 1 to a number by adding 1 or doubling.
type doubling struct{ to int }

func (d doubling) IsGoal(n int) bool { return n == d.to }

func (d doubling) AppendSuccessors(dst []search.Edge[int, int], n int) []search.Edge[int, int] {
	for _, next := range []int{n + 1, 2 * n} {
		if next <= d.to {
			dst = append(dst, search.Edge[int, int]{To: next, Cost: 1})
		}
	}
	return dst
}

func main() {
	stepper, err := search.NewDijkstra(doubling{to: 100}, 1, search.Options[int, int]{})
	if err != nil {
		log.Fatal(err)
	}
	for {
		event, more := stepper.Step()
		if !more {
			break
		}
		if event.Step%15 == 0 {
			soFar, err := stepper.Peek()
			if err != nil {
				log.Fatal(err)
			}
			fmt.Printf("step %d expands %d; no way takes fewer than %d steps\n", event.Step, event.State, soFar.LowerBound)
		}
	}
	result, err := stepper.Result()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Status, result.Path, "in", result.Cost, "steps,", result.Certificate)
}

// Output:
// step 15 expands 13; no way takes fewer than 5 steps
// step 30 expands 48; no way takes fewer than 6 steps
// step 45 expands 66; no way takes fewer than 7 steps
// step 60 expands 43; no way takes fewer than 8 steps
// found [1 2 3 6 12 24 25 50 100] in 8 steps, optimal
