package domain

import (
	"container/heap"
	"context"
	"fmt"

	"github.com/astrolabe-search/astrolabe/search"
)

// HeuristicQuestion asks whether estimates are right.
type HeuristicQuestion struct {
	From, To  string // as in [Question]; From matters only where steps cannot be followed backward
	Heuristic string // "" is the space's default
	// MaxStates is the number of states to look at; 0 is [DefaultMaxStates].
	MaxStates int
}

// HeuristicReport says how estimates compare with exact distances.
type HeuristicReport struct {
	Heuristic Heuristic
	To        string
	// States is the number of states whose exact distance is known, and Exhaustive
	// tells whether these are all from which the goal can be reached (if steps cannot
	// be followed backward: all of those that can be reached from the start).
	States     int
	Exhaustive bool
	// Above counts estimates above the distance, and WorstState is where the excess is
	// the largest; of several the first in the order of distance.
	Above      int
	WorstState *WorstState
	// Steps counts the steps between those states, Jumps those that lower the estimate
	// by more than they cost, and WorstStep is the one with the largest excess.
	Steps, Jumps int
	WorstStep    *WorstStep
}

// WorstState is a state whose estimate is too high.
type WorstState struct {
	State    string `json:"state"`
	Estimate Cost   `json:"estimate"`
	Distance Cost   `json:"distance"`
	Excess   Cost   `json:"excess"`
}

// WorstStep is a step that lowers the estimate by more than it costs.
type WorstStep struct {
	From   string `json:"from"`
	To     string `json:"to"`
	Before Cost   `json:"before"`
	After  Cost   `json:"after"`
	Cost   Cost   `json:"cost"`
	Excess Cost   `json:"excess"`
}

// Admissible tells whether no estimate is above the distance.
func (r *HeuristicReport) Admissible() bool { return r.Above == 0 }

// Consistent tells whether no step lowers the estimate by more than it costs, and the
// estimate at the goal is 0.
func (r *HeuristicReport) Consistent() bool { return r.Jumps == 0 && r.Above == 0 }

// BreaksClaim tells whether something was found that contradicts what is claimed.
func (r *HeuristicReport) BreaksClaim() bool {
	return r.Heuristic.Claim >= search.Admissible && !r.Admissible() || r.Heuristic.Claim >= search.Consistent && !r.Consistent()
}

// CheckHeuristic computes exact distances to the goal, nearest states first, and
// compares. The error is a [*QuestionError], or that of a context that ends.
func (b *bound[S, C]) CheckHeuristic(ctx context.Context, q HeuristicQuestion) (HeuristicReport, error) {
	var r HeuristicReport
	goals, to, err := b.goal(q.To)
	if err != nil {
		return r, err
	}
	h, err := b.heuristic(q.Heuristic)
	if err != nil {
		return r, err
	}
	r.Heuristic, r.To = h.Heuristic, to
	estimate, err := h.Toward(goals)
	if err != nil {
		return r, &QuestionError{err.Error(), ""}
	}
	problem, err := b.d.Problem(goals)
	if err != nil {
		return r, &QuestionError{err.Error(), ""}
	}
	back, ok := problem.(search.Predecessors[S, C])
	if !ok {
		from, _, err := b.start(q.From)
		if err != nil {
			return r, err
		}
		if back, err = turnedAround(ctx, problem, from, VerifyOptions{q.MaxStates}.states()); err != nil {
			return r, err
		}
	}
	distance, order, exhaustive, err := distancesTo(ctx, back, goals, VerifyOptions{q.MaxStates}.states())
	if err != nil {
		return r, err
	}
	r.States, r.Exhaustive = len(order), exhaustive
	b.compare(&r, problem, estimate, distance, order)
	return r, nil
}

// compare fills in what single states and steps show.
func (b *bound[S, C]) compare(r *HeuristicReport, problem search.Problem[S, C], estimate func(S) C, distance map[S]C, order []S) {
	var worstState, worstStep C
	var edges []search.Edge[S, C]
	for _, s := range order {
		h, d := estimate(s), distance[s]
		if h > d {
			r.Above++
			if excess := h - d; excess > worstState {
				worstState = excess
				r.WorstState = &WorstState{b.d.FormatState(s), b.cost(h), b.cost(d), b.cost(excess)}
			}
		}
		edges = problem.AppendSuccessors(edges[:0], s)
		for _, e := range edges {
			if _, known := distance[e.To]; !known {
				continue
			}
			r.Steps++
			after := estimate(e.To)
			if h <= after || h-after <= e.Cost {
				continue
			}
			r.Jumps++
			if excess := h - after - e.Cost; excess > worstStep {
				worstStep = excess
				r.WorstStep = &WorstStep{b.d.FormatState(s), b.d.FormatState(e.To), b.cost(h), b.cost(after), b.cost(e.Cost), b.cost(excess)}
			}
		}
	}
}

// distancesTo returns the exact distance of the states nearest to the goals, and
// those states in the order of distance. It stops before their number exceeds most,
// and tells whether these are all.
func distancesTo[S comparable, C search.Cost](ctx context.Context, back search.Predecessors[S, C], goals []S, most int) (map[S]C, []S, bool, error) {
	reached, distance := map[S]C{}, map[S]C{}
	var order []S
	var open queue[S, C]
	for _, goal := range goals {
		if _, twice := reached[goal]; !twice {
			reached[goal] = 0
			open = append(open, queued[S, C]{state: goal})
		}
	}
	var edges []search.Edge[S, C]
	for open.Len() > 0 {
		e := heap.Pop(&open).(queued[S, C])
		if _, done := distance[e.state]; done {
			continue
		}
		if len(order) == most {
			return distance, order, false, nil
		}
		distance[e.state] = e.cost
		order = append(order, e.state)
		if len(order)%4096 == 0 && ctx.Err() != nil {
			return nil, nil, false, context.Cause(ctx)
		}
		edges = back.AppendPredecessors(edges[:0], e.state)
		for _, edge := range edges {
			through := e.cost + edge.Cost
			if before, met := reached[edge.To]; (!met || through < before) && through >= e.cost {
				reached[edge.To] = through
				heap.Push(&open, queued[S, C]{edge.To, through})
			}
		}
	}
	return distance, order, true, nil
}

// reversed is a space whose steps were followed once and are kept backward.
type reversed[S comparable, C search.Cost] map[S][]search.Edge[S, C]

func (r reversed[S, C]) AppendPredecessors(dst []search.Edge[S, C], s S) []search.Edge[S, C] {
	return append(dst, r[s]...)
}

// turnedAround follows all steps from a start and returns them backward.
func turnedAround[S comparable, C search.Cost](ctx context.Context, problem search.Problem[S, C], from S, most int) (search.Predecessors[S, C], error) {
	r := reversed[S, C]{}
	met := map[S]bool{from: true}
	list := []S{from}
	var edges []search.Edge[S, C]
	for i := 0; i < len(list); i++ {
		if i%4096 == 4095 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		s := list[i]
		edges = problem.AppendSuccessors(edges[:0], s)
		for _, e := range edges {
			r[e.To] = append(r[e.To], search.Edge[S, C]{To: s, Cost: e.Cost})
			if !met[e.To] {
				if len(list) == most {
					return nil, &QuestionError{fmt.Sprintf("more than %d states can be reached from the start, and steps cannot be followed backward", most), "allow more states"}
				}
				met[e.To] = true
				list = append(list, e.To)
			}
		}
	}
	return r, nil
}
