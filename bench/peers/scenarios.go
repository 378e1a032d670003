package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"slices"
	"strings"
)

// runScenarios is the command "scenarios". It returns the exit code: 0, 1 if a
// peer failed or answered wrongly (the table is complete but for that peer), 2
// for bad usage or files that cannot be read.
func runScenarios(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("peers scenarios", flag.ContinueOnError)
	flags.SetOutput(stderr)
	maps := flags.String("maps", "", "`folders` of MovingAI maps, each with its scenario beside it; commas between")
	sample := flags.Int("sample", 20, "how many queries of each scenario are asked")
	rounds := flags.Int("rounds", 5, "how often each query is timed; the median counts")
	names := flags.String("peers", "", "`names` of the peers that take part; commas between (default all)")
	explicit := flags.Int("explicit", 300_000, "open cells of the largest map for peers that need an object a cell and edge")
	nodeDir := flags.String("node", "node", "the `folder` of peer.mjs and of the packages that it needs")
	var external externals
	flags.Var(&external, "external", "`NAME=COMMAND`: a program of yours that takes part; may be repeated")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return 0
	} else if err != nil {
		return 2
	}
	fail := func(code int, err error) int {
		fmt.Fprintf(stderr, "peers scenarios: %v\n", err)
		return code
	}
	switch {
	case flags.NArg() > 0:
		return fail(2, fmt.Errorf("unexpected argument %q; want flags only", flags.Arg(0)))
	case *maps == "":
		return fail(2, errors.New("-maps is missing; want folders with maps"))
	case *sample < 1 || *rounds < 1:
		return fail(2, fmt.Errorf("-sample %d and -rounds %d; want at least 1 each", *sample, *rounds))
	}
	chosen, err := choose(append(roster(), external...), splitNames(*names))
	if err != nil {
		return fail(2, err)
	}
	paths, err := findMaps(splitNames(*maps))
	if err != nil {
		return fail(2, err)
	}
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	r := race{contestants: chosen, rounds: *rounds, nodeDir: *nodeDir, maxExplicit: *explicit}
	fmt.Fprintf(stdout, "%d queries a map, median of %d rounds, processor time; %s %s/%s, %s, %d processors\n",
		*sample, *rounds, runtime.Version(), runtime.GOOS, runtime.GOARCH, nodeVersion(), runtime.NumCPU())
	err = r.runAll(ctx, stdout, paths, *sample)
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errFailed):
		return fail(1, err)
	default:
		return fail(2, err)
	}
}

// runAll runs the race on every map and prints a table of each, then one of
// the geometric means.
func (r race) runAll(ctx context.Context, w io.Writer, paths []string, sample int) error {
	var all [][]score
	var failed error
	for _, path := range paths {
		c, err := readCourse(path, sample)
		if err != nil {
			return err
		}
		scores, notes, err := r.run(ctx, c)
		if err != nil && !errors.Is(err, errFailed) {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		failed = errors.Join(failed, err)
		all = append(all, scores)
		if err := printCourse(w, c, scores, notes); err != nil {
			return err
		}
	}
	if err := printMeans(w, r.contestants, all); err != nil {
		return err
	}
	if failed != nil {
		return errFailed
	}
	return nil
}

// runPeer is the command "peer", by which the program runs each Go peer in a
// process of its own.
func runPeer(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	list := roster()
	i := slices.IndexFunc(list, func(c contestant) bool { return len(args) == 1 && c.name == args[0] && c.make != nil })
	if i < 0 {
		fmt.Fprintf(stderr, "peers peer: no Go peer is named %q\n", strings.Join(args, " "))
		return 2
	}
	if err := serve(list[i], stdin, stdout); err != nil {
		fmt.Fprintf(stderr, "peers peer: %v\n", err)
		return 1
	}
	return 0
}

// externals are contestants that flags add.
type externals []contestant

// String returns their names.
func (e *externals) String() string {
	var names []string
	for _, c := range *e {
		names = append(names, c.name)
	}
	return strings.Join(names, ",")
}

// Set adds a contestant from "NAME=COMMAND"; blanks separate the arguments.
func (e *externals) Set(text string) error {
	name, command, _ := strings.Cut(text, "=")
	fields := strings.Fields(command)
	if name == "" || len(fields) == 0 {
		return fmt.Errorf("%q is no program; want NAME=COMMAND", text)
	}
	if slices.ContainsFunc(append(roster(), *e...), func(c contestant) bool { return c.name == name }) {
		return fmt.Errorf("there is a peer named %q; want another name", name)
	}
	*e = append(*e, contestant{name: name, rules: neverCut, command: fields})
	return nil
}

func splitNames(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(list, ",")
}

// nodeVersion says which node the JavaScript peers run under.
func nodeVersion() string {
	out, err := exec.Command("node", "--version").Output()
	if err != nil {
		return "no node"
	}
	return "node " + strings.TrimSpace(string(out))
}
