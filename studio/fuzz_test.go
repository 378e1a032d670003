package studio_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/astrolabe-search/astrolabe/mapfile"
	"github.com/astrolabe-search/astrolabe/studio"
)

// fuzzed is a server on which no request takes long.
func fuzzed(f *testing.F) *studio.Server {
	f.Helper()
	server, err := studio.New(studio.Options{MaxBody: 64 << 10, MaxCells: 4096, MaxExpanded: 2000, MaxTime: 200 * time.Millisecond})
	if err != nil {
		f.Fatal(err)
	}
	return server
}

// answer asks a server without a network.
func answer(t *testing.T, server *studio.Server, path, body string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
	r.Host = "localhost"
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	server.ServeHTTP(w, r)
	return w
}

// FuzzAsk posts any bytes to any operation: a client can be wrong, and the server
// says so; it cannot break it.
func FuzzAsk(f *testing.F) {
	server := fuzzed(f)
	var paths []string
	for _, pattern := range server.Patterns() {
		if path, ok := strings.CutPrefix(pattern, "POST /api/"); ok {
			paths = append(paths, "/api/"+path)
		}
	}
	slices.Sort(paths)
	for i := range paths {
		for _, body := range []string{
			`{"map":"S..\n.@.\n..G\n"}`,
			`{"map":"S2G\n","algorithm":"jump-point","cost":"mul","weight":"3/2","reopen":false}`,
			`{"map":"astrolabe 1\nsize 2 1\ncost mul\nlegend . 9223372036854\nstart 0 0\ngoal 1 0\nmap\n..\n","algorithms":["astar","auto"],"cell":[1,0],"step":1}`,
			`{"map":"S..G\n","from":[3,0],"to":[-1,9],"moves":4,"max_expanded":2,"max_time_ms":1,"format":"svg","kind":"command"}`,
			`{"kind":"rooms","width":9,"height":9,"seed":-1}`,
			`{"map":"1 2 1 1 1 2\n .\n","format":"plain","name":"x"}`,
			`{"game":"tic-tac-toe","position":"","depth":2,"algorithm":"alpha-beta"}`,
			`{"a":1e400,"map":null}`,
			`[[[[`,
			"",
		} {
			f.Add(uint8(i), body)
		}
	}
	f.Fuzz(func(t *testing.T, operation uint8, body string) {
		path := paths[int(operation)%len(paths)]
		w := answer(t, server, path, body)
		if w.Code >= 500 {
			t.Fatalf("%s: status %d: %s", path, w.Code, w.Body)
		}
		if w.Code != http.StatusOK && w.Header().Get("Content-Type") != "application/problem+json" {
			t.Fatalf("%s: status %d with %q: %s", path, w.Code, w.Header().Get("Content-Type"), w.Body)
		}
		var problem struct{ Detail string }
		if w.Code != http.StatusOK && (json.Unmarshal(w.Body.Bytes(), &problem) != nil || problem.Detail == "") {
			t.Fatalf("%s: status %d says nothing: %s", path, w.Code, w.Body)
		}
	})
}

// FuzzConvert posts any map: what comes back in the native format is the same map.
func FuzzConvert(f *testing.F) {
	server := fuzzed(f)
	for _, text := range []string{
		small, "2 2 1 1 2 2\n.:\n #\n", "type octile\nheight 1\nwidth 3\nmap\n.@W\n", "S2G\n", "\xef\xbb\xbf..\r\n..\r\n",
		"astrolabe 1\nsize 2 1\nweights\n1.5 x\n", "type octile\nheight 99999\nwidth 99999\nmap\n",
	} {
		for format := range mapfile.Formats() {
			f.Add(text, uint8(format))
		}
	}
	f.Fuzz(func(t *testing.T, mapText string, n uint8) {
		format := mapfile.Formats()[int(n)%len(mapfile.Formats())]
		body, err := json.Marshal(studio.ConvertRequest{Map: mapText, Format: format.String()})
		if err != nil {
			t.Fatal(err)
		}
		w := answer(t, server, "/api/convert", string(body))
		if w.Code >= 500 {
			t.Fatalf("status %d: %s", w.Code, w.Body)
		}
		if w.Code != http.StatusOK {
			return
		}
		var reply studio.MapReply
		if err := json.Unmarshal(w.Body.Bytes(), &reply); err != nil {
			t.Fatal(err)
		}
		file, err := mapfile.Read(strings.NewReader(reply.Text), "map", mapfile.Limits{})
		if err != nil || file.Map.Width() != reply.Width || file.Map.Height() != reply.Height || file.Map.OpenCount() != reply.Open {
			t.Fatalf("%+v: %v", reply, err)
		}
	})
}
