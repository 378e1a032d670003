package studio_test

import (
	"math"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/astrolabe-search/astrolabe/appraise"
	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/studio"
	"github.com/google/go-cmp/cmp"
)

// TestCheckHeuristicIsTheVerdict holds the answers to those of package appraise, and the
// excess of each cell to its numbers.
func TestCheckHeuristicIsTheVerdict(t *testing.T) {
	s := start(t, studio.Options{})
	astar, err := catalog.Lookup("astar")
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range queries(t)[:4] {
		for _, metric := range append(grid.Metrics(), grid.Auto) {
			q := a.query(t, astar)
			v, err := appraise.Heuristic(t.Context(), appraise.Question{
				Costs: q.Costs, Metric: metric, Start: &q.From, Goal: q.To, MaxExpanded: q.MaxExpanded,
			})
			if err != nil {
				t.Fatal(err)
			}
			want := decode[map[string]any](t, []byte(text(t, v.Document())))
			asked := a.fields.with(fields{"heuristic": metric.String()})
			got := s.post("/api/check-heuristic", asked).object(t)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, %v: -want +got\n%s", a.name, metric, diff)
			}
			got = s.post("/api/check-heuristic", asked.with(fields{"cells": true})).object(t)
			rows := got["excess"].([]any)
			delete(got, "excess")
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, %v, with cells: -want +got\n%s", a.name, metric, diff)
			}
			m := q.Costs.Map()
			if len(rows) != m.Height() {
				t.Fatalf("%s: %d rows, want %d", a.name, len(rows), m.Height())
			}
			for y, row := range rows {
				if len(row.([]any)) != m.Width() {
					t.Fatalf("%s: %d cells in row %d, want %d", a.name, len(row.([]any)), y, m.Width())
				}
				for x, value := range row.([]any) {
					i := y*m.Width() + x
					number, known := value.(float64)
					if known != v.Report.Reaches[i] {
						t.Fatalf("%s, %v: %v at %d,%d, reaches the goal: %v", a.name, metric, value, x, y, v.Report.Reaches[i])
					}
					excess := q.Costs.Float64(v.Report.Excess[i])
					if known && (math.Abs(number-excess) > 0.5001e-4 || math.Signbit(number) && number == 0) {
						t.Fatalf("%s, %v: %v at %d,%d, want %v", a.name, metric, number, x, y, excess)
					}
				}
			}
		}
	}
}

func TestCheckHeuristicEnds(t *testing.T) {
	s := start(t, studio.Options{})
	got := s.post("/api/check-heuristic", fields{"map": "...G\n"}).object(t)
	if got["from"] != nil || len(got["searches"].([]any)) != 0 || got["cells"] != 4.0 {
		t.Errorf("without a start: %v", got)
	}
	for _, c := range []struct {
		body fields
		want string
	}{
		{fields{"map": "....\n"}, "to: the map names no goal"},
		{fields{"map": small, "to": []int{1, 1}}, "to: the goal 1,1 is blocked ('@'); want an open cell"},
		{fields{"map": small, "to": []int{1, 3}}, "to: the goal 1,3 lies outside the map; x goes from 0 to 2 and y from 0 to 2"},
		{fields{"map": small, "from": []int{1, 1}}, "from: the start 1,1 is blocked"},
		{fields{"map": small, "heuristic": "luck"}, "heuristic: "},
	} {
		reply := s.post("/api/check-heuristic", c.body)
		if detail := reply.detail(t); reply.code != http.StatusUnprocessableEntity || !strings.HasPrefix(detail, c.want) {
			t.Errorf("%v: status %d: %s; want %s", c.body, reply.code, detail, c.want)
		}
	}
}

func TestCheckHeuristicWithoutTime(t *testing.T) {
	s := start(t, studio.Options{MaxTime: time.Nanosecond})
	reply := s.post("/api/check-heuristic", fields{"map": example(t, "harbor.txt")})
	if detail := reply.detail(t); reply.code != http.StatusUnprocessableEntity || !strings.Contains(detail, "the time limit of 1ns is over while the heuristic was being checked; want a smaller map") {
		t.Errorf("status %d: %s", reply.code, detail)
	}
}
