package main

import (
	"slices"
	"strings"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/spf13/cobra"
)

const algorithmsLong = `Algorithms lists what --algorithm takes: the name, what the algorithm proves of
its answers and on what condition, and which options it takes. A second table has
the fast grid engines, which take no options but limits. With a NAME it tells
all about that one: title, method, other names and paper.

With --json one object a line is printed, with all of that.`

func (a *app) algorithmsCommand() *cobra.Command {
	var json bool
	cmd := &cobra.Command{
		Use:   "algorithms [NAME] [flags]",
		Short: "List the algorithms and what they guarantee",
		Long:  algorithmsLong,
		Example: `  astrolabe algorithms
  astrolabe algorithms fringe
  astrolabe algorithms jump-point
  astrolabe algorithms --json`,
		Args: takesAtMost(1),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return algorithmWords(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			entries := slices.Concat(catalog.Entries(), catalog.Engines())
			if len(args) > 0 {
				entry, err := lookup("algorithms", args[0])
				if err != nil {
					return err
				}
				entries = []*catalog.Entry{entry}
			}
			switch {
			case json:
				return a.algorithmsJSON(entries)
			case len(args) > 0:
				a.describe(entries[0])
			default:
				a.listAlgorithms()
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&json, "json", false, "print one JSON object a line and nothing else")
	return cmd
}

func (a *app) listAlgorithms() {
	var rows [][]string
	for _, e := range catalog.Entries() {
		rows = append(rows, []string{a.paint.bold(e.Name), wrap(e.Guarantee, 30), wrap(optionWords(e), 19)})
	}
	a.printTable([]column{{title: "name", narrow: 14}, {title: "guarantee"}, {title: "options", narrow: 11}}, rows)

	rows = nil
	for _, e := range catalog.Engines() {
		rows = append(rows, []string{a.paint.bold(e.Name), wrap(e.Guarantee, 28), wrap(e.Summary, 32)})
	}
	a.stdout.printf("\n")
	a.printTable([]column{{title: "fast grid engine", narrow: 10}, {title: "guarantee"}, {title: "method"}}, rows)
	a.stdout.printf("\n%s\n", a.paint.faint("astrolabe algorithms NAME tells more about one."))
}

func (a *app) describe(e *catalog.Entry) {
	a.printLines([]line{
		{"name", a.paint.bold(e.Name)},
		{"kind", kindWords(e)},
		{"title", e.Title},
		{"method", e.Summary},
		{"guarantee", e.Guarantee},
		{"options", optionWords(e)},
		{"also called", strings.Join(e.Aliases, ", ")},
		{"paper", e.Paper},
	})
}

func kindWords(e *catalog.Entry) string {
	if e.Fast() {
		return "fast grid engine"
	}
	return "search"
}

// kindOf is "search" for what can be stepped and watched, or "engine".
func kindOf(e *catalog.Entry) string {
	if e.Fast() {
		return "engine"
	}
	return "search"
}

func optionWords(e *catalog.Entry) string {
	if options := optionsOf(e); len(options) > 0 {
		return strings.Join(options, " ")
	}
	return "none of its own"
}

type algorithmJSON struct {
	Name      string   `json:"name"`
	Kind      string   `json:"kind"`
	Aliases   []string `json:"aliases"`
	Title     string   `json:"title"`
	Summary   string   `json:"summary"`
	Guarantee string   `json:"guarantee"`
	Options   []string `json:"options"`
	Paper     string   `json:"paper"`
}

func (a *app) algorithmsJSON(entries []*catalog.Entry) error {
	for _, e := range entries {
		if err := a.printJSON(algorithmJSON{e.Name, kindOf(e), e.Aliases, e.Title, e.Summary, e.Guarantee, optionsOf(e), e.Paper}); err != nil {
			return err
		}
	}
	return nil
}
