package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/mapfile"
	"github.com/astrolabe-search/astrolabe/mapgen"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

const generateLong = `Generate makes a map from a seed; the same options make the same map on every
machine. The kinds are:

%s
Start and goal are the first and the last cell of the largest connected region,
for formats that hold them. Without --out the map goes to standard output.`

// mapFlags are the flags of generate.
type mapFlags struct {
	size    [2]int
	options mapgen.Options
	out     string
	format  mapfile.Format
}

func (a *app) generateCommand() *cobra.Command {
	g := mapFlags{format: mapfile.Native}
	var table strings.Builder
	for _, kind := range mapgen.Kinds() {
		fmt.Fprintf(&table, "  %-8s%s\n", kind.Name, kind.Description)
	}
	cmd := &cobra.Command{
		Use:   "generate KIND [flags]",
		Short: "Make a map from a seed",
		Long:  fmt.Sprintf(generateLong, table.String()),
		Example: `  astrolabe generate maze --size 41x21 --seed 7
  astrolabe generate walls --size 48x28 --seed 11
  astrolabe generate random --density 0.3 --out random.map --format movingai
  astrolabe generate rooms | astrolabe solve -`,
		Args: takes("KIND"),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var words []string
			for _, kind := range mapgen.Kinds() {
				words = append(words, kind.Name+"\t"+kind.Description)
			}
			if len(args) > 0 {
				words = nil
			}
			return words, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkKind(cmd, args[0]); err != nil {
				return err
			}
			return a.generate(cmd.Context(), args[0], &g)
		},
	}
	g.add(cmd)
	return cmd
}

func (g *mapFlags) add(cmd *cobra.Command) {
	f, o := cmd.Flags(), &g.options
	f.SortFlags = false
	f.Var(&choice[[2]int]{&g.size, "", "WxH", parseSize}, "size", "columns and rows, as 64x32 (default 49x33)")
	f.Var(&choice[int64]{&o.Seed, "0", "N", parseSeed}, "seed", "what the random numbers start from")
	f.Var(&choice[int]{&o.Walls, "", "N", parseNumber(0)}, "walls", "walls: number of segments (default: one for every 84 cells)")
	f.Var(&choice[int]{&o.WallWidth, "", "N", parseNumber(1)}, "wall-width", "walls: columns of a horizontal one (default 13)")
	f.Var(&choice[int]{&o.WallHeight, "", "N", parseNumber(1)}, "wall-height", "walls: rows of a vertical one (default 10)")
	f.Var(&choice[mapgen.PerMille]{&o.Gap, "", "SHARE", parseShare}, "gap", "walls: share of a segment that is open (default 0.22)")
	f.Var(&choice[mapgen.PerMille]{&o.Density, "", "SHARE", parseShare}, "density", "random: share of the cells that are blocked (default 0.25)")
	f.Var(&choice[int]{&o.Corridor, "", "N", parseNumber(1)}, "corridor", "maze: width of the corridors (default 1)")
	f.Var(&choice[int]{&o.RoomWidth, "", "N", parseNumber(1)}, "room-width", "rooms: columns of a room (default 7)")
	f.Var(&choice[int]{&o.RoomHeight, "", "N", parseNumber(1)}, "room-height", "rooms: rows of a room (default 7)")
	f.Var(&choice[mapgen.PerMille]{&o.Doors, "", "SHARE", parseShare}, "doors", "rooms: share of the walls with a door that need none (default 0.5)")
	f.StringVar(&g.out, "out", "-", "write to `FILE`; - is standard output")
	f.Var(&choice[mapfile.Format]{&g.format, g.format.String(), "FORMAT", mapfile.ParseFormat}, "format", "movingai, terrain, plain or native")
	completeWords(cmd, "format", names(mapfile.Formats())...)
	f.VisitAll(func(flag *pflag.Flag) {
		if flag.Name != "out" && flag.Name != "format" {
			completeWords(cmd, flag.Name)
		}
	})
}

// checkKind refuses a kind that there is not, and flags that it does not take.
func checkKind(cmd *cobra.Command, name string) error {
	kinds := mapgen.Kinds()
	var list []string
	takers := make(map[string]string) // by option, which is taken by one kind each
	var options []string
	for _, kind := range kinds {
		list = append(list, kind.Name)
		for _, option := range kind.Options {
			takers[option] = kind.Name
			options = append(options, option)
		}
	}
	if !slices.Contains(list, name) {
		return fmt.Errorf("generate: unknown kind %q; %s", name, suggest(name, "", list, "want "+strings.Join(list, ", ")))
	}
	for _, option := range options {
		if cmd.Flags().Changed(option) && takers[option] != name {
			return fmt.Errorf("generate: %s takes no --%s; %s does", name, option, takers[option])
		}
	}
	return nil
}

func (a *app) generate(ctx context.Context, kind string, g *mapFlags) error {
	g.options.Width, g.options.Height = g.size[0], g.size[1]
	m, err := mapgen.Generate(kind, g.options)
	if err != nil {
		return fmt.Errorf("generate: %s", reasonOf(err))
	}
	file := &mapfile.File{Map: m, Format: g.format}
	if start, goal, ok := mapgen.Ends(m, file.Rule); ok {
		file.Start, file.Goal = &start, &goal
	}
	var refusal error
	err = a.writeFile(ctx, g.out, func(w io.Writer) error {
		refusal = mapfile.Write(w, file, g.format)
		return refusal
	})
	if err != nil && err == refusal {
		return fmt.Errorf("generate: %w", err)
	}
	return err
}

// reasonOf is the text of an error without the names of the packages that it
// comes from.
func reasonOf(err error) string {
	text := err.Error()
	for _, prefix := range []string{"mapgen: ", "grid: ", "bad options: "} {
		text = strings.TrimPrefix(text, prefix)
	}
	return text
}

func parseSize(s string) ([2]int, error) {
	columns, rows, ok := strings.Cut(strings.ToLower(s), "x")
	width, errWidth := strconv.ParseInt(columns, 10, 32)
	height, errHeight := strconv.ParseInt(rows, 10, 32)
	if !ok || errWidth != nil || errHeight != nil {
		return [2]int{}, fmt.Errorf("%q is not a size; want WIDTHxHEIGHT such as 64x32", s)
	}
	if err := grid.CheckSize(width, height); err != nil {
		return [2]int{}, errors.New(reasonOf(err))
	}
	return [2]int{int(width), int(height)}, nil
}

func parseSeed(s string) (int64, error) {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%q is not a seed; want a whole number", s)
	}
	return n, nil
}

// parseNumber reads a number of at least that many. 0 becomes [mapgen.None].
func parseNumber(least int) func(string) (int, error) {
	return func(s string) (int, error) {
		n, err := strconv.Atoi(s)
		if err != nil || n < least || n > mapgen.MaxCells {
			return 0, fmt.Errorf("%q is out of place; want a whole number from %d to %d", s, least, mapgen.MaxCells)
		}
		if n == 0 {
			return mapgen.None, nil
		}
		return n, nil
	}
}

func parseShare(s string) (mapgen.PerMille, error) {
	share, err := mapgen.ParsePerMille(s)
	if err != nil {
		return 0, errors.New(reasonOf(err))
	}
	return share, nil
}
