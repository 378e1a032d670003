package gridsearch

import (
	"unsafe"

	"github.com/astrolabe-search/astrolabe/grid"
)

// Bytes returns the memory that the finder's own structures hold, in bytes: the
// search's nodes, OPEN and path buffers, and the tables that were built for the
// engine, whether or not a fork shares them. Not counted is what belongs to the
// map or the costs: kinds, move masks and weights. It takes constant time (for
// weighted costs, time in proportion to the ring of stacks) and grows only when
// a query needs more than any before it.
func (f *Finder) Bytes() int64 {
	total := f.generic.workspace.Bytes() + bytesOf(f.generic.buffer) + bytesOf(f.starts) + bytesOf(f.targets)
	if f.bucket != nil {
		total += f.bucket.bytes() + tableBytes(f.bucket.gridTables)
	}
	if f.floods != nil && f.floods != f.bucket {
		total += f.floods.bytes()
		if f.jump == nil {
			total += tableBytes(f.floods.gridTables)
		}
	}
	if w := f.weights; w != nil {
		total += bytesOf(w.nodes) + bytesOf(w.ring) + bytesOf(w.index) + bytesOf(w.weights) + int64(unsafe.Sizeof(*w.weightedTables))
		for _, stack := range w.ring {
			total += bytesOf(stack)
		}
	}
	if j := f.jump; j != nil {
		total += bytesOf(j.nodes) + bytesOf(j.heads) + bytesOf(j.pool) + bytesOf(j.waiting) +
			bytesOf(j.rows) + bytesOf(j.columns) + tableBytes(j.gridTables)
		for d := range j.rays {
			if d != int(grid.N) || !j.straight { // four moves: the rays north and south share their planes
				total += bytesOf(j.rays[d].words)
			}
		}
	}
	return total
}

// LeastBytes returns the memory that making a finder takes at least, in bytes, whatever
// the map looks like: what can be known before it is taken. With [EngineAuto] it is
// that of an engine that may be chosen. The engine must support the costs.
func (e Engine) LeastBytes(costs *grid.Costs) int64 {
	cells := int64(costs.Map().Len())
	switch {
	case e == EngineGeneric:
		return 0 // its memory is taken when the first query comes
	case costs.Model() != grid.Uniform && EngineBucketAStar.Supports(costs) != "":
		return 0 // auto, which takes the generic one
	case costs.Model() != grid.Uniform:
		return cells * int64(unsafe.Sizeof(weightedNode{})+unsafe.Sizeof(uint16(0)))
	case e == EngineJumpPoint || e == EngineAuto && EngineJumpPoint.Supports(costs) == "":
		return cells * 3 / 2 // planes of four moves
	case e.Supports(costs) != "" || EngineCanonicalAStar.Supports(costs) != "":
		return 0
	}
	return cells * int64(unsafe.Sizeof(uint64(0)))
}

// bytesAhead is Bytes at the most that it can be when limits are looked at again. What
// grows in between is OPEN: a slice without room for all that can come may double.
func (f *Finder) bytesAhead() int64 {
	total := f.Bytes()
	if f.bucket != nil {
		total += f.bucket.growth()
	}
	if f.floods != nil && f.floods != f.bucket {
		total += f.floods.growth()
	}
	if w := f.weights; w != nil {
		total += roomFor * 2 * int64(unsafe.Sizeof(w.ring[0][0]))
		for _, stack := range w.ring {
			total += doubled(stack)
		}
	}
	if j := f.jump; j != nil {
		total += doubled(j.pool) + doubled(j.waiting) + bytesOf(j.heads) +
			roomFor*2*int64(unsafe.Sizeof(j.pool[0])+unsafe.Sizeof(ray{}))
	}
	return total
}

func (b *bucketAStar) growth() int64 {
	total := roomFor * 2 * int64(unsafe.Sizeof(b.ring[0][0]))
	for _, stack := range b.ring {
		total += doubled(stack)
	}
	return total
}

// roomFor is the number of entries that can be put on OPEN between two looks at the
// limits: by eight moves of each state expanded, and by the looks to the sides of rays.
const roomFor = closePollInterval * (8 + 3)

// doubled returns what a slice can grow by if roomFor entries may be too many for it.
func doubled[T any](s []T) int64 {
	if cap(s)-len(s) >= roomFor {
		return 0
	}
	return bytesOf(s)
}

// bytes is what the search itself takes, without what finders of a map share.
func (b *bucketAStar) bytes() int64 {
	total := bytesOf(b.nodes)
	for _, stack := range b.ring {
		total += bytesOf(stack)
	}
	return total
}

func tableBytes(t *gridTables) int64 { return int64(unsafe.Sizeof(*t)) }

// bytesOf returns the memory behind a slice.
func bytesOf[T any](s []T) int64 {
	var element T
	return int64(cap(s)) * int64(unsafe.Sizeof(element))
}
