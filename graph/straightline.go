package graph

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
)

// point is where a node lies. Distances between points are those of space; a graph
// of the plane has z = 0.
type point struct{ x, y, z int32 }

const (
	microdegrees = 1_000_000
	// maxCoordinate keeps the square of a distance below 2⁶³: 3·(2·2²⁹)² < 2⁶².
	maxCoordinate = 1 << 29
	// earthRadius is the mean radius of the Earth in units of 2 centimeters, below
	// maxCoordinate: 6,371,008.8 m (International Union of Geodesy and Geophysics).
	earthRadius = 318_550_440
)

// onEarth returns the place on a round Earth of a longitude and a latitude in
// millionths of a degree. Rounding moves a node by at most 2 cm; the estimate is
// made for the nodes where they then are, so it is not any less right.
func onEarth(longitude, latitude int64) point {
	const radian = math.Pi / (180 * microdegrees)
	sinLon, cosLon := math.Sincos(float64(longitude) * radian)
	sinLat, cosLat := math.Sincos(float64(latitude) * radian)
	return point{
		int32(math.Round(float64(earthRadius*cosLat) * cosLon)),
		int32(math.Round(float64(earthRadius*cosLat) * sinLon)),
		int32(math.Round(earthRadius * sinLat)),
	}
}

// square returns the square of the distance between two points.
func square(a, b point) uint64 {
	dx, dy, dz := int64(a.x)-int64(b.x), int64(a.y)-int64(b.y), int64(a.z)-int64(b.z)
	return uint64(dx*dx) + uint64(dy*dy) + uint64(dz*dz)
}

// rate is a cost per distance, price/2^shift.
type rate struct {
	price uint64 // below 2³¹
	shift uint   // at most maxShift
}

const maxShift = 62

// cheapestRate returns the greatest rate, of those that can be held, at which no arc
// costs less than the distance between its ends times the rate.
func (g *Graph) cheapestRate() rate {
	least := math.Inf(1)
	g.eachArc(func(cost int64, square uint64) {
		if square > 0 {
			least = min(least, float64(cost)/math.Sqrt(float64(square)))
		}
	})
	if math.IsInf(least, 1) || least == 0 {
		return rate{}
	}
	_, exponent := math.Frexp(least) // least < 2^exponent
	r := rate{shift: uint(min(max(30-exponent, 0), maxShift))}
	r.price = uint64(min(math.Ldexp(least, int(r.shift)), 1<<31-1))
	// Floats have chosen; integers decide.
	g.eachArc(func(cost int64, square uint64) {
		for r.price > 0 && !r.allows(cost, square) {
			r.price--
		}
	})
	return r
}

func (g *Graph) eachArc(visit func(cost int64, square uint64)) {
	for n := range g.Nodes() {
		for _, a := range g.Successors(Node(n)) {
			visit(a.Cost, square(g.points[n], g.points[a.To]))
		}
	}
}

// allows tells whether cost >= price·√square/2^shift, exactly: cost²·4^shift >=
// price²·square. The right side is below 2¹²⁵.
func (r rate) allows(cost int64, square uint64) bool {
	if bits.Len64(uint64(cost))+int(r.shift) > 63 {
		return true
	}
	scaled := uint64(cost) << r.shift
	leftHigh, leftLow := bits.Mul64(scaled, scaled)
	rightHigh, rightLow := bits.Mul64(r.price*r.price, square)
	return leftHigh > rightHigh || leftHigh == rightHigh && leftLow >= rightLow
}

// times returns ⌊price·√square/2^shift⌋, exactly: the root of ⌊price²·square/4^shift⌋.
func (r rate) times(square uint64) int64 {
	high, low := bits.Mul64(r.price*r.price, square)
	if s := 2 * r.shift; s >= 64 {
		high, low = 0, high>>(s-64)
	} else if s > 0 {
		high, low = high>>s, low>>s|high<<(64-s)
	}
	return root(high, low)
}

// root returns ⌊√(high·2⁶⁴ + low)⌋, for numbers below 2¹²⁶. The float is exact to 53
// bits, so the guess is right at once for roots below 2⁵³, which are all that costs
// come to, and at most 2¹⁰ off for others.
func root(high, low uint64) int64 {
	guess := uint64(math.Sqrt(float64(high)*(1<<64) + float64(low)))
	for {
		h, l := bits.Mul64(guess, guess)
		if h > high || h == high && l > low {
			guess--
			continue
		}
		h, l = bits.Mul64(guess+1, guess+1)
		if h < high || h == high && l <= low {
			guess++
			continue
		}
		return int64(guess)
	}
}

// ErrNoCoordinates reports that an estimate needs coordinates and the graph has none.
var ErrNoCoordinates = errors.New("graph: the nodes have no coordinates; want ReadCoordinates")

// StraightLine returns an estimate of the cost from a node to the nearest of the
// goals: the straight line to it, through the Earth where the coordinates are
// geographic, times the cheapest cost per length of any arc of the graph, rounded
// down. It is consistent: no arc costs less than its own line at that rate, and lines
// obey the triangle inequality. It is computed in integers, so rounding cannot break
// that.
//
// The error is [ErrNoCoordinates], or that there is no such goal. Making it takes time in proportion to the arcs; an
// estimate takes time in proportion to the goals.
func (g *Graph) StraightLine(goals ...Node) (func(Node) int64, error) {
	if g.points == nil {
		return nil, ErrNoCoordinates
	}
	at := make([]point, len(goals))
	for i, goal := range goals {
		if goal < 0 || int(goal) >= g.Nodes() {
			return nil, fmt.Errorf("graph: there is no node %d; want 0 to %d", goal, g.Nodes()-1)
		}
		at[i] = g.points[goal]
	}
	r := g.cheapestRate()
	return func(n Node) int64 {
		nearest := uint64(math.MaxUint64)
		for _, goal := range at {
			nearest = min(nearest, square(g.points[n], goal))
		}
		return r.times(nearest)
	}, nil
}
