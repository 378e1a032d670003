package studio

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// gate lets in so many requests at once that their searches share the processors and
// the memory well, lets some more wait for a short while, and refuses the rest.
//
// A request that has its answer leaves the gate before it sends it, so that a client that
// reads slowly keeps nobody waiting. As the answer takes memory until it is
// sent, no more than a number of them may do so; then they stay in. A request that
// streams its answer stays in until that is sent, and therefore no more than half
// of those inside may stream.
type gate struct {
	slots   chan struct{} // one token a request inside
	streams chan struct{} // one token a request that is inside, or next, and streams
	sending chan struct{} // one token a request that left to send
	waiting atomic.Int64
	queue   int64 // most that wait
	wait    time.Duration
	refused func()
}

const (
	// sendersPerSearch and waitersPerSearch say how many requests may send and may wait for
	// each that may search. With the defaults and two processors that makes 32 that
	// send and 64 that wait.
	sendersPerSearch = 8
	waitersPerSearch = 16

	// gateWait is how long a request waits. A search takes far less, but for the
	// largest.
	gateWait = 2 * time.Second
)

func newGate(searches int, refused func()) *gate {
	return &gate{
		slots: make(chan struct{}, searches), streams: make(chan struct{}, max(1, searches/2)), sending: make(chan struct{}, sendersPerSearch*searches),
		queue: int64(waitersPerSearch * searches), wait: gateWait, refused: refused,
	}
}

// errBusy is the error of [gate.enter] if the gate is full and so is its queue, or if
// the wait was too long.
var errBusy = errors.New("too many requests are being worked on; try again in a second")

// retryAfter is what a refused client is told to wait, in seconds.
const retryAfter = "1"

// enter waits for a place, first come, first served. The error is errBusy, or that of
// the context if it ends before. Whoever enters must leave.
func (g *gate) enter(ctx context.Context, stream bool) (*pass, error) {
	p := &pass{gate: g, streams: stream}
	if p.tryEnter() {
		return p, nil
	}
	defer g.waiting.Add(-1)
	if g.waiting.Add(1) > g.queue {
		g.refused()
		return nil, errBusy
	}
	bound, cancel := context.WithTimeoutCause(ctx, g.wait, errBusy)
	defer cancel()
	if stream {
		select {
		case g.streams <- struct{}{}:
		case <-bound.Done():
			return nil, g.gaveUp(bound)
		}
	}
	select {
	case g.slots <- struct{}{}:
		return p, nil
	case <-bound.Done():
		if stream {
			<-g.streams
		}
		return nil, g.gaveUp(bound)
	}
}

// gaveUp returns why a wait ended, and counts those who waited for too long.
func (g *gate) gaveUp(bound context.Context) error {
	err := context.Cause(bound)
	if errors.Is(err, errBusy) {
		g.refused()
	}
	return err
}

// pass is one request's way through a gate. Its methods are for one goroutine.
type pass struct {
	gate    *gate
	streams bool
	left    bool // the gate, to send
}

// tryEnter enters if that needs no wait.
func (p *pass) tryEnter() bool {
	if p.streams {
		select {
		case p.gate.streams <- struct{}{}:
		default:
			return false
		}
	}
	select {
	case p.gate.slots <- struct{}{}:
		return true
	default:
	}
	if p.streams {
		<-p.gate.streams
	}
	return false
}

// send leaves the gate to send the answer, if there is room for that.
func (p *pass) send() {
	select {
	case p.gate.sending <- struct{}{}:
		p.left = true
		<-p.gate.slots
	default:
	}
}

// leave ends it.
func (p *pass) leave() {
	if p.streams {
		<-p.gate.streams
	}
	if p.left {
		<-p.gate.sending
	} else {
		<-p.gate.slots
	}
}

// sendingWriter leaves the gate as soon as the answer is there.
type sendingWriter struct {
	http.ResponseWriter
	once sync.Once
	pass *pass
}

func (w *sendingWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *sendingWriter) Write(p []byte) (int, error) {
	w.once.Do(w.pass.send)
	return w.ResponseWriter.Write(p)
}
