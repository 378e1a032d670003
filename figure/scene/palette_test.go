package scene

import (
	"fmt"
	"image/color"
	"math"
	"testing"
)

// linear returns a color's parts as amounts of light, 0 to 1 (the transfer
// function of sRGB, IEC 61966-2-1).
func linear(c color.RGBA) [3]float64 {
	var out [3]float64
	for i, v := range []uint8{c.R, c.G, c.B} {
		s := float64(v) / 255
		if s <= 0.04045 {
			out[i] = s / 12.92
		} else {
			out[i] = math.Pow((s+0.055)/1.055, 2.4)
		}
	}
	return out
}

// contrast returns the contrast ratio of WCAG 2.1: 1 to 21.
func contrast(a, b color.RGBA) float64 {
	luminance := func(c color.RGBA) float64 {
		l := linear(c)
		return 0.2126*l[0] + 0.7152*l[1] + 0.0722*l[2]
	}
	x, y := luminance(a), luminance(b)
	return (math.Max(x, y) + 0.05) / (math.Min(x, y) + 0.05)
}

// oklab turns amounts of light into the coordinates of Oklab (Ottosson 2020),
// in which distances are about as large as they look: black to white is 1.
func oklab(l [3]float64) [3]float64 {
	long := math.Cbrt(0.4122214708*l[0] + 0.5363325363*l[1] + 0.0514459929*l[2])
	medium := math.Cbrt(0.2119034982*l[0] + 0.6806995451*l[1] + 0.1073969566*l[2])
	short := math.Cbrt(0.0883024619*l[0] + 0.2817188376*l[1] + 0.6299787005*l[2])
	return [3]float64{
		0.2104542553*long + 0.7936177850*medium - 0.0040720468*short,
		1.9779984951*long - 2.4285922050*medium + 0.4505937099*short,
		0.0259040371*long + 0.7827717662*medium - 0.8086757660*short,
	}
}

// eyes are what the light of a color becomes for an eye without one kind of
// cone: the matrices of Machado, Oliveira and Fernandes (2009), severity 1.
var eyes = []struct {
	name   string
	matrix [3][3]float64
}{
	{"all cones", [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
	{"protanopia", [3][3]float64{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
	{"deuteranopia", [3][3]float64{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
	{"tritanopia", [3][3]float64{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}},
}

// distance returns how far apart two colors look to an eye.
func distance(a, b color.RGBA, matrix [3][3]float64) float64 {
	see := func(c color.RGBA) [3]float64 {
		l := linear(c)
		var seen [3]float64
		for i, row := range matrix {
			seen[i] = math.Min(1, math.Max(0, row[0]*l[0]+row[1]*l[1]+row[2]*l[2]))
		}
		return oklab(seen)
	}
	p, q := see(a), see(b)
	return math.Sqrt(math.Pow(p[0]-q[0], 2) + math.Pow(p[1]-q[1], 2) + math.Pow(p[2]-q[2], 2))
}

var bothThemes = []Theme{Light, Dark}

// The yardsticks themselves: known pairs.
func TestYardsticks(t *testing.T) {
	black, white := color.RGBA{0, 0, 0, 255}, color.RGBA{255, 255, 255, 255}
	if got := contrast(black, white); math.Abs(got-21) > 1e-9 {
		t.Errorf("contrast of black and white is %v, want 21", got)
	}
	if got := distance(black, white, eyes[0].matrix); math.Abs(got-1) > 1e-3 {
		t.Errorf("distance of black and white is %v, want 1", got)
	}
	// A red and a green that an eye without M cones confuses.
	red, green := color.RGBA{0xb0, 0x60, 0x30, 255}, color.RGBA{0x80, 0x80, 0x30, 255}
	if all, deutan := distance(red, green, eyes[0].matrix), distance(red, green, eyes[2].matrix); deutan > all/2 {
		t.Errorf("red and green are %.3f apart, and %.3f without M cones; want less than half", all, deutan)
	}
}

// Text keeps the 4.5:1 of WCAG 2.1 AA on everything that it stands on, and
// shapes keep 3:1 on what they must be seen on.
func TestContrast(t *testing.T) {
	cells := []Role{Ground0, Ground1, Ground2, Ground3, Ground4, Explored0, Explored1, Explored2, Explored3, Explored4, Frontier}
	pairs := []struct {
		ink  Role
		on   []Role
		want float64
	}{
		{Text, append([]Role{Background}, cells...), 4.5},
		{Muted, []Role{Background}, 4.5},
		{OnMark, []Role{Path, Start, Goal}, 4.5},
		{Path, []Role{Background, Ground0, Explored0}, 3},
		{Start, []Role{Background, Ground0, Explored0}, 3},
		{Goal, []Role{Background, Ground0, Explored0}, 3},
		{TreeEdge, []Role{Background, Ground0, Explored0, Frontier}, 3},
		{Wall, []Role{Background, Ground0}, 3},
	}
	for i := range Accents {
		pairs = append(pairs, struct {
			ink  Role
			on   []Role
			want float64
		}{Accent(i), []Role{Background}, 3})
	}
	for _, theme := range bothThemes {
		for _, p := range pairs {
			for _, on := range p.on {
				got := contrast(theme.Color(p.ink), theme.Color(on))
				t.Logf("%v: %v on %v: %.2f:1", theme, p.ink, on, got)
				if got < p.want {
					t.Errorf("%v: %v on %v has a contrast of %.2f:1, want %v:1", theme, p.ink, on, got, p.want)
				}
			}
		}
	}
}

// Colors that a reader must tell apart stay apart for every eye.
func TestColorsAreToldApart(t *testing.T) {
	var accents []Role
	for i := range Accents {
		accents = append(accents, Accent(i))
	}
	sets := []struct {
		name  string
		roles []Role
		want  float64 // in Oklab, where 0.02 is about the least that is seen
	}{
		{"cells", []Role{Ground0, Explored0, Frontier, Wall}, 0.09},
		{"marks", []Role{Path, Start, Goal}, 0.09},
		{"marks and cells", nil, 0.12},
		{"shades of ground", []Role{Ground0, Ground1, Ground2, Ground3, Ground4, Wall}, 0.045},
		{"shades of explored", []Role{Explored0, Explored1, Explored2, Explored3, Explored4, Frontier, Wall}, 0.03},
		{"ground and explored", nil, 0.04},
		{"accents", accents, 0.07},
	}
	for _, theme := range bothThemes {
		for _, set := range sets {
			for _, eye := range eyes {
				least, which := math.Inf(1), ""
				measure := func(a, b Role) {
					if d := distance(theme.Color(a), theme.Color(b), eye.matrix); d < least {
						least, which = d, fmt.Sprintf("%v and %v", a, b)
					}
				}
				switch set.name {
				case "marks and cells":
					for _, mark := range []Role{Path, Start, Goal} {
						for _, cell := range []Role{Ground0, Explored0, Frontier} {
							measure(mark, cell)
						}
					}
				case "ground and explored":
					for i := range Shades {
						for j := range Shades {
							measure(Ground(i), Explored(j))
						}
					}
				default:
					for i, a := range set.roles {
						for _, b := range set.roles[:i] {
							measure(a, b)
						}
					}
				}
				t.Logf("%v, %s, %s: %.3f (%s)", theme, set.name, eye.name, least, which)
				if least < set.want {
					t.Errorf("%v: %s look %.3f apart with %s (%s), want %.2f", theme, set.name, least, eye.name, which, set.want)
				}
			}
		}
	}
}
