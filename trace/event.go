package trace

import (
	"errors"
	"fmt"

	"github.com/astrolabe-search/astrolabe/search"
)

// Kind says what happened in an [Event].
type Kind uint8

// The kinds of event. Their numbers are part of the file format.
const (
	Start    Kind = iota // the search sets out from State: its start or, backward, a goal
	Expand               // State was taken from OPEN and is CLOSED
	Generate             // State was met for the first time and put on OPEN
	Improve              // a cheaper path to a state on OPEN was found
	Reopen               // a cheaper path to a CLOSED state was found; it is on OPEN again
	Prune                // State was not followed, since nothing better can come of it
	Meet                 // a path through both halves was found; F is its cost
	Goal                 // a goal was reached
	Scan                 // a jumping search looked along a line from Parent to State
	End                  // the search is over; see [Outcome]
	kinds    = iota
)

var kindNames = [kinds]string{"start", "expand", "generate", "improve", "reopen", "prune", "meet", "goal", "scan", "end"}

// String returns the kind's name, such as "expand".
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("Kind(%d)", k)
}

// Kinds returns every kind of event, in the order of their numbers.
func Kinds() []Kind {
	list := make([]Kind, kinds)
	for i := range list {
		list[i] = Kind(i)
	}
	return list
}

// ParseKind reads a kind by its name.
func ParseKind(s string) (Kind, error) {
	for i, name := range kindNames {
		if s == name {
			return Kind(i), nil
		}
	}
	return 0, fmt.Errorf("%q is not a kind of event; want start, expand, generate, improve, reopen, prune, meet, goal, scan or end", s)
}

// NoState stands in [Event.Parent] for no parent, and in [Event.State] of an
// [End] for a search that found no path.
const NoState int64 = -1

// Event is something that happened in a search. States are numbers from 0, on a
// map of width W y·W + x; costs are integers, in the unit of the search.
type Event struct {
	// Step is the number of expansions so far, this one included.
	Step          int64
	State, Parent int64 // Parent is [NoState] where there is none
	G, H, F       int64 // F is the priority by which OPEN is ordered
	Kind          Kind
	Side          search.Side
}

// String returns the event in one line, such as
// "step 3: expand 17 from 9, g=2 h=5 f=7".
func (e Event) String() string {
	side, parent := "", ""
	if e.Side == search.Backward {
		side = " backward"
	}
	if e.Parent != NoState {
		parent = fmt.Sprintf(" from %d", e.Parent)
	}
	return fmt.Sprintf("step %d:%s %v %d%s, g=%d h=%d f=%d", e.Step, side, e.Kind, e.State, parent, e.G, e.H, e.F)
}

// ErrEvent reports an event that no trace can hold.
var ErrEvent = errors.New("trace: impossible event")

// check returns [ErrEvent], with the reason, unless the event can follow others
// of which steps were expansions, in a trace with states below limit.
func (e *Event) check(steps, limit int64) error {
	if e.fits(steps, limit) {
		return nil
	}
	return e.explain(steps, limit)
}

// fits is check without the reason, and without the [End] of a search that found no
// path.
func (e *Event) fits(steps, limit int64) bool {
	return e.Kind < kinds && e.Side <= search.Backward && e.Step == steps &&
		uint64(e.State) < uint64(limit) && uint64(e.Parent+1) <= uint64(limit) // NoState is −1
}

func (e *Event) explain(steps, limit int64) error {
	switch {
	case e.Kind >= kinds:
		return fmt.Errorf("%w: kind %d; want 0 to %d", ErrEvent, e.Kind, kinds-1)
	case e.Side > search.Backward:
		return fmt.Errorf("%w: side %d; want 0 or 1", ErrEvent, e.Side)
	case e.Step != steps:
		return fmt.Errorf("%w: %v has step %d; the expansions so far are %d", ErrEvent, e.Kind, e.Step, steps)
	case e.Parent < NoState || e.Parent >= limit:
		return fmt.Errorf("%w: %v of state %d has parent %d; want one below %d, or %d for none", ErrEvent, e.Kind, e.State, e.Parent, limit, NoState)
	case e.State == NoState && e.Kind == End:
		return nil
	}
	return fmt.Errorf("%w: %v of state %d; want one from 0 and below %d", ErrEvent, e.Kind, e.State, limit)
}
