package verify

import (
	"errors"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/search"
)

// SubjectOptions is another part of an answer, as a document has it.
const SubjectOptions Subject = "options"

// The statuses by which a comparison says that an algorithm was not asked, or failed.
const (
	notRun = "not-run"
	failed = "error"
)

// Check checks the document's answer against a map: what [Check] checks, and, if the
// algorithm is one of package catalog, whether the options are such that it takes and
// the counts such that it can have come to with this answer on this map. A document of an
// algorithm that was not run must claim nothing.
//
// The errors are those of [Document.Answer] and Check, and a [*DocumentError] for an
// option or a count that cannot be read.
func (d *Document) Check(m *grid.Map) (Report, error) {
	if d.NotRun {
		return d.checkNotRun(), nil
	}
	costs, err := grid.NewCostsWith(m, d.Rule, d.Model, grid.CostOptions{AllowFree: true})
	if err != nil {
		return Report{}, err
	}
	answer, err := d.Answer(costs)
	if err != nil {
		return Report{}, err
	}
	report, err := Check(costs, answer)
	if err != nil || !report.OK() {
		return report, err
	}
	rules, known := rulesOf[d.Algorithm]
	if !known {
		return report, nil
	}
	c := effortChecker{Document: d, rules: rules, answer: answer, costs: costs, ground: newGround(costs)}
	for _, check := range []func() error{c.checkOptions, c.readCounts, c.checkEffort} {
		if err := check(); errors.As(err, &report.Failure) {
			return report, nil
		} else if err != nil {
			return Report{}, err
		}
	}
	if len(c.given) > 0 {
		report.Passed = append(report.Passed, "options and counts are such that "+d.Algorithm+" can have")
	}
	return report, nil
}

// checkNotRun checks that nothing is claimed by an algorithm that was not run.
func (d *Document) checkNotRun() Report {
	for _, name := range slices.Sorted(maps.Keys(d.fields.fields)) {
		switch name {
		case "status", "algorithm", "reason":
		default:
			return Report{Failure: &Failure{Subject: SubjectStatus, Reason: "is " + d.status() + ", but " + strconv.Quote(clip(name)) + " is given"}}
		}
	}
	return Report{Passed: []string{"nothing is claimed, as it was not run"}}
}

// status is that of an algorithm that was not run.
func (d *Document) status() string {
	field, _ := d.fields.optional("status")
	return strings.Trim(string(field.raw), `"`)
}

// effortChecker checks what an answer says of how it was found.
type effortChecker struct {
	*Document
	rules  traceRules
	answer Answer
	costs  *grid.Costs
	ground ground

	given       map[string]int64 // counts
	maxExpanded int64            // 0: no limit
	reopens     bool
}

// answerOption is an option that an answer may have.
type answerOption struct {
	name  string
	taken bool // by the algorithm
	read  func(value) error
}

// checkOptions checks that each option is one that the algorithm takes, with a value
// that can be read.
func (c *effortChecker) checkOptions() error {
	takes := func(o options) bool { return c.rules.takes&o != 0 }
	anything := func(value) error { return nil }
	c.reopens = c.rules.reopens && !c.rules.engine
	possible := []answerOption{
		{"moves", true, anything},
		{"cut_corners", true, anything},
		{"cost", true, anything},
		{"engine", c.rules.engine, func(v value) error {
			_, err := parseName(v, parseEngine, "an engine such as bucket-astar")
			return err
		}},
		{"heuristic", takes(takesHeuristic), func(v value) error {
			_, err := parseName(v, grid.ParseMetric, "a heuristic such as octile")
			return err
		}},
		{"weight", takes(takesWeight), func(v value) error {
			_, err := parseName(v, search.ParseRatio, `a ratio of at least 1 as a string, such as "1.5"`)
			return err
		}},
		{"tie", takes(takesTie), func(v value) error {
			_, err := parseName(v, search.ParseTie, "low-h-lifo, low-h, fifo, lifo or parent-g")
			return err
		}},
		{"order", takes(takesOrder), func(v value) error {
			_, err := parseName(v, grid.ParseOrder, "each of E,W,S,N,SE,NE,SW,NW once")
			return err
		}},
		{"reopen", takes(takesReopen), func(v value) error {
			c.reopens = c.reopens && string(v.raw) == "true"
			if string(v.raw) != "true" && string(v.raw) != "false" {
				return v.errorf("want true or false", "is %s", v.show())
			}
			return nil
		}},
		{"max_expanded", true, func(v value) (err error) { c.maxExpanded, err = v.count(); return err }},
		{"max_bytes", true, func(v value) error { _, err := v.count(); return err }},
		{"max_time_ns", true, func(v value) error { _, err := v.count(); return err }},
	}
	for _, name := range slices.Sorted(maps.Keys(c.options.fields)) {
		i := slices.IndexFunc(possible, func(o answerOption) bool { return o.name == name })
		switch {
		case i < 0:
			return wrong(SubjectOptions, "have %q, which no search takes", clip(name))
		case !possible[i].taken:
			return wrong(SubjectOptions, "have %q, which %s does not take", name, c.Algorithm)
		}
		if v, given := c.options.optional(name); given {
			if err := possible[i].read(v); err != nil {
				return err
			}
		}
	}
	return nil
}

// parseEngine reads the name of an engine.
func parseEngine(name string) (string, error) {
	if rules, known := rulesOf[name]; !known || !rules.engine || name == "auto" {
		return "", errors.New("no engine")
	}
	return name, nil
}

// readCounts reads the counts that are given.
func (c *effortChecker) readCounts() error {
	c.given = map[string]int64{}
	for _, name := range []string{"expanded", "generated", "reopened", "peak_open"} {
		field, given := c.fields.optional(name)
		if !given {
			continue
		}
		n, err := field.count()
		if err != nil {
			return err
		}
		c.given[name] = n
	}
	return nil
}

// checkEffort compares the counts with what the algorithm cannot do without, and with
// what it cannot have done.
func (c *effortChecker) checkEffort() error {
	if len(c.answer.Path) > 0 && c.answer.Status == search.Limit && !c.rules.incumbents {
		return wrong(SubjectPath, "is given, but %s has none when it runs into a limit", c.Algorithm)
	}
	if c.answer.Status == search.Limit && c.answer.Certificate == search.Optimal {
		return wrong(SubjectCertificate, "is %v, but with its proof a search has its answer and does not end by a limit", c.answer.Certificate)
	}
	for _, bound := range c.bounds() {
		n, given := c.given[bound.count]
		switch {
		case !given:
		case n < bound.least:
			return wrong(SubjectCounts, "say %s = %d; want at least %d: %s", bound.count, n, bound.least, bound.why)
		case n > bound.most:
			return wrong(SubjectCounts, "say %s = %d; want at most %d: %s", bound.count, n, bound.most, bound.why)
		}
	}
	return nil
}

// countBound says between which numbers a count must be, and why.
type countBound struct {
	count       string
	least, most int64
	why         string
}

// bounds returns what the status, the path and the algorithm say of the counts.
func (c *effortChecker) bounds() []countBound {
	var all []countBound
	bound := func(count string, least, most int64, why string) {
		all = append(all, countBound{count, least, most, why})
	}
	switch c.answer.Status {
	case search.Found, search.NoPath, search.Limit:
	default:
		for _, count := range []string{"expanded", "generated", "reopened", "peak_open"} {
			bound(count, 0, 0, "nothing is searched")
		}
		return all
	}
	const unlimited = math.MaxInt64
	states := int64(len(c.answer.Path))
	expanded, generated, reopened := c.given["expanded"], c.given["generated"], c.given["reopened"]
	if c.maxExpanded > 0 {
		bound("expanded", 0, c.maxExpanded, "that is the limit")
	}
	switch {
	case c.rules.jumps:
		bound("expanded", min(states, 2)-1, unlimited, "the path leads away from the start")
	case c.rules.twoHalves:
		bound("expanded", states-1, unlimited, "all of the path but one state was expanded")
	default:
		bound("expanded", states, unlimited, "all of the path was expanded")
	}
	moves := int64(8)
	if c.Rule.Moves == grid.Moves4 {
		moves = 4
	}
	if _, given := c.given["expanded"]; given && !c.rules.jumps {
		bound("generated", states-1, moves*expanded, "each state expanded has that many successors at most, and each step of the path is one")
	}
	if !c.mayReopen() {
		bound("reopened", 0, 0, c.Algorithm+" puts no CLOSED state back on OPEN here")
	} else if _, given := c.given["generated"]; given {
		bound("reopened", 0, generated, "only successors are put back on OPEN")
	}
	_, given := c.given["generated"]
	switch {
	case c.rules.engine:
		bound("peak_open", 0, 0, "engines do not count it")
	case c.rules.noOpen:
		bound("peak_open", states, max(states, expanded), "it is the longest path followed")
	case given:
		bound("peak_open", min(expanded, 1), generated+2, "only what was generated, and the ends, was on OPEN")
	}
	if c.answer.Status != search.Found {
		all = append(all, c.floodBounds(expanded, reopened)...)
	}
	return all
}

// floodBounds returns what the cells that can be reached say of the counts of a search
// that did not find a path.
func (c *effortChecker) floodBounds(expanded, reopened int64) []countBound {
	fromStart, _ := c.ground.flood(c.answer.From, c.answer.To)
	fromGoal, _ := c.ground.flood(c.answer.To, c.answer.From)
	reachable, other := int64(fromStart), int64(fromGoal)
	if c.answer.Status == search.Limit {
		if c.rules.oneOpen {
			return []countBound{{"expanded", 0, reachable + reopened - 1, "else nothing was left, and the search was not stopped by a limit"}}
		}
		return nil
	}
	const why = "that is what can be reached"
	switch {
	case c.rules.oneOpen:
		return []countBound{{"expanded", reachable + reopened, reachable + reopened, why}}
	case c.rules.twoHalves && c.rules.firstMeet:
		return []countBound{{"expanded", reachable + other, reachable + other, why}}
	case c.rules.twoHalves:
		return []countBound{{"expanded", min(reachable, other), reachable + other + reopened, why}}
	case c.rules.jumps:
		return []countBound{{"expanded", 1, math.MaxInt64, "the start was expanded"}}
	}
	return []countBound{{"expanded", reachable, math.MaxInt64, why}}
}

// mayReopen tells whether CLOSED states can have been put back on OPEN: the algorithm
// does that and can expand a state before the cheapest way to it is known.
func (c *effortChecker) mayReopen() bool {
	if !c.reopens || c.rules.eager {
		return c.reopens
	}
	metric := grid.Zero
	if field, given := c.options.optional("heuristic"); given {
		metric, _ = parseName(field, grid.ParseMetric, "a heuristic") // it was read before
	}
	return !newEstimator(&c.ground, metric).consistent
}

// count reads a whole number from 0.
func (v value) count() (int64, error) {
	n, err := strconv.ParseInt(string(v.raw), 10, 64)
	if err != nil || n < 0 {
		return 0, v.errorf("want a whole number from 0 that 64 bits hold", "is %s", v.show())
	}
	return n, nil
}
