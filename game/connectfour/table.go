package connectfour

import "math/bits"

// The transposition table keeps proven bounds of positions that were searched.
//
// A position is one number below 2⁴⁹, its code: mine + taken, which is different
// for every position, since the column's part of it begins at 2ʰ−1 for a height
// of h and is at most 2·(2ʰ−1). An invertible mix of the code is its hash. The
// high bits of the hash choose a bucket, the rest is compared, so that no
// position is ever taken for another. One entry is 8 bytes, from the high bits:
//
//	37  remainder of the hash
//	 7  generation: the search that wrote it; 0 for an empty entry
//	 5  effort: the bit length of the number of nodes below
//	 3  the column of a move that was good enough, or 7
//	 6  lower bound + 32
//	 6  upper bound + 32
//
// A bucket holds four entries, half of a cache line. A new entry takes the place
// of the one with the least effort; entries of older generations count as empty,
// so that a search starts with an empty table at no cost.
//
// The table begins as small as a second-level cache and grows fourfold when it
// is half full, up to its limit: small searches stay in the cache. As the bucket
// number is the high part of the hash, growing moves the entries of a bucket into
// four consecutive ones.
const (
	bucketEntries = 4
	bucketBytes   = 8 * bucketEntries
	growthBits    = 2

	codeBits      = Columns * stride // 49
	minBucketBits = 12               // 2¹² buckets: 128 KiB
	remainderBits = codeBits - minBucketBits
	// maxBucketBits keeps the size within what the hash can number: 2 TiB.
	maxBucketBits = 36

	generations    = 1<<7 - 1
	maxEffort      = 1<<5 - 1
	noColumn       = 7
	boundOffset    = 32
	effortShift    = 15
	columnShift    = 12
	lowerShift     = 6
	tagShift       = 20
	fieldMask      = 1<<6 - 1
	generationMask = generations
)

type bucket [bucketEntries]uint64

type table struct {
	buckets    []bucket
	bits       uint // 2^bits buckets are in use
	maxBits    uint
	dirtyBits  uint // 2^dirtyBits buckets may hold entries of some generation
	generation uint64
	stores     int // new entries in this generation
}

func newTable(bits uint) *table {
	return &table{
		buckets: make([]bucket, 1<<bits),
		bits:    minBucketBits, maxBits: bits, dirtyBits: minBucketBits,
		generation: 1,
	}
}

// reset empties the table. It costs next to nothing except once in 127 times,
// when what was used is cleared.
func (t *table) reset() {
	t.dirtyBits = max(t.dirtyBits, t.bits)
	t.bits = minBucketBits
	t.stores = 0
	if t.generation++; t.generation > generations {
		clear(t.buckets[:1<<t.dirtyBits])
		t.dirtyBits = minBucketBits
		t.generation = 1
	}
}

// hashCode mixes a code. Multiplication by an odd number is invertible modulo
// 2⁴⁹ and lets every bit of the code count in the highest bits.
func hashCode(code uint64) uint64 {
	return code * 0x13c6ef372fe95 & (1<<codeBits - 1) // 2⁴⁹ by the golden ratio
}

// unhashed is the hash of a position that is not kept. No position has it, as
// none has the code 0 but the empty board, which is never a child.
const unhashed = 0

func (t *table) bucket(hash uint64) *bucket {
	return &t.buckets[hash>>(codeBits-t.bits)]
}

// tag returns what an entry of the position begins with.
func (t *table) tag(hash uint64) uint64 {
	return hash&(1<<remainderBits-1)<<7 | t.generation
}

// entry is what the table knows of a position. The zero value is nothing.
type entry uint64

func (e entry) lower() int8   { return int8(e>>lowerShift&fieldMask) - boundOffset }
func (e entry) upper() int8   { return int8(e&fieldMask) - boundOffset }
func (e entry) column() uint8 { return uint8(e >> columnShift & noColumn) }

func (t *table) probe(hash uint64) entry {
	tag := t.tag(hash)
	for _, e := range t.bucket(hash) {
		if e>>tagShift == tag {
			return entry(e)
		}
	}
	return 0
}

// store enters a position, in place of what the table had of it.
func (t *table) store(hash uint64, lower, upper int8, column uint8, nodes int64) {
	tag := t.tag(hash)
	effort := uint64(min(bits.Len64(uint64(nodes)), maxEffort))
	e := tag<<tagShift | effort<<effortShift | uint64(column)<<columnShift |
		uint64(lower+boundOffset)<<lowerShift | uint64(upper+boundOffset)
	b := t.bucket(hash)
	victim, least := 0, uint64(1<<63)
	for i, old := range b {
		if old>>tagShift == tag {
			b[i] = e
			return
		}
		var value uint64 // of keeping the old entry
		if old>>tagShift&generationMask == t.generation {
			value = 1 + old>>effortShift&maxEffort
		}
		if value < least {
			victim, least = i, value
		}
	}
	b[victim] = e
	if t.stores++; t.stores > bucketEntries/2<<t.bits && t.bits < t.maxBits {
		t.grow()
	}
}

// grow makes use of four times as many buckets. From the last bucket backward,
// the ones that it fills have been emptied before.
func (t *table) grow() {
	before := t.bits
	t.bits = min(before+growthBits, t.maxBits)
	for i := 1<<before - 1; i >= 0; i-- {
		old := t.buckets[i]
		t.buckets[i] = bucket{}
		for _, e := range old {
			if e>>tagShift&generationMask != t.generation {
				continue
			}
			hash := uint64(i)<<(codeBits-before) | e>>(tagShift+7)&(1<<(codeBits-before)-1)
			into := t.bucket(hash)
			for j := range into {
				if into[j]>>tagShift&generationMask != t.generation {
					into[j] = e
					break
				}
			}
		}
	}
}
