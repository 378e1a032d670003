package gridsearch

import (
	"github.com/astrolabe-search/astrolabe/grid"
)

// newChosen returns a finder with the engine that is expected to be the fastest for
// the costs. Where both jump point search and canonical A* can search, a few sample
// queries on the map decide: not by time, which would differ from run to run, but by
// the work that was counted, priced as measured.
//
// Features of the map were tried first and rejected: density, the share of jump
// points and the mean number of legal moves do not tell rooms of 7×7 cells, where
// jumping is twice as fast, from random obstacles, where it is slower.
func newChosen(costs *grid.Costs) *Finder {
	f := &Finder{costs: costs, engine: EngineGeneric}
	if costs.Model() != grid.Uniform {
		if EngineBucketAStar.Supports(costs) == "" {
			f.engine = EngineBucketAStar
			f.weights = newWeightedBucket(newWeightedTables(costs))
		}
		return f
	}
	if EngineCanonicalAStar.Supports(costs) != "" {
		return f
	}
	f.engine = EngineCanonicalAStar
	tables := newGridTables(costs.Map(), costs.Rule())
	canonical := newBucketAStar(tables, canonFor(costs.Rule()))
	if EngineJumpPoint.Supports(costs) == "" {
		jump := newJumpPoint(tables, newJumpPlanes(costs.Map(), costs.Rule()))
		if jumpingPays(jump, canonical) {
			f.engine, f.jump = EngineJumpPoint, jump
			return f
		}
	}
	f.bucket = canonical
	return f
}

// Prices of the work counted, in units of about a nanosecond; only their ratios
// matter. Fitted to the times of both engines on the benchmark maps: a fit with
// prices for jump points expanded and put on OPEN as well was no better, and where
// the engines' times differ by a fifth or more the prices tell which is faster.
const (
	priceExpansion = 20 // canonical A*: a state expanded
	priceFollowed  = 40 // jump point search: a move followed,
	priceSides     = 8  // and a cell of a diagonal move, with its two scans
)

const (
	sampleQueries    = 24
	sampleReach      = 96      // how far apart start and goal are at most, in each direction
	sampleExpansions = 150_000 // of canonical A*, after which the sample is large enough
)

// jumpingPays tells whether jump point search did less work than canonical A* on
// the same sample of queries. The sample is the same for a map every time.
func jumpingPays(jump *jumpPoint, canonical *bucketAStar) bool {
	m := jump.m
	var jumpWork, canonicalWork, expanded, answered int
	random := uint64(1)
	next := func(n int) int32 {
		random = random*6364136223846793005 + 1442695040888963407 // Knuth's MMIX generator
		return int32(random >> 33 % uint64(n))
	}
	for range 16 * sampleQueries {
		from := grid.Cell{X: next(m.Width()), Y: next(m.Height())}
		to := grid.Cell{X: from.X + next(2*sampleReach+1) - sampleReach, Y: from.Y + next(2*sampleReach+1) - sampleReach}
		if !m.Open(from) || !m.Open(to) {
			continue
		}
		if _, how := jump.search(positionOf(from), positionOf(to)); how != outcomeFound {
			continue
		}
		jumpWork += priceFollowed*jump.followed + priceSides*jump.sides
		canonical.search(positionOf(from), positionOf(to))
		canonicalWork += priceExpansion * canonical.stats.Expanded
		expanded += canonical.stats.Expanded
		if answered++; answered == sampleQueries || expanded >= sampleExpansions {
			break
		}
	}
	return jumpWork <= canonicalWork
}
