package main

import (
	"strings"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/spf13/cobra"
)

const algorithmsLong = `Algorithms lists what --algorithm takes: the name, what the algorithm proves of
its answers and on what condition, and which options it takes. With a NAME it
tells all about that one: title, method, other names and paper.

With --json one object a line is printed, with all of that.`

func (a *app) algorithmsCommand() *cobra.Command {
	var json bool
	cmd := &cobra.Command{
		Use:   "algorithms [NAME] [flags]",
		Short: "List the algorithms and what they guarantee",
		Long:  algorithmsLong,
		Example: `  astrolabe algorithms
  astrolabe algorithms fringe
  astrolabe algorithms --json`,
		Args: takesAtMost(1),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return algorithmWords(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			entries := catalog.Entries()
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
				a.listAlgorithms(entries)
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&json, "json", false, "print one JSON object a line and nothing else")
	return cmd
}

func (a *app) listAlgorithms(entries []*catalog.Entry) {
	rows := make([][]string, len(entries))
	for i, e := range entries {
		rows[i] = []string{a.paint.bold(e.Name), wrap(e.Guarantee, 30), wrap(optionWords(e), 19)}
	}
	a.printTable([]column{{title: "name", narrow: 14}, {title: "guarantee"}, {title: "options", narrow: 11}}, rows)
	a.stdout.printf("\n%s\n", a.paint.faint("astrolabe algorithms NAME tells more about one."))
}

func (a *app) describe(e *catalog.Entry) {
	a.printLines([]line{
		{"name", a.paint.bold(e.Name)},
		{"title", e.Title},
		{"method", e.Summary},
		{"guarantee", e.Guarantee},
		{"options", optionWords(e)},
		{"also called", strings.Join(e.Aliases, ", ")},
		{"paper", e.Paper},
	})
}

func optionWords(e *catalog.Entry) string {
	if options := optionsOf(e); len(options) > 0 {
		return strings.Join(options, " ")
	}
	return "none of its own"
}

type algorithmJSON struct {
	Name      string   `json:"name"`
	Aliases   []string `json:"aliases"`
	Title     string   `json:"title"`
	Summary   string   `json:"summary"`
	Guarantee string   `json:"guarantee"`
	Options   []string `json:"options"`
	Paper     string   `json:"paper"`
}

func (a *app) algorithmsJSON(entries []*catalog.Entry) error {
	for _, e := range entries {
		if err := a.printJSON(algorithmJSON{e.Name, e.Aliases, e.Title, e.Summary, e.Guarantee, optionsOf(e), e.Paper}); err != nil {
			return err
		}
	}
	return nil
}
