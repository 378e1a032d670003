package studio_test

import (
	"net"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/astrolabe-search/astrolabe/studio"
)

// simulate starts a server whose connections are pipes and whose clock stands still while
// anybody works: what a client does takes no time, however busy the machine is. Searches that go
// on until their time is over never end so.
func simulate(t *testing.T, options studio.Options, f func(t *testing.T, s *site)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { f(t, startOnPipes(t, options)) })
}

func startOnPipes(t testing.TB, options studio.Options) *site {
	t.Helper()
	listener := &pipes{queue: make(chan net.Conn), closed: make(chan struct{})}
	return startOn(t, options, listener, "localhost", listener.dial)
}

// dial opens a connection to the server.
func (s *site) dial() net.Conn {
	s.t.Helper()
	c, err := s.connect()
	if err != nil {
		s.t.Fatal(err)
	}
	return c
}

// pipes is a listener whose connections are pipes.
type pipes struct {
	queue  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.queue:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipes"} }

func (p *pipes) dial() (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case p.queue <- server:
		return client, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}
