package studio_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/astrolabe-search/astrolabe/studio"
)

// sent opens a connection on which a POST has been begun.
func (s *site) sent(path, header string, length int, body string) net.Conn {
	s.t.Helper()
	c := s.dial()
	_, err := fmt.Fprintf(c, "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n%sContent-Length: %d\r\n\r\n%s", path, header, length, body)
	if err != nil {
		s.t.Fatal(err)
	}
	return c
}

// TestSlowReaderOfATrace takes a piece of an endless answer now and then, until the limit for the whole
// ends it. Who waits for a place behind it does so for longer than a body may take, and gets one: that
// limit is over when the body has come.
func TestSlowReaderOfATrace(t *testing.T) {
	simulate(t, studio.Options{Searches: 1, MaxTime: time.Hour, MaxExpanded: 1 << 50}, func(t *testing.T, s *site) {
		s.server.SetGateWait(time.Hour)
		body := text(t, endless(t))
		c := s.sent("/api/trace", "", len(body), body)
		defer c.Close()
		synctest.Wait()
		next := make(chan *http.Response)
		go func() {
			response, err := s.client.Do(s.request(http.MethodPost, "/api/solve", text(t, fields{"map": small})))
			if err != nil {
				t.Errorf("who waits behind it: %v", err)
			}
			next <- response
		}()
		begin, piece := time.Now(), make([]byte, 20_000)
		for {
			time.Sleep(time.Second)
			if _, err := io.ReadFull(c, piece); err != nil {
				break
			}
		}
		if response := <-next; response != nil {
			if response.StatusCode != http.StatusOK {
				t.Errorf("who waits behind it: status %d", response.StatusCode)
			}
			response.Body.Close()
		}
		// The whole may take a minute, and the last piece of it five seconds.
		if elapsed := time.Since(begin); elapsed < 55*time.Second || elapsed > 66*time.Second {
			t.Errorf("the answer ended after %v, want a minute", elapsed)
		}
	})
}

// TestSlowBodies has clients stop in their bodies: they are told so after a while, also where the body
// is compressed, and those who have been answered are not read for longer.
func TestSlowBodies(t *testing.T) {
	const patience, closing = 20 * time.Second, time.Second
	for name, c := range map[string]struct{ path, header, body, want string }{
		"plain":      {"/api/solve", "", `{"map":`, "408"},
		"compressed": {"/api/solve", "Content-Encoding: gzip\r\n", zip(t, strings.Repeat("S.G", 1000))[:20], "408"},
		"unwanted":   {"/api/nowhere", "", `{"map":`, "404"},
	} {
		t.Run(name, func(t *testing.T) {
			simulate(t, studio.Options{}, func(t *testing.T, s *site) {
				begin := time.Now()
				client := s.sent(c.path, c.header, 1000, c.body)
				defer client.Close()
				answer, err := io.ReadAll(client)
				if elapsed := time.Since(begin); err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 "+c.want) || elapsed < patience || elapsed > patience+closing {
					t.Errorf("after %v, %v, the answer is %.300q; want %s after %v", elapsed, err, answer, c.want, patience)
				}
			})
		})
	}
}

// TestNobodyMakesRoomForItself has a client's body grow beyond the memory that there is: there is nobody
// to close a connection of, and it is told so at once.
func TestNobodyMakesRoomForItself(t *testing.T) {
	const most = 1 << 20
	simulate(t, studio.Options{MaxBody: most}, func(t *testing.T, s *site) {
		s.server.TakeBodies(most*studio.BodiesAtOnce - 32<<10)
		client := s.sent("/api/solve", "", most, strings.Repeat(" ", 1000))
		defer client.Close()
		time.Sleep(2 * studio.Grace)
		begin := time.Now()
		go func() { _, _ = io.WriteString(client, strings.Repeat(" ", most-1000)) }()
		answer := make([]byte, 12)
		_, err := io.ReadFull(client, answer)
		if elapsed := time.Since(begin); err != nil || string(answer) != "HTTP/1.1 503" || elapsed > 0 {
			t.Errorf("after %v, %v, the answer is %q; want HTTP/1.1 503 at once", elapsed, err, answer)
		}
		go func() { _, _ = io.Copy(io.Discard, client) }()
		synctest.Wait()
	})
}
