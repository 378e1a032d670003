package grid

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/astrolabe-search/astrolabe/root2"
)

// Metric names a way to estimate the distance between two cells from their
// coordinates alone, scaled by the cheapest step of the map.
type Metric uint8

const (
	// Auto is the strongest of the metrics below that is consistent for the
	// map's moves: Manhattan for four moves, Octile for eight.
	Auto Metric = iota
	// Zero estimates 0; with it A* is Dijkstra's algorithm.
	Zero
	// Manhattan is |dx| + |dy| cheapest straight steps.
	Manhattan
	// Chebyshev is max(|dx|, |dy|) cheapest straight steps.
	Chebyshev
	// Octile is min(|dx|, |dy|) cheapest diagonal steps, or pairs of straight
	// ones if those are cheaper, and the rest in straight ones.
	Octile
	// Euclidean is √(dx² + dy²) times the largest unit that exceeds neither
	// the cheapest straight step nor 1/√2 of the cheapest diagonal one,
	// rounded down to a length.
	Euclidean
)

var metricNames = [...]string{"auto", "zero", "manhattan", "chebyshev", "octile", "euclidean"}

// String returns the metric's name in lower case.
func (m Metric) String() string {
	if int(m) < len(metricNames) {
		return metricNames[m]
	}
	return fmt.Sprintf("Metric(%d)", m)
}

// Metrics returns every metric but [Auto].
func Metrics() []Metric { return []Metric{Zero, Manhattan, Chebyshev, Octile, Euclidean} }

// ParseMetric reads a metric by its name.
func ParseMetric(s string) (Metric, error) {
	for i, name := range metricNames {
		if s == name {
			return Metric(i), nil
		}
	}
	return 0, fmt.Errorf("%q is not a heuristic; want auto, zero, manhattan, chebyshev, octile or euclidean", s)
}

// Heuristic estimates the cost from any cell to the nearest of some goals. It
// is immutable and may be shared between goroutines.
//
// What may be relied on is stated by [Heuristic.Claim]. The claims hold for
// integer lengths, not just for the real numbers they stand for: each metric
// is a norm ‖(dx, dy)‖ whose value for a straight step is at most the
// cheapest straight cost S, and for a diagonal one at most the cheapest
// diagonal cost D. The triangle inequality then gives h(s) <= c(s, t) + h(t)
// for every legal step, and h(goal) = 0; the least over several goals and
// rounding down to an integer (costs being integers) keep both.
type Heuristic struct {
	metric   Metric
	goals    []Cell
	straight root2.Length // S
	diagonal root2.Length // min(D, 2S)
	// Euclidean: h = ⌊√(n·v/2)⌋ with n = dx²+dy² and v = min(2S², D²), in 128 bits.
	vHi, vLo uint64
	fourMove bool
}

// Claim says what is proved of a heuristic.
type Claim struct {
	Admissible bool   // never more than the true cost to a goal
	Consistent bool   // h(s) <= c(s,t) + h(t), and h(goal) = 0
	Reason     string // why, in one sentence
}

// Heuristic returns the metric as a heuristic toward the nearest of the goals.
// Goals need not be open. With no goals it estimates 0.
func (c *Costs) Heuristic(metric Metric, goals ...Cell) *Heuristic {
	h := &Heuristic{metric: metric, goals: slices.Clone(goals), fourMove: c.rule.Moves == Moves4}
	h.straight, h.diagonal = c.cheapest[0], c.cheapest[1]
	if metric == Auto {
		h.metric = Octile
		if h.fourMove {
			h.metric = Manhattan
		}
	}
	if h.fourMove || h.diagonal > 2*h.straight {
		h.diagonal = 2 * h.straight
	}
	// S < 2⁶² and D <= 2S, so 2S² fits 125 bits and D² fits 126.
	sHi, sLo := bits.Mul64(uint64(h.straight), uint64(h.straight))
	sHi, sLo = sHi<<1|sLo>>63, sLo<<1
	h.vHi, h.vLo = bits.Mul64(uint64(h.diagonal), uint64(h.diagonal))
	if h.fourMove || sHi < h.vHi || sHi == h.vHi && sLo < h.vLo {
		h.vHi, h.vLo = sHi, sLo
	}
	return h
}

// Metric returns the metric; never [Auto].
func (h *Heuristic) Metric() Metric { return h.metric }

// Claim says whether the heuristic is admissible and consistent for the moves
// and costs that it was made for, and why.
func (h *Heuristic) Claim() Claim {
	switch {
	case h.metric == Zero || h.straight == 0:
		return Claim{true, true, "an estimate of 0 is never too high"}
	case h.metric == Manhattan && !h.fourMove:
		return Claim{false, false, "manhattan overestimates with diagonal moves; octile would not"}
	}
	return Claim{true, true, fmt.Sprintf("%v distance in cheapest steps changes by no more than a step costs", h.metric)}
}

// At returns the estimate from cell c, saturated at [root2.Max]. c may lie
// outside the map, but less than 2³¹ columns and rows away from every goal. At
// does not allocate and takes time in proportion to the number of goals.
func (h *Heuristic) At(c Cell) root2.Length {
	if h.metric == Zero || len(h.goals) == 0 {
		return 0
	}
	least := h.between(c, h.goals[0])
	for _, goal := range h.goals[1:] {
		least = min(least, h.between(c, goal))
	}
	return least
}

func (h *Heuristic) between(c, goal Cell) root2.Length {
	dx, dy := int64(c.X)-int64(goal.X), int64(c.Y)-int64(goal.Y)
	dx, dy = max(dx, -dx), max(dy, -dy)
	long, short := max(dx, dy), min(dx, dy)
	switch h.metric {
	case Manhattan:
		return scale(h.straight, long+short)
	case Chebyshev:
		return scale(h.straight, long)
	case Octile:
		return addSaturated(scale(h.straight, long-short), scale(h.diagonal, short))
	case Euclidean:
		return h.euclidean(uint64(dx*dx) + uint64(dy*dy))
	}
	return 0
}

// scale returns n·unit, saturated.
func scale(unit root2.Length, n int64) root2.Length {
	hi, lo := bits.Mul64(uint64(unit), uint64(n))
	if hi != 0 || lo > math.MaxInt64 {
		return root2.Max
	}
	return root2.Length(lo)
}

func addSaturated(x, y root2.Length) root2.Length {
	if x > root2.Max-y {
		return root2.Max
	}
	return x + y
}

// euclidean returns ⌊√(n·v/2)⌋, saturated. A float64 gives a first guess that
// is off by at most a few parts in 2⁵²; exact comparison of 2r² with n·v in 128
// bits corrects it.
func (h *Heuristic) euclidean(n uint64) root2.Length {
	v := float64(h.vHi)*0x1p64 + float64(h.vLo)
	guess := math.Sqrt(float64(n) * v / 2)
	if guess >= 0x1.01p63 {
		return root2.Max // so far above 2⁶³ that the guess's error does not matter
	}
	// Here n·v = 2·guess², nearly, is below 2¹²⁸, and 2r² for every r tried too.
	squareHi, squareLo := bits.Mul64(n, h.vLo)
	squareHi += n * h.vHi
	exceeds := func(r uint64) bool { // 2r² > n·v
		hi, lo := bits.Mul64(r, r)
		hi, lo = hi<<1|lo>>63, lo<<1
		return hi > squareHi || hi == squareHi && lo > squareLo
	}
	// Bisect inside the guess's error: relative 2⁻⁵⁰ is generous for four roundings.
	slack := uint64(guess*0x1p-50) + 1
	low, high := uint64(0), uint64(guess)+slack+1
	if guess > float64(slack) {
		low = uint64(guess) - slack
	}
	for high-low > 1 {
		middle := low + (high-low)/2
		if exceeds(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return root2.Length(min(low, math.MaxInt64))
}
