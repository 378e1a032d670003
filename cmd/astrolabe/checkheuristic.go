package main

import (
	"fmt"
	"strings"

	"github.com/astrolabe-search/astrolabe/appraise"
	"github.com/astrolabe-search/astrolabe/figure"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/spf13/cobra"
)

const checkHeuristicLong = `Check-heuristic compares a heuristic's estimates with the exact distances to the
goal, from every cell that can reach it.

The heuristic is admissible if no estimate is above the distance: then A* finds
optimal paths. It is consistent if no step lowers the estimate by more than the
step costs, and the estimate of the goal is 0: then A* expands no cell twice. The
ratio of estimate and distance says how strong it is.

If there is a start, A* is run from it with this heuristic, with zero and with
auto, and the table says how many states each of them expands.

If the heuristic fails, the smallest part of the map on which it fails too comes
last, to paste into a file: G is a goal, S where the estimate is the most too
high, or where the worst step begins. --figure paints the cells whose estimate is
too high, darker the more it is.

Exit codes: 0 admissible and consistent; 1 one of the two fails; 2 bad input; 4
interrupted.`

func (a *app) checkHeuristicCommand() *cobra.Command {
	var flags askFlags
	var asJSON bool
	var drawn figureFlags
	cmd := &cobra.Command{
		Use:   "check-heuristic MAP [flags]",
		Short: "Compare a heuristic with the exact distances",
		Long:  checkHeuristicLong,
		Example: `  astrolabe check-heuristic examples/harbor.txt --heuristic euclidean
  astrolabe check-heuristic examples/rooms.map --to 59,23 --json
  astrolabe check-heuristic examples/harbor.txt --heuristic manhattan --moves 4
  astrolabe check-heuristic examples/harbor.txt --heuristic manhattan || echo "it fails"`,
		Args: takes("MAP"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.distinct(cmd.Name(), []named{{"MAP", args[0]}}, []named{{"--figure", drawn.file}}); err != nil {
				return err
			}
			if err := drawn.check(cmd); err != nil {
				return err
			}
			return a.checkHeuristic(cmd, args[0], &flags, &drawn, asJSON)
		},
	}
	flags.add(cmd)
	drawn.add(cmd, "paint where the estimate is too high: .svg, .pdf or .png")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object and nothing else")
	return cmd
}

func (a *app) checkHeuristic(cmd *cobra.Command, name string, flags *askFlags, drawn *figureFlags, asJSON bool) error {
	file, space, err := a.readSubject(cmd.Context(), name)
	if err != nil {
		return err
	}
	if space != nil {
		return a.checkSpaceHeuristic(cmd, name, space, flags, asJSON)
	}
	start, goal, err := flags.ends(cmd, file)
	if err != nil {
		return err
	}
	metric, err := flags.metric(cmd)
	if err != nil {
		return err
	}
	if goal == nil {
		return noEnd(name, "goal", "to", file.Map)
	}
	for _, end := range []struct {
		what, flag string
		cell       *grid.Cell
	}{{"goal", "to", goal}, {"start", "from", start}} {
		if end.cell == nil {
			continue
		}
		if err := outside(end.what, *end.cell, file.Map); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if !file.Map.Open(*end.cell) {
			return fmt.Errorf("%s: the %s %v is blocked (%q); name an open cell with --%s", name, end.what, *end.cell, file.Map.Symbol(*end.cell), end.flag)
		}
	}
	costs, err := flags.costs(cmd, name, file)
	if err != nil {
		return err
	}
	ctx := cmd.Context()
	verdict, err := appraise.Heuristic(ctx, appraise.Question{Costs: costs, Metric: metric, Start: start, Goal: *goal})
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
		if ctx.Err() != nil {
			return &codedError{exitLimit, err}
		}
		return err
	}
	v := heuristicVerdict{verdict}
	if !asJSON {
		a.printHeuristic(&v)
	} else if err := a.printJSON(v.Document()); err != nil {
		return err
	}
	if drawn.file != "" {
		if err := a.saveFigure(ctx, drawn, v.figure()); err != nil {
			return err
		}
		if !asJSON {
			a.sayWritten(drawn.file)
		}
	}
	return v.failure(name)
}

// figure paints the cells whose estimate is too high.
func (v *heuristicVerdict) figure() figure.Search {
	m, r := v.Question.Costs.Map(), v.Report
	picture := figure.Search{
		Title: fmt.Sprintf("Where %v estimates too much", v.Heuristic.Metric()),
		Note:  "No estimate is too high.",
		Map:   m, From: v.Question.Start, To: &v.Question.Goal, CostsOf: "too high",
	}
	if r.Overestimate != nil {
		picture.Note = fmt.Sprintf("%s of %s: the estimate is too high, by up to %s at %v.", plural(int64(r.Above), "cell"),
			thousands(int64(r.Cells)), v.Question.Costs.Format(r.Overestimate.Excess()), r.Overestimate.Cell)
	}
	for i, excess := range r.Excess {
		if r.Reaches[i] && excess > 0 {
			at := grid.Cell{X: int32(i % m.Width()), Y: int32(i / m.Width())}
			picture.Costs = append(picture.Costs, figure.CellCost{Cell: at, Cost: v.Question.Costs.Float64(excess)})
		}
	}
	return picture
}

// heuristicVerdict is a verdict as the command line shows it.
type heuristicVerdict struct{ *appraise.Verdict }

// failure is an error if the heuristic is not admissible or not consistent.
func (v *heuristicVerdict) failure(name string) error {
	problem := ""
	switch {
	case !v.Report.Admissible():
		problem = "neither admissible nor consistent"
	case !v.Report.Consistent():
		problem = "admissible, but not consistent"
	default:
		return nil
	}
	return &codedError{exitFailed, fmt.Errorf("%s: %v is %s toward %v", name, v.Heuristic.Metric(), problem, v.Question.Goal)}
}

func (a *app) printHeuristic(v *heuristicVerdict) {
	r := v.Report
	rules := fmt.Sprintf("%v; cost %v", v.Question.Costs.Rule(), v.Question.Costs.Model())
	lines := []line{
		{"heuristic", a.paint.bold(v.Heuristic.Metric().String()) + fmt.Sprintf(" toward %v", v.Question.Goal)},
		{"rules", rules},
		{"claimed", claimWords(v.Heuristic.Claim())},
		{"admissible", a.admissibleWords(v)},
		{"consistent", a.consistentWords(v)},
	}
	if r.Ratio != nil {
		lines = append(lines, line{"ratio", fmt.Sprintf("of estimate and distance: mean %.4f, least %.4f, greatest %.4f",
			r.Ratio.Mean, r.Ratio.Least, r.Ratio.Greatest)})
	}
	if v.Question.Start == nil {
		lines = append(lines, line{"expansions", "not counted, since the map names no start; add --from X,Y"})
	}
	a.printLines(lines)
	if v.Question.Start != nil {
		a.stdout.printf("\nA* from %v to %v:\n\n", *v.Question.Start, v.Question.Goal)
		a.printTable([]column{
			{title: "heuristic"},
			{title: "cost", right: true},
			{title: "certificate"},
			{title: "expanded", right: true},
			{title: "reopened", right: true},
			{title: "relative to zero", right: true},
		}, a.searchRows(v))
	}
	if r.Example != nil {
		what := fmt.Sprintf("It fails on this part of the map too, %d×%d cells from %v on", r.Example.Map.Width(), r.Example.Map.Height(), r.Example.Corner)
		if to := r.Example.To; to != (grid.Cell{X: v.Question.Goal.X - r.Example.Corner.X, Y: v.Question.Goal.Y - r.Example.Corner.Y}) {
			what += ", toward a goal of its own"
		}
		a.stdout.printf("\n%s\n\n%s\n", wrap(what+":", a.screen.columns), v.Example)
	}
}

func claimWords(c grid.Claim) string {
	words := "neither"
	switch {
	case c.Consistent:
		words = "admissible and consistent"
	case c.Admissible:
		words = "admissible"
	}
	return words + ": " + c.Reason
}

func (a *app) admissibleWords(v *heuristicVerdict) string {
	r := v.Report
	if r.Admissible() {
		return a.paint.good("yes") + fmt.Sprintf(": no estimate is above the distance (%s that can reach the goal)", plural(int64(r.Cells), "cell"))
	}
	o := r.Overestimate
	return a.paint.bad("no") + fmt.Sprintf(": %s of %s %s above the distance; the worst is that at %v, where %s exceeds the distance %s by %s",
		thousands(int64(r.Above)), plural(int64(r.Cells), "estimate"), agreeing(r.Above, "is", "are"), o.Cell,
		exact(v.Question.Costs, o.Estimate), exact(v.Question.Costs, o.Distance), difference(v.Question.Costs, o.Excess()))
}

func (a *app) consistentWords(v *heuristicVerdict) string {
	r := v.Report
	if r.Consistent() {
		return a.paint.good("yes") + fmt.Sprintf(": no step lowers the estimate by more than it costs (%s)", plural(int64(r.Steps), "step"))
	}
	j := r.Jump
	return a.paint.bad("no") + fmt.Sprintf(": %s of %s %s the estimate by more than the cost; the worst, from %v to %v, costs %s and lowers it from %s to %s, which is %s too much",
		thousands(int64(r.Jumps)), plural(int64(r.Steps), "step"), agreeing(r.Jumps, "lowers", "lower"), j.From, j.To,
		exact(v.Question.Costs, j.Cost), exact(v.Question.Costs, j.Before), exact(v.Question.Costs, j.After), difference(v.Question.Costs, j.Excess()))
}

// agreeing returns the form of a verb that agrees with a number.
func agreeing(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}

// difference prints a difference of costs, one of whose coefficients may be below 0.
func difference(costs *grid.Costs, l root2.Length) string {
	s := costs.Format(l)
	if strings.Contains(s, "√") {
		s += fmt.Sprintf(" ≈ %.4f", costs.Float64(l))
	}
	return s
}

// searchRows makes a row of each search.
func (a *app) searchRows(v *heuristicVerdict) [][]string {
	auto := v.Question.Costs.Heuristic(grid.Auto).Metric()
	var zero int64
	for _, s := range v.Searches {
		if s.Query.Metric == grid.Zero {
			zero = s.Result.Expanded
		}
	}
	var rows [][]string
	for _, s := range v.Searches {
		r := s.Result
		cost, proved := "–", a.paint.fair(r.Status.String())
		if r.Status == search.Found {
			cost, proved = v.Question.Costs.Format(r.Cost), a.certificateWords(r.Certificate, r.Bound, "")
		}
		name := s.Query.Metric.String()
		if s.Query.Metric == auto {
			name += " (auto)"
		}
		rows = append(rows, []string{
			name, cost, proved, thousands(r.Expanded), thousands(r.Reopened),
			fmt.Sprintf("%.3f", float64(r.Expanded)/float64(zero)),
		})
	}
	return rows
}
