package studio

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/mapfile"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/danielgtaylor/huma/v2"
)

// Ask is a query as clients send it: the fields that every request that searches
// has. What is absent, or zero, is as on the command line: the map's own start,
// goal, moves, corner rule and cost model, and the defaults of astrolabe solve.
type Ask struct {
	Map  string `json:"map" minLength:"1" doc:"Text of a map, in any format: native, movingai, terrain or plain." example:"S..\n.@.\n..G\n"`
	Name string `json:"name,omitempty" maxLength:"200" doc:"Name of the map, for show."`

	From *[2]int32 `json:"from,omitempty" minimum:"-2147483648" maximum:"2147483647" doc:"Start cell, [x,y] counted from [0,0] at the top left; by default the map's."`
	To   *[2]int32 `json:"to,omitempty" minimum:"-2147483648" maximum:"2147483647" doc:"Goal cell, [x,y]; by default the map's."`

	Algorithm  string `json:"algorithm,omitempty" maxLength:"100" default:"astar" doc:"Name or alias of an algorithm or engine, see GET /api/algorithms."`
	Moves      int    `json:"moves,omitempty" enum:"4,8" doc:"Moves to 4 or 8 neighbors; by default the map's."`
	CutCorners string `json:"cut_corners,omitempty" enum:"never,one,always" doc:"Diagonal steps past walls, which 4 moves have none of; by default the map's."`
	Cost       string `json:"cost,omitempty" enum:"uniform,add,mul,mean" doc:"What a step costs; by default the map's."`
	Heuristic  string `json:"heuristic,omitempty" maxLength:"100" default:"auto" doc:"Estimate of the way left, see GET /api/algorithms."`
	Weight     string `json:"weight,omitempty" maxLength:"100" default:"1.5" doc:"Factor of the estimate in weighted algorithms, at least 1, as 1.5 or 3/2."`
	Tie        string `json:"tie,omitempty" maxLength:"100" default:"low-h-lifo" doc:"Which of equally good states goes first, see GET /api/algorithms."`
	Reopen     *bool  `json:"reopen,omitempty" default:"true" doc:"Whether closed states may be reopened."`
	Order      string `json:"order,omitempty" maxLength:"100" default:"E,W,S,N,SE,NE,SW,NW" doc:"Order of the neighbors."`

	MaxExpanded int64 `json:"max_expanded,omitempty" minimum:"0" maximum:"9007199254740991" doc:"Stop after so many expansions. 0, or more than the server's limit, is that limit."`
	MaxTimeMS   int64 `json:"max_time_ms,omitempty" minimum:"0" maximum:"9007199254740991" doc:"Stop after so many milliseconds. 0, or more than the server's limit, is that limit."`
}

// question is an [Ask] that has been understood.
type question struct {
	name  string // of the map, for show; may be empty
	file  *mapfile.File
	entry *catalog.Entry
	query catalog.Query // with the limits of the server, or tighter ones
}

// question understands what is asked. The error is one of huma's, with the status 422
// and the place in the body.
func (s *Server) question(a *Ask) (*question, error) {
	file, err := s.readMap(a.Map, a.Name)
	if err != nil {
		return nil, err
	}
	entry, err := catalog.Lookup(a.Algorithm)
	if err != nil {
		return nil, wrong("algorithm", err)
	}
	q := &question{name: a.Name, file: file, entry: entry}
	if q.query, err = s.asked(a, file); err != nil {
		return nil, err
	}
	if q.query.From, err = endOf("from", "start", a.From, file.Start, file.Map); err != nil {
		return nil, err
	}
	if q.query.To, err = endOf("to", "goal", a.To, file.Goal, file.Map); err != nil {
		return nil, err
	}
	return q, nil
}

// applies is an error if the algorithm has no sense for the question.
func (q *question) applies(e *catalog.Entry) error {
	if why := e.Applies(q.query); why != "" {
		return wrong("algorithm", fmt.Errorf("%s does not apply: %s; choose another algorithm, or other costs or heuristic", e.Name, why))
	}
	return nil
}

// readMap reads a map within the server's limits. The name is for show.
func (s *Server) readMap(text, name string) (*mapfile.File, error) {
	if len(name) > maxName {
		return nil, wrong("name", fmt.Errorf("it has %d bytes; want at most %d", len(name), maxName))
	}
	file, err := mapfile.Read(strings.NewReader(text), "map", mapfile.Limits{MaxCells: s.options.MaxCells})
	if err != nil {
		return nil, wrong("map", err)
	}
	return file, nil
}

// maxName is the greatest number of bytes of a map's name.
const maxName = 200

// endOf returns the start or the goal from what is asked, or else from the map.
func endOf(field, what string, given *[2]int32, own *grid.Cell, m *grid.Map) (grid.Cell, error) {
	switch {
	case given != nil:
		return grid.Cell{X: given[0], Y: given[1]}, nil
	case own != nil:
		return *own, nil
	}
	return grid.Cell{}, wrong(field, fmt.Errorf("the map names no %s; want it as [x,y] (x from 0 to %d, y from 0 to %d)", what, m.Width()-1, m.Height()-1))
}

// asked returns the query from what is asked and what the map says, but for its ends.
func (s *Server) asked(a *Ask, file *mapfile.File) (catalog.Query, error) {
	var q catalog.Query
	var err error
	if q.Costs, err = costsOf(a, file); err != nil {
		return q, err
	}
	if q.Metric, err = parse("heuristic", a.Heuristic, grid.Auto, grid.ParseMetric); err != nil {
		return q, err
	}
	if q.Weight, err = parse("weight", a.Weight, search.Ratio{Num: 3, Den: 2}, search.ParseRatio); err != nil {
		return q, err
	}
	if q.Tie, err = parse("tie", a.Tie, search.TieLowHLIFO, search.ParseTie); err != nil {
		return q, err
	}
	if q.Order, err = parse("order", a.Order, grid.DefaultOrder, grid.ParseOrder); err != nil {
		return q, err
	}
	q.NoReopen = a.Reopen != nil && !*a.Reopen
	q.MaxExpanded = atMost(a.MaxExpanded, s.options.MaxExpanded)
	q.MaxTime = s.options.MaxTime
	if a.MaxTimeMS > 0 && a.MaxTimeMS < q.MaxTime.Milliseconds() {
		q.MaxTime = time.Duration(a.MaxTimeMS) * time.Millisecond
	}
	return q, nil
}

// costsOf returns the costs of steps from what is asked and what the map says.
func costsOf(a *Ask, file *mapfile.File) (*grid.Costs, error) {
	rule, model := file.Rule, file.Model
	switch a.Moves {
	case 4:
		rule.Moves = grid.Moves4
	case 8:
		rule.Moves = grid.Moves8
	}
	var err error
	if rule.Corners, err = parse("cut_corners", a.CutCorners, rule.Corners, grid.ParseCornerRule); err != nil {
		return nil, err
	}
	if rule.Moves == grid.Moves4 {
		rule.Corners = grid.CornersNever
	}
	if model, err = parse("cost", a.Cost, model, grid.ParseModel); err != nil {
		return nil, err
	}
	costs, err := grid.NewCosts(file.Map, rule, model)
	if err != nil {
		return nil, wrong("map", err)
	}
	return costs, nil
}

// parse reads a field, of which "" stands for the default.
func parse[T any](field, text string, otherwise T, read func(string) (T, error)) (T, error) {
	if text == "" {
		return otherwise, nil
	}
	value, err := read(text)
	if err != nil {
		return value, wrong(field, err)
	}
	return value, nil
}

// atMost returns n, or the limit if n is 0 or more than that.
func atMost(n, limit int64) int64 {
	if n <= 0 || n > limit {
		return limit
	}
	return n
}

// wrong is the error of a field of the body: status 422, the field, and what is
// wrong with it.
func wrong(field string, err error) error {
	var status huma.StatusError
	if errors.As(err, &status) {
		return err
	}
	text := plainText(err)
	detail := text
	if !strings.HasPrefix(text, field+":") { // as errors of a map file do
		detail = field + ": " + text
	}
	return huma.Error422UnprocessableEntity(detail, &huma.ErrorDetail{Location: "body." + field, Message: text})
}

// plainText is the text of an error without the name of the package that it comes
// from.
func plainText(err error) string {
	text := err.Error()
	for _, prefix := range []string{"mapgen: ", "grid: ", "mapfile: ", "bad options: "} {
		text = strings.TrimPrefix(text, prefix)
	}
	return text
}
