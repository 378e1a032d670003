package scene

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"math"
	"testing"

	"pgregory.net/rapid"
)

func paint(t testing.TB, theme Theme, scale float64, w, h float64, items ...Item) *image.RGBA {
	t.Helper()
	img, err := Image(&Scene{Width: w, Height: h, Layers: []Layer{{Name: "a", Items: items}}}, theme, scale)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// ink returns how much of an image is not paper, in pixels: a pixel that is
// half covered counts half.
func ink(img *image.RGBA, theme Theme, r Role) float64 {
	paper, full := theme.Color(Background), theme.Color(r)
	sum := 0.0
	for i := 0; i < len(img.Pix); i += 4 {
		sum += (float64(img.Pix[i]) - float64(paper.R)) / (float64(full.R) - float64(paper.R))
	}
	return sum
}

// Rectangles that share edges paint every pixel once and none twice, at any
// scale: a map has no seams.
func TestRectsHaveNoSeams(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cell := float64(rapid.IntRange(2, 40).Draw(t, "half pixels")) / 2
		scale := rapid.SampledFrom([]float64{0.5, 1, 1.25, 2, 3}).Draw(t, "scale")
		n := rapid.IntRange(1, 9).Draw(t, "n")
		var rects []Rect
		for i := range n * n {
			rects = append(rects, Rect{float64(i % n), float64(i / n), 1, 1})
		}
		side := float64(n) * cell
		img, err := Image(&Scene{Width: side, Height: side, Layers: []Layer{{Name: "a", Scale: cell, Items: []Item{Rects{Wall, rects}}}}}, Light, scale)
		if err != nil {
			t.Fatal(err)
		}
		want := Light.Color(Wall)
		full := int(math.Floor(side * scale))
		for y := range full {
			for x := range full {
				if got := img.RGBAAt(x, y); got != want {
					t.Fatalf("pixel %d,%d of %d is %v, want %v", x, y, full, got, want)
				}
			}
		}
	})
}

func TestShapesCoverTheirArea(t *testing.T) {
	for _, c := range []struct {
		name string
		item Item
		want float64
	}{
		{"disk", Circles{Fill: Wall, Radius: 20, Centers: []Point{{50, 50}}}, math.Pi * 400},
		{"disk with edge", Circles{Fill: Wall, Stroke: Wall, Width: 2, Radius: 20, Centers: []Point{{50, 50}}}, math.Pi * 21 * 21},
		{"ring", Circles{Stroke: Wall, Width: 4, Radius: 20, Centers: []Point{{50, 50}}}, math.Pi * (22*22 - 18*18)},
		{"triangle", Paths{Fill: Wall, Subpaths: []Subpath{{Points: []Point{{10, 10}, {90, 10}, {10, 70}}, Closed: true}}}, 80 * 60 / 2},
		{"the same turned", Paths{Fill: Wall, Subpaths: []Subpath{{Points: []Point{{10, 70}, {90, 10}, {10, 10}}, Closed: true}}}, 80 * 60 / 2},
		{"line", Paths{Stroke: Wall, Width: 6, Subpaths: []Subpath{{Points: []Point{{20, 50}, {80, 50}}}}}, 60*6 + math.Pi*9},
		{"crossing lines", Paths{Stroke: Wall, Width: 4, Subpaths: []Subpath{
			{Points: []Point{{20, 50}, {80, 50}}}, {Points: []Point{{50, 80}, {50, 20}}},
		}}, 2*(60*4+math.Pi*4) - 16},
		{"dot", Paths{Stroke: Wall, Width: 10, Subpaths: []Subpath{{Points: []Point{{50, 50}}}}}, math.Pi * 25},
		{"dashes", Paths{Stroke: Wall, Width: 2, Dash: 10, Subpaths: []Subpath{{Points: []Point{{10, 50}, {60, 50}}}}}, 3 * (20 + math.Pi)},
		{"square", Paths{Stroke: Wall, Width: 2, Subpaths: []Subpath{{Points: []Point{{20, 20}, {60, 20}, {60, 60}, {20, 60}}, Closed: true}}}, 320 + math.Pi - 4},
		{"nothing", Paths{Subpaths: []Subpath{{Points: []Point{{20, 20}, {60, 20}, {60, 60}}}}}, 0},
	} {
		got := ink(paint(t, Light, 1, 100, 100, c.item), Light, Wall)
		if math.Abs(got-c.want) > 0.02*c.want+1 {
			t.Errorf("%s covers %.1f pixels, want %.1f", c.name, got, c.want)
		}
		if large := ink(paint(t, Dark, 7, 100, 100, c.item), Dark, Wall) / 49; math.Abs(large-c.want) > 0.02*c.want+1 {
			t.Errorf("%s at scale 7 covers %.1f pixels, want %.1f", c.name, large, c.want)
		}
	}
}

func TestTextIsPainted(t *testing.T) {
	box := func(l Labels) image.Rectangle {
		img := paint(t, Light, 2, 100, 40, l)
		var found image.Rectangle
		for y := range img.Bounds().Dy() {
			for x := range img.Bounds().Dx() {
				if img.RGBAAt(x, y) != Light.Color(Background) {
					found = found.Union(image.Rect(x, y, x+1, y+1))
				}
			}
		}
		return found
	}
	for _, c := range []struct {
		anchor   Anchor
		from, to float64 // where the text lies
	}{{Left, 50, 50 + TextWidth("fig", 12, false)}, {Middle, 50 - TextWidth("fig", 12, false)/2, 50 + TextWidth("fig", 12, false)/2}, {Right, 50 - TextWidth("fig", 12, false), 50}} {
		got := box(Labels{Fill: Text, Size: 12, Anchor: c.anchor, Texts: []Label{{50, 20, "fig"}}})
		if math.Abs(float64(got.Min.X)/2-c.from) > 2 || math.Abs(float64(got.Max.X)/2-c.to) > 2 {
			t.Errorf("anchor %d: the text reaches from %v to %v, want %.1f to %.1f", c.anchor, got.Min.X/2, got.Max.X/2, c.from, c.to)
		}
		if got.Min.Y < 2*8 || got.Max.Y > 2*26 {
			t.Errorf("anchor %d: the text reaches from y %v to %v; its baseline is 40", c.anchor, got.Min.Y, got.Max.Y)
		}
	}
	plain := box(Labels{Fill: Text, Size: 12, Texts: []Label{{20, 20, "fig"}}})
	halo := box(Labels{Fill: Text, Size: 12, Halo: Wall, HaloWidth: 3, Texts: []Label{{20, 20, "fig"}}})
	if halo.Min.X > plain.Min.X-5 || halo.Max.Y < plain.Max.Y+5 {
		t.Errorf("the text fills %v and its halo only %v", plain, halo)
	}
}

func TestPNG(t *testing.T) {
	var one, two bytes.Buffer
	for _, b := range []*bytes.Buffer{&one, &two} {
		if err := WritePNG(b, sample("a", "µ√≤→"), Dark, 1.5); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(one.Bytes(), two.Bytes()) {
		t.Error("the same scene gives different bytes")
	}
	img, err := png.Decode(&one)
	if err != nil {
		t.Fatal(err)
	}
	if got := img.Bounds().Size(); got != image.Pt(300, 151) {
		t.Errorf("the size is %v", got)
	}
	if got := color.RGBAModel.Convert(img.At(299, 0)); got != Dark.Color(Background) {
		t.Errorf("the corner is %v", got)
	}
}

func TestImagesTooLargeAreRefused(t *testing.T) {
	s := &Scene{Width: 50_000, Height: 50_000}
	_, err := Image(s, Light, 1)
	if !errors.Is(err, ErrPixels) {
		t.Fatalf("got %v", err)
	}
	if want := "a scale of 0.16 fits"; !bytes.Contains([]byte(err.Error()), []byte(want)) {
		t.Errorf("%q does not say %q", err, want)
	}
	for _, scale := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if _, err := Image(&Scene{Width: 1, Height: 1}, Light, scale); err == nil {
			t.Errorf("a scale of %v is taken", scale)
		}
	}
}
