package figure

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/astrolabe-search/astrolabe/figure/scene"
)

// Axis is an axis of a [Plot] or an [ECDF].
type Axis struct {
	// Label says what is measured, with its unit: "time in µs".
	Label string
	// Log makes the axis logarithmic. Values of 0 lie on its edge, which is
	// labeled 0, with a note; values below 0 are an error.
	Log bool
	// Percent writes values from 0 to 1 as percentages.
	Percent bool
}

// scale maps the values of an axis to pixels.
type scale struct {
	axis     Axis
	from, to float64 // values at the ends; for a logarithmic axis their logarithms
	low      float64 // pixels of from
	high     float64 // pixels of to
	zero     float64 // pixels of the value 0 on a logarithmic axis; NaN: there is none
}

// zeroRoom is how far from the rest of a logarithmic axis its 0 lies, at
// readWidth.
const zeroRoom = 24.0

// newScale chooses a range that holds the values and begins and ends at round
// numbers. low and high are the pixels between which it lies.
func newScale(a Axis, values []float64, low, high, unit float64) scale {
	s := scale{axis: a, low: low, high: high, zero: math.NaN()}
	least, most := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if a.Log && v == 0 {
			s.zero = low
			continue
		}
		least, most = min(least, v), max(most, v)
	}
	if !math.IsNaN(s.zero) {
		s.low += math.Copysign(zeroRoom*unit, high-low)
	}
	switch {
	case a.Percent:
		s.from, s.to = 0, 1
	case least > most: // no values
		s.from, s.to = 0, 1
	case a.Log:
		s.from, s.to = logRange(least, most)
	default:
		s.from, s.to = linearRange(least, most)
	}
	return s
}

// linearRange widens a range to round numbers, and down to 0 where it is near.
func linearRange(least, most float64) (from, to float64) {
	const alike = 1e-9 // relative difference of values that are drawn as one
	size := max(math.Abs(least), math.Abs(most))
	switch {
	case size < 1/MaxNumber:
		return 0, 1
	case most-least <= alike*size: // leave room on both sides
		return least - size/2, most + size/2
	case least >= 0 && least <= most/2:
		least = 0
	case most <= 0 && most >= least/2:
		most = 0
	}
	step := roundStep((most - least) / 5)
	return math.Floor(least/step+1e-9) * step, math.Ceil(most/step-1e-9) * step
}

// logRange widens a range to whole decades, or to steps of 1, 2, 5 if it spans
// less than one and a half.
func logRange(least, most float64) (from, to float64) {
	low, high := math.Log10(least), math.Log10(most)
	const small = 1e-9
	if high-low >= 1.5 {
		return math.Floor(low + small), math.Ceil(high - small)
	}
	from, to = math.Floor(low+small), math.Ceil(high-small)
	for _, part := range []float64{math.Log10(2), math.Log10(5)} {
		if b := math.Floor(low) + part; b <= low+small && b > from {
			from = b
		}
	}
	for _, part := range []float64{math.Log10(5), math.Log10(2)} {
		if b := math.Floor(high) + part; b >= high-small && b < to {
			to = b
		}
	}
	if to-from < small { // one round value
		from, to = from-math.Log10(2), to+math.Log10(2)
	}
	return from, to
}

// roundStep returns the least of 1, 2, 5 times a power of ten that is at least v.
func roundStep(v float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(v)))
	for _, factor := range []float64{1, 2, 5} {
		if factor*power >= v*(1-1e-9) {
			return factor * power
		}
	}
	return 10 * power
}

// at returns the pixel of a value.
func (s scale) at(v float64) float64 {
	if s.axis.Log {
		if v == 0 {
			return s.zero
		}
		v = math.Log10(v)
	}
	return s.low + float64((s.high-s.low)*((v-s.from)/(s.to-s.from)))
}

// tick is a mark of an axis.
type tick struct {
	at   float64 // pixel
	text string  // "": a line without a number
}

// ticks returns the marks, as many as there is room for. room returns how many
// pixels a text takes along the axis.
func (s scale) ticks(room func(string) float64) []tick {
	var list []tick
	if s.axis.Log {
		list = s.logTicks(room)
	} else {
		list = s.linearTicks(room)
	}
	if !math.IsNaN(s.zero) {
		list = append(list, tick{s.zero, "0"})
	}
	return list
}

// linesPerTick is the least distance of the numbers of the y axis, in sizes.
const linesPerTick = 2.6

// maxTicks is more than any axis has room for.
const maxTicks = 100

func (s scale) linearTicks(room func(string) float64) []tick {
	span := s.to - s.from
	length := math.Abs(s.high - s.low)
	for parts := 10.0; ; parts /= 2 {
		step := roundStep(span / parts)
		var list []tick
		widest := 0.0
		for i := math.Ceil(s.from/step - 1e-9); i*step <= s.to+step*1e-9 && len(list) < maxTicks; i++ {
			text := s.text(i*step, step)
			widest = max(widest, room(text))
			list = append(list, tick{s.at(i * step), text})
		}
		if len(list) <= 2 || widest <= length*step/span {
			return list
		}
	}
}

// logTicks marks decades and, where there is room, 2 and 5 between them.
func (s scale) logTicks(room func(string) float64) []tick {
	const small = 1e-9
	decade := math.Abs(s.high-s.low) / (s.to - s.from)
	widest := 0.0
	for e := math.Ceil(s.from - small); e <= s.to+small; e++ {
		widest = max(widest, room(s.text(math.Pow(10, e), math.Pow(10, e))))
	}
	var list []tick
	add := func(factor, e float64, named bool) {
		v := math.Log10(factor) + e
		if v < s.from-small || v > s.to+small {
			return
		}
		t := tick{at: s.at(factor * math.Pow(10, e))}
		if named {
			t.text = s.text(factor*math.Pow(10, e), math.Pow(10, e))
		}
		list = append(list, t)
	}
	every := math.Max(1, math.Ceil(widest/decade))
	halves := widest <= decade*math.Log10(2) // room for 2 and 5
	for e := math.Floor(s.from + small); e <= s.to+small; e++ {
		add(1, e, math.Mod(e, every) == 0)
		if halves {
			add(2, e, true)
			add(5, e, true)
		}
	}
	return list
}

// text writes a value of a tick whose neighbors are step away.
func (s scale) text(v, step float64) string {
	if s.axis.Percent {
		return decimals(math.Abs(v*100), step*100) + "%" // of −0 too
	}
	largest := math.Abs(v)
	if !s.axis.Log {
		largest = max(math.Abs(s.from), math.Abs(s.to))
	}
	return tickText(v, step, largest)
}

// tickText writes a value with as many digits as its step needs and in units
// that suit the largest value of its axis: 0.25, 1,200, 20k, 3M or 1e+12.
func tickText(v, step, largest float64) string {
	if math.Abs(v) < step/1000 {
		return "0"
	}
	sign := ""
	if v < 0 {
		sign, v = "−", -v
	}
	for _, u := range []struct {
		size   float64
		letter string
	}{{1e9, "G"}, {1e6, "M"}, {1e4, "k"}} {
		size := u.size
		if u.letter == "k" {
			size = 1e3
		}
		if largest >= u.size && largest < 1e12 {
			return sign + decimals(v/size, step/size) + u.letter
		}
	}
	if largest >= 1e12 || largest < 1e-4 {
		return sign + strings.Replace(strconv.FormatFloat(v, 'g', 3, 64), "e-0", "e-", 1)
	}
	return sign + decimals(v, step)
}

// decimals writes v with as many digits after the point as step needs.
func decimals(v, step float64) string {
	digits := max(0, min(9, int(math.Ceil(-math.Log10(step)-1e-9))))
	if digits == 0 {
		return thousands(int(math.Round(v)))
	}
	return strconv.FormatFloat(v, 'f', digits, 64)
}

// drawAxes draws frame, lines, numbers and labels of a plot. x and y are the
// scales, whose pixels are where the plot lies.
func (sh *sheet) drawAxes(x, y scale) {
	size := sh.px(textSize)
	left, right, bottom, top := edge(x), x.high, edge(y), y.high
	lines := scene.Paths{Stroke: scene.GridLine, Width: sh.px(1)}
	across := scene.Labels{Fill: scene.Muted, Size: size, Anchor: scene.Middle}
	for _, t := range x.ticks(func(text string) float64 { return scene.TextWidth(text, size, false) + sh.px(14) }) {
		lines.Subpaths = append(lines.Subpaths, line(t.at, top, t.at, bottom))
		across.Texts = append(across.Texts, scene.Label{X: t.at, Y: bottom + size*1.3, Text: t.text})
	}
	up := scene.Labels{Fill: scene.Muted, Size: size, Anchor: scene.Right}
	for _, t := range y.ticks(func(string) float64 { return size * linesPerTick }) {
		lines.Subpaths = append(lines.Subpaths, line(left, t.at, right, t.at))
		up.Texts = append(up.Texts, scene.Label{X: left - sh.px(7), Y: t.at + size*middle, Text: t.text})
	}
	axes := scene.Paths{Stroke: scene.Muted, Width: sh.px(1), Subpaths: []scene.Subpath{
		{Points: []scene.Point{{X: left, Y: top}, {X: left, Y: bottom}, {X: right, Y: bottom}}},
	}}
	name := scene.Labels{Fill: scene.Text, Size: size, Anchor: scene.Right}
	name.Texts = append(name.Texts, scene.Label{
		X: right, Y: bottom + size*2.9,
		Text: scene.Ellipsize(x.axis.Label, sh.inner(), size, false),
	})
	sh.add("axes", lines, axes, unnumbered(across), unnumbered(up), name)
}

// edge returns the pixel at which an axis begins: that of 0 where it has one.
func edge(s scale) float64 {
	if math.IsNaN(s.zero) {
		return s.low
	}
	return s.zero
}

// unnumbered drops the labels of ticks without a number.
func unnumbered(l scene.Labels) scene.Labels {
	kept := l.Texts[:0]
	for _, t := range l.Texts {
		if t.Text != "" {
			kept = append(kept, t)
		}
	}
	l.Texts = kept
	return l
}

// checkValue returns an error if an axis cannot show a value.
func (a Axis) checkValue(v float64, where string) error {
	if err := checkNumber(v, where); err != nil {
		return err
	}
	if a.Log && (v < 0 || v > 0 && v < 1/MaxNumber) {
		return fmt.Errorf("%w: %s is %v; a logarithmic axis takes 0 and numbers of at least %g", ErrFigure, where, v, 1/MaxNumber)
	}
	return nil
}

// MaxNumber bounds the numbers of a figure on both sides of 0. It is far from
// the largest that a float64 holds, so that sums and differences hold too.
const MaxNumber = 1e300

func checkNumber(v float64, where string) error {
	if !(math.Abs(v) <= MaxNumber) {
		return fmt.Errorf("%w: %s is %v; want a number within ±%g", ErrFigure, where, v, MaxNumber)
	}
	return nil
}
