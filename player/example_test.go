package player_test

import (
	"bytes"
	"context"
	"fmt"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/player"
	"github.com/astrolabe-search/astrolabe/trace/gridtrace"
)

func ExamplePage() {
	m, err := grid.FromKinds(4, 1, []grid.Kind{{Symbol: '.'}}, make([]uint8, 4))
	if err != nil {
		fmt.Println(err)
		return
	}
	costs, err := grid.NewCosts(m, grid.Rule{}, grid.Uniform)
	if err != nil {
		fmt.Println(err)
		return
	}
	astar, err := catalog.Lookup("astar")
	if err != nil {
		fmt.Println(err)
		return
	}
	query := catalog.Query{Costs: costs, To: grid.Cell{X: 3}}
	var recorded, page bytes.Buffer
	if _, err := gridtrace.Record(context.Background(), astar, query, "corridor.map", &recorded, nil); err != nil {
		fmt.Println(err)
		return
	}
	if err := player.Page(&page, player.Options{Title: "A corridor"}, player.Trace{Data: &recorded}); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(page.String()[:16], bytes.Contains(page.Bytes(), []byte(`data-title="A corridor"`)))
	// Output: <!doctype html>
	//  true
}
