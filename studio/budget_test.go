package studio_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/studio"
)

// checkPoint holds a point to the answer of a search with that budget.
func checkPoint(t *testing.T, point, answer map[string]any, bound float64) {
	t.Helper()
	for _, name := range []string{"status", "expanded", "cost"} {
		if fmt.Sprint(point[name]) != fmt.Sprint(answer[name]) {
			t.Errorf("%s %v, but solve says %v", name, point[name], answer[name])
		}
	}
	var end any
	if answer["status"] == "found" {
		end = answer["to"]
	} else if nearest, ok := answer["nearest"].(map[string]any); ok {
		path := nearest["path"].([]any)
		end = path[len(path)-1]
	}
	if fmt.Sprint(point["nearest"]) != fmt.Sprint(end) || (end == nil) != (point["nearest_estimate"] == nil) {
		t.Errorf("nearest %v, but solve says %v; estimate %v", point["nearest"], end, point["nearest_estimate"])
	}
	lower, ok := answer["lower_bound"].(map[string]any)
	switch mine, has := point["lower_bound"].(map[string]any); {
	case ok != has:
		t.Errorf("lower bound %v, but solve says %v", point["lower_bound"], answer["lower_bound"])
	case ok && (lower["value"].(float64) > bound || mine["value"] != bound):
		t.Errorf("lower bound %v, but solve says %v, and the best was %v", mine, lower, bound)
	}
}

// TestBudgetIsSolveWithEachBudget asks for every point of a run what a search with that
// budget answers. The bound is the best so far, as it may fall in some algorithms.
func TestBudgetIsSolveWithEachBudget(t *testing.T) {
	s := start(t, studio.Options{})
	points := 0
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 4))
		for _, e := range catalog.Entries() {
			asked := fields{"map": randomMap(rng), "algorithm": e.Name, "heuristic": []string{"auto", "manhattan", "euclidean"}[rng.IntN(3)], "moves": 4 + 4*rng.IntN(2)}
			if seed%4 == 3 {
				asked["max_expanded"] = 7
			}
			run := s.post("/api/budget", asked).object(t)["points"].([]any)
			bound := 0.0
			for _, p := range run {
				point := p.(map[string]any)
				points++
				answer := s.post("/api/solve", asked.with(fields{"max_expanded": point["expanded"]})).object(t)
				if lower, ok := answer["lower_bound"].(map[string]any); ok {
					bound = max(bound, lower["value"].(float64))
				}
				checkPoint(t, point, answer, bound)
			}
			last := run[len(run)-1].(map[string]any)
			whole := s.post("/api/solve", asked).object(t)
			if last["expanded"] != whole["expanded"] || last["status"] != whole["status"] || run[0].(map[string]any)["expanded"].(float64) > 1 {
				t.Errorf("map %d, %s: from %v to %v, but solve says %v", seed, e.Name, run[0], last, whole)
			}
			if t.Failed() {
				t.Fatalf("map %d, %s:\n%v", seed, e.Name, asked)
			}
		}
	}
	if points < 500 {
		t.Errorf("only %d points were looked at", points)
	}
}

// TestBudgetOfLongRuns has at most 200 points, the closer the fewer the expansions are.
func TestBudgetOfLongRuns(t *testing.T) {
	s := start(t, studio.Options{})
	asked := fields{"map": example(t, "swamp.map"), "algorithm": "dijkstra"}
	run := s.post("/api/budget", asked).object(t)["points"].([]any)
	whole := s.post("/api/solve", asked).object(t)["expanded"].(float64)
	at := func(i int) float64 { return run[i].(map[string]any)["expanded"].(float64) }
	if len(run) < 100 || len(run) > 200 || at(0) != 1 || at(len(run)-1) != whole {
		t.Fatalf("%d points from %v to %v of %v", len(run), at(0), at(len(run)-1), whole)
	}
	for i := 1; i < len(run)-1; i++ {
		// At the largest factor that is to be, 75 points reach the end; each is a step farther at least.
		if most := math.Ceil(at(i-1)*math.Pow(whole, 1.0/75)) + 1; at(i) > most || at(i) <= at(i-1) {
			t.Fatalf("point %d is at %v after one at %v, want at most %v", i, at(i), at(i-1), most)
		}
	}
	if at(9) != 10 {
		t.Errorf("the tenth point is at %v; want each of the first expansions", at(9))
	}
}

func TestBudgetIsForAlgorithms(t *testing.T) {
	s := start(t, studio.Options{})
	reply := s.post("/api/budget", fields{"map": small, "algorithm": "auto"})
	if detail := reply.detail(t); reply.code != http.StatusUnprocessableEntity || !strings.Contains(detail, "auto is an engine, which cannot be looked at between two expansions; want an algorithm such as astar") {
		t.Errorf("status %d: %s", reply.code, detail)
	}
}

// TestBudgetOfTime ends a run by its time.
func TestBudgetOfTime(t *testing.T) {
	s := start(t, studio.Options{})
	run := s.post("/api/budget", endless(t).with(fields{"max_time_ms": 50})).object(t)["points"].([]any)
	last := run[len(run)-1].(map[string]any)
	if last["status"] != "limit" || len(run) > 200 {
		t.Errorf("%d points, the last %v", len(run), last)
	}
}
