package studio

import "testing"

func TestWhoWaitsForTheServerIsKept(t *testing.T) {
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
	l, c, client := connected(t)
	c.reading.Add(1) // as a reader that has not yet been woken
	if c.socket.readable() || l.victim(c) != c {
		t.Error("a connection is kept before anything was sent")
	}
	if _, err := client.Write([]byte("GET / ")); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "bytes do not come", c.socket.readable)
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
