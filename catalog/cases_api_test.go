package catalog_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/internal/asciigrid"
	"github.com/astrolabe-search/astrolabe/search"
)

// openMap returns the costs of uniform steps on a map without walls.
func openMap(tb testing.TB, width, height int, rule grid.Rule) *grid.Costs {
	tb.Helper()
	m, err := grid.FromKinds(width, height, []grid.Kind{{Symbol: '.'}}, make([]uint8, width*height))
	if err != nil {
		tb.Fatal(err)
	}
	costs, err := grid.NewCosts(m, rule, grid.Uniform)
	if err != nil {
		tb.Fatal(err)
	}
	return costs
}

// TestSearchesLeaveNothingBehind is the case second-search-same-grid: its
// queries in order and in reverse, on one map with one workspace for all
// algorithms.
func TestSearchesLeaveNothingBehind(t *testing.T) {
	c := reported(t, "second-search-same-grid")
	costs := c.costs(t)
	var ws gridsearch.Workspace
	order := slices.Clone(c.Queries)
	slices.Reverse(c.Queries)
	for _, q := range append(order, c.Queries...) {
		checkCase(t, costs, q.Start.cell(), q.Goal.cell(), &q.Expect, &ws)
	}
	if len(order) != 3 {
		t.Errorf("the case has %d queries, want 3", len(order))
	}
}

// TestMapsMayBeEditedBetweenSearches is the case moving-agent-replan, by a fresh
// search after every edit.
func TestMapsMayBeEditedBetweenSearches(t *testing.T) {
	c := reported(t, "moving-agent-replan")
	costs := c.costs(t)
	var ws gridsearch.Workspace
	var before []*grid.Costs
	for i, step := range c.Steps {
		var edits []grid.Edit
		for _, e := range step.Edit {
			kind, ok := asciigrid.KindOf([]rune(e[2].(string))[0])
			if !ok {
				t.Fatalf("step %d has the edit %v", i, e)
			}
			edits = append(edits, grid.Edit{Cell: grid.Cell{X: int32(e[0].(float64)), Y: int32(e[1].(float64))}, Kind: kind})
		}
		m, err := costs.Map().With(edits...)
		if err != nil {
			t.Fatal(err)
		}
		if costs, err = grid.NewCosts(m, costs.Rule(), costs.Model()); err != nil {
			t.Fatal(err)
		}
		before = append(before, costs)
		checkCase(t, costs, c.Start.cell(), c.Goal.cell(), &step.Expect, &ws)
	}
	for i, costs := range before { // an edit leaves the map it was made on as it is
		checkCase(t, costs, c.Start.cell(), c.Goal.cell(), &c.Steps[i].Expect, &ws)
	}
	if len(before) != 4 {
		t.Errorf("the case has %d steps, want 4", len(before))
	}
}

// TestLongSerpentine is the case long-serpentine: a corridor of 80,801 cells.
// IDA* is left out: its threshold rises by 2 at a time, which takes 40,000
// searches of up to 80,000 expansions.
func TestLongSerpentine(t *testing.T) {
	c := reported(t, "long-serpentine")
	const side = 401
	rows := make([]string, side)
	for y := range rows {
		row := []byte(strings.Repeat("@", side))
		switch y % 4 {
		case 0, 2:
			row = []byte(strings.Repeat(".", side))
		case 1:
			row[side-1] = '.'
		case 3:
			row[0] = '.'
		}
		rows[y] = string(row)
	}
	c.Map = rows
	c.Expect.Exact = [2]string{"80800", "0"}
	costs := c.costs(t)
	for _, e := range claiming(costs, grid.Auto) {
		if e.Name == "ida-star" {
			continue
		}
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			r, err := solve(e, catalog.Query{Costs: costs, From: c.Start.cell(), To: c.Goal.cell()}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if wrong := c.Expect.check(costs, r); wrong != "" {
				t.Error(wrong)
			}
		})
	}
}

// TestOneRowOfAMillion is what the case one-row asks for besides its 1,500
// cells: nothing recurses, and nothing takes time that grows with the square of
// the path. With -short it is a row of 100,000.
func TestOneRowOfAMillion(t *testing.T) {
	cells := int32(1_000_000)
	if testing.Short() {
		cells = 100_000
	}
	costs := openMap(t, int(cells), 1, grid.Rule{})
	for _, e := range slices.Concat(catalog.Entries(), enginesFor(costs)) {
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			q := catalog.Query{Costs: costs, From: grid.Cell{X: cells - 1}, To: grid.Cell{}}
			answer, err := e.Solve(context.Background(), q, nil)
			if err != nil {
				t.Fatal(err)
			}
			r := answer.Result
			if a, b := r.Cost.Coefficients(); r.Status != search.Found || a != int64(cells-1) || b != 0 || len(r.Path) != int(cells) {
				t.Errorf("%v, cost %v, a path of %d cells", r.Status, r.Cost, len(r.Path))
			}
			if r.Expanded > int64(cells)+1 || r.Generated > 2*(int64(cells)+1) {
				t.Errorf("%d expansions, %d generated on a row of %d cells", r.Expanded, r.Generated, cells)
			}
		})
	}
}

// TestPathsCompressAndExpand is the case compressed-path: every algorithm
// returns every cell of its path, which survives compression and expansion.
func TestPathsCompressAndExpand(t *testing.T) {
	pictures := []asciigrid.Picture{
		asciigrid.Parse(t, "S.........", "..........", ".........."),
		asciigrid.Parse(t, "S...#...", ".##.#.#.", "..#...#G"),
		asciigrid.Parse(t, "...", ".S."),
	}
	pictures[0].Goal = grid.Cell{X: 9, Y: 2}
	pictures[2].Goal = pictures[2].Start
	for _, picture := range pictures {
		for _, rule := range grid.Rules() {
			costs, err := grid.NewCosts(picture.Map, rule, grid.Uniform)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range slices.Concat(catalog.Entries(), enginesFor(costs)) {
				r, err := solve(e, catalog.Query{Costs: costs, From: picture.Start, To: picture.Goal}, nil)
				if err != nil {
					t.Fatal(err)
				}
				path := slices.Clone(r.Path)
				turns := grid.CompressPath(path)
				if !slices.Equal(path, r.Path) {
					t.Errorf("%s, %v: compression changed the path", e.Name, rule)
				}
				again, err := grid.ExpandPath(turns)
				if err != nil || !slices.Equal(again, r.Path) {
					t.Errorf("%s, %v: %v becomes %v, then %v, %v", e.Name, rule, r.Path, turns, again, err)
				}
				if len(turns) > len(path) || len(path) == 1 && len(turns) != 1 {
					t.Errorf("%s, %v: %d turning points in a path of %d cells", e.Name, rule, len(turns), len(path))
				}
			}
		}
	}
}

// TestALimitIsNotNoPath is the case limit-is-not-no-path.
func TestALimitIsNotNoPath(t *testing.T) {
	c := reported(t, "limit-is-not-no-path")
	costs := c.costs(t)
	for _, e := range catalog.Entries() {
		q := catalog.Query{Costs: costs, From: c.Start.cell(), To: c.Goal.cell(), MaxExpanded: c.MaxExpansions}
		r, err := solve(e, q, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.Status.String() != c.Expect.Status || r.Expanded != c.MaxExpansions || r.Certificate != search.None || len(r.Path) != 0 {
			t.Errorf("%s: %v after %d expansions, certificate %v, path %v", e.Name, r.Status, r.Expanded, r.Certificate, r.Path)
		}
		if !strings.Contains(r.Reason, "budget") {
			t.Errorf("%s: the reason is %q", e.Name, r.Reason)
		}
		// What there is instead: the best partial path.
		if n := len(r.Nearest); n < 1 || n > 6 || r.Nearest[n-1].X != int32(n)-1 {
			t.Errorf("%s: the nearest cell is reached by %v", e.Name, r.Nearest)
		}
		q.MaxExpanded = 0
		if r, err = solve(e, q, nil); err != nil || r.Status != search.Found {
			t.Errorf("%s: without the limit %v, %v", e.Name, r.Status, err)
		}
	}
}

// TestStatusesAreTold is the case ambiguous-empty: each of the six is another
// value, with another name, and every algorithm tells them apart.
func TestStatusesAreTold(t *testing.T) {
	c := reported(t, "ambiguous-empty")
	picture := asciigrid.Parse(t, "..#.", "...#")
	costs, err := grid.NewCosts(picture.Map, grid.Rule{}, grid.Uniform)
	if err != nil {
		t.Fatal(err)
	}
	open, wall, island, outside := grid.Cell{}, grid.Cell{X: 2}, grid.Cell{X: 3}, grid.Cell{X: 4}
	far := grid.Cell{X: 2, Y: 1}
	for _, e := range slices.Concat(catalog.Entries(), enginesFor(costs)) {
		var told []string
		for _, q := range []catalog.Query{
			{From: open, To: far},
			{From: open, To: island},
			{From: wall, To: open},
			{From: open, To: wall},
			{From: open, To: outside},
			{From: open, To: far, MaxExpanded: 1},
		} {
			q.Costs = costs
			if e.Fast() && q.MaxExpanded > 0 {
				told = append(told, search.Limit.String()) // TestEnginesTakeNoLimits
				continue
			}
			r, err := solve(e, q, nil)
			if err != nil {
				t.Fatal(err)
			}
			told = append(told, r.Status.String())
		}
		if !slices.Equal(told, c.Expect.Statuses) {
			t.Errorf("%s: %v, want %v", e.Name, told, c.Expect.Statuses)
		}
	}
}

// TestSearchesCanBeCanceled is the case cancel: a search ends within a bounded
// number of expansions after its context, and what it ran on stays usable.
func TestSearchesCanBeCanceled(t *testing.T) {
	const bound, canceledAt = 100, 20
	goal := grid.Cell{X: 119, Y: 60}
	costs := openMap(t, 120, 120, grid.Rule{})
	p, err := gridsearch.NewProblem(costs, goal)
	if err != nil {
		t.Fatal(err)
	}
	reason := errors.New("the user went away")
	for _, e := range catalog.Entries() {
		ctx, cancel := context.WithCancelCause(context.Background())
		var ws gridsearch.Workspace
		opts := gridsearch.WithHeuristic(gridsearch.Options{Workspace: &ws}, p, grid.Auto, grid.Cell{})
		opts.Observer.Expand = func(event gridsearch.Event) {
			if event.Step == canceledAt {
				cancel(reason)
			}
		}
		stepper, err := e.New(p, grid.Cell{}, opts)
		if err != nil {
			t.Fatal(err)
		}
		r, err := stepper.Run(ctx)
		if err != nil || r.Status != search.Limit || !strings.Contains(r.Reason, reason.Error()) {
			t.Errorf("%s: %v (%s), %v", e.Name, r.Status, r.Reason, err)
		}
		if r.Expanded < canceledAt || r.Expanded > canceledAt+bound {
			t.Errorf("%s: canceled at expansion %d, ended at %d", e.Name, canceledAt, r.Expanded)
		}
		q := catalog.Query{Costs: costs, To: goal}
		if answer, err := e.Solve(ctx, q, &ws); err != nil || answer.Result.Status != search.Limit || answer.Result.Expanded != 0 {
			t.Errorf("%s: a search that begins too late: %v after %d expansions, %v", e.Name, answer.Result.Status, answer.Result.Expanded, err)
		}
		after, err := solve(e, q, &ws)
		if err != nil {
			t.Fatal(err)
		}
		fresh, err := solve(e, q, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := fmt.Sprint(after), fmt.Sprint(fresh); got != want {
			t.Errorf("%s: after the canceled search\n%s\nwant\n%s", e.Name, got, want)
		}
	}
}
