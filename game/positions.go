package game

import "context"

// Reach counts the positions that can be reached, by the least number of moves
// to them.
type Reach struct {
	// Plies has an element for each number of moves, from 0.
	Plies []PlyReach
	// Complete tells that the counts are not cut short; Reason says why they
	// are, or else is empty. Counts cut short are lower bounds.
	Complete bool
	Reason   string
	Nodes    int64 // positions met, each as often as a move led to it
}

// PlyReach counts positions at one distance.
type PlyReach struct {
	Positions int64
	// Classes counts positions that are alike once. It is the number of
	// positions if the game is not [Symmetric].
	Classes int64
	// Ended counts, of the positions, those in which the game is over.
	Ended int64
}

// Total returns the counts of all distances together.
func (r *Reach) Total() PlyReach {
	var total PlyReach
	for _, ply := range r.Plies {
		total.Positions += ply.Positions
		total.Classes += ply.Classes
		total.Ended += ply.Ended
	}
	return total
}

// Positions counts the different positions that can be reached from s in up to
// depth moves, or all with [Full]. The depth must be at least 1. It holds every
// position in memory, within MaxBytes of the options.
func Positions[S, M comparable](ctx context.Context, g Game[S, M], s S, depth int, opts Options[S, M]) (Reach, error) {
	if err := checkDepth(depth); err != nil {
		return Reach{}, err
	}
	r := newRun(ctx, g, &opts)
	r.use(nil)
	c := &positionCount[S, M]{run: r, memory: memory{limit: opts.MaxBytes}}
	c.seen = newMemo(r.hasher, &c.memory)
	if r.symmetric != nil {
		c.classes = newMemo(r.hasher, &c.memory)
	}
	c.reach.Plies = make([]PlyReach, 1, 16)
	c.meet(s)
	for ply := 0; ply < depth && len(c.next) > 0 && !r.stopped; ply++ {
		c.frontier, c.next = c.next, c.frontier[:0]
		c.reach.Plies = append(c.reach.Plies, PlyReach{})
		for _, s := range c.frontier {
			for _, m := range r.expand(s, 0) {
				c.meet(g.Play(s, m))
			}
			r.moves = r.moves[:0]
			if r.stopped {
				break
			}
		}
	}
	if r.err != nil {
		return Reach{}, r.err
	}
	if last := len(c.reach.Plies) - 1; c.reach.Plies[last].Positions == 0 {
		c.reach.Plies = c.reach.Plies[:last]
	}
	c.reach.Complete, c.reach.Reason, c.reach.Nodes = !r.stopped, r.reason, r.nodes
	return c.reach, nil
}

// positionCount is a breadth-first search at work.
type positionCount[S, M comparable] struct {
	run            *run[S, M]
	memory         memory
	seen, classes  *memo[S] // classes is nil if every position is its own
	frontier, next []S      // of this distance and of the next; games that are over left out
	reach          Reach
}

// meet counts a position if it is new.
func (c *positionCount[S, M]) meet(s S) {
	r := c.run
	if r.nodes == r.pause && !r.resume() {
		return
	}
	r.nodes++
	if !c.room() {
		return
	}
	count := &c.reach.Plies[len(c.reach.Plies)-1]
	slot := c.seen.slot(s)
	if slot.mark != memoEmpty {
		return
	}
	c.seen.enter(slot, s, memoDone, 0)
	count.Positions++
	if c.classes == nil {
		count.Classes++
	} else if key := r.symmetric.Canonical(s); c.classes.slot(key).mark == memoEmpty {
		c.classes.enter(c.classes.slot(key), key, memoDone, 0)
		count.Classes++
	}
	if score, over := r.game.Score(s); over {
		r.final(s, score)
		count.Ended++
	} else {
		c.next = append(c.next, s)
	}
}

// room makes room for one more position, or stops the run.
func (c *positionCount[S, M]) room() bool {
	var ok bool
	if c.next, ok = withRoom(&c.memory, c.next, 1); ok && c.seen.reserve() && (c.classes == nil || c.classes.reserve()) {
		return true
	}
	return c.run.stop(c.memory.spent())
}
