package search

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

type length int64

func TestLargest(t *testing.T) {
	same(t, "int", largest[int](), math.MaxInt)
	same(t, "int8", largest[int8](), math.MaxInt8)
	same(t, "int16", largest[int16](), math.MaxInt16)
	same(t, "int32", largest[int32](), math.MaxInt32)
	same(t, "int64", largest[int64](), math.MaxInt64)
	same(t, "uint", largest[uint](), math.MaxUint)
	same(t, "uint8", largest[uint8](), math.MaxUint8)
	same(t, "uint16", largest[uint16](), math.MaxUint16)
	same(t, "uint32", largest[uint32](), math.MaxUint32)
	same(t, "uint64", largest[uint64](), math.MaxUint64)
	same(t, "float32", largest[float32](), math.MaxFloat32)
	same(t, "float64", largest[float64](), math.MaxFloat64)
	same(t, "a type of its own", largest[length](), math.MaxInt64)
}

func same[C Cost](t *testing.T, name string, got, want C) {
	t.Helper()
	if got != want {
		t.Errorf("largest %s is %v, want %v", name, got, want)
	}
	if isFloat[C]() != strings.HasPrefix(name, "float") {
		t.Errorf("%s is a float: %v", name, isFloat[C]())
	}
	if isSigned[C]() == strings.HasPrefix(name, "uint") {
		t.Errorf("%s is signed: %v", name, isSigned[C]())
	}
}

// ratios draws ratios of at least 1, often with tiny or huge terms.
func ratios() *rapid.Generator[Ratio] {
	return rapid.Custom(func(t *rapid.T) Ratio {
		den := rapid.OneOf(rapid.Int64Range(1, 9), rapid.Int64Range(1, math.MaxInt64)).Draw(t, "den")
		num := rapid.OneOf(rapid.Int64Range(den, min(den, math.MaxInt64-9)+9), rapid.Int64Range(den, math.MaxInt64)).Draw(t, "num")
		return Ratio{num, den}
	})
}

// integers checks times, dividedBy and ratioOf for one integer type against
// integers without limit.
func integers[C Cost](t *testing.T, costs *rapid.Generator[C], wide func(C) *big.Int) {
	rapid.Check(t, func(t *rapid.T) {
		c, r := costs.Draw(t, "cost"), ratios().Draw(t, "ratio")
		num, den := big.NewInt(r.Num), big.NewInt(r.Den)

		product := new(big.Int).Mul(wide(c), num)
		product.Quo(product, den)
		for _, limit := range []C{largest[C](), largest[C]() / 3, c} {
			want := product
			if product.Cmp(wide(limit)) > 0 {
				want = wide(limit)
			}
			if got := wide(times(c, r.Num, r.Den, limit)); got.Cmp(want) != 0 {
				t.Fatalf("times(%v, %v, limit %v) = %v, want %v", c, r, limit, got, want)
			}
		}

		// The least x with x·num >= c·den.
		x := wide(dividedBy(c, r))
		right := new(big.Int).Mul(wide(c), den)
		enough := func(x *big.Int) bool { return new(big.Int).Mul(x, num).Cmp(right) >= 0 }
		if !enough(x) || x.Sign() > 0 && enough(new(big.Int).Sub(x, big.NewInt(1))) {
			t.Fatalf("dividedBy(%v, %v) = %v", c, r, x)
		}

		bound := costs.Draw(t, "bound")
		ratio, ok := ratioOf(c, bound)
		if !ok {
			if bound != 0 && new(big.Int).Quo(wide(c), wide(bound)).BitLen() < 42 {
				t.Fatalf("no ratio of %v and %v", c, bound)
			}
			return
		}
		if c >= bound && ratio.check() != nil {
			t.Fatalf("ratioOf(%v, %v) = %v: %v", c, bound, ratio, ratio.check())
		}
		exact := new(big.Rat).SetFrac(wide(c), wide(bound))
		checkAbove(t, exact, ratio)
	})
}

// checkAbove checks that a ratio is a number of millionths in lowest terms, and at
// least as large as an exact one, by at most two millionths.
func checkAbove(t *rapid.T, exact *big.Rat, r Ratio) {
	if 1_000_000%r.Den != 0 || r != r.reduced() {
		t.Fatalf("%v for %v is no number of millionths in lowest terms", r, exact.FloatString(9))
	}
	above := new(big.Rat).Sub(big.NewRat(r.Num, r.Den), exact)
	if above.Sign() < 0 || above.Cmp(big.NewRat(2, 1_000_000)) > 0 {
		t.Fatalf("%v for %v: off by %v", r, exact.FloatString(9), above.FloatString(12))
	}
}

func TestIntegerArithmetic(t *testing.T) {
	t.Run("int64", func(t *testing.T) {
		integers(t, rapid.Int64Range(0, math.MaxInt64), func(c int64) *big.Int { return big.NewInt(c) })
	})
	t.Run("small int64", func(t *testing.T) {
		integers(t, rapid.Int64Range(0, 12), func(c int64) *big.Int { return big.NewInt(c) })
	})
	t.Run("uint64", func(t *testing.T) {
		integers(t, rapid.Uint64(), func(c uint64) *big.Int { return new(big.Int).SetUint64(c) })
	})
	t.Run("uint8", func(t *testing.T) {
		integers(t, rapid.Uint8(), func(c uint8) *big.Int { return big.NewInt(int64(c)) })
	})
	t.Run("int8", func(t *testing.T) {
		integers(t, rapid.Int8Range(0, math.MaxInt8), func(c int8) *big.Int { return big.NewInt(int64(c)) })
	})
}

// TestFloatArithmetic checks the same for floats, up to rounding.
func TestFloatArithmetic(t *testing.T) {
	near := func(got, want float64) bool { return math.Abs(got-want) <= 1e-12*math.Abs(want) }
	rapid.Check(t, func(t *rapid.T) {
		c, r := rapid.Float64Range(0, 1e300).Draw(t, "cost"), ratios().Draw(t, "ratio")
		limit := rapid.Float64Range(0, math.MaxFloat64).Draw(t, "limit")
		if got := times(c, r.Num, r.Den, limit); got > limit || got < limit && !near(got, c*r.Float64()) {
			t.Fatalf("times(%v, %v, limit %v) = %v", c, r, limit, got)
		}
		if got := dividedBy(c, r); !near(got, c/r.Float64()) {
			t.Fatalf("dividedBy(%v, %v) = %v", c, r, got)
		}
		bound := rapid.Float64Range(0, 1e300).Draw(t, "bound")
		ratio, ok := ratioOf(c, bound)
		if !ok {
			if bound > 0 && c/bound < 1e8 {
				t.Fatalf("no ratio of %v and %v", c, bound)
			}
			return
		}
		exact := new(big.Rat).Quo(new(big.Rat).SetFloat64(c), new(big.Rat).SetFloat64(bound))
		checkAbove(t, exact, ratio)
	})
	if got := times(math.Inf(1), 3, 2, 7.0); got != 7 {
		t.Errorf("an infinite cost times 1.5, at most 7, is %v", got)
	}
}

func TestParseRatio(t *testing.T) {
	for text, want := range map[string]Ratio{
		"1": {1, 1}, "1.5": {3, 2}, "3/2": {3, 2}, "6/4": {3, 2}, "1.000000001": {1_000_000_001, 1_000_000_000},
		"2.50": {5, 2}, "1000": {1000, 1}, "10.": {10, 1}, "7/7": {1, 1},
		"9223372036854775807": {math.MaxInt64, 1}, "9223372036854775807/9223372036854775806": {math.MaxInt64, math.MaxInt64 - 1},
	} {
		got, err := ParseRatio(text)
		if err != nil || got != want {
			t.Errorf("ParseRatio(%q) = %v, %v; want %v", text, got, err, want)
		}
		if got, err := ParseRatio(want.String()); err != nil || got != want {
			t.Errorf("ParseRatio(%q) = %v, %v; want %v", want.String(), got, err, want)
		}
	}
	for _, text := range []string{
		"", ".", "/", "0", "0.5", ".5", "1/2", "-1", "-3/-2", "1/0", "0/0", "x", "1.x", "1.5.2", "1,5", " 1", "1 ", "1e3", "Inf", "NaN",
		"1.0000000001", "1.+5", "1.-5", "3/2/1", "1.5/1", "9223372036854775808", "99999999999.999999999", "1_0", "١",
	} {
		if got, err := ParseRatio(text); err == nil || got != (Ratio{}) || !strings.Contains(err.Error(), "1.5 or 3/2") {
			t.Errorf("ParseRatio(%q) = %v, %v; want an error that shows what is right", text, got, err)
		}
	}
}

func FuzzParseRatio(f *testing.F) {
	for _, text := range []string{"1", "1.5", "3/2", "+2", "1.000000001", "9223372036854775807", "00/1", "1./2", "-0.5"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ParseRatio(text)
		if err != nil {
			return
		}
		if err := r.check(); err != nil || r != r.reduced() {
			t.Fatalf("ParseRatio(%q) = %d/%d: %v", text, r.Num, r.Den, err)
		}
		again, err := ParseRatio(r.String())
		if err != nil || again != r {
			t.Fatalf("%q reads as %d/%d, which prints as %q, which reads as %v, %v", text, r.Num, r.Den, r, again, err)
		}
	})
}

func TestRatio(t *testing.T) {
	for r, want := range map[Ratio]string{{}: "1", {3, 2}: "1.5", {4, 3}: "4/3", {1_000_000_007, 1_000_000_000}: "1.000000007", {10, 4}: "2.5", {5, 5}: "1"} {
		if r.String() != want || r.check() != nil {
			t.Errorf("%d/%d prints as %q, want %q; check: %v", r.Num, r.Den, r, want, r.check())
		}
	}
	if got := (Ratio{}).Float64(); got != 1 {
		t.Errorf("the zero ratio is %v", got)
	}
	if got := (Ratio{7, 2}).Float64(); got != 3.5 {
		t.Errorf("7/2 is %v", got)
	}
	for _, r := range []Ratio{{1, 2}, {0, 1}, {1, 0}, {-3, -2}, {-3, 2}, {3, -2}, {0, 5}} {
		if r.check() == nil {
			t.Errorf("%d/%d passes as a weight", r.Num, r.Den)
		}
	}
}
