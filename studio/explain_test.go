package studio_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/astrolabe-search/astrolabe/explain"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/studio"
	"github.com/astrolabe-search/astrolabe/trace"
	"github.com/astrolabe-search/astrolabe/trace/gridtrace"
	"github.com/google/go-cmp/cmp"
)

// TestExplainIsTheTracesStory holds the answers to what package explain tells of a whole
// trace.
func TestExplainIsTheTracesStory(t *testing.T) {
	s := start(t, studio.Options{})
	for _, a := range queries(t) {
		for _, e := range quick() {
			q := a.query(t, e)
			if e.Applies(q) != "" {
				continue
			}
			var file bytes.Buffer
			if _, err := gridtrace.Record(t.Context(), e, q, "", &file, nil); err != nil {
				t.Fatal(err)
			}
			for i, step := range []int64{-1, 0, 30} {
				cell := grid.Cell{X: int32(3 + 4*i), Y: int32(2 + 3*i)}
				source, err := trace.NewStream(bytes.NewReader(file.Bytes()))
				if err != nil {
					t.Fatal(err)
				}
				story, err := explain.Cell(t.Context(), source, cell, step)
				if err != nil {
					t.Fatal(err)
				}
				asked := a.fields.with(fields{"algorithm": e.Name, "cell": []int32{cell.X, cell.Y}})
				if step >= 0 {
					asked["step"] = step
				}
				got := s.post("/api/explain", asked).object(t)
				want := decode[map[string]any](t, []byte(text(t, story.Document())))
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%s, %s, %v at %d: -want +got\n%s", a.name, e.Name, cell, step, diff)
				}
			}
		}
	}
}

func TestExplainRefuses(t *testing.T) {
	s := start(t, studio.Options{})
	for _, c := range []struct {
		body fields
		want string
	}{
		{fields{"map": small, "cell": []int{3, 0}}, "cell: 3,0 lies outside the map of 3×3 (x from 0 to 2, y from 0 to 2)"},
		{fields{"map": small, "cell": []int{0, -1}}, "cell: 0,-1 lies outside"},
		{fields{"map": small}, "cell"},
		{fields{"map": small, "cell": []int{1, 0}, "step": -1}, "step"},
		{fields{"map": small, "cell": []int{1, 0}, "algorithm": "jump-point", "cost": "add"}, "algorithm: jump-point does not apply"},
	} {
		reply := s.post("/api/explain", c.body)
		if detail := reply.detail(t); reply.code != http.StatusUnprocessableEntity || !strings.Contains(detail, c.want) {
			t.Errorf("%v: status %d: %s; want %s", c.body, reply.code, detail, c.want)
		}
	}
}

// TestExplainStopsEarly asks for the beginning of a search that would not end in time.
func TestExplainStopsEarly(t *testing.T) {
	s := start(t, studio.Options{MaxTime: time.Hour, MaxExpanded: 1 << 50})
	story := s.post("/api/explain", endless(t).with(fields{"cell": []int{1, 1}, "step": 5})).object(t)
	if story["ended"] != false || story["step"] != 5.0 {
		t.Errorf("%v", story)
	}
	s.eventually(running, "0")
}
