package studio

import (
	"net"
	"runtime"
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

// becomes waits until the connection would be closed for another one.
func (l *connections) becomes(t *testing.T, c *conn, what string) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); l.victim(c) != c; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("a connection is kept %s", what)
		}
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

func TestWhoWaitsForTheServerIsKept(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux is asked what it holds for a connection")
	}
	l, c, client := connected(t)
	if l.victim(c) != nil {
		t.Error("a connection is closed that the server has not begun to read")
	}
	if _, err := client.Write([]byte("GET")); err != nil {
		t.Fatal(err)
	}
	buffer := make([]byte, 3)
	if _, err := c.Read(buffer); err != nil {
		t.Fatal(err)
	}
	read := make(chan error, 1)
	go func() {
		_, err := c.Read(buffer)
		read <- err
	}()
	l.becomes(t, c, "that the server reads from in vain")

	c.wait(inAnswer)
	if l.victim(c) != nil {
		t.Error("a connection is closed that has read all of its answer so far")
	}
	c.expectBody(true)
	l.becomes(t, c, "whose body does not come")
	if _, err := client.Write([]byte("/")); err != nil {
		t.Fatal(err)
	}
	if err := <-read; err != nil {
		t.Fatal(err)
	}
	c.expectBody(false)

	written := overfill(c)
	l.becomes(t, c, "that does not read its answer")
	c.Close()
	<-written
}

// TestNoStepIsTakenForTheClients has bytes come that the server could read at once, and room
// that it could write to.
func TestNoStepIsTakenForTheClients(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux is asked what it holds for a connection")
	}
	l, c, client := connected(t)
	c.reading.Add(1) // as a reader that has not yet been woken
	if c.socket.readable() || l.victim(c) != c {
		t.Error("a connection is kept before anything was sent")
	}
	if _, err := client.Write([]byte("GET / ")); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(10 * time.Second); !c.socket.readable(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("bytes do not come")
		}
	}
	if l.victim(c) != nil {
		t.Error("a connection is closed whose bytes have come")
	}
	c.reading.Add(-1)
	if _, err := c.Conn.Write(make([]byte, 10_000)); err != nil { // which the client need not read
		t.Fatal(err)
	}
	c.writing.Add(1) // as a writer that has not yet begun
	if l.victim(c) != nil {
		t.Error("a connection is closed that could be written to")
	}
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
