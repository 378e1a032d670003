package search_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/astrolabe-search/astrolabe/search"
)

// fault is a mistake that A* programs have been seen to make.
type fault int

const (
	noFault fault = iota
	closedWhenPushed
	goalWhenGenerated
	staleExpanded
	neverReopened
	parentNotReplaced
	firstParallelEdge
	nearestOfOldParent
	limitIsNoPath
	pathFromGoal
	startIsNoGoal
	entriesCounted
	nearestIsLast
	claimIgnored
	lowerBoundOfNext
	improvementUntold
	firstInTies
)

// checked is a set of checks that a run has to pass.
type checked int

const (
	theAnswer  checked = iota // against the reference
	theHistory                // against the meaning of its events
	theOrder                  // of expansions, against the twin's
)

// faults says of each fault which check has to catch it.
var faults = map[fault]struct {
	name string
	by   checked
}{
	closedWhenPushed:   {"states are closed when they are pushed", theAnswer},
	goalWhenGenerated:  {"a goal is taken when it is generated", theAnswer},
	staleExpanded:      {"stale entries of OPEN are expanded", theHistory},
	neverReopened:      {"closed states are never reopened, though the heuristic is inconsistent", theAnswer},
	parentNotReplaced:  {"a better g does not replace the parent", theAnswer},
	firstParallelEdge:  {"only the first of parallel edges counts", theAnswer},
	nearestOfOldParent: {"the cost of the nearest state is its g, though states before it were reopened", theAnswer},
	limitIsNoPath:      {"a spent budget is reported as no path", theAnswer},
	pathFromGoal:       {"the path leads from the goal to the start", theAnswer},
	startIsNoGoal:      {"a start that is a goal is not noticed", theAnswer},
	entriesCounted:     {"PeakOpen counts stale entries", theHistory},
	nearestIsLast:      {"the nearest state is the last one of least h, not the cheapest", theAnswer},
	claimIgnored:       {"a heuristic of which nothing is claimed is certified optimal", theAnswer},
	lowerBoundOfNext:   {"the lower bound is that of OPEN after the goal", theAnswer},
	improvementUntold:  {"the observer is not told of improvements", theHistory},
	firstInTies:        {"ties go to the state put on OPEN first", theOrder},
}

// wrongSolver is A* with a fault, as a program of its own: no line of it is
// shared with the engines.
type wrongSolver struct {
	fault  fault
	p      search.Problem[string, int64]
	opts   search.Options[string, int64]
	nodes  map[string]*wrongNode
	open   []wrongEntry
	size   int64
	pushes int
	counts search.Counts
	order  []string // in which states were met
}

type wrongNode struct {
	g, h         int64
	parent       string
	hasParent    bool
	closed, open bool
}

type wrongEntry struct {
	f, g, h int64
	state   string
	push    int
}

func (w *wrongSolver) h(s string) int64 {
	if w.opts.Heuristic == nil {
		return 0
	}
	return w.opts.Heuristic(s)
}

func (w *wrongSolver) tell(f func(search.Event[string, int64]), s string) {
	n := w.nodes[s]
	if f != nil {
		f(search.Event[string, int64]{Step: w.counts.Expanded, State: s, Parent: n.parent, HasParent: n.hasParent, G: n.g, H: n.h, F: n.g + n.h})
	}
}

func (w *wrongSolver) push(s string) {
	w.pushes++
	n := w.nodes[s]
	w.open = append(w.open, wrongEntry{n.g + n.h, n.g, n.h, s, w.pushes})
}

// pop takes the best entry: least f, then least h, then the last pushed.
func (w *wrongSolver) pop() wrongEntry {
	best := 0
	for i, e := range w.open {
		b := w.open[best]
		later := e.push > b.push
		if w.fault == firstInTies {
			later = !later
		}
		if e.f < b.f || e.f == b.f && (e.h < b.h || e.h == b.h && later) {
			best = i
		}
	}
	e := w.open[best]
	w.open = slices.Delete(w.open, best, best+1)
	return e
}

func (w *wrongSolver) path(to string) []string {
	path := []string{to}
	for n := w.nodes[to]; n.hasParent && len(path) <= len(w.nodes); n = w.nodes[n.parent] {
		path = append(path, n.parent)
	}
	if w.fault != pathFromGoal {
		slices.Reverse(path)
	}
	return path
}

// cost returns the cost of a path by its cheapest edges.
func (w *wrongSolver) cost(path []string) (total int64) {
	for i := 1; i < len(path); i++ {
		least := int64(unreachable)
		for _, e := range w.p.AppendSuccessors(nil, path[i-1]) {
			if e.To == path[i] {
				least = min(least, e.Cost)
			}
		}
		if least == unreachable {
			return -1
		}
		total += least
	}
	return total
}

func (w *wrongSolver) found(goal string) search.Result[string, int64] {
	w.tell(w.opts.Observer.Goal, goal)
	r := search.Result[string, int64]{Status: search.Found, Path: w.path(goal), Reason: "found", Counts: w.counts}
	r.Cost = w.nodes[goal].g
	if w.fault != parentNotReplaced && w.fault != firstParallelEdge && w.fault != pathFromGoal {
		r.Cost = w.cost(r.Path)
	}
	r.Certificate = search.Feasible
	if w.proves() {
		r.Certificate, r.LowerBound = search.Optimal, r.Cost
	}
	if w.fault == lowerBoundOfNext && len(w.open) > 0 {
		r.LowerBound = w.pop().f
	}
	return r
}

// proves tells whether the claim makes the cheapest path found a proved one.
func (w *wrongSolver) proves() bool {
	claim := w.opts.Claim
	if w.opts.Heuristic == nil || w.fault == claimIgnored {
		claim = search.Consistent
	}
	return claim == search.Consistent || claim == search.Admissible && !w.opts.NoReopen
}

// nearest fills in the state of least h.
func (w *wrongSolver) nearest(r *search.Result[string, int64]) {
	best := w.order[0]
	for _, s := range w.order {
		n, b := w.nodes[s], w.nodes[best]
		if n.h < b.h || n.h == b.h && (n.g < b.g || w.fault == nearestIsLast) {
			best = s
		}
	}
	r.Nearest = w.path(best)
	if r.NearestCost = w.cost(r.Nearest); w.fault == nearestOfOldParent {
		r.NearestCost = w.nodes[best].g
	}
}

func (w *wrongSolver) run(start string) search.Result[string, int64] {
	w.nodes[start] = &wrongNode{h: w.h(start), open: true}
	w.order = append(w.order, start)
	w.push(start)
	w.size, w.counts.PeakOpen = 1, 1
	w.tell(w.opts.Observer.Generate, start)
	for len(w.open) > 0 {
		e := w.pop()
		n := w.nodes[e.state]
		if (!n.open || e.g != n.g) && w.fault != staleExpanded && w.fault != closedWhenPushed {
			continue
		}
		if w.opts.MaxExpanded > 0 && w.counts.Expanded >= w.opts.MaxExpanded {
			r := search.Result[string, int64]{Status: search.Limit, Reason: "limit", Counts: w.counts}
			if w.proves() {
				r.LowerBound = w.nodes[start].h
			}
			if w.fault == limitIsNoPath {
				r.Status = search.NoPath
			}
			w.nearest(&r)
			return r
		}
		n.open, n.closed = false, true
		w.size--
		w.counts.Expanded++
		w.tell(w.opts.Observer.Expand, e.state)
		if w.p.IsGoal(e.state) && !(w.fault == startIsNoGoal && e.state == start) {
			return w.found(e.state)
		}
		if goal := w.expand(e.state, n.g); goal != "" {
			return w.found(goal)
		}
		w.counts.PeakOpen = max(w.counts.PeakOpen, w.size)
		if w.fault == entriesCounted {
			w.counts.PeakOpen = max(w.counts.PeakOpen, int64(len(w.open)))
		}
	}
	r := search.Result[string, int64]{Status: search.NoPath, Reason: "no path", Counts: w.counts}
	w.nearest(&r)
	return r
}

// expand takes in the successors of a state. It returns a goal if the search
// ends there.
func (w *wrongSolver) expand(state string, g int64) (goal string) {
	edges := w.p.AppendSuccessors(nil, state)
	w.counts.Generated += int64(len(edges))
	done := map[string]bool{}
	for _, edge := range edges {
		if w.fault == firstParallelEdge && done[edge.To] {
			continue
		}
		done[edge.To] = true
		t, known := w.nodes[edge.To]
		if !known {
			t = &wrongNode{g: g + edge.Cost, h: w.h(edge.To), parent: state, hasParent: true, open: true}
			t.closed = w.fault == closedWhenPushed
			w.nodes[edge.To] = t
			w.order = append(w.order, edge.To)
			w.size++
			w.push(edge.To)
			w.tell(w.opts.Observer.Generate, edge.To)
			if w.fault == goalWhenGenerated && w.p.IsGoal(edge.To) {
				return edge.To
			}
			continue
		}
		if g+edge.Cost >= t.g || t.closed && (w.opts.NoReopen || w.fault == neverReopened || w.fault == closedWhenPushed) {
			continue
		}
		t.g = g + edge.Cost
		if w.fault != parentNotReplaced {
			t.parent, t.hasParent = state, true
		}
		told := w.opts.Observer.Improve
		if t.closed {
			told = w.opts.Observer.Reopen
			w.counts.Reopened++
			w.size++
		}
		t.closed, t.open = false, true
		w.push(edge.To)
		if w.fault != improvementUntold {
			w.tell(told, edge.To)
		}
	}
	return ""
}

// wrong returns A* with a fault as a row of the conformance tests.
func wrong(f fault) algorithm[string, int64] {
	return algorithm[string, int64]{
		name: "AStar", guarantee: optimalIfConsistentOrReopening, guided: true, ties: true,
		run: func(_ context.Context, p search.Problem[string, int64], start string, opts search.Options[string, int64]) (search.Result[string, int64], error) {
			w := &wrongSolver{fault: f, p: p, opts: opts, nodes: map[string]*wrongNode{}}
			return w.run(start), nil
		},
	}
}

// overclaimed returns an algorithm whose answers are all certified optimal.
func overclaimed(name string) algorithm[string, int64] {
	for _, a := range algorithms[string, int64]() {
		if a.name == name {
			honest := a.run
			a.run = func(ctx context.Context, p search.Problem[string, int64], start string, opts search.Options[string, int64]) (search.Result[string, int64], error) {
				r, err := honest(ctx, p, start, opts)
				if r.Status == search.Found {
					r.Certificate, r.Bound, r.LowerBound = search.Optimal, search.Ratio{}, r.Cost
				}
				return r, err
			}
			return a
		}
	}
	panic("there is no algorithm " + name)
}

// caught runs a solver on random graphs and returns what the check says when it
// first fails, or nil. Every third run has a budget.
func caught(a algorithm[string, int64], by checked) error {
	run := 0
	for seed := range uint64(400) {
		g := randomGraph(seed)
		p := newHashed[int64](g)
		for _, s := range settings(a, allEstimates(g)[:8]) { // the false claims aside
			if s.tie != search.TieLowHLIFO {
				continue
			}
			var rec recorder[int64]
			opts := options(a, g, s)
			opts.Observer = rec.observer()
			if run++; run%3 == 0 {
				opts.MaxExpanded = int64(1 + run/3%10)
			}
			result, err := a.run(context.Background(), p, g.names[g.start], opts)
			if err == nil {
				err = failed(by, g, a, s, answerOf(result), &rec)
			}
			if err != nil {
				return fmt.Errorf("graph %d: %w", seed, err)
			}
		}
	}
	return nil
}

func failed(by checked, g *graph, a algorithm[string, int64], s setting, r answer, rec *recorder[int64]) error {
	switch by {
	case theAnswer:
		return check(g, a, s, r)
	case theHistory:
		return checkHistory(g, a, s, r, rec.events)
	}
	twin := newTwin(g, a.name, s)
	twin.run()
	for i, e := range rec.expansions() {
		if i >= len(twin.order) || e.state != twin.order[i] {
			return fmt.Errorf("expands %v, its twin %v", rec.expansions(), twin.order)
		}
	}
	return nil
}

// TestMutants checks that the checks catch every fault, and nothing where there
// is none.
func TestMutants(t *testing.T) {
	for _, by := range []checked{theAnswer, theHistory, theOrder} {
		if err := caught(wrong(noFault), by); err != nil {
			t.Errorf("the solver without a fault is caught: %v", err)
		}
	}
	for f := noFault + 1; f <= firstInTies; f++ {
		expectCaught(t, faults[f].name, wrong(f), faults[f].by)
	}
	for _, name := range []string{"WeightedAStar", "GreedyBestFirst", "BreadthFirst", "BidirectionalFirstMeeting"} {
		expectCaught(t, name+" certified optimal", overclaimed(name), theAnswer)
	}
}

func expectCaught(t *testing.T, name string, a algorithm[string, int64], by checked) {
	t.Helper()
	err := caught(a, by)
	if err == nil {
		t.Errorf("not caught: %s", name)
	} else {
		t.Logf("%s: caught by %v", name, err)
	}
}
