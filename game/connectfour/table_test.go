package connectfour

import (
	"math/rand/v2"
	"testing"
	"unsafe"
)

// The layout that the comments promise.
func TestBucketSize(t *testing.T) {
	if size := unsafe.Sizeof(bucket{}); size != bucketBytes {
		t.Errorf("a bucket has %d bytes; want %d", size, bucketBytes)
	}
}

func TestHashCodeIsInvertible(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 1))
	// The inverse of an odd number modulo a power of two, by Newton's iteration.
	factor := hashCode(1)
	inverse := factor
	for range 6 {
		inverse *= 2 - factor*inverse
	}
	for range 1000 {
		code := random.Uint64N(1 << codeBits)
		if back := hashCode(code) * inverse & (1<<codeBits - 1); back != code {
			t.Fatalf("%#x comes back as %#x", code, back)
		}
	}
}

// What the table returns was stored for this position in this generation, also
// after it has grown, and while there is room nothing is lost.
func TestTable(t *testing.T) {
	type known struct {
		lower, upper int8
		column       uint8
	}
	random := rand.New(rand.NewPCG(5, 2))
	for _, maxBits := range []uint{minBucketBits, minBucketBits + 1, minBucketBits + 3} {
		table := newTable(maxBits)
		var first map[uint64]known
		for generation := range 2*generations + 3 {
			stored := map[uint64]known{}
			count := 1 + random.IntN(200)
			switch {
			case generation == 0:
				count = bucketEntries << (maxBits + 1) // more than there is room for
			case generation == 60 || generation%generations == 0:
				count = bucketEntries << (maxBits - 1) // so that it grows
			}
			for range count {
				hash := 1 + random.Uint64N(1<<codeBits-1)
				if table.probe(hash) != 0 {
					t.Fatal("an entry that nobody stored")
				}
				k := known{int8(random.IntN(41) - 20), int8(random.IntN(41) - 20), uint8(random.IntN(8))}
				stored[hash] = k
				table.store(hash, k.lower, k.upper, k.column, random.Int64N(1<<40))
			}
			if table.bits > minBucketBits {
				for hash := range first {
					if _, ok := stored[hash]; !ok && table.probe(hash) != 0 {
						t.Fatalf("an entry of the first generation is found in number %d", generation)
					}
				}
			}
			if generation == 0 {
				first = stored
			}
			found := 0
			for hash, k := range stored {
				e := table.probe(hash)
				if e == 0 {
					continue
				}
				found++
				if got := (known{e.lower(), e.upper(), e.column()}); got != k {
					t.Fatalf("stored %+v; got %+v", k, got)
				}
			}
			switch {
			case table.bits > maxBits:
				t.Fatalf("2^%d buckets; at most 2^%d", table.bits, maxBits)
			case count <= 200 && table.bits != minBucketBits:
				t.Fatalf("it has grown to 2^%d buckets for %d entries", table.bits, count)
			case count <= 200 && found != count:
				t.Fatalf("%d of %d entries are lost", count-found, count)
			case count > 200 && maxBits > minBucketBits && table.bits == minBucketBits:
				t.Fatalf("it has not grown for %d entries", count)
			case found < count/4:
				t.Fatalf("only %d of %d entries are left", found, count)
			}
			table.reset()
			for hash := range stored {
				if table.probe(hash) != 0 {
					t.Fatal("an entry outlived the reset")
				}
			}
		}
	}
}

// A second store of a position replaces the first, and little effort makes way
// for much.
func TestTableReplaces(t *testing.T) {
	table := newTable(minBucketBits)
	const hash = 1234 << remainderBits // the first of a bucket
	table.store(hash, -3, 5, 2, 10)
	table.store(hash, -1, 4, noColumn, 10)
	if e := table.probe(hash); e.lower() != -1 || e.upper() != 4 || e.column() != noColumn {
		t.Errorf("after a second store: %d, %d, %d", e.lower(), e.upper(), e.column())
	}
	for i := uint64(1); i < bucketEntries; i++ {
		table.store(hash+i, 0, 0, 0, 1000)
	}
	table.store(hash+bucketEntries, 0, 0, 0, 1)
	if table.probe(hash) != 0 {
		t.Error("the entry of the least effort is still there")
	}
	for i := uint64(1); i <= bucketEntries; i++ {
		if table.probe(hash+i) == 0 {
			t.Errorf("entry %d had to make way for one of less effort", i)
		}
	}
}
