package catalog_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/search"
)

// signatureMap makes a map from raw numbers of a generator whose output is
// fixed for ever, so that the signature cannot change with a Go release.
func signatureMap(tb testing.TB, seed uint64, side int32, wallPercent uint64, weights []int64) *grid.Map {
	tb.Helper()
	source := rand.NewPCG(seed, 3)
	b := &board{width: side, height: side}
	for range side * side {
		weight := weights[source.Uint64()%uint64(len(weights))]
		if source.Uint64()%100 < wallPercent {
			weight = blockedCell
		}
		b.weight = append(b.weight, weight)
	}
	return b.grid(tb, false)
}

// signatureQueries are the fixed queries: twelve maps of 40×40, each rule and
// each model three times, with three pairs of ends each.
func signatureQueries(tb testing.TB) []catalog.Query {
	tb.Helper()
	const side = 40
	var queries []catalog.Query
	palettes := [][]int64{{1_000_000}, {1_000_000, 2_000_000, 5_000_000}, {500_000, 1_000_000, 1_250_000}}
	for i := range uint64(12) {
		m := signatureMap(tb, i, side, 10*(i%4), palettes[i/4])
		costs, err := grid.NewCostsWith(m, grid.Rules()[i%4], grid.Models()[(i+i/4)%4], grid.CostOptions{AllowFree: true})
		if err != nil {
			tb.Fatal(err)
		}
		var open []grid.Cell
		for y := range int32(side) {
			for x := range int32(side) {
				if c := (grid.Cell{X: x, Y: y}); m.Open(c) {
					open = append(open, c)
				}
			}
		}
		for j := range 3 {
			queries = append(queries, catalog.Query{
				Costs: costs, From: open[j*len(open)/8], To: open[len(open)-1-j*len(open)/7],
				Weight: search.Ratio{Num: 3, Den: 2}, MaxExpanded: 5_000,
			})
		}
	}
	return queries
}

// TestSignature compares the effort of every algorithm over the fixed queries
// with testdata/signature.txt. A change of these numbers is a change of what a
// search does, even where its answers stay the same: update the file with
// -update and say why in the commit. The depth-first algorithms reach the limit
// of 5,000 expansions on many of the queries; so much is part of the signature.
func TestSignature(t *testing.T) {
	queries := signatureQueries(t)
	var table bytes.Buffer
	fmt.Fprintf(&table, "%-28s %5s %5s %8s %9s %8s %9s\n", "algorithm", "found", "limit", "expanded", "generated", "reopened", "peak open")
	var ws gridsearch.Workspace
	for _, e := range catalog.Entries() {
		var total search.Counts
		var found, limit int
		for _, q := range queries {
			answer, err := e.Solve(context.Background(), q, &ws)
			if err != nil {
				t.Fatalf("%s: %v", e.Name, err)
			}
			r := answer.Result
			total.Expanded += r.Expanded
			total.Generated += r.Generated
			total.Reopened += r.Reopened
			total.PeakOpen += r.PeakOpen
			switch r.Status {
			case search.Found:
				found++
			case search.Limit:
				limit++
			}
		}
		fmt.Fprintf(&table, "%-28s %5d %5d %8d %9d %8d %9d\n", e.Name, found, limit, total.Expanded, total.Generated, total.Reopened, total.PeakOpen)
	}
	golden(t, "signature.txt", table.Bytes())
}

// TestEnginesSignature does the same for the engines, with testdata/engines.txt,
// over the queries at costs that each is for, and all of them once more at uniform
// costs.
func TestEnginesSignature(t *testing.T) {
	queries := signatureQueries(t)
	for _, q := range queries {
		var err error
		if q.Costs, err = grid.NewCosts(q.Costs.Map(), q.Costs.Rule(), grid.Uniform); err != nil {
			t.Fatal(err)
		}
		queries = append(queries, q)
	}
	var table bytes.Buffer
	fmt.Fprintf(&table, "%-16s %7s %5s %8s %9s\n", "engine", "queries", "found", "expanded", "generated")
	for _, e := range catalog.Engines() {
		var total search.Counts
		var asked, found int
		for _, q := range queries {
			q.MaxExpanded = 0
			if e.Applies(q) != "" {
				continue
			}
			asked++
			answer, err := e.Solve(context.Background(), q, nil)
			if err != nil {
				t.Fatalf("%s: %v", e.Name, err)
			}
			total.Expanded += answer.Result.Expanded
			total.Generated += answer.Result.Generated
			if answer.Result.Status == search.Found {
				found++
			}
		}
		fmt.Fprintf(&table, "%-16s %7d %5d %8d %9d\n", e.Name, asked, found, total.Expanded, total.Generated)
	}
	golden(t, "engines.txt", table.Bytes())
}
