package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/astrolabe-search/astrolabe/gridsearch"
)

// Names of our engines as programs.
var (
	autoName      = gridsearch.EngineAuto.String()
	bucketName    = gridsearch.EngineBucketAStar.String()
	canonicalName = gridsearch.EngineCanonicalAStar.String()
)

// firstUS and secondUS return a program's mean time a query in microseconds, in
// the first pass and in the second.
func (l lap) firstUS(program string) float64 { return meanUS(l.by[program].first, l.by[program]) }

func (l lap) secondUS(program string) float64 { return meanUS(l.by[program].second, l.by[program]) }

func meanUS(spent time.Duration, t timing) float64 { return microseconds(spent) / float64(t.queries) }

// nsPerExpansion returns an engine's time by the states that it expanded.
func (l lap) nsPerExpansion(engine string) float64 {
	return float64(l.by[engine].second) / float64(l.by[engine].expanded)
}

// jpsByAuto tells how many times as fast auto is as the prototype that jumps.
func (l lap) jpsByAuto() float64 { return l.secondUS(prototypeJPS) / l.secondUS(autoName) }

// betterByAuto tells how many times as fast auto is as the faster prototype.
func (l lap) betterByAuto() float64 {
	return min(l.firstUS(prototypeAStar), l.secondUS(prototypeJPS)) / l.secondUS(autoName)
}

// aStarByBucket tells how many times as fast bucket A* is as the prototype,
// both in their first pass, as the prototype has no other.
func (l lap) aStarByBucket() float64 { return l.firstUS(prototypeAStar) / l.firstUS(bucketName) }

// autoByBest tells how many times as long auto takes as the fastest engine that
// can be named.
func (l lap) autoByBest() float64 {
	best := math.Inf(1)
	for _, engine := range ownEngines[1:] {
		best = min(best, l.secondUS(engine.String()))
	}
	return l.secondUS(autoName) / best
}

// A lapColumn is a column of the table of laps: a number, or else a text.
type lapColumn struct {
	head   string
	number func(lap) float64
	format string
	ratio  bool // has its mean, least and greatest below
	text   func(lap) string
}

func lapColumns() []lapColumn {
	times := func(head string, of func(lap, string) float64, program string) lapColumn {
		return lapColumn{head: head, format: "%.1f", number: func(l lap) float64 { return of(l, program) }}
	}
	columns := []lapColumn{
		times("A* 1st", lap.firstUS, prototypeAStar),
		times("bucket 1st", lap.firstUS, bucketName),
		times("JPS", lap.secondUS, prototypeJPS),
	}
	for _, engine := range ownEngines {
		columns = append(columns, times(engine.String(), lap.secondUS, engine.String()))
	}
	return append(columns,
		times("bucket ns", lap.nsPerExpansion, bucketName),
		times("canonical ns", lap.nsPerExpansion, canonicalName),
		lapColumn{head: "auto chose", text: func(l lap) string { return l.by[autoName].engine }},
		lapColumn{head: "JPS/auto", format: "%.2f", ratio: true, number: lap.jpsByAuto},
		lapColumn{head: "better/auto", format: "%.2f", ratio: true, number: lap.betterByAuto},
		lapColumn{head: "A*/bucket", format: "%.2f", ratio: true, number: lap.aStarByBucket},
		lapColumn{head: "auto/best", format: "%.2f", ratio: true, number: lap.autoByBest},
	)
}

const lapLegend = `
µs a query: A*, JPS: the prototypes; 1st: in the pass that meets memory never touched, the only one of the prototype A*;
all else: in the second pass. ns: nanoseconds an expansion. better: the faster prototype; best: our fastest engine but auto
`

// A lapTable is written row by row, so that a long run shows how far it is.
type lapTable struct {
	w       io.Writer
	columns []lapColumn
	widths  []int // of the maps' names, then of the columns
}

// newLapTable makes a table for maps with the names given.
func newLapTable(w io.Writer, names []string) lapTable {
	t := lapTable{w, lapColumns(), []int{utf8.RuneCountInString("geometric mean")}}
	for _, name := range names {
		t.widths[0] = max(t.widths[0], utf8.RuneCountInString(name))
	}
	for _, c := range t.columns {
		width := max(8, utf8.RuneCountInString(c.head))
		if c.text != nil {
			width = max(width, len(canonicalName))
		}
		t.widths = append(t.widths, width)
	}
	return t
}

// line writes a line of the table.
func (t lapTable) line(name string, cell func(lapColumn) string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%-*s", t.widths[0], name)
	for i, c := range t.columns {
		fmt.Fprintf(&b, "  %*s", t.widths[i+1], cell(c))
	}
	_, err := fmt.Fprintln(t.w, strings.TrimRight(b.String(), " "))
	return err
}

func (t lapTable) head() error {
	return t.line("map", func(c lapColumn) string { return c.head })
}

func (t lapTable) row(l lap) error {
	return t.line(l.name, func(c lapColumn) string {
		if c.text != nil {
			return c.text(l)
		}
		return fmt.Sprintf(c.format, c.number(l))
	})
}

// summary writes the mean, the least and the greatest of each ratio, and what
// the heads mean.
func (t lapTable) summary(laps []lap) error {
	for _, line := range []struct {
		name string
		of   func([]float64) float64
	}{
		{"geometric mean", meanRatio},
		{"least", slices.Min[[]float64]},
		{"greatest", slices.Max[[]float64]},
	} {
		err := t.line(line.name, func(c lapColumn) string {
			if !c.ratio {
				return ""
			}
			return fmt.Sprintf(c.format, line.of(ratios(laps, c.number)))
		})
		if err != nil {
			return err
		}
	}
	_, err := io.WriteString(t.w, lapLegend)
	return err
}

// ratios returns a number of every lap.
func ratios(laps []lap, of func(lap) float64) []float64 {
	list := make([]float64, len(laps))
	for i, l := range laps {
		list[i] = of(l)
	}
	return list
}

// meanRatio returns the geometric mean of some numbers, one at least.
func meanRatio(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += math.Log(x)
	}
	return math.Exp(sum / float64(len(list)))
}
