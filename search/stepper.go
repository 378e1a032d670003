package search

import (
	"context"
	"fmt"
)

// Stepper is a search that is run one expansion at a time. Its results, and
// the events that its observer sees, are the same whether it is stepped or run.
type Stepper[S comparable, C Cost] struct {
	run    *run[S, C]
	engine engine[S, C]
}

// Step performs one expansion and returns it. It returns false, and no event,
// once the search has ended; the step that expands a goal is the last one for
// which it returns true.
func (s *Stepper[S, C]) Step() (Event[S, C], bool) {
	s.run.keepEvents = true
	if s.run.done {
		return Event[S, C]{}, false
	}
	s.run.hold()
	defer s.run.release()
	before := s.run.counts.Expanded
	for !s.run.done {
		s.engine.step()
		if s.run.counts.Expanded > before {
			return s.run.last, true
		}
	}
	return Event[S, C]{}, false
}

// Done tells whether the search has ended.
func (s *Stepper[S, C]) Done() bool { return s.run.done }

// Counts returns the counts so far.
func (s *Stepper[S, C]) Counts() Counts { return s.run.counts }

// Lookup returns what the search (its forward half) knows of a state, and
// false if it has not met it. It looks into the workspace, so it panics once
// another search has begun there.
func (s *Stepper[S, C]) Lookup(state S) (Node[S, C], bool) {
	if s.run.start < 0 { // the query was refused
		return Node[S, C]{}, false
	}
	s.run.mustOwn()
	if in := s.run.space.interned; s.run.space.dense == nil {
		id, ok := in.find(state)
		if !ok {
			return Node[S, C]{}, false
		}
		return s.engine.lookup(id)
	}
	return s.engine.lookup(s.run.space.id(state))
}

// Result returns the answer. Before the search has ended it is what would be
// known if a budget ran out now, and calling it ends the search.
func (s *Stepper[S, C]) Result() (Result[S, C], error) {
	if !s.run.done {
		s.run.hold()
		defer s.run.release()
		s.engine.stop("the search was stopped")
	}
	return s.run.result, s.run.err
}

// Peek returns what the search would answer if its budget were the expansions
// made so far: the result that it has with MaxExpanded = Counts().Expanded, but for
// the paths, which are left out so that it takes next to no time. Path is empty,
// though Cost and Certificate (which is not None if there is a path) are set, and
// Nearest holds nothing but the nearest state, without NearestCost.
//
// The search is not disturbed and can go on, unless nothing is left for it to
// expand: then it has ended, and the result is its answer, with all paths. One
// exception: where [DepthFirstBranchAndBound] could stop at its lower bound, the
// result is that answer already, though the search itself may go on for a while.
func (s *Stepper[S, C]) Peek() (Result[S, C], error) {
	r := s.run
	if r.done {
		return r.result, r.err
	}
	r.hold()
	defer r.release()
	r.peeking = true
	s.engine.step()
	r.peeking = false
	result := r.result
	if r.refused {
		r.done, r.refused, r.result = false, false, Result[S, C]{}
		result.Path = nil
	}
	return result, r.err
}

// pollInterval is the number of steps between two looks at the context: few
// enough to stop within microseconds, enough not to be felt.
const pollInterval = 64

// Run steps the search to its end, or until the context is done; then the
// result has the status [Limit].
func (s *Stepper[S, C]) Run(ctx context.Context) (Result[S, C], error) {
	if s.run.done {
		return s.run.result, s.run.err
	}
	s.run.hold()
	defer s.run.release()
	done := ctx.Done()
	for countdown := 0; !s.run.done; countdown-- {
		if countdown == 0 {
			countdown = pollInterval
			select {
			case <-done:
				// The next step expands nothing, but may find that nothing is left.
				s.run.interrupted = fmt.Sprintf("the search was stopped: %v", context.Cause(ctx))
			default:
			}
		}
		s.engine.step()
	}
	return s.run.result, s.run.err
}

// runToEnd is the body of the one-call form of every algorithm.
func runToEnd[S comparable, C Cost](ctx context.Context, s *Stepper[S, C], err error) (Result[S, C], error) {
	if err != nil {
		return Result[S, C]{}, err
	}
	return s.Run(ctx)
}
