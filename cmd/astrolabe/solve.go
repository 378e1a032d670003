package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/spf13/cobra"
)

const solveLong = `Solve finds a path on a map and says what is proved about it. It does the same
for a sliding-tile board and for a road graph: see astrolabe help formats.

Where the map file names a start and a goal, --from and --to default to them;
moves, corner rule and cost model default to those of its format (see inspect).

A step has the length 1 or, diagonally, √2. With --cost uniform that is its cost;
add adds the weight of the cell entered, mul multiplies by it, and mean by the
mean of the weights of both cells. A diagonal step past walls may be allowed
always, never, or if at least one of the cells beside it is open.

An algorithm is one that can be stepped, such as astar, or a fast grid engine,
such as jump-point, that takes no options but limits; auto chooses the engine. The
time printed does not count what an engine needs to get ready for the map;
--max-time does.

The answer's certificate is "optimal" (no path is cheaper), "bounded" (at most so
many times the optimum), "feasible" (a legal path, nothing proved) or "none".
Keep the output of --json and have it rechecked by astrolabe verify.

With --figure the search is run a second time and drawn, by the ending of the
file's name: .svg, .pdf or .png as it ended; .gif step by step, a frame an
expansion. If there would be more frames than --frames says, the first, the last
and some at even distances are kept. --frames with another ending writes numbered
files, run-0001.png for run.png and so on.

With --trace it is run a second time and recorded: every event, with the map, the
query and the answer. Figure draws or plays the file, explain tells what happened
to a cell, export writes it for other tools, verify rechecks it.

Exit codes: 0 found; 3 no path, start blocked or goal blocked; 4 a limit was
reached or the search was interrupted; 2 an end outside the map, or bad input.`

func (a *app) solveCommand() *cobra.Command {
	var q queryFlags
	var drawn searchFigure
	var traceFile string
	var entry *catalog.Entry
	algorithm := choice[*catalog.Entry]{&entry, "", "NAME", catalog.Lookup}
	cmd := &cobra.Command{
		Use:   "solve MAP [flags]",
		Short: "Find a path on a map, with a certificate",
		Long:  solveLong,
		Example: `  astrolabe solve examples/harbor.txt
  astrolabe solve examples/hills.txt --algorithm weighted-astar --weight 2
  astrolabe solve examples/rooms.map --from 1,1 --to 59,23 --moves 4 --json
  astrolabe solve examples/rooms.map --from 1,1 --to 59,23 --algorithm auto
  astrolabe solve examples/swamp.map --cost uniform --draw always --color never
  astrolabe solve examples/harbor.txt --figure harbor.svg --theme auto
  astrolabe solve examples/hills.txt --figure hills.gif --frames 60
  astrolabe solve examples/hills.txt --trace hills.trace`,
		Args: takes("MAP"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := refuseOptions(cmd, entry); err != nil {
				return err
			}
			if traceFile == "-" {
				return errors.New("solve: --trace: standard output has the answer; name a file")
			}
			if err := a.distinct(cmd.Name(), []named{{"MAP", args[0]}}, []named{drawn.output(), {"--trace", traceFile}}); err != nil {
				return err
			}
			if err := drawn.check(cmd); err != nil {
				return err
			}
			if traceFile != "" {
				if err := checkWritable(traceFile); err != nil {
					return err
				}
			}
			a.wait = q.maxTime
			return a.solve(cmd, args[0], entry, &q, &drawn, traceFile)
		},
	}
	if err := algorithm.Set("astar"); err != nil {
		panic("astrolabe: " + err.Error())
	}
	cmd.Flags().Var(&algorithm, "algorithm", "what to search with; astrolabe algorithms lists them")
	completeWords(cmd, "algorithm", algorithmWords()...)
	q.add(cmd, "0: no limit")
	drawn.add(cmd)
	cmd.Flags().StringVar(&traceFile, "trace", "", "record the search, event by event, in `FILE`")
	return cmd
}

// algorithmWords are the algorithms and engines as completions.
func algorithmWords() []string {
	var words []string
	for _, e := range slices.Concat(catalog.Entries(), catalog.Engines()) {
		words = append(words, e.Name+"\t"+e.Title)
	}
	return words
}

func (a *app) solve(cmd *cobra.Command, name string, entry *catalog.Entry, flags *queryFlags, drawn *searchFigure, traceFile string) error {
	ctx := cmd.Context()
	file, space, err := a.readSubject(ctx, name)
	if err != nil {
		return err
	}
	if space != nil {
		return a.solveSpace(cmd, name, space, entry, flags)
	}
	q, err := flags.query(cmd, name, file)
	if err != nil {
		return err
	}
	if err := refuseQuery(cmd, entry, q); err != nil {
		return err
	}
	answer, err := entry.Solve(ctx, q, nil)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	a.code = exitCode(answer.Result.Status)
	if flags.json {
		if err := a.printJSON(answer); err != nil {
			return err
		}
	}
	if answer.Result.Status == search.OutOfBounds {
		return fmt.Errorf("%s: %w", name, outOfBounds(q))
	}
	if !flags.json {
		lines := a.answerLines(answer)
		if a.draws(flags.draw) {
			if err := a.picture(context.WithoutCancel(ctx), answer, len(a.layout(lines))); err != nil {
				return err
			}
		}
		a.printLines(lines)
	}
	if traceFile != "" {
		if err := a.recordTrace(ctx, answer, filepath.Base(name), traceFile); err != nil {
			return err
		}
		if !flags.json {
			a.sayWritten(traceFile)
		}
	}
	if drawn.file == "" {
		return nil
	}
	// The answer does not wait for the figure. If it cannot be printed, run says so.
	_ = a.stdout.Flush()
	files, err := drawn.draw(ctx, a, file, answer)
	if err != nil {
		return err
	}
	if !flags.json {
		a.sayWritten(files...)
	}
	return nil
}

// exitCode is what a search's status means for the exit code.
func exitCode(s search.Status) int {
	switch s {
	case search.Found:
		return exitOK
	case search.NoPath, search.StartBlocked, search.GoalBlocked:
		return exitNoPath
	case search.Limit:
		return exitLimit
	}
	return exitUsage
}

// printJSON prints a value as one line of JSON.
func (a *app) printJSON(v any) error {
	encoder := json.NewEncoder(a.stdout)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(v)
}

// answerLines says in words what was found.
func (a *app) answerLines(answer catalog.Answer) []line {
	r, q := answer.Result, answer.Query
	costs := q.Costs
	lines := []line{
		{"status", a.statusWords(answer)},
		{"algorithm", answer.Entry.Title},
	}
	if answer.Engine != answer.Entry.Engine {
		lines = append(lines, line{"engine", answer.Engine.String()})
	}
	lines = append(lines, line{"rules", fmt.Sprintf("%v; cost %v", costs.Rule(), costs.Model())})
	if r.Status == search.StartBlocked || r.Status == search.GoalBlocked {
		return lines
	}
	if len(r.Path) > 0 {
		lines = append(lines,
			line{"path", pathWords(r.Path)},
			line{"cost", a.paint.bold(exact(costs, r.Cost))})
	} else if len(r.Nearest) > 0 {
		nearest := r.Nearest[len(r.Nearest)-1]
		lines = append(lines, line{"nearest", fmt.Sprintf("%v, the cell reached that seems nearest to the goal: %s, cost %s",
			nearest, plural(int64(len(r.Nearest)-1), "step"), exact(costs, r.NearestCost))})
	}
	lines = append(lines, line{"certificate", a.certificateWords(r.Certificate, r.Bound, r.Reason)})
	if r.Status == search.Limit || r.Status == search.Found && r.Certificate != search.Optimal {
		lines = append(lines, line{"lower bound", bound(&answer)})
	}
	effort := fmt.Sprintf("expanded %s, generated %s", thousands(r.Expanded), thousands(r.Generated))
	if !answer.Entry.Fast() {
		effort += fmt.Sprintf(", reopened %s, peak OPEN %s", thousands(r.Reopened), thousands(r.PeakOpen))
	}
	return append(lines, line{"search", effort}, line{"time", short(answer.Elapsed)})
}

func (a *app) statusWords(answer catalog.Answer) string {
	q := answer.Query
	status := answer.Result.Status.String()
	switch answer.Result.Status {
	case search.Found:
		return a.paint.good(status)
	case search.StartBlocked:
		return a.paint.bad(status) + ": " + blockedWords(q, q.From)
	case search.GoalBlocked:
		return a.paint.bad(status) + ": " + blockedWords(q, q.To)
	case search.NoPath:
		return a.paint.bad(status) + fmt.Sprintf(" from %v to %v", q.From, q.To)
	}
	return a.paint.fair(status)
}

func blockedWords(q catalog.Query, c grid.Cell) string {
	return fmt.Sprintf("the cell %v is blocked (%q)", c, q.Costs.Map().Symbol(c))
}

func pathWords(path []grid.Cell) string {
	return fmt.Sprintf("%v to %v in %s (%s)", path[0], path[len(path)-1],
		plural(int64(len(path)-1), "step"), plural(int64(len(path)), "cell"))
}

func (a *app) certificateWords(c search.Certificate, bound search.Ratio, reason string) string {
	words := c.String()
	switch c {
	case search.Optimal:
		words = a.paint.good(words)
	case search.Bounded:
		words = a.paint.fair(words) + fmt.Sprintf(" (at most %v times the optimum)", bound)
	case search.Feasible:
		words = a.paint.fair(words)
	}
	if reason != "" {
		words += ": " + reason
	}
	return words
}
