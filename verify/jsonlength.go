package verify

import (
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/astrolabe-search/astrolabe/root2"
)

// lengthForm shows what a length looks like.
const lengthForm = `{"text":"6+5√2","straight":6,"diagonal":5}`

// length reads a length in units of 1/scale.
func (v value) length(scale int64) (root2.Length, error) { return v.lengthIn(scale, 1) }

// lowerBound reads a length that may have up to six more digits than a cost, as a
// cost divided by a weight has. It returns the least length that is no less, which
// exceeds all the same costs.
func (v value) lowerBound(scale int64) (root2.Length, error) { return v.lengthIn(scale, 1_000_000) }

// lengthIn reads a length in units of 1/(scale·parts) and returns it in units of
// 1/scale, rounded up.
func (v value) lengthIn(scale, parts int64) (root2.Length, error) {
	fields, err := v.object()
	if err != nil {
		return 0, err
	}
	var units [2]int64 // straight, diagonal
	for i, name := range []string{"straight", "diagonal"} {
		field, err := fields.require(name, lengthForm)
		if err != nil {
			return 0, err
		}
		units[i], err = field.units(scale * parts)
		if errors.Is(err, root2.ErrOverflow) {
			if _, err = field.units(scale); err == nil {
				err = v.overflow()
			}
		}
		if err != nil {
			return 0, err
		}
	}
	length, ok := roundedUp(units, parts)
	if !ok {
		return 0, v.overflow()
	}
	if text, given := fields.optional("text"); given {
		got, err := text.text()
		if err != nil {
			return 0, err
		}
		if want := root2.Format(units[0], units[1], scale*parts); got != want {
			return 0, text.errorf(fmt.Sprintf("want %q", want), "is %q, but straight and diagonal make another length", clip(got))
		}
	}
	if shown, given := fields.optional("value"); given {
		if err := shown.checkValue(units, scale*parts); err != nil {
			return 0, err
		}
	}
	return length, nil
}

// roundedUp returns the least length that is no less than (a + b√2)/parts; false if
// it is out of range.
func roundedUp(units [2]int64, parts int64) (root2.Length, bool) {
	if units[0]%parts == 0 && units[1]%parts == 0 {
		l, err := root2.New(units[0]/parts, units[1]/parts)
		return l, err == nil
	}
	if b := units[1] / parts; b <= -root2.Q || b >= root2.Q {
		return 0, false
	}
	sum := new(big.Int).Mul(big.NewInt(units[0]), big.NewInt(root2.Q))
	sum.Add(sum, new(big.Int).Mul(big.NewInt(units[1]), big.NewInt(root2.P)))
	sum.Add(sum, big.NewInt(parts-1))
	sum.Div(sum, big.NewInt(parts)) // rounds down, as parts is positive
	return root2.Length(sum.Int64()), sum.IsInt64()
}

const (
	// maxNumber is the longest coefficient, in bytes, that is read, and
	// maxExponent its largest exponent: far beyond what a length can be, and
	// too small to be slow.
	maxNumber   = 64
	maxExponent = 64
)

// units reads a coefficient exactly, in units of 1/scale.
func (v value) units(scale int64) (int64, error) {
	text := string(v.raw)
	if !v.isNumber() {
		return 0, v.errorf("want a number", "is %s", v.show())
	}
	if len(text) > maxNumber {
		return 0, v.errorf(fmt.Sprintf("want a number of at most %d characters", maxNumber), "is too long")
	}
	if _, exponent, ok := strings.Cut(strings.ToLower(text), "e"); ok {
		if n, err := strconv.Atoi(exponent); err != nil || n < -maxExponent || n > maxExponent {
			return 0, v.errorf("want a plain decimal", "is %s", v.show())
		}
	}
	n, ok := new(big.Rat).SetString(text)
	if !ok {
		return 0, v.errorf("want a plain decimal", "is %s", v.show())
	}
	n.Mul(n, new(big.Rat).SetInt64(scale))
	if !n.IsInt() {
		return 0, v.errorf(fmt.Sprintf("want a multiple of %s, as all costs on this map are", root2.Decimal(1, scale)), "is %s", v.show())
	}
	if !n.Num().IsInt64() {
		return 0, v.overflow()
	}
	return n.Num().Int64(), nil
}

func (v value) overflow() error {
	err := v.newError(fmt.Sprintf("want fewer than %d diagonals, and straight steps to match", int64(root2.Q)), "is out of range")
	err.Err = root2.ErrOverflow
	return err
}

// checkValue checks a length given as one number: it is the float64 nearest to the
// sum of the coefficients.
func (v value) checkValue(units [2]int64, scale int64) error {
	if !v.isNumber() {
		return v.errorf("want a number", "is %s", v.show())
	}
	want := root2.Float64(units[0], units[1], scale)
	got, err := strconv.ParseFloat(string(v.raw), 64)
	if err != nil || got != want {
		return v.errorf(fmt.Sprintf("want %v", want), "is %s, but straight and diagonal make another length", v.show())
	}
	return nil
}
