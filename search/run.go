package search

import (
	"errors"
	"fmt"
	"math"
	"unsafe"
)

// engine is one algorithm at work. step performs exactly one expansion or ends
// the search; stop ends it with Limit, for the reason given.
type engine[S comparable, C Cost] interface {
	step()
	stop(reason string)
	lookup(id int32) (Node[S, C], bool)
}

// run is what all algorithms share: the space, the budgets, the counts and the
// result in the making.
type run[S comparable, C Cost] struct {
	name   string // the algorithm's published name
	opts   Options[S, C]
	ws     *Workspace[S, C]
	space  space[S, C]
	limit  C
	start  int32 // noParent if the query was refused
	uses   uses
	slack  int // room for successors that is kept ahead of an expansion
	counts Counts

	heuristic  func(S) C
	overflow   [2]error // of each half: the first edge beyond the limit that was not followed
	disclaimed string   // why the claim does not hold for this problem
	breach     string   // how the heuristic's claim was found to be broken
	consistent bool     // edges are to be checked against the claim

	weighted   bool // nodes hold ⌊w·h⌋ in place of h
	floatCosts bool
	tolerance  float64 // see roundingOf

	nearest            int32
	nearestH, nearestG C

	forms forms

	search  uint64 // the number of this search in the workspace
	working bool   // the workspace is marked as busy for it

	keepEvents bool // a Stepper wants to see the last expansion
	last       Event[S, C]

	interrupted string // why nothing may be expanded any more, whatever the budgets

	peeking bool // nothing may be expanded now; see Stepper.Peek
	refused bool // something was about to be, and paths are of no interest

	done   bool
	result Result[S, C]
	err    error
}

// newRun checks the options and prepares a run, which works on its workspace until
// its constructor calls release. sides is 1, or 2 for the
// bidirectional algorithms. If the problem itself refuses the query the run
// is done when it is returned.
func newRun[S comparable, C Cost](name string, problem Problem[S, C], start S, opts Options[S, C], sides int) (*run[S, C], error) {
	if problem == nil {
		return nil, errors.New("search: the problem is nil")
	}
	if err := opts.Weight.check(); err != nil {
		return nil, err
	}
	if int(opts.Tie) >= len(tieNames) {
		return nil, fmt.Errorf("search: there is no tie policy %v", opts.Tie)
	}
	if opts.Claim > Consistent {
		return nil, fmt.Errorf("search: there is no claim %v", opts.Claim)
	}
	r := &run[S, C]{name: name, opts: opts, ws: opts.Workspace, start: noParent, nearest: noParent, slack: firstSlack}
	if r.ws == nil {
		r.ws = &Workspace[S, C]{}
	}
	if checker, ok := problem.(Checker[S]); ok {
		if status := checker.Check(start); status != 0 && !(status == GoalBlocked && opts.throughBlockedGoal) {
			r.done = true
			r.result = Result[S, C]{Status: status, Reason: "the query makes no sense: " + status.String()}
			if status == NoPath {
				r.result.Reason = "the problem itself proves that no goal can be reached from the start"
			}
			return r, nil
		}
	}
	r.disclaimed = r.opts.disclaim(problem, start, sides)
	r.heuristic = opts.Heuristic
	if r.heuristic == nil && (sides == 1 || opts.BackwardHeuristic == nil) {
		r.opts.Claim = Consistent
		r.opts.ClaimReason = "an estimate of 0 is never too high"
	}
	r.consistent = r.opts.Claim == Consistent
	r.limit = largest[C]()
	r.floatCosts, r.tolerance = isFloat[C](), roundingOf[C]()
	if limiter, ok := problem.(CostLimiter[C]); ok {
		r.limit = limiter.CostLimit()
	}
	_, isDense := problem.(Dense[S, C])
	r.uses = uses{backward: sides == 2, internsStates: !isDense}
	r.take()
	r.ws.reset(opts.Tie)
	if err := r.beginForms(problem, sides); err != nil {
		r.release()
		return nil, err
	}
	if opts.MaxBytes > 0 && !r.affordable(problem) {
		return r, nil
	}
	r.space.edges = r.ws.edges
	r.space.begin(problem, &r.ws.interned)
	r.start = r.space.id(start)
	for i := range sides {
		r.ws.halves[i].table.begin(r.space.size())
	}
	return r, nil
}

// firstSlack is the number of successors that a search is prepared for before
// it has seen how many a state has.
const firstSlack = 64

// disclaim makes the claim Unknown if it was made for something else, and
// returns what it was made for.
func (o *Options[S, C]) disclaim(problem Problem[S, C], start S, sides int) string {
	claim := o.Claim
	if claim == Unknown {
		return ""
	}
	backward := sides == 2 && o.BackwardHeuristic != nil
	switch {
	case o.Heuristic == nil && !backward:
		return ""
	case o.ClaimedFor != nil && !o.ClaimedFor(problem):
		o.Claim = Unknown
		return fmt.Sprintf("that the heuristic is %v was claimed for another problem", claim)
	case backward && o.ClaimedFrom != nil && *o.ClaimedFrom != start:
		o.Claim = Unknown
		return fmt.Sprintf("that the backward heuristic is %v was claimed for another start", claim)
	}
	return ""
}

// unclaimed returns why a certificate cannot rest on the heuristic, of which
// nothing is claimed.
func (r *run[S, C]) unclaimed() string {
	if r.disclaimed != "" {
		return r.disclaimed
	}
	return because("nothing is claimed of the heuristic", r.opts.ClaimReason)
}

// affordable tells whether there is memory to begin with. If not, the run is done.
func (r *run[S, C]) affordable(problem Problem[S, C]) bool {
	need := r.ws.bytesAfter(r.uses, r.slack)
	if dense, ok := problem.(Dense[S, C]); ok {
		for i := range r.ws.halves {
			if i == 0 || r.uses.backward {
				need += max(0, int64(dense.NumIDs())*int64(unsafe.Sizeof(node[C]{}))-r.ws.halves[i].table.bytes())
			}
		}
	}
	if need > r.opts.MaxBytes {
		r.refuse(need)
		return false
	}
	return true
}

// refuse ends the run before it has begun, for want of memory.
func (r *run[S, C]) refuse(need int64) {
	r.done = true
	r.result = Result[S, C]{Status: Limit, Reason: fmt.Sprintf("the search takes %d bytes to begin with, more than the %d allowed", need, r.opts.MaxBytes)}
}

// overBudget returns why no further state may be expanded, or "".
func (r *run[S, C]) overBudget() string {
	r.refused = r.peeking
	if r.interrupted != "" {
		return r.interrupted
	}
	if r.peeking || r.opts.MaxExpanded > 0 && r.counts.Expanded >= r.opts.MaxExpanded {
		return fmt.Sprintf("the budget of %d expansions is spent", r.counts.Expanded)
	}
	if r.opts.MaxBytes > 0 && r.ws.bytesAfter(r.uses, r.slack) > r.opts.MaxBytes {
		return fmt.Sprintf("the budget of %d bytes is spent", r.opts.MaxBytes)
	}
	if r.ws.full(r.slack) {
		return "the search has met more states than it can number"
	}
	return ""
}

// arcsOf returns the successors (or predecessors) of a state. The slice is
// valid until the next call.
func (r *run[S, C]) arcsOf(id int32, side Side) []Arc[C] {
	r.ws.arcs = withRoom(r.ws.arcs[:0], firstSlack)
	if side == Forward {
		r.ws.arcs = r.space.successors(r.ws.arcs, id)
	} else {
		r.ws.arcs = r.space.predecessors(r.ws.arcs, id)
	}
	r.ws.edges = r.space.edges
	if n := 2 * len(r.ws.arcs); n > r.slack {
		r.slack = n
	}
	if r.forms.countdown--; r.forms.countdown == 0 {
		r.forms.next()
		if r.compareForms(id, side); r.err != nil {
			return nil
		}
	}
	return r.ws.arcs
}

// badArc deals with an arc whose cost is below zero, not a number or too large
// to add to g; see badEdge.
func (r *run[S, C]) badArc(from, to int32, cost C, side Side) bool {
	fromState, toState := r.space.state(from), r.space.state(to)
	if side == Backward {
		fromState, toState = toState, fromState
	}
	return r.badEdge(fromState, toState, cost, side)
}

// badEdge ends the search with an error if the cost is below zero or not a
// number, and returns true. An edge that is blocked (+Inf), or by which the path
// would cost more than the limit, has no effect; the first of the latter is
// remembered.
//
// Why a path beyond the limit may be dropped: costs are at least 0, so no path
// that goes on from there comes back below the limit, and any answer is within
// it. What a search proves of its answer it proves against all paths within the
// limit, and the others cost more. Only that there is no path is not proved any more.
func (r *run[S, C]) badEdge(from, to S, cost C, side Side) bool {
	cause := ErrOverflow
	switch {
	case cost < 0:
		cause = ErrNegativeEdge
	case cost != cost:
		cause = ErrNaN
	case r.blocked(cost):
		return false
	case r.overflow[side] != nil:
		return false
	}
	err := &EdgeError[S, C]{from, to, cost, cause}
	if cause == ErrOverflow {
		r.overflow[side] = err
		return false
	}
	r.fail(err)
	return true
}

// blocked tells whether a cost is +Inf.
func (r *run[S, C]) blocked(cost C) bool { return r.floatCosts && cost > largest[C]() }

func (r *run[S, C]) fail(err error) {
	r.done = true
	r.err = err
	r.result = Result[S, C]{}
}

// estimate returns the heuristic's value, 0 if there is none. If the value is
// unusable the search ends with an error.
func (r *run[S, C]) estimate(h func(S) C, id int32) C {
	if h == nil {
		return 0
	}
	value := h(r.space.state(id))
	if !(value >= 0) {
		r.badEstimate(r.space.state(id), value)
		return 0
	}
	return value
}

func (r *run[S, C]) badEstimate(s S, value C) {
	r.fail(fmt.Errorf("search: estimate %v for %v: %w", value, s, ErrHeuristic))
}

// plus returns g + h, at most the limit.
func (r *run[S, C]) plus(g, h C) C {
	if h > r.limit-g {
		return r.limit
	}
	return g + h
}

// breached notes that an edge contradicts the claim that h is consistent.
func (r *run[S, C]) breached(from, to int32, hFrom, cost, hTo C) {
	if !r.rounding(hFrom, hFrom-cost-hTo) {
		r.breachedAt(r.space.state(from), r.space.state(to), hFrom, cost, hTo)
	}
}

func (r *run[S, C]) breachedAt(from, to S, hFrom, cost, hTo C) {
	r.consistent = false
	r.breach = fmt.Sprintf("the heuristic was claimed consistent, but h(%v) = %v exceeds the cost %v to %v plus h = %v there",
		from, hFrom, cost, to, hTo)
}

// checkTarget voids the claim if the estimate of the end of a path found is
// above 0.
func (r *run[S, C]) checkTarget(h C, s S, role string) {
	if h > 0 && r.opts.Claim >= Admissible && r.breach == "" {
		r.breach = fmt.Sprintf("the heuristic was claimed %v, but h = %v at the %s %v", r.opts.Claim, h, role, s)
	}
}

// contradict voids the claim if a lower bound that rests on it exceeds the cost
// of a path.
func (r *run[S, C]) contradict(bound, cost C) {
	if r.opts.Claim >= Admissible && r.breach == "" && bound > cost && !r.rounding(bound, bound-cost) {
		r.breach = fmt.Sprintf("the heuristic was claimed %v, but by it no path could cost less than %v and there is one that costs %v",
			r.opts.Claim, bound, cost)
	}
}

// rounding tells whether a difference above 0 is no more than what the rounding
// of floats makes of equal values.
func (r *run[S, C]) rounding(value, difference C) bool {
	return float64(difference) <= r.tolerance*float64(value)
}

// roundingOf returns the relative difference that is put down to rounding: 0
// for integers, for floats 1,024 times the gap between 1 and the next value,
// which leaves room for a thousand additions.
func roundingOf[C Cost]() float64 {
	var zero C
	switch {
	case !isFloat[C]():
		return 0
	case unsafe.Sizeof(zero) == 4:
		return 1024 * float64(math.Nextafter32(1, 2)-1)
	}
	return 1024 * (math.Nextafter(1, 2) - 1)
}

// near remembers the state nearest to a goal: least h, then least g.
func (r *run[S, C]) near(id int32, g, h C) {
	if r.nearest < 0 || h < r.nearestH || h == r.nearestH && g < r.nearestG {
		r.nearest, r.nearestH, r.nearestG = id, h, g
	}
}

// event describes a state of a table.
func (r *run[S, C]) event(table *nodeTable[C], id int32, f C, side Side) Event[S, C] {
	n := &table.nodes[id]
	e := Event[S, C]{Step: r.counts.Expanded, Side: side, State: r.space.state(id), G: n.g, H: n.h, F: f}
	if r.weighted && r.heuristic != nil {
		e.H = r.heuristic(e.State)
	}
	if n.parent >= 0 {
		e.Parent, e.HasParent = r.space.state(n.parent), true
	}
	return e
}

// expanded counts an expansion and tells the observer and the stepper.
func (r *run[S, C]) expanded(table *nodeTable[C], id int32, f C, side Side) {
	r.counts.Expanded++
	if r.opts.Observer.Expand != nil || r.keepEvents {
		r.last = r.event(table, id, f, side)
		if r.opts.Observer.Expand != nil {
			r.opts.Observer.Expand(r.last)
		}
	}
}

func (r *run[S, C]) tell(f func(Event[S, C]), table *nodeTable[C], id int32, priority C, side Side) {
	if f != nil {
		f(r.event(table, id, priority, side))
	}
}

// pathTo appends the states from a root of the table to id.
func (r *run[S, C]) pathTo(dst []S, table *nodeTable[C], id int32) []S {
	first := len(dst)
	for ; id >= 0; id = table.nodes[id].parent {
		dst = append(dst, r.space.state(id))
	}
	for i, j := first, len(dst)-1; i < j; i, j = i+1, j-1 {
		dst[i], dst[j] = dst[j], dst[i]
	}
	return dst
}

// meetingError reports a path through both halves that costs more than the
// limit, at the edge by which the forward half, or else the backward half,
// came to the state where they met.
func (r *run[S, C]) meetingError(id int32) error {
	for side := range r.ws.halves {
		nodes := r.ws.halves[side].table.nodes
		parent := nodes[id].parent
		if parent < 0 {
			continue
		}
		from, to := parent, id
		if Side(side) == Backward {
			from, to = to, from
		}
		return &EdgeError[S, C]{r.space.state(from), r.space.state(to), nodes[id].g - nodes[parent].g, ErrOverflow}
	}
	return ErrOverflow
}

// costOf returns the cost of the path that pathTo returns, edge by edge. It can
// be less than the node's g: when a state is reopened its g falls at once, that
// of its descendants only when it is expanded again.
func (r *run[S, C]) costOf(table *nodeTable[C], id int32, side Side) C {
	var total C
	for parent := table.nodes[id].parent; parent >= 0; id, parent = parent, table.nodes[parent].parent {
		total += r.cheapestArc(parent, id, side)
	}
	return total
}

// cheapestArc returns the cost of the cheapest of the parallel arcs between two
// states, one of which there is; for the backward half from is the state that
// they enter.
func (r *run[S, C]) cheapestArc(from, to int32, side Side) C {
	cheapest := largest[C]()
	for _, arc := range r.arcsOf(from, side) {
		if arc.To == to && arc.Cost < cheapest {
			cheapest = arc.Cost
		}
	}
	return cheapest
}

// unreached returns nil if a half of the search that has nothing left to expand
// has met every state there is, and else the error at the edge that was not followed.
func (r *run[S, C]) unreached(table *nodeTable[C], side Side) error {
	if r.overflow[side] == nil || table == nil {
		return r.overflow[side]
	}
	for id := range int32(r.space.size()) {
		n := &table.nodes[id]
		if !table.seen(n) {
			continue
		}
		for _, arc := range r.arcsOf(id, side) {
			known := int(arc.To) < len(table.nodes) && table.seen(&table.nodes[arc.To])
			if !known && !r.blocked(arc.Cost) {
				return r.overflow[side]
			}
		}
	}
	return nil
}

// exhausted ends a search from the start that has nothing left to expand.
func (r *run[S, C]) exhausted(table *nodeTable[C]) {
	if err := r.unreached(table, Forward); err != nil {
		r.fail(err)
		return
	}
	r.end(Result[S, C]{Status: NoPath, Reason: "every state that can be reached was expanded"})
}

// end finishes the run. The caller has filled in whatever is particular.
func (r *run[S, C]) end(result Result[S, C]) {
	if r.forms.check {
		r.comparePath(result.Path, result.Cost)
	}
	if r.err != nil {
		return
	}
	r.done = true
	r.result = result
	r.result.Counts = r.counts
	switch {
	case result.Status == Found || r.nearest < 0:
	case r.refused:
		r.result.Nearest = []S{r.space.state(r.nearest)}
	default:
		table := &r.ws.halves[0].table
		r.result.Nearest = r.pathTo(nil, table, r.nearest)
		r.result.NearestCost = r.costOf(table, r.nearest, Forward)
	}
}

// Node is what a search knows of a state.
type Node[S comparable, C Cost] struct {
	Parent    S
	HasParent bool
	G, H      C
	Closed    bool // expanded and not reopened; else on OPEN, or left out of it by Bidirectional
}

func nodeOf[S comparable, C Cost](r *run[S, C], table *nodeTable[C], id int32) (Node[S, C], bool) {
	if table == nil || int(id) >= len(table.nodes) || !table.seen(&table.nodes[id]) {
		return Node[S, C]{}, false
	}
	n := &table.nodes[id]
	known := Node[S, C]{G: n.g, H: n.h, Closed: n.mark&3 == onClosed}
	if r.weighted && r.heuristic != nil {
		known.H = r.heuristic(r.space.state(id))
	}
	if n.parent >= 0 {
		known.Parent, known.HasParent = r.space.state(n.parent), true
	}
	return known, true
}
