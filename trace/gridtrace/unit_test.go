package gridtrace_test

import (
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/root2"
	"github.com/astrolabe-search/astrolabe/trace"
	"github.com/astrolabe-search/astrolabe/trace/gridtrace"
)

// TestUnits reads costs as lengths where there is a cost model, else as plain numbers.
func TestUnits(t *testing.T) {
	m, err := grid.FromKinds(1, 1, []grid.Kind{{Symbol: '.'}}, []uint8{0})
	if err != nil {
		t.Fatal(err)
	}
	costs, err := grid.NewCosts(m, grid.Rule{}, grid.Uniform)
	if err != nil {
		t.Fatal(err)
	}
	option := func(pairs ...string) trace.Header {
		var h trace.Header
		for i := 0; i < len(pairs); i += 2 {
			h.Options = append(h.Options, trace.Option{Key: pairs[i], Value: pairs[i+1]})
		}
		return h
	}
	for _, c := range []struct {
		header trace.Header
		cost   root2.Length
		text   string
		value  float64
	}{
		{option("cost", "uniform", "scale", "1"), 3 * root2.Q, "3", 3},
		{option("scale", "1"), 3, "3", 3},
		{option(), 3, "3", 3},
		{option("scale", "1000"), 2500, "2.5", 2.5},
	} {
		u, err := gridtrace.UnitOf(c.header, costs)
		if err != nil {
			t.Fatal(err)
		}
		if d := u.Document(c.cost); u.Format(c.cost) != c.text || u.Float64(c.cost) != c.value || d.Text != c.text || d.Value != c.value || string(d.Straight) != c.text {
			t.Errorf("%v: %s, %v, %+v", c.header.Options, u.Format(c.cost), u.Float64(c.cost), d)
		}
	}
	for _, scale := range []string{"0", "-1", "7", "20", "ten", ""} {
		if _, err := gridtrace.UnitOf(option("scale", scale), costs); err == nil {
			t.Errorf("the scale %q is none", scale)
		}
	}
}
