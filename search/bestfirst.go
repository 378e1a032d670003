package search

import "fmt"

// ordering is what a best-first search orders OPEN by.
type ordering uint8

const (
	byG  ordering = iota // Dijkstra: g
	byGH                 // A*: g + h; weighted A*: g + ⌊w·h⌋
	byH                  // greedy best-first: h
)

// bestFirst is the loop that Dijkstra's algorithm, A*, weighted A* and greedy
// best-first search share; they differ in how OPEN is ordered, in whether
// CLOSED states are reopened, and in what may be certified at the end.
//
// Invariants: a node is on OPEN exactly if its mark says so, and then the heap
// holds an entry with its current priority; other entries for it are stale.
// For weighted A* a node's h is ⌊w·h⌋ from the start, so that the loop is the same.
type bestFirst[S comparable, C Cost] struct {
	*run[S, C]
	order    ordering
	reopen   bool
	weight   Ratio // of weighted A*; else 1
	skipped  bool  // a cheaper path to a closed state was not followed;
	proved   C     // what was proved before that
	table    *nodeTable[C]
	open     *openHeap[C]
	openSize int64
	startH   C // the plain estimate at the start
	floor    C // the largest priority expanded so far: a bound that never falls

	// For AllOptimal: goals are collected rather than ending the search.
	collect bool
	goals   []int32
	best    C // their cost
}

func newBestFirst[S comparable, C Cost](name string, problem Problem[S, C], start S, opts Options[S, C], order ordering) (*Stepper[S, C], *bestFirst[S, C], error) {
	r, err := newRun(name, problem, start, opts, 1)
	if err != nil {
		return nil, nil, err
	}
	b := &bestFirst[S, C]{run: r, order: order, reopen: !opts.NoReopen, weight: Ratio{1, 1}}
	return &Stepper[S, C]{r, b}, b, nil
}

// begin puts the start on OPEN.
func (b *bestFirst[S, C]) begin() {
	if b.done {
		return
	}
	b.table, b.open = &b.ws.halves[0].table, &b.ws.halves[0].open
	b.startH = b.estimate(b.heuristic, b.start)
	if b.done {
		return
	}
	h := b.startH
	b.near(b.start, 0, h)
	if b.weighted {
		h = times(h, b.weight.Num, b.weight.Den, b.limit)
	}
	b.table.nodes[b.start] = node[C]{h: h, parent: noParent, mark: b.table.number | onOpen}
	b.put(b.start, 0, h, 0)
	b.counts.PeakOpen = 1
	b.tell(b.opts.Observer.Generate, b.table, b.start, b.priority(0, h), Forward)
}

func (b *bestFirst[S, C]) priority(g, h C) C {
	switch b.order {
	case byG:
		return g
	case byGH:
		return b.plus(g, h)
	default:
		return h
	}
}

// stale tells whether an entry of the heap no longer stands for its state.
func (b *bestFirst[S, C]) stale(e openEntry[C]) bool {
	n := &b.table.nodes[e.id]
	return n.mark&3 != onOpen || e.f != b.priority(n.g, n.h)
}

// clean removes stale entries from the top of the heap.
func (b *bestFirst[S, C]) clean() {
	for len(b.open.entries) > 0 && b.stale(b.open.entries[0]) {
		b.open.pop()
	}
}

func (b *bestFirst[S, C]) step() {
	b.clean()
	if len(b.open.entries) == 0 {
		b.exhausted(b.table)
		return
	}
	if reason := b.overBudget(); reason != "" {
		b.stop(reason)
		return
	}
	b.expand(b.open.pop())
}

func (b *bestFirst[S, C]) expand(e openEntry[C]) {
	id := e.id
	n := &b.table.nodes[id]
	n.mark = b.table.number | onClosed
	b.openSize--
	b.floor = max(b.floor, e.f)
	g, h := n.g, n.h
	b.expanded(b.table, id, e.f, Forward)
	if b.space.problem.IsGoal(b.space.state(id)) {
		b.tell(b.opts.Observer.Goal, b.table, id, e.f, Forward)
		if b.collect {
			b.goals, b.best = append(b.goals, id), g
			return
		}
		b.found(id)
		return
	}
	arcs := b.arcsOf(id, Forward)
	b.table.grow(b.space.size())
	b.counts.Generated += int64(len(arcs))
	nodes, number := b.table.nodes, b.table.number
	for i := range arcs {
		to, cost := arcs[i].To, arcs[i].Cost
		if !(cost >= 0) || cost > b.limit-g {
			if b.badArc(id, to, cost, Forward) {
				return
			}
			continue
		}
		newG := g + cost
		t := &nodes[to]
		if t.mark&^3 != number {
			th := b.estimate(b.heuristic, to)
			if b.done {
				return
			}
			b.near(to, newG, th)
			if b.weighted {
				th = times(th, b.weight.Num, b.weight.Den, b.limit)
			}
			*t = node[C]{newG, th, id, number | onOpen}
			b.put(to, newG, th, g)
			if b.opts.Observer.Generate != nil {
				b.tell(b.opts.Observer.Generate, b.table, to, b.priority(newG, th), Forward)
			}
		} else if closed := t.mark&3 == onClosed; newG < t.g && (b.reopen || !closed) {
			t.g, t.parent, t.mark = newG, id, number|onOpen
			b.near(to, newG, b.plainH(to, t.h))
			switch {
			case closed:
				b.counts.Reopened++
				b.put(to, newG, t.h, g)
			case b.order != byH: // else its entry has the right priority already
				b.openSize-- // put counts it again
				b.put(to, newG, t.h, g)
			}
			told := b.opts.Observer.Improve
			if closed {
				told = b.opts.Observer.Reopen
			}
			b.tell(told, b.table, to, b.priority(newG, t.h), Forward)
		} else if newG < t.g && !b.skipped {
			b.proved = b.lowerBound()
			b.skipped = true
		}
		if b.consistent && h > cost && h-cost > t.h {
			b.checkEdge(id, to, h, cost, t.h)
		}
	}
	b.counts.PeakOpen = max(b.counts.PeakOpen, b.openSize)
}

// plainH returns the estimate of a state whose node holds h.
func (b *bestFirst[S, C]) plainH(id int32, h C) C {
	if b.weighted && b.heuristic != nil {
		return b.heuristic(b.space.state(id))
	}
	return h
}

// checkEdge voids the claim that h is consistent if the edge contradicts it.
// Where nodes hold ⌊w·h⌋, an edge that does drops it by more than ⌊w·cost⌋;
// but rounding can make an innocent one do so too, so the estimates decide.
func (b *bestFirst[S, C]) checkEdge(from, to int32, hFrom, cost, hTo C) {
	if b.weighted {
		weightedCost := times(cost, b.weight.Num, b.weight.Den, b.limit)
		if hFrom <= weightedCost || hFrom-weightedCost <= hTo {
			return
		}
		hFrom, hTo = b.plainH(from, hFrom), b.plainH(to, hTo)
		if hFrom <= cost || hFrom-cost <= hTo {
			return
		}
	}
	b.breached(from, to, hFrom, cost, hTo)
}

// put pushes a state onto OPEN.
func (b *bestFirst[S, C]) put(id int32, g, h, parentG C) {
	b.open.push(id, b.priority(g, h), h, parentG)
	b.openSize++
}

// factor returns what the cost is at most, in terms of the optimum. That is w
// as long as no state was left closed to which a cheaper path was found. If one
// was, rounding tells: h is consistent with costs c, but ⌊w·h⌋ only with ⌈w·c⌉
// <= ⌈w⌉·c, and along the way such roundings add up.
func (b *bestFirst[S, C]) factor() Ratio {
	if b.skipped && !b.floatCosts {
		return Ratio{(b.weight.Num-1)/b.weight.Den + 1, 1}
	}
	return b.weight
}

// lowerBound returns what the least priority on OPEN (or of the goal just
// expanded) proves of the cost of every path to a goal.
func (b *bestFirst[S, C]) lowerBound() C {
	admissible := b.opts.Claim >= Admissible && b.breach == ""
	switch {
	case b.order == byG:
		return b.floor
	case !admissible:
		return 0
	case b.order == byGH && (b.reopen || b.opts.Claim == Consistent):
		return max(dividedBy(b.floor, b.factor()), b.proved, b.startH)
	}
	return b.startH
}

func (b *bestFirst[S, C]) found(goal int32) {
	if b.order != byG {
		b.checkTarget(b.plainH(goal, b.table.nodes[goal].h), b.space.state(goal), "goal")
	}
	result := Result[S, C]{Status: Found, Cost: b.table.nodes[goal].g}
	result.Path = b.pathTo(b.opts.PathBuffer[:0], b.table, goal)
	if b.counts.Reopened > 0 {
		result.Cost = b.costOf(b.table, goal, Forward)
	}
	b.contradict(b.lowerBound(), result.Cost)
	result.LowerBound = min(b.lowerBound(), result.Cost) // floats round
	b.certify(&result)
	b.end(result)
}

// certify states what the algorithm's preconditions give.
func (b *bestFirst[S, C]) certify(result *Result[S, C]) {
	result.Certificate = Feasible
	switch {
	case b.order == byH:
		result.Reason = "greedy best-first search follows the estimate alone"
		return
	case b.order == byG:
		result.Certificate, result.Reason = Optimal, "states are expanded in the order of their cost"
		return
	case b.breach != "":
		result.Reason = b.breach
		return
	case b.opts.Claim == Unknown:
		result.Reason = b.unclaimed()
		return
	case b.opts.Claim == Admissible && !b.reopen:
		result.Reason = "closed states were not reopened, which needs a consistent heuristic; this one is claimed admissible only"
		return
	}
	result.Reason = because(fmt.Sprintf("the heuristic is %v", b.opts.Claim), b.opts.ClaimReason)
	if !b.weighted {
		result.Certificate = Optimal
		return
	}
	if result.Cost == result.LowerBound {
		result.Certificate = Optimal
		result.Reason = "the cost equals its proved lower bound"
		return
	}
	result.Certificate, result.Bound = Bounded, b.factor()
	result.Reason += fmt.Sprintf(", so %v times it cannot mislead by more than that factor", b.weight)
	if result.Bound != b.weight {
		result.Reason += fmt.Sprintf(", or %v where closed states were not reopened", result.Bound)
	}
}

// because joins a statement and its reason.
func because(statement, reason string) string {
	if reason == "" {
		return statement
	}
	return statement + ": " + reason
}

func (b *bestFirst[S, C]) stop(reason string) {
	b.clean()
	if len(b.open.entries) > 0 {
		b.floor = max(b.floor, b.open.entries[0].f)
	}
	b.end(Result[S, C]{Status: Limit, Reason: reason, LowerBound: b.lowerBound()})
}

func (b *bestFirst[S, C]) lookup(id int32) (Node[S, C], bool) { return nodeOf(b.run, b.table, id) }
