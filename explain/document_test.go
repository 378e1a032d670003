package explain_test

import (
	"encoding/json"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
)

// TestDocuments holds what is printed to what the story holds, and null to what there is not.
func TestDocuments(t *testing.T) {
	q := query(t, grid.Rule{}, "S..#.", "...#.", "..G#.")
	file := record(t, "astar", q)
	met := tell(t, file, q.From, -1)
	d := met.Document()
	costs := met.Costs()
	if d.Fate != "expanded" || d.FromStart.Text != "0" || d.ToGoal.Text != costs.Format(met.ToGoal) || d.Estimate.Text != costs.Format(met.Estimate) || !d.OnPath || !d.Ended {
		t.Errorf("%+v", d)
	}
	if n := len(met.Sides[0].Moments); len(d.Moments) != n || n == 0 || d.Moments[0].Parent != nil || d.Moments[0].Side != "forward" {
		t.Errorf("moments %+v", d.Moments)
	}
	for cell, want := range map[grid.Cell]string{
		{X: 4}: `"fate":"cut-off","why":"no path leads from the start to it","on_path":false,"from_start":null,"to_goal":null`,
		{X: 3}: `"fate":"blocked","why":"the cell is blocked","on_path":false,"from_start":null,"to_goal":null`,
	} {
		text, err := json.Marshal(tell(t, file, cell, -1).Document())
		if err != nil {
			t.Fatal(err)
		}
		var object map[string]json.RawMessage
		var wanted map[string]json.RawMessage
		if err := json.Unmarshal(text, &object); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte("{"+want+"}"), &wanted); err != nil {
			t.Fatal(err)
		}
		for name, value := range wanted {
			if string(object[name]) != string(value) {
				t.Errorf("%v: %s is %s, want %s", cell, name, object[name], value)
			}
		}
		if string(object["moments"]) != "[]" {
			t.Errorf("%v: moments %s", cell, object["moments"])
		}
	}
}
