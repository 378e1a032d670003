package search_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/search"
)

// someSettings calls f for every stride-th setting of every algorithm on
// random graphs.
func someSettings(graphs uint64, stride int, f func(g *graph, p hashed[int64], a algorithm[string, int64], s setting)) {
	turn := 0
	for seed := range graphs {
		g := randomGraph(seed)
		p, estimates := newHashed[int64](g), allEstimates(g)
		for _, a := range algorithms[string, int64]() {
			for _, s := range settings(a, estimates) {
				if turn++; turn%stride == 0 {
					f(g, p, a, s)
				}
			}
		}
	}
}

// TestStepping holds a search that is stepped against the same one run.
func TestStepping(t *testing.T) {
	someSettings(200, 41, func(g *graph, p hashed[int64], a algorithm[string, int64], s setting) {
		var running, stepping recorder[int64]
		opts := options(a, g, s)
		opts.Observer = running.observer()
		want, err := a.run(context.Background(), p, g.names[g.start], opts)
		if err != nil {
			t.Fatalf("%s: %v\n%v%v", a.name, err, g, s)
		}
		opts.Observer = stepping.observer()
		expansions, note := 0, opts.Observer.Expand
		opts.Observer.Expand = func(e search.Event[string, int64]) {
			expansions++
			note(e)
		}
		stepper, err := a.stepper(p, g.names[g.start], opts)
		if err != nil {
			t.Fatalf("%s: %v\n%v%v", a.name, err, g, s)
		}
		var steps []recorded[int64]
		for {
			before := expansions
			e, more := stepper.Step()
			if !more {
				if expansions != before || e != (search.Event[string, int64]{}) {
					t.Fatalf("%s: a step that returns false performed %d expansions and returned %+v", a.name, expansions-before, e)
				}
				break
			}
			if expansions != before+1 || stepper.Counts().Expanded != int64(expansions) {
				t.Fatalf("%s: step %d performed %d expansions and counts %d", a.name, len(steps)+1, expansions-before, stepper.Counts().Expanded)
			}
			steps = append(steps, recorded[int64]{"expand", e})
			checkLookup(t, a, stepper, e)
		}
		if !stepper.Done() {
			t.Fatalf("%s: not done after the last step", a.name)
		}
		got, err := stepper.Result()
		if err != nil {
			t.Fatalf("%s: %v\n%v%v", a.name, err, g, s)
		}
		if err := sameRun(answerOf(want), answerOf(got), &running, &stepping); err != nil {
			t.Fatalf("%s: stepping differs from running: %v\n%v%v", a.name, err, g, s)
		}
		expanded := slices.DeleteFunc(slices.Clone(running.events), func(e recorded[int64]) bool { return e.kind != "expand" })
		if !slices.Equal(steps, expanded) {
			t.Fatalf("%s: the steps\n%v\nare not the expansions\n%v\n%v%v", a.name, steps, expanded, g, s)
		}
	})
}

// checkLookup checks what is known of a state right after its expansion.
func checkLookup(t *testing.T, a algorithm[string, int64], stepper *search.Stepper[string, int64], e search.Event[string, int64]) {
	t.Helper()
	if e.Side == search.Backward {
		return
	}
	n, known := stepper.Lookup(e.State)
	if known == a.pathOnly {
		t.Fatalf("%s: state %s known after its expansion: %v", a.name, e.State, known)
	}
	want := search.Node[string, int64]{Parent: e.Parent, HasParent: e.HasParent, G: e.G, H: e.H, Closed: true}
	if known && n != want {
		t.Fatalf("%s: known of %s after its expansion: %+v, want %+v", a.name, e.State, n, want)
	}
	if n, known := stepper.Lookup("never met"); known {
		t.Fatalf("%s: known of a state that does not exist: %+v", a.name, n)
	}
}

// replay follows a history and holds it to the meaning of its events.
type replay struct {
	g        *graph
	open     [2]map[string]bool
	closed   [2]map[string]bool
	cost     [2]map[string]int64 // g of every state met
	steps    int64
	reopened int64
	produced int64 // successors
	nips     bool  // a state that the other half has closed is not followed
	peak     int64
	meeting  int64 // cost of the best path through both halves
	estimate []int64
	nearest  string // of the states the forward half met: least h, then least g, then the first to have them
	nearestG int64
}

func newReplay(g *graph, s setting, nips bool) *replay {
	r := &replay{g: g, nips: nips, meeting: unreachable, estimate: s.forward}
	for side := range 2 {
		r.open[side], r.closed[side], r.cost[side] = map[string]bool{}, map[string]bool{}, map[string]int64{}
	}
	return r
}

func (r *replay) h(state string) int64 {
	if r.estimate == nil {
		return 0
	}
	return r.estimate[r.g.number(state)]
}

func (r *replay) size() int64 { return int64(len(r.open[0]) + len(r.open[1])) }

// follow takes in one event and says what is wrong with it, if anything.
func (r *replay) follow(e recorded[int64], bothEnds bool) error {
	open, closed, cost := r.open[e.Side], r.closed[e.Side], r.cost[e.Side]
	known, seen := cost[e.State]
	switch e.kind {
	case "generate":
		if seen {
			return fmt.Errorf("generated twice")
		}
		open[e.State] = true
	case "improve":
		if !open[e.State] {
			return fmt.Errorf("improved, but not on OPEN")
		}
	case "reopen":
		if !closed[e.State] {
			return fmt.Errorf("reopened, but not closed")
		}
		r.reopened++
		delete(closed, e.State)
		open[e.State] = true
	case "expand":
		if !open[e.State] || e.G != known {
			return fmt.Errorf("expanded at g = %d, but OPEN has it: %v, at g = %d", e.G, open[e.State], known)
		}
		r.peak = max(r.peak, r.size())
		r.steps++
		delete(open, e.State)
		closed[e.State] = true
		if r.nips && r.closed[1-e.Side][e.State] || !bothEnds && r.g.isGoal[r.g.number(e.State)] {
			break
		}
		for _, edge := range r.g.arcs {
			if e.Side == search.Forward && r.g.names[edge.from] == e.State || e.Side == search.Backward && r.g.names[edge.to] == e.State {
				r.produced++
			}
		}
	case "meet":
		if e.F >= r.meeting {
			return fmt.Errorf("met at %d after %d", e.F, r.meeting)
		}
		r.meeting = e.F
	}
	if e.Step != r.steps {
		return fmt.Errorf("its step is %d after %d expansions", e.Step, r.steps)
	}
	if e.kind == "improve" || e.kind == "reopen" {
		if e.G >= known {
			return fmt.Errorf("g = %d is no better than %d", e.G, known)
		}
	}
	if e.kind == "meet" || e.kind == "goal" || e.kind == "expand" {
		return nil
	}
	cost[e.State] = e.G
	if e.Side == search.Forward && (r.nearest == "" || r.h(e.State) < r.h(r.nearest) || r.h(e.State) == r.h(r.nearest) && e.G < r.nearestG) {
		r.nearest, r.nearestG = e.State, e.G
	}
	return r.checkParent(e)
}

// checkParent checks that a state's g is its parent's plus an edge between.
func (r *replay) checkParent(e recorded[int64]) error {
	if !e.HasParent {
		if e.G != 0 {
			return fmt.Errorf("a root with g = %d", e.G)
		}
		return nil
	}
	parent := r.cost[e.Side][e.Parent]
	if slices.ContainsFunc(r.g.arcs, func(edge arc) bool {
		from, to := r.g.names[edge.from], r.g.names[edge.to]
		if e.Side == search.Backward {
			from, to = to, from
		}
		return from == e.Parent && to == e.State && parent+edge.cost == e.G
	}) {
		return nil
	}
	return fmt.Errorf("g = %d is not that of %s, %d, plus an edge", e.G, e.Parent, parent)
}

// checkHistory holds a history to the meaning of its events, and the counts of
// the answer to the history.
func checkHistory(g *graph, a algorithm[string, int64], s setting, result answer, events []recorded[int64]) error {
	claim := s.claim
	if s.forward == nil && s.backward == nil {
		claim = search.Consistent
	}
	r := newReplay(g, s, a.bothEnds && (claim == search.Consistent || a.name != "Bidirectional"))
	for i, e := range events {
		if a.noOpen && e.kind == "expand" {
			r.steps++
		}
		if a.noOpen && (e.kind == "expand" || e.kind == "goal") && e.Step == r.steps {
			continue
		}
		if err := r.follow(e, a.bothEnds); err != nil {
			return fmt.Errorf("event %d, %s %s: %w", i, e.kind, e.State, err)
		}
	}
	r.peak = max(r.peak, r.size())
	want := search.Counts{Expanded: r.steps, Generated: r.produced, Reopened: r.reopened, PeakOpen: r.peak}
	if r.nips && !s.holds(g, true) {
		want.Generated = result.Counts.Generated // until it found out
	}
	if a.noOpen {
		want.Generated, want.PeakOpen = result.Counts.Generated, result.Counts.PeakOpen
	}
	if result.Counts != want {
		return fmt.Errorf("counts %+v, but the history has %+v", result.Counts, want)
	}
	if len(result.Nearest) > 0 && !a.noOpen {
		if last := result.Nearest[len(result.Nearest)-1]; last != r.nearest {
			return fmt.Errorf("nearest: %s; want %s with h = %d, g = %d", last, r.nearest, r.h(r.nearest), r.nearestG)
		}
	}
	if last := events[len(events)-1]; (result.Status == search.Found) != (last.kind == "goal") && !a.noOpen {
		return fmt.Errorf("status %v, but the last event is %s", result.Status, last.kind)
	}
	return nil
}

// TestEvents holds every history to the meaning of its events, and the counts
// to the history, in whole searches and with half the budget. The depth-first algorithms, which have no OPEN, only tell of
// expansions and goals.
func TestEvents(t *testing.T) {
	met := map[string]int{}
	someSettings(200, 41, func(g *graph, p hashed[int64], a algorithm[string, int64], s setting) {
		var rec recorder[int64]
		opts := options(a, g, s)
		opts.Observer = rec.observer()
		result, err := a.run(context.Background(), p, g.names[g.start], opts)
		for err == nil {
			if err = checkHistory(g, a, s, answerOf(result), rec.events); err != nil || opts.MaxExpanded > 0 || result.Expanded < 2 {
				break
			}
			for _, e := range rec.events {
				met[e.kind]++
			}
			rec.events = nil
			opts.MaxExpanded = result.Expanded / 2
			result, err = a.run(context.Background(), p, g.names[g.start], opts)
		}
		if err != nil {
			t.Fatalf("%s: %v\n%v%vhistory\n%v", a.name, err, g, s, &rec)
		}
	})
	for _, kind := range []string{"expand", "generate", "improve", "reopen", "meet", "goal"} {
		if met[kind] < 50 {
			t.Errorf("only %d events of kind %q were checked", met[kind], kind)
		}
	}
}

// pruned holds a history with prunings to what they mean. threshold is that of
// IDAStar's iteration, next the least f cut off in it.
type pruned struct {
	g               *graph
	result          answer
	admissible      bool
	threshold, next int64
	iterations      int
	meeting         int64
	last            search.Event[string, int64] // expansion
	met             map[string]int              // prunings, by what they were told for
}

// follow takes in one event of an algorithm and says what is wrong with it.
func (p *pruned) follow(a algorithm[string, int64], e recorded[int64]) error {
	switch e.kind {
	case "meet":
		p.meeting = e.F
	case "expand":
		p.last = e.Event
		if strings.HasPrefix(a.name, "IDAStar") {
			if !e.HasParent {
				if p.iterations++; p.iterations == 1 {
					p.next = e.F
				}
				p.threshold, p.next = max(p.threshold, p.next), unreachable
			}
			if e.F > p.threshold {
				return fmt.Errorf("expanded with f = %d over the threshold %d", e.F, p.threshold)
			}
		}
	}
	if e.kind != "prune" {
		return nil
	}
	if e.Step != p.last.Step {
		return fmt.Errorf("its step is %d after %d expansions", e.Step, p.last.Step)
	}
	if !slices.ContainsFunc(p.g.arcs, func(edge arc) bool {
		from, to := p.g.names[edge.from], p.g.names[edge.to]
		if e.Side == search.Backward {
			from, to = to, from
		}
		return from == e.Parent && to == e.State && (a.noOpen || p.last.State == from && p.last.G+edge.cost == e.G)
	}) {
		return fmt.Errorf("no edge leads to it from %s at that cost", e.Parent)
	}
	if e.F != e.G+e.H {
		return fmt.Errorf("f = %d is not %d + %d", e.F, e.G, e.H)
	}
	switch {
	case strings.HasPrefix(a.name, "IDAStar"):
		p.met["over the threshold"]++
		p.next = min(p.next, e.F)
		if e.F <= p.threshold {
			return fmt.Errorf("cut off with f = %d, which is not over the threshold %d", e.F, p.threshold)
		}
	case a.noOpen:
		p.met["no better than the incumbent"]++
		bound := e.G
		if p.admissible {
			bound = e.F
		}
		if bound < p.result.Cost {
			return fmt.Errorf("cut off at %d, but the cheapest path found costs %d", bound, p.result.Cost)
		}
	default:
		p.met["no better than the meeting"]++
		if e.F < p.meeting {
			return fmt.Errorf("left out with f = %d, but the best meeting is %d", e.F, p.meeting)
		}
	}
	return nil
}

// TestPrunings holds every pruning that is told of to what it means, and shows that
// telling changes nothing else.
func TestPrunings(t *testing.T) {
	met := map[string]int{}
	someSettings(200, 41, func(g *graph, p hashed[int64], a algorithm[string, int64], s setting) {
		var silent, telling recorder[int64]
		opts := options(a, g, s)
		opts.Observer = silent.observer()
		want, err := a.run(context.Background(), p, g.names[g.start], opts)
		if err != nil {
			t.Fatalf("%s: %v\n%v%v", a.name, err, g, s)
		}
		opts.Observer = telling.observer()
		opts.Observer.Prune = func(e search.Event[string, int64]) {
			telling.events = append(telling.events, recorded[int64]{"prune", e})
		}
		got, err := a.run(context.Background(), p, g.names[g.start], opts)
		if err != nil {
			t.Fatalf("%s: %v\n%v%v", a.name, err, g, s)
		}
		all := telling.events
		telling.events = slices.DeleteFunc(slices.Clone(all), func(e recorded[int64]) bool { return e.kind == "prune" })
		if err := sameRun(answerOf(want), answerOf(got), &silent, &telling); err != nil {
			t.Fatalf("%s: telling of prunings changes the search: %v\n%v%v", a.name, err, g, s)
		}
		claimed := s.claim >= search.Admissible || opts.Heuristic == nil
		follower := pruned{g: g, result: answerOf(got), admissible: claimed, meeting: unreachable, met: met}
		for i, e := range all {
			if err := follower.follow(a, e); err != nil {
				t.Fatalf("%s: event %d, %s %s: %v\n%v%v", a.name, i, e.kind, e.State, err, g, s)
			}
		}
	})
	for _, reason := range []string{"over the threshold", "no better than the incumbent", "no better than the meeting"} {
		if met[reason] < 50 {
			t.Errorf("only %d prunings of the kind %q were checked", met[reason], reason)
		}
	}
}

// TestNipping holds the prunings of states that both halves of Bidirectional have
// expanded, which small graphs do not have, to what they mean: it walks around
// walls that mislead both halves.
func TestNipping(t *testing.T) {
	nipped := 0
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 5))
		m := openMap(60, place{59, 59})
		for y := range m.rows {
			row := []byte(m.rows[y])
			for x := range row {
				if rng.IntN(10) < 3 && (x != 0 || y != 0) && (x != 59 || y != 59) {
					row[x] = '@'
				}
			}
			m.rows[y] = string(row)
		}
		distance := func(to place) func(place) int64 {
			return func(s place) int64 { return int64(max(s[0]-to[0], to[0]-s[0]) + max(s[1]-to[1], to[1]-s[1])) }
		}
		closed := [2]map[place]bool{{}, {}}
		var last search.Event[place, int64]
		_, err := search.Bidirectional(context.Background(), m, place{0, 0}, search.Options[place, int64]{
			Heuristic: distance(m.goal), BackwardHeuristic: distance(place{0, 0}), Claim: search.Consistent,
			Observer: search.Observer[place, int64]{
				Expand: func(e search.Event[place, int64]) {
					last = e
					closed[e.Side][e.State] = true
				},
				Prune: func(e search.Event[place, int64]) {
					if e.State != last.State || e.Side != last.Side {
						return // TestPrunings has these
					}
					nipped++
					if !closed[1-e.Side][e.State] || e != last {
						t.Errorf("seed %d: %+v was not followed after %+v; closed by the other half: %v", seed, e, last, closed[1-e.Side][e.State])
					}
				},
			},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if nipped < 20 {
		t.Errorf("only %d states were not followed", nipped)
	}
}
