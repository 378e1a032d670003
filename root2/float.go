package root2

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
)

// Float64 returns the float64 nearest to (a + b√2)/scale, for any a and b and any
// scale >= 1; it panics if scale is less. Two lengths that differ may give the same
// number, so it must not be used to compare lengths.
//
// Where a and b have opposite signs their sum can be smaller than either by a
// factor of 10¹⁸, and in floating point it would be noise. It is computed in fixed
// point with 128 bits after the point; in the rare case that the bits after it
// would decide how to round, in as many bits as decide it for sure.
func Float64(a, b, scale int64) float64 {
	if scale < 1 {
		panic(fmt.Sprintf("root2: scale %d; want at least 1", scale))
	}
	const exactly = 1 << 53 // up to which every integer is a float64
	if b == 0 && -exactly < a && a < exactly && scale < exactly {
		return float64(a) / float64(scale) // rounds once
	}
	if v, ok := fixedPoint(a, b, scale); ok {
		return v
	}
	return manyBits(a, b, scale)
}

// Float64 returns the float64 nearest to l, for show.
func (l Length) Float64() float64 { return l.FloatScaled(1) }

// FloatScaled returns the float64 nearest to l/scale, for show. It panics if scale
// is less than 1.
func (l Length) FloatScaled(scale int64) float64 {
	a, b := l.Coefficients()
	return Float64(a, b, scale)
}

// ⌊√2·2¹²⁸⌋ is 2¹²⁸ and these two words.
const (
	sqrt2Middle = 0x6a09e667f3bcc908
	sqrt2Low    = 0xb2fb1366ea957d3e
)

// fixedPoint is Float64 by integers of 192 bits, 128 of them after the point. It
// returns false if they do not hold the sum or do not suffice to round it.
func fixedPoint(a, b, scale int64) (v float64, ok bool) {
	const most = 1 << 61 // |a| + 2|b| must stay below 2⁶³
	if a <= -most || a >= most || b <= -most/2 || b >= most/2 {
		return 0, false
	}
	// |b|·√2, short of the truth by less than |b| units of the last bit.
	n := magnitude(b)
	carry, low := bits.Mul64(n, sqrt2Low)
	high, middle := bits.Mul64(n, sqrt2Middle)
	middle, c := bits.Add64(middle, carry, 0)
	x := fixed{n + high + c, middle, low}
	if b < 0 {
		x = x.negated()
	}
	x.high += uint64(a)
	negative := int64(x.high) < 0
	if negative {
		x = x.negated()
	}
	x, rest := x.dividedBy(uint64(scale))
	// The truth is off by less than |b|/scale units for √2, and by one for the rest.
	slack := n/uint64(scale) + 2
	if b == 0 && rest == 0 {
		slack = 0
	}
	v = x.minus(slack).float64()
	if v != x.plus(slack).float64() {
		return 0, false
	}
	if negative {
		v = -v
	}
	return v, true
}

// fixed is a number with 64 bits before the point and 128 after it.
type fixed struct{ high, middle, low uint64 }

func (x fixed) negated() fixed {
	low, c := bits.Add64(^x.low, 1, 0)
	middle, c := bits.Add64(^x.middle, 0, c)
	return fixed{^x.high + c, middle, low}
}

func (x fixed) plus(units uint64) fixed {
	low, c := bits.Add64(x.low, units, 0)
	middle, c := bits.Add64(x.middle, 0, c)
	return fixed{x.high + c, middle, low}
}

// minus returns x less units of the last bit, or 0 if that is negative.
func (x fixed) minus(units uint64) fixed {
	low, c := bits.Sub64(x.low, units, 0)
	middle, c := bits.Sub64(x.middle, 0, c)
	if x.high < c {
		return fixed{}
	}
	return fixed{x.high - c, middle, low}
}

// dividedBy returns ⌊x/n⌋ and the remainder, in units of the last bit.
func (x fixed) dividedBy(n uint64) (quotient fixed, rest uint64) {
	quotient.high, rest = x.high/n, x.high%n
	quotient.middle, rest = bits.Div64(rest, x.middle, n)
	quotient.low, rest = bits.Div64(rest, x.low, n)
	return quotient, rest
}

// float64 returns the nearest float64: the 64 leading bits, the last of them set
// if any after it is, round to nearest as the whole does.
func (x fixed) float64() float64 {
	exponent := -64 // of the last of the leading bits
	for x.high == 0 {
		if x.middle == 0 && x.low == 0 {
			return 0
		}
		x.high, x.middle, x.low = x.middle, x.low, 0
		exponent -= 64
	}
	shift := bits.LeadingZeros64(x.high)
	lead := x.high<<shift | x.middle>>(64-shift)
	if x.middle<<shift != 0 || x.low != 0 {
		lead |= 1
	}
	return math.Ldexp(float64(lead), exponent+64-shift)
}

// manyBits is Float64 with enough bits to decide. For b ≠ 0 the exact value is
// irrational and so never halfway between two float64s; by |m + n√2| >= 1/(|m|+|n|√2)
// for integers it is farther from it than 2⁻³⁸⁴ of itself. 640 bits leave room for
// 2¹²⁸ times that, which the sum may lose by cancellation.
func manyBits(a, b, scale int64) float64 {
	const precision = 640
	number := func(n int64) *big.Float { return new(big.Float).SetPrec(precision).SetInt64(n) }
	x := number(2)
	x.Sqrt(x)
	x.Mul(x, number(b))
	x.Add(x, number(a))
	x.Quo(x, number(scale))
	v, _ := x.Float64()
	return v
}
