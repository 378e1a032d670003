package studio_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/astrolabe-search/astrolabe/studio"
)

// record is a line of the log.
type record struct {
	Level, Msg, Route     string
	Code, Bytes, Expanded int64
	Duration              int64
}

// logged is a log that may be read while it is written.
type logged struct {
	mu  sync.Mutex
	out bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.out.Write(p)
}

// TestRequestsAreCountedAndLogged makes requests that end in different ways.
func TestRequestsAreCountedAndLogged(t *testing.T) {
	var log logged
	s := start(t, studio.Options{Log: slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	secret := "astrolabe 1\nsize 3 1\nlegend . 1\nstart 0 0\ngoal 2 0\n# secretive\nmap\n...\n"
	solved := s.post("/api/solve", fields{"map": secret, "name": "secretive"})
	traced := s.post("/api/trace", fields{"map": secret, "name": "secretive"})
	s.post("/api/solve", fields{"map": "secretive\n..\n"})
	s.get("/api/maps/secretive")
	page := s.get("/")
	s.get("/secretive.js")
	s.do(s.request(http.MethodPut, "/", ""))
	expansions := s.metric("astrolabe_expansions_total")
	requests := s.metric(`astrolabe_requests_total{code="200",route="POST /api/solve"}`)
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	if expansions != "6" || requests != "1" {
		t.Errorf("%s expansions, %s requests to solve", expansions, requests)
	}
	var got []record
	for line := range strings.Lines(log.out.String()) {
		if strings.Contains(line, "secretive") {
			t.Errorf("the log tells of the map: %s", line)
		}
		r := decode[record](t, []byte(line))
		if r.Duration <= 0 && r.Route != "none" || r.Msg != "request" {
			t.Errorf("%s", line)
		}
		r.Duration, r.Msg = 0, ""
		if r.Route != "GET /metrics" {
			got = append(got, r)
		}
	}
	want := []record{
		{Level: "INFO", Route: "POST /api/solve", Code: 200, Bytes: int64(len(solved.body)), Expanded: 3},
		{Level: "INFO", Route: "POST /api/trace", Code: 200, Bytes: int64(len(traced.body)), Expanded: 3},
		{Level: "INFO", Route: "POST /api/solve", Code: 422},
		{Level: "INFO", Route: "GET /api/maps/{name}", Code: 404},
		{Level: "DEBUG", Route: "GET /{$}", Code: 200, Bytes: int64(len(page.body))},
		{Level: "DEBUG", Route: "GET /{file...}", Code: 404},
		{Level: "DEBUG", Route: "none", Code: 405},
	}
	if len(got) != len(want) {
		t.Fatalf("%d records, want %d: %+v", len(got), len(want), got)
	}
	for i, r := range got {
		if want[i].Bytes == 0 || i == 4 || i == 0 { // problems, and what is compressed on the way
			r.Bytes, want[i].Bytes = 0, 0
		}
		if r != want[i] {
			t.Errorf("record %d: %+v, want %+v", i, r, want[i])
		}
	}
}

// TestMetricsAreThere looks for all that is promised.
func TestMetricsAreThere(t *testing.T) {
	s := start(t, studio.Options{})
	s.get("/healthz")
	body := string(s.get("/metrics").body)
	for _, name := range []string{
		"astrolabe_requests_total", "astrolabe_request_duration_seconds_bucket", "astrolabe_searches_running", "astrolabe_searches_waiting",
		"astrolabe_searches_refused_total", "astrolabe_answers_sending", "astrolabe_expansions_total", "astrolabe_connections_open",
		"astrolabe_connections_evicted_total", "go_goroutines", "process_resident_memory_bytes",
	} {
		if !strings.Contains(body, "\n"+name) {
			t.Errorf("there is no metric %s", name)
		}
	}
	health := decode[studio.Health](t, s.get("/healthz").body)
	if health != (studio.Health{Status: "ok"}) {
		t.Errorf("%+v", health)
	}
}

// TestMenuIsTheCatalogs holds some of it against what the limits were set to.
func TestMenuIsTheCatalogs(t *testing.T) {
	s := start(t, studio.Options{MaxBody: 1, MaxCells: 2, MaxExpanded: 3, MaxTime: 4e6, Searches: 5})
	var menu studio.Menu
	if err := json.Unmarshal(s.get("/api/algorithms").body, &menu); err != nil {
		t.Fatal(err)
	}
	if want := (studio.Limits{BodyBytes: 1, Cells: 2, Expansions: 3, TimeMS: 4, Searches: 5}); menu.Limits != want {
		t.Errorf("limits %+v, want %+v", menu.Limits, want)
	}
	if len(menu.Algorithms) < 17 || menu.Algorithms[0].Name != "breadth-first" || !menu.Algorithms[len(menu.Algorithms)-1].Fast {
		t.Errorf("algorithms %+v", menu.Algorithms)
	}
	for _, g := range menu.Generators {
		for _, option := range g.Options {
			if strings.Contains(option, "-") {
				t.Errorf("%s takes the field %s", g.Name, option)
			}
		}
	}
}
