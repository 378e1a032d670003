package studio_test

import (
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/astrolabe-search/astrolabe/studio"
)

// slowness are ways to keep a server waiting.
var slowness = []struct {
	name string
	send string
}{
	{"silent", ""},
	{"half a header", "GET / HTTP/1.1\r\nHost: localh"},
	{"half a body", "POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{\"map\":\"S."},
	{"unread answers", strings.Repeat("GET /large.js HTTP/1.1\r\nHost: localhost\r\n\r\n", 100)},
	{"body of a GET", "GET /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n"},
}

// slowSite is a server of which slow clients want more connections than it takes.
type slowSite struct {
	*site
	opened []net.Conn
	served int
	worst  time.Duration // that a request of another client took
}

// ask asks as a new client.
func (s *slowSite) ask() {
	s.t.Helper()
	s.client.CloseIdleConnections()
	r := s.request(http.MethodPost, "/api/solve", text(s.t, fields{"map": small}))
	begin := time.Now()
	if got := s.do(r); got.code != 200 {
		s.t.Errorf("status %d: %s", got.code, got.body)
	}
	s.worst = max(s.worst, time.Since(begin))
	s.served++
}

// flood opens so many connections, each of which sends something and keeps the server
// waiting, and asks now and then, and at the end.
func (s *slowSite) flood(count int, send string) {
	s.t.Helper()
	open := make(chan net.Conn)
	var writers sync.WaitGroup
	go func() {
		defer close(open)
		for range count {
			c, err := s.connect()
			if err != nil {
				s.t.Errorf("a connection is refused: %v", err)
				return
			}
			// Who does not read may not be able to write.
			writers.Go(func() { _, _ = io.WriteString(c, send) })
			open <- c
		}
	}()
	for c := range open {
		if s.opened = append(s.opened, c); len(s.opened)%5 == 0 {
			s.ask()
		}
	}
	for range 10 {
		s.ask()
	}
	for _, c := range s.opened {
		c.Close()
	}
	writers.Wait()
}

var largeFile = fstest.MapFS{"large.js": {Data: make([]byte, 50_000)}}

// TestSlowConnections opens many more connections than the server takes, all of which keep
// it waiting in some way, and looks how soon others are served. The clock is one that
// stands still while anybody works.
func TestSlowConnections(t *testing.T) {
	for _, slow := range slowness {
		t.Run(slow.name, func(t *testing.T) {
			simulate(t, studio.Options{MaxConnections: 16, Assets: largeFile}, func(t *testing.T, site *site) {
				s := &slowSite{site: site}
				s.flood(60, slow.send)
				// Before it is let in, the one that dialed first is, and each waits until one has
				// been slow for so long.
				if limit := 2 * studio.Grace; s.worst > limit {
					t.Errorf("a request took %v, want at most %v", s.worst, limit)
				}
				if evicted := s.metric(evicted); evicted == "0" {
					t.Error("no connection was closed to make room")
				}
			})
		})
	}
}

// BenchmarkSlowConnections does it with sockets and the clock, and reports the longest time
// that a request took. The environment variable ASTROLABE_SLOW sets the number of
// connections, of 500 without it; 10,000 need as many file descriptors.
func BenchmarkSlowConnections(b *testing.B) {
	count, connections := 500, 128
	if given := os.Getenv("ASTROLABE_SLOW"); given != "" {
		var err error
		if count, err = strconv.Atoi(given); err != nil {
			b.Fatal(err)
		}
	}
	if count > 1000 {
		connections = 0 // the default
	}
	for _, slow := range slowness {
		b.Run(slow.name, func(b *testing.B) {
			worst := time.Duration(0)
			for b.Loop() {
				s := &slowSite{site: start(b, studio.Options{MaxConnections: connections, Assets: largeFile})}
				dial := s.connect
				s.connect = func() (net.Conn, error) {
					c, err := dial()
					if err == nil {
						err = c.(*net.TCPConn).SetReadBuffer(4096)
					}
					return c, err
				}
				s.flood(count, slow.send)
				worst = max(worst, s.worst)
				if err := s.stop(); err != nil {
					b.Error(err)
				}
			}
			b.ReportMetric(worst.Seconds(), "worst-s")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// TestConnectionsAreBounded counts those that the server has open.
func TestConnectionsAreBounded(t *testing.T) {
	simulate(t, studio.Options{MaxConnections: 10}, func(t *testing.T, s *site) {
		for range 30 {
			defer s.dial().Close()
		}
		for range 5 {
			if got := s.metric("astrolabe_connections_open"); got != "10" {
				t.Errorf("%s connections are open, want 10", got)
			}
		}
	})
}

// heldFiles are the page's files, which cannot be opened before they are let go.
type heldFiles struct {
	files           fs.FS
	asked, released chan struct{}
}

func (f heldFiles) Open(name string) (fs.File, error) {
	f.asked <- struct{}{}
	<-f.released
	return f.files.Open(name)
}

// TestWorkIsNotInterrupted has many more clients than connections while a request is worked on.
func TestWorkIsNotInterrupted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		files := heldFiles{largeFile, make(chan struct{}), make(chan struct{})}
		s := startOnPipes(t, studio.Options{MaxConnections: 3, Assets: files})
		answered := make(chan reply)
		go func() { answered <- s.get("/large.js") }()
		<-files.asked
		for range 20 {
			defer s.dial().Close()
		}
		if got := s.metric(evicted); got == "0" {
			t.Error("no connection was closed to make room")
		}
		close(files.released)
		if got := <-answered; got.code != http.StatusOK || len(got.body) != 50_000 {
			t.Errorf("status %d, %d bytes", got.code, len(got.body))
		}
	})
}
