package verify_test

import (
	"fmt"
	"testing"

	"github.com/astrolabe-search/astrolabe/grid"
	"github.com/astrolabe-search/astrolabe/verify"
)

// A lower bound may have six more digits than a cost. One that exceeds the optimum by
// less than any difference of two costs is refused like any other.
func TestLowerBoundsOfManyDigits(t *testing.T) {
	m, err := grid.FromStrings(".....")
	if err != nil {
		t.Fatal(err)
	}
	costs, err := grid.NewCosts(m, grid.Rule{}, grid.Uniform)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		straight, diagonal string
		readable, holds    bool
	}{
		{"4", "0", true, true},
		{"3.999999", "0", true, true},
		{"0.8", "0", true, true},
		{"3.998606", "0.000985", true, true},  // 4 − 9.996·10⁻⁷
		{"3.998607", "0.000985", true, false}, // 4 + 3.6·10⁻¹⁰
		{"4.000001", "0", true, false},
		{"0.8000001", "0", false, false}, // seven digits
		{"0", "543339720.5", false, false},
	} {
		text := fmt.Sprintf(`{"status":"limit","from":[0,0],"to":[4,0],"path":[],"lower_bound":{"straight":%s,"diagonal":%s},
			"options":{"moves":8,"cut_corners":"never","cost":"uniform"}}`, c.straight, c.diagonal)
		a, err := decode(costs, text)
		if (err == nil) != c.readable {
			t.Errorf("%s+%s√2: %v", c.straight, c.diagonal, err)
		}
		if err != nil {
			continue
		}
		if report, err := verify.Check(costs, a); err != nil || report.OK() != c.holds {
			t.Errorf("%s+%s√2: %v, %v; want it to hold: %t", c.straight, c.diagonal, report.Failure, err, c.holds)
		}
	}
}
