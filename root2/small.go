package root2

import "math/bits"

// Small is a length a + b√2 with a, b >= 0, held as a·33461 + b·47321 in 32
// bits: half the memory of a [Length], for engines whose speed depends on it.
//
// 47321/33461 is a convergent of √2 with 47321² − 2·33461² = −1. The proof in
// the package documentation holds with the sides exchanged: for b < 0 < a and
// n = −b, a/n > √2 > P/Q gives L > 0 at once; if a/n < √2 then a² − 2n² <= −1, so
// L >= 0 would mean 2 − 1/Q² = (P/Q)² <= (a/n)² <= 2 − 1/n², hence n >= Q. So two
// Smalls compare exactly while their numbers of diagonals differ by fewer than
// SmallQ, which any two up to [SmallMaxExact] do.
type Small uint32

const (
	// SmallQ is the integer that holds the length 1, SmallP the one that holds √2.
	SmallQ = 33461
	SmallP = 47321

	// SmallMaxExact is the largest Small up to which any two sums of steps compare
	// exactly: 47,320 straight steps, or 33,460 diagonal ones.
	SmallMaxExact Small = SmallQ*SmallP - 1

	// smallInverse is SmallP⁻¹ modulo SmallQ: 19601·47321 = 1 + 27720·33461.
	smallInverse = 19601
)

// Length returns the same length, held in 64 bits. It must be at most
// [SmallMaxExact].
func (s Small) Length() Length {
	hi, lo := bits.Mul64(uint64(s)%SmallQ, smallInverse)
	_, b := bits.Div64(hi, lo, SmallQ)
	a := (int64(s) - int64(b)*SmallP) / SmallQ
	return Length(a)*One + Length(b)*Root2
}

// String returns s as a + b√2, like [Length.String]. It must be at most
// [SmallMaxExact].
func (s Small) String() string { return s.Length().String() }
