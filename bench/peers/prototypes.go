package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/astrolabe-search/astrolabe/mapfile"
)

// runPrototypes is the command "prototypes". It returns the exit code: 0, 1 if a
// program failed or answered wrongly, 2 for bad usage, files that cannot be read
// or prototypes that cannot be built. Missed targets are no failure.
func runPrototypes(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("peers prototypes", flag.ContinueOnError)
	flags.SetOutput(stderr)
	dir := flags.String("dir", "", "the `folder` of the prototypes astar and jps")
	maps := flags.String("maps", "", "`folders` of MovingAI maps, each with its scenario beside it; commas between")
	only := flags.String("only", "", "`names` of the maps that are run; commas between (default all)")
	rounds := flags.Int("rounds", 5, "how often each program runs on each map; the fastest counts")
	sample := flags.Int("sample", 0, "how many queries of each scenario are asked; 0: all")
	cache := flags.Int64("l2", 1024, "`KiB` of second-level cache that a core has (see getconf LEVEL2_CACHE_SIZE)")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return 0
	} else if err != nil {
		return 2
	}
	fail := func(err error) int {
		fmt.Fprintf(stderr, "peers prototypes: %v\n", err)
		if errors.Is(err, errFailed) {
			return 1
		}
		return 2
	}
	switch {
	case flags.NArg() > 0:
		return fail(fmt.Errorf("unexpected argument %q; want flags only", flags.Arg(0)))
	case *dir == "":
		return fail(errors.New("-dir is missing; want the folder of the prototypes"))
	case *maps == "":
		return fail(errors.New("-maps is missing; want folders with maps"))
	case *rounds < 1 || *sample < 0 || *cache < 1:
		return fail(fmt.Errorf("-rounds %d, -sample %d and -l2 %d; want at least 1, 0 and 1", *rounds, *sample, *cache))
	}
	paths, err := findMaps(splitNames(*maps))
	if err != nil {
		return fail(err)
	}
	if paths, err = chooseMaps(paths, splitNames(*only)); err != nil {
		return fail(err)
	}
	scratch, err := os.MkdirTemp("", "prototypes")
	if err != nil {
		return fail(err)
	}
	defer os.RemoveAll(scratch)
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	if err := buildPrototypes(ctx, *dir, scratch); err != nil {
		return fail(err)
	}
	list, err := programs(scratch)
	if err != nil {
		return fail(err)
	}
	asked := "all queries"
	if *sample > 0 {
		asked = fmt.Sprintf("%d queries", *sample)
	}
	fmt.Fprintf(stdout, "%s of each map, least of %d rounds, wall clock; %s %s/%s, %d processors\n\n",
		asked, *rounds, runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	d := duel{programs: list, rounds: *rounds, sample: *sample, scratch: scratch}
	laps, err := d.runAll(ctx, stdout, paths)
	if err != nil {
		return fail(err)
	}
	if err := printVerdicts(stdout, targets(laps, *cache<<10)); err != nil {
		return fail(err)
	}
	return 0
}

// mapName returns what tables call a map.
func mapName(path string) string { return strings.TrimSuffix(filepath.Base(path), ".map") }

// chooseMaps returns the maps of a list with the names given, or all if there
// are none, in the list's order.
func chooseMaps(paths, names []string) ([]string, error) {
	if len(names) == 0 {
		return paths, nil
	}
	var known []string
	for _, path := range paths {
		known = append(known, mapName(path))
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return nil, fmt.Errorf("no map is named %q; want one of %s", name, strings.Join(known, ", "))
		}
	}
	return slices.DeleteFunc(paths, func(path string) bool { return !slices.Contains(names, mapName(path)) }), nil
}

// A duel is a race between programs that time themselves on scenarios.
type duel struct {
	programs []program
	rounds   int
	sample   int    // queries of each scenario; 0: all
	scratch  string // a folder for samples of scenarios
}

// A lap is what the programs did on one map.
type lap struct {
	name string
	by   map[string]timing // by program
}

// runAll runs the duel on every map. It prints the table, each row as soon as
// its map is done.
func (d duel) runAll(ctx context.Context, w io.Writer, paths []string) ([]lap, error) {
	var names []string
	for _, path := range paths {
		names = append(names, mapName(path))
	}
	t := newLapTable(w, names)
	if err := t.head(); err != nil {
		return nil, err
	}
	var laps []lap
	for _, path := range paths {
		l, err := d.run(ctx, path)
		if err != nil {
			return nil, err
		}
		laps = append(laps, l)
		if err := t.row(l); err != nil {
			return nil, err
		}
	}
	return laps, t.summary(laps)
}

// run has the programs take turns on one map, each round another one first. The
// least time of a pass counts: the programs do the same in every round, and what
// else the machine does only ever adds to that.
func (d duel) run(ctx context.Context, path string) (lap, error) {
	scenario, queries, err := d.scenario(path)
	if err != nil {
		return lap{}, err
	}
	l := lap{mapName(path), map[string]timing{}}
	for round := range d.rounds {
		for turn := range d.programs {
			p := d.programs[(round+turn)%len(d.programs)]
			t, err := p.run(ctx, path, scenario)
			if ctx.Err() != nil {
				return lap{}, ctx.Err()
			}
			if err != nil {
				return lap{}, err
			}
			if t.queries != queries {
				return lap{}, fmt.Errorf("%s on %s: %w: %d queries answered; want %d", p.name, path, errFailed, t.queries, queries)
			}
			if best, ok := l.by[p.name]; ok {
				if t.expanded != best.expanded || t.engine != best.engine {
					return lap{}, fmt.Errorf("%s on %s: %w: %d states expanded by %s, but %d by %s before; want the same every time",
						p.name, path, errFailed, t.expanded, t.engine, best.expanded, best.engine)
				}
				t.first, t.second = min(t.first, best.first), min(t.second, best.second)
			}
			l.by[p.name] = t
		}
	}
	return l, nil
}

// scenario returns the path of the scenario to run on a map, and how many
// queries that has: the map's own or, if only some queries are asked, a file
// with these.
func (d duel) scenario(path string) (string, int, error) {
	own := path + ".scen"
	all, err := readWith(own, func(f *os.File) (*mapfile.Scenario, error) { return mapfile.ReadScenario(f, own) })
	if err != nil {
		return "", 0, err
	}
	asked := all.Queries
	if d.sample > 0 {
		asked = pick(all.Queries, d.sample)
	}
	if len(asked) == 0 {
		return "", 0, fmt.Errorf("%s: no query; want one or more", own)
	}
	if d.sample == 0 {
		return own, len(asked), nil
	}
	sampled := filepath.Join(d.scratch, filepath.Base(own))
	f, err := os.Create(sampled)
	if err != nil {
		return "", 0, err
	}
	err = mapfile.WriteScenario(f, &mapfile.Scenario{Version: all.Version, Queries: asked})
	return sampled, len(asked), errors.Join(err, f.Close())
}
