// Package pyrand draws the random numbers of CPython's random.Random, bit for
// bit, so that what a Python program generated from a seed can be generated
// again. It covers integer seeds and the methods that this module needs; its
// results were compared with those of CPython 3.11.
//
// Beneath lies the Mersenne Twister MT19937 of Matsumoto and Nishimura,
// "Mersenne Twister: A 623-dimensionally equidistributed uniform pseudo-random
// number generator", ACM Transactions on Modeling and Computer Simulation 8(1),
// 1998, with the seeding by an array that its authors published in 2002.
package pyrand

import (
	"math/big"
	"math/bits"
)

const (
	degree = 624 // words of state: 624·32 − 31 = 19937 bits
	middle = 397 // the word that a word is mixed with lies this far ahead
	twist  = 0x9908b0df
)

// Rand is a generator. Make one with [New] or [NewBig]; it belongs to one
// goroutine at a time.
type Rand struct {
	state [degree]uint32
	next  int // the place in state of the next word; degree: twist first
}

// New returns the generator that random.Random(seed) is in Python. Python
// seeds with the magnitude, so seed and −seed make the same one.
func New(seed int64) *Rand { return NewBig(big.NewInt(seed)) }

// NewBig is [New] for a seed of any size.
func NewBig(seed *big.Int) *Rand {
	// The key is the magnitude in words of 32 bits, the lowest first; one word
	// for zero.
	var key []uint32
	rest := new(big.Int).Abs(seed)
	word := new(big.Int)
	mask := big.NewInt(1<<32 - 1)
	for len(key) == 0 || rest.Sign() != 0 {
		key = append(key, uint32(word.And(rest, mask).Uint64()))
		rest.Rsh(rest, 32)
	}
	r := new(Rand)
	r.seedWord(19650218) // a constant of the published seeding, as are the next three
	r.stir(key)
	return r
}

// seedWord fills the state from one word by a linear congruence.
func (r *Rand) seedWord(word uint32) {
	r.state[0] = word
	for i := uint32(1); i < degree; i++ {
		last := r.state[i-1]
		r.state[i] = 1812433253*(last^last>>30) + i
	}
	r.next = degree
}

// stir mixes a key into the state: once along the key, repeated as often as
// needed, and once along the state.
func (r *Rand) stir(key []uint32) {
	s := &r.state
	i := 1
	advance := func() {
		if i++; i == degree {
			s[0] = s[degree-1]
			i = 1
		}
	}
	for k := range max(degree, len(key)) {
		j := k % len(key)
		s[i] = (s[i] ^ (s[i-1]^s[i-1]>>30)*1664525) + key[j] + uint32(j)
		advance()
	}
	for range degree - 1 {
		s[i] = (s[i] ^ (s[i-1]^s[i-1]>>30)*1566083941) - uint32(i)
		advance()
	}
	s[0] = 1 << 31 // so that the state is not all zeros
}

// word returns the next 32 bits.
func (r *Rand) word() uint32 {
	if r.next == degree {
		r.twist()
	}
	y := r.state[r.next]
	r.next++
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return y ^ y>>18
}

// twist makes the next generation of the state.
func (r *Rand) twist() {
	s := &r.state
	for i := range s {
		joined := s[i]&(1<<31) | s[(i+1)%degree]&(1<<31-1)
		mixed := joined >> 1
		if joined&1 != 0 {
			mixed ^= twist
		}
		s[i] = s[(i+middle)%degree] ^ mixed
	}
	r.next = 0
}

// Random returns a float64 in [0, 1) with 53 random bits, as random() does.
func (r *Rand) Random() float64 {
	high := uint64(r.word() >> 5) // 27 bits
	low := uint64(r.word() >> 6)  // 26 bits
	return float64(high<<26|low) / (1 << 53)
}

// GetRandBits returns k random bits, as getrandbits(k) does. It panics unless
// 0 <= k <= 64.
func (r *Rand) GetRandBits(k int) uint64 {
	switch {
	case k < 0 || k > 64:
		panic("pyrand: GetRandBits of fewer than 0 or more than 64 bits")
	case k == 0:
		return 0
	case k <= 32:
		return uint64(r.word() >> (32 - k))
	}
	low := uint64(r.word())
	return low | uint64(r.word()>>(64-k))<<32
}

// below returns an integer in [0, n) for n > 0: as many bits as n has, drawn
// again until they make a smaller number.
func (r *Rand) below(n uint64) uint64 {
	k := bits.Len64(n)
	for {
		if drawn := r.GetRandBits(k); drawn < n {
			return drawn
		}
	}
}

// RandRange returns an integer in [start, stop), as randrange(start, stop)
// does. It panics unless start < stop.
func (r *Rand) RandRange(start, stop int) int {
	if start >= stop {
		panic("pyrand: RandRange of an empty range")
	}
	return start + int(r.below(uint64(stop)-uint64(start)))
}

// RandInt returns an integer in [low, high], as randint(low, high) does. It
// panics unless low <= high and high can be counted up by one.
func (r *Rand) RandInt(low, high int) int { return r.RandRange(low, high+1) }

// Choice returns the index of what choice(seq) picks from a sequence of n. It
// panics unless n > 0.
func (r *Rand) Choice(n int) int { return r.RandRange(0, n) }

// Shuffle makes the swaps that shuffle(seq) makes in a sequence of n.
func (r *Rand) Shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, r.RandRange(0, i+1))
	}
}

// Sample returns the indices of what sample(seq, k) picks from a sequence of
// n, in its order. It panics unless 0 <= k <= n.
func (r *Rand) Sample(n, k int) []int {
	if k < 0 || k > n {
		panic("pyrand: Sample of fewer than none or more than all")
	}
	picked := make([]int, k)
	if n <= sampleBySwapping(k) {
		pool := make([]int, n)
		for i := range pool {
			pool[i] = i
		}
		for i := range picked {
			j := r.RandRange(0, n-i)
			picked[i] = pool[j]
			pool[j] = pool[n-i-1]
		}
		return picked
	}
	taken := make(map[int]bool, k)
	for i := range picked {
		j := r.RandRange(0, n)
		for taken[j] {
			j = r.RandRange(0, n)
		}
		taken[j] = true
		picked[i] = j
	}
	return picked
}

// sampleBySwapping returns the largest n for which sample draws k from a copy
// of the sequence rather than remember what it took: where the copy is no
// larger than a set would be, by CPython's estimate.
func sampleBySwapping(k int) int {
	size := 21
	if k > 5 {
		power := 1 // the least power of 4 that is at least 3k
		for power < 3*k {
			power *= 4
		}
		size += power
	}
	return size
}
