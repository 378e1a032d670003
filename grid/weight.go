package grid

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Weight is a cell's weight, a decimal >= 0 with at most six digits after the
// point, held exactly. In the cost models it is the terrain that is added to a
// step or the factor that a step is multiplied by.
//
// The zero value is the weight 1, so that a weight left out of a [Kind] keeps
// a step's length under [Mul] and [Mean]. A weight of 0 has to be asked for:
// WholeWeight(0). Make a Weight with [WholeWeight], [Millionths] or
// [ParseWeight]; compare two with == or [Weight.Compare].
type Weight struct {
	// aboveOne is the weight in millionths, less that of the weight 1, or one
	// of the marks below. It is not a plain number of millionths, and not an
	// integer type, so that neither a missing weight nor a bare constant can
	// be taken for another weight than the one meant.
	aboveOne int64
}

const (
	// millionths is how many units of [Weight.Millionths] make the weight 1.
	millionths = 1_000_000
	// weightDigits is the number of digits after the point that a Weight holds.
	weightDigits = 6
	// largestWhole is the largest whole weight.
	largestWhole = math.MaxInt64 / millionths
)

// Values of Weight.aboveOne that stand for no weight; those of weights, of
// negative ones too, are larger.
const (
	markBlocked = math.MinInt64 + iota
	markOutOfRange
	leastAboveOne
)

var (
	// Blocked stands for a blocked cell among the weights given to [FromWeights].
	Blocked = Weight{markBlocked}
	// MaxWeight is the largest weight: 9,223,372,036,854.775807.
	MaxWeight = Millionths(math.MaxInt64)
)

// WholeWeight returns the weight n: WholeWeight(5) weighs five times as much
// as the zero value. The makers of maps refuse a negative weight and one that
// is above [MaxWeight].
func WholeWeight(n int64) Weight {
	if n > largestWhole || n < -largestWhole {
		return Weight{markOutOfRange}
	}
	return Millionths(n * millionths)
}

// Millionths returns the weight n/1,000,000: Millionths(2_500_000) is 2.5. The
// makers of maps refuse a negative one.
func Millionths(n int64) Weight {
	if n < leastAboveOne+millionths {
		return Weight{markOutOfRange}
	}
	return Weight{n - millionths}
}

// Millionths returns the weight in millionths, and −1 for [Blocked] and for what
// is out of range.
func (w Weight) Millionths() int64 {
	if w.aboveOne < leastAboveOne {
		return -1
	}
	return w.aboveOne + millionths
}

// Compare returns −1, 0 or +1 as w is less than v, equal to it or more. What is
// no weight, as [Blocked], is less than any weight.
func (w Weight) Compare(v Weight) int { return cmp.Compare(w.aboveOne, v.aboveOne) }

// String returns the weight as a decimal without trailing zeros, "blocked" for
// [Blocked] and "out of range" for what is.
func (w Weight) String() string {
	switch w.aboveOne {
	case markBlocked:
		return "blocked"
	case markOutOfRange:
		return "out of range"
	}
	n, sign := w.Millionths(), ""
	if n < 0 {
		n, sign = -n, "-"
	}
	text := sign + strconv.FormatInt(n/millionths, 10)
	fraction := fmt.Sprintf("%06d", n%millionths)
	if fraction = strings.TrimRight(fraction, "0"); fraction != "" {
		text += "." + fraction
	}
	return text
}

// digits returns how many digits after the point the weight needs.
func (w Weight) digits() int {
	digits := weightDigits
	for n := w.Millionths(); digits > 0 && n%10 == 0; n /= 10 {
		digits--
	}
	return digits
}

// problem returns what is wrong with the weight of an open cell, or "".
func (w Weight) problem() string {
	switch {
	case w == Blocked:
		return "has the weight Blocked; set Kind.Blocked instead"
	case w.aboveOne == markOutOfRange:
		return fmt.Sprintf("has a weight that is out of range; want one from 0 to %v", MaxWeight)
	case w.Millionths() < 0:
		return fmt.Sprintf("has the negative weight %v; want one >= 0", w)
	}
	return ""
}

// ParseWeight reads a weight: a plain decimal such as "2", "0.25" or "-0"
// (which is 0), or an infinity ("inf", "+Inf", "infinity" in any case), for
// which blocked is true. NaN, negative weights, exponents, more than six
// digits after the point that are not zero, and weights above [MaxWeight] are
// errors that say so.
func ParseWeight(s string) (w Weight, blocked bool, err error) {
	switch strings.ToLower(s) {
	case "inf", "+inf", "infinity", "+infinity":
		return Weight{}, true, nil
	case "nan", "+nan", "-nan":
		return Weight{}, false, fmt.Errorf("weight %q is not a number; want a decimal >= 0 such as 2.5", s)
	}
	digits, negative := strings.CutPrefix(s, "-")
	if !negative {
		digits = strings.TrimPrefix(s, "+")
	}
	whole, fraction, _ := strings.Cut(digits, ".")
	if !isDigits(whole) || !isDigits(fraction) || whole+fraction == "" {
		return Weight{}, false, fmt.Errorf("weight %q is not a decimal; want one >= 0 such as 2.5", s)
	}
	fraction = strings.TrimRight(fraction, "0")
	if len(fraction) > weightDigits {
		return Weight{}, false, fmt.Errorf("weight %q has %d digits after the point; at most %d are held exactly", s, len(fraction), weightDigits)
	}
	fraction += strings.Repeat("0", weightDigits-len(fraction))
	n, err := strconv.ParseInt(whole+fraction, 10, 64)
	if err != nil {
		return Weight{}, false, fmt.Errorf("weight %q is too large; the largest is %v", s, MaxWeight)
	}
	if negative && n != 0 {
		return Weight{}, false, fmt.Errorf("weight %q is negative; want a decimal >= 0", s)
	}
	return Millionths(n), false, nil
}

func isDigits(s string) bool {
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}
