package catalog_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/astrolabe-search/astrolabe/catalog"
	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

// oracleCases returns how many random maps the oracle asks about: a few
// thousand (hundreds with -short), or what the environment variable
// ASTROLABE_ORACLE says, as in
//
//	ASTROLABE_ORACLE=200000 go test -run Oracle ./catalog
func oracleCases(tb testing.TB) uint64 {
	tb.Helper()
	text := os.Getenv("ASTROLABE_ORACLE")
	switch {
	case text == "" && testing.Short():
		return 400
	case text == "":
		return 4000
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil || n == 0 {
		tb.Fatalf("ASTROLABE_ORACLE=%q; want the number of random maps to try", text)
	}
	return n
}

// promise is what an answer has to keep.
type promise struct {
	certificate search.Certificate // at least this one where a path is found,
	exactly     bool               // or no other
	staysClosed bool               // no state is reopened
	floods      bool               // no-path is said only after all that can be reached was met
	terse       bool               // the size of OPEN is not counted
}

// promiseOf returns what the catalog says of an entry.
func promiseOf(e *catalog.Entry, q catalog.Query) promise {
	if e.Fast() {
		// Jump point search expands few of the cells that it reaches.
		floods := e.Name != "jump-point" && e.Name != "auto"
		return promise{certificate: e.Expect(q.Costs, q.Metric, true), exactly: true, staysClosed: true, floods: floods, terse: true}
	}
	return promise{
		certificate: e.Expect(q.Costs, q.Metric, !q.NoReopen),
		// Breadth-first search may find that all edges it met cost the same, and
		// weighted A* that the cost equals its lower bound.
		exactly:     e.Name != "breadth-first" && !e.Weight,
		staysClosed: staysClosed(e, q),
		// The bidirectional ones stop when either half is exhausted, so their
		// forward half may not have seen the nearest cell, nor the cheapest way to
		// one that it has seen.
		floods: e.Name != "bidirectional" && e.Name != "bidirectional-dijkstra" && e.Name != "bidirectional-first-meeting",
	}
}

// staysClosed tells whether an algorithm that can reopen states must not: it is
// told not to, or the estimate is consistent, so that a state's first expansion
// has its cheapest cost.
func staysClosed(e *catalog.Entry, q catalog.Query) bool {
	consistent := q.Costs.Heuristic(q.Metric).Claim().Consistent
	return e.Reopens && (q.NoReopen || consistent && !e.Weight) || e.Name == "dijkstra" || e.Name == "breadth-first"
}

// check returns what is wrong with an answer, or "".
func (c *oracleCase) check(q catalog.Query, want promise, r gridsearch.Result, err error) string {
	if err != nil {
		return fmt.Sprintf("error: %v", err)
	}
	if status := c.status(); r.Status != status {
		if r.Status == search.Limit && q.MaxExpanded > 0 && (status == search.Found || status == search.NoPath) {
			return c.checkLimit(q, want, r)
		}
		return fmt.Sprintf("status %v, want %v", r.Status, status)
	}
	switch r.Status {
	case search.Found:
		return c.checkFound(q, want, r)
	case search.NoPath:
		if r.Certificate != search.None || len(r.Path) != 0 {
			return fmt.Sprintf("no path, but certificate %v and path %v", r.Certificate, r.Path)
		}
		return c.checkNearest(q, want, r)
	}
	if r.Expanded != 0 || r.Certificate != search.None || len(r.Path)+len(r.Nearest) != 0 {
		return fmt.Sprintf("%v, but %d expansions, certificate %v, path %v, nearest %v",
			r.Status, r.Expanded, r.Certificate, r.Path, r.Nearest)
	}
	return ""
}

// checkLimit checks an answer that a budget of expansions cut short.
func (c *oracleCase) checkLimit(q catalog.Query, want promise, r gridsearch.Result) string {
	if r.Expanded != q.MaxExpanded {
		return fmt.Sprintf("the limit is said to be reached after %d of %d expansions", r.Expanded, q.MaxExpanded)
	}
	if wrong := c.checkNearest(q, want, r); wrong != "" {
		return wrong
	}
	optimum, reachable := c.optimum(c.to)
	if len(r.Path) > 0 {
		if wrong := c.checkCost(r.Path, r.Cost); wrong != "" {
			return wrong
		}
		return c.checkClaims(q, r)
	}
	if r.Certificate != search.None {
		return fmt.Sprintf("certificate %v without a path", r.Certificate)
	}
	if r.LowerBound < 0 || reachable && r.LowerBound > c.lengthOf(optimum) {
		return fmt.Sprintf("at the limit a lower bound %v of the optimum %v", c.costs.Format(r.LowerBound), optimum)
	}
	return ""
}

func (c *oracleCase) status() search.Status {
	_, reachable := c.optimum(c.to)
	switch {
	case !c.board.in(c.from) || !c.board.in(c.to):
		return search.OutOfBounds
	case !c.board.open(c.from):
		return search.StartBlocked
	case !c.board.open(c.to):
		return search.GoalBlocked
	case !reachable:
		return search.NoPath
	}
	return search.Found
}

func (c *oracleCase) checkFound(q catalog.Query, want promise, r gridsearch.Result) string {
	if len(r.Path) == 0 || r.Path[0] != c.from || r.Path[len(r.Path)-1] != c.to {
		return fmt.Sprintf("the path %v does not lead from %v to %v", r.Path, c.from, c.to)
	}
	if wrong := c.checkCost(r.Path, r.Cost); wrong != "" {
		return wrong
	}
	if len(r.Nearest) != 0 {
		return fmt.Sprintf("a path is found, but nearest is %v", r.Nearest)
	}
	// The bidirectional ones need no expansion to see that the ends are one cell.
	if len(r.Path) > 1 && r.Expanded < 1 || want.terse != (r.PeakOpen == 0) {
		return fmt.Sprintf("found with %d expansions and at most %d open", r.Expanded, r.PeakOpen)
	}
	if want.staysClosed && r.Reopened != 0 {
		return fmt.Sprintf("reopened %d states, none may be", r.Reopened)
	}
	if r.Certificate < want.certificate || want.exactly && r.Certificate != want.certificate {
		return fmt.Sprintf("certificate %v (%s), want %v", r.Certificate, r.Reason, want.certificate)
	}
	return c.checkClaims(q, r)
}

// checkCost compares a path's cost with one added up by the reference.
func (c *oracleCase) checkCost(path []grid.Cell, cost root2.Length) string {
	if again, err := c.costs.PathCost(path); err != nil || again != cost {
		return fmt.Sprintf("cost %v, but PathCost says %v, %v", c.costs.Format(cost), c.costs.Format(again), err)
	}
	var sum pair
	for i, to := range path[1:] {
		step, legal := c.board.step(path[i], to.X-path[i].X, to.Y-path[i].Y, c.costs.Rule(), c.costs.Model())
		if !legal {
			return fmt.Sprintf("the step from %v to %v is not legal", path[i], to)
		}
		sum = sum.plus(step)
	}
	if got := c.pairOf(cost); got != sum {
		return fmt.Sprintf("cost %v, but the steps add up to %v", got, sum)
	}
	return ""
}

// pairOf returns a cost in the reference's unit.
func (c *oracleCase) pairOf(cost root2.Length) pair {
	a, b := cost.Coefficients()
	return pair{a, b}.times(unit / c.costs.Scale())
}

// lengthOf is the inverse of pairOf.
func (c *oracleCase) lengthOf(p pair) root2.Length {
	n := unit / c.costs.Scale()
	return root2.One*root2.Length(p.a/n) + root2.Root2*root2.Length(p.b/n)
}

// checkClaims compares what a result claims of its cost with the optimum.
func (c *oracleCase) checkClaims(q catalog.Query, r gridsearch.Result) string {
	optimum, _ := c.optimum(c.to)
	cost := c.pairOf(r.Cost)
	if cost.compare(optimum) < 0 {
		return fmt.Sprintf("cost %v is below the optimum %v", cost, optimum)
	}
	switch r.Certificate {
	case search.Optimal:
		if cost != optimum || r.LowerBound != r.Cost {
			return fmt.Sprintf("certified optimal with cost %v and lower bound %v; the optimum is %v",
				cost, c.costs.Format(r.LowerBound), optimum)
		}
	case search.Bounded:
		if r.Status == search.Found && r.Bound != q.Weight && !(q.NoReopen && r.Bound == ceil(q.Weight)) {
			return fmt.Sprintf("bounded by %v, want the weight %v", r.Bound, q.Weight)
		}
		if !within(cost, r.Bound, optimum) {
			return fmt.Sprintf("cost %v is more than %v times the optimum %v", cost, r.Bound, optimum)
		}
	case search.None:
		return "a path without a certificate"
	}
	if r.LowerBound < 0 || r.LowerBound > c.lengthOf(optimum) {
		return fmt.Sprintf("lower bound %v of the optimum %v", c.costs.Format(r.LowerBound), optimum)
	}
	if r.Reason == "" {
		return "a certificate without a reason"
	}
	return ""
}

// ceil returns the whole number from a weight on up, which is what weighted A*
// proves if it passed over a cheaper path to a closed state: it rounds w·h.
func ceil(w search.Ratio) search.Ratio {
	return search.Ratio{Num: (w.Num + w.Den - 1) / w.Den, Den: 1}
}

// checkNearest checks the way to the nearest cell of a result without a path.
func (c *oracleCase) checkNearest(q catalog.Query, want promise, r gridsearch.Result) string {
	if len(r.Nearest) == 0 || r.Nearest[0] != c.from {
		return fmt.Sprintf("the way %v to the nearest cell does not begin at %v", r.Nearest, c.from)
	}
	if wrong := c.checkCost(r.Nearest, r.NearestCost); wrong != "" {
		return "to the nearest cell: " + wrong
	}
	if r.Status != search.NoPath || !want.floods {
		return ""
	}
	estimate := q.Costs.Heuristic(q.Metric, q.To)
	nearest := r.Nearest[len(r.Nearest)-1]
	h, cost := estimate.At(nearest), c.pairOf(r.NearestCost)
	for i, reached := range c.reached {
		cell := grid.Cell{X: int32(i) % c.board.width, Y: int32(i) / c.board.width}
		if !reached {
			continue
		}
		if estimate.At(cell) < h {
			return fmt.Sprintf("nearest is %v, but %v is nearer", nearest, cell)
		}
		// The way to the nearest cell is a cheapest one where optimality is proved.
		if want.certificate == search.Optimal && estimate.At(cell) == h && c.distance[i].compare(cost) < 0 {
			return fmt.Sprintf("nearest is %v for %v, but %v, as near, costs %v", nearest, cost, cell, c.distance[i])
		}
	}
	return ""
}

// randomOptions completes a query with random options.
func randomOptions(rng *rand.Rand, q catalog.Query) catalog.Query {
	weights := []search.Ratio{{Num: 1, Den: 1}, {Num: 5, Den: 4}, {Num: 3, Den: 2}, {Num: 2, Den: 1}, {Num: 10, Den: 1}, {Num: 1_000_001, Den: 1_000_000}}
	q.Weight = weights[rng.IntN(len(weights))]
	q.Tie = search.Ties()[rng.IntN(len(search.Ties()))]
	q.NoReopen = rng.IntN(2) == 0
	if rng.IntN(4) == 0 {
		q.MaxExpanded = 1 + rng.Int64N(12)
	}
	if rng.IntN(2) == 0 {
		q.Order = grid.DefaultOrder
		rng.Shuffle(len(q.Order), func(i, j int) { q.Order[i], q.Order[j] = q.Order[j], q.Order[i] })
	}
	return q
}

// allMetrics returns every metric and Auto.
func allMetrics() []grid.Metric { return append(grid.Metrics(), grid.Auto) }

// TestOracle holds every algorithm, with every metric, against the reference.
func TestOracle(t *testing.T) {
	n := oracleCases(t)
	var statuses sync.Map
	forEachCase(t, n, func(t *testing.T, number uint64, ws *gridsearch.Workspace) {
		c := newRandomCase(t, number)
		count, _ := statuses.LoadOrStore(c.status(), new(atomic.Int64))
		count.(*atomic.Int64).Add(1)
		rng := rand.New(rand.NewPCG(number, 2))
		for _, e := range catalog.Entries() {
			for _, metric := range allMetrics() {
				q := randomOptions(rng, catalog.Query{Costs: c.costs, From: c.from, To: c.to, Metric: metric})
				memory := ws
				if rng.IntN(8) == 0 {
					memory = nil
				}
				answer, err := e.Solve(context.Background(), q, memory)
				if wrong := c.check(q, promiseOf(e, q), answer.Result, err); wrong != "" {
					t.Fatalf("%s, heuristic %v, %v, weight %v, no reopening %v, at most %d expansions, order %v: %s\n%s", e.Name,
						metric, q.Tie, q.Weight, q.NoReopen, q.MaxExpanded, q.Order, wrong, c.describe(answer.Result.Path))
				}
			}
		}
	})
	for _, status := range []search.Status{search.Found, search.NoPath, search.StartBlocked, search.GoalBlocked, search.OutOfBounds} {
		if count, ok := statuses.Load(status); !ok || count.(*atomic.Int64).Load() <= int64(n)/250 {
			t.Errorf("hardly any case has the status %v; the generator is at fault", status)
		}
	}
}

// TestEnginesOracle holds every engine against the reference, on the maps whose
// costs it is for.
func TestEnginesOracle(t *testing.T) {
	n := oracleCases(t)
	asked := map[string]*atomic.Int64{}
	for _, e := range catalog.Engines() {
		asked[e.Name] = new(atomic.Int64)
	}
	forEachCase(t, n, func(t *testing.T, number uint64, ws *gridsearch.Workspace) {
		c := newRandomCase(t, number)
		q := catalog.Query{Costs: c.costs, From: c.from, To: c.to}
		for _, e := range catalog.Engines() {
			if e.Applies(q) != "" {
				continue
			}
			asked[e.Name].Add(1)
			q := q
			r, err := solve(e, q, ws)
			for {
				if wrong := c.check(q, promiseOf(e, q), r, err); wrong != "" {
					t.Fatalf("%s, at most %d expansions: %s\n%s", e.Name, q.MaxExpanded, wrong, c.describe(r.Path))
				}
				if q.MaxExpanded > 0 || r.Expanded == 0 {
					break
				}
				q.MaxExpanded = 1 + int64(number)%r.Expanded // a limit that may suffice
				r, err = solve(e, q, ws)
			}
		}
	})
	for name, count := range asked {
		if count.Load() < int64(n)/10 {
			t.Errorf("%s was asked about %d maps of %d only", name, count.Load(), n)
		}
	}
}

// forEachCase runs f for the numbers below n, on as many goroutines as there
// are processors, each with its own workspace, in subtests so that a failure
// ends only its own.
func forEachCase(t *testing.T, n uint64, f func(t *testing.T, number uint64, ws *gridsearch.Workspace)) {
	const shards = 8
	t.Run("shards", func(t *testing.T) {
		for shard := range uint64(shards) {
			t.Run(strconv.FormatUint(shard, 10), func(t *testing.T) {
				t.Parallel()
				var ws gridsearch.Workspace
				for number := shard; number < n; number += shards {
					f(t, number, &ws)
				}
			})
		}
	})
}
