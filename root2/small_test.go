package root2

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func TestSmallConstants(t *testing.T) {
	if pell := int64(SmallP)*SmallP - 2*int64(SmallQ)*SmallQ; pell != -1 {
		t.Errorf("SmallP² − 2·SmallQ² = %d, want −1", pell)
	}
	if want := new(big.Int).ModInverse(big.NewInt(SmallP), big.NewInt(SmallQ)); want.Int64() != smallInverse {
		t.Errorf("smallInverse = %d, want %v", smallInverse, want)
	}
	if want := int64(SmallP)*SmallQ - 1; want != int64(SmallMaxExact) || want > math.MaxUint32 {
		t.Errorf("SmallMaxExact = %d, want %d", SmallMaxExact, want)
	}
}

// smallSteps draws the numbers of steps of a Small up to SmallMaxExact.
func smallSteps() *rapid.Generator[[2]int64] {
	return rapid.Custom(func(t *rapid.T) [2]int64 {
		b := rapid.Int64Range(0, SmallQ-1).Draw(t, "b")
		a := rapid.Int64Range(0, (int64(SmallMaxExact)-b*SmallP)/SmallQ).Draw(t, "a")
		return [2]int64{a, b}
	})
}

func TestSmallIsTheSameLength(t *testing.T) {
	check := func(t interface{ Fatalf(string, ...any) }, a, b int64) {
		small := Small(a*SmallQ + b*SmallP)
		if got, want := small.Length(), mustNew(t, a, b); got != want {
			t.Fatalf("%d as a Length is %v, want %v", small, got, want)
		}
	}
	for _, c := range [][2]int64{{0, 0}, {1, 0}, {0, 1}, {SmallP - 1, 0}, {0, SmallQ - 1}, {6, 5}} {
		check(t, c[0], c[1])
	}
	rapid.Check(t, func(t *rapid.T) {
		c := smallSteps().Draw(t, "steps")
		check(t, c[0], c[1])
	})
}

func TestSmallsCompareExactly(t *testing.T) {
	compare := func(t interface{ Fatalf(string, ...any) }, x, y [2]int64) {
		l, r := x[0]*SmallQ+x[1]*SmallP, y[0]*SmallQ+y[1]*SmallP
		if got, want := sign(l-r), exactSign(x[0]-y[0], x[1]-y[1]); got != want {
			t.Fatalf("%v against %v: %d, want %d", x, y, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		compare(t, smallSteps().Draw(t, "x"), smallSteps().Draw(t, "y"))
	})
	// The nearest that a straight path comes to a diagonal one, for every number
	// of diagonals below the bound.
	for b := int64(1); b < SmallQ; b++ {
		a := floorRoot2(b)
		compare(t, [2]int64{a, 0}, [2]int64{0, b})
		compare(t, [2]int64{a + 1, 0}, [2]int64{0, b})
	}
	// At the bound the integers are equal and the numbers are not.
	if exactSign(SmallP, -SmallQ) != -1 {
		t.Error("SmallP straight steps are not shorter than SmallQ diagonal ones")
	}
}
