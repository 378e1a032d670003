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
be equal, exactly, and agree with the published optimum to the digits printed.
(Optima are published for 8 moves without cut corners at uniform cost. Elsewhere
the answers are compared with each other and with those of auto.)

--json prints one object a line. With --compare OLD, a file of such lines, this
run is set beside that one: the ratio of times, and the p-value of the
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
	report, err := scenario.Run(ctx, cases, scenario.Options{
		Algorithms: b.algorithms, Rule: rule, Model: b.model, Weight: b.weight,
		Sample: b.sample, Repeat: b.repeat, Workers: b.workers, Progress: bar.set,
		Detail: b.drawn.detail(len(b.algorithms)),
	})
	bar.stop()
	if err != nil {
		return err
	}
	if err := a.printBench(report.Results, old, b); err != nil {
		return err
	}
	if b.drawn.file != "" {
		if err := a.saveFigure(&b.drawn.figureFlags, b.drawn.of(report, cases)); err != nil {
			return err
		}
		if !b.csv && !b.json {
			a.sayWritten(b.drawn.file)
		}
	}
	return a.benchVerdict(report)
}

// benchVerdict is an error if an answer is wrong or the run was interrupted.
func (a *app) benchVerdict(report scenario.Report) error {
	const shown = 10
	for _, w := range report.Wrong[:min(len(report.Wrong), shown)] {
		fmt.Fprintf(a.stderr, "astrolabe: %s\n", oneLine(w.String()))
	}
	answers := int64(0)
	for _, r := range report.Results {
		answers += int64(r.Queries)
	}
	switch {
	case len(report.Wrong) > 0:
		return &codedError{exitFailed, fmt.Errorf("bench: wrong answers: %d of %d", len(report.Wrong), answers)}
	case report.Stopped != nil:
		return &codedError{exitLimit, fmt.Errorf("bench: %w; this is what there was by then: %s", report.Stopped, plural(answers, "answer"))}
	}
	return nil
}

func (a *app) printBench(results, old []scenario.Result, b *benchFlags) error {
	switch {
	case b.json:
		return scenario.WriteJSON(a.stdout, results)
	case b.csv:
		return scenario.WriteCSV(a.stdout, results)
	case b.old != "":
		a.printBenchComparison(old, results)
	default:
		a.printBenchResults(results)
	}
	return nil
}

func (a *app) printBenchResults(results []scenario.Result) {
	rows := make([][]string, len(results))
	for i, r := range results {
		optimal := thousands(int64(r.Optimal))
		if r.Optimal == r.Queries {
			optimal = a.paint.good(optimal)
		}
		rows[i] = []string{
			r.Map, r.Algorithm, thousands(int64(r.Queries)), optimal, thousands(r.Expanded),
			threeDigits(r.MeanUS), threeDigits(r.MedianUS), threeDigits(r.P99US), threeDigits(r.NSPerExpansion), memoryWords(r.PeakBytes),
		}
	}
	a.printTable([]column{
		{title: "map", narrow: 20},
		{title: "algorithm", narrow: 14},
		{title: "queries", right: true},
		{title: "optimal", right: true},
		{title: "expanded", right: true},
		{title: "mean µs", right: true},
		{title: "median µs", right: true, narrow: 6},
		{title: "p99 µs", right: true},
		{title: "ns/exp.", right: true},
		{title: "memory", right: true},
	}, rows)
	if summaries := scenario.Summarize(results); len(summaries) > 1 {
		a.printSummaries(summaries, "time relative to "+summaries[0].Algorithm)
	}
}

// printSummaries prints the mean ratio of each algorithm.
func (a *app) printSummaries(summaries []scenario.Summary, title string) {
	rows := make([][]string, len(summaries))
	for i, s := range summaries {
		rows[i] = []string{s.Algorithm, thousands(int64(s.Maps)), ratioWords(s.Ratio)}
	}
	a.stdout.printf("\n%s\n", a.paint.bold(title+" (geometric mean over the maps)"))
	a.printTable([]column{{title: "algorithm", narrow: 14}, {title: "maps", right: true}, {title: "ratio", right: true}}, rows)
}

func (a *app) printBenchComparison(old, results []scenario.Result) {
	comparisons, unmatched := scenario.Compare(old, results)
	rows := make([][]string, len(comparisons))
	for i, c := range comparisons {
		rows[i] = []string{c.Map, c.Algorithm, threeDigits(c.OldUS), threeDigits(c.NewUS), a.changeWords(c), fmt.Sprintf("%.3f", c.P), ratioWords(c.Expanded)}
		if !c.Comparable {
			rows[i] = []string{c.Map, c.Algorithm, "–", "–", "–", "–", "–"}
		}
	}
	a.printTable([]column{
		{title: "map", narrow: 20},
		{title: "algorithm", narrow: 14},
		{title: "old µs", right: true},
		{title: "new µs", right: true},
		{title: "ratio", right: true},
		{title: "p", right: true},
		{title: "expanded", right: true},
	}, rows)
	if summaries := scenario.SummarizeComparisons(comparisons); len(summaries) > 0 {
		a.printSummaries(summaries, "new relative to old")
	}
	var notes []line
	for _, c := range comparisons {
		if !c.Comparable {
			notes = append(notes, line{c.Map, c.Algorithm + ": the numbers of queries differ, so times do not compare"})
		}
	}
	for _, u := range unmatched {
		run := "this run"
		if u.InOld {
			run = "the old run"
		}
		notes = append(notes, line{u.Map, fmt.Sprintf("only %s has %s", run, u.Algorithm)})
	}
	if len(notes) > 0 {
		a.stdout.printf("\n")
		a.printLines(notes)
	}
}

// changeWords is the ratio of two times, or ~ for noise.
func (a *app) changeWords(c scenario.Comparison) string {
	switch {
	case !c.Significant():
		return a.paint.faint("~")
	case c.Ratio < 1:
		return a.paint.good(ratioWords(c.Ratio))
	}
	return a.paint.bad(ratioWords(c.Ratio))
}

func ratioWords(ratio float64) string {
	if ratio == 0 {
		return "–"
	}
	return fmt.Sprintf("%.3f", ratio)
}

// threeDigits prints a number with three significant digits, or whole.
func threeDigits(x float64) string {
	if x == 0 {
		return "–"
	}
	decimals := 0
	for limit := 99.95; decimals < 2 && x < limit; limit /= 10 {
		decimals++
	}
	return strconv.FormatFloat(x, 'f', decimals, 64)
}

// memoryWords prints a number of bytes in the largest unit that it fills.
func memoryWords(bytes int64) string {
	units := []string{"B", "KiB", "MiB", "GiB"}
	size, unit := float64(bytes), 0
	for size >= 1024 && unit < len(units)-1 {
		size /= 1024
		unit++
	}
	if unit == 0 {
		return fmt.Sprintf("%d B", bytes)
	}
	return fmt.Sprintf("%.1f %s", size, units[unit])
}
