package verify

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/search"
)

// traceOptions is what a header says of how the search was made.
type traceOptions struct {
	rule        grid.Rule
	model       grid.Model
	metric      grid.Metric
	scale       int64
	order       [8]grid.Dir
	tie         search.Tie
	weight      search.Ratio
	noReopen    bool
	maxExpanded int64 // 0: no limit
	maxBytes    int64 // 0: no limit
}

// headerOption is an option that a header may have.
type headerOption struct {
	key   string
	taken bool // by the algorithm
	must  bool // be given, if it is taken
	parse func(string) error
}

// readOptions finds out what was asked. An option that cannot be read is an error; one
// that is missing, or that the algorithm does not take, is a failure.
func (c *traceChecker) readOptions() error {
	rules, known := rulesOf[c.header.Algorithm]
	if !known {
		return wrong(SubjectHeader, "names the algorithm %q, whose rules are not known; want one of the catalog", c.header.Algorithm)
	}
	c.rules = rules
	o := &c.options
	*o = traceOptions{order: grid.DefaultOrder, weight: search.Ratio{Num: 1, Den: 1}, noReopen: !rules.reopens}
	possible := []headerOption{
		{"moves", true, true, func(s string) (err error) { o.rule.Moves, err = grid.ParseMoves(s); return err }},
		{"cut_corners", true, false, func(s string) (err error) { o.rule.Corners, err = grid.ParseCornerRule(s); return err }},
		{"cost", true, true, func(s string) (err error) { o.model, err = grid.ParseModel(s); return err }},
		{"scale", true, true, func(s string) (err error) { o.scale, err = parseCount(s); return err }},
		{"heuristic", true, true, func(s string) (err error) { o.metric, err = grid.ParseMetric(s); return err }},
		{"max_expanded", true, false, func(s string) (err error) { o.maxExpanded, err = parseCount(s); return err }},
		{"max_bytes", true, false, func(s string) (err error) { o.maxBytes, err = parseCount(s); return err }},
		{"order", rules.takes&takesOrder != 0, true, func(s string) (err error) { o.order, err = grid.ParseOrder(s); return err }},
		{"tie", rules.takes&takesTie != 0, true, func(s string) (err error) { o.tie, err = search.ParseTie(s); return err }},
		{"weight", rules.takes&takesWeight != 0, true, func(s string) (err error) { o.weight, err = search.ParseRatio(s); return err }},
		{"reopen", rules.takes&takesReopen != 0, true, func(s string) error {
			o.noReopen = s == "false"
			if s != "true" && s != "false" {
				return fmt.Errorf("%q is not a choice; want true or false", s)
			}
			return nil
		}},
	}
	for _, p := range possible {
		value, given := c.header.Option(p.key)
		switch {
		case given && !p.taken:
			return wrong(SubjectHeader, "has the option %s, which %s does not take", p.key, c.header.Algorithm)
		case given:
			if err := p.parse(value); err != nil {
				return fmt.Errorf("verify: the header's option %s cannot be read: %w", p.key, err)
			}
		case p.taken && p.must:
			return wrong(SubjectHeader, "has no option %s", p.key)
		}
	}
	for _, given := range c.header.Options {
		if !slices.ContainsFunc(possible, func(p headerOption) bool { return p.key == given.Key }) {
			return wrong(SubjectHeader, "has the option %.40q, which no search takes", given.Key)
		}
	}
	if _, given := c.header.Option("cut_corners"); !given && o.rule.Moves == grid.Moves8 {
		return wrong(SubjectHeader, "has no option cut_corners")
	}
	if o.metric == grid.Auto {
		return wrong(SubjectHeader, "has the heuristic auto; want the one that it stood for")
	}
	if own := c.rules.ownHeuristic(o.rule.Moves); c.rules.engine && o.metric != own {
		return wrong(SubjectHeader, "has the heuristic %v; %s has its own, %v", o.metric, c.header.Algorithm, own)
	}
	return nil
}

// ownHeuristic returns the heuristic of an engine, which takes no other.
func (r *traceRules) ownHeuristic(moves grid.Moves) grid.Metric {
	switch {
	case r.noH:
		return grid.Zero
	case moves == grid.Moves4:
		return grid.Manhattan
	}
	return grid.Octile
}

// parseCount reads a whole number from 1.
func parseCount(s string) (int64, error) {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%.40q is not a number from 1 that 64 bits hold", s)
	}
	return n, nil
}

// checkMap compares the map of the trace with the one given, cell by cell.
func (c *traceChecker) checkMap() error {
	of := &c.header.Map
	if of.Width != c.m.Width() || of.Height != c.m.Height() {
		return wrong(SubjectMap, "of the trace is %d×%d; the one given is %d×%d", of.Width, of.Height, c.m.Width(), c.m.Height())
	}
	weights := make([]grid.Weight, len(of.Kinds))
	for i, k := range of.Kinds {
		var err error
		if weights[i], _, err = grid.ParseWeight(k.Weight); err != nil && !k.Blocked {
			return wrong(SubjectMap, "of the trace has a kind %q with a bad weight: %v", k.Symbol, err)
		}
	}
	openOrNot := map[bool]string{true: "open", false: "blocked"}
	for i, kind := range of.Cells {
		cell := grid.Cell{X: int32(i % of.Width), Y: int32(i / of.Width)}
		open, isOpen := !of.Kinds[kind].Blocked, c.m.Open(cell)
		if open != isOpen {
			return wrong(SubjectMap, "of the trace has the cell %v %s; in the one given it is %s", cell, openOrNot[open], openOrNot[isOpen])
		}
		if !open || c.costs.Model() == grid.Uniform {
			continue
		}
		weight := weights[kind]
		if of.Weights != nil {
			weight = grid.Millionths(of.Weights[i])
		}
		if given := c.m.Weight(cell); weight != given {
			return wrong(SubjectMap, "of the trace has the weight %v in the cell %v; in the one given it is %v", weight, cell, given)
		}
	}
	return nil
}
