package termdraw

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/astrolabe-search/astrolabe/grid"
)

// screen is a plain terminal: it shows the text of a drawing as rows of
// colors, two a line, each named by the parameter that sets it in front, or
// "" for the terminal's own.
func screen(t rapid.TB, text string) [][]string {
	t.Helper()
	var rows [][]string
	for line := range strings.Lines(text) {
		var upper, lower []string
		var fg, bg string
		for line != "\n" {
			if parameters, ok := strings.CutPrefix(line, "\x1b["); ok {
				parameters, line, _ = strings.Cut(parameters, "m")
				fg, bg = set(t, parameters, fg, bg)
				continue
			}
			switch {
			case strings.HasPrefix(line, "▀"):
				upper, lower = append(upper, fg), append(lower, bg)
			case strings.HasPrefix(line, "▄"):
				upper, lower = append(upper, bg), append(lower, fg)
			case strings.HasPrefix(line, "█"):
				upper, lower = append(upper, fg), append(lower, fg)
			case strings.HasPrefix(line, " "):
				upper, lower = append(upper, bg), append(lower, bg)
			default:
				t.Fatalf("unexpected text %q", line)
			}
			line = line[len(string([]rune(line)[:1])):]
		}
		if fg != "" || bg != "" {
			t.Fatalf("line left with the colors %q on %q", fg, bg)
		}
		rows = append(rows, upper, lower)
	}
	return rows
}

// set returns the colors after a sequence with the given parameters.
func set(t rapid.TB, parameters, fg, bg string) (string, string) {
	t.Helper()
	p := strings.Split(parameters, ";")
	for len(p) > 0 {
		n := 1
		if p[0] == "38" || p[0] == "48" {
			n = map[string]int{"5": 3, "2": 5}[p[1]]
		}
		code := strings.Join(p[:n], ";")
		var number int
		if _, err := fmt.Sscan(p[0], &number); err != nil {
			t.Fatalf("parameters %q: %v", parameters, err)
		}
		switch {
		case number == 0:
			fg, bg = "", ""
		case number/10 == 3 || number/10 == 9:
			fg = code
		case number/10 == 4 || number/10 == 10:
			rest := strings.TrimPrefix(code, p[0])
			bg = fmt.Sprint(number-10) + rest
		default:
			t.Fatalf("parameter %d sets no color", number)
		}
		p = p[n:]
	}
	return fg, bg
}

// TestScreenShowsBlocks draws random pictures and reads them back from the
// screen: whatever characters and sequences were chosen, each dot must have
// the color of its block, and the drawing must fit.
func TestScreenShowsBlocks(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		width, height := rapid.IntRange(1, 12).Draw(r, "width"), rapid.IntRange(1, 9).Draw(r, "height")
		symbol := rapid.SampledFrom([]rune("  .:##**ooSG"))
		rows := make([]string, height)
		for y := range rows {
			rows[y] = string(rapid.SliceOfN(symbol, width, width).Draw(r, "row"))
		}
		p := parse(r, rows...)
		o := Options{
			Colors:  rapid.SampledFrom([]Colors{Colors16, Colors256, TrueColor}).Draw(r, "colors"),
			Columns: rapid.IntRange(0, 12).Draw(r, "columns"),
			Lines:   rapid.IntRange(0, 5).Draw(r, "lines"),
		}
		k, err := o.Scale(p.Map)
		if err != nil {
			r.Fatal(err)
		}
		b, err := newBlocks(p, k)
		if err != nil {
			r.Fatal(err)
		}
		if o.Columns > 0 && b.width > o.Columns || o.Lines > 0 && b.height > 2*o.Lines {
			r.Fatalf("%d×%d blocks for %+v", b.width, b.height, o)
		}
		if k > 1 && (o.Columns == 0 || ceilDiv(width, k-1) <= o.Columns) && (o.Lines == 0 || ceilDiv(height, k-1) <= 2*o.Lines) {
			r.Fatalf("scale %d for %+v; %d fits", k, o, k-1)
		}
		got := screen(r, draw(r, p, o))
		if len(got) != b.height+b.height%2 {
			r.Fatalf("%d rows; want %d", len(got), b.height)
		}
		for y, row := range got {
			if len(row) != b.width {
				r.Fatalf("row %d has %d dots; want %d", y, len(row), b.width)
			}
			for x, color := range row {
				want := ""
				if y < b.height {
					want = o.Colors.code(b.at(x, y), 30)
				}
				if color != want {
					r.Fatalf("dot %d,%d has the color %q; want %q\n%s", x, y, color, want, strings.Join(rows, "\n"))
				}
			}
		}
	})
}

// TestRolesLookDifferent holds for every set of colors, as far as it can show
// weights.
func TestRolesLookDifferent(t *testing.T) {
	for _, colors := range []Colors{Colors16, Colors256, TrueColor} {
		seen := map[string]block{}
		for r := open; r <= start; r++ {
			for shade := range uint8(shades) {
				b := block{r, shade}
				if shade > 0 && (colors == Colors16 || r > expanded) {
					continue
				}
				code := colors.code(b, 30)
				if other, ok := seen[code]; ok {
					t.Errorf("%v colors: %+v and %+v both have the color %s", colors, b, other, code)
				}
				seen[code] = b
			}
		}
	}
}

// TestContrast holds the claim that ground and expanded cells of any shade are
// at least twice as light as path, ends and walls, by the contrast ratio of
// WCAG 2.
func TestContrast(t *testing.T) {
	for _, pale := range []role{open, expanded} {
		for shade := range uint8(shades) {
			for _, strong := range []role{wall, onPath, goal, start} {
				a, b := block{pale, shade}.rgb(), block{role: strong}.rgb()
				if ratio := (a.luminance() + 0.05) / (b.luminance() + 0.05); ratio < 2 {
					t.Errorf("contrast of role %d, shade %d, with role %d is %.2f", pale, shade, strong, ratio)
				}
			}
		}
	}
}

// luminance returns the relative luminance of a color in sRGB, 0 to 1.
func (c rgb) luminance() float64 {
	linear := func(part int) float64 {
		if v := float64(part) / 255; v > 0.04045 {
			return math.Pow((v+0.055)/1.055, 2.4)
		}
		return float64(part) / 255 / 12.92
	}
	return 0.2126*linear(c.r) + 0.7152*linear(c.g) + 0.0722*linear(c.b)
}

func TestNearest256(t *testing.T) {
	levels := []int{0, 95, 135, 175, 215, 255}
	for r, red := range levels {
		for g, green := range levels {
			for b, blue := range levels {
				c := rgb{red, green, blue}
				if got, want := c.nearest256(), 16+36*r+6*g+b; got != want {
					t.Errorf("%v.nearest256() = %d; want %d", c, got, want)
				}
			}
		}
	}
	for i := range 24 {
		c := rgb{8 + 10*i, 8 + 10*i, 8 + 10*i}
		if got := c.nearest256(); got != 232+i {
			t.Errorf("%v.nearest256() = %d; want %d", c, got, 232+i)
		}
	}
	if got := (rgb{250, 2, 3}).nearest256(); got != 196 {
		t.Errorf("nearly red is %d; want 196", got)
	}
}

func BenchmarkDraw512(b *testing.B) {
	m, err := grid.FromKinds(512, 512, terrain, make([]uint8, 512*512))
	if err != nil {
		b.Fatal(err)
	}
	for _, o := range []Options{{}, {Colors: TrueColor}, {Colors: TrueColor, Columns: 80, Lines: 24}} {
		b.Run(fmt.Sprintf("%v-%d", o.Colors, o.Columns), func(b *testing.B) {
			for b.Loop() {
				draw(b, Picture{Map: m}, o)
			}
		})
	}
}
