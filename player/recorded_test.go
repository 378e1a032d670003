package player_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/internal/asciigrid"
	"github.com/astrolabe-search/astrolabe/internal/browsertest"
	"github.com/astrolabe-search/astrolabe/player"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/trace/gridtrace"
)

// yard is a map on which A* expands some cells, leaves some on OPEN, improves
// some and meets some never. Its cells are walled in at the lower right.
var yard = []string{
	"S.....#.....",
	".####.#.###.",
	".#....#.#...",
	".#.####.#.##",
	".#......#..G",
	"...##.....##",
	".........#..",
}

// meadow has weights.
var meadow = []string{
	"S..22299..",
	"..2229999.",
	"...22#999.",
	"....2#99..",
	".....#....",
	"...55#5..G",
}

// record returns the trace of an algorithm on a picture.
func record(t testing.TB, algorithm, name string, model grid.Model, rows ...string) []byte {
	t.Helper()
	picture := asciigrid.Parse(t, rows...)
	return recordQuery(t, algorithm, name, costsOf(t, picture.Map, model), picture.Start, picture.Goal)
}

func costsOf(t testing.TB, m *grid.Map, model grid.Model) *grid.Costs {
	t.Helper()
	costs, err := grid.NewCosts(m, grid.Rule{}, model)
	if err != nil {
		t.Fatal(err)
	}
	return costs
}

func recordQuery(t testing.TB, algorithm, name string, costs *grid.Costs, from, to grid.Cell) []byte {
	t.Helper()
	entry, err := catalog.Lookup(algorithm)
	if err != nil {
		t.Fatal(err)
	}
	q := catalog.Query{Costs: costs, From: from, To: to}
	if entry.Weight {
		q.Weight = search.Ratio{Num: 2, Den: 1}
	}
	var out bytes.Buffer
	if _, err := gridtrace.Record(context.Background(), entry, q, name, &out, nil); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// traceOf hands a trace to a page.
func traceOf(data []byte, name string) player.Trace {
	return player.Trace{Name: name, Data: bytes.NewReader(data)}
}

// yardPage opens the page of A* on the yard.
func yardPage(t testing.TB, s browsertest.Screen) *tab {
	t.Helper()
	return openPage(t, s, player.Options{}, traceOf(record(t, "astar", "yard.map", grid.Uniform, yard...), ""))
}

// stateOf returns the state of the n-th cell of a picture with that symbol.
func stateOf(rows []string, symbol string) int {
	for y, row := range rows {
		if x := strings.Index(row, symbol); x >= 0 {
			return y*len(row) + x
		}
	}
	return -1
}
