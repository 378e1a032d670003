package search

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// Cost is the type of edge costs, path costs and heuristic estimates. Integer
// costs are exact; float costs round as floats do, and so do the claims made
// with them.
type Cost interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 |
		~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 |
		~float32 | ~float64
}

// isFloat tells whether C is a float type.
func isFloat[C Cost]() bool {
	one, two := C(1), C(2)
	return one/two != 0
}

// isSigned tells whether C has negative values.
func isSigned[C Cost]() bool {
	var zero C
	return zero-1 < zero
}

// largest returns the largest finite value of C.
func largest[C Cost]() C {
	one := C(1)
	if isFloat[C]() {
		// Doubling stops at +Inf; the largest finite value is the one below
		// it: 2 − 2⁻ᵖ times the largest power of two.
		power := one
		for power*2 < power*4 {
			power *= 2
		}
		ulp := one
		for one+ulp/2 > one {
			ulp /= 2
		}
		return power * (2 - ulp)
	}
	if !isSigned[C]() {
		var zero C
		return zero - 1
	}
	value := one
	for value*2 > value {
		value *= 2
	}
	return value - 1 + value
}

// Ratio is an exact fraction Num/Den >= 1: the weight of weighted A* and the
// bound of a certificate. The zero value stands for 1.
type Ratio struct{ Num, Den int64 }

// normal returns the ratio with the zero value spelled out.
func (r Ratio) normal() Ratio {
	if r == (Ratio{}) {
		return Ratio{1, 1}
	}
	return r
}

// check returns an error unless the ratio is at least 1.
func (r Ratio) check() error {
	if n := r.normal(); n.Den < 1 || n.Num < n.Den {
		return fmt.Errorf("search: weight %d/%d; want a ratio of at least 1", r.Num, r.Den)
	}
	return nil
}

// Float64 returns the ratio as a float64, for show.
func (r Ratio) Float64() float64 {
	n := r.normal()
	return float64(n.Num) / float64(n.Den)
}

// String returns the ratio as a decimal if it is one with at most nine digits
// after the point, else as "num/den".
func (r Ratio) String() string {
	n := r.normal()
	if n.Den > 0 && 1_000_000_000%n.Den == 0 {
		whole, rest := n.Num/n.Den, n.Num%n.Den
		if rest == 0 {
			return strconv.FormatInt(whole, 10)
		}
		fraction := fmt.Sprintf("%09d", rest*(1_000_000_000/n.Den))
		return fmt.Sprintf("%d.%s", whole, strings.TrimRight(fraction, "0"))
	}
	return fmt.Sprintf("%d/%d", n.Num, n.Den)
}

// ParseRatio reads a ratio of at least 1, as a decimal with at most nine digits
// after the point ("1.5") or as a fraction ("3/2"), and reduces it.
func ParseRatio(s string) (Ratio, error) {
	bad := fmt.Errorf("%q is not a weight; want a number of at least 1 such as 1.5 or 3/2", s)
	var r Ratio
	var err error
	if num, den, isFraction := strings.Cut(s, "/"); isFraction {
		r.Num, err = strconv.ParseInt(num, 10, 64)
		if err == nil {
			r.Den, err = strconv.ParseInt(den, 10, 64)
		}
	} else {
		whole, fraction, _ := strings.Cut(s, ".")
		if len(fraction) > 9 || strings.ContainsAny(fraction, "+-") {
			return Ratio{}, bad
		}
		r.Den = 1
		for range fraction {
			r.Den *= 10
		}
		r.Num, err = strconv.ParseInt(whole+fraction, 10, 64)
	}
	if err != nil || r.Den < 1 || r.Num < r.Den {
		return Ratio{}, bad
	}
	return r.reduced(), nil
}

// reduced returns the ratio in lowest terms.
func (r Ratio) reduced() Ratio {
	a, b := r.Num, r.Den
	for b != 0 {
		a, b = b, a%b
	}
	return Ratio{r.Num / a, r.Den / a}
}

// times returns ⌊c·num/den⌋ for integers and the product for floats, at most
// limit. c must be >= 0.
func times[C Cost](c C, num, den int64, limit C) C {
	if isFloat[C]() {
		return min(C(float64(c)*(float64(num)/float64(den))), limit)
	}
	hi, lo := bits.Mul64(uint64(c), uint64(num))
	if hi >= uint64(den) {
		return limit
	}
	quotient, _ := bits.Div64(hi, lo, uint64(den))
	if quotient > uint64(limit) {
		return limit
	}
	return C(quotient)
}

// dividedBy returns the least cost x with x·ratio >= c (for floats, c/ratio):
// what a cost c that is at most ratio times the optimum says of the optimum.
func dividedBy[C Cost](c C, ratio Ratio) C {
	r := ratio.normal()
	if isFloat[C]() {
		return C(float64(c) / r.Float64())
	}
	hi, lo := bits.Mul64(uint64(c), uint64(r.Den))
	var carry uint64
	lo, carry = bits.Add64(lo, uint64(r.Num-1), 0)
	quotient, _ := bits.Div64(hi+carry, lo, uint64(r.Num)) // hi < Num since Den <= Num
	return C(quotient)
}

// ratioOf returns a ratio that is greater than cost/bound, for a certificate: the
// next millionth above it. It returns false if bound is 0 or the ratio too large.
// The exact ratio of integers would be too small now and then where they stand
// for lengths a + b√2 (package root2), as 2/√2 exceeds 2·Q/P; a millionth is far
// more than that error.
func ratioOf[C Cost](cost, bound C) (Ratio, bool) {
	const den = 1_000_000
	if !(bound > 0) {
		return Ratio{}, false
	}
	if isFloat[C]() {
		num := float64(cost) / float64(bound) * den
		if !(num < 1<<51) { // so that rounding is worth less than the 1 below
			return Ratio{}, false
		}
		return Ratio{int64(num) + 1, den}.reduced(), true
	}
	hi, lo := bits.Mul64(uint64(cost), den)
	if hi >= uint64(bound) {
		return Ratio{}, false
	}
	num, _ := bits.Div64(hi, lo, uint64(bound))
	if num >= 1<<62 {
		return Ratio{}, false
	}
	return Ratio{int64(num) + 1, den}.reduced(), true
}
