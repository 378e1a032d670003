package studio_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/studio"
)

// TestRefusalsAreSeen sends requests that are answered before their bodies are read, from a
// client that reads nothing before it has sent all. What the bodies have is more than sockets
// hold, and more than net/http reads by itself.
func TestRefusalsAreSeen(t *testing.T) {
	const most = 16 << 20
	s := start(t, studio.Options{MaxBody: most})
	s.server.TakeBodies(most * studio.BodiesAtOnce)
	piece := make([]byte, 1<<20)
	const ask, isJSON = "POST /api/solve HTTP/1.1\r\nHost: localhost\r\n", "Content-Type: application/json\r\n"
	for _, c := range []struct {
		name, header string
		pieces       int
		want         string
	}{
		{"no room", ask + isJSON, 16, "503"},
		{"too large", ask + isJSON, 17, "413"},
		{"no JSON", ask, 16, "415"},
		{"unknown coding", ask + isJSON + "Content-Encoding: br\r\n", 16, "415"},
		{"another's name", "POST /api/solve HTTP/1.1\r\nHost: evil.example\r\n", 16, "421"},
		{"another method", "PUT /api/solve HTTP/1.1\r\nHost: localhost\r\n", 16, "405"},
		{"no such page", "POST /api/nothing HTTP/1.1\r\nHost: localhost\r\n", 16, "404"},
		{"a page", "GET / HTTP/1.1\r\nHost: localhost\r\n", 16, "200"},
	} {
		t.Run(c.name, func(t *testing.T) {
			client := s.dial()
			defer client.Close()
			fmt.Fprintf(client, "%sContent-Length: %d\r\n\r\n", c.header, c.pieces*len(piece))
			for range c.pieces {
				if _, err := client.Write(piece); err != nil {
					t.Fatalf("the body cannot be sent: %v", err)
				}
			}
			answer, err := io.ReadAll(client)
			if want := "HTTP/1.1 " + c.want; err != nil || !strings.HasPrefix(string(answer), want) {
				t.Errorf("the answer is %.60q, %v; want %s", answer, err, want)
			}
			if !strings.Contains(string(answer), "\r\nConnection: close\r\n") {
				t.Errorf("the answer does not say that the connection ends: %q", answer)
			}
		})
	}
}

// TestWhoAsksFirstIsNotRead has a client ask whether it may send a body that is refused. Neither
// waits for the other.
func TestWhoAsksFirstIsNotRead(t *testing.T) {
	s := start(t, studio.Options{})
	client := s.dial()
	defer client.Close()
	fmt.Fprint(client, "POST /api/solve HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 1000000\r\n\r\n")
	answer, err := io.ReadAll(client)
	if err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 415") || strings.Contains(string(answer), "100 Continue") {
		t.Errorf("the answer is %q, %v", answer, err)
	}
}

// TestDrainingEnds has a client send without end what nobody wants.
func TestDrainingEnds(t *testing.T) {
	s := start(t, studio.Options{})
	client := s.dial()
	defer client.Close()
	fmt.Fprint(client, "POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000000\r\n\r\n")
	piece := make([]byte, 1<<20)
	for sent := 0; ; sent += len(piece) {
		if _, err := client.Write(piece); err != nil {
			var op *net.OpError
			if !errors.As(err, &op) {
				t.Error(err)
			}
			return
		}
		if sent > 2*studio.Drained {
			t.Fatalf("%d bytes are read of a body that nobody wants", sent)
		}
	}
}

// zip compresses by gzip.
func zip(t testing.TB, text string) string {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestContentEncoding sends bodies that are compressed, or say so.
func TestContentEncoding(t *testing.T) {
	const most = 100_000
	s := start(t, studio.Options{MaxBody: most})
	ask := `{"map":"S.G"}`
	padded := func(size int) string { return ask + strings.Repeat(" ", size-len(ask)) }
	whole := zip(t, ask)
	flipped := []byte(whole)
	flipped[len(flipped)-6] ^= 1 // in the checksum
	const notGzip = "the body is not what Content-Encoding says: "
	for _, c := range []struct {
		name, encoding, body string
		code                 int
		want                 string
	}{
		{"plain", "", ask, 200, ""},
		{"identity", "identity", ask, 200, ""},
		{"gzip", "gzip", whole, 200, ""},
		{"capitals", " GZIP", whole, 200, ""},
		{"old name", "x-gzip", whole, 200, ""},
		{"in two parts", "gzip", zip(t, ask[:5]) + zip(t, ask[5:]), 200, ""},
		{"as large as may be", "gzip", zip(t, padded(most)), 200, ""},
		{"too large inflated", "gzip", zip(t, padded(most+1)), 413, "the body has more than 100000 bytes; send a smaller map"},
		{"far too large inflated", "gzip", zip(t, padded(100*most)), 413, "the body has more than 100000 bytes; send a smaller map"},
		{"too large compressed", "gzip", strings.Repeat(whole, most/len(whole)+1), 413, "the body has more than 100000 bytes; send a smaller map"},
		{"not compressed", "gzip", ask, 400, notGzip + "gzip: invalid header; want one compressed by gzip"},
		{"compressed and not said", "", whole, 400, "line 1, column 1: invalid character"},
		{"cut short", "gzip", whole[:len(whole)-9], 400, notGzip + "unexpected EOF"},
		{"header alone", "gzip", whole[:5], 400, notGzip + "unexpected EOF"},
		{"damaged", "gzip", string(flipped), 400, notGzip + "gzip: invalid checksum"},
		{"with a tail", "gzip", whole + "tail", 400, notGzip + "unexpected EOF"},
		{"other coding", "br", ask, 415, "the body is declared to be compressed in a way that is not known here; compress it by gzip or not at all"},
		{"two codings", "gzip, gzip", zip(t, whole), 415, "the body is declared to be compressed"},
	} {
		r := s.request(http.MethodPost, "/api/solve", c.body)
		if c.encoding != "" {
			r.Header.Set("Content-Encoding", c.encoding)
		}
		got := s.do(r)
		if got.code != c.code {
			t.Errorf("%s: status %d, want %d: %s", c.name, got.code, c.code, got.body)
			continue
		}
		if c.code == 200 {
			if status := got.object(t)["status"]; status != "found" {
				t.Errorf("%s: status %v", c.name, status)
			}
			continue
		}
		if detail := got.detail(t); !strings.HasPrefix(detail, c.want) {
			t.Errorf("%s: %s, want %s", c.name, detail, c.want)
		}
		if takes := got.header.Get("Accept-Encoding"); (takes == "gzip") != (c.code == 415) {
			t.Errorf("%s: the answer says that %q is taken", c.name, takes)
		}
	}
	if left := s.server.BodiesLeft(); left != most*studio.BodiesAtOnce {
		t.Errorf("%d bytes are left for bodies, want all %d", left, most*studio.BodiesAtOnce)
	}
}
