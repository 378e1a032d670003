package trace

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/astrolabe-search/astrolabe/search"
)

// JSONWriter writes a trace as JSON lines: an object {"header":…}, one for each
// event, and {"end":…}. It holds no events. A JSONWriter is for one goroutine.
type JSONWriter struct {
	w      *bufio.Writer
	line   []byte
	limit  int64
	steps  int64
	totals Totals
	ended  bool
	done   bool
	err    error
}

// NewJSONWriter begins a trace on w. The error is [ErrHeader] for a header that no
// trace can have, or that of w.
func NewJSONWriter(w io.Writer, header Header) (*JSONWriter, error) {
	if err := header.check(); err != nil {
		return nil, err
	}
	document, err := marshalHeader(&header)
	if err != nil {
		return nil, err
	}
	j := &JSONWriter{w: bufio.NewWriterSize(w, 1<<16), limit: header.States()}
	return j, j.document("header", document)
}

func (w *JSONWriter) document(name string, object []byte) error {
	_, err := fmt.Fprintf(w.w, "{%q:%s}\n", name, object)
	return err
}

// Add writes an event. Step may be left 0, and is then counted here. Errors are
// those of [Writer.Add].
func (w *JSONWriter) Add(e Event) error {
	if w.err != nil {
		return w.err
	}
	if e.Kind == Expand {
		w.steps++
	}
	if e.Step == 0 {
		e.Step = w.steps
	}
	if w.err = e.check(w.steps, w.limit); w.err == nil && w.ended {
		w.err = fmt.Errorf("%w: %v comes after it", ErrClosed, e)
	}
	if w.err != nil {
		return w.err
	}
	w.ended = e.Kind == End
	w.totals.Count(&e)
	w.line = appendEvent(w.line[:0], &e)
	_, w.err = w.w.Write(w.line)
	return w.err
}

// appendEvent appends an event as a line.
func appendEvent(dst []byte, e *Event) []byte {
	dst = append(dst, `{"kind":"`...)
	dst = append(dst, kindNames[e.Kind]...)
	dst = append(dst, '"')
	if e.Side == search.Backward {
		dst = append(dst, `,"side":"backward"`...)
	}
	number := func(name string, v int64) {
		dst = append(dst, name...)
		dst = strconv.AppendInt(dst, v, 10)
	}
	number(`,"step":`, e.Step)
	number(`,"state":`, e.State)
	if e.Parent != NoState {
		number(`,"parent":`, e.Parent)
	}
	number(`,"g":`, e.G)
	number(`,"h":`, e.H)
	number(`,"f":`, e.F)
	return append(dst, "}\n"...)
}

// Close ends the trace as [Writer.Close] does.
func (w *JSONWriter) Close(outcome Outcome) error {
	if w.done {
		return ErrClosed
	}
	w.done = true
	if w.err == nil {
		w.err = outcome.check(w.limit)
	}
	if w.err == nil && !w.ended {
		end := outcome.end(w.steps)
		w.err = w.Add(end)
	}
	if w.err != nil {
		return w.err
	}
	w.ended = true
	document, err := marshalTrailer(&outcome, &w.totals)
	if err == nil {
		err = w.document("end", document)
	}
	if err == nil {
		err = w.w.Flush()
	}
	w.err = err
	return err
}

// JSONReader reads what a JSONWriter wrote. It is for one goroutine.
type JSONReader struct {
	r       *bufio.Reader
	text    []byte // the line at hand
	line    int    // its number, from 1
	header  Header
	outcome Outcome
	totals  Totals
	steps   int64
	ended   bool
	err     error
}

// lineJSON is a line: one of a header, an event and an end.
type lineJSON struct {
	Header json.RawMessage `json:"header"`
	End    json.RawMessage `json:"end"`

	Kind   *string `json:"kind"`
	Side   *string `json:"side"`
	Step   *int64  `json:"step"`
	State  *int64  `json:"state"`
	Parent *int64  `json:"parent"`
	G      *int64  `json:"g"`
	H      *int64  `json:"h"`
	F      *int64  `json:"f"`
}

// NewJSONReader reads the header of the trace that r delivers. The error is a
// [*FormatError], or that of r, wrapped.
func NewJSONReader(r io.Reader) (*JSONReader, error) {
	j := &JSONReader{r: bufio.NewReaderSize(r, 1<<16)}
	object, err := j.read()
	if err == io.EOF {
		return nil, j.wrong(ErrNotTrace, `{"header":{…}}`, "there is no line")
	}
	if err != nil {
		return nil, err
	}
	if object.Header == nil {
		return nil, j.wrong(ErrNotTrace, `a trace to begin with {"header":{…}}`, "there is no header")
	}
	if j.header, err = readHeader(bytes.NewReader(object.Header)); err != nil {
		return nil, j.wrong(err, "a header as it was written", "the header cannot be read: %v", err)
	}
	return j, nil
}

// wrong returns a FormatError at the line.
func (r *JSONReader) wrong(err error, want, format string, args ...any) error {
	return &FormatError{Offset: -1, Line: r.line, Want: want, Msg: fmt.Sprintf(format, args...), Err: err}
}

// read reads a line.
func (r *JSONReader) read() (lineJSON, error) {
	r.line++
	r.text = r.text[:0]
	for {
		piece, err := r.r.ReadSlice('\n')
		r.text = append(r.text, piece...)
		if len(r.text) > maxDocumentBytes {
			return lineJSON{}, r.wrong(ErrTooLarge, fmt.Sprintf("at most %d", maxDocumentBytes), "the line has more than %d bytes", maxDocumentBytes)
		}
		switch {
		case err == nil:
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != io.EOF:
			return lineJSON{}, fmt.Errorf("trace: reading line %d: %w", r.line, err)
		case len(r.text) == 0:
			return lineJSON{}, io.EOF
		}
		break
	}
	var object lineJSON
	if err := unmarshal(bytes.TrimSpace(r.text), &object); err != nil {
		return lineJSON{}, r.wrong(nil, "one JSON object of a trace", "the line cannot be read: %v", err)
	}
	return object, nil
}

// Header returns the header. The caller must not change what it refers to.
func (r *JSONReader) Header() Header { return r.header }

// Next returns the next event. After the last one the error is [io.EOF]; another
// error stays.
func (r *JSONReader) Next() (Event, error) {
	if r.err != nil {
		return Event{}, r.err
	}
	e, err := r.next()
	r.err = err
	return e, err
}

func (r *JSONReader) next() (Event, error) {
	object, err := r.read()
	switch {
	case err == io.EOF:
		return Event{}, r.wrong(nil, `{"end":{…}}`, "the trace ends here")
	case err != nil:
		return Event{}, err
	case object.Header != nil:
		return Event{}, r.wrong(nil, "an event", "there is a second header")
	case object.End != nil:
		return Event{}, r.finish(object.End)
	}
	for _, field := range []struct {
		name  string
		value *int64
	}{{"step", object.Step}, {"state", object.State}, {"g", object.G}, {"h", object.H}, {"f", object.F}} {
		if field.value == nil {
			return Event{}, r.wrong(nil, "an integer", "the event has no %s", field.name)
		}
	}
	if object.Kind == nil {
		return Event{}, r.wrong(nil, `"kind":"expand", or another`, "the event has no kind")
	}
	e := Event{Step: *object.Step, State: *object.State, Parent: NoState, G: *object.G, H: *object.H, F: *object.F}
	if e.Kind, err = ParseKind(*object.Kind); err != nil {
		return Event{}, r.wrong(ErrEvent, "one that there is", "the kind of event is unknown: %v", err)
	}
	if object.Parent != nil {
		e.Parent = *object.Parent
	}
	switch {
	case object.Side == nil || *object.Side == search.Forward.String():
	case *object.Side == search.Backward.String():
		e.Side = search.Backward
	default:
		return Event{}, r.wrong(nil, "forward or backward", "the side is %q", *object.Side)
	}
	if e.Kind == Expand {
		r.steps++
	}
	if err := e.check(r.steps, r.header.States()); err != nil {
		return Event{}, r.wrong(err, "one that a search can have", "%v", err)
	}
	if r.ended {
		return Event{}, r.wrong(nil, `{"end":{…}}`, "an event comes after the end")
	}
	r.ended = e.Kind == End
	r.totals.Count(&e)
	return e, nil
}

// finish reads the end, after which there must be nothing.
func (r *JSONReader) finish(object json.RawMessage) error {
	outcome, totals, err := readTrailer(bytes.NewReader(object), r.header.States())
	if err != nil {
		return r.wrong(err, "an end as it was written", "the end cannot be read: %v", err)
	}
	if totals != r.totals {
		return r.wrong(nil, fmt.Sprintf("%d events, of which %d expansions, and the largest number %d", r.totals.Sum(), r.totals.Steps(), r.totals.Largest),
			"the end tells of %d, %d and %d; or other counts differ", totals.Sum(), totals.Steps(), totals.Largest)
	}
	r.outcome = outcome
	switch _, err := r.read(); err {
	case io.EOF:
		return io.EOF
	case nil:
		return r.wrong(nil, "nothing", "a line follows the end")
	default:
		return err
	}
}

// Outcome returns how the search ended, once Next has returned [io.EOF].
func (r *JSONReader) Outcome() Outcome { return r.outcome }

// Totals returns what was read so far.
func (r *JSONReader) Totals() Totals { return r.totals }
