package main

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"
)

// ratioHeads are the heads of the columns of ratios.
func ratioHeads() string {
	var heads string
	for _, engine := range baselines {
		heads += "× " + engine + "\t"
	}
	return heads
}

// baseline returns the score of an engine under the rules of another score.
func baseline(scores []score, of score, engine string) (score, bool) {
	i := slices.IndexFunc(scores, func(s score) bool {
		return s.contestant.engine == engine && s.contestant.rules == of.contestant.rules
	})
	if i < 0 {
		return score{}, false
	}
	return scores[i], true
}

func microseconds(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }

// printCourse writes the scores on one map, and notes.
func printCourse(w io.Writer, c course, scores []score, notes []string) error {
	fmt.Fprintf(w, "\n%s, %d×%d, %d open cells\n", c.name, c.m.Width(), c.m.Height(), c.m.OpenCount())
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "rules\tpeer\tqueries\tµs/query\t%sprepare ms\twrong\t\n", ratioHeads())
	for _, s := range scores {
		fmt.Fprintf(t, "%s\t%s\t%d\t%.1f\t", s.contestant.rules.label, s.contestant.name, s.queries, microseconds(s.perQuery()))
		for _, engine := range baselines {
			if base, ok := baseline(scores, s, engine); ok {
				fmt.Fprintf(t, "%.2f\t", s.ratio(base))
			} else {
				fmt.Fprint(t, "–\t")
			}
		}
		fmt.Fprintf(t, "%.1f\t%d\t\n", float64(s.prepare)/float64(time.Millisecond), s.wrong)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, note := range notes {
		if _, err := fmt.Fprintln(w, note); err != nil {
			return err
		}
	}
	return nil
}

// printMeans writes each contestant's geometric means over the maps that it
// took part in.
func printMeans(w io.Writer, contestants []contestant, all [][]score) error {
	fmt.Fprintf(w, "\ngeometric means\n")
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "rules\tpeer\tmaps\tµs/query\t%swrong\t\n", ratioHeads())
	for _, c := range contestants {
		var times []float64
		ratios := make([][]float64, len(baselines))
		wrong := 0
		for _, scores := range all {
			i := slices.IndexFunc(scores, func(s score) bool { return s.contestant.name == c.name })
			if i < 0 {
				continue
			}
			times = append(times, microseconds(scores[i].perQuery()))
			wrong += scores[i].wrong
			for k, engine := range baselines {
				if base, ok := baseline(scores, scores[i], engine); ok {
					ratios[k] = append(ratios[k], scores[i].ratio(base))
				}
			}
		}
		fmt.Fprintf(t, "%s\t%s\t%d\t%s\t", c.rules.label, c.name, len(times), geometricMean(times, "%.1f"))
		for _, list := range ratios {
			fmt.Fprintf(t, "%s\t", geometricMean(list, "%.2f"))
		}
		fmt.Fprintf(t, "%d\t\n", wrong)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n×: a query takes so many times as long as with that engine of Astrolabe under the same rules\n")
	return err
}

// geometricMean formats the geometric mean of numbers, a dash if there are
// none.
func geometricMean(list []float64, format string) string {
	if len(list) == 0 {
		return "–"
	}
	return fmt.Sprintf(format, meanRatio(list))
}
