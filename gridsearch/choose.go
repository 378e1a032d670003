package gridsearch

import (
	"context"

	"github.com/astrolabe-search/astrolabe/grid"
)

// newChosen returns a finder with the engine that is expected to be the fastest for
// the costs. Where both jump point search and canonical A* can search, jumping wins
// by far if jump points are few; else a few sample queries on the map decide: not
// by time, which would differ from run to run, but by the work that was counted,
// priced as measured.
//
// Features of the map alone were tried first and rejected: density, the share of
// jump points and the mean number of legal moves do not tell mazes one cell wide,
// where jumping is twice as fast, from random obstacles, where it is slower.
func newChosen(ctx context.Context, costs *grid.Costs) *Finder {
	f := &Finder{costs: costs, engine: EngineGeneric}
	if costs.Model() != grid.Uniform {
		if EngineBucketAStar.Supports(costs) == "" {
			f.engine = EngineBucketAStar
			f.weights = newWeightedBucket(ctx, newWeightedTables(ctx, costs))
		}
		return f
	}
	if EngineCanonicalAStar.Supports(costs) != "" {
		return f
	}
	tables := newGridTables(costs.Map(), costs.Rule())
	if EngineJumpPoint.Supports(costs) != "" {
		f.engine, f.bucket = EngineCanonicalAStar, newBucketAStar(ctx, tables, canonFor(costs.Rule()))
		return f
	}
	f.engine, f.jump = EngineJumpPoint, newJumpPoint(ctx, tables, newJumpPlanes(ctx, costs.Map(), costs.Rule()))
	if ctx.Err() != nil || f.jump.jumpPoints*fewJumpPoints < costs.Map().OpenCount() {
		return f
	}
	canonical := newBucketAStar(ctx, tables, canonFor(costs.Rule()))
	if ctx.Err() == nil && !jumpingPays(ctx, f.jump, canonical) {
		f.engine, f.jump, f.bucket = EngineCanonicalAStar, nil, canonical
	}
	return f
}

// fewJumpPoints is the number of open cells for each jump point beyond which jumping
// is not put to the test. On the benchmark maps the share of jump points is 0.1 % to
// 8.6 % where jumping is 1.8 to 160 times as fast, and 28 % or more where it may lose.
const fewJumpPoints = 8

// Prices of the work counted, in units of about a nanosecond; only their ratios
// matter. Fitted to the times of both engines on random maps, mazes and rooms, where
// they predict the ratio of the times within 40 %, and which is faster every time.
const (
	priceExpansion = 20 // canonical A*: a state expanded
	priceFollowed  = 20 // jump point search: a move followed,
	priceSides     = 36 // and a cell of a ray at which both sides were scanned
)

const (
	sampleQueries    = 24
	sampleTries      = 16 * sampleQueries
	sampleReach      = 96      // how far apart start and goal are at most, in each direction
	sampleExpansions = 150_000 // of canonical A*, after which the sample is large enough
	sampleLimit      = 1 << 22 // of either, for all tries together, so that the choice takes less time than the planes
)

// jumpingPays tells whether jump point search did less work than canonical A* on
// the same sample of queries. The sample is the same for a map every time. What both
// did in a query that went beyond the limit of all does not count.
func jumpingPays(ctx context.Context, jump *jumpPoint, canonical *bucketAStar) bool {
	m := jump.m
	left := sampleLimit
	var jumpWork, canonicalWork, expanded, answered int
	random := uint64(1)
	next := func(n int) int32 {
		random = random*6364136223846793005 + 1442695040888963407 // Knuth's MMIX generator
		return int32(random >> 33 % uint64(n))
	}
	for range sampleTries {
		from := grid.Cell{X: next(m.Width()), Y: next(m.Height())}
		to := grid.Cell{X: from.X + next(2*sampleReach+1) - sampleReach, Y: from.Y + next(2*sampleReach+1) - sampleReach}
		if !m.Open(from) || !m.Open(to) {
			continue
		}
		jump.meter = sampleMeter(ctx, left)
		_, how := jump.search(positionOf(from), positionOf(to))
		if left -= jump.stats.Expanded; how == outcomeLimit {
			break
		}
		if how != outcomeFound {
			continue
		}
		canonical.meter = sampleMeter(ctx, left)
		_, how = canonical.search(positionOf(from), positionOf(to))
		if left -= canonical.stats.Expanded; how == outcomeLimit {
			break
		}
		jumpWork += priceFollowed*jump.followed + priceSides*jump.sides
		canonicalWork += priceExpansion * canonical.stats.Expanded
		expanded += canonical.stats.Expanded
		if answered++; answered == sampleQueries || expanded >= sampleExpansions {
			break
		}
	}
	return jumpWork <= canonicalWork
}
