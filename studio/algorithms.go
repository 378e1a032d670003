package studio

import (
	"context"
	"net/http"
	"slices"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/mapfile"
	"github.com/astrolabe-search/astrolabe/mapgen"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/danielgtaylor/huma/v2"
)

// Algorithm is an entry of the catalog.
type Algorithm struct {
	Name      string   `json:"name" doc:"As in requests."`
	Aliases   []string `json:"aliases" doc:"Other names by which it may be asked."`
	Title     string   `json:"title" doc:"As published."`
	Paper     string   `json:"paper" doc:"Authors and year."`
	Summary   string   `json:"summary" doc:"What it does."`
	Guarantee string   `json:"guarantee" doc:"What it proves, and under which condition."`
	Heuristic bool     `json:"heuristic" doc:"Whether it follows a heuristic that may be chosen."`
	Weight    bool     `json:"weight" doc:"Whether it takes a weight."`
	Tie       bool     `json:"tie" doc:"Whether it takes a tie policy."`
	Reopen    bool     `json:"reopen" doc:"Whether it can be told not to reopen closed states."`
	Fast      bool     `json:"fast" doc:"Whether it is a fast grid engine."`
	Limits    bool     `json:"limits" doc:"Whether POST /api/budget can tell what each budget buys; limits hold for all."`
	Watch     bool     `json:"watch" doc:"Whether its search can be watched as a trace."`
}

// Generator is a kind of map that can be generated.
type Generator struct {
	Name        string   `json:"name" doc:"As in requests."`
	Description string   `json:"description" doc:"What it makes."`
	Options     []string `json:"options" doc:"Fields of the request that it takes besides width, height and seed."`
}

// Limits are what a request may take.
type Limits struct {
	BodyBytes  int64 `json:"body_bytes" doc:"Bytes of a request."`
	Cells      int64 `json:"cells" doc:"Cells of a map."`
	Expansions int64 `json:"expansions" doc:"Expansions of a search."`
	TimeMS     int64 `json:"time_ms" doc:"Milliseconds of a request's searches."`
	Searches   int   `json:"searches" doc:"Requests that are worked on at once."`
}

// Menu is all that a query can be made of.
type Menu struct {
	Algorithms  []Algorithm `json:"algorithms" doc:"Algorithms first, then engines."`
	Heuristics  []string    `json:"heuristics" doc:"Estimates of the way left; auto is the strongest that is consistent."`
	Ties        []string    `json:"ties" doc:"Which of equally good states goes first."`
	CornerRules []string    `json:"corner_rules" doc:"When a diagonal step may pass walls."`
	CostModels  []string    `json:"cost_models" doc:"What a step costs."`
	Formats     []string    `json:"formats" doc:"Map formats that are read and written."`
	Generators  []Generator `json:"generators" doc:"Kinds of map that can be made."`
	Limits      Limits      `json:"limits" doc:"What a request may take."`
}

func (s *Server) addAlgorithms(api huma.API) {
	type response struct{ Body Menu }
	menu := s.menu()
	huma.Register(api, huma.Operation{
		OperationID: "algorithms", Method: http.MethodGet, Path: "/api/algorithms",
		Summary:     "List what can be asked",
		Description: "Lists the catalog's algorithms and engines, the values of the options, the generators, and the server's limits.",
	}, func(context.Context, *struct{}) (*response, error) { return &response{menu}, nil })
}

// menu lists what can be asked.
func (s *Server) menu() Menu {
	m := Menu{
		Heuristics:  append([]string{grid.Auto.String()}, names(grid.Metrics())...),
		Ties:        names(search.Ties()),
		CornerRules: names([]grid.CornerRule{grid.CornersNever, grid.CornersOne, grid.CornersAlways}),
		CostModels:  names(grid.Models()),
		Formats:     names(mapfile.Formats()),
		Limits: Limits{
			BodyBytes: s.options.MaxBody, Cells: s.options.MaxCells, Expansions: s.options.MaxExpanded,
			TimeMS: s.options.MaxTime.Milliseconds(), Searches: s.options.Searches,
		},
	}
	for _, e := range slices.Concat(catalog.Entries(), catalog.Engines()) {
		m.Algorithms = append(m.Algorithms, Algorithm{
			Name: e.Name, Aliases: e.Aliases, Title: e.Title, Paper: e.Paper, Summary: e.Summary, Guarantee: e.Guarantee,
			Heuristic: e.Heuristic, Weight: e.Weight, Tie: e.Tie, Reopen: e.Reopens,
			Fast: e.Fast(), Limits: !e.Fast(), Watch: true,
		})
	}
	for _, k := range mapgen.Kinds() {
		generator := Generator{k.Name, k.Description, nil}
		for _, option := range k.Options {
			generator.Options = append(generator.Options, fieldName(option))
		}
		m.Generators = append(m.Generators, generator)
	}
	return m
}

// names returns the names of values.
func names[T interface{ String() string }](values []T) []string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = v.String()
	}
	return texts
}
