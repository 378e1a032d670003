package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/spf13/cobra"
)

const compareLong = `Compare asks every algorithm the same question and prints a row for each: the
cost of its path and what it proved of it, its effort, and the ratio of the
states that it expanded to those of breadth-first search, or else of the first.
The fast grid engines come last. Reasons follow. --algorithms asks only some, in
that order; a weighted one may be followed by a weight, as weighted-astar:1.2, and
be named again with another.

A time is the best of 3 after one to warm up; of an algorithm that took over 30 ms
it is that one.

Options that an algorithm does not take have no effect on it. Some algorithms
revisit states and would run for ever on a large map, so each is stopped after
expanding 20 times the open cells + 1000 states, unless --max-expanded says
otherwise (0: never). The row of one that was stopped says "limit".

Answers that are certified optimal must agree in cost, and none may find a path
where another proves that there is none; if they contradict, that is an error.

With --figure the searches are drawn side by side, each run a second time for
that, or, with --chart, bars of what they expanded or of their times.

With --json one object a line is printed, as by solve; an algorithm that does not
apply has the status "not-run", and one that failed, as when a cost is too large
to be exact, the status "error". The others are asked all the same.

Exit codes: 0 some algorithm found a path; 3 none did, and it is proved that
there is none, or the start or the goal is blocked; 4 none did before its limit,
or the comparison was interrupted; 2 an end outside the map, or bad input; 1
answers that contradict each other.`

func (a *app) compareCommand() *cobra.Command {
	var q queryFlags
	var drawn comparisonFigure
	var contenders []contender
	cmd := &cobra.Command{
		Use:   "compare MAP [flags]",
		Short: "Ask every algorithm the same question",
		Long:  compareLong,
		Example: `  astrolabe compare examples/harbor.txt
  astrolabe compare examples/swamp.map --heuristic manhattan
  astrolabe compare examples/hills.txt --json
  astrolabe compare examples/hills.txt --algorithms astar,weighted-astar:1.2,weighted-astar:2
  astrolabe compare examples/harbor.txt --figure harbor.svg
  astrolabe compare examples/harbor.txt --figure bars.png --chart expansions`,
		Args: takes("MAP"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.distinct(cmd.Name(), []named{{"MAP", args[0]}}, []named{{"--figure", drawn.file}}); err != nil {
				return err
			}
			if err := drawn.check(cmd); err != nil {
				return err
			}
			a.wait = q.maxTime
			return a.compare(cmd, args[0], contenders, &q, &drawn)
		},
	}
	q.add(cmd, "default: 20 times the open cells + 1000; 0: none")
	addContenders(cmd, &contenders)
	drawn.add(cmd)
	return cmd
}

// outcome is what one algorithm made of the question.
type outcome struct {
	contender
	answer  catalog.Answer
	unfit   string // why the algorithm does not apply, or was not run
	failure error  // why it has no answer
}

// answered tells whether there is an answer.
func (o *outcome) answered() bool { return o.unfit == "" && o.failure == nil }

func (a *app) compare(cmd *cobra.Command, name string, contenders []contender, flags *queryFlags, drawn *comparisonFigure) error {
	ctx := cmd.Context()
	file, space, err := a.readSubject(ctx, name)
	if err != nil {
		return err
	}
	if space != nil {
		return a.compareSpace(cmd, name, space, contenders, flags)
	}
	q, err := flags.query(cmd, name, file)
	if err != nil {
		return err
	}
	if !cmd.Flags().Changed("max-expanded") {
		q.MaxExpanded = catalog.ComparisonLimit(file.Map)
	}
	outcomes, err := a.runAll(ctx, contenders, q, flags.json)
	if err != nil {
		return err
	}
	if !file.Map.In(q.From) || !file.Map.In(q.To) {
		return fmt.Errorf("%s: %w", name, outOfBounds(q))
	}
	a.code = exitOfAll(ctx, outcomes)
	failure := failureOfAll(name, outcomes)
	if !flags.json {
		if err := a.printComparison(ctx, name, q, flags, outcomes); err != nil {
			return err
		}
	}
	if err := agreement(name, outcomes); err != nil {
		return err
	}
	if failure != nil {
		return failure
	}
	return a.drawComparison(ctx, name, flags, drawn, outcomes)
}

func (a *app) drawComparison(ctx context.Context, name string, flags *queryFlags, drawn *comparisonFigure, outcomes []outcome) error {
	if drawn.file == "" {
		return nil
	}
	if best(outcomes) == nil {
		return &codedError{a.code, fmt.Errorf("compare: no algorithm was run: there is nothing to draw into %s", drawn.file)}
	}
	// The table does not wait for the figure. If it cannot be printed, run says so.
	_ = a.stdout.Flush()
	fig, err := drawn.of(ctx, name, outcomes)
	if err != nil {
		return err
	}
	if err := a.saveFigure(ctx, &drawn.figureFlags, fig); err != nil {
		return err
	}
	if !flags.json {
		a.sayWritten(drawn.file)
	}
	return nil
}

// runAll asks one algorithm after the other, in one workspace, then the engines.
func (a *app) runAll(ctx context.Context, contenders []contender, ofAll catalog.Query, json bool) ([]outcome, error) {
	var workspace gridsearch.Workspace
	var outcomes []outcome
	for _, c := range contenders {
		q := ofAll
		if c.weighted() {
			q.Weight = c.weight
		}
		o := outcome{contender: c, unfit: c.entry.Applies(q)}
		if ctx.Err() != nil {
			o.unfit = fmt.Sprintf("not run: %v", context.Cause(ctx))
		}
		if o.unfit == "" {
			o.answer, o.failure = timed(ctx, func() (catalog.Answer, error) { return c.entry.Solve(ctx, q, &workspace) })
		}
		outcomes = append(outcomes, o)
		if !json {
			continue
		}
		if err := a.printJSON(o.object()); err != nil {
			return nil, err
		}
	}
	return outcomes, nil
}

// The statuses that compare --json gives an algorithm that was not run, and one that
// failed.
const (
	notRun   = "not-run"
	noAnswer = "error"
)

type unfitJSON struct {
	Status    string `json:"status"`
	Algorithm string `json:"algorithm"`
	Reason    string `json:"reason"`
}

func (o outcome) object() any {
	if o.unfit != "" {
		return unfitJSON{notRun, o.entry.Name, o.unfit}
	}
	if o.failure != nil {
		return unfitJSON{noAnswer, o.entry.Name, o.failure.Error()}
	}
	return o.answer
}

// exitOfAll is the exit code of a comparison.
func exitOfAll(ctx context.Context, outcomes []outcome) int {
	if ctx.Err() != nil {
		return exitLimit
	}
	code := exitLimit
	for _, o := range outcomes {
		if !o.answered() {
			continue
		}
		switch o.answer.Result.Status {
		case search.Found:
			return exitOK
		case search.NoPath, search.StartBlocked, search.GoalBlocked:
			code = exitNoPath
		}
	}
	return code
}

// failureOfAll is an error if algorithms failed and none has an answer: the first
// failure.
func failureOfAll(name string, outcomes []outcome) error {
	var failure error
	for _, o := range outcomes {
		if o.answered() {
			return nil
		}
		if failure == nil && o.failure != nil {
			failure = fmt.Errorf("%s: %w", name, o.failure)
		}
	}
	return failure
}

// agreement is an error if two answers contradict each other: if both are
// certified optimal and do not cost the same, or if one proves that there is no
// path and the other is one.
func agreement(name string, outcomes []outcome) error {
	var first, path, noPath *outcome
	for i := range outcomes {
		o := &outcomes[i]
		if !o.answered() {
			continue
		}
		if o.answer.Result.Status == search.NoPath {
			noPath = o
		}
		if len(o.answer.Result.Path) > 0 {
			path = o
		}
		if path != nil && noPath != nil {
			return &codedError{exitFailed, fmt.Errorf("%s: %s found a path and %s proved that there is none; please report this",
				name, path.label(), noPath.label())}
		}
		if o.answer.Result.Certificate != search.Optimal {
			continue
		}
		if first == nil {
			first = o
		}
		if o.answer.Result.Cost != first.answer.Result.Cost {
			costs := o.answer.Query.Costs
			return &codedError{exitFailed, fmt.Errorf("%s: %s and %s both claim an optimal path, of cost %s and %s; please report this",
				name, first.label(), o.label(), costs.Format(first.answer.Result.Cost), costs.Format(o.answer.Result.Cost))}
		}
	}
	return nil
}

// best returns the cheapest answer, or one without a path if there is no other,
// or nil.
func best(outcomes []outcome) *catalog.Answer {
	var b *catalog.Answer
	for i := range outcomes {
		o := &outcomes[i].answer
		switch {
		case !outcomes[i].answered():
		case b == nil, len(b.Result.Path) == 0 && len(o.Result.Path) > 0,
			len(o.Result.Path) > 0 && o.Result.Cost < b.Result.Cost:
			b = o
		}
	}
	return b
}

func (a *app) printComparison(ctx context.Context, name string, q catalog.Query, flags *queryFlags, outcomes []outcome) error {
	b := best(outcomes)
	if b == nil && failureOfAll(name, outcomes) == nil {
		return errors.New("compare: no algorithm applies; choose another --heuristic")
	}
	if b != nil && a.draws(flags.draw) {
		if err := a.picture(context.WithoutCancel(ctx), *b, len(outcomes)+8); err != nil {
			return err
		}
	}
	costs := q.Costs
	lines := []line{
		{"map", fmt.Sprintf("%s, %d×%d", name, costs.Map().Width(), costs.Map().Height())},
		{"query", fmt.Sprintf("%v to %v", q.From, q.To)},
		{"rules", fmt.Sprintf("%v; cost %v", costs.Rule(), costs.Model())},
	}
	if b != nil && (b.Result.Status == search.StartBlocked || b.Result.Status == search.GoalBlocked) {
		a.printLines(append(lines, line{"status", a.statusWords(*b)}))
		return nil
	}
	a.printLines(lines)
	a.stdout.printf("\n")
	columns := []column{
		{title: "algorithm", narrow: 14},
		{title: "cost", right: true},
		{title: "certificate", narrow: 11},
		{title: "expanded", right: true},
		{title: "generated", right: true},
		{title: "peak OPEN", right: true, narrow: 6},
		{title: "time", right: true},
		{title: "ratio", right: true},
	}
	base, of := expansionsToCompareWith(outcomes)
	rows := make([][]string, len(outcomes))
	for i, o := range outcomes {
		rows[i] = a.comparisonRow(o, base)
	}
	a.printTable(columns, rows)
	a.stdout.printf("\n%s\n", wrap("time: the best of 3 after one to warm up; of what took over 30 ms, that one", a.screen.columns))
	if base > 0 {
		a.stdout.printf("%s\n", wrap("ratio: states expanded, relative to "+of, a.screen.columns))
	}
	a.printReasons(outcomes)
	return nil
}

// expansionsToCompareWith returns how many states breadth-first search expanded to
// answer, or else the first algorithm, and its name; 0 if it has no answer.
func expansionsToCompareWith(outcomes []outcome) (expanded int64, of string) {
	base := &outcomes[0]
	for i := range outcomes {
		if outcomes[i].entry.Name == "breadth-first" {
			base = &outcomes[i]
		}
	}
	if !base.answered() || base.answer.Result.Status == search.Limit {
		return 0, ""
	}
	return base.answer.Result.Expanded, base.label()
}

func (a *app) comparisonRow(o outcome, base int64) []string {
	const nothing = "–"
	if o.unfit != "" {
		return []string{o.label(), nothing, "not run", nothing, nothing, nothing, nothing, nothing}
	}
	if o.failure != nil {
		return []string{o.label(), nothing, a.paint.bad("error"), nothing, nothing, nothing, nothing, nothing}
	}
	r := o.answer.Result
	cost, ratio, peakOpen := nothing, nothing, nothing
	if !o.entry.Fast() {
		peakOpen = thousands(r.PeakOpen)
	}
	if len(r.Path) > 0 {
		cost = o.answer.Query.Costs.Format(r.Cost)
	}
	if base > 0 {
		ratio = fmt.Sprintf("%.2f", float64(r.Expanded)/float64(base))
	}
	proved := r.Certificate.String()
	switch {
	case r.Status == search.Limit && len(r.Path) > 0:
		proved = a.paint.fair("limit") + ", " + proved
	case r.Status != search.Found:
		proved = a.paint.fair(r.Status.String())
	case r.Certificate == search.Optimal:
		proved = a.paint.good(proved)
	case r.Certificate == search.Bounded:
		proved = a.paint.fair(fmt.Sprintf("%s %v", proved, r.Bound))
	default:
		proved = a.paint.fair(proved)
	}
	return []string{
		o.label(), cost, proved, thousands(r.Expanded), thousands(r.Generated), peakOpen,
		short(o.answer.Elapsed), ratio,
	}
}

// printReasons says why an answer is not optimal or an algorithm was not run,
// once for each reason.
func (a *app) printReasons(outcomes []outcome) {
	var lines []line
	for _, o := range outcomes {
		reason := o.unfit
		if o.failure != nil {
			reason = strings.TrimPrefix(o.failure.Error(), o.entry.Name+": ")
		}
		if reason == "" {
			r := o.answer.Result
			if r.Certificate == search.Optimal || r.Status == search.NoPath {
				continue
			}
			reason = r.Reason
			if r.Status == search.Limit {
				reason += "; the optimum is at least " + bound(&o.answer)
			}
		}
		lines = append(lines, line{o.label(), reason})
	}
	if len(lines) > 0 {
		a.stdout.printf("\n")
		a.printLines(lines)
	}
}
