package gridsearch

import (
	"context"
	"fmt"
	"slices"

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

// Stats count what a query took.
type Stats struct {
	Expanded  int // states taken from OPEN and followed, the goal included where it was on OPEN
	Generated int // states put on OPEN, and arrivals at the goal
}

// Finder answers one path query after another on a map, exactly and, once its
// memory has grown to what queries need, without allocating. Every engine gives
// the same lengths; ties between equally long paths they may break differently.
//
// A Finder is for one goroutine; [Finder.Fork] gives another one its own, sharing
// what is never written.
//
// The engines for uniform costs compute with 32-bit lengths, exact up to 47,316
// straight steps. A query whose path may be longer is answered by the generic
// engine, whose memory (24 bytes a cell) is taken when the first such query comes.
type Finder struct {
	costs   *grid.Costs
	engine  Engine
	bucket  *bucketAStar
	weights *weightedBucket
	jump    *jumpPoint
	generic genericEngine
	floods  *bucketAStar // for searches to many cells; made when first needed
	targets []uint32     // of such a search
}

// outcome says how an engine's search ended.
type outcome uint8

const (
	outcomeFound outcome = iota
	outcomeNoPath
	outcomeTooFar // lengths would have left the range in which they are exact
)

// New returns a finder. It takes time and memory in proportion to the map; the
// engines say how much. It is an error if the engine does not support the costs.
func New(costs *grid.Costs, engine Engine) (*Finder, error) {
	if why := engine.Supports(costs); why != "" {
		return nil, fmt.Errorf("gridsearch: engine %v cannot search here: %s", engine, why)
	}
	if engine == EngineAuto {
		return newChosen(costs), nil
	}
	f := &Finder{costs: costs, engine: engine}
	if engine == EngineGeneric {
		return f, nil
	}
	if costs.Model() != grid.Uniform {
		f.weights = newWeightedBucket(newWeightedTables(costs))
		return f, nil
	}
	tables := newGridTables(costs.Map(), costs.Rule())
	switch engine {
	case EngineJumpPoint:
		f.jump = newJumpPoint(tables, newJumpPlanes(costs.Map(), costs.Rule()))
	default:
		f.bucket = newBucketAStar(tables, movesFor(engine, costs.Rule()))
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
		fork.bucket = newBucketAStar(f.bucket.gridTables, f.bucket.moves)
	}
	if f.weights != nil {
		fork.weights = newWeightedBucket(f.weights.weightedTables)
	}
	if f.jump != nil {
		fork.jump = newJumpPoint(f.jump.gridTables, f.jump.jumpPlanes)
	}
	return fork
}

// Engine returns the engine in use; never [EngineAuto].
func (f *Finder) Engine() Engine { return f.engine }

// Costs returns the costs that the finder was made with.
func (f *Finder) Costs() *grid.Costs { return f.costs }

// FindLength returns the length of a shortest path, without the path. The status
// is Found, NoPath (proved), StartBlocked, GoalBlocked or OutOfBounds; the length
// has a meaning for Found only. The error is [root2.ErrOverflow], for a path
// whose cost exceeds [grid.Costs.Limit].
func (f *Finder) FindLength(from, to grid.Cell) (root2.Length, Stats, search.Status, error) {
	_, length, stats, status, err := f.find(nil, from, to, pathNone)
	return length, stats, status, err
}

// Find is [Finder.FindLength] with the path, cell by cell, both ends included. It
// is written to path from index 0, which grows if it is too short.
func (f *Finder) Find(path []grid.Cell, from, to grid.Cell) ([]grid.Cell, root2.Length, Stats, search.Status, error) {
	return f.find(path, from, to, pathCells)
}

// FindTurns is [Finder.Find] with the path's turning points instead of all its
// cells; [grid.ExpandPath] fills in the rest.
func (f *Finder) FindTurns(path []grid.Cell, from, to grid.Cell) ([]grid.Cell, root2.Length, Stats, search.Status, error) {
	return f.find(path, from, to, pathTurns)
}

// pathForm says in which form a path is wanted.
type pathForm uint8

const (
	pathNone pathForm = iota
	pathCells
	pathTurns
)

func (f *Finder) find(path []grid.Cell, from, to grid.Cell, form pathForm) ([]grid.Cell, root2.Length, Stats, search.Status, error) {
	path = path[:0]
	m := f.costs.Map()
	switch {
	case !m.In(from) || !m.In(to):
		return path, 0, Stats{}, search.OutOfBounds, nil
	case !m.Open(from):
		return path, 0, Stats{}, search.StartBlocked, nil
	case !m.Open(to):
		return path, 0, Stats{}, search.GoalBlocked, nil
	}
	var small uint32
	var length root2.Length
	var how outcome
	var stats Stats
	fromPosition, toPosition := positionOf(from), positionOf(to)
	switch {
	case f.engine == EngineBucketDijkstra:
		f.targets = append(f.targets[:0], toPosition)
		if f.bucket != nil {
			how = f.bucket.flood(fromPosition, f.targets)
			length, stats = f.bucket.lengthAt(to), f.bucket.stats
		} else {
			how = f.weights.flood(fromPosition, f.targets)
			length, stats = f.weights.lengthAt(to), f.weights.stats
		}
	case f.jump != nil:
		small, how = f.jump.search(fromPosition, toPosition)
		length, stats = root2.Small(small).Length(), f.jump.stats
	case f.bucket != nil:
		small, how = f.bucket.search(fromPosition, toPosition)
		length, stats = root2.Small(small).Length(), f.bucket.stats
	case f.weights != nil:
		length, how = f.weights.search(fromPosition, toPosition)
		stats = f.weights.stats
	default:
		how = outcomeTooFar
	}
	switch how {
	case outcomeNoPath:
		return path, 0, stats, search.NoPath, nil
	case outcomeTooFar:
		return f.generic.find(f.costs, path, from, to, form)
	}
	switch {
	case form == pathNone:
	case f.jump != nil:
		path = f.jump.appendTurns(path, fromPosition, toPosition)
		if form == pathCells {
			path = expandInPlace(path)
		} else {
			path = compressInPlace(path)
		}
	default:
		if f.weights != nil {
			path = f.weights.appendPath(path, toPosition)
		} else {
			path = f.bucket.appendPath(path, toPosition)
		}
		if form == pathTurns {
			path = compressInPlace(path)
		}
	}
	return path, length, stats, search.Found, nil
}

func positionOf(c grid.Cell) uint32 { return uint32(c.Y+1)<<16 | uint32(c.X+1) }

// genericEngine is package search's A* with its memory.
type genericEngine struct {
	workspace Workspace
	buffer    []grid.Cell
	observer  Observer
}

func (g *genericEngine) find(costs *grid.Costs, path []grid.Cell, from, to grid.Cell, form pathForm) ([]grid.Cell, root2.Length, Stats, search.Status, error) {
	p, err := NewProblem(costs, to)
	if err != nil {
		return path, 0, Stats{}, 0, err
	}
	opts := WithHeuristic(Options{Workspace: &g.workspace, PathBuffer: g.buffer, Observer: g.observer}, p, grid.Auto, from)
	result, err := search.AStar(context.Background(), p, from, opts)
	if err != nil {
		return path, 0, Stats{}, 0, fmt.Errorf("gridsearch: from %v to %v: %w: %w", from, to, root2.ErrOverflow, err)
	}
	g.buffer = result.Path
	if form != pathNone {
		path = append(path, result.Path...)
	}
	if form == pathTurns {
		path = compressInPlace(path)
	}
	return path, result.Cost, Stats{int(result.Expanded), int(result.Generated)}, result.Status, nil
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
