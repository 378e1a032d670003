package catalog_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/internal/asciigrid"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/verify"
)

// TestEnginesAreThoseOfTheFinder: every engine that a Finder can be made with has
// its entry, under its own name.
func TestEnginesAreThoseOfTheFinder(t *testing.T) {
	var listed []gridsearch.Engine
	for _, e := range catalog.Engines() {
		listed = append(listed, e.Engine)
		if e.Name != e.Engine.String() {
			t.Errorf("the engine %v is called %s", e.Engine, e.Name)
		}
		if !e.Fast() || e.Heuristic || e.Weight || e.Tie || e.Reopens {
			t.Errorf("%s is no engine, or takes options: %+v", e.Name, e)
		}
	}
	if want := append([]gridsearch.Engine{gridsearch.EngineAuto}, gridsearch.Engines()...); !slices.Equal(listed, want) {
		t.Errorf("the engines listed are %v, want %v", listed, want)
	}
	for _, e := range catalog.Entries() {
		if e.Fast() {
			t.Errorf("%s is no engine", e.Name)
		}
	}
}

// everyCosts returns the costs of a map with weights under each rule and model.
func everyCosts(tb testing.TB, rows ...string) (list []*grid.Costs, picture asciigrid.Picture) {
	tb.Helper()
	picture = asciigrid.Parse(tb, rows...)
	for _, rule := range grid.Rules() {
		for _, model := range grid.Models() {
			costs, err := grid.NewCosts(picture.Map, rule, model)
			if err != nil {
				tb.Fatal(err)
			}
			list = append(list, costs)
		}
	}
	return list, picture
}

// TestEnginesApplyWhereTheySupportTheCosts: an engine says why it does not, and
// then answers nothing.
func TestEnginesApplyWhereTheySupportTheCosts(t *testing.T) {
	list, picture := everyCosts(t, "S.1.", ".992", "...G")
	refused := map[string]int{}
	for _, costs := range list {
		for _, e := range catalog.Engines() {
			q := catalog.Query{Costs: costs, From: picture.Start, To: picture.Goal}
			why := e.Applies(q)
			if want := e.Engine.Supports(costs); why != want {
				t.Errorf("%s, %v, cost %v: %q, want %q", e.Name, costs.Rule(), costs.Model(), why, want)
			}
			answer, err := e.Solve(context.Background(), q, nil)
			if why == "" {
				if err != nil || answer.Result.Status != search.Found {
					t.Errorf("%s, %v, cost %v: %v, %v", e.Name, costs.Rule(), costs.Model(), answer.Result.Status, err)
				}
				continue
			}
			refused[e.Name]++
			if want := e.Name + " does not apply: " + why; err == nil || err.Error() != want || answer.Entry != nil {
				t.Errorf("%s: %+v, %v; want the error %q alone", e.Name, answer, err, want)
			}
		}
	}
	if refused["jump-point"] == 0 || refused["canonical-astar"] == 0 || refused["auto"] != 0 || refused["generic"] != 0 {
		t.Errorf("refused: %v; want the engines for uniform costs only", refused)
	}
}

// TestEnginesKeepLimits: each limit ends a search that would go on, and what is said
// then can be rechecked; options that decide nothing of the answer's cost are ignored.
func TestEnginesKeepLimits(t *testing.T) {
	picture := asciigrid.Parse(t, "S...#....", "..#.#.##.", "..#.#.#..", "..#...#.G")
	costs, err := grid.NewCosts(picture.Map, grid.Rule{}, grid.Uniform)
	if err != nil {
		t.Fatal(err)
	}
	q := catalog.Query{Costs: costs, From: picture.Start, To: picture.Goal}
	ignored, expansions, memory, duration := q, q, q, q
	ignored.Metric, ignored.Tie, ignored.NoReopen, ignored.Weight = grid.Zero, search.TieFIFO, true, search.Ratio{Num: 3, Den: 1}
	expansions.MaxExpanded, memory.MaxBytes, duration.MaxTime = 3, 1, 1
	for _, e := range catalog.Engines() {
		for _, tc := range []struct {
			limited catalog.Query
			reason  string
		}{
			{expansions, "the budget of 3 expansions is spent"},
			{memory, "more than the 1 allowed"},
			{duration, "the search was stopped: the time limit of 1ns is over"},
		} {
			answer, err := e.Solve(context.Background(), tc.limited, nil)
			r := answer.Result
			if e.Name == "generic" { // which takes its memory later
				tc.reason = strings.Replace(tc.reason, "more than the 1 allowed", "the budget of 1 bytes is spent", 1)
			}
			if err != nil || r.Status != search.Limit || !strings.Contains(r.Reason, tc.reason) || r.Expanded != tc.limited.MaxExpanded {
				t.Errorf("%s: %v (%s) after %d expansions, %v; want the reason %q", e.Name, r.Status, r.Reason, r.Expanded, err, tc.reason)
			}
			if report, err := verify.Check(costs, verify.FromResult(q.From, q.To, r)); err != nil || !report.OK() {
				t.Errorf("%s, %s: %v, %v", e.Name, tc.reason, report, err)
			}
		}
		enough := q
		enough.MaxExpanded, enough.MaxBytes, enough.MaxTime = 1_000, 1<<30, time.Hour
		without, err := solve(e, q, nil)
		if err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
		for _, same := range []catalog.Query{ignored, enough} {
			with, err := solve(e, same, nil)
			if err != nil || fmt.Sprint(with) != fmt.Sprint(without) {
				t.Errorf("%s: with %+v %v, without %v, %v", e.Name, same, with, without, err)
			}
		}
	}
}

// TestEnginesHonorAnEndedContext: what is told without a search is told all the same.
func TestEnginesHonorAnEndedContext(t *testing.T) {
	picture := asciigrid.Parse(t, "S.#.", "...G")
	costs, err := grid.NewCosts(picture.Map, grid.Rule{}, grid.Uniform)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errors.New("the user went away"))
	for _, e := range catalog.Engines() {
		q := catalog.Query{Costs: costs, From: picture.Start, To: picture.Goal}
		answer, err := e.Solve(ctx, q, nil)
		r := answer.Result
		if err != nil || r.Status != search.Limit || r.Expanded != 0 || !strings.Contains(r.Reason, "the user went away") {
			t.Errorf("%s: %v (%s) after %d expansions, %v", e.Name, r.Status, r.Reason, r.Expanded, err)
		}
		if report, err := verify.Check(costs, verify.FromResult(q.From, q.To, r)); err != nil || !report.OK() {
			t.Errorf("%s: %v, %v", e.Name, report, err)
		}
		q.To = grid.Cell{X: 2}
		if answer, err := e.Solve(ctx, q, nil); err != nil || answer.Result.Status != search.GoalBlocked {
			t.Errorf("%s: %v, %v; want %v", e.Name, answer.Result.Status, err, search.GoalBlocked)
		}
	}
}

// TestAutoTellsItsChoice: the answer names the engine that a Finder takes, and
// gives that engine's reason.
func TestAutoTellsItsChoice(t *testing.T) {
	list, picture := everyCosts(t, "S.1.", ".992", "...G")
	for _, costs := range list {
		q := catalog.Query{Costs: costs, From: picture.Start, To: picture.Goal}
		finder, err := gridsearch.New(costs, gridsearch.EngineAuto)
		if err != nil {
			t.Fatal(err)
		}
		auto, err := entry(t, "auto").Solve(context.Background(), q, nil)
		if err != nil {
			t.Fatal(err)
		}
		if auto.Engine != finder.Engine() {
			t.Errorf("%v, cost %v: %v; a Finder takes %v", costs.Rule(), costs.Model(), auto.Engine, finder.Engine())
		}
		chosen, err := entry(t, auto.Engine.String()).Solve(context.Background(), q, nil)
		if err != nil || chosen.Engine != auto.Engine || fmt.Sprint(chosen.Result) != fmt.Sprint(auto.Result) {
			t.Errorf("auto\n%+v\n%v\n%+v, %v", auto.Result, chosen.Engine, chosen.Result, err)
		}
	}
	blocked, err := entry(t, "auto").Solve(context.Background(), catalog.Query{Costs: list[0], From: grid.Cell{X: -1}}, nil)
	if err != nil || blocked.Result.Status != search.OutOfBounds || blocked.Engine != gridsearch.EngineAuto {
		t.Errorf("%v by %v, %v; want %v without a choice", blocked.Result.Status, blocked.Engine, err, search.OutOfBounds)
	}
}

// TestEngineAnswersSurviveJSON sends the answers of every engine through the
// object that solve prints and back, and has them rechecked.
func TestEngineAnswersSurviveJSON(t *testing.T) {
	list, picture := everyCosts(t, "S..#.", ".9#.1", "3...G")
	for _, costs := range list {
		for _, e := range enginesFor(costs) {
			for _, from := range []grid.Cell{picture.Start, {X: 3, Y: 1}, {X: 2, Y: 1}, {X: 9}} {
				q := catalog.Query{Costs: costs, From: from, To: picture.Goal}
				text := answerJSON(t, e, q, nil)
				doc, err := verify.ReadDocument(bytes.NewReader(text), "answer.json")
				if err != nil {
					t.Fatalf("%v\n%s", err, text)
				}
				got, err := doc.Answer(costs)
				if err != nil {
					t.Fatalf("%v\n%s", err, text)
				}
				r, err := solve(e, q, nil)
				if want := verify.FromResult(q.From, q.To, r); err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("%s: %v, read back %v, %v", e.Name, want, got, err)
				}
				if doc.Rule != costs.Rule() || doc.Model != costs.Model() {
					t.Errorf("%s: %v, cost %v; want %v, cost %v", e.Name, doc.Rule, doc.Model, costs.Rule(), costs.Model())
				}
				checkEngineOptions(t, e, costs, text)
			}
		}
	}
}

// checkEngineOptions holds the options in an answer against what an engine uses.
func checkEngineOptions(t *testing.T, e *catalog.Entry, costs *grid.Costs, text []byte) {
	t.Helper()
	var object struct {
		Status  string
		Options map[string]any
	}
	if err := json.Unmarshal(text, &object); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"moves": 8., "cut_corners": costs.Rule().Corners.String(), "cost": costs.Model().String(), "heuristic": "octile"}
	if costs.Rule().Moves == grid.Moves4 {
		want["moves"], want["heuristic"] = 4., "manhattan"
	}
	if e.Name == "bucket-dijkstra" {
		delete(want, "heuristic")
	}
	if e.Name != "auto" {
		want["engine"] = e.Name
	} else if object.Status == "found" || object.Status == "no-path" {
		want["engine"] = object.Options["engine"]
		if _, err := gridsearch.ParseEngine(fmt.Sprint(want["engine"])); err != nil || want["engine"] == "auto" {
			t.Errorf("auto chose %v", want["engine"])
		}
	}
	if fmt.Sprint(object.Options) != fmt.Sprint(want) {
		t.Errorf("%s: the options are %v, want %v", e.Name, object.Options, want)
	}
}

// TestElapsedIsThatOfTheSearch: to get ready for a map of 700×700 takes longer
// than to walk one step on it.
func TestElapsedIsThatOfTheSearch(t *testing.T) {
	q := catalog.Query{Costs: openMap(t, 700, 700, grid.Rule{}), To: grid.Cell{X: 1}}
	for _, e := range catalog.Engines() {
		if e.Name == "generic" {
			continue // its memory is taken when the first query comes
		}
		least := 1.0 // of several tries, since the machine may pause in any
		for range 5 {
			begin := time.Now()
			answer, err := e.Solve(context.Background(), q, nil)
			all := time.Since(begin)
			if err != nil || answer.Elapsed <= 0 {
				t.Fatalf("%s: %v, %v", e.Name, answer.Elapsed, err)
			}
			least = min(least, float64(answer.Elapsed)/float64(all))
		}
		if least > 0.5 {
			t.Errorf("%s: %.0f%% of the time is that of the search", e.Name, 100*least)
		}
	}
}

// A query's watcher is told of every expansion, whatever searches.
func TestWatchersSeeEveryExpansion(t *testing.T) {
	picture := asciigrid.Parse(t, "S..#....", ".#...#..", ".#.###.#", "...#...G")
	costs, err := grid.NewCosts(picture.Map, grid.Rule{}, grid.Uniform)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range append(slices.Clone(catalog.Entries()), catalog.Engines()...) {
		expanded := int64(0)
		q := catalog.Query{
			Costs: costs, From: picture.Start, To: picture.Goal,
			Watcher: &gridsearch.Watcher{Observer: gridsearch.Observer{Expand: func(gridsearch.Event) { expanded++ }}},
		}
		answer, err := e.Solve(t.Context(), q, nil)
		if err != nil {
			t.Fatal(err)
		}
		if expanded == 0 || expanded != answer.Result.Expanded {
			t.Errorf("%s: told of %d expansions of %d", e.Name, expanded, answer.Result.Expanded)
		}
	}
}
