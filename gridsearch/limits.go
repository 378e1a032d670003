package gridsearch

import (
	"context"
	"math"
	"strconv"
)

// Limit says which of a query's limits ended its search.
type Limit uint8

const (
	// NoLimit: the search came to its own end.
	NoLimit Limit = iota
	// LimitExpanded: MaxExpanded was reached.
	LimitExpanded
	// LimitBytes: MaxBytes was reached.
	LimitBytes
	// LimitContext: the context was done.
	LimitContext
)

// String returns what the limit limits: "none", "expansions", "bytes" or "context".
func (l Limit) String() string {
	switch l {
	case NoLimit:
		return "none"
	case LimitExpanded:
		return "expansions"
	case LimitBytes:
		return "bytes"
	case LimitContext:
		return "context"
	}
	return "Limit(" + strconv.Itoa(int(l)) + ")"
}

// pollInterval is the number of expansions between two looks at the context, and in jump
// point search also of cells from which a ray looked to its sides, whole rays being
// followed. An expansion takes 10 ns to 1 µs, and so does a look.
// closePollInterval is that where memory is limited as well.
const (
	pollInterval      = 1024
	closePollInterval = 64
)

// meter holds a search to the limits of a query. All of them cost the search one
// comparison for each expansion, of the count with pause.
type meter struct {
	pause       int // the count at which to look at the limits next
	interval    int
	maxExpanded int
	maxBytes    int64
	done        <-chan struct{}
	finder      *Finder // whose memory is limited
	ended       Limit   // what ended the search
}

// newMeter returns a meter; limits of 0 or less are none.
func (f *Finder) newMeter(ctx context.Context, maxExpanded, maxBytes int64) meter {
	m := meter{interval: math.MaxInt, maxExpanded: math.MaxInt, maxBytes: maxBytes, done: ctx.Done(), finder: f}
	if maxExpanded > 0 {
		m.maxExpanded = int(min(maxExpanded, math.MaxInt))
	}
	switch {
	case maxBytes > 0:
		m.interval = closePollInterval
	case m.done != nil:
		m.interval = pollInterval
	}
	if m.interval == math.MaxInt {
		m.pause = m.maxExpanded
	}
	return m
}

// sampleMeter returns a meter for a search that is not a query's.
func sampleMeter(ctx context.Context, maxExpanded int) meter {
	return meter{interval: pollInterval, maxExpanded: maxExpanded, done: ctx.Done()}
}

// spent tells whether a limit is reached after so many expansions. If not, it says
// when to ask again.
func (m *meter) spent(expanded int) bool {
	if expanded >= m.maxExpanded {
		m.ended = LimitExpanded
		return true
	}
	m.pause = m.maxExpanded
	if m.interval < m.maxExpanded-expanded {
		m.pause = expanded + m.interval
	}
	return m.stopped()
}

// stopped tells whether a limit that is not one of expansions is reached.
func (m *meter) stopped() bool {
	select {
	case <-m.done:
		m.ended = LimitContext
	default:
		if m.maxBytes > 0 && m.finder.bytesAhead() > m.maxBytes {
			m.ended = LimitBytes
		}
	}
	return m.ended != NoLimit
}

// whichOf returns the limit that ended a search of package search.
func (m *meter) whichOf(ctx context.Context, expanded int) Limit {
	switch {
	case expanded >= m.maxExpanded:
		return LimitExpanded
	case ctx.Err() != nil:
		return LimitContext
	}
	return LimitBytes
}

// without returns the meter for what is left after so many expansions.
func (m meter) without(expanded int) meter {
	if m.maxExpanded != math.MaxInt {
		m.maxExpanded = max(m.maxExpanded-expanded, 0)
	}
	m.pause = 0
	return m
}

// scanLimit bounds the entries of OPEN that are looked at for a lower bound when a
// limit is reached, so that it takes well under a millisecond.
const scanLimit = 1 << 15
