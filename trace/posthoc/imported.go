package posthoc

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/trace"
)

// Imported is a trace that was read: a [trace.Source].
type Imported struct {
	header  trace.Header
	events  []trace.Event
	next    int
	outcome trace.Outcome
	ignored int
}

// Header returns the header.
func (t *Imported) Header() trace.Header { return t.header }

// Next returns the next event, and [io.EOF] after the last one.
func (t *Imported) Next() (trace.Event, error) {
	if t.next == len(t.events) {
		return trace.Event{}, io.EOF
	}
	t.next++
	return t.events[t.next-1], nil
}

// Outcome returns the path that the events lead to, if there is an end. Nothing is
// known of what was proved.
func (t *Imported) Outcome() trace.Outcome { return t.outcome }

// Totals returns what the trace holds.
func (t *Imported) Totals() trace.Totals {
	var totals trace.Totals
	for i := range t.events {
		totals.Count(&t.events[i])
	}
	return totals
}

// Ignored returns how many events of the file were left out: those of types that the
// format does not name, and those that tell of no change.
func (t *Imported) Ignored() int { return t.ignored }

// builder makes a trace of the events of a file.
type builder struct {
	*importer
	t     *Imported
	width int64
	state *trace.State
	steps int64

	end  trace.Event     // the last one, if ends is not empty
	ends map[int64]int64 // the parents of ends by their states
}

// finish makes the trace.
func (i *importer) finish() (*Imported, error) {
	b := &builder{importer: i, t: &Imported{header: trace.Header{Algorithm: "posthoc"}}, state: trace.NewState(), ends: map[int64]int64{}}
	scale := int64(1)
	if !i.whole {
		scale = billionths
	}
	b.t.header.Options = []trace.Option{{Key: "scale", Value: strconv.FormatInt(scale, 10)}}
	if i.placed && len(i.events) > 0 {
		b.layOut()
	}
	states := map[string]int64{} // by the ids that came so far
	for number := range i.events {
		e := &i.events[number]
		state := b.number(e)
		states[e.id] = state
		if err := b.event(e, state, states); err != nil {
			return nil, &EventError{File: i.file, Event: number + 1, Line: e.line, Msg: err.Error(), Want: "an event that can follow those before"}
		}
	}
	if len(b.ends) > 0 {
		if err := b.finish(); err != nil {
			return nil, fmt.Errorf("%w: %s: %w", ErrFormat, i.file, err)
		}
	}
	return b.t, nil
}

// layOut makes the map.
func (b *builder) layOut() {
	m := &b.t.header.Map
	for n := range b.events {
		m.Width, m.Height = max(m.Width, int(b.events[n].x)+1), max(m.Height, int(b.events[n].y)+1)
	}
	m.Name = b.file
	m.Kinds = []trace.CellKind{{Symbol: ' ', Blocked: true}, {Symbol: '.', Weight: "1"}}
	m.Cells = make([]uint8, m.Width*m.Height)
	b.width = int64(m.Width)
	for n := range b.events {
		m.Cells[b.number(&b.events[n])] = 1
	}
}

// number returns the number of an event's state.
func (b *builder) number(e *rawEvent) int64 {
	if b.width > 0 {
		return e.y*b.width + e.x
	}
	return b.ids[e.id]
}

func (b *builder) event(e *rawEvent, state int64, states map[string]int64) error {
	header := &b.t.header
	switch e.kind {
	case typeSource:
		header.Start = append(header.Start, state)
		return nil
	case typeDestination:
		header.Goals = append(header.Goals, state)
		return nil
	case typeClosing:
		return nil
	case typeExpanding, typeGenerating, typeUpdating, typeEnd:
	default:
		b.t.ignored++
		return nil
	}
	event := trace.Event{Step: b.steps, State: state, Parent: trace.NoState, Side: e.side}
	if e.pid != "" {
		parent, known := states[e.pid]
		if !known {
			return fmt.Errorf("no event before has the id of its parent, %s", e.pid)
		}
		event.Parent = parent
	}
	before, known := b.state.Find(state, e.side)
	if err := b.costs(e, &event, before); err != nil {
		return err
	}
	switch {
	case e.kind == typeEnd:
		event.Kind = trace.End
		b.end = event
		b.ends[state] = event.Parent
		return nil
	case e.kind == typeExpanding:
		event.Kind = trace.Expand
		b.steps++
		event.Step = b.steps
	case !known:
		event.Kind = trace.Generate
	case event.G >= before.G:
		b.t.ignored++
		return nil
	case before.Closed:
		event.Kind = trace.Reopen
	default:
		event.Kind = trace.Improve
	}
	return b.append(event)
}

func (b *builder) append(event trace.Event) error {
	if event.Kind != trace.End && len(b.ends) > 0 {
		return fmt.Errorf("it comes after the end")
	}
	if !b.started(&event) {
		start := event
		start.Kind, start.Step = trace.Start, 0
		b.t.events = append(b.t.events, start)
	}
	b.t.events = append(b.t.events, event)
	return b.state.Apply(&event)
}

// started tells whether the event needs no Start before it: only a first event
// without a parent does.
func (b *builder) started(event *trace.Event) bool {
	return event.Parent != trace.NoState || len(b.t.events) > 0 || event.Kind == trace.End
}

// costs fills in g, h and f, and what is missing from what is known.
func (b *builder) costs(e *rawEvent, event *trace.Event, before trace.Known) error {
	event.G, event.H = before.G, before.H
	for _, c := range []struct {
		from cost
		to   *int64
	}{{e.g, &event.G}, {e.h, &event.H}, {e.f, &event.F}} {
		if c.from.given {
			value, err := b.integer(c.from)
			if err != nil {
				return err
			}
			*c.to = value
		}
	}
	switch {
	case !e.f.given:
		event.F = event.G + event.H
	case !e.h.given:
		event.H = event.F - event.G
	}
	return nil
}

// finish adds the end and the path to it: along the parents of ends, then along those
// of the states.
func (b *builder) finish() error {
	path := []int64{b.end.State}
	for parent := b.end.Parent; parent != trace.NoState; {
		path = append(path, parent)
		if len(path) > len(b.ids)+1 {
			return fmt.Errorf("the parents of the end lead round in a circle")
		}
		next, isEnd := b.ends[parent]
		if !isEnd {
			known, ok := b.state.Find(parent, search.Forward)
			if !ok {
				return fmt.Errorf("the parents of the end lead to no start")
			}
			next = known.Parent
		}
		parent = next
	}
	slices.Reverse(path)
	b.t.outcome = trace.Outcome{
		Status: search.Found, Path: path, Cost: b.end.G, Certificate: search.Feasible, Reason: "imported from a search trace",
		Counts: search.Counts{Expanded: b.steps},
	}
	return b.append(b.end)
}
