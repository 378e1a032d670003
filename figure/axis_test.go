package figure

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func tickTexts(s scale) string {
	var all []string
	for _, t := range s.ticks(func(text string) float64 { return float64(8 * len(text)) }) {
		all = append(all, t.text)
	}
	return strings.Join(all, " ")
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		axis   Axis
		values []float64
		want   string
	}{
		{Axis{}, []float64{0, 10}, "0 1 2 3 4 5 6 7 8 9 10"},
		{Axis{}, []float64{0, 1207}, "0 200 400 600 800 1,000 1,200 1,400"},
		{Axis{}, []float64{95, 100}, "95 96 97 98 99 100"},
		{Axis{}, []float64{-3, 4}, "−4 −3 −2 −1 0 1 2 3 4"},
		{Axis{}, []float64{-10, -1}, "−10 −8 −6 −4 −2 0"},
		{Axis{}, []float64{0, 123_959_136}, "0 20M 40M 60M 80M 100M 120M 140M"},
		{Axis{}, []float64{0.001, 0.004}, "0 0.001 0.002 0.003 0.004"},
		{Axis{}, []float64{42}, "25 30 35 40 45 50 55 60"},
		{Axis{}, []float64{0}, "0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1.0"},
		{Axis{}, nil, "0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1.0"},
		{Axis{Percent: true}, []float64{0.3}, "0% 20% 40% 60% 80% 100%"},
		{Axis{Log: true}, []float64{1, 1000}, "1 10 100 1,000"},
		{Axis{Log: true}, []float64{3, 40}, "2 5 10 20 50"},
		{Axis{Log: true}, []float64{0, 5, 500}, "1 10 100 1,000 0"},
		{Axis{Log: true}, []float64{100}, "50 100 200"},
		{Axis{Log: true}, []float64{1e-9, 1e12}, " 1e-8    0.0001    1    10k    100M    1e+12"},
	} {
		s := newScale(c.axis, c.values, 0, 300, 1)
		if got := tickTexts(s); got != c.want {
			t.Errorf("%+v of %v: got %q, want %q", c.axis, c.values, got, c.want)
		}
	}
}

// A linear axis holds its values, its marks are a step of 1, 2 or 5 times a
// power of ten apart, and their numbers do not overlap.
func TestLinearTicks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.OneOf(rapid.Float64Range(-1e6, 1e6), rapid.Float64Range(0, 1), rapid.Float64Range(-1e290, 1e290),
			rapid.Map(rapid.IntRange(-1000, 1000), func(i int) float64 { return float64(i) }))
		values := rapid.SliceOfN(number, 1, 5).Draw(t, "values")
		s := newScale(Axis{}, values, 0, 500, 1)
		for _, v := range values {
			if at := s.at(v); at < -0.01 || at > 500.01 {
				t.Fatalf("%v lies at %v, outside the axis from %v to %v", v, at, s.from, s.to)
			}
		}
		room := func(text string) float64 { return float64(7 * len(text)) }
		ticks := s.ticks(room)
		if len(ticks) < 1 || len(ticks) > 12 {
			t.Fatalf("%d marks", len(ticks))
		}
		for i := 1; i < len(ticks); i++ {
			apart := ticks[i].at - ticks[i-1].at
			if len(ticks) > 2 && apart < room(ticks[i].text)-0.01 {
				t.Fatalf("the numbers %q are %v apart", ticks[i].text, apart)
			}
			step := apart / 500 * (s.to - s.from)
			lead := step / math.Pow(10, math.Floor(math.Log10(step)+1e-6))
			if d := min(math.Abs(lead-1), math.Abs(lead-2), math.Abs(lead-5), math.Abs(lead-10)); d > 1e-3 {
				t.Fatalf("marks are %v apart", step)
			}
		}
	})
}

func TestLogTicks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.Map(rapid.Float64Range(-200, 200), func(e float64) float64 { return math.Pow(10, e) })
		values := rapid.SliceOfN(number, 1, 5).Draw(t, "values")
		s := newScale(Axis{Log: true}, values, 0, 500, 1)
		for _, v := range values {
			if at := s.at(v); at < -0.01 || at > 500.01 {
				t.Fatalf("%v lies at %v, outside the axis from 10^%v to 10^%v", v, at, s.from, s.to)
			}
		}
		named := 0
		for _, tick := range s.ticks(func(text string) float64 { return float64(7 * len(text)) }) {
			if tick.at < -0.01 || tick.at > 500.01 {
				t.Fatalf("the mark %q lies at %v", tick.text, tick.at)
			}
			if tick.text != "" {
				named++
			}
		}
		if named < 1 || named > 30 {
			t.Fatalf("%d numbers from 10^%v to 10^%v", named, s.from, s.to)
		}
	})
}
