package scenario_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/mapfile"
	"github.com/astrolabe-search/astrolabe/scenario"
)

const wallMap = `type octile
height 4
width 6
map
......
.@@@@.
......
......
`

const wallScenario = `version 1
0	wall.map	6	4	1	2	4	3	3.41421
1	wall.map	6	4	0	0	3	3	5.41421
1	wall.map	6	4	0	0	5	2	7
`

// Time two algorithms on the queries of a scenario, each asked three times, and
// check their answers.
func Example() {
	queries, err := mapfile.ReadScenario(strings.NewReader(wallScenario), "wall.map.scen")
	if err != nil {
		log.Fatal(err)
	}
	load := func() (*grid.Map, error) {
		file, err := mapfile.Read(strings.NewReader(wallMap), "wall.map", mapfile.Limits{})
		if err != nil {
			return nil, err
		}
		return file.Map, nil
	}
	var algorithms []scenario.Algorithm
	for _, name := range []string{"jump-point", "astar"} {
		a, err := scenario.Lookup(name)
		if err != nil {
			log.Fatal(err)
		}
		algorithms = append(algorithms, a)
	}
	cases := []scenario.Case{{Map: "wall.map", Source: "wall.map.scen", Scenario: queries, Load: load}}
	report, err := scenario.Run(context.Background(), cases, scenario.Options{Algorithms: algorithms, Repeat: 3})
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range report.Results {
		fmt.Println(r.Map, r.Algorithm, r.Queries, r.Optimal, r.MeanUS > 0, len(r.RepeatsUS))
	}
	fmt.Println("wrong:", len(report.Wrong))
	// Output:
	// wall.map jump-point 3 3 true 3
	// wall.map astar 3 3 true 3
	// wrong: 0
}
