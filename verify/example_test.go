package verify_test

import (
	"fmt"
	"strings"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/verify"
)

// twoRooms is a map of 5×3 cells: two rooms and a door between them.
func twoRooms() (*grid.Map, error) {
	rows := "..@.." +
		"....." +
		"..@.."
	kinds := []grid.Kind{{Symbol: '.'}, {Symbol: '@', Blocked: true}}
	cells := make([]uint8, len(rows))
	for i := range rows {
		if rows[i] == '@' {
			cells[i] = 1
		}
	}
	return grid.FromKinds(5, 3, kinds, cells)
}

func ExampleCheck() {
	m, err := twoRooms()
	if err != nil {
		fmt.Println(err)
		return
	}
	costs, err := grid.NewCosts(m, grid.Rule{}, grid.Uniform)
	if err != nil {
		fmt.Println(err)
		return
	}
	answer := verify.Answer{
		Status: search.Found, From: grid.Cell{X: 0, Y: 0}, To: grid.Cell{X: 4, Y: 0},
		Path:        []grid.Cell{{X: 0, Y: 0}, {X: 1, Y: 1}, {X: 2, Y: 1}, {X: 3, Y: 1}, {X: 4, Y: 0}},
		Cost:        2*root2.One + 2*root2.Root2,
		HasCost:     true,
		Certificate: search.Optimal,
	}
	report, err := verify.Check(costs, answer)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(report)

	answer.Path[2] = grid.Cell{X: 2, Y: 0}
	report, err = verify.Check(costs, answer)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(report)
	// Output:
	// ok: 0,0 and 4,0 are open
	// ok: path legal (4 steps)
	// ok: cost 2+2√2 recomputed
	// ok: no path is cheaper (plain Dijkstra over 12 cells)
	// ok: 0,0 and 4,0 are open
	// wrong: path: step 2, 1,1 to 2,0, enters a blocked cell
}

func ExampleReadDocument() {
	m, err := twoRooms()
	if err != nil {
		fmt.Println(err)
		return
	}
	doc, err := verify.ReadDocument(strings.NewReader(`{
		"status": "found", "certificate": "optimal", "from": [0,0], "to": [1,1],
		"path": [[0,0],[0,1],[1,1]], "cost": {"text": "2", "straight": 2, "diagonal": 0},
		"options": {"moves": 8, "cut_corners": "never", "cost": "uniform"}
	}`), "answer.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	costs, err := grid.NewCosts(m, doc.Rule, doc.Model)
	if err != nil {
		fmt.Println(err)
		return
	}
	answer, err := doc.Answer(costs)
	if err != nil {
		fmt.Println(err)
		return
	}
	report, err := verify.Check(costs, answer)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.OK(), report.Failure)
	// Output:
	// false verify: certificate is optimal, but the path costs 2 and the optimum is √2
}
