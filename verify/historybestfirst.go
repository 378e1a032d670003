package verify

import (
	"math/big"

	"github.com/astrolabe-search/astrolabe/search"
	"github.com/astrolabe-search/astrolabe/trace"
)

// bestFirst is the algorithm of Dijkstra, A*, weighted A* and greedy best-first search:
// the state with the least f is expanded.
type bestFirst struct {
	*history
	open    openList
	size    int64 // of OPEN, without stale entries
	reopens bool
	highest int64 // f expanded
	skipped bool  // a cheaper path to a CLOSED state was not followed,
	proved  int64 // and what lower bound was proved before
}

func newBestFirst(h *history) algorithm {
	return &bestFirst{history: h, open: openList{tie: h.options.tie}, reopens: !h.options.noReopen}
}

func (b *bestFirst) begin() {
	n := b.root(search.Forward, b.start)
	b.near(b.start, 0, n.h)
	b.put(b.start, n, 0)
	b.counts.PeakOpen = 1
}

func (b *bestFirst) put(state int64, n *node, parentG int64) {
	b.open.push(search.Forward, state, b.fOf(n.g, n.h), b.weighed(n.h), parentG)
	b.size++
}

func (b *bestFirst) ready() {
	if !b.open.passStale(b.history) {
		b.exhausted(search.Forward)
	}
}

func (b *bestFirst) expand(*trace.Event) {
	e := b.open.pop()
	nodes := b.nodes[search.Forward]
	at := &nodes[e.state]
	at.place = placeClosed
	b.size--
	b.highest = max(b.highest, e.f)
	b.tell(trace.Expand, search.Forward, e.state, e.f)
	if e.state == b.goal {
		b.tell(trace.Goal, search.Forward, e.state, e.f)
		b.found()
		return
	}
	for _, a := range b.arcsOf(e.state, search.Forward) {
		b.counts.Generated++
		if !b.inRange(search.Forward, at.g, a.cost) {
			continue
		}
		n, g := &nodes[a.to], at.g+a.cost
		before := n.place
		switch {
		case before == placeUnknown:
			n.h = b.hOf(a.to, search.Forward)
		case g >= n.g:
			continue
		case before == placeClosed && !b.reopens:
			if !b.skipped {
				b.skipped, b.proved = true, b.lowerBound()
			}
			continue
		}
		n.g, n.parent, n.place = g, e.state, placeOpen
		b.near(a.to, g, n.h)
		if before != placeOpen || b.rules.f != hAlone { // else its place on OPEN stays the same
			b.put(a.to, n, at.g)
		}
		if before == placeOpen && b.rules.f != hAlone {
			b.size-- // it is there once
		}
		b.tell(b.putKind(before), search.Forward, a.to, b.fOf(g, n.h))
	}
	b.counts.PeakOpen = max(b.counts.PeakOpen, b.size)
}

// factor returns how many times the optimum the cost is at most. Where a CLOSED state
// was left as it was, that is the weight rounded up: h is consistent, but ⌊w·h⌋ only
// with steps that cost ⌈w⌉ times as much.
func (b *bestFirst) factor() search.Ratio {
	w := b.options.weight
	if b.skipped {
		return search.Ratio{Num: (w.Num-1)/w.Den + 1, Den: 1}
	}
	return w
}

// lowerBound returns what the largest f expanded proves.
func (b *bestFirst) lowerBound() int64 { return b.provedBy(b.highest) }

// provedBy returns the lower bound that an f proves which no state on OPEN is below.
func (b *bestFirst) provedBy(f int64) int64 {
	atStart := b.hOf(b.start, search.Forward)
	switch {
	case b.rules.f == gAlone:
		return f
	case !b.claimed:
		return 0
	case b.rules.f == hAlone:
		return atStart
	}
	w := b.factor()
	least := new(big.Int).Mul(big.NewInt(f), big.NewInt(w.Den)) // the least x with w·x >= f
	least.Add(least, big.NewInt(w.Num-1))
	least.Div(least, big.NewInt(w.Num))
	return max(least.Int64(), b.proved, atStart)
}

func (b *bestFirst) found() {
	o := trace.Outcome{Status: search.Found, Path: b.pathTo(search.Forward, b.goal), Certificate: search.Feasible}
	o.Cost = b.costTo(search.Forward, b.goal)
	o.LowerBound = min(b.lowerBound(), o.Cost)
	switch w := b.options.weight; {
	case b.rules.f == gAlone:
		o.Certificate = search.Optimal
	case b.rules.f == hAlone || !b.claimed:
	case w.Num == w.Den || o.Cost == o.LowerBound:
		o.Certificate = search.Optimal
	default:
		o.Certificate, o.Bound = search.Bounded, b.factor()
	}
	b.end(o)
}

func (b *bestFirst) stopped() trace.Outcome {
	least := b.highest
	if len(b.open.entries) > 0 {
		least = max(least, b.open.entries[0].f)
	}
	return trace.Outcome{Status: search.Limit, LowerBound: b.provedBy(least)}
}

// breadthFirst expands states in the order in which they were met.
type breadthFirst struct {
	*history
	queue   []int64 // OPEN
	anyCost bool
	cost    int64 // of the steps met so far,
	differ  bool  // unless they differ
}

func newBreadthFirst(h *history) algorithm { return &breadthFirst{history: h} }

func (b *breadthFirst) begin() {
	n := b.root(search.Forward, b.start)
	b.near(b.start, 0, n.h)
	b.queue = append(b.queue, b.start)
	b.counts.PeakOpen = 1
}

func (b *breadthFirst) ready() {
	if len(b.queue) == 0 {
		b.exhausted(search.Forward)
	}
}

func (b *breadthFirst) expand(*trace.Event) {
	state := b.queue[0]
	b.queue = b.queue[1:]
	nodes := b.nodes[search.Forward]
	at := &nodes[state]
	at.place = placeClosed
	b.tell(trace.Expand, search.Forward, state, at.g)
	if state == b.goal {
		b.tell(trace.Goal, search.Forward, state, at.g)
		b.found()
		return
	}
	for _, a := range b.arcsOf(state, search.Forward) {
		b.counts.Generated++
		// A path beyond the range of costs may have the fewest steps; it counts as one
		// of the largest cost.
		g := cappedSum(at.g, a.cost, b.limit)
		b.inRange(search.Forward, at.g, a.cost)
		if !b.anyCost {
			b.anyCost, b.cost = true, a.cost
		}
		b.differ = b.differ || a.cost != b.cost
		n := &nodes[a.to]
		if n.place != placeUnknown {
			continue
		}
		*n = node{g: g, h: b.hOf(a.to, search.Forward), parent: state, place: placeOpen}
		b.queue = append(b.queue, a.to)
		if g < b.limit || !b.dropped[search.Forward] {
			b.near(a.to, g, n.h)
		}
		b.tell(trace.Generate, search.Forward, a.to, g)
	}
	b.counts.PeakOpen = max(b.counts.PeakOpen, int64(len(b.queue)))
}

func (b *breadthFirst) found() {
	o := trace.Outcome{Status: search.Found, Path: b.pathTo(search.Forward, b.goal), Certificate: search.Feasible}
	total := sum{}
	for i, state := range o.Path[1:] {
		cost, _ := b.ground.step(b.cell(o.Path[i]), b.cell(state))
		if total = total.plus(cost); !b.ground.fits(total) || lengthOf(total) > b.limit {
			b.fail()
			return
		}
	}
	o.Cost = lengthOf(total)
	if !b.differ {
		o.Certificate, o.LowerBound = search.Optimal, o.Cost
	}
	b.end(o)
}

func (b *breadthFirst) stopped() trace.Outcome { return trace.Outcome{Status: search.Limit} }
