package search_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"

	"github.com/astrolabe-search/astrolabe/search"
)

// mesh is a square of states with edges to the four sides, whose costs differ.
// What it does not know of predecessors, meshBothWays does.
type mesh struct {
	side int
	cost []int // of entering a state
	goal int
}

func (l mesh) IsGoal(s int) bool { return s == l.goal }

func (l mesh) AppendSuccessors(dst []search.Edge[int, int], s int) []search.Edge[int, int] {
	for _, to := range l.beside(s) {
		dst = append(dst, search.Edge[int, int]{To: to, Cost: l.cost[to]})
	}
	return dst
}

func (l mesh) beside(s int) []int {
	var states []int
	if s%l.side+1 < l.side {
		states = append(states, s+1)
	}
	if s+l.side < len(l.cost) {
		states = append(states, s+l.side)
	}
	if s%l.side > 0 {
		states = append(states, s-1)
	}
	if s >= l.side {
		states = append(states, s-l.side)
	}
	return states
}

type meshBothWays struct{ mesh }

func (l meshBothWays) Goals() []int { return []int{l.goal} }

func (l meshBothWays) AppendPredecessors(dst []search.Edge[int, int], s int) []search.Edge[int, int] {
	for _, from := range l.beside(s) {
		dst = append(dst, search.Edge[int, int]{To: from, Cost: l.cost[s]})
	}
	return dst
}

func newMesh(random *rand.Rand, least, most int) meshBothWays {
	const side = 5
	l := mesh{side: side, cost: make([]int, side*side), goal: side*side - 1 - random.IntN(side)}
	for s := range l.cost {
		l.cost[s] = least + random.IntN(most-least+1)
	}
	return meshBothWays{l}
}

// toward estimates by columns and rows.
func (l mesh) toward(goal int) func(int) int {
	return func(s int) int {
		dx, dy := s%l.side-goal%l.side, s/l.side-goal/l.side
		return max(dx, -dx) + max(dy, -dy)
	}
}

// expansions returns the expansions of a search as text, and its result.
func expansions(t *testing.T, m search.Method[int, int], p search.Problem[int, int], opts search.Options[int, int]) (string, search.Result[int, int]) {
	t.Helper()
	text := ""
	opts.Observer.Expand = func(e search.Event[int, int]) {
		text += fmt.Sprintf("%v %d g=%d h=%d f=%d\n", e.Side, e.State, e.G, e.H, e.F)
	}
	s, err := m.New(p, 0, opts)
	if err != nil {
		t.Fatalf("%s: %v", m.Name, err)
	}
	r, err := s.Run(context.Background())
	if err != nil {
		t.Fatalf("%s: %v", m.Name, err)
	}
	return text, r
}

// TestTraits asks every method, on a few spaces, whether it does what its traits say,
// and whether it does no more.
func TestTraits(t *testing.T) {
	var names []string
	for _, m := range search.Methods[int, int]() {
		t.Run(m.Name, func(t *testing.T) { checkTraits(t, m) })
		for _, name := range append([]string{m.Name}, m.Aliases...) {
			if slices.Contains(names, name) {
				t.Errorf("two methods are called %s", name)
			}
			names = append(names, name)
			if !regexp.MustCompile(`^[a-z][a-z*-]*$`).MatchString(name) {
				t.Errorf("%q is no name in lower case with hyphens", name)
			}
		}
		if m.Title == "" || m.Paper == "" || m.Summary == "" || m.Guarantee == "" {
			t.Errorf("%s is not described: %+v", m.Name, m.Description)
		}
	}
	if len(names) == 0 {
		t.Fatal("there are no methods")
	}
}

func checkTraits(t *testing.T, m search.Method[int, int]) {
	var differs struct{ heuristic, weight, tie, reopen, pathOnly, backward, incumbent bool }
	for seed := range uint64(8) {
		l := newMesh(rand.New(rand.NewPCG(seed, 9)), 1, 6)
		good := search.Options[int, int]{Heuristic: l.toward(l.goal), BackwardHeuristic: l.toward(0), Claim: search.Consistent}
		plain, r := expansions(t, m, l, good)
		changed := func(change func(*search.Options[int, int])) bool {
			opts := good
			change(&opts)
			other, _ := expansions(t, m, l, opts)
			// h is told of even where it orders nothing.
			return withoutH(other) != withoutH(plain)
		}
		// Some tie policies look at h wherever there is one.
		guided := func(h, back func(int) int) string {
			opts := good
			opts.Tie, opts.Heuristic, opts.BackwardHeuristic = search.TieFIFO, h, back
			text, _ := expansions(t, m, l, opts)
			return withoutH(text)
		}
		differs.heuristic = differs.heuristic || guided(good.Heuristic, good.BackwardHeuristic) != guided(nil, nil)
		differs.weight = differs.weight || changed(func(o *search.Options[int, int]) { o.Weight = search.Ratio{Num: 4, Den: 1} })
		for _, tie := range search.Ties() {
			differs.tie = differs.tie || changed(func(o *search.Options[int, int]) { o.Tie = tie })
		}
		differs.pathOnly = differs.pathOnly || changed(func(o *search.Options[int, int]) { o.PathOnly, o.MaxExpanded = true, 1000 })
		differs.backward = differs.backward || regexp.MustCompile(`(?m)^backward`).MatchString(plain)

		// An estimate that jumps up and down is inconsistent, so states are reopened.
		uneven := search.Options[int, int]{Heuristic: func(s int) int { return l.toward(l.goal)(s) * (s % 2) }, BackwardHeuristic: func(s int) int { return l.toward(0)(s) * (s % 2) }, Claim: search.Admissible}
		open, openResult := expansions(t, m, l, uneven)
		uneven.NoReopen = true
		shut, shutResult := expansions(t, m, l, uneven)
		differs.reopen = differs.reopen || open != shut
		if shutResult.Reopened > 0 && m.Reopens {
			t.Errorf("seed %d: %d states reopened though that is not wanted", seed, shutResult.Reopened)
		}
		if m.Rests == search.OnTheHeuristic && openResult.Certificate != search.Optimal {
			t.Errorf("seed %d: an admissible heuristic gives %v", seed, openResult.Certificate)
		}

		for limit := int64(1); limit < r.Expanded && !differs.incumbent; limit += 1 + r.Expanded/100 {
			opts := good
			opts.MaxExpanded = limit
			_, cut := expansions(t, m, l, opts)
			differs.incumbent = differs.incumbent || cut.Status == search.Limit && len(cut.Path) > 0
		}
		checkOrder(t, m, l, plain)
		checkRests(t, m, l, r)
	}
	for _, c := range []struct {
		what      string
		says, had bool
	}{
		{"follows a heuristic", m.Heuristic, differs.heuristic},
		{"takes a weight", m.Weight, differs.weight},
		{"takes a tie policy", m.Tie, differs.tie},
		{"reopens, unless told not to", m.Reopens, differs.reopen},
		{"can remember the path only", m.PathOnly, differs.pathOnly},
		{"searches from both ends", m.Halves == 2, differs.backward},
		{"may have a path before its proof", m.Incumbents, differs.incumbent},
	} {
		if c.says != c.had {
			t.Errorf("%s: its traits say %v, it shows %v", c.what, c.says, c.had)
		}
	}
	l := newMesh(rand.New(rand.NewPCG(1, 1)), 1, 6)
	_, err := m.New(l.mesh, 0, search.Options[int, int]{})
	var needs *search.RequirementError
	if errors.As(err, &needs) != m.Predecessors {
		t.Errorf("without predecessors: %v; its traits say that it needs them: %v", err, m.Predecessors)
	}
}

func withoutH(text string) string {
	return regexp.MustCompile(` h=.*`).ReplaceAllString(text, "")
}

// checkOrder tells whether expansions come by what orders them, with a consistent
// heuristic: the values of g or f never fall within a half. By h, weighted f or a
// threshold they may; that the right one is chosen is for TestTwin.
func checkOrder(t *testing.T, m search.Method[int, int], l meshBothWays, text string) {
	var steady string
	switch m.Order {
	case search.ByG:
		steady = "g"
	case search.ByF:
		steady = "f"
	default:
		return
	}
	last := map[string]int{}
	for _, line := range regexp.MustCompile(`(\w+) (\d+) g=(\d+) h=(\d+) f=(\d+)`).FindAllStringSubmatch(text, -1) {
		var g, f int
		fmt.Sscan(line[3], &g)
		fmt.Sscan(line[5], &f)
		value := g
		if steady == "f" {
			value = f
		}
		if value < last[line[1]] {
			t.Errorf("%s falls from %d to %d at state %s", steady, last[line[1]], value, line[2])
			return
		}
		last[line[1]] = value
	}
}

// checkRests holds certificates against what the guarantee is said to rest on.
func checkRests(t *testing.T, m search.Method[int, int], l meshBothWays, consistent search.Result[int, int]) {
	unknown := search.Options[int, int]{Heuristic: l.toward(l.goal), BackwardHeuristic: l.toward(0), Weight: search.Ratio{Num: 2, Den: 1}}
	_, r := expansions(t, m, l, unknown)
	even := newMesh(rand.New(rand.NewPCG(1, 2)), 3, 3)
	_, equal := expansions(t, m, even, search.Options[int, int]{})
	type certificates [3]search.Certificate
	want := map[search.Rests]certificates{
		search.OnNothing:      {search.Feasible, search.Feasible, search.Feasible},
		search.OnEqualCosts:   {search.Feasible, search.Feasible, search.Optimal},
		search.OnTheSearch:    {search.Optimal, search.Optimal, search.Optimal},
		search.OnTheHeuristic: {search.Feasible, search.Optimal, search.Optimal},
		search.OnTheWeight:    {search.Feasible, search.Optimal, search.Optimal},
	}[m.Rests]
	if got := (certificates{r.Certificate, consistent.Certificate, equal.Certificate}); got != want {
		t.Errorf("certificates %v with an unknown heuristic, a consistent one, and equal costs; want %v", got, want)
	}
	if m.Rests == search.OnTheWeight {
		weighted := search.Options[int, int]{Heuristic: l.toward(l.goal), Claim: search.Consistent, Weight: search.Ratio{Num: 2, Den: 1}}
		if _, r := expansions(t, m, l, weighted); r.Certificate != search.Bounded {
			t.Errorf("a weight of 2 gives %v", r.Certificate)
		}
	}
}
