// Command peers measures Astrolabe beside other libraries that answer the same
// queries, and prints tables: without a command its generic A* on an open grid,
// with the command "scenarios" its grid engines on benchmark maps, and with
// "prototypes" these beside the rough programs whose speed is to be beaten. See
// README.md for what is measured and how.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run is the program. It returns the exit code: 0, 1 if a peer failed or
// answered wrongly, 2 for bad usage.
func run(args []string, stdout, stderr io.Writer) int {
	if len(args) > 0 {
		switch args[0] {
		case "scenarios":
			return runScenarios(args[1:], stdout, stderr)
		case "peer":
			return runPeer(args[1:], os.Stdin, stdout, stderr)
		case "prototypes":
			return runPrototypes(args[1:], stdout, stderr)
		case "timed":
			return runTimed(args[1:], stdout, stderr)
		}
	}
	flags := flag.NewFlagSet("peers", flag.ContinueOnError)
	flags.SetOutput(stderr)
	rounds := flags.Int("rounds", 9, "how often each query is timed; the median counts")
	baseline := flags.String("baseline", "astrolabe", "the peer that the ratios compare with")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return 0
	} else if err != nil {
		return 2
	}
	if flags.NArg() > 0 || *rounds < 1 {
		fmt.Fprintf(stderr, "peers: %d rounds and %d arguments; want at least 1 and none\n", *rounds, flags.NArg())
		return 2
	}
	if err := compare(stdout, *rounds, *baseline); err != nil {
		fmt.Fprintf(stderr, "peers: %v\n", err)
		return 1
	}
	return 0
}

func compare(w io.Writer, rounds int, baseline string) error {
	b, err := newBoard()
	if err != nil {
		return err
	}
	peers, err := newPeers(b)
	if err != nil {
		return err
	}
	var names []string
	for _, p := range peers {
		names = append(names, p.name())
	}
	if !slices.Contains(names, baseline) {
		return fmt.Errorf("no peer is named %q; want one of %s", baseline, strings.Join(names, ", "))
	}
	list, err := measure(peers, queries(), rounds)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "open %d×%d grid, %v; processor time, median of %d rounds; %s %s/%s, %d processors\n\n",
		side, side, b.rule, rounds, runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	if err != nil {
		return err
	}
	if err := printTable(w, summarize(list), baseline); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "\n×: multiples of %s's figure\n", baseline)
	return err
}
