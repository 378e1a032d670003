package figure

import (
	"fmt"
	"slices"
	"strings"
)

// ECDF is a chart of empirical distributions: for each value, the share of the
// sample that is at most as large. It is the picture for times and counts of
// many queries.
type ECDF struct {
	Title   string // the heading; without one there is none
	Desc    string // for those who cannot see it; made from the numbers if empty
	Note    string // small print below
	X       Axis
	Samples []Sample
}

// Sample is a set of values in any order.
type Sample struct {
	Name   string
	Values []float64 // within ±[MaxNumber]
}

// Draw implements [Figure]. Limits and errors are those of [Plot].
func (e ECDF) Draw() (Drawing, error) {
	plot := Plot{
		Title: e.Title, Desc: orElse(e.Desc, e.describe()), Note: e.Note,
		X: e.X, Y: Axis{Label: "share at or below", Percent: true},
	}
	total := 0
	for _, s := range e.Samples {
		total += len(s.Values)
	}
	if total > MaxPoints/2 {
		return Drawing{}, fmt.Errorf("%w: %s values; the samples have at most %s", ErrFigure, thousands(total), thousands(MaxPoints/2))
	}
	last := 0.0
	for i, s := range e.Samples {
		for j, v := range s.Values {
			if err := e.X.checkValue(v, fmt.Sprintf("sample %d (%q): value %d", i, s.Name, j)); err != nil {
				return Drawing{}, err
			}
			last = max(last, v)
		}
	}
	for _, s := range e.Samples {
		plot.Series = append(plot.Series, Series{Name: s.Name, Mark: Stairs, Points: distribution(s.Values, last)})
	}
	return plot.Draw()
}

// distribution returns the corners of the steps: the share from each value on.
// The last goes on to the right until last, where the chart ends.
func distribution(values []float64, last float64) []Point {
	sorted := slices.Sorted(slices.Values(values))
	var points []Point
	for i, v := range sorted {
		if i == 0 {
			points = append(points, Point{v, 0})
		}
		if i < len(sorted)-1 && sorted[i+1] == v {
			continue
		}
		points = append(points, Point{v, float64(i+1) / float64(len(sorted))})
	}
	if n := len(points); n > 0 && points[n-1].X < last {
		points = append(points, Point{last, 1})
	}
	return points
}

func (e ECDF) describe() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Distributions of %s.", orElse(e.X.Label, "values"))
	for i, s := range e.Samples {
		fmt.Fprintf(&b, " %s: %s", orElse(s.Name, fmt.Sprintf("sample %d", i+1)), plural(len(s.Values), "value"))
		if sorted := slices.Sorted(slices.Values(s.Values)); len(sorted) > 0 {
			fmt.Fprintf(&b, ", least %s, median %s, most %s", short(sorted[0]), short(sorted[(len(sorted)-1)/2]), short(sorted[len(sorted)-1]))
		}
		b.WriteString(".")
	}
	return b.String()
}
