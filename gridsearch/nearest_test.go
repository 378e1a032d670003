package gridsearch_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/internal/asciigrid"
	"github.com/astrolabe-search/astrolabe/search"
)

// A click on a wall, or into a room without a door, still says where to go.
func TestNearestReachableOnAGrid(t *testing.T) {
	for _, tc := range []struct {
		name string
		rows []string
		goal grid.Cell
		want string
	}{
		{"goal on a wall", []string{"S....", "..##.", "..##."}, grid.Cell{X: 3, Y: 1}, "3,0 at 3"},
		{"goal walled in", []string{"S....", ".###.", ".#.#.", ".###."}, grid.Cell{X: 2, Y: 2}, "0,2 at 2"},
		{"goal reached", []string{"S..", "..."}, grid.Cell{X: 2, Y: 0}, "found at 2"},
	} {
		picture := asciigrid.Parse(t, tc.rows...)
		costs := uniform(t, picture.Map, grid.Rule{Moves: grid.Moves4})
		p, err := gridsearch.NewProblem(costs, tc.goal)
		if err != nil {
			t.Fatal(err)
		}
		distance := costs.Heuristic(grid.Manhattan, tc.goal).At
		result, err := search.NearestReachable(context.Background(), p, picture.Start, distance, gridsearch.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprintf("found at %v", result.Cost)
		if result.Status == search.NoPath {
			got = fmt.Sprintf("%v at %v", result.Nearest[len(result.Nearest)-1], result.NearestCost)
		}
		if got != tc.want {
			t.Errorf("%s: %s, want %s\n%s", tc.name, got, tc.want, asciigrid.Render(picture.Map, result.Nearest))
		}
	}
}
