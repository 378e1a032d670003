package posthoc

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

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

// Outcome returns the path that the events lead to. Without one its reason says what is
// missing. Nothing is known of what was proved.
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
// format does not name, those about no state, and those that tell of no change.
func (t *Imported) Ignored() int { return t.ignored }

// builder makes a trace of the events of a file.
type builder struct {
	*importer
	t     *Imported
	width int64
	steps int64

	nodes  []node // by ids
	known  [2]map[int64]known
	source map[int64]bool // the states of sources, and of destinations
	goal   map[int64]bool
	ends   int
	end    *rawEvent // the last one
}

// node is what was told of an id.
type node struct {
	state  int64 // where it was last, or trace.NoState
	parent int32 // the last one told, or noID
	side   side  // of the search that it belongs to
	first  bool  // it was there before all others
}

// known is what a search knows of a state on one side.
type known struct {
	g, h   int64
	closed bool
}

// finish makes the trace.
func (i *importer) finish() (*Imported, error) {
	b := &builder{
		importer: i, t: &Imported{header: trace.Header{Algorithm: "posthoc"}, ignored: i.skipped},
		known:  [2]map[int64]known{{}, {}},
		source: map[int64]bool{}, goal: map[int64]bool{}, nodes: make([]node, len(i.ids)),
	}
	if i.skipped > 0 && len(i.events) == 0 {
		return nil, fmt.Errorf("%w: none of its events is one of a search; want types such as source, expanding, generating and end, with an id or coordinates", ErrFormat)
	}
	scale := int64(1)
	if !i.whole {
		scale = billionths
	}
	b.t.header.Options = []trace.Option{{Key: "scale", Value: strconv.FormatInt(scale, 10)}}
	if i.placed && len(i.events) > 0 {
		b.layOut()
	}
	for id := range b.nodes {
		b.nodes[id] = node{state: trace.NoState, parent: noID}
	}
	b.queried()
	b.t.events = make([]trace.Event, 0, len(i.events)+2)
	for number := range i.events {
		e := &i.events[number]
		if err := b.event(e); err != nil {
			return nil, &EventError{File: i.file, Event: number + 1, Line: int(e.line), Msg: err.Error(), Want: "an event that can follow those before"}
		}
	}
	if err := b.finish(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	return b.t, nil
}

// layOut makes the map.
func (b *builder) layOut() {
	m := &b.t.header.Map
	for n := range b.events {
		e := &b.events[n]
		m.Width, m.Height = max(m.Width, int(e.x)+1, int(e.from[0])+1), max(m.Height, int(e.y)+1, int(e.from[1])+1)
	}
	m.Name = clip(strings.ToValidUTF8(b.file, "?"))
	m.Kinds = []trace.CellKind{{Symbol: ' ', Blocked: true}, {Symbol: '.', Weight: "1"}}
	m.Cells = make([]uint8, m.Width*m.Height)
	b.width = int64(m.Width)
	room := maxScanned
	for n := range b.events {
		e := &b.events[n]
		m.Cells[b.stateOf(e)] = 1
		if e.kind == kindScan {
			room -= b.lookAlong(e, m.Cells, room)
		}
	}
}

// maxScanned bounds the cells of all scans, of which a file can have more than a map has
// cells: what is beyond it counts for nothing.
const maxScanned = 1 << 27

// lookAlong opens the cells that a scan led over, which lie in one of eight directions,
// if there is room for so many. It returns their number.
func (b *builder) lookAlong(e *rawEvent, cells []uint8, room int) int {
	dx, dy := int(e.x)-int(e.from[0]), int(e.y)-int(e.from[1])
	steps := max(dx, -dx, dy, -dy)
	cells[b.cell(e.from[0], e.from[1])] = 1
	if steps > room || dx != 0 && dy != 0 && dx != dy && dx != -dy {
		return 0
	}
	for n := 1; n < steps; n++ {
		cells[b.cell(e.from[0]+int16(n*dx/steps), e.from[1]+int16(n*dy/steps))] = 1
	}
	return steps
}

func (b *builder) cell(x, y int16) int64 { return int64(y)*b.width + int64(x) }

// stateOf returns the number of an event's state.
func (b *builder) stateOf(e *rawEvent) int64 {
	if b.width > 0 {
		return b.cell(e.x, e.y)
	}
	return int64(e.id)
}

// queried finds the sources and the destinations, wherever they stand in the file.
func (b *builder) queried() {
	header := &b.t.header
	for n := range b.events {
		e := &b.events[n]
		switch e.kind {
		case kindSource:
			header.Start = addNew(header.Start, b.stateOf(e), b.source)
		case kindDestination:
			header.Goals = addNew(header.Goals, b.stateOf(e), b.goal)
		}
	}
}

func addNew(list []int64, state int64, in map[int64]bool) []int64 {
	if in[state] {
		return list
	}
	in[state] = true
	return append(list, state)
}

// event takes in an event.
func (b *builder) event(e *rawEvent) error {
	if e.kind == kindMeet || e.kind == kindScan {
		return b.aside(e)
	}
	state := b.stateOf(e)
	n := &b.nodes[e.id]
	if n.state == trace.NoState {
		n.first = e.id == 0 || len(b.t.events) == 0
	}
	n.state = state
	switch e.kind {
	case kindSource, kindDestination, kindClosing:
		return nil
	}
	parent := n.parent
	if e.pid != noID {
		parent = e.pid
	}
	n.side = b.sideOf(e, n, parent)
	event := trace.Event{Step: b.steps, State: state, Parent: trace.NoState, Side: search.Forward}
	if n.side == sideBackward {
		event.Side = search.Backward
	}
	if parent != noID {
		event.Parent = b.nodes[parent].state
	}
	before, met := b.known[event.Side][state]
	if err := b.costsOf(e, &event, before); err != nil {
		return err
	}
	switch {
	case e.kind == kindEnd:
		b.ends++
		b.end, n.parent = e, parent
		return nil
	case b.ends > 0:
		return errors.New("it comes after the end")
	case e.kind == kindExpanding:
		event.Kind = trace.Expand
		b.steps++
		event.Step = b.steps
	case !met:
		event.Kind = trace.Generate
	case event.G >= before.g:
		b.t.ignored++
		return nil
	case before.closed:
		event.Kind = trace.Reopen
	default:
		event.Kind = trace.Improve
	}
	n.parent = parent
	b.known[event.Side][state] = known{event.G, event.H, event.Kind == trace.Expand}
	b.append(&event)
	return nil
}

// aside takes in an event that changes nothing of what is known.
func (b *builder) aside(e *rawEvent) error {
	if b.width == 0 {
		b.t.ignored++
		return nil
	}
	event := trace.Event{Kind: trace.Meet, Step: b.steps, State: b.stateOf(e), Parent: trace.NoState}
	if e.side == sideBackward {
		event.Side = search.Backward
	}
	if e.kind == kindScan {
		event.Kind = trace.Scan
		event.Parent = b.cell(e.from[0], e.from[1])
	}
	if err := b.costsOf(e, &event, known{}); err != nil {
		return err
	}
	b.append(&event)
	return nil
}

// sideOf tells to which half of the search an event belongs: what it says itself, that of
// its parent, or backward for a destination that has none.
func (b *builder) sideOf(e *rawEvent, n *node, parent int32) side {
	switch {
	case e.side != sideUnsaid:
		return e.side
	case parent != noID && b.nodes[parent].side != sideUnsaid:
		return b.nodes[parent].side
	case parent == noID && b.goal[n.state] && !b.source[n.state]:
		return sideBackward
	}
	return sideForward
}

// append adds an event, before the first one of a state without a parent a Start.
func (b *builder) append(event *trace.Event) {
	if event.Parent == trace.NoState && len(b.t.events) == 0 && event.Kind != trace.Meet {
		start := *event
		start.Kind, start.Step = trace.Start, 0
		b.t.events = append(b.t.events, start)
	}
	b.t.events = append(b.t.events, *event)
}

// costsOf fills in g, h and f, and what is missing from what is known.
func (b *builder) costsOf(e *rawEvent, event *trace.Event, before known) error {
	event.G, event.H = before.g, before.h
	var given [costs]bool
	for n, to := range [costs]*int64{costF: &event.F, costG: &event.G, costH: &event.H} {
		value, ok, err := b.integer(e, n)
		if err != nil {
			return err
		}
		if given[n] = ok; ok {
			*to = value
		}
	}
	switch {
	case !given[costF]:
		event.F = event.G + event.H
	case !given[costH]:
		event.H = event.F - event.G
	}
	return nil
}

// finish adds the end and the path to it, along the parents.
func (b *builder) finish() error {
	outcome := &b.t.outcome
	outcome.Counts.Expanded = b.steps
	if b.end == nil {
		outcome.Reason = "imported from a search trace that tells of no end"
		return nil
	}
	var path []int64
	id := b.end.id
	for ; id != noID; id = b.nodes[id].parent {
		if len(path) > len(b.nodes) {
			return errors.New("the parents of the end lead round in a circle")
		}
		path = append(path, b.nodes[id].state)
		if b.nodes[id].state == trace.NoState || b.source[b.nodes[id].state] {
			break
		}
	}
	slices.Reverse(path)
	last := &b.nodes[b.end.id]
	event := trace.Event{Kind: trace.End, Step: b.steps, State: last.state, Parent: trace.NoState}
	if last.parent != noID {
		event.Parent = b.nodes[last.parent].state
	}
	// An end that names no parent tells of no cost either.
	e, before := b.end, b.known[search.Forward][last.state]
	if e.pid == noID && last.parent != noID {
		e = &rawEvent{}
	}
	if err := b.costsOf(e, &event, before); err != nil {
		return err
	}
	switch {
	case path[0] == trace.NoState || len(b.source) > 0 && !b.source[path[0]]:
		outcome.Reason = fmt.Sprintf("imported from a search trace whose end, event %d, is not led to: its parents, %d in all, come from no source", b.numberOf(b.end), len(path)-1)
		return nil
	case len(b.source) == 0 && last.parent == noID && !last.first:
		outcome.Reason = fmt.Sprintf("imported from a search trace whose end, event %d, names no parent, as no event before does", b.numberOf(b.end))
		return nil
	}
	outcome.Status, outcome.Path, outcome.Cost = search.Found, path, event.G
	outcome.Certificate, outcome.Reason = search.Feasible, "imported from a search trace"
	b.t.events = append(b.t.events, event)
	return nil
}

// numberOf returns the place of an event among those that were kept, from 1.
func (b *builder) numberOf(e *rawEvent) int {
	for n := range b.events {
		if &b.events[n] == e {
			return n + 1
		}
	}
	return 0
}
