package main

import (
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// column is a column of a table.
type column struct {
	title  string
	right  bool // numbers, aligned to the right
	narrow int  // the width to wrap at where the table is too wide, if > 0
	least  int  // the width at least, for tables whose rows are not known yet
}

// printTable prints rows under titles, with blanks between the columns and no
// frame. On a terminal that is too narrow for that, columns are wrapped.
func (a *app) printTable(columns []column, rows [][]string) {
	rendered := a.render(columns, rows, true, false)
	if a.tooWide(rendered) {
		rendered = a.render(columns, rows, true, true)
	}
	a.printRendered(rendered)
}

func (a *app) tooWide(rendered string) bool {
	return a.screen.terminal && text.LongestLineLen(rendered) > a.screen.columns
}

func (a *app) printRendered(rendered string) {
	for l := range strings.SplitSeq(rendered, "\n") {
		a.stdout.printf("%s\n", strings.TrimRight(l, " "))
	}
}

// growingTable is a table that is printed in parts, as its rows come to be known. Its
// columns are as wide as they say they will be.
type growingTable struct {
	*app
	columns       []column
	begun, narrow bool
}

// add prints more rows, the first time under the titles.
func (t *growingTable) add(rows [][]string) {
	first := !t.begun
	rendered := t.render(t.columns, rows, first, t.narrow)
	if first && t.tooWide(rendered) {
		t.narrow = true
		rendered = t.render(t.columns, rows, first, true)
	}
	t.begun = true
	t.printRendered(rendered)
}

func (a *app) render(columns []column, rows [][]string, titles, narrow bool) string {
	t := table.NewWriter()
	style := table.Style{Box: table.BoxStyle{MiddleVertical: "  "}}
	if narrow {
		style.Box.MiddleVertical = " "
	}
	style.Options.SeparateColumns = true
	t.SetStyle(style)
	header := make(table.Row, len(columns))
	configs := make([]table.ColumnConfig, len(columns))
	for i, c := range columns {
		least := max(c.least, text.StringWidthWithoutEscSequences(c.title))
		if narrow && c.narrow > 0 {
			least = min(least, c.narrow)
		}
		header[i] = a.paint.faint(c.title)
		configs[i] = table.ColumnConfig{Number: i + 1}
		if c.least > 0 {
			configs[i].WidthMin = least
		}
		if c.right {
			configs[i].Align, configs[i].AlignHeader = text.AlignRight, text.AlignRight
		}
		if narrow && c.narrow > 0 {
			configs[i].WidthMax, configs[i].WidthMaxEnforcer = c.narrow, wrapName
		}
	}
	if titles {
		t.AppendHeader(header)
	}
	t.SetColumnConfigs(configs)
	for _, row := range rows {
		cells := make(table.Row, len(row))
		for i, cell := range row {
			cells[i] = cell
		}
		t.AppendRow(cells)
	}
	return t.Render()
}

// wrapName is wrap, and breaks names such as branch-and-bound after a hyphen.
func wrapName(s string, width int) string {
	if strings.Contains(s, "--") {
		return wrap(s, width)
	}
	return strings.ReplaceAll(wrap(strings.ReplaceAll(s, "-", "- "), width), "- ", "-")
}
