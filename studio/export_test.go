package studio

import "time"

// Patterns returns the routes of a server.
func (s *Server) Patterns() []string { return s.patterns }

// SetGateWait sets how long requests wait for their turn.
func (s *Server) SetGateWait(d time.Duration) { s.gate.wait = d }

// TakeBodies takes memory that is for bodies.
func (s *Server) TakeBodies(bytes int64) { s.bodies.take(bytes) }

// BodiesLeft returns how much memory is left for bodies.
func (s *Server) BodiesLeft() int64 { return s.bodies.left.Load() }

// Bounds that are no options.
const (
	WaitersPerSearch = waitersPerSearch
	BodiesAtOnce     = bodiesAtOnce
	Grace            = grace
	SearchGrace      = searchGrace
	ShutdownGrace    = shutdownGrace
	MaxValues        = maxValues
	Drained          = drained
)
