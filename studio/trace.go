package studio

import (
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
		Description: "Asks one algorithm and streams the trace of its search, in the binary form, while it is made. " +
			"If the search meets a cost that is too large, the trace's outcome says so; if the trace cannot be made, the connection is cut.",
		Responses: sends("The trace.", traceType),
		Metadata:  map[string]any{streams: true},
	}, func(_ context.Context, in *request) (*response, error) {
		q, err := s.question(&in.Body)
		if err != nil {
			return nil, err
		}
		if err := q.applies(q.entry); err != nil {
			return nil, err
		}
		return &response{func(hc huma.Context) {
			_, w := humago.Unwrap(hc)
			w.Header().Set("Content-Type", traceType)
			out := &flushing{ResponseWriter: w}
			err := s.record(hc.Context(), q, q.entry, out)
			if out.err != nil || errors.Is(err, trace.ErrEvent) {
				panic(http.ErrAbortHandler) // the only way to tell that what was sent is not all
			}
		}}, nil
	})
}

// record asks an algorithm the question and writes the trace of the search.
func (s *Server) record(ctx context.Context, q *question, e *catalog.Entry, w io.Writer) error {
	return s.workspace(func(ws *gridsearch.Workspace) error {
		answer, err := gridtrace.Record(ctx, e, q.of(e), q.name, w, ws)
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
