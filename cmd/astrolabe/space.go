package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/domain"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// spaceFlags are the flags that mean something for any state space; the others are for
// maps.
var spaceFlags = []string{
	"from", "to", "algorithm", "algorithms", "heuristic", "weight", "tie", "no-reopen", "max-expanded", "max-bytes", "max-time", "json", "color",
}

// spaceQuestion makes a question about a space from the flags.
func (q *queryFlags) spaceQuestion(cmd *cobra.Command, name string, space domain.Space) (domain.Question, error) {
	if err := refuseMapFlags(cmd, name, space); err != nil {
		return domain.Question{}, err
	}
	return domain.Question{
		From: q.from.text, To: q.to.text, Heuristic: spaceHeuristic(q.estimate),
		Weight: q.weight, Tie: q.tie, NoReopen: q.noReopen,
		MaxExpanded: q.maxExpanded, MaxBytes: q.maxBytes, MaxTime: q.maxTime,
	}, nil
}

// spaceHeuristic is the name of a heuristic for a space, whose default is auto.
func spaceHeuristic(name string) string {
	if name == grid.Auto.String() {
		return ""
	}
	return name
}

// refuseMapFlags is an error if a flag was given that is for maps only.
func refuseMapFlags(cmd *cobra.Command, name string, space domain.Space) error {
	var err error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if err == nil && !slices.Contains(spaceFlags, f.Name) {
			err = fmt.Errorf("%s: --%s is for maps, and %s is a %s", cmd.Name(), f.Name, name, space.Title())
		}
	})
	return err
}

// spaceError puts an error of a question in the command's form.
func spaceError(cmd *cobra.Command, name string, err error) error {
	var cannot *domain.QuestionError
	if errors.As(err, &cannot) {
		return fmt.Errorf("%s: %s: %w", cmd.Name(), name, cannot)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// solveSpace is solve for a space that is no map.
func (a *app) solveSpace(cmd *cobra.Command, name string, space domain.Space, entry *catalog.Entry, flags *queryFlags) error {
	q, err := flags.spaceQuestion(cmd, name, space)
	if err != nil {
		return err
	}
	if entry.Fast() {
		return fmt.Errorf("%s: %s is an engine for maps, and %s is a %s; choose another --algorithm", cmd.Name(), entry.Name, name, space.Title())
	}
	q.Method = entry.Name
	answer, err := space.Solve(cmd.Context(), q)
	if err != nil {
		return spaceError(cmd, name, err)
	}
	a.code = exitCode(answer.Status)
	if flags.json {
		return a.printJSON(answer.Document())
	}
	a.printLines(a.spaceAnswerLines(space, answer))
	return nil
}

// spaceAnswerLines says in words what was found.
func (a *app) spaceAnswerLines(space domain.Space, answer domain.Answer) []line {
	status := answer.Status.String()
	switch answer.Status {
	case search.Found:
		status = a.paint.good(status)
	case search.Limit:
		status = a.paint.fair(status)
	default:
		status = a.paint.bad(status)
	}
	lines := []line{{"status", status}, {"space", space.Title()}, {"algorithm", answer.Method.Title}}
	if answer.Method.Heuristic {
		lines = append(lines, line{"heuristic", answer.Question.Heuristic})
	}
	lines = append(lines, line{"from", answer.Question.From}, line{"to", answer.Question.To})
	if n := len(answer.Path); n > 0 {
		lines = append(lines, line{"path", plural(int64(n-1), "step") + pathOf(answer.Path)}, line{"cost", a.paint.bold(answer.Cost.Text)})
	} else if n := len(answer.Nearest); n > 0 && answer.Counts.Expanded > 0 {
		last := answer.Nearest[n-1]
		lines = append(lines, line{"nearest", fmt.Sprintf("%s, the state reached that seems nearest to the goal: %s, cost %s", last.State, plural(int64(n-1), "step"), last.Cost.Text)})
	}
	lines = append(lines, line{"certificate", a.certificateWords(answer.Certificate, answer.Bound, answer.Reason)})
	if answer.LowerBound != nil && answer.Certificate != search.Optimal {
		lines = append(lines, line{"lower bound", answer.LowerBound.Text})
	}
	c := answer.Counts
	return append(lines,
		line{"search", fmt.Sprintf("expanded %s, generated %s, reopened %s, peak OPEN %s", thousands(c.Expanded), thousands(c.Generated), thousands(c.Reopened), thousands(c.PeakOpen))},
		line{"time", short(answer.Elapsed)})
}

// mostShown is the number of steps that are written out.
const mostShown = 200

// pathOf writes the steps of a path by their labels, or by the states where they have
// none.
func pathOf(path []domain.Step) string {
	var words []string
	between := " "
	for i, step := range path {
		switch {
		case i > mostShown:
			words = append(words, "...")
		case step.Label != "":
			words = append(words, step.Label)
		case i == 0 && len(path) > 1 && path[1].Label != "":
		default:
			words, between = append(words, step.State), " → "
		}
		if i > mostShown {
			break
		}
	}
	if len(path) < 2 {
		return ""
	}
	return ": " + strings.Join(words, between)
}

// compareSpace is compare for a space that is no map: a row for each algorithm, whatever
// happens to it.
func (a *app) compareSpace(cmd *cobra.Command, name string, space domain.Space, contenders []contender, flags *queryFlags) error {
	q, err := flags.spaceQuestion(cmd, name, space)
	if err != nil {
		return err
	}
	if !cmd.Flags().Changed("max-expanded") {
		q.MaxExpanded = spaceComparisonLimit
	}
	chosen := cmd.Flags().Changed("algorithms")
	var outcomes []spaceOutcome
	for _, c := range contenders {
		if c.entry.Fast() && !chosen {
			continue
		}
		q := q
		q.Method = c.entry.Name
		if c.weighted() {
			q.Weight = c.weight
		}
		o := spaceOutcome{contender: c}
		switch {
		case c.entry.Fast():
			o.failure = errors.New("it is an engine for maps")
		default:
			o.answer, o.failure = space.Solve(cmd.Context(), q)
		}
		var cannot *domain.QuestionError
		if errors.As(o.failure, &cannot) && !c.entry.Predecessors {
			return spaceError(cmd, name, o.failure) // nobody can be asked that
		}
		outcomes = append(outcomes, o)
		if flags.json {
			if err := a.printJSON(o.object()); err != nil {
				return err
			}
		}
	}
	a.code = exitLimit
	for _, o := range outcomes {
		switch {
		case o.failure != nil:
		case o.answer.Status == search.Found:
			a.code = exitOK
		case o.answer.Status != search.Limit && a.code != exitOK:
			a.code = exitCode(o.answer.Status)
		}
	}
	if !flags.json {
		a.printSpaceComparison(name, space, outcomes)
	}
	return spaceAgreement(name, outcomes)
}

// spaceOutcome is what one algorithm made of a question about a space.
type spaceOutcome struct {
	contender
	answer  domain.Answer
	failure error // why it has no answer
}

func (o *spaceOutcome) object() any {
	if o.failure != nil {
		return unfitJSON{notRun, o.entry.Name, o.failure.Error()}
	}
	return o.answer.Document()
}

func (a *app) printSpaceComparison(name string, space domain.Space, outcomes []spaceOutcome) {
	const nothing = "–"
	var rows [][]string
	var reasons []line
	for _, o := range outcomes {
		if o.failure != nil {
			rows = append(rows, []string{o.label(), nothing, "not run", nothing, nothing, nothing, nothing})
			reasons = append(reasons, line{o.label(), o.failure.Error()})
			continue
		}
		cost, proved := nothing, o.answer.Status.String()
		if o.answer.Cost != nil {
			cost = o.answer.Cost.Text
		}
		if o.answer.Status == search.Found {
			proved = o.answer.Certificate.String()
		}
		if o.answer.Certificate == search.Bounded {
			proved += " " + o.answer.Bound.String()
		}
		c := o.answer.Counts
		rows = append(rows, []string{o.label(), cost, proved, thousands(c.Expanded), thousands(c.Generated), thousands(c.PeakOpen), short(o.answer.Elapsed)})
		reasons = append(reasons, line{o.label(), o.answer.Reason})
	}
	a.printLines([]line{{"space", space.Title()}, {"file", name}})
	a.stdout.printf("\n")
	a.printTable([]column{
		{title: "algorithm", narrow: 14},
		{title: "cost", right: true},
		{title: "certificate", narrow: 11},
		{title: "expanded", right: true},
		{title: "generated", right: true},
		{title: "peak OPEN", right: true, narrow: 6},
		{title: "time", right: true},
	}, rows)
	a.stdout.printf("\n")
	a.printLines(reasons)
}

// spaceAgreement is an error if two answers contradict each other.
func spaceAgreement(name string, outcomes []spaceOutcome) error {
	var optimal, path, noPath *spaceOutcome
	for i := range outcomes {
		o := &outcomes[i]
		if o.failure != nil {
			continue
		}
		if o.answer.Status == search.NoPath {
			noPath = o
		}
		if len(o.answer.Path) > 0 {
			path = o
		}
		if path != nil && noPath != nil {
			return &codedError{exitFailed, fmt.Errorf("%s: %s found a path and %s proved that there is none; please report this", name, path.label(), noPath.label())}
		}
		if o.answer.Certificate != search.Optimal {
			continue
		}
		if optimal == nil {
			optimal = o
		}
		if o.answer.Cost.Text != optimal.answer.Cost.Text {
			return &codedError{exitFailed, fmt.Errorf("%s: %s and %s both claim an optimal path, of cost %s and %s; please report this",
				name, optimal.label(), o.label(), optimal.answer.Cost.Text, o.answer.Cost.Text)}
		}
	}
	return nil
}

// spaceComparisonLimit is the limit of expansions for each of several algorithms that
// are asked about a space, of which some would run for ever.
const spaceComparisonLimit = 2_000_000

// spaceFacts is what inspect --json prints of a space.
type spaceFacts struct {
	Domain     string            `json:"domain"`
	Title      string            `json:"title"`
	Start      string            `json:"start,omitempty"`
	Goal       string            `json:"goal,omitempty"`
	Facts      []spaceFact       `json:"facts"`
	Heuristics []spaceHeuristics `json:"heuristics"`
}

type spaceFact struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

type spaceHeuristics struct {
	Name   string `json:"name"`
	Title  string `json:"title"`
	Claim  string `json:"claim"`
	Reason string `json:"reason"`
}

// inspectSpace is inspect for a space that is no map.
func (a *app) inspectSpace(space domain.Space, asJSON bool) error {
	facts := spaceFacts{Domain: space.Domain(), Title: space.Title(), Facts: []spaceFact{}}
	facts.Start, facts.Goal = space.Defaults()
	lines := []line{{"space", space.Title()}}
	for _, f := range space.Facts() {
		facts.Facts = append(facts.Facts, spaceFact(f))
		lines = append(lines, line{f.Name, f.Text})
	}
	if facts.Goal != "" {
		lines = append(lines, line{"goal", facts.Goal})
	}
	for _, h := range space.Heuristics() {
		facts.Heuristics = append(facts.Heuristics, spaceHeuristics{h.Name, h.Title, h.Claim.String(), h.Reason})
		lines = append(lines, line{"heuristic", fmt.Sprintf("%s: %s, %v", h.Name, h.Title, h.Claim)})
	}
	if asJSON {
		return a.printJSON(facts)
	}
	a.printLines(lines)
	return nil
}

// verifySpace is verify for a space that is no map: one answer, or one a line.
func (a *app) verifySpace(ctx context.Context, space domain.Space, resultName string, asJSON bool) error {
	documents, err := read(ctx, a, resultName, func(r io.Reader, name string) ([]domain.Document, error) {
		var all []domain.Document
		for decoder := json.NewDecoder(r); ; {
			var raw json.RawMessage
			if err := decoder.Decode(&raw); err == io.EOF {
				return all, nil
			} else if err != nil {
				return nil, fmt.Errorf("%s: answer %d cannot be read: %w", name, len(all)+1, err)
			}
			d, err := domain.ParseDocument(strings.NewReader(string(raw)))
			if err != nil {
				return nil, fmt.Errorf("%s: answer %d: %w", name, len(all)+1, err)
			}
			all = append(all, d)
		}
	})
	if err != nil {
		return err
	}
	var failure error
	checked := 0
	for i, d := range documents {
		if d.Status == notRun && len(d.Path) == 0 {
			continue
		}
		checked++
		report, err := space.Verify(ctx, d, domain.VerifyOptions{})
		if err != nil {
			return err
		}
		if err := a.printSpaceReport(d, report, checked == 1, asJSON); err != nil {
			return err
		}
		if !report.OK() && failure == nil {
			failure = &codedError{exitFailed, fmt.Errorf("%s: answer %d: %s", resultName, i+1, report.Failure)}
		}
	}
	if checked == 0 {
		return &codedError{exitFailed, fmt.Errorf("%s: nothing in it was checked; give it an answer", resultName)}
	}
	return failure
}

// spaceVerdictJSON is what verify --json prints of a space.
type spaceVerdictJSON struct {
	verdictJSON
	NotChecked []string `json:"not_checked,omitempty"`
}

func (a *app) printSpaceReport(d domain.Document, report domain.Report, first, asJSON bool) error {
	if asJSON {
		return a.printJSON(spaceVerdictJSON{verdictJSON{d.Algorithm, report.OK(), append([]string{}, report.Passed...), report.Failure}, report.NotChecked})
	}
	if !first {
		a.stdout.printf("\n")
	}
	lines := []line{{"algorithm", a.paint.bold(d.Algorithm)}}
	for _, passed := range report.Passed {
		lines = append(lines, line{"ok", passed})
	}
	for _, not := range report.NotChecked {
		lines = append(lines, line{"not rechecked", not})
	}
	if !report.OK() {
		lines = append(lines, line{"wrong", a.paint.bad(report.Failure)})
	}
	a.printLines(lines)
	return nil
}

// checkSpaceHeuristic is check-heuristic for a space that is no map.
func (a *app) checkSpaceHeuristic(cmd *cobra.Command, name string, space domain.Space, flags *askFlags, asJSON bool) error {
	if err := refuseMapFlags(cmd, name, space); err != nil {
		return err
	}
	r, err := space.CheckHeuristic(cmd.Context(), domain.HeuristicQuestion{From: flags.from.text, To: flags.to.text, Heuristic: spaceHeuristic(flags.estimate)})
	if err != nil {
		return spaceError(cmd, name, err)
	}
	if asJSON {
		err = a.printJSON(spaceHeuristicJSON{
			r.Heuristic.Name, r.To, r.Heuristic.Claim.String(), r.Admissible(), r.Consistent(), r.Exhaustive, r.States, r.Above, r.WorstState, r.Steps, r.Jumps, r.WorstStep,
		})
	} else {
		a.printLines(spaceHeuristicLines(r))
	}
	if err != nil || r.Admissible() && r.Consistent() {
		return err
	}
	return &codedError{exitFailed, fmt.Errorf("%s: %s is not what A* needs: admissible %v, consistent %v", name, r.Heuristic.Name, r.Admissible(), r.Consistent())}
}

// spaceHeuristicJSON is what check-heuristic --json prints of a space.
type spaceHeuristicJSON struct {
	Heuristic  string             `json:"heuristic"`
	To         string             `json:"to"`
	Claim      string             `json:"claim"`
	Admissible bool               `json:"admissible"`
	Consistent bool               `json:"consistent"`
	Exhaustive bool               `json:"exhaustive"`
	States     int                `json:"states"`
	Above      int                `json:"above"`
	WorstState *domain.WorstState `json:"worst_state"`
	Steps      int                `json:"steps"`
	Jumps      int                `json:"jumps"`
	WorstStep  *domain.WorstStep  `json:"worst_step"`
}

func spaceHeuristicLines(r domain.HeuristicReport) []line {
	extent := "all states from which the goal can be reached"
	if !r.Exhaustive {
		extent = "those nearest to the goal; the space has more"
	}
	lines := []line{
		{"heuristic", fmt.Sprintf("%s toward %s", r.Heuristic.Name, r.To)},
		{"claimed", fmt.Sprintf("%v: %s", r.Heuristic.Claim, r.Heuristic.Reason)},
		{"states", fmt.Sprintf("%s, %s", thousands(int64(r.States)), extent)},
	}
	if r.WorstState == nil {
		lines = append(lines, line{"admissible", "yes: no estimate is above the distance"})
	} else {
		w := r.WorstState
		lines = append(lines, line{"admissible", fmt.Sprintf("no: %s of %s estimates are above the distance; the worst is that of %s, where %s exceeds the distance %s",
			thousands(int64(r.Above)), thousands(int64(r.States)), w.State, w.Estimate.Text, w.Distance.Text)})
	}
	if r.WorstStep == nil {
		return append(lines, line{"consistent", fmt.Sprintf("yes: none of %s steps lowers the estimate by more than it costs", thousands(int64(r.Steps)))})
	}
	w := r.WorstStep
	return append(lines, line{"consistent", fmt.Sprintf("no: %s of %s steps lower the estimate by more than they cost; the worst, from %s to %s, costs %s and lowers it from %s to %s",
		thousands(int64(r.Jumps)), thousands(int64(r.Steps)), w.From, w.To, w.Cost.Text, w.Before.Text, w.After.Text)})
}
