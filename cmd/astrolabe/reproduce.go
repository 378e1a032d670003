package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/astrolabe-search/astrolabe/reproduce"
	"github.com/spf13/cobra"
)

const reproduceLong = `Reproduce runs the experiments of the source articles again and prints every
published figure beside what comes out here. With --out it writes the articles'
pictures too, light and dark, with a page that shows them (all: a folder each).

Exit codes: 0 all figures agree; 1 one differs; 4 interrupted.`

func (a *app) reproduceCommand() *cobra.Command {
	var json bool
	var out string
	var articles []string
	for _, article := range reproduce.Articles() {
		articles = append(articles, article.Name)
	}
	cmd := &cobra.Command{
		Use:   "reproduce [ARTICLE|all] [flags]",
		Short: "Run the source articles again and check their figures",
		Long:  reproduceLong,
		Example: `  astrolabe reproduce terrain
  astrolabe reproduce notebook --out notebook
  astrolabe reproduce all`,
		Args: takesAtMost(1),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return append(articles, "all"), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			chosen := reproduce.Articles()
			if len(args) > 0 && args[0] != "all" {
				article, err := reproduce.Lookup(args[0])
				if err != nil {
					return fmt.Errorf("reproduce: %w", err)
				}
				chosen = []reproduce.Article{article}
			}
			return a.reproduce(cmd.Context(), chosen, out, json)
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "write the pictures and a page to this folder, `DIR`")
	cmd.Flags().BoolVar(&json, "json", false, "print one JSON object a line and nothing else")
	return cmd
}

type factJSON struct {
	Article   string `json:"article"`
	Name      string `json:"name"`
	Published string `json:"published"`
	Ours      string `json:"ours"`
	OK        bool   `json:"ok"`
}

func (a *app) reproduce(ctx context.Context, articles []reproduce.Article, out string, json bool) error {
	differing, total := 0, 0
	for i, article := range articles {
		facts, err := article.Run(ctx)
		if err != nil {
			if ctx.Err() != nil {
				err = &codedError{exitLimit, err}
			}
			return err
		}
		var rows [][]string
		for _, f := range facts {
			total++
			verdict := a.paint.good("ok")
			if !f.OK() {
				differing++
				verdict = a.paint.bad("differs")
			}
			rows = append(rows, []string{f.Name, f.Published, f.Ours, verdict})
			if !json {
				continue
			}
			if err := a.printJSON(factJSON{article.Name, f.Name, f.Published, f.Ours, f.OK()}); err != nil {
				return err
			}
		}
		var files []string
		if out != "" {
			dir := out
			if len(articles) > 1 {
				dir = filepath.Join(out, article.Name)
			}
			if files, err = reproduce.WriteGallery(ctx, dir, article, facts); err != nil {
				return err
			}
			for i := range files {
				files[i] = filepath.Join(dir, files[i])
			}
		}
		if json {
			continue
		}
		if i > 0 {
			a.stdout.printf("\n")
		}
		a.stdout.printf("%s\n", a.paint.bold(article.Title))
		a.printTable([]column{{title: "figure", narrow: 40}, {title: "published", narrow: 15}, {title: "ours", narrow: 15}, {title: ""}}, rows)
		if article.Name == "notebook" {
			if err := a.printEfforts(ctx, facts); err != nil {
				return err
			}
		}
		if len(files) > 0 {
			a.stdout.printf("\nwrote %s and %s\n", plural(int64(len(files)-1), "picture"), files[len(files)-1])
		}
	}
	switch {
	case total == 0:
		return &codedError{exitFailed, errors.New("reproduce: no figure was checked")}
	case differing > 0:
		return &codedError{exitFailed, fmt.Errorf("reproduce: %d of %d figures differ from what was published", differing, total)}
	}
	return nil
}

// printEfforts shows how few nodes better searches need for the notebook's games.
func (a *app) printEfforts(ctx context.Context, facts []reproduce.Fact) error {
	efforts, err := reproduce.NotebookEfforts(ctx)
	if err != nil {
		return err
	}
	ours := map[string]string{}
	for _, f := range facts {
		ours[f.Name] = f.Ours
	}
	var rows [][]string
	for _, depth := range []int{2, 9} {
		fact := func(what string) string { return ours[fmt.Sprintf("d%d_%s", depth, what)] }
		rows = append(rows, []string{fmt.Sprint(depth), "minimax", fact("wins"), fact("losses"), fact("nodes")})
		for _, e := range efforts {
			if e.Depth == depth {
				rows = append(rows, []string{"", e.Search, thousands(int64(e.Wins)), thousands(int64(e.Losses)), thousands(e.Nodes)})
			}
		}
	}
	a.stdout.printf("\nThe same 400 games, by searches that look at less:\n\n")
	a.printTable([]column{
		{title: "depth", right: true}, {title: "search"}, {title: "wins", right: true}, {title: "losses", right: true}, {title: "nodes", right: true},
	}, rows)
	return nil
}
