package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/mapfile"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

// timedMessage is what the command "timed" writes: one engine on one scenario.
type timedMessage struct {
	Engine   string `json:"engine"` // in use: for auto, the one that it chose
	Queries  int    `json:"queries"`
	Expanded int64  `json:"expanded"`  // in one pass
	Bytes    int64  `json:"bytes"`     // of the finder's own memory and the move masks
	FirstNS  int64  `json:"first_ns"`  // wall-clock time of the pass that meets memory never touched
	SecondNS int64  `json:"second_ns"` // and of the next one
	Wrong    string `json:"wrong"`     // what is wrong with the first wrong answer; empty if all are right
}

// runTimed is the command "timed", by which the program runs each engine on a
// scenario in a process of its own.
func runTimed(args []string, stdout, stderr io.Writer) int {
	fail := func(code int, err error) int {
		fmt.Fprintf(stderr, "peers timed: %v\n", err)
		return code
	}
	if len(args) != 3 {
		return fail(2, fmt.Errorf("%d arguments; want an engine, a map and its scenario", len(args)))
	}
	engine, err := gridsearch.ParseEngine(args[0])
	if err != nil {
		return fail(2, err)
	}
	message, err := timeEngine(engine, args[1], args[2])
	if err != nil {
		return fail(1, err)
	}
	if err := json.NewEncoder(stdout).Encode(message); err != nil {
		return fail(1, err)
	}
	return 0
}

// timeEngine times an engine on all queries of a scenario, two passes of them,
// and checks the answers in a third.
func timeEngine(engine gridsearch.Engine, mapPath, scenarioPath string) (timedMessage, error) {
	file, err := readWith(mapPath, func(f *os.File) (*mapfile.File, error) { return mapfile.Read(f, mapPath, mapfile.Limits{}) })
	if err != nil {
		return timedMessage{}, err
	}
	scenario, err := readWith(scenarioPath, func(f *os.File) (*mapfile.Scenario, error) { return mapfile.ReadScenario(f, scenarioPath) })
	if err != nil {
		return timedMessage{}, err
	}
	costs, err := grid.NewCosts(file.Map, neverCut.rule, grid.Uniform)
	if err != nil {
		return timedMessage{}, err
	}
	finder, err := gridsearch.New(costs, engine)
	if err != nil {
		return timedMessage{}, err
	}
	p := passes{finder: finder, queries: scenario.Queries}
	first, err := p.run()
	if err != nil {
		return timedMessage{}, err
	}
	second, err := p.run()
	if err != nil {
		return timedMessage{}, err
	}
	message := timedMessage{
		Engine:   finder.Engine().String(),
		Queries:  len(scenario.Queries),
		Expanded: second.expanded,
		Bytes:    finder.Bytes() + int64(len(costs.Masks())),
		FirstNS:  int64(first.spent),
		SecondNS: int64(second.spent),
	}
	for i, q := range scenario.Queries {
		if err := p.check(q, first.lengths[i], second.lengths[i]); err != nil {
			message.Wrong = fmt.Sprintf("%v to %v: %v", q.Start, q.Goal, err)
			break
		}
	}
	return message, nil
}

// passes answers the queries of a scenario with a finder, which writes each
// path, cell by cell, into the same buffer.
type passes struct {
	finder  *gridsearch.Finder
	queries []mapfile.Query
	path    []grid.Cell
}

// A pass is what answering all queries once came to.
type pass struct {
	spent    time.Duration
	expanded int64
	lengths  []root2.Length // noPath where there was none
}

const noPath root2.Length = -1

// run answers all queries. It reads the clock before and after each one, as the
// prototypes do: where a query takes a microsecond, that is felt.
func (p *passes) run() (pass, error) {
	lengths := make([]root2.Length, len(p.queries))
	var expanded int64
	began := time.Now()
	for i, q := range p.queries {
		start := time.Now()
		answer, err := p.finder.Find(context.Background(), gridsearch.Query{From: q.Start, To: q.Goal, Path: p.path})
		_ = time.Since(start)
		if err != nil {
			return pass{}, err
		}
		p.path, lengths[i] = answer.Path, answer.Length
		if answer.Status != search.Found {
			lengths[i] = noPath
		}
		expanded += int64(answer.Expanded)
	}
	return pass{time.Since(began), expanded, lengths}, nil
}

// check answers a query once more: the path must be legal, exactly as long as
// the timed answers said, and that what the scenario says.
func (p *passes) check(q mapfile.Query, timed ...root2.Length) error {
	answer, err := p.finder.Find(context.Background(), gridsearch.Query{From: q.Start, To: q.Goal, Path: p.path})
	if err != nil {
		return err
	}
	path, length := answer.Path, answer.Length
	p.path = path
	if answer.Status != search.Found {
		return fmt.Errorf("%v; want a path", answer.Status)
	}
	for _, t := range timed {
		if t != length {
			return fmt.Errorf("length %v when timed, %v when checked", t, length)
		}
	}
	costs := p.finder.Costs()
	walked, err := costs.PathCost(path)
	if err != nil {
		return err
	}
	switch {
	case walked != length:
		return fmt.Errorf("path of length %v; it says %v", walked, length)
	case path[0] != q.Start || path[len(path)-1] != q.Goal:
		return fmt.Errorf("path from %v to %v; want %v to %v", path[0], path[len(path)-1], q.Start, q.Goal)
	case !q.Agrees(costs.Float64(length)):
		return fmt.Errorf("length %v; the file says %s", costs.Float64(length), q.Optimal)
	}
	return nil
}
