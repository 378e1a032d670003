package studio_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/mapfile"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/studio"
)

// allPaths walks every way from a cell to the goal that visits no cell twice and costs no
// more than what is left, and tells of those that cost exactly that.
func allPaths(costs *grid.Costs, at, goal grid.Cell, left root2.Length, visited map[grid.Cell]bool, found func()) {
	if at == goal {
		if left == 0 {
			found()
		}
		return
	}
	for d := range grid.Dir(8) {
		to := grid.Cell{X: at.X + d.DX(), Y: at.Y + d.DY()}
		if visited[to] || !costs.Map().In(to) || !costs.Legal(at, to) {
			continue
		}
		if cost := costs.Step(costs.Map().ID(at), d); cost <= left {
			visited[to] = true
			allPaths(costs, to, goal, left-cost, visited, found)
			delete(visited, to)
		}
	}
}

// TestTiesCountWhatThereIs lists all optimal paths of small maps one by one.
func TestTiesCountWhatThereIs(t *testing.T) {
	s := start(t, studio.Options{})
	several := 0
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 9))
		asked := fields{"map": randomMap(rng), "moves": 4 + 4*rng.IntN(2)}
		file, err := mapfile.Read(strings.NewReader(asked["map"].(string)), "map", mapfile.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		rule := file.Rule
		if asked["moves"] == 4 {
			rule.Moves = grid.Moves4
		}
		costs, err := grid.NewCosts(file.Map, rule, file.Model)
		if err != nil {
			t.Fatal(err)
		}
		astar, err := catalog.Lookup("astar")
		if err != nil {
			t.Fatal(err)
		}
		got := s.post("/api/ties", asked.with(fields{"algorithm": "nonsense"})).object(t)
		policies := got["policies"].([]any)
		for i, tie := range search.Ties() {
			answer, err := astar.Solve(t.Context(), catalog.Query{Costs: costs, From: *file.Start, To: *file.Goal, Tie: tie}, nil)
			if err != nil {
				t.Fatal(err)
			}
			want := decode[map[string]any](t, []byte(text(t, answer)))
			policy := policies[i].(map[string]any)
			if policy["tie"] != tie.String() || len(policies) != len(search.Ties()) {
				t.Fatalf("policy %d is %v, want %v", i, policy["tie"], tie)
			}
			for name, value := range policy {
				if name != "tie" && fmt.Sprint(value) != fmt.Sprint(want[name]) {
					t.Errorf("map %d, %v: %s %v, want %v", seed, tie, name, value, want[name])
				}
			}
			if got["status"] != policy["status"] || fmt.Sprint(got["cost"]) != fmt.Sprint(policy["cost"]) {
				t.Errorf("map %d: %v at %v, but %v: %v", seed, got["status"], got["cost"], tie, policy)
			}
		}
		optimum, err := astar.Solve(t.Context(), catalog.Query{Costs: costs, From: *file.Start, To: *file.Goal}, nil)
		if err != nil {
			t.Fatal(err)
		}
		through := map[grid.Cell]float64{}
		paths := 0.0
		if optimum.Result.Status == search.Found {
			visited := map[grid.Cell]bool{*file.Start: true}
			allPaths(costs, *file.Start, *file.Goal, optimum.Result.Cost, visited, func() {
				paths++
				for cell := range visited {
					through[cell]++
				}
			})
		}
		if got["paths"] != fmt.Sprint(paths) {
			t.Errorf("map %d: %v paths, want %v\n%s", seed, got["paths"], paths, asked["map"])
		}
		for y, row := range got["density"].([]any) {
			for x, share := range row.([]any) {
				want := through[grid.Cell{X: int32(x), Y: int32(y)}] / max(1, paths)
				if math.Abs(share.(float64)-want) > 0.5001e-4 {
					t.Errorf("map %d: share %v at %d,%d, want %v\n%s", seed, share, x, y, want, asked["map"])
				}
			}
		}
		if paths > 1 {
			several++
		}
	}
	if several < 20 {
		t.Errorf("only %d maps had several optimal paths", several)
	}
}

// A map of 13×13 cells without walls has (24 over 12) shortest paths by 4 moves.
func TestTiesOfAnOpenMap(t *testing.T) {
	s := start(t, studio.Options{})
	open := strings.Repeat(strings.Repeat(".", 13)+"\n", 13)
	got := s.post("/api/ties", fields{"map": open, "from": []int{0, 0}, "to": []int{12, 12}, "moves": 4}).object(t)
	if got["paths"] != "2704156" || got["reason"] != "" {
		t.Errorf("%v paths (%v), want 2704156", got["paths"], got["reason"])
	}
}

// Where all but one cell are free to enter there are too many paths to count, and the rest of the
// answer is there all the same.
func TestTiesThatCannotBeCounted(t *testing.T) {
	s := start(t, studio.Options{MaxTime: 200 * time.Millisecond})
	free := "astrolabe 1\nsize 20 20\ncost mul\nlegend . 0\nlegend 1 1\nstart 0 0\ngoal 19 19\nmap\n" +
		strings.Repeat(strings.Repeat(".", 20)+"\n", 19) + "1" + strings.Repeat(".", 19) + "\n"
	got := s.post("/api/ties", fields{"map": free}).object(t)
	if got["paths"] != nil || got["density"] != nil || !strings.Contains(fmt.Sprint(got["reason"]), "the time limit of 200ms is over") {
		t.Errorf("paths %v, reason %v", got["paths"], got["reason"])
	}
	if len(got["policies"].([]any)) != len(search.Ties()) {
		t.Errorf("policies %v", got["policies"])
	}
}
