package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/figure"
	"github.com/astrolabe-search/astrolabe/illustrate"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/spf13/cobra"
)

// The words of --chart of compare.
const (
	chartPanels     = "panels"
	chartExpansions = "expansions"
	chartTimes      = "times"
)

// comparisonFigure is the figure of a comparison.
type comparisonFigure struct {
	figureFlags
	chart string
}

func (f *comparisonFigure) add(cmd *cobra.Command) {
	f.figureFlags.add(cmd, "draw the comparison: .svg, .pdf, .png or .gif")
	f.addChart(cmd, &f.chart, "what the figure shows: panels (the searches side by side), expansions or times (bars)",
		chartPanels, chartExpansions, chartTimes)
}

// of returns the figure of what the algorithms made of a question about a map.
func (f *comparisonFigure) of(ctx context.Context, name string, outcomes []outcome) (figure.Figure, error) {
	var answers []catalog.Answer
	var labels, failures []string // each failure begins with the algorithm
	for _, o := range outcomes {
		switch {
		case o.answered():
			answers, labels = append(answers, o.answer), append(labels, o.label())
		case o.failure != nil:
			failures = append(failures, o.failure.Error()+".")
		}
	}
	heading, rules := illustrate.Heading(filepath.Base(name), answers[0].Query)
	if len(failures) > 0 {
		rules += ". Without an answer: " + strings.Join(failures, " ")
	}
	if f.chart == chartPanels {
		drawing := finishing(ctx)
		panels := figure.Panels{Title: heading, Note: rules}
		for i, answer := range answers {
			h, err := illustrate.Replay(drawing, answer, 0)
			if err != nil {
				err = fmt.Errorf("%s: %w", name, err)
			}
			if err := cutShort(drawing, f.file, err); err != nil {
				return nil, err
			}
			panels.Searches = append(panels.Searches, h.Panel(illustrate.Style{Title: labels[i]}))
		}
		return panels, nil
	}
	bars := figure.Bars{Title: heading, Unit: "states expanded", Note: rules}
	if f.chart == chartTimes {
		bars.Unit, bars.Note = "time, the best of 3", rules+". Times of a few runs are noisy: astrolabe bench takes better ones."
	}
	for i, answer := range answers {
		r := answer.Result
		bar := figure.Bar{Name: labels[i], Value: float64(r.Expanded), Text: thousands(r.Expanded)}
		if f.chart == chartTimes {
			bar.Value, bar.Text = float64(answer.Elapsed), short(answer.Elapsed)
		}
		if r.Status == search.Limit {
			bar.Open, bar.Text = true, bar.Text+" (limit)"
		}
		bars.Bars = append(bars.Bars, bar)
	}
	return bars, nil
}
