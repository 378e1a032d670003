package search

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// cells returns n cells with repetitions, as a search would meet them.
func cells(n int) []cell {
	rng := rand.New(rand.NewPCG(1, 2))
	met := make([]cell, n)
	for i := range met {
		met[i] = cell{int32(rng.IntN(300)), int32(rng.IntN(300))}
	}
	return met
}

// number gives each cell a number, in the order in which they come.
func number(met []cell, id func(cell) int32) []int32 {
	ids := make([]int32, len(met))
	for i, c := range met {
		ids[i] = id(c)
	}
	return ids
}

// mapInterner is what the interner was measured against: the built-in map.
type mapInterner map[cell]int32

func (m mapInterner) id(c cell) int32 {
	id, known := m[c]
	if !known {
		id = int32(len(m))
		m[c] = id
	}
	return id
}

// TestInterner numbers states as a map does, in search after search.
func TestInterner(t *testing.T) {
	met := cells(100_000)
	var own interner[cell]
	for i := range 3 {
		own.begin()
		some := met[i*20_000:]
		builtin := mapInterner{}
		if !slices.Equal(number(some, own.id), number(some, builtin.id)) {
			t.Fatalf("search %d: the numbers differ from a map's", i)
		}
		if len(own.states) != len(builtin) {
			t.Errorf("search %d: %d states, want %d", i, len(own.states), len(builtin))
		}
		for want, c := range own.states {
			if id, known := own.find(c); !known || id != int32(want) {
				t.Fatalf("search %d: %v is found as %d, %v; its number is %d", i, c, id, known, want)
			}
		}
		if id, known := own.find(cell{-1, 7}); known {
			t.Errorf("search %d: a cell that was never met has the number %d", i, id)
		}
	}
	own.begin()
	if _, known := own.find(met[0]); known {
		t.Error("a cell of the search before is found")
	}
}

// BenchmarkIntern numbers 200,000 states, more than half of which were met
// before, or 10, in a table that has held the 200,000.
func BenchmarkIntern(b *testing.B) {
	met := cells(200_000)
	var own interner[cell]
	builtin := mapInterner{}
	own.begin()
	if !slices.Equal(number(met, own.id), number(met, builtin.id)) {
		b.Fatal("the two number differently")
	}
	for _, n := range []int{len(met), 10} {
		b.Run(fmt.Sprintf("own/%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				own.begin()
				for _, c := range met[:n] {
					own.id(c)
				}
			}
		})
		b.Run(fmt.Sprintf("map/%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				clear(builtin)
				for _, c := range met[:n] {
					builtin.id(c)
				}
			}
		})
	}
}

// TestOpenOrder pushes and pops in turn, under every tie policy: what is popped
// comes before all that is left, and nothing is lost.
func TestOpenOrder(t *testing.T) {
	for _, tie := range Ties() {
		rng := rand.New(rand.NewPCG(3, uint64(tie)))
		var q openHeap[int16]
		for range 2 {
			q.begin(tie)
			held := map[int32]int{}
			size := 0
			for range 2000 {
				if rng.IntN(5) > 1 || size == 0 {
					id := int32(rng.IntN(50))
					q.push(id, int16(rng.IntN(9)), int16(rng.IntN(4)), int16(rng.IntN(4)))
					held[id]++
					size++
					continue
				}
				popped := q.pop()
				if held[popped.id]--; held[popped.id] < 0 {
					t.Fatalf("%v: %+v is popped once too often", tie, popped)
				}
				if size--; len(q.entries) != size {
					t.Fatalf("%v: %d entries left, want %d", tie, len(q.entries), size)
				}
				for i := range q.entries {
					if q.entries[i].before(&popped) {
						t.Fatalf("%v: %+v is popped before %+v", tie, popped, q.entries[i])
					}
				}
			}
		}
	}
}

// BenchmarkOpen keeps 1,000 entries on OPEN and replaces the first by one that
// is a little larger, as a search on a grid does.
func BenchmarkOpen(b *testing.B) {
	for _, tie := range Ties() {
		b.Run(tie.String(), func(b *testing.B) {
			var q openHeap[int64]
			q.begin(tie)
			for i := range int64(1000) {
				q.push(int32(i), i, i%7, i%5)
			}
			least := int64(0)
			b.ReportAllocs()
			for i := int64(0); b.Loop(); i++ {
				e := q.pop()
				if e.f < least {
					b.Fatalf("popped %d after %d", e.f, least)
				}
				least = e.f
				q.push(e.id, e.f+i%13, i%7, i%5)
				if q.pushes > maxPushes-8 {
					b.Fatal("pushes run out")
				}
			}
		})
	}
}

// BenchmarkSearch floods or crosses a dense space of 250,000 cells with every
// algorithm that is fit for it.
func BenchmarkSearch(b *testing.B) {
	l := lattice{width: 500, height: 500, goals: []cell{{499, 499}}}
	for _, a := range latticeSearches() {
		if a.pathOnly || a.name == "DepthFirstBranchAndBound" {
			continue
		}
		b.Run(a.name, func(b *testing.B) {
			opts := l.options()
			opts.Workspace = new(Workspace[cell, int64])
			var expanded int64
			for b.Loop() {
				result, err := a.run(context.Background(), numberedLattice{l}, cell{}, opts)
				if err != nil || result.Cost != 998 {
					b.Fatalf("cost %d, %v", result.Cost, err)
				}
				expanded = result.Expanded
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(expanded), "ns/expansion")
		})
	}
}
