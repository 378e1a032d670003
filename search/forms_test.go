package search_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/search"
)

// row is a corridor of numbered states with steps of 1 to both sides. The functions,
// where they are not nil, stand in for one of its forms.
type row struct {
	start      int
	last       int
	arcs       func(id int32, arcs []search.Arc[int64]) []search.Arc[int64]
	successors func(s int, edges []search.Edge[int, int64]) []search.Edge[int, int64]
	before     func(s int, edges []search.Edge[int, int64]) []search.Edge[int, int64]
	state      func(id int32) int
	isGoal     func(s int) bool
	cheapest   int64
	asked      *int // how often AppendSuccessors was asked
}

func (r row) steps(s int) (edges []search.Edge[int, int64]) {
	if s < r.last {
		edges = append(edges, search.Edge[int, int64]{To: s + 1, Cost: 1})
	}
	if s > 0 {
		edges = append(edges, search.Edge[int, int64]{To: s - 1, Cost: 1})
	}
	return edges
}

func (r row) AppendSuccessors(dst []search.Edge[int, int64], s int) []search.Edge[int, int64] {
	if r.asked != nil {
		*r.asked++
	}
	edges := r.steps(s)
	if r.successors != nil {
		edges = r.successors(s, edges)
	}
	return append(dst, edges...)
}

func (r row) AppendPredecessors(dst []search.Edge[int, int64], s int) []search.Edge[int, int64] {
	edges := r.steps(s)
	if r.before != nil {
		edges = r.before(s, edges)
	}
	return append(dst, edges...)
}

func (r row) Goals() []int        { return []int{r.last} }
func (r row) CheapestEdge() int64 { return r.cheapest }

func (r row) IsGoal(s int) bool {
	if r.isGoal != nil {
		return r.isGoal(s)
	}
	return s == r.last
}

// numberedRow is a row that numbers its states; the row is in a field with a name.
type numberedRow struct{ row row }

func (n numberedRow) AppendSuccessors(dst []search.Edge[int, int64], s int) []search.Edge[int, int64] {
	return n.row.AppendSuccessors(dst, s)
}

func (n numberedRow) AppendPredecessors(dst []search.Edge[int, int64], s int) []search.Edge[int, int64] {
	return n.row.AppendPredecessors(dst, s)
}

func (n numberedRow) Goals() []int        { return n.row.Goals() }
func (n numberedRow) IsGoal(s int) bool   { return n.row.IsGoal(s) }
func (n numberedRow) CheapestEdge() int64 { return n.row.cheapest }
func (n numberedRow) NumIDs() int         { return n.row.last + 1 }
func (n numberedRow) ID(s int) int32      { return int32(s) }

func (n numberedRow) State(id int32) int {
	if n.row.state != nil {
		return n.row.state(id)
	}
	return int(id)
}

func (n numberedRow) AppendArcs(dst []search.Arc[int64], id int32) []search.Arc[int64] {
	var arcs []search.Arc[int64]
	for _, e := range n.row.steps(int(id)) {
		arcs = append(arcs, search.Arc[int64]{Cost: e.Cost, To: int32(e.To)})
	}
	if n.row.arcs != nil {
		arcs = n.row.arcs(id, arcs)
	}
	return append(dst, arcs...)
}

// also adds an edge to those of one state.
func also(from, to int, cost int64) func(int, []search.Edge[int, int64]) []search.Edge[int, int64] {
	return func(s int, edges []search.Edge[int, int64]) []search.Edge[int, int64] {
		if s == from {
			edges = append(edges, search.Edge[int, int64]{To: to, Cost: cost})
		}
		return edges
	}
}

// TestFormsThatDiffer gives problems that nobody embeds, and that differ from form to
// form: at the first states that a search expands, or on the path that it found.
func TestFormsThatDiffer(t *testing.T) {
	extraArc := func(from, to int32) func(int32, []search.Arc[int64]) []search.Arc[int64] {
		return func(id int32, arcs []search.Arc[int64]) []search.Arc[int64] {
			if id == from {
				arcs = append(arcs, search.Arc[int64]{Cost: 1, To: to})
			}
			return arcs
		}
	}
	for name, tc := range map[string]struct {
		row      row
		numbered bool
		bothEnds bool // only the bidirectional algorithms look at it
		want     string
	}{
		"successors only":   {row{last: 40, successors: also(1, 39, 1)}, true, false, "AppendSuccessors and AppendArcs of search_test.numberedRow differ at 1: the one gives 3 edges, the other 2"},
		"arcs only":         {row{last: 40, arcs: extraArc(2, 39)}, true, false, "differ at 2: the one gives 2 edges, the other 3"},
		"arcs only, later":  {row{last: 40, arcs: extraArc(21, 39)}, true, false, "differ at 21: the one gives 2 edges, the other 3"},
		"out of range":      {row{last: 40, arcs: func(int32, []search.Arc[int64]) []search.Arc[int64] { return []search.Arc[int64]{{Cost: 1, To: 77}} }}, true, false, "leads to the id 77; there are 41"},
		"another cost":      {row{last: 40, arcs: func(_ int32, arcs []search.Arc[int64]) []search.Arc[int64] { arcs[0].Cost = 2; return arcs }}, true, false, "leads to 1 at 1 in the one, to 1 at 2 in the other"},
		"another order":     {row{last: 40, arcs: func(_ int32, arcs []search.Arc[int64]) []search.Arc[int64] { slices.Reverse(arcs); return arcs }}, true, false, "edge 0 leads to 2 at 1 in the one, to 0 at 1 in the other"},
		"another state":     {row{last: 40, state: func(id int32) int { return int(id) ^ 1 }}, true, false, "State and ID of search_test.numberedRow differ at 1: State(0) is 1, whose ID is 1"},
		"not led to":        {row{last: 40, successors: also(1, 30, 1)}, false, true, "AppendSuccessors and AppendPredecessors of search_test.row differ at 1: only one of them has the edge from 1 to 30 at 1"},
		"not led from":      {row{last: 40, start: 20, before: also(39, 10, 1)}, false, true, "to 39"},
		"not led from, mid": {row{last: 400, start: 200, before: also(390, 205, 1)}, false, true, "AppendSuccessors has no edge"},
		"cheaper back, too": {row{last: 400, start: 200, before: also(390, 389, 0)}, false, true, "the path found costs 200 by the one and 199 by the other"},
		"goal not listed":   {row{last: 40, isGoal: func(s int) bool { return s == 1 || s == 40 }}, false, true, "IsGoal and Goals of search_test.row differ at 1: it is a goal that is not listed"},
		"cheaper back": {row{last: 40, before: func(s int, edges []search.Edge[int, int64]) []search.Edge[int, int64] {
			edges[0].Cost = 0
			return edges
		}}, false, true, "only one of them has the edge"},
	} {
		for _, a := range algorithms[int, int64]() {
			if tc.bothEnds && !a.bothEnds {
				continue
			}
			var p search.Problem[int, int64] = tc.row
			if tc.numbered {
				p = numberedRow{tc.row}
			}
			r, err := a.run(context.Background(), p, tc.row.start, search.Options[int, int64]{PathOnly: a.pathOnly})
			var differs *search.FormsError[int]
			if !errors.As(err, &differs) || differs.Problem == "" || len(r.Path) > 0 || r.Certificate != search.None {
				t.Errorf("%s, %s: %+v, %v; want an error", name, a.name, r, err)
				continue
			}
			if a.bothEnds && !tc.bothEnds {
				continue // which has its own order
			}
			if !strings.Contains(err.Error(), tc.want) {
				t.Errorf("%s, %s: %v; want %q", name, a.name, err, tc.want)
			}
		}
	}
}

// TestCheapestEdge meets an edge that is cheaper than the problem says any is.
func TestCheapestEdge(t *testing.T) {
	for _, a := range algorithms[int, int64]() {
		_, err := a.run(context.Background(), row{last: 9, cheapest: 2}, 0, search.Options[int, int64]{PathOnly: a.pathOnly})
		var edge *search.EdgeError[int, int64]
		refused := errors.Is(err, search.ErrCheapestEdge) && errors.As(err, &edge) && edge.From == 0 && edge.To == 1 && edge.Cost == 1
		if stops := a.bothEnds && a.guarantee != feasible; refused != stops || !refused && err != nil {
			t.Errorf("%s: %v", a.name, err)
		}
	}
}

// TestComparisonsAreFew counts how often the second form is asked for: at the first
// few expansions, then ever more rarely, and once for each state of the path.
func TestComparisonsAreFew(t *testing.T) {
	asked := 0
	const last = 100_000
	r, err := search.Dijkstra(context.Background(), numberedRow{row{last: last, asked: &asked}}, last/2, search.Options[int, int64]{})
	if err != nil || r.Cost != last/2 {
		t.Fatal(r.Cost, err)
	}
	if first := asked - last/2; first < 50 || first > 12+int(r.Expanded)/1024 {
		t.Errorf("%d comparisons in %d expansions, besides the path's", first, r.Expanded)
	}
}
