package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/astrolabe-search/astrolabe/explain"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/spf13/cobra"
)

const explainLong = `Explain tells the story of one cell in a trace that solve --trace recorded: when
it was generated and by whom, how it was improved, when it was expanded, or why
it never was, with its exact distances. TRACE is a file, or - for standard input.`

func (a *app) explainCommand() *cobra.Command {
	var cell grid.Cell
	var step int64
	var json bool
	cmd := &cobra.Command{
		Use:   "explain TRACE --cell X,Y [flags]",
		Short: "Tell what a search did with a cell, and why",
		Long:  explainLong,
		Example: `  astrolabe solve examples/harbor.txt --trace run.trace
  astrolabe explain run.trace --cell 12,9
  astrolabe explain run.trace --cell 12,9 --step 300 --json`,
		Args: takes("TRACE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !cmd.Flags().Changed("cell") {
				return errors.New("explain: no cell given; add --cell X,Y")
			}
			until := int64(-1)
			if cmd.Flags().Changed("step") {
				if step < 0 {
					return fmt.Errorf("explain: --step %d: want the number of expansions, from 0", step)
				}
				until = step
			}
			return a.explain(cmd.Context(), args[0], cell, until, json)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.Var(&choice[grid.Cell]{&cell, "", "X,Y", parseCell}, "cell", "the cell to tell of")
	f.Int64Var(&step, "step", 0, "tell what was known after N expansions, `N` (default: at the end)")
	f.BoolVar(&json, "json", false, "print one JSON object and nothing else")
	return cmd
}

func (a *app) explain(ctx context.Context, name string, cell grid.Cell, step int64, json bool) error {
	story, err := read(ctx, a, name, func(r io.Reader, name string) (*explain.Story, error) {
		source, err := openTrace(r, name)
		if err != nil {
			return nil, err
		}
		story, err := explain.Cell(ctx, source, cell, step)
		if err == nil {
			err = readRest(source)
		}
		if err != nil {
			return nil, traceError(name, err)
		}
		if story.Ended && step > story.Step {
			return nil, fmt.Errorf("%s: --step %s: the search has %s; want a step from 0 to %s", name, thousands(step), plural(story.Step, "expansion"), thousands(story.Step))
		}
		return story, nil
	})
	if err != nil {
		return err
	}
	if json {
		return a.printJSON(story.Document())
	}
	costs := story.Costs()
	lines := []line{{"cell", story.Cell.String()}, {"fate", a.paint.bold(story.Fate.String()) + ": " + story.Why}}
	if story.OnPath {
		lines = append(lines, line{"path", "it is on the path"})
	}
	if story.Measured && costs.Map().Open(story.Cell) {
		distance := func(l root2.Length) string {
			if l == gridsearch.Unreachable {
				return "unreachable"
			}
			return exact(costs, l)
		}
		lines = append(lines,
			line{"from start", distance(story.FromStart)},
			line{"to goal", distance(story.ToGoal) + "; estimated " + exact(costs, story.Estimate)})
	}
	if !story.Ended {
		lines = append(lines, line{"told until", fmt.Sprintf("step %s", thousands(story.Step))})
	}
	a.printLines(lines)
	for _, side := range story.Sides {
		a.stdout.printf("\n")
		if len(story.Sides) > 1 || side.Side == search.Backward {
			a.stdout.printf("%s\n", a.paint.bold(side.Side.String()))
		}
		var rows [][]string
		for i, m := range side.Moments {
			if i == len(side.Moments)/2 && side.LeftOut > 0 {
				rows = append(rows, []string{"…", plural(side.LeftOut, "event") + " left out"})
			}
			by := "–"
			if m.HasParent {
				by = m.Parent.String()
			}
			rows = append(rows, []string{thousands(m.Step), m.Kind.String(), by, story.Format(m.G), story.Format(m.H), story.Format(m.F)})
		}
		a.printTable([]column{
			{title: "step", right: true},
			{title: "event"},
			{title: "by"},
			{title: "g", right: true},
			{title: "h", right: true},
			{title: "f", right: true},
		}, rows)
	}
	return nil
}
