package studio

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"
)

// visit is what is counted of a request while it is worked on.
type visit struct{ expanded atomic.Int64 }

type visitKey struct{}

// ServeHTTP answers a request for a file of the page or of the API.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	begin := time.Now()
	v := &visit{}
	out := &response{ResponseWriter: w, controller: http.NewResponseController(w), conn: connOf(r)}
	if out.conn != nil {
		out.conn.expectBody(r.ContentLength != 0)
	}
	r = r.WithContext(context.WithValue(r.Context(), visitKey{}, v))
	if r.ContentLength != 0 && r.Body != nil {
		out.body = &sentBody{ReadCloser: r.Body, asks: r.Header.Get("Expect") != ""}
		r.Body = out.body
	}
	defer func() {
		fault := recover()
		clientGone := out.failed || r.Context().Err() != nil // which huma panics about
		if fault != nil && fault != http.ErrAbortHandler && !clientGone {
			s.log.Error("a request panicked", "route", r.Pattern, "fault", fmt.Sprint(fault), "stack", string(debug.Stack()))
			if out.code == 0 {
				problem(out, http.StatusInternalServerError, "there is a mistake in the server; please report it with the request")
				fault = nil
			}
		}
		s.finished(r, out, v, time.Since(begin))
		if fault != nil {
			panic(http.ErrAbortHandler)
		}
		out.drain()
		if out.conn != nil {
			out.conn.wait(inAnswer) // until the rest of the answer is sent
		}
	}()
	secure(out.Header())
	if status, detail := s.guard(r); status != 0 {
		if status == http.StatusMethodNotAllowed {
			out.Header().Set("Allow", "GET, HEAD, POST")
		}
		problem(out, status, detail)
		return
	}
	s.mux.ServeHTTP(out, r)
}

// finished counts and logs a request that has been answered, or could not be.
func (s *Server) finished(r *http.Request, out *response, v *visit, elapsed time.Duration) {
	const clientGone = 499 // as others log it; nobody is sent it
	route, code := r.Pattern, out.code
	if route == "" {
		route = "none"
	}
	if code == 0 {
		code = clientGone
	}
	s.metrics.request(route, code, elapsed)
	level := slog.LevelDebug
	if strings.Contains(route, " /api/") {
		level = slog.LevelInfo
	}
	s.log.LogAttrs(r.Context(), level, "request",
		slog.String("route", route), slog.Int("code", code), slog.Duration("duration", elapsed),
		slog.Int64("bytes", out.bytes), slog.Int64("expanded", v.expanded.Load()))
}

// handle adds a route.
func (s *Server) handle(pattern string, h http.Handler) {
	s.patterns = append(s.patterns, pattern)
	s.mux.Handle(pattern, h)
}

// missing answers requests that no route is for.
func (s *Server) missing(w http.ResponseWriter, r *http.Request) {
	for _, other := range []struct{ method, allow string }{
		{http.MethodGet, "GET, HEAD"},
		{http.MethodPost, "POST"},
	} {
		probe := r.Clone(r.Context())
		probe.Method = other.method
		if _, pattern := s.mux.Handler(probe); pattern != "" && !strings.HasSuffix(pattern, "...}") {
			w.Header().Set("Allow", other.allow)
			problem(w, http.StatusMethodNotAllowed, fmt.Sprintf("%s does not take %s; want %s", r.URL.Path, r.Method, other.allow))
			return
		}
	}
	problem(w, http.StatusNotFound, "there is no such page; the API is described at /api/openapi.json")
}

const (
	// pieceTime is how long a client may take to read a piece of an answer, and
	// sendTime how long for the whole, the search of a streamed one included.
	pieceTime = 5 * time.Second
	sendTime  = time.Minute
	piece     = 64 << 10
)

// response sends an answer piece by piece, each within its time, and counts.
type response struct {
	http.ResponseWriter
	controller *http.ResponseController
	conn       *conn     // nil: not one of ours
	body       *sentBody // of the request; nil: there is none

	code   int
	bytes  int64
	failed bool      // to send something
	until  time.Time // by when all must be sent
}

// Unwrap returns the writer behind, for [http.ResponseController].
func (w *response) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// WriteHeader sends the status, once.
func (w *response) WriteHeader(code int) {
	if w.code == 0 {
		w.code = code
		if w.body.isLeft() {
			w.Header().Set("Connection", "close") // after it was drained
		}
		w.ResponseWriter.WriteHeader(code)
	}
}

// Write implements [io.Writer].
func (w *response) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	sent := 0
	for {
		part := p[sent:min(sent+piece, len(p))]
		var n int
		err := w.inTime(func() (err error) {
			n, err = w.ResponseWriter.Write(part)
			return err
		})
		sent += n
		w.bytes += int64(n)
		if err != nil || sent == len(p) {
			return sent, err
		}
	}
}

// FlushError sends what is in the server's buffer.
func (w *response) FlushError() error {
	err := w.inTime(w.controller.Flush)
	if errors.Is(err, http.ErrNotSupported) {
		return nil
	}
	return err
}

// inTime calls what may have to wait for the client.
func (w *response) inTime(send func() error) error {
	now := time.Now()
	if w.until.IsZero() {
		w.until = now.Add(sendTime)
	}
	deadline := now.Add(pieceTime)
	if w.until.Before(deadline) {
		deadline = w.until
	}
	// A writer that knows no deadlines is that of a test.
	_ = w.controller.SetWriteDeadline(deadline)
	if w.conn != nil {
		w.conn.wait(inAnswer)
		defer w.conn.busy()
	}
	err := send()
	w.failed = w.failed || err != nil
	return err
}

// sentBody is the body of a request.
type sentBody struct {
	io.ReadCloser
	asks  bool // the client may wait for a sign before it sends the body, which reading gives
	begun bool
	ended bool
	late  bool // reading it failed, as by its deadline
}

// Read reads what the client sent.
func (b *sentBody) Read(p []byte) (int, error) {
	b.begun = true
	n, err := b.ReadCloser.Read(p)
	b.ended = b.ended || err == io.EOF
	b.late = b.late || err != nil && err != io.EOF
	return n, err
}

// isLeft tells whether there is more of the body than was read.
func (b *sentBody) isLeft() bool { return b != nil && !b.ended }

// drained bounds what is read of a body whose request has been answered: several
// times the largest one that is taken.
const drained = 64 << 20

// drain sends the answer and reads what is left of the body. Were the connection closed
// while the client still sends, the client would lose the answer, and be told of a broken
// connection.
func (w *response) drain() {
	if !w.body.isLeft() || w.body.asks && !w.body.begun || w.body.late || w.FlushError() != nil {
		return
	}
	_ = w.controller.SetReadDeadline(time.Now().Add(bodyTime))
	if w.conn != nil {
		w.conn.wait(inAnswer)
	}
	_, _ = io.CopyN(io.Discard, w.body, drained) // whatever ends it, the connection is closed
}
