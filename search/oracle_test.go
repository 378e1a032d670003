package search_test

import (
	"context"
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/search"
)

// answer is a result with its costs as int64, whatever their type was.
type answer = search.Result[string, int64]

func answerOf[C search.Cost](r search.Result[string, C]) answer {
	return answer{
		Status: r.Status, Path: r.Path, Cost: int64(r.Cost),
		Certificate: r.Certificate, Bound: r.Bound, Reason: r.Reason, LowerBound: int64(r.LowerBound),
		Nearest: r.Nearest, NearestCost: int64(r.NearestCost), Counts: r.Counts,
	}
}

// pathCost returns the cost of a path, by the cheapest of parallel edges, or
// says why it is no path from the start.
func (g *graph) pathCost(path []string) (int64, error) {
	if len(path) == 0 {
		return 0, fmt.Errorf("the path is empty")
	}
	if path[0] != g.names[g.start] {
		return 0, fmt.Errorf("the path %v does not begin at %s", path, g.names[g.start])
	}
	var total int64
	for i := 1; i < len(path); i++ {
		cost, ok := g.edgeCost(g.number(path[i-1]), g.number(path[i]))
		if !ok {
			return 0, fmt.Errorf("the path %v uses an edge %s -> %s that does not exist", path, path[i-1], path[i])
		}
		total += cost
	}
	return total, nil
}

// promised tells whether the algorithm's documentation promises an optimal
// cost, or a bounded one, under a setting whose claims are true.
func promised[S comparable, C search.Cost](a algorithm[S, C], s setting) bool {
	claim := s.claim
	if s.forward == nil && (!a.bothEnds || s.backward == nil) {
		claim = search.Consistent
	}
	switch a.guarantee {
	case optimal:
		return true
	case optimalIfAdmissible:
		return claim >= search.Admissible
	case optimalIfConsistentOrReopening, bounded:
		return claim == search.Consistent || claim == search.Admissible && !s.noReopen
	}
	return false
}

// check returns what is wrong with an answer to the query of the graph, or nil.
func check[S comparable, C search.Cost](g *graph, a algorithm[S, C], s setting, r answer) error {
	if r.Reason == "" {
		return fmt.Errorf("no reason is given")
	}
	holds := s.holds(g, a.bothEnds) || !a.guided
	if holds && r.Status != search.NoPath && r.LowerBound > g.optimum() {
		return fmt.Errorf("the lower bound %d exceeds the optimum %d", r.LowerBound, g.optimum())
	}
	if h := s.forward; r.Status == search.Limit && h != nil && holds && a.claimCounts() && promised(a, s) && s.claim >= search.Admissible && r.LowerBound < h[g.start] {
		return fmt.Errorf("the lower bound %d is below the estimate of the start, %d", r.LowerBound, h[g.start])
	}
	if s.noReopen && r.Reopened > 0 {
		return fmt.Errorf("%d states were reopened though that was ruled out", r.Reopened)
	}
	if r.Certificate != search.Bounded && r.Bound != (search.Ratio{}) {
		return fmt.Errorf("a bound of %v is given with the certificate %v", r.Bound, r.Certificate)
	}
	if r.Status != search.Found {
		if err := checkNearest(g, r); err != nil {
			return err
		}
	}
	switch r.Status {
	case search.Limit:
		if len(r.Path) == 0 {
			if r.Certificate != search.None || r.Cost != 0 {
				return fmt.Errorf("certificate %v and cost %d without a path", r.Certificate, r.Cost)
			}
			return nil
		}
		if r.Certificate == search.Optimal {
			return fmt.Errorf("the status is limit though the path is proved optimal")
		}
		return checkPath(g, r, holds)
	case search.NoPath:
		if g.optimum() != unreachable {
			return fmt.Errorf("status no-path, but there is a path of cost %d", g.optimum())
		}
		if len(r.Path) != 0 || r.Cost != 0 || r.Certificate != search.None {
			return fmt.Errorf("status no-path with path %v, cost %d, certificate %v", r.Path, r.Cost, r.Certificate)
		}
		return checkExhausted(g, a, s, r)
	case search.Found:
		if g.optimum() == unreachable {
			return fmt.Errorf("status found, path %v, but there is none", r.Path)
		}
		if err := checkPath(g, r, holds); err != nil {
			return err
		}
		return checkStrength(g, a, s, r, holds)
	}
	return fmt.Errorf("status %v", r.Status)
}

// checkPath checks that the path and its cost tell the same story, and that
// the certificate is true if what it rests on is.
func checkPath(g *graph, r answer, holds bool) error {
	cost, err := g.pathCost(r.Path)
	if err != nil {
		return err
	}
	if cost != r.Cost {
		return fmt.Errorf("the cost of path %v is %d, not %d", r.Path, cost, r.Cost)
	}
	if last := r.Path[len(r.Path)-1]; !g.isGoal[g.number(last)] {
		return fmt.Errorf("the path %v does not end at a goal", r.Path)
	}
	if r.LowerBound > r.Cost {
		return fmt.Errorf("the lower bound %d exceeds the cost %d", r.LowerBound, r.Cost)
	}
	switch r.Certificate {
	case search.None:
		return fmt.Errorf("a path without a certificate")
	case search.Optimal:
		if holds && r.Cost != g.optimum() {
			return fmt.Errorf("cost %d is certified optimal; the optimum is %d", r.Cost, g.optimum())
		}
		if r.LowerBound != r.Cost {
			return fmt.Errorf("optimal at cost %d, with a lower bound of %d", r.Cost, r.LowerBound)
		}
	case search.Bounded:
		if holds && r.Cost*r.Bound.Den > r.Bound.Num*g.optimum() {
			return fmt.Errorf("cost %d is certified to be at most %v times the optimum, which is %d", r.Cost, r.Bound, g.optimum())
		}
	}
	return nil
}

// checkStrength checks that as much is certified as is promised, and no more.
func checkStrength[S comparable, C search.Cost](g *graph, a algorithm[S, C], s setting, r answer, holds bool) error {
	switch a.guarantee {
	case fewestEdges:
		if most := fewest(g); len(r.Path)-1 != most {
			return fmt.Errorf("a path of %d edges; %d are enough", len(r.Path)-1, most)
		}
		if g.oneCost() && r.Certificate != search.Optimal {
			return fmt.Errorf("certified %v though all edges cost the same: %s", r.Certificate, r.Reason)
		}
	case bounded:
		if !promised(a, s) {
			break
		}
		if holds && r.Certificate < search.Bounded {
			return fmt.Errorf("certified %v only: %s", r.Certificate, r.Reason)
		}
		if s.plain() && holds && r.Certificate != search.Optimal {
			return fmt.Errorf("certified %v with a weight of 1: %s", r.Certificate, r.Reason)
		}
	default:
		if promised(a, s) && holds && r.Certificate != search.Optimal {
			return fmt.Errorf("certified %v only: %s", r.Certificate, r.Reason)
		}
	}
	if a.claimCounts() && !promised(a, s) && r.Certificate != search.Feasible {
		return fmt.Errorf("certified %v, which nothing warrants: %s", r.Certificate, r.Reason)
	}
	return nil
}

// fewest returns the least number of edges from the start to a goal.
func fewest(g *graph) int {
	depth := map[int]int{g.start: 0}
	queue := []int{g.start}
	for ; len(queue) > 0; queue = queue[1:] {
		if g.isGoal[queue[0]] {
			return depth[queue[0]]
		}
		for _, e := range g.arcs {
			if _, seen := depth[e.to]; e.from == queue[0] && !seen {
				depth[e.to] = depth[e.from] + 1
				queue = append(queue, e.to)
			}
		}
	}
	return -1
}

func checkNearest(g *graph, r answer) error {
	cost, err := g.pathCost(r.Nearest)
	if err != nil {
		return fmt.Errorf("nearest: %w", err)
	}
	if cost != r.NearestCost {
		return fmt.Errorf("nearest: the cost of path %v is %d, not %d", r.Nearest, cost, r.NearestCost)
	}
	return nil
}

// checkExhausted checks the nearest state after a search from one end that
// has seen all there is.
func checkExhausted[S comparable, C search.Cost](g *graph, a algorithm[S, C], s setting, r answer) error {
	if a.bothEnds {
		return nil
	}
	h := s.forward
	if h == nil {
		h = make([]int64, len(g.names))
	}
	nearest := g.start
	for i, d := range g.fromHere {
		if d != unreachable && (h[i] < h[nearest] || h[i] == h[nearest] && d < g.fromHere[nearest]) {
			nearest = i
		}
	}
	got := g.number(r.Nearest[len(r.Nearest)-1])
	if h[got] != h[nearest] {
		return fmt.Errorf("nearest: %s with h = %d; want %s with h = %d", g.names[got], h[got], g.names[nearest], h[nearest])
	}
	if promised(a, s) && s.plain() && s.holds(g, false) && r.NearestCost != g.fromHere[nearest] {
		return fmt.Errorf("nearest: %s at %d; want %s at %d", g.names[got], r.NearestCost, g.names[nearest], g.fromHere[nearest])
	}
	return nil
}

// checkBreach checks that the certificate of a search under a false claim says
// where the search found it out, if it did.
func checkBreach[S comparable, C search.Cost](g *graph, a algorithm[S, C], s setting, r answer, events history) error {
	if !a.claimCounts() || r.Status != search.Found {
		return nil
	}
	if s.claim >= search.Admissible && r.Certificate != search.Feasible {
		// That no path can cost less than this follows from the claim.
		least := int64(0)
		if s.forward != nil {
			least = s.forward[g.start]
		}
		if a.guarantee == optimalIfAdmissible || a.name == "AStar" {
			least = max(least, events.highestF())
		}
		if least > r.Cost {
			return fmt.Errorf("certified %v at cost %d by a heuristic that would have it at least %d", r.Certificate, r.Cost, least)
		}
		if h := s.forward; h != nil && h[g.number(r.Path[len(r.Path)-1])] > 0 {
			return fmt.Errorf("certified %v by a heuristic that is above 0 at the goal of %v", r.Certificate, r.Path)
		}
		if h := s.backward; h != nil && a.bothEnds && h[g.start] > 0 {
			return fmt.Errorf("certified %v by a backward heuristic that is above 0 at the start", r.Certificate)
		}
	}
	if s.claim != search.Consistent {
		return nil
	}
	met := metBreach(g, a, s, events)
	if met == "" {
		if r.Certificate == search.Feasible && !strings.Contains(r.Reason, "claimed consistent") {
			return fmt.Errorf("certified feasible: %s", r.Reason)
		}
		return nil
	}
	if r.Certificate != search.Feasible || !strings.Contains(r.Reason, "claimed consistent") {
		return fmt.Errorf("%s, but the certificate is %v: %s", met, r.Certificate, r.Reason)
	}
	return nil
}

// metBreach returns the first edge, among those whose both ends the search
// looked at, that contradicts the claim of consistency, or "".
func metBreach[S comparable, C search.Cost](g *graph, a algorithm[S, C], s setting, events history) string {
	var closed [2]map[string]bool
	for side := range closed {
		closed[side] = map[string]bool{}
	}
	for _, e := range events.expansions() {
		id := g.number(e.state)
		if !a.bothEnds && g.isGoal[id] {
			continue // the successors of a goal are not looked at
		}
		if a.bothEnds && closed[1-e.side][e.state] {
			continue // its completion is known
		}
		closed[e.side][e.state] = true
		h := s.forward
		if e.side == search.Backward {
			h = s.backward
		}
		for _, edge := range g.arcs {
			from, to := edge.from, edge.to
			if e.side == search.Backward {
				from, to = to, from
			}
			if from == id && h != nil && h[from] > edge.cost+h[to] {
				return fmt.Sprintf("h(%s) = %d exceeds %d + h(%s) = %d", g.names[from], h[from], edge.cost, g.names[to], h[to])
			}
		}
	}
	return ""
}

// settings returns every setting that means something to the algorithm.
func settings[S comparable, C search.Cost](a algorithm[S, C], estimates []estimates) []setting {
	ties, reopening := search.Ties(), []bool{false, true}
	if !a.ties {
		ties, reopening = ties[:1], reopening[:1]
	}
	weights := []search.Ratio{{}}
	if a.guarantee == bounded {
		weights = []search.Ratio{{}, {Num: 3, Den: 2}, {Num: 2, Den: 1}, {Num: 7, Den: 3}, {Num: 9, Den: 8}, {Num: 1000, Den: 1}}
	}
	var all []setting
	for _, e := range estimates {
		for _, tie := range ties {
			for _, noReopen := range reopening {
				for _, weight := range weights {
					all = append(all, setting{tie, noReopen, weight, e})
				}
			}
		}
	}
	return all
}

// plain tells whether weighted A* is A*.
func (s setting) plain() bool { return s.weight.Num == s.weight.Den }

func (s setting) String() string {
	return fmt.Sprintf("tie %v, no reopening %v, weight %v, heuristic %q (claimed %v): forward %v, backward %v",
		s.tie, s.noReopen, s.weight, s.name, s.claim, s.forward, s.backward)
}

// runChecked runs an algorithm once, in a used workspace, and checks all that
// can be known of the answer.
func runChecked[C search.Cost](t *testing.T, g *graph, p search.Problem[string, C], a algorithm[string, C], s setting, rec *recorder[C], ws *search.Workspace[string, C]) answer {
	t.Helper()
	opts := options(a, g, s)
	rec.events = rec.events[:0]
	opts.Observer, opts.Workspace = rec.observer(), ws
	result, err := a.run(context.Background(), p, g.names[g.start], opts)
	if err == nil {
		err = check(g, a, s, answerOf(result))
	}
	if err == nil {
		err = checkBreach(g, a, s, answerOf(result), rec)
	}
	if err != nil {
		t.Fatalf("%s: %v\n%v%v\nanswer %+v\nevents\n%v", a.name, err, g, s, result, rec)
	}
	return answerOf(result)
}

// TestOracle holds every algorithm, under every setting, against the plain
// reference, and the same problem with states of its own numbering against
// the interned one.
func TestOracle(t *testing.T) {
	t.Run("every setting", func(t *testing.T) { oracle[int64](t, 16**moreGraphs, 1) })
	t.Run("int64", func(t *testing.T) { oracle[int64](t, 700**moreGraphs, 41) })
	t.Run("uint16", func(t *testing.T) { oracle[uint16](t, 150**moreGraphs, 41) })
	t.Run("float64", func(t *testing.T) { oracle[float64](t, 150**moreGraphs, 41) })
}

var moreGraphs = flag.Uint64("more-graphs", 1, "how many times as many random graphs to try")

// oracle runs every stride-th setting of every algorithm on graphs of growing
// seed.
func oracle[C search.Cost](t *testing.T, graphs uint64, stride int) {
	t.Parallel()
	var ws search.Workspace[string, C]
	var rec, other recorder[C]
	turn := 0
	for seed := range graphs {
		g := randomGraph(seed)
		p, estimates := newHashed[C](g), allEstimates(g)
		for _, a := range algorithms[string, C]() {
			for _, s := range settings(a, estimates) {
				if turn++; turn%stride != 0 {
					continue
				}
				hashedAnswer := runChecked(t, g, p, a, s, &rec, &ws)
				numbered := p.numbered(rec.asMet(g, a.bothEnds))
				denseAnswer := runChecked(t, g, numbered, a, s, &other, &ws)
				if err := sameRun(hashedAnswer, denseAnswer, &rec, &other); err != nil {
					t.Fatalf("%s: the dense problem differs from the hashed one: %v\n%v%v", a.name, err, g, s)
				}
			}
		}
	}
}
