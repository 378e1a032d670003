package gridtrace_test

import (
	"bytes"
	"context"
	"fmt"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/mapgen"
	"github.com/astrolabe-search/astrolabe/trace"
	"github.com/astrolabe-search/astrolabe/trace/gridtrace"
)

func ExampleRecord() {
	m, err := mapgen.Rooms(mapgen.Options{Width: 17, Height: 9, Seed: 4})
	if err != nil {
		fmt.Println(err)
		return
	}
	costs, err := grid.NewCosts(m, grid.Rule{}, grid.Uniform)
	if err != nil {
		fmt.Println(err)
		return
	}
	entry, err := catalog.Lookup("astar")
	if err != nil {
		fmt.Println(err)
		return
	}
	var file bytes.Buffer
	q := catalog.Query{Costs: costs, From: grid.Cell{X: 1, Y: 1}, To: grid.Cell{X: 15, Y: 7}}
	answer, err := gridtrace.Record(context.Background(), entry, q, "rooms", &file, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := trace.NewReader(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Header().Algorithm, r.Header().Options)
	fmt.Println(r.Steps() == answer.Result.Expanded, len(r.Outcome().Path) == len(answer.Result.Path))
	e, err := r.Next()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(e.Kind, gridtrace.Cell(m.Width(), e.State), "h =", gridtrace.Float64(costs)(e.H))
	// Output:
	// astar [{moves 8} {cut_corners never} {cost uniform} {scale 1} {order E,W,S,N,SE,NE,SW,NW} {heuristic octile} {tie low-h-lifo} {reopen true}]
	// true true
	// start 1,1 h = 16.48528137423857
}
