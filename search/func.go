package search

import "sync"

// Func returns the problem that two functions describe, for programs that need no
// type of their own: successors calls edge for each edge that leaves s, goal tells
// whether s is a goal. The types of states and costs follow from the functions.
//
// Both must be pure, as the methods of a [Problem], and edge must not be called
// after successors has returned. A problem that can do more, such as name its
// goals, needs a type; so does one that is to be as fast as can be.
func Func[S comparable, C Cost](successors func(s S, edge func(to S, cost C)), goal func(s S) bool) Problem[S, C] {
	p := &funcProblem[S, C]{successors: successors, goal: goal}
	p.collectors.New = func() any {
		c := new(collector[S, C])
		c.add = func(to S, cost C) { c.edges = append(c.edges, Edge[S, C]{to, cost}) }
		return c
	}
	return p
}

type funcProblem[S comparable, C Cost] struct {
	successors func(s S, edge func(to S, cost C))
	goal       func(s S) bool
	collectors sync.Pool // of *collector[S, C], so that no expansion allocates
}

// collector appends the edges that it is told of.
type collector[S comparable, C Cost] struct {
	edges []Edge[S, C]
	add   func(to S, cost C)
}

func (p *funcProblem[S, C]) AppendSuccessors(dst []Edge[S, C], s S) []Edge[S, C] {
	c := p.collectors.Get().(*collector[S, C])
	c.edges = dst
	p.successors(s, c.add)
	dst, c.edges = c.edges, nil
	p.collectors.Put(c)
	return dst
}

func (p *funcProblem[S, C]) IsGoal(s S) bool { return p.goal(s) }
