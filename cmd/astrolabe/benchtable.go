package main

import (
	"fmt"
	"strconv"

	"github.com/astrolabe-search/astrolabe/scenario"
)

// benchPrinter prints what comes out of a benchmark, map by map.
type benchPrinter struct {
	*app
	flags *benchFlags
	// above calls what prints while no progress is shown.
	above func(print func())
	table *growingTable // nil where there is none
	begun bool
	err   error // of printing
}

// begin is told which maps there will be.
func (p *benchPrinter) begin(cases []scenario.Case) {
	if p.flags.json || p.flags.csv || p.flags.old != "" {
		return
	}
	longestMap, longestAlgorithm, most := 0, 0, 0
	for _, c := range cases {
		longestMap = max(longestMap, len([]rune(c.Map)))
		queries := c.Queries
		if c.Scenario != nil {
			queries = len(c.Scenario.Queries)
		}
		most = max(most, queries)
	}
	for _, algorithm := range p.flags.algorithms {
		longestAlgorithm = max(longestAlgorithm, len(algorithm.Name))
	}
	// Wide enough for most of what will be printed; a wider number sticks out.
	p.table = &growingTable{app: p.app, columns: []column{
		{title: "map", narrow: 20, least: longestMap},
		{title: "algorithm", narrow: 14, least: longestAlgorithm},
		{title: "queries", right: true, least: len(thousands(int64(most)))},
		{title: "optimal", right: true, least: len(thousands(int64(most)))},
		{title: "expanded", right: true, least: len("99,999,999")},
		{title: "mean µs", right: true, least: len("99999")},
		{title: "median µs", right: true, narrow: 6, least: len("99999")},
		{title: "p99 µs", right: true, least: len("999999")},
		{title: "ns/exp.", right: true, least: len("99999")},
		{title: "memory", right: true, least: len("999.9 MiB")},
	}}
}

// finished prints what came out of one map.
func (p *benchPrinter) finished(f scenario.Finished) {
	p.above(func() {
		for _, w := range f.Wrong {
			fmt.Fprintf(p.stderr, "astrolabe: %s\n", oneLine(w.String()))
		}
		for _, n := range f.Notes {
			fmt.Fprintf(p.stderr, "astrolabe: note: %s\n", oneLine(n.String()))
		}
		if err := p.rows(f); err != nil && p.err == nil {
			p.err = err
		}
		// Whoever reads along need not wait for the next. If it cannot be printed, run
		// says so.
		_ = p.stdout.Flush()
	})
}

func (p *benchPrinter) rows(f scenario.Finished) error {
	first := !p.begun
	p.begun = true
	switch {
	case p.flags.json:
		if err := scenario.WriteJSON(p.stdout, f.Results); err != nil {
			return err
		}
		return scenario.WriteFindings(p.stdout, f.Wrong, f.Notes)
	case p.flags.csv && first:
		return scenario.WriteCSV(p.stdout, f.Results)
	case p.flags.csv:
		return scenario.WriteCSVLines(p.stdout, f.Results)
	case p.table != nil:
		p.table.add(p.tableRows(f.Results))
	}
	return nil
}

func (p *benchPrinter) tableRows(results []scenario.Result) [][]string {
	rows := make([][]string, len(results))
	for i, r := range results {
		optimal := thousands(int64(r.Optimal))
		if r.Optimal == r.Queries {
			optimal = p.paint.good(optimal)
		}
		rows[i] = []string{
			r.Map, r.Algorithm, thousands(int64(r.Queries)), optimal, thousands(r.Expanded),
			threeDigits(r.MeanUS), threeDigits(r.MedianUS), threeDigits(r.P99US), threeDigits(r.NSPerExpansion), memoryWords(r.PeakBytes),
		}
	}
	return rows
}

// end prints what can be said only in the end. old are the results to compare with.
func (p *benchPrinter) end(report scenario.Report, old []scenario.Result) error {
	switch {
	case p.flags.csv && !p.begun:
		return scenario.WriteCSV(p.stdout, nil)
	case p.flags.json, p.flags.csv:
		return p.err
	case p.flags.old != "":
		p.printBenchComparison(old, report.Results)
		return nil
	}
	if summaries := scenario.Summarize(report.Results); len(summaries) > 1 {
		p.printSummaries(summaries, "time relative to "+summaries[0].Algorithm)
	}
	return nil
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
