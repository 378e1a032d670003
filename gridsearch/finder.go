package gridsearch

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
)

// Engine names a way in which a [Finder] can search.
type Engine uint8

const (
	// EngineAuto is the fastest of the others for the map.
	EngineAuto Engine = iota
	// EngineBucketAStar is A* over a bucket queue: with 8-byte nodes for uniform
	// costs, with 16-byte nodes for weights that do not span too far.
	EngineBucketAStar
	// EngineCanonicalAStar is bucket A* that follows only the moves that no other
	// path covers. Uniform costs.
	EngineCanonicalAStar
	// EngineJumpPoint is jump point search with bit-parallel scans. Uniform costs.
	EngineJumpPoint
	// EngineBucketDijkstra is Dijkstra's algorithm over a bucket queue, in the nodes
	// of bucket A*.
	EngineBucketDijkstra
	// EngineGeneric is package search's A*: every rule and cost model.
	EngineGeneric
)

var engineNames = [...]string{"auto", "bucket-astar", "canonical-astar", "jump-point", "bucket-dijkstra", "generic"}

// String returns the engine's name, such as "jump-point".
func (e Engine) String() string {
	if int(e) < len(engineNames) {
		return engineNames[e]
	}
	return fmt.Sprintf("Engine(%d)", e)
}

// Engines returns every engine but [EngineAuto].
func Engines() []Engine {
	return []Engine{EngineBucketAStar, EngineCanonicalAStar, EngineJumpPoint, EngineBucketDijkstra, EngineGeneric}
}

// ParseEngine reads an engine by its name.
func ParseEngine(s string) (Engine, error) {
	if i := slices.Index(engineNames[:], s); i >= 0 {
		return Engine(i), nil
	}
	return 0, fmt.Errorf("%q is not an engine; want auto, bucket-astar, canonical-astar, jump-point, bucket-dijkstra or generic", s)
}

// Supports returns why the engine cannot search with these costs, or "".
func (e Engine) Supports(costs *grid.Costs) string {
	m := costs.Map()
	switch {
	case e == EngineAuto || e == EngineGeneric:
		return ""
	case costs.Model() != grid.Uniform && e != EngineBucketAStar && e != EngineBucketDijkstra:
		return "it is for uniform costs only"
	case costs.Model() != grid.Uniform && unfitForBuckets(costs):
		return "weights span too far, or are too large, for buckets; the generic engine has a heap"
	case m.Width() > maxBucketSide || m.Height() > maxBucketSide:
		return fmt.Sprintf("it is for maps of at most %d×%d cells", maxBucketSide, maxBucketSide)
	case e == EngineJumpPoint && (m.Width() > maxJumpSide || m.Height() > maxJumpSide):
		return fmt.Sprintf("it is for maps of at most %d×%d cells", maxJumpSide, maxJumpSide)
	}
	return ""
}

// maxBucketSide is the largest width or height at which the coordinates of a
// padded map fit 16 bits.
const maxBucketSide = 1<<16 - 2

// Finder answers one path query after another on a map, exactly and, once its
// memory has grown to what queries need, without allocating. Every engine gives
// the same lengths; ties between equally long paths they may break differently.
//
// A Finder is for one goroutine at a time, and panics if it is asked something while
// it still searches. [Finder.Fork] gives another goroutine its own, sharing what is
// never written.
//
// The engines for uniform costs compute with 32-bit lengths, exact up to 47,316
// straight steps. A query whose path may be longer is answered by the generic
// engine, whose memory (24 bytes a cell) is taken when the first such query comes.
type Finder struct {
	busy    atomic.Bool
	costs   *grid.Costs
	engine  Engine
	bucket  *bucketAStar
	weights *weightedBucket
	jump    *jumpPoint
	generic genericEngine
	floods  *bucketAStar // for searches to many cells; made when first needed
	starts  []uint32     // of such a search
	targets []uint32
}

// outcome says how an engine's search ended.
type outcome uint8

const (
	outcomeFound outcome = iota
	outcomeNoPath
	outcomeTooFar // lengths would have left the range in which they are exact
	outcomeLimit  // a limit of the query was reached
)

// New returns a finder. It takes time and memory in proportion to the map; the
// engines say how much. It is an error if the engine does not support the costs.
func New(costs *grid.Costs, engine Engine) (*Finder, error) {
	return NewContext(context.Background(), costs, engine)
}

// NewContext is [New] for large maps: if the context is done before the finder is, the
// error is the context's cause. It looks at the context between steps that on a map of
// 16 million cells take some 20 milliseconds, of the half second of all.
func NewContext(ctx context.Context, costs *grid.Costs, engine Engine) (*Finder, error) {
	f, err := newFinder(ctx, costs, engine)
	if err == nil && ctx.Err() != nil {
		err = fmt.Errorf("gridsearch: making a finder: %w", context.Cause(ctx))
	}
	if err != nil {
		return nil, err
	}
	return f, nil
}

// newFinder is NewContext. It returns something of no use if the context is done.
func newFinder(ctx context.Context, costs *grid.Costs, engine Engine) (*Finder, error) {
	if why := engine.Supports(costs); why != "" {
		return nil, fmt.Errorf("gridsearch: engine %v cannot search here: %s", engine, why)
	}
	if engine == EngineAuto {
		return newChosen(ctx, costs), nil
	}
	f := &Finder{costs: costs, engine: engine}
	if engine == EngineGeneric {
		return f, nil
	}
	if costs.Model() != grid.Uniform {
		f.weights = newWeightedBucket(ctx, newWeightedTables(ctx, costs))
		return f, nil
	}
	tables := newGridTables(costs.Map(), costs.Rule())
	switch engine {
	case EngineJumpPoint:
		f.jump = newJumpPoint(ctx, tables, newJumpPlanes(ctx, costs.Map(), costs.Rule()))
	default:
		f.bucket = newBucketAStar(ctx, tables, movesFor(engine, costs.Rule()))
	}
	return f, nil
}

func movesFor(engine Engine, rule grid.Rule) *canonTable {
	if engine == EngineCanonicalAStar {
		return canonFor(rule)
	}
	return plainFor(rule)
}

// Fork returns a finder for another goroutine: the same map and engine, with
// search memory of its own.
func (f *Finder) Fork() *Finder {
	fork := &Finder{costs: f.costs, engine: f.engine}
	if f.bucket != nil {
		fork.bucket = newBucketAStar(context.Background(), f.bucket.gridTables, f.bucket.moves)
	}
	if f.weights != nil {
		fork.weights = newWeightedBucket(context.Background(), f.weights.weightedTables)
	}
	if f.jump != nil {
		fork.jump = newJumpPoint(context.Background(), f.jump.gridTables, f.jump.jumpPlanes)
	}
	return fork
}

// Engine returns the engine in use; never [EngineAuto].
func (f *Finder) Engine() Engine { return f.engine }

// Costs returns the costs that the finder was made with.
func (f *Finder) Costs() *grid.Costs { return f.costs }

// acquire claims the finder for a query, release gives it back.
func (f *Finder) acquire() {
	if f.busy.Swap(true) {
		panic("gridsearch: a Finder was asked something while it searches; give each goroutine a Fork of its own")
	}
}

func (f *Finder) release() { f.busy.Store(false) }

// Find returns a shortest path. A context that is done and the limits of the query
// end the search early: it then has the status [search.Limit], a lower bound, and
// the way to the nearest cell. The search looks at the context every few thousand
// states or scans, that is within a few milliseconds. The error is [root2.ErrOverflow], for a
// path whose cost exceeds [grid.Costs.Limit].
func (f *Finder) Find(ctx context.Context, q Query) (Answer, error) {
	f.acquire()
	defer f.release()
	m := f.costs.Map()
	switch {
	case !m.In(q.From) || !m.In(q.To):
		return Answer{Status: search.OutOfBounds, Path: q.Path[:0]}, nil
	case !m.Open(q.From):
		return Answer{Status: search.StartBlocked, Path: q.Path[:0]}, nil
	case !m.Open(q.To):
		return Answer{Status: search.GoalBlocked, Path: q.Path[:0]}, nil
	}
	limits := f.newMeter(ctx, q.MaxExpanded, q.MaxBytes)
	s := f.search(limits, positionOf(q.From), positionOf(q.To))
	switch s.how {
	case outcomeTooFar:
		return f.generic.find(ctx, f.costs, q, limits.without(s.stats.Expanded), s)
	case outcomeFound:
		return Answer{Status: search.Found, Path: f.path(q, positionOf(q.To)), Length: s.length, LowerBound: s.length, Stats: s.stats}, nil
	case outcomeNoPath:
		return f.withNearest(Answer{Status: search.NoPath, Stats: s.stats}, q, s.near), nil
	}
	a := Answer{Status: search.Limit, Limit: s.ended, Length: Unreachable, LowerBound: s.lowerBound, Stats: s.stats}
	if s.length == Unreachable {
		return f.withNearest(a, q, s.near), nil
	}
	// A cell on the way may have been reached at less since the goal was.
	cells, length := f.walked(f.cells(q, positionOf(q.To), f.parentOfGoal()))
	a.Length, a.LowerBound = length, min(s.lowerBound, length)
	a.Nearest, a.NearestLength = q.Form.of(cells), length
	a.Path = a.Nearest
	if q.Form == LengthOnly {
		a.Path = a.Path[:0]
	}
	return a, nil
}

// searched is what an engine made of a query.
type searched struct {
	how        outcome
	length     root2.Length // Unreachable if no path was found; with outcomeLimit it may be less
	lowerBound root2.Length // with outcomeLimit and outcomeTooFar
	near       nearest
	ended      Limit
	stats      Stats
}

// search has the engine search; the generic one is told of by outcomeTooFar.
func (f *Finder) search(limits meter, from, to uint32) searched {
	switch {
	case f.engine == EngineBucketDijkstra:
		return f.floodTo(limits, from, to)
	case f.jump != nil:
		j := f.jump
		j.meter = limits
		best, how := j.search(from, to)
		s := searched{how: how, length: lengthOfSmall(best), lowerBound: j.lowerBound, ended: j.ended, stats: j.stats}
		if how == outcomeLimit || how == outcomeNoPath {
			s.near = j.nearest()
		}
		return s
	case f.bucket != nil:
		b := f.bucket
		b.meter = limits
		best, how := b.search(from, to)
		s := searched{how, lengthOfSmall(best), b.lowerBound, b.near, b.ended, b.stats}
		if how == outcomeLimit && best == math.MaxUint32 {
			s.length = b.lengthAt(to) // the goal may lie on OPEN
		}
		return s
	case f.weights != nil:
		b := f.weights
		b.meter = limits
		best, how := b.search(from, to)
		if best == math.MaxInt64 {
			best = b.lengthAt(to)
		}
		return searched{how, best, b.lowerBound, b.near, b.ended, b.stats}
	}
	return searched{how: outcomeTooFar}
}

func lengthOfSmall(best uint32) root2.Length {
	if best == math.MaxUint32 {
		return Unreachable
	}
	return root2.Small(best).Length()
}

// floodTo is search by bucket Dijkstra.
func (f *Finder) floodTo(limits meter, from, to uint32) searched {
	f.starts, f.targets = append(f.starts[:0], from), append(f.targets[:0], to)
	var s searched
	if b := f.bucket; b != nil {
		b.meter = limits
		s.how = b.flood(f.starts, f.targets)
		s.ended, s.stats = b.ended, b.stats
		s.lowerBound = max(b.lowerBound, root2.Small(min(b.between(from, to), wholeSteps(smallLimit))).Length())
		if s.length = b.lengthAt(to); s.length == Unreachable && s.how != outcomeTooFar {
			s.near.position = b.nearestExpanded(from, to)
		}
	} else {
		b := f.weights
		b.meter = limits
		s.how = b.flood(f.starts, f.targets, false)
		s.ended, s.stats = b.ended, b.stats
		s.lowerBound = max(b.lowerBound, b.between(from, to))
		if s.length = b.lengthAt(to); s.length == Unreachable && s.how != outcomeTooFar {
			s.near.position = b.nearestExpanded(from, to)
		}
	}
	return s
}

// path writes the path that the last search found to a position.
func (f *Finder) path(q Query, to uint32) []grid.Cell {
	if q.Form == LengthOnly {
		return q.Path[:0]
	}
	if f.jump != nil {
		path := f.jump.appendTurns(q.Path[:0], positionOf(q.From), to, f.jump.parent)
		if q.Form == TurningPoints {
			return compressInPlace(path)
		}
		return expandInPlace(path)
	}
	return q.Form.of(f.cellsTo(q.Path[:0], to))
}

// cells writes every cell of the path that the last search found to a position, of
// which jump point search has to know the parent.
func (f *Finder) cells(q Query, to, parent uint32) []grid.Cell {
	if f.jump != nil {
		return expandInPlace(f.jump.appendTurns(q.Path[:0], positionOf(q.From), to, parent))
	}
	return f.cellsTo(q.Path[:0], to)
}

// parentOfGoal returns what jump point search needs to know of the goal.
func (f *Finder) parentOfGoal() uint32 {
	if f.jump == nil {
		return nowhere
	}
	return f.jump.parent
}

// walked returns the length of a path that a search has found.
func (f *Finder) walked(cells []grid.Cell) ([]grid.Cell, root2.Length) {
	length, err := f.costs.PathCost(cells)
	if err != nil {
		panic("gridsearch: a path that was found: " + err.Error()) // every step of it was looked up as legal
	}
	return cells, length
}

// cellsTo appends the path that the last search of bucket A* or Dijkstra found to a
// position.
func (f *Finder) cellsTo(path []grid.Cell, to uint32) []grid.Cell {
	if f.weights != nil {
		return f.weights.appendPath(path, to)
	}
	return f.bucket.appendPath(path, to)
}

// withNearest writes the way to the nearest cell.
func (f *Finder) withNearest(a Answer, q Query, near nearest) Answer {
	cells, length := f.walked(f.cells(q, near.position, near.parent))
	a.Nearest, a.NearestLength = q.Form.of(cells), length
	a.Path = cells[:0]
	return a
}

// of gives a path its form, in place.
func (form PathForm) of(cells []grid.Cell) []grid.Cell {
	switch form {
	case TurningPoints:
		return compressInPlace(cells)
	case LengthOnly:
		return append(cells[:0], cells[len(cells)-1])
	}
	return cells
}

func positionOf(c grid.Cell) uint32 { return uint32(c.Y+1)<<16 | uint32(c.X+1) }

// genericEngine is package search's A* with its memory.
type genericEngine struct {
	workspace Workspace
	buffer    []grid.Cell
	observer  Observer
}

// find answers a query within the limits that are left. before is what the finder's own
// engine did to no avail: it counts, and its lower bound holds.
func (g *genericEngine) find(ctx context.Context, costs *grid.Costs, q Query, limits meter, before searched) (Answer, error) {
	p, err := NewProblem(costs, q.To)
	if err != nil {
		return Answer{}, err
	}
	opts := WithHeuristic(Options{Workspace: &g.workspace, PathBuffer: g.buffer, Observer: g.observer}, p, grid.Auto, q.From)
	if opts.MaxExpanded, opts.MaxBytes = g.limits(limits); opts.MaxExpanded < 0 {
		bound := max(before.lowerBound, opts.Heuristic(q.From))
		return Answer{Status: search.Limit, Limit: LimitExpanded, Length: Unreachable, LowerBound: bound, Nearest: append(q.Path[:0], q.From), Stats: before.stats}, nil
	}
	result, err := search.AStar(ctx, p, q.From, opts)
	if err != nil {
		return Answer{}, fmt.Errorf("gridsearch: from %v to %v: %w: %w", q.From, q.To, root2.ErrOverflow, err)
	}
	a := Answer{
		Status: result.Status, Path: q.Path[:0], Length: result.Cost, LowerBound: max(result.LowerBound, before.lowerBound),
		Stats: before.stats.plus(Stats{int(result.Expanded), int(result.Generated)}),
	}
	if len(result.Path) > 0 {
		g.buffer = result.Path
		if q.Form != LengthOnly {
			a.Path = q.Form.of(append(a.Path, result.Path...))
		}
	}
	switch a.Status {
	case search.Limit:
		a.Limit = limits.whichOf(ctx, int(result.Expanded))
		if len(result.Path) == 0 {
			a.Length = Unreachable
		}
	case search.Found:
		return a, nil
	}
	if len(a.Path) == 0 && len(result.Nearest) > 0 {
		a.Nearest = q.Form.of(append(a.Path, result.Nearest...))
		a.NearestLength = result.NearestCost
	} else {
		a.Nearest, a.NearestLength = a.Path, a.Length
	}
	return a, nil
}

// limits returns the options for a search within the limits; maxExpanded is below 0 if
// nothing may be expanded.
func (g *genericEngine) limits(m meter) (maxExpanded, maxBytes int64) {
	switch m.maxExpanded {
	case math.MaxInt:
	case 0:
		maxExpanded = -1
	default:
		maxExpanded = int64(m.maxExpanded)
	}
	if m.maxBytes > 0 { // what the other engines of the finder hold is gone already
		maxBytes = max(m.maxBytes-(m.finder.Bytes()-g.workspace.Bytes()), 1)
	}
	return maxExpanded, maxBytes
}

// compressInPlace keeps a path's turning points.
func compressInPlace(path []grid.Cell) []grid.Cell {
	if len(path) < 3 {
		return path
	}
	kept := 1
	for i := 1; i < len(path)-1; i++ {
		before, at, after := path[kept-1], path[i], path[i+1]
		if direction(before, at) != direction(at, after) {
			path[kept] = at
			kept++
		}
	}
	path[kept] = path[len(path)-1]
	return path[:kept+1]
}

// expandInPlace fills in the cells between turning points.
func expandInPlace(turns []grid.Cell) []grid.Cell {
	steps := 0
	for i := 1; i < len(turns); i++ {
		steps += distanceInSteps(turns[i-1], turns[i])
	}
	turning := len(turns)
	path := slices.Grow(turns, steps+1-turning)[:steps+1]
	// From the back, so that nothing is overwritten before it is read: the cells
	// up to a turning point are at least as many as the turning points up to it.
	write := steps
	for i := turning - 1; i > 0; i-- {
		at, before := path[i], path[i-1]
		d := direction(at, before)
		for ; at != before; at = (grid.Cell{X: at.X + d.X, Y: at.Y + d.Y}) {
			path[write] = at
			write--
		}
	}
	return path
}

func distanceInSteps(a, b grid.Cell) int {
	dx, dy := int(a.X)-int(b.X), int(a.Y)-int(b.Y)
	return max(dx, -dx, dy, -dy)
}

// direction returns the signs of the way between two cells in line.
func direction(from, to grid.Cell) grid.Cell {
	return grid.Cell{X: signum(to.X - from.X), Y: signum(to.Y - from.Y)}
}

func signum(n int32) int32 { return n>>31 | int32(uint32(-n)>>31) }
