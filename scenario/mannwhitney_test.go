package scenario

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestMannWhitneyByHand(t *testing.T) {
	for _, test := range []struct {
		x, y []float64
		want float64
	}{
		{nil, []float64{1}, 1},
		{[]float64{1}, nil, 1},
		{[]float64{1}, []float64{2}, 1}, // either order is as extreme
		{[]float64{1, 2}, []float64{3, 4}, 2.0 / 6},
		{[]float64{1, 2, 3}, []float64{4, 5, 6}, 2.0 / 20},
		{[]float64{1, 2, 3, 4}, []float64{8, 7, 6, 5}, 2.0 / 70},
		{[]float64{5, 6, 7, 8, 9}, []float64{4, 3, 2, 1, 0}, 2.0 / 252},
		// Rank sums of 3 of 6 from 6 to 15: 7 and 14 have one way each, and 6 and
		// 15; 1, 2 and 4 make 7.
		{[]float64{1, 2, 4}, []float64{3, 5, 6}, 4.0 / 20},
		// U = 8 of 16: the middle.
		{[]float64{1, 4, 5, 8}, []float64{2, 3, 6, 7}, 1},
		{[]float64{3, 3, 3}, []float64{3, 3, 3, 3}, 1},
		// Ranks 1.5 1.5 3 4: sums of two are 3, 4.5 (twice), 5.5 (twice), 7.
		{[]float64{1, 1}, []float64{2, 3}, 2.0 / 6},
		{[]float64{1, 2}, []float64{1, 3}, 1},
	} {
		for _, got := range []float64{MannWhitney(test.x, test.y), MannWhitney(test.y, test.x)} {
			if math.Abs(got-test.want) > 1e-12 {
				t.Errorf("MannWhitney(%v, %v) = %v, want %v", test.x, test.y, got, test.want)
			}
		}
	}
}

// bruteP is the p-value by looking at every arrangement, with U counted pair by
// pair.
func bruteP(x, y []float64) float64 {
	values := slices.Concat(x, y)
	twiceU := func(set uint) int {
		u := 0
		for i, a := range values {
			for j, b := range values {
				if set>>i&1 == 1 && set>>j&1 == 0 {
					switch {
					case a > b:
						u += 2
					case a == b:
						u++
					}
				}
			}
		}
		return u
	}
	off := func(u int) int { return max(u-len(x)*len(y), len(x)*len(y)-u) }
	observed := off(twiceU(1<<len(x) - 1))
	all, extreme := 0, 0
	for set := range uint(1) << len(values) {
		if bits.OnesCount(set) != len(x) {
			continue
		}
		all++
		if off(twiceU(set)) >= observed {
			extreme++
		}
	}
	return float64(extreme) / float64(all)
}

func TestMannWhitneyAgainstAllArrangements(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		values := make([]float64, 2+random.IntN(9))
		most := 1 + random.IntN(20) // few values make ties
		for i := range values {
			values[i] = float64(random.IntN(most))
		}
		n := 1 + random.IntN(len(values)-1)
		x, y := values[:n], values[n:]
		if got, want := MannWhitney(x, y), bruteP(x, y); math.Abs(got-want) > 1e-12 {
			t.Errorf("MannWhitney(%v, %v) = %v, want %v", x, y, got, want)
		}
	}
}

func TestMannWhitneyKeepsItsSamples(t *testing.T) {
	x, y := []float64{3, 1, 2}, []float64{9, 7, 8}
	MannWhitney(x, y)
	if !slices.Equal(x, []float64{3, 1, 2}) || !slices.Equal(y, []float64{9, 7, 8}) {
		t.Errorf("the samples became %v and %v", x, y)
	}
}

// Where the exact count ends the approximation takes over without a jump.
func TestNormalApproximation(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, shift := range []float64{0, 5, 10, 20} {
		for _, scale := range []float64{100, 8} { // distinct values, and ties
			x, y := make([]float64, 25), make([]float64, 25)
			for i := range x {
				x[i] = math.Floor(random.Float64() * 30 * scale)
				y[i] = math.Floor((random.Float64()*30 + shift) * scale)
			}
			ranks, ties := doubledRanks(x, y)
			sum := 0
			for _, r := range ranks[:25] {
				sum += r
			}
			exact, normal := exactP(ranks, 25, sum), normalP(25, 25, sum, ties)
			if math.Abs(exact-normal) > 0.005 {
				t.Errorf("shift %v: exact %v, approximated %v", shift, exact, normal)
			}
		}
	}
	same := make([]float64, 40)
	if p := MannWhitney(same, same); p != 1 {
		t.Errorf("80 equal values: p = %v, want 1", p)
	}
	low, high := make([]float64, 30), make([]float64, 30)
	for i := range low {
		low[i], high[i] = float64(i), float64(100+i)
	}
	if p := MannWhitney(low, high); p > 1e-9 || p <= 0 {
		t.Errorf("two samples of 30 that do not overlap: p = %v", p)
	}
}
