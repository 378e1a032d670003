package grid

import (
	"errors"
	"fmt"

	"github.com/astrolabe-search/astrolabe/root2"
)

// Model says what a step costs, from its length (1 or √2) and the weights of
// the cells it leaves and enters. The start of a path is never paid for.
type Model uint8

const (
	// Uniform costs the step's length; weights do not count.
	Uniform Model = iota
	// Add costs the step's length plus the weight of the cell entered.
	Add
	// Mul costs the step's length times the weight of the cell entered.
	Mul
	// Mean costs the step's length times the mean of both cells' weights.
	Mean
)

var modelNames = [...]string{"uniform", "add", "mul", "mean"}

// String returns "uniform", "add", "mul" or "mean".
func (m Model) String() string {
	if int(m) < len(modelNames) {
		return modelNames[m]
	}
	return fmt.Sprintf("Model(%d)", m)
}

// Models returns every cost model.
func Models() []Model { return []Model{Uniform, Add, Mul, Mean} }

// ParseModel reads a cost model by its name.
func ParseModel(s string) (Model, error) {
	for i, name := range modelNames {
		if s == name {
			return Model(i), nil
		}
	}
	return 0, fmt.Errorf("%q is not a cost model; want uniform, add, mul or mean", s)
}

var (
	// ErrWeightRange reports weights so large, or with so many digits, that not
	// even one step would have an exact cost.
	ErrWeightRange = errors.New("grid: weights leave no room for exact costs")
	// ErrFree reports weights that are all 0 under [Mul] or [Mean].
	ErrFree = errors.New("grid: every step would cost nothing")
)

// CostOptions are the options of [NewCostsWith].
type CostOptions struct {
	// AllowFree accepts a map whose open cells all weigh 0 under [Mul] or
	// [Mean], so that every path on it costs 0 and is as good as any other.
	AllowFree bool
}

// Costs gives the exact cost of every legal step on a map, under one rule and
// one cost model. It is immutable and may be shared between goroutines.
//
// Costs are lengths in units of 1/[Costs.Scale]: weights with one digit after
// the point make a scale of 10, so the weight 2.5 is held as 25 and a straight
// step with it costs 25·[root2.One]. The scale is 1 where weights are whole or
// do not count, and twice a power of ten for [Mean], whose steps pay half of
// each weight. Lengths of the same Costs add and compare exactly up to
// [Costs.Limit].
type Costs struct {
	m     *Map
	rule  Rule
	model Model
	scale int64
	masks []uint8

	base   [2]root2.Length // cost that does not depend on weights: straight, diagonal
	factor [2]root2.Length // cost per scaled unit of weight: straight, diagonal
	weight []int64         // scaled, by id; nil for Uniform
	both   bool            // the weight of the cell left counts too

	cheapest [2]root2.Length // least cost of any step: straight, diagonal
	dearest  root2.Length
}

// NewCosts prepares the costs of steps on m. It takes time and, unless the
// model is [Uniform], eight bytes a cell in proportion to the map. The error
// is [ErrWeightRange] if a single step would cost more than can be held exactly,
// and [ErrFree] if the model is [Mul] or [Mean] and every open cell weighs 0:
// that is more often a mistake than meant, and [NewCostsWith] can allow it. Some
// cells of weight 0 among others are never refused.
func NewCosts(m *Map, rule Rule, model Model) (*Costs, error) {
	return NewCostsWith(m, rule, model, CostOptions{})
}

// NewCostsWith is [NewCosts] with options.
func NewCostsWith(m *Map, rule Rule, model Model, opts CostOptions) (*Costs, error) {
	c := &Costs{m: m, rule: rule, model: model, scale: 1, masks: m.MoveMasks(rule)}
	if model == Uniform {
		c.base = [2]root2.Length{root2.One, root2.Root2}
		c.cheapest, c.dearest = c.base, c.base[1]
		if rule.Moves == Moves4 {
			c.dearest = c.base[0]
		}
		return c, nil
	}

	digits, least, most := m.weightRange()
	if model != Add && most == WholeWeight(0) && !opts.AllowFree {
		return nil, fmt.Errorf("%w: all open cells weigh 0 with cost %v; want a weight above 0 for at least one of them, or cost add", ErrFree, model)
	}
	divisor := int64(millionths)
	for range digits {
		c.scale *= 10
		divisor /= 10
	}
	lightest, heaviest := root2.Length(least.Millionths()/divisor), root2.Length(most.Millionths()/divisor)
	cells := root2.Length(1) // how many cells' weights a step pays
	if model == Mean {
		c.scale *= 2
		c.both = true
		cells = 2
	}
	if model == Add {
		scale := root2.Length(c.scale)
		c.base = [2]root2.Length{root2.One * scale, root2.Root2 * scale}
		c.factor = [2]root2.Length{root2.One, root2.One}
	} else {
		c.factor = [2]root2.Length{root2.One, root2.Root2}
	}
	for kind := range c.base {
		if kind == 0 || rule.Moves != Moves4 {
			if heaviest > c.room(kind, cells) {
				return nil, fmt.Errorf("%w: a step with the weight %v, where weights have %d digits after the point; use smaller weights or fewer digits",
					ErrWeightRange, most, digits)
			}
			c.dearest = max(c.dearest, c.base[kind]+c.factor[kind]*cells*heaviest)
		}
		// With four moves a diagonal step, though none is legal, costs at most
		// √2 times as much as a straight one, and so fits.
		c.cheapest[kind] = c.base[kind] + c.factor[kind]*cells*lightest
	}

	c.weight = make([]int64, m.Len())
	for id := range c.weight {
		if m.OpenID(ID(id)) {
			c.weight[id] = m.weightID(ID(id)).Millionths() / divisor
		}
	}
	return c, nil
}

// room returns the largest scaled weight with which a step still costs at most
// the limit, where a step pays for that many cells.
func (c *Costs) room(kind int, cells root2.Length) root2.Length {
	return (c.Limit() - c.base[kind]) / c.factor[kind] / cells
}

// weightRange returns the digits after the point that the open cells' weights
// need, the least and the largest of them (1 and 1 where no cell is open).
func (m *Map) weightRange() (digits int, least, most Weight) {
	least, most = MaxWeight, Blocked // which is less than any weight
	see := func(w Weight) {
		if w.Compare(least) < 0 {
			least = w
		}
		if w.Compare(most) > 0 {
			most = w
		}
		digits = max(digits, w.digits())
	}
	used := make([]bool, len(m.kinds))
	for id, k := range m.kind {
		if m.kinds[k].Blocked {
			continue
		}
		if m.weight != nil {
			see(m.weight[id])
		} else if !used[k] {
			used[k] = true
			see(m.kinds[k].Weight)
		}
	}
	if most == Blocked {
		return 0, Weight{}, Weight{}
	}
	return digits, least, most
}

// Map returns the map.
func (c *Costs) Map() *Map { return c.m }

// Rule returns the rule of legal moves.
func (c *Costs) Rule() Rule { return c.rule }

// Model returns the cost model.
func (c *Costs) Model() Model { return c.model }

// Scale returns the number by which this Costs' lengths are divided to get
// real ones: a power of ten or, for [Mean], twice one.
func (c *Costs) Scale() int64 { return c.scale }

// Limit returns the largest cost of a path that is sure to be exact: the
// largest length with four moves (halved, so that two can be added), else
// [root2.MaxExact].
func (c *Costs) Limit() root2.Length {
	if c.rule.Moves == Moves4 {
		return root2.Max / 2
	}
	return root2.MaxExact
}

// Cheapest returns a lower bound on the cost of any straight and of any
// diagonal step of the map: what it costs between cells of the least weight.
func (c *Costs) Cheapest() (straight, diagonal root2.Length) { return c.cheapest[0], c.cheapest[1] }

// Dearest returns an upper bound on the cost of any step of the map.
func (c *Costs) Dearest() root2.Length { return c.dearest }

// Step returns the cost of the step from the cell with the given id in
// direction d, which must be legal.
func (c *Costs) Step(from ID, d Dir) root2.Length {
	kind := 0
	if d.Diagonal() {
		kind = 1
	}
	if c.weight == nil {
		return c.base[kind]
	}
	w := c.weight[from+c.m.Offset(d)]
	if c.both {
		w += c.weight[from]
	}
	return c.base[kind] + c.factor[kind]*root2.Length(w)
}

// StepTables returns what [Costs.Step] computes with, for loops that cannot
// afford a call per step: a step costs base[k] + factor[k]·w, where k is 1 for
// a diagonal step and w is the entered cell's weight plus, if both is set, the
// left one's. weight is nil where weights do not count. The caller must not
// change weight.
func (c *Costs) StepTables() (base, factor [2]root2.Length, weight []int64, both bool) {
	return c.base, c.factor, c.weight, c.both
}

// Masks returns [Map.MoveMasks] of the rule.
func (c *Costs) Masks() []uint8 { return c.masks }

// Legal tells whether one step leads from one cell to the other.
func (c *Costs) Legal(from, to Cell) bool { return c.m.Legal(from, to, c.rule) }

// Format returns a cost as a + b√2 with exact decimal coefficients.
func (c *Costs) Format(l root2.Length) string { return l.Format(c.scale) }

// Float64 returns a cost as a float64, for show.
func (c *Costs) Float64(l root2.Length) float64 { return l.FloatScaled(c.scale) }
