package scene

import (
	"math"
	"strconv"
)

// hundredths is a number as the files hold it: rounded to two digits after the
// point, in steps of which differences are exact.
type hundredths int64

// round rounds to hundredths. It rounds to a finer grid first, so that a number
// that should lie halfway goes the same way whatever the last bits of the
// arithmetic before it.
func round(v float64) hundredths {
	return hundredths(math.Round(math.Round(v*1e6) / 1e4))
}

// append writes the number in the fewest characters: no zeros before the point
// or at the end.
func (h hundredths) append(dst []byte) []byte {
	if h < 0 {
		dst = append(dst, '-')
		h = -h
	}
	whole, part := int64(h/100), h%100
	if whole != 0 || part == 0 {
		dst = strconv.AppendInt(dst, whole, 10)
	}
	if part != 0 {
		dst = append(dst, '.', byte('0'+part/10))
		if part%10 != 0 {
			dst = append(dst, byte('0'+part%10))
		}
	}
	return dst
}

// number returns v as the files write it.
func number(v float64) string { return string(round(v).append(nil)) }

// pathData builds the d attribute of a path. Every command is written with
// absolute or relative numbers, whichever is shorter.
type pathData struct {
	text         []byte
	x, y         hundredths // where the pen is
	x0, y0       hundredths // where its subpath began
	scratch, alt []byte
}

// command appends letter and numbers in the shorter of the two forms.
func (p *pathData) command(absolute, relative byte, abs, rel []hundredths) {
	p.scratch = appendNumbers(append(p.scratch[:0], absolute), abs)
	p.alt = appendNumbers(append(p.alt[:0], relative), rel)
	if len(p.alt) <= len(p.scratch) {
		p.text = append(p.text, p.alt...)
		return
	}
	p.text = append(p.text, p.scratch...)
}

func appendNumbers(dst []byte, numbers []hundredths) []byte {
	for i, n := range numbers {
		if i > 0 && n >= 0 {
			dst = append(dst, ' ')
		}
		dst = n.append(dst)
	}
	return dst
}

func (p *pathData) move(to Point) {
	x, y := round(to.X), round(to.Y)
	if len(p.text) == 0 {
		p.text = appendNumbers(append(p.text, 'M'), []hundredths{x, y})
	} else {
		p.command('M', 'm', []hundredths{x, y}, []hundredths{x - p.x, y - p.y})
	}
	p.x, p.y, p.x0, p.y0 = x, y, x, y
}

func (p *pathData) line(to Point) {
	x, y := round(to.X), round(to.Y)
	switch {
	case y == p.y:
		p.command('H', 'h', []hundredths{x}, []hundredths{x - p.x})
	case x == p.x:
		p.command('V', 'v', []hundredths{y}, []hundredths{y - p.y})
	default:
		p.command('L', 'l', []hundredths{x, y}, []hundredths{x - p.x, y - p.y})
	}
	p.x, p.y = x, y
}

func (p *pathData) close() {
	p.text = append(p.text, 'z')
	p.x, p.y = p.x0, p.y0
}

// rect adds a rectangle whose right and lower edges are rounded like the left
// and upper ones of its neighbors, so none overlaps or gapes.
func (p *pathData) rect(r Rect) {
	p.move(Point{r.X, r.Y})
	p.line(Point{r.X + r.W, r.Y})
	p.line(Point{r.X + r.W, r.Y + r.H})
	p.line(Point{r.X, r.Y + r.H})
	p.close()
}

func (p *pathData) subpath(s Subpath) {
	for i, point := range s.Points {
		if i == 0 {
			p.move(point)
		} else {
			p.line(point)
		}
	}
	if len(s.Points) == 1 {
		p.line(s.Points[0]) // a dot
	}
	if s.Closed {
		p.close()
	}
}
