package termdraw

import (
	"fmt"
	"strconv"
)

// Colors says which colors a terminal can show. A caller decides it from
// whether it writes to a terminal at all, NO_COLOR, TERM and COLORTERM.
type Colors uint8

const (
	// NoColor draws with characters alone. It is the zero value.
	NoColor Colors = iota
	// Colors16 uses the sixteen named colors, whose look is the user's choice.
	Colors16
	// Colors256 uses the fixed part of the 256 color palette.
	Colors256
	// TrueColor uses 24-bit colors.
	TrueColor
)

var colorNames = [...]string{"none", "16", "256", "24-bit"}

// String returns "none", "16", "256" or "24-bit".
func (c Colors) String() string {
	if int(c) < len(colorNames) {
		return colorNames[c]
	}
	return fmt.Sprintf("Colors(%d)", c)
}

// reset gives the terminal its own colors back.
const reset = "\x1b[0m"

// colorPair holds the parameters that set a color of a character's strokes
// and of what is behind them.
type colorPair struct{ fg, bg string }

// changes returns how many of the two colors differ.
func (p colorPair) changes(to colorPair) int {
	n := 0
	if p.fg != to.fg {
		n++
	}
	if p.bg != to.bg {
		n++
	}
	return n
}

// changeTo returns the sequence that sets the colors that differ.
func (p colorPair) changeTo(to colorPair) string {
	switch {
	case p == to:
		return ""
	case p.bg == to.bg:
		return sgr(to.fg)
	case p.fg == to.fg:
		return sgr(to.bg)
	}
	return sgr(to.fg + ";" + to.bg)
}

func sgr(parameters string) string { return "\x1b[" + parameters + "m" }

// paint holds the colors of every block there can be.
type paint [start + 1][shades]colorPair

func newPaint(colors Colors) *paint {
	var p paint
	for r := range p {
		for s := range p[r] {
			b := block{role(r), uint8(s)}
			p[r][s] = colorPair{fg: colors.code(b, 30), bg: colors.code(b, 40)}
		}
	}
	return &p
}

func (p *paint) of(b block) colorPair { return p[b.role][b.shade] }

// rgb is a color, each part from 0 to 255.
type rgb struct{ r, g, b int }

// The colors by role; those of ground and of expanded cells are the palest and
// the deepest of the range that weights run through. Ground and
// expanded cells are at least twice as light as the rest (in contrast ratio),
// so that a path stands out by lightness too, for eyes that do not tell red
// from green.
var (
	wallColor      = rgb{45, 52, 64}
	pathColor      = rgb{205, 20, 35}
	startColor     = rgb{0, 120, 55}
	goalColor      = rgb{110, 30, 190}
	groundColor    = [2]rgb{{246, 243, 234}, {190, 160, 110}}
	expandedColor  = [2]rgb{{175, 215, 255}, {95, 160, 225}}
	colors16ByRole = [...]int{open: brightWhite, expanded: cyan, wall: black, onPath: red, goal: blue, start: green}
)

// The named colors, by their distance from the code of black.
const (
	black       = 0
	red         = 1
	green       = 2
	blue        = 4
	cyan        = 6
	brightWhite = 67
)

// rgb returns the color of a block.
func (b block) rgb() rgb {
	switch b.role {
	case start:
		return startColor
	case goal:
		return goalColor
	case onPath:
		return pathColor
	case wall:
		return wallColor
	case expanded:
		return mix(expandedColor, int(b.shade))
	}
	return mix(groundColor, int(b.shade))
}

// mix returns the color at the given shade of a range.
func mix(between [2]rgb, shade int) rgb {
	part := func(from, to int) int { return from + (to-from)*shade/(shades-1) }
	a, z := between[0], between[1]
	return rgb{part(a.r, z.r), part(a.g, z.g), part(a.b, z.b)}
}

// code returns the parameter that sets the color of a block, where base is the
// parameter for black: 30 sets the strokes, 40 what is behind them.
func (c Colors) code(b block, base int) string {
	switch c {
	case Colors16:
		return strconv.Itoa(base + colors16ByRole[b.role])
	case Colors256:
		return fmt.Sprintf("%d;5;%d", base+8, b.rgb().nearest256())
	}
	color := b.rgb()
	return fmt.Sprintf("%d;2;%d;%d;%d", base+8, color.r, color.g, color.b)
}

// nearest256 returns the index of the nearest color of xterm's fixed ones:
// a cube of six levels a part from 16, and 24 grays from 232.
func (c rgb) nearest256() int {
	levels := [6]int{0, 95, 135, 175, 215, 255}
	best, index := -1, 0
	try := func(i int, p rgb) {
		dr, dg, db := c.r-p.r, c.g-p.g, c.b-p.b
		if d := dr*dr + dg*dg + db*db; best < 0 || d < best {
			best, index = d, i
		}
	}
	for i := range 216 {
		try(16+i, rgb{levels[i/36], levels[i/6%6], levels[i%6]})
	}
	for i := range 24 {
		gray := 8 + 10*i
		try(232+i, rgb{gray, gray, gray})
	}
	return index
}
