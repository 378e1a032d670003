// Allshortest counts the cheapest paths between two towns and lists them.
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/astrolabe-search/astrolabe/search"
)

// roads lists the roads that leave each town, with their length.
type roads map[string][]search.Edge[string, int]

func (r roads) AppendSuccessors(dst []search.Edge[string, int], town string) []search.Edge[string, int] {
	return append(dst, r[town]...)
}

func (r roads) IsGoal(town string) bool { return town == "Harbor" }

func main() {
	country := roads{
		"Abbey":  {{To: "Bridge", Cost: 3}, {To: "Castle", Cost: 5}, {To: "Dale", Cost: 4}},
		"Bridge": {{To: "Castle", Cost: 2}, {To: "Harbor", Cost: 9}},
		"Castle": {{To: "Harbor", Cost: 6}},
		"Dale":   {{To: "Harbor", Cost: 7}},
	}
	ctx := context.Background()
	all, err := search.AllOptimal(ctx, country, "Abbey", search.Options[string, int]{})
	if err != nil {
		log.Fatal(err)
	}
	count, err := all.Count(ctx)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(count, "paths of length", all.Result.Cost)
	for path := range all.Paths() {
		fmt.Println(path)
	}
}

// Output:
// 3 paths of length 11
// [Abbey Bridge Castle Harbor]
// [Abbey Castle Harbor]
// [Abbey Dale Harbor]
