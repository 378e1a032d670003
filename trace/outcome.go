package trace

import (
	"fmt"
	"unicode/utf8"

	"github.com/astrolabe-search/astrolabe/search"
)

// Outcome says how a search ended: its result, in a trace's terms. The zero value
// is that of a search that was given up, say by an error.
type Outcome struct {
	Status      search.Status // 0: the search did not come to an end; Reason says why
	Path        []int64
	Cost        int64 // of Path
	Certificate search.Certificate
	Bound       search.Ratio // for [search.Bounded]
	Reason      string
	LowerBound  int64
	Nearest     []int64 // path to the state nearest to a goal, where none was reached
	NearestCost int64
	Counts      search.Counts
}

// OutcomeOf returns a search's result as an outcome. state numbers the states as
// for [Observe].
func OutcomeOf[S comparable, C Cost](result search.Result[S, C], state func(S) int64) Outcome {
	return Outcome{
		Status: result.Status, Path: numbered(result.Path, state), Cost: int64(result.Cost),
		Certificate: result.Certificate, Bound: result.Bound, Reason: result.Reason, LowerBound: int64(result.LowerBound),
		Nearest: numbered(result.Nearest, state), NearestCost: int64(result.NearestCost),
		Counts: result.Counts,
	}
}

func numbered[S comparable](path []S, state func(S) int64) []int64 {
	if len(path) == 0 {
		return nil
	}
	numbers := make([]int64, len(path))
	for i, s := range path {
		numbers[i] = state(s)
	}
	return numbers
}

// check returns [ErrHeader], with the reason, unless a trace with states below
// limit can have the outcome.
func (o *Outcome) check(limit int64) error {
	for _, path := range [][]int64{o.Path, o.Nearest} {
		if len(path) > maxPath {
			return fmt.Errorf("%w: a path of %d states; at most %d are possible", ErrHeader, len(path), maxPath)
		}
		for _, state := range path {
			if state < 0 || state >= limit {
				return fmt.Errorf("%w: a path leads over the state %d; want one from 0 and below %d", ErrHeader, state, limit)
			}
		}
	}
	c := o.Counts
	switch {
	case len(o.Reason) > maxText || !utf8.ValidString(o.Reason):
		return fmt.Errorf("%w: the reason has %d bytes, or is not UTF-8; at most %d are possible", ErrHeader, len(o.Reason), maxText)
	case o.Status > search.OutOfBounds || o.Certificate > search.Optimal:
		return fmt.Errorf("%w: status %d and certificate %d", ErrHeader, o.Status, o.Certificate)
	case c.Expanded < 0 || c.Generated < 0 || c.Reopened < 0 || c.PeakOpen < 0:
		return fmt.Errorf("%w: a count is below 0", ErrHeader)
	case o.Certificate == search.Bounded && (o.Bound.Den < 1 || o.Bound.Num < o.Bound.Den):
		return fmt.Errorf("%w: the bound is %d/%d; want a ratio of at least 1", ErrHeader, o.Bound.Num, o.Bound.Den)
	}
	return nil
}

// end returns the event with which a search ends.
func (o *Outcome) end(steps int64) Event {
	e := Event{Kind: End, Step: steps, State: NoState, Parent: NoState}
	if n := len(o.Path); n > 0 {
		e.State, e.G, e.F = o.Path[n-1], o.Cost, o.Cost
		if n > 1 {
			e.Parent = o.Path[n-2]
		}
	}
	return e
}

// Totals say what a trace holds.
type Totals struct {
	Events  [kinds]int64 // by [Kind]
	Largest int64        // the largest magnitude of any g, h or f
}

// Sum returns the number of events.
func (t *Totals) Sum() int64 {
	sum := int64(0)
	for _, n := range t.Events {
		sum += n
	}
	return sum
}

// Steps returns the number of expansions.
func (t *Totals) Steps() int64 { return t.Events[Expand] }

// Count counts an event, which must have a kind that there is.
func (t *Totals) Count(e *Event) {
	t.Events[e.Kind]++
	if (e.G|e.H) >= 0 && e.F >= e.G && e.F >= e.H { // as is usual
		t.Largest = max(t.Largest, e.F)
		return
	}
	t.Largest = max(t.Largest, magnitude(e.G), magnitude(e.H), magnitude(e.F))
}

// magnitude returns |v|, for the smallest int64 the largest one.
func magnitude(v int64) int64 {
	if v < 0 {
		v = ^v
		if v < v+1 {
			v++
		}
	}
	return v
}
