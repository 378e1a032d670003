package posthoc

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/astrolabe-search/astrolabe/search"
)

const (
	// MaxYAML bounds the size of a YAML file, in bytes: some 160,000 events, which take
	// most of a minute. JSON takes a hundredth of that.
	MaxYAML = 16 << 20
	// MaxEvents bounds the number of events.
	MaxEvents = 4_000_000
	// maxSide bounds the coordinates of events on a map: it takes a byte a cell.
	maxSide = 1 << 12
)

// ErrFormat reports a file that is no search trace of version 1.4.0.
var ErrFormat = errors.New("posthoc: not a search trace")

// EventError says which event of a file is wrong, what is wrong with it and what would
// be right.
type EventError struct {
	File  string // the name given by the caller
	Event int    // from 1
	Line  int    // from 1; 0: not known
	Msg   string
	Want  string
}

// Error returns "posthoc: FILE: event N (line L): what is wrong; what would be right".
func (e *EventError) Error() string {
	line := ""
	if e.Line > 0 {
		line = fmt.Sprintf(" (line %d)", e.Line)
	}
	return fmt.Sprintf("posthoc: %s: event %d%s: %s; want %s", e.File, e.Event, line, e.Msg, e.Want)
}

// Unwrap returns [ErrFormat].
func (e *EventError) Unwrap() error { return ErrFormat }

// Import reads a search trace in YAML or JSON, which it tells by the first character,
// and returns it as the source of a trace, for trace.Copy. name stands in
// messages.
//
// Where every event has whole coordinates below 4,096, the states are those of a map that is just
// large enough; cells that no event is about are taken for blocked. Else states are
// numbered in the order in which their ids appear, and there is no map. Where every
// cost is whole it is kept, else costs are in billionths: the option "scale" of the
// header says so.
//
// What searches of this module do not tell is interpreted: generating and updating
// are a Generate, an Improve or a Reopen, by what was known of the state, or nothing
// if g is no better; closing is nothing, as Expand says it. Types that the format does
// not name are left out. An f or h that is missing is taken from g and the other.
//
// The error is an [*EventError] for an event that is wrong, such as one with the id 0
// or a cost that is no number; it wraps [ErrFormat] for a file that is no search trace
// of this version or too large; or it is that of r, wrapped.
func Import(r io.Reader, name string) (*Imported, error) {
	in := bufio.NewReaderSize(r, 1<<16)
	for {
		first, err := in.Peek(1)
		if err == io.EOF {
			return nil, fmt.Errorf("%w: %s is empty", ErrFormat, name)
		}
		if err != nil {
			return nil, fmt.Errorf("posthoc: reading %s: %w", name, err)
		}
		if first[0] != ' ' && first[0] != '\t' && first[0] != '\r' && first[0] != '\n' {
			break
		}
		in.Discard(1) // it was peeked at
	}
	i := &importer{file: name, ids: map[string]int64{}, whole: true, placed: true}
	first, _ := in.Peek(1) // it was there
	read := i.readYAML
	if first[0] == '{' {
		read = i.readJSON
	}
	if err := read(in); err != nil {
		return nil, err
	}
	return i.finish()
}

// rawEvent is an event as it stands in the file.
type rawEvent struct {
	kind    string
	id      string
	pid     string // "": none
	side    search.Side
	x, y    int64
	placed  bool // has whole coordinates
	f, g, h cost
	line    int
}

// cost is a number of an event.
type cost struct {
	given bool
	whole bool // value is exact, else real is
	value int64
	real  float64
}

// scalar is a field of an event.
type scalar struct {
	null   bool
	number bool
	text   string // as written, of a string its content
}

type importer struct {
	file   string
	events []rawEvent
	ids    map[string]int64 // in the order in which they came
	whole  bool             // every cost so far
	placed bool             // every event so far
}

func (i *importer) wrong(line int, want, format string, args ...any) error {
	return &EventError{File: i.file, Event: len(i.events) + 1, Line: line, Msg: fmt.Sprintf(format, args...), Want: want}
}

func (i *importer) checkVersion(version scalar) error {
	if version.number || version.null || version.text != Version {
		return fmt.Errorf("%w: %s has the version %q; want %q", ErrFormat, i.file, version.text, Version)
	}
	return nil
}

// add takes in an event by its fields. Those that are not known do not count.
func (i *importer) add(line int, field func(name string) (scalar, bool)) error {
	if len(i.events) == MaxEvents {
		return fmt.Errorf("%w: %s has more than %d events", ErrFormat, i.file, MaxEvents)
	}
	e := rawEvent{line: line}
	kind, given := field("type")
	if !given || kind.null || kind.number {
		return i.wrong(line, "a type such as expanding", "there is no type, or it is no string")
	}
	e.kind = kind.text
	id, given := field("id")
	switch {
	case !given || id.null || id.text == "":
		return i.wrong(line, "an id from 1", "there is no id")
	case id.text == "0":
		return i.wrong(line, "ids from 1", "the id is 0, which reads as no parent")
	}
	e.id = id.text
	if pid, given := field("pId"); given && !pid.null && pid.text != "0" {
		e.pid = pid.text
	}
	if side, given := field("side"); given && side.text == search.Backward.String() {
		e.side = search.Backward
	}
	x, hasX, err := i.number(line, "x", field)
	if err != nil {
		return err
	}
	y, hasY, err := i.number(line, "y", field)
	if err != nil {
		return err
	}
	inside := func(c cost) bool { return c.whole && c.value >= 0 && c.value < maxSide }
	if e.placed = hasX && hasY && inside(x) && inside(y); e.placed {
		e.x, e.y = x.value, y.value
	}
	i.placed = i.placed && e.placed
	for _, c := range []struct {
		name string
		cost *cost
	}{{"f", &e.f}, {"g", &e.g}, {"h", &e.h}} {
		if *c.cost, _, err = i.number(line, c.name, field); err != nil {
			return err
		}
		i.whole = i.whole && (c.cost.whole || !c.cost.given)
	}
	if _, known := i.ids[e.id]; !known {
		i.ids[e.id] = int64(len(i.ids))
	}
	i.events = append(i.events, e)
	return nil
}

// number reads a field that must be a finite number if it is there.
func (i *importer) number(line int, name string, field func(string) (scalar, bool)) (cost, bool, error) {
	s, given := field(name)
	if !given || s.null {
		return cost{}, false, nil
	}
	c := cost{given: true}
	var err error
	if c.value, err = strconv.ParseInt(s.text, 10, 64); err == nil && s.number {
		c.whole, c.real = true, float64(c.value)
		return c, true, nil
	}
	c.real, err = strconv.ParseFloat(s.text, 64)
	if err != nil || !s.number || math.IsNaN(c.real) || math.IsInf(c.real, 0) {
		return cost{}, false, i.wrong(line, "a finite number", "%s is %q", name, s.text)
	}
	return c, true, nil
}

// billionths is the scale of costs that are not whole.
const billionths = 1_000_000_000

// integer returns a cost as a trace holds it.
func (i *importer) integer(c cost) (int64, error) {
	if i.whole {
		return c.value, nil
	}
	scaled := math.Round(c.real * billionths)
	if math.Abs(scaled) >= 1<<63 {
		return 0, fmt.Errorf("the cost %v is too large to hold billionths", c.real)
	}
	return int64(scaled), nil
}
