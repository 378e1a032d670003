package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"time"

	"github.com/astrolabe-search/astrolabe/gridsearch"
)

// A program answers all queries of a scenario in a process of its own.
type program struct {
	name    string
	command []string // the paths of a map and its scenario are added
	read    func(output []byte) (timing, error)
}

// A timing is what a program did on one scenario. What it does not tell is 0.
type timing struct {
	queries       int
	first, second time.Duration // wall-clock time of all queries, in the first pass and in the second
	engine        string        // in use, for our own
	expanded      int64         // in one pass
	bytes         int64         // see timedMessage
}

// The programs, by the names that tables give them.
const (
	prototypeAStar = "prototype A*"
	prototypeJPS   = "prototype JPS"
)

// ownEngines are the engines that race with the prototypes, auto first.
var ownEngines = []gridsearch.Engine{
	gridsearch.EngineAuto, gridsearch.EngineBucketAStar, gridsearch.EngineCanonicalAStar, gridsearch.EngineJumpPoint,
}

// prototypeFolders are the prototypes' folders in theirs.
var prototypeFolders = []string{"astar", "jps"}

// buildPrototypes compiles the prototypes of a folder into another one.
func buildPrototypes(ctx context.Context, folder, into string) error {
	arguments := []string{"build", "-buildvcs=false", "-o", into + string(filepath.Separator)}
	for _, name := range prototypeFolders {
		if _, err := os.Stat(filepath.Join(folder, name)); err != nil {
			return fmt.Errorf("%w; want a folder with the prototypes astar and jps", err)
		}
		arguments = append(arguments, "./"+name)
	}
	cmd := exec.CommandContext(ctx, "go", arguments...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "GOWORK=off")
	if output, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("building the prototypes: %w: %s", err, bytes.TrimSpace(output))
	}
	return nil
}

// programs lists what races, with the prototypes compiled into a folder.
func programs(built string) ([]program, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	list := []program{
		// The first pass is the only one.
		{prototypeAStar, []string{filepath.Join(built, "astar")}, func(output []byte) (timing, error) {
			queries, total, err := readPrototype(output)
			return timing{queries: queries, first: total}, err
		}},
		// There are two, and it tells the second.
		{prototypeJPS, []string{filepath.Join(built, "jps")}, func(output []byte) (timing, error) {
			queries, total, err := readPrototype(output)
			return timing{queries: queries, second: total}, err
		}},
	}
	for _, engine := range ownEngines {
		list = append(list, program{engine.String(), []string{self, "timed", engine.String()}, readTimed})
	}
	return list, nil
}

// run has the program answer a scenario. The error wraps errFailed if the
// program failed or answered wrongly.
func (p program) run(ctx context.Context, mapPath, scenarioPath string) (timing, error) {
	cmd := exec.CommandContext(ctx, p.command[0], append(p.command[1:], mapPath, scenarioPath)...)
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	output, err := cmd.Output()
	if err != nil {
		return timing{}, fmt.Errorf("%s on %s: %w: %w: %s", p.name, mapPath, errFailed, err, bytes.TrimSpace(complaints.Bytes()))
	}
	t, err := p.read(output)
	if err != nil {
		return timing{}, fmt.Errorf("%s on %s: %w: %w", p.name, mapPath, errFailed, err)
	}
	return t, nil
}

// What a prototype prints: a line for the map, in which times are rounded to
// tenths of a microsecond, and one for all maps together, in which they are not.
var (
	prototypeCounts = regexp.MustCompile(`(?m)^\S+ +q=(\d+) bad=(\d+) `)
	prototypeTotal  = regexp.MustCompile(`(?m)^TOTAL (\S+)`)
)

// readPrototype reads the output of a prototype that ran on one map: how many
// queries it answered, and in what time. It is an error if it found some answer
// to differ from the scenario's.
func readPrototype(output []byte) (int, time.Duration, error) {
	counts, total := prototypeCounts.FindAllSubmatch(output, -1), prototypeTotal.FindSubmatch(output)
	if len(counts) != 1 || total == nil {
		return 0, 0, fmt.Errorf("output %q; want a line with q= and bad=, and one with TOTAL", output)
	}
	queries, errQueries := strconv.Atoi(string(counts[0][1]))
	bad, errBad := strconv.Atoi(string(counts[0][2]))
	spent, errSpent := time.ParseDuration(string(total[1]))
	switch err := errors.Join(errQueries, errBad, errSpent); {
	case err != nil:
		return 0, 0, err
	case bad > 0:
		return 0, 0, fmt.Errorf("%d of %d answers differ from the scenario's: %s", bad, queries, output)
	}
	return queries, spent, nil
}

// readTimed reads the output of the command "timed".
func readTimed(output []byte) (timing, error) {
	var m timedMessage
	if err := json.Unmarshal(output, &m); err != nil {
		return timing{}, err
	}
	if m.Wrong != "" {
		return timing{}, errors.New(m.Wrong)
	}
	return timing{m.Queries, time.Duration(m.FirstNS), time.Duration(m.SecondNS), m.Engine, m.Expanded, m.Bytes}, nil
}
