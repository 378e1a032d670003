package scene

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"io"
	"iter"
	"math"
	"time"
)

// Frame is one picture of an animation and how long it stays.
type Frame struct {
	Scene *Scene
	Delay time.Duration // rounded to hundredths of a second, at least two
}

// ErrFrames reports an animation without frames, or with frames of several sizes.
var ErrFrames = errors.New("scene: impossible animation")

// maxGIFSide is what the format's sixteen bits hold.
const maxGIFSide = 1<<16 - 1

// WriteGIF writes an animation that repeats for ever, of one frame or more, all
// of one size. Its colors are those of the theme and their blends at smoothed
// edges. A frame holds only what has changed since the one before. It takes
// memory for the changes of all frames. Errors are those that frames yields,
// those of [Image], one that wraps [ErrFrames], and those of w.
func WriteGIF(w io.Writer, frames iter.Seq2[Frame, error], t Theme, scale float64) error {
	a := animator{theme: t, scale: scale, colors: newGIFColors(t)}
	for f, err := range frames {
		if err != nil {
			return err
		}
		if err := a.add(f); err != nil {
			return err
		}
	}
	if len(a.file.Image) == 0 {
		return fmt.Errorf("%w: it has no frames", ErrFrames)
	}
	return gif.EncodeAll(w, &a.file)
}

type animator struct {
	theme  Theme
	scale  float64
	colors *gifColors
	canvas *canvas
	before []uint8 // the indices of the frame before
	file   gif.GIF
}

func (a *animator) add(f Frame) error {
	width, height, err := imageSize(f.Scene, a.scale)
	if err != nil {
		return err
	}
	if width > maxGIFSide || height > maxGIFSide {
		return fmt.Errorf("%w: a frame is %d×%d pixels; a GIF holds %d a side", ErrPixels, width, height, maxGIFSide)
	}
	if a.canvas == nil {
		a.canvas = newCanvas(a.theme, a.scale, width, height)
		a.file.Config = image.Config{ColorModel: a.colors.palette, Width: width, Height: height}
	} else if got := a.canvas.img.Bounds().Size(); got != image.Pt(width, height) {
		return fmt.Errorf("%w: frame %d is %d×%d pixels and those before are %d×%d", ErrFrames, len(a.file.Image), width, height, got.X, got.Y)
	}
	if err := a.canvas.draw(f.Scene); err != nil {
		return err
	}
	now := make([]uint8, width*height)
	var last color.RGBA // most pixels have the color of their neighbor
	var index uint8
	for i := range now {
		p := a.canvas.img.Pix[4*i:][:4]
		if c := (color.RGBA{p[0], p[1], p[2], 255}); c != last {
			last, index = c, a.colors.index(c)
		}
		now[i] = index
	}
	a.file.Image = append(a.file.Image, a.changes(now, width, height))
	a.file.Delay = append(a.file.Delay, max(2, int(math.Round(f.Delay.Seconds()*100))))
	a.file.Disposal = append(a.file.Disposal, gif.DisposalNone)
	a.before = now
	return nil
}

// changes returns the part of a frame that differs from the one before, with
// what does not differ transparent. Where nothing differs it is one pixel.
func (a *animator) changes(now []uint8, width, height int) *image.Paletted {
	box := image.Rect(0, 0, width, height)
	if a.before != nil {
		box = image.Rectangle{}
		for i := range now {
			if now[i] != a.before[i] {
				x, y := i%width, i/width
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
		if box.Empty() {
			box = image.Rect(0, 0, 1, 1)
		}
	}
	part := image.NewPaletted(box, a.colors.palette)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			i := y*width + x
			if a.before == nil || now[i] != a.before[i] {
				part.SetColorIndex(x, y, now[i])
			}
		}
	}
	return part
}

// gifColors is the palette of an animation: transparent first, then the theme's
// colors, then two steps between each ink and each ground that it may stand on.
type gifColors struct {
	palette color.Palette
	rgb     []color.RGBA // as palette
	known   map[color.RGBA]uint8
}

var (
	inks    = []Role{Text, Muted, Path, Start, Goal, TreeEdge, OnMark, GridLine}
	grounds = []Role{
		Background, Ground0, Ground1, Ground2, Ground3, Ground4,
		Explored0, Explored1, Explored2, Explored3, Explored4, Frontier, Wall,
	}
)

func newGIFColors(t Theme) *gifColors {
	g := &gifColors{palette: color.Palette{color.RGBA{}}, rgb: []color.RGBA{{}}, known: map[color.RGBA]uint8{}}
	add := func(c color.RGBA) {
		if _, ok := g.known[c]; ok || len(g.palette) == 256 {
			return
		}
		g.known[c] = uint8(len(g.palette))
		g.palette = append(g.palette, c)
		g.rgb = append(g.rgb, c)
	}
	for r := Background; r < roleCount; r++ {
		add(t.Color(r))
	}
	for _, part := range []float64{1. / 3, 2. / 3} {
		for _, ink := range inks {
			for _, ground := range grounds {
				add(mix(t.Color(ground), t.Color(ink), part))
			}
		}
	}
	return g
}

// index returns the place in the palette of the color nearest to c.
func (g *gifColors) index(c color.RGBA) uint8 {
	if i, ok := g.known[c]; ok {
		return i
	}
	best, nearest := math.MaxInt, 0
	for i, p := range g.rgb[1:] {
		dr, dg, db := int(p.R)-int(c.R), int(p.G)-int(c.G), int(p.B)-int(c.B)
		if d := dr*dr + dg*dg + db*db; d < best {
			best, nearest = d, i+1
		}
	}
	g.known[c] = uint8(nearest)
	return uint8(nearest)
}
