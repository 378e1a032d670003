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
// sent, no more than a number of them may do so; then they stay in.
type gate struct {
	slots   chan struct{} // one token a request inside
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
		slots: make(chan struct{}, searches), sending: make(chan struct{}, sendersPerSearch*searches),
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
func (g *gate) enter(ctx context.Context) (*pass, error) {
	select {
	case g.slots <- struct{}{}:
		return &pass{gate: g}, nil
	default:
	}
	defer g.waiting.Add(-1)
	if g.waiting.Add(1) > g.queue {
		g.refused()
		return nil, errBusy
	}
	timer := time.NewTimer(g.wait)
	defer timer.Stop()
	select {
	case g.slots <- struct{}{}:
		return &pass{gate: g}, nil
	case <-timer.C:
		g.refused()
		return nil, errBusy
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// pass is one request's way through a gate. Its methods are for one goroutine.
type pass struct {
	gate *gate
	left bool // the gate, to send
}

// send leaves the gate to send the answer, if there is room for that.
func (p *pass) send() {
	if p.left {
		return
	}
	select {
	case p.gate.sending <- struct{}{}:
		p.left = true
		<-p.gate.slots
	default:
	}
}

// leave ends it.
func (p *pass) leave() {
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
