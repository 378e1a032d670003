package studio

import (
	"container/list"
	"context"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// connections is a listener that has no more than a number of connections open. Where
// there is no room for another one, it closes the one that has kept the server
// waiting for longest: for a header, for a body, for an answer to be read, or for the next
// request. So those who connect and then say nothing, however many they are, keep
// nobody out; and no connection is closed whose request is being worked on, as
// the gate bounds those. Nor is one closed that waits for the server, as on a busy
// machine all do: what it sent has come but is not yet read, or nothing of its answer is under way.
type connections struct {
	net.Listener
	most   int
	counts *metrics
	closed chan struct{}
	once   sync.Once

	mu      sync.Mutex
	open    int
	waiting list.List     // of *conn, the one that began to wait first in front
	changed chan struct{} // holds a token after a change
}

// grace is how long a connection may at least keep the server waiting. Where there is
// no room and no connection that old, the next ones stay in the kernel's queue, of
// 4,096 on Linux: with 512 connections it is worked off in under a second. Where all that are so
// old wait for the server, they are looked at again after a pause.
const (
	grace = 100 * time.Millisecond
	pause = 5 * time.Millisecond
)

// sendBuffer is what the kernel is asked to hold of an answer; Linux takes twice that. It is
// enough for a line of 10 Mbit/s and 100 ms. By itself the kernel takes megabytes for a
// client that does not read, and the server the time to fill them.
const sendBuffer = 64 << 10

func newConnections(l net.Listener, most int, counts *metrics) *connections {
	return &connections{Listener: l, most: most, counts: counts, closed: make(chan struct{}), changed: make(chan struct{}, 1)}
}

// Accept waits for the next connection, and for room for it.
func (l *connections) Accept() (net.Conn, error) {
	raw, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	if tcp, ok := raw.(*net.TCPConn); ok {
		_ = tcp.SetWriteBuffer(sendBuffer) // a wish, which may remain one
	}
	c := &conn{Conn: raw, all: l, socket: socketOf(raw)}
	if !l.admit(c) {
		_ = raw.Close() // nothing was sent
		return nil, net.ErrClosed
	}
	return c, nil
}

// Close closes the listener; connections stay.
func (l *connections) Close() error {
	l.once.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

// admit makes room for a connection. It is false if the listener was closed.
func (l *connections) admit(c *conn) bool {
	for {
		oldest, age := l.tryAdmit(c)
		if oldest != nil {
			_ = oldest.Close() // nobody waits for it
			l.counts.evicted.Inc()
			continue
		}
		if age < 0 {
			return true
		}
		timer := time.NewTimer(age)
		select {
		case <-timer.C:
		case <-l.changed:
		case <-l.closed:
			timer.Stop()
			return false
		}
		timer.Stop()
	}
}

// tryAdmit takes the connection in if there is room, and then returns a negative time.
// Else it returns the connection to close for it, or how long to wait for one.
func (l *connections) tryAdmit(c *conn) (*conn, time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open < l.most {
		l.open++
		l.counts.connections.Inc()
		c.waitLocked(inHeader)
		return nil, -1
	}
	for e := l.waiting.Front(); e != nil; e = e.Next() {
		oldest := e.Value.(*conn)
		if left := grace - time.Since(oldest.since); left > 0 {
			if e != l.waiting.Front() {
				left = min(left, pause)
			}
			return nil, left
		}
		if oldest.isAwaited() {
			return oldest, 0
		}
	}
	if l.waiting.Len() > 0 {
		return nil, pause
	}
	return nil, time.Second // until a change
}

// evictBody closes, for another connection, the one that has kept the server waiting for a
// body for longest. It is false if there is none that could be closed, now or soon.
func (l *connections) evictBody(but *conn) bool {
	oldest, some := l.oldestBody(but)
	if oldest != nil {
		_ = oldest.Close() // nobody waits for it
		l.counts.evicted.Inc()
	}
	return some
}

// oldestBody returns that connection, or nil, and whether there is any whose body has taken
// longer than it is granted.
func (l *connections) oldestBody(but *conn) (oldest *conn, some bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for e := l.waiting.Front(); e != nil; e = e.Next() {
		c := e.Value.(*conn)
		if c.stage != inBody || c == but || time.Since(c.since) < grace {
			continue
		}
		some = true
		if c.isAwaited() {
			return c, true
		}
	}
	return nil, some
}

// closeWaiting closes the connections that are in no request.
func (l *connections) closeWaiting() {
	var idle []*conn
	l.mu.Lock()
	for e := l.waiting.Front(); e != nil; e = e.Next() {
		if c := e.Value.(*conn); !c.inRequest {
			idle = append(idle, c)
		}
	}
	l.mu.Unlock()
	for _, c := range idle {
		_ = c.Close() // it is to go away
	}
}

// signal tells admit of a change.
func (l *connections) signal() {
	select {
	case l.changed <- struct{}{}:
	default:
	}
}

// stage is what the server waits for.
type stage uint8

const (
	inHeader stage = iota // or for the first byte of one
	inBody
	inAnswer // for the answer to be taken
)

// conn is a connection of [connections].
type conn struct {
	net.Conn
	all              *connections
	socket           socket
	reading, writing atomic.Int32 // calls that wait

	// The rest is guarded by all.mu.
	place     *list.Element // among those that keep the server waiting, or nil
	since     time.Time
	stage     stage
	inRequest bool // its header has been read, and its answer is not yet sent
	bodyLeft  bool // of which the server may read the rest before it answers or after
	gone      bool
}

// Read reads what the client sent.
func (c *conn) Read(b []byte) (int, error) {
	c.reading.Add(1)
	if c.socket.wait() {
		c.reading.Add(-1)
		return c.Conn.Read(b)
	}
	defer c.reading.Add(-1)
	return c.Conn.Read(b)
}

// Write sends to the client.
func (c *conn) Write(b []byte) (int, error) {
	c.writing.Add(1)
	defer c.writing.Add(-1)
	return c.Conn.Write(b)
}

// CloseWrite tells the client that nothing more is sent, as [http.Server] does before it
// closes a connection on which the client may still send.
func (c *conn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// isAwaited tells whether it is the client that the next step depends on. Where the
// system does not tell what it holds for a connection, it is taken to hold nothing that came,
// and to have no room for what is to be sent.
func (c *conn) isAwaited() bool {
	if c.writing.Load() > 0 {
		return !c.socket.writable()
	}
	// While it answers a request that it has read, the server reads only to learn that a client has gone.
	if c.stage == inAnswer && !c.bodyLeft {
		return false
	}
	// In this order, as what has come is read after the end of the wait for it.
	return !c.socket.readable() && c.reading.Load() > 0
}

// expectBody notes whether there is still something of the request to come.
func (c *conn) expectBody(left bool) {
	c.all.mu.Lock()
	defer c.all.mu.Unlock()
	c.bodyLeft = left
}

// wait notes that the server waits for the client, from now on.
func (c *conn) wait(s stage) {
	c.all.mu.Lock()
	defer c.all.mu.Unlock()
	c.waitLocked(s)
	c.all.signal()
}

func (c *conn) waitLocked(s stage) {
	c.since, c.stage = time.Now(), s
	switch {
	case c.gone:
	case c.place == nil:
		c.place = c.all.waiting.PushBack(c)
	default:
		c.all.waiting.MoveToBack(c.place)
	}
}

// busy notes that the server no longer waits for it.
func (c *conn) busy() {
	c.all.mu.Lock()
	defer c.all.mu.Unlock()
	c.busyLocked()
}

func (c *conn) busyLocked() {
	if c.place != nil {
		c.all.waiting.Remove(c.place)
		c.place = nil
	}
}

// Close closes the connection and makes room.
func (c *conn) Close() error {
	c.all.mu.Lock()
	if !c.gone {
		c.gone = true
		c.busyLocked()
		c.all.open--
		c.all.counts.connections.Dec()
		c.all.signal()
	}
	c.all.mu.Unlock()
	return c.Conn.Close()
}

// observe is the hook [http.Server.ConnState].
func (l *connections) observe(nc net.Conn, state http.ConnState) {
	c, ok := nc.(*conn)
	if !ok {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	switch state {
	case http.StateActive:
		c.inRequest = true
		c.busyLocked()
	case http.StateIdle:
		c.inRequest = false
		c.waitLocked(inHeader)
		l.signal()
	}
}

type connKey struct{}

// withConn is the hook [http.Server.ConnContext].
func withConn(ctx context.Context, nc net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, nc)
}

// connOf returns the connection of a request that came through [Server.Serve], or nil.
func connOf(r *http.Request) *conn {
	c, _ := r.Context().Value(connKey{}).(*conn)
	return c
}
