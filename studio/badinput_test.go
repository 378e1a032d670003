package studio_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/studio"
)

// TestBadInput says where, what and what would be right. Each case is one that a client
// may well send.
func TestBadInput(t *testing.T) {
	s := start(t, studio.Options{})
	map1 := fields{"map": small}
	for _, c := range []struct {
		path string
		body any
		code int
		want string
	}{
		{"/api/solve", " ", 400, "line 1, column 1: unexpected end of JSON input; want one JSON object"},
		{"/api/solve", `{"map":"S.G",}`, 400, "line 1, column 14: invalid character '}' looking for beginning of object key string; want one JSON object"},
		{"/api/solve", "{\n  \"map\": S.G\n}", 400, "line 2, column 10: invalid character 'S' looking for beginning of value; want one JSON object"},
		{"/api/solve", `{"map":"S.G"} {}`, 400, "line 1, column 15: invalid character '{' after top-level value; want one JSON object"},
		{"/api/solve", `{"map":"S.G"`, 400, "line 1, column 12: unexpected end of JSON input; want one JSON object"},
		{"/api/solve", `["S.G"]`, 422, "expected object"},
		{"/api/solve", `1e400`, 400, "line 1, column 1: the number 1e400 is out of range; want one within ±1.8e308"},
		{"/api/solve", "{\"map\":\"S.G\",\n\"weight\": -1e400}", 400, "line 2, column 11: the number -1e400 is out of range; want one within ±1.8e308"},
		{"/api/solve", `{"map":"S.G","from":[1e999,0]}`, 400, "line 1, column 22: the number 1e999 is out of range; want one within ±1.8e308"},
		{"/api/solve", `{"map":"S.G","map":"S..G"}`, 400, "line 1, column 14: the object has a field of this name before; want each field once"},
		{"/api/solve", `{"map":"S.G","MAP":"S..G"}`, 400, "line 1, column 14: the object has a field of this name before; want each field once"},
		{"/api/solve", "{\"map\":\"S.G\",\n \"x\": {\"a\": [{\"b\": \"b\"}], \"\\u0061\" : 2}}", 400, "line 2, column 27: the object has a field of this name before; want each field once"},
		{"/api/solve", `null`, 422, "expected object"},
		{"/api/solve", fields{}, 422, "expected required property map to be present"},
		{"/api/solve", fields{"map": ""}, 422, "map: expected length >= 1"},
		{"/api/solve", fields{"map": nil}, 422, "map: expected string"},
		{"/api/solve", fields{"map": 5}, 422, "map: expected string"},
		{"/api/solve", map1.with(fields{"algoritm": "astar"}), 422, "algoritm: unknown field; did you mean algorithm?"},
		{"/api/generate", fields{"kind": "maze", "zzzzz": 1}, 422, "zzzzz: unknown field; want any of corridor, density, doors, gap, height, kind, room_height, room_width, seed, wall_height, wall_width, walls, width"},
		{"/api/solve", map1.with(fields{"b": 1, "a": 2}), 422, "a: unknown field; want any of algorithm,"},
		{"/api/solve", map1.with(fields{"from": []int{1}}), 422, "from: expected array length >= 2"},
		{"/api/solve", map1.with(fields{"from": []int{1, 2, 3}}), 422, "from: expected array length <= 2"},
		{"/api/solve", map1.with(fields{"from": []any{1, "2"}}), 422, "from[1]: expected integer"},
		{"/api/solve", map1.with(fields{"from": []float64{1, 1.5}}), 422, "from[1]: expected integer"},
		{"/api/solve", map1.with(fields{"from": []float64{1, 1e10}}), 422, "from[1]: expected number <= "},
		{"/api/solve", `{"map":"S.G","from":[1.0,0]}`, 422, "from: number 1.0; want a whole number, without point and exponent"},
		{"/api/solve", map1.with(fields{"moves": 6}), 422, `moves: expected value to be one of "4, 8"`},
		{"/api/solve", map1.with(fields{"moves": "8"}), 422, "moves: expected integer"},
		{"/api/solve", map1.with(fields{"cut_corners": "some"}), 422, `cut_corners: expected value to be one of "never, one, always"`},
		{"/api/solve", map1.with(fields{"cost": "free"}), 422, `cost: expected value to be one of "uniform, add, mul, mean"`},
		{"/api/solve", map1.with(fields{"heuristic": "crow"}), 422, `heuristic: "crow" is not a heuristic; want auto, zero, manhattan, chebyshev, octile or euclidean`},
		{"/api/solve", map1.with(fields{"weight": "0.5"}), 422, `weight: "0.5" is not a weight; want a number of at least 1 such as 1.5 or 3/2`},
		{"/api/solve", map1.with(fields{"weight": 2}), 422, "weight: expected string"},
		{"/api/solve", map1.with(fields{"tie": "random"}), 422, `tie: "random" is not a tie policy; want low-h-lifo, low-h, fifo, lifo or parent-g`},
		{"/api/solve", map1.with(fields{"order": "E,W"}), 422, `order: "E,W" is not an order of the directions; want each of E,W,S,N,SE,NE,SW,NW once`},
		{"/api/solve", map1.with(fields{"reopen": "yes"}), 422, "reopen: expected boolean"},
		{"/api/solve", map1.with(fields{"max_expanded": -1}), 422, "max_expanded: expected number >= 0"},
		{"/api/solve", map1.with(fields{"max_time_ms": 0.5}), 422, "max_time_ms: expected integer"},
		{"/api/solve", map1.with(fields{"algorithm": "jump-pint"}), 422, `algorithm: unknown algorithm "jump-pint"; did you mean jump-point?`},
		{"/api/solve", fields{"map": "S2G\n", "algorithm": "jps"}, 422, "algorithm: jump-point does not apply: it is for uniform costs only; choose another algorithm, or other costs or heuristic"},
		{"/api/trace", fields{"map": small, "algorithm": "greedy", "heuristic": "zero"}, 422, "algorithm: greedy does not apply: it follows the heuristic, and zero gives it nothing to follow;"},
		{"/api/solve", fields{"map": "...\n...\n"}, 422, "from: the map names no start; want it as [x,y] (x from 0 to 2, y from 0 to 1)"},
		{"/api/trace", fields{"map": "S..\n...\n"}, 422, "to: the map names no goal; want it as [x,y] (x from 0 to 2, y from 0 to 1)"},
		{"/api/solve", fields{"map": "S..\n.@.\n.G\n"}, 422, "map:3:3: the row has 2 of 3 cells; rows must be equally long"},
		{"/api/solve", map1.with(fields{"name": strings.Repeat("n", 201)}), 422, "name: expected length <= 200"},
		{"/api/solve", map1.with(fields{"name": strings.Repeat("山", 100)}), 422, "name: it has 300 bytes; want at most 200"},
		{"/api/convert", fields{"map": small, "format": "pdf"}, 422, `format: expected value to be one of "native, movingai, terrain, plain"`},
		{"/api/convert", fields{"map": "S2G\n", "format": "movingai"}, 422, "format: cell 1,0 weighs 2 with cost mul, but a movingai map has no weights; write the native format"},
		{"/api/convert", fields{"map": "...\n", "format": "terrain"}, 422, "format: no start or no goal; a terrain file needs both"},
		{"/api/generate", fields{"kind": "castle"}, 422, `kind: "castle" is not a kind of map; want one of walls, random, maze, rooms`},
		{"/api/generate", fields{"kind": "maze", "density": 0.3}, 422, "kind: maze takes no density; it takes corridor"},
		{"/api/generate", fields{"kind": "maze", "room_width": 3}, 422, "kind: maze takes no room_width; it takes corridor"},
		{"/api/generate", fields{"kind": "random", "density": 1.5}, 422, "density: expected number <= 1"},
		{"/api/generate", fields{"kind": "random", "density": 0.2505}, 422, `density: "0.2505" is not a share; want a decimal from 0 to 1 with at most 3 digits after the point`},
		{"/api/generate", fields{"kind": "maze", "corridor": 0}, 422, "corridor: expected number >= 1"},
		{"/api/generate", fields{"kind": "maze", "width": 2, "height": 2}, 422, "kind: a maze of 2×2 with corridors of 1 has no place; want at least 3×3"},
		{"/api/generate", fields{"kind": "maze", "width": -5}, 422, "width: expected number >= 0"},
		{"/api/generate", fields{"kind": "random", "width": 1 << 11, "height": 1 << 10}, 422, "width: 2048×1024 is more than 1048576 cells; want a smaller map"},
		{"/api/generate", fields{"kind": "random", "width": 1<<31 - 1, "height": 1<<31 - 1}, 422, "width: 2147483647×2147483647 is more than 1048576 cells; want a smaller map"},
		{"/api/generate", fields{"kind": "walls", "walls": 1<<31 - 1}, 422, "walls: 2147483647 segments of up to 13 cells are more than 33554432 cells; want fewer or shorter ones"},
	} {
		got := s.post(c.path, c.body)
		if got.code != c.code {
			t.Errorf("%s %.80s: status %d, want %d: %s", c.path, text(t, c.body), got.code, c.code, got.body)
			continue
		}
		if detail := got.detail(t); !strings.HasPrefix(detail, c.want) {
			t.Errorf("%s %.80s:\n%s\nwant\n%s", c.path, text(t, c.body), detail, c.want)
		}
	}
}

// TestProblemsDoNotRepeatTheRequest sends much that is wrong.
func TestProblemsDoNotRepeatTheRequest(t *testing.T) {
	s := start(t, studio.Options{})
	secret := strings.Repeat("secret", 1000)
	for _, body := range []any{
		fields{"map": secret, secret: 1},
		fields{"map": small, "tie": secret, "x": secret},
		fields{"map": small, "from": []string{secret, secret}},
		`{"map":"` + secret,
		`{"map":"` + secret + `","from":[1.0,2]}`,
	} {
		if got := s.post("/api/solve", body); got.code < 400 || len(got.body) > 15_000 {
			t.Errorf("%.60s...: status %d, %d bytes", text(t, body), got.code, len(got.body))
		}
	}
	unknown := fields{"map": small}
	for i := range 500 {
		unknown[fmt.Sprintf("unknown%03d", i)] = i
	}
	first := s.post("/api/solve", unknown)
	if len(first.body) > 15_000 {
		t.Errorf("500 unknown fields are answered with %d bytes", len(first.body))
	}
	if second := s.post("/api/solve", unknown); string(first.body) != string(second.body) {
		t.Errorf("first %s\nthen %s", first.body, second.body)
	}
}

// TestManyValues sends what would become millions of values and errors.
func TestManyValues(t *testing.T) {
	s := start(t, studio.Options{})
	many := studio.MaxValues + 1
	var unknown strings.Builder
	for i := range many {
		fmt.Fprintf(&unknown, `,"a%d":{}`, i)
	}
	for _, body := range []string{
		`{"map":"S.G","from":[` + strings.Repeat("1,", many) + `1]}`,
		strings.Repeat("[", 1<<20),
		`{"map":"S.G"` + unknown.String() + `}`,
		strings.Repeat(`{"a":`, many),
	} {
		if got := s.post("/api/solve", body); got.code != 400 || !strings.HasPrefix(got.detail(t), "the body has more than 1000 values; ") {
			t.Errorf("%.40s...: status %d: %.200s", body, got.code, got.body)
		}
	}
	// Brackets and commas in a map are none of JSON's.
	legend := "astrolabe 1\nsize 40 30\nlegend , 1\nlegend [ 1\nlegend \\ 1\nlegend \" 1\nlegend { 1\nstart 0 0\ngoal 39 29\nmap\n" +
		strings.Repeat(strings.Repeat(`,[{"\`, 8)+"\n", 30)
	if got := s.post("/api/solve", fields{"map": legend}).object(t); got["status"] != "found" {
		t.Errorf("status %v", got["status"])
	}
}

// TestBodySize sends bodies around the limit, declared and not.
func TestBodySize(t *testing.T) {
	const limit = 10_000
	s := start(t, studio.Options{MaxBody: limit})
	for _, size := range []int{limit - 1, limit, limit + 1, 3 * limit, 100 * limit} {
		body := `{"map":"S.G\n"}`
		body += strings.Repeat(" ", size-len(body))
		for _, declared := range []bool{true, false} {
			r := s.request(http.MethodPost, "/api/solve", body)
			if !declared {
				r.Body, r.ContentLength, r.GetBody = io.NopCloser(struct{ io.Reader }{strings.NewReader(body)}), -1, nil
			}
			got := s.do(r)
			if size <= limit {
				if got.code != http.StatusOK {
					t.Errorf("%d bytes, declared %v: status %d, want 200", size, declared, got.code)
				}
			} else if got.code != http.StatusRequestEntityTooLarge || got.detail(t) != "the body has more than 10000 bytes; send a smaller map" {
				t.Errorf("%d bytes, declared %v: status %d: %s", size, declared, got.code, got.body)
			}
		}
	}
}

// TestHugeClaims sends maps that say that they are huge.
func TestHugeClaims(t *testing.T) {
	s := start(t, studio.Options{})
	for name, text := range map[string]string{
		"movingai":          "type octile\nheight 2000000000\nwidth 1\nmap\n.\n",
		"movingai, product": "type octile\nheight 60000\nwidth 60000\nmap\n.\n",
		"movingai, limit":   "type octile\nheight 1025\nwidth 1024\nmap\n.\n",
		"terrain":           "2000000000 2000000000 1 1 2 2\n..\n",
		"terrain, limit":    "1025 1024 1 1 2 2\n..\n",
		"native":            "astrolabe 1\nsize 2000000000 2000000000\nmap\n.\n",
		"native, overflow":  "astrolabe 1\nsize 4294967296 4294967296\nmap\n.\n",
		"native, weights":   "astrolabe 1\nsize 1025 1024\nweights\n1\n",
		"plain":             strings.Repeat(".", 1<<20+1) + "\n",
		"plain, rows":       strings.Repeat(strings.Repeat(".", 1024)+"\n", 1025),
	} {
		for _, path := range []string{"/api/convert", "/api/solve", "/api/applies"} {
			got := s.post(path, fields{"map": text})
			if got.code != http.StatusUnprocessableEntity || !strings.HasPrefix(got.detail(t), "map:") {
				t.Errorf("%s to %s: status %d: %.300s", name, path, got.code, got.body)
			}
		}
	}
	largest := strings.Repeat(strings.Repeat(".", 1024)+"\n", 1024)
	if got := s.post("/api/solve", fields{"map": largest, "from": []int{0, 0}, "to": []int{1023, 1023}, "algorithm": "auto"}).object(t); got["status"] != "found" {
		t.Errorf("the largest map: status %v", got["status"])
	}
}
