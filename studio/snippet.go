package studio

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/mapfile"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/danielgtaylor/huma/v2"
)

// SnippetRequest is a query and what to write it as.
type SnippetRequest struct {
	Ask
	Kind string `json:"kind" enum:"go-test,command,ascii" doc:"go-test: a Go test file that asks the query and checks the answer; command: astrolabe solve with the map as a here-document, for a POSIX shell; ascii: the map, in the plain format if that can hold it." example:"command"`
}

// Snippet is a text to paste elsewhere.
type Snippet struct {
	Text string `json:"text" doc:"The text."`
}

func (s *Server) addSnippet(api huma.API) {
	type request struct{ Body SnippetRequest }
	type response struct{ Body Snippet }
	huma.Register(api, huma.Operation{
		OperationID: "snippet", Method: http.MethodPost, Path: "/api/snippet",
		Summary:     "Write a query as something to paste",
		Description: "Writes a Go test, for which it asks the query, a command for the shell, or the map as text.",
	}, func(ctx context.Context, in *request) (*response, error) {
		q, err := s.question(&in.Body.Ask)
		if err != nil {
			return nil, err
		}
		var text string
		switch in.Body.Kind {
		case "go-test":
			text, err = s.goTest(ctx, &in.Body.Ask, q)
		case "command":
			if err = q.applies(q.entry); err == nil {
				text = solveCommand(&in.Body.Ask, q)
			}
		default:
			text, err = asciiMap(q)
		}
		if err != nil {
			return nil, wrong("map", err)
		}
		return &response{Snippet{text}}, nil
	})
}

// solveCommand writes the query as a command. What is put into it is made of numbers and
// known words alone, so nothing needs quoting; the map stands in a here-document
// in which the shell looks at nothing.
func solveCommand(a *Ask, q *question) string {
	command := []string{"astrolabe solve -"}
	add := func(flag string, value any) { command = append(command, fmt.Sprintf("--%s %v", flag, value)) }
	query, file, e := q.query, q.file, q.entry
	if file.Start == nil || *file.Start != query.From {
		add("from", query.From)
	}
	if file.Goal == nil || *file.Goal != query.To {
		add("to", query.To)
	}
	if e.Name != "astar" {
		add("algorithm", e.Name)
	}
	rule, model := query.Costs.Rule(), query.Costs.Model()
	if rule.Moves != file.Rule.Moves {
		add("moves", rule.Moves)
	}
	if rule.Corners != file.Rule.Corners && rule.Moves == grid.Moves8 {
		add("cut-corners", rule.Corners)
	}
	if model != file.Model {
		add("cost", model)
	}
	if e.Heuristic && query.Metric != grid.Auto {
		add("heuristic", query.Metric)
	}
	if e.Weight && query.Weight != defaultWeight {
		add("weight", query.Weight)
	}
	if e.Tie && query.Tie != search.TieLowHLIFO {
		add("tie", query.Tie)
	}
	if e.Reopens && query.NoReopen {
		command = append(command, "--no-reopen")
	}
	if !e.Fast() && query.Order != grid.DefaultOrder {
		add("order", grid.FormatOrder(query.Order))
	}
	if a.MaxExpanded > 0 {
		add("max-expanded", query.MaxExpanded)
	}
	if a.MaxTimeMS > 0 {
		add("max-time", query.MaxTime)
	}
	text := strings.TrimSuffix(a.Map, "\n") + "\n"
	end := delimiter(text)
	return fmt.Sprintf("%s <<'%s'\n%s%s\n", strings.Join(command, " "), end, text, end)
}

// defaultWeight is the weight where none is given.
var defaultWeight = search.Ratio{Num: 3, Den: 2}

// delimiter returns a word that is no line of the text.
func delimiter(text string) string {
	lines := strings.Split(text, "\n")
	end := "MAP"
	for n := 1; slices.Contains(lines, end); n++ {
		end = fmt.Sprintf("MAP%d", n)
	}
	return end
}

// asciiMap writes the map with the query's ends and rules.
func asciiMap(q *question) (string, error) {
	file := mapfile.File{Map: q.file.Map, Rule: q.query.Costs.Rule(), Model: q.query.Costs.Model()}
	for _, end := range []struct {
		cell  grid.Cell
		place **grid.Cell
	}{{q.query.From, &file.Start}, {q.query.To, &file.Goal}} {
		if file.Map.In(end.cell) {
			*end.place = &end.cell
		}
	}
	text, _, err := mapfile.Pasteable(&file)
	return text, err
}
