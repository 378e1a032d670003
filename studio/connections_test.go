package studio

import (
	"net"
	"testing"
	"time"
)

// connected returns both ends of a connection of a listener that takes one.
func connected(t *testing.T) (l *connections, server *conn, client net.Conn) {
	t.Helper()
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l = newConnections(inner, 1, newMetrics())
	t.Cleanup(func() { l.Close() })
	client, err = net.Dial("tcp", inner.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	accepted, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { accepted.Close() })
	return l, accepted.(*conn), client
}

// victim returns the connection that would be closed for another one if all had been
// waited for longer than they are granted.
func (l *connections) victim(c *conn) *conn {
	l.mu.Lock()
	c.since = time.Now().Add(-time.Hour)
	l.mu.Unlock()
	found, _ := l.tryAdmit(&conn{all: l})
	return found
}

// becomes waits until the connection would be closed for another one. What it waits for is in the
// hands of the system, so that only the limit of go test ends it.
func (l *connections) becomes(t *testing.T, c *conn, what string) {
	t.Helper()
	waitFor(t, "a connection is kept "+what, func() bool { return l.victim(c) == c })
}

// waitFor waits until something is so.
func waitFor(t *testing.T, otherwise string, isSo func() bool) {
	t.Helper()
	for !isSo() {
		if end, ok := t.Deadline(); ok && time.Until(end) < 5*time.Second {
			t.Fatal(otherwise)
		}
		time.Sleep(time.Millisecond)
	}
}

// overfill writes more than a client that does not read takes, until the connection ends.
func overfill(c *conn) (written <-chan struct{}) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = c.Write(make([]byte, 64<<20))
	}()
	return done
}

// TestContinueIsAwaited has a client not read that it may send its body.
func TestContinueIsAwaited(t *testing.T) {
	l, c, _ := connected(t)
	c.wait(inBody)
	written := overfill(c)
	l.becomes(t, c, "that does not read that it may send")
	c.Close()
	<-written
}
