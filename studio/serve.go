package studio

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"
)

const (
	// headerTime is how long a header may take to come, idleTime how long a connection
	// may be kept without a request. Where connections are short, those that have
	// waited for longest are closed sooner.
	headerTime = 5 * time.Second
	idleTime   = time.Minute
	// readTime and writeTime end what has no deadline of its own, as each body and each
	// piece of an answer has.
	readTime  = 30 * time.Second
	writeTime = time.Minute
	// maxHeader bounds a header: browsers send some 1,000 bytes.
	maxHeader = 16 << 10

	// After the end of its context the server lets searches go on for a while. Then
	// they end at a limit, and what has not been sent soon after is given up.
	searchGrace   = 2 * time.Second
	shutdownGrace = 5 * time.Second
)

// errShutdown is why searches end when the server does.
var errShutdown = errors.New("the server is shutting down")

// Serve answers the requests that come to the listener until ctx ends, and closes
// it. Requests that are being worked on then have 2 seconds to finish their
// searches and 5 to send their answers. It returns after that, when all of its
// goroutines have ended. The error is the listener's, or nil.
//
// No more than [Options.MaxConnections] are open at once: for another one it closes
// the one that has kept it waiting for longest, if that is more than a tenth of
// a second.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	conns := newConnections(listener, s.options.MaxConnections, s.metrics)
	requests, stop := context.WithCancelCause(context.WithoutCancel(ctx))
	defer stop(nil)
	var active sync.RWMutex // read-locked by each request that is being worked on
	server := &http.Server{
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			active.RLock()
			defer active.RUnlock()
			s.ServeHTTP(w, r)
		}),
		ReadHeaderTimeout: headerTime, ReadTimeout: readTime, WriteTimeout: writeTime, IdleTimeout: idleTime,
		MaxHeaderBytes:               maxHeader,
		DisableGeneralOptionsHandler: true,
		ErrorLog:                     slog.NewLogLogger(s.log.Handler(), slog.LevelWarn),
		BaseContext:                  func(net.Listener) context.Context { return requests },
		ConnContext:                  withConn,
		ConnState:                    conns.observe,
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(conns) }()
	select {
	case err := <-served:
		_ = server.Close() // the listener's error is the one that counts
		stop(errShutdown)
		active.Lock()
		return fmt.Errorf("studio: %w", err)
	case <-ctx.Done():
	}
	timer := time.AfterFunc(searchGrace, func() { stop(errShutdown) })
	defer timer.Stop()
	bound, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownGrace)
	defer cancel()
	_ = conns.Close() // so that no more come while those that wait are closed
	conns.closeWaiting()
	if server.Shutdown(bound) != nil {
		_ = server.Close() // as gently as is left
	}
	stop(errShutdown)
	<-served
	active.Lock()
	return nil
}
