package scene

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"testing"
	"time"
)

// animation yields scenes in which a square moves.
func animation(count int, texts ...string) func(func(Frame, error) bool) {
	return func(yield func(Frame, error) bool) {
		for i := range count {
			s := sample("a", texts[min(i, len(texts)-1)])
			s.Layers[0].Items = append(s.Layers[0].Items, Rects{Explored2, []Rect{{float64(i % 12), 4, 1, 1}}})
			if !yield(Frame{s, time.Duration(i+1) * 50 * time.Millisecond}, nil) {
				return
			}
		}
	}
}

// Played back, the last frame looks like the scene itself.
func TestGIFShowsItsFrames(t *testing.T) {
	for _, theme := range bothThemes {
		var b bytes.Buffer
		if err := WriteGIF(&b, animation(5, "µ√", "≤→"), theme, 2); err != nil {
			t.Fatal(err)
		}
		file, err := gif.DecodeAll(&b)
		if err != nil {
			t.Fatal(err)
		}
		if len(file.Image) != 5 || file.LoopCount != 0 {
			t.Fatalf("%d frames, loop count %d", len(file.Image), file.LoopCount)
		}
		for i, want := range []int{5, 10, 15, 20, 25} {
			if file.Delay[i] != want {
				t.Errorf("frame %d stays %d hundredths, want %d", i, file.Delay[i], want)
			}
		}
		screen := image.NewRGBA(image.Rect(0, 0, file.Config.Width, file.Config.Height))
		for i, frame := range file.Image {
			draw.Draw(screen, frame.Bounds(), frame, frame.Bounds().Min, draw.Over)
			if i > 0 && frame.Bounds() == screen.Bounds() {
				t.Errorf("frame %d is stored whole", i)
			}
		}
		var last *Scene
		for f := range animation(5, "µ√", "≤→") {
			last = f.Scene
		}
		want, err := Image(last, theme, 2)
		if err != nil {
			t.Fatal(err)
		}
		if screen.Bounds() != want.Bounds() {
			t.Fatalf("the screen is %v, want %v", screen.Bounds(), want.Bounds())
		}
		off := 0
		for i := range want.Pix {
			if d := int(screen.Pix[i]) - int(want.Pix[i]); d < -60 || d > 60 {
				off++
			}
		}
		if share := float64(off) / float64(len(want.Pix)); share > 0.002 {
			t.Errorf("%v: %.2f%% of the values are off by more than 60", theme, 100*share)
		}
	}
}

func TestGIFPaletteHoldsTheTheme(t *testing.T) {
	for _, theme := range bothThemes {
		g := newGIFColors(theme)
		if len(g.palette) > 256 || len(g.palette) < 200 {
			t.Errorf("%v: %d colors", theme, len(g.palette))
		}
		for r := Background; r < roleCount; r++ {
			if got := g.palette[g.index(theme.Color(r))]; got != theme.Color(r) {
				t.Errorf("%v: %v became %v", theme, r, got)
			}
		}
		if g.index(color.RGBA{1, 2, 3, 255}) == 0 {
			t.Error("an opaque color became transparent")
		}
	}
}

func TestGIFStoresOnlyChanges(t *testing.T) {
	still := func(yield func(Frame, error) bool) {
		for range 2 {
			if !yield(Frame{Scene: sample("a", "x")}, nil) {
				return
			}
		}
	}
	var b bytes.Buffer
	if err := WriteGIF(&b, still, Light, 1); err != nil {
		t.Fatal(err)
	}
	file, err := gif.DecodeAll(&b)
	if err != nil {
		t.Fatal(err)
	}
	if got := file.Image[1].Bounds(); got != image.Rect(0, 0, 1, 1) {
		t.Errorf("a frame like the one before is %v", got)
	}
	if file.Delay[1] != 2 {
		t.Errorf("no delay became %d hundredths", file.Delay[1])
	}
}

func TestBadAnimationsAreRefused(t *testing.T) {
	oops := errors.New("oops")
	for name, c := range map[string]struct {
		frames func(func(Frame, error) bool)
		want   error
	}{
		"none":   {func(func(Frame, error) bool) {}, ErrFrames},
		"failed": {func(yield func(Frame, error) bool) { yield(Frame{}, oops) }, oops},
		"sizes": {func(yield func(Frame, error) bool) {
			_ = yield(Frame{Scene: sample("a", "x")}, nil) && yield(Frame{Scene: &Scene{Width: 5, Height: 5}}, nil)
		}, ErrFrames},
		"large": {func(yield func(Frame, error) bool) { yield(Frame{Scene: &Scene{Width: 90_000, Height: 2}}, nil) }, ErrPixels},
		"scene": {func(yield func(Frame, error) bool) { yield(Frame{Scene: &Scene{}}, nil) }, ErrScene},
	} {
		var b bytes.Buffer
		if err := WriteGIF(&b, c.frames, Light, 1); !errors.Is(err, c.want) || b.Len() > 0 {
			t.Errorf("%s: error %v and %d bytes", name, err, b.Len())
		}
	}
}
