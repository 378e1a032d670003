package studio_test

import (
	"slices"
	"testing"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/studio"
	"github.com/google/go-cmp/cmp"
)

// TestAppliesIsTheCatalogs asks for several costs and heuristics; most of the maps have
// no ends.
func TestAppliesIsTheCatalogs(t *testing.T) {
	s := start(t, studio.Options{})
	reasons := map[string]bool{}
	for _, c := range []struct {
		fields fields
		rule   grid.Rule
		model  grid.Model
		metric grid.Metric
	}{
		{fields{"map": "...\n"}, grid.Rule{}, grid.Uniform, grid.Auto},
		{fields{"map": "..2\n"}, grid.Rule{}, grid.Mul, grid.Auto},
		{fields{"map": "..2\n", "cost": "uniform", "moves": 4}, grid.Rule{Moves: grid.Moves4}, grid.Uniform, grid.Auto},
		{fields{"map": "..2\n", "moves": 4, "cut_corners": "one"}, grid.Rule{Moves: grid.Moves4}, grid.Mul, grid.Auto},
		{fields{"map": "S.G\n", "heuristic": "zero", "cut_corners": "always"}, grid.Rule{Corners: grid.CornersAlways}, grid.Uniform, grid.Zero},
	} {
		costs, err := grid.NewCosts(parsed(t, c.fields["map"].(string)).Map, c.rule, c.model)
		if err != nil {
			t.Fatal(err)
		}
		want := studio.Applies{Algorithms: map[string]string{}, Heuristics: map[string]studio.Claim{}, Auto: costs.Heuristic(grid.Auto).Metric().String()}
		for _, e := range slices.Concat(catalog.Entries(), catalog.Engines()) {
			q := catalog.Query{Costs: costs, Metric: c.metric}
			want.Algorithms[e.Name] = e.Applies(q)
			reasons[e.Applies(q)] = true
		}
		for _, m := range append(grid.Metrics(), grid.Auto) {
			claim := costs.Heuristic(m).Claim()
			want.Heuristics[m.String()] = studio.Claim{Admissible: claim.Admissible, Consistent: claim.Consistent, Reason: claim.Reason}
		}
		if diff := cmp.Diff(want, decode[studio.Applies](t, s.post("/api/applies", c.fields).body)); diff != "" {
			t.Errorf("%v: %s", c.fields, diff)
		}
	}
	if len(reasons) < 3 {
		t.Errorf("too few reasons: %v", reasons)
	}
}
