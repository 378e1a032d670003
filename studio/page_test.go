package studio_test

import (
	"bufio"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/astrolabe-search/astrolabe/player"
	"github.com/astrolabe-search/astrolabe/studio"
)

// raw sends a request line as it is, which clients of net/http would tidy up.
func (s *site) raw(target string) (int, string) {
	s.t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		s.t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", target)
	response, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		s.t.Fatalf("%s: %v", target, err)
	}
	defer response.Body.Close()
	var text strings.Builder
	if _, err := bufio.NewReader(response.Body).WriteTo(&text); err != nil {
		s.t.Fatal(err)
	}
	return response.StatusCode, text.String()
}

// TestTraversal looks for files outside the page's.
func TestTraversal(t *testing.T) {
	page := fstest.MapFS{
		"index.html":     {Data: []byte("the page")},
		"a/inner.js":     {Data: []byte("inner")},
		"secret.key":     {Data: []byte("secret")},
		"../outside.js":  {Data: []byte("secret")},
		".hidden":        {Data: []byte("secret")},
		"a/index.html":   {Data: []byte("not to be found by its directory")},
		"go.mod":         {Data: []byte("secret")},
		"noending":       {Data: []byte("secret")},
		"directory.js/x": {Data: []byte("secret")},
	}
	s := start(t, studio.Options{Assets: page})
	for _, target := range []string{
		"/../outside.js", "/..%2foutside.js", "/%2e%2e/outside.js", "/%2e%2e%2foutside.js", "/a/../../outside.js", "/a/..%2f..%2foutside.js",
		"/..%5coutside.js", "/..\\outside.js", "//outside.js", "/./../outside.js", "/a//inner.js%00", "/secret.key", "/.hidden",
		"/go.mod", "/noending", "/a", "/a/", "/directory.js", "/directory.js/", "/player", "/player/", "/player/..%2findex.html",
		"/player/../../etc/passwd", "/player/%2e%2e/server.go", "/server.go", "/assets/", "/etc/passwd", "//etc/passwd", "/C:%5cwindows",
		"/index.html/..", "/index.html%2f..", "/file:%2f%2f%2fetc%2fpasswd",
	} {
		code, body := s.raw(target)
		// The mux answers paths that are not clean with the clean one, where there is then nothing.
		moved := code == http.StatusTemporaryRedirect || code == http.StatusMovedPermanently
		if code != http.StatusNotFound && code != http.StatusBadRequest && !moved || strings.Contains(body, "secret") || strings.Contains(body, "root:") {
			t.Errorf("%s: status %d, %.100q", target, code, body)
		}
	}
	for target, want := range map[string]string{"/": "the page", "/index.html": "the page", "/a/inner.js": "inner", "/a/index.html": "not to be found by its directory"} {
		if code, body := s.raw(target); code != http.StatusOK || body != want {
			t.Errorf("%s: status %d, %q", target, code, body)
		}
	}
}

// TestPlayerIsServed compares all of its files.
func TestPlayerIsServed(t *testing.T) {
	s := start(t, studio.Options{})
	count := 0
	err := fs.WalkDir(player.Assets(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		want, err := fs.ReadFile(player.Assets(), name)
		if err != nil {
			return err
		}
		count++
		if got := s.get("/player/" + name); got.code != http.StatusOK || string(got.body) != string(want) {
			t.Errorf("%s: status %d, %d bytes, want %d", name, got.code, len(got.body), len(want))
		}
		return nil
	})
	if err != nil || count < 10 {
		t.Errorf("%d files, %v", count, err)
	}
}

// TestFilesAreAskedForAgain goes through a browser's cache.
func TestFilesAreAskedForAgain(t *testing.T) {
	page := fstest.MapFS{"index.html": {Data: []byte("one")}, "x.js": {Data: []byte("js")}, "x.css": {Data: []byte("css")}, "x.svg": {Data: []byte("<svg/>")}}
	s := start(t, studio.Options{Assets: page})
	first := s.get("/")
	tag := first.header.Get("ETag")
	if first.header.Get("Cache-Control") != "no-cache" || tag == "" || first.header.Get("Content-Type") != "text/html; charset=utf-8" {
		t.Fatalf("the page has the headers %v", first.header)
	}
	again := func() reply {
		r := s.request(http.MethodGet, "/", "")
		r.Header.Set("If-None-Match", tag)
		return s.do(r)
	}
	if got := again(); got.code != http.StatusNotModified || len(got.body) > 0 {
		t.Errorf("unchanged: status %d, %q", got.code, got.body)
	}
	page["index.html"] = &fstest.MapFile{Data: []byte("two")}
	if got := again(); got.code != http.StatusOK || string(got.body) != "two" {
		t.Errorf("changed: status %d, %q", got.code, got.body)
	}
	for name, media := range map[string]string{"x.js": "text/javascript; charset=utf-8", "x.css": "text/css; charset=utf-8", "x.svg": "image/svg+xml"} {
		if got := s.get("/" + name).header.Get("Content-Type"); got != media {
			t.Errorf("%s has the media type %q", name, got)
		}
	}
}
