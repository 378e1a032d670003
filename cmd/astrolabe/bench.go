package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/scenario"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/spf13/cobra"
)

const benchLong = `Bench asks the queries of a benchmark scenario of several algorithms, checks
every answer and prints a row for each map and algorithm: how many queries, how
many answered optimally, the states expanded, and the time and memory taken.

Give a MAP and its SCEN, a MAP with its scenario beside it (the same name, then
.scen or .map.scen), or a folder: every .map below it that has one.

An algorithm is any that solve takes: astrolabe algorithms lists them. The fast
grid engines are made ready once for each map, untimed. Algorithms take turns
query by query, so that a noisy machine favors none. With --repeat K every query
is timed K times, and its time is the median.

Every path must be legal and as long as claimed; lengths that are certified must
be equal, exactly, and agree with the published optimum to the digits printed. An
optimum of 0 between different cells says that there is no path. Optima are
published for 8 moves without cut corners at uniform cost; elsewhere the answers
are compared with each other and with those of auto, unless --optima check says
that the scenario was made for these rules. --optima ignore is for placeholders.

Rows are printed as maps finish, and every wrong answer and every blocked end is
named on standard error, with --json on standard output too: one object a line,
those with the field "wrong" or "note". With --compare OLD, a file of such lines,
this run is set beside that one: the ratio of times, and the p-value of the
Mann-Whitney U test over the repeats. A ratio with p > 0.05 is noise and shown
as ~; to tell more, both runs need at least 4 repeats.

With --figure a chart of all queries is drawn: what share of them took no longer
than a time, or, with --chart expansions, the states expanded against the length
of the path.

Exit codes: 0 every answer is right; 1 one is wrong; 2 bad input; 4 interrupted,
and what there was by then is printed.`

// benchFlags are the flags of bench.
type benchFlags struct {
	sets                    []string
	algorithms              []scenario.Algorithm
	sample, repeat, workers int
	optima                  scenario.Optima
	moves                   grid.Moves
	corners                 grid.CornerRule
	model                   grid.Model
	weight                  search.Ratio
	csv, json               bool
	old                     string
	drawn                   benchFigure
}

func (a *app) benchCommand() *cobra.Command {
	b := benchFlags{weight: defaultWeight}
	cmd := &cobra.Command{
		Use:   "bench MAP [SCEN] | DIR... [flags]",
		Short: "Run benchmark scenarios, checked and timed",
		Long:  benchLong,
		Example: `  astrolabe bench examples/rooms.map examples/rooms.map.scen
  astrolabe bench examples --algorithms auto,bucket-astar,astar --repeat 3
  astrolabe bench examples --json > old.json
  astrolabe bench examples --compare old.json
  astrolabe bench examples --figure times.svg --theme auto
  astrolabe bench examples --figure effort.png --chart expansions`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.bench(cmd, args, &b)
		},
	}
	b.add(cmd)
	return cmd
}

func (b *benchFlags) add(cmd *cobra.Command) {
	const defaultAlgorithms = "auto,astar"
	algorithms := choice[[]scenario.Algorithm]{&b.algorithms, "", "A,B,...", parseAlgorithms}
	if err := algorithms.Set(defaultAlgorithms); err != nil {
		panic("astrolabe: " + err.Error())
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringArrayVar(&b.sets, "set", nil, "a folder of maps and scenarios, `DIR`; may be repeated")
	f.Var(&algorithms, "algorithms", "which to run; the others are compared with the first")
	f.Var(&choice[int]{&b.sample, "", "N", parsePositive}, "sample", "only N queries of each map, evenly spread (default: all)")
	f.Var(&choice[int]{&b.repeat, "1", "K", parsePositive}, "repeat", "time every query K times")
	f.Var(&choice[int]{&b.workers, "1", "W", parsePositive}, "workers", "W maps at the same time; quicker, but times are noisier")
	f.Var(&choice[grid.Moves]{&b.moves, "8", "4|8", grid.ParseMoves}, "moves", "moves to 4 or 8 neighbors")
	f.Var(&choice[grid.CornerRule]{&b.corners, grid.CornersNever.String(), "RULE", grid.ParseCornerRule}, "cut-corners",
		"diagonal steps past walls: never, one or always")
	f.Var(&choice[grid.Model]{&b.model, grid.Uniform.String(), "MODEL", grid.ParseModel}, "cost", "step cost: uniform, add, mul or mean")
	f.Var(&choice[scenario.Optima]{&b.optima, scenario.OptimaAuto.String(), "WHEN", scenario.ParseOptima}, "optima",
		"hold answers against the scenario's optima: auto (at default rules), check (at these) or ignore")
	f.Var(&choice[search.Ratio]{&b.weight, b.weight.String(), "W", search.ParseRatio}, "weight", "factor of the estimate in weighted algorithms, as 1.5 or 3/2")
	f.BoolVar(&b.csv, "csv", false, "print comma-separated values and nothing else")
	f.BoolVar(&b.json, "json", false, "print one JSON object a line and nothing else")
	f.StringVar(&b.old, "compare", "", "compare with `OLD`, the output of an earlier --json")
	b.drawn.add(cmd)

	var known []string
	for _, algorithm := range scenario.Algorithms() {
		known = append(known, algorithm.Name)
	}
	if err := cmd.RegisterFlagCompletionFunc("algorithms", completeList(known)); err != nil {
		panic("astrolabe: " + err.Error())
	}
	completeWords(cmd, "moves", "4", "8")
	completeWords(cmd, "cut-corners", grid.CornersNever.String(), grid.CornersOne.String(), grid.CornersAlways.String())
	completeWords(cmd, "cost", names(grid.Models())...)
	completeWords(cmd, "optima", scenario.OptimaNames()...)
	for _, flag := range []string{"sample", "repeat", "workers", "weight"} {
		completeWords(cmd, flag)
	}
}

func parseAlgorithms(s string) ([]scenario.Algorithm, error) {
	var algorithms []scenario.Algorithm
	for name := range strings.SplitSeq(s, ",") {
		algorithm, err := scenario.Lookup(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(algorithms, func(other scenario.Algorithm) bool { return other.Name == algorithm.Name }) {
			return nil, fmt.Errorf("%s is named twice; once is enough", algorithm.Name)
		}
		algorithms = append(algorithms, algorithm)
	}
	return algorithms, nil
}

func parsePositive(s string) (int, error) {
	n, err := strconv.ParseInt(s, 10, 32)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%q is out of place; want a whole number of at least 1", s)
	}
	return int(n), nil
}

func (a *app) bench(cmd *cobra.Command, args []string, b *benchFlags) error {
	ctx := cmd.Context()
	rule := grid.Rule{Moves: b.moves, Corners: b.corners}
	switch {
	case rule.Moves == grid.Moves4 && cmd.Flags().Changed("cut-corners"):
		return fmt.Errorf("bench: --cut-corners has no meaning with 4 moves, which pass no corner; drop it or use --moves 8")
	case b.csv && b.json:
		return fmt.Errorf("bench: --csv and --json exclude each other; drop one")
	case b.old != "" && (b.csv || b.json):
		return fmt.Errorf("bench: --compare prints a table; drop --csv or --json")
	}
	inputs := []named{{"--compare", b.old}}
	for _, arg := range args {
		inputs = append(inputs, named{"the file", arg})
	}
	if err := a.distinct(cmd.Name(), inputs, []named{{"--figure", b.drawn.file}}); err != nil {
		return err
	}
	if err := b.drawn.check(cmd); err != nil {
		return err
	}
	var old []scenario.Result
	if b.old != "" {
		var err error
		if old, err = read(ctx, a, b.old, scenario.ReadJSON); err != nil {
			return err
		}
	}
	cases, err := a.benchCases(ctx, args, b.sets)
	if err != nil {
		return err
	}
	if b.workers > 1 {
		fmt.Fprintf(a.stderr, "astrolabe: bench: with %d workers times are noisier, since the maps share the machine's caches and memory\n", b.workers)
	}
	bar := newProgressLine(a.stderr)
	printer := &benchPrinter{app: a, flags: b, above: bar.above}
	printer.begin(cases)
	report, err := scenario.Run(ctx, cases, scenario.Options{
		Algorithms: b.algorithms, Rule: rule, Model: b.model, Optima: b.optima, Weight: b.weight,
		Sample: b.sample, Repeat: b.repeat, Workers: b.workers, Progress: bar.set, Done: printer.finished,
		Detail: b.drawn.detail(len(b.algorithms)),
	})
	bar.stop()
	if err != nil {
		return err
	}
	if err := printer.end(report, old); err != nil {
		return err
	}
	if b.drawn.file != "" {
		if err := a.saveFigure(ctx, &b.drawn.figureFlags, b.drawn.of(report, cases)); err != nil {
			return err
		}
		if !b.csv && !b.json {
			a.sayWritten(b.drawn.file)
		}
	}
	return a.benchVerdict(report, b.optima)
}

// benchVerdict is an error if an answer is wrong or the run was interrupted.
func (a *app) benchVerdict(report scenario.Report, optima scenario.Optima) error {
	answers := int64(0)
	for _, r := range report.Results {
		answers += int64(r.Queries)
	}
	switch {
	case len(report.Wrong) > 0:
		remedy := ""
		if optima != scenario.OptimaIgnore {
			remedy = "; if the scenario was made for other rules, add --moves, --cut-corners or --cost, and if its optima are placeholders, --optima ignore"
		}
		return &codedError{exitFailed, fmt.Errorf("bench: wrong answers: %d of %d%s", len(report.Wrong), answers, remedy)}
	case report.Stopped != nil:
		return &codedError{exitLimit, fmt.Errorf("bench: %w; this is what there was by then: %s", report.Stopped, plural(answers, "answer"))}
	}
	return nil
}
