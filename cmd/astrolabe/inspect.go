package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/mapfile"
	"github.com/spf13/cobra"
)

const inspectLong = `Inspect tells what is in a map file: its format and size, its cells by kind, its
connected regions under the format's own rules, and what solve takes for granted
where no flag says otherwise.`

func (a *app) inspectCommand() *cobra.Command {
	var json bool
	cmd := &cobra.Command{
		Use:   "inspect MAP [flags]",
		Short: "Tell what is in a map file",
		Long:  inspectLong,
		Example: `  astrolabe inspect examples/swamp.map
  astrolabe inspect examples/rooms.map --json`,
		Args: takes("MAP"),
		RunE: func(cmd *cobra.Command, args []string) error {
			file, space, err := a.readSubject(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			if space != nil {
				return a.inspectSpace(space, json)
			}
			facts := inspect(file)
			if json {
				return a.printJSON(facts)
			}
			a.printFacts(facts)
			return nil
		},
	}
	cmd.Flags().BoolVar(&json, "json", false, "print one JSON object and nothing else")
	return cmd
}

// facts is what inspect tells; its JSON form is what --json prints.
type facts struct {
	Format     string      `json:"format"`
	Width      int         `json:"width"`
	Height     int         `json:"height"`
	Cells      int64       `json:"cells"`
	Open       int64       `json:"open"`
	Kinds      []kindFacts `json:"kinds"`
	Regions    int         `json:"regions"`
	Largest    int         `json:"largest_region"`
	Moves      int         `json:"moves"`
	CutCorners string      `json:"cut_corners"`
	Cost       string      `json:"cost"`
	Start      *[2]int32   `json:"start"`
	Goal       *[2]int32   `json:"goal"`
	Note       string      `json:"note,omitempty"`

	rule grid.Rule
}

type kindFacts struct {
	Symbol  string `json:"symbol"`
	Blocked bool   `json:"blocked"`
	Weight  string `json:"weight,omitempty"` // the least and the greatest, where they differ
	Count   int64  `json:"count"`
}

// movingaiNote says how the benchmarks' swamp and water are read.
const movingaiNote = "S (swamp) counts as open and W (water) as blocked; the benchmarks let each be entered from some cells only"

func inspect(file *mapfile.File) facts {
	m := file.Map
	_, sizes := m.Regions(file.Rule)
	f := facts{
		Format: file.Format.String(), Width: m.Width(), Height: m.Height(),
		Cells: int64(m.Width()) * int64(m.Height()), Open: int64(m.OpenCount()),
		Kinds: kindsOf(m), Regions: len(sizes),
		Moves: 8, CutCorners: file.Rule.Corners.String(), Cost: file.Model.String(),
		Start: pair(file.Start), Goal: pair(file.Goal), rule: file.Rule,
	}
	for _, size := range sizes {
		f.Largest = max(f.Largest, size)
	}
	if file.Rule.Moves == grid.Moves4 {
		f.Moves = 4
	}
	if file.Format == mapfile.MovingAI {
		for _, k := range f.Kinds {
			if k.Count > 0 && (k.Symbol == "S" || k.Symbol == "W") {
				f.Note = movingaiNote
			}
		}
	}
	return f
}

// kindsOf counts the cells of each kind that occurs.
func kindsOf(m *grid.Map) []kindFacts {
	kinds := m.Kinds()
	count := make([]int64, len(kinds))
	least, most := make([]grid.Weight, len(kinds)), make([]grid.Weight, len(kinds))
	for y := range int32(m.Height()) {
		for x := range int32(m.Width()) {
			c := grid.Cell{X: x, Y: y}
			k, w := m.Kind(c), m.Weight(c)
			if count[k] == 0 {
				least[k], most[k] = w, w
			}
			if w.Compare(least[k]) < 0 {
				least[k] = w
			}
			if w.Compare(most[k]) > 0 {
				most[k] = w
			}
			count[k]++
		}
	}
	var list []kindFacts
	for i, k := range kinds {
		if count[i] == 0 {
			continue
		}
		f := kindFacts{Symbol: string(k.Symbol), Blocked: k.Blocked, Count: count[i]}
		if !k.Blocked {
			f.Weight = least[i].String()
			if most[i] != least[i] {
				f.Weight += " to " + most[i].String()
			}
		}
		list = append(list, f)
	}
	return list
}

func pair(c *grid.Cell) *[2]int32 {
	if c == nil {
		return nil
	}
	return &[2]int32{c.X, c.Y}
}

func (a *app) printFacts(f facts) {
	lines := []line{
		{"format", f.Format},
		{"size", fmt.Sprintf("%d×%d (%s)", f.Width, f.Height, plural(f.Cells, "cell"))},
		{"open", fmt.Sprintf("%s (%s)", plural(f.Open, "cell"), share(f.Open, f.Cells))},
		{"regions", fmt.Sprintf("%d, the largest of %s", f.Regions, plural(int64(f.Largest), "cell"))},
		{"rules", fmt.Sprintf("%v; cost %s", f.rule, f.Cost)},
		{"start", cellWords(f.Start, "--from")},
		{"goal", cellWords(f.Goal, "--to")},
	}
	if f.Note != "" {
		lines = append(lines, line{"note", f.Note})
	}
	a.printLines(lines)
	a.stdout.printf("\n")
	rows := make([][]string, len(f.Kinds))
	for i, k := range f.Kinds {
		weight := "weight " + k.Weight
		if k.Blocked {
			weight = "blocked"
		}
		rows[i] = []string{strconv.QuoteRune([]rune(k.Symbol)[0]), weight, thousands(k.Count), share(k.Count, f.Cells)}
	}
	a.printTable([]column{{title: "symbol"}, {title: "is"}, {title: "cells", right: true}, {title: "share", right: true}}, rows)
}

func share(n, of int64) string {
	return strings.TrimSuffix(fmt.Sprintf("%.1f", 100*float64(n)/float64(of)), ".0") + "%"
}

func cellWords(c *[2]int32, flag string) string {
	if c == nil {
		return "none; solve needs " + flag
	}
	return fmt.Sprintf("%d,%d", c[0], c[1])
}
