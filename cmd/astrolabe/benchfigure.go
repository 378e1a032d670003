package main

import (
	"fmt"
	"strings"

	"github.com/astrolabe-search/astrolabe/figure"
	"github.com/astrolabe-search/astrolabe/scenario"
	"github.com/spf13/cobra"
)

// benchFigure is the figure of a benchmark. Its charts are among those of a comparison,
// over many queries.
type benchFigure struct {
	figureFlags
	chart string
}

func (f *benchFigure) add(cmd *cobra.Command) {
	f.figureFlags.add(cmd, "draw a chart of all queries: .svg, .pdf, .png or .gif")
	f.addChart(cmd, &f.chart, "times (the share of the queries that took no longer) or expansions (against the length of the path)",
		chartTimes, chartExpansions)
}

// detail returns how many queries of each algorithm the chart can show.
func (f *benchFigure) detail(algorithms int) int {
	if f.file == "" {
		return 0
	}
	return figure.MaxPoints / 2 / algorithms
}

// of returns the chart of a report.
func (f *benchFigure) of(report scenario.Report, cases []scenario.Case) figure.Figure {
	asked, shown := 0, 0
	for _, r := range report.Results {
		if r.Algorithm == report.Details[0].Algorithm {
			asked += r.Queries
		}
	}
	for _, d := range report.Details {
		shown = len(d.Queries)
	}
	heading := fmt.Sprintf("%s on %s", queriesWords(asked), plural(int64(len(cases)), "map"))
	if len(cases) == 1 {
		heading = fmt.Sprintf("%s on %s", queriesWords(asked), cases[0].Map)
	}
	var notes []string
	if shown < asked {
		notes = append(notes, fmt.Sprintf("Shown: %s, evenly spread.", queriesWords(shown)))
	}
	if f.chart == chartTimes {
		chart := figure.ECDF{Title: "Time of a query: " + heading, Note: strings.Join(notes, " "), X: figure.Axis{Label: "time of a query (µs)", Log: true}}
		for _, d := range report.Details {
			sample := figure.Sample{Name: d.Algorithm}
			for _, q := range d.Queries {
				sample.Values = append(sample.Values, q.US)
			}
			chart.Samples = append(chart.Samples, sample)
		}
		return chart
	}
	chart := figure.Plot{
		Title: "States expanded: " + heading,
		X:     figure.Axis{Label: "length of the shortest path", Log: true}, Y: figure.Axis{Label: "states expanded", Log: true},
	}
	left := 0
	for _, d := range report.Details {
		series := figure.Series{Name: d.Algorithm}
		for _, q := range d.Queries {
			if q.Length > 0 && q.Expanded > 0 {
				series.Points = append(series.Points, figure.Point{X: q.Length, Y: float64(q.Expanded)})
			}
		}
		left = max(left, len(d.Queries)-len(series.Points))
		chart.Series = append(chart.Series, series)
	}
	if left > 0 {
		notes = append(notes, fmt.Sprintf("Left out: %s without a path or of length 0.", queriesWords(left)))
	}
	chart.Note = strings.Join(notes, " ")
	return chart
}

func queriesWords(n int) string {
	if n == 1 {
		return "1 query"
	}
	return thousands(int64(n)) + " queries"
}
