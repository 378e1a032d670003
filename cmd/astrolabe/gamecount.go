package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/astrolabe-search/astrolabe/game"
	"github.com/spf13/cobra"
)

const gameCountLong = `Count counts, move by move, the lines of play from a position ("perft"), the games
among them that are over, and the different positions.

Exit codes: 0 counted; 4 a limit was reached or interrupted: the numbers are
lower bounds; 2 bad input.`

// countOptions are what the flags of game count say.
type countOptions struct {
	depth    int // 0: the game's own
	maxBytes int64
	json     bool
}

func (a *app) gameCountCommand() *cobra.Command {
	o := countOptions{maxBytes: 1 << 30}
	var depth int64
	cmd := &cobra.Command{
		Use:   "count GAME [POSITION] [flags]",
		Short: "Count lines of play and positions (perft)",
		Long:  gameCountLong,
		Example: `  astrolabe game count tic-tac-toe
  astrolabe game count connect-four --depth 6`,
		Args:              takesGame(1, 2),
		ValidArgsFunction: completeGame,
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := parseGame(args[0])
			if err != nil {
				return err
			}
			if o.depth, err = lookAhead(cmd, depth, 0); err != nil {
				return err
			}
			return g.count(cmd.Context(), a, strings.Join(args[1:], ""), o)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.Int64Var(&depth, "depth", 0, "moves to look ahead (default: to the end; connect-four 8, kalah 6)")
	f.Var(&choice[int64]{&o.maxBytes, "1GiB", "SIZE", parseBytes}, "max-bytes", "memory for the positions")
	f.BoolVar(&o.json, "json", false, "print one JSON object a line and nothing else")
	return cmd
}

type plyJSON struct {
	Ply       int   `json:"ply"`
	Lines     int64 `json:"lines"`
	Games     int64 `json:"games"`
	Positions int64 `json:"positions"`
	Classes   int64 `json:"classes"`
}

func (g *gameOf[S, M]) count(ctx context.Context, a *app, text string, o countOptions) error {
	s, err := g.position(text)
	if err != nil {
		return fmt.Errorf("game count: %w", err)
	}
	depth := o.depth
	if depth == 0 {
		depth = g.countDepth
	}
	limits := game.Options[S, M]{MaxBytes: o.maxBytes}
	census, err := game.Perft(ctx, g.game, s, depth, limits)
	if err != nil {
		return fmt.Errorf("game count: %w", err)
	}
	reach, err := game.Positions(ctx, g.game, s, depth, limits)
	if err != nil {
		return fmt.Errorf("game count: %w", err)
	}
	var plies []plyJSON
	for i := range max(len(census.Plies), len(reach.Plies)) {
		p := plyJSON{Ply: i}
		if i < len(census.Plies) {
			p.Lines, p.Games = census.Plies[i].Lines, census.Plies[i].Ended
		}
		if i < len(reach.Plies) {
			p.Positions, p.Classes = reach.Plies[i].Positions, reach.Plies[i].Classes
		}
		plies = append(plies, p)
	}
	reason := census.Reason
	if reason == "" {
		reason = reach.Reason
	}
	if reason != "" {
		a.code = exitLimit
	}
	if o.json {
		for _, p := range plies {
			if err := a.printJSON(p); err != nil {
				return err
			}
		}
		return nil
	}
	var rows [][]string
	add := func(name string, p plyJSON) {
		rows = append(rows, []string{name, thousands(p.Lines), thousands(p.Games), thousands(p.Positions), thousands(p.Classes)})
	}
	var total plyJSON
	for _, p := range plies {
		add(fmt.Sprint(p.Ply), p)
		total.Lines += p.Lines
		total.Games += p.Games
		total.Positions += p.Positions
		total.Classes += p.Classes
	}
	add("all", total)
	a.printTable([]column{
		{title: "moves", right: true},
		{title: "lines of play", right: true},
		{title: "games over", right: true},
		{title: "positions", right: true},
		{title: "unlike", right: true},
	}, rows)
	games := census.Games()
	lines := []line{{"games", fmt.Sprintf("%s: the player to move wins %s, draws %s and loses %s",
		thousands(games.Ended), thousands(games.Wins), thousands(games.Draws), thousands(games.Losses))}}
	if reason != "" {
		lines = append(lines, line{"stopped", reason})
	}
	a.stdout.printf("\n")
	a.printLines(lines)
	return nil
}
