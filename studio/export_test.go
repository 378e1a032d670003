package studio

import "time"

// Patterns returns the routes of a server.
func (s *Server) Patterns() []string { return s.patterns }

// SetGateWait sets how long requests wait for their turn.
func (s *Server) SetGateWait(d time.Duration) { s.gate.wait = d }

// Bounds that are no options.
const (
	WaitersPerSearch = waitersPerSearch
	BodiesAtOnce     = bodiesAtOnce
	Grace            = grace
	SearchGrace      = searchGrace
	MaxValues        = maxValues
)
