package root2

import (
	"errors"
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// exactSign returns the sign of a + b√2 from the squares a² and 2b², as big
// integers: the plain twin of everything that this package claims of order.
func exactSign(a, b int64) int {
	x, y := big.NewInt(a), big.NewInt(b)
	if x.Sign() == y.Sign() || y.Sign() == 0 {
		return x.Sign()
	}
	if x.Sign() == 0 {
		return y.Sign()
	}
	left, right := new(big.Int).Mul(x, x), new(big.Int).Mul(y, y)
	if left.Cmp(right.Lsh(right, 1)) > 0 {
		return x.Sign()
	}
	return y.Sign()
}

// encode returns a·Q + b·P without a bound.
func encode(a, b int64) *big.Int {
	straight := new(big.Int).Mul(big.NewInt(a), big.NewInt(Q))
	return straight.Add(straight, new(big.Int).Mul(big.NewInt(b), big.NewInt(P)))
}

// floorRoot2 returns ⌊n√2⌋ for n >= 0.
func floorRoot2(n int64) int64 {
	square := new(big.Int).Mul(big.NewInt(n), big.NewInt(n))
	return square.Sqrt(square.Lsh(square, 1)).Int64()
}

// mustNew is New for coefficients that are in range.
func mustNew(t interface{ Fatalf(string, ...any) }, a, b int64) Length {
	l, err := New(a, b)
	if err != nil {
		t.Fatalf("New(%d, %d): %v", a, b, err)
	}
	return l
}

// diagonals draws a number of diagonals that New takes, often near the bound.
func diagonals() *rapid.Generator[int64] {
	return rapid.OneOf(
		rapid.Int64Range(-50, 50),
		rapid.Int64Range(-Q+1, Q-1),
		rapid.Int64Range(Q-1000, Q-1),
		rapid.Int64Range(-Q+1, -Q+1000),
	)
}

// nearlyZero draws (a, b) with a + b√2 close to 0, where an order goes wrong
// first.
func nearlyZero(diagonals *rapid.Generator[int64]) *rapid.Generator[[2]int64] {
	return rapid.Custom(func(t *rapid.T) [2]int64 {
		b := diagonals.Draw(t, "b")
		a := floorRoot2(max(b, -b)) + rapid.Int64Range(-2, 3).Draw(t, "off")
		if b > 0 {
			a = -a
		}
		return [2]int64{a, b}
	})
}

// convergents returns the convergents p/q of √2 with q <= bound, in order:
// 1/1, 3/2, 7/5, ... They are the fractions that come nearest to √2.
func convergents(bound int64) (list [][2]int64) {
	for p, q := int64(1), int64(1); q <= bound; p, q = p+2*q, p+q {
		list = append(list, [2]int64{p, q})
	}
	return list
}

func TestConstants(t *testing.T) {
	p, q := big.NewInt(P), big.NewInt(Q)
	pell := new(big.Int).Mul(p, p)
	twice := new(big.Int).Mul(q, q)
	if pell.Sub(pell, twice.Lsh(twice, 1)); pell.Cmp(big.NewInt(1)) != 0 {
		t.Errorf("P² − 2Q² = %v, want 1", pell)
	}
	if want := new(big.Int).ModInverse(p, q); want.Cmp(big.NewInt(inverse)) != 0 {
		t.Errorf("inverse = %d, want %v", inverse, want)
	}
	product := new(big.Int).Mul(p, q)
	if product.Sub(product, big.NewInt(1)); product.Cmp(big.NewInt(int64(MaxExact))) != 0 {
		t.Errorf("MaxExact = %d, want Q·P − 1 = %v", MaxExact, product)
	}
	list := convergents(Q)
	if last := list[len(list)-1]; last != [2]int64{P, Q} {
		t.Errorf("the last convergent up to Q is %v, want P/Q", last)
	}
	if One != mustNew(t, 1, 0) || Root2 != mustNew(t, 0, 1) {
		t.Error("One or Root2 is not the length that it stands for")
	}
}

func TestSignIsExactForAnyCoefficients(t *testing.T) {
	for _, c := range []struct {
		a, b int64
		want int
	}{
		{46341, -32768, 1},
		{-46341, 32768, -1},
		{3037000500, -2147483648, 1},
		{-3037000500, 2147483648, -1},
		{0, 0, 0},
		{1, 0, 1},
		{0, 1, 1},
		{-1, 0, -1},
		{0, -1, -1},
		{1, -1, -1},
		{2, -1, 1},
		{3, -2, 1},
		{7, -5, -1},
		{math.MinInt64, math.MaxInt64, 1},
		{math.MaxInt64, math.MinInt64, -1},
		{math.MinInt64, math.MinInt64, -1},
		{math.MaxInt64, math.MaxInt64, 1},
		{math.MaxInt64, 0, 1},
		{0, math.MinInt64, -1},
		{P, -Q, 1},
		{-P, Q, -1},
	} {
		if got := Sign(c.a, c.b); got != c.want || got != exactSign(c.a, c.b) {
			t.Errorf("Sign(%d, %d) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		pair := rapid.OneOf(
			nearlyZero(diagonals()),
			nearlyZero(rapid.Int64Range(-6e18, 6e18)),
			rapid.Custom(func(t *rapid.T) [2]int64 {
				return [2]int64{rapid.Int64().Draw(t, "a"), rapid.Int64().Draw(t, "b")}
			}),
		).Draw(t, "pair")
		if got, want := Sign(pair[0], pair[1]), exactSign(pair[0], pair[1]); got != want {
			t.Fatalf("Sign(%d, %d) = %d, want %d", pair[0], pair[1], got, want)
		}
	})
}

func TestLengthHasTheSignOfWhatItHolds(t *testing.T) {
	for _, c := range [][2]int64{{46341, -32768}, {-46341, 32768}, {P, -Q + 1}, {P - 1, -Q + 1}} {
		if got, want := sign(int64(mustNew(t, c[0], c[1]))), exactSign(c[0], c[1]); got != want {
			t.Errorf("New(%d, %d) has the sign %d, want %d", c[0], c[1], got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		c := nearlyZero(diagonals()).Draw(t, "coefficients")
		if got, want := sign(int64(mustNew(t, c[0], c[1]))), exactSign(c[0], c[1]); got != want {
			t.Fatalf("New(%d, %d) has the sign %d, want %d", c[0], c[1], got, want)
		}
	})
}

func TestOrderOfLengthsIsExact(t *testing.T) {
	// Two lengths whose difference may be tiny: the second is the first and
	// something that is nearly zero.
	rapid.Check(t, func(t *rapid.T) {
		difference := nearlyZero(diagonals()).Draw(t, "difference")
		b1 := rapid.Int64Range(max(-Q+1, -Q+1-difference[1]), min(Q-1, Q-1-difference[1])).Draw(t, "b")
		a1 := rapid.Int64Range(-8e9, 8e9).Draw(t, "a")
		a2, b2 := a1+difference[0], b1+difference[1]
		x, y := mustNew(t, a1, b1), mustNew(t, a2, b2)
		if got, want := sign(int64(y-x)), exactSign(difference[0], difference[1]); got != want {
			t.Fatalf("New(%d, %d) against New(%d, %d): %d, want %d", a2, b2, a1, b1, got, want)
		}
	})
}

func TestSumsOfStepsUpToMaxExactCompareExactly(t *testing.T) {
	steps := rapid.Custom(func(t *rapid.T) [2]int64 {
		b := rapid.Int64Range(0, Q-1).Draw(t, "b")
		a := rapid.Int64Range(0, (int64(MaxExact)-b*P)/Q).Draw(t, "a")
		return [2]int64{a, b}
	})
	rapid.Check(t, func(t *rapid.T) {
		x, y := steps.Draw(t, "x"), steps.Draw(t, "y")
		lx, ly := mustNew(t, x[0], x[1]), mustNew(t, y[0], y[1])
		if lx > MaxExact || ly > MaxExact {
			t.Fatalf("the test drew a length above MaxExact: %d, %d", lx, ly)
		}
		if got, want := sign(int64(lx-ly)), exactSign(x[0]-y[0], x[1]-y[1]); got != want {
			t.Fatalf("%v against %v: %d, want %d", x, y, got, want)
		}
		if a, b := lx.Coefficients(); a != x[0] || b != x[1] {
			t.Fatalf("New(%d, %d) has the coefficients %d and %d", x[0], x[1], a, b)
		}
	})
}

func TestBoundIsTight(t *testing.T) {
	// At b = Q, a = −P the integer is 0 and the number is not.
	if got := encode(P, -Q); got.Sign() != 0 {
		t.Errorf("P·Q − Q·P = %v", got)
	}
	if Sign(P, -Q) != 1 {
		t.Error("P − Q√2 is positive, but Sign does not say so")
	}
	for _, b := range []int64{Q, -Q, Q + 1, math.MaxInt64, math.MinInt64} {
		if l, err := New(P, b); !errors.Is(err, ErrOverflow) || l != 0 {
			t.Errorf("New(P, %d) = %d, %v; want ErrOverflow", b, l, err)
		}
	}
	// Below it no convergent, nor a multiple or neighbor of one, fails.
	check := func(a, b int64) {
		if b == 0 || b >= Q {
			return
		}
		if got, want := sign(int64(mustNew(t, a, -b))), exactSign(a, -b); got != want || got == 0 {
			t.Fatalf("%d − %d√2 has the sign %d, want %d", a, b, got, want)
		}
	}
	for _, c := range convergents(Q) {
		for k := int64(1); k <= 50; k++ {
			check(k*c[0], k*c[1])
			check(k*c[0]+1, k*c[1])
			check(k*c[0]-1, k*c[1])
		}
		check(P-c[0], Q-c[1])
	}
	for b := int64(Q - 20_000); b < Q; b++ {
		check(floorRoot2(b), b)
		check(floorRoot2(b)+1, b)
	}
}

func TestNewAgreesWithBigIntegers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.OneOf(
			rapid.Int64(),
			rapid.Int64Range(-100, 100),
			rapid.Int64Range(math.MaxInt64/Q-2*P, math.MaxInt64/Q+2*P),
			rapid.Int64Range(math.MinInt64/Q-2*P, math.MinInt64/Q+2*P),
		).Draw(t, "a")
		b := diagonals().Draw(t, "b")
		got, err := New(a, b)
		checkResult(t, encode(a, b), got, err)
	})
	const most = math.MaxInt64 / Q
	for _, c := range []struct {
		a, b     int64
		overflow bool
	}{
		{most, 0, false},
		{most + 1, 0, true},
		{-most, 0, false},
		{-most - 1, 0, true},
		{most + 1, -1, false},
		{-most - 1, 1, false}, // a·Q alone does not fit
		{most, Q - 1, true},
		{math.MaxInt64, -Q + 1, true},
		{math.MinInt64, Q - 1, true},
	} {
		if _, err := New(c.a, c.b); errors.Is(err, ErrOverflow) != c.overflow {
			t.Errorf("New(%d, %d): error %v, want overflow %t", c.a, c.b, err, c.overflow)
		}
	}
}

// checkResult compares a result with the exact one: equal where it fits, else
// ErrOverflow and 0.
func checkResult(t *rapid.T, want *big.Int, got Length, err error) {
	if !want.IsInt64() {
		if got != 0 || !errors.Is(err, ErrOverflow) {
			t.Fatalf("got %d, %v; want ErrOverflow, as %v does not fit", got, err, want)
		}
		return
	}
	if err != nil || int64(got) != want.Int64() {
		t.Fatalf("got %d, %v; want %v", got, err, want)
	}
}

// anyInt64 draws integers of every size, and those at the edges.
func anyInt64() *rapid.Generator[int64] {
	return rapid.OneOf(
		rapid.Int64(),
		rapid.Int64Range(-3, 3),
		rapid.Int64Range(math.MaxInt64-Q, math.MaxInt64),
		rapid.Int64Range(math.MinInt64, math.MinInt64+Q),
		rapid.SampledFrom([]int64{math.MinInt64, math.MinInt64 + 1, math.MaxInt64, 1 << 62, -1 << 62, 1 << 32}),
	)
}

func TestArithmeticAgreesWithBigIntegers(t *testing.T) {
	operations := []struct {
		name  string
		exact func(z, x, y *big.Int) *big.Int
		ours  func(x, y int64) (Length, error)
	}{
		{"Add", (*big.Int).Add, func(x, y int64) (Length, error) { return Add(Length(x), Length(y)) }},
		{"Sub", (*big.Int).Sub, func(x, y int64) (Length, error) { return Sub(Length(x), Length(y)) }},
		{"Mul", (*big.Int).Mul, func(x, y int64) (Length, error) { return Mul(Length(x), y) }},
	}
	edges := []int64{math.MinInt64, math.MinInt64 + 1, -1, 0, 1, 2, math.MaxInt64 - 1, math.MaxInt64}
	for _, op := range operations {
		t.Run(op.name, rapid.MakeCheck(func(t *rapid.T) {
			x, y := anyInt64().Draw(t, "x"), anyInt64().Draw(t, "y")
			got, err := op.ours(x, y)
			checkResult(t, op.exact(new(big.Int), big.NewInt(x), big.NewInt(y)), got, err)
		}))
		for _, x := range edges {
			for _, y := range edges {
				want := op.exact(new(big.Int), big.NewInt(x), big.NewInt(y))
				got, err := op.ours(x, y)
				if want.IsInt64() != (err == nil) || err == nil && int64(got) != want.Int64() {
					t.Errorf("%s(%d, %d) = %d, %v; want %v", op.name, x, y, got, err, want)
				}
			}
		}
	}
}

func TestCoefficientsOfAnyLength(t *testing.T) {
	check := func(t interface{ Fatalf(string, ...any) }, l Length) {
		a, b := l.Coefficients()
		if encode(a, b).Cmp(big.NewInt(int64(l))) != 0 {
			t.Fatalf("%d has the coefficients %d and %d, which make %v", int64(l), a, b, encode(a, b))
		}
		back, err := New(a, b)
		if err != nil || back != l {
			t.Fatalf("New(%d, %d) = %d, %v; want %d", a, b, int64(back), err, int64(l))
		}
		otherA, otherB := a+P, b-Q
		if b < 0 {
			otherA, otherB = a-P, b+Q
		}
		if steps := otherA >= 0 && otherB >= 0; steps || (a < 0 || b < 0) && max(b, -b) > max(otherB, -otherB) {
			t.Fatalf("%d: got %d and %d, but %d and %d is the better pair", int64(l), a, b, otherA, otherB)
		}
	}
	for _, l := range []Length{0, 1, -1, One, Root2, -One, -Root2, Max, math.MinInt64, math.MinInt64 + Q, MaxExact, MaxExact + 1, -MaxExact} {
		check(t, l)
	}
	rapid.Check(t, func(t *rapid.T) { check(t, Length(anyInt64().Draw(t, "l"))) })
}

func TestCoefficientsOfDifferences(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.Int64Range(-Q/2+1, Q/2-1).Draw(t, "b")
		// With a >= P and b < 0 there is a sum of steps that is the same integer.
		a := rapid.Int64Range(-8e9, P-1).Draw(t, "a")
		if gotA, gotB := mustNew(t, a, b).Coefficients(); gotA != a || gotB != b {
			t.Fatalf("New(%d, %d) has the coefficients %d and %d", a, b, gotA, gotB)
		}
	})
	// Of two pairs with equal |b| it is the one with b > 0.
	if a, b := mustNew(t, -1, Q/2).Coefficients(); a != -1 || b != Q/2 {
		t.Errorf("New(-1, Q/2) has the coefficients %d and %d", a, b)
	}
}
