package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/mapfile"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/spf13/cobra"
)

// askFlags are the flags that say what to ask about a map: which steps it allows,
// what they cost, where a path begins and ends, and how its cost is estimated.
type askFlags struct {
	from, to place
	moves    grid.Moves
	corners  grid.CornerRule
	model    grid.Model
	estimate string // the heuristic's name
}

// place is --from or --to: a cell of a map, or a state of another space. What its
// text means is known when the file is.
type place struct{ text string }

func (p *place) String() string { return p.text }
func (p *place) Type() string   { return "X,Y" }

func (p *place) Set(s string) error {
	p.text = s
	return nil
}

// cell reads the place as a cell, for the flag of that name.
func (p *place) cell(cmd *cobra.Command, flag string) (*grid.Cell, error) {
	c, err := parseCell(p.text)
	if err != nil {
		return nil, fmt.Errorf("%s: --%s: %w", cmd.Name(), flag, err)
	}
	return &c, nil
}

// queryFlags are the flags that say what to ask about a map and how to answer:
// those that solve and compare share.
type queryFlags struct {
	askFlags
	weight      search.Ratio
	tie         search.Tie
	noReopen    bool
	order       [8]grid.Dir
	maxExpanded int64
	maxBytes    int64
	maxTime     time.Duration

	json bool
	draw string
}

// defaultWeight is what the weighted algorithms get on the command line. With
// a weight of 1 they would be their unweighted selves.
var defaultWeight = search.Ratio{Num: 3, Den: 2}

// add gives the command the flags.
func (q *askFlags) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.SortFlags = false
	f.Var(&q.from, "from", "start cell, board or node (default: the file's)")
	f.Var(&q.to, "to", "goal cell, board or node (default: the file's)")
	f.Var(&choice[grid.Moves]{&q.moves, "", "4|8", grid.ParseMoves}, "moves", "moves to 4 or 8 neighbors (default: the format's)")
	f.Var(&choice[grid.CornerRule]{&q.corners, "", "RULE", grid.ParseCornerRule}, "cut-corners",
		"diagonal steps past walls: never, one or always (default: the format's)")
	f.Var(&choice[grid.Model]{&q.model, "", "MODEL", grid.ParseModel}, "cost",
		"step cost: uniform, add, mul or mean (default: the format's)")
	q.estimate = grid.Auto.String()
	f.Var(&choice[string]{&q.estimate, q.estimate, "NAME", func(s string) (string, error) { return s, nil }}, "heuristic", "estimate of the way left: auto, zero, manhattan, ...")

	completeWords(cmd, "moves", "4", "8")
	completeWords(cmd, "cut-corners", grid.CornersNever.String(), grid.CornersOne.String(), grid.CornersAlways.String())
	completeWords(cmd, "cost", names(grid.Models())...)
	completeWords(cmd, "heuristic", append([]string{grid.Auto.String()}, names(grid.Metrics())...)...)
	completeWords(cmd, "from")
	completeWords(cmd, "to")
}

// add gives the command the flags. expansions says what the default of
// --max-expanded is.
func (q *queryFlags) add(cmd *cobra.Command, expansions string) {
	q.askFlags.add(cmd)
	q.weight, q.draw = defaultWeight, "auto"
	f := cmd.Flags()
	f.Var(&choice[search.Ratio]{&q.weight, q.weight.String(), "W", search.ParseRatio}, "weight", "factor of the estimate in weighted algorithms, as 1.5 or 3/2")
	f.Var(&choice[search.Tie]{&q.tie, search.TieLowHLIFO.String(), "POLICY", search.ParseTie}, "tie", "which of equally good states goes first: fifo, lifo, ...")
	f.BoolVar(&q.noReopen, "no-reopen", false, "never reopen a closed state")
	f.Var(&choice[[8]grid.Dir]{&q.order, grid.FormatOrder(grid.DefaultOrder), "ORDER", grid.ParseOrder}, "order", "order of the neighbors")
	f.Var(&choice[int64]{&q.maxExpanded, "", "N", parseCount}, "max-expanded", "stop after expanding N states ("+expansions+")")
	f.Var(&choice[int64]{&q.maxBytes, "", "SIZE", parseBytes}, "max-bytes", "stop before the search takes more memory, as 512MiB; the map comes on top (0: no limit)")
	f.Var(&choice[time.Duration]{&q.maxTime, "", "D", parseDuration}, "max-time", "stop after this time, as 500ms (0: no limit)")
	f.BoolVar(&q.json, "json", false, "print JSON and nothing else")
	f.Var(&word{&q.draw, whenWords}, "draw", "draw the map: auto (on a terminal), always or never")

	completeWords(cmd, "tie", names(search.Ties())...)
	completeWords(cmd, "order", grid.FormatOrder(grid.DefaultOrder))
	completeWords(cmd, "draw", whenWords...)
	for _, flag := range []string{"weight", "max-expanded", "max-bytes", "max-time"} {
		completeWords(cmd, flag)
	}
}

// ends returns the start and the goal, each from its flag or else from the map file; nil
// where neither names one.
func (q *askFlags) ends(cmd *cobra.Command, file *mapfile.File) (start, goal *grid.Cell, err error) {
	start, goal = file.Start, file.Goal
	if cmd.Flags().Changed("from") {
		if start, err = q.from.cell(cmd, "from"); err != nil {
			return nil, nil, err
		}
	}
	if cmd.Flags().Changed("to") {
		if goal, err = q.to.cell(cmd, "to"); err != nil {
			return nil, nil, err
		}
	}
	return start, goal, nil
}

// metric is the heuristic on a map.
func (q *askFlags) metric(cmd *cobra.Command) (grid.Metric, error) {
	m, err := grid.ParseMetric(q.estimate)
	if err != nil {
		return m, fmt.Errorf("%s: --heuristic: %w", cmd.Name(), err)
	}
	return m, nil
}

// noEnd is the error of a query that lacks its start or its goal.
func noEnd(name, what, flag string, m *grid.Map) error {
	return fmt.Errorf("%s: the map names no %s; add --%s X,Y (x from 0 to %d, y from 0 to %d)",
		name, what, flag, m.Width()-1, m.Height()-1)
}

// costs returns the costs of steps on the map from the flags and what the map
// file says.
func (q *askFlags) costs(cmd *cobra.Command, name string, file *mapfile.File) (*grid.Costs, error) {
	given := cmd.Flags().Changed
	rule, model := file.Rule, file.Model
	if given("moves") {
		rule.Moves = q.moves
	}
	if given("cut-corners") {
		if rule.Moves == grid.Moves4 {
			return nil, fmt.Errorf("%s: --cut-corners has no meaning with 4 moves, which pass no corner; drop it or use --moves 8", cmd.Name())
		}
		rule.Corners = q.corners
	}
	if rule.Moves == grid.Moves4 {
		rule.Corners = grid.CornersNever
	}
	if given("cost") {
		model = q.model
	}
	costs, err := grid.NewCosts(file.Map, rule, model)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return costs, nil
}

// query makes the question from the flags and what the map file says.
func (q *queryFlags) query(cmd *cobra.Command, name string, file *mapfile.File) (catalog.Query, error) {
	start, goal, err := q.ends(cmd, file)
	if err != nil {
		return catalog.Query{}, err
	}
	metric, err := q.metric(cmd)
	if err != nil {
		return catalog.Query{}, err
	}
	if start == nil {
		return catalog.Query{}, noEnd(name, "start", "from", file.Map)
	}
	if goal == nil {
		return catalog.Query{}, noEnd(name, "goal", "to", file.Map)
	}
	costs, err := q.costs(cmd, name, file)
	if err != nil {
		return catalog.Query{}, err
	}
	return catalog.Query{
		Costs: costs, From: *start, To: *goal,
		Metric: metric, Weight: q.weight, Tie: q.tie, NoReopen: q.noReopen, Order: q.order,
		MaxExpanded: q.maxExpanded, MaxBytes: q.maxBytes, MaxTime: q.maxTime,
	}, nil
}

// optionalFlags are the flags that only some algorithms take. One that every
// algorithm but the engines takes is usual.
var optionalFlags = []struct {
	name  string
	usual bool
	takes func(*catalog.Entry) bool
}{
	{"heuristic", false, func(e *catalog.Entry) bool { return e.Heuristic }},
	{"weight", false, func(e *catalog.Entry) bool { return e.Weight }},
	{"tie", false, func(e *catalog.Entry) bool { return e.Tie }},
	{"no-reopen", false, func(e *catalog.Entry) bool { return e.Reopens }},
	{"order", true, func(e *catalog.Entry) bool { return !e.Fast() }},
}

// optionsOf lists the flags of optionalFlags that an algorithm takes, but for the
// usual ones.
func optionsOf(e *catalog.Entry) []string {
	taken := []string{}
	for _, flag := range optionalFlags {
		if flag.takes(e) && !flag.usual {
			taken = append(taken, "--"+flag.name)
		}
	}
	return taken
}

// refuseOptions is an error if a flag was given that the algorithm does not
// take.
func refuseOptions(cmd *cobra.Command, e *catalog.Entry) error {
	for _, flag := range optionalFlags {
		if !cmd.Flags().Changed(flag.name) || flag.takes(e) {
			continue
		}
		var takers []string
		for _, other := range catalog.Entries() {
			if flag.takes(other) {
				takers = append(takers, other.Name)
			}
		}
		verb := "do"
		if len(takers) == 1 {
			verb = "does"
		}
		return fmt.Errorf("%s: %s takes no --%s; %s %s", cmd.Name(), e.Name, flag.name, strings.Join(takers, ", "), verb)
	}
	return nil
}

// refuseQuery is an error if the algorithm has no sense for the query.
func refuseQuery(cmd *cobra.Command, e *catalog.Entry, q catalog.Query) error {
	why := e.Applies(q)
	if why == "" {
		return nil
	}
	right := "choose another --algorithm or --heuristic"
	if e.Fast() {
		var others []string
		for _, other := range catalog.Engines() {
			if other.Applies(q) == "" {
				others = append(others, other.Name)
			}
		}
		right = strings.Join(others, ", ") + " do"
	}
	return fmt.Errorf("%s: %s does not apply: %s; %s", cmd.Name(), e.Name, why, right)
}

// outOfBounds is the error of a query whose ends do not lie on the map.
func outOfBounds(q catalog.Query) error {
	for _, end := range []struct {
		what string
		cell grid.Cell
	}{{"start", q.From}, {"goal", q.To}} {
		if err := outside(end.what, end.cell, q.Costs.Map()); err != nil {
			return err
		}
	}
	return errors.New("the start and the goal lie on the map")
}

// outside is an error if a cell does not lie on the map.
func outside(what string, c grid.Cell, m *grid.Map) error {
	if m.In(c) {
		return nil
	}
	return fmt.Errorf("the %s %v lies outside the map; x goes from 0 to %d and y from 0 to %d", what, c, m.Width()-1, m.Height()-1)
}
