package studio

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/explain"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/trace"
	"github.com/danielgtaylor/huma/v2"
)

// ExplainRequest is a query and the cell to tell of.
type ExplainRequest struct {
	Ask
	Cell [2]int32 `json:"cell" minimum:"-2147483648" maximum:"2147483647" doc:"Cell to tell of, [x,y]." example:"[1,0]"`
	Step *int64   `json:"step,omitempty" minimum:"0" maximum:"9007199254740991" doc:"Tell what was known after so many expansions; by default at the end."`
}

func (s *Server) addExplain(api huma.API) {
	type request struct{ Body ExplainRequest }
	type response struct{ Body explain.StoryDocument }
	huma.Register(api, huma.Operation{
		OperationID: "explain", Method: http.MethodPost, Path: "/api/explain",
		Summary:     "Tell what a search did with a cell, and why",
		Description: "Asks one algorithm, watches what becomes of the cell, and answers with the object that astrolabe explain --json prints.",
	}, func(ctx context.Context, in *request) (*response, error) {
		q, err := s.question(&in.Body.Ask)
		if err != nil {
			return nil, err
		}
		if err := q.applies(q.entry); err != nil {
			return nil, err
		}
		cell := grid.Cell{X: in.Body.Cell[0], Y: in.Body.Cell[1]}
		if m := q.file.Map; !m.In(cell) {
			return nil, wrong("cell", fmt.Errorf("%v lies outside the map of %d×%d (x from 0 to %d, y from 0 to %d)", cell, m.Width(), m.Height(), m.Width()-1, m.Height()-1))
		}
		step := int64(-1)
		if in.Body.Step != nil {
			step = *in.Body.Step
		}
		story, err := s.tellOf(ctx, q, cell, step)
		if err != nil {
			return nil, wrong("map", err)
		}
		return &response{story.Document()}, nil
	})
}

// tellOf asks the question and tells of a cell while the search goes on, so that its trace
// is never in memory as a whole. A search that has gone far enough is stopped.
func (s *Server) tellOf(ctx context.Context, q *question, cell grid.Cell, step int64) (*explain.Story, error) {
	ctx, cancel := context.WithCancel(ctx)
	reader, writer := io.Pipe()
	recorded := make(chan error, 1)
	go func() {
		err := s.record(ctx, q, q.entry, writer)
		writer.CloseWithError(err)
		recorded <- err
	}()
	story, err := func() (*explain.Story, error) {
		source, err := trace.NewStream(reader)
		if err != nil {
			return nil, err
		}
		return explain.Cell(ctx, source, cell, step)
	}()
	cancel()
	reader.Close()
	if searched := <-recorded; err != nil && searched != nil {
		return nil, unrecorded(q.entry, searched) // without which the trace would have been right
	}
	return story, err
}

// unrecorded is the error of recording a search.
func unrecorded(e *catalog.Entry, err error) error {
	if errors.Is(err, trace.ErrEvent) {
		return wrong("algorithm", fmt.Errorf("%s hands this query on and cannot be recorded; ask astar in its place", e.Name))
	}
	return err
}
