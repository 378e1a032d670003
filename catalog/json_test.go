package catalog_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/internal/asciigrid"
	"github.com/astrolabe-search/astrolabe/search"
)

// jsonQuery is a query, drawn, with an algorithm.
type jsonQuery struct {
	algorithm string
	rows      []string
	rule      grid.Rule
	model     grid.Model
	change    func(*catalog.Query)
}

func jsonQueries() []jsonQuery {
	hill := []string{"S.1.", ".992", "...G"}
	walled := []string{"S..#.", "...#G"}
	return []jsonQuery{
		{algorithm: "astar", rows: []string{"S...", ".##.", "...G"}},
		{algorithm: "dijkstra", rows: hill, model: grid.Mul},
		{algorithm: "bidirectional", rows: hill, model: grid.Mean, change: func(q *catalog.Query) { q.Metric = grid.Euclidean }},
		{algorithm: "bidirectional-first-meeting", rows: hill, rule: grid.Rule{Corners: grid.CornersAlways}, model: grid.Add, change: func(q *catalog.Query) {
			q.Tie = search.TieParentG
			q.Order = [8]grid.Dir{grid.W, grid.S, grid.E, grid.N, grid.SW, grid.SE, grid.NE, grid.NW}
		}},
		{algorithm: "breadth-first", rows: hill, rule: grid.Rule{Moves: grid.Moves4}},
		{algorithm: "weighted-astar", rows: hill, model: grid.Mul, change: func(q *catalog.Query) { q.Weight = search.Ratio{Num: 5, Den: 2} }},
		{algorithm: "astar", rows: hill, change: func(q *catalog.Query) { q.Metric, q.NoReopen = grid.Manhattan, true }},
		{algorithm: "greedy", rows: []string{"S", "."}, change: func(q *catalog.Query) { q.To = q.From }},
		{algorithm: "fringe", rows: walled},
		{algorithm: "ida-star", rows: hill, change: func(q *catalog.Query) { q.MaxExpanded, q.MaxBytes = 2, 1<<20 }},
		{algorithm: "branch-and-bound", rows: []string{"S....", ".##..", "....G"}, change: func(q *catalog.Query) { q.Metric, q.MaxExpanded = grid.Chebyshev, 6 }},
		{algorithm: "astar", rows: walled, change: func(q *catalog.Query) { q.From = grid.Cell{X: 3} }},
		{algorithm: "bidirectional-dijkstra", rows: walled, change: func(q *catalog.Query) { q.To = grid.Cell{X: 3} }},
		{algorithm: "astar", rows: walled, change: func(q *catalog.Query) { q.To, q.MaxTime = grid.Cell{X: 5}, time.Hour }},
		{algorithm: "jump-point", rows: []string{"S...", ".##.", "...G"}},
		{algorithm: "bucket-dijkstra", rows: hill, rule: grid.Rule{Moves: grid.Moves4}},
		{algorithm: "auto", rows: hill, model: grid.Mul},
		{algorithm: "canonical-astar", rows: walled},
		{algorithm: "auto", rows: walled, change: func(q *catalog.Query) { q.From = grid.Cell{X: 3} }},
	}
}

// marshal returns the JSON of a query's answer without its time.
func (j *jsonQuery) marshal(tb testing.TB) []byte {
	tb.Helper()
	picture := asciigrid.Parse(tb, j.rows...)
	costs, err := grid.NewCosts(picture.Map, j.rule, j.model)
	if err != nil {
		tb.Fatal(err)
	}
	q := catalog.Query{Costs: costs, From: picture.Start, To: picture.Goal}
	if j.change != nil {
		j.change(&q)
	}
	return answerJSON(tb, entry(tb, j.algorithm), q, nil)
}

func answerJSON(tb testing.TB, e *catalog.Entry, q catalog.Query, ws *gridsearch.Workspace) []byte {
	tb.Helper()
	answer, err := e.Solve(context.Background(), q, ws)
	if err != nil {
		tb.Fatal(err)
	}
	answer.Elapsed = 0
	text, err := json.Marshal(answer)
	if err != nil {
		tb.Fatal(err)
	}
	return text
}

// TestAnswersAsJSON compares the objects that `astrolabe solve --json` promises
// with testdata/answers.jsonl: one of each status, certificate and option.
func TestAnswersAsJSON(t *testing.T) {
	var lines bytes.Buffer
	for _, j := range jsonQueries() {
		lines.Write(j.marshal(t))
		lines.WriteByte('\n')
	}
	golden(t, "answers.jsonl", lines.Bytes())
}

// TestJSONHasThePromisedShape holds the keys against the promise, whatever the
// golden file says.
func TestJSONHasThePromisedShape(t *testing.T) {
	keys := []string{
		"status", "algorithm", "certificate", "reason", "from", "to", "cost", "lower_bound", "path",
		"expanded", "generated", "reopened", "peak_open", "time_ns", "options",
	}
	for _, j := range jsonQueries() {
		text := j.marshal(t)
		var object map[string]json.RawMessage
		if err := json.Unmarshal(text, &object); err != nil {
			t.Fatal(err)
		}
		for _, key := range keys {
			if object[key] == nil {
				t.Errorf("%s has no %q", text, key)
			}
		}
		for _, key := range []string{"cost", "lower_bound"} {
			var length *struct {
				Text               string
				Straight, Diagonal json.Number
				Value              *float64
			}
			if err := json.Unmarshal(object[key], &length); err != nil {
				t.Errorf("%s of %s: %v", key, text, err)
			}
			if length != nil && (length.Text == "" || length.Straight == "" || length.Diagonal == "" || length.Value == nil) {
				t.Errorf("%s of %s is %s", key, text, object[key])
			}
		}
		var path [][2]int
		if err := json.Unmarshal(object["path"], &path); err != nil || path == nil {
			t.Errorf("the path of %s: %v, %v", text, path, err)
		}
	}
}

// TestTheSameQueryTwice finds that nothing but the time tells two answers to a
// query apart, in a fresh workspace or in a used one.
func TestTheSameQueryTwice(t *testing.T) {
	var ws gridsearch.Workspace
	for number := range uint64(300) {
		c := newRandomCase(t, number)
		rng := rand.New(rand.NewPCG(number, 4))
		for _, e := range catalog.Entries() {
			q := randomOptions(rng, catalog.Query{Costs: c.costs, From: c.from, To: c.to})
			fresh, used := answerJSON(t, e, q, nil), answerJSON(t, e, q, &ws)
			if !bytes.Equal(fresh, used) {
				t.Fatalf("%s: two answers differ\n%s\n%s", e.Name, cmp.Diff(string(fresh), string(used)), c.describe(nil))
			}
		}
		for _, e := range enginesFor(c.costs) {
			q := catalog.Query{Costs: c.costs, From: c.from, To: c.to}
			first, second := answerJSON(t, e, q, nil), answerJSON(t, e, q, nil)
			if !bytes.Equal(first, second) {
				t.Fatalf("%s: two answers differ\n%s\n%s", e.Name, cmp.Diff(string(first), string(second)), c.describe(nil))
			}
		}
	}
}
