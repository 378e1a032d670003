package verify

import (
	"context"
	"errors"
	"fmt"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
)

// Estimator makes a heuristic: what estimates the cost from a cell to the goal, on the
// map, under the rule and with the cost model of costs. Estimates are in the same units
// as costs and at least 0.
type Estimator func(costs *grid.Costs, goal grid.Cell) (estimate func(grid.Cell) root2.Length)

// HeuristicReport compares a heuristic with the exact distances to one goal. It speaks
// of the cells from which the goal can be reached, and of the legal steps between them;
// no estimate is wrong where there is no distance.
type HeuristicReport struct {
	Cells int
	Steps int

	Above        int           // cells whose estimate is above the distance
	Overestimate *Overestimate // the worst of them, the first by row among equals; nil: admissible
	Jumps        int           // steps along which the estimate falls by more than the step costs
	Jump         *Jump         // the worst of them; nil: consistent
	Ratio        *Ratios       // nil: no cell has a distance above 0

	// Example is a small part of the map on which the heuristic fails too; nil if it
	// does not fail, or if no such part was found.
	Example *HeuristicExample

	// Reaches tells for each cell, by row, whether the goal can be reached from it, and
	// Excess by how much its estimate is above the distance: negative where it is below,
	// 0 where there is no distance.
	Reaches []bool
	Excess  []root2.Length
}

// Admissible tells whether no estimate is above the distance.
func (r *HeuristicReport) Admissible() bool { return r.Overestimate == nil }

// Consistent tells whether no step lowers the estimate by more than it costs, and the
// estimate of the goal is 0. A heuristic that is consistent is admissible.
func (r *HeuristicReport) Consistent() bool { return r.Jump == nil }

// Overestimate is a cell whose estimate is above its distance to the goal.
type Overestimate struct {
	Cell               grid.Cell
	Estimate, Distance root2.Length
}

// Excess returns by how much the estimate is too high.
func (o *Overestimate) Excess() root2.Length { return o.Estimate - o.Distance }

// Jump is a step that lowers the estimate by more than it costs. A goal whose estimate
// is not 0 counts as a step from it to itself, without a cost, to an estimate of 0.
type Jump struct {
	From, To            grid.Cell
	Before, Cost, After root2.Length // the estimate at From, the cost of the step, the estimate at To
}

// Excess returns by how much more than its cost the step lowers the estimate.
func (j *Jump) Excess() root2.Length { return j.Before - j.After - j.Cost }

// Ratios are those of estimate and distance, over the cells with a distance above 0:
// 1 is a perfect estimate. They are for show.
type Ratios struct{ Mean, Least, Greatest float64 }

// CheckHeuristic is [CheckEstimator] for the metrics of package grid.
func CheckHeuristic(ctx context.Context, costs *grid.Costs, metric grid.Metric, goal grid.Cell) (*HeuristicReport, error) {
	return CheckEstimator(ctx, costs, func(costs *grid.Costs, goal grid.Cell) func(grid.Cell) root2.Length {
		return costs.Heuristic(metric, goal).At
	}, goal)
}

// CheckEstimator compares the estimate from every cell with the exact distance to the
// goal, and the estimates at the ends of every step with what the step costs. If the
// heuristic fails, it is made anew for small parts of the map in search of an example.
//
// The goal must be an open cell of the map. It is an error if an estimate is negative,
// and [root2.ErrOverflow] if a distance is above [grid.Costs.Limit]. Where the context ends
// first, which is looked at every few milliseconds, the error wraps its cause.
//
// Distances come from a plain Dijkstra backward from the goal: the check takes O(n log n)
// time for a map of n cells, and some 50 bytes a cell. Each estimate is asked for once,
// and in search of an example at most 51,200 more.
func CheckEstimator(ctx context.Context, costs *grid.Costs, estimator Estimator, goal grid.Cell) (*HeuristicReport, error) {
	c, err := checkHeuristic(ctx, costs, estimator, goal)
	if err != nil {
		return nil, err
	}
	if err := c.findExample(); err != nil {
		return nil, err
	}
	return &c.report, nil
}

// heuristicCheck is one check of a heuristic.
type heuristicCheck struct {
	end       deadline
	costs     *grid.Costs
	ground    ground
	estimator Estimator
	goal      grid.Cell
	towards   []backwardPlace
	estimates []root2.Length // by index; of cells that reach the goal
	report    HeuristicReport

	// Where to look for an example: ways to the goal from cells whose estimate is too
	// high, from steps that lower it too much, and those steps with the goal at their end.
	above, jumps, steps shortlist
}

// checkHeuristic is CheckEstimator without the example.
func checkHeuristic(ctx context.Context, costs *grid.Costs, estimator Estimator, goal grid.Cell) (*heuristicCheck, error) {
	switch {
	case costs == nil:
		return nil, errors.New("verify: no costs given; want those of the map that the heuristic is for")
	case estimator == nil:
		return nil, errors.New("verify: no estimator given; want one, or use CheckHeuristic")
	case !costs.Map().Open(goal):
		return nil, fmt.Errorf("verify: the goal %v is not an open cell of the map", goal)
	}
	c := &heuristicCheck{end: deadline{ctx: ctx}, costs: costs, ground: newGround(costs), estimator: estimator, goal: goal}
	var err error
	if c.towards, err = c.ground.backward(&c.end, goal); err != nil {
		return nil, err
	}
	if err := c.checkCells(); err != nil {
		return nil, err
	}
	return c, c.checkSteps()
}

// deadline looks at a context now and then.
type deadline struct {
	ctx   context.Context
	calls uint
}

// passed is an error once the context has ended. It looks at the first call and at every
// 4,096th after it.
func (d *deadline) passed() error {
	d.calls++
	if d.calls%4096 != 1 || d.ctx.Err() == nil {
		return nil
	}
	return fmt.Errorf("%w while the heuristic was being checked", context.Cause(d.ctx))
}

// backwardPlace is what backward search knows of a cell.
type backwardPlace struct {
	cost    sum       // to the goal
	next    grid.Cell // the first on the way there; the goal's is itself
	reached bool
	settled bool
	tooFar  bool // some way to the goal is over the limit
}

// backward returns, by index, how to get from each cell to the goal: Dijkstra's
// algorithm again, against the direction of the steps.
func (g ground) backward(end *deadline, goal grid.Cell) ([]backwardPlace, error) {
	places := make([]backwardPlace, g.cells())
	var queue priorityQueue
	places[g.index(goal)] = backwardPlace{reached: true, next: goal}
	queue.push(entry{cell: goal})
	for len(queue) > 0 {
		if err := end.passed(); err != nil {
			return nil, err
		}
		least := queue.pop()
		at := &places[g.index(least.cell)]
		if at.settled {
			continue
		}
		at.settled = true
		// What may be entered from a cell may also be left for it, at another price.
		g.eachStep(least.cell, func(before grid.Cell, _ sum) {
			cost := least.cost.plus(g.price(before, least.cell, before.X != least.cell.X && before.Y != least.cell.Y))
			there := &places[g.index(before)]
			switch {
			case !g.fits(cost):
				there.tooFar = true
			case !there.reached || cost.compare(there.cost) < 0:
				there.cost, there.next, there.reached = cost, least.cell, true
				queue.push(entry{cost, before})
			}
		})
	}
	for i, place := range places {
		if place.tooFar && !place.reached {
			return nil, tooFar(g.cell(i), goal)
		}
	}
	return places, nil
}

func tooFar(from, goal grid.Cell) error {
	return fmt.Errorf("verify: the distance from %v to %v: %w; use smaller weights or fewer digits", from, goal, root2.ErrOverflow)
}

// cell is the inverse of index.
func (g ground) cell(i int) grid.Cell {
	return grid.Cell{X: int32(i % g.m.Width()), Y: int32(i / g.m.Width())}
}

// checkCells compares estimates and distances.
func (c *heuristicCheck) checkCells() error {
	r, estimate := &c.report, c.estimator(c.costs, c.goal)
	r.Reaches, r.Excess = make([]bool, c.ground.cells()), make([]root2.Length, c.ground.cells())
	c.estimates = make([]root2.Length, c.ground.cells())
	ratios, rated := Ratios{}, 0
	for i, place := range c.towards {
		if !place.reached {
			continue
		}
		if err := c.end.passed(); err != nil {
			return err
		}
		cell := c.ground.cell(i)
		distance, err := root2.New(place.cost.straight, place.cost.diagonal)
		if err != nil || distance > c.costs.Limit() {
			return tooFar(cell, c.goal)
		}
		h := estimate(cell)
		if h < 0 {
			return fmt.Errorf("verify: the estimate from %v to %v is %s; want at least 0", cell, c.goal, c.costs.Format(h))
		}
		r.Cells++
		r.Reaches[i], r.Excess[i], c.estimates[i] = true, h-distance, h
		if h > distance {
			r.Above++
			if r.Overestimate == nil || h-distance > r.Overestimate.Excess() {
				r.Overestimate = &Overestimate{cell, h, distance}
			}
			c.above.addWay(c, cell)
		}
		if distance == 0 {
			continue
		}
		ratio := h.Float64() / distance.Float64()
		if rated == 0 {
			ratios.Least, ratios.Greatest = ratio, ratio
		}
		rated++
		ratios.Mean += ratio
		ratios.Least, ratios.Greatest = min(ratios.Least, ratio), max(ratios.Greatest, ratio)
	}
	if rated > 0 {
		ratios.Mean /= float64(rated)
		r.Ratio = &ratios
	}
	return nil
}

// checkSteps compares the estimates at both ends of each step.
func (c *heuristicCheck) checkSteps() (err error) {
	r := &c.report
	if h := c.estimates[c.ground.index(c.goal)]; h > 0 {
		r.Jumps, r.Jump = 1, &Jump{From: c.goal, To: c.goal, Before: h}
	}
	for i, reaches := range r.Reaches {
		if !reaches {
			continue
		}
		if err := c.end.passed(); err != nil {
			return err
		}
		from, before := c.ground.cell(i), c.estimates[i]
		c.ground.eachStep(from, func(to grid.Cell, step sum) {
			r.Steps++
			cost, overflow := root2.New(step.straight, step.diagonal)
			if overflow != nil {
				err = fmt.Errorf("verify: the step from %v to %v: %w", from, to, overflow)
				return
			}
			after := c.estimates[c.ground.index(to)]
			if before-after <= cost {
				return
			}
			r.Jumps++
			if r.Jump == nil || before-after-cost > r.Jump.Excess() {
				r.Jump = &Jump{from, to, before, cost, after}
			}
			c.steps.add(candidate{boxOf(from, to), to})
			if r.Above == 0 {
				c.jumps.addWay(c, to, from)
			}
		})
	}
	return err
}
