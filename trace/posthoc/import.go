package posthoc

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/astrolabe-search/astrolabe/search"
)

const (
	// MaxYAML bounds the bytes of YAML that are not in a plain style, with an event on a
	// line or a field on a line: they take some hundred times as long.
	MaxYAML = 16 << 20
	// MaxEvents bounds the number of events.
	MaxEvents = 4_000_000
	// maxSide bounds the coordinates of events on a map: it takes a byte a cell.
	maxSide = 1 << 12
	// maxName bounds the bytes of a type and of an id.
	maxName = 1 << 8
)

// ErrFormat reports a file that is no search trace of a version that is known.
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
// What searches of this module do not tell is interpreted. Generating and updating
// are a Generate, an Improve or a Reopen, by what was known of the state, or nothing
// if g is no better; closing is nothing, as Expand says it. Types that the format does
// not name are left out, and so is an event that has neither an id nor coordinates. An
// f or h that is missing is taken from g and the other. An event without a parent has
// the one that was told of its id before. A second search from the goal is told by its
// ids: those that come from a destination that has no parent are of the backward side.
// The id 0 is one like others once an event has had it; as a parent it is none until
// then.
//
// The answer is found if the parents of the end lead to a source, or, in a file that
// names none, to a state without a parent that is not the end itself; else the
// reason of the outcome says what is missing.
//
// The error is an [*EventError] for an event that is wrong, such as one with a cost
// that is no number; it wraps [ErrFormat] for a file that is no search trace of
// one of the versions, that is too large, or none of whose events tells of a search; or it is
// that of r, wrapped. Memory is in proportion to the file.
func Import(r io.Reader, name string) (*Imported, error) {
	in := bufio.NewReader(r)
	if mark, _ := in.Peek(3); string(mark) == "\ufeff" {
		in.Discard(len(mark)) // it was peeked at
	}
	for {
		first, err := in.Peek(1)
		if err == io.EOF {
			return nil, fmt.Errorf("%w: the file is empty", ErrFormat)
		}
		if err != nil {
			return nil, fmt.Errorf("posthoc: reading: %w", err)
		}
		if first[0] != ' ' && first[0] != '\t' && first[0] != '\r' && first[0] != '\n' {
			break
		}
		in.Discard(1) // it was peeked at
	}
	i := newImporter(name)
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

func newImporter(name string) *importer {
	return &importer{file: name, ids: map[string]int32{}, whole: true, placed: true, slow: MaxYAML}
}

// rawEvent is an event as it stands in the file.
type rawEvent struct {
	costs   [costs]int64 // whole numbers or, see isReal, the bits of a float64
	id, pid int32        // see importer.ids; none: −1
	line    int32
	x, y    int16
	from    [2]int16 // where a scan begins
	kind    kind
	given   uint8 // bits of the costs that are there
	isReal  uint8 // bits of the costs that are not whole
	placed  bool  // has whole coordinates
	side    side
}

// The costs of an event.
const (
	costF = iota
	costG
	costH
	costs
)

// side is one of a search, as far as the event says so.
type side uint8

const (
	sideUnsaid side = iota
	sideForward
	sideBackward
)

// noID stands for an event without an id, and for no parent.
const noID int32 = -1

// scalar is a field of an event.
type scalar struct {
	given  bool
	null   bool
	number bool
	text   string // as written, of a string its content
}

// The fields of an event that have a meaning here.
const (
	fieldType = iota
	fieldID
	fieldParent
	fieldSide
	fieldX
	fieldY
	fieldF
	fieldG
	fieldH
	fieldFromX
	fieldFromY
	fields
)

var fieldNames = [fields]string{"type", "id", "pId", "side", "x", "y", "f", "g", "h", "fromX", "fromY"}

// fieldOf returns the number of a field, or −1.
func fieldOf(name string) int {
	for i := range fieldNames {
		if fieldNames[i] == name {
			return i
		}
	}
	return -1
}

// item is an event's fields.
type item [fields]scalar

type importer struct {
	file    string
	events  []rawEvent
	skipped int              // events that are not in the list
	ids     map[string]int32 // in the order in which they came
	whole   bool             // every cost so far
	placed  bool             // every event so far
	slow    int              // bytes of YAML that may still be given to the parser
}

func (i *importer) wrong(line int, want, format string, args ...any) error {
	return &EventError{File: i.file, Event: len(i.events) + i.skipped + 1, Line: line, Msg: fmt.Sprintf(format, args...), Want: want}
}

// versions are those whose events have the fields that are read here.
var versions = []string{"1.0.5", "1.1.0", "1.4.0", "2.0.0"}

func (i *importer) checkVersion(version scalar) error {
	switch {
	case !version.given:
		return fmt.Errorf("%w: the file has no version; want %q", ErrFormat, Version)
	case version.null || version.number || !slices.Contains(versions, version.text):
		return fmt.Errorf("%w: the file has the version %q; want one of %s", ErrFormat, version.text, strings.Join(versions, ", "))
	}
	return nil
}

// add takes in an event by its fields.
func (i *importer) add(line int, fields *item) error {
	if len(i.events)+i.skipped == MaxEvents {
		return fmt.Errorf("%w: the file has more than %d events", ErrFormat, MaxEvents)
	}
	e := rawEvent{line: int32(line), id: noID, pid: noID}
	if name := fields[fieldType]; name.given && !name.null && !name.number {
		e.kind = kindOf(name.text)
	}
	if s := fields[fieldSide]; s.given {
		e.side = sideForward
		if s.text == search.Backward.String() {
			e.side = sideBackward
		}
	}
	for n, at := range []int{fieldF, fieldG, fieldH} {
		if err := i.cost(&e, n, at, line, fields); err != nil {
			return err
		}
	}
	x, hasX, err := i.coordinate(fieldX, line, fields)
	if err != nil {
		return err
	}
	y, hasY, err := i.coordinate(fieldY, line, fields)
	if err != nil {
		return err
	}
	e.x, e.y, e.placed = x, y, hasX && hasY
	if e.kind == kindScan {
		fromX, hasX, errX := i.coordinate(fieldFromX, line, fields)
		fromY, hasY, errY := i.coordinate(fieldFromY, line, fields)
		if err := errors.Join(errX, errY); err != nil {
			return err
		}
		if e.from = [2]int16{fromX, fromY}; !hasX || !hasY {
			e.kind = kindOther
		}
	}
	if err := i.identify(&e, line, fields); err != nil {
		return err
	}
	if e.id == noID && e.kind != kindScan && e.kind != kindMeet || e.kind == kindOther {
		i.skipped++ // whatever it is about, it is no state
		return nil
	}
	i.placed = i.placed && e.placed
	i.events = append(i.events, e)
	return nil
}

// identify gives an event its id and that of its parent. Without an id it has its cell's.
func (i *importer) identify(e *rawEvent, line int, fields *item) error {
	id, pid := fields[fieldID], fields[fieldParent]
	for _, s := range []scalar{id, pid} {
		if len(s.text) > maxName {
			return i.wrong(line, fmt.Sprintf("at most %d", maxName), "an id has %d bytes", len(s.text))
		}
	}
	if e.kind == kindOther && id.given && !id.null && id.text != "" {
		i.number(id.text) // it may be a parent
	}
	if e.kind == kindOther || e.kind == kindScan || e.kind == kindMeet {
		return nil
	}
	switch {
	case id.given && !id.null && id.text != "":
		e.id = i.number(id.text)
	case e.placed:
		e.id = i.number(fmt.Sprintf("\x00%d,%d", e.x, e.y)) // which is nobody's id
	}
	if !pid.given || pid.null || pid.text == "" || e.id == noID {
		return nil
	}
	parent, known := i.ids[pid.text]
	switch {
	case known && parent != e.id:
		e.pid = parent
	case !known && pid.text != "0":
		return i.wrong(line, "an event that can follow those before", "no event before has the id of its parent, %s", pid.text)
	}
	return nil
}

// number returns the number of an id, which is new if the id is.
func (i *importer) number(id string) int32 {
	n, known := i.ids[id]
	if !known {
		n = int32(len(i.ids))
		i.ids[id] = n
	}
	return n
}

// coordinate reads a coordinate; one that is no whole number of a map's range is none.
func (i *importer) coordinate(field, line int, fields *item) (int16, bool, error) {
	value, real, given, err := i.numeral(field, line, fields)
	ok := err == nil && given && real == float64(value) && value >= 0 && value < maxSide
	if !ok {
		return 0, false, err
	}
	return int16(value), true, nil
}

// cost reads a cost.
func (i *importer) cost(e *rawEvent, n, field, line int, fields *item) error {
	value, real, given, err := i.numeral(field, line, fields)
	if err != nil || !given {
		return err
	}
	e.given |= 1 << n
	e.costs[n] = value
	if real != float64(value) {
		e.costs[n] = int64(math.Float64bits(real))
		e.isReal |= 1 << n
		if math.Abs(real)*billionths >= 1<<63 {
			return i.wrong(line, "one below 9,000,000,000, or whole costs", "the cost %v is too large to hold billionths", real)
		}
		i.whole = i.whole && e.kind == kindOther
	}
	return nil
}

// numeral reads a field that must be a finite number if it is there. If it is whole, value
// is it exactly and real is the float64 next to it; else they differ.
func (i *importer) numeral(field, line int, fields *item) (value int64, real float64, given bool, err error) {
	s := fields[field]
	if !s.given || s.null {
		return 0, 0, false, nil
	}
	if !s.number {
		return 0, 0, false, i.wrong(line, "a finite number", "%s is %q", fieldNames[field], clip(s.text))
	}
	if value, err = strconv.ParseInt(s.text, 10, 64); err == nil {
		return value, float64(value), true, nil
	}
	real, err = strconv.ParseFloat(s.text, 64)
	if err != nil || math.IsNaN(real) || math.IsInf(real, 0) {
		return 0, 0, false, i.wrong(line, "a finite number", "%s is %q", fieldNames[field], clip(s.text))
	}
	if math.Abs(real) < 1<<53 {
		value = int64(real)
	}
	return value, real, true, nil
}

// clip shortens a text for a message.
func clip(text string) string {
	if len(text) > 40 {
		return strings.ToValidUTF8(text[:40], "") + "…"
	}
	return text
}

// billionths is the scale of costs that are not whole.
const billionths = 1_000_000_000

// integer returns a cost of an event as a trace holds it, and false if there is none.
func (i *importer) integer(e *rawEvent, n int) (int64, bool, error) {
	switch {
	case e.given>>n&1 == 0:
		return 0, false, nil
	case e.isReal>>n&1 != 0:
		return int64(math.Round(math.Float64frombits(uint64(e.costs[n])) * billionths)), true, nil
	case i.whole:
		return e.costs[n], true, nil
	}
	v := e.costs[n]
	if v > math.MaxInt64/billionths || v < math.MinInt64/billionths {
		return 0, false, fmt.Errorf("the cost %d is too large to hold billionths", v)
	}
	return v * billionths, true, nil
}
