package root2

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestString(t *testing.T) {
	for _, c := range []struct {
		a, b int64
		want string
	}{
		{6, 5, "6+5√2"},
		{13, 0, "13"},
		{0, 2, "2√2"},
		{0, 1, "√2"},
		{0, -1, "-√2"},
		{0, 0, "0"},
		{1, 1, "1+√2"},
		{1, -1, "1-√2"},
		{-1, 1, "-1+√2"},
		{-3, -4, "-3-4√2"},
		{46341, -32768, "46341-32768√2"},
	} {
		if got := mustNew(t, c.a, c.b).String(); got != c.want {
			t.Errorf("New(%d, %d) prints as %q, want %q", c.a, c.b, got, c.want)
		}
	}
}

func TestParse(t *testing.T) {
	for _, c := range []struct {
		text string
		a, b int64
	}{
		{"0", 0, 0},
		{"13", 13, 0},
		{"+13", 13, 0},
		{"-13", -13, 0},
		{"007", 7, 0},
		{"√2", 0, 1},
		{"1√2", 0, 1},
		{"+√2", 0, 1},
		{"-√2", 0, -1},
		{"0√2", 0, 0},
		{"-0√2", 0, 0},
		{"6+5√2", 6, 5},
		{"6-5√2", 6, -5},
		{"6+√2", 6, 1},
		{"6-√2", 6, -1},
		{"-6-5√2", -6, -5},
		{"+6+5√2", 6, 5},
		{"46341−32768√2", 46341, -32768},
		{"−2√2", 0, -2},
	} {
		if got, err := Parse(c.text); err != nil || got != mustNew(t, c.a, c.b) {
			t.Errorf("Parse(%q) = %v, %v; want %d + %d√2", c.text, got, err, c.a, c.b)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	malformed := []string{
		"", "+", "-", "x", "1.5", "1e3", "0x10", "1_000", " 1", "1 ", "1 + √2", "6+5", "6+", "+-1", "--1",
		"+-√2", "5+-3√2", "√2+1", "√2√2", "√3", "5√2√2", "x√2", "6+x√2", "x+5√2", "6+5√", "−", "∞", "٣",
	}
	for _, text := range malformed {
		l, err := Parse(text)
		if err == nil || l != 0 || errors.Is(err, ErrOverflow) {
			t.Errorf("Parse(%q) = %v, %v; want an error about its form", text, l, err)
		} else if !strings.Contains(err.Error(), fmt.Sprintf("%q", text)) && text != "" || !strings.Contains(err.Error(), "43+17√2") {
			t.Errorf("Parse(%q): the error %q does not quote the text or show a right one", text, err)
		}
	}
	tooLarge := []string{
		"9223372036854775808", "16975331921", "-16975331921", "543339720√2", "-543339720√2",
		"16975331920+543339719√2", "1+99999999999999999999√2", "99999999999999999999+√2",
	}
	for _, text := range tooLarge {
		if l, err := Parse(text); l != 0 || !errors.Is(err, ErrOverflow) || !strings.Contains(err.Error(), text) {
			t.Errorf("Parse(%q) = %v, %v; want ErrOverflow with the text", text, l, err)
		}
	}
}

func TestParseIsTheInverseOfString(t *testing.T) {
	check := func(t interface{ Fatalf(string, ...any) }, l Length) {
		if back, err := Parse(l.String()); err != nil || back != l {
			t.Fatalf("Parse(%q) = %d, %v; want %d", l.String(), int64(back), err, int64(l))
		}
	}
	check(t, Max)
	check(t, math.MinInt64)
	rapid.Check(t, func(t *rapid.T) { check(t, Length(anyInt64().Draw(t, "l"))) })
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"6+5√2", "-√2", "46341−32768√2", "16975331920", "", "5+-3√2", "768398401-√2"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := Parse(text)
		if err != nil {
			if l != 0 {
				t.Errorf("Parse(%q) gives %d with the error %v", text, int64(l), err)
			}
			return
		}
		if back, err := Parse(l.String()); err != nil || back != l {
			t.Errorf("Parse(%q) prints as %q, which reads as %d, %v; want %d", text, l.String(), int64(back), err, int64(l))
		}
	})
}

// scales returns every scale that Format and Decimal take.
func scales() (list []int64) {
	for ten := int64(1); ; ten *= 10 {
		list = append(list, ten, 2*ten)
		if ten == 1e18 {
			return list
		}
	}
}

func TestDecimalIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := anyInt64().Draw(t, "n")
		scale := rapid.SampledFrom(scales()).Draw(t, "scale")
		text := Decimal(n, scale)
		got, ok := new(big.Rat).SetString(text)
		if !ok || got.Cmp(big.NewRat(n, scale)) != 0 {
			t.Fatalf("Decimal(%d, %d) = %q", n, scale, text)
		}
		if whole, fraction, found := strings.Cut(text, "."); found && (fraction == "" || strings.HasSuffix(fraction, "0")) || whole == "" || whole == "-" {
			t.Fatalf("Decimal(%d, %d) = %q is not in shortest form", n, scale, text)
		}
	})
	for _, c := range []struct {
		n, scale int64
		want     string
	}{
		{0, 1, "0"},
		{0, 1e6, "0"},
		{25, 10, "2.5"},
		{1, 2, "0.5"},
		{-1, 2, "-0.5"},
		{3, 20, "0.15"},
		{1, 20, "0.05"},
		{-25, 10, "-2.5"},
		{100, 10, "10"},
		{1, 1e6, "0.000001"},
		{1, 2e6, "0.0000005"},
		{math.MinInt64, 1, "-9223372036854775808"},
		{math.MinInt64, 2e18, "-4.611686018427387904"},
	} {
		if got := Decimal(c.n, c.scale); got != c.want {
			t.Errorf("Decimal(%d, %d) = %q, want %q", c.n, c.scale, got, c.want)
		}
	}
}

func TestDecimalPanicsAtOtherScales(t *testing.T) {
	for _, scale := range []int64{0, -1, -10, 3, 4, 5, 15, 30, 50, 1e18 + 1, 5e18, math.MaxInt64, math.MinInt64} {
		func() {
			defer func() {
				if message, _ := recover().(string); !strings.HasPrefix(message, "root2: scale") {
					t.Errorf("Decimal(1, %d) panics with %q, want a message about the scale", scale, message)
				}
			}()
			Decimal(1, scale)
		}()
	}
}

func TestFormat(t *testing.T) {
	for _, c := range []struct {
		a, b, scale int64
		want        string
	}{
		{25, 0, 10, "2.5"},
		{25, 10, 10, "2.5+√2"},
		{25, -10, 10, "2.5-√2"},
		{0, 5, 10, "0.5√2"},
		{0, -5, 10, "-0.5√2"},
		{3, 1, 2, "1.5+0.5√2"},
		{7, 3, 1, "7+3√2"},
		{0, 0, 1e6, "0"},
		{1, 1, 2e6, "0.0000005+0.0000005√2"},
		{-15, 20, 10, "-1.5+2√2"},
	} {
		if got := mustNew(t, c.a, c.b).Format(c.scale); got != c.want {
			t.Errorf("(%d + %d√2)/%d prints as %q, want %q", c.a, c.b, c.scale, got, c.want)
		}
	}
	// What is printed is made of the coefficients' own decimals.
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.Int64Range(1, 1e9).Draw(t, "a")
		b := rapid.Int64Range(1, Q-1).Draw(t, "b")
		scale := rapid.SampledFrom(scales()[:14]).Draw(t, "scale")
		got := mustNew(t, a, b).Format(scale)
		straight, diagonal, _ := strings.Cut(strings.TrimSuffix(got, "√2"), "+")
		if diagonal == "" {
			diagonal = "1"
		}
		x, ok1 := new(big.Rat).SetString(straight)
		y, ok2 := new(big.Rat).SetString(diagonal)
		if !ok1 || !ok2 || x.Cmp(big.NewRat(a, scale)) != 0 || y.Cmp(big.NewRat(b, scale)) != 0 {
			t.Fatalf("(%d + %d√2)/%d prints as %q", a, b, scale, got)
		}
	})
}
