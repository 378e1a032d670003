package search

import (
	"context"
	"fmt"
)

// Bidirectional finds a cheapest path by A* from both ends: forward from the
// start, guided by opts.Heuristic, and backward from the goals, guided by
// opts.BackwardHeuristic. In turn the half with the smaller OPEN expands its
// best state.
//
// The best meeting U is kept over every state that both halves have met, and
// the search stops only when
//
//	U <= max(fF, fB, gF + gB + e)
//
// where f and g are the least ones on OPEN forward and backward and e is the
// cheapest edge. (Stopping at the first state met from both sides is wrong; see
// [BidirectionalFirstMeeting].) Why that proves U: let P be an optimal path. As
// long as U exceeds its cost, each half has a state of P on OPEN with the right
// g, the forward one before the backward one, so the cost of P is at least fF,
// at least fB, and at least gF + gB plus the edge between the two.
//
// Two prunings keep that argument: a state with f >= U is not put on OPEN,
// and if the heuristics are claimed consistent, a state that the other half has
// CLOSED is not followed further, since its best completion is counted in U.
//
// Guarantee: optimal if both heuristics are admissible (with opts.NoReopen:
// consistent), certified as for [AStar]. It needs a problem that implements
// [Predecessors] and [GoalLister]; else it returns a [*RequirementError].
//
// Papers: I. Pohl, "Bi-directional search", 1971; J. B. H. Kwa, "BS*: an
// admissible bidirectional staged heuristic search algorithm", 1989; H. Kaindl,
// G. Kainz, "Bidirectional heuristic search reconsidered", 1997; the last term
// of the stop: R. C. Holte, A. Felner, G. Sharon, N. R. Sturtevant,
// "Bidirectional search that is guaranteed to meet in the middle", 2016.
func Bidirectional[S comparable, C Cost](ctx context.Context, problem Problem[S, C], start S, opts Options[S, C]) (Result[S, C], error) {
	s, err := NewBidirectional(problem, start, opts)
	return runToEnd(ctx, s, err)
}

// NewBidirectional returns [Bidirectional] as a [Stepper].
func NewBidirectional[S comparable, C Cost](problem Problem[S, C], start S, opts Options[S, C]) (*Stepper[S, C], error) {
	return newBidirectional("bidirectional A*", problem, start, opts, opts.Heuristic)
}

// BidirectionalDijkstra is [Bidirectional] without heuristics: Dijkstra's
// algorithm from both ends, stopped when U <= gF + gB + e. opts.Heuristic only
// decides which state is nearest to an unreachable goal.
//
// Guarantee: optimal, always. Paper: I. Pohl, "Bi-directional search", 1971.
func BidirectionalDijkstra[S comparable, C Cost](ctx context.Context, problem Problem[S, C], start S, opts Options[S, C]) (Result[S, C], error) {
	s, err := NewBidirectionalDijkstra(problem, start, opts)
	return runToEnd(ctx, s, err)
}

// NewBidirectionalDijkstra returns [BidirectionalDijkstra] as a [Stepper].
func NewBidirectionalDijkstra[S comparable, C Cost](problem Problem[S, C], start S, opts Options[S, C]) (*Stepper[S, C], error) {
	distance := opts.Heuristic
	opts.Heuristic, opts.BackwardHeuristic = nil, nil
	return newBidirectional("bidirectional Dijkstra", problem, start, opts, distance)
}

// frontier is one half of a bidirectional search.
type frontier[S comparable, C Cost] struct {
	side      Side
	table     *nodeTable[C]
	open      *openHeap[C]
	byG       *openHeap[C] // the same states by g, for the least g; unused without a heuristic
	heuristic func(S) C
	size      int64
}

type bidirectional[S comparable, C Cost] struct {
	*run[S, C]
	halves   [2]frontier[S, C]
	distance func(S) C // decides what is nearest where there is no forward heuristic
	reopen   bool
	nip      bool
	cheapest C
	meeting  int32 // the state through which the best path so far leads, or noParent
	best     C     // U, its cost
	replaced bool  // a closed state has a new parent: U may be more than the path's cost
	bound    C     // the largest lower bound so far
	beyond   error // the first meeting whose cost is beyond the limit
}

func newBidirectional[S comparable, C Cost](name string, problem Problem[S, C], start S, opts Options[S, C], distance func(S) C) (*Stepper[S, C], error) {
	goals, err := bidirectionalGoals(name, problem)
	if err != nil {
		return nil, err
	}
	r, err := newRun(name, problem, start, opts, 2)
	if err != nil {
		return nil, err
	}
	defer r.release()
	b := &bidirectional[S, C]{run: r, reopen: !opts.NoReopen, meeting: noParent, distance: distance}
	b.nip = r.opts.Claim == Consistent
	if bound, ok := problem.(CheapestEdge[C]); ok {
		b.cheapest = bound.CheapestEdge()
	}
	for side := Forward; side <= Backward; side++ {
		h := &r.ws.halves[side]
		b.halves[side] = frontier[S, C]{side: side, table: &h.table, open: &h.open, byG: &h.byG, heuristic: opts.Heuristic}
	}
	b.halves[Backward].heuristic = opts.BackwardHeuristic
	s := &Stepper[S, C]{r, b}
	r.uses.backwardOpen = true
	r.uses.byG = [2]bool{opts.Heuristic != nil, opts.BackwardHeuristic != nil}
	if r.done || !r.roomForGoals(len(goals)) {
		return s, nil
	}
	b.root(&b.halves[Forward], r.start)
	for _, goal := range goals {
		if !b.done {
			id := r.space.id(goal)
			r.grow()
			b.root(&b.halves[Backward], id)
		}
	}
	b.counts.PeakOpen = b.halves[Forward].size + b.halves[Backward].size
	return s, nil
}

// bidirectionalGoals returns the goals of a problem that a bidirectional
// search can run on.
func bidirectionalGoals[S comparable, C Cost](name string, problem Problem[S, C]) ([]S, error) {
	lister, ok := problem.(GoalLister[S])
	if !ok {
		return nil, &RequirementError{name, "GoalLister"}
	}
	if _, ok := problem.(Predecessors[S, C]); !ok {
		return nil, &RequirementError{name, "Predecessors"}
	}
	return lister.Goals(), nil
}

// roomForGoals ends the run if the goals alone would take too much memory.
func (r *run[S, C]) roomForGoals(n int) bool {
	slack := r.slack
	r.slack = max(slack, n+1)
	reason := r.overBudget()
	r.slack = slack
	if reason != "" {
		r.end(Result[S, C]{Status: Limit, Reason: reason})
	}
	return reason == ""
}

// root puts a start or a goal on OPEN.
func (b *bidirectional[S, C]) root(f *frontier[S, C], id int32) {
	if f.table.seen(&f.table.nodes[id]) {
		return
	}
	h := b.estimate(f.heuristic, id)
	if b.done {
		return
	}
	f.table.nodes[id] = node[C]{h: h, parent: noParent, mark: f.table.number | onOpen}
	b.put(f, id, 0, h, 0)
	b.tell(b.opts.Observer.Generate, f.table, id, h, f.side)
	b.meet(f, id)
}

// put pushes a state onto OPEN.
func (b *bidirectional[S, C]) put(f *frontier[S, C], id int32, g, h, parentG C) {
	if f.side == Forward {
		distance := h
		if f.heuristic == nil {
			distance = b.estimate(b.distance, id)
		}
		b.near(id, g, distance)
	}
	f.open.push(id, b.plus(g, h), h, parentG)
	if f.heuristic != nil {
		f.byG.push(id, g, 0, 0)
	}
	f.size++
}

// meet improves U if both halves have met the state.
func (b *bidirectional[S, C]) meet(f *frontier[S, C], id int32) {
	other := &b.halves[1-f.side]
	n, o := &f.table.nodes[id], &other.table.nodes[id]
	if !other.table.seen(o) {
		return
	}
	if n.g > b.limit-o.g {
		if b.beyond == nil {
			b.beyond = b.meetingError(id)
		}
		return
	}
	total := n.g + o.g
	if b.meeting != noParent && total >= b.best {
		return
	}
	b.best, b.meeting = total, id
	if b.bound > total {
		if proved, _ := b.proves(); proved {
			b.contradict(b.bound, total)
		}
	}
	b.tell(b.opts.Observer.Meet, f.table, id, total, f.side)
}

// clean removes stale entries from the top of both heaps.
func (b *bidirectional[S, C]) clean(f *frontier[S, C]) {
	for len(f.open.entries) > 0 {
		e := f.open.entries[0]
		n := &f.table.nodes[e.id]
		if n.mark&3 == onOpen && e.f == b.plus(n.g, n.h) {
			break
		}
		f.open.pop()
	}
	for len(f.byG.entries) > 0 {
		e := f.byG.entries[0]
		n := &f.table.nodes[e.id]
		if n.mark&3 == onOpen && e.f == n.g {
			break
		}
		f.byG.pop()
	}
}

// least returns the least f and g on OPEN; OPEN must not be empty.
func (f *frontier[S, C]) least() (leastF, leastG C) {
	leastF = f.open.entries[0].f
	if f.heuristic == nil {
		return leastF, leastF
	}
	return leastF, f.byG.entries[0].f
}

func (b *bidirectional[S, C]) step() {
	if b.settled(); b.done {
		return
	}
	forward, backward := &b.halves[Forward], &b.halves[Backward]
	if reason := b.overBudget(); reason != "" {
		b.stop(reason)
		return
	}
	if forward.size <= backward.size {
		b.expand(forward, backward)
	} else {
		b.expand(backward, forward)
	}
}

// settled ends the search if nothing that is left can change its answer, and
// else raises the lower bound by what the two OPENs prove.
func (b *bidirectional[S, C]) settled() {
	b.clean(&b.halves[Forward])
	b.clean(&b.halves[Backward])
	if len(b.halves[Forward].open.entries) == 0 || len(b.halves[Backward].open.entries) == 0 {
		b.oneEndExhausted()
		return
	}
	forwardF, forwardG := b.halves[Forward].least()
	backwardF, backwardG := b.halves[Backward].least()
	b.bound = max(b.bound, forwardF, backwardF, b.plus(b.plus(forwardG, backwardG), b.cheapest))
	if b.meeting != noParent && b.best <= b.bound {
		b.found()
	}
}

// oneEndExhausted ends the search when a half has nothing left to expand.
// Whatever was left out of OPEN, or not followed, cannot beat U.
func (b *bidirectional[S, C]) oneEndExhausted() {
	switch {
	case b.meeting != noParent:
		b.found()
		return
	case b.beyond != nil:
		b.fail(b.beyond)
		return
	}
	side := Forward
	if len(b.halves[Forward].open.entries) > 0 {
		side = Backward
	}
	if err := b.unreached(b.halves[side].table, side); err != nil {
		b.fail(err)
		return
	}
	b.end(Result[S, C]{Status: NoPath, Reason: "every state that can be reached from one end was expanded"})
}

func (b *bidirectional[S, C]) expand(f, other *frontier[S, C]) {
	e := f.open.pop()
	id := e.id
	n := &f.table.nodes[id]
	n.mark = f.table.number | onClosed
	f.size--
	g, h := n.g, n.h
	b.expanded(f.table, id, e.f, f.side)
	if o := &other.table.nodes[id]; b.nip && b.breach == "" && other.table.seen(o) && o.mark&3 == onClosed {
		b.tell(b.opts.Observer.Prune, f.table, id, e.f, f.side)
		return
	}
	arcs := b.arcsOf(id, f.side)
	b.grow()
	b.counts.Generated += int64(len(arcs))
	for _, arc := range arcs {
		to, cost := arc.To, arc.Cost
		if !(cost >= 0) || cost > b.limit-g {
			if b.badArc(id, to, cost, f.side) {
				return
			}
			continue
		}
		if cost < b.cheapest {
			b.tooCheap(id, to, cost, f.side)
			return
		}
		newG := g + cost
		t := &f.table.nodes[to]
		known := f.table.seen(t)
		place, th := t.mark&3, t.h // place 0: not met, or left out of OPEN
		if !known {
			place = 0
			if th = b.estimate(f.heuristic, to); b.done {
				return
			}
		}
		if b.consistent && h > cost && h-cost > th {
			b.breached(id, to, h, cost, th)
		}
		if known && newG >= t.g || place == onClosed && !b.reopen {
			continue
		}
		*t = node[C]{newG, th, id, f.table.number | place}
		b.replaced = b.replaced || place == onClosed
		b.meet(f, to)
		priority := b.plus(newG, th)
		if place != onOpen && b.meeting != noParent && priority >= b.best && b.opts.Claim >= Admissible && b.breach == "" {
			b.tell(b.opts.Observer.Prune, f.table, to, priority, f.side)
			continue
		}
		t.mark = f.table.number | onOpen
		if place == onOpen {
			f.size--
		}
		if b.put(f, to, newG, th, g); b.done {
			return
		}
		switch place {
		case onOpen:
			b.tell(b.opts.Observer.Improve, f.table, to, priority, f.side)
		case onClosed:
			b.counts.Reopened++
			b.tell(b.opts.Observer.Reopen, f.table, to, priority, f.side)
		default:
			b.tell(b.opts.Observer.Generate, f.table, to, priority, f.side)
		}
	}
	b.counts.PeakOpen = max(b.counts.PeakOpen, f.size+other.size)
}

// tooCheap ends the search at an edge that should not be.
func (b *bidirectional[S, C]) tooCheap(from, to int32, cost C, side Side) {
	if side == Backward {
		from, to = to, from
	}
	b.fail(&EdgeError[S, C]{b.space.state(from), b.space.state(to), cost, ErrCheapestEdge})
}

// path returns the path through the meeting and its cost. Where states were
// reopened, it may be cheaper than U: the path follows the newest parents.
func (b *bidirectional[S, C]) path() ([]S, C) {
	forward, backward := b.halves[Forward].table, b.halves[Backward].table
	path := b.pathTo(b.opts.PathBuffer[:0], forward, b.meeting)
	path = b.appendBackward(path, backward, b.meeting)
	if !b.replaced {
		return path, b.best
	}
	return path, b.costOf(forward, b.meeting, Forward) + b.costOf(backward, b.meeting, Backward)
}

// appendBackward appends the states after id on its way to a goal.
func (r *run[S, C]) appendBackward(path []S, table *nodeTable[C], id int32) []S {
	for id = table.nodes[id].parent; id >= 0; id = table.nodes[id].parent {
		path = append(path, r.space.state(id))
	}
	return path
}

// grow makes room in both tables for states that were met just now.
func (r *run[S, C]) grow() {
	r.ws.halves[0].table.grow(r.space.size())
	r.ws.halves[1].table.grow(r.space.size())
}

// proves tells whether the claims make the bound a proof, and if not, why.
func (b *bidirectional[S, C]) proves() (bool, string) {
	switch {
	case b.breach != "":
		return false, b.breach
	case b.opts.Claim == Unknown:
		return false, b.unclaimed()
	case b.opts.Claim == Admissible && !b.reopen:
		return false, "closed states were not reopened, which needs a consistent heuristic; this one is claimed admissible only"
	}
	return true, because(fmt.Sprintf("the heuristic is %v", b.opts.Claim), b.opts.ClaimReason)
}

// checkRoot voids the claim if a heuristic does not end at 0.
func (b *bidirectional[S, C]) checkRoot(h func(S) C, s S, role string) {
	if h != nil {
		b.checkTarget(h(s), s, role)
	}
}

func (b *bidirectional[S, C]) found() {
	b.tell(b.opts.Observer.Goal, b.halves[Forward].table, b.meeting, b.best, Forward)
	result := Result[S, C]{Status: Found, Certificate: Feasible}
	result.Path, result.Cost = b.path()
	b.checkRoot(b.halves[Forward].heuristic, result.Path[len(result.Path)-1], "goal")
	b.checkRoot(b.halves[Backward].heuristic, result.Path[0], "start")
	proved, reason := b.proves()
	if result.Reason = reason; proved {
		result.Certificate, result.LowerBound = Optimal, result.Cost
		result.Reason += "; both halves together prove that no cheaper meeting is left"
	}
	b.end(result)
}

func (b *bidirectional[S, C]) stop(reason string) {
	if b.settled(); b.done {
		return
	}
	result := Result[S, C]{Status: Limit, Reason: reason}
	if proved, _ := b.proves(); proved {
		result.LowerBound = b.bound
	}
	if b.meeting != noParent {
		if result.Cost = b.best; !b.refused || b.replaced {
			result.Path, result.Cost = b.path()
		}
		result.certifyIncumbent()
	}
	b.end(result)
}

// certifyIncumbent certifies the path of a search that a budget ended before
// its lower bound reached the path's cost.
func (r *Result[S, C]) certifyIncumbent() {
	r.Certificate = Feasible
	if bound, ok := ratioOf(r.Cost, r.LowerBound); ok {
		r.Certificate, r.Bound = Bounded, bound
	}
}

func (b *bidirectional[S, C]) lookup(id int32) (Node[S, C], bool) {
	return nodeOf(b.run, b.halves[Forward].table, id)
}
