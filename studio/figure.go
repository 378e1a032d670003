package studio

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"path"
	"reflect"
	"strings"
	"time"
	"unicode"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/figure"
	"github.com/astrolabe-search/astrolabe/figure/scene"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/illustrate"
	"github.com/astrolabe-search/astrolabe/mapfile"
	"github.com/astrolabe-search/astrolabe/player"
	"github.com/astrolabe-search/astrolabe/trace"
	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// FigureRequest is a query and how to draw what becomes of it.
type FigureRequest struct {
	Ask
	Algorithms []string `json:"algorithms,omitempty" maxItems:"20" nullable:"false" doc:"Names or aliases of the algorithms and engines to show; by default that of the field algorithm, which else is ignored."`
	Format     string   `json:"format,omitempty" enum:"svg,pdf,png,gif,html,trace,jsonl,json" default:"svg" doc:"svg, pdf and png show the ends of the searches, side by side if there are several; html plays up to 4; gif plays the first, trace and jsonl record it, and json is its answer as of solve."`
	Theme      string   `json:"theme,omitempty" enum:"light,dark,auto" default:"light" doc:"Colors; auto follows the reader's system, in svg and html, and else is light."`
}

// figureTypes are the media types of the formats.
var figureTypes = map[string]string{
	"svg": "image/svg+xml", "pdf": "application/pdf", "png": "image/png", "gif": "image/gif",
	"html": "text/html; charset=utf-8", "trace": traceType, "jsonl": "application/jsonl", "json": jsonType,
}

const (
	// maxFigureCells bounds the cells of all maps of a figure: each cell of each takes up
	// to 16 bytes until the figure is drawn.
	maxFigureCells = 4 << 20
	// maxFigureSteps bounds the expansions that a GIF shows. A frame is of a few at
	// least in searches that long.
	maxFigureSteps = 100_000
	// maxFramePixels and maxGIFBytes bound the memory of a GIF: a byte a pixel of all
	// frames, and the file.
	maxFramePixels = 64 << 20
	maxGIFBytes    = 8 << 20
	// maxTraceBytes bounds the traces of a file, which are in memory: some millions
	// of events.
	maxTraceBytes = 32 << 20
)

func (s *Server) addFigure(api huma.API) {
	type request struct{ Body FigureRequest }
	type response struct{ Body func(huma.Context) }
	var types []string
	for _, format := range []string{"svg", "pdf", "png", "gif", "html", "trace", "jsonl", "json"} {
		types = append(types, strings.TrimSuffix(figureTypes[format], "; charset=utf-8"))
	}
	responses := sends("The file.", types...)
	answer := api.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[catalog.Document](), true, "")
	responses["200"].Content[jsonType].Schema = answer
	huma.Register(api, huma.Operation{
		OperationID: "figure", Method: http.MethodPost, Path: "/api/figure",
		Summary: "Draw searches as a file",
		Description: "Runs the algorithms and answers with a file to keep. Half of the time limit is for the searches, and half for drawing them. " +
			"A search that ends at a limit is drawn as far as it got.",
		Responses: responses,
	}, func(ctx context.Context, in *request) (*response, error) {
		f, err := s.figure(ctx, &in.Body)
		if err != nil {
			return nil, err
		}
		return &response{func(hc huma.Context) {
			_, w := humago.Unwrap(hc)
			w.Header().Set("Content-Type", figureTypes[f.format])
			w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": f.name}))
			if err := f.write(w); err != nil {
				panic(http.ErrAbortHandler) // the only way to tell that what was sent is not all
			}
		}}, nil
	})
}

// drawn is a file that is ready to be sent.
type drawn struct {
	format string
	name   string
	write  func(io.Writer) error
}

// figureWork is a file in the making.
type figureWork struct {
	*Server
	q       *question
	entries []*catalog.Entry
	theme   scene.Theme
	format  string
}

// figure makes the file of a request. The error is one of huma's.
func (s *Server) figure(ctx context.Context, in *FigureRequest) (*drawn, error) {
	f := figureWork{Server: s, format: in.Format}
	named := in.Algorithms
	if len(named) == 0 {
		named = []string{in.Algorithm}
	}
	var err error
	if f.q, f.entries, err = s.severalQuestion(&in.Ask, named, nil); err != nil {
		return nil, err
	}
	if f.theme, err = parse("theme", in.Theme, scene.Light, scene.ParseTheme); err != nil {
		return nil, err
	}
	switch f.format {
	case "html":
		if n := len(f.entries); n > player.MaxTraces {
			return nil, wrong("algorithms", fmt.Errorf("a page plays at most %d searches, not %d", player.MaxTraces, n))
		}
	case "svg", "pdf", "png":
	default:
		f.entries = f.entries[:1]
	}
	for _, e := range f.entries {
		if err := f.q.applies(e); err != nil {
			return nil, err
		}
	}
	if m := f.q.file.Map; m.Width()*m.Height()*len(f.entries) > maxFigureCells {
		return nil, wrong("algorithms", fmt.Errorf("%d maps of %d×%d are more than %d cells; want fewer algorithms, or a smaller map",
			len(f.entries), m.Width(), m.Height(), maxFigureCells))
	}
	write, err := f.draw(ctx)
	if err != nil {
		return nil, wrong("map", err)
	}
	return &drawn{f.format, f.fileName(), write}, nil
}

// draw makes the file and returns what writes it.
func (f *figureWork) draw(ctx context.Context) (func(io.Writer) error, error) {
	switch f.format {
	case "json":
		answer, err := f.solve(ctx, f.q, f.entries[0])
		if err != nil {
			return nil, err
		}
		text, err := json.Marshal(answer)
		return writes(text), err
	case "html", "trace", "jsonl":
		traces, err := f.traces(ctx)
		if err != nil {
			return nil, err
		}
		switch f.format {
		case "html":
			return func(w io.Writer) error { return f.page(w, traces) }, nil
		case "jsonl":
			return func(w io.Writer) error { return writeJSONLines(w, traces[0]) }, nil
		}
		return writes(traces[0]), nil
	case "gif":
		return f.animation(ctx)
	}
	return f.picture(ctx)
}

func writes(data []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
}

// traces records the searches, each as a whole trace.
func (f *figureWork) traces(ctx context.Context) ([][]byte, error) {
	var traces [][]byte
	room := maxTraceBytes
	for _, e := range f.entries {
		ctx, cancel := f.searchTime(ctx)
		out := &boundedBuffer{room: room}
		err := f.record(ctx, f.q, e, out)
		cancel()
		if err != nil {
			return nil, unrecorded(e, err)
		}
		room -= out.Len()
		traces = append(traces, out.Bytes())
	}
	return traces, nil
}

// boundedBuffer takes only so many bytes.
type boundedBuffer struct {
	bytes.Buffer
	room int
}

var errTraceSize = fmt.Errorf("the trace is longer than %d bytes; want fewer expansions, with max_expanded, or fewer algorithms", maxTraceBytes)

func (b *boundedBuffer) Write(p []byte) (int, error) {
	if b.Len()+len(p) > b.room {
		return 0, errTraceSize
	}
	return b.Buffer.Write(p)
}

// page writes the page that plays traces.
func (f *figureWork) page(w io.Writer, traces [][]byte) error {
	options := player.Options{Title: f.q.name}
	if f.theme != scene.Auto {
		options.Theme = f.theme.String()
	}
	var list []player.Trace
	for i, data := range traces {
		t := player.Trace{Data: bytes.NewReader(data)}
		if len(traces) > 1 {
			t.Name = f.entries[i].Name
		}
		list = append(list, t)
	}
	return player.Page(w, options, list...)
}

// writeJSONLines writes a trace in its readable form.
func writeJSONLines(w io.Writer, data []byte) error {
	source, err := trace.NewStream(bytes.NewReader(data))
	if err != nil {
		return err
	}
	sink, err := trace.NewJSONWriter(w, source.Header())
	if err != nil {
		return err
	}
	return trace.Copy(sink, source)
}

// searchTime bounds a context to the time that each search of a figure may take.
func (f *figureWork) searchTime(ctx context.Context) (context.Context, context.CancelFunc) {
	return withTime(ctx, min(f.q.query.MaxTime, f.options.MaxTime/time.Duration(2*len(f.entries))))
}

// watch runs a search and remembers it, so many expansions of it one by one.
func (f *figureWork) watch(ctx context.Context, e *catalog.Entry, steps int) (*illustrate.History, error) {
	searching, cancel := f.searchTime(ctx)
	defer cancel()
	q := f.q.query
	h, err := illustrate.WatchSteps(searching, e, q, steps)
	if err != nil {
		return nil, err
	}
	f.tally(ctx, h.Answer.Result.Expanded)
	return h, context.Cause(ctx)
}

// style is how the searches are drawn: as the terrain article does, where its costs
// are and the labels have room.
func (f *figureWork) style() illustrate.Style {
	m := f.q.file.Map
	terrain := f.q.file.Format == mapfile.Terrain || f.q.query.Costs.Model() == grid.Add
	return illustrate.Style{Terrain: terrain && m.Width()*m.Height() <= figure.MaxLabeledCells}
}

// picture draws the ends of the searches.
func (f *figureWork) picture(ctx context.Context) (func(io.Writer) error, error) {
	format, err := figure.FormatOf("." + f.format)
	if err != nil {
		return nil, err
	}
	var shown figure.Figure
	if len(f.entries) == 1 {
		h, err := f.watch(ctx, f.entries[0], 0)
		if err != nil {
			return nil, err
		}
		shown = h.Search(f.style())
	} else {
		title, note := illustrate.Heading(f.title(), f.q.query)
		panels := figure.Panels{Title: title, Note: note}
		for _, e := range f.entries {
			h, err := f.watch(ctx, e, 0)
			if err != nil {
				return nil, err
			}
			panels.Searches = append(panels.Searches, h.Panel(illustrate.Style{Title: e.Name}))
		}
		shown = panels
	}
	var file bytes.Buffer
	if _, err := figure.Write(&file, format, shown, figure.Options{Theme: f.theme}); err != nil {
		return nil, err
	}
	return writes(file.Bytes()), context.Cause(ctx)
}

// animation draws the first search step by step.
func (f *figureWork) animation(ctx context.Context) (func(io.Writer) error, error) {
	h, err := f.watch(ctx, f.entries[0], maxFigureSteps)
	if err != nil {
		return nil, err
	}
	sequence := h.Sequence(f.style(), 0)
	sequence.Interrupt = func() error { return context.Cause(ctx) }
	var file bytes.Buffer
	if _, err := sequence.WriteGIF(&file, figure.Options{Theme: f.theme, MaxBytes: maxGIFBytes, MaxPixels: maxFramePixels}); err != nil {
		return nil, err
	}
	return writes(file.Bytes()), nil
}

// title is the name of the map, for show.
func (f *figureWork) title() string {
	if f.q.name == "" {
		return "map"
	}
	return f.q.name
}

// fileName is what the file is to be called: after the map, and after the algorithm if
// there is one.
func (f *figureWork) fileName() string {
	what := "compared"
	if len(f.entries) == 1 {
		what = f.entries[0].Name
	}
	clean := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return '-'
	}, strings.TrimSuffix(f.q.name, path.Ext(f.q.name)))
	if clean = strings.Trim(clean, "-"); clean == "" {
		clean = "map"
	}
	return fmt.Sprintf("%s-%s.%s", clean, what, f.format)
}
