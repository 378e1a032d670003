package studio_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/mapfile"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/studio"
	"github.com/astrolabe-search/astrolabe/trace/gridtrace"
	"github.com/google/go-cmp/cmp"
)

// asked is a query in the terms of the API, and in those of the catalog.
type asked struct {
	name   string
	fields fields
	change func(*catalog.Query) // nil: nothing
}

// queries are the same questions in both terms.
func queries(t testing.TB) []asked {
	rooms := fields{"map": example(t, "rooms.map"), "from": []int{2, 2}, "to": []int{57, 21}}
	roomEnds := func(q *catalog.Query) { q.From, q.To = grid.Cell{X: 2, Y: 2}, grid.Cell{X: 57, Y: 21} }
	return []asked{
		{"harbor", fields{"map": example(t, "harbor.txt")}, nil},
		{"hills", fields{"map": example(t, "hills.txt")}, nil},
		{"swamp", fields{"map": example(t, "swamp.map"), "name": "swamp"}, nil},
		{"rooms", rooms, roomEnds},
		{"swamp, other options", fields{
			"map": example(t, "swamp.map"), "heuristic": "chebyshev", "weight": "5/2", "tie": "fifo", "reopen": false,
			"order": "N,E,S,W,NE,SE,SW,NW", "from": []int{3, 20},
		}, func(q *catalog.Query) {
			q.Metric, q.Weight, q.Tie, q.NoReopen, q.From = grid.Chebyshev, search.Ratio{Num: 5, Den: 2}, search.TieFIFO, true, grid.Cell{X: 3, Y: 20}
			q.Order = [8]grid.Dir{grid.N, grid.E, grid.S, grid.W, grid.NE, grid.SE, grid.SW, grid.NW}
		}},
		{"few expansions", fields{"map": example(t, "swamp.map"), "max_expanded": 40}, func(q *catalog.Query) { q.MaxExpanded = 40 }},
		{"rooms, out of bounds", rooms.with(fields{"to": []int{-1, 21}}), func(q *catalog.Query) {
			roomEnds(q)
			q.To.X = -1
		}},
		{"rooms, from a wall", rooms.with(fields{"from": []int{0, 0}}), func(q *catalog.Query) {
			roomEnds(q)
			q.From = grid.Cell{}
		}},
	}
}

const (
	defaultExpansions = 5_000_000
	defaultTime       = 10 * time.Second
)

// query is what the catalog is to be asked.
func (a *asked) query(t testing.TB, e *catalog.Entry) catalog.Query {
	t.Helper()
	file, err := mapfile.Read(strings.NewReader(a.fields["map"].(string)), "map", mapfile.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	costs, err := grid.NewCosts(file.Map, file.Rule, file.Model)
	if err != nil {
		t.Fatal(err)
	}
	q := catalog.Query{Costs: costs, Weight: search.Ratio{Num: 3, Den: 2}, MaxExpanded: defaultExpansions, MaxTime: defaultTime}
	if file.Start != nil {
		q.From, q.To = *file.Start, *file.Goal
	}
	if a.change != nil {
		a.change(&q)
	}
	return q
}

// quick lists the algorithms that end soon on the example maps.
func quick() []*catalog.Entry {
	return slices.DeleteFunc(slices.Concat(catalog.Entries(), catalog.Engines()), func(e *catalog.Entry) bool {
		return e.Name == "ida-star" || e.Name == "branch-and-bound" || e.Name == "fringe"
	})
}

// TestSolveIsTheCatalogs asks the API and the catalog the same.
func TestSolveIsTheCatalogs(t *testing.T) {
	s := start(t, studio.Options{})
	for _, a := range queries(t) {
		for _, e := range quick() {
			q := a.query(t, e)
			got := s.post("/api/solve", a.fields.with(fields{"algorithm": e.Name}))
			if why := e.Applies(q); why != "" {
				if got.code != http.StatusUnprocessableEntity || !strings.Contains(got.detail(t), why) {
					t.Errorf("%s, %s: status %d, %s; want that %s", a.name, e.Name, got.code, got.body, why)
				}
				continue
			}
			answer, err := e.Solve(context.Background(), q, nil)
			if err != nil {
				t.Fatal(err)
			}
			want, err := json.Marshal(answer)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(untimed(t, want), untimed(t, got.body)); diff != "" || got.code != http.StatusOK {
				t.Errorf("%s, %s: status %d (-catalog +studio)\n%s", a.name, e.Name, got.code, diff)
			}
		}
	}
}

// untimed reads an answer and drops its time.
func untimed(t testing.TB, data []byte) map[string]any {
	t.Helper()
	object := decode[map[string]any](t, data)
	if _, ok := object["time_ns"]; !ok {
		t.Fatalf("no time in %s", data)
	}
	delete(object, "time_ns")
	return object
}

// TestTraceIsTheRecorders compares bytes.
func TestTraceIsTheRecorders(t *testing.T) {
	s := start(t, studio.Options{})
	for _, a := range queries(t) {
		for _, e := range quick() {
			q := a.query(t, e)
			if e.Applies(q) != "" {
				continue
			}
			var want bytes.Buffer
			name, _ := a.fields["name"].(string)
			if _, err := gridtrace.Record(context.Background(), e, q, name, &want, nil); err != nil {
				t.Fatal(err)
			}
			got := s.post("/api/trace", a.fields.with(fields{"algorithm": e.Name}))
			if media := got.header.Get("Content-Type"); got.code != http.StatusOK || media != "application/vnd.astrolabe.trace" {
				t.Fatalf("%s, %s: status %d, %s", a.name, e.Name, got.code, media)
			}
			if !bytes.Equal(got.body, want.Bytes()) {
				t.Errorf("%s, %s: %d bytes that are not the recorder's %d", a.name, e.Name, len(got.body), want.Len())
			}
		}
	}
}

// TestTraceOfTooLongPaths asks engines for paths that they have to leave to A*.
func TestTraceOfTooLongPaths(t *testing.T) {
	s := start(t, studio.Options{})
	// A corridor of 50,000 steps or so, in two rows of three.
	var rows strings.Builder
	const width, turns = 1001, 50
	for turn := range turns {
		rows.WriteString(strings.Repeat(".", width) + "\n")
		wall := []byte(strings.Repeat("@", width))
		if turn < turns-1 {
			wall[(1-turn%2)*(width-1)] = '.'
		}
		rows.Write(append(wall, '\n'))
	}
	asked := fields{"map": rows.String(), "from": []int{0, 0}, "to": []int{0, 2*turns - 2}}
	engines := catalog.Engines()
	if testing.Short() {
		engines = engines[:1] // auto, which chooses jump-point
	}
	for _, e := range engines {
		solved := s.post("/api/solve", asked.with(fields{"algorithm": e.Name})).object(t)
		traced := s.post("/api/trace", asked.with(fields{"algorithm": e.Name}))
		if solved["status"] != "found" {
			t.Fatalf("%s: status %v", e.Name, solved["status"])
		}
		if e.Name == "generic" {
			if traced.code != 200 {
				t.Errorf("%s: status %d: %s", e.Name, traced.code, traced.body)
			}
			continue
		}
		if traced.code != 422 || !strings.HasSuffix(traced.detail(t), "hands this query on and cannot be recorded; ask astar in its place") {
			t.Errorf("%s: status %d: %.100s", e.Name, traced.code, traced.body)
		}
	}
	if traced := s.post("/api/trace", asked); traced.code != 200 || !bytes.HasSuffix(traced.body, []byte("ATRE")) {
		t.Errorf("status %d", traced.code)
	}
}

// TestTraceIsNotCompressed asks as a browser does.
func TestTraceIsNotCompressed(t *testing.T) {
	s := start(t, studio.Options{})
	r := s.request(http.MethodPost, "/api/trace", text(t, fields{"map": example(t, "harbor.txt")}))
	r.Header.Set("Accept-Encoding", "gzip, zstd")
	if got := s.do(r); got.header.Get("Content-Encoding") != "" || !bytes.HasPrefix(got.body, []byte("\x89ATR")) {
		t.Errorf("encoding %q, beginning %q", got.header.Get("Content-Encoding"), got.body[:8])
	}
	r = s.request(http.MethodPost, "/api/solve", text(t, fields{"map": example(t, "harbor.txt")}))
	r.Header.Set("Accept-Encoding", "gzip")
	if got := s.do(r); got.header.Get("Content-Encoding") != "gzip" {
		t.Errorf("the answer has the encoding %q, want gzip", got.header.Get("Content-Encoding"))
	}
}

// TestLimitsAreTheServers asks for more than there is.
func TestLimitsAreTheServers(t *testing.T) {
	s := start(t, studio.Options{MaxExpanded: 50, MaxTime: 300 * time.Second})
	for _, c := range []struct {
		asked        fields
		expansions   float64
		milliseconds float64
	}{
		{fields{}, 50, 300_000},
		{fields{"max_expanded": 0, "max_time_ms": 0}, 50, 300_000},
		{fields{"max_expanded": 51, "max_time_ms": 300_001}, 50, 300_000},
		{fields{"max_expanded": int64(1) << 50, "max_time_ms": int64(1) << 50}, 50, 300_000},
		{fields{"max_expanded": 20, "max_time_ms": 299_999}, 20, 299_999},
	} {
		got := s.post("/api/solve", c.asked.with(fields{"map": example(t, "swamp.map")})).object(t)
		options := got["options"].(map[string]any)
		if got["status"] != "limit" || got["expanded"] != c.expansions || options["max_expanded"] != c.expansions ||
			options["max_time_ns"] != c.milliseconds*1e6 {
			t.Errorf("%v: status %v after %v expansions, options %v", c.asked, got["status"], got["expanded"], options)
		}
	}
}

// TestTimeEndsSearches asks what takes longer than the server gives.
func TestTimeEndsSearches(t *testing.T) {
	s := start(t, studio.Options{MaxTime: 100 * time.Millisecond})
	for _, asked := range []fields{endless(t), endless(t).with(fields{"max_time_ms": 40})} {
		got := s.post("/api/solve", asked).object(t)
		if got["status"] != "limit" {
			t.Errorf("status %v", got["status"])
		}
		if reason := fmt.Sprint(got["reason"]); !strings.Contains(reason, "the time limit of") {
			t.Errorf("the reason is %q", reason)
		}
	}
}

// TestWhatVisualizersLack asks for what readers of other visualizers miss: mazes of any size, eight
// directions, weights, counts and the cost of the path.
func TestWhatVisualizersLack(t *testing.T) {
	s := start(t, studio.Options{})
	maze := s.post("/api/generate", fields{"kind": "maze", "width": 201, "height": 121, "corridor": 1}).object(t)
	if maze["width"] != 201.0 || maze["height"] != 121.0 {
		t.Fatalf("a maze of %v×%v", maze["width"], maze["height"])
	}
	for _, asked := range []fields{{"moves": 4}, {"moves": 8}, {"cost": "add", "algorithm": "dijkstra"}} {
		got := s.post("/api/solve", asked.with(fields{"map": maze["text"]})).object(t)
		cost, _ := got["cost"].(map[string]any)
		if got["status"] != "found" || got["certificate"] != "optimal" || got["expanded"].(float64) < 200 || cost["value"].(float64) < 320 {
			t.Errorf("%v: %v, %v after %v expansions at cost %v", asked, got["status"], got["certificate"], got["expanded"], cost)
		}
	}
	weighted := s.post("/api/solve", fields{"map": "S9G\n111\n", "moves": 4}).object(t)
	if cost := weighted["cost"].(map[string]any); cost["text"] != "4" || len(weighted["path"].([]any)) != 5 {
		t.Errorf("cost %v by %v, want 4 around the weight", cost, weighted["path"])
	}
}
