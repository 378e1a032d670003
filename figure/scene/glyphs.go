package scene

import (
	"image"
	"image/draw"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
)

// glyphs is a face that keeps the pictures of its characters, since frames of
// an animation write the same ones again and again. Characters begin at
// quarters of a device pixel, so that there are at most 16 pictures of each.
type glyphs struct {
	font.Face
	kept map[glyphKey]glyph
}

type glyphKey struct {
	r rune
	x fixed.Int26_6 // of the beginning within its pixel
	y fixed.Int26_6
}

type glyph struct {
	box     image.Rectangle // around the pixel of the beginning
	mask    *image.Alpha
	advance fixed.Int26_6
	ok      bool
}

const quarter = 1 << 4

// Glyph implements [font.Face].
func (g *glyphs) Glyph(dot fixed.Point26_6, r rune) (image.Rectangle, image.Image, image.Point, fixed.Int26_6, bool) {
	x, y := (dot.X+quarter/2)&^(quarter-1), (dot.Y+quarter/2)&^(quarter-1)
	pixel := image.Pt(x.Floor(), y.Floor())
	key := glyphKey{r, x & 63, y & 63}
	found, known := g.kept[key]
	if !known {
		box, mask, at, advance, ok := g.Face.Glyph(fixed.Point26_6{X: key.x, Y: key.y}, r)
		found = glyph{box: box, mask: image.NewAlpha(image.Rect(0, 0, box.Dx(), box.Dy())), advance: advance, ok: ok}
		if ok {
			draw.Draw(found.mask, found.mask.Bounds(), mask, at, draw.Src) // the face reuses its own
		}
		g.kept[key] = found
	}
	return found.box.Add(pixel), found.mask, image.Point{}, found.advance, found.ok
}
