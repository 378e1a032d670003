package grid_test

import (
	"cmp"
	"math"
	"math/big"
	"reflect"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"pgregory.net/rapid"
)

func TestParseWeight(t *testing.T) {
	for _, c := range []struct {
		text string
		want grid.Weight
	}{
		{"0", grid.WholeWeight(0)},
		{"-0", grid.WholeWeight(0)},
		{"+0", grid.WholeWeight(0)},
		{"-0.000000", grid.WholeWeight(0)},
		{"-.0", grid.WholeWeight(0)},
		{"0.0000000000", grid.WholeWeight(0)},
		{"1", grid.WholeWeight(1)},
		{"+1", grid.WholeWeight(1)},
		{"1.", grid.WholeWeight(1)},
		{"01.50", grid.Millionths(1_500_000)},
		{"2.5", grid.Millionths(2_500_000)},
		{".5", grid.Millionths(500_000)},
		{"0.25", grid.Millionths(250_000)},
		{"0.000001", grid.Millionths(1)},
		{"0.0000010", grid.Millionths(1)},
		{"9223372036854.775807", grid.MaxWeight},
		{"00000000000000000000000000001", grid.WholeWeight(1)},
	} {
		if got, blocked, err := grid.ParseWeight(c.text); err != nil || blocked || got != c.want {
			t.Errorf("ParseWeight(%q) = %v, %t, %v; want %v", c.text, got, blocked, err, c.want)
		}
	}
}

func TestInfiniteWeightsBlock(t *testing.T) {
	for _, text := range []string{"inf", "Inf", "+Inf", "+inf", "INF", "infinity", "+Infinity"} {
		if w, blocked, err := grid.ParseWeight(text); err != nil || !blocked || w != (grid.Weight{}) {
			t.Errorf("ParseWeight(%q) = %v, %t, %v; want blocked", text, w, blocked, err)
		}
	}
}

func TestParseWeightRefuses(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"NaN", "not a number"},
		{"nan", "not a number"},
		{"-NaN", "not a number"},
		{"+nan", "not a number"},
		{"-1", "negative"},
		{"-0.000001", "negative"},
		{"-.5", "negative"},
		{"-9223372036854.775807", "negative"},
		{"-inf", "not a decimal"},
		{"-Infinity", "not a decimal"},
		{"1.1234567", "7 digits after the point; at most 6"},
		{"0.0000001", "7 digits"},
		{"-0.0000001", "7 digits"},
		{"9223372036854.775808", "too large; the largest is 9223372036854.775807"},
		{"9223372036855", "too large"},
		{"100000000000000000000", "too large"},
		{"1e3", "not a decimal"},
		{"", "not a decimal"},
		{".", "not a decimal"},
		{"-", "not a decimal"},
		{"+", "not a decimal"},
		{"-.", "not a decimal"},
		{"+-1", "not a decimal"},
		{"-+1", "not a decimal"},
		{"--1", "not a decimal"},
		{"1.2.3", "not a decimal"},
		{"1,5", "not a decimal"},
		{" 1", "not a decimal"},
		{"1 ", "not a decimal"},
		{"0x10", "not a decimal"},
		{"1_000", "not a decimal"},
		{"१", "not a decimal"},
		{"1.-5", "not a decimal"},
		{"x", "not a decimal"},
		{"infinite", "not a decimal"},
	} {
		w, blocked, err := grid.ParseWeight(c.text)
		if err == nil || w != (grid.Weight{}) || blocked {
			t.Errorf("ParseWeight(%q) = %v, %t, %v; want an error", c.text, w, blocked, err)
		} else if !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), `"`+c.text+`"`) {
			t.Errorf("ParseWeight(%q): error %q; want one that quotes the text and says %q", c.text, err, c.want)
		}
	}
}

func TestWeightPrintsWhatItIs(t *testing.T) {
	for _, c := range []struct {
		w    grid.Weight
		want string
	}{
		{grid.Weight{}, "1"},
		{grid.WholeWeight(0), "0"},
		{grid.Millionths(1), "0.000001"},
		{grid.Millionths(-1), "-0.000001"},
		{grid.Millionths(2_500_000), "2.5"},
		{grid.WholeWeight(10), "10"},
		{grid.MaxWeight, "9223372036854.775807"},
		{grid.Millionths(-1_500_000), "-1.5"},
		{grid.WholeWeight(-3), "-3"},
		{grid.Blocked, "blocked"},
		{grid.WholeWeight(9_223_372_036_854), "9223372036854"},
		{grid.WholeWeight(9_223_372_036_855), "out of range"},
		{grid.WholeWeight(-9_223_372_036_853), "-9223372036853"},
		{grid.WholeWeight(-9_223_372_036_855), "out of range"},
		{grid.Millionths(math.MinInt64 + 1_000_001), "out of range"},
		{grid.Millionths(math.MinInt64 + 1_000_002), "-9223372036853.775806"},
		{grid.Millionths(math.MinInt64), "out of range"},
	} {
		if got := c.w.String(); got != c.want {
			t.Errorf("%d millionths print as %q, want %q", c.w.Millionths(), got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		w := grid.Millionths(rapid.Int64Range(0, math.MaxInt64).Draw(t, "millionths"))
		if back, blocked, err := grid.ParseWeight(w.String()); err != nil || blocked || back != w {
			t.Fatalf("%q reads as %v, %t, %v", w, back, blocked, err)
		}
	})
}

// A weight of 5 is five, whoever writes it down: a bare constant, which was taken
// for millionths, does not compile, as no constant is a struct.
func TestAWeightIsNoInteger(t *testing.T) {
	if kind := reflect.TypeFor[grid.Weight]().Kind(); kind != reflect.Struct {
		t.Errorf("a Weight is a %v, so a bare constant would be one", kind)
	}
	if w := grid.WholeWeight(5); w != grid.Millionths(5_000_000) || w.Millionths() != 5_000_000 {
		t.Errorf("WholeWeight(5) is %v, %d millionths", w, w.Millionths())
	}
}

func TestWeightsCompareAsNumbers(t *testing.T) {
	rising := []grid.Weight{
		grid.Blocked, grid.WholeWeight(-2), grid.Millionths(-1), grid.WholeWeight(0), grid.Millionths(1),
		{},
		grid.Millionths(1_000_001),
		grid.WholeWeight(7), grid.MaxWeight,
	}
	for i, v := range rising {
		for j, w := range rising {
			if got, want := v.Compare(w), cmp.Compare(i, j); got != want {
				t.Errorf("%v compared with %v gives %d, want %d", v, w, got, want)
			}
		}
	}
}

func FuzzParseWeight(f *testing.F) {
	for _, text := range []string{"2.5", "-0", "+Inf", "NaN", "1e3", "", ".", "-", "+-1", "9223372036854.775808", "0.1234567"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		w, blocked, err := grid.ParseWeight(text)
		if err != nil || blocked {
			if w != (grid.Weight{}) || err != nil && blocked {
				t.Errorf("ParseWeight(%q) = %v, %t, %v", text, w, blocked, err)
			}
			return
		}
		exact, ok := new(big.Rat).SetString(text)
		if !ok || exact.Cmp(big.NewRat(w.Millionths(), 1_000_000)) != 0 || w.Millionths() < 0 {
			t.Errorf("ParseWeight(%q) = %v, but it is %v", text, w, exact)
		}
		if back, blocked, err := grid.ParseWeight(w.String()); err != nil || blocked || back != w {
			t.Errorf("ParseWeight(%q) prints as %q, which reads as %v, %t, %v", text, w, back, blocked, err)
		}
	})
}
