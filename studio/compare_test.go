package studio_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/studio"
	"github.com/google/go-cmp/cmp"
)

// randomMap returns a small plain map with a start, a goal, walls and perhaps weights.
func randomMap(rng *rand.Rand) string {
	width, height := 3+rng.IntN(6), 2+rng.IntN(5)
	cells := make([]byte, width*height)
	for i := range cells {
		cells[i] = "......##49"[rng.IntN(8+2*(width%2))]
	}
	order := rng.Perm(len(cells))
	cells[order[0]], cells[order[1]] = 'S', 'G'
	var text strings.Builder
	for row := range slices.Chunk(cells, width) {
		text.Write(row)
		text.WriteByte('\n')
	}
	return text.String()
}

// TestCompareIsSolveForEach holds the answers of all algorithms to those of the catalog.
func TestCompareIsSolveForEach(t *testing.T) {
	s := start(t, studio.Options{})
	for _, a := range queries(t) {
		limit := a.fields["max_expanded"] != nil
		reply := s.post("/api/compare", a.fields)
		if reply.code != http.StatusOK {
			t.Fatalf("%s: status %d: %s", a.name, reply.code, reply.body)
		}
		answers := decode[struct{ Answers []json.RawMessage }](t, reply.body).Answers
		entries := slices.Concat(catalog.Entries(), catalog.Engines())
		if len(answers) != len(entries) {
			t.Fatalf("%s: %d answers of %d algorithms", a.name, len(answers), len(entries))
		}
		for i, e := range entries {
			q := a.query(t, e)
			if !limit {
				q.MaxExpanded = 20*int64(q.Costs.Map().OpenCount()) + 1000
			}
			if why := e.Applies(q); why != "" {
				want := map[string]any{"status": "not-run", "algorithm": e.Name, "reason": why}
				if diff := cmp.Diff(want, decode[map[string]any](t, answers[i])); diff != "" {
					t.Errorf("%s, %s: -want +got\n%s", a.name, e.Name, diff)
				}
				continue
			}
			answer, err := e.Solve(t.Context(), q, nil)
			if err != nil {
				t.Fatal(err)
			}
			want, err := json.Marshal(answer)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(untimed(t, want), untimed(t, answers[i])); diff != "" {
				t.Errorf("%s, %s: (-catalog +studio)\n%s", a.name, e.Name, diff)
			}
		}
	}
}

// One whose costs leave the exact range does not lose the answers of others.
func TestCompareWithAFailure(t *testing.T) {
	s := start(t, studio.Options{})
	heavy := "astrolabe 1\nsize 4 3\ncost mul\nstart 0 0\ngoal 3 0\nweights\n0.000001 500 500 1\n1 x x 1\n1 1 1 1\n"
	reply := s.post("/api/compare", fields{"map": heavy, "algorithms": []string{"breadth-first", "astar"}})
	answers := reply.object(t)["answers"].([]any)
	failed, found := answers[0].(map[string]any), answers[1].(map[string]any)
	if failed["status"] != "error" || !strings.Contains(fmt.Sprint(failed["reason"]), "overflows its exact range") || found["status"] != "found" {
		t.Errorf("got %v and %v", failed, found["status"])
	}
}

func TestCompareSome(t *testing.T) {
	s := start(t, studio.Options{})
	reply := s.post("/api/compare", fields{"map": small, "algorithm": "nonsense", "algorithms": []string{"jps", "A*", "greedy"}, "heuristic": "zero"})
	var got []string
	for _, answer := range reply.object(t)["answers"].([]any) {
		a := answer.(map[string]any)
		got = append(got, fmt.Sprint(a["algorithm"], " ", a["status"]))
	}
	if want := "jump-point found, astar found, greedy not-run"; strings.Join(got, ", ") != want {
		t.Errorf("%s, want %s", strings.Join(got, ", "), want)
	}
	reply = s.post("/api/compare", fields{"map": small, "algorithms": []string{"astar", "astra"}})
	if detail := reply.detail(t); reply.code != http.StatusUnprocessableEntity || !strings.HasPrefix(detail, `algorithms[1]: unknown algorithm "astra"`) {
		t.Errorf("status %d: %s", reply.code, detail)
	}
}

// TestCompareWithoutTime asks more than there is time for: what comes after that is not
// run.
func TestCompareWithoutTime(t *testing.T) {
	s := start(t, studio.Options{MaxTime: 100 * time.Millisecond})
	asked := endless(t).with(fields{"algorithms": []string{"ida-star", "astar", "auto"}, "max_expanded": int64(1) << 40})
	answers := s.post("/api/compare", asked).object(t)["answers"].([]any)
	for i, want := range []string{"limit", "not-run", "not-run"} {
		answer := answers[i].(map[string]any)
		if answer["status"] != want || !strings.Contains(fmt.Sprint(answer["reason"]), "the time limit of") {
			t.Errorf("%v: %v: %v, want %s", answer["algorithm"], answer["status"], answer["reason"], want)
		}
	}
}

// TestGoneClientsStopTheLaboratory cancels requests in their search.
func TestGoneClientsStopTheLaboratory(t *testing.T) {
	s := start(t, studio.Options{MaxTime: time.Hour, MaxExpanded: 1 << 50})
	for path, body := range map[string]fields{
		"/api/compare": endless(t).with(fields{"max_expanded": int64(1) << 50, "algorithms": []string{"ida-star", "ida-star"}}),
		"/api/explain": endless(t).with(fields{"cell": []int{1, 1}}),
		"/api/budget":  endless(t),
		"/api/figure":  endless(t).with(fields{"format": "gif"}),
		"/api/snippet": endless(t).with(fields{"kind": "go-test"}),
		"/api/game":    {"game": "connect-four", "depth": 12, "algorithm": "minimax"}, // 7¹² lines of play
	} {
		cancel := s.begin(path, body)
		s.eventually(running, "1")
		time.Sleep(20 * time.Millisecond) // into the search
		cancel()
		s.eventually(running, "0")
	}
}

// laboratory are bodies that make each operation answer in each way there is, beside what
// their examples do.
var laboratory = map[string][]fields{
	"compare": {
		{},
		{"heuristic": "zero"},
		{"algorithms": []string{"astar", "auto"}, "to": []int{9, 9}},
	},
	"explain": {
		{"cell": []int{1, 0}},
		{"cell": []int{1, 1}, "step": 2},
		{"cell": []int{2, 2}, "algorithm": "bidirectional"},
		{"cell": []int{1, 0}, "algorithm": "jump-point"},
		{"cell": []int{3, 0}, "map": "S@..\n.@.G\n"},
		{"cell": []int{9, 0}},
	},
	"check-heuristic": {
		{"cells": true},
		{"heuristic": "manhattan", "cut_corners": "always", "cells": true, "map": "S.@.\n..@.\n..@G\n"},
		{"map": "...G\n"},
		{"to": []int{1, 1}},
	},
	"ties":   {{}, {"moves": 4}, {"map": "S@G\n"}, {"from": []int{1, 1}}, {"to": []int{-1, 1}}, {"max_expanded": 1}},
	"budget": {{}, {"map": "S@G\n"}, {"from": []int{1, 1}}, {"to": []int{-1, 1}}, {"max_expanded": 3}, {"algorithm": "bidirectional"}, {"algorithm": "auto"}},
	"figure": {
		{}, {"format": "pdf"}, {"format": "png"}, {"format": "gif"}, {"format": "html"}, {"format": "trace"}, {"format": "jsonl"}, {"format": "json"},
	},
	"snippet": {{"kind": "go-test"}, {"kind": "command"}, {"kind": "ascii"}},
	"game": {
		{"game": "tic-tac-toe"},
		{"game": "tic-tac-toe", "depth": 3, "algorithm": "pvs"},
		{"game": "tic-tac-toe", "depth": 3, "position": "XXX/OO./..."},
		{"game": "tic-tac-toe", "solver": true},
		{"game": "connect-four", "position": "444444333333222222666666", "solver": true},
	},
}

// TestLaboratoryFollowsTheDocument validates answers against their schemas.
func TestLaboratoryFollowsTheDocument(t *testing.T) {
	s := start(t, studio.Options{})
	doc := document(t, s)
	c := newChecker(t, doc)
	for id, bodies := range laboratory {
		path := "/api/" + id
		op, ok := doc.Paths[path]["post"]
		if !ok || op.OperationID != id {
			t.Fatalf("there is no operation %s", id)
		}
		for _, body := range bodies {
			if id != "game" {
				body = fields{"map": small}.with(body)
			}
			got := s.post(path, body)
			kind, _, _ := strings.Cut(got.header.Get("Content-Type"), ";")
			described, ok := op.Responses[text(t, got.code)].Content[kind]
			if !ok {
				t.Errorf("%s %v: nothing is said of the status %d with %s", path, body, got.code, kind)
				continue
			}
			if strings.HasSuffix(kind, "json") {
				for _, err := range c.check(t, described.Schema, got.body) {
					t.Errorf("%s %v, status %d: %v", path, body, got.code, err)
				}
			}
		}
	}
}
