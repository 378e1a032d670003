package search_test

import (
	"context"
	"fmt"
	"log"

	"github.com/astrolabe-search/astrolabe/search"
)

// roads is a road map: for each town the roads that leave it, in kilometers.
// It is all that a search needs to know.
type roads struct {
	from map[string][]search.Edge[string, int]
	to   string
}

func (r roads) AppendSuccessors(dst []search.Edge[string, int], town string) []search.Edge[string, int] {
	return append(dst, r.from[town]...)
}

func (r roads) IsGoal(town string) bool { return town == r.to }

func toHarbor() roads {
	return roads{to: "Harbor", from: map[string][]search.Edge[string, int]{
		"Abbey":  {{To: "Bridge", Cost: 7}, {To: "Castle", Cost: 4}},
		"Bridge": {{To: "Harbor", Cost: 6}},
		"Castle": {{To: "Bridge", Cost: 2}, {To: "Ford", Cost: 5}, {To: "Abbey", Cost: 4}},
		"Ford":   {{To: "Harbor", Cost: 9}},
	}}
}

// asTheCrowFlies is how far each town is from the harbor at least.
var asTheCrowFlies = map[string]int{"Abbey": 9, "Bridge": 5, "Castle": 7, "Ford": 8, "Harbor": 0}

// A problem is two methods: which edges leave a state, and whether it is a goal.
func Example() {
	result, err := search.Dijkstra(context.Background(), toHarbor(), "Abbey", search.Options[string, int]{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Status, result.Path, result.Cost, "km")
	// Output: found [Abbey Castle Bridge Harbor] 12 km
}

// With an estimate of what is left, A* looks at less. It has to be told what the
// estimate is worth, and tells in turn what its answer is worth.
func ExampleAStar() {
	result, err := search.AStar(context.Background(), toHarbor(), "Abbey", search.Options[string, int]{
		Heuristic:   func(town string) int { return asTheCrowFlies[town] },
		Claim:       search.Admissible,
		ClaimReason: "no road is shorter than the crow flies",
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Path, result.Cost, "km")
	fmt.Println("expanded", result.Expanded)
	fmt.Println(result.Certificate, "because", result.Reason)
	// Output:
	// [Abbey Castle Bridge Harbor] 12 km
	// expanded 4
	// optimal because the heuristic is admissible: no road is shorter than the crow flies
}

// Every search can be taken one expansion at a time.
func ExampleNewAStar() {
	stepper, err := search.NewAStar(toHarbor(), "Abbey", search.Options[string, int]{
		Heuristic: func(town string) int { return asTheCrowFlies[town] },
		Claim:     search.Admissible,
	})
	if err != nil {
		log.Fatal(err)
	}
	for {
		e, more := stepper.Step()
		if !more {
			break
		}
		fmt.Printf("%d. %s: g=%d h=%d f=%d\n", e.Step, e.State, e.G, e.H, e.F)
	}
	result, err := stepper.Result()
	fmt.Println(result.Path, err)
	// Output:
	// 1. Abbey: g=0 h=9 f=9
	// 2. Castle: g=4 h=7 f=11
	// 3. Bridge: g=6 h=5 f=11
	// 4. Harbor: g=12 h=0 f=12
	// [Abbey Castle Bridge Harbor] <nil>
}

// A search that may not finish says what it knows: a bound on the cost of any
// path, and a path to the nearest state that it met.
func ExampleOptions() {
	result, err := search.AStar(context.Background(), toHarbor(), "Abbey", search.Options[string, int]{
		Heuristic:   func(town string) int { return asTheCrowFlies[town] },
		Claim:       search.Admissible,
		MaxExpanded: 2,
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Status, "since", result.Reason)
	fmt.Println("no way is shorter than", result.LowerBound, "km")
	fmt.Println("so far", result.Nearest, result.NearestCost, "km")
	// Output:
	// limit since the budget of 2 expansions is spent
	// no way is shorter than 11 km
	// so far [Abbey Castle Bridge] 6 km
}

// An observer is told what a search does. Here it prints each improvement.
func ExampleObserver() {
	opts := search.Options[string, int]{}
	opts.Observer.Improve = func(e search.Event[string, int]) {
		fmt.Printf("step %d: %s is reached by %s for %d\n", e.Step, e.State, e.Parent, e.G)
	}
	if _, err := search.Dijkstra(context.Background(), toHarbor(), "Abbey", opts); err != nil {
		log.Fatal(err)
	}
	// Output: step 2: Bridge is reached by Castle for 6
}
