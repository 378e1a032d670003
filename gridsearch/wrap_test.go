package gridsearch_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/gridsearch"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

type arc = search.Arc[root2.Length]

// portal is one more edge of a map, from in to out at a cost of 1.
type portal struct{ in, out grid.Cell }

func (p portal) successors(dst []edge, c grid.Cell) []edge {
	if c == p.in {
		dst = append(dst, edge{To: p.out, Cost: root2.One})
	}
	return dst
}

func (p portal) predecessors(dst []edge, c grid.Cell) []edge {
	if c == p.out {
		dst = append(dst, edge{To: p.in, Cost: root2.One})
	}
	return dst
}

// embedsAndAdds embeds a problem and overrides its successors alone.
type embedsAndAdds struct {
	*gridsearch.Problem
	portal
}

func (p embedsAndAdds) AppendSuccessors(dst []edge, c grid.Cell) []edge {
	return p.successors(p.Problem.AppendSuccessors(dst, c), c)
}

// embedsDeeper embeds a type that embeds a problem.
type embedsDeeper struct{ embedsAndAdds }

// embedsByValue embeds the problem itself.
type embedsByValue struct {
	gridsearch.Problem
	portal
}

func (p *embedsByValue) AppendSuccessors(dst []edge, c grid.Cell) []edge {
	return p.successors(p.Problem.AppendSuccessors(dst, c), c)
}

// embedsAndTakes embeds a problem and takes all steps to a cell away.
type embedsAndTakes struct {
	*gridsearch.Problem
	closed grid.Cell
}

func (p embedsAndTakes) AppendSuccessors(dst []edge, c grid.Cell) []edge {
	for _, e := range p.Problem.AppendSuccessors(nil, c) {
		if e.To != p.closed {
			dst = append(dst, e)
		}
	}
	return dst
}

// embedsArcs overrides the arcs alone.
type embedsArcs struct {
	*gridsearch.Problem
	portal
}

func (p embedsArcs) AppendArcs(dst []arc, id int32) []arc {
	dst = p.Problem.AppendArcs(dst, id)
	for _, e := range p.successors(nil, p.State(id)) {
		dst = append(dst, arc{Cost: e.Cost, To: p.ID(e.To)})
	}
	return dst
}

// embedsBoth overrides both, and says no more.
type embedsBoth struct{ embedsArcs }

func (p embedsBoth) AppendSuccessors(dst []edge, c grid.Cell) []edge {
	return p.successors(p.Problem.AppendSuccessors(dst, c), c)
}

// embedsAll overrides all that the portal changes, and says so.
type embedsAll struct{ embedsBoth }

func (p embedsAll) FormsAgreeFor() any { return p }

func (p embedsAll) AppendPredecessors(dst []edge, c grid.Cell) []edge {
	return p.predecessors(p.Problem.AppendPredecessors(dst, c), c)
}

func (p embedsAll) AppendBackwardArcs(dst []arc, id int32) []arc {
	dst = p.Problem.AppendBackwardArcs(dst, id)
	for _, e := range p.predecessors(nil, p.State(id)) {
		dst = append(dst, arc{Cost: e.Cost, To: p.ID(e.To)})
	}
	return dst
}

// wraps holds the problem in a field and offers what still fits.
type wraps struct {
	grid *gridsearch.Problem
	portal
}

func (p wraps) AppendSuccessors(dst []edge, c grid.Cell) []edge {
	return p.successors(p.grid.AppendSuccessors(dst, c), c)
}

func (p wraps) IsGoal(c grid.Cell) bool             { return p.grid.IsGoal(c) }
func (p wraps) CostLimit() root2.Length             { return p.grid.CostLimit() }
func (p wraps) Check(start grid.Cell) search.Status { return p.grid.Check(start) }
func (p wraps) Goals() []grid.Cell                  { return p.grid.Goals() }
func (p wraps) AppendPredecessors(dst []edge, c grid.Cell) []edge {
	return p.predecessors(p.grid.AppendPredecessors(dst, c), c)
}

// TestWhoChangesOneFormIsTold puts a portal, or a closed cell, into one form of a
// problem: from a search comes an error that says where and what to do, or else
// the answer of the changed problem, but never one of the old edges.
func TestWhoChangesOneFormIsTold(t *testing.T) {
	costs := openCosts(t, 10, 3, grid.Rule{})
	p := problemOf(t, costs, grid.Cell{X: 9, Y: 2})
	near := portal{grid.Cell{X: 1}, grid.Cell{X: 8, Y: 2}}
	adds := embedsAndAdds{p, near}
	arcs := embedsArcs{p, near}
	for _, tc := range []struct {
		name     string
		problem  search.Problem[grid.Cell, root2.Length]
		want     string // the cost, or else the forms that differ
		bothEnds bool   // the bidirectional algorithms give that too; else they refuse
	}{
		{"portal in the successors", adds, "AppendSuccessors and AppendArcs of gridsearch_test.embedsAndAdds differ at 1,0", false},
		{"pointer", &adds, "AppendSuccessors and AppendArcs of *gridsearch_test.embedsAndAdds differ at 1,0", false},
		{"deeper", embedsDeeper{adds}, "AppendSuccessors and AppendArcs of gridsearch_test.embedsDeeper differ at 1,0", false},
		{"by value", &embedsByValue{*p, near}, "AppendSuccessors and AppendArcs of *gridsearch_test.embedsByValue differ at 1,0", false},
		{"closed cell", embedsAndTakes{p, grid.Cell{X: 4, Y: 1}}, "AppendSuccessors and AppendArcs of gridsearch_test.embedsAndTakes differ at", false},
		{"portal in the arcs", arcs, "AppendSuccessors and AppendArcs of gridsearch_test.embedsArcs differ at 1,0", false},
		{"both forms", embedsBoth{arcs}, "3", false},
		{"all forms", embedsAll{embedsBoth{arcs}}, "3", true},
		{"wrapped", wraps{p, near}, "3", true},
	} {
		for name, run := range searches() {
			r, err := run(context.Background(), tc.problem, grid.Cell{}, gridsearch.Options{})
			bothEnds := strings.HasPrefix(name, "bidirectional") || name == "first meeting"
			if bothEnds && !tc.bothEnds {
				var refused *search.EmbeddedError
				if !errors.As(err, &refused) || r.Path != nil || !strings.Contains(err.Error(), "FormsAgreeFor") {
					t.Errorf("%s, %s: %v at %s, %v; want it refused", tc.name, name, r.Status, costs.Format(r.Cost), err)
				}
				continue
			}
			if name == "greedy" && err == nil && r.Certificate == search.Feasible {
				continue // it need not come by the portal
			}
			if strings.Contains(tc.want, " ") {
				var differs *search.FormsError[grid.Cell]
				if !errors.As(err, &differs) || !strings.Contains(err.Error(), tc.want) || !strings.Contains(err.Error(), "field with a name") || r.Path != nil {
					t.Errorf("%s, %s: %v at %s, %v; want %s", tc.name, name, r.Status, costs.Format(r.Cost), err, tc.want)
				}
				continue
			}
			if err != nil || name != "first meeting" && costs.Format(r.Cost) != tc.want {
				t.Errorf("%s, %s: %v at %s, %v; want %s", tc.name, name, r.Status, costs.Format(r.Cost), err, tc.want)
			}
		}
		all, err := search.AllOptimal(context.Background(), tc.problem, grid.Cell{}, gridsearch.Options{})
		if err == nil && costs.Format(all.Result.Cost) != tc.want || err != nil && !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s, all optimal paths: %v", tc.name, err)
		}
		far := func(c grid.Cell) root2.Length { return root2.One }
		r, err := search.NearestReachable(context.Background(), tc.problem, grid.Cell{}, far, gridsearch.Options{})
		if err == nil && costs.Format(r.Cost) != tc.want || err != nil && !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s, nearest reachable: %v", tc.name, err)
		}
	}
}

// TestOneChangedCellIsNotMissed puts the portal into each cell of a map in turn: what
// is certified optimal is, however many cells a search has expanded before.
func TestOneChangedCellIsNotMissed(t *testing.T) {
	costs := openCosts(t, 12, 9, grid.Rule{})
	goal := grid.Cell{X: 11, Y: 8}
	p := problemOf(t, costs, goal)
	told := 0
	for _, in := range cells(costs.Map()) {
		door := portal{in, grid.Cell{X: 10, Y: 7}}
		want, err := search.Dijkstra(context.Background(), wraps{p, door}, grid.Cell{}, gridsearch.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, problem := range []search.Problem[grid.Cell, root2.Length]{embedsAndAdds{p, door}, embedsArcs{p, door}} {
			for _, name := range []string{"Dijkstra", "A*", "IDA*", "fringe", "branch and bound"} {
				r, err := searches()[name](context.Background(), problem, grid.Cell{}, gridsearch.Options{})
				var differs *search.FormsError[grid.Cell]
				switch {
				case errors.As(err, &differs) && differs.State == in:
					told++
				case err != nil || r.Cost != want.Cost:
					t.Errorf("%T, portal at %v, %s: %s, %v; want %s", problem, in, name, costs.Format(r.Cost), err, costs.Format(want.Cost))
				}
			}
		}
	}
	if told < 500 {
		t.Errorf("only %d searches came by the portal", told)
	}
}

// TestAClaimHoldsForItsProblem uses the options made for one problem, or start,
// on another: what is found is not certified.
func TestAClaimHoldsForItsProblem(t *testing.T) {
	costs := openCosts(t, 10, 3, grid.Rule{})
	goal, start := grid.Cell{X: 9, Y: 2}, grid.Cell{}
	p := problemOf(t, costs, goal)
	opts := gridsearch.WithHeuristic(gridsearch.Options{}, p, grid.Auto, start)
	reordered, err := p.WithOrder([8]grid.Dir{grid.SW, grid.N, grid.E, grid.W, grid.S, grid.SE, grid.NE, grid.NW})
	if err != nil {
		t.Fatal(err)
	}
	two := problemOf(t, costs, goal, grid.Cell{X: 0, Y: 2})
	const another, anotherStart = "claimed for another problem", "claimed for another start"
	byHand := opts
	byHand.ClaimedFor, byHand.ClaimedFrom = nil, nil
	for _, tc := range []struct {
		name     string
		problem  search.Problem[grid.Cell, root2.Length]
		start    grid.Cell
		opts     gridsearch.Options
		forward  string // why nothing is proved, or "": optimal
		bothEnds string
	}{
		{"its own", p, start, opts, "", ""},
		{"in another order", reordered, start, opts, "", ""},
		{"the same once more", problemOf(t, costs, goal), start, opts, "", ""},
		{"fewer goals", p, start, gridsearch.WithHeuristic(gridsearch.Options{}, two, grid.Auto, start), "", ""},
		{"more goals", two, start, opts, another, another},
		{"another goal", problemOf(t, costs, grid.Cell{X: 8, Y: 2}), start, opts, another, another},
		{"other costs", problemOf(t, openCosts(t, 10, 3, grid.Rule{Moves: grid.Moves4}), goal), start, opts, another, another},
		{"a portal", wraps{p, portal{grid.Cell{X: 0, Y: 2}, grid.Cell{X: 8, Y: 2}}}, start, opts, another, another},
		{"embedded", embedsAll{embedsBoth{embedsArcs{p, portal{grid.Cell{X: 0, Y: 2}, grid.Cell{X: 8, Y: 2}}}}}, start, opts, another, another},
		{"another start", p, grid.Cell{X: 3}, opts, "", anotherStart},
		{"claimed by hand", p, grid.Cell{X: 3}, byHand, "", "the heuristic was claimed consistent, but"},
	} {
		for _, name := range []string{"A*", "IDA*", "fringe", "weighted A*", "bidirectional"} {
			why := tc.forward
			if name == "bidirectional" {
				why = tc.bothEnds
			}
			r, err := searches()[name](context.Background(), tc.problem, tc.start, tc.opts)
			if err != nil {
				t.Fatal(err)
			}
			certificate := search.Optimal
			if why != "" {
				certificate = search.Feasible
			}
			if r.Certificate != certificate || !strings.Contains(r.Reason, why) {
				t.Errorf("%s, %s: %v, since %s; want %v, %s", tc.name, name, r.Certificate, r.Reason, certificate, why)
			}
			tc.opts.MaxExpanded = 1
			r, err = searches()[name](context.Background(), tc.problem, tc.start, tc.opts)
			tc.opts.MaxExpanded = 0
			if err != nil || why != "" && tc.opts.ClaimedFor != nil && r.LowerBound != 0 {
				t.Errorf("%s, %s: stopped with a lower bound of %s, %v", tc.name, name, costs.Format(r.LowerBound), err)
			}
		}
		all, err := search.AllOptimal(context.Background(), tc.problem, tc.start, tc.opts)
		if err != nil {
			t.Fatal(err)
		}
		plain, err := search.Dijkstra(context.Background(), tc.problem, tc.start, tc.opts)
		if err != nil || all.Result.Cost != plain.Cost || all.Result.Certificate != search.Optimal {
			t.Errorf("%s, all optimal paths: %s %v; by Dijkstra %s, %v", tc.name, costs.Format(all.Result.Cost), all.Result.Certificate, costs.Format(plain.Cost), err)
		}
	}
}

// forwards is a dense problem that embeds nothing and warrants nothing.
type forwards struct{ grid *gridsearch.Problem }

func (p forwards) AppendSuccessors(dst []edge, c grid.Cell) []edge {
	return p.grid.AppendSuccessors(dst, c)
}
func (p forwards) AppendArcs(dst []arc, id int32) []arc { return p.grid.AppendArcs(dst, id) }
func (p forwards) IsGoal(c grid.Cell) bool              { return p.grid.IsGoal(c) }
func (p forwards) NumIDs() int                          { return p.grid.NumIDs() }
func (p forwards) ID(c grid.Cell) int32                 { return p.grid.ID(c) }
func (p forwards) State(id int32) grid.Cell             { return p.grid.State(id) }

// warrants is the same with a warrant.
type warrants struct{ forwards }

func (p warrants) FormsAgreeFor() any { return p }

// BenchmarkForms measures what it costs to compare the forms of a problem on a large
// map: at no expansion, now and then, and at every one.
func BenchmarkForms(b *testing.B) {
	costs := openCosts(b, 512, 512, grid.Rule{})
	p := problemOf(b, costs, grid.Cell{X: 500, Y: 300})
	for _, tc := range []struct {
		name    string
		problem search.Problem[grid.Cell, root2.Length]
	}{
		{"warranted", warrants{forwards{p}}},
		{"now and then", forwards{p}},
		{"embedded", struct{ forwards }{forwards{p}}},
	} {
		b.Run(tc.name, func(b *testing.B) {
			opts := gridsearch.Options{Workspace: new(gridsearch.Workspace), Tie: search.TieFIFO}
			b.ReportAllocs()
			for b.Loop() {
				r, err := search.AStar(context.Background(), tc.problem, grid.Cell{X: 3, Y: 7}, opts)
				if err != nil || costs.Format(r.Cost) != "204+293√2" {
					b.Fatal(costs.Format(r.Cost), err)
				}
				opts.PathBuffer = r.Path
			}
		})
	}
}
