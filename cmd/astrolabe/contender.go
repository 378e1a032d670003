package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/search"
	"github.com/spf13/cobra"
)

// contender is an algorithm of a comparison, perhaps with a weight of its own.
type contender struct {
	entry  *catalog.Entry
	weight search.Ratio // the zero value: that of --weight
}

func (c *contender) weighted() bool { return c.weight != (search.Ratio{}) }

// label is what the contender is called, as on the command line.
func (c *contender) label() string {
	if c.weighted() {
		return c.entry.Name + ":" + c.weight.String()
	}
	return c.entry.Name
}

// addContenders gives the command the flag --algorithms. The default is all.
func addContenders(cmd *cobra.Command, contenders *[]contender) {
	var names []string
	for _, entry := range slices.Concat(catalog.Entries(), catalog.Engines()) {
		*contenders = append(*contenders, contender{entry: entry})
		names = append(names, entry.Name)
	}
	cmd.Flags().Var(&choice[[]contender]{contenders, "", "A,B,...", parseContenders}, "algorithms",
		"which to ask; one may have a weight, as weighted-astar:1.2 (default: all)")
	if err := cmd.RegisterFlagCompletionFunc("algorithms", completeList(names)); err != nil {
		panic("astrolabe: " + err.Error())
	}
}

func parseContenders(s string) ([]contender, error) {
	var contenders []contender
	for part := range strings.SplitSeq(s, ",") {
		name, weight, hasWeight := strings.Cut(strings.TrimSpace(part), ":")
		entry, err := catalog.Lookup(name)
		if err != nil {
			return nil, err
		}
		c := contender{entry: entry}
		if hasWeight {
			if !entry.Weight {
				return nil, fmt.Errorf("%s takes no weight; write %s alone", entry.Name, entry.Name)
			}
			if c.weight, err = search.ParseRatio(weight); err != nil {
				return nil, err
			}
		}
		if slices.Contains(contenders, c) {
			return nil, fmt.Errorf("%s is named twice; once is enough", c.label())
		}
		contenders = append(contenders, c)
	}
	return contenders, nil
}

// Times are the best of some repeats after a first run, in which memory had to grow.
// Only what was quick is repeated: an algorithm makes a comparison longer by no more
// than the repeats' times quick.
const (
	repeats = 3
	quick   = 30 * time.Millisecond
)

// timed asks an algorithm, and if it was quick again, for its time only. What counts
// as quick includes getting ready.
func timed(ctx context.Context, ask func() (catalog.Answer, error)) (catalog.Answer, error) {
	begin := time.Now()
	answer, err := ask()
	if err != nil || time.Since(begin) > quick {
		return answer, err
	}
	var times []time.Duration
	for range repeats {
		again, err := ask()
		if err != nil || ctx.Err() != nil {
			return answer, nil // this one was stopped; the answer stands, with its time
		}
		times = append(times, again.Elapsed)
	}
	answer.Elapsed = slices.Min(times)
	return answer, nil
}
