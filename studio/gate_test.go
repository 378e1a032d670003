package studio_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/astrolabe-search/astrolabe/studio"
)

const (
	running = "astrolabe_searches_running"
	waiting = "astrolabe_searches_waiting"
	refused = "astrolabe_searches_refused_total"
	evicted = "astrolabe_connections_evicted_total"
)

// begin sends a request that is not waited for; cancel is as if its client had gone.
func (s *site) begin(path string, body any) (cancel func()) {
	s.t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	r := s.request(http.MethodPost, path, text(s.t, body)).WithContext(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		response, err := s.client.Do(r)
		if err != nil {
			return // it was canceled
		}
		defer response.Body.Close()
		_, _ = io.Copy(io.Discard, response.Body)
	}()
	return func() {
		stop()
		<-done
	}
}

// TestGoneClientsStopSearches cancels requests in their search, and looks whether it ends
// long before its time is over.
func TestGoneClientsStopSearches(t *testing.T) {
	s := start(t, studio.Options{MaxTime: time.Hour, MaxExpanded: 1 << 50})
	for _, path := range []string{"/api/solve", "/api/trace"} {
		cancel := s.begin(path, endless(t))
		s.eventually(running, "1")
		cancel()
		s.eventually(running, "0")
	}
}

// TestTraceIsStreamed reads the beginning of a trace while the search goes on, and waits for the
// client.
func TestTraceIsStreamed(t *testing.T) {
	simulate(t, studio.Options{MaxTime: time.Hour, MaxExpanded: 1 << 50}, func(t *testing.T, s *site) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		response, err := s.client.Do(s.request(http.MethodPost, "/api/trace", text(t, endless(t))).WithContext(ctx))
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		for total := 0; total < 100_000; {
			buffer := make([]byte, 10_000)
			n, err := response.Body.Read(buffer)
			if total == 0 && !strings.HasPrefix(string(buffer), "\x89ATR") {
				t.Fatalf("the answer begins with %q", buffer[:20])
			}
			if total += n; err != nil {
				t.Fatalf("after %d bytes: %v", total, err)
			}
		}
		synctest.Wait()
		if got := s.metric(running); got != "1" {
			t.Errorf("%s searches go on, want 1", got)
		}
		cancel()
		synctest.Wait()
		if got := s.metric(running); got != "0" {
			t.Errorf("%s searches go on for a client that has gone", got)
		}
	})
}

// TestGateIsBounded fills the gate and its queue.
func TestGateIsBounded(t *testing.T) {
	t.Parallel()
	s := start(t, studio.Options{Searches: 1, MaxTime: time.Hour, MaxExpanded: 1 << 50})
	s.server.SetGateWait(time.Hour)
	stop := s.begin("/api/solve", endless(t))
	defer stop()
	s.eventually(running, "1")

	// One that waits, and goes.
	cancel := s.begin("/api/solve", fields{"map": small})
	s.eventually(waiting, "1")
	cancel()
	s.eventually(waiting, "0")
	if got := s.metric(refused); got != "0" {
		t.Fatalf("%s refused, none should", got)
	}

	// As many as may wait do; one more is refused at once.
	var group sync.WaitGroup
	for range studio.WaitersPerSearch {
		group.Go(func() {
			if got := s.post("/api/solve", fields{"map": small}); got.code != 200 {
				t.Errorf("status %d: %s", got.code, got.body)
			}
		})
	}
	s.eventually(waiting, fmt.Sprint(studio.WaitersPerSearch))
	got := s.post("/api/solve", fields{"map": small})
	if got.code != 503 || got.header.Get("Retry-After") != "1" || got.detail(t) != "too many requests are being worked on; try again in a second" {
		t.Errorf("status %d, Retry-After %q: %s", got.code, got.header.Get("Retry-After"), got.body)
	}
	if got := s.metric(refused); got != "1" {
		t.Errorf("%s refused, want 1", got)
	}
	// What needs no gate is answered all the same.
	for _, path := range []string{"/", "/healthz", "/api/algorithms", "/api/maps/harbor"} {
		if got := s.get(path); got.code != 200 {
			t.Errorf("%s: status %d", path, got.code)
		}
	}
	// Who waits gets in when there is room.
	stop()
	group.Wait()
	s.eventually(running, "0")
}

// TestWaitIsBounded lets nobody wait for long.
func TestWaitIsBounded(t *testing.T) {
	s := start(t, studio.Options{Searches: 1, MaxTime: time.Hour, MaxExpanded: 1 << 50})
	s.server.SetGateWait(50 * time.Millisecond)
	defer s.begin("/api/solve", endless(t))()
	s.eventually(running, "1")
	begin := time.Now()
	if got := s.post("/api/solve", fields{"map": small}); got.code != 503 || time.Since(begin) < 50*time.Millisecond {
		t.Errorf("status %d after %v", got.code, time.Since(begin))
	}
}

// ask sends a request over a connection of its own, and reads nothing.
func (s *site) ask(path, body string) (closeIt func()) {
	s.t.Helper()
	c := s.dial()
	_, err := fmt.Fprintf(c, "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", path, len(body), body)
	if err != nil {
		s.t.Fatal(err)
	}
	return func() { c.Close() }
}

// TestSlowReadersKeepNobodyOut asks for a large answer and does not read it.
func TestSlowReadersKeepNobodyOut(t *testing.T) {
	simulate(t, studio.Options{Searches: 1}, func(t *testing.T, s *site) {
		defer s.ask("/api/convert", text(t, fields{"map": strings.Repeat(strings.Repeat(".", 99)+"\n", 70)}))()
		synctest.Wait()
		if sends, runs := s.metric("astrolabe_answers_sending"), s.metric(running); sends != "1" || runs != "0" {
			t.Errorf("%s answers are being sent, %s searches run; want 1 and 0", sends, runs)
		}
		if got := s.post("/api/solve", fields{"map": small}); got.code != 200 {
			t.Errorf("status %d: %s", got.code, got.body)
		}
	})
}

// TestSlowTracesKeepNobodyOut asks for endless traces and does not read them.
func TestSlowTracesKeepNobodyOut(t *testing.T) {
	simulate(t, studio.Options{Searches: 4, MaxTime: time.Hour, MaxExpanded: 1 << 50}, func(t *testing.T, s *site) {
		s.server.SetGateWait(time.Hour)
		for range 6 {
			defer s.ask("/api/trace", text(t, endless(t)))()
		}
		synctest.Wait()
		if waits, runs := s.metric(waiting), s.metric(running); waits != "4" || runs != "2" {
			t.Errorf("%s requests wait, %s searches run; want 4 and 2", waits, runs)
		}
		if got := s.post("/api/solve", fields{"map": small}); got.code != 200 {
			t.Errorf("status %d: %s", got.code, got.body)
		}
	})
}

// TestBodiesAreBounded sends more and more of bodies that never end, until there is no room for
// another one. Soon after, they make way.
func TestBodiesAreBounded(t *testing.T) {
	const size = 100_000
	simulate(t, studio.Options{MaxBody: size}, func(t *testing.T, s *site) {
		large := `{"map":"S.G"}` + strings.Repeat(" ", size-len(`{"map":"S.G"}`))
		for range studio.BodiesAtOnce - 1 {
			c := s.dial()
			defer c.Close()
			fmt.Fprintf(c, "POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", size, large[:size-1])
		}
		if got := s.metric(evicted); got != "0" {
			t.Fatalf("%s connections were closed, none should be yet", got)
		}
		time.Sleep(2 * studio.Grace)
		for range 3 {
			if got := s.post("/api/solve", large); got.code != 200 {
				t.Errorf("status %d: %s", got.code, got.body)
			}
		}
		if got := s.metric(evicted); got == "0" {
			t.Error("no connection was closed to make room")
		}
	})
}

// TestNoRoomForBodies has no connection to close, since they came without one.
func TestNoRoomForBodies(t *testing.T) {
	const size = 100_000
	server, err := studio.New(studio.Options{MaxBody: size})
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	ask := func(body io.Reader) int {
		r := httptest.NewRequest(http.MethodPost, "/api/solve", body)
		r.Host, r.ContentLength = "localhost", size
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		server.ServeHTTP(w, r)
		return w.Code
	}
	var pipes []*io.PipeWriter
	for range studio.BodiesAtOnce - 1 {
		reader, writer := io.Pipe()
		pipes = append(pipes, writer)
		group.Go(func() { ask(reader) })
		if _, err := io.WriteString(writer, strings.Repeat(" ", size-1)); err != nil {
			t.Fatal(err)
		}
	}
	if code := ask(strings.NewReader(strings.Repeat(" ", size))); code != http.StatusServiceUnavailable {
		t.Errorf("status %d, want 503", code)
	}
	for _, writer := range pipes {
		writer.Close()
	}
	group.Wait()
	if code := ask(strings.NewReader(strings.Repeat(" ", size))); code != http.StatusBadRequest {
		t.Errorf("status %d, want 400 when there is room again", code)
	}
}
