package main

import (
	"context"
	"fmt"
	"path/filepath"

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
	for _, o := range outcomes {
		if o.unfit == "" {
			answers = append(answers, o.answer)
		}
	}
	heading, rules := illustrate.Heading(filepath.Base(name), answers[0].Query)
	if f.chart == chartPanels {
		drawing := finishing(ctx)
		panels := figure.Panels{Title: heading, Note: rules}
		for _, answer := range answers {
			h, err := illustrate.Replay(drawing, answer, 0)
			if err != nil {
				err = fmt.Errorf("%s: %w", name, err)
			}
			if err := cutShort(drawing, f.file, err); err != nil {
				return nil, err
			}
			panels.Searches = append(panels.Searches, h.Panel(illustrate.Style{Title: answer.Entry.Name}))
		}
		return panels, nil
	}
	bars := figure.Bars{Title: heading, Unit: "states expanded", Note: rules}
	if f.chart == chartTimes {
		bars.Unit, bars.Note = "time, each run once", rules+". Times of single runs are noisy: astrolabe bench takes better ones."
	}
	for _, answer := range answers {
		r := answer.Result
		bar := figure.Bar{Name: answer.Entry.Name, Value: float64(r.Expanded), Text: thousands(r.Expanded)}
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
