package grid

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Weight is a cell's weight, a decimal >= 0 with at most six digits after the
// point, held exactly in millionths. In the cost models it is the terrain
// that is added to a step or the factor that a step is multiplied by. The
// zero value is the weight 0, which is a weight like any other.
type Weight int64

const (
	// WeightOne is the weight 1.
	WeightOne Weight = 1_000_000
	// MaxWeight is the largest weight: 9,223,372,036,854.775807.
	MaxWeight Weight = math.MaxInt64
	// weightDigits is the number of digits after the point that a Weight holds.
	weightDigits = 6
)

// String returns the weight as a decimal without trailing zeros.
func (w Weight) String() string {
	sign := ""
	if w < 0 {
		sign = "-"
		w = -w
	}
	text := sign + strconv.FormatInt(int64(w/WeightOne), 10)
	fraction := fmt.Sprintf("%06d", int64(w%WeightOne))
	if fraction = strings.TrimRight(fraction, "0"); fraction != "" {
		text += "." + fraction
	}
	return text
}

// digits returns how many digits after the point the weight needs.
func (w Weight) digits() int {
	digits := weightDigits
	for digits > 0 && w%10 == 0 {
		w /= 10
		digits--
	}
	return digits
}

// ParseWeight reads a weight: a plain decimal such as "2", "0.25" or "-0"
// (which is 0), or an infinity ("inf", "+Inf", "infinity" in any case), for
// which blocked is true. NaN, negative weights, exponents, more than six
// digits after the point that are not zero, and weights above [MaxWeight] are
// errors that say so.
func ParseWeight(s string) (w Weight, blocked bool, err error) {
	switch strings.ToLower(s) {
	case "inf", "+inf", "infinity", "+infinity":
		return 0, true, nil
	case "nan", "+nan", "-nan":
		return 0, false, fmt.Errorf("weight %q is not a number; want a decimal >= 0 such as 2.5", s)
	}
	digits, negative := strings.CutPrefix(s, "-")
	if !negative {
		digits = strings.TrimPrefix(s, "+")
	}
	whole, fraction, _ := strings.Cut(digits, ".")
	if !isDigits(whole) || !isDigits(fraction) || whole+fraction == "" {
		return 0, false, fmt.Errorf("weight %q is not a decimal; want one >= 0 such as 2.5", s)
	}
	fraction = strings.TrimRight(fraction, "0")
	if len(fraction) > weightDigits {
		return 0, false, fmt.Errorf("weight %q has %d digits after the point; at most %d are held exactly", s, len(fraction), weightDigits)
	}
	fraction += strings.Repeat("0", weightDigits-len(fraction))
	n, err := strconv.ParseInt(whole+fraction, 10, 64)
	if err != nil {
		return 0, false, fmt.Errorf("weight %q is too large; the largest is %v", s, MaxWeight)
	}
	if negative && n != 0 {
		return 0, false, fmt.Errorf("weight %q is negative; want a decimal >= 0", s)
	}
	return Weight(n), false, nil
}

func isDigits(s string) bool {
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}
