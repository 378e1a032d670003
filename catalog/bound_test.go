package catalog

import (
	"encoding/json"
	"math/big"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/internal/asciigrid"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/search"
	"pgregory.net/rapid"
)

// boundCosts returns the uniform costs of a map of one cell.
func boundCosts(t testing.TB) *grid.Costs {
	t.Helper()
	costs, err := grid.NewCosts(asciigrid.Parse(t, ".").Map, grid.Rule{}, grid.Uniform)
	if err != nil {
		t.Fatal(err)
	}
	return costs
}

// A cost divided by a weight was told by two coefficients that cancel, and their sum
// in floating point: 0.79999998 for 4/5.
func TestBoundsDividedByAWeightAreDecimals(t *testing.T) {
	costs := boundCosts(t)
	for _, c := range []struct {
		f    root2.Length // ⌈f/w⌉ is the bound
		w    search.Ratio
		want DocumentLength
	}{
		{4 * root2.One, search.Ratio{Num: 5, Den: 1}, DocumentLength{"0.8", "0.8", "0", 0.8}},
		{4 * root2.One, search.Ratio{Num: 3, Den: 2}, DocumentLength{"2.666666", "2.666666", "0", 2.666666}},
		{36 * root2.One, search.Ratio{Num: 5, Den: 4}, DocumentLength{"28.8", "28.8", "0", 28.8}},
		{6 * root2.One, search.Ratio{Num: 3, Den: 2}, DocumentLength{"4", "4", "0", 4}},
		{3*root2.One + 7*root2.Root2, search.Ratio{Num: 5, Den: 2}, DocumentLength{"1.2+2.8√2", "1.2", "2.8", 5.1597979746446665}},
		{13 * root2.Root2, search.Ratio{Num: 1, Den: 1}, DocumentLength{"13√2", "0", "13", 18.384776310850235}},
		{5 * root2.One, search.Ratio{}, DocumentLength{"5", "5", "0", 5}},
	} {
		num, den := big.NewInt(max(c.w.Num, 1)), big.NewInt(max(c.w.Den, 1))
		l := new(big.Int).Mul(big.NewInt(int64(c.f)), den)
		l.Add(l, num).Sub(l, big.NewInt(1)).Quo(l, num)
		if got := *BoundOf(costs, root2.Length(l.Int64()), c.w); got != c.want {
			t.Errorf("%v divided by %v is %+v, want %+v", c.f, c.w, got, c.want)
		}
	}
}

// Whatever length is divided by whatever weight: what is printed is no more than
// it, by less than a millionth of each coefficient.
func TestBoundsStayLowerBounds(t *testing.T) {
	costs := boundCosts(t)
	rapid.Check(t, func(t *rapid.T) {
		g := root2.Length(rapid.Int64Range(0, 3000).Draw(t, "g straight"))*root2.One + root2.Length(rapid.Int64Range(0, 3000).Draw(t, "g diagonal"))*root2.Root2
		h := root2.Length(rapid.Int64Range(0, 3000).Draw(t, "h straight"))*root2.One + root2.Length(rapid.Int64Range(0, 3000).Draw(t, "h diagonal"))*root2.Root2
		w := rapid.SampledFrom([]search.Ratio{{Num: 3, Den: 2}, {Num: 5, Den: 1}, {Num: 11, Den: 10}, {Num: 7, Den: 3}, {Num: 101, Den: 100}}).Draw(t, "w")
		f := int64(g) + int64(h)*w.Num/w.Den
		bound := root2.Length((f*w.Den + w.Num - 1) / w.Num)
		got := BoundOf(costs, bound, w)
		// The truth, (den·g + num·h)/num, in its two coefficients.
		ga, gb := g.Coefficients()
		ha, hb := h.Coefficients()
		for i, want := range [2]int64{w.Den*ga + w.Num*ha, w.Den*gb + w.Num*hb} {
			shown, ok := new(big.Rat).SetString(string([]json.Number{got.Straight, got.Diagonal}[i]))
			if !ok {
				t.Fatalf("%+v has a coefficient that is no decimal", got)
			}
			short := new(big.Rat).Sub(big.NewRat(want, w.Num), shown)
			if short.Sign() < 0 || short.Cmp(big.NewRat(1, 1_000_000)) >= 0 {
				t.Fatalf("(%v + %v·%v)/%v is shown as %+v", g, w, h, w, got)
			}
		}
	})
}
