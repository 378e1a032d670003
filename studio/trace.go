package studio

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/trace"
	"github.com/astrolabe-search/astrolabe/trace/gridtrace"
	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// traceType is the media type of a trace in binary form.
const traceType = "application/vnd.astrolabe.trace"

func (s *Server) addTrace(api huma.API) {
	type request struct{ Body Ask }
	type response struct{ Body func(huma.Context) }
	huma.Register(api, huma.Operation{
		OperationID: "trace", Method: http.MethodPost, Path: "/api/trace",
		Summary: "Watch a search",
		Description: "Asks one algorithm and streams the trace of its search, in the binary form, while it is made; that of a fast engine, " +
			"once it is made. If the search meets a cost that is too large, the trace's outcome says so.",
		Responses: sends("The trace.", traceType),
		Metadata:  map[string]any{streams: true},
	}, func(ctx context.Context, in *request) (*response, error) {
		q, err := s.question(&in.Body)
		if err != nil {
			return nil, err
		}
		if err := q.applies(q.entry); err != nil {
			return nil, err
		}
		if q.entry.Fast() {
			// Whether an engine's search has a trace is known in the end only.
			var made bytes.Buffer
			if err := s.record(ctx, q, q.entry, &made); err != nil {
				return nil, wrong("map", unrecorded(q.entry, err))
			}
			return &response{func(hc huma.Context) { _, _ = made.WriteTo(traceWriter(hc)) }}, nil // what cannot be sent, nobody reads
		}
		return &response{func(hc huma.Context) {
			out := traceWriter(hc)
			err := s.record(hc.Context(), q, q.entry, out)
			if out.err != nil || errors.Is(err, trace.ErrEvent) {
				panic(http.ErrAbortHandler) // the only way to tell that what was sent is not all
			}
		}}, nil
	})
}

// traceWriter begins an answer that is a trace.
func traceWriter(hc huma.Context) *flushing {
	_, w := humago.Unwrap(hc)
	w.Header().Set("Content-Type", traceType)
	return &flushing{ResponseWriter: w}
}

// record asks an algorithm the question and writes the trace of the search. The error is
// that of the writer or of the search, or [trace.ErrEvent] of an engine that handed the
// search on.
func (s *Server) record(ctx context.Context, q *question, e *catalog.Entry, w io.Writer) error {
	return s.workspace(func(ws *gridsearch.Workspace) error {
		answer, err := gridtrace.Record(ctx, e, q.query, q.name, w, ws)
		s.tally(ctx, answer.Result.Expanded)
		return err
	})
}

// flushing sends what is written at once, and keeps the first error.
type flushing struct {
	http.ResponseWriter
	err error
}

func (f *flushing) Write(p []byte) (int, error) {
	n, err := f.ResponseWriter.Write(p)
	if err == nil {
		err = http.NewResponseController(f.ResponseWriter).Flush()
	}
	if f.err == nil {
		f.err = err
	}
	return n, err
}
