package posthoc

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/trace"
)

// Version is that of the format.
const Version = "1.4.0"

// Format is a way to write the format down.
type Format uint8

const (
	// YAML is what files with the ending .trace.yaml hold. It is the zero value.
	YAML Format = iota
	// JSON is what files with the ending .trace.json hold.
	JSON
)

// The types of event.
const (
	typeSource      = "source"
	typeDestination = "destination"
	typeExpanding   = "expanding"
	typeGenerating  = "generating"
	typeUpdating    = "updating"
	typeClosing     = "closing"
	typeEnd         = "end"
)

// fill is the color of each type: blue-green for the ends of the query, warm for what
// is on OPEN, cold for what is CLOSED.
var fill = map[string]string{
	typeSource: "#1b9e77", typeDestination: "#d81b60", typeExpanding: "#f57c00", typeGenerating: "#ffd54f",
	typeUpdating: "#ab47bc", typeClosing: "#64b5f6", typeEnd: "#d81b60",
}

// Options say how to export. The zero value keeps costs as the integers they are.
type Options struct {
	// Cost returns what to show for a cost; the result must be finite.
	Cost func(int64) float64
}

// ErrNoMap reports a trace whose states have no place on a map.
var ErrNoMap = errors.New("posthoc: the trace has no map, so its events have no place")

// Export writes the events that source still has. It holds no more than one of them.
// The error is [ErrNoMap], that of source or that of w.
func Export(w io.Writer, source trace.Source, format Format, opts Options) error {
	header := source.Header()
	if header.Map.Width == 0 {
		return ErrNoMap
	}
	e := &exporter{w: bufio.NewWriterSize(w, 1<<16), format: format, opts: opts, width: int64(header.Map.Width), states: header.States()}
	e.begin()
	for _, state := range header.Start {
		e.put(typeSource, &trace.Event{Kind: trace.Start, State: state, Parent: trace.NoState})
	}
	for _, state := range header.Goals {
		e.put(typeDestination, &trace.Event{Kind: trace.Start, State: state, Parent: trace.NoState})
	}
	for e.err == nil {
		event, err := source.Next()
		if err == io.EOF {
			e.finish(source.Outcome().Path)
			break
		}
		if err != nil {
			return err
		}
		e.event(&event)
	}
	e.end()
	return e.err
}

type exporter struct {
	w             *bufio.Writer
	format        Format
	opts          Options
	width, states int64
	expanding     trace.Event // whose closing is to come
	isExpanding   bool
	last          trace.Event // the end, if hasEnd
	hasEnd        bool
	backward      bool // some event is of the backward half
	events        int
	line          []byte
	err           error
}

// views are the same for every trace.
const (
	yamlHead = `version: ` + Version + `
views:
  main:
    - $: rect
      x: ${{ $.x }}
      y: ${{ $.y }}
      width: 1
      height: 1
      fill: ${{ $.fill }}
`
	jsonHead = `{"version":"` + Version + `","views":{"main":[` +
		`{"$":"rect","x":"${{ $.x }}","y":"${{ $.y }}","width":1,"height":1,"fill":"${{ $.fill }}"}]},
"events":[`
)

func (e *exporter) write(text string) {
	if e.err == nil {
		_, e.err = e.w.WriteString(text)
	}
}

func (e *exporter) begin() {
	if e.format == JSON {
		e.write(jsonHead)
	} else {
		e.write(yamlHead)
	}
}

func (e *exporter) end() {
	switch {
	case e.format == JSON:
		e.write("\n]}\n")
	case e.events == 0:
		e.write("events: []\n")
	}
	if e.err == nil {
		e.err = e.w.Flush()
	}
}

func (e *exporter) event(event *trace.Event) {
	e.backward = e.backward || event.Side == search.Backward
	switch event.Kind {
	case trace.Expand:
		e.close()
		e.put(typeExpanding, event)
		e.expanding, e.isExpanding = *event, true
	case trace.Generate:
		e.put(typeGenerating, event)
	case trace.Improve, trace.Reopen:
		e.put(typeUpdating, event)
	case trace.End:
		e.last, e.hasEnd = *event, event.State != trace.NoState
	}
}

// finish writes what is known at last only. Where the search had two halves, no chain
// of parents leads along the path, so that each of its states gets an end; the
// costs of these are not known, but for the last.
func (e *exporter) finish(path []int64) {
	e.close()
	if !e.hasEnd {
		return
	}
	if e.backward {
		for i := 1; i < len(path)-1; i++ {
			e.put(typeEnd, &trace.Event{Kind: trace.Start, State: path[i], Parent: path[i-1]})
		}
	}
	e.put(typeEnd, &e.last)
}

// close tells that the expansion under way is over.
func (e *exporter) close() {
	if e.isExpanding {
		e.put(typeClosing, &e.expanding)
	}
	e.isExpanding = false
}

func (e *exporter) id(state int64, side search.Side) int64 { return 1 + state + int64(side)*e.states }

// put writes an event of a type.
func (e *exporter) put(name string, event *trace.Event) {
	line, quote := e.line[:0], `"`
	switch {
	case e.format == JSON && e.events == 0:
		line = append(line, "\n{"...)
	case e.format == JSON:
		line = append(line, ",\n{"...)
	case e.events == 0:
		line, quote = append(line, "events:\n  - {"...), ""
	default:
		line, quote = append(line, "  - {"...), ""
	}
	e.events++
	field := func(name string) {
		if line[len(line)-1] != '{' {
			line = append(line, ", "...)
		}
		line = append(line, quote+name+quote+": "...)
	}
	integer := func(name string, v int64) {
		field(name)
		line = strconv.AppendInt(line, v, 10)
	}
	field("type")
	line = append(line, quote+name+quote...)
	integer("id", e.id(event.State, event.Side))
	if event.Parent != trace.NoState {
		integer("pId", e.id(event.Parent, event.Side))
	}
	integer("x", event.State%e.width)
	integer("y", event.State/e.width)
	if event.Kind != trace.Start {
		for _, cost := range []struct {
			name  string
			value int64
		}{{"f", event.F}, {"g", event.G}, {"h", event.H}} {
			field(cost.name)
			line = e.appendCost(line, cost.value)
		}
	}
	if event.Side == search.Backward {
		field("side")
		line = append(line, quote+"backward"+quote...)
	}
	field("fill")
	line = append(line, `"`+fill[name]+`"}`...)
	if e.format == YAML {
		line = append(line, '\n')
	}
	e.line = line
	if e.err == nil {
		_, e.err = e.w.Write(line)
	}
}

func (e *exporter) appendCost(dst []byte, v int64) []byte {
	if e.opts.Cost == nil {
		return strconv.AppendInt(dst, v, 10)
	}
	shown := e.opts.Cost(v)
	if (math.IsNaN(shown) || math.IsInf(shown, 0)) && e.err == nil {
		e.err = fmt.Errorf("posthoc: the cost %d is shown as %v; want a finite number", v, shown)
	}
	return strconv.AppendFloat(dst, shown, 'f', -1, 64)
}
