package mapfile

import (
	"math"
	"strconv"
	"strings"
)

// The tolerance of a scenario's lengths.
//
// A scenario prints each optimum rounded, and not always the same way: most of
// the MovingAI files with 6 significant digits and no trailing zeros ("14",
// "13.0711", "2301.8"), bg512 with 2 decimals ("14.00"), the cities with 8. A
// length is believed to within one unit of the last digit that its file prints,
// shown or dropped (half a unit would do if every writer rounded right), and
// the drift of the sum that was printed. The digits are those of the whole
// file, as one length ("14") does not tell them:
//
//   - If all lengths have the same number d >= 2 of decimals, or all have one
//     and some end in ".0", the file prints d decimals: the unit is 10^−d.
//   - Else, if none has more than 6 significant digits, it prints 6: the unit
//     is 10^(e−5) for a length whose first digit counts 10^e.
//   - Else trailing zeros were dropped from a fixed number of decimals or of
//     significant digits, the most that any length shows: the larger unit.
//
// The drift counts where many digits are printed: the cities' lengths were
// summed with 1.414213562 for √2, which the exact optima show, and so are short
// by 3.74e−10 for each of at most v/√2 diagonal steps.
const (
	usualDigits = 6       // significant ones, printed by %g and by C++ streams
	drift       = 2.7e-10 // of a length, rounded up from (√2 − 1.414213562)/√2
)

// decimal describes a length as it is written.
type decimal struct {
	value       float64
	exponent    int // of ten, of the first significant digit; 0 for a zero
	significant int // digits from the first significant one on
	decimals    int // digits after the point, or −1 if it has an exponent
	endsInZero  bool
}

// parseDecimal reads a number like "13.0711" or "1.5e+06", not negative.
func parseDecimal(text string) (d decimal, ok bool) {
	const longest = 64
	mantissa, power, scientific := strings.Cut(strings.ToLower(text), "e")
	whole, fraction, point := strings.Cut(mantissa, ".")
	digits := whole + fraction
	if len(text) > longest || digits == "" || strings.Trim(digits, "0123456789") != "" {
		return decimal{}, false
	}
	shift := 0
	if scientific {
		var err error
		if shift, err = strconv.Atoi(power); err != nil {
			return decimal{}, false
		}
	}
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return decimal{}, false
	}
	d = decimal{value: value, decimals: len(fraction)}
	d.endsInZero = point && strings.HasSuffix(fraction, "0")
	if shown := strings.TrimLeft(digits, "0"); shown != "" {
		d.significant = len(shown)
		d.exponent = len(whole) - (len(digits) - len(shown)) - 1 + shift
	}
	if scientific {
		d.decimals = -1
	}
	return d, true
}

// printing is how a file writes its lengths.
type printing struct {
	decimals    int // a bound on digits after the point; −1: none
	significant int // a bound on significant digits; −1: none
}

// printingOf infers how a file writes its lengths from all of them.
func printingOf(lengths []decimal) printing {
	most := printing{decimals: -1}
	same, zeros := true, false
	for i, d := range lengths {
		same = same && (i == 0 || d.decimals == lengths[0].decimals)
		zeros = zeros || d.endsInZero
		most.decimals = max(most.decimals, d.decimals)
		most.significant = max(most.significant, d.significant)
	}
	switch {
	case same && (most.decimals >= 2 || most.decimals == 1 && zeros):
		return printing{most.decimals, -1}
	case most.significant <= usualDigits:
		return printing{-1, usualDigits}
	}
	return most
}

// tolerance returns one unit of the last digit of a length printed so, and the
// drift.
func (p printing) tolerance(d decimal) float64 {
	unit := 0.0
	if p.significant >= 0 {
		unit = math.Pow10(d.exponent + 1 - p.significant)
	}
	if p.decimals >= 0 {
		unit = max(unit, math.Pow10(-p.decimals))
	}
	return unit + float64(drift*d.value)
}

// setTolerances sets the Tolerance of every query, all of whose lengths are
// decimals.
func (s *Scenario) setTolerances() {
	lengths := make([]decimal, len(s.Queries))
	for i, q := range s.Queries {
		lengths[i], _ = parseDecimal(q.Optimal)
	}
	p := printingOf(lengths)
	for i, d := range lengths {
		s.Queries[i].Tolerance = p.tolerance(d)
	}
}

// OptimalFloat returns the optimal length as written, or NaN if Optimal is no
// decimal, which ReadScenario never lets pass.
func (q Query) OptimalFloat() float64 {
	d, ok := parseDecimal(q.Optimal)
	if !ok {
		return math.NaN()
	}
	return d.value
}

// Agrees tells whether a length may be the one that the file gives as optimal:
// whether it is neither more than Tolerance above nor more than Tolerance below
// Optimal. For a query that was read, that is one unit of the last digit that
// the file prints (and 2.7e−10 of the length, for sums in floating point): in one that prints 6 significant digits, "14" agrees with
// 14.00009 and not with 14.00011; in one that prints 2 decimals, "14.00" agrees
// with 14.009. It is false if Optimal is no decimal.
func (q Query) Agrees(length float64) bool {
	d, ok := parseDecimal(q.Optimal)
	if !ok {
		return false
	}
	tolerance := q.Tolerance
	if tolerance == 0 {
		tolerance = printingOf([]decimal{d}).tolerance(d)
	}
	return math.Abs(length-d.value) <= tolerance
}
