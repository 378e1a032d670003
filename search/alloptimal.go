package search

import (
	"context"
	"iter"
	"math/big"
	"slices"
)

// OptimalPaths are all the cheapest paths of a query, held as the graph of the
// edges that lie on one of them. Parallel edges count once, and a path visits
// no state twice, so a cycle of free edges adds no paths. A path ends at the
// first goal it reaches.
type OptimalPaths[S comparable, C Cost] struct {
	// Result is the answer of the search. Where its status is Found, Path is
	// the first of the paths and the certificate is Optimal.
	Result Result[S, C]

	states []S
	goal   []bool
	first  []int32 // successors of state i are next[first[i]:first[i+1]]
	next   []int32
	order  []int32 // topological; nil if free edges form a cycle
}

// AllOptimal finds every cheapest path from start to a goal. The heuristic
// steers it only if opts.Claim is [Admissible] or [Consistent], for this problem; MaxExpanded and
// the context limit it as they do [AStar].
//
// It runs A* until nothing on OPEN can lie on a path of the optimal cost C, which
// leaves every state of every optimal path CLOSED with its right g; then the
// edges u→v with g(u) + c = g(v) from which a goal of cost C can be reached are
// all there is. For float costs, equality is that of the rounded sums.
func AllOptimal[S comparable, C Cost](ctx context.Context, problem Problem[S, C], start S, opts Options[S, C]) (*OptimalPaths[S, C], error) {
	if opts.disclaim(problem, start, 1); opts.Claim == Unknown {
		opts.Heuristic = nil
	}
	opts.NoReopen = false
	s, b, err := newBestFirst("all optimal paths", problem, start, opts, byGH)
	if err != nil {
		return nil, err
	}
	defer b.release()
	b.begin()
	b.collect = true
	for countdown := 0; !b.done; countdown-- {
		if countdown == 0 {
			countdown = pollInterval
			if ctx.Err() != nil {
				b.stop("the search was stopped: " + context.Cause(ctx).Error())
				break
			}
		}
		b.clean()
		if len(b.goals) > 0 && (len(b.open.entries) == 0 || b.open.entries[0].f > b.best) {
			b.found(b.goals[0])
			break
		}
		b.step()
	}
	if b.err != nil {
		return nil, b.err
	}
	if s.run.breach != "" && opts.Heuristic != nil {
		opts.Heuristic = nil
		b.release()
		return AllOptimal(ctx, problem, start, opts)
	}
	all := &OptimalPaths[S, C]{Result: b.result}
	if b.result.Status == Found {
		if all.build(b); b.err != nil {
			return nil, b.err
		}
		if err := all.takeFirst(ctx); err != nil {
			stopped := Result[S, C]{Status: Limit, Reason: "the search was stopped: " + err.Error(), LowerBound: b.result.LowerBound, Counts: b.counts}
			all = &OptimalPaths[S, C]{Result: stopped}
		}
	}
	return all, nil
}

// build extracts the graph of optimal edges from a finished search.
func (all *OptimalPaths[S, C]) build(b *bestFirst[S, C]) {
	// Forward from the start along edges u→v with g(u) + c = g(v).
	number := map[int32]int32{b.start: 0}
	ids := []int32{b.start}
	var first, next []int32
	var goal []bool
	for i := 0; i < len(ids); i++ {
		id := ids[i]
		first = append(first, int32(len(next)))
		isGoal := slices.Contains(b.goals, id)
		goal = append(goal, isGoal)
		if isGoal {
			continue
		}
		g := b.table.nodes[id].g
		begin := len(next)
		for _, arc := range b.arcsOf(id, Forward) {
			if !(arc.Cost >= 0) || arc.Cost > b.limit-g {
				continue
			}
			n := &b.table.nodes[arc.To]
			if n.mark != b.table.number|onClosed || n.g != g+arc.Cost || b.priority(n.g, n.h) > b.best {
				continue
			}
			v, known := number[arc.To]
			if !known {
				v = int32(len(ids))
				number[arc.To] = v
				ids = append(ids, arc.To)
			}
			if !slices.Contains(next[begin:], v) {
				next = append(next, v)
			}
		}
	}
	first = append(first, int32(len(next)))

	// Backward from the goals; what they do not reach is dropped.
	useful := reverseReachable(first, next, goal)
	renumber := make([]int32, len(ids))
	kept := int32(0)
	for i := range ids {
		if useful[i] {
			renumber[i] = kept
			kept++
			all.states = append(all.states, b.space.state(ids[i]))
			all.goal = append(all.goal, goal[i])
		}
	}
	for i := range ids {
		if !useful[i] {
			continue
		}
		all.first = append(all.first, int32(len(all.next)))
		for _, v := range next[first[i]:first[i+1]] {
			if useful[v] {
				all.next = append(all.next, renumber[v])
			}
		}
	}
	all.first = append(all.first, int32(len(all.next)))
	all.sort()
}

// takeFirst puts the first path into the result. The error is that of the context.
func (all *OptimalPaths[S, C]) takeFirst(ctx context.Context) error {
	for path := range all.paths(ctx) {
		all.Result.Path = path
		return nil
	}
	return context.Cause(ctx)
}

// reverseReachable tells for each state whether a goal can be reached from it.
func reverseReachable(first, next []int32, goal []bool) []bool {
	n := len(goal)
	degree := make([]int32, n+1)
	for _, v := range next {
		degree[v+1]++
	}
	for i := range n {
		degree[i+1] += degree[i]
	}
	before := make([]int32, len(next))
	fill := slices.Clone(degree[:n])
	for u := range n {
		for _, v := range next[first[u]:first[u+1]] {
			before[fill[v]] = int32(u)
			fill[v]++
		}
	}
	reached := make([]bool, n)
	var queue []int32
	for i := range n {
		if goal[i] {
			reached[i] = true
			queue = append(queue, int32(i))
		}
	}
	for len(queue) > 0 {
		v := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, u := range before[degree[v]:degree[v+1]] {
			if !reached[u] {
				reached[u] = true
				queue = append(queue, u)
			}
		}
	}
	return reached
}

// sort finds a topological order (Kahn 1962), if there is one.
func (all *OptimalPaths[S, C]) sort() {
	waiting := make([]int32, len(all.states))
	for _, v := range all.next {
		waiting[v]++
	}
	var order []int32
	for i := range waiting {
		if waiting[i] == 0 {
			order = append(order, int32(i))
		}
	}
	for head := 0; head < len(order); head++ {
		u := order[head]
		for _, v := range all.next[all.first[u]:all.first[u+1]] {
			if waiting[v]--; waiting[v] == 0 {
				order = append(order, v)
			}
		}
	}
	if len(order) == len(all.states) {
		all.order = order
	}
}

// Count returns the number of optimal paths. It takes time in proportion to
// the number of optimal edges and the length of the numbers, unless edges of cost 0
// form a cycle among them: counting paths that visit no state twice is then #P-hard
// (Valiant 1979), so they are counted one by one. Once the context is done, its
// error is returned. Besides a pointer a state, there are in memory only the numbers
// of the states that some but not all ways to have been followed.
func (all *OptimalPaths[S, C]) Count(ctx context.Context) (*big.Int, error) {
	total := new(big.Int)
	if len(all.states) == 0 {
		return total, nil
	}
	if all.order == nil {
		one := big.NewInt(1)
		for range all.paths(ctx) {
			total.Add(total, one)
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		return total, nil
	}
	counts := make([]*big.Int, len(all.states)) // of ways from the start, the first in order
	counts[all.order[0]] = big.NewInt(1)
	for i, u := range all.order {
		if i%pollInterval == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		count := counts[u]
		counts[u] = nil
		if all.goal[u] {
			total.Add(total, count)
		}
		for _, v := range all.next[all.first[u]:all.first[u+1]] {
			if counts[v] == nil {
				counts[v] = new(big.Int).Set(count)
			} else {
				counts[v].Add(counts[v], count)
			}
		}
	}
	return total, nil
}

// Paths returns the optimal paths one after another, each a slice of its own,
// in the order of the problem's successors. The time to the next path is
// bounded by a polynomial in the size of the graph of optimal edges, so a
// caller may stop after any number of them; there can be exponentially many.
func (all *OptimalPaths[S, C]) Paths() iter.Seq[[]S] { return all.paths(context.Background()) }

// paths is Paths until the context is done.
func (all *OptimalPaths[S, C]) paths(ctx context.Context) iter.Seq[[]S] {
	done := ctx.Done()
	return func(yield func([]S) bool) {
		if len(all.states) == 0 {
			return
		}
		onPath := make([]bool, len(all.states))
		path := []int32{0}
		cursor := []int32{all.first[0]}
		onPath[0] = true
		emit := func() bool {
			states := make([]S, len(path))
			for i, u := range path {
				states[i] = all.states[u]
			}
			return yield(states)
		}
		if all.goal[0] {
			emit()
			return
		}
		for len(path) > 0 {
			select {
			case <-done:
				return
			default:
			}
			u := path[len(path)-1]
			at := cursor[len(cursor)-1]
			if at == all.first[u+1] {
				onPath[u] = false
				path, cursor = path[:len(path)-1], cursor[:len(cursor)-1]
				continue
			}
			cursor[len(cursor)-1]++
			v := all.next[at]
			if onPath[v] || !all.leadsOn(v, onPath) {
				continue
			}
			path, cursor = append(path, v), append(cursor, all.first[v])
			onPath[v] = true
			if all.goal[v] && !emit() {
				return
			}
		}
	}
}

// leadsOn tells whether a goal can be reached from a state around the states on
// the path. Without cycles it always can.
func (all *OptimalPaths[S, C]) leadsOn(from int32, onPath []bool) bool {
	if all.order != nil {
		return true
	}
	seen := make([]bool, len(all.states))
	seen[from] = true
	for stack := []int32{from}; len(stack) > 0; {
		u := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if all.goal[u] {
			return true
		}
		for _, v := range all.next[all.first[u]:all.first[u+1]] {
			if !seen[v] && !onPath[v] {
				seen[v] = true
				stack = append(stack, v)
			}
		}
	}
	return false
}
