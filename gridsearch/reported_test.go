package gridsearch_test

import (
	"context"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/internal/asciigrid"
	"github.com/astrolabe-search/astrolabe/search"
)

// TestReportedWall goes around a straight wall by IDA*, of which other programs found
// no path, or no end, with estimates that are not whole or with none.
func TestReportedWall(t *testing.T) {
	rows := make([]string, 20)
	for y := range rows {
		rows[y] = strings.Repeat(".", 40)
		if y >= 3 && y < 17 {
			rows[y] = strings.Repeat(".", 20) + "#" + strings.Repeat(".", 19)
		}
	}
	rows[10] = rows[10][:17] + "S" + rows[10][18:24] + "G" + rows[10][25:]
	picture := asciigrid.Parse(t, rows...)
	for _, tc := range []struct {
		name   string
		moves  grid.Moves
		metric grid.Metric
		want   string
	}{
		{"r2-ida-wall-hang", grid.Moves8, grid.Auto, "11+5√2"},
		{"r2-ida-euclid", grid.Moves8, grid.Euclidean, "11+5√2"},
		{"r2-ida-euclid, chebyshev", grid.Moves8, grid.Chebyshev, "11+5√2"},
		{"r2-ida-euclid, 4 moves", grid.Moves4, grid.Euclidean, "21"},
		{"r2-ida-euclid, 4 moves, chebyshev", grid.Moves4, grid.Chebyshev, "21"},
		{"r2-ida-euclid, 4 moves, zero", grid.Moves4, grid.Zero, "21"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			costs := costsOf(t, picture.Map, grid.Rule{Moves: tc.moves}, grid.Uniform)
			p := problemOf(t, costs, picture.Goal)
			r, err := search.IDAStar(context.Background(), p, picture.Start, gridsearch.WithHeuristic(gridsearch.Options{}, p, tc.metric, picture.Start))
			if err != nil || costs.Format(r.Cost) != tc.want || r.Certificate != search.Optimal {
				t.Errorf("%s, %v, %v; want %s", costs.Format(r.Cost), r.Certificate, err, tc.want)
			}
		})
	}
}
