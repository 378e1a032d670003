package studio_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/astrolabe-search/astrolabe/studio"
)

// TestShutdown ends the server while a search goes on, a connection is idle, one is silent, and
// one has sent half a body.
func TestShutdown(t *testing.T) {
	t.Parallel()
	s := start(t, studio.Options{MaxTime: time.Hour, MaxExpanded: 1 << 50})
	answered := make(chan reply, 1)
	go func() { answered <- s.post("/api/solve", endless(t)) }()
	s.eventually(running, "1")
	defer s.dial().Close()
	half := s.dial()
	defer half.Close()
	fmt.Fprint(half, "POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{")

	begin := time.Now()
	if err := s.stop(); err != nil {
		t.Errorf("Serve: %v", err)
	}
	if elapsed := time.Since(begin); elapsed < studio.SearchGrace {
		t.Errorf("the server ended after %v", elapsed)
	}
	got := (<-answered).object(t)
	if reason := fmt.Sprint(got["reason"]); got["status"] != "limit" || !strings.Contains(reason, "the server is shutting down") {
		t.Errorf("the search's status is %v: %s", got["status"], reason)
	}
	if _, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://")); err == nil {
		t.Error("the port is still open")
	}
}

// TestShutdownIsQuick ends a server on which nothing goes on.
func TestShutdownIsQuick(t *testing.T) {
	simulate(t, studio.Options{}, func(t *testing.T, s *site) {
		s.get("/")
		defer s.dial().Close()
		half := s.dial()
		defer half.Close()
		fmt.Fprint(half, "GET / HT")
		synctest.Wait()
		begin := time.Now()
		if err := s.stop(); err != nil {
			t.Errorf("Serve: %v", err)
		}
		if elapsed := time.Since(begin); elapsed > 100*time.Millisecond {
			t.Errorf("the server took %v to end", elapsed)
		}
	})
}

// TestShutdownGivesUp ends a server that has half a body, which is waited for, as it might be
// whole soon, and a client that does not read.
func TestShutdownGivesUp(t *testing.T) {
	simulate(t, studio.Options{MaxTime: time.Hour, MaxExpanded: 1 << 50}, func(t *testing.T, s *site) {
		half := s.dial()
		defer half.Close()
		fmt.Fprint(half, "POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{")
		defer s.ask("/api/trace", text(t, endless(t)))()
		synctest.Wait()
		begin := time.Now()
		if err := s.stop(); err != nil {
			t.Errorf("Serve: %v", err)
		}
		if elapsed := time.Since(begin); elapsed < studio.SearchGrace || elapsed > studio.ShutdownGrace+time.Second {
			t.Errorf("the server took %v to end, want %v", elapsed, studio.ShutdownGrace)
		}
	})
}

// TestListenerFails tells the listener's error.
func TestListenerFails(t *testing.T) {
	server, err := studio.New(studio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	if err := server.Serve(t.Context(), listener); !errors.Is(err, net.ErrClosed) || !strings.HasPrefix(err.Error(), "studio: ") {
		t.Errorf("Serve: %v", err)
	}
}

// TestTwoListeners serves one server at two addresses, and ends one.
func TestTwoListeners(t *testing.T) {
	s := start(t, studio.Options{})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	served := make(chan error)
	go func() { served <- s.server.Serve(ctx, listener) }()
	response, err := s.client.Get("http://" + listener.Addr().String() + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, response.Body)
	response.Body.Close()
	cancel()
	if err := <-served; err != nil || response.StatusCode != http.StatusOK {
		t.Errorf("status %d, Serve: %v", response.StatusCode, err)
	}
	if got := s.get("/healthz"); got.code != http.StatusOK {
		t.Errorf("the other listener: status %d", got.code)
	}
}

// brokenFiles panic when they are read.
type brokenFiles struct{}

func (brokenFiles) Open(string) (fs.File, error) { panic("a bug") }

// TestPanicsAreAnswered tells the client that there is a mistake, and the log which.
func TestPanicsAreAnswered(t *testing.T) {
	var log logged
	s := start(t, studio.Options{Assets: brokenFiles{}, Log: slog.New(slog.NewTextHandler(&log, nil))})
	for range 2 { // the connection, and the server, go on
		if got := s.get("/"); got.code != http.StatusInternalServerError || !strings.HasPrefix(got.detail(t), "there is a mistake in the server; please report it") {
			t.Errorf("status %d: %s", got.code, got.body)
		}
	}
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	if text := log.out.String(); strings.Count(text, `msg="a request panicked" route="GET /{$}" fault="a bug" stack=`) != 2 {
		t.Errorf("the log is\n%s", text)
	}
}

// TestLargeHeaders are refused by net/http, as soon as they are too large.
func TestLargeHeaders(t *testing.T) {
	s := start(t, studio.Options{})
	c := s.dial()
	defer c.Close()
	fmt.Fprintf(c, "GET / HTTP/1.1\r\nHost: localhost\r\nX-Large: %s", strings.Repeat("x", 20<<10))
	answer := make([]byte, 12)
	if _, err := io.ReadFull(c, answer); err != nil || string(answer) != "HTTP/1.1 431" {
		t.Errorf("%q, %v", answer, err)
	}
}
