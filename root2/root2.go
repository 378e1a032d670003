// Package root2 computes with lengths a + b√2 exactly, each held in one 64-bit
// integer.
//
// Every path on a grid with straight steps of length 1 and diagonal steps of
// length √2 is a + b√2 long, for integers a and b. A float64 rounds that sum,
// so two equal lengths can compare as different and a shorter path can lose.
// A pair (a, b) is exact but twice as large and slow to compare. This package
// holds the length as the single integer
//
//	L(a, b) = a·Q + b·P,   Q = 543339720,  P = 768398401
//
// where P/Q is a convergent of √2 with P² − 2Q² = 1 (a solution of Pell's
// equation). Addition of lengths is addition of integers, and the order of
// lengths is the order of integers.
//
// # Why the order is exact
//
// L is linear, so it is enough that L(a, b) has the sign of a + b√2 for the
// difference (a, b) of two lengths. Claim: it has, for all integers a and b
// with |b| < Q.
//
//   - If a and b are both ≥ 0 or both ≤ 0, both signs are plain to see.
//   - Let b < 0 < a and n = −b. (The other mixed case is its negative.)
//     If a + b√2 < 0, then a/n < √2 < P/Q, hence L = aQ − nP < 0.
//     If a + b√2 > 0, then a² − 2n² > 0, and being an integer it is ≥ 1:
//     (a/n)² ≥ 2 + 1/n². Suppose L ≤ 0. Then a/n ≤ P/Q, so
//     (a/n)² ≤ (P/Q)² = 2 + 1/Q², and therefore n ≥ Q.
//     So for n < Q, L > 0. ∎
//
// The bound is tight: at b = −Q, a = P the integer is 0 while P − Q√2 is
// 1/(P + Q√2) > 0.
//
// So two lengths compare exactly while their numbers of diagonals differ by
// fewer than Q. A length with a, b ≥ 0 that is at most [MaxExact] has b < Q,
// so any two such lengths compare exactly; that is 768,398,401 straight steps
// or 543,339,719 diagonal ones. A length without diagonals is exact over the
// whole range of an int64 (about 1.69·10¹⁰ steps).
package root2

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"
)

// Length is a length a + b√2, held as a·Q + b·P (see the package
// documentation). Lengths are added with + where the caller knows a bound,
// else with [Add], and compared with <, <= and ==. The zero value is the
// length 0.
type Length int64

const (
	// Q is the integer that holds the length 1; P the one that holds √2.
	// P² − 2Q² = 1.
	Q = 543339720
	P = 768398401

	// One is the length of a straight step, Root2 of a diagonal one.
	One   Length = Q
	Root2 Length = P

	// MaxExact is the largest length up to which any two sums of steps
	// compare exactly: a, b ≥ 0 and a·Q + b·P < Q·P imply b < Q.
	MaxExact Length = Q*P - 1

	// Max is the largest Length. Sums of straight steps alone are exact up to it.
	Max Length = math.MaxInt64

	// inverse is P⁻¹ modulo Q: 225058681·768398401 = 1 + 318281039·543339720.
	inverse = 225058681
)

// ErrOverflow reports a length outside the range in which it would be exact.
var ErrOverflow = errors.New("root2: length overflows its exact range")

// New returns the length a + b√2. The error is [ErrOverflow] if |b| >= Q or if
// a·Q + b·P does not fit into 64 bits.
func New(a, b int64) (Length, error) {
	if b <= -Q || b >= Q {
		return 0, fmt.Errorf("%w: %d diagonals, must be fewer than %d", ErrOverflow, b, int64(Q))
	}
	// Half of a at a time, since the sum may fit where a·Q alone does not.
	sum := Length(b) * Root2
	for _, part := range [2]int64{a / 2, a - a/2} {
		straight, err := Mul(One, part)
		if err == nil {
			sum, err = Add(sum, straight)
		}
		if err != nil {
			return 0, fmt.Errorf("%w: %d straight and %d diagonal steps", ErrOverflow, a, b)
		}
	}
	return sum, nil
}

// Add returns x + y, or [ErrOverflow] if the sum does not fit into 64 bits.
func Add(x, y Length) (Length, error) {
	sum := x + y
	if (sum > x) != (y > 0) {
		return 0, fmt.Errorf("%w: %d + %d", ErrOverflow, int64(x), int64(y))
	}
	return sum, nil
}

// Sub returns x − y, or [ErrOverflow] if it does not fit into 64 bits.
func Sub(x, y Length) (Length, error) {
	diff := x - y
	if (diff < x) != (y > 0) {
		return 0, fmt.Errorf("%w: %d - %d", ErrOverflow, int64(x), int64(y))
	}
	return diff, nil
}

// Mul returns n·x, or [ErrOverflow] if it does not fit into 64 bits.
func Mul(x Length, n int64) (Length, error) {
	hi, lo := bits.Mul64(magnitude(int64(x)), magnitude(n))
	negative := (x < 0) != (n < 0)
	largest := uint64(math.MaxInt64)
	if negative {
		largest++ // the magnitude of the smallest int64
	}
	if hi != 0 || lo > largest {
		return 0, fmt.Errorf("%w: %d · %d", ErrOverflow, int64(x), n)
	}
	if negative {
		return -Length(lo), nil
	}
	return Length(lo), nil
}

// Coefficients returns the integers a and b of l = a + b√2.
//
// If l is a sum of steps, that is, if there is a pair with a, b >= 0 and
// b < Q, it is that pair. Else (differences of lengths) it is the pair with
// the smaller |b|, which is the one that was meant as long as |b| < Q/2 (of two with
// |b| = Q/2 it is that with b > 0).
func (l Length) Coefficients() (a, b int64) {
	// l = quotient·Q + residue, with 0 <= residue < Q.
	quotient, residue := int64(l)/Q, int64(l)%Q
	if residue < 0 {
		quotient--
		residue += Q
	}
	hi, lo := bits.Mul64(uint64(residue), inverse)
	_, rem := bits.Div64(hi, lo, Q)
	b = int64(rem)
	// l − b·P need not fit into 64 bits, so the residue is taken off both and
	// the difference after the division. b·P ≡ residue (mod Q).
	a = quotient - (b*P-residue)/Q
	if a < 0 && b > Q/2 {
		return a + P, b - Q
	}
	return a, b
}

// String returns l as a + b√2: "6+5√2", "13", "2√2", "√2", "46341-32768√2".
func (l Length) String() string {
	a, b := l.Coefficients()
	return join(strconv.FormatInt(a, 10), strconv.FormatInt(b, 10))
}

// Format returns l/scale as a + b√2 with decimal coefficients, where scale is
// a power of ten (up to 10¹⁸) or twice one: Format(25·Q, 10) is "2.5". It is
// exact. Format panics if scale is neither.
func (l Length) Format(scale int64) string {
	a, b := l.Coefficients()
	return Format(a, b, scale)
}

// Format returns (a + b√2)/scale with decimal coefficients, exactly, for any a and
// b; what [Length.Format] says of scale holds.
func Format(a, b, scale int64) string {
	return join(Decimal(a, scale), Decimal(b, scale))
}

// Decimal returns n/scale as an exact decimal without trailing zeros, where
// scale is a power of ten (up to 10¹⁸) or twice one. It panics if scale is
// neither.
func Decimal(n, scale int64) string {
	digits, ten := 0, uint64(1)
	for scale > 0 && ten < uint64(scale) { // scale < 10¹⁹ < 2⁶⁴
		ten *= 10
		digits++
	}
	var factor uint64
	switch {
	case scale > 0 && ten == uint64(scale):
		factor = 1
	case scale > 0 && ten/5 == uint64(scale) && ten%5 == 0:
		factor = 5 // twice a power of ten is a fifth of the next one
	default:
		panic(fmt.Sprintf("root2: scale %d is neither a power of ten nor twice one", scale))
	}
	sign := ""
	if n < 0 {
		sign = "-"
	}
	whole, fraction := magnitude(n)/uint64(scale), magnitude(n)%uint64(scale)*factor
	text := sign + strconv.FormatUint(whole, 10)
	if fraction == 0 {
		return text
	}
	tail := strconv.FormatUint(fraction, 10)
	tail = strings.Repeat("0", digits-len(tail)) + tail
	return text + "." + strings.TrimRight(tail, "0")
}

// Parse reads a length as [Length.String] prints it. It also takes "1√2" for
// "√2", a leading "+", and U+2212 for the minus sign. The error quotes the text,
// and is [ErrOverflow] if the numbers are out of range.
func Parse(text string) (Length, error) {
	s := strings.ReplaceAll(text, "−", "-")
	if s == "" {
		return 0, errors.New(`root2: empty length; want one like "43+17√2"`)
	}
	head, isDiagonal := strings.CutSuffix(s, "√2")
	cut := len(head) // where a ends and b begins
	if isDiagonal {
		cut = max(strings.LastIndexAny(head, "+-"), 0)
	}
	var a, b int64
	var err error
	if cut > 0 || !isDiagonal {
		if a, err = parseInt(text, head[:cut]); err != nil {
			return 0, err
		}
	}
	if isDiagonal {
		switch coefficient := head[cut:]; coefficient {
		case "", "+":
			b = 1
		case "-":
			b = -1
		default:
			if b, err = parseInt(text, coefficient); err != nil {
				return 0, err
			}
		}
	}
	l, err := New(a, b)
	if err != nil {
		return 0, fmt.Errorf("%w, in %q", err, text)
	}
	return l, nil
}

// Sign returns the sign of a + b√2 (−1, 0 or +1), exactly, for any a and b.
// It does not use the encoding of [Length] and so has no bound: it compares
// a² with 2b² in 128 bits.
func Sign(a, b int64) int {
	aHi, aLo := bits.Mul64(magnitude(a), magnitude(a))
	bHi, bLo := bits.Mul64(magnitude(b), magnitude(b))
	// |b| <= 2⁶³, so b² <= 2¹²⁶ and doubling it cannot overflow 128 bits.
	bHi, bLo = bHi<<1|bLo>>63, bLo<<1
	if aHi > bHi || aHi == bHi && aLo > bLo {
		return sign(a)
	}
	return sign(b) // √2 is irrational, so a² = 2b² only if both are 0
}

// join writes the coefficients a and b, already in decimal, as a + b√2.
func join(a, b string) string {
	if b == "0" {
		return a
	}
	var diagonal string
	switch b {
	case "1":
		diagonal = "√2"
	case "-1":
		diagonal = "-√2"
	default:
		diagonal = b + "√2"
	}
	if a == "0" {
		return diagonal
	}
	if diagonal[0] != '-' {
		diagonal = "+" + diagonal
	}
	return a + diagonal
}

func parseInt(whole, part string) (int64, error) {
	n, err := strconv.ParseInt(part, 10, 64)
	if errors.Is(err, strconv.ErrRange) {
		return 0, fmt.Errorf("%w: %q", ErrOverflow, whole)
	}
	if err != nil {
		return 0, fmt.Errorf(`root2: %q is not a length; want one like "43+17√2"`, whole)
	}
	return n, nil
}

func magnitude(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

func sign(n int64) int {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}
