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
		source, err := openTrace(r)
		if err == nil {
			var story *explain.Story
			if story, err = explain.Cell(source, cell, step); err == nil {
				return story, nil
			}
		}
		return nil, fmt.Errorf("%s: %w", name, err)
	})
	if err != nil {
		return err
	}
	if json {
		return a.printJSON(storyJSONOf(story))
	}
	costs := story.Costs()
	lines := []line{{"cell", story.Cell.String()}, {"fate", a.paint.bold(story.Fate.String()) + ": " + story.Why}}
	if story.OnPath {
		lines = append(lines, line{"path", "it is on the path"})
	}
	if costs.Map().Open(story.Cell) {
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
		for _, m := range side.Moments {
			by := "–"
			if m.HasParent {
				by = m.Parent.String()
			}
			rows = append(rows, []string{thousands(m.Step), m.Kind.String(), by, costs.Format(m.G), costs.Format(m.H), costs.Format(m.F)})
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

type momentJSON struct {
	Step   int64       `json:"step"`
	Event  string      `json:"event"`
	Side   string      `json:"side"`
	Parent *[2]int32   `json:"parent"`
	G      *lengthJSON `json:"g"`
	H      *lengthJSON `json:"h"`
	F      *lengthJSON `json:"f"`
}

// storyJSON is what --json prints; a distance is null where there is no way.
type storyJSON struct {
	Cell      [2]int32     `json:"cell"`
	Step      int64        `json:"step"`
	Ended     bool         `json:"ended"`
	Fate      string       `json:"fate"`
	Why       string       `json:"why"`
	OnPath    bool         `json:"on_path"`
	FromStart *lengthJSON  `json:"from_start"`
	ToGoal    *lengthJSON  `json:"to_goal"`
	Estimate  *lengthJSON  `json:"estimate"`
	Moments   []momentJSON `json:"moments"`
}

func storyJSONOf(s *explain.Story) storyJSON {
	distance := func(l root2.Length) *lengthJSON {
		if l == gridsearch.Unreachable {
			return nil
		}
		return lengthOf(s.Costs(), l)
	}
	out := storyJSON{
		Cell: [2]int32{s.Cell.X, s.Cell.Y}, Step: s.Step, Ended: s.Ended, Fate: s.Fate.String(), Why: s.Why, OnPath: s.OnPath,
		FromStart: distance(s.FromStart), ToGoal: distance(s.ToGoal), Estimate: lengthOf(s.Costs(), s.Estimate), Moments: []momentJSON{},
	}
	for _, side := range s.Sides {
		for _, m := range side.Moments {
			moment := momentJSON{
				Step: m.Step, Event: m.Kind.String(), Side: side.Side.String(),
				G: lengthOf(s.Costs(), m.G), H: lengthOf(s.Costs(), m.H), F: lengthOf(s.Costs(), m.F),
			}
			if m.HasParent {
				moment.Parent = &[2]int32{m.Parent.X, m.Parent.Y}
			}
			out.Moments = append(out.Moments, moment)
		}
	}
	return out
}
