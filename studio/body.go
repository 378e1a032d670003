package studio

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"sync/atomic"
	"time"
)

const (
	// bodyTime is how long a body may take to come: the largest one over a line of 2
	// Mbit/s. Where connections are short, those that have waited for longest are
	// closed sooner.
	bodyTime = 20 * time.Second
	// bodiesAtOnce is how many of the largest bodies may be in memory at once, read
	// or being read. Of a body that comes slowly only what has come counts, and where
	// there is no room for another one it makes way.
	bodiesAtOnce = 16
	// firstBody is what is set aside for a body before its size is known.
	firstBody = 32 << 10
	// maxValues bounds the values of a body. An operation takes some twenty; each
	// that there is no use for costs memory, and an error in the answer.
	maxValues = 1000
)

// work makes a handler of an operation's: the body is read, then the request waits for
// its turn, and gets the time of the server's limit. Unless it streams it leaves the
// gate once it has its answer.
func (s *Server) work(h http.Handler, stream bool) http.Handler {
	late := fmt.Errorf("the time limit of %v is over", s.options.MaxTime)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != jsonType {
			problem(w, http.StatusUnsupportedMediaType, "the body is not declared to be "+jsonType+"; set Content-Type to that")
			return
		}
		body, release, err := s.readBody(w, r)
		if err != nil {
			refuse(w, r, err)
			return
		}
		defer release()
		pass, err := s.gate.enter(r.Context(), stream)
		if err != nil {
			refuse(w, r, err)
			return
		}
		defer pass.leave()
		if !stream {
			w = &sendingWriter{ResponseWriter: w, pass: pass}
		}
		ctx, cancel := context.WithTimeoutCause(r.Context(), s.options.MaxTime, late)
		defer cancel()
		r = r.WithContext(ctx)
		r.Header.Set("Content-Type", jsonType) // without parameters and capitals, as huma looks for it
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		h.ServeHTTP(w, r)
	})
}

// bodyError is what is wrong with a body.
type bodyError struct {
	status int
	detail string
}

func (e *bodyError) Error() string { return e.detail }

// refuse tells that a request is not worked on. A client that has gone is told nothing.
func refuse(w http.ResponseWriter, r *http.Request, err error) {
	var wrong *bodyError
	switch {
	case errors.Is(err, errBusy):
		w.Header().Set("Retry-After", retryAfter)
		problem(w, http.StatusServiceUnavailable, err.Error())
	case errors.As(err, &wrong):
		w.Header().Set("Connection", "close") // the rest of the body is not to be read
		problem(w, wrong.status, wrong.detail)
	default:
		panic(http.ErrAbortHandler)
	}
}

// readBody reads a body within the limits of bytes, memory and values. What it took of the memory
// release gives back. The error is a bodyError or errBusy, or that of a connection
// that is no more.
func (s *Server) readBody(w http.ResponseWriter, r *http.Request) (body []byte, release func(), err error) {
	if r.ContentLength > s.options.MaxBody {
		return nil, nil, s.tooLarge()
	}
	c := connOf(r)
	if c != nil {
		c.wait(inBody)
		defer c.busy()
	}
	controller := http.NewResponseController(w)
	// A writer that knows no deadlines is that of a test.
	_ = controller.SetReadDeadline(time.Now().Add(bodyTime))
	taken := int64(0)
	release = func() { s.bodies.give(taken) }
	defer func() {
		if err != nil {
			release()
			release = nil
		}
	}()
	reader := http.MaxBytesReader(w, r.Body, s.options.MaxBody)
	for {
		if len(body) == cap(body) {
			size := max(firstBody, 2*int64(cap(body)))
			if r.ContentLength >= 0 {
				size = min(size, r.ContentLength+1) // one more byte, in which to find the end
			}
			if !s.makeRoom(c, size-taken) {
				s.metrics.refused.Inc()
				return nil, release, errBusy
			}
			taken = size
			body = append(make([]byte, 0, size), body...)
		}
		n, err := reader.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
		var tooLarge *http.MaxBytesError
		var network net.Error
		switch {
		case err == io.EOF:
			// A search is not to end because the deadline of its body passes.
			_ = controller.SetReadDeadline(time.Time{})
			if c != nil {
				c.expectBody(false)
				c.busy()
			}
			return body, release, checkValues(body)
		case errors.As(err, &tooLarge):
			return nil, release, s.tooLarge()
		case errors.As(err, &network) && network.Timeout():
			return nil, release, &bodyError{http.StatusRequestTimeout, fmt.Sprintf("the body did not come within %v; send it at once", bodyTime)}
		case err != nil:
			return nil, release, err
		}
	}
}

// makeRoom takes memory for a body. If there is none it closes connections that keep the
// server waiting for theirs.
func (s *Server) makeRoom(c *conn, size int64) bool {
	const tries = 20 // what is closed gives its memory back soon
	for try := 0; !s.bodies.take(size); try++ {
		if c == nil || try == tries || !c.all.evictBody(c) {
			return false
		}
		time.Sleep(pause)
	}
	return true
}

func (s *Server) tooLarge() error {
	return &bodyError{
		http.StatusRequestEntityTooLarge,
		fmt.Sprintf("the body has more than %d bytes; send a smaller map", s.options.MaxBody),
	}
}

// checkValues is an error if a JSON text has too many values. What is no JSON it may let
// pass.
func checkValues(text []byte) error {
	values := 0
	for {
		i := bytes.IndexAny(text, `",[{`)
		if i < 0 {
			return nil
		}
		if text[i] == '"' {
			text = afterString(text[i+1:])
			continue
		}
		text = text[i+1:]
		if values++; values > maxValues {
			return &bodyError{http.StatusBadRequest, fmt.Sprintf("the body has more than %d values; want one object with the operation's fields", maxValues)}
		}
	}
}

// afterString returns what follows a JSON string whose opening quote is gone.
func afterString(text []byte) []byte {
	for {
		i := bytes.IndexAny(text, `"\`)
		switch {
		case i < 0:
			return nil
		case text[i] == '"':
			return text[i+1:]
		}
		text = text[min(i+2, len(text)):]
	}
}

// allowance is memory of which there is only so much.
type allowance struct{ left atomic.Int64 }

// take takes so many bytes, and tells whether there were.
func (a *allowance) take(n int64) bool {
	if a.left.Add(-n) >= 0 {
		return true
	}
	a.left.Add(n)
	return false
}

func (a *allowance) give(n int64) { a.left.Add(n) }
