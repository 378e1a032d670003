package studio_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/astrolabe-search/astrolabe/internal/sharedtest"
	"github.com/astrolabe-search/astrolabe/studio"
	"go.uber.org/goleak"
)

// TestMain fails if a goroutine is left when all tests have ended.
func TestMain(m *testing.M) {
	flag.Parse()
	if flag.Lookup("test.fuzz").Value.String() != "" {
		os.Exit(m.Run()) // fuzzing leaves goroutines of its own
	}
	goleak.VerifyTestMain(m)
}

// site is a server that serves on a port of the loopback.
type site struct {
	t      testing.TB
	server *studio.Server
	url    string
	client *http.Client
	// connect opens a connection to the server.
	connect func() (net.Conn, error)
	// stop ends the server and returns what Serve did. It may be called again.
	stop func() error
}

// start starts a server, which the test's end stops.
func start(t testing.TB, options studio.Options) *site {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	return startOn(t, options, listener, address, func() (net.Conn, error) { return net.Dial("tcp", address) })
}

// startOn starts a server on a listener, of which clients know a name, and to which they connect
// in some way.
func startOn(t testing.TB, options studio.Options, listener net.Listener, name string, connect func() (net.Conn, error)) *site {
	t.Helper()
	server, err := studio.New(options)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- server.Serve(ctx, listener) }()
	transport := &http.Transport{
		MaxIdleConnsPerHost: 200,
		DialContext:         func(context.Context, string, string) (net.Conn, error) { return connect() },
	}
	s := &site{t: t, server: server, url: "http://" + name, client: &http.Client{Transport: transport}, connect: connect}
	stopped := false
	s.stop = func() error {
		if stopped {
			return nil
		}
		stopped = true
		cancel()
		err := <-served
		transport.CloseIdleConnections()
		return err
	}
	t.Cleanup(func() {
		if err := s.stop(); err != nil {
			t.Errorf("Serve: %v", err)
		}
	})
	return s
}

// reply is what a request was answered with.
type reply struct {
	code   int
	header http.Header
	body   []byte
}

// do sends a request.
func (s *site) do(r *http.Request) reply {
	s.t.Helper()
	response, err := s.client.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return reply{response.StatusCode, response.Header, body}
}

// request makes a request, with a JSON body if there is one.
func (s *site) request(method, path, body string) *http.Request {
	s.t.Helper()
	var reader io.Reader
	if body != "" {
		reader = strings.NewReader(body)
	}
	r, err := http.NewRequest(method, s.url+path, reader)
	if err != nil {
		s.t.Fatal(err)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	return r
}

func (s *site) get(path string) reply {
	s.t.Helper()
	return s.do(s.request(http.MethodGet, path, ""))
}

// post sends a value as JSON, or a text as it is.
func (s *site) post(path string, body any) reply {
	s.t.Helper()
	return s.do(s.request(http.MethodPost, path, text(s.t, body)))
}

// text returns a value as JSON, or a text as it is.
func text(t testing.TB, body any) string {
	t.Helper()
	if given, ok := body.(string); ok {
		return given
	}
	out, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// object reads an answer as a JSON object; anything but 200 is fatal.
func (r reply) object(t testing.TB) map[string]any {
	t.Helper()
	if r.code != http.StatusOK {
		t.Fatalf("status %d: %s", r.code, r.body)
	}
	return decode[map[string]any](t, r.body)
}

func decode[T any](t testing.TB, data []byte) T {
	t.Helper()
	var value T
	if err := json.Unmarshal(data, &value); err != nil {
		t.Fatalf("%v in %.300s", err, data)
	}
	return value
}

// detail returns what an answer says is wrong.
func (r reply) detail(t testing.TB) string {
	t.Helper()
	if media := r.header.Get("Content-Type"); media != "application/problem+json" {
		t.Fatalf("status %d with the media type %q: %.300s", r.code, media, r.body)
	}
	problem := decode[struct {
		Title, Detail string
		Status        int
	}](t, r.body)
	if problem.Status != r.code || problem.Title != http.StatusText(r.code) {
		t.Errorf("a problem with the status %d (%s) was sent with %d", problem.Status, problem.Title, r.code)
	}
	return problem.Detail
}

// fields is a JSON object.
type fields map[string]any

// with returns the object with more fields.
func (f fields) with(more fields) fields {
	out := fields{}
	for _, part := range []fields{f, more} {
		for name, value := range part {
			out[name] = value
		}
	}
	return out
}

const small = "S..\n.@.\n..G\n"

// example returns the text of an example map.
func example(t testing.TB, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(sharedtest.ModuleRoot(t), "examples", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// endless is a query that takes the server's whole time limit: IDA* on a map with
// many ways of one length.
func endless(t testing.TB) fields {
	return fields{"map": example(t, "harbor.txt"), "algorithm": "ida-star"}
}

// metric returns the value of a metric.
func (s *site) metric(name string) string {
	s.t.Helper()
	for line := range bytes.Lines(s.get("/metrics").body) {
		if value, ok := strings.CutPrefix(string(line), name+" "); ok {
			return strings.TrimSpace(value)
		}
	}
	s.t.Fatalf("there is no metric %s", name)
	return ""
}

// eventually waits until a metric has a value. How long that takes is the machine's affair: the
// only limit is that of go test.
func (s *site) eventually(name, want string) {
	s.t.Helper()
	for {
		got := s.metric(name)
		if got == want {
			return
		}
		if limited, ok := s.t.(interface{ Deadline() (time.Time, bool) }); ok {
			if end, ok := limited.Deadline(); ok && time.Until(end) < 5*time.Second {
				s.t.Fatalf("%s stays %s, want %s", name, got, want)
			}
		}
		time.Sleep(time.Millisecond)
	}
}
