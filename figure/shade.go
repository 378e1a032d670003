package figure

import (
	"math"
	"slices"
	"strconv"

	"github.com/astrolabe-search/astrolabe/figure/scene"
	"github.com/astrolabe-search/astrolabe/grid"
)

// groundScale turns the weights of a map into shades. Up to five different
// weights have a shade each; more are cut into five ranges of the same width.
type groundScale struct {
	weights     []grid.Weight // the different ones, rising, if they have a shade each
	least, most grid.Weight
}

// newGroundScale looks at every cell of the map.
func newGroundScale(m *grid.Map) groundScale {
	g := groundScale{least: grid.MaxWeight, most: grid.Blocked}
	many := false
	for y := range int32(m.Height()) {
		for x := range int32(m.Width()) {
			c := grid.Cell{X: x, Y: y}
			if !m.Open(c) {
				continue
			}
			w := m.Weight(c)
			if w.Compare(g.least) < 0 {
				g.least = w
			}
			if w.Compare(g.most) > 0 {
				g.most = w
			}
			if many {
				continue
			}
			if i, found := slices.BinarySearchFunc(g.weights, w, grid.Weight.Compare); !found {
				if many = len(g.weights) == scene.Shades; !many {
					g.weights = slices.Insert(g.weights, i, w)
				}
			}
		}
	}
	if many {
		g.weights = nil
	}
	return g
}

// flat tells whether all open cells weigh the same.
func (g groundScale) flat() bool { return len(g.weights) <= 1 && g.least.Compare(g.most) >= 0 }

// shade returns the shade of a weight. With few weights the shades are spread
// out, so the heaviest is always the darkest.
func (g groundScale) shade(w grid.Weight) int {
	if g.flat() {
		return 0
	}
	if g.weights != nil {
		i, _ := slices.BinarySearchFunc(g.weights, w, grid.Weight.Compare)
		return i * (scene.Shades - 1) / (len(g.weights) - 1)
	}
	part := float64(w.Millionths()-g.least.Millionths()) / float64(g.most.Millionths()-g.least.Millionths())
	return min(scene.Shades-1, int(part*scene.Shades))
}

// names returns the name of each shade in use.
func (g groundScale) names() [scene.Shades]string {
	var names [scene.Shades]string
	switch {
	case g.flat():
	case g.weights != nil:
		for _, w := range g.weights {
			names[g.shade(w)] = "weight " + w.String()
		}
	default:
		span := float64(g.most.Millionths()-g.least.Millionths()) / 1e6
		low := float64(g.least.Millionths()) / 1e6
		for i := range names {
			names[i] = rangeName(low+float64(span*float64(i)/scene.Shades), low+float64(span*float64(i+1)/scene.Shades))
		}
		names[0] = "weight " + names[0]
	}
	return names
}

// costScale turns costs into shades of explored cells.
type costScale struct{ least, most float64 }

func newCostScale(costs []CellCost) costScale {
	s := costScale{math.Inf(1), math.Inf(-1)}
	for _, c := range costs {
		s.least, s.most = min(s.least, c.Cost), max(s.most, c.Cost)
	}
	return s
}

// flat tells whether all costs are the same.
func (s costScale) flat() bool { return s.most <= s.least }

func (s costScale) shade(cost float64) int {
	if s.flat() {
		return 0
	}
	part := (cost - s.least) / (s.most - s.least)
	return min(scene.Shades-1, int(part*scene.Shades))
}

func (s costScale) name(shade int) string {
	if s.flat() {
		return rangeName(s.least, s.least)
	}
	at := func(i int) float64 { return s.least + float64((s.most-s.least)*float64(i))/scene.Shades }
	return rangeName(at(shade), at(shade+1))
}

func rangeName(from, to float64) string {
	if from == to {
		return short(from)
	}
	return short(from) + "–" + short(to)
}

// short writes a number in three digits or so.
func short(v float64) string {
	if math.Abs(v) >= 1000 && math.Abs(v) < 1e7 {
		return thousands(int(math.Round(v)))
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}
