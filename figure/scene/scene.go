package scene

import (
	"errors"
	"fmt"
	"math"
	"strings"
)

// Scene is a picture. Paint goes on in the order of Layers, over a [Background]
// that covers everything.
type Scene struct {
	// Width and Height are in pixels: above 0 and at most [MaxSide].
	Width, Height float64
	// Title names the picture in a few words and Desc says in a sentence or
	// more what it shows, both for readers who cannot see it. Neither is drawn.
	Title, Desc string
	Layers      []Layer
}

// MaxSide is the greatest width and height of a scene, in pixels.
const MaxSide = 100_000

// ErrScene reports a scene that cannot be drawn: an impossible size, a
// coordinate that is no number, or a role that there is not.
var ErrScene = errors.New("scene: cannot be drawn")

// Layer is a group of shapes with a name of its own.
type Layer struct {
	// Name is the layer's class in an SVG: lower-case letters, digits and
	// hyphens, starting with a letter.
	Name string
	// X and Y are where the point 0,0 of the items lies, and Scale is how many
	// pixels their unit is; 0 stands for 1.
	X, Y, Scale float64
	Items       []Item
}

// scale returns the pixels in a unit of the layer.
func (l Layer) scale() float64 {
	if l.Scale == 0 {
		return 1
	}
	return l.Scale
}

// Item is a shape or several that share their colors: [Rects], [Paths],
// [Circles] or [Labels]. Lengths, widths and sizes are in the layer's units.
type Item interface {
	// visit hands over the item's roles and numbers for the checks.
	visit(role func(...Role), number func(...float64))
}

// Point is a place.
type Point struct{ X, Y float64 }

// Rect is a rectangle by its corner with the least x and y.
type Rect struct{ X, Y, W, H float64 }

// Rects is a set of filled rectangles with sharp edges: they are not smoothed,
// so rectangles that touch leave no seam. An SVG has one path for all.
type Rects struct {
	Fill  Role
	Rects []Rect
}

// Paths is a set of lines and outlines. Outlines are filled each for itself, so
// one inside another makes no hole. Ends and corners of strokes are round.
type Paths struct {
	Fill, Stroke Role    // [None]: not filled, not stroked
	Width        float64 // of the stroke
	Dash         float64 // length of dashes and gaps; 0: a solid line
	Subpaths     []Subpath
}

// Subpath is one line through points. A closed one returns to its first point.
type Subpath struct {
	Points []Point
	Closed bool
}

// Circles is a set of circles of one radius.
type Circles struct {
	Fill, Stroke Role // [None]: not filled, not stroked
	Width        float64
	Radius       float64
	Centers      []Point
}

// Anchor says which part of a text lies at its point.
type Anchor uint8

// The anchors. The zero value is Left.
const (
	Left   Anchor = iota // the text begins there
	Middle               // the text is centered there
	Right                // the text ends there
)

// Labels is a set of texts of one size and color.
type Labels struct {
	Fill   Role
	Size   float64 // of the font: the height of a line without lead
	Bold   bool
	Anchor Anchor
	// Halo surrounds the letters by HaloWidth, so that they can be read where
	// lines run behind them. [None]: no halo.
	Halo      Role
	HaloWidth float64
	Texts     []Label
}

// Label is one line of text. Y is that of its baseline. Characters that no
// format can hold, such as control characters, become spaces or U+FFFD.
type Label struct {
	X, Y float64
	Text string
}

func (r Rects) visit(role func(...Role), number func(...float64)) {
	role(r.Fill)
	for _, r := range r.Rects {
		number(r.X, r.Y, r.W, r.H)
	}
}

func (p Paths) visit(role func(...Role), number func(...float64)) {
	role(p.Fill, p.Stroke)
	number(p.Width, p.Dash)
	for _, s := range p.Subpaths {
		for _, p := range s.Points {
			number(p.X, p.Y)
		}
	}
}

func (c Circles) visit(role func(...Role), number func(...float64)) {
	role(c.Fill, c.Stroke)
	number(c.Width, c.Radius)
	for _, p := range c.Centers {
		number(p.X, p.Y)
	}
}

func (l Labels) visit(role func(...Role), number func(...float64)) {
	role(l.Fill, l.Halo)
	number(l.Size, l.HaloWidth)
	for _, t := range l.Texts {
		number(t.X, t.Y)
	}
}

// farthest bounds every number of a scene, in pixels: far more than can be
// seen, and little enough that hundredths fit the arithmetic of every format.
const farthest = 10 * MaxSide

// Check returns an error that wraps [ErrScene] and names the layer and the item
// if the scene cannot be drawn. Every writer checks first.
func (s *Scene) Check() error {
	for _, side := range []float64{s.Width, s.Height} {
		if !(side > 0 && side <= MaxSide) {
			return fmt.Errorf("%w: it is %v×%v pixels; each side must be above 0 and at most %d", ErrScene, s.Width, s.Height, MaxSide)
		}
	}
	for i, l := range s.Layers {
		if !isName(l.Name) {
			return fmt.Errorf("%w: layer %d is named %q; want lower-case letters, digits and hyphens, a letter first", ErrScene, i, l.Name)
		}
		if !(math.Abs(l.X) <= farthest && math.Abs(l.Y) <= farthest && l.Scale >= 0 && l.Scale <= MaxSide) {
			return fmt.Errorf("%w: layer %q is moved by %v,%v and scaled by %v; want numbers within ±%d and a scale from 0 to %d",
				ErrScene, l.Name, l.X, l.Y, l.Scale, farthest, MaxSide)
		}
		for j, item := range l.Items {
			var err error
			fail := func(format string, args ...any) {
				if err == nil {
					where := fmt.Sprintf("layer %q, item %d: ", l.Name, j)
					err = fmt.Errorf("%w: "+where+format, append([]any{ErrScene}, args...)...)
				}
			}
			if item == nil {
				fail("it is nil")
				return err
			}
			item.visit(func(roles ...Role) {
				for _, r := range roles {
					if r >= roleCount {
						fail("there is no role %d", uint8(r))
					}
				}
			}, func(numbers ...float64) {
				for _, n := range numbers {
					if !(math.Abs(n*l.scale()) <= farthest) {
						fail("a coordinate or size is %v; want a number within ±%d pixels", n, farthest)
					}
				}
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func isName(s string) bool {
	return s != "" && s[0] >= 'a' && s[0] <= 'z' &&
		strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}
