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

// Version is that of the format that is written.
const Version = "1.4.0"

// Format is a way to write the format down.
type Format uint8

const (
	// YAML is what files with the ending .trace.yaml hold. It is the zero value.
	YAML Format = iota
	// JSON is what files with the ending .trace.json hold.
	JSON
)

// Options say how to export. The zero value keeps all events, and costs as the integers
// that they are.
type Options struct {
	// Cost returns what to show for a cost; the result must be finite. It is written with
	// at most six digits after the point.
	Cost func(int64) float64
	// Expanded leaves out all events of the search but expansions, meeting points and the path.
	Expanded bool
	// Every, if over 1, keeps the first of so many expansions in turn and leaves out the
	// others; it implies Expanded. The parent of what is kept is the nearest one that is kept.
	Every int64
}

// ErrNoMap reports a trace whose states have no place on a map.
var ErrNoMap = errors.New("posthoc: the trace has no map, so its events have no place")

// Export writes the events that source still has. It holds no more than one of them;
// with Options.Every also a number for each state that is expanded. The error is
// [ErrNoMap], that of source or that of w.
func Export(w io.Writer, source trace.Source, format Format, opts Options) error {
	header := source.Header()
	if header.Map.Width == 0 {
		return ErrNoMap
	}
	e := &exporter{w: bufio.NewWriterSize(w, 1<<16), format: format, opts: opts, width: int64(header.Map.Width), states: header.States()}
	if opts.Every > 1 {
		e.opts.Expanded = true
		e.kept = map[int64]int64{}
	}
	e.begin()
	for _, state := range header.Start {
		e.put(typeSource, &record{state: state})
	}
	for _, state := range header.Goals {
		e.put(typeDestination, &record{state: state})
	}
	for e.err == nil {
		event, err := source.Next()
		if err == io.EOF {
			outcome := source.Outcome()
			e.finish(&outcome)
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
	open          bool // an expansion is, whose closing is to come
	expanding     record
	expansions    int64
	kept          map[int64]int64 // by ids of expanded states: the nearest ancestor that was kept, or itself
	last          trace.Event     // the end, if hasEnd
	hasEnd        bool
	events        int
	line          []byte
	err           error
}

// record is what is written of an event.
type record struct {
	state, parent   int64 // parent if hasParent
	hasParent       bool
	backward, costs bool
	noID            bool
	from            int64 // of a scan, if noID and hasFrom
	hasFrom         bool
	g, h, f         int64
}

func (e *exporter) recordOf(event *trace.Event) record {
	return record{
		state: event.State, parent: event.Parent, hasParent: event.Parent != trace.NoState, backward: event.Side == search.Backward,
		costs: true, g: event.G, h: event.H, f: event.F,
	}
}

// The views are the same for every trace: a rectangle for each event in the color that
// Posthoc gives its type, a line for each scan; and on top of them, for ever, as no event is
// of the type "never", the ends of the query and a dot where two halves met. (A fill that the event has would not do:
// Posthoc puts one of its own before it.) Without a pivot Posthoc draws no path.
const (
	yamlHead = `version: ` + Version + `
pivot:
  x: ${{ $.x + 0.5 }}
  y: ${{ $.y + 0.5 }}
  scale: 1
views:
  main:
    - $: rect
      $if: ${{ color[$.type] && $.type != "source" && $.type != "destination" }}
      x: ${{ $.x }}
      y: ${{ $.y }}
      width: 1
      height: 1
      fill: ${{ color[$.type] }}
    - $: rect
      $if: ${{ $.type == "source" || $.type == "destination" }}
      x: ${{ $.x }}
      y: ${{ $.y }}
      width: 1
      height: 1
      fill: ${{ color[$.type] }}
      clear: never
    - $: circle
      $if: ${{ $.type == "meet" }}
      x: ${{ $.x + 0.5 }}
      y: ${{ $.y + 0.5 }}
      radius: 0.25
      fill: "#222222"
      clear: never
    - $: path
      $if: ${{ $.type == "scan" }}
      points:
        - x: ${{ $.fromX + 0.5 }}
          y: ${{ $.fromY + 0.5 }}
        - x: ${{ $.x + 0.5 }}
          y: ${{ $.y + 0.5 }}
      fill: "#888888"
      alpha: 0.5
      lineWidth: 0.1
`
	jsonHead = `{"version":"` + Version + `","pivot":{"x":"${{ $.x + 0.5 }}","y":"${{ $.y + 0.5 }}","scale":1},"views":{"main":[
{"$":"rect","$if":"${{ color[$.type] && $.type != \"source\" && $.type != \"destination\" }}",` + jsonRect + `},
{"$":"rect","$if":"${{ $.type == \"source\" || $.type == \"destination\" }}",` + jsonRect + `,"clear":"never"},
{"$":"circle","$if":"${{ $.type == \"meet\" }}","x":"${{ $.x + 0.5 }}","y":"${{ $.y + 0.5 }}","radius":0.25,"fill":"#222222","clear":"never"},
{"$":"path","$if":"${{ $.type == \"scan\" }}","points":[{"x":"${{ $.fromX + 0.5 }}","y":"${{ $.fromY + 0.5 }}"},{"x":"${{ $.x + 0.5 }}","y":"${{ $.y + 0.5 }}"}],"fill":"#888888","alpha":0.5,"lineWidth":0.1}
]},
"events":[`
	jsonRect = `"x":"${{ $.x }}","y":"${{ $.y }}","width":1,"height":1,"fill":"${{ color[$.type] }}"`
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
	switch event.Kind {
	case trace.Expand:
		e.close()
		e.expand(event)
		return
	case trace.Meet:
		r := e.recordOf(event)
		r.noID, r.hasParent = true, false
		e.put(typeMeet, &r)
		return
	case trace.End:
		e.last, e.hasEnd = *event, event.State != trace.NoState
		return
	}
	if e.opts.Expanded {
		return
	}
	r := e.recordOf(event)
	switch event.Kind {
	case trace.Generate:
		e.put(typeGenerating, &r)
	case trace.Improve, trace.Reopen:
		e.put(typeUpdating, &r)
	case trace.Scan:
		if event.Parent != trace.NoState {
			e.put(typeScan, &record{state: event.State, from: event.Parent, hasFrom: true, noID: true, backward: r.backward})
		}
	}
}

// expand writes an expansion, if it is to be kept.
func (e *exporter) expand(event *trace.Event) {
	r := e.recordOf(event)
	e.expansions++
	if e.kept == nil {
		e.put(typeExpanding, &r)
		e.open = !e.opts.Expanded
		e.expanding = record{state: r.state, backward: r.backward}
		return
	}
	ancestor, hasAncestor := int64(0), false
	if r.hasParent {
		ancestor, hasAncestor = e.kept[e.id(r.parent, event.Side)]
	}
	id := e.id(r.state, event.Side)
	if (e.expansions-1)%e.opts.Every == 0 || !hasAncestor {
		e.kept[id] = id
		r.hasParent = hasAncestor
		r.parent = ancestor - e.id(0, event.Side)
		e.put(typeExpanding, &r)
		return
	}
	e.kept[id] = ancestor
}

// finish writes what is known at last only. Each state of the path has an end whose parent is the one
// before: no chain of other parents need lead along it, as after a search in two halves,
// after jumps, and where a path was found long before the search was over. The costs are
// not known, but for the last.
func (e *exporter) finish(outcome *trace.Outcome) {
	e.close()
	if !e.hasEnd {
		return
	}
	path := outcome.Path
	for i := 1; i < len(path)-1; i++ {
		e.put(typeEnd, &record{state: path[i], parent: path[i-1], hasParent: true})
	}
	last := e.recordOf(&e.last)
	e.put(typeEnd, &last)
}

// close tells that the expansion under way is over.
func (e *exporter) close() {
	if e.open {
		e.put(typeClosing, &e.expanding)
	}
	e.open = false
}

func (e *exporter) id(state int64, side search.Side) int64 { return 1 + state + int64(side)*e.states }

// put writes an event of a type.
func (e *exporter) put(name string, r *record) {
	line, quote, colon := e.line[:0], `"`, `":`
	switch {
	case e.format == JSON && e.events == 0:
		line = append(line, "\n{"...)
	case e.format == JSON:
		line = append(line, ",\n{"...)
	case e.events == 0:
		line, quote, colon = append(line, "events:\n- {"...), "", ": "
	default:
		line, quote, colon = append(line, "- {"...), "", ": "
	}
	e.events++
	field := func(name string) {
		if line[len(line)-1] != '{' {
			line = append(line, ',')
			if e.format == YAML {
				line = append(line, ' ')
			}
		}
		line = append(append(append(line, quote...), name...), colon...)
	}
	text := func(name, value string) {
		field(name)
		line = append(append(append(line, quote...), value...), quote...)
	}
	integer := func(name string, v int64) {
		field(name)
		line = strconv.AppendInt(line, v, 10)
	}
	side := search.Forward
	if r.backward {
		side = search.Backward
	}
	text("type", name)
	if !r.noID {
		integer("id", e.id(r.state, side))
		if r.hasParent {
			integer("pId", e.id(r.parent, side))
		}
	}
	integer("x", r.state%e.width)
	integer("y", r.state/e.width)
	if r.hasFrom {
		integer("fromX", r.from%e.width)
		integer("fromY", r.from/e.width)
	}
	if r.costs {
		field("f")
		line = e.appendCost(line, r.f)
		field("g")
		line = e.appendCost(line, r.g)
		if r.h != r.f-r.g {
			field("h")
			line = e.appendCost(line, r.h)
		}
	}
	if r.backward {
		text("side", side.String())
	}
	line = append(line, '}')
	if e.format == YAML {
		line = append(line, '\n')
	}
	e.line = line
	if e.err == nil {
		_, e.err = e.w.Write(line)
	}
}

// appendCost appends a cost as short as it can be with six digits after the point.
func (e *exporter) appendCost(dst []byte, v int64) []byte {
	if e.opts.Cost == nil {
		return strconv.AppendInt(dst, v, 10)
	}
	shown := e.opts.Cost(v)
	if (math.IsNaN(shown) || math.IsInf(shown, 0)) && e.err == nil {
		e.err = fmt.Errorf("posthoc: the cost %d is shown as %v; want a finite number", v, shown)
	}
	const digits = 1e6
	if rounded := math.Round(shown*digits) / digits; !math.IsInf(rounded, 0) {
		shown = rounded
	}
	return strconv.AppendFloat(dst, shown, 'f', -1, 64)
}
