package main

import (
	"fmt"
	"math"
	"time"

	"github.com/astrolabe-search/astrolabe/grid"
)

// A query asks for a cheapest path between two cells of the board.
type query struct {
	class       string // what sort of query, for a reader of the table
	start, goal grid.Cell
}

func (q query) String() string { return fmt.Sprintf("%s %v to %v", q.class, q.start, q.goal) }

// An answer is what a peer says of one query.
type answer struct {
	cost     float64 // straight steps cost 1, diagonal ones √2
	steps    int     // of the path that was returned; 0 where start is goal
	expanded int     // states taken from OPEN, the goal included
}

// A peer answers queries on one board and measures itself, so that a peer may
// live in another process. Peers are not safe for concurrent use.
type peer interface {
	name() string
	// run answers q n times in a row, n >= 1, and returns the last answer and
	// the processor time of all n together.
	run(q query, n int) (answer, time.Duration, error)
}

// A solver is a peer's code inside this process.
type solver interface {
	name() string
	// solve answers q once, with the path in hand when it returns.
	solve(q query) (answer, error)
}

// inProcess makes a peer of a solver. It charges the whole process's CPU time,
// so a garbage collector that runs beside the search is paid for.
type inProcess struct{ solver }

func (p inProcess) run(q query, n int) (answer, time.Duration, error) {
	var a answer
	var err error
	before, err := cpuTime()
	if err != nil {
		return answer{}, 0, err
	}
	for range n {
		if a, err = p.solve(q); err != nil {
			return answer{}, 0, fmt.Errorf("%s: %v: %w", p.name(), q, err)
		}
	}
	after, err := cpuTime()
	if err != nil {
		return answer{}, 0, err
	}
	return a, after - before, nil
}

// solvers lists the peers inside this process, in the order of the table.
var solvers = []func(*board) (solver, error){newGonum, newAstrolabe, newAstrolabeFIFO}

// newSolvers makes them for one board.
func newSolvers(b *board) ([]solver, error) {
	var made []solver
	for _, f := range solvers {
		s, err := f(b)
		if err != nil {
			return nil, err
		}
		made = append(made, s)
	}
	return made, nil
}

// newPeers makes every peer for one board.
func newPeers(b *board) ([]peer, error) {
	made, err := newSolvers(b)
	if err != nil {
		return nil, err
	}
	var peers []peer
	for _, s := range made {
		peers = append(peers, inProcess{s})
	}
	return peers, nil
}

// tolerance bounds the difference between a peer's cost, a float64 sum of up
// to some thousand steps, and the true one. Two different costs of such
// lengths may lie closer, but a path that is one wrong step longer does not.
const tolerance = 1e-6

// check compares an answer with the truth of an open board: a cheapest path
// has as many diagonal steps as the shorter side and no step too many.
func check(name string, q query, a answer) error {
	long, short := span(q)
	want := float64(long-short) + math.Sqrt2*float64(short)
	if !(math.Abs(a.cost-want) <= tolerance) { // refuses NaN too
		return fmt.Errorf("%s: %v: cost %v; want %v within %v", name, q, a.cost, want, tolerance)
	}
	if a.steps != long {
		return fmt.Errorf("%s: %v: path of %d steps; want %d", name, q, a.steps, long)
	}
	if a.expanded < 1 {
		return fmt.Errorf("%s: %v: %d states expanded; the goal alone makes 1", name, q, a.expanded)
	}
	return nil
}
