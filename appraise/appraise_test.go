package appraise_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/appraise"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/internal/asciigrid"
	"github.com/astrolabe-search/astrolabe/mapfile"
	"github.com/astrolabe-search/astrolabe/search"
)

// question is about a map on which diagonal moves are cheaper than Manhattan thinks.
func question(t testing.TB, metric grid.Metric) appraise.Question {
	t.Helper()
	picture := asciigrid.Parse(t, "S....", ".##..", "...#G")
	costs, err := grid.NewCosts(picture.Map, grid.Rule{}, grid.Uniform)
	if err != nil {
		t.Fatal(err)
	}
	return appraise.Question{Costs: costs, Metric: metric, Start: &picture.Start, Goal: picture.Goal}
}

func TestAHeuristicThatHolds(t *testing.T) {
	v, err := appraise.Heuristic(t.Context(), question(t, grid.Auto))
	if err != nil {
		t.Fatal(err)
	}
	d := v.Document()
	if d.Heuristic != "octile" || !d.Admissible || !d.Consistent || !d.Claim.Consistent || d.WorstCell != nil || d.WorstStep != nil || d.Example != nil {
		t.Errorf("%+v", d)
	}
	var names []string
	for _, s := range d.Searches {
		names = append(names, s.Heuristic)
		if s.Status != search.Found.String() || s.Cost.Text != d.Searches[0].Cost.Text || s.Certificate != search.Optimal.String() {
			t.Errorf("%+v", s)
		}
	}
	if got := strings.Join(names, " "); got != "octile zero" {
		t.Errorf("searches with %s, want octile and zero, each once", got)
	}
}

// The example of a heuristic that fails is a map on which it fails.
func TestAHeuristicThatFails(t *testing.T) {
	v, err := appraise.Heuristic(t.Context(), question(t, grid.Manhattan))
	if err != nil {
		t.Fatal(err)
	}
	d := v.Document()
	if d.Admissible || d.Consistent || d.WorstCell == nil || d.WorstStep == nil || d.Example == nil || len(d.Searches) != 3 {
		t.Fatalf("%+v", d)
	}
	file, err := mapfile.Read(strings.NewReader(d.Example.Map), "example", mapfile.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	costs, err := grid.NewCosts(file.Map, file.Rule, file.Model)
	if err != nil {
		t.Fatal(err)
	}
	again, err := appraise.Heuristic(t.Context(), appraise.Question{Costs: costs, Metric: grid.Manhattan, Goal: *file.Goal})
	if err != nil {
		t.Fatal(err)
	}
	if part := again.Document(); part.Admissible || len(part.Searches) != 0 || part.From != nil {
		t.Errorf("on the example: %+v", part)
	}
}

func TestSearchesKeepToTheirBudget(t *testing.T) {
	q := question(t, grid.Zero)
	q.MaxExpanded = 2
	v, err := appraise.Heuristic(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range v.Document().Searches {
		if s.Status != search.Limit.String() || s.Expanded != 2 || s.Cost != nil {
			t.Errorf("%+v", s)
		}
	}
}

func TestStoppedAndImpossible(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	cancel(enough)
	if v, err := appraise.Heuristic(ctx, question(t, grid.Auto)); v != nil || !errors.Is(err, enough) {
		t.Errorf("%v, %v", v, err)
	}
	q := question(t, grid.Auto)
	q.Goal = grid.Cell{X: 1, Y: 1}
	if v, err := appraise.Heuristic(t.Context(), q); v != nil || err == nil {
		t.Errorf("%v, %v toward a blocked goal", v, err)
	}
}

func ExampleHeuristic() {
	file, err := mapfile.Read(strings.NewReader("S..\n.#.\n..G\n"), "corner", mapfile.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	costs, err := grid.NewCosts(file.Map, grid.Rule{Corners: grid.CornersAlways}, grid.Uniform)
	if err != nil {
		fmt.Println(err)
		return
	}
	v, err := appraise.Heuristic(context.Background(), appraise.Question{
		Costs: costs, Metric: grid.Manhattan, Start: file.Start, Goal: *file.Goal,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	worst, err := json.Marshal(v.Document().WorstCell)
	fmt.Println(v.Report.Admissible(), string(worst), err)
	// Output: false {"cell":[0,0],"estimate":{"text":"4","straight":4,"diagonal":0,"value":4},"distance":{"text":"2+√2","straight":2,"diagonal":1,"value":3.414213562373095},"excess":{"text":"2-√2","straight":2,"diagonal":-1,"value":0.585786437626905}} <nil>
}
