package studio_test

import (
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/studio"
)

// TestHost calls the server by many names.
func TestHost(t *testing.T) {
	s := start(t, studio.Options{Hosts: []string{"Studio.Example"}})
	_, port, err := net.SplitHostPort(strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	for host, code := range map[string]int{
		"localhost":                      200,
		"localhost:" + port:              200,
		"LOCALHOST.:" + port:             200,
		"127.0.0.1":                      200,
		"127.0.0.1:80":                   200,
		"127.9.9.9":                      200,
		"[::1]:" + port:                  200,
		"[::ffff:127.0.0.1]":             200,
		"studio.example":                 200,
		"STUDIO.example:" + port:         200,
		"evil.example":                   421,
		"evil.example:" + port:           421,
		"localhost.evil.example":         421,
		"127.0.0.1.evil.example":         421,
		"studio.example.evil.example":    421,
		"192.168.1.1":                    421,
		"[fe80::1]":                      421,
		"0.0.0.0":                        421,
		"2130706433":                     421,
		"127.1":                          421,
		"evil.example@127.0.0.1:" + port: 421,
	} {
		for _, path := range []string{"/", "/api/algorithms", "/metrics", "/nowhere"} {
			r := s.request(http.MethodGet, path, "")
			r.Host = host
			got := s.do(r)
			if want := code; got.code != want && !(want == 200 && path == "/nowhere" && got.code == 404) {
				t.Errorf("host %s, path %s: status %d, want %d", host, path, got.code, want)
			}
			if code == 421 && !strings.HasPrefix(got.detail(t), "the server does not go by the name") {
				t.Errorf("host %s: %s", host, got.body)
			}
		}
	}
}

// TestForeignPages asks as browsers do for pages of other sites.
func TestForeignPages(t *testing.T) {
	s := start(t, studio.Options{})
	own := s.url
	for _, c := range []struct {
		name      string
		header    map[string]string
		get, post int
	}{
		{"no browser", nil, 200, 200},
		{"own page", map[string]string{"Origin": own, "Sec-Fetch-Site": "same-origin"}, 200, 200},
		{"own page, old browser", map[string]string{"Origin": own}, 200, 200},
		{"typed address", map[string]string{"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate"}, 200, 200},
		{"other site", map[string]string{"Origin": "http://evil.example", "Sec-Fetch-Site": "cross-site"}, 403, 403},
		{"other site, old browser", map[string]string{"Origin": "http://evil.example"}, 403, 403},
		{"sandboxed frame", map[string]string{"Origin": "null"}, 403, 403},
		{"other port", map[string]string{"Origin": "http://127.0.0.1:1", "Sec-Fetch-Site": "same-site"}, 403, 403},
		{"other site's script or picture", map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}, 403, 403},
		{"link on another site", map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}, 200, 403},
	} {
		for method, want := range map[string]int{http.MethodGet: c.get, http.MethodHead: c.get, http.MethodPost: c.post} {
			path, body := "/", ""
			if method == http.MethodPost {
				path, body = "/api/solve", text(t, fields{"map": small})
			}
			r := s.request(method, path, body)
			for name, value := range c.header {
				r.Header.Set(name, value)
			}
			got := s.do(r)
			if got.code != want {
				t.Errorf("%s, %s: status %d, want %d: %s", c.name, method, got.code, want, got.body)
			}
			if got.code == 403 && method != http.MethodHead && !strings.HasPrefix(got.detail(t), "the request comes from a page of another site") {
				t.Errorf("%s: %s", c.name, got.body)
			}
			if got.header.Get("Access-Control-Allow-Origin") != "" {
				t.Errorf("%s: other sites may read the answer", c.name)
			}
		}
	}
}

// TestMethods tries all of them.
func TestMethods(t *testing.T) {
	s := start(t, studio.Options{})
	for _, c := range []struct {
		method, path string
		code         int
		allow        string
	}{
		{"PUT", "/", 405, "GET, HEAD, POST"},
		{"DELETE", "/api/solve", 405, "GET, HEAD, POST"},
		{"OPTIONS", "/api/solve", 405, "GET, HEAD, POST"},
		{"TRACE", "/", 405, "GET, HEAD, POST"},
		{"PATCH", "/api/maps", 405, "GET, HEAD, POST"},
		{"BREW", "/", 405, "GET, HEAD, POST"},
		{"GET", "/api/solve", 405, "POST"},
		{"HEAD", "/api/solve", 405, "POST"},
		{"POST", "/api/algorithms", 405, "GET, HEAD"},
		{"POST", "/api/maps/harbor", 405, "GET, HEAD"},
		{"POST", "/", 405, "GET, HEAD"},
		{"POST", "/metrics", 405, "GET, HEAD"},
		{"POST", "/api/nothing", 404, ""},
		{"GET", "/api/nothing", 404, ""},
		{"GET", "/api", 404, ""},
		{"GET", "/api/", 404, ""},
		{"HEAD", "/api/algorithms", 200, ""},
		{"HEAD", "/healthz", 200, ""},
		{"HEAD", "/metrics", 200, ""},
		{"GET", "/api/algorithms?x=1", 422, ""},
	} {
		got := s.do(s.request(c.method, c.path, ""))
		if got.code != c.code || got.header.Get("Allow") != c.allow {
			t.Errorf("%s %s: status %d, Allow %q; want %d, %q", c.method, c.path, got.code, got.header.Get("Allow"), c.code, c.allow)
		}
		if got.code >= 400 && c.method != "HEAD" {
			got.detail(t)
		}
	}
}

// TestContentType sends a right body under other names.
func TestContentType(t *testing.T) {
	s := start(t, studio.Options{})
	for media, code := range map[string]int{
		"application/json":                  200,
		"application/json; charset=utf-8":   200,
		"Application/JSON":                  200,
		"":                                  415,
		"text/plain":                        415,
		"application/x-www-form-urlencoded": 415,
		"application/vnd.x+json":            415,
		"application/json/x":                415,
		"multipart/form-data; boundary=x":   415,
	} {
		r := s.request(http.MethodPost, "/api/solve", text(t, fields{"map": small}))
		r.Header.Set("Content-Type", media)
		got := s.do(r)
		if got.code != code {
			t.Errorf("%q: status %d, want %d: %s", media, got.code, code, got.body)
		}
		if code == 415 && !strings.HasSuffix(got.detail(t), "set Content-Type to that") {
			t.Errorf("%q: %s", media, got.body)
		}
	}
}

// TestHeaders holds every kind of answer to the same headers.
func TestHeaders(t *testing.T) {
	s := start(t, studio.Options{})
	for _, r := range []*http.Request{
		s.request(http.MethodGet, "/", ""),
		s.request(http.MethodGet, "/player/player.js", ""),
		s.request(http.MethodGet, "/nowhere", ""),
		s.request(http.MethodGet, "/api/algorithms", ""),
		s.request(http.MethodGet, "/metrics", ""),
		s.request(http.MethodPut, "/", ""),
		s.request(http.MethodPost, "/api/solve", text(t, fields{"map": small})),
		s.request(http.MethodPost, "/api/trace", text(t, fields{"map": small})),
		s.request(http.MethodPost, "/api/solve", "nonsense"),
	} {
		got := s.do(r)
		for name, want := range map[string]string{
			"Content-Security-Policy":      "default-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
			"X-Content-Type-Options":       "nosniff",
			"Referrer-Policy":              "no-referrer",
			"Cross-Origin-Opener-Policy":   "same-origin",
			"Cross-Origin-Resource-Policy": "same-origin",
		} {
			if got.header.Get(name) != want {
				t.Errorf("%s %s: %s is %q, want %q", r.Method, r.URL.Path, name, got.header.Get(name), want)
			}
		}
		if got.header.Get("Content-Type") == "" || got.header.Get("Cache-Control") == "" {
			t.Errorf("%s %s: the media type is %q, the caching %q", r.Method, r.URL.Path, got.header.Get("Content-Type"), got.header.Get("Cache-Control"))
		}
	}
}
