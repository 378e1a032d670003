package scene

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// MaxPixels bounds the pixels of one image: 256 MB of memory.
const MaxPixels = 1 << 26

// ErrPixels reports an image with more than [MaxPixels] pixels.
var ErrPixels = errors.New("scene: image too large")

// Image draws the scene on a new image, scale (above 0) device pixels for each
// pixel of the scene. Errors are those of [Scene.Check] and, before any memory
// is taken, one that wraps [ErrPixels] and says which scale would do.
func Image(s *Scene, t Theme, scale float64) (*image.RGBA, error) {
	w, h, err := imageSize(s, scale)
	if err != nil {
		return nil, err
	}
	c := newCanvas(t, scale, w, h)
	if err := c.draw(s); err != nil {
		return nil, err
	}
	return c.img, nil
}

// imageSize returns the width and height of a scene's image.
func imageSize(s *Scene, scale float64) (w, h int, err error) {
	if err := s.Check(); err != nil {
		return 0, 0, err
	}
	if !(scale > 0) || math.IsInf(scale, 1) {
		return 0, 0, fmt.Errorf("scene: the scale is %v; want a number above 0", scale)
	}
	wide, high := math.Ceil(round6(s.Width*scale)), math.Ceil(round6(s.Height*scale))
	if wide*high > MaxPixels {
		fits := math.Floor(math.Sqrt(MaxPixels/(s.Width*s.Height))*100) / 100
		return 0, 0, fmt.Errorf("%w: %.0f×%.0f at scale %v is more than %d pixels; a scale of %v fits", ErrPixels, wide, high, scale, MaxPixels, fits)
	}
	return int(wide), int(high), nil
}

// round6 takes off what arithmetic in floats adds to whole numbers.
func round6(v float64) float64 { return math.Round(v*1e6) / 1e6 }

// WritePNG writes the scene as a PNG; see [Image] for scale and errors.
func WritePNG(w io.Writer, s *Scene, t Theme, scale float64) error {
	img, err := Image(s, t, scale)
	if err != nil {
		return err
	}
	return png.Encode(w, img)
}

// canvas draws scenes on an image.
type canvas struct {
	img    *image.RGBA
	theme  Theme
	scale  float64 // device pixels a pixel of the scene
	layer  Layer
	raster vector.Rasterizer
	faces  map[faceKey]font.Face
}

type faceKey struct {
	size float64 // in device pixels
	bold bool
}

func newCanvas(t Theme, scale float64, w, h int) *canvas {
	return &canvas{
		img: image.NewRGBA(image.Rect(0, 0, w, h)), theme: t, scale: scale,
		faces: map[faceKey]font.Face{},
	}
}

// draw paints over the whole image.
func (c *canvas) draw(s *Scene) error {
	draw.Draw(c.img, c.img.Bounds(), image.NewUniform(c.theme.Color(Background)), image.Point{}, draw.Src)
	for _, l := range s.Layers {
		c.layer = l
		for _, item := range l.Items {
			switch item := item.(type) {
			case Rects:
				c.rects(item)
			case Paths:
				c.paths(item)
			case Circles:
				c.circles(item)
			case Labels:
				if err := c.labels(item); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// unit returns how many device pixels the layer's unit is.
func (c *canvas) unit() float64 { return c.layer.scale() * c.scale }

func (c *canvas) at(p Point) Point {
	return Point{
		float64(p.X*c.unit()) + float64(c.layer.X*c.scale),
		float64(p.Y*c.unit()) + float64(c.layer.Y*c.scale),
	}
}

// rects rounds every edge to the device's pixels, so neighbors meet.
func (c *canvas) rects(r Rects) {
	if r.Fill == None {
		return
	}
	src := image.NewUniform(c.theme.Color(r.Fill))
	for _, r := range r.Rects {
		p, q := c.at(Point{r.X, r.Y}), c.at(Point{r.X + r.W, r.Y + r.H})
		box := image.Rect(pixel(p.X), pixel(p.Y), pixel(q.X), pixel(q.Y))
		draw.Draw(c.img, box, src, image.Point{}, draw.Src)
	}
}

// pixel rounds to a whole number, halves up, whatever the last bits.
func pixel(v float64) int { return int(math.Floor(round6(v) + 0.5)) }

func (c *canvas) paths(p Paths) {
	if p.Fill != None {
		var o outline
		for _, s := range p.Subpaths {
			if len(s.Points) > 2 {
				o.add(c.device(s.Points))
			}
		}
		c.fill(o, p.Fill)
	}
	if p.Stroke != None {
		var o outline
		for _, s := range p.Subpaths {
			o.stroke(c.device(s.Points), s.Closed, p.Width*c.unit(), p.Dash*c.unit())
		}
		c.fill(o, p.Stroke)
	}
}

func (c *canvas) device(points []Point) []Point {
	moved := make([]Point, len(points))
	for i, p := range points {
		moved[i] = c.at(p)
	}
	return moved
}

// circles paints the strokes as wider disks behind those of the fill where
// there is one, and as rings where there is none.
func (c *canvas) circles(circles Circles) {
	radius := circles.Radius * c.unit()
	half := 0.0
	if circles.Stroke != None {
		half = circles.Width * c.unit() / 2
	}
	for _, center := range circles.Centers {
		at := c.at(center)
		switch {
		case circles.Fill == None && circles.Stroke != None:
			var edge outline
			edge.annulus(at, radius, 2*half)
			c.fill(edge, circles.Stroke)
		case circles.Fill != None:
			var behind, inside outline
			if half > 0 {
				behind.disk(at, radius+half)
				c.fill(behind, circles.Stroke)
			}
			inside.disk(at, math.Max(radius-half, 0))
			c.fill(inside, circles.Fill)
		}
	}
}

// tile is the side of the squares in which a large outline is filled. It is
// the largest size for which the rasterizer uses its exact integer arithmetic.
const tile = 512

// fill paints an outline, smoothing its edges.
func (c *canvas) fill(o outline, r Role) {
	if len(o) == 0 {
		return
	}
	whole := o.bounds().Intersect(c.img.Bounds())
	src := image.NewUniform(c.theme.Color(r))
	for y := whole.Min.Y; y < whole.Max.Y; y += tile {
		for x := whole.Min.X; x < whole.Max.X; x += tile {
			box := image.Rect(x, y, x+tile, y+tile).Intersect(whole)
			c.raster.Reset(box.Dx(), box.Dy())
			for _, r := range o {
				if r.bounds().Intersect(box).Empty() {
					continue
				}
				for i, p := range r {
					px, py := float32(p.X-float64(box.Min.X)), float32(p.Y-float64(box.Min.Y))
					if i == 0 {
						c.raster.MoveTo(px, py)
					} else {
						c.raster.LineTo(px, py)
					}
				}
				c.raster.ClosePath()
			}
			c.raster.Draw(c.img, box, src, image.Point{})
		}
	}
}

func (o outline) bounds() image.Rectangle {
	var box image.Rectangle
	for _, r := range o {
		box = box.Union(r.bounds())
	}
	return box
}

// bounds returns the least box of whole pixels around the ring.
func (r ring) bounds() image.Rectangle {
	low, high := r[0], r[0]
	for _, p := range r {
		low = Point{math.Min(low.X, p.X), math.Min(low.Y, p.Y)}
		high = Point{math.Max(high.X, p.X), math.Max(high.Y, p.Y)}
	}
	return image.Rect(int(math.Floor(low.X)), int(math.Floor(low.Y)), int(math.Ceil(high.X))+1, int(math.Ceil(high.Y))+1)
}

func (c *canvas) labels(l Labels) error {
	if l.Fill == None || len(l.Texts) == 0 {
		return nil
	}
	f, err := face(l.Bold)
	if err != nil {
		return fmt.Errorf("scene: reading the font: %w", err)
	}
	key := faceKey{l.Size * c.unit(), l.Bold}
	if c.faces[key] == nil {
		face, err := opentype.NewFace(f.font, &opentype.FaceOptions{Size: key.size, DPI: 72, Hinting: font.HintingNone})
		if err != nil {
			return fmt.Errorf("scene: sizing the font: %w", err)
		}
		c.faces[key] = &glyphs{face, map[glyphKey]glyph{}}
	}
	drawer := font.Drawer{Dst: c.img, Face: c.faces[key]}
	write := func(ink Role, dx, dy float64) {
		drawer.Src = image.NewUniform(c.theme.Color(ink))
		for _, t := range l.Texts {
			text := f.covered(t.Text)
			at := c.at(Point{t.X, t.Y})
			at.X -= float64(l.Anchor.share() * TextWidth(text, key.size, l.Bold))
			drawer.Dot = fixed.Point26_6{X: toFixed(at.X + dx), Y: toFixed(at.Y + dy)}
			drawer.DrawString(text)
		}
	}
	if l.Halo != None {
		for _, part := range []float64{0.5, 1} {
			for i := range haloCopies {
				sin, cos := math.Sincos(2 * math.Pi * float64(i) / haloCopies)
				write(l.Halo, part*l.HaloWidth*c.unit()*cos, part*l.HaloWidth*c.unit()*sin)
			}
		}
	}
	write(l.Fill, 0, 0)
	return nil
}

// haloCopies is how many copies of a text, moved around it in each of two
// circles, make its halo.
const haloCopies = 12

func toFixed(v float64) fixed.Int26_6 { return fixed.Int26_6(math.Round(v * 64)) }

// mix returns the color that lies part (0 to 1) of the way from one to another.
func mix(from, to color.RGBA, part float64) color.RGBA {
	between := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + float64((float64(b)-float64(a))*part))) }
	return color.RGBA{between(from.R, to.R), between(from.G, to.G), between(from.B, to.B), 255}
}
