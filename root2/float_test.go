package root2

import (
	"fmt"
	"math"
	"math/big"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// nearest returns the float64 nearest to (a + b√2)/scale, by integers of 4,000
// bits, far more than any such number takes to tell on which side of the middle
// of two float64s it lies.
func nearest(a, b, scale int64) float64 {
	sum := new(big.Int).Mul(longRoot(), big.NewInt(b))
	sum.Add(sum, new(big.Int).Lsh(big.NewInt(a), digits))
	scaled := new(big.Int).Lsh(big.NewInt(scale), digits)
	v, _ := new(big.Rat).SetFrac(sum, scaled).Float64() // rounds to nearest even
	return v
}

const digits = 4000

// longRoot returns ⌊√2·2^digits⌋.
var longRoot = sync.OnceValue(func() *big.Int {
	root := new(big.Int).Lsh(big.NewInt(2), 2*digits)
	return root.Sqrt(root)
})

func TestFloat64IsTheNearest(t *testing.T) {
	for _, c := range []struct {
		a, b, scale int64
		want        float64
	}{
		{0, 0, 1, 0},
		{3, 0, 1, 3},
		{-7, 0, 2, -3.5},
		{0, 1, 1, math.Sqrt2},
		{1, 0, 10, 0.1},
		// In floating point the two parts cancel: 24.041630566120148, which is more than 17√2.
		{318281039, -225058664, 1, 24.041630558771677},
		{1<<53 + 1, 0, 1, 1 << 53},              // halfway: to the even one
		{1<<53 + 3, 0, 1, 1<<53 + 4},            // halfway
		{1<<54 + 2, 0, 2, 1<<53 + 0},            // halfway after the division
		{1<<62 + 1<<9 + 1, 0, 1, 1<<62 + 1<<10}, // just above halfway, beyond 2⁶¹
		{P, -Q, 1, 6.507041130607454e-10},
		{-P, Q, 1, -6.507041130607454e-10},
		{math.MaxInt64, math.MinInt64, 1, -3.8204457884780063e+18},
		{1, -1, math.MaxInt64, -4.4909124419786963e-20},
		{0, 0, math.MaxInt64, 0},
	} {
		if got := Float64(c.a, c.b, c.scale); got != c.want {
			t.Errorf("(%d + %d√2)/%d = %v, want %v", c.a, c.b, c.scale, got, c.want)
		}
	}
	any64 := rapid.OneOf(rapid.Int64(), rapid.Int64Range(-1000, 1000), rapid.Int64Range(-1<<40, 1<<40))
	scales := rapid.OneOf(rapid.SampledFrom([]int64{1, 2, 10, 100, 2_000_000, 1e18, math.MaxInt64}), rapid.Int64Range(1, math.MaxInt64))
	rapid.Check(t, func(t *rapid.T) {
		a, b, scale := any64.Draw(t, "a"), any64.Draw(t, "b"), scales.Draw(t, "scale")
		if rapid.Bool().Draw(t, "cancel") { // a as near to −b√2 as it gets, or almost
			b = rapid.Int64Range(-1<<62, 1<<62).Draw(t, "b that fits")
			root, _ := new(big.Float).Mul(big.NewFloat(-math.Sqrt2), new(big.Float).SetInt64(b)).Int64()
			if root == math.MaxInt64 || root == math.MinInt64 {
				return
			}
			a = root + rapid.Int64Range(-3, 3).Draw(t, "off")
		}
		if got, want := Float64(a, b, scale), nearest(a, b, scale); got != want {
			t.Fatalf("(%d + %d√2)/%d = %v, want %v", a, b, scale, got, want)
		}
	})
	edges := []int64{0, 1, 1 << 53, 1<<60 - 1, 1 << 60, 1<<61 - 1, 1 << 61, 1 << 62, math.MaxInt64, -1, -1 << 60, -1 << 61, -1 << 62, math.MinInt64}
	for _, a := range edges {
		for _, b := range edges {
			for _, scale := range []int64{1, 1 << 53, math.MaxInt64} {
				if got, want := Float64(a, b, scale), nearest(a, b, scale); got != want {
					t.Fatalf("(%d + %d√2)/%d = %v, want %v", a, b, scale, got, want)
				}
			}
		}
	}
	// Just above 2⁵³ a quotient of float64s would be rounded twice.
	for a := int64(1<<53 - 3); a < 1<<53+20; a++ {
		for scale := int64(1); scale < 20; scale += 2 {
			for _, q := range [][2]int64{{a, scale}, {-a, scale}, {scale, a}, {a, a + scale}} {
				if got, want := Float64(q[0], 0, q[1]), nearest(q[0], 0, q[1]); got != want {
					t.Fatalf("%d/%d = %v, want %v", q[0], q[1], got, want)
				}
			}
		}
	}
}

// The integers of 192 bits wrap around as integers modulo 2¹⁹² do.
func TestFixedPointAgreesWithBigIntegers(t *testing.T) {
	big192 := func(x fixed) *big.Int {
		n := new(big.Int)
		for _, word := range []uint64{x.high, x.middle, x.low} {
			n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(word))
		}
		return n
	}
	modulus := new(big.Int).Lsh(big.NewInt(1), 192)
	check := func(t interface{ Fatalf(string, ...any) }, x fixed, n uint64) {
		exact, units := big192(x), new(big.Int).SetUint64(n)
		agree := func(name string, got fixed, want *big.Int) {
			if want.Mod(want, modulus).Cmp(big192(got)) != 0 {
				t.Fatalf("%s of %x and %x is %x, want %x", name, x, n, got, want)
			}
		}
		agree("negated", x.negated(), new(big.Int).Neg(exact))
		agree("plus", x.plus(n), new(big.Int).Add(exact, units))
		less := new(big.Int).Sub(exact, units)
		if less.Sign() < 0 {
			less.SetInt64(0)
		}
		agree("minus", x.minus(n), less)
		if n > 0 {
			quotient, rest := x.dividedBy(n)
			want, wantRest := new(big.Int).QuoRem(exact, units, new(big.Int))
			if agree("dividedBy", quotient, want); wantRest.Uint64() != rest {
				t.Fatalf("%x divided by %x leaves %x, want %x", x, n, rest, wantRest)
			}
		}
		want, _ := new(big.Rat).SetFrac(exact, new(big.Int).Lsh(big.NewInt(1), 128)).Float64()
		if got := x.float64(); got != want {
			t.Fatalf("%x is %v, want %v", x, got, want)
		}
	}
	edges := []uint64{0, 1, 1 << 63, 1<<63 | 1<<10, math.MaxUint64} // the last but one: halfway between two float64s
	for _, high := range edges {
		for _, middle := range edges {
			for _, low := range edges {
				for _, n := range edges {
					check(t, fixed{high, middle, low}, n)
				}
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.Uint64()
		check(t, fixed{word.Draw(t, "high"), word.Draw(t, "middle"), word.Draw(t, "low")}, word.Draw(t, "n"))
	})
}

// Lengths, whose coefficients are far smaller, are rounded right too, and by
// fixed point all but always.
func TestFloat64OfLengths(t *testing.T) {
	slow := 0
	rapid.Check(t, func(t *rapid.T) {
		l := Length(rapid.OneOf(rapid.Int64(), rapid.Int64Range(-Q*100, Q*100)).Draw(t, "length"))
		scale := rapid.SampledFrom([]int64{1, 2, 10, 1000, 2_000_000}).Draw(t, "scale")
		a, b := l.Coefficients()
		if got, want := l.FloatScaled(scale), nearest(a, b, scale); got != want {
			t.Fatalf("%v/%d = %v, want %v", l, scale, got, want)
		}
		if _, ok := fixedPoint(a, b, scale); !ok {
			slow++
		}
	})
	if slow > 3 {
		t.Errorf("%d of the lengths needed many bits", slow)
	}
}

// Numbers so near to the middle of two float64s that fixed point cannot tell on
// which side they lie: m·√2 for solutions of Pell's equation, scaled.
func TestFloat64BesideTheMiddle(t *testing.T) {
	undecided := 0
	a, b := int64(1), int64(1)
	for a < 1<<60 {
		a, b = a+2*b, a+b // a² − 2b² = ±1, so a − b√2 is nearly 0 and a + b√2 nearly 2a
		for _, n := range []int64{-1, 0, 1} {
			for _, sign := range []int64{-1, 1} {
				for _, scale := range []int64{1, 3, 1 << 40, 1e15} {
					got, want := Float64(a+n, sign*b, scale), nearest(a+n, sign*b, scale)
					if got != want {
						t.Errorf("(%d + %d√2)/%d = %v, want %v", a+n, sign*b, scale, got, want)
					}
					if _, ok := fixedPoint(a+n, sign*b, scale); !ok {
						undecided++
					}
				}
			}
		}
	}
	if undecided == 0 {
		t.Error("fixed point decided all of them, so the test shows nothing of the rest")
	}
}

func TestTheDigitsOfTheRoot(t *testing.T) {
	root := new(big.Int).Lsh(big.NewInt(2), 2*128)
	root.Sqrt(root)
	held := new(big.Int).Lsh(big.NewInt(1), 128)
	held.Add(held, new(big.Int).Lsh(new(big.Int).SetUint64(sqrt2Middle), 64))
	if held.Add(held, new(big.Int).SetUint64(sqrt2Low)); held.Cmp(root) != 0 {
		t.Errorf("⌊√2·2¹²⁸⌋ is %x, not %x", root, held)
	}
}

func TestFloat64DoesNotAllocate(t *testing.T) {
	l := Length(13*Q + 17*P)
	if n := testing.AllocsPerRun(100, func() { l.FloatScaled(100) }); n != 0 {
		t.Errorf("FloatScaled allocates %v times", n)
	}
}

func TestFloat64RefusesScales(t *testing.T) {
	for _, scale := range []int64{0, -1} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("scale %d: no panic", scale)
				}
			}()
			Float64(1, 1, scale)
		}()
	}
}

// A length printed by whatever verb prints values is a + b√2, on its own and in
// what holds it, and never the integer that holds it.
func TestLengthsPrintAsLengths(t *testing.T) {
	l := 43*One + 17*Root2
	small := Small(43*SmallQ + 17*SmallP)
	for format, want := range map[string]string{"%v": "43+17√2", "%s": "43+17√2", "%10s|": "   43+17√2|"} {
		if got := fmt.Sprintf(format, l); got != want {
			t.Errorf("Sprintf(%q) of a Length is %q, want %q", format, got, want)
		}
		if got := fmt.Sprintf(format, small); got != want {
			t.Errorf("Sprintf(%q) of a Small is %q, want %q", format, got, want)
		}
	}
	if got := fmt.Sprint([]Length{l, One}, struct{ Cost Small }{small}, map[string]Length{"a": Root2}); got != "[43+17√2 1] {43+17√2} map[a:√2]" {
		t.Errorf("in what holds them: %s", got)
	}
	if got, want := fmt.Sprintf("%d %d", l, small), fmt.Sprint(int64(l), uint32(small)); got != want {
		t.Errorf("%%d gives %s, want the integers, %s", got, want)
	}
}
