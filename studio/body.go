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
		zipped, ok := isZipped(r.Header)
		if !ok {
			w.Header().Set("Accept-Encoding", "gzip")
			problem(w, http.StatusUnsupportedMediaType, "the body is declared to be compressed in a way that is not known here; compress it by gzip or not at all, and set Content-Encoding to that")
			return
		}
		body, release, err := s.readBody(w, r, zipped)
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
		r.Header.Del("Content-Encoding")
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
		problem(w, wrong.status, wrong.detail)
	default:
		panic(http.ErrAbortHandler)
	}
}

// readBody reads a body within the limits of bytes, memory and values. What it took of the memory
// release gives back. The error is a bodyError or errBusy, or that of a connection
// that is no more.
func (s *Server) readBody(w http.ResponseWriter, r *http.Request, zipped bool) (body []byte, release func(), err error) {
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
	take := func(size int64) error {
		if !s.makeRoom(c, size) {
			s.metrics.refused.Inc()
			return errBusy
		}
		taken += size
		return nil
	}
	sent := io.Reader(http.MaxBytesReader(w, r.Body, s.options.MaxBody))
	most := s.options.MaxBody + 1 // one more byte, in which to find the end
	if zipped {
		if err := take(inflating); err != nil {
			return nil, release, err
		}
		sent = &inflated{source: sent}
	} else if r.ContentLength >= 0 {
		most = r.ContentLength + 1
	}
	for {
		if len(body) == cap(body) {
			size := min(max(firstBody, 2*int64(cap(body))), most)
			if err := take(size - int64(cap(body))); err != nil {
				return nil, release, err
			}
			body = append(make([]byte, 0, size), body...)
		}
		n, err := sent.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
		if int64(len(body)) > s.options.MaxBody {
			return nil, release, s.tooLarge()
		}
		if err == io.EOF {
			// A search is not to end because the deadline of its body passes.
			_ = controller.SetReadDeadline(time.Time{})
			if c != nil {
				c.expectBody(false)
				c.busy()
			}
			return body, release, checkValues(body)
		}
		if err != nil {
			return nil, release, s.whyNotRead(err)
		}
	}
}

// whyNotRead makes a bodyError of what reading a body ended with, if it is one to tell the
// client.
func (s *Server) whyNotRead(err error) error {
	var tooLarge *http.MaxBytesError
	var network net.Error
	var damaged *zipError
	switch {
	case errors.As(err, &tooLarge):
		return s.tooLarge()
	case errors.As(err, &network) && network.Timeout():
		return &bodyError{http.StatusRequestTimeout, fmt.Sprintf("the body did not come within %v; send it at once", bodyTime)}
	case errors.As(err, &damaged):
		return &bodyError{http.StatusBadRequest, fmt.Sprintf("the body is not what Content-Encoding says: %v; want one compressed by gzip", damaged.err)}
	}
	return err
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
