package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/jedib0t/go-pretty/v6/text"
)

// line is a label and what belongs to it.
type line struct{ label, value string }

// layout sets labels in one column and wraps what belongs to them beside it, to
// the screen's width.
func (a *app) layout(lines []line) []string {
	column := 0
	for _, l := range lines {
		column = max(column, len(l.label)+2)
	}
	width := max(a.screen.columns-column, 20)
	var rows []string
	for _, l := range lines {
		margin := a.paint.faint(l.label) + strings.Repeat(" ", column-len(l.label))
		for part := range strings.SplitSeq(wrap(l.value, width), "\n") {
			rows = append(rows, margin+part)
			margin = strings.Repeat(" ", column)
		}
	}
	return rows
}

func (a *app) printLines(lines []line) {
	for _, row := range a.layout(lines) {
		a.stdout.printf("%s\n", row)
	}
}

// wrap breaks a text between words into lines of at most a width, where it can.
func wrap(s string, width int) string {
	var b strings.Builder
	at := 0
	for _, word := range strings.Split(s, " ") {
		w := text.StringWidthWithoutEscSequences(word)
		switch {
		case b.Len() == 0:
		case at+1+w > width:
			b.WriteByte('\n')
			at = 0
		default:
			b.WriteByte(' ')
			at++
		}
		b.WriteString(word)
		at += w
	}
	return b.String()
}

// plural returns a count with its noun: "1 step", "2 steps".
func plural(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return thousands(n) + " " + noun + "s"
}

// thousands prints a number in groups of three digits.
func thousands(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// bound prints the lower bound of an answer as exact does a cost.
func bound(answer *catalog.Answer) string {
	b := answer.LowerBound()
	switch text := b.Text; {
	case !strings.Contains(text, "√"):
		return text
	case b.Straight[0] == '-' || b.Diagonal[0] == '-':
		return fmt.Sprintf("≈ %.4f", math.Floor(b.Value*1e4)/1e4)
	default:
		return fmt.Sprintf("%s ≈ %.4f", text, math.Floor(b.Value*1e4)/1e4)
	}
}

// exact prints a cost exactly and, unless that is a plain number already, as a
// decimal. An estimate that is no sum of steps (a Euclidean one, say) has two large
// coefficients that nearly cancel, and tells more as a decimal.
func exact(costs *grid.Costs, l root2.Length) string {
	s := costs.Format(l)
	if !strings.Contains(s, "√") {
		return s
	}
	if a, b := l.Coefficients(); a < 0 || b < 0 {
		return fmt.Sprintf("≈ %.4f", math.Floor(costs.Float64(l)*1e4)/1e4)
	}
	return fmt.Sprintf("%s ≈ %.4f", s, costs.Float64(l))
}

// short prints a duration with three significant digits, or in seconds.
func short(d time.Duration) string {
	for unit := time.Duration(1); unit < time.Second; unit *= 10 {
		if d < 1000*unit {
			return d.Round(unit).String()
		}
	}
	return d.Round(time.Second).String()
}
