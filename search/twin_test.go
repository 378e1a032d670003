package search_test

import (
	"context"
	"math/big"
	"testing"

	"github.com/astrolabe-search/astrolabe/search"
)

// twin is best-first search as plainly as it can be written: OPEN is a list
// that is looked through from end to end for the first state by the tie
// policy. The engines must expand the same states in the same order.
type twin struct {
	*graph
	setting
	priority func(g, h int64) int64
	reopen   bool
	repush   bool // whether an improved state takes a new place among equals
	states   []twinState
	ids      map[int]int // numbers in the order in which states are met
	pushes   int
	order    []string // of expansion
}

type twinState struct {
	met, open, closed bool
	g, h, parentG     int64
	push              int // of its last entry on OPEN
}

func newTwin(g *graph, algorithm string, s setting) *twin {
	t := &twin{graph: g, setting: s, states: make([]twinState, len(g.names)), ids: map[int]int{}, reopen: !s.noReopen, repush: true}
	switch algorithm {
	case "Dijkstra":
		t.priority = func(g, h int64) int64 { return g }
	case "AStar":
		t.priority = func(g, h int64) int64 { return g + h }
	case "WeightedAStar":
		t.priority = func(g, h int64) int64 { return g + weighted(h, s.weight) }
	case "GreedyBestFirst":
		t.priority = func(g, h int64) int64 { return h }
		t.reopen, t.repush = false, false
	default:
		return nil
	}
	return t
}

func weighted(h int64, w search.Ratio) int64 {
	if w == (search.Ratio{}) {
		return h
	}
	product := new(big.Int).Mul(big.NewInt(h), big.NewInt(w.Num))
	return product.Quo(product, big.NewInt(w.Den)).Int64()
}

func (t *twin) id(state int) int {
	if _, known := t.ids[state]; !known {
		t.ids[state] = len(t.ids)
	}
	return t.ids[state]
}

// before tells whether OPEN yields a before b.
func (t *twin) before(a, b int) bool {
	x, y := t.states[a], t.states[b]
	if fx, fy := t.priority(x.g, x.h), t.priority(y.g, y.h); fx != fy {
		return fx < fy
	}
	switch t.tie {
	case search.TieLowHLIFO:
		if x.h != y.h {
			return x.h < y.h
		}
		return x.push > y.push
	case search.TieLowH:
		if x.h != y.h {
			return x.h < y.h
		}
		return t.id(a) < t.id(b)
	case search.TieLIFO:
		return x.push > y.push
	case search.TieParentG:
		if x.parentG != y.parentG {
			return x.parentG > y.parentG
		}
	}
	return x.push < y.push
}

func (t *twin) put(state int, g, parentG int64, newEntry bool) {
	x := &t.states[state]
	if !x.met && t.forward != nil {
		x.h = t.forward[state]
	}
	x.met, x.open, x.closed, x.g = true, true, false, g
	if newEntry {
		t.pushes++
		x.push, x.parentG = t.pushes, parentG
	}
}

// run returns the status and the cost of the goal that it expands.
func (t *twin) run() (search.Status, int64) {
	t.id(t.start)
	t.put(t.start, 0, 0, true)
	for {
		best := -1
		for i := range t.states {
			if t.states[i].open && (best < 0 || t.before(i, best)) {
				best = i
			}
		}
		if best < 0 {
			return search.NoPath, 0
		}
		t.states[best].open, t.states[best].closed = false, true
		t.order = append(t.order, t.names[best])
		if t.isGoal[best] {
			return search.Found, t.states[best].g
		}
		g := t.states[best].g
		for _, e := range t.arcs {
			if e.from == best {
				t.id(e.to)
			}
		}
		for _, e := range t.arcs {
			if e.from != best {
				continue
			}
			x := t.states[e.to]
			if x.met && (g+e.cost >= x.g || x.closed && !t.reopen) {
				continue
			}
			t.put(e.to, g+e.cost, g, !x.met || x.closed || t.repush)
		}
	}
}

// TestTwin compares the order of expansions of every algorithm that the twin
// knows, under every tie policy.
func TestTwin(t *testing.T) {
	compared := 0
	someSettings(400, 41, func(g *graph, p hashed[int64], a algorithm[string, int64], s setting) {
		twin := newTwin(g, a.name, s)
		if twin == nil {
			return
		}
		compared++
		var rec recorder[int64]
		opts := options(a, g, s)
		opts.Observer = rec.observer()
		result, err := a.run(context.Background(), p, g.names[g.start], opts)
		if err != nil {
			t.Fatalf("%s: %v\n%v%v", a.name, err, g, s)
		}
		status, cost := twin.run()
		if result.Status != status || status == search.Found && result.Cost > cost {
			t.Fatalf("%s: %v at %d; the twin says %v at %d\n%v%v", a.name, result.Status, result.Cost, status, cost, g, s)
		}
		for i, e := range rec.expansions() {
			if i >= len(twin.order) || e.state != twin.order[i] {
				t.Fatalf("%s: expands\n%v, its twin\n%v\n%v%v", a.name, rec.expansions(), twin.order, g, s)
			}
		}
		if len(rec.expansions()) != len(twin.order) {
			t.Fatalf("%s: %d expansions; its twin has %d", a.name, len(rec.expansions()), len(twin.order))
		}
	})
	if compared < 1000 {
		t.Errorf("only %d runs were compared", compared)
	}
}
